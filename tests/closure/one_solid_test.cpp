// MIT License, Copyright (c) 2026 the ricochet authors

#include <ricochet/host/attach_geometry.h>
#include <ricochet/index/snapshot.h>
#include <ricochet/projectile/plugin.h>
#include <ricochet/query/hull_solid_query.h>
#include <ricochet/query/overlap_query.h>
#include <ricochet/query/ray_query.h>
#include <ricochet/query/simple_queries.h>
#include <ricochet/query/solid_query.h>
#include <ricochet/query/turning_query.h>
#include <ricochet/shapes/shape_factory.h>

#include "projectile/firing_range.h"
#include "support/attached_scenes.h"
#include "support/oracle.h"
#include "support/test_scale.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <vector>

// Tests that an attached outline, which is stored as convex pieces, is one solid for a bullet that ignores it or starts
// inside it. For a ray, the convex fixtures of an outline must be one solid, too.

namespace ricochet::test::one_solid_test
{

namespace
{

constexpr float k_stepTime = 1.0f / 64.0f;

Outline Ring(const std::vector<b2Vec2>& vertices)
{
	return ValueOf(Outline::Make(vertices));
}

Outline Plus()
{
	return Ring(
	    {{-1, -4}, {1, -4}, {1, -1}, {4, -1}, {4, 1}, {1, 1}, {1, 4}, {-1, 4}, {-1, 1}, {-4, 1}, {-4, -1}, {-1, -1}});
}

// Returns a bar from x = -3 to 3 with three teeth upwards. Between y = 1 and y = 4, a horizontal line crosses three
// solids.
Outline Comb()
{
	return Ring({{-3, 0},
	             {3, 0},
	             {3, 4},
	             {2, 4},
	             {2, 1},
	             {0.5f, 1},
	             {0.5f, 4},
	             {-0.5f, 4},
	             {-0.5f, 1},
	             {-2, 1},
	             {-2, 4},
	             {-3, 4}});
}

PluginDef Ignoring()
{
	PluginDef def;
	def.rule = [](const ImpactEvent&)
	{
		return ImpactDecision(Response::Ignore);
	};
	return def;
}

// A scene with one attached outline. By default, the rule ignores all hits.
struct Range
{
	FiringRange range;
	b2Body* body;
	b2Fixture* fixture;
	BulletDef def;
	std::vector<ImpactEvent> impacts;

	explicit Range(const Outline& outline, b2Vec2 place = {0.0f, 0.0f}, float angle = 0.0f,
	               const PluginDef& plugins = Ignoring())
	    : range({0.0f, 0.0f}, plugins)
	{
		body = range.AddBody(place, angle, b2_kinematicBody);
		fixture = range.Add(body, CircleOf(0.125f));
		EXPECT_TRUE(AttachGeometry(fixture, ValueOf(CastGeometry::Make(outline))));
	}

	void Fire(const Ray& ray, float radius, int32_t steps, const QueryFilter& filter = {}, int32_t maxPierces = 0,
	          b2Vec2 acceleration = {0.0f, 0.0f})
	{
		def = Lasting(ray.origin, (64.0f / static_cast<float>(steps)) * ray.translation);
		def.acceleration = acceleration;
		def.maxPierces = maxPierces;
		def.radius = radius;
		def.filter = filter;
		EXPECT_TRUE(range.plugin.Fire(def));
	}

	void Fly(int32_t steps)
	{
		for (int32_t step = 0; step < steps; ++step)
		{
			range.plugin.Step(k_stepTime, 8, 3);
			impacts.insert(impacts.end(), range.plugin.Impacts().begin(), range.plugin.Impacts().end());
		}
	}
};

// Flies a bullet along a ray. Returns the number of its impacts.
size_t ImpactsOf(const Outline& outline, const Ray& ray, float radius, int32_t steps, const QueryFilter& filter = {})
{
	Range range(outline);
	range.Fire(ray, radius, steps, filter);
	range.Fly(steps);
	EXPECT_EQ(range.range.plugin.Bullets().size(), 1u);
	return range.impacts.size();
}

Ray Reversed(const Ray& ray)
{
	return {ray.origin + ray.translation, -ray.translation};
}

// Expects this number of impacts in both directions, for a point and for discs. Some steps end exactly on a cut between
// two pieces.
void ExpectImpacts(const Outline& outline, const Ray& ray, size_t count)
{
	for (const Ray& way : {ray, Reversed(ray)})
	{
		for (const float radius : {0.0f, 0.001f, 0.1f})
		{
			for (const int32_t steps : {1, 3, 4, 16, 32})
			{
				EXPECT_EQ(ImpactsOf(outline, way, radius, steps), count) << radius << ", " << steps;
			}
		}
	}
}

// Returns the distance of a point from an outline, in the outline's frame; negative inside. Uses only the edges, not
// the pieces.
double HeightOver(const Outline& outline, double x, double y)
{
	double square = 1.0e30;
	bool isInside = false;
	const std::span<const b2Vec2> vertices = outline.Vertices();
	for (int32_t i = 0; i < static_cast<int32_t>(vertices.size()); ++i)
	{
		const b2Vec2 a = vertices[static_cast<size_t>(i)];
		const b2Vec2 b = vertices[static_cast<size_t>(outline.EndOf(i))];
		const double wayX = static_cast<double>(b.x) - a.x;
		const double wayY = static_cast<double>(b.y) - a.y;
		const double share = ((x - a.x) * wayX + (y - a.y) * wayY) / (wayX * wayX + wayY * wayY);
		const double t = std::clamp(share, 0.0, 1.0);
		const double offX = x - a.x - t * wayX;
		const double offY = y - a.y - t * wayY;
		square = std::min(square, offX * offX + offY * offY);
		const bool isAcross = (a.y > y) != (b.y > y);
		isInside = isInside != (isAcross && x < a.x + wayX * (y - a.y) / wayY);
	}
	return isInside ? -std::sqrt(square) : std::sqrt(square);
}

// A flight past a body that moves and rotates at a constant rate. The referee samples its height over the outline.
struct Flown
{
	Ray ray;
	double seconds;
	b2Vec2 place, velocity;
	double angle, spin;
	b2Vec2 acceleration{0.0f, 0.0f}; // the bullet's acceleration

