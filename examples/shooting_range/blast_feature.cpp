// MIT License, Copyright (c) 2026 the ricochet authors

#include "draw.h"
#include "feature.h"
#include "place.h"

#include <ricochet/sight/visibility.h>

#include <fmt/format.h>

#include <array>
#include <cmath>

namespace range
{
namespace
{

const b2Vec2 k_center{0.0f, 0.0f}; // of the blast; seen from above, so without gravity
constexpr float k_radius = 6.0f;   // m, beyond all crates: distance takes nothing
constexpr float k_impulsePerLength = 30.0f;
constexpr int32_t k_steps = 24;

// The wall stands last, so that a place without it has the same crates.
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
	float alone = 0.0f;    ///< the same where there is no wall
	float told = 0.0f;     ///< BlastEvent::share; 0: no event
	b2Vec2 start{0.0f, 0.0f};
	b2Vec2 velocity{0.0f, 0.0f};
};

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

ricochet::ExplosionDef Blast()
{
	return {.position = k_center, .radius = k_radius, .falloff = 1.0f, .impulsePerLength = k_impulsePerLength};
}

float MomentumOf(const b2Body& body)
{
	return body.GetMass() * body.GetLinearVelocity().Length();
}

std::array<Crate, k_crates> Explode(Place& place)
{
	place.plugin.Explode(Blast());
	Place alone(0.0f, Things(false));
	alone.plugin.Explode(Blast());
	std::array<Crate, k_crates> crates;
	for (size_t i = 0; i < k_crates; ++i)
	{
		const b2Body& body = *place.stage.bodies[i];
		crates[i] = {.momentum = MomentumOf(body),
		             .alone = MomentumOf(*alone.stage.bodies[i]),
		             .start = body.GetPosition(),
		             .velocity = body.GetLinearVelocity()};
		for (const ricochet::BlastEvent& hit : place.plugin.BlastHits())
		{
			crates[i].told = hit.body == &body ? hit.share : crates[i].told;
		}
	}
	return crates;
}

/// What the blast sees.
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
	const auto got = [&](Thing thing)
	{
		return 100.0 * static_cast<double>(crates[thing].momentum / crates[thing].alone);
	};
	const double told = 100.0 * static_cast<double>(crates[Half].told);
	Feature feature;
	feature.name = "blast";
	feature.title = "A blast beside a wall";
	feature.caption = {"From above; yellow: what the blast sees.", "In %: the share of a crate that it sees."};
	feature.center = {0.5f, 0.2f};
	feature.width = 9.6f;
	feature.claims = {{"in the open", got(Open), 99.99, 100.01, "% of the push without a wall"},
	                  {"half behind it", got(Half), told - 0.01, told + 0.01, "%"},
	                  {"behind", got(Hidden), 0.0, 0.0, "%"}};
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
