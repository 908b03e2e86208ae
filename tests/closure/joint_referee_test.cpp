// MIT License, Copyright (c) 2026 the ricochet authors

#include <ricochet/index/snapshot.h>
#include <ricochet/index/spatial_hash.h>
#include <ricochet/projectile/plugin.h>
#include <ricochet/query/solid_query.h>

#include "support/scenes.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <vector>

// Shoots at bodies of touching boxes, tiles and triangles, along their joints and beside them. The referee clips lines
// against the fixtures' vertices in long double. It has no concept of touching fixtures: it enlarges them by a margin.

namespace ricochet::test::joint_referee_test
{

namespace
{

using Real = long double;

struct Point
{
	Real x, y;
};

Real Dot(const Point& a, const Point& b)
{
	return a.x * b.x + a.y * b.y;
}

// A part of the line (m).
struct Part
{
	Real begin, end;
};

using Parts = std::vector<Part>;

Parts Joined(Parts parts)
{
	std::sort(parts.begin(), parts.end(), [](const Part& a, const Part& b) { return a.begin < b.begin; });
	Parts joined;
	for (const Part& part : parts)
	{
		if (joined.empty() == false && part.begin <= joined.back().end)
		{
			joined.back().end = std::max(joined.back().end, part.end);
		}
		else
		{
			joined.push_back(part);
		}
	}
	return joined;
}

Parts Common(const Parts& a, const Parts& b)
{
	Parts common;
	for (const Part& x : a)
	{
		for (const Part& y : b)
		{
			const Part both{std::max(x.begin, y.begin), std::min(x.end, y.end)};
			if (both.begin < both.end)
			{
				common.push_back(both);
			}
		}
	}
	return common;
}

Real SumOf(const Parts& parts)
{
	Real sum = 0.0L;
	for (const Part& part : parts)
	{
		sum += part.end - part.begin;
	}
	return sum;
}

// The line of a ray, in the frame of a body of polygons.
class Referee
{
public:
	Referee(const b2Body& body, const Ray& ray) : m_body(body), m_length(0.0L)
	{
		const b2Transform& pose = body.GetTransform();
		const Point start = Pulled(pose.q, {Real(ray.origin.x) - pose.p.x, Real(ray.origin.y) - pose.p.y});
		const Point way = Pulled(pose.q, {ray.translation.x, ray.translation.y});
		m_length = std::sqrt(Dot(way, way));
		m_start = start;
		m_unit = {way.x / m_length, way.y / m_length};
	}

	/// Returns the parts of a parallel line, `aside` m to the left, that are inside a fixture. Each part is extended by
	/// `grown` m.
	[[nodiscard]] Parts Clip(Real aside, Real grown) const
	{
		Parts parts;
		for (const b2Fixture* fixture = m_body.GetFixtureList(); fixture != nullptr; fixture = fixture->GetNext())
		{
			const auto& polygon = static_cast<const b2PolygonShape&>(*fixture->GetShape());
			Part part{0.0L, m_length};
			for (int32_t i = 0; i < polygon.m_count; ++i)
			{
				const b2Vec2 a = polygon.m_vertices[i];
				const b2Vec2 b = polygon.m_vertices[(i + 1) % polygon.m_count];
				const Point along{Real(b.x) - a.x, Real(b.y) - a.y};
				const Real size = std::sqrt(Dot(along, along));
				const Point normal{along.y / size, -along.x / size};
				const Point toEdge{a.x - m_start.x + aside * m_unit.y, a.y - m_start.y - aside * m_unit.x};
				const Real height = Dot(normal, toEdge) + grown;
				const Real slope = Dot(normal, m_unit);
				if (slope == 0.0L)
				{
					part.end = height < 0.0L ? part.begin : part.end;
				}
				else if (slope < 0.0L)
				{
					part.begin = std::max(part.begin, height / slope);
				}
				else
				{
					part.end = std::min(part.end, height / slope);
				}
			}
			if (part.begin < part.end)
			{
				parts.push_back(part);
			}
		}
		return Joined(parts);
	}

private:
	static Point Pulled(const b2Rot& q, const Point& v) { return {q.c * v.x + q.s * v.y, q.c * v.y - q.s * v.x}; }

