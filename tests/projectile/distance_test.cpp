// MIT License, Copyright (c) 2026 the ricochet authors

#include "projectile/firing_range.h"
#include "support/random.h"

#include <vector>

// Tests the age and the distance in events against closed forms and against sums along recorded paths.

namespace ricochet::test::distance_test
{

namespace
{

constexpr double k_step = static_cast<double>(k_dt);

// Returns the length of the path of a bullet under gravity and linear drag, by the midpoint rule.
double LengthFlown(b2Vec2 velocity, b2Vec2 gravity, double drag, double time)
{
	constexpr int32_t count = 20000;
	double length = 0.0;
	for (int32_t i = 0; i < count; ++i)
	{
		const double t = (i + 0.5) * time / count;
		const double decayed = drag > 0.0 ? -std::expm1(-drag * t) / drag : t;
		const double left = std::exp(-drag * t);
		length += std::hypot(velocity.x * left + gravity.x * decayed, velocity.y * left + gravity.y * decayed);
	}
	return length * time / count;
}

double LengthOf(std::span<const PathPoint> path, double until)
{
	double length = 0.0;
	for (size_t i = 1; i < path.size() && static_cast<double>(path[i].time) <= until; ++i)
	{
		length += DistanceOf(path[i - 1].position, path[i].position);
	}
	return length;
}

// Steps the range. Compares the distance in each event of a bullet that has keepsPath with the sum along its recorded
// path.
struct PathJudge
{
	FiringRange& range;
	double flown = 0.0; // up to the end of the last step (m)
	double time = 0.0;
	int32_t events = 0;

	void Compare(BulletId id, const auto& event, double slack)
	{
		const double until = static_cast<double>(event.time) + 1.0e-9;
		EXPECT_NEAR(static_cast<double>(event.distance), flown + LengthOf(range.plugin.PathOf(id), until), slack);
		EXPECT_NEAR(static_cast<double>(event.age), time + static_cast<double>(event.time), 1.0e-6);
		++events;
	}