	[[nodiscard]] double HeightAt(const Outline& outline, double share) const
	{
		const double time = share * seconds;
		const double fall = 0.5 * time * time;
		const double x =
		    ray.origin.x + share * ray.translation.x + fall * acceleration.x - (place.x + time * velocity.x);
		const double y =
		    ray.origin.y + share * ray.translation.y + fall * acceleration.y - (place.y + time * velocity.y);
		const double turn = angle + time * spin;
		const double c = std::cos(turn);
		const double s = std::sin(turn);
		return HeightOver(outline, c * x + s * y, c * y - s * x);
	}
};

struct Verdict
{
	bool startsInside = false;
	int32_t entries = 0; // entries after the start
	bool operator==(const Verdict&) const = default;
};

Verdict Judge(const Outline& outline, const Flown& flown, double radius)
{
	constexpr int32_t k_samples = 3000;
	Verdict verdict;
	bool isInside = flown.HeightAt(outline, 0.0) < radius;
	verdict.startsInside = isInside;
	for (int32_t i = 1; i <= k_samples; ++i)
	{
		const bool isNow = flown.HeightAt(outline, static_cast<double>(i) / k_samples) < radius;
		verdict.entries += isNow && isInside == false ? 1 : 0;
		isInside = isNow;
	}
	return verdict;
}

struct Counts
{
	int32_t sure = 0;
	int32_t again = 0;  // flights with more than one entry
	int32_t inside = 0; // flights that start inside
};

enum class Passed : uint8_t
{
	Ignored,
	Pierced // some of these flights are on a curved path
};

void CheckFlight(SceneRandom& random, bool startInside, Passed passed, Counts& counts)
{
	const Outline outline = random.OneIn(2) ? RandomOutline(random) : (random.OneIn(2) ? Comb() : Plus());
	const b2AABB& bounds = outline.Bounds();
	const b2Vec2 half = bounds.GetExtents();
	const b2Vec2 place = random.InBox(20.0f);
	const float angle = random.Uniform(-3.0f, 3.0f);
	const bool moves = random.OneIn(2);
	const b2Vec2 velocity = moves ? random.InBox(4.0f) : b2Vec2{0.0f, 0.0f};
	const float spin = moves && random.OneIn(2) ? random.Uniform(-2.0f, 2.0f) : 0.0f;
	const float reach = half.Length();
	const b2Vec2 middle = b2Mul(PoseAt(place, angle), bounds.GetCenter());
	const b2Vec2 from = middle + reach * random.InBox(1.2f);
	const b2Vec2 way = 2.0f * reach * random.Direction();
	const int32_t steps = 1 << random.Between(0, 5);
	const float radius = random.OneIn(2) ? 0.0f : reach * random.LogUniform(0.003f, 0.1f);
	Flown flown{{from, way}, steps / 64.0, place, velocity, angle, spin};
	if (passed == Passed::Pierced && random.OneIn(2))
	{
		const auto seconds = static_cast<float>(flown.seconds);
		flown.acceleration = 2.0f * reach / (seconds * seconds) * random.InBox(0.5f);
	}
	const double doubt = 2.0e-3 * reach;
	const Verdict verdict = Judge(outline, flown, radius);
	if ((verdict == Judge(outline, flown, radius + doubt) && verdict == Judge(outline, flown, radius - doubt)) == false)
	{
		return;
	}
	Range range(outline, place, angle, passed == Passed::Ignored ? Ignoring() : PluginDef{});
	range.body->SetLinearVelocity(velocity);
	range.body->SetAngularVelocity(spin);
	QueryFilter filter;
	filter.startInside = startInside;
	range.Fire(flown.ray, radius, steps, filter, passed == Passed::Pierced ? 100 : 0, flown.acceleration);
	range.Fly(steps);
	const size_t atStart = verdict.startsInside && startInside ? 1 : 0;
	EXPECT_EQ(range.impacts.size(), static_cast<size_t>(verdict.entries) + atStart)
	    << "radius " << radius << ", steps " << steps << (moves ? ", moves" : "") << ", spin " << spin;
	counts.sure += GeometryOf(*range.fixture)->PieceCount() > 1 ? 1 : 0;
	counts.again += verdict.entries > 1 ? 1 : 0;
	counts.inside += verdict.startsInside ? 1 : 0;
}

void CheckFlights(uint64_t seed, bool startInside, Passed passed = Passed::Ignored)
{
	Counts counts;
	const int32_t trials = ScaledCount(600);
	for (int32_t i = 0; i < trials && testing::Test::HasFailure() == false; ++i)
	{
		SCOPED_TRACE(i);
		SceneRandom random(seed + static_cast<uint64_t>(i));
		CheckFlight(random, startInside, passed, counts);
	}
	EXPECT_GT(counts.sure, trials / 4);
	EXPECT_GT(counts.again, trials / 50);
	EXPECT_GT(counts.inside, trials / 50);
}

} // namespace

TEST(OneSolid, IgnoredInPiecesIsIgnoredAsAWhole)
{
	CheckFlights(7100, true);
}

TEST(OneSolid, StartedInIsNotMetBeforeItWasLeft)
{
	CheckFlights(107100, false);
}

TEST(OneSolid, PiercedOnABentPathIsMetOnceAnEntry)
{
	CheckFlights(207100, true, Passed::Pierced);
	CheckFlights(307100, false, Passed::Pierced);
}

// Two boxes of one body, one on the other. A bullet enters the upper box. On a straight path, it would leave this box
// through its side, but its path curves into the lower box. In other cases, a sensor that a rule pierces, or an edge on
// the lower box, replaces the upper box.
struct Boxes
{
	enum class Upper : uint8_t
	{
		Box,
		Sensor,
		Edge
	};

