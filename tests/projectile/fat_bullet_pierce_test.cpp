// MIT License, Copyright (c) 2026 the ricochet authors

#include "projectile/firing_range.h"

#include "support/reference_flight.h"

#include <algorithm>
#include <limits>
#include <map>
#include <vector>

// Tests which solids a bullet with a radius pierces. For comparison, the test samples the path, and measures the
// distance of the centre from each fixture.

namespace ricochet::test::fat_bullet_pierce_test
{

namespace
{

constexpr double k_spacing = 2.0e-4; // between the sample points (m)
constexpr float k_mass = 0.01f;

// A part of the path on which the bullet touches a body without interruption.
struct Passage
{
	double begin = 0.0; // m along the path of the centre
	double end = 0.0;
	double thickness = 0.0;
	double energy = 0.0;
	double hardest = 0.0;
	double nearest = HUGE_VAL; // the smallest depth or gap with which it touches or passes a fixture
};

using Resistances = std::map<const b2Fixture*, double>;

std::vector<Passage> PassagesOf(const Resistances& resistances, double radius, Point2 from, Point2 unit, double length)
{
	std::vector<Passage> passages;
	bool wasTouching = false;
	for (double s = 0.0; s < length; s += k_spacing)
	{
		const Point2 at = from + s * unit;
		double distance = HUGE_VAL;
		double hardest = -1.0;
		for (const auto& [fixture, resistance] : resistances)
		{
			const double to = SignedDistance(*fixture, at);
			distance = std::min(distance, to);
			const bool isIn = to < 0.0 && fixture->GetShape()->GetChildCount() == 1;
			hardest = isIn ? std::max(hardest, resistance) : hardest;
		}
		const bool touches = distance < radius;
		if (touches && wasTouching == false)
		{
			passages.push_back({s, s});
		}
		if (touches)
		{
			Passage& passage = passages.back();
			passage.end = s;
			passage.thickness += hardest >= 0.0 ? k_spacing : 0.0;
			passage.energy += hardest >= 0.0 ? k_spacing * hardest : 0.0;
			passage.hardest = std::max(passage.hardest, hardest);
		}
		wasTouching = touches;
	}
	return passages;
}

// False if a passage, or the gap between two passages, is too short. Sample points cannot decide such cases.
bool IsClear(const std::vector<Passage>& passages)
{
	for (size_t i = 0; i < passages.size(); ++i)
	{
		const bool isThin = passages[i].end - passages[i].begin < 40.0 * k_spacing;
		const bool isNear = i > 0 && passages[i].begin - passages[i - 1].end < 40.0 * k_spacing;
		if (isThin || isNear || passages[i].begin == 0.0)
		{
			return false;
		}
	}
	return passages.empty() == false;
}

void AddClump(FiringRange& range, SceneRandom& random, b2Body* body, Resistances& resistances)
{
	for (int32_t i = 1 + random.Below(6); i > 0; --i)
	{
		b2Fixture* fixture = nullptr;
		switch (random.Below(5))
		{
		case 0:
			fixture = range.Add(body, CircleOf(random.Uniform(0.1f, 0.8f), random.InBox(2.0f)));
			break;
		case 1:
		{
			const b2Vec2 start = random.InBox(2.0f);
			const b2Vec2 along = 0.3f * random.Direction();
			const b2Vec2 vertices[] = {start, start + along, start + 2.0f * along + 0.1f * along.Skew(),
			                           start + 3.0f * along};
			fixture = range.Add(body, ChainOf(vertices));
			break;
		}
		default:
			fixture = range.Add(body, BoxOf(random.Uniform(0.05f, 0.8f), random.Uniform(0.1f, 0.8f), random.InBox(2.0f),
			                                random.Uniform(-3.0f, 3.0f)));
			break;
		}
		const float resistance = random.OneIn(4) ? 0.0f : random.LogUniform(10.0f, 1.0e4f);
		range.plugin.SetSurface(fixture, {.resistance = resistance, .ricochetAngle = 0.0f});
		resistances[fixture] = resistance;
	}
}

struct Told
{
	double thickness, energyLost;
	Response response;
};

std::vector<Told> EventsOf(FiringRange& range, BulletId id, b2Vec2 frame)
{
	std::vector<Told> told;
	for (int32_t step = 0; step < 200 && range.plugin.Find(id).has_value(); ++step)
	{
		range.Step(k_dt);
		for (const ImpactEvent& hit : range.plugin.Impacts())
		{
			const double lost =
			    EnergyOf(k_mass, hit.velocityBefore - frame) - EnergyOf(k_mass, hit.velocityAfter - frame);
			told.push_back({hit.thickness, lost, hit.response});
		}
	}
	return told;
}

void Judge(const std::vector<Passage>& passages, const std::vector<Told>& told, double energy, int32_t pierces)
{
	double error = 0.0; // of the remaining energy: sampling errors of the earlier passages
	size_t i = 0;
	for (; i < passages.size() && i < told.size(); ++i)
	{
		const Passage& passage = passages[i];
		const double slack = 8.0 * k_spacing * std::max(passage.hardest, 0.0) + 2.0e-4 * energy + error;
		if (std::abs(energy - passage.energy) < slack)
		{
			return;
		}
		const bool passes = pierces > 0 && energy > passage.energy;
		ASSERT_EQ(told[i].response, passes ? Response::Pierce : Response::Stop) << i;
		if (passes == false)
		{
			EXPECT_NEAR(told[i].energyLost, energy, 2.0e-4 * energy + error);
			EXPECT_EQ(told.size(), i + 1);
			return;
		}
		EXPECT_NEAR(told[i].thickness, passage.thickness, 12.0 * k_spacing) << i;
		EXPECT_NEAR(told[i].energyLost, passage.energy, slack) << i;
		energy -= passage.energy;
		error = slack;
		pierces -= 1;
	}
	EXPECT_EQ(told.size(), passages.size());
}

} // namespace

TEST(FatBullet, PiercesWhatItTouchesWithoutLeavingItAsOne)
{
	int32_t judged = 0;
	int32_t several = 0;
	const int32_t count = ScaledCount(300);
	for (int32_t seed = 0; seed < count && HasFailure() == false; ++seed)
	{
		SCOPED_TRACE(seed);
		SceneRandom random(7700 + static_cast<uint64_t>(seed));
		FiringRange range;
		const bool moves = random.OneIn(3);
		b2Body* body =
		    range.AddBody(random.InBox(1.0f), random.Uniform(-3.0f, 3.0f), moves ? b2_kinematicBody : b2_staticBody);
		Resistances resistances;
		AddClump(range, random, body, resistances);
		const b2Vec2 frame = moves ? random.InBox(30.0f) : b2Vec2{0.0f, 0.0f};
		body->SetLinearVelocity(frame);
		const b2Vec2 unit = random.Direction();
		const b2Vec2 relative = random.LogUniform(500.0f, 5000.0f) * unit;
		BulletDef def = Lasting(-9.0f * unit + random.Uniform(-2.0f, 2.0f) * b2Vec2{-unit.y, unit.x}, relative + frame);
		def.mass = k_mass;
		def.radius = random.LogUniform(0.005f, 2.0f);
		def.maxPierces = random.Below(5);
		const BulletId id = range.plugin.Fire(def);
		const std::vector<Passage> passages =
		    PassagesOf(resistances, def.radius, Widen(def.position), Widen(unit), 20.0);
		if (IsClear(passages))
		{
			judged += 1;
			several += passages.size() > 1 ? 1 : 0;
			Judge(passages, EventsOf(range, id, frame), EnergyOf(k_mass, relative), def.maxPierces);
		}
	}
	EXPECT_GT(judged, count / 3);
	EXPECT_GE(several, count / 60);
}

// The bullet is slow and heavy, and gravity bends its path. Even so, the fixtures of a chain count as one solid,
// including fixtures that a straight path would not touch.
TEST(FatBullet, PassesAChainAsOneSolidOnAnyArc)
{
	for (int32_t seed = 0; seed < ScaledCount(300); ++seed)
	{
		SceneRandom random(7800 + static_cast<uint64_t>(seed));
		FiringRange range(k_gravity);
		std::vector<b2Vec2> vertices;
		const float spacing = random.LogUniform(0.02f, 1.0f);
		for (float x = 8.0f; x > -8.0f; x -= spacing)
		{
			vertices.push_back({x, 0.1f * std::sin(3.0f * x)});
		}
		range.AddChain(vertices);
		BulletDef def;
		def.radius = random.LogUniform(0.01f, 1.0f);
		def.position = {random.Uniform(-3.0f, 3.0f), def.radius + random.Uniform(0.2f, 1.0f)};
		def.velocity = {random.Uniform(-3.0f, 3.0f), -random.LogUniform(0.5f, 50.0f)};
		def.maxPierces = 3;
		const BulletId id = range.plugin.Fire(def);
		int32_t impacts = 0;
		for (int32_t step = 0; step < 70; ++step)
		{
			range.Step(k_dt);
			impacts += CountOf(range.plugin.Impacts(), id);
		}
		ASSERT_TRUE(range.plugin.Find(id)) << "seed " << seed;
		EXPECT_EQ(impacts, 1) << "seed " << seed;
		EXPECT_EQ(range.plugin.Find(id)->pierces, 1) << "seed " << seed;
	}
}

TEST(FatBullet, ThatOnlyItsRimTouchesCostsAPierceAndNoEnergy)
{
	for (const float resistance : {0.0f, 1.0e9f, k_inf})
	{
		for (const int32_t pierces : {0, 1})
		{
			FiringRange range;
			const b2Fixture* box = range.AddBox({5.0f, 0.6f}, 1.0f, 0.5f);
			range.plugin.SetSurface(box, {.resistance = resistance, .ricochetAngle = 0.0f});
			BulletDef def = Straight({0.0f, 0.0f}, {900.0f, 0.0f});
			def.radius = 0.3f;
			def.maxPierces = pierces;
			range.plugin.Fire(def);
			range.Step(k_dt);
			ASSERT_EQ(range.plugin.Impacts().size(), 1u);
			const ImpactEvent& hit = range.plugin.Impacts()[0];
			const bool passes = pierces > 0 && resistance < k_inf;
			EXPECT_EQ(hit.response, passes ? Response::Pierce : Response::Stop);
			EXPECT_EQ(hit.thickness, 0.0f);
			EXPECT_EQ(hit.exit.point, hit.enter.point);
			EXPECT_NEAR(hit.enter.point.x, 4.0f, 1.0e-6f);
			EXPECT_NEAR(hit.enter.point.y, 0.1f, 1.0e-6f);
			EXPECT_NEAR(hit.enter.normal.y, -1.0f / 3.0f, 1.0e-5f);
			EXPECT_NEAR(hit.position.x, 4.0f - std::sqrt(0.08f), 1.0e-5f);
			EXPECT_NEAR(hit.velocityAfter.x, passes ? 900.0f : 0.0f, 1.0e-4f);
			EXPECT_EQ(hit.depth, 0.0f);
		}
	}
}

// Two boards belong to one body. If an edge, the rail, connects them, the bullet touches the second board before it has
// left the rail. It must then pierce all three as one solid.
TEST(FatBullet, PiercesWhatAnEdgeJoinsAsOne)
{
	for (const int32_t pierces : {0, 1, 2})
	{
		for (const bool hasRail : {true, false})
		{
			FiringRange range;
			b2Body* body = range.AddBody({0.0f, 0.0f});
			for (const float x : {5.0f, 6.0f})
			{
				const b2Fixture* board = range.Add(body, BoxOf(0.1f, 1.0f, {x, 0.0f}));
				range.plugin.SetSurface(board, {.resistance = 100.0f, .ricochetAngle = 0.0f});
			}
			if (hasRail)
			{
				range.plugin.SetSurface(range.Add(body, EdgeOf({5.05f, -0.1f}, {5.95f, -0.1f})), {.resistance = 1.0f});
			}
			BulletDef def = Straight({0.0f, 0.0f}, {900.0f, 0.0f});
			def.radius = 0.2f;
			def.maxPierces = pierces;
			range.plugin.Fire(def);
			range.Step(k_dt);
			const auto hits = range.plugin.Impacts();
			const bool isOne = hasRail || pierces == 0;
			ASSERT_EQ(hits.size(), isOne ? 1u : 2u);
			EXPECT_EQ(hits[0].response, pierces > 0 ? Response::Pierce : Response::Stop);
			EXPECT_NEAR(hits[0].thickness, hasRail && pierces > 0 ? 0.4f : 0.2f, 1.0e-5f);
			EXPECT_NEAR(hits[0].exit.point.x, hasRail && pierces > 0 ? 6.1f : 5.1f, 1.0e-5f);
		}
	}
}

// The bullet's rim first touches the loop from within. The next edge continues almost straight, so the two edges would
// count as one wall. But the loop rotates by 38 degrees in a step, and the bullet is clear of the loop before the
// second edge arrives. The second hit must therefore be reported, too.
TEST(FatBullet, IsToldOfAnEdgeThatATurnTookAwayAndBringsAgain)
{
	FiringRange range({0.0f, -44.4f});
	const std::vector<b2Vec2> loop{{0.764613152f, 0.222735152f},
	                               {0.636647761f, 0.969469249f},
	                               {-1.11003184f, 0.336185127f},
	                               {-1.05850625f, -0.47408396f},
	                               {0.697465897f, -0.926678121f}};
	b2Body* body = range.AddBody({5.54511642f, 16.5337715f}, 2.21222711f, b2_kinematicBody);
	body->SetLinearVelocity({12.8505602f, 3.89055896f});
	body->SetAngularVelocity(-39.4798927f);
	for (size_t i = 0; i < loop.size(); ++i)
	{
		b2EdgeShape edge;
		edge.SetTwoSided(loop[i], loop[(i + 1) % loop.size()]);
		range.Add(body, edge);
	}
	BulletDef def;
	def.position = {5.28309584f, 16.1133766f};
	def.velocity = {-0.942351401f, -2.64606476f};
	def.mass = 1.0e-16f;
	def.radius = 0.0625488f;
	def.maxPierces = 100;
	const BulletId id = range.plugin.Fire(def);

	// Returns the depth of the bullet's centre inside the loop.
	const auto depth = [&]
	{
		const b2Vec2 point = body->GetLocalPoint(range.plugin.Find(id)->position);
		double least = std::numeric_limits<double>::infinity();
		for (size_t i = 0; i < loop.size(); ++i)
		{
			const b2Vec2 along = loop[(i + 1) % loop.size()] - loop[i];
			least = std::min(least, static_cast<double>(b2Cross(along, point - loop[i]) / along.Length()));
		}
		return least;
	};
	const double radius = static_cast<double>(def.radius);
	EXPECT_GT(depth(), radius);
	range.Step(k_dt);
	EXPECT_LT(depth(), radius);
	EXPECT_EQ(range.plugin.Impacts().size(), 1u);
	range.Step(k_dt);
	EXPECT_GT(depth(), radius);
	EXPECT_TRUE(range.plugin.Impacts().empty());
	range.Step(k_dt);
	EXPECT_LT(depth(), 0.0);
	EXPECT_EQ(range.plugin.Impacts().size(), 1u);
}

} // namespace ricochet::test::fat_bullet_pierce_test
