// MIT License, Copyright (c) 2026 the ricochet authors

#include <ricochet/query/simple_queries.h>
#include <ricochet/shapes/shape_factory.h>

#include "projectile/firing_range.h"

#include "support/reference_flight.h"

#include <algorithm>
#include <optional>

// Tests when and where bullets with a radius touch a target. The reference evaluates the distance between the bullet's
// centre and the target at many times.

namespace ricochet::test::fat_bullet_test
{

namespace
{

enum class Target
{
	Circle,
	Box,
	Edge,
	Chain
};

constexpr Target k_targets[] = {Target::Circle, Target::Box, Target::Edge, Target::Chain};

b2Fixture* AddTarget(FiringRange& range, SceneRandom& random, Target target, b2Vec2 center, float size)
{
	b2Body* body = range.AddBody(center, random.Uniform(-3.0f, 3.0f), b2_kinematicBody);
	switch (target)
	{
	case Target::Circle:
		return range.Add(body, CircleOf(size));
	case Target::Box:
		return range.Add(body, BoxOf(size, random.Uniform(0.05f, 1.0f) * size));
	case Target::Edge:
		return range.Add(body, EdgeOf({-size, 0.0f}, {size, 0.1f * size}));
	case Target::Chain:
		break;
	}
	const b2Vec2 vertices[] = {{-size, 0.0f}, {-0.2f * size, 0.4f * size}, {0.3f * size, 0.1f * size}, {size, 0.0f}};
	return range.Add(body, ChainOf(vertices));
}

// A bullet that is fired at a moving target, and the time at which it must have passed the target.
struct Shot
{
	Shot(SceneRandom& random, Target target)
	{
		radius = random.LogUniform(1.0e-3f, 3.0f);
		const float size = random.LogUniform(0.02f, 5.0f);
		speed = random.LogUniform(1.0f, 1.0e5f);
		fixture = AddTarget(range, random, target, random.InBox(5.0f), size);
		b2Body* body = fixture->GetBody();
		if (random.OneIn(3) == false)
		{
			body->SetLinearVelocity(random.LogUniform(0.1f, 100.0f) * random.Direction());
		}
		if (random.OneIn(2))
		{
			body->SetAngularVelocity(random.Uniform(-60.0f, 60.0f));
		}

		// Within a few steps, the bullet and the target come near each other.
		const float wait = random.Uniform(0.0f, 3.0f) * k_dt;
		const b2Vec2 unit = random.Direction();
		const b2Vec2 aside{-unit.y, unit.x};
		const b2Vec2 aim = body->GetPosition() + wait * body->GetLinearVelocity() +
		                   1.1f * (radius + size) * random.Uniform(-1.0f, 1.0f) * aside;
		def = Lasting(aim - wait * speed * unit - (radius + size) * unit, speed * unit);
		def.radius = radius;
	}

	[[nodiscard]] bool StartsClear() const
	{
		return SignedDistance(*fixture, Widen(def.position)) > 1.01 * static_cast<double>(radius) + 1.0e-4;
	}

	// Returns a bound (m) of the errors from rounding, and from the chords in a rotating frame.
	[[nodiscard]] double ToleranceAt(b2Vec2 from, b2Vec2 to) const
	{
		const double size = std::max({std::abs(from.x), std::abs(from.y), std::abs(to.x), std::abs(to.y), 8.0f});
		const bool turns = fixture->GetBody()->GetAngularVelocity() != 0.0f;
		const double late = UlpOf(static_cast<double>(k_dt)) * SpeedOf(fixture->GetBody()->GetLinearVelocity());
		return 4.0 * UlpOf(size) + late + (turns ? 1.1e-4 : 0.0);
	}

