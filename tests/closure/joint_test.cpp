// MIT License, Copyright (c) 2026 the ricochet authors

#include <ricochet/host/attach_geometry.h>
#include <ricochet/index/snapshot.h>
#include <ricochet/index/spatial_hash.h>
#include <ricochet/projectile/plugin.h>
#include <ricochet/query/hull_solid_query.h>
#include <ricochet/query/simple_queries.h>
#include <ricochet/query/solid_query.h>
#include <ricochet/shapes/shape_factory.h>
#include <ricochet/sight/line_of_sight.h>

#include "closure/worlds.h"
#include "projectile/firing_range.h"
#include "support/random_rays.h"
#include "support/scenes.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <iterator>
#include <limits>
#include <vector>

// Tests that touching fixtures of one body are one wall, along a joint and beside it. This must hold in both
// directions, for casts and bullets, and for points and discs.

namespace ricochet::test::joint_test
{

namespace
{

constexpr float k_stepTime = 1.0f / 64.0f;

// Adds boxes, each given by its left, bottom, right and top.
void AddBoxes(b2Body* body, std::initializer_list<std::array<float, 4>> boxes)
{
	for (const auto& [left, bottom, right, top] : boxes)
	{
		const b2Vec2 corners[] = {{left, bottom}, {right, bottom}, {right, top}, {left, top}};
		b2PolygonShape box;
		box.Set(corners, 4);
		body->CreateFixture(&box, 1.0f);
	}
}

void AddTriangle(b2Body* body, b2Vec2 a, b2Vec2 b, b2Vec2 c)
{
	const b2Vec2 corners[] = {a, b, c};
	b2PolygonShape triangle;
	triangle.Set(corners, 3);
	body->CreateFixture(&triangle, 1.0f);
}

// Sums over the events of one bullet.
struct Shot
{
	int32_t impacts = 0;
	int32_t pierces = 0;
	double thickness = 0.0; // the sum over all events (m)
	double energy = 0.0;    // the sum over all events (J)
	bool isThrough = false;
};

// Flies a bullet along the whole ray in `steps` steps. The bullet is so heavy that its energy suffices for all solids.
Shot Shoot(b2World& world, const Ray& ray, float radius, int32_t maxPierces, int32_t steps = 1)
{
	PluginDef plugins;
	plugins.surface = {.resistance = 100.0f, .ricochetAngle = 0.0f};
	Plugin plugin(world, plugins);
	BulletDef def;
	def.position = ray.origin;
	def.velocity = (64.0f / static_cast<float>(steps)) * ray.translation;
	def.mass = 100.0f;
	def.gravityScale = 0.0f;
	def.radius = radius;
	def.maxPierces = maxPierces;
	const auto id = plugin.Fire(def);
	EXPECT_TRUE(id);
	Shot shot;
	for (int32_t step = 0; step < steps; ++step)
	{
		plugin.Step(k_stepTime, 8, 3);
		for (const ImpactEvent& impact : plugin.Impacts())
		{
			shot.impacts += 1;
			shot.pierces += impact.response == Response::Pierce ? 1 : 0;
			shot.thickness += static_cast<double>(impact.thickness);
			shot.energy += static_cast<double>(impact.energyLost);
		}
	}
	shot.isThrough = plugin.Bullets().empty() == false;
	return shot;
}

Ray Reversed(const Ray& ray)
{
	return {ray.origin + ray.translation, -ray.translation, ray.maxFraction};
}

// Returns the length of the ray inside solids (m). Expects that all spaces report the same spans, which are disjoint
// and in order.
double LengthIn(const b2World& world, const Ray& ray, size_t* count = nullptr)
{
	const Snapshot snapshot(world);
	SpatialHash hash(1.0f);
	EXPECT_TRUE(hash.Update(&world));
	std::vector<SolidSpan> solids, others;
	CastRaySolids(world, ray, solids);
	double sum = 0.0;
	for (size_t i = 0; i < solids.size(); ++i)
	{
		EXPECT_TRUE(i == 0 || solids[i - 1].exit.fraction < solids[i].enter.fraction);
		sum += (static_cast<double>(solids[i].exit.fraction) - solids[i].enter.fraction) * ray.translation.Length();
	}
	for (const Space space : {Space(snapshot), Space(hash)})
	{
		CastRaySolids(space, ray, others);
		EXPECT_EQ(others.size(), solids.size());
		for (size_t i = 0; i < std::min(solids.size(), others.size()); ++i)
		{
			EXPECT_EQ(others[i].enter.fraction, solids[i].enter.fraction);
			EXPECT_EQ(others[i].exit.fraction, solids[i].exit.fraction);
		}
	}
	const b2Vec2 to = ray.origin + ray.translation;
	EXPECT_LE(SolidLength(world, ray.origin, to), 1.000001f * ray.translation.Length());
	EXPECT_NEAR(SolidLength(world, ray.origin, to), sum, 1.0e-5 * ray.translation.Length());
	if (count != nullptr)
	{
		*count = solids.size();
	}
	return sum;
}

// Expects a single solid with the given thickness on the ray, in both directions, for points and discs, and at any step
// length.
void ExpectWall(b2World& world, const Ray& ray, double thickness, double slack)
{
	for (const Ray& way : {ray, Reversed(ray)})
	{
		size_t count = 0;
		EXPECT_NEAR(LengthIn(world, way, &count), thickness, slack);
		EXPECT_EQ(count, 1u);
		for (const float radius : {0.0f, 0.001f, 0.1f})
		{
			for (const int32_t steps : {1, 64})
			{
				const Shot shot = Shoot(world, way, radius, 1, steps);
				EXPECT_EQ(shot.impacts, 1) << radius << ", " << steps;
				EXPECT_EQ(shot.pierces, 1) << radius << ", " << steps;
				EXPECT_NEAR(shot.thickness, thickness, slack) << radius << ", " << steps;
				EXPECT_NEAR(shot.energy, 100.0 * thickness, 100.0 * slack + 0.01 * thickness) << radius;
				EXPECT_TRUE(shot.isThrough);
				EXPECT_FALSE(Shoot(world, way, radius, 0, steps).isThrough);
			}
		}
	}
}

} // namespace

TEST(Joint, OfTwoBoxesIsAWall)
{
	FiringRange range;
	AddBoxes(range.AddBody({0.0f, 0.0f}), {{0, 0, 4, 1}, {0, 1, 4, 2}});
	ExpectWall(range.world, {{-4.0f, 1.0f}, {16.0f, 0.0f}}, 4.0, 1.0e-5);
}

TEST(Joint, OfTilesIsOneWall)
{
	FiringRange range;
	b2Body* body = range.AddBody({0.0f, 0.0f});
	for (int32_t x = 0; x < 4; ++x)
	{
		const float left = static_cast<float>(x);
		AddBoxes(body, {{left, 0, left + 1, 1}, {left, 1, left + 1, 2}});
	}
	ExpectWall(range.world, {{-4.0f, 1.0f}, {16.0f, 0.0f}}, 4.0, 1.0e-5);
	ExpectWall(range.world, {{2.0f, -4.0f}, {0.0f, 16.0f}}, 2.0, 1.0e-5);
}

TEST(Joint, OfBricksIsOneWall)
{
	FiringRange range;
	AddBoxes(range.AddBody({0.0f, 0.0f}), {{0, 0, 1, 1}, {1, 0, 2, 1}, {2, 0, 4, 1}, {0, 1, 1.5f, 2}, {1.5f, 1, 4, 2}});
	ExpectWall(range.world, {{-4.0f, 1.0f}, {16.0f, 0.0f}}, 4.0, 1.0e-5);
}

TEST(Joint, OfTwoTrianglesIsAWall)
{
	FiringRange range;
	b2Body* body = range.AddBody({0.0f, 0.0f});
	AddTriangle(body, {0.0f, 0.0f}, {4.0f, 0.0f}, {4.0f, 3.0f});
	AddTriangle(body, {0.0f, 0.0f}, {4.0f, 3.0f}, {0.0f, 3.0f});
	ExpectWall(range.world, {{-4.0f, -3.0f}, {16.0f, 12.0f}}, 5.0, 1.0e-5);
}

// The outline is an L, which is cut into convex pieces. Each cut runs from the inner corner to another corner.
TEST(Joint, OfPiecesOfAnOutlineIsAWall)
{
	const std::vector<b2Vec2> ell{{0, 0}, {8, 0}, {8, 4}, {4, 4}, {4, 8}, {0, 8}};
	FiringRange range;
	b2Fixture* fixture = range.Add(range.AddBody({0.0f, 0.0f}), CircleOf(0.125f));
	const Outline outline = ValueOf(Outline::Make(ell));
	ASSERT_TRUE(AttachGeometry(fixture, ValueOf(CastGeometry::Make(outline))));
	ExpectWall(range.world, {{-4.0f, -4.0f}, {16.0f, 16.0f}}, std::sqrt(32.0), 1.0e-5);
	// A cut may also run straight down or straight left from the inner corner, or along the diagonal through (0, 8) and
	// (8, 0). These two rays and the last one run along these lines.
	for (const Ray& ray : {Ray{{4.0f, -4.0f}, {0.0f, 6.0f}}, Ray{{-4.0f, 4.0f}, {6.0f, 0.0f}}})
	{
		EXPECT_NEAR(LengthIn(range.world, ray), 2.0, 1.0e-5);
		EXPECT_FALSE(Shoot(range.world, ray, 0.0f, 0).isThrough);
	}
	ExpectWall(range.world, {{-4.0f, 12.0f}, {16.0f, -16.0f}}, std::sqrt(128.0), 1.0e-5);
}

// A wall of a body that also has an edge: in the wall, on its front face or on its back face. Games put such a chain
// over boxes, so that nothing catches on their joints. The wall must cost one pierce, and be reported once.
TEST(Joint, OfAWallAndAnEdgeOfTheSameBodyIsOneWall)
{
	for (const float x : {0.5f, 0.0f, 1.0f, 0.25f})
	{
		for (const bool isChain : {false, true})
		{
			for (const bool isFirst : {false, true})
			{
				for (const float angle : {0.0f, 0.3f})
				{
					FiringRange range;
					b2Body* body = range.AddBody({0.0f, 0.0f}, angle);
					const auto addEdge = [&]
					{
						const std::vector<b2Vec2> points{{x, -0.9f}, {x, 0.9f}};
						isChain ? range.Add(body, ValueOf(MakeChain(points)))
						        : range.Add(body, ValueOf(MakeEdge(points[0], points[1])));
					};
					if (isFirst)
					{
						addEdge();
					}
					range.Add(body, ValueOf(MakeBox(0.5f, 1.0f, {0.5f, 0.0f}, 0.0f)));
					if (isFirst == false)
					{
						addEdge();
					}
					const b2Rot turn(angle);
					BulletDef bullet = Straight(b2Mul(turn, b2Vec2{-1.0f, 0.1f}), b2Mul(turn, b2Vec2{300.0f, 0.0f}));
					bullet.mass = 1.0f;
					bullet.maxPierces = 1;
					const BulletId id = range.plugin.Fire(bullet);
					range.Step(k_dt);
					SCOPED_TRACE(testing::Message() << x << ", " << isChain << isFirst << ", " << angle);
					ASSERT_EQ(range.plugin.Impacts().size(), 1u);
					EXPECT_NEAR(range.plugin.Impacts()[0].thickness, 1.0f, 1.0e-4f);
					EXPECT_TRUE(range.plugin.Find(id));
				}
			}
		}
	}
}

// An edge in a wall stops a bullet if it resists infinitely. In a sensor that a rule lets the bullet pierce, an edge is
// a wall by itself.
TEST(Joint, OfAnEdgeAndWhatDoesNotBearItIsTwoWalls)
{
	for (const bool isSensor : {false, true})
	{
		PluginDef def;
		def.rule = [](const ImpactEvent& impact)
		{
			return impact.fixture->IsSensor() ? Response::Pierce : impact.response;
		};
		FiringRange range({0.0f, 0.0f}, def);
		b2Body* body = range.AddBody({0.0f, 0.0f});
		range.Add(body, ValueOf(MakeBox(0.5f, 1.0f, {0.5f, 0.0f}, 0.0f)))->SetSensor(isSensor);
		b2Fixture* edge = range.Add(body, ValueOf(MakeEdge({0.5f, -0.9f}, {0.5f, 0.9f})));
		if (isSensor == false)
		{
			range.plugin.SetSurface(edge, {.resistance = std::numeric_limits<float>::infinity()});
		}
		BulletDef bullet = Straight({-1.0f, 0.1f}, {300.0f, 0.0f});
		bullet.mass = 1.0f;
		bullet.maxPierces = 5;
		bullet.filter.sensors = true;
		const BulletId id = range.plugin.Fire(bullet);
		range.Step(k_dt);
		ASSERT_EQ(range.plugin.Impacts().size(), 2u) << isSensor;
		EXPECT_EQ(range.plugin.Impacts()[1].fixture, edge);
		EXPECT_EQ(range.plugin.Impacts()[1].response, isSensor ? Response::Pierce : Response::Stop);
		EXPECT_EQ(range.plugin.Find(id).has_value(), isSensor);
	}
}

// A ray leaves a box. Behind the box an edge runs along the ray, nearer than floats are apart, and crosses it 1 m
// later. That metre is air.
TEST(Joint, OfABoxAndAnEdgeAlongTheRayIsAsLongAsTheBox)
{
	for (const float far : {0.0f, 100.0f, 1000.0f, 10000.0f})
	{
		const float tolerance = std::max(1.0f, far) * 0x1p-20f;
		const float height = 0.6f * tolerance;
		for (const bool isOfBox : {false, true})
		{
			FiringRange range;
			b2Body* body = range.AddBody({far, 0.0f});
			range.Add(body, ValueOf(MakeBox(0.5f, 0.5f, {0.5f, 0.03f}, 0.0f)));
			b2Body* other = isOfBox ? body : range.AddBody({far, 0.0f});
			range.Add(other, ValueOf(MakeEdge({1.0f + 0.25f * tolerance, height}, {3.0f, -height})));
			const Ray ray{{far - 1.0f, 0.0f}, {5.0f, 0.0f}};
			EXPECT_NEAR(LengthIn(range.world, ray), 1.0, 0.01) << far << isOfBox;
			std::vector<SolidSpan> spans;
			CastRaySolids(range.world, ray, spans);
			double sum = 0.0;
			for (const SolidSpan& span : spans)
			{
				sum += 5.0 * (static_cast<double>(span.exit.fraction) - static_cast<double>(span.enter.fraction));
			}
			EXPECT_NEAR(sum, 1.0, 0.01) << far << isOfBox;
		}
	}
}

// Edges of one body that share a corner on the path, lie on one another or cross there are one wall, too. So is a box
// with a loop around it.
TEST(Joint, OfEdgesOfTheSameBodyIsOneWall)
{
	const auto addEdge = [](FiringRange& range, b2Body* body, b2Vec2 from, b2Vec2 to)
	{
		range.Add(body, ValueOf(MakeEdge(from, to)));
	};
	const std::function<void(FiringRange&, b2Body*)> makers[] = {
	    [&](FiringRange& range, b2Body* body)
	    {
		    addEdge(range, body, {0.0f, -1.0f}, {0.0f, 0.0f});
		    addEdge(range, body, {0.0f, 0.0f}, {0.5f, 1.0f});
	    },
	    [&](FiringRange& range, b2Body* body)
	    {
		    addEdge(range, body, {0.0f, -1.0f}, {0.0f, 1.0f});
		    addEdge(range, body, {0.0f, -2.0f}, {0.0f, 1.0f});
	    },
	    [&](FiringRange& range, b2Body* body)
	    {
		    addEdge(range, body, {-1.0f, -1.0f}, {1.0f, 1.0f});
		    addEdge(range, body, {-1.0f, 1.0f}, {1.0f, -1.0f});
	    },
	    [&](FiringRange& range, b2Body* body)
	    {
		    range.Add(body, ValueOf(MakeBox(0.5f, 0.5f, {0.5f, 0.0f}, 0.0f)));
		    const std::vector<b2Vec2> points{{0.0f, -0.5f}, {1.0f, -0.5f}, {1.0f, 0.5f}, {0.0f, 0.5f}};
		    range.Add(body, ValueOf(MakeLoop(points)));
	    }};
	for (size_t i = 0; i < std::size(makers); ++i)
	{
		for (const float far : {0.0f, 1024.0f})
		{
			FiringRange range;
			makers[i](range, range.AddBody({far, 0.0f}));
			BulletDef bullet = Straight({far - 2.0f, 0.0f}, {300.0f, 0.0f});
			bullet.mass = 1.0f;
			bullet.maxPierces = 1;
			const BulletId id = range.plugin.Fire(bullet);
			range.Step(k_dt);
			SCOPED_TRACE(testing::Message() << i << ", " << far);
			EXPECT_EQ(range.plugin.Impacts().size(), 1u);
			EXPECT_TRUE(range.plugin.Find(id));
		}
	}
}

// Up to x = 3 m, there is solid on both sides of the ray, and then only below it. A cast must report 4 m of solid. In
// the last metre, a bullet slides along the surface.
TEST(Joint, ThatEndsBeforeOneSideIsTheSameBothWays)
{
	FiringRange range;
	AddBoxes(range.AddBody({0.0f, 0.0f}), {{0, 0, 4, 1}, {0, 1, 3, 2}});
	const Ray ray{{-4.0f, 1.0f}, {16.0f, 0.0f}};
	for (const Ray& way : {ray, Reversed(ray)})
	{
		size_t count = 0;
		EXPECT_FLOAT_EQ(static_cast<float>(LengthIn(range.world, way, &count)), 4.0f);
		EXPECT_EQ(count, 1u);
		for (const float radius : {0.0f, 0.001f, 0.1f})
		{
			for (const int32_t steps : {1, 4, 64})
			{
				const Shot shot = Shoot(range.world, way, radius, 1, steps);
				EXPECT_EQ(shot.impacts, 1) << radius << ", " << steps;
				EXPECT_NEAR(shot.thickness, 3.0, 1.0e-5) << radius << ", " << steps;
				EXPECT_NEAR(shot.energy, 300.0, 0.05) << radius << ", " << steps;
				EXPECT_TRUE(shot.isThrough);
			}
		}
	}
}

TEST(Joint, OfATurnedBodyIsAWall)
{
	SceneRandom random(4101);
	for (int32_t trial = 0; trial < ScaledCount(100) && HasFailure() == false; ++trial)
	{
		SCOPED_TRACE(trial);
		const b2Vec2 place = random.InBox(20.0f);
		const float angle = random.Uniform(-3.0f, 3.0f);
		const bool areTiles = random.OneIn(2);
		FiringRange range;
		b2Body* body = range.AddBody(place, angle);
		if (areTiles)
		{
			AddBoxes(body, {{0, 0, 1, 1}, {1, 0, 4, 1}, {0, 1, 2, 2}, {2, 1, 4, 2}});
		}
		else
		{
			AddBoxes(body, {{0, 0, 4, 1}, {0, 1, 4, 2}});
		}
		const b2Vec2 from = body->GetWorldPoint({-4.0f, 1.0f});
		const b2Vec2 to = body->GetWorldPoint({12.0f, 1.0f});
		ExpectWall(range.world, {from, to - from}, 4.0, 1.0e-4);
	}
}

// The corners of the tiles are multiples of 0.1 m, rounded to floats. Far from the origin, there are gaps and overlaps
// of a millimetre between tiles.
TEST(Joint, OfRoundedTilesIsAWall)
{
	SceneRandom random(4102);
	for (int32_t trial = 0; trial < ScaledCount(200) && HasFailure() == false; ++trial)
	{
		SCOPED_TRACE(trial);
		const float far = random.OneIn(3) ? random.LogUniform(10.0f, 10000.0f) : 0.0f;
		const int32_t row = random.Between(1, 40);
		const float half = 0.05f;
		FiringRange range;
		b2Body* body = range.AddBody({0.0f, 0.0f});
		for (int32_t y = row; y < row + 2; ++y)
		{
			for (int32_t x = 0; x < 8; ++x)
			{
				b2PolygonShape tile;
				tile.SetAsBox(half, half, {far + 0.1f * static_cast<float>(x), far + 0.1f * static_cast<float>(y)},
				              0.0f);
				body->CreateFixture(&tile, 1.0f);
			}
		}
		// Bullets fly along the upper face of the lower row, or along the lower face of the upper row.
		float top = -1.0e9f;
		float bottom = 1.0e9f;
		int32_t index = 0;
		for (b2Fixture* fixture = body->GetFixtureList(); fixture != nullptr; fixture = fixture->GetNext())
		{
			const auto& tile = static_cast<const b2PolygonShape&>(*fixture->GetShape());
			const bool isUpper = index++ < 8; // the body's list begins with the last fixture
			for (int32_t v = 0; v < tile.m_count; ++v)
			{
				const float y = tile.m_vertices[v].y;
				top = isUpper ? top : std::max(top, y);
				bottom = isUpper ? std::min(bottom, y) : bottom;
			}
		}
		for (const float y : {top, bottom})
		{
			const Ray ray{{far - 1.0f, y}, {4.0f, 0.0f}};
			ExpectWall(range.world, ray, 0.8, 4.0e-6 * (far + 1.0) + 1.0e-5);
		}
	}
}

// Finds the solids on a line through polygons whose corners have integer coordinates. It computes with integers.
class CornerReferee
{
public:
	CornerReferee(b2Vec2 from, b2Vec2 way) : m_from(from), m_way(way) {}

