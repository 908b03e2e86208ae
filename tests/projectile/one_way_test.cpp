// MIT License, Copyright (c) 2026 the ricochet authors

#include "projectile/firing_range.h"

#include <algorithm>

// Tests one-way platforms. A grenade that can hit only one side of a platform passes from the other side and lands on
// top.

namespace ricochet::test::one_way_test
{

namespace
{

constexpr float k_rates[] = {30.0f, 60.0f, 144.0f, 240.0f};
constexpr float k_radii[] = {0.05f, 0.2f};

enum class Platform
{
	Chain,
	BentChain,
	Edges
};

constexpr Platform k_platforms[] = {Platform::Chain, Platform::BentChain, Platform::Edges};

// Adds a platform that is 8 m wide. Grenades whose filter has the given sides hit it from above. Its top is at y = 0,
// or up to 0.2 m below.
b2Body* AddPlatform(FiringRange& range, Platform kind, Sides sides, b2BodyType type = b2_staticBody)
{
	// The front of an edge is to the right of its direction.
	std::vector<b2Vec2> vertices{{4.0f, 0.0f}, {2.0f, 0.0f}, {0.3f, 0.0f}, {-1.0f, 0.0f}, {-4.0f, 0.0f}};
	if (kind == Platform::BentChain)
	{
		vertices = {{4.0f, 0.0f}, {2.0f, -0.1f}, {0.3f, -0.2f}, {-1.0f, -0.15f}, {-4.0f, 0.0f}};
	}
	if (sides == Sides::Back)
	{
		std::reverse(vertices.begin(), vertices.end());
	}
	if (kind != Platform::Edges)
	{
		return range.AddChain(vertices, {0.0f, 0.0f}, type)->GetBody();
	}
	b2Body* body = range.AddBody({0.0f, 0.0f}, 0.0f, type);
	for (size_t i = 0; i + 1 < vertices.size(); ++i)
	{
		const b2Vec2 way = vertices[i + 1] - vertices[i];
		range.Add(body, EdgeOf(vertices[i] - way, vertices[i], vertices[i + 1], vertices[i + 1] + way));
	}
	return body;
}

GrenadeDef ThrownUp(SceneRandom& random, float radius, Sides sides, float height, float apex)
{
	GrenadeDef def;
	def.radius = radius;
	def.position = {random.Uniform(-1.5f, 1.5f), height};
	def.velocity = {random.Uniform(-0.5f, 0.5f), std::sqrt(20.0f * (apex - height))};
	def.fuse = 1.0e6f;
	def.filter.sides = sides;
	return def;
}

struct OneWay
{
	FiringRange range{k_gravity};
	b2Body* platform;
	float rate;
	Trouble trouble;

	OneWay(Platform kind, Sides sides, float stepRate, b2BodyType type = b2_staticBody)
	    : platform(AddPlatform(range, kind, sides, type)), rate(stepRate)
	{
	}

	void Step(int32_t step)
	{
		range.Step(1.0f / rate);
		if (range.plugin.Stats().contactLimits > 0)
		{
			trouble.Add("step %d: %d contact limits", step, range.plugin.Stats().contactLimits);
		}
		for (const ExpiredEvent& event : range.plugin.Expired())
		{
			trouble.Add("step %d: grenade %d ends for reason %d", step, static_cast<int>(event.grenade.index),
			            static_cast<int>(event.reason));
		}
	}

