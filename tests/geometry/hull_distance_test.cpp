// MIT License, Copyright (c) 2026 the ricochet authors

#include "geometry/hull_distance.h"
#include "geometry/turning_scene.h"
#include "support/test_scale.h"

#include <gtest/gtest.h>

namespace ricochet::test::hull_distance_test
{

namespace
{

std::vector<Vec<double>> PointsOf(const std::vector<Spot>& spots)
{
	std::vector<Vec<double>> points;
	for (const Spot& spot : spots)
	{
		points.push_back({spot.x, spot.y});
	}
	return points;
}

double DistanceToFeature(const std::vector<Vec<double>>& hull, const HullFeature& feature, const Vec<double>& point)
{
	const auto first = static_cast<size_t>(feature.edge >= 0 ? feature.edge : feature.vertex);
	const size_t second = feature.edge >= 0 ? (first + 1) % hull.size() : first;
	return SpotDistance({point.x, point.y}, {hull[first].x, hull[first].y}, {hull[second].x, hull[second].y});
}

} // namespace

TEST(HullDistance, IsThatOfAllPairsOfEdges)
{
	Random random(0xd157);
	int compared = 0;
	for (int i = 0; i < ScaledCount(100000); ++i)
	{
		const TurningScene scene = RandomTurning(random);
		const std::vector<Spot> a = scene.MovingAt(0.0), b = scene.Still();
		const double expected = SeparationOf(a, b);
		if (expected <= 1e-6)
		{
			continue;
		}
		const std::vector<Vec<double>> moving = PointsOf(a), still = PointsOf(b);
		HullDistance nearest = DistanceOfHulls(moving, still);
		const double noise = 1e-9;
		ASSERT_NEAR(nearest.distance, expected, noise) << scene.Text();
		// The vector between the two points is distance * normal. Each point is on the reported feature of its hull.
		for (int k = 0; k < 2; ++k)
		{
			const Vec<double> across = nearest.onMoving - nearest.onStill - nearest.distance * nearest.normal;
			ASSERT_LE(Length(across), noise) << scene.Text();
			ASSERT_NEAR(Length(nearest.normal), 1.0, 1e-12);
			ASSERT_LE(DistanceToFeature(moving, nearest.moving, nearest.onMoving), noise + k * 1e-3) << scene.Text();
			ASSERT_LE(DistanceToFeature(still, nearest.still, nearest.onStill), noise + k * 1e-3) << scene.Text();
			FindEdgesBeside(moving, still, 0.0, 1e-3, nearest); // the second pass checks its result
		}
		// The normal separates the hulls: no vertex is between them.
		double top = -1e300, bottom = 1e300;
		for (const Vec<double>& p : still)
		{
			top = std::max(top, Dot(nearest.normal, p));
		}
		for (const Vec<double>& p : moving)
		{
			bottom = std::min(bottom, Dot(nearest.normal, p));
		}
		ASSERT_NEAR(bottom - top, expected, 2e-7 * (1.0 + expected)) << scene.Text();
		++compared;
	}
	EXPECT_GT(compared, ScaledCount(100000) / 4);
}

TEST(HullDistance, OfParallelEdgesThatAreNearTheMiddleOfWhatTheyShareIsTold)
{
	const std::vector<Vec<double>> still{{0.0, 0.0}, {4.0, 0.0}, {4.0, 1.0}, {0.0, 1.0}};
	const std::vector<Vec<double>> moving{{3.0, 1.5}, {7.0, 1.5}, {7.0, 2.0}, {3.0, 2.0}};
	HullDistance nearest = DistanceOfHulls(moving, still);
	FindEdgesBeside(moving, still, 0.0, 1e-4, nearest);
	EXPECT_EQ(nearest.still.edge, 2);
	EXPECT_EQ(nearest.moving.edge, 0);
	EXPECT_EQ(nearest.still.vertex, -1);
	EXPECT_EQ(nearest.moving.vertex, -1);
	EXPECT_DOUBLE_EQ(nearest.onStill.x, 3.5);
	EXPECT_DOUBLE_EQ(nearest.onStill.y, 1.0);
	EXPECT_DOUBLE_EQ(nearest.onMoving.y, 1.5);
	EXPECT_DOUBLE_EQ(nearest.normal.y, 1.0);
}

TEST(HullDistance, PointsAndSegmentsAreHullsToo)
{
	const std::vector<Vec<double>> point{{1.0, 2.0}}, segment{{0.0, 0.0}, {3.0, 0.0}};
	const HullDistance above = DistanceOfHulls(point, segment);
	EXPECT_DOUBLE_EQ(above.distance, 2.0);
	EXPECT_EQ(above.moving.vertex, 0);
	EXPECT_EQ(above.still.edge, 1); // the edge that faces up
	EXPECT_DOUBLE_EQ(above.normal.y, 1.0);
	const HullDistance below = DistanceOfHulls(segment, point);
	EXPECT_EQ(below.moving.edge, 1);
	EXPECT_DOUBLE_EQ(below.normal.y, -1.0);
	const HullDistance same = DistanceOfHulls(point, point);
	EXPECT_EQ(same.distance, 0.0);
	EXPECT_DOUBLE_EQ(Length(same.normal), 1.0);
}

} // namespace ricochet::test::hull_distance_test
