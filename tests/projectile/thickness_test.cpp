// MIT License, Copyright (c) 2026 the ricochet authors

#include "projectile/firing_range.h"

#include <ricochet/query/solid_query.h>

#include "support/test_scale.h"

#include <algorithm>
#include <map>
#include <vector>

// Tests the thickness that a bullet pierces in one body. The judge samples the path, and asks Box2D which fixtures
// contain each point.

namespace ricochet::test::thickness_test
{

namespace
{

constexpr double k_spacing = 2.0e-4; // between the sample points (m)
constexpr float k_mass = 0.01f;

struct SolidRun
{
	double begin = 0.0; // m along the path
	double end = 0.0;
	std::vector<double> resistances; // at its sample points

	[[nodiscard]] double Energy() const
	{
		double sum = 0.0;
		for (const double resistance : resistances)
		{
			sum += k_spacing * resistance;
		}
		return sum;
	}

	[[nodiscard]] double DepthFor(double energy) const
	{
		double depth = 0.0;
		for (const double resistance : resistances)
		{
			energy -= k_spacing * resistance;
			if (energy < 0.0)
			{
				break;
			}
			depth += k_spacing;
		}
		return depth;
	}
};

using Resistances = std::map<const b2Fixture*, double>;

// Returns the solid parts of one body along a path.
std::vector<SolidRun> RunsOf(b2Body& body, const Resistances& resistances, b2Vec2 from, b2Vec2 unit, double length)
{
	std::vector<SolidRun> runs;
	bool wasInside = false;
	for (double s = 0.0; s < length; s += k_spacing)
	{
		const b2Vec2 at{static_cast<float>(from.x + s * unit.x), static_cast<float>(from.y + s * unit.y)};
		double hardest = -1.0;
		for (b2Fixture* fixture = body.GetFixtureList(); fixture != nullptr; fixture = fixture->GetNext())
		{
			const bool isIn = fixture->TestPoint(at);
			hardest = isIn ? std::max(hardest, resistances.at(fixture)) : hardest;
		}
		const bool isInside = hardest >= 0.0;
		if (isInside && wasInside == false)
		{
			runs.push_back({s, s, {}});
		}
		if (isInside)
		{
			runs.back().end = s;
			runs.back().resistances.push_back(hardest);
		}
		wasInside = isInside;
	}
	return runs;
}

// False if the runs are very short or very close to each other: sample points cannot decide such cases.
bool IsClear(const std::vector<SolidRun>& runs)
{
	for (size_t i = 0; i < runs.size(); ++i)
	{
		const bool isThin = runs[i].end - runs[i].begin < 20.0 * k_spacing;
		const bool isNear = i > 0 && runs[i].begin - runs[i - 1].end < 20.0 * k_spacing;
		if (isThin || isNear)
		{
			return false;
		}
	}
	return runs.empty() == false;
}

Resistances AddClump(FiringRange& range, SceneRandom& random, b2Body* body)
{
	Resistances resistances;
	for (int32_t i = 2 + random.Below(6); i > 0; --i)
	{
		b2Fixture* fixture;
		if (random.OneIn(4))
		{
			fixture = range.Add(body, CircleOf(random.Uniform(0.1f, 0.8f), random.InBox(1.5f)));
		}
		else
		{
			b2PolygonShape box;
			box.SetAsBox(random.Uniform(0.05f, 0.8f), random.Uniform(0.1f, 0.8f), random.InBox(1.5f),
			             random.Uniform(-3.0f, 3.0f));
			fixture = range.Add(body, box);
		}
		const float resistance = random.OneIn(4) ? 0.0f : random.LogUniform(10.0f, 1.0e5f);
		range.plugin.SetSurface(fixture, {.resistance = resistance, .ricochetAngle = 0.0f});
		resistances[fixture] = resistance;
	}
	return resistances;
}

struct Told
{
	double thickness, depth, energyLost;
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
			told.push_back({hit.thickness, hit.depth, lost, hit.response});
		}
	}
	return told;
}

