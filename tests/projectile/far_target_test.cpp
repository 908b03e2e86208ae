// MIT License, Copyright (c) 2026 the ricochet authors

#include "projectile/turning_trial.h"

// Far from the origin, two successive entries of a bullet into a rotating body may be closer together than the spacing
// of floats. Tests that each entry is still reported exactly once.

namespace ricochet::test::far_target_test
{

namespace
{

constexpr float k_oddDt = 1.0f / 191.0f;
constexpr int32_t k_steps = 100;

PluginDef Passing(Response response)
{
	PluginDef def;
	def.maxContactsPerStep = 64;
	def.rule = [response](const ImpactEvent&)
	{
		return response;
	};
	return def;
}

b2Fixture* AddHexagon(FiringRange& range, b2Body* body, float scale, bool isLoop)
{
	b2Vec2 vertices[] = {{0x1.40dc9cp+2f, -0x1.4be916p-2f},  {0x1.4adc6ap+1f, 0x1.13b574p+2f},
	                     {-0x1.35f474p+1f, 0x1.19b79ap+2f},  {-0x1.3f155ap+2f, -0x1.3cd222p-1f},
	                     {-0x1.3b11fcp+1f, -0x1.184b84p+2f}, {0x1.5f6796p+1f, -0x1.0d477ap+2f}};
	for (b2Vec2& vertex : vertices)
	{
		vertex *= scale;
	}
	if (isLoop)
	{
		return range.Add(body, LoopOf(vertices));
	}
	return range.Add(body, HullOf(vertices));
}

// Bullets fly at a rotating hexagon, which is a solid or a loop of edges.
struct FarRange : FiringRange
{
	FarRange(b2Vec2 center, float angle, Response response, float scale = 1.0f, bool isLoop = false)
	    : FiringRange({0.0f, 0.0f}, Passing(response)), body(AddBody(center, angle, b2_kinematicBody)),
	      fixture(AddHexagon(*this, body, scale, isLoop))
	{
		plugin.SetSurface(fixture, {.resistance = 0.0f});
		body->SetAngularVelocity(0x1.266e3p-3f / k_oddDt);
	}

	void Fire(b2Vec2 position, b2Vec2 velocity)
	{
		plugin.Fire({.position = position,
		             .velocity = velocity,
		             .mass = 1.0f,
		             .gravityScale = 0.0f,
		             .maxPierces = 1000000,
		             .userData = shots.size()});
		shots.push_back({position, velocity, {}});
	}

	void Run()
	{
		for (int32_t step = 0; step < k_steps; ++step)
		{
			path.emplace_back(*body);
			Step(k_oddDt, [&] { path.back().Close(); });
			for (const ImpactEvent& event : plugin.Impacts())
			{
				shots[event.userData].told.push_back(step + static_cast<double>(event.time) / k_oddDt);
			}
			EXPECT_EQ(plugin.Expired().size(), 0u);
		}
	}

	struct Shot
	{
		b2Vec2 position, velocity;
		std::vector<double> told; // in steps
	};

	[[nodiscard]] double HeightAt(const Shot& shot, double time) const
	{
		const Point2 place = Widen(shot.position) + time * static_cast<double>(k_oddDt) * Widen(shot.velocity);
		const auto step = std::min(static_cast<size_t>(time), path.size() - 1);
		return SignedDistance(*fixture->GetShape(), 0, path[step].At(time - static_cast<double>(step)).ToLocal(place));
	}

	// True if an entry is reported twice, or if a reported entry is farther from the surface than rounding explains.
	[[nodiscard]] bool IsToldWrongly(const Shot& shot) const
	{
		const double band = 0.001 + 8.0 * UlpOf(static_cast<double>(shot.position.y));
		double last = -1.0;
		for (const double time : shot.told)
		{
			if (time <= last || std::abs(HeightAt(shot, time)) > band)
			{
				return true;
			}
			last = time;
		}
		return false;
	}