	void Step(BulletId id, double slack)
	{
		range.Step(k_dt);
		for (const ImpactEvent& impact : range.plugin.Impacts())
		{
			Compare(id, impact, slack);
		}
		for (const ExpiredEvent& end : range.plugin.Expired())
		{
			Compare(id, end, slack);
		}
		flown += LengthOf(range.plugin.PathOf(id), k_step);
		time += k_step;
	}
};

void AddRoom(FiringRange& range)
{
	range.AddBox({-11.0f, 0.0f}, 1.0f, 12.0f);
	range.AddBox({11.0f, 0.0f}, 1.0f, 12.0f);
	range.AddBox({0.0f, -11.0f}, 12.0f, 1.0f);
	range.AddBox({0.0f, 11.0f}, 12.0f, 1.0f);
}

} // namespace

TEST(Distance, IsTheLengthOfAnArcOfGravityAndDrag)
{
	for (const float drag : {0.0f, 0.3f})
	{
		FiringRange range(k_gravity);
		range.AddBox({0.0f, -6.0f}, 1000.0f, 1.0f);
		const b2Vec2 velocity{30.0f, 20.0f};
		range.plugin.Fire({.velocity = velocity, .drag = drag});
		double time = 0.0;
		for (; range.plugin.Bullets().empty() == false; time += k_step)
		{
			range.Step(k_dt);
		}
		ASSERT_EQ(range.plugin.Impacts().size(), 1u);
		const ImpactEvent& hit = range.plugin.Impacts()[0];
		const ExpiredEvent& end = range.plugin.Expired()[0];
		const double age = time - k_step + static_cast<double>(hit.time);
		EXPECT_GT(age, 3.0);
		EXPECT_NEAR(static_cast<double>(hit.age), age, 1.0e-6);
		EXPECT_NEAR(static_cast<double>(hit.distance), LengthFlown(velocity, k_gravity, drag, age), 2.0e-5);
		EXPECT_EQ(end.age, hit.age);
		EXPECT_EQ(end.distance, hit.distance);
	}
}

TEST(Distance, AddsUpOverBouncesAndPierces)
{
	FiringRange range;
	AddRoom(range);
	for (int32_t i = 0; i < 10; ++i)
	{
		range.plugin.SetSurface(range.AddBox({-7.0f + 1.5f * static_cast<float>(i), 0.0f}, 0.01f, 9.0f, 0.1f),
		                        {.resistance = 1.0f, .ricochetAngle = 0.0f});
	}
	BulletDef def = Lasting({-9.0f, 1.0f}, {400.0f, 37.0f});
	def.maxBounces = 40;
	def.maxPierces = 1000;
	def.keepsPath = true;
	const BulletId id = range.plugin.Fire(def);
	PathJudge judge{range};
	for (int32_t step = 0; step < 120; ++step)
	{
		judge.Step(id, 1.0e-3); // each reported impact is up to 2e-6 m away from its place on the path
	}
	EXPECT_GT(judge.events, 150);
	EXPECT_GT(judge.flown, 400.0);
}

// Bullets slow down at each impact: in a V they lose their speed, and each pane takes a part of it. A slowed bullet
// continues from a little before the hit. The distance must still never decrease, also for a guided bullet.
TEST(Distance, NeverFalls)
{
	SceneRandom random(4106);
	int32_t impacts = 0;
	for (int32_t trial = 0; trial < 60; ++trial)
	{
		FiringRange range({0.0f, random.OneIn(2) ? -10.0f : 0.0f});
		const bool isV = random.OneIn(2);
		const b2Rot turn(random.Uniform(0.35f, 0.8f));
		const b2Vec2 corner{random.Uniform(-20.0f, 20.0f), random.Uniform(-20.0f, 20.0f)};
		if (isV)
		{
			range.Add(range.AddBody({0.0f, 0.0f}), *MakeEdge(corner + b2Vec2{30.0f, 0.0f}, corner))->SetFriction(0.0f);
			range.Add(range.AddBody({0.0f, 0.0f}), *MakeEdge(corner, corner + 30.0f * turn.GetXAxis()))
			    ->SetFriction(0.0f);
		}
		for (int32_t i = 0; isV == false && i < 20; ++i)
		{
			b2Body* pane = range.AddBody(corner + b2Vec2{-0.5f * static_cast<float>(i), 0.0f}, turn.GetAngle());
			range.plugin.SetSurface(range.Add(pane, BoxOf(0.01f, 20.0f)),
			                        {.resistance = 100.0f, .ricochetAngle = 0.0f});
		}
		BulletDef def;
		def.position = corner + b2Vec2{1.5f, 0.3f};
		def.velocity = {random.Uniform(-60.0f, -20.0f), 0.0f};
		def.dragQuadratic = random.OneIn(2) ? 0.05f : 0.0f;
		def.restitution = 0.0f;
		def.maxBounces = isV ? 1000000 : 0;
		def.maxPierces = isV ? 0 : 1000000;
		ASSERT_TRUE(range.plugin.Fire(def));
		float flown = 0.0f;
		for (int32_t step = 0; step < 30; ++step)
		{
			range.Step(1.0f / 60.0f);
			float time = 0.0f;
			for (const ImpactEvent& impact : range.plugin.Impacts())
			{
				EXPECT_GE(impact.distance, flown) << "trial " << trial << ", step " << step;
				EXPECT_GE(impact.time, time) << "trial " << trial << ", step " << step;
				flown = impact.distance;
				time = impact.time;
				impacts += 1;
			}
			for (const ExpiredEvent& end : range.plugin.Expired())
			{
				EXPECT_GE(end.distance, flown) << "trial " << trial << ", step " << step;
				EXPECT_GE(end.time, time) << "trial " << trial << ", step " << step;
			}
		}
	}
	EXPECT_GT(impacts, 1000);
}

TEST(Distance, OfAGuidedBulletIsThatOfItsPath)
{
	FiringRange range(k_gravity);
	AddRoom(range);
	BulletDef def{
	    .velocity = {40.0f, 10.0f}, .maxBounces = 9, .dragQuadratic = 0.001f, .thrust = 3.0f, .keepsPath = true};
	def.homing = {.point = {0.0f, 3.0f}, .turnRate = 1.0f};
	def.maxRange = 110.0f;
	const BulletId id = range.plugin.Fire(def);
	PathJudge judge{range};
	while (range.plugin.Bullets().empty() == false)
	{
		judge.Step(id, 2.0e-3); // the recorded chords are shorter than the arcs
	}
	ASSERT_EQ(range.plugin.Expired().size(), 1u);
	EXPECT_EQ(range.plugin.Expired()[0].reason, ExpiredEvent::Reason::Range);
	EXPECT_NEAR(range.plugin.Expired()[0].distance, 110.0f, 1.0e-4f);
	EXPECT_EQ(judge.events, 7);
}

// The recorded motion of a floor leads up to the bullet, and the bullet pushes the floor away. So the bullet waits at
// the floor to the end of the step, and restarts with each move. Just before its range, it moves by less than the
// spacing of floats.
TEST(Distance, ABulletThatWaitsAtABodyReachesItsRange)
{
	for (const float dragQuadratic : {0.0f, 0.01f})
	{
		for (int32_t i = 0; i < 100; ++i)
		{
			FiringRange range;
			b2Body* floor = range.AddBox({1000.0f, -2.0f}, 20.0f, 1.0f, 0.0f, b2_dynamicBody)->GetBody();
			floor->SetLinearVelocity({0.0f, 1.0f});
			BulletDef def{.position = {992.0f, 0.5f},
			              .velocity = {50.0f, -25.0f},
			              .mass = 100.0f,
			              .restitution = 0.0f,
			              .maxBounces = 100,
			              .dragQuadratic = dragQuadratic,
			              .keepsPath = true};
			def.drag = 0.3f;
			def.maxRange = 4.0f + 0.0137f * static_cast<float>(i);
			const BulletId id = range.plugin.Fire(def);
			range.Step(0.15f);
			ASSERT_LE(range.plugin.PathOf(id).size(), 200u) << "range " << def.maxRange;
			ASSERT_EQ(range.plugin.Expired().size(), 1u);
			EXPECT_EQ(range.plugin.Expired()[0].reason, ExpiredEvent::Reason::Range);
			EXPECT_NEAR(range.plugin.Expired()[0].distance, def.maxRange, 1.0e-4f);
		}
	}
}

TEST(Distance, GoesOnOverSteeringGravityAndAShiftedOrigin)
{
	FiringRange range;
	const BulletId id = range.plugin.Fire({.velocity = {0.0f, -20.0f}, .lifetime = 2.0f});
	const auto fly = [&](int32_t steps)
	{
		for (int32_t step = 0; step < steps; ++step)
		{
			range.Step(k_dt);
		}
	};
	fly(20);
	BulletDef def = *range.plugin.DefOf(id);
	def.position.x += 100.0f; // the bullet jumps to another place
	def.velocity = {0.0f, -30.0f};
	ASSERT_TRUE(range.plugin.Steer(id, def));
	fly(20);
	range.plugin.ShiftOrigin({50.0f, 50.0f});
	fly(20);
	range.world.SetGravity(k_gravity);
	while (range.plugin.Bullets().empty() == false)
	{
		fly(1);
	}
	const ExpiredEvent& end = range.plugin.Expired()[0];
	EXPECT_NEAR(end.age, 2.0f, 1.0e-6f);
	const double fall = 2.0 - 60.0 * k_step;
	EXPECT_NEAR(static_cast<double>(end.distance), 20.0 * k_step * (20.0 + 2.0 * 30.0) + fall * (30.0 + 5.0 * fall),
	            1.0e-4);
}

TEST(Distance, IsThereForTheRule)
{
	PluginDef def;
	def.rule = [](const ImpactEvent& impact) -> ImpactDecision
	{
		ImpactDecision decision = impact.response;
		decision.damage = 100.0f - impact.distance + 1000.0f * impact.age;
		return decision;
	};
	FiringRange range({0.0f, 0.0f}, def);
	range.AddBox({20.0f, 0.0f}, 1.0f, 9.0f);
	range.plugin.Fire(Straight({0.0f, 0.0f}, {400.0f, 0.0f}));
	range.plugin.Throw({.position = {0.0f, 5.0f}, .velocity = {200.0f, 0.0f}, .gravityScale = 0.0f});
	for (int32_t step = 0, count = 0; step < 10; ++step)
	{
		range.Step(k_dt);
		for (const ImpactEvent& impact : range.plugin.Impacts())
		{
			const float radius = impact.bullet ? 0.0f : GrenadeDef().radius;
			EXPECT_NEAR(impact.distance, 19.0f - radius, 1.0e-4f);
			EXPECT_NEAR(impact.damage, 81.0f + radius + 1000.0f * impact.age, 1.0e-3f);
			count += 1;
		}
		EXPECT_EQ(count, step < 2 ? 0 : step < 5 ? 1 : 2) << step;
	}
}

TEST(Distance, OfAGrenadeIsTheSumOfItsMoves)
{
	FiringRange range(k_gravity);
	range.AddBox({0.0f, -1.0f}, 100.0f, 1.0f);
	const GrenadeId id = range.plugin.Throw(
	    {.position = {0.0f, 3.0f}, .velocity = {6.0f, 0.0f}, .restitution = 0.5f, .friction = 0.4f, .fuse = 9.0f});
	constexpr float k_short = 1.0f / 960.0f;
	double flown = 0.0;
	double time = 0.0;
	b2Vec2 before{0.0f, 3.0f};
	int32_t impacts = 0;
	while (range.plugin.Grenades().empty() == false)
	{
		range.Step(k_short);
		for (const ImpactEvent& impact : range.plugin.Impacts())
		{
			flown += DistanceOf(before, impact.position);
			before = impact.position;
			EXPECT_NEAR(static_cast<double>(impact.distance), flown, 2.0e-4);
			EXPECT_NEAR(static_cast<double>(impact.age), time + static_cast<double>(impact.time), 1.0e-5);
			++impacts;
		}
		for (const ExpiredEvent& end : range.plugin.Expired())
		{
			EXPECT_NEAR(static_cast<double>(end.distance), flown, 2.0e-4);
			EXPECT_NEAR(end.age, 9.0f, 1.0e-6f);
		}
		if (const auto state = range.plugin.Find(id))
		{
			flown += DistanceOf(before, state->position);
			before = state->position;
		}
		time += static_cast<double>(k_short);
	}
	EXPECT_GT(impacts, 2);
	EXPECT_GT(flown, 6.0);
}

TEST(Distance, ContinuesFromASavedState)
{
	const auto fire = [](FiringRange& range)
	{
		range.AddBox({0.0f, -1.0f}, 100.0f, 1.0f);
		AddRoom(range);
		BulletDef def{.position = {0.0f, 5.0f}, .velocity = {20.0f, 3.0f}, .drag = 0.1f, .maxBounces = 99};
		range.plugin.Fire(def);
		def.thrust = 2.0f;
		def.maxRange = 70.0f;
		range.plugin.Fire(def);
		range.plugin.Throw({.position = {0.0f, 6.0f}, .velocity = {3.0f, 2.0f}, .fuse = 4.0f});
	};
	FiringRange whole(k_gravity);
	FiringRange part(k_gravity);
	fire(whole);
	fire(part);
	int32_t events = 0;
	for (int32_t step = 0; step < 320; ++step)
	{
		whole.Step(k_dt);
		part.Step(k_dt);
		ASSERT_EQ(whole.plugin.Impacts().size(), part.plugin.Impacts().size());
		ASSERT_EQ(whole.plugin.Expired().size(), part.plugin.Expired().size());
		for (size_t i = 0; i < whole.plugin.Impacts().size(); ++i, ++events)
		{
			EXPECT_EQ(whole.plugin.Impacts()[i].distance, part.plugin.Impacts()[i].distance);
			EXPECT_EQ(whole.plugin.Impacts()[i].age, part.plugin.Impacts()[i].age);
		}
		for (size_t i = 0; i < whole.plugin.Expired().size(); ++i, ++events)
		{
			EXPECT_EQ(whole.plugin.Expired()[i].distance, part.plugin.Expired()[i].distance);
			EXPECT_EQ(whole.plugin.Expired()[i].age, part.plugin.Expired()[i].age);
		}
		std::vector<std::byte> bytes;
		ASSERT_TRUE(part.plugin.Save(bytes));
		part.plugin.Clear();
		ASSERT_TRUE(part.plugin.Restore(bytes));
	}
	EXPECT_GT(events, 12);
}

TEST(Distance, OfManyBulletsThatAreCastAhead)
{
	FiringRange range;
	Random random(5);
	for (int32_t i = 0; i < 300; ++i)
	{
		range.AddBox({random.Uniform(-60.0f, 60.0f), random.Uniform(-60.0f, 60.0f)}, 0.5f, 0.5f);
	}
	struct Shot
	{
		double speed, fired;
	};
	std::vector<Shot> shots;
	int32_t hits = 0;
	for (int32_t step = 0; step < 60; ++step)
	{
		for (int32_t i = 0; i < 500; ++i)
		{
			const b2Vec2 velocity{random.Uniform(-90.0f, 90.0f), random.Uniform(-90.0f, 90.0f)};
			const b2Vec2 position{random.Uniform(-60.0f, 60.0f), random.Uniform(-60.0f, 60.0f)};
			range.plugin.Fire({.position = position, .velocity = velocity, .userData = shots.size()});
			shots.push_back({SpeedOf(velocity), step * k_step});
		}
		range.Step(k_dt);
		for (const ImpactEvent& impact : range.plugin.Impacts())
		{
			const Shot& shot = shots[impact.userData];
			const double age = step * k_step + static_cast<double>(impact.time) - shot.fired;
			EXPECT_NEAR(static_cast<double>(impact.age), age, 1.0e-6);
			EXPECT_NEAR(static_cast<double>(impact.distance), shot.speed * age, 1.0e-4);
			++hits;
		}
		range.plugin.ShiftOrigin({step % 7 == 3 ? 0.25f : 0.0f, 0.0f}); // a shift of the origin starts a new arc
	}
	EXPECT_GT(hits, 3000);
}

} // namespace ricochet::test::distance_test