// Predicts the event of each run by the rules in plugin.h, and compares the predictions with the events.
void Judge(const std::vector<SolidRun>& runs, const std::vector<Told>& told, double energy, int32_t pierces)
{
	size_t i = 0;
	double error = 0.0; // of the remaining energy: sampling errors of the earlier runs
	for (; i < runs.size() && i < told.size(); ++i)
	{
		const SolidRun& run = runs[i];
		const double needed = run.Energy();
		const double hardest = *std::max_element(run.resistances.begin(), run.resistances.end());
		const double slack = 4.0 * k_spacing * hardest + 1.0e-4 * energy + error;
		if (std::abs(energy - needed) < slack)
		{
			return;
		}
		const bool passes = pierces > 0 && energy > needed;
		ASSERT_EQ(told[i].response, passes ? Response::Pierce : Response::Stop) << i;
		if (passes == false)
		{
			EXPECT_NEAR(told[i].energyLost, energy, 1.0e-4 * energy + error);
			const double depth = pierces > 0 ? run.DepthFor(energy) : 0.0;
			const double lower = pierces > 0 ? run.DepthFor(energy - slack) : 0.0;
			const double upper = pierces > 0 ? run.DepthFor(energy + slack) : 0.0;
			EXPECT_GE(told[i].depth, lower - 4.0 * k_spacing) << depth;
			EXPECT_LE(told[i].depth, upper + 4.0 * k_spacing) << depth;
			EXPECT_EQ(told.size(), i + 1);
			return;
		}
		EXPECT_NEAR(told[i].thickness, run.end - run.begin, 4.0 * k_spacing) << i;
		EXPECT_NEAR(told[i].energyLost, needed, slack) << i;
		EXPECT_EQ(told[i].depth, 0.0);
		energy -= needed;
		error = slack;
		pierces -= 1;
	}
	EXPECT_EQ(told.size(), runs.size());
}

} // namespace

TEST(Thickness, OfABodyIsThatOfItsFixturesTogether)
{
	int32_t judged = 0;
	int32_t several = 0;
	for (uint64_t seed = 0; seed < static_cast<uint64_t>(ScaledCount(300)) && HasFailure() == false; ++seed)
	{
		SCOPED_TRACE(seed);
		SceneRandom random(8100 + seed);
		FiringRange range;
		const bool moves = random.OneIn(3);
		const b2BodyType type = moves ? b2_kinematicBody : b2_staticBody;
		b2Body* body = range.AddBody(random.InBox(1.0f), random.Uniform(-3.0f, 3.0f), type);
		const Resistances resistances = AddClump(range, random, body);
		const b2Vec2 frame = moves ? random.InBox(30.0f) : b2Vec2{0.0f, 0.0f};
		body->SetLinearVelocity(frame);
		const b2Vec2 unit = random.Direction();
		const b2Vec2 from = -6.0f * unit + random.Uniform(-1.2f, 1.2f) * b2Vec2{-unit.y, unit.x};
		const b2Vec2 relative = random.LogUniform(500.0f, 5000.0f) * unit;
		const int32_t pierces = random.Below(4);
		BulletDef def = Lasting(from, relative + frame);
		def.mass = k_mass;
		def.maxPierces = pierces;
		const BulletId id = range.plugin.Fire(def);
		const std::vector<SolidRun> runs = RunsOf(*body, resistances, from, unit, 14.0);
		if (IsClear(runs))
		{
			judged += 1;
			several += runs.size() > 1 ? 1 : 0;
			Judge(runs, EventsOf(range, id, frame), EnergyOf(k_mass, relative), pierces);
		}
	}
	EXPECT_GT(judged, ScaledCount(300) / 3);
	EXPECT_GE(several, ScaledCount(300) / 60);
}

TEST(Thickness, FromAMuzzleInsideItIsWhatIsLeft)
{
	for (uint64_t seed = 0; seed < static_cast<uint64_t>(ScaledCount(200)) && HasFailure() == false; ++seed)
	{
		SCOPED_TRACE(seed);
		SceneRandom random(9100 + seed);
		FiringRange range;
		b2Body* body = range.AddBody({0.0f, 0.0f});
		const Resistances resistances = AddClump(range, random, body);
		const b2Vec2 from = random.InBox(1.0f);
		const b2Vec2 unit = random.Direction();
		const std::vector<SolidRun> runs = RunsOf(*body, resistances, from, unit, 6.0);
		if (IsClear(runs) && runs[0].begin == 0.0)
		{
			BulletDef def = Lasting(from, 3000.0f * unit);
			def.mass = k_mass;
			def.maxPierces = 3;
			Judge(runs, EventsOf(range, range.plugin.Fire(def), {0.0f, 0.0f}), EnergyOf(k_mass, 3000.0f * unit), 3);
		}
	}
}