	b2Body* body;
	b2Fixture* fixture;
	std::vector<BodyPath> path;
	std::vector<Shot> shots;
};

// Fires from all sides at a small hexagon whose surface moves about as fast as the bullets.
void ShootThousands(float offset, Response response, uint64_t seed)
{
	SceneRandom random(seed);
	int32_t wrong = 0;
	int32_t entered = 0;
	for (int32_t round = 0; round < 80; ++round)
	{
		FarRange range({random.Uniform(0.5f, 1.0f) * offset, offset}, random.Uniform(-3.0f, 3.0f), response, 0.1f,
		               round % 2 == 1);
		range.body->SetAngularVelocity(random.LogUniform(5.0f, 40.0f));
		for (int32_t i = 0; i < 50; ++i)
		{
			const b2Vec2 direction = random.Direction();
			const b2Vec2 beside = random.Uniform(-0.5f, 0.5f) * b2Cross(direction, 1.0f);
			range.Fire(range.body->GetPosition() + beside - 0.8f * direction,
			           random.LogUniform(2.0f, 100.0f) * direction);
		}
		range.Run();
		for (const FarRange::Shot& shot : range.shots)
		{
			entered += shot.told.empty() ? 0 : 1;
			wrong += round % 2 == 0 && range.IsToldWrongly(shot) ? 1 : 0;
		}
	}
	EXPECT_EQ(wrong, 0);
	EXPECT_GT(entered, 2000);
}

} // namespace

TEST(FarTarget, ATurningPolygonAHundredKilometresOutIsToldOnce)
{
	FarRange range({0x1.b5c524p+15f, 0x1.438c54p+16f}, std::atan2(0x1.227e58p-1f, 0x1.a59cecp-1f), Response::Pierce);
	range.Fire({0x1.b5ccccp+15f, 0x1.4382bcp+16f}, {-0x1.3a2614p+7f, 0x1.55c4fcp+7f});
	range.Run();
	EXPECT_FALSE(range.shots[0].told.empty());
	EXPECT_FALSE(range.IsToldWrongly(range.shots[0]));
}

TEST(FarTarget, BulletsThatPierceItFiveKilometresOutAreToldOfEveryEntryOnce)
{
	ShootThousands(5.0e3f, Response::Pierce, 71);
}

TEST(FarTarget, BulletsThatPierceItAHundredKilometresOutAreToldOfEveryEntryOnce)
{
	ShootThousands(1.0e5f, Response::Pierce, 72);
}

TEST(FarTarget, BulletsThatIgnoreItAHundredKilometresOutAreToldOfEveryEntryOnce)
{
	ShootThousands(1.0e5f, Response::Ignore, 73);
}

TEST(FarTarget, AWayLongerThanTheLargestFloatMeetsWhatStandsOnIt)
{
	// In one step, the bullet flies from one end of the range of floats to the other. Floats cannot represent its
	// displacement.
	constexpr float k_far = 3.0e38f;
	for (const b2Vec2 direction : {b2Vec2{1.0f, 0.0f}, b2Vec2{0.0f, -1.0f}, b2Vec2{1.0f, 1.0f}, b2Vec2{-1.0f, 0.001f}})
	{
		for (const b2BodyType type : {b2_staticBody, b2_kinematicBody})
		{
			for (const float radius : {0.0f, 0.5f})
			{
				FiringRange range;
				b2Fixture* box = range.AddBox({0.0f, 0.0f}, 1.0f, 1.0f, 0.0f, type);
				box->GetBody()->SetLinearVelocity(type == b2_kinematicBody ? b2Vec2{0.1f, 0.1f} : b2Vec2{0.0f, 0.0f});
				for (int32_t i = 0; i < 20; ++i)
				{
					range.AddBox({-47.5f + 5.0f * static_cast<float>(i), 300.0f}, 1.0f, 1.0f);
				}
				const b2Vec2 from = -k_far * direction;
				if (radius == 0.0f)
				{
					range.plugin.Fire({.position = from, .velocity = k_far * direction, .gravityScale = 0.0f});
				}
				else
				{
					range.plugin.Throw({.position = from,
					                    .velocity = k_far * direction,
					                    .radius = radius,
					                    .gravityScale = 0.0f,
					                    .fuse = 5.0f});
				}
				range.Step(2.0f);
				ASSERT_GE(range.plugin.Impacts().size(), 1u) << direction.x << " " << direction.y << " " << radius;
				EXPECT_EQ(range.plugin.Impacts()[0].fixture, box);
			}
		}
	}
}

} // namespace ricochet::test::far_target_test
