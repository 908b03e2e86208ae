// MIT License, Copyright (c) 2026 the ricochet authors

#include "projectile/leg/half_planes.h"

#include "projectile/firing_range.h"

#include <algorithm>

// Compares the nearest point within half planes with a slow reference. The reference clips a polygon by each half plane
// in long double.

namespace ricochet::test::half_planes_test
{

namespace
{

using Real = long double;

struct Point
{
	Real x = 0.0L;
	Real y = 0.0L;
};

constexpr double k_far = 1.0e9;

Real HeightOf(const HalfPlane& plane, Point p)
{
	return static_cast<Real>(plane.normal.x) * p.x + static_cast<Real>(plane.normal.y) * p.y -
	       static_cast<Real>(plane.bound);
}

// Clips a square around a point by each half plane. Each half plane is first moved outwards by `slack`.
std::vector<Point> Region(std::span<const HalfPlane> planes, const Vec<double>& center, Real half, Real slack)
{
	const Real x = center.x;
	const Real y = center.y;
	std::vector<Point> region{{x - half, y - half}, {x + half, y - half}, {x + half, y + half}, {x - half, y + half}};
	for (const HalfPlane& plane : planes)
	{
		std::vector<Point> clipped;
		for (size_t i = 0; i < region.size(); ++i)
		{
			const Point a = region[i];
			const Point b = region[(i + 1) % region.size()];
			const Real ha = HeightOf(plane, a) + slack;
			const Real hb = HeightOf(plane, b) + slack;
			if (ha >= 0.0L)
			{
				clipped.push_back(a);
			}
			if ((ha < 0.0L) != (hb < 0.0L))
			{
				const Real share = ha / (ha - hb);
				clipped.push_back({a.x + share * (b.x - a.x), a.y + share * (b.y - a.y)});
			}
		}
		region = clipped;
	}
	return region;
}

// Returns the distance from a point to the convex region; nothing if the region is empty.
std::optional<Real> DistanceTo(std::span<const HalfPlane> planes, const Vec<double>& wanted, Real half, Real slack)
{
	const Point p{wanted.x, wanted.y};
	const bool isWithin = std::all_of(planes.begin(), planes.end(),
	                                  [&](const HalfPlane& plane) { return HeightOf(plane, p) + slack >= 0.0L; });
	if (isWithin)
	{
		return 0.0L;
	}
	std::optional<Real> nearest;
	const std::vector<Point> region = Region(planes, wanted, half, slack);
	for (size_t i = 0; i < region.size(); ++i)
	{
		const Point a = region[i];
		const Point b = region[(i + 1) % region.size()];
		const Real along = (b.x - a.x) * (b.x - a.x) + (b.y - a.y) * (b.y - a.y);
		const Real foot = (p.x - a.x) * (b.x - a.x) + (p.y - a.y) * (b.y - a.y);
		const Real share = along > 0.0L ? std::clamp(foot / along, 0.0L, 1.0L) : 0.0L;
		const Real distance = std::hypot(p.x - a.x - share * (b.x - a.x), p.y - a.y - share * (b.y - a.y));
		nearest = std::min(nearest.value_or(distance), distance);
	}
	return nearest;
}

HalfPlane PlaneOf(double angle, double bound)
{
	return {{std::cos(angle), std::sin(angle)}, bound};
}

struct Problem
{
	std::vector<HalfPlane> planes;
	Vec<double> wanted{};
	double size = 1.0; ///< the magnitude of the bounds and coordinates
};

// Makes half planes whose borders pass through one place or near it. Some pairs are parallel, opposite, or nearly so.
Problem RandomProblem(SceneRandom& random)
{
	Problem problem;
	problem.size = random.LogUniform(1.0e-6f, 1.0e4f);
	problem.wanted = {problem.size * random.Uniform(-1.0f, 1.0f), problem.size * random.Uniform(-1.0f, 1.0f)};
	const Vec<double> place{problem.size * random.Uniform(-1.0f, 1.0f), problem.size * random.Uniform(-1.0f, 1.0f)};
	const int32_t kind = random.Below(4);
	const int32_t count = 1 + random.Below(8);
	for (int32_t i = 0; i < count; ++i)
	{
		double angle = random.Uniform(-3.2f, 3.2f);
		double aside = kind == 0 ? random.Uniform(-1.0f, 1.0f) : 0.0;
		if (kind == 2 && i > 0)
		{
			const HalfPlane& other = problem.planes[static_cast<size_t>(random.Below(i))];
			const double turned = random.OneIn(3) ? 0.0 : random.LogUniform(1.0e-9f, 1.0f);
			angle = std::atan2(other.normal.y, other.normal.x) + turned + (random.OneIn(2) ? 3.14159265358979 : 0.0);
			aside = random.OneIn(2) ? 0.0 : random.LogUniform(1.0e-9f, 1.0f) * (random.OneIn(2) ? 1.0f : -1.0f);
		}
		HalfPlane plane = PlaneOf(angle, 0.0);
		plane.bound = plane.normal.x * place.x + plane.normal.y * place.y + problem.size * aside;
		problem.planes.push_back(plane);
	}
	if (kind == 3)
	{
		problem.wanted = place; // the common corner of all borders
	}
	return problem;
}

// Pairs of borders at these small angles form a corner for the reference, but not according to the contract.
bool HasFlatCorner(std::span<const HalfPlane> planes)
{
	for (const HalfPlane& p : planes)
	{
		for (const HalfPlane& q : planes)
		{
			const double sine = std::abs(p.normal.x * q.normal.y - p.normal.y * q.normal.x);
			if (sine > 1.0e-15 && sine < 1.001e-7)
			{
				return true;
			}
		}
	}
	return false;
}

std::string Text(const Problem& problem)
{
	std::string text = "wanted " + std::to_string(problem.wanted.x) + ", " + std::to_string(problem.wanted.y) + ":";
	for (const HalfPlane& plane : problem.planes)
	{
		char line[128];
		std::snprintf(line, sizeof(line), " (%.17g, %.17g; %.17g)", plane.normal.x, plane.normal.y, plane.bound);
		text += line;
	}
	return text;
}

double DistanceOf(const Vec<double>& a, const Vec<double>& b)
{
	return std::hypot(a.x - b.x, a.y - b.y);
}

} // namespace

TEST(HalfPlanes, WhatIsWithinAllStaysWhereItIs)
{
	const HalfPlane planes[] = {{{0.0, 1.0}, -1.0}, {{1.0, 0.0}, -1.0}, {{-0.6, -0.8}, -1.0}};
	const auto nearest = NearestWithin(planes, {0.1, 0.2}, 0.0);
	ASSERT_TRUE(nearest.has_value());
	EXPECT_EQ(nearest->at.x, 0.1);
	EXPECT_EQ(nearest->at.y, 0.2);
	EXPECT_EQ(nearest->first, -1);
	EXPECT_EQ(nearest->second, -1);
	EXPECT_TRUE(NearestWithin({}, {3.0, 4.0}, 0.0).has_value());
}

TEST(HalfPlanes, TheFootOnOneBorderNamesIt)
{
	const HalfPlane planes[] = {{{1.0, 0.0}, -5.0}, {{0.0, 1.0}, 2.0}};
	const auto nearest = NearestWithin(planes, {0.25, 0.5}, 10.0);
	ASSERT_TRUE(nearest.has_value());
	EXPECT_EQ(nearest->at.x, 0.25);
	EXPECT_EQ(nearest->at.y, 2.0);
	EXPECT_EQ(nearest->first, 1);
	EXPECT_EQ(nearest->second, -1);
}

TEST(HalfPlanes, TheCornerOfTwoBordersNamesBoth)
{
	const HalfPlane planes[] = {{{1.0, 0.0}, 1.0}, {{0.0, 1.0}, -9.0}, {{0.0, 1.0}, 2.0}};
	const auto nearest = NearestWithin(planes, {0.0, 0.0}, 10.0);
	ASSERT_TRUE(nearest.has_value());
	EXPECT_NEAR(nearest->at.x, 1.0, 1.0e-15);
	EXPECT_NEAR(nearest->at.y, 2.0, 1.0e-15);
	EXPECT_EQ(std::min(nearest->first, nearest->second), 0);
	EXPECT_EQ(std::max(nearest->first, nearest->second), 2);
}

TEST(HalfPlanes, WhatIsFartherThanTheReachIsNone)
{
	const HalfPlane planes[] = {{{0.0, 1.0}, 2.0}};
	EXPECT_TRUE(NearestWithin(planes, {0.0, 0.0}, 2.001).has_value());
	EXPECT_FALSE(NearestWithin(planes, {0.0, 0.0}, 1.999).has_value());
}

TEST(HalfPlanes, ParallelOnesLeaveAStripOrNothing)
{
	const HalfPlane strip[] = {{{0.6, 0.8}, 1.0}, {{-0.6, -0.8}, -2.0}, {{0.6, 0.8}, 0.5}};
	const auto nearest = NearestWithin(strip, {0.0, 0.0}, k_far);
	ASSERT_TRUE(nearest.has_value());
	EXPECT_NEAR(nearest->at.x, 0.6, 1.0e-15);
	EXPECT_NEAR(nearest->at.y, 0.8, 1.0e-15);
	const HalfPlane nothing[] = {{{0.6, 0.8}, 2.0}, {{-0.6, -0.8}, -1.0}};
	EXPECT_FALSE(NearestWithin(nothing, {0.0, 0.0}, k_far).has_value());
	const HalfPlane triangle[] = {{{0.0, 1.0}, 1.0}, {{0.8, -0.6}, 1.0}, {{-0.8, -0.6}, 1.0}};
	EXPECT_FALSE(NearestWithin(triangle, {0.0, 0.0}, k_far).has_value());
}

// Pairs of nearly equal half planes occur if a disc touches two children of a body at one place.
TEST(HalfPlanes, TwoThatAreNearlyTheSameLeaveAPlace)
{
	SceneRandom random(602);
	for (int32_t i = 0; i < ScaledCount(100000); ++i)
	{
		const double size = random.LogUniform(1.0e-6f, 1.0e4f);
		const double angle = random.Uniform(-3.2f, 3.2f);
		const double turned = random.LogUniform(1.0e-16f, 1.0f);
		const HalfPlane planes[] = {PlaneOf(angle, size), PlaneOf(angle + turned, size)};
		const double aside = random.Uniform(0.0f, 1.0f); // the wanted point is below the corner of the two
		const Vec<double> wanted{-size * std::cos(angle + aside * turned), -size * std::sin(angle + aside * turned)};
		ASSERT_TRUE(NearestWithin(planes, wanted, 10.0 * size).has_value()) << angle << " " << turned << " " << aside;
	}
}

TEST(HalfPlanes, AreAsASlowReferenceHasThem)
{
	SceneRandom random(601);
	Trouble trouble;
	int32_t compared = 0;
	int32_t none = 0;
	for (int32_t i = 0; i < ScaledCount(200000); ++i)
	{
		const Problem problem = RandomProblem(random);
		const double reach = problem.size * (random.OneIn(2) ? 1.0e5 : random.LogUniform(0.1f, 10.0f));
		const auto nearest = NearestWithin(problem.planes, problem.wanted, reach);
		// If rounding decides, the result must be between the results for a slightly smaller and a slightly larger
		// region.
		const Real away = nearest ? static_cast<Real>(DistanceOf(nearest->at, problem.wanted)) : 0.0L;
		const Real slack = 1.0e-12L * (static_cast<Real>(problem.size) + away);
		const Real half = 1.0e5L * static_cast<Real>(problem.size) * 2.0L;
		const auto larger = DistanceTo(problem.planes, problem.wanted, half, slack);
		const auto smaller = DistanceTo(problem.planes, problem.wanted, half, -slack);
		const Real rounding = 10.0L * slack;
		if (nearest)
		{
			for (const HalfPlane& plane : problem.planes)
			{
				const Real height = HeightOf(plane, {nearest->at.x, nearest->at.y});
				if ((height >= -slack) == false)
				{
					trouble.Add("problem %d: the point is %.3Lg m outside; %s", i, height, Text(problem).c_str());
				}
			}
			if (away > static_cast<Real>(reach) || larger.has_value() == false || away < *larger - rounding)
			{
				trouble.Add("problem %d: %.17Lg m away, nothing is so near; %s", i, away, Text(problem).c_str());
			}
		}
		if (HasFlatCorner(problem.planes))
		{
			continue; // where the two form no corner, the library may find no point or a farther one
		}
		++compared;
		none += larger.has_value() ? 0 : 1;
		if (smaller && *smaller < static_cast<Real>(reach) * (1.0L - 1.0e-9L) - rounding)
		{
			if (nearest.has_value() == false)
			{
				trouble.Add("problem %d: none found, there is one %.17Lg m away; %s", i, *smaller,
				            Text(problem).c_str());
			}
			else if (away > *smaller + rounding)
			{
				trouble.Add("problem %d: %.17Lg m away, there is one at %.17Lg m; %s", i, away, *smaller,
				            Text(problem).c_str());
			}
		}
	}
	EXPECT_EQ(trouble.Count(), 0) << "first: " << trouble.First();
	EXPECT_GT(compared, ScaledCount(100000));
	EXPECT_GT(none, ScaledCount(1000) / 2);
}

} // namespace ricochet::test::half_planes_test