	FiringRange range;
	b2Body* body;
	std::vector<ImpactEvent> impacts;

	Boxes(Upper upper, float lowerResistance, float radius) : range({0.0f, 0.0f}, Piercing())
	{
		body = range.AddBody({0.0f, 0.0f});
		b2PolygonShape box;
		box.SetAsBox(2.0f, 1.0f, {2.0f, 1.0f}, 0.0f);
		const ClipEdgeShape edge = ValueOf(MakeEdge({0.0f, 0.0f}, {4.0f, 0.0f}));
		b2Fixture* above = range.Add(body, upper == Upper::Edge ? static_cast<const b2Shape&>(edge) : box);
		above->SetSensor(upper == Upper::Sensor);
		range.plugin.SetSurface(above, {.resistance = k_resistance, .ricochetAngle = 0.0f});
		box.SetAsBox(2.0f, 1.0f, {2.0f, -1.0f}, 0.0f);
		range.plugin.SetSurface(range.Add(body, box), {.resistance = lowerResistance, .ricochetAngle = 0.0f});
		BulletDef def = Lasting({-1.0f, 1.8f}, {64.0f, 0.0f});
		def.acceleration = {0.0f, -1365.0f};
		def.radius = radius;
		def.maxPierces = 100;
		def.filter.sensors = true;
		EXPECT_TRUE(range.plugin.Fire(def));
		for (int32_t step = 0; step < 8; ++step)
		{
			range.Step(k_stepTime);
			impacts.insert(impacts.end(), range.plugin.Impacts().begin(), range.plugin.Impacts().end());
		}
	}

	static PluginDef Piercing()
	{
		PluginDef def;
		def.rule = [](const ImpactEvent& impact)
		{
			return impact.fixture->IsSensor() ? Response::Pierce : impact.response;
		};
		return def;
	}

