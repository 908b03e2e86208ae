// MIT License, Copyright (c) 2026 the ricochet authors

#include "geometry/hull_scenes.h"
#include "support/test_scale.h"

#include <gtest/gtest.h>

#include <cmath>

namespace ricochet::test::hull_cast_ties_test
{

namespace
{

/// Paths that touch a hull at one point, or miss it by the last bit of one float. The numbers are such that sums in
/// double are rounded.
class AlmostTouching
{
public:
	explicit AlmostTouching(Random& random)
	    : m_random(random), m_isTurned(random.OneIn(2)),
	      m_q(m_isTurned ? b2Rot(random.Uniform(-4.0f, 4.0f)) : b2Rot(0.0f))
	{
	}

	/// Returns a path of length zero: two hulls that have one point in common, or miss it by a bit.
	[[nodiscard]] HullScene Place()
	{
		m_isPlace = true;
		HullScene scene = Scene();
		scene.translation = {0.0f, 0.0f};
		return scene;
	}

	[[nodiscard]] HullScene Scene()
	{
		HullScene scene;
		scene.stillPose.q = scene.movingPose.q = m_q;
		if (m_isTurned && m_random.OneIn(2))
		{
			scene.movingPose.q = b2Rot(m_random.Uniform(-4.0f, 4.0f));
		}
		// If the frame is rotated, only the origins of both frames are exactly on the path.
		const bool areOrigins = m_isTurned || m_isPlace;
		const b2Vec2 v = areOrigins ? b2Vec2{0.0f, 0.0f} : Along(-30);
		const b2Vec2 w = areOrigins ? b2Vec2{0.0f, 0.0f} : Along(m_random.OneIn(2) ? -10 : 10);
		scene.still = ToTheLeft(v, scene.stillPose.q, 1.0f);
		scene.moving = ToTheLeft(w, scene.movingPose.q, -1.0f);
		scene.stillPose.p = Along(m_random.Between(-20, 8));
		scene.movingPose.p = m_isPlace ? scene.stillPose.p : -Along(10);
		if (m_random.OneIn(3))
		{
			// The path is tangent to the disc of the summed radii about the static hull's vertex.
			const float unit = std::ldexp(static_cast<float>(m_random.Between(1, 1000)), 10);
			scene.stillRadius = 4.0f * unit;
			scene.movingRadius = unit;
			scene.movingPose.p += unit * b2Vec2{4.0f, -3.0f};
		}
		scene.translation = std::ldexp(1.0f, m_random.Between(28, 34)) * m_along;
		for (int i = m_random.Below(3); i > 0; --i)
		{
			Nudge(scene);
		}
		scene.still = ConvexHull(scene.still, false);
		scene.moving = ConvexHull(scene.moving, false);
		return scene;
	}

private:
	/// Returns a multiple of the path's direction that has many digits.
	[[nodiscard]] b2Vec2 Along(int exponent)
	{
		return std::ldexp(static_cast<float>(m_random.Between(1 << 20, 1 << 21)), exponent) * m_along;
	}

	/// Returns a hull with the vertex `v`. All its points lie on one side of the line through `v` along the path.
	[[nodiscard]] std::vector<b2Vec2> ToTheLeft(b2Vec2 v, const b2Rot& q, float side)
	{
		std::vector<b2Vec2> points = {v};
		for (int i = m_random.Below(4); i > 0; --i)
		{
			const float ahead = 1e5f * m_random.Uniform(-1.0f, 1.0f);
			const float aside = 1e5f * m_random.Uniform(0.01f, 1.0f) * side;
			points.push_back(v + b2MulT(q, ahead * m_along + aside * m_along.Skew()));
		}
		return ConvexHull(points, false);
	}

	void Nudge(HullScene& scene)
	{
		b2Vec2* const places[] = {&scene.still[0], &scene.moving[0], &scene.stillPose.p, &scene.movingPose.p};
		b2Vec2& place = *places[m_random.Below(4)];
		float& number = m_random.OneIn(2) ? place.x : place.y;
		number = number == 0.0f ? m_random.Sign() * 0x1p-40f : std::nextafter(number, m_random.Sign() * 1e30f);
	}

