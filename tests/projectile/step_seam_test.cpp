// MIT License, Copyright (c) 2026 the ricochet authors

#include "projectile/firing_range.h"

#include "support/hit_point.h"
#include "support/reference_flight.h"

#include <algorithm>

// Tests steps that end exactly on a target. Either the end of one step or the start of the next one must stop the
// bullet, but not both.

namespace ricochet::test::step_seam_test
{

namespace
{

constexpr float k_exactDt = 1.0f / 64.0f;

struct Row
{
	const char* name;
	b2Fixture* (*add)(FiringRange& range, b2Vec2 hit);
};

// Each target has its surface exactly at `hit` for a bullet that flies along the x axis from the left.
const Row k_rows[] = {
    {"face of a box",
     [](FiringRange& range, b2Vec2 hit)
     {
	     return range.AddBox(hit + b2Vec2{0.25f, 0.125f}, 0.25f, 1.0f);
     }},
    {"corner of a diamond",
     [](FiringRange& range, b2Vec2 hit)
     {
	     const b2Vec2 vertices[] = {hit, hit + b2Vec2{0.5f, -0.5f}, hit + b2Vec2{1.0f, 0.0f}, hit + b2Vec2{0.5f, 0.5f}};
	     return range.Add(range.AddBody({0.0f, 0.0f}), HullOf(vertices));
     }},
    {"rim of a circle",
     [](FiringRange& range, b2Vec2 hit)
     {
	     return range.AddCircle(hit + b2Vec2{0.25f, 0.0f}, 0.25f);
     }},
    {"edge",
     [](FiringRange& range, b2Vec2 hit)
     {
	     return range.AddEdge(hit - b2Vec2{0.5f, 1.0f}, hit + b2Vec2{0.5f, 1.0f});
     }},
    {"vertex of a straight chain",
     [](FiringRange& range, b2Vec2 hit)
     {
	     return range.AddChain({hit - b2Vec2{0.0f, 1.0f}, hit, hit + b2Vec2{0.0f, 1.0f}});
     }},
    {"tip of a chain",
     [](FiringRange& range, b2Vec2 hit)
     {
	     return range.AddChain({hit + b2Vec2{1.0f, -1.0f}, hit, hit + b2Vec2{1.0f, 1.0f}});
     }},
    {"notch of a chain",
     [](FiringRange& range, b2Vec2 hit)
     {
	     return range.AddChain({hit + b2Vec2{-1.0f, -1.0f}, hit, hit + b2Vec2{-1.0f, 1.0f}});
     }},
    {"corner of a loop",
     [](FiringRange& range, b2Vec2 hit)
     {
	     return range.AddLoop({hit, hit + b2Vec2{1.0f, -1.0f}, hit + b2Vec2{2.0f, 0.0f}, hit + b2Vec2{1.0f, 1.0f}});
     }},
};

// Returns a multiple of 1 / 1024. Box2D and the bullet reach it without rounding.
float Dyadic(SceneRandom& random, int32_t low, int32_t high)
{
	return static_cast<float>(low + random.Below(high - low)) / 1024.0f;
}

} // namespace

TEST(StepSeam, ABulletWhoseStepEndsOnAStaticTargetStopsOnce)
{
	const int32_t count = ScaledCount(100000);
	const uint64_t seed = 31;
	SceneRandom random(seed);
	Trouble trouble;
	int32_t fired = 0;
	while (fired < count)
	{
		FiringRange range;
		const b2Vec2 origin = {Dyadic(random, -8192, 8192), Dyadic(random, -8192, 8192)};
		struct Shot
		{
			float stepLength, hit;
			int32_t steps, impacts;
			const char* target;
		};
		std::vector<Shot> shots;
		for (size_t row = 0; row < std::size(k_rows); ++row)
		{
			const b2Vec2 hit = origin + b2Vec2{0.0f, 8.0f * static_cast<float>(row)};
			k_rows[row].add(range, hit);
			for (int32_t i = 0; i < 100; ++i)
			{
				// Half of the bullets are fast, and the other half are slow.
				const float stepLength = random.OneIn(2) ? Dyadic(random, 1, 16384) : Dyadic(random, 1, 256);
				const int32_t steps = 1 + random.Below(3);
				const b2Vec2 start = {hit.x - static_cast<float>(steps) * stepLength, hit.y};
				BulletDef def{.position = start, .velocity = {stepLength / k_exactDt, 0.0f}, .gravityScale = 0.0f};
				def.userData = shots.size();
				range.plugin.Fire(def);
				shots.push_back({stepLength, hit.x, steps, 0, k_rows[row].name});
				++fired;
			}
		}
		for (int32_t step = 1; step <= 6; ++step)
		{
			range.Step(k_exactDt);
			for (const ImpactEvent& event : range.plugin.Impacts())
			{
				Shot& shot = shots[event.userData];
				++shot.impacts;
				const bool atEnd = step == shot.steps && event.time == k_exactDt;
				const bool atStart = step == shot.steps + 1 && event.time == 0.0f;
				if ((atEnd || atStart) == false ||
				    IsBeside(event.enter.point, {shot.hit, event.enter.point.y}) == false)
				{
					trouble.Add("%s: step %d of %d, time %.9g, x %.9g, not %.9g; stepLength %.9g", shot.target, step,
					            shot.steps, static_cast<double>(event.time), static_cast<double>(event.enter.point.x),
					            static_cast<double>(shot.hit), static_cast<double>(shot.stepLength));
				}
			}
		}
		for (const Shot& shot : shots)
		{
			if (shot.impacts != 1)
			{
				trouble.Add("%s: %d impacts, x %.9g, stepLength %.9g, steps %d", shot.target, shot.impacts,
				            static_cast<double>(shot.hit), static_cast<double>(shot.stepLength), shot.steps);
			}
		}
	}
	EXPECT_EQ(trouble.Count(), 0) << "of " << fired << ", seed " << seed << "; first: " << trouble.First();
}

TEST(StepSeam, APierceThatEndsItsStepOnTheFarFaceIsOneImpact)
{
	const uint64_t seed = 32;
	SceneRandom random(seed);
	Trouble trouble;
	const int32_t count = ScaledCount(10000);
	for (int32_t i = 0; i < count; ++i)
	{
		// The near face is at x and the far face at x + 2^-k. The steps of the bullets end on both faces.
		FiringRange range;
		const float x = Dyadic(random, -1024, 1024);
		const float thickness = 1.0f / static_cast<float>(1 << random.Below(6));
		range.AddBox({x + 0.5f * thickness, 0.0f}, 0.5f * thickness, 1.0f);
		const float stepLength = random.OneIn(2) ? thickness : 0.5f * thickness;
		const BulletId id = range.plugin.Fire({.position = {x - 2.0f * stepLength, 0.0f},
		                                       .velocity = {stepLength / k_exactDt, 0.0f},
		                                       .gravityScale = 0.0f,
		                                       .maxPierces = 9});
		int32_t impacts = 0;
		for (int32_t step = 0; step < 7; ++step)
		{
			range.Step(k_exactDt);
			impacts += CountOf(range.plugin.Impacts(), id);
		}
		const auto state = range.plugin.Find(id);
		if (impacts != 1 || state.has_value() == false || state->position.x != x + 5.0f * stepLength)
		{
			trouble.Add("%d impacts; x %.9g, thickness %.9g, stepLength %.9g, ends at %.9g", impacts,
			            static_cast<double>(x), static_cast<double>(thickness), static_cast<double>(stepLength),
			            state ? static_cast<double>(state->position.x) : NAN);
		}
	}
	EXPECT_EQ(trouble.Count(), 0) << "of " << count << ", seed " << seed << "; first: " << trouble.First();
}

TEST(StepSeam, ABulletWhoseStepEndsOnAMovingFaceStopsOnce)
{
	const int32_t rounds = ScaledCount(100);
	const uint64_t seed = 33;
	SceneRandom random(seed);
	Trouble trouble;
	for (int32_t round = 0; round < rounds; ++round)
	{
		// The box moves by a multiple of 1 / 1024 m in a step, so every number here is exact.
		FiringRange range;
		const float face = Dyadic(random, -4096, 4096);
		const b2Vec2 way = {Dyadic(random, -1024, 1024), Dyadic(random, -256, 256)};
		b2Fixture* box = range.AddBox({face + 0.5f, 0.0f}, 0.5f, 4.0f, 0.0f, b2_kinematicBody);
		box->GetBody()->SetLinearVelocity((1.0f / k_exactDt) * way);
		std::vector<int32_t> impacts(100);
		for (size_t i = 0; i < impacts.size(); ++i)
		{
			// The bullet is faster than the box, so a bullet on the face enters the box.
			const float stepLength = b2Max(way.x, 0.0f) + Dyadic(random, 1, 8192);
			const float y = Dyadic(random, -512, 512);
			BulletDef def{.position = {face + way.x - stepLength, y},
			              .velocity = {stepLength / k_exactDt, 0.0f},
			              .gravityScale = 0.0f};
			def.userData = i;
			range.plugin.Fire(def);
		}
		for (int32_t step = 0; step < 4; ++step)
		{
			range.Step(k_exactDt);
			ASSERT_EQ(box->GetBody()->GetPosition().x, face + 0.5f + static_cast<float>(step + 1) * way.x)
			    << "not exact";
			for (const ImpactEvent& event : range.plugin.Impacts())
			{
				++impacts[event.userData];
				const bool atSeam = (step == 0 && event.time == k_exactDt) || (step == 1 && event.time == 0.0f);
				if (atSeam == false)
				{
					trouble.Add("step %d, time %.9g; seed %d, round %d", step, static_cast<double>(event.time),
					            static_cast<int>(seed), round);
				}
			}
		}
		for (const int32_t hits : impacts)
		{
			if (hits != 1)
			{
				trouble.Add("%d impacts; seed %d, round %d, face %.9g, way (%.9g, %.9g)", hits, static_cast<int>(seed),
				            round, static_cast<double>(face), static_cast<double>(way.x), static_cast<double>(way.y));
			}
		}
	}
	EXPECT_EQ(trouble.Count(), 0) << "first: " << trouble.First();
}

TEST(StepSeam, ABulletWhoseStepEndsOnATurningTargetStopsOnce)
{
	const int32_t rounds = ScaledCount(200);
	const uint64_t seed = 34;
	SceneRandom random(seed);
	Trouble trouble;
	for (int32_t round = 0; round < rounds; ++round)
	{
		// An identical second world tells the exact pose of the target after the first step. Half of the targets are
		// chains, with a vertex in the middle of the edge that replaces the box's upper face.
		FiringRange range, twin;
		const bool chain = round % 2 == 1;
		const b2Vec2 center = random.InBox(20.0f);
		const float angle = random.Uniform(-3.0f, 3.0f);
		const b2Vec2 velocity = random.InBox(50.0f);
		const float spin = random.Uniform(-20.0f, 20.0f);
		for (FiringRange* one : {&twin, &range})
		{
			b2Body* body =
			    chain
			        ? one->AddChain({{0.5f, 0.25f}, {0.0f, 0.25f}, {-0.5f, 0.25f}}, center, b2_kinematicBody)->GetBody()
			        : one->AddBox(center, 0.5f, 0.25f, 0.0f, b2_kinematicBody)->GetBody();
			body->SetTransform(center, angle);
			body->SetLinearVelocity(velocity);
			body->SetAngularVelocity(spin);
		}
		twin.world.Step(k_exactDt, 8, 3);
		const b2Transform& after = twin.world.GetBodyList()->GetTransform();

		std::vector<int32_t> impacts(100);
		for (size_t i = 0; i < impacts.size(); ++i)
		{
			// The bullet ends on the face or, in one case of four, on a vertex. It flies into the box at up to 60
			// degrees from the normal.
			const bool vertex = random.OneIn(4);
			const float side = random.OneIn(2) ? 1.0f : -1.0f;
			const float corner = chain ? 0.0f : 0.5f;
			const b2Vec2 local = {side * (vertex ? corner : random.Uniform(0.0f, 0.45f)), 0.25f};
			const b2Vec2 normal = vertex && chain == false ? b2Vec2{side * 0.6f, 0.8f} : b2Vec2{0.0f, 1.0f};
			const float tilt = vertex ? random.Uniform(-0.2f, 0.2f) : random.Uniform(-1.0f, 1.0f);
			const b2Vec2 inward = b2Mul(after.q, b2Mul(b2Rot(tilt), -normal));
			const b2Vec2 flight = velocity + 300.0f * inward;
			BulletDef def{
			    .position = b2Mul(after, local) - k_exactDt * flight, .velocity = flight, .gravityScale = 0.0f};
			def.userData = i;
			range.plugin.Fire(def);
		}
		for (int32_t step = 0; step < 4; ++step)
		{
			range.Step(k_exactDt);
			for (const ImpactEvent& event : range.plugin.Impacts())
			{
				++impacts[event.userData];
			}
		}
		for (size_t i = 0; i < impacts.size(); ++i)
		{
			if (impacts[i] != 1)
			{
				trouble.Add("%d impacts; seed %d, round %d, bullet %d", impacts[i], static_cast<int>(seed), round,
				            static_cast<int>(i));
			}
		}
	}
	EXPECT_EQ(trouble.Count(), 0) << "first: " << trouble.First();
}

TEST(StepSeam, ASlowBulletPiercesOnceWhereverInAStepItMeetsTheEdge)
{
	// After a pierce, the bullet continues from slightly before the edge. The rest of the step may be too short to
	// reach the edge.
	constexpr float k_speed = 0.001f;
	for (int32_t i = 0; i < 400; ++i)
	{
		const float x = 1.0f + k_speed * k_exactDt * (4.0f + 0.0025f * static_cast<float>(i));
		FiringRange range;
		range.AddEdge({x, -1.0f}, {x, 1.0f});
		range.plugin.Fire(
		    {.position = {1.0f, 0.0f}, .velocity = {k_speed, 0.0f}, .gravityScale = 0.0f, .maxPierces = 100});
		size_t impacts = 0;
		for (int32_t step = 0; step < 12; ++step)
		{
			range.Step(k_exactDt);
			impacts += range.plugin.Impacts().size();
		}
		EXPECT_EQ(impacts, 1u) << i;
		ASSERT_EQ(range.plugin.Bullets().size(), 1u);
		EXPECT_GT(range.plugin.Bullets().front().position.x, x);
	}
}

} // namespace ricochet::test::step_seam_test
