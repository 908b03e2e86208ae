// MIT License, Copyright (c) 2026 the ricochet authors

#include "projectile/firing_range.h"
#include "projectile/foreseen_flight.h"

#include "support/failing_memory.h"
#include "support/random_rays.h"
#include "support/test_scale.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <memory>
#include <stdexcept>
#include <vector>

// Tests that the preview of a grenade equals its flight bit for bit.

namespace ricochet::test::preview_throw_test
{

namespace
{

constexpr float k_duration = 4.0f;

// Adds a closed room with fixtures of all kinds: static or dynamic boxes and circles at any angle, and edges. Some
// surfaces have a tangent speed.
void AddThings(SceneRandom& random, FiringRange& range)
{
	range.AddLoop({{-6.0f, -4.0f}, {6.0f, -4.0f}, {6.0f, 6.0f}, {-6.0f, 6.0f}});
	const int32_t mostFree = random.OneIn(2) ? 2 : 6;
	for (int32_t i = 0; i < 14; ++i)
	{
		const b2Vec2 center{random.Uniform(-5.0f, 5.0f), random.Uniform(-3.5f, 4.0f)};
		const float half = random.Uniform(0.1f, 0.9f);
		const bool isFree = random.OneIn(mostFree);
		const float angle = random.OneIn(3) ? 0.0f : random.Uniform(-3.0f, 3.0f);
		b2Fixture* thing = nullptr;
		if (random.OneIn(4))
		{
			b2CircleShape circle;
			circle.m_radius = half;
			thing = range.Add(range.AddBody(center, angle, isFree ? b2_dynamicBody : b2_staticBody), circle);
		}
		else if (random.OneIn(4))
		{
			const b2Vec2 other = center + random.Uniform(0.5f, 3.0f) * random.Direction();
			b2EdgeShape edge;
			edge.SetTwoSided(center, other);
			thing = range.Add(range.AddBody({0.0f, 0.0f}), edge);
		}
		else
		{
			thing =
			    range.AddBox(center, half, random.Uniform(0.1f, 0.6f), angle, isFree ? b2_dynamicBody : b2_staticBody);
		}
		thing->SetFriction(random.Uniform(0.0f, 1.0f));
		thing->SetRestitution(random.OneIn(3) ? random.Uniform(0.0f, 1.0f) : 0.0f);
		CollideWithNone(*thing);
		b2Body& body = *thing->GetBody();
		body.SetGravityScale(0.0f);
		// Box2D moves an awake body by a rounding error if its centre of mass is not its origin. A body that falls
		// asleep wakes grenades near it. Both would make the preview differ from the flight.
		const bool isAwake = isFree && random.OneIn(2) && body.GetLocalCenter() == b2Vec2{0.0f, 0.0f};
		body.SetAwake(isAwake);
		body.SetSleepingAllowed(isAwake == false);
		if (random.OneIn(4))
		{
			range.plugin.SetSurface(thing, {.restitution = random.Uniform(0.0f, 1.0f),
			                                .friction = random.Uniform(0.0f, 1.0f),
			                                .tangentSpeed = random.OneIn(3) ? random.Uniform(-3.0f, 3.0f) : 0.0f});
		}
	}
}

GrenadeDef Random(SceneRandom& random)
{
	GrenadeDef def;
	def.position = {random.Uniform(-5.5f, 5.5f), random.Uniform(-3.0f, 5.5f)};
	def.velocity = random.LogUniform(0.1f, 60.0f) * random.Direction();
	def.angularVelocity = random.OneIn(2) ? 0.0f : random.Uniform(-40.0f, 40.0f);
	def.radius = random.LogUniform(0.02f, 0.3f);
	def.mass = random.LogUniform(0.05f, 5.0f);
	def.gravityScale = random.OneIn(6) ? random.Uniform(-1.0f, 2.0f) : 1.0f;
	def.restitution = random.Uniform(0.0f, 0.9f);
	def.friction = random.Uniform(0.0f, 1.0f);
	def.rollingResistance = random.OneIn(2) ? 0.3f : random.Uniform(0.0f, 1.0f);
	def.fuse = random.Uniform(0.5f, 5.0f);
	if (random.OneIn(6))
	{
		def.impactFuse = random.OneIn(2) ? 0.0f : random.Uniform(0.0f, 1.0f);
	}
	def.sticky = random.OneIn(6);
	def.filter.sides = random.OneIn(4) ? Sides::Front : Sides::Both;
	if (random.OneIn(4))
	{
		def.from = def.position + random.Uniform(0.0f, 2.0f) * random.Direction();
	}
	return def;
}

struct Counts
{
	int64_t points = 0;
	int64_t impacts = 0;
	int64_t ends = 0;
	int64_t rests = 0;
	int64_t untilPush = 0;
};

// Throws the grenade, and compares every step with the preview, up to the time until which the preview is exact.
void FlyAndCompare(FiringRange& range, const GrenadeDef& def, float dt, const FlightPreview& seen, Trouble& trouble,
                   Counts& counts, int32_t scene)
{
	const GrenadeId id = range.plugin.Throw(def);
	size_t point = 1;
	size_t impact = 0;
	bool isOver = false;
	while (isOver == false && point < seen.points.size())
	{
		range.Step(dt);
		for (const ImpactEvent& hit : range.plugin.Impacts())
		{
			if (impact >= seen.impacts.size() || IsSameImpact(hit, seen.impacts[impact]) == false)
			{
				trouble.Add("scene %d: impact %d", scene, static_cast<int32_t>(impact));
				return;
			}
			++impact;
		}
		while (seen.points[point].endsStep == false)
		{
			++point;
		}
		const PathPoint& end = seen.points[point++];
		++counts.points;
		const std::optional<GrenadeState> state = range.plugin.Find(id);
		if (state && (state->position == end.position) == false)
		{
			trouble.Add("scene %d: (%.9g, %.9g) at %.9g, foreseen (%.9g, %.9g)", scene, state->position.x,
			            state->position.y, end.time, end.position.x, end.position.y);
			return;
		}
		counts.rests += state && state->resting ? 1 : 0;
		if (state.has_value() == false)
		{
			const ExpiredEvent& flown = range.plugin.Expired().front();
			const bool isSame = seen.end && seen.end->reason == flown.reason && seen.end->position == flown.position &&
			                    seen.end->velocity == flown.velocity && point == seen.points.size() &&
			                    std::abs(seen.end->time - (end.time - dt + flown.time)) < 1.0e-5f + dt;
			if (isSame == false)
			{
				trouble.Add("scene %d: ends with %d at %.9g", scene, static_cast<int32_t>(flown.reason), end.time);
			}
			++counts.ends;
			isOver = true;
		}
		isOver = isOver || end.time >= seen.exactUntil;
	}
	counts.untilPush += seen.exactUntil < k_duration ? 1 : 0;
	counts.impacts += static_cast<int64_t>(impact);
	const bool isWhole = seen.exactUntil > k_duration;
	if (isWhole && impact != seen.impacts.size())
	{
		trouble.Add("scene %d: %d impacts of %d", scene, static_cast<int32_t>(impact),
		            static_cast<int32_t>(seen.impacts.size()));
	}
	if (isWhole && isOver != seen.end.has_value())
	{
		trouble.Add("scene %d: only one of the two ends", scene);
	}
}

} // namespace

TEST(PreviewThrow, IsTheFlightThatIsFlownToTheBit)
{
	Trouble trouble;
	Counts counts;
	const int32_t scenes = ScaledCount(2000);
	for (int32_t scene = 0; scene < scenes; ++scene)
	{
		SceneRandom random(static_cast<uint32_t>(7000 + scene));
		FiringRange range(k_gravity);
		AddThings(random, range);
		const float dt = random.OneIn(3) ? 0.1f : k_dt;
		const GrenadeDef def = Random(random);
		FlightPreview seen;
		ASSERT_TRUE(range.plugin.PreviewThrow(def, k_duration, dt, seen));
		ASSERT_EQ(seen.points.front().position, def.from.value_or(def.position));
		FlyAndCompare(range, def, dt, seen, trouble, counts, scene);
	}
	EXPECT_EQ(trouble.Count(), 0) << trouble.First();
	EXPECT_GT(counts.points, 20 * scenes);
	EXPECT_GT(counts.impacts, scenes);
	EXPECT_GT(counts.ends, scenes / 4);
	EXPECT_GT(counts.rests, 10 * scenes);
	EXPECT_GT(counts.untilPush, scenes / 10);
}

TEST(PreviewThrow, ChangesNothing)
{
	for (int32_t scene = 0; scene < ScaledCount(300); ++scene)
	{
		SceneRandom random(static_cast<uint32_t>(100 + scene));
		FiringRange range(k_gravity);
		AddThings(random, range);
		std::vector<std::byte> before;
		range.plugin.Throw(Random(random));
		ASSERT_TRUE(range.plugin.Save(before));
		struct Body
		{
			b2Vec2 position, velocity;
			float angle, spin;
			bool isAwake;
			bool operator==(const Body&) const = default;
		};
		const auto bodies = [&]
		{
			std::vector<Body> all;
			for (const b2Body* body = range.world.GetBodyList(); body != nullptr; body = body->GetNext())
			{
				all.push_back({body->GetPosition(), body->GetLinearVelocity(), body->GetAngle(),
				               body->GetAngularVelocity(), body->IsAwake()});
			}
			return all;
		};
		const std::vector<Body> were = bodies();
		FlightPreview seen;
		ASSERT_TRUE(range.plugin.PreviewThrow(Random(random), k_duration, k_dt, seen));
		std::vector<std::byte> after;
		ASSERT_TRUE(range.plugin.Save(after));
		ASSERT_EQ(before, after) << scene;
		const std::vector<Body> are = bodies();
		ASSERT_TRUE(std::equal(were.begin(), were.end(), are.begin(), are.end())) << scene;
	}
}

// If nothing is on the path, the points of the preview must lie on the parabola.
TEST(PreviewThrow, LiesOnTheParabola)
{
	FiringRange range(k_gravity);
	FlightPreview seen;
	ASSERT_TRUE(range.plugin.PreviewThrow({.position = {1.0f, 2.0f}, .velocity = {3.0f, 9.0f}, .fuse = 1.99f}, 5.0f,
	                                      k_dt, seen));
	for (const PathPoint& point : seen.points)
	{
		const double t = point.time;
		EXPECT_NEAR(point.position.x, 1.0 + 3.0 * t, 1.0e-4);
		EXPECT_NEAR(point.position.y, 2.0 + 9.0 * t - 5.0 * t * t, 1.0e-4);
		EXPECT_FALSE(point.isImpact);
	}
	ASSERT_TRUE(seen.end);
	EXPECT_EQ(seen.end->reason, ExpiredEvent::Reason::Fuse);
	EXPECT_NEAR(seen.end->time, 1.99f, 1.0e-5f);
	EXPECT_EQ(seen.end->grenade, GrenadeId());
	EXPECT_EQ(seen.points.back().position, seen.end->position);
}

// After exactUntil, the preview treats a crate as a support that never yields. It must still show the grenade at rest
// on the crate.
TEST(PreviewThrow, ComesToRestOnACrate)
{
	FiringRange range(k_gravity);
	range.AddBox({0.0f, -1.0f}, 50.0f, 1.0f);
	b2Body* crate = range.AddBox({0.0f, 0.5f}, 1.0f, 0.5f, 0.0f, b2_dynamicBody)->GetBody();
	for (int32_t step = 0; step < 120; ++step)
	{
		range.Step(k_dt);
	}
	const float top = crate->GetPosition().y + 0.5f;
	GrenadeDef def{.position = {0.0f, 3.0f}, .velocity = {0.2f, 0.0f}, .fuse = 20.0f};
	FlightPreview seen;
	ASSERT_TRUE(range.plugin.PreviewThrow(def, 15.0f, k_dt, seen));
	ASSERT_FALSE(seen.impacts.empty());
	EXPECT_GE(seen.exactUntil, seen.impacts.front().time);
	EXPECT_LE(seen.exactUntil, seen.impacts.front().time + 1.001f * k_dt);
	EXPECT_NEAR(seen.points.back().position.y, top + 0.05f, 2.0e-3f);
	EXPECT_LT(DistanceOf(seen.points.back().position, seen.points[seen.points.size() - 500].position), 1.0e-4);
	const GrenadeId id = range.plugin.Throw(def);
	for (int32_t step = 0; step < 900; ++step)
	{
		range.Step(k_dt);
	}
	EXPECT_LT(DistanceOf(range.plugin.Find(id)->position, seen.points.back().position), 0.05);
}

TEST(PreviewThrow, ShowsEachBounce)
{
	FiringRange range(k_gravity);
	range.AddBox({0.0f, -1.0f}, 50.0f, 1.0f);
	FlightPreview seen;
	ASSERT_TRUE(range.plugin.PreviewThrow(
	    {.position = {0.0f, 2.0f}, .velocity = {2.0f, 0.0f}, .restitution = 0.5f, .fuse = 10.0f}, 10.0f, k_dt, seen));
	ASSERT_GE(seen.impacts.size(), 3u);
	const auto marks =
	    std::count_if(seen.points.begin(), seen.points.end(), [](const PathPoint& point) { return point.isImpact; });
	EXPECT_EQ(marks, static_cast<int64_t>(seen.impacts.size()));
	for (size_t i = 1; i < seen.impacts.size(); ++i)
	{
		EXPECT_LT(seen.impacts[i - 1].time, seen.impacts[i].time);
	}
	for (const PathPoint& point : seen.points)
	{
		EXPECT_TRUE(point.isImpact == false || std::abs(point.position.y - 0.05f) < 0.005f) << point.position.y;
	}
	EXPECT_NEAR(seen.points[seen.points.size() - 2].time, 10.0f, 0.04f); // the grenade rests until its fuse ends
	EXPECT_EQ(seen.points[seen.points.size() - 2].position, seen.points.back().position);
}

TEST(PreviewThrow, EndsWhereTheGrenadeExplodes)
{
	for (const float impactFuse : {0.0f, 0.25f, k_inf})
	{
		FiringRange range(k_gravity);
		range.AddBox({0.0f, -1.0f}, 50.0f, 1.0f, 0.1f);
		GrenadeDef def{.position = {0.0f, 2.0f}, .velocity = {2.0f, 0.0f}, .fuse = 2.0f, .impactFuse = impactFuse};
		def.blast = ExplosionDef{.radius = 3.0f};
		FlightPreview seen;
		ASSERT_TRUE(range.plugin.PreviewThrow(def, 5.0f, k_dt, seen));
		ASSERT_TRUE(seen.end);
		range.plugin.Throw(def);
		while (range.plugin.Explosions().empty())
		{
			range.Step(k_dt);
		}
		EXPECT_EQ(range.plugin.Explosions().front().position, seen.end->position);
		ASSERT_TRUE(range.plugin.PreviewThrow(def, 0.5f, k_dt, seen)); // the earlier preview leaves no blast behind
		range.Step(k_dt);
		EXPECT_TRUE(range.plugin.Explosions().empty());
	}
}

TEST(PreviewThrow, RefusesBadInput)
{
	FiringRange range;
	FlightPreview seen;
	const auto reasonOf = [&](const GrenadeDef& def, float duration, float dt)
	{
		const Result<> done = range.plugin.PreviewThrow(def, duration, dt, seen);
		EXPECT_FALSE(done);
		return std::string(done.GetError().parameter);
	};
	EXPECT_EQ(reasonOf({.radius = 0.0f}, 1.0f, k_dt), "GrenadeDef::radius");
	EXPECT_EQ(reasonOf({.velocity = {k_nan, 0.0f}}, 1.0f, k_dt), "GrenadeDef::velocity");
	EXPECT_EQ(reasonOf({}, 0.0f, k_dt), "duration");
	EXPECT_EQ(reasonOf({}, 1.0f, 0.0f), "dt");
	EXPECT_EQ(reasonOf({}, 1.0e6f, 1.0e-3f), "duration / dt");
}

TEST(PreviewThrow, KeepsNothing)
{
	FiringRange range(k_gravity);
	range.AddBox({0.0f, -1.0f}, 50.0f, 1.0f);
	const auto owned = std::make_shared<int>(1);
	GrenadeDef def{.position = {0.0f, 1.0f}, .fuse = 3.0f};
	def.filter.accept = [owned](b2Fixture*)
	{
		return true;
	};
	FlightPreview seen;
	ASSERT_TRUE(range.plugin.PreviewThrow(def, 2.0f, k_dt, seen)); // the preview ends while the grenade sleeps
	EXPECT_FALSE(seen.end);
	def.blast = ExplosionDef();
	def.blast->filter = def.filter;
	ASSERT_TRUE(range.plugin.PreviewThrow(def, 4.0f, k_dt, seen));
	EXPECT_TRUE(seen.end);
	const auto owners = owned.use_count();
	EXPECT_EQ(owners, 3);
	def = {.position = {0.0f, 1.0f}, .fuse = 3.0f};
	(void)range.plugin.PreviewThrow(def, 2.0f, k_dt, seen);
	FailingMemory memory(FailingMemory::k_never);
	constexpr int32_t repetitions = 40;
	for (int32_t i = 0; i < repetitions; ++i)
	{
		memory.Run([&] { EXPECT_TRUE(range.plugin.PreviewThrow(def, 2.0f, k_dt, seen)); });
	}
	EXPECT_LE(memory.Allocations(), 4 * repetitions); // some for the grenade itself, none for a step
	EXPECT_EQ(memory.Bytes(), 0);
}

TEST(PreviewThrow, AndPredicates)
{
	FiringRange range(k_gravity);
	range.AddBox({0.0f, -1.0f}, 50.0f, 1.0f);
	FlightPreview seen;
	FlightPreview inner;
	GrenadeDef def{.position = {0.0f, 1.0f}};
	ErrorReason reason = ErrorReason::None;
	def.filter.accept = [&](b2Fixture*)
	{
		reason = range.plugin.PreviewThrow({.position = {0.0f, 1.0f}}, 1.0f, k_dt, inner).GetError().reason;
		return true;
	};
	ASSERT_TRUE(range.plugin.PreviewThrow(def, 2.0f, k_dt, seen));
	EXPECT_EQ(reason, ErrorReason::InsideStep);

	def.filter.accept = [](b2Fixture*) -> bool
	{
		throw std::runtime_error("no");
	};
	EXPECT_THROW((void)range.plugin.PreviewThrow(def, 2.0f, k_dt, seen), std::runtime_error);
	def.filter.accept = {};
	ASSERT_TRUE(range.plugin.PreviewThrow(def, 2.0f, k_dt, seen));
	EXPECT_FALSE(seen.impacts.empty());
}

} // namespace ricochet::test::preview_throw_test