// Tiles whose sides are multiples of 0.1 touch, except for rounding errors. Rounding may put the place of entry on
// either side of the common face.
TEST(Thickness, OfTwoFixturesWithOneFaceIsThatOfTheThickerOne)
{
	SceneRandom random(238);
	for (int32_t trial = 0; trial < ScaledCount(400) && HasFailure() == false; ++trial)
	{
		SCOPED_TRACE(trial);
		FiringRange range;
		b2Body* body = range.AddBody(random.InBox(5.0f), random.Uniform(-3.0f, 3.0f));
		for (const float half : {0.05f, 0.5f})
		{
			b2PolygonShape box;
			box.SetAsBox(half, 1.0f, {half, 0.0f}, 0.0f);
			range.plugin.SetSurface(range.Add(body, box), {.resistance = 100.0f, .ricochetAngle = 0.0f});
		}
		const float height = random.Uniform(-0.9f, 0.9f);
		BulletDef def = Lasting(body->GetWorldPoint({random.Uniform(-4.0f, -1.0f), height}),
		                        random.LogUniform(300.0f, 3000.0f) * body->GetWorldVector({1.0f, 0.0f}));
		def.mass = k_mass;
		def.maxPierces = 1;
		const std::vector<Told> told = EventsOf(range, range.plugin.Fire(def), {0.0f, 0.0f});
		ASSERT_EQ(told.size(), 1u);
		EXPECT_EQ(told[0].response, Response::Pierce);
		EXPECT_NEAR(told[0].thickness, 1.0, 1.0e-4);
	}
}

// Queries and bullets share one definition of touching fixtures, so a bullet's thickness must equal that of
// CastRaySolids. The scene has rows of boxes, some with gaps. Paths cross the joints, also at flat angles, or run along
// them, forwards and backwards.
TEST(Thickness, IsThatOfTheSolidsOnTheWay)
{
	SceneRandom random(6031);
	size_t joined = 0;
	for (int32_t trial = 0; trial < ScaledCount(2000) && HasFailure() == false; ++trial)
	{
		SCOPED_TRACE(trial);
		// A path can run exactly along a joint only if all numbers are exact.
		const bool isAlong = random.OneIn(4);
		const float unit = isAlong ? 0.0625f : 0.05f;
		FiringRange range;
		b2Body* body = isAlong
		                   ? range.AddBody({1.0f, -2.0f})
		                   : range.AddBody(random.InBox(random.LogUniform(0.1f, 300.0f)), random.Uniform(-3.0f, 3.0f));
		float end = isAlong ? -4.0f : random.Uniform(-8.0f, -2.0f);
		std::vector<float> joints;
		for (int32_t i = 2 + random.Below(6); i > 0; --i)
		{
			const float half = unit * static_cast<float>(1 + random.Below(20));
			b2PolygonShape box;
			box.SetAsBox(half, 1.0f, {end + half, 0.0f}, 0.0f);
			range.plugin.SetSurface(range.Add(body, box), {.resistance = 0.0f, .ricochetAngle = 0.0f});
			end += 2.0f * half;
			joints.push_back(end);
			end += isAlong == false && random.OneIn(4) ? random.LogUniform(0.003f, 0.3f) : 0.0f;
		}

		const float joint = joints[static_cast<size_t>(random.Below(static_cast<int32_t>(joints.size()) - 1))];
		const float slope = random.OneIn(2) ? random.LogUniform(0.001f, 1.0f) : 0.0f;
		const bool isFlat = slope > 0.0f && random.OneIn(2);
		const b2Vec2 across = isFlat ? b2Vec2{slope, 1.0f} : b2Vec2{1.0f, slope};
		const b2Vec2 local = isAlong ? b2Vec2{0.0f, 1.0f} : across;
		const b2Vec2 middle{joint, random.Uniform(-0.9f, 0.9f)};
		const float length = 12.0f / local.Length();
		const b2Vec2 from = body->GetWorldPoint(middle - length * local);
		const b2Vec2 velocity = (2.0f * length / k_dt) * body->GetWorldVector(local);
		const b2Vec2 to = from + k_dt * velocity;

		BulletDef def = Lasting(from, velocity);
		def.mass = k_mass;
		def.maxPierces = 100;
		const std::vector<Told> told = EventsOf(range, range.plugin.Fire(def), {0.0f, 0.0f});
		std::vector<SolidSpan> solids;
		CastRaySolids(range.world, RayBetween(from, to), solids);
		ASSERT_EQ(told.size(), solids.size());
		double sum = 0.0;
		for (size_t i = 0; i < told.size(); ++i)
		{
			const double thickness = b2Distance(solids[i].enter.point, solids[i].exit.point);
			EXPECT_NEAR(told[i].thickness, thickness, 2.0e-3);
			sum += told[i].thickness;
			joined += solids[i].exitItem.fixture != solids[i].fixture ? 1 : 0;
		}
		EXPECT_NEAR(SolidLength(range.world, from, to), sum, 1.0e-2);
		std::vector<SolidSpan> backwards;
		CastRaySolids(range.world, RayBetween(to, from), backwards);
		EXPECT_EQ(backwards.size(), solids.size());
		EXPECT_NEAR(SolidLength(range.world, to, from), sum, 1.0e-2);
	}
	EXPECT_GT(joined, static_cast<size_t>(ScaledCount(200)));
}