	Random& m_random;
	b2Vec2 m_along{3.0f, 4.0f};
	bool m_isTurned;
	bool m_isPlace = false;
	b2Rot m_q;
};

mpq_class Rational(float value)
{
	return mpq_class(static_cast<double>(value));
}

/// A number as the sum of two floats and a remainder, which is rarely 0.
struct Parts
{
	float high, low;
	mpq_class rest;

	explicit Parts(const mpq_class& value)
	    : high(static_cast<float>(value.get_d())), low(static_cast<float>(mpq_class(value - Rational(high)).get_d())),
	      rest(value - Rational(high) - Rational(low))
	{
	}
};

/// Returns a scene in which a vertex of the moving, rotated hull passes exactly through a vertex of the static hull, or
/// misses it by a bit. After n displacements d, movingPlace + q w + n d = stillPlace + v.
std::optional<HullScene> ThroughAVertex(Random& random)
{
	HullScene scene;
	scene.movingPose.q = b2Rot(random.Uniform(-3.0f, 3.0f));
	const b2Rot& q = scene.movingPose.q;
	const b2Vec2 w{random.Uniform(500.0f, 1000.0f), random.LogUniform(1e-3f, 1e3f)};
	const b2Vec2 way = std::ldexp(1.0f, random.Between(-4, 2)) * b2Vec2{3.0f, 4.0f};
	const int n = random.Between(1, 4);
	scene.movingPose.p = -b2Mul(q, w);
	const mpq_class x = Rational(scene.movingPose.p.x) + Rational(q.c) * Rational(w.x) - Rational(q.s) * Rational(w.y);
	const mpq_class y = Rational(scene.movingPose.p.y) + Rational(q.s) * Rational(w.x) + Rational(q.c) * Rational(w.y);
	const Parts partsX(x + n * Rational(way.x));
	const Parts partsY(y + n * Rational(way.y));
	if (partsX.rest != 0 || partsY.rest != 0)
	{
		return std::nullopt;
	}
	scene.stillPose.p = {partsX.high, partsY.high};
	b2Vec2 v{partsX.low, partsY.low};
	if (random.OneIn(2))
	{
		v.x = std::nextafter(v.x, random.Sign());
	}
	const b2Vec2 aside = way.Skew();
	scene.still = random.OneIn(2) ? std::vector<b2Vec2>{v} : ConvexHull({v, v + aside, v + aside + way}, false);
	const b2Vec2 behind = b2MulT(q, way);
	scene.moving = ConvexHull({w, w + behind.Skew(), w + behind.Skew() - behind}, false);
	scene.moving = random.OneIn(2) ? std::vector<b2Vec2>{w} : scene.moving;
	scene.translation = 8.0f * way;
	return scene;
}

/// Returns a scene in which a vertex of the moving, rotated hull starts exactly on a vertex of the static hull. Both
/// vertices are far from the origins of their frames: movingPlace + q w = stillPlace + v.
std::optional<HullScene> FromAVertex(Random& random)
{
	HullScene scene;
	scene.movingPose.q = b2Rot(random.Uniform(-3.0f, 3.0f));
	const b2Rot& q = scene.movingPose.q;
	const b2Vec2 w{random.Uniform(500.0f, 1000.0f), random.LogUniform(1e-3f, 1e3f)};
	const Parts x(Rational(q.c) * Rational(w.x) - Rational(q.s) * Rational(w.y));
	const Parts y(Rational(q.s) * Rational(w.x) + Rational(q.c) * Rational(w.y));
	const Parts restX(x.rest), restY(y.rest);
	if (restX.low != 0.0f || restY.low != 0.0f)
	{
		return std::nullopt;
	}
	const b2Vec2 v{x.high, y.high};
	scene.stillPose.p = {x.low, y.low};
	scene.movingPose.p = {-restX.high, -restY.high};
	if (random.OneIn(2))
	{
		scene.movingPose.p.x = std::nextafter(scene.movingPose.p.x, random.Sign());
	}
	const auto corner = [&](b2Vec2 at)
	{
		const b2Vec2 a{random.Uniform(-9.0f, 9.0f), random.Uniform(-9.0f, 9.0f)};
		const b2Vec2 b{random.Uniform(-9.0f, 9.0f), random.Uniform(-9.0f, 9.0f)};
		return random.OneIn(3) ? std::vector<b2Vec2>{at} : ConvexHull({at, at + a, at + b}, false);
	};
	scene.still = corner(v);
	scene.moving = corner(w);
	scene.translation = {random.Uniform(-20.0f, 20.0f), random.Uniform(-20.0f, 20.0f)};
	return scene;
}

} // namespace

TEST(CastHullTies, OfAStartUponAVertexAreDecidedExactly)
{
	Random random(0x4074);
	int hits = 0, drawn = 0;
	const int count = ScaledCount(20000);
	for (int i = 0; drawn < count && i < 20 * count; ++i)
	{
		if (const std::optional<HullScene> scene = FromAVertex(random))
		{
			++drawn;
			const std::optional<HullSpan> span = scene->Cast();
			hits += span ? 1 : 0;
			ASSERT_EQ(HullMismatch(*scene, span), "") << scene->Text() << " trial " << i;
		}
	}
	EXPECT_EQ(drawn, count);
	EXPECT_GT(hits, count / 20);
}

TEST(CastHullTies, OfATurnedVertexAreDecidedExactly)
{
	Random random(0x4073);
	int grazes = 0, drawn = 0;
	const int count = ScaledCount(20000);
	for (int i = 0; drawn < count && i < 20 * count; ++i)
	{
		const std::optional<HullScene> scene = ThroughAVertex(random);
		if (scene)
		{
			++drawn;
			const std::optional<HullSpan> span = scene->Cast();
			grazes += span && span->grazing ? 1 : 0;
			ASSERT_EQ(HullMismatch(*scene, span), "") << scene->Text() << " trial " << i;
		}
	}
	EXPECT_EQ(drawn, count);
	EXPECT_GT(grazes, count / 20);
}

TEST(CastHullTies, AreDecidedExactlyWhereDoublesRound)
{
	Random random(0x4071);
	int grazes = 0, misses = 0, hits = 0;
	const int count = ScaledCount(20000);
	for (int i = 0; i < count; ++i)
	{
		const HullScene scene = AlmostTouching(random).Scene();
		const std::optional<HullSpan> span = scene.Cast();
		ASSERT_EQ(HullMismatch(scene, span), "") << scene.Text() << " trial " << i;
		misses += span ? 0 : 1;
		grazes += span && span->grazing ? 1 : 0;
		hits += span && span->grazing == false ? 1 : 0;
	}
	EXPECT_GT(grazes, count / 10);
	EXPECT_GT(misses, count / 50);
	EXPECT_GT(hits, count / 50);
}

TEST(CastHullTies, OfPointsAreDecidedExactlyWhereDoublesRound)
{
	Random random(0x4072);
	int overlaps = 0;
	const int count = ScaledCount(20000);
	for (int i = 0; i < count; ++i)
	{
		const HullScene scene = AlmostTouching(random).Place();
		const std::optional<HullSpan> span = scene.Cast();
		overlaps += span ? 1 : 0;
		ASSERT_EQ(HullMismatch(scene, span), "") << scene.Text() << " trial " << i;
		ASSERT_EQ(Overlaps(scene.Moving(), scene.movingPose, scene.Still(), scene.stillPose), span.has_value());
	}
	EXPECT_GT(overlaps, count / 50);
	EXPECT_LT(overlaps, count - count / 50);
}

} // namespace ricochet::test::hull_cast_ties_test
