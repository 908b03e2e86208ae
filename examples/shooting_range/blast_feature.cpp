// MIT License, Copyright (c) 2026 the ricochet authors

#include "draw.h"
#include "feature.h"
#include "place.h"

#include <ricochet/sight/visibility.h>

#include <box2d/b2_fixture.h>
#include <box2d/b2_world_callbacks.h>

#include <fmt/format.h>

#include <array>
#include <cmath>
#include <span>

namespace range
{
namespace
{

const b2Vec2 k_center{0.0f, 0.0f}; // of the blast; seen from above, so without gravity
constexpr float k_radius = 6.0f;   // m, beyond all crates: distance takes nothing
constexpr float k_impulsePerLength = 30.0f;
constexpr int32_t k_steps = 24;

// The wall is the last entry, so that a place without the wall has the same crates.
enum Thing : uint8_t
{
	Open,
	Half,
	Hidden,
	Wall
};
constexpr size_t k_crates = 3;

struct Crate
{
	float momentum = 0.0f; ///< N s, from its velocity
	float seen = 0.0f;     ///< N s, by how much of it Box2D's rays reach
	float whole = 0.0f;    ///< likewise where there is no wall
	float told = 0.0f;     ///< BlastEvent::share; 0: no event
	b2Vec2 start{0.0f, 0.0f};
	b2Vec2 velocity{0.0f, 0.0f};
};

/// Notes whether a ray of Box2D hits anything.
class Obstacle : public b2RayCastCallback
{
public:
	float ReportFixture(b2Fixture* /*fixture*/, const b2Vec2& /*point*/, const b2Vec2& /*normal*/,
	                    float /*fraction*/) override
	{
		isThere = true;
		return 0.0f;
	}