	const b2Body& m_body;
	Point m_start{};
	Point m_unit{};
	Real m_length;
};

void AddPolygon(b2Body* body, std::initializer_list<b2Vec2> corners)
{
	b2PolygonShape shape;
	shape.Set(corners.begin(), static_cast<int32_t>(corners.size()));
	body->CreateFixture(&shape, 1.0f);
}

// A body on a lattice of cells. Some cells are empty.
struct Lattice
{
	b2Body* body;
	b2Vec2 corner;
	float cell;

	[[nodiscard]] b2Vec2 At(int32_t x, int32_t y) const
	{
		return {corner.x + cell * static_cast<float>(x), corner.y + cell * static_cast<float>(y)};
	}
};

constexpr int32_t k_cells = 5;

void AddRows(SceneRandom& random, const Lattice& lattice)
{
	for (int32_t y = 0; y < k_cells; ++y)
	{
		for (int32_t x = 0; x < k_cells;)
		{
			const int32_t end = std::min(k_cells, x + random.Between(1, 4));
			if (random.OneIn(6) == false)
			{
				AddPolygon(lattice.body,
				           {lattice.At(x, y), lattice.At(end, y), lattice.At(end, y + 1), lattice.At(x, y + 1)});
			}
			x = end;
		}
	}
}

// Adds tiles. The corners of each tile are rounded separately.
void AddTiles(SceneRandom& random, const Lattice& lattice)
{
	for (int32_t y = 0; y < k_cells; ++y)
	{
		for (int32_t x = 0; x < k_cells; ++x)
		{
			if (random.OneIn(6) == false)
			{
				const float half = 0.5f * lattice.cell;
				b2PolygonShape tile;
				tile.SetAsBox(half, half, lattice.At(x, y) + b2Vec2{half, half}, 0.0f);
				lattice.body->CreateFixture(&tile, 1.0f);
			}
		}
	}
}

void AddTriangles(SceneRandom& random, const Lattice& lattice)
{
	for (int32_t y = 0; y < k_cells; ++y)
	{
		for (int32_t x = 0; x < k_cells; ++x)
		{
			const b2Vec2 a = lattice.At(x, y);
			const b2Vec2 b = lattice.At(x + 1, y);
			const b2Vec2 c = lattice.At(x + 1, y + 1);
			const b2Vec2 d = lattice.At(x, y + 1);
			const bool isRising = random.OneIn(2);
			if (random.OneIn(6) == false)
			{
				isRising ? AddPolygon(lattice.body, {a, b, c}) : AddPolygon(lattice.body, {a, b, d});
			}
			if (random.OneIn(6) == false)
			{
				isRising ? AddPolygon(lattice.body, {a, c, d}) : AddPolygon(lattice.body, {b, c, d});
			}
		}
	}
}

Lattice MakeBody(SceneRandom& random, b2World& world)
{
	const bool isFar = random.OneIn(3);
	const bool isFarInItsFrame = random.OneIn(4);
	const bool isTurned = random.OneIn(2);
	const float distance = random.LogUniform(10.0f, 10000.0f);
	const b2Vec2 place = isFar ? distance * random.Direction() : random.InBox(5.0f);
	const float angle = isTurned ? random.Uniform(-3.0f, 3.0f) : 0.0f;
	const float cells[] = {1.0f, 0.25f, 0.1f, 0.7f};
	const float cell = cells[random.Below(4)];
	const int32_t steps = random.Between(-20, isFarInItsFrame ? 10000 : 20);
	const float start = static_cast<float>(steps) * cell;
	const Lattice lattice{
	    AddBody(world, isTurned || isFar ? place : b2Vec2{0.0f, 0.0f}, angle, b2_staticBody), {start, -start}, cell};
	switch (random.Below(3))
	{
	case 0:
		AddRows(random, lattice);
		break;
	case 1:
		AddTiles(random, lattice);
		break;
	default:
		AddTriangles(random, lattice);
		break;
	}
	return lattice;
}

// Returns a ray through the body. Most rays run along a line of the lattice, or along a diagonal of its cells.
Ray RayAlong(SceneRandom& random, const Lattice& lattice)
{
	const int32_t x = random.Between(0, k_cells);
	const int32_t y = random.Between(0, k_cells);
	int32_t toX = x;
	int32_t toY = y;
	while (toX == x && toY == y)
	{
		toX = random.OneIn(3) ? x : random.Between(0, k_cells);
		toY = random.OneIn(3) ? y : random.Between(0, k_cells);
	}
	b2Vec2 from = lattice.body->GetWorldPoint(lattice.At(x, y));
	const b2Vec2 to = lattice.body->GetWorldPoint(lattice.At(toX, toY));
	b2Vec2 way = to - from;
	const float least = 4.0f * lattice.cell * static_cast<float>(k_cells);
	if (random.OneIn(3))
	{
		const float aside = random.LogUniform(1.0e-9f, 0.1f) * lattice.cell;
		from += (random.OneIn(2) ? aside : -aside) / way.Length() * way.Skew();
	}
	while (way.Length() < least)
	{
		way = 2.0f * way;
	}
	return {from - 0.5f * way, way};
}

Ray Reversed(const Ray& ray)
{
	return {ray.origin + ray.translation, -ray.translation};
}

struct Shot
{
	int32_t impacts = 0;
	double thickness = 0.0;
};

Shot Shoot(b2World& world, const Ray& ray, float radius, int32_t maxPierces, int32_t steps)
{
	PluginDef plugins;
	plugins.surface = {.resistance = 1.0e-6f, .ricochetAngle = 0.0f};
	Plugin plugin(world, plugins);
	BulletDef def;
	def.position = ray.origin;
	def.velocity = (64.0f / static_cast<float>(steps)) * ray.translation;
	def.gravityScale = 0.0f;
	def.radius = radius;
	def.maxPierces = maxPierces;
	EXPECT_TRUE(plugin.Fire(def));
	Shot shot;
	for (int32_t step = 0; step < steps; ++step)
	{
		plugin.Step(1.0f / 64.0f, 8, 3);
		for (const ImpactEvent& impact : plugin.Impacts())
		{
			shot.impacts += 1;
			shot.thickness += static_cast<double>(impact.thickness);
			EXPECT_EQ(impact.response, Response::Pierce);
		}
	}
	EXPECT_EQ(plugin.Bullets().size(), 1u);
	return shot;
}

// The lengths that the referee allows for the wall on a line.
struct Verdict
{
	double least = 0.0;
	double most = 0.0;
	double slack = 0.0;
	bool isSharp = false; // the path slides along no face
	bool isOne = false;   // certainly one wall
	[[nodiscard]] bool Allows(double length) const { return least - slack <= length && length <= most + slack; }
};

double SizeOf(const b2Body& body, const Ray& ray)
{
	const b2Vec2 end = ray.origin + ray.translation;
	const b2Vec2 place = body.GetPosition();
	double size = 1.0;
	for (const b2Vec2& point : {ray.origin, end, ray.origin - place, end - place})
	{
		size = std::max({size, static_cast<double>(std::abs(point.x)), static_cast<double>(std::abs(point.y))});
	}
	return size;
}

// Returns the least and the greatest length that the referee allows. Certainly solid: places with solid on both sides
// at the distance of the margin. To close the joints, parts are extended by the rounding of corners. Possibly solid:
// places within the margin of solid.
Verdict Judge(const b2Body& body, const Ray& ray)
{
	const Referee referee(body, ray);
	const double size = SizeOf(body, ray);
	const Real margin = 0x1p-18L * size;
	const Real rounding = 0x1p-22L * size;
	const Parts left = referee.Clip(margin, rounding);
	const Parts right = referee.Clip(-margin, rounding);
	const Parts least = Common(left, right);
	const Parts most = referee.Clip(0.0L, margin);
	Verdict verdict;
	verdict.least = static_cast<double>(SumOf(least));
	verdict.most = static_cast<double>(SumOf(most));
	verdict.slack = static_cast<double>(8.0L * margin);
	verdict.isSharp = verdict.most > 0.0 && verdict.most - verdict.least < 16.0 * verdict.slack;
	verdict.isOne = verdict.isSharp && most.size() == 1 && left.size() == 1 && right.size() == 1;
	return verdict;
}

std::vector<SolidSpan> SolidsIn(Space space, const Ray& ray)
{
	std::vector<SolidSpan> solids;
	CastRaySolids(space, ray, solids);
	return solids;
}

double LengthOf(const std::vector<SolidSpan>& solids, const Ray& ray)
{
	double sum = 0.0;
	for (size_t i = 0; i < solids.size(); ++i)
	{
		EXPECT_TRUE(i == 0 || solids[i - 1].exit.fraction <= solids[i].enter.fraction);
		sum += (static_cast<double>(solids[i].exit.fraction) - solids[i].enter.fraction) * ray.translation.Length();
	}
	return sum;
}

void ExpectSame(const std::vector<SolidSpan>& a, const std::vector<SolidSpan>& b)
{
	ASSERT_EQ(a.size(), b.size());
	for (size_t i = 0; i < a.size(); ++i)
	{
		EXPECT_EQ(a[i].enter.fraction, b[i].enter.fraction);
		EXPECT_EQ(a[i].exit.fraction, b[i].exit.fraction);
		EXPECT_EQ(a[i].grazing, b[i].grazing);
	}
}

struct Counts
{
	int32_t rays = 0;
	int32_t walls = 0; // certainly one wall
	int32_t sharp = 0; // walls whose length is known well
};

void Check(SceneRandom& random, b2World& world, const Lattice& lattice, Counts& counts)
{
	const Ray ray = RayAlong(random, lattice);
	const int32_t steps = 1 << random.Between(0, 4);
	const float radius = lattice.cell * random.LogUniform(1.0e-4f, 0.5f);
	const Snapshot snapshot(world);
	SpatialHash hash(lattice.cell);
	EXPECT_TRUE(hash.Update(&world));
	// If a disc is thinner than the spacing of floats, it cannot be placed.
	const float thin = static_cast<float>(0x1p-20 * SizeOf(*lattice.body, ray)) + 0x1p-12f;
	for (const Ray& way : {ray, Reversed(ray)})
	{
		const Verdict verdict = Judge(*lattice.body, way);
		const std::vector<SolidSpan> solids = SolidsIn(world, way);
		ExpectSame(solids, SolidsIn(snapshot, way));
		ExpectSame(solids, SolidsIn(hash, way));
		const double length = LengthOf(solids, way);
		EXPECT_TRUE(verdict.Allows(length)) << length << ", " << verdict.least << " to " << verdict.most;
		const double whole = SolidLength(world, way.origin, way.origin + way.translation);
		EXPECT_TRUE(verdict.Allows(whole)) << whole << ", " << verdict.least << " to " << verdict.most;
		const Shot point = Shoot(world, way, 0.0f, 100, steps);
		EXPECT_TRUE(verdict.Allows(point.thickness))
		    << point.thickness << ", " << verdict.least << " to " << verdict.most << ", steps " << steps;
		for (const float wide : {thin, std::max(thin, radius)})
		{
			const Shot disc = Shoot(world, way, wide, 100, steps);
			EXPECT_TRUE(verdict.Allows(disc.thickness))
			    << disc.thickness << ", " << verdict.least << " to " << verdict.most << ", radius " << wide;
		}
		if (verdict.isOne && verdict.least > 64.0 * verdict.slack)
		{
			EXPECT_EQ(solids.size(), 1u);
			EXPECT_EQ(point.impacts, 1) << "steps " << steps;
			counts.walls += 1;
		}
		counts.rays += 1;
		counts.sharp += verdict.isSharp ? 1 : 0;
	}
}

} // namespace

TEST(JointReferee, FindsEveryWallAsLongAsItIs)
{
	Counts counts;
	const int32_t bodies = ScaledCount(400);
	for (int32_t i = 0; i < bodies && HasFailure() == false; ++i)
	{
		SceneRandom random(5200 + static_cast<uint64_t>(i));
		b2World world({0.0f, 0.0f});
		const Lattice lattice = MakeBody(random, world);
		for (int32_t k = 0; k < 20 && HasFailure() == false; ++k)
		{
			SCOPED_TRACE(testing::Message() << "body " << i << ", ray " << k);
			Check(random, world, lattice, counts);
		}
	}
	EXPECT_GT(counts.walls, counts.rays / 10);
	EXPECT_GT(counts.sharp, counts.rays / 4);
}

} // namespace ricochet::test::joint_referee_test