	// Checks that grenades without an impact so far are where free flight leads them.
	void CheckFree(int32_t step, std::span<const GrenadeDef> thrown, std::span<const bool> hasMet)
	{
		const double time = static_cast<double>(step + 1) * static_cast<double>(1.0f / rate);
		for (const GrenadeState& state : range.plugin.Grenades())
		{
			const GrenadeDef& def = thrown[state.id.index];
			const double y =
			    static_cast<double>(def.position.y) + static_cast<double>(def.velocity.y) * time - 5.0 * time * time;
			if (hasMet[state.id.index] == false && std::abs(static_cast<double>(state.position.y) - y) > 1.0e-4)
			{
				trouble.Add("step %d: grenade %d is at height %.9g, in free flight it would be at %.9g", step,
				            static_cast<int>(state.id.index), static_cast<double>(state.position.y), y);
			}
		}
	}
};

template <class Run>
void ForEveryPlatform(Run run)
{
	for (const Platform kind : k_platforms)
	{
		for (const Sides sides : {Sides::Front, Sides::Back})
		{
			for (const float radius : k_radii)
			{
				for (const float rate : k_rates)
				{
					SCOPED_TRACE(testing::Message() << "platform " << static_cast<int>(kind) << ", "
					                                << (sides == Sides::Front ? "front" : "back") << ", radius "
					                                << radius << ", " << rate << " Hz");
					run(kind, sides, radius, rate);
				}
			}
		}
	}
}

struct Place
{
	Platform kind;
	Sides sides;
	float rate;
};

// The number of grenades for each platform, radius and rate.
constexpr size_t k_most = 60;

size_t Count()
{
	return std::max<size_t>(6, static_cast<size_t>(ScaledCount(k_most)));
}

size_t MovingCount()
{
	return std::max<size_t>(2, static_cast<size_t>(ScaledCount(10)));
}

void ThroughAndOnTop(Platform kind, Sides sides, float radius, float rate)
{
	SceneRandom random(501);
	OneWay scene(kind, sides, rate);
	std::vector<GrenadeDef> thrown;
	bool hasMet[k_most] = {};
	for (size_t i = 0; i < Count(); ++i)
	{
		const float height = random.Uniform(-1.5f, -0.3f) - radius;
		thrown.push_back(ThrownUp(random, radius, sides, height, radius + random.Uniform(0.05f, 1.5f)));
		scene.range.plugin.Throw(thrown.back());
	}
	for (int32_t step = 0; step < static_cast<int32_t>(5.0f * rate); ++step)
	{
		scene.Step(step);
		for (const ImpactEvent& impact : scene.range.plugin.Impacts())
		{
			hasMet[impact.grenade.index] = true;
			if (impact.velocityBefore.y >= 0.0f)
			{
				scene.trouble.Add("step %d: grenade %d meets the platform from below", step,
				                  static_cast<int>(impact.grenade.index));
			}
		}
		scene.CheckFree(step, thrown, hasMet);
	}
	size_t onTop = 0;
	for (const GrenadeState& state : scene.range.plugin.Grenades())
	{
		const float lowest = kind == Platform::BentChain ? -0.2f : 0.0f;
		onTop += state.position.y > lowest + radius - 1.0e-4f && state.position.y < radius + 0.01f ? 1 : 0;
	}
	EXPECT_EQ(scene.trouble.Count(), 0) << "first: " << scene.trouble.First();
	EXPECT_EQ(onTop, Count());
}

// Throws grenades that turn back while they overlap the platform, before they have passed it. They are anywhere, or
// clear of its vertices.
void TurnInside(const Place& place, float radius, bool atVertices)
{
	const auto& [kind, sides, rate] = place;
	SceneRandom random(502);
	OneWay scene(kind, sides, rate);
	std::vector<GrenadeDef> thrown;
	const bool hasMet[k_most] = {};
	for (size_t i = 0; i < Count(); ++i)
	{
		const float height = random.Uniform(-1.5f, -0.3f) - radius;
		const float bottom = kind == Platform::BentChain ? -0.2f : 0.0f;
		GrenadeDef def = ThrownUp(random, radius, sides, height, bottom + random.Uniform(-0.9f, 0.9f) * radius);
		if (atVertices == false)
		{
			def.position.x = random.Uniform(-0.75f, 0.05f);
			def.velocity.x = 0.0f;
		}
		thrown.push_back(def);
		scene.range.plugin.Throw(thrown.back());
	}
	for (int32_t step = 0; step < static_cast<int32_t>(1.5f * rate); ++step)
	{
		scene.Step(step);
		for (const ImpactEvent& impact : scene.range.plugin.Impacts())
		{
			scene.trouble.Add("step %d: grenade %d, apex %.9g above the platform, has an impact at height %.9g", step,
			                  static_cast<int>(impact.grenade.index),
			                  static_cast<double>(thrown[impact.grenade.index].position.y) +
			                      EnergyOf(0.1, thrown[impact.grenade.index].velocity),
			                  static_cast<double>(impact.enter.point.y));
		}
		scene.CheckFree(step, thrown, hasMet);
	}
	EXPECT_EQ(scene.trouble.Count(), 0) << "first: " << scene.trouble.First();
}

// Moves the platform up and down, or to and fro, while grenades pass. Then the platform stops.
void ThroughAMovingOne(Platform kind, Sides sides, float radius, float rate)
{
	for (const b2Vec2 way : {b2Vec2{0.0f, 1.0f}, b2Vec2{0.0f, -1.0f}, b2Vec2{1.0f, 0.0f}})
	{
		SCOPED_TRACE(testing::Message() << "way (" << way.x << ", " << way.y << ")");
		SceneRandom random(503);
		OneWay scene(kind, sides, rate, b2_kinematicBody);
		for (size_t i = 0; i < MovingCount(); ++i)
		{
			const float height = random.Uniform(-2.5f, -1.5f) - radius;
			scene.range.plugin.Throw(ThrownUp(random, radius, sides, height, radius + random.Uniform(1.5f, 2.5f)));
		}
		const auto steps = static_cast<int32_t>(6.0f * rate);
		for (int32_t step = 0; step < steps; ++step)
		{
			const float time = static_cast<float>(step) / rate;
			scene.platform->SetLinearVelocity(time < 4.0f ? std::cos(3.0f * time) * way : b2Vec2{0.0f, 0.0f});
			scene.Step(step);
		}
		size_t onTop = 0;
		for (const GrenadeState& state : scene.range.plugin.Grenades())
		{
			const float height = state.position.y - scene.platform->GetPosition().y;
			const float lowest = kind == Platform::BentChain ? -0.2f : 0.0f;
			onTop += height > lowest + radius - 1.0e-4f && height < radius + 0.01f ? 1 : 0;
		}
		EXPECT_EQ(scene.trouble.Count(), 0) << "first: " << scene.trouble.First();
		EXPECT_EQ(onTop, MovingCount());
	}
}

} // namespace

TEST(OneWay, ThrownUpTheyPassAndLandOnTop)
{
	ForEveryPlatform(ThroughAndOnTop);
}

TEST(OneWay, WhoTurnsInsideFallsBackWithoutAnImpact)
{
	ForEveryPlatform(
	    [](Platform kind, Sides sides, float radius, float rate) {
		    TurnInside({kind, sides, rate}, radius, false);
	    });
}

TEST(OneWay, WhoTurnsInsideAtAVertexFallsBackWithoutAnImpact)
{
	ForEveryPlatform(
	    [](Platform kind, Sides sides, float radius, float rate) {
		    TurnInside({kind, sides, rate}, radius, true);
	    });
}

TEST(OneWay, ThrownUpTheyPassAMovingOneAndLandOnTop)
{
	ForEveryPlatform(ThroughAMovingOne);
}

} // namespace ricochet::test::one_way_test