	bool isThere = false;
};

bool IsLit(const b2World& world, b2Vec2 point)
{
	constexpr float k_almost = 0.9995f; // so as not to meet the point's own face
	Obstacle obstacle;
	world.RayCast(&obstacle, k_center, k_center + k_almost * (point - k_center));
	return obstacle.isThere == false;
}

std::vector<ObjectDef> Things(bool withWall)
{
	const auto crate = [](b2Vec2 at)
	{
		ObjectDef def = MakeMover(b2_dynamicBody, Material::Wood, at, {0.55f, 0.55f});
		def.density = 10.0f;
		return def;
	};
	std::vector<ObjectDef> things = {crate({-2.2f, 0.9f}), crate({3.4f, 1.9f}), crate({3.4f, -0.9f})};
	if (withWall)
	{
		things.push_back(MakeBlock(Material::Stone, {1.6f, -0.5f}, {0.18f, 1.4f}));
	}
	return things;
}

/// Returns the expected impulse on a crate. Many small pieces of its outline are tested by a ray from the blast's
/// centre. The pieces that a ray reaches count by their extent across the line from the centre to the crate's nearest
/// point.
float PushByRays(const b2World& world, const ObjectDef& crate)
{
	constexpr int32_t k_pieces = 500; // of an edge
	const b2Vec2 nearest = b2Clamp(k_center, crate.position + crate.vertices[0], crate.position + crate.vertices[2]);
	const b2Vec2 across = Unit(nearest - k_center).Skew();
	float length = 0.0f;
	for (size_t i = 0; i < crate.vertices.size(); ++i)
	{
		const b2Vec2 from = crate.position + crate.vertices[i];
		const b2Vec2 piece = (1.0f / k_pieces) * (crate.vertices[(i + 1) % crate.vertices.size()] - crate.vertices[i]);
		for (int32_t k = 0; k < k_pieces; ++k)
		{
			const bool lit = IsLit(world, from + (static_cast<float>(k) + 0.5f) * piece);
			length += lit ? std::abs(b2Dot(piece, across)) : 0.0f;
		}
	}
	return k_impulsePerLength * length;
}

std::array<Crate, k_crates> Explode(Place& place)
{
	const Place alone(0.0f, Things(false));
	std::array<Crate, k_crates> crates;
	for (size_t i = 0; i < k_crates; ++i)
	{
		const ObjectDef& def = place.story.level.objects[i];
		crates[i].seen = PushByRays(*place.stage.world, def);
		crates[i].whole = PushByRays(*alone.stage.world, def);
	}
	const std::span<const ricochet::BlastEvent> hits = place.plugin.Explode(
	    {.position = k_center, .radius = k_radius, .falloff = 1.0f, .impulsePerLength = k_impulsePerLength});
	for (size_t i = 0; i < k_crates; ++i)
	{
		const b2Body& body = *place.stage.bodies[i];
		crates[i].start = body.GetPosition();
		crates[i].velocity = body.GetLinearVelocity();
		crates[i].momentum = body.GetMass() * crates[i].velocity.Length();
		for (const ricochet::BlastEvent& hit : hits)
		{
			crates[i].told = hit.body == &body ? hit.share : crates[i].told;
		}
	}
	return crates;
}

/// Returns the region that is visible from the blast's centre.
std::vector<b2Vec2> LitRegion(const b2World& world)
{
	std::vector<ricochet::SightVertex> polygon;
	std::vector<b2Vec2> points;
	if (ricochet::VisibilityPolygon(world, k_center, 2.0f * k_radius, polygon))
	{
		ricochet::Flatten(polygon, 0.01f, points);
	}
	return points;
}

void DrawCrate(SvgCanvas& canvas, const Crate& crate)
{
	constexpr float k_arrow = 1.5f; // px per N s
	if (crate.momentum > 0.0f)
	{
		canvas.Arrow(crate.start, crate.velocity, k_arrow * crate.momentum, {.stroke = k_pushColor, .width = 2.2f});
	}
	canvas.Text(crate.start, fmt::format("{:.0f} %, {:.1f} N s", 100.0f * crate.told, crate.momentum),
	            {.size = 12.0f, .anchor = "middle", .halo = true, .shift = {0.0f, 36.0f}});
}

void DrawBlast(SvgCanvas& canvas)
{
	constexpr int32_t k_rays = 12;
	for (int32_t i = 0; i < k_rays; ++i)
	{
		const float angle = 2.0f * b2_pi * static_cast<float>(i) / k_rays;
		const b2Vec2 along{std::cos(angle), std::sin(angle)};
		canvas.Line(k_center + 0.12f * along, k_center + 0.4f * along, {.stroke = k_bouncedColor, .width = 1.8f});
	}
	canvas.Dot(k_center, 3.0f, {.fill = k_bouncedColor});
}

} // namespace

Feature BlastCover()
{
	Place place(0.0f, Things(true));
	const std::vector<b2Vec2> lit = LitRegion(*place.stage.world);
	const std::array<Crate, k_crates> crates = Explode(place);
	for (int32_t i = 0; i < k_steps; ++i)
	{
		place.Step();
	}
	const auto percent = [&](Thing thing, float push)
	{
		return 100.0 * static_cast<double>(push / crates[thing].whole);
	};
	const double half = percent(Half, crates[Half].momentum);
	const double byRays = percent(Half, crates[Half].seen);
	Feature feature;
	feature.name = "blast";
	feature.title = "A blast beside a wall";
	feature.caption = {"From above; yellow: what the blast sees.", "In %: the share of a crate that it sees."};
	feature.center = {0.5f, 0.2f};
	feature.width = 9.6f;
	feature.claims = {
	    {"in the open", percent(Open, crates[Open].momentum), 99.7, 100.3, "% of the push without a wall"},
	    {"half behind it", half, byRays - 0.3, byRays + 0.3, "%"},
	    {"told", 100.0 * static_cast<double>(crates[Half].told), half - 0.1, half + 0.1, "%"},
	    {"behind", percent(Hidden, crates[Hidden].momentum), 0.0, 0.0, "%"}};
	feature.draw = [story = place.story, lit, crates](SvgCanvas& canvas)
	{
		canvas.Polygon(lit, {.fill = k_lightColor});
		DrawObjects(canvas, story.level, story.record, story.record.seconds);
		for (size_t i = 0; i < k_crates; ++i)
		{
			DrawOutline(canvas, story.level.objects[i], story.record.poses.front()[i], k_ghostStyle);
		}
		DrawBlast(canvas);
		for (const Crate& crate : crates)
		{
			DrawCrate(canvas, crate);
		}
	};
	return feature;
}

} // namespace range
