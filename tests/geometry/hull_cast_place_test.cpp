// MIT License, Copyright (c) 2026 the ricochet authors

#include <ricochet/geometry/hull_cast.h>

#include "support/random.h"
#include "support/test_scale.h"

#include <gmpxx.h>
#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <vector>

// Checks the place and the contact point of hull casts with exact rational numbers, in the frame of the static hull.

namespace ricochet::test::hull_cast_place_test
{

namespace
{

using Rational = mpq_class;

struct Point
{
	Rational x, y;
};

Point operator-(const Point& a, const Point& b)
{
	return {a.x - b.x, a.y - b.y};
}

Rational CrossOf(const Point& a, const Point& b)
{
	return a.x * b.y - a.y * b.x;
}

Rational DotOf(const Point& a, const Point& b)
{
	return a.x * b.x + a.y * b.y;
}

Point Of(b2Vec2 v)
{
	return {Rational(v.x), Rational(v.y)};
}

Point Turn(const b2Rot& q, const Point& v)
{
	return {q.c * v.x - q.s * v.y, q.s * v.x + q.c * v.y};
}

Point TurnBack(const b2Rot& q, const Point& v)
{
	return {q.c * v.x + q.s * v.y, q.c * v.y - q.s * v.x};
}

// Converts a point of the world to the frame of a pose.
Point Into(const b2Transform& pose, const Point& world)
{
	return TurnBack(pose.q, world - Of(pose.p));
}

std::vector<Point> Placed(const Hull& hull, const b2Transform& pose, const b2Transform& frame)
{
	std::vector<Point> points;
	for (const b2Vec2& vertex : hull.vertices)
	{
		const Point turned = Turn(pose.q, Of(vertex));
		points.push_back(Into(frame, {Rational(pose.p.x) + turned.x, Rational(pose.p.y) + turned.y}));
	}
	return points;
}

// Returns the squared distance of a point from a convex polygon; -1 if it is inside, 0 on the surface.
Rational SquareFrom(const std::vector<Point>& polygon, const Point& point)
{
	Rational least = -1;
	bool isInside = true;
	for (size_t i = 0; i < polygon.size(); ++i)
	{
		const Point along = polygon[(i + 1) % polygon.size()] - polygon[i];
		const Point from = point - polygon[i];
		isInside = isInside && CrossOf(along, from) > 0;
		const Rational square = DotOf(along, along);
		Rational share = DotOf(from, along) / square;
		share = share < 0 ? Rational(0) : (share > 1 ? Rational(1) : share);
		const Point away{from.x - share * along.x, from.y - share * along.y};
		const Rational distance = DotOf(away, away);
		least = least < 0 || distance < least ? distance : least;
	}
	return isInside ? Rational(-1) : least;
}

// True if a line along an edge of the first polygon strictly separates the two.
bool IsBetween(const std::vector<Point>& a, const std::vector<Point>& b)
{
	for (size_t i = 0; i < a.size(); ++i)
	{
		const Point along = a[(i + 1) % a.size()] - a[i];
		const auto isOutside = [&](const Point& p)
		{
			return CrossOf(along, p - a[i]) < 0;
		};
		if (std::all_of(b.begin(), b.end(), isOutside))
		{
			return true;
		}
	}
	return false;
}

// Returns a triangle or a quadrilateral around the origin, counter-clockwise.
std::vector<b2Vec2> RandomCorners(Random& random, bool isOnGrid)
{
	if (isOnGrid)
	{
		const auto x = static_cast<float>(random.Between(1, 4)), y = static_cast<float>(random.Between(1, 4));
		return {{-x, -y}, {x, -y}, {x, y}, {-x, y}};
	}
	std::vector<b2Vec2> corners;
	const int count = random.Between(3, 4);
	const float turn = random.Uniform(0.0f, 6.0f);
	for (int i = 0; i < count; ++i)
	{
		const float angle =
		    turn + 6.2831853f * (static_cast<float>(i) + random.Uniform(-0.2f, 0.2f)) / static_cast<float>(count);
		corners.push_back({std::cos(angle), std::sin(angle)});
	}
	return corners;
}

struct Scene
{
	std::vector<b2Vec2> moving, still;
	float radius = 0.0f;
	b2Transform pose, stillPose;
	b2Vec2 translation;

	Scene(Random& random, float far)
	{
		const bool isOnGrid = random.OneIn(3);
		still = RandomCorners(random, isOnGrid);
		moving = RandomCorners(random, isOnGrid);
		if (random.OneIn(2))
		{
			moving.resize(1);
			moving[0] = {0.0f, 0.0f};
			radius = isOnGrid ? 0.5f : random.Uniform(0.1f, 1.0f);
		}
		const auto round = [&](float v)
		{
			return isOnGrid ? std::round(v) : v;
		};
		stillPose.Set({round(random.Uniform(-far, far)), round(random.Uniform(-far, far))},
		              isOnGrid ? 0.0f : random.Uniform(-3.0f, 3.0f));
		const float angle = random.Uniform(-3.0f, 3.0f);
		const float away = random.LogUniform(8.0f, 8.0f + 4.0f * far);
		const b2Vec2 to{round(away * std::cos(angle)), round(away * std::sin(angle))};
		pose.Set(stillPose.p + to, isOnGrid ? 0.0f : random.Uniform(-3.0f, 3.0f));
		translation = -random.Uniform(1.0f, 2.0f) * to + b2Vec2{round(random.Uniform(-1.5f, 1.5f)), 0.0f};
	}

