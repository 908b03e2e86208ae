// MIT License, Copyright (c) 2026 the ricochet authors

#include "geometry/exact.h"
#include "geometry/round.h"
#include "geometry/sum_hull.h"

#include <gtest/gtest.h>

#include <algorithm>

namespace ricochet::test::hull_cast_degree_test
{

namespace
{

/// Counts the floats that are multiplied to form a number. It follows the degree rules of Exact, so factors of zero
/// count, too.
struct Degree
{
	int degree = 0;

	Degree() = default;
	explicit Degree(float) : degree(1) {}
	explicit Degree(int of) : degree(of) {}

	friend Degree operator+(Degree a, Degree b) { return Degree(std::max(a.degree, b.degree)); }
	friend Degree operator-(Degree a, Degree b) { return a + b; }
	friend Degree operator*(Degree a, Degree b) { return Degree(a.degree + b.degree); }
};

/// Returns the degree of the numbers in SignWithRoot.
int WithRoot(Degree p, Degree q, Degree r)
{
	return (p * p - q * q * r).degree;
}

b2Transform Turned(b2Vec2 p, float angle)
{
	b2Transform pose;
	pose.Set(p, angle);
	return pose;
}

class SumDegrees : public testing::Test
{
protected:
	const std::vector<b2Vec2> m_still = {{0.0f, 0.0f}, {1.0f, 0.0f}, {0.0f, 1.0f}};
	const std::vector<b2Vec2> m_moving = {{0.0f, 0.0f}, {2.0f, 1.0f}};
	const b2Transform m_stillPose = Turned({1.0f, 2.0f}, 0.5f);
	const b2Transform m_movingPose = Turned({3.0f, 4.0f}, 1.5f);
	const LocalRay m_ray{Ray{m_movingPose.p, {1.0f, 1.0f}}, m_stillPose};
	const SumHull m_sum{m_still, m_moving, {m_stillPose.q, m_movingPose.q}};

	[[nodiscard]] SumEdge EdgeOfMoving() const
	{
		for (size_t i = 0; i < m_sum.Count(); ++i)
		{
			if (m_sum.EdgeAt(i).isOfMoving)
			{
				return m_sum.EdgeAt(i);
			}
		}
		ADD_FAILURE() << "no edge of what moves";
		return m_sum.EdgeAt(0);
	}
};

} // namespace

TEST_F(SumDegrees, OfEdgesStayInRange)
{
	const SumEdge edge = EdgeOfMoving();
	const Degree height = edge.Height<Degree>(m_ray);
	const Degree slope = edge.Slope<Degree>(m_ray);
	const Degree along = edge.Along<Degree>().x;
	EXPECT_EQ(along.degree, 3);
	EXPECT_EQ(height.degree, 6);
	EXPECT_EQ(slope.degree, 5);
	const Degree maxFraction(1.0f);
	const Degree atEnd = height + maxFraction * slope;
	EXPECT_LE((height * slope).degree, Exact::k_maxDegree) << "order of two crossings";
	EXPECT_LE((slope * slope * along * along).degree, Exact::k_maxDegree) << "which faces more";
	EXPECT_LE((atEnd * atEnd).degree, Exact::k_maxDegree) << "clearance";
}

TEST_F(SumDegrees, OfRoundsStayInRange)
{
	const SumEdge edge = EdgeOfMoving();
	const Circle<SumVertex> circle(edge.tail, Growth{0.5f, 0.25f});
	const Vec<Degree> along = edge.Along<Degree>();
	const Vec<Degree> way = m_ray.Translation<Degree>();
	const Vec<Degree> offset = circle.Offset<Degree>(m_ray);
	const Degree root = circle.RootSquared<Degree>(m_ray);
	EXPECT_LE(circle.Excess<Degree>(m_ray).degree, Exact::k_maxDegree);
	EXPECT_LE(root.degree, Exact::k_maxDegree);
	EXPECT_EQ(WithRoot(Cross(way, along) * Cross(way, offset), Dot(along, way), root), 20) << "which part of a rim";
	const Degree radius = circle.radius.Of<Degree>();
	EXPECT_EQ(WithRoot(radius * Dot(along, way), Cross(way, offset), Dot(along, along)), 16) << "between the ends";
}

} // namespace ricochet::test::hull_cast_degree_test