	// Adds the part of the line inside a convex polygon. Shares of the line are quotients of small integers, so equal
	// shares have equal floats.
	void Add(std::span<const b2Vec2> corners)
	{
		double enter = 0.0;
		double exit = 1.0;
		int32_t sides = 3;
		for (size_t i = 0; i < corners.size(); ++i)
		{
			const b2Vec2 along = corners[(i + 1) % corners.size()] - corners[i];
			const double height = b2Cross(along, m_from - corners[i]); // positive: inside
			const double slope = b2Cross(along, m_way);
			if (slope == 0.0 && height < 0.0)
			{
				return;
			}
			if (slope == 0.0 && height == 0.0)
			{
				sides = b2Dot(along, m_way) > 0.0f ? 1 : 2;
			}
			enter = slope > 0.0 ? std::max(enter, -height / slope) : enter;
			exit = slope < 0.0 ? std::min(exit, height / -slope) : exit;
		}
		if (enter <= exit)
		{
			m_parts.push_back({enter, exit});
			m_sides.push_back(sides);
		}
	}

	// Returns the share of the line that is inside a polygon, or between polygons on both sides.
	[[nodiscard]] double LengthInside() const
	{
		std::vector<double> cuts;
		for (const auto& [enter, exit] : m_parts)
		{
			cuts.push_back(enter);
			cuts.push_back(exit);
		}
		std::sort(cuts.begin(), cuts.end());
		double sum = 0.0;
		for (size_t i = 1; i < cuts.size(); ++i)
		{
			const double middle = 0.5 * (cuts[i - 1] + cuts[i]);
			int32_t sides = 0;
			for (size_t k = 0; k < m_parts.size(); ++k)
			{
				sides |= m_parts[k][0] < middle && middle < m_parts[k][1] ? m_sides[k] : 0;
			}
			sum += sides == 3 ? cuts[i] - cuts[i - 1] : 0.0;
		}
		return sum;
	}