	static constexpr float k_resistance = 0.125f; // J/m; the bullet has 20 J
};

// A point bullet pays for both boxes at once. A disc has a separate impact with the lower box, which its straight path
// would not touch.
TEST(OneSolid, ABentPathPaysOnlyForAHarderFixture)
{
	for (const float radius : {0.0f, 0.05f})
	{
		for (const float lower : {0.0f, 0.5f * Boxes::k_resistance, Boxes::k_resistance})
		{
			const Boxes boxes(Boxes::Upper::Box, lower, radius);
			ASSERT_EQ(boxes.impacts.size(), radius > 0.0f && lower > 0.0f ? 2u : 1u) << radius << ", " << lower;
			EXPECT_EQ(boxes.impacts[0].response, Response::Pierce);
			EXPECT_NEAR(boxes.impacts[0].energyLost, Boxes::k_resistance * boxes.impacts[0].thickness, 1.0e-4);
			EXPECT_EQ(boxes.range.plugin.Bullets().size(), 1u);
		}
		const Boxes harder(Boxes::Upper::Box, 2.0f * Boxes::k_resistance, radius);
		ASSERT_EQ(harder.impacts.size(), 2u) << radius;
		const ImpactEvent& second = harder.impacts[1];
		EXPECT_EQ(second.response, Response::Pierce);
		EXPECT_NEAR(second.enter.point.y, 0.0, 1.0e-3);
		EXPECT_EQ(second.enter.normal, b2Vec2(0.0f, 1.0f));
		EXPECT_GT(second.thickness, 1.9f);
		EXPECT_NEAR(second.energyLost, 2.0f * Boxes::k_resistance * second.thickness, 1.0e-4);
		const Boxes armour(Boxes::Upper::Box, k_inf, radius);
		ASSERT_EQ(armour.impacts.size(), 2u) << radius;
		EXPECT_EQ(armour.impacts[1].response, Response::Stop);
	}
}

TEST(OneSolid, ABentPathPaysForASolidInASensorAndBehindAnEdge)
{
	for (const Boxes::Upper upper : {Boxes::Upper::Sensor, Boxes::Upper::Edge})
	{
		const Boxes boxes(upper, Boxes::k_resistance, 0.0f);
		ASSERT_EQ(boxes.impacts.size(), upper == Boxes::Upper::Edge ? 1u : 2u); // the edge lies on the solid
		const ImpactEvent& solid = boxes.impacts.back();
		EXPECT_GT(solid.thickness, 1.9f);
		EXPECT_NEAR(solid.energyLost, Boxes::k_resistance * solid.thickness, 1.0e-4);
	}
}

TEST(OneSolid, IgnoredOnALatticeIsMetOnceAnArm)
{
	// The paths run along the middle, beside it, and along the lines on which cuts between pieces may be.
	for (const float y : {0.0f, 0.5f, -0.25f})
	{
		ExpectImpacts(Plus(), {{-8.0f, y}, {16.0f, 0.0f}}, 1);
		ExpectImpacts(Plus(), {{y, -8.0f}, {0.0f, 16.0f}}, 1);
	}
	ExpectImpacts(Plus(), {{-8.0f, -8.0f}, {16.0f, 16.0f}}, 1);
	ExpectImpacts(Plus(), {{-8.0f, -4.0f}, {16.0f, 8.0f}}, 1);
	ExpectImpacts(Comb(), {{-8.0f, 0.5f}, {16.0f, 0.0f}}, 1);
	ExpectImpacts(Comb(), {{-8.0f, 2.0f}, {16.0f, 0.0f}}, 3);
	ExpectImpacts(Comb(), {{0.0f, -8.0f}, {0.0f, 16.0f}}, 1);
}

TEST(OneSolid, StartedInOnALatticeIsMetAgainInTheNextArm)
{
	QueryFilter filter;
	filter.startInside = false;
	for (const float radius : {0.0f, 0.001f, 0.1f})
	{
		for (const int32_t steps : {1, 2, 3, 4, 8, 16})
		{
			EXPECT_EQ(ImpactsOf(Plus(), {{-3.0f, 0.0f}, {16.0f, 0.0f}}, radius, steps, filter), 0u) << radius;
			EXPECT_EQ(ImpactsOf(Plus(), {{-3.0f, 0.5f}, {16.0f, 0.0f}}, radius, steps, filter), 0u) << radius;
			EXPECT_EQ(ImpactsOf(Plus(), {{-0.5f, -0.5f}, {16.0f, 16.0f}}, radius, steps, filter), 0u) << radius;
			EXPECT_EQ(ImpactsOf(Comb(), {{-2.5f, 3.0f}, {16.0f, 0.0f}}, radius, steps, filter), 2u) << radius;
			EXPECT_EQ(ImpactsOf(Comb(), {{-2.5f, 0.5f}, {16.0f, 0.0f}}, radius, steps, filter), 0u) << radius;
			EXPECT_EQ(ImpactsOf(Comb(), {{-2.5f, 3.0f}, {0.0f, -8.0f}}, radius, steps, filter), 0u) << radius;
		}
	}
}

// Rays pass through each corner of an outline to a place inside it. However the outline is cut into pieces, a bullet
// must have one impact for each hit that is not grazing.
TEST(OneSolid, StartedOutsideIsMetAtEveryCornerOfIt)
{
	QueryFilter filter;
	filter.startInside = false;
	for (const Outline& outline : {Plus(), Comb()})
	{
		for (const b2Vec2 corner : outline.Vertices())
		{
			for (const b2Vec2 inside : {b2Vec2{0.0f, 0.5f}, b2Vec2{0.25f, 0.25f}})
			{
				const b2Vec2 way = 2.0f * (inside - corner);
				const Ray ray{corner - way, 2.0f * way};
				std::vector<RayHit> hits;
				Range range(outline);
				CastRayAll(range.range.world, ray, hits);
				const auto isGrazing = [](const RayHit& hit)
				{
					return hit.grazing;
				};
				std::erase_if(hits, isGrazing);
				for (const int32_t steps : {1, 4})
				{
					EXPECT_EQ(ImpactsOf(outline, ray, 0.0f, steps, filter), hits.size())
					    << corner.x << ", " << corner.y;
				}
			}
		}
	}
}

TEST(OneSolid, ASensorInPiecesIsOneForAFlightAndItsPreview)
{
	QueryFilter filter;
	filter.sensors = true;
	for (const float radius : {0.0f, 0.1f})
	{
		Range range(Plus(), {0.0f, 0.0f}, 0.25f, {});
		range.fixture->SetSensor(true);
		range.Fire({{-8.0f, 0.25f}, {16.0f, 0.0f}}, radius, 8, filter);
		FlightPreview seen;
		ASSERT_TRUE(range.range.plugin.PreviewPath(range.def, 8 * k_stepTime, k_stepTime, seen));
		range.Fly(8);
		ASSERT_EQ(range.impacts.size(), 1u) << radius;
		ASSERT_EQ(seen.impacts.size(), 1u) << radius;
		EXPECT_EQ(range.impacts[0].response, Response::Ignore);
		EXPECT_EQ(range.impacts[0].enter.point, seen.impacts[0].enter.point);
		EXPECT_EQ((*range.range.plugin.Bullets().begin()).position, seen.points.back().position);
	}
}

TEST(OneSolid, SavedInItItIsStillPassed)
{
	for (const float radius : {0.0f, 0.1f})
	{
		Range range(Comb());
		range.Fire({{-8.0f, 0.75f}, {16.0f, 0.0f}}, radius, 64);
		std::vector<std::byte> bytes;
		for (int32_t step = 0; step < 64; ++step)
		{
			range.Fly(1);
			ASSERT_TRUE(range.range.plugin.Save(bytes));
			ASSERT_TRUE(range.range.plugin.Restore(bytes));
		}
		EXPECT_EQ(range.impacts.size(), 1u) << radius;
	}
}

// All bullets start inside the solid. They are so many that the plugin casts them all before it flies them one by one.
TEST(OneSolid, ManyStartedInItLeaveItOnAnyThreads)
{
	ThreadPool pool(2);
	PluginDef threaded;
	threaded.executor = pool.AsExecutor();
	Range serial(Plus(), {0.0f, 0.0f}, 0.0f, {});
	Range parallel(Plus(), {0.0f, 0.0f}, 0.0f, threaded);
	SceneRandom random(7300);
	std::vector<bool> isSure;
	std::vector<bool> isMet;
	QueryFilter filter;
	filter.startInside = false;
	for (int32_t i = 0; i < 500; ++i)
	{
		const b2Vec2 from = random.InBox(0.9f);
		const b2Vec2 arm = random.OneIn(2) ? b2Vec2{4.0f * from.x, from.y} : b2Vec2{from.x, 4.0f * from.y};
		const b2Vec2 way = 12.0f * random.Direction();
		const Ray ray{arm, way};
		serial.Fire(ray, 0.0f, 16, filter);
		parallel.Fire(ray, 0.0f, 16, filter);
		const Flown flown{ray, 0.25, {0.0f, 0.0f}, {0.0f, 0.0f}, 0.0, 0.0};
		const Verdict verdict = Judge(Plus(), flown, 0.0);
		isSure.push_back(verdict == Judge(Plus(), flown, 0.01) && verdict == Judge(Plus(), flown, -0.01));
		isMet.push_back(verdict.entries > 0);
	}
	for (int32_t i = 0; i < 80; ++i)
	{
		for (Range* range : {&serial, &parallel})
		{
			range->range.Add(range->range.AddBody({50.0f + static_cast<float>(i), 0.0f}), CircleOf(0.25f));
		}
	}
	std::vector<uint32_t> ids;
	for (const BulletState& bullet : serial.range.plugin.Bullets())
	{
		ids.push_back(bullet.id.index);
	}
	serial.Fly(16);
	parallel.Fly(16);
	ASSERT_EQ(serial.impacts.size(), parallel.impacts.size());
	std::vector<bool> wasMet(isMet.size());
	for (size_t i = 0; i < serial.impacts.size(); ++i)
	{
		EXPECT_EQ(serial.impacts[i].bullet.index, parallel.impacts[i].bullet.index);
		EXPECT_EQ(serial.impacts[i].enter.point, parallel.impacts[i].enter.point);
		const auto found = std::find(ids.begin(), ids.end(), serial.impacts[i].bullet.index);
		wasMet[static_cast<size_t>(found - ids.begin())] = true;
	}
	int32_t met = 0;
	for (size_t i = 0; i < isMet.size(); ++i)
	{
		EXPECT_TRUE(isSure[i] == false || wasMet[i] == isMet[i]) << i;
		met += isMet[i] ? 1 : 0;
	}
	EXPECT_GT(met, 20);
}

// True if a point is strictly inside a polygon of a body that is at the origin without rotation. Differences and
// products of these floats are exact.
bool IsInside(b2Vec2 point, const b2PolygonShape& polygon)
{
	for (int32_t i = 0; i < polygon.m_count; ++i)
	{
		const b2Vec2 a = polygon.m_vertices[i];
		const b2Vec2 b = polygon.m_vertices[(i + 1) % polygon.m_count];
		const long double alongX = static_cast<long double>(b.x) - a.x;
		const long double alongY = static_cast<long double>(b.y) - a.y;
		const long double toX = static_cast<long double>(point.x) - a.x;
		const long double toY = static_cast<long double>(point.y) - a.y;
		if (alongX * toY - alongY * toX <= 0.0L)
		{
			return false;
		}
	}
	return true;
}

// Bullets pierce walls of tiles, whose corners are rounded separately. The exit must be outside the last tile.
TEST(OneSolid, TheExitFromAWallOfFixturesIsOutsideOfTheLast)
{
	int32_t exits = 0;
	int32_t inside = 0;
	int32_t onSeams = 0;
	for (int32_t i = 0; i < ScaledCount(500); ++i)
	{
		SceneRandom random(7500 + static_cast<uint64_t>(i));
		PluginDef plugins;
		plugins.surface = {.resistance = 1.0e-6f, .ricochetAngle = 0.0f};
		b2World world({0.0f, 0.0f});
		Plugin plugin(world, plugins);
		b2Body* body = AddBody(world, {0.0f, 0.0f}, 0.0f, b2_staticBody);
		const float half = random.OneIn(2) ? 0.05f : random.Uniform(0.1f, 1.0f);
		const float far = random.OneIn(2) ? 0.0f : random.LogUniform(1.0f, 1000.0f);
		const b2Vec2 start = far * random.Direction();
		for (int32_t x = 0; x < 4; ++x)
		{
			for (int32_t y = 0; y < 2; ++y)
			{
				const b2Vec2 place = start + 2.0f * half * b2Vec2{static_cast<float>(x), static_cast<float>(y)};
				b2PolygonShape tile;
				tile.SetAsBox(half, half, place, 0.0f);
				body->CreateFixture(&tile, 1.0f);
			}
		}
		for (int32_t k = 0; k < 50; ++k)
		{
			const b2Vec2 middle = start + half * b2Vec2{3.0f, 1.0f} + half * random.InBox(2.0f);
			const b2Vec2 way = 10.0f * half * random.Direction();
			BulletDef def = Lasting(middle - way, 128.0f * way);
			def.radius = random.OneIn(3) ? 0.1f * half : 0.0f;
			def.maxPierces = 100;
			ASSERT_TRUE(plugin.Fire(def));
		}
		plugin.Step(k_stepTime, 8, 3);
		for (const ImpactEvent& impact : plugin.Impacts())
		{
			// At a seam, the point may be inside the neighbouring tile, whose face is rounded separately. This must be
			// rare.
			int32_t near = 0;
			int32_t in = 0;
			const float size = std::max({1.0f, std::abs(impact.exit.point.x), std::abs(impact.exit.point.y)});
			for (const b2Fixture* fixture = body->GetFixtureList(); fixture != nullptr; fixture = fixture->GetNext())
			{
				const auto& polygon = static_cast<const b2PolygonShape&>(*fixture->GetShape());
				const b2Vec2 off = b2Abs(impact.exit.point - polygon.m_centroid);
				near += std::max(off.x, off.y) < half + 1.0e-6f * size ? 1 : 0;
				in += IsInside(impact.exit.point, polygon) ? 1 : 0;
			}
			exits += 1;
			inside += near == 1 ? in : 0;
			onSeams += near == 1 ? 0 : in;
		}
	}
	EXPECT_GT(exits, ScaledCount(10000));
	EXPECT_EQ(inside, 0) << "of " << exits;
	EXPECT_LE(onSeams, exits / 5000);
}

TEST(OneSolid, TheWayOutLeadsOutOfAllPieces)
{
	const int32_t trials = ScaledCount(4000);
	int32_t overlapped = 0;
	double way = 0.0;
	double least = 0.0;
	for (int32_t i = 0; i < trials; ++i)
	{
		SCOPED_TRACE(i);
		SceneRandom random(7600 + static_cast<uint64_t>(i));
		const Outline outline = random.OneIn(2) ? RandomOutline(random) : (random.OneIn(2) ? Comb() : Plus());
		const b2Vec2 half = outline.Bounds().GetExtents();
		const b2Vec2 center = outline.Bounds().GetCenter() + half.Length() * random.InBox(0.7f);
		const float radius = half.Length() * random.LogUniform(0.01f, 0.3f);
		Range range(outline);
		std::vector<OverlapHit> overlaps;
		OverlapCircle(range.range.world, center, radius, overlaps);
		if (overlaps.empty())
		{
			continue;
		}
		const OverlapHit& hit = overlaps[0];
		const double slack = 1.0e-5 * half.Length();
		EXPECT_GE(HeightOver(outline, hit.place.x, hit.place.y), radius - slack);
		const b2Vec2 end = center + (1.001f * hit.depth + 1.0e-4f) * hit.wayOut;
		EXPECT_GE(HeightOver(outline, end.x, end.y), radius - slack);
		EXPECT_NEAR(DistanceOf(hit.place, center), hit.depth, slack);
		overlapped += 1;
		way += static_cast<double>(hit.depth);
		double free = 1.0e9;
		for (int32_t k = 0; k < 64; ++k)
		{
			const double turn = 0.098174770424681 * k;
			for (double step = 0.0; step < free; step += 0.02 * half.Length())
			{
				const double x = center.x + step * std::cos(turn);
				free = HeightOver(outline, x, center.y + step * std::sin(turn)) >= radius ? step : free;
			}
		}
		least += free;
	}
	EXPECT_GT(overlapped, trials / 4);
	EXPECT_LT(way, 1.5 * least) << way / least;
}

// A hull that is small compared to an outline.
struct Mover
{
	std::vector<b2Vec2> vertices;
	float radius = 0.0f;

