// MIT License, Copyright (c) 2026 the ricochet authors

#include "projectile/judged_range.h"

#include "support/reference_flight.h"

#include <algorithm>

// Hundreds of grenades fly among shapes of every kind. No grenade is ever inside a solid, and none gains energy from
// static bodies.

namespace ricochet::test::grenade_scene_test
{

namespace
{

constexpr float k_halfWidth = 10.0f;

b2Fixture* AddRandomShape(SceneRandom& random, JudgedRange& range, b2BodyType type)
{
	b2Body* body = range.AddBody(random.InBox(k_halfWidth), random.Uniform(-3.0f, 3.0f), type);
	switch (random.Below(type == b2_staticBody ? 5 : 3))
	{
	case 0:
		return range.Add(body, RandomPolygon(random, 1.0f));
	case 1:
		return range.Add(body, CircleOf(random.Uniform(0.3f, 1.2f)));
	case 2:
		return range.Add(body, BoxOf(random.Uniform(0.3f, 2.0f), random.Uniform(0.01f, 0.5f)));
	case 3:
		return range.Add(body, EdgeOf({-1.5f, 0.0f}, {1.5f, random.Uniform(-1.0f, 1.0f)}));
	default:
	{
		std::vector<b2Vec2> vertices{{-2.0f, 0.0f}};
		while (vertices.size() < 8)
		{
			vertices.push_back(vertices.back() + b2Vec2{random.Uniform(0.3f, 0.7f), random.Uniform(-0.4f, 0.4f)});
		}
		b2ChainShape chain;
		chain.CreateChain(vertices.data(), 8, vertices[0] - b2Vec2{1.0f, 0.0f}, vertices[7] + b2Vec2{1.0f, 0.0f});
		return range.Add(body, chain);
	}
	}
}

void AddClosedBox(JudgedRange& range)
{
	const float w = k_halfWidth + 2.0f;
	range.AddBox({0.0f, -w - 1.0f}, w + 2.0f, 1.0f);
	range.AddBox({0.0f, w + 1.0f}, w + 2.0f, 1.0f);
	range.AddBox({-w - 1.0f, 0.0f}, 1.0f, w + 2.0f);
	range.AddBox({w + 1.0f, 0.0f}, 1.0f, w + 2.0f);
}

// Throws grenades of many sizes and speeds at free places of a scene.
void ThrowMany(SceneRandom& random, JudgedRange& range, int32_t count, float maxSpeed)
{
	while (count > 0)
	{
		GrenadeDef def;
		def.radius = random.LogUniform(0.01f, 0.2f);
		def.position = random.InBox(k_halfWidth);
		def.velocity = random.LogUniform(0.1f, maxSpeed) * random.Direction();
		def.restitution = random.OneIn(3) ? random.Uniform(0.0f, 1.0f) : 0.4f;
		def.friction = random.OneIn(3) ? 0.0f : 0.6f;
		def.fuse = 1.0e6f;
		if (SignedDistance(range.world, Widen(def.position)) > static_cast<double>(def.radius) + 1.0e-4)
		{
			ASSERT_TRUE(range.Throw(def)) << range.plugin.LastError().Message();
			--count;
		}
	}
}

// Returns the energy per kilogram. The moment of inertia of a disc is m r^2 / 2.
double EnergyAt(const JudgedRange& range, const GrenadeState& state)
{
	const double rim = static_cast<double>(state.radius) * state.angularVelocity;
	return EnergyOf(1.0, state.velocity) + 0.25 * rim * rim -
	       static_cast<double>(b2Dot(range.world.GetGravity(), state.position));
}

// Returns the energy of a height of two contact gaps, plus the rounding of position and velocity to floats.
double EnergySlack(const GrenadeState& state)
{
	return 0.002 + 1.0e-6 * EnergyOf(1.0, state.velocity);
}

void CheckClear(const JudgedRange& range, int32_t step, Trouble& trouble)
{
	for (const GrenadeState& state : range.plugin.Grenades())
	{
		const double depth = static_cast<double>(state.radius) - SignedDistance(range.world, Widen(state.position));
		const bool outside =
		    std::abs(state.position.x) > k_halfWidth + 2.0f || std::abs(state.position.y) > k_halfWidth + 2.0f;
		if ((depth <= k_contactSlack) == false || outside)
		{
			trouble.Add(
			    "grenade %d, radius %.9g, is %.9g m deep in a solid or outside, at (%.9g, %.9g), (%.9g, %.9g) m/s, "
			    "after step %d",
			    static_cast<int>(state.id.index), static_cast<double>(state.radius), depth,
			    static_cast<double>(state.position.x), static_cast<double>(state.position.y),
			    static_cast<double>(state.velocity.x), static_cast<double>(state.velocity.y), step);
		}
	}
}

// True if the disc would be free after a displacement of up to a twentieth of its radius.
bool HasPlaceNear(const JudgedRange& range, b2Vec2 position, float radius)
{
	for (int32_t i = 0; i < 64; ++i)
	{
		const double angle = 2.0 * static_cast<double>(b2_pi) * i / 64.0;
		const double aside = (i % 2 == 0 ? 0.02 : 0.05) * static_cast<double>(radius);
		const Point2 place = Widen(position) + aside * Point2{std::cos(angle), std::sin(angle)};
		if (SignedDistance(range.world, place) >= static_cast<double>(radius))
		{
			return true;
		}
	}
	return false;
}

void RunStatic(uint64_t seed, float maxSpeed)
{
	SceneRandom random(seed);
	JudgedRange range({0.0f, -10.0f});
	AddClosedBox(range);
	for (int32_t i = 0; i < 50; ++i)
	{
		AddRandomShape(random, range, b2_staticBody);
	}
	ThrowMany(random, range, 200, maxSpeed);
	Trouble trouble, energy, ends;
	size_t impacts = 0;
	std::vector<GrenadeState> before;
	const std::vector<GrenadeState> thrown(range.plugin.Grenades().begin(), range.plugin.Grenades().end());
	for (int32_t step = 0; step < ScaledCount(600); ++step)
	{
		before.assign(range.plugin.Grenades().begin(), range.plugin.Grenades().end());
		range.Step(k_dt);
		impacts += range.plugin.Impacts().size();
		CheckClear(range, step, trouble);
		for (const GrenadeState& old : before)
		{
			const auto state = range.plugin.Find(old.id);
			if (state && EnergyAt(range, *state) > EnergyAt(range, old) + EnergySlack(old))
			{
				energy.Add("grenade %d, radius %.9g: %.9g J/kg after %.9g, at (%.9g, %.9g), step %d",
				           static_cast<int>(old.id.index), static_cast<double>(old.radius), EnergyAt(range, *state),
				           EnergyAt(range, old), static_cast<double>(state->position.x),
				           static_cast<double>(state->position.y), step);
			}
		}
		for (const ExpiredEvent& event : range.plugin.Expired())
		{
			ends.Add("grenade %d: reason %d, step %d, at (%.9g, %.9g)", static_cast<int>(event.grenade.index),
			         static_cast<int>(event.reason), step, static_cast<double>(event.position.x),
			         static_cast<double>(event.position.y));
		}
	}
	for (const GrenadeState& start : thrown)
	{
		const auto state = range.plugin.Find(start.id);
		if (state && EnergyAt(range, *state) > EnergyAt(range, start) + EnergySlack(start))
		{
			energy.Add("grenade %d ends with %.9g J/kg after %.9g", static_cast<int>(start.id.index),
			           EnergyAt(range, *state), EnergyAt(range, start));
		}
	}
	EXPECT_EQ(trouble.Count(), 0) << "seed " << seed << "; first: " << trouble.First();
	EXPECT_EQ(ends.Count(), 0) << "seed " << seed << "; first to expire: " << ends.First();
	EXPECT_EQ(energy.Count(), 0) << "seed " << seed << "; first: " << energy.First();
	EXPECT_GT(impacts, static_cast<size_t>(std::min(ScaledCount(1000), 1000)));
	const auto grenades = range.plugin.Grenades();
	const auto resting =
	    std::count_if(grenades.begin(), grenades.end(), [](const GrenadeState& s) { return s.resting; });
	::testing::Test::RecordProperty("resting", static_cast<int>(resting));
}

void RunMoving(uint64_t seed, bool dynamic)
{
	SceneRandom random(seed);
	JudgedRange range({0.0f, -10.0f});
	AddClosedBox(range);
	for (int32_t i = 0; i < 25; ++i)
	{
		AddRandomShape(random, range, b2_staticBody);
	}
	for (int32_t i = 0; i < 25; ++i)
	{
		b2Body* body = AddRandomShape(random, range, dynamic ? b2_dynamicBody : b2_kinematicBody)->GetBody();
		body->SetAngularVelocity(random.Uniform(-5.0f, 5.0f));
		body->SetLinearVelocity(dynamic ? random.InBox(5.0f) : b2Vec2{0.0f, 0.0f});
	}
	ThrowMany(random, range, 200, 20.0f);
	std::vector<float> radii;
	for (const GrenadeState& state : range.plugin.Grenades())
	{
		ASSERT_EQ(state.id.index, radii.size());
		radii.push_back(state.radius);
	}
	Trouble trouble, ends, room;
	size_t impacts = 0;
	size_t crushed = 0;
	for (int32_t step = 0; step < ScaledCount(600); ++step)
	{
		range.Step(k_dt);
		impacts += range.plugin.Impacts().size();
		CheckClear(range, step, trouble);
		for (const ExpiredEvent& event : range.plugin.Expired())
		{
			if (event.reason == ExpiredEvent::Reason::Crushed)
			{
				++crushed;
				if (HasPlaceNear(range, event.position, radii.at(event.grenade.index)))
				{
					room.Add("grenade %d, radius %.9g, step %d, at (%.9g, %.9g)", static_cast<int>(event.grenade.index),
					         static_cast<double>(radii.at(event.grenade.index)), step,
					         static_cast<double>(event.position.x), static_cast<double>(event.position.y));
				}
			}
			else
			{
				ends.Add("grenade %d: reason %d, step %d, at (%.9g, %.9g)", static_cast<int>(event.grenade.index),
				         static_cast<int>(event.reason), step, static_cast<double>(event.position.x),
				         static_cast<double>(event.position.y));
			}
		}
	}
	EXPECT_EQ(trouble.Count(), 0) << "seed " << seed << "; first: " << trouble.First();
	EXPECT_EQ(ends.Count(), 0) << "seed " << seed << "; first to expire other than crushed: " << ends.First();
	EXPECT_GT(impacts, static_cast<size_t>(std::min(ScaledCount(1000), 1000)));
	EXPECT_EQ(room.Count(), 0) << "seed " << seed << "; first to be crushed with room beside it: " << room.First();
	EXPECT_LT(crushed, 100u);
	::testing::Test::RecordProperty("crushed", static_cast<int>(crushed));
}

} // namespace

TEST(GrenadeScene, AmongStaticShapesNoneIsInASolidOrGainsEnergy)
{
	RunStatic(91, 20.0f);
}

TEST(GrenadeScene, AmongStaticShapesFastOnesNeither)
{
	RunStatic(92, 300.0f);
}

TEST(GrenadeScene, AmongTurningShapesNoneIsInASolid)
{
	RunMoving(93, false);
}

TEST(GrenadeScene, AmongFallingShapesNoneIsInASolid)
{
	RunMoving(94, true);
}

} // namespace ricochet::test::grenade_scene_test