	// Returns the parts, with parts that have a common point merged to one.
	[[nodiscard]] std::vector<std::array<double, 2>> Solids() const
	{
		std::vector<std::array<double, 2>> parts = m_parts;
		std::sort(parts.begin(), parts.end());
		std::vector<std::array<double, 2>> solids;
		for (const std::array<double, 2>& part : parts)
		{
			if (solids.empty() == false && part[0] <= solids.back()[1])
			{
				solids.back()[1] = std::max(solids.back()[1], part[1]);
			}
			else
			{
				solids.push_back(part);
			}
		}
		return solids;
	}

private:
	b2Vec2 m_from, m_way;
	std::vector<std::array<double, 2>> m_parts;
	std::vector<int32_t> m_sides; // 1: on the left, 2: on the right, 3: the line passes through it
};

TEST(Joint, AtASharedCornerIsOneSolid)
{
	const int32_t trials = ScaledCount(20000);
	int32_t several = 0;
	for (int32_t trial = 0; trial < trials && HasFailure() == false; ++trial)
	{
		SCOPED_TRACE(trial);
		SceneRandom random(4300 + static_cast<uint64_t>(trial));
		const auto cornerIn = [&](int32_t least, int32_t most)
		{
			const auto x = static_cast<float>(random.Between(least, most));
			return b2Vec2{x, static_cast<float>(random.Between(least, most))};
		};
		const b2Vec2 through = cornerIn(-2, 2);
		const b2Vec2 half = cornerIn(-7, 7);
		if (half == b2Vec2{0.0f, 0.0f})
		{
			continue;
		}
		const Ray ray{through - 8.0f * half, 16.0f * half};
		FiringRange range;
		b2Body* body = range.AddBody({0.0f, 0.0f});
		CornerReferee referee(ray.origin, ray.translation);
		CornerReferee back(Reversed(ray).origin, Reversed(ray).translation);
		const int32_t count = random.Between(2, 5);
		for (int32_t i = 0; i < count; ++i)
		{
			const b2Vec2 a = random.OneIn(2) ? through : cornerIn(-3, 3);
			const b2Vec2 b = cornerIn(-3, 3);
			const b2Vec2 c = cornerIn(-3, 3);
			if (b2Cross(b - a, c - a) > 0.0f)
			{
				AddTriangle(body, a, b, c);
				const b2Vec2 corners[] = {a, b, c};
				referee.Add(corners);
				back.Add(corners);
			}
		}
		const Snapshot snapshot(range.world);
		SpatialHash hash(1.0f);
		ASSERT_TRUE(hash.Update(&range.world));
		for (const bool isBack : {false, true})
		{
			const Ray way = isBack ? Reversed(ray) : ray;
			const auto expected = (isBack ? back : referee).Solids();
			double length = 0.0;
			for (const Space space : {Space(range.world), Space(snapshot), Space(hash)})
			{
				std::vector<SolidSpan> solids;
				CastRaySolids(space, way, solids);
				ASSERT_EQ(solids.size(), expected.size()) << isBack;
				length = 0.0;
				for (size_t i = 0; i < solids.size(); ++i)
				{
					EXPECT_NEAR(solids[i].enter.fraction, expected[i][0], 1.0e-6);
					EXPECT_NEAR(solids[i].exit.fraction, expected[i][1], 1.0e-6);
					length += (expected[i][1] - expected[i][0]) * way.translation.Length();
				}
				EXPECT_NEAR(SolidLength(space, way.origin, way.origin + way.translation), length, 1.0e-3);
			}
			several += expected.size() > 1 ? 1 : 0;
			// If a bullet only slides along a face, rounding decides whether it is in the solid.
			const double inside = (isBack ? back : referee).LengthInside() * way.translation.Length();
			const Shot shot = Shoot(range.world, way, 0.0f, 100);
			EXPECT_GE(shot.thickness, inside - 1.0e-3) << isBack;
			EXPECT_LE(shot.thickness, length + 1.0e-3) << isBack;
			if (std::abs(inside - length) < 1.0e-3 &&
			    std::all_of(expected.begin(), expected.end(), [](const auto& part) { return part[0] < part[1]; }))
			{
				EXPECT_EQ(shot.impacts, static_cast<int32_t>(expected.size())) << isBack;
			}
		}
	}
	EXPECT_GT(several, trials / 20);
}

// Two triangles share a corner, and the ray passes through it from one triangle into the other. If the ray is at a flat
// angle to their faces, rounding may leave up to a millimetre of it between the two. They must still be one solid.
TEST(Joint, BesideASharedCornerIsOneSolid)
{
	const int32_t trials = ScaledCount(4000);
	for (int32_t trial = 0; trial < trials && HasFailure() == false; ++trial)
	{
		SCOPED_TRACE(trial);
		SceneRandom random(9300 + static_cast<uint64_t>(trial));
		const b2Vec2 corner = random.InBox(5.0f);
		const b2Vec2 place = random.InBox(5.0f);
		const bool isTurned = random.OneIn(2);
		const float turn = isTurned ? random.Uniform(-3.0f, 3.0f) : 0.0f;
		const float angle = random.Uniform(-3.0f, 3.0f);
		FiringRange range;
		b2Body* body = range.AddBody(isTurned ? place : b2Vec2{0.0f, 0.0f}, turn);
		const auto at = [&](float aside)
		{
			return corner + 2.0f * b2Vec2{std::cos(angle + aside), std::sin(angle + aside)};
		};
		for (const float side : {0.0f, 3.14159265f})
		{
			const float right = random.LogUniform(1.0e-4f, 1.0f);
			const float left = std::max(0.01f, random.LogUniform(1.0e-4f, 1.0f));
			AddTriangle(body, corner, at(side - right), at(side + left));
		}
		const b2Vec2 way = 4.0f * (body->GetWorldPoint(at(0.0f)) - body->GetWorldPoint(corner));
		const Ray ray{body->GetWorldPoint(corner) - 0.5f * way, way};
		for (const Ray& each : {ray, Reversed(ray)})
		{
			size_t count = 0;
			const double length = LengthIn(range.world, each, &count);
			EXPECT_EQ(count, 1u);
			for (const float radius : {0.0f, 0.01f})
			{
				const int32_t steps = radius == 0.0f && random.OneIn(2) ? 8 : 1;
				const Shot shot = Shoot(range.world, each, radius, 5, steps);
				EXPECT_EQ(shot.impacts, 1) << radius << ", " << steps;
				EXPECT_NEAR(shot.thickness, length, 0.01) << radius << ", " << steps;
			}
		}
	}
}

// A shape that is cast so that one of its corners, or its rim, moves along a ray through the shared corner. Up to
// rounding, the shape touches both triangles there, so it is never clear of both at once.
struct PassingShape
{
	std::vector<b2Vec2> vertices;
	float radius = 0.0f;
	b2Vec2 start{0.0f, 0.0f};

