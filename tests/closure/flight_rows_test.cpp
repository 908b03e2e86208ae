// MIT License, Copyright (c) 2026 the ricochet authors

#include <ricochet/projectile/plugin.h>
#include <ricochet/query/ray_query.h>

#include "closure/laws.h"
#include "closure/worlds.h"
#include "projectile/foreseen_flight.h"
#include "support/random_rays.h"

#include <box2d/b2_polygon_shape.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>
#include <vector>

// Tests sequences of calls: the preview of a bullet, and its flight. Exact arithmetic judges both.

namespace ricochet::test::flight_rows_test
{

namespace
{

constexpr float k_duration = 0.3f;        // the duration of previews (s)
constexpr uint16_t k_passedBits = 0x0002; // the category of moving bodies, which bullets pass

// A world with dynamic bodies at rest, and with moving bodies that bullets pass. No two bodies collide.
class Grounds
{
public:
	Grounds(SceneRandom& random, const WorldKind& kind)
	{
		kind.fill(random, scene);
		for (b2Fixture* fixture : scene.fixtures)
		{
			b2Filter filter;
			filter.groupIndex = -1;
			fixture->SetFilterData(filter);
		}
		for (b2Body* body = scene.world->GetBodyList(); body != nullptr; body = body->GetNext())
		{
			body->SetGravityScale(0.0f);
			if (random.OneIn(3))
			{
				body->SetType(b2_dynamicBody);
			}
			m_bodies.push_back({body, body->GetTransform()});
		}
		m_middle = MiddleOf(scene);
		AddPassed(random);
		plugin.emplace(*scene.world);
		for (const b2Fixture* fixture : scene.fixtures)
		{
			Surface surface;
			surface.resistance = random.LogUniform(0.1f, 1.0e4f);
			surface.ricochetAngle = random.Uniform(0.1f, 1.6f);
			surface.restitution = random.Uniform(0.0f, 1.0f);
			plugin->SetSurface(fixture, surface);
		}
		Settle();
	}

	[[nodiscard]] BulletDef Draw(SceneRandom& random) const
	{
		BulletDef def;
		const b2Vec2 offset = random.InBox(12.0f);
		def.position = m_middle + offset;
		const float speed = random.LogUniform(30.0f, 1000.0f);
		const b2Vec2 toward = random.OneOf(m_bodies).pose.p - def.position;
		const bool isAimed = random.OneIn(4) == false && toward.Length() > 0.1f;
		def.velocity = speed * (isAimed ? 1.0f / toward.Length() * toward : random.Direction());
		def.mass = random.LogUniform(0.001f, 10.0f);
		def.gravityScale = random.OneIn(2) ? 0.0f : 1.0f;
		def.drag = random.OneIn(3) ? random.Uniform(0.0f, 2.0f) : 0.0f;
		def.dragQuadratic = random.OneIn(6) ? 0.02f : 0.0f;
		def.lifetime = random.OneIn(4) ? random.LogUniform(0.01f, 0.3f) : 10.0f;
		def.maxRange = random.OneIn(4) ? random.LogUniform(1.0f, 100.0f) : def.maxRange;
		def.restitution = random.Uniform(0.0f, 1.0f);
		def.friction = random.Uniform(0.0f, 0.5f);
		def.maxBounces = random.Below(20);
		def.maxPierces = random.OneIn(2) ? random.Below(20) : 0;
		def.radius = random.OneIn(3) ? random.LogUniform(0.001f, 0.5f) : 0.0f;
		def.filter.startInside = random.OneIn(2);
		def.filter.maskBits = static_cast<uint16_t>(0xFFFF & ~k_passedBits);
		if (random.OneIn(6))
		{
			def.homing = {.point = m_middle, .turnRate = random.Uniform(0.5f, 6.0f)};
		}
		def.keepsPath = true;
		return def;
	}

	// Puts the bodies back that the last bullet has pushed.
	void PutBack()
	{
		for (const auto& [body, pose] : m_bodies)
		{
			body->SetLinearVelocity({0.0f, 0.0f});
			body->SetAngularVelocity(0.0f);
			if (body->GetPosition() != pose.p || body->GetTransform().q.s != pose.q.s)
			{
				body->SetTransform(pose.p, pose.q.GetAngle());
			}
		}
		Settle();
	}

	// True if holds(fixture) is true for all solids.
	template <class Holds>
	[[nodiscard]] bool IsSoForAll(const Holds& holds) const
	{
		return std::all_of(scene.fixtures.begin(), scene.fixtures.end(),
		                   [&](const b2Fixture* fixture) { return IsThin(*fixture) || holds(*fixture); });
	}