	FiringRange range;
	BulletDef def;
	b2Fixture* fixture = nullptr;
	float radius = 0.0f;
	float speed = 0.0f;
};

// Runs one step of a shot. Compares it with the reference. Returns false if the shot has ended.
bool JudgeStep(Shot& shot, BulletId id, int32_t trial, int32_t& hits, Trouble& trouble)
{
	const b2Vec2 from = shot.range.plugin.Find(id)->position;
	BodyPath path(*shot.fixture->GetBody());
	shot.range.Step(k_dt, [&] { path.Close(); });
	const Point2 to = Widen(from) + static_cast<double>(k_dt) * Widen(shot.def.velocity);
	const b2Vec2 end{static_cast<float>(to.x), static_cast<float>(to.y)};
	const Encounter encounter(*shot.fixture, path, Widen(from), to);
	const double tolerance = shot.ToleranceAt(from, end);
	const auto radius = static_cast<double>(shot.radius);
	const std::optional<double> deep = encounter.FirstWithin(radius - tolerance - Encounter::k_resolution);
	const bool isTold = shot.range.plugin.Impacts().empty() == false;
	if (isTold == false)
	{
		if (deep)
		{
			trouble.Add("trial %d: at %.9g it is %.9g deep in an unhit target, radius %.9g", trial, *deep,
			            radius - encounter.DistanceAt(*deep), radius);
		}
		return deep.has_value() == false;
	}
	hits += 1;
	const ImpactEvent& hit = shot.range.plugin.Impacts()[0];
	const double share = static_cast<double>(hit.time) / static_cast<double>(k_dt);
	const Pose2 pose = path.At(share);
	const double distance = [&]
	{
		double nearest = HUGE_VAL;
		for (int32_t child = 0; child < shot.fixture->GetShape()->GetChildCount(); ++child)
		{
			nearest =
			    std::min(nearest, SignedDistance(*shot.fixture->GetShape(), child, pose.ToLocal(Widen(hit.position))));
		}
		return nearest;
	}();
	const double late = deep ? (share - *deep) * static_cast<double>(k_dt * shot.speed) : 0.0;
	if (std::abs(distance - radius) > tolerance || late > tolerance + 1.0e-6 * static_cast<double>(shot.speed * k_dt))
	{
		trouble.Add("trial %d: told at distance %.9g, radius %.9g, tolerance %.3g, late by %.9g m", trial, distance,
		            radius, tolerance, late);
	}
	const Point2 off = Widen(hit.position) - Widen(hit.enter.point);
	const double onSurface = SignedDistance(*shot.fixture->GetShape(), hit.child, pose.ToLocal(Widen(hit.enter.point)));
	if (std::abs(Length(off) - radius) > tolerance || std::abs(onSurface) > tolerance ||
	    Length(off - radius * Widen(hit.enter.normal)) > tolerance)
	{
		trouble.Add("trial %d: the point is %.9g off the surface, (%.9g, %.9g) from the centre", trial, onSurface,
		            off.x, off.y);
	}
	return false;
}

} // namespace

TEST(FatBullet, MeetsAMovingTargetWhereItsRimFirstTouches)
{
	SceneRandom random(7300);
	Trouble trouble;
	int32_t hits = 0;
	int32_t shots = 0;
	const int32_t count = ScaledCount(8000);
	for (int32_t trial = 0; trial < count; ++trial)
	{
		Shot shot(random, k_targets[trial % 4]);
		if (shot.StartsClear() == false)
		{
			continue;
		}
		shots += 1;
		const BulletId id = shot.range.plugin.Fire(shot.def);
		ASSERT_TRUE(id);
		for (int32_t step = 0; step < 6 && JudgeStep(shot, id, trial, hits, trouble); ++step)
		{
		}
	}
	EXPECT_EQ(trouble.Count(), 0) << trouble.First();
	EXPECT_GT(shots, count / 2);
	EXPECT_GT(hits, shots / 3);
	RecordProperty("hits", hits);
}

// The reference follows the true arc. Each of its steps is no longer than the distance to the target, so it cannot miss
// a hit.
TEST(FatBullet, OnAnArcMeetsWhatItsRimTouches)
{
	constexpr double k_chords = 1.0e-3;
	SceneRandom random(7301);
	Trouble trouble;
	int32_t hits = 0;
	for (int32_t trial = 0; trial < ScaledCount(1000); ++trial)
	{
		FiringRange range(k_gravity);
		const b2Fixture* fixture =
		    AddTarget(range, random, k_targets[trial % 4], random.InBox(5.0f), random.LogUniform(0.1f, 5.0f));
		BulletDef def;
		def.radius = random.LogUniform(1.0e-3f, 3.0f);
		def.position = random.InBox(15.0f);
		const b2Vec2 way = fixture->GetBody()->GetPosition() + random.InBox(2.0f) - def.position;
		def.velocity = random.LogUniform(1.0f, 10.0f) * way;
		const auto radius = static_cast<double>(def.radius);
		if (SignedDistance(*fixture, Widen(def.position)) < radius + 0.01)
		{
			continue;
		}
		constexpr double k_duration = 30.0 / 60.0;
		const double fastest = SpeedOf(def.velocity) + 10.0 * k_duration;
		const auto at = [&](double t)
		{
			return Widen(def.position) + t * Widen(def.velocity) + Point2{0.0, -5.0 * t * t};
		};
		double deep = 0.0;
		for (; deep < k_duration; deep += 1.0e-5 / fastest)
		{
			const double above = SignedDistance(*fixture, at(deep)) - radius + k_chords;
			if (above <= 0.0)
			{
				break;
			}
			deep += above / fastest;
		}
		range.plugin.Fire(def);
		bool isTold = false;
		for (int32_t step = 0; step < 30 && isTold == false; ++step)
		{
			range.Step(k_dt);
			isTold = range.plugin.Impacts().empty() == false;
			const double time =
			    step / 60.0 + (isTold ? static_cast<double>(range.plugin.Impacts()[0].time) : 1.0 / 60.0);
			if (time > deep + 1.0e-4)
			{
				trouble.Add("trial %d: at %.9g s it is deep, at %.9g s %s", trial, deep, time, isTold ? "told" : "not");
				break;
			}
		}
		if (isTold)
		{
			hits += 1;
			const double distance = SignedDistance(*fixture, Widen(range.plugin.Impacts()[0].position));
			if (std::abs(distance - radius) > 1.0e-5)
			{
				trouble.Add("trial %d: told at distance %.9g, radius %.9g", trial, distance, radius);
			}
		}
	}
	EXPECT_EQ(trouble.Count(), 0) << trouble.First();
	EXPECT_GT(hits, ScaledCount(1000) / 8);
}

namespace
{

// Two boxes with a gap between them for the bullet's path. The position and the angle of the pair are random.
struct Gate
{
	Gate(SceneRandom& random, double width)
	{
		const float angle = random.OneIn(2) ? 0.0f : random.Uniform(-3.0f, 3.0f);
		center = random.InBox(3.0f);
		unit = {std::cos(angle), std::sin(angle)};
		const b2Vec2 aside{-unit.y, unit.x};
		constexpr float k_half = 2.0f;
		const auto away = static_cast<float>(0.5 * width) + k_half;
		range.AddBox(center + away * aside, 0.3f, k_half, angle);
		range.AddBox(center - away * aside, 0.3f, k_half, angle);
	}