	PassingShape(SceneRandom& random, const Ray& ray)
	{
		const b2Vec2 along = 1.0f / ray.translation.Length() * ray.translation;
		const b2Vec2 aside = random.OneIn(2) ? along.Skew() : -along.Skew();
		const float size = random.LogUniform(1.0e-3f, 1.0f);
		const b2Vec2 before = -random.Uniform(0.0f, size) * along + random.Uniform(0.01f, size + 0.01f) * aside;
		const b2Vec2 behind = random.Uniform(0.0f, size) * along + random.Uniform(0.01f, size + 0.01f) * aside;
		start = ray.origin;
		switch (random.Below(5))
		{
		case 0:
			vertices = {{0.0f, 0.0f}};
			break;
		case 1:
			vertices = {{0.0f, 0.0f}, random.OneIn(2) ? before : behind};
			break;
		case 2:
			radius = random.LogUniform(1.0e-5f, 0.1f);
			vertices = {{0.0f, 0.0f}};
			start += radius * aside;
			break;
		default:
			vertices = {{0.0f, 0.0f}, before, behind};
			if (b2Cross(before, behind) < 0.0f)
			{
				std::swap(vertices[1], vertices[2]);
			}
		}
	}
};

TEST(Joint, BesideASharedCornerIsOneSolidForAShape)
{
	const int32_t trials = ScaledCount(4000);
	for (int32_t trial = 0; trial < trials && HasFailure() == false; ++trial)
	{
		SCOPED_TRACE(trial);
		SceneRandom random(9700 + static_cast<uint64_t>(trial));
		const b2Vec2 corner = random.InBox(5.0f);
		const b2Vec2 place = random.InBox(5.0f);
		const bool isTurned = random.OneIn(2);
		const float turn = isTurned ? random.Uniform(-3.0f, 3.0f) : 0.0f;
		const float angle = random.Uniform(-3.0f, 3.0f);
		FiringRange range;
		b2Body* body = range.AddBody(isTurned ? place : b2Vec2{0.0f, 0.0f}, turn);
		const auto at = [&](float aside)
		{
			return corner + 2.0f * b2Vec2{std::cos(angle + aside), std::sin(angle + aside)};
		};
		for (const float side : {0.0f, 3.14159265f})
		{
			const float right = random.LogUniform(1.0e-4f, 1.0f);
			const float left = std::max(0.01f - right, random.LogUniform(1.0e-4f, 1.0f));
			AddTriangle(body, corner, at(side - right), at(side + left));
		}
		const b2Vec2 way = 4.0f * (body->GetWorldPoint(at(0.0f)) - body->GetWorldPoint(corner));
		const Ray ray{body->GetWorldPoint(corner) - 0.5f * way, way};
		const Snapshot snapshot(range.world);
		SpatialHash hash(1.0f);
		ASSERT_TRUE(hash.Update(&range.world));
		for (const Ray& each : {ray, Reversed(ray)})
		{
			const PassingShape shape(random, each);
			const HullPath path{{shape.vertices, shape.radius}, PoseAt(shape.start, 0.0f), each.translation};
			for (const Space space : {Space(range.world), Space(snapshot), Space(hash)})
			{
				std::vector<HullSolidSpan> solids;
				CastHullSolids(space, path, solids);
				ASSERT_EQ(solids.size(), 1u) << shape.vertices.size() << " vertices, radius " << shape.radius;
				EXPECT_LT(solids[0].enter.fraction, 0.5f);
				EXPECT_GT(solids[0].exit.fraction, 0.5f);
			}
		}
	}
}

// A line is a tangent of two discs that do not touch each other. The length of solid on this line must be 0.
TEST(Joint, OfTwoDiscsThatALineTouchesIsNone)
{
	for (const bool isOneBody : {true, false})
	{
		b2World world({0.0f, 0.0f});
		b2Body* body = AddBody(world, {0.0f, 0.0f}, 0.0f, b2_staticBody);
		for (const float y : {0.0f, -6.0f})
		{
			const auto disc = MakeCircle({-3.0f, y}, 2.0f);
			body->CreateFixture(&*disc, 1.0f);
			body = isOneBody ? body : AddBody(world, {0.0f, 0.0f}, 0.0f, b2_staticBody);
		}
		for (const float end : {-6.0f, -15.0f})
		{
			EXPECT_EQ(SolidLength(world, {-5.0f, 15.0f}, {-5.0f, end}), 0.0f) << isOneBody << ' ' << end;
			EXPECT_EQ(SolidLength(world, {-5.0f, end}, {-5.0f, 15.0f}), 0.0f) << isOneBody << ' ' << end;
		}
	}
}

// A bullet passes through the round end of a capsule, then through air, and then through a box of the same body.
// Capsule and box touch, but not on this path, so each must cost its chord once.
TEST(Joint, OfARoundEndAndWhatIsBehindTheAirIsNone)
{
	constexpr float resistance = 195.0f;
	constexpr float speed = 600.0f;
	constexpr double boxes = 0.4; // m
	constexpr float radius = 0.4f;
	for (const float dip : {1.0e-4f, 1.0e-5f, 3.0e-6f, 1.0e-6f, 1.0e-7f})
	{
		b2World world({0.0f, 0.0f});
		b2Body* body = AddBody(world, {0.0f, 0.0f}, 0.0f, b2_staticBody);
		const float bottom = radius - dip;
		const auto capsule = MakeCapsule({4.0f, bottom}, {4.1f, 0.9f}, radius);
		const auto box = MakeBox(0.2f, 1.0f, {4.35f, 0.3f});
		body->CreateFixture(&*capsule, 0.0f);
		body->CreateFixture(&*box, 0.0f);
		Plugin plugin(world, {.surface = {.resistance = resistance, .ricochetAngle = 0.0f}});
		BulletDef def{.velocity = {speed, 0.0f}, .gravityScale = 0.0f, .maxPierces = 5};
		(void)plugin.Fire(def);
		plugin.Step(1.0f / 60.0f, 8, 3);
		ASSERT_EQ(plugin.Impacts().size(), 2u) << dip;
		const double sunk = static_cast<double>(radius) - bottom;
		const double chord = 2.0 * std::sqrt(sunk * (2.0 * radius - sunk));
		EXPECT_NEAR(plugin.Impacts()[0].thickness, chord, 1.0e-6) << dip;
		EXPECT_NEAR(plugin.Impacts()[1].thickness, boxes, 1.0e-6) << dip;
		const double lost = static_cast<double>(plugin.Impacts()[0].energyLost) + plugin.Impacts()[1].energyLost;
		EXPECT_NEAR(lost, resistance * (chord + boxes), 0.01) << dip;
		EXPECT_NEAR(SolidLength(world, {0.0f, 0.0f}, {8.0f, 0.0f}), chord + boxes, 1.0e-6) << dip;
	}
}

// The rays are aimed at the reflex corner of an L of convex fixtures. The point at which they enter must be outside all
// fixtures.
TEST(Joint, OfPiecesAtAReflexCornerIsEnteredOutsideOfAll)
{
	SceneRandom random(SeedOf(0x4EF1));
	const std::vector<b2Vec2> corners{{0.0f, 0.0f}, {3.0f, 0.0f}, {3.0f, 1.0f},
	                                  {1.0f, 1.0f}, {1.0f, 3.0f}, {0.0f, 3.0f}};
	const auto pieces = ValueOf(MakePolygons(ValueOf(Outline::Make(corners))));
	int32_t entered = 0;
	for (int32_t i = 0; i < ScaledCount(4000); ++i)
	{
		b2World world({0.0f, 0.0f});
		b2Body* body = AddBody(world, random.InBox(10.0f), random.Uniform(-3.0f, 3.0f), b2_staticBody);
		for (const auto& piece : pieces)
		{
			body->CreateFixture(&piece, 1.0f);
		}
		const b2Vec2 from = body->GetWorldPoint(b2Vec2{2.2f, 2.2f} + random.InBox(1.0f));
		const b2Vec2 to = body->GetWorldPoint({1.0f, 1.0f});
		std::vector<SolidSpan> solids;
		CastRaySolids(world, {from, 2.0f * (to - from)}, solids);
		if (solids.empty() || solids[0].startsInside)
		{
			continue;
		}
		entered += 1;
		EXPECT_TRUE(InSight(world, from, solids[0].enter.point)) << i;
		for (const b2Fixture* fixture = body->GetFixtureList(); fixture != nullptr; fixture = fixture->GetNext())
		{
			EXPECT_FALSE(LiesInside(*fixture, solids[0].enter.point)) << i;
		}
	}
	EXPECT_GT(entered, ScaledCount(2000));
}

} // namespace ricochet::test::joint_test