	Mover(SceneRandom& random, float size)
	{
		const float wide = size * random.LogUniform(0.01f, 0.3f);
		const float high = wide * random.Uniform(0.2f, 1.0f);
		const int32_t kind = random.Below(4);
		radius = kind == 0 ? 0.0f : 0.5f * high;
		switch (kind)
		{
		case 1:
			vertices = {{0.25f * wide, 0.0f}};
			break;
		case 2:
			vertices = {{-wide, 0.0f}, {wide, high}};
			break;
		default:
			vertices = {{-wide, -high}, {wide, -high}, {wide, high}, {-wide, high}};
		}
	}

	[[nodiscard]] Hull AsHull() const { return {vertices, radius}; }

	// Samples the edges of the hull's core. Returns their least distance from a posed outline (m); negative inside.
	[[nodiscard]] double LeastHeight(const Outline& outline, const b2Transform& still, const b2Transform& pose) const
	{
		constexpr int32_t k_samples = 64;
		double least = 1.0e30;
		for (size_t i = 0; i < vertices.size(); ++i)
		{
			for (int32_t k = 0; k < k_samples; ++k)
			{
				const b2Vec2 along = vertices[(i + 1) % vertices.size()] - vertices[i];
				const b2Vec2 point = vertices[i] + static_cast<float>(k) / k_samples * along;
				const b2Vec2 local = b2MulT(still, b2Mul(pose, point));
				least = std::min(least, HeightOver(outline, local.x, local.y));
			}
		}
		return least;
	}
};

TEST(OneSolid, TheWayOutOfACastLeadsOutOfAllPieces)
{
	const int32_t trials = ScaledCount(4000);
	int32_t inside = 0;
	int32_t unlike = 0; // an overlap of the same shape reports another way out
	for (int32_t i = 0; i < trials; ++i)
	{
		SCOPED_TRACE(i);
		SceneRandom random(7700 + static_cast<uint64_t>(i));
		const Outline outline = random.OneIn(2) ? RandomOutline(random) : (random.OneIn(2) ? Comb() : Plus());
		const float size = outline.Bounds().GetExtents().Length();
		const b2Vec2 at = random.InBox(20.0f);
		Range range(outline, at, random.Uniform(-3.0f, 3.0f));
		const b2World& world = range.range.world;
		const b2Transform& still = range.body->GetTransform();
		const Mover mover(random, size);
		const b2Vec2 from = b2Mul(still, outline.Bounds().GetCenter() + size * random.InBox(0.7f));
		const b2Transform pose = PoseAt(from, random.Uniform(-3.0f, 3.0f));
		const bool moves = random.OneIn(4) == false;
		const HullPath path{mover.AsHull(), pose, moves ? size * random.InBox(2.0f) : b2Vec2{0.0f, 0.0f}};
		const std::optional<HullHit> hit = CastHullClosest(world, path);
		if (hit.has_value() == false || hit->startsInside == false)
		{
			continue;
		}
		const double slack = 1.0e-5 * size;
		const auto heightAt = [&](b2Vec2 place)
		{
			return mover.LeastHeight(outline, still, {place, pose.q});
		};
		EXPECT_FALSE(OverlapHullAny(world, path.hull, {hit->place, pose.q}));
		EXPECT_GE(heightAt(hit->place), mover.radius - slack);
		EXPECT_GE(heightAt(from + (1.001f * hit->depth + 1.0e-4f) * hit->wayOut), mover.radius - slack);
		EXPECT_NEAR(DistanceOf(hit->place, from), hit->depth, slack);
		std::vector<HullHit> all;
		CastHullAll(world, path, all);
		std::vector<HullSolidSpan> solids;
		CastHullSolids(Snapshot(world), path, solids);
		ASSERT_FALSE(all.empty() || solids.empty());
		EXPECT_EQ(all[0].place, hit->place);
		EXPECT_EQ(solids[0].place, hit->place);
		TurningPath turning{path.hull, {.pose = pose, .translation = path.translation, .angle = 0.5f}};
		const std::optional<TurningHit> turned = CastTurningClosest(world, turning);
		ASSERT_TRUE(turned && turned->startsInside);
		EXPECT_EQ(turned->depth, hit->depth);
		EXPECT_EQ(turned->wayOut, hit->wayOut);
		inside += 1;
		std::vector<OverlapHit> overlaps;
		OverlapHull(world, path.hull, pose, overlaps);
		unlike += overlaps.size() == 1 && overlaps[0].place == hit->place ? 0 : 1;
	}
	EXPECT_GT(inside, trials / 4);
	EXPECT_EQ(unlike, 0);
}

// Returns places on the cuts between the pieces of an outline with integer coordinates. They are exact floats, strictly
// inside the outline.
std::vector<b2Vec2> PlacesOnCuts(const Outline& outline)
{
	const std::vector<std::vector<b2Vec2>> rings{{outline.Vertices().begin(), outline.Vertices().end()}};
	std::vector<b2Vec2> places;
	const std::vector<ClipPolygonShape> polygons = ValueOf(MakePolygons(outline));
	for (const ClipPolygonShape& polygon : polygons)
	{
		for (int32_t i = 0; i < polygon.m_count; ++i)
		{
			const b2Vec2 a = polygon.m_vertices[i];
			const b2Vec2 edge = polygon.m_vertices[(i + 1) % polygon.m_count] - a;
			for (const float share : {0.25f, 0.5f, 0.75f})
			{
				const b2Vec2 place = a + share * edge;
				if (ExactLocateInRings({place.x, place.y}, rings) == Location::Inside)
				{
					places.push_back(place);
				}
			}
		}
	}
	return places;
}

TEST(OneSolid, AStartOnAnInnerCutIsInside)
{
	SceneRandom random(7800);
	const Outline corner = Ring({{0, 0}, {3, 0}, {3, 1}, {1, 1}, {1, 3}, {0, 3}});
	const int32_t trials = ScaledCount(20);
	int32_t starts = 0;
	for (const Outline& outline : {corner, Plus(), Comb()})
	{
		const std::vector<b2Vec2> places = PlacesOnCuts(outline);
		EXPECT_GT(places.size(), 2u);
		for (const b2Vec2 place : places)
		{
			for (int32_t i = 0; i < trials; ++i)
			{
				// Some paths run along a cut.
				b2Vec2 way = 0.25f * (random.OneOf(places) - place);
				way = random.OneIn(2) || way == b2Vec2{0.0f, 0.0f} ? 4.0f * random.Direction() : way;
				Range range(outline, {0.0f, 0.0f}, 0.0f, {});
				const auto hit = CastRayClosest(range.range.world, {place, way});
				ASSERT_TRUE(hit && hit->startsInside);
				range.def = Lasting(place, 64.0f * way);
				range.def.maxBounces = 3;
				ASSERT_TRUE(range.range.plugin.Fire(range.def));
				range.def.filter.startInside = false;
				range.def.lifetime = 0.001f;
				ASSERT_TRUE(range.range.plugin.Fire(range.def));
				range.Fly(1);
				starts += 1;
				ASSERT_EQ(range.impacts.size(), 1u) << place.x << ", " << place.y;
				EXPECT_TRUE(range.impacts[0].startsInside);
				EXPECT_EQ(range.impacts[0].response, Response::Stop);
				EXPECT_EQ(range.impacts[0].enter.point, place);
				EXPECT_EQ(range.impacts[0].enter.normal, b2Vec2(0.0f, 0.0f));
			}
		}
	}
	EXPECT_GT(starts, 20 * trials);
}

// In one case, a rule ignores the solid; in the other case, the grenade starts inside it.
TEST(OneSolid, AGrenadePassesItAsAWhole)
{
	SceneRandom random(7400);
	for (const bool startsInside : {false, true})
	{
		for (const float y : {0.0f, 0.5f, 0.95f})
		{
			for (const int32_t steps : {1, 8, 64, 64, 64, 64, 64, 64, 64, 64})
			{
				Range range(Plus(), {0.0f, 0.0f}, 0.0f, startsInside ? PluginDef{} : Ignoring());
				// If `steps` is 64, one step ends just before the grenade touches the next piece.
				const float aside = random.LogUniform(1.0e-6f, 1.0e-2f);
				const b2Vec2 from{(startsInside ? -3.1f : -8.1f) - aside, y};
				GrenadeDef def;
				def.position = from;
				def.velocity = {16.0f * 64.0f / static_cast<float>(steps), 0.0f};
				def.radius = 0.1f;
				def.gravityScale = 0.0f;
				def.fuse = 100.0f;
				def.filter.startInside = startsInside == false;
				ASSERT_TRUE(range.range.plugin.Throw(def));
				range.Fly(steps);
				EXPECT_EQ(range.impacts.size(), startsInside ? 0u : 1u) << y << ", " << steps;
				ASSERT_EQ(range.range.plugin.Grenades().size(), 1u);
				EXPECT_NEAR(range.range.plugin.Grenades()[0].position.x, from.x + 16.0f, 1.0e-3f) << y;
				EXPECT_NEAR(range.range.plugin.Grenades()[0].position.y, y, 1.0e-3f) << y;
			}
		}
	}
}

// The spans of a ray in an outline with integer coordinates, and in its convex fixtures. For such an outline,
// ClipOutline is exact.
struct SpansOf
{
	std::vector<RaySpan> outline;
	std::vector<SolidSpan> fixtures, indexed;