	// True if a bullet that flies along the middle of the gap passes.
	bool LetsThrough(float radius, float speed)
	{
		BulletDef def = Lasting(center - 8.0f * unit, speed * unit);
		def.radius = radius;
		const BulletId id = range.plugin.Fire(def);
		const auto steps = static_cast<int32_t>(16.0f / (speed * k_dt)) + 2;
		for (int32_t step = 0; step < steps; ++step)
		{
			range.Step(k_dt);
		}
		return range.plugin.Find(id).has_value();
	}

	FiringRange range;
	b2Vec2 center{0.0f, 0.0f};
	b2Vec2 unit{0.0f, 0.0f};
};

} // namespace

TEST(FatBullet, FitsThroughNoGapThatIsNarrowerThanItself)
{
	SceneRandom random(7302);
	for (int32_t trial = 0; trial < ScaledCount(600); ++trial)
	{
		const float radius = random.LogUniform(1.0e-3f, 1.0f);
		const float speed = random.LogUniform(20.0f, 1.0e5f);
		// The coordinates of the boxes and of the path are rounded to floats. Some metres from the origin, each
		// rounding error is up to 0.5e-6 m.
		const double more = random.LogUniform(8.0e-6f, 1.0f);
		Gate wide(random, 2.0 * static_cast<double>(radius) + more);
		EXPECT_TRUE(wide.LetsThrough(radius, speed)) << "trial " << trial << " radius " << radius << " more " << more;
		Gate narrow(random, std::max(2.0 * static_cast<double>(radius) - more, 1.0e-4));
		EXPECT_FALSE(narrow.LetsThrough(radius, speed)) << "trial " << trial << " radius " << radius;
		Gate point(random, std::max(2.0 * static_cast<double>(radius) - more, 1.0e-4));
		EXPECT_TRUE(point.LetsThrough(0.0f, speed)) << "trial " << trial;
	}
}

// The bullet starts where a cast of a circle with the same radius ended. It leaves the surface without an impact.
TEST(FatBullet, StartsAtThePlaceOfACastOfACircle)
{
	SceneRandom random(7303);
	for (int32_t trial = 0; trial < ScaledCount(4000); ++trial)
	{
		FiringRange range;
		const b2Vec2 center = random.InBox(3.0f);
		b2Body* body = range.AddBody(center, random.Uniform(-3.0f, 3.0f));
		const float radius = random.Uniform(0.1f, 1.0f);
		if (random.OneIn(2))
		{
			range.Add(body, CircleOf(random.Uniform(0.2f, 1.2f)));
		}
		else
		{
			range.Add(body, ValueOf(MakeCapsule({-1.5f, 0.0f}, {1.5f, 0.1f}, random.Uniform(0.1f, 0.5f))));
		}
		const b2Vec2 from = center + 6.0f * random.Direction();
		const auto hit = CastCircleClosest(range.world, from, radius, 1.5f * (center - from));
		ASSERT_TRUE(hit && hit->startsInside == false) << trial;
		BulletDef def{.position = hit->place, .velocity = 10.0f * hit->enter.normal, .gravityScale = 0.0f};
		def.radius = radius;
		range.plugin.Fire(def);
		range.Step(0.001f);
		EXPECT_TRUE(range.plugin.Impacts().empty()) << trial;
	}
}

} // namespace ricochet::test::fat_bullet_test