	[[nodiscard]] std::optional<HullSpan> Cast() const
	{
		return CastHull({moving, radius}, pose, translation, {still}, stillPose);
	}
};

bool AreApart(const Scene& scene, b2Vec2 place)
{
	const std::vector<Point> still = Placed({scene.still}, scene.stillPose, scene.stillPose);
	const std::vector<Point> moving = Placed({scene.moving}, {place, scene.pose.q}, scene.stillPose);
	// Radii are given in the frame, in which lengths are longer by |q|. The hull's own vertices are given in that
	// frame, too.
	const std::vector<Point> own = [&]
	{
		std::vector<Point> points;
		for (const b2Vec2& vertex : scene.still)
		{
			points.push_back(Of(vertex));
		}
		return points;
	}();
	if (moving.size() == 1)
	{
		return SquareFrom(own, moving[0]) > Rational(scene.radius) * Rational(scene.radius);
	}
	return IsBetween(own, moving) || IsBetween(moving, own);
}

double UlpOf(double x)
{
	const auto f = static_cast<float>(std::abs(x));
	return static_cast<double>(std::nextafter(f, INFINITY)) - static_cast<double>(f);
}

// Returns the unit of a contact: 2^-23 of its larger coordinate, or 2^-40 of the largest number in the static hull and
// its position.
double UnitOf(b2Vec2 point, const Scene& scene)
{
	float largest = std::max(std::abs(scene.stillPose.p.x), std::abs(scene.stillPose.p.y));
	for (const b2Vec2& vertex : scene.still)
	{
		largest = std::max({largest, std::abs(vertex.x), std::abs(vertex.y)});
	}
	return std::max(0x1p-23 * std::max(std::abs(point.x), std::abs(point.y)), 0x1p-40 * largest);
}

} // namespace

TEST(CastHull, AContactIsNeverInsideWhatWasHit)
{
	Random random(0x5031);
	int32_t hits = 0;
	for (const float far : {1.0f, 100.0f, 1.0e5f})
	{
		for (int32_t i = 0; i < ScaledCount(2000); ++i)
		{
			const Scene scene(random, far);
			const auto hit = scene.Cast();
			if (hit.has_value() == false || hit->startsInside)
			{
				continue;
			}
			std::vector<Point> own;
			for (const b2Vec2& vertex : scene.still)
			{
				own.push_back(Of(vertex));
			}
			const Rational square = SquareFrom(own, Into(scene.stillPose, Of(hit->contact)));
			ASSERT_GT(square, 0) << "far " << far << " trial " << i;
			const double most = 2.0 * UnitOf(hit->contact, scene);
			ASSERT_LE(std::sqrt(square.get_d()), most) << "far " << far << " trial " << i;
			++hits;
		}
	}
	EXPECT_GT(hits, ScaledCount(2000));
}

// The touching vertex moves along a line. The contact is exactly where this line crosses the line of the edge.
TEST(CastHull, AContactOnAnEdgeIsWhereTheVertexCrossesIt)
{
	Random random(0x5032);
	int32_t met = 0;
	for (const float far : {1.0f, 100.0f, 1.0e5f})
	{
		for (int32_t i = 0; i < ScaledCount(2000); ++i)
		{
			const Scene scene(random, far);
			const auto hit = scene.Cast();
			if (hit.has_value() == false || hit->startsInside || hit->still.edge < 0 || hit->moving.vertex < 0 ||
			    scene.radius != 0.0f || hit->grazing)
			{
				continue;
			}
			const auto edge = static_cast<size_t>(hit->still.edge);
			const Point a = Of(scene.still[edge]);
			const Point along = Of(scene.still[(edge + 1) % scene.still.size()]) - a;
			const Point from =
			    Placed({scene.moving}, scene.pose, scene.stillPose)[static_cast<size_t>(hit->moving.vertex)];
			const Point way = TurnBack(scene.stillPose.q, Of(scene.translation));
			const Rational slope = CrossOf(way, along);
			const Rational share = -CrossOf(from - a, along) / slope;
			const b2Rot& q = scene.stillPose.q;
			const Rational stretch = Rational(q.c) * q.c + Rational(q.s) * q.s;
			const Point turned = Turn(q, {from.x + share * way.x, from.y + share * way.y});
			const Rational x = scene.stillPose.p.x + turned.x / stretch;
			const Rational y = scene.stillPose.p.y + turned.y / stretch;
			const double sine =
			    std::abs(slope.get_d()) / std::sqrt(DotOf(way, way).get_d() * DotOf(along, along).get_d());
			if (sine > 1e-3)
			{
				const double most = 2.0 * UnitOf(hit->contact, scene);
				ASSERT_LE(std::abs(Rational(x - hit->contact.x).get_d()), most) << far << " " << i;
				ASSERT_LE(std::abs(Rational(y - hit->contact.y).get_d()), most) << far << " " << i;
				++met;
			}
		}
	}
	EXPECT_GT(met, ScaledCount(2000) / 4);
}

TEST(CastHull, AtThePlaceOfAHitTheTwoAreApart)
{
	Random random(0x5033);
	int32_t hits = 0, inside = 0;
	for (const float far : {1.0f, 100.0f, 1.0e5f})
	{
		for (int32_t i = 0; i < ScaledCount(2000); ++i)
		{
			const Scene scene(random, far);
			const auto hit = scene.Cast();
			if (hit.has_value() == false || hit->startsInside)
			{
				continue;
			}
			ASSERT_TRUE(AreApart(scene, hit->place)) << "far " << far << " trial " << i;
			ASSERT_FALSE(
			    Overlaps({scene.moving, scene.radius}, {hit->place, scene.pose.q}, {scene.still}, scene.stillPose));
			const b2Vec2 told = scene.pose.p + hit->enter.fraction * scene.translation;
			inside += AreApart(scene, told) ? 0 : 1;
			// The place may only be off by the rounding of the fraction, of the sum, and of the place itself.
			const double length = scene.translation.Length();
			const double most = 0x1p-22 * length + 4.0 * (UlpOf(told.x) + UlpOf(told.y));
			ASSERT_LE((hit->place - told).Length(), most) << "far " << far << " trial " << i;
			++hits;
		}
	}
	EXPECT_GT(hits, ScaledCount(2000));
	EXPECT_GT(inside, hits / 4) << "places as the fraction says are free already";
}

TEST(CastHull, AtTheEndOfItsWayOutTheTwoAreApart)
{
	Random random(0x5034);
	int32_t inside = 0, stillInside = 0;
	for (const float far : {0.0f, 1.0f, 100.0f, 1.0e5f})
	{
		for (int32_t i = 0; i < ScaledCount(2000); ++i)
		{
			Scene scene(random, far);
			const bool isOnGrid = scene.stillPose.q.s == 0.0f;
			const b2Vec2 off{random.Uniform(-1.5f, 1.5f), random.Uniform(-1.5f, 1.5f)};
			scene.pose.p = scene.stillPose.p + (isOnGrid ? b2Vec2{std::round(off.x), std::round(off.y)} : off);
			scene.translation = {0.0f, 0.0f};
			const auto hit = scene.Cast();
			ASSERT_EQ(hit.has_value(), AreApart(scene, scene.pose.p) == false);
			if (hit.has_value() == false)
			{
				continue;
			}
			ASSERT_TRUE(AreApart(scene, hit->place)) << "far " << far << " trial " << i;
			const b2Vec2 moved = scene.pose.p + hit->depth * hit->wayOut;
			stillInside += AreApart(scene, moved) ? 0 : 1;
			const double most = 4.0 * (UlpOf(moved.x) + UlpOf(moved.y)) + 0x1p-21 * hit->depth;
			ASSERT_LE((hit->place - moved).Length(), most) << "far " << far << " trial " << i;
			++inside;
		}
	}
	EXPECT_GT(inside, ScaledCount(2000));
	EXPECT_GT(stillInside, inside / 4) << "moves by the way out are free already";
}

// Corners with integer coordinates pass each other and touch. At the place, the moving corner is off the other hull,
// and near the point of contact.
TEST(CastHull, AtThePlaceOfAGrazeOfTwoCornersTheTwoAreApart)
{
	const std::vector<b2Vec2> still{{-1.0f, -1.0f}, {1.0f, -1.0f}, {1.0f, 1.0f}, {-1.0f, 1.0f}};
	int32_t grazes = 0;
	for (const float half : {0.0f, 0.5f})
	{
		std::vector<b2Vec2> moving{{-half, -half}, {half, -half}, {half, half}, {-half, half}};
		moving.resize(half > 0.0f ? 4 : 1);
		for (int32_t i = 0; i < 128; ++i)
		{
			const b2Vec2 quadrant{(i & 1) != 0 ? 1.0f : -1.0f, (i & 2) != 0 ? 1.0f : -1.0f};
			const float sense = (i & 4) != 0 ? 1.0f : -1.0f;
			const b2Vec2 corner = (1.0f + half) * quadrant;
			const b2Vec2 step{sense * quadrant.x * static_cast<float>(1 + (i >> 3) % 4),
			                  -sense * quadrant.y * static_cast<float>(1 + (i >> 5))};
			const b2Transform pose(corner - step, b2Rot(0.0f));
			const auto span =
			    CastHull({moving, 0.0f}, pose, 2.0f * step, {still}, b2Transform(b2Vec2_zero, b2Rot(0.0f)));
			ASSERT_TRUE(span && span->grazing) << i;
			grazes += 1;
			const b2Vec2 at = b2Abs(span->place);
			EXPECT_TRUE(at.x > 1.0f + half || at.y > 1.0f + half) << i;
			EXPECT_LT((span->place - corner).Length(), 1.0e-5f) << i;
		}
	}
	EXPECT_EQ(grazes, 256);
}

} // namespace ricochet::test::hull_cast_place_test