	[[nodiscard]] bool IsFree(b2Vec2 point) const
	{
		return IsSoForAll([&](const b2Fixture& fixture) { return LiesInside(fixture, point) == false; });
	}

	Scene scene;
	std::optional<Plugin> plugin;

private:
	struct Placed
	{
		b2Body* body;
		b2Transform pose;
	};

	void AddPassed(SceneRandom& random)
	{
		const int32_t count = random.OneIn(2) ? 4 : 0;
		for (int32_t i = 0; i < count; ++i)
		{
			const b2Vec2 offset = random.InBox(10.0f);
			b2Body* body = scene.AddBody(m_middle + offset, 0.0f, b2_kinematicBody);
			b2FixtureDef def;
			const b2PolygonShape box = BoxOf(1.0f, 0.5f);
			def.shape = &box;
			def.filter.categoryBits = k_passedBits;
			def.filter.groupIndex = -1;
			body->CreateFixture(&def);
			body->SetLinearVelocity(random.InBox(20.0f));
			body->SetAngularVelocity(random.Uniform(-9.0f, 9.0f));
		}
	}

	// Makes one step of the world. In its first step, Box2D computes the pose of a dynamic body again from its centre
	// of mass, and rounding moves the body.
	void Settle() { scene.world->Step(1.0f / 60.0f, 8, 3); }