	SpansOf(const Outline& of, const b2World& world, const Snapshot& snapshot, const Ray& ray)
	{
		ClipOutline(ray, of, outline);
		CastRaySolids(world, ray, fixtures);
		CastRaySolids(snapshot, ray, indexed);
	}

	[[nodiscard]] bool AreSame() const
	{
		const auto isSame = [](const RaySpan& a, const RaySpan& b)
		{
			return a.enter.fraction == b.enter.fraction && a.exit.fraction == b.exit.fraction &&
			       a.startsInside == b.startsInside && a.endsInside == b.endsInside && a.grazing == b.grazing;
		};
		return std::equal(outline.begin(), outline.end(), fixtures.begin(), fixtures.end(), isSame) &&
		       std::equal(outline.begin(), outline.end(), indexed.begin(), indexed.end(), isSame);
	}
};

// Calls visit(ray) for all rays between integer points of the bounds, each with maxFraction 0.5, 1 and 2.
template <class Visit>
void ForEachWholeRay(const b2AABB& bounds, const Visit& visit)
{
	const auto forEachPoint = [&](const auto& take)
	{
		for (float x = bounds.lowerBound.x - 1.0f; x <= bounds.upperBound.x + 1.0f; x += 1.0f)
		{
			for (float y = bounds.lowerBound.y - 1.0f; y <= bounds.upperBound.y + 1.0f; y += 1.0f)
			{
				take(b2Vec2{x, y});
			}
		}
	};
	forEachPoint(
	    [&](b2Vec2 from)
	    {
		    forEachPoint(
		        [&](b2Vec2 to)
		        {
			        for (const float maxFraction : {0.5f, 1.0f, 2.0f})
			        {
				        visit(Ray{from, to - from, maxFraction});
			        }
		        });
	    });
}

TEST(OneSolid, FixturesOfAnOutlineHaveItsSpans)
{
	const Outline outlines[] = {
	    Ring({{0, 0}, {2, 0}, {2, 1}, {1, 1}, {1, 2}, {0, 2}}),
	    Ring({{1, 0}, {2, 0}, {2, 1}, {3, 1}, {3, 2}, {0, 2}, {0, 1}, {1, 1}}),
	    Ring({{0, 0}, {3, 0}, {3, 2}, {2, 2}, {2, 1}, {1, 1}, {1, 2}, {0, 2}}),
	    Ring({{1, 0}, {2, 0}, {2, 1}, {3, 1}, {3, 2}, {2, 2}, {2, 3}, {1, 3}, {1, 2}, {0, 2}, {0, 1}, {1, 1}}),
	    ValueOf(Outline::Make(std::vector<b2Vec2>{{0, 0}, {4, 0}, {4, 4}, {0, 4}, {1, 1}, {3, 1}, {3, 3}, {1, 3}},
	                          std::vector<int32_t>{0, 4})),
	    ValueOf(Outline::Make(std::vector<b2Vec2>{{0, 0}, {1, 0}, {1, 1}, {0, 1}, {1, 1}, {2, 1}, {2, 2}, {1, 2}},
	                          std::vector<int32_t>{0, 4})),
	    // At the reflex corners of these outlines, cuts and edges are less than 30 degrees apart.
	    Ring({{-3, -3}, {3, -1}, {1, 0}, {-2, 2}, {-3, 0}}), Ring({{2, -2}, {2, 2}, {-1, 1}, {-3, 1}, {-2, 0}}),
	    Ring({{-3, -3}, {-1, -3}, {0, -1}, {1, -1}, {3, -1}, {2, 0}, {3, 1}, {2, 2}, {0, 1}, {-2, 2}, {-3, 0}})};
	int32_t begunOnFaces = 0;
	int32_t spans = 0;
	for (const Outline& outline : outlines)
	{
		Scene scene;
		b2Body* body = scene.AddBody({0.0f, 0.0f});
		for (const ClipPolygonShape& piece : ValueOf(MakePolygons(outline)))
		{
			scene.Add(body, piece);
		}
		ASSERT_GT(scene.fixtures.size(), 1u);
		const Snapshot snapshot(*scene.world);
		ForEachWholeRay(outline.Bounds(),
		                [&](const Ray& ray)
		                {
			                const SpansOf of(outline, *scene.world, snapshot, ray);
			                EXPECT_TRUE(of.AreSame()) << "outline " << &outline - outlines << ", (" << ray.origin.x
			                                          << ", " << ray.origin.y << ") + (" << ray.translation.x << ", "
			                                          << ray.translation.y << ") * " << ray.maxFraction;
			                spans += static_cast<int32_t>(of.outline.size());
			                begunOnFaces += of.outline.empty() == false && of.outline[0].startsInside &&
			                                        LocateInOutline(ray.origin, outline) == Location::Boundary
			                                    ? 1
			                                    : 0;
		                });
	}
	EXPECT_GT(spans, 10000);
	EXPECT_GT(begunOnFaces, 500);
}

} // namespace ricochet::test::one_solid_test