TEST(Thickness, OfARowOfTilesIsThatOfTheRow)
{
	for (const b2BodyType type : {b2_staticBody, b2_kinematicBody})
	{
		FiringRange range;
		b2Body* body = range.AddBody({0.3f, 0.7f}, 0.1f, type);
		body->SetLinearVelocity({1.0f, 0.0f});
		for (int32_t i = 0; i < 300; ++i)
		{
			b2PolygonShape tile;
			tile.SetAsBox(0.05f, 0.05f, {0.1f * static_cast<float>(i), 0.0f}, 0.0f);
			range.plugin.SetSurface(range.Add(body, tile), {.resistance = 100.0f, .ricochetAngle = 0.0f});
		}
		const b2Vec2 along = body->GetWorldVector({1.0f, 0.0f});
		const b2Vec2 start = body->GetWorldPoint({-1.0f, 0.011f});
		BulletDef def = Lasting(start, body->GetLinearVelocity() + 6000.0f * along);
		def.mass = k_mass;
		def.maxPierces = 1;
		const std::vector<Told> told =
		    EventsOf(range, range.plugin.Fire(def), type == b2_kinematicBody ? b2Vec2{1.0f, 0.0f} : b2Vec2{0.0f, 0.0f});
		ASSERT_EQ(told.size(), 1u);
		EXPECT_EQ(told[0].response, Response::Pierce);
		EXPECT_NEAR(told[0].thickness, 30.0, 1.0e-3);
		EXPECT_NEAR(told[0].energyLost, 3000.0, 1.0);
	}
}

TEST(Thickness, ALayerThatNothingPassesStopsItBehindTheFirst)
{
	FiringRange range;
	b2Body* wall = range.AddBody({5.0f, 0.0f});
	b2PolygonShape board, plate;
	board.SetAsBox(0.1f, 1.0f, {0.0f, 0.0f}, 0.0f);
	plate.SetAsBox(0.1f, 1.0f, {0.2f, 0.0f}, 0.0f);
	range.plugin.SetSurface(range.Add(wall, board), {.resistance = 100.0f, .ricochetAngle = 0.0f});
	range.plugin.SetSurface(range.Add(wall, plate), {.resistance = k_inf});
	BulletDef def = Straight({0.0f, 0.0f}, {900.0f, 0.0f});
	def.maxPierces = 5;
	range.plugin.Fire(def);
	range.Step(k_dt);
	ASSERT_EQ(range.plugin.Impacts().size(), 1u);
	EXPECT_EQ(range.plugin.Impacts()[0].response, Response::Stop);
	EXPECT_NEAR(range.plugin.Impacts()[0].depth, 0.2f, 1.0e-5f);
	EXPECT_NEAR(range.plugin.Impacts()[0].exit.point.x, 5.3f, 1.0e-5f);
}

} // namespace ricochet::test::thickness_test