	b2Vec2 m_middle{0.0f, 0.0f};
	std::vector<Placed> m_bodies;
};

// Returns the points that a rounded path point may represent: the point itself, and for impacts also points within
// rounding of it. The point of an impact is off the solid that was hit, but rounding may put it into a second solid
// that touches there. So for each solid, at least one of these points must be outside.
std::vector<b2Vec2> PlacesOf(const PathPoint& point)
{
	const std::array<b2Vec2, 5> near = PointsAbout(point.position, RoundingAt(point.position));
	return {near.begin(), point.isImpact ? near.end() : near.begin() + 1};
}

bool GoesBeside(const b2Fixture& fixture, const std::vector<b2Vec2>& from, const std::vector<b2Vec2>& to)
{
	return std::any_of(
	    from.begin(), from.end(),
	    [&](b2Vec2 a)
	    { return std::any_of(to.begin(), to.end(), [&](b2Vec2 b) { return GoesThrough(fixture, a, b) == false; }); });
}

// Judges a preview by geometry alone. As long as the preview is exact, no body moves, and a bullet that pierces nothing
// stays outside all solids. A disc may overlap a solid at its start, which it then ignores, even if its centre is free.
void JudgePath(const Grounds& grounds, const BulletDef& def, const FlightPreview& seen, Laws& laws)
{
	for (const ImpactEvent& hit : seen.impacts)
	{
		const bool isOutside =
		    hit.startsInside || IsThin(*hit.fixture) || LiesInside(*hit.fixture, hit.enter.point) == false;
		laws.Try("an impact of a preview is not inside", isOutside || hit.time > seen.exactUntil);
	}
	const bool mayIgnore = def.radius > 0.0f && def.filter.startInside == false;
	if (def.maxPierces > 0 || mayIgnore || grounds.IsFree(def.position) == false)
	{
		return;
	}
	for (size_t i = 1; i < seen.points.size() && seen.points[i].time <= seen.exactUntil; ++i)
	{
		const std::vector<b2Vec2> from = PlacesOf(seen.points[i - 1]);
		const std::vector<b2Vec2> to = PlacesOf(seen.points[i]);
		const auto isOff = [&](const b2Fixture& fixture)
		{
			return std::any_of(to.begin(), to.end(), [&](b2Vec2 place) { return LiesInside(fixture, place) == false; });
		};
		laws.Try("a point of a preview is not inside", grounds.IsSoForAll(isOff));
		laws.Try("a preview goes through no solid",
		         grounds.IsSoForAll([&](const b2Fixture& fixture) { return GoesBeside(fixture, from, to); }));
	}
}

// Previews a disc again from the position at which an impact has left it. There, it must not start in a fixture of the
// body that it hit. If it is also inside another body there, it may have an event with that body.
void JudgePositions(const Grounds& grounds, const BulletDef& def, const FlightPreview& seen, float dt, Laws& laws)
{
	const auto isOutside = [&](const ImpactEvent& hit)
	{
		return hit.startsInside == false && hit.response != Response::Pierce && hit.response != Response::Ignore &&
		       hit.time <= seen.exactUntil;
	};
	const auto inside = std::find_if_not(seen.impacts.begin(), seen.impacts.end(), isOutside);
	const bool isDisc = def.radius > 0.0f && def.filter.startInside;
	for (auto hit = seen.impacts.begin(); isDisc && hit != inside; ++hit)
	{
		BulletDef next = def;
		next.position = hit->position;
		next.velocity = def.velocity.Length() * hit->enter.normal;
		next.gravityScale = 0.0f;
		next.homing = {};
		FlightPreview again;
		ASSERT_TRUE(grounds.plugin->PreviewPath(next, dt, dt, again));
		const bool startsIn =
		    std::any_of(again.impacts.begin(), again.impacts.end(),
		                [&](const ImpactEvent& other) { return other.startsInside && other.body == hit->body; });
		laws.Try("a disc at an impact's position does not start inside", startsIn == false);
	}
}

// Returns the first hit of a ray if neighbouring rays hit the same fixture first. A ray that passes a corner within
// rounding has no certain hit.
std::optional<RayHit> SureHit(const b2World& world, const Ray& ray, float rounding, const QueryFilter& filter)
{
	std::optional<RayHit> sure;
	for (const b2Vec2 origin : PointsAbout(ray.origin, rounding))
	{
		const std::optional<RayHit> hit = CastRayClosest(world, {origin, ray.translation}, filter);
		if (hit.has_value() == false || hit->grazing || (sure && hit->fixture != sure->fixture))
		{
			return std::nullopt;
		}
		sure = sure ? sure : hit;
	}
	return sure;
}

// If a preview begins straight, its first impact is the first hit of a ray. A bullet turns back before the surface, at
// a clearance of 2^-21 of its coordinates, or of 1 m. The rest of `near` covers the rounding of the points and of the
// leg.
void JudgeFirstImpact(const Grounds& grounds, const BulletDef& def, const FlightPreview& seen, Laws& laws)
{
	const bool isStraight = def.gravityScale == 0.0f && def.drag == 0.0f && def.dragQuadratic == 0.0f &&
	                        def.homing.turnRate == 0.0f && def.radius == 0.0f && grounds.IsFree(def.position);
	if (isStraight == false)
	{
		return;
	}
	const float length = std::min(std::min(def.lifetime, k_duration) * def.velocity.Length(), def.maxRange);
	const Ray ray = RayToward(def.position, def.velocity, 0.999f * length);
	const float near = 3.0f * std::max({0x1p-21f, RoundingAt(ray.origin), RoundingAt(ray.origin + ray.translation)});
	const std::optional<RayHit> hit = SureHit(*grounds.scene.world, ray, near, def.filter);
	if (hit)
	{
		const auto isThere = [&](const ImpactEvent& impact)
		{
			const b2Vec2 offset = impact.enter.point - hit->enter.point;
			const float aside = b2Cross(offset, ray.translation) / ray.translation.Length();
			return impact.fixture == hit->fixture && std::abs(b2Dot(offset, hit->enter.normal)) <= near &&
			       std::abs(aside) <= near;
		};
		laws.Try("what a ray hits, a preview hits", seen.impacts.empty() == false && isThere(seen.impacts[0]));
	}
}

} // namespace

TEST(Rows, FromAPreviewToItsFlight)
{
	for (const WorldKind& kind : WorldKinds())
	{
		SCOPED_TRACE(kind.name);
		SceneRandom random(SeedOf(0xF0535EE));
		Laws laws;
		int32_t impacts = 0, points = 0;
		for (int32_t i = 0; i < ScaledCount(25); ++i)
		{
			Grounds grounds(random, kind);
			for (int32_t j = 0; j < 20; ++j)
			{
				const BulletDef def = grounds.Draw(random);
				const float dt = random.OneIn(2) ? 1.0f / 60.0f : 0.2f;
				FlightPreview seen;
				ASSERT_TRUE(grounds.plugin->PreviewPath(def, k_duration, dt, seen));
				JudgePath(grounds, def, seen, laws);
				JudgeFirstImpact(grounds, def, seen, laws);
				JudgePositions(grounds, def, seen, dt, laws);
				const ForeseenFlight flown = FlyForeseen(*grounds.scene.world, *grounds.plugin, def, dt, seen);
				laws.Try("a preview is the flight", flown.trouble.empty());
				EXPECT_EQ(flown.trouble, "") << "world " << i << ", bullet " << j;
				impacts += flown.impacts;
				points += flown.points;
				grounds.plugin->Clear();
				grounds.PutBack();
			}
		}
		laws.Expect(5.0);
		EXPECT_GT(impacts, 100 * TestScale());
		EXPECT_GT(points, 500 * TestScale());
	}
}

} // namespace ricochet::test::flight_rows_test
