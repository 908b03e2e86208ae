// MIT License, Copyright (c) 2026 the ricochet authors

#include <ricochet/geometry/planar_polygon.h>

#include "support/scenes.h"

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <numbers>
#include <optional>
#include <span>
#include <vector>

// Tests the techniques of "ray-polygon-intersection" (kovacs.cf): their results, their failures, and ricochet's
// results.

namespace ricochet::test::ray_polygon_3d_test
{
namespace
{

Vec3 operator+(Vec3 a, Vec3 b)
{
	return {a.x + b.x, a.y + b.y, a.z + b.z};
}

Vec3 operator*(float s, Vec3 v)
{
	return {s * v.x, s * v.y, s * v.z};
}

Vec3 operator-(Vec3 a, Vec3 b)
{
	return a + -1.0f * b;
}

float Dot(Vec3 a, Vec3 b)
{
	return a.x * b.x + a.y * b.y + a.z * b.z;
}

Vec3 Cross(Vec3 a, Vec3 b)
{
	return {a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}

// Returns d = (p0 - l0) . n / (l . n), the fraction of the ray at the plane.
float CrossPlane(const Ray3& ray, std::span<const Vec3> vertices)
{
	const Vec3 normal = Cross(vertices[1] - vertices[0], vertices[2] - vertices[0]);
	return Dot(vertices[0] - ray.origin, normal) / Dot(ray.translation, normal);
}

Vec3 MiddleOf(std::span<const Vec3> vertices)
{
	Vec3 sum;
	for (const Vec3 v : vertices)
	{
		sum = sum + v;
	}
	return (1.0f / static_cast<float>(vertices.size())) * sum;
}

// Counts how often the ray from a point towards the middle crosses the border, by the printed formulas. The formulas
// compute t from the x and y of both lines, and s from their x.
int CrossingsTowardsMiddle(Vec3 point, std::span<const Vec3> vertices)
{
	const Vec3 middle = MiddleOf(vertices);
	const float mx = middle.x - point.x, my = middle.y - point.y;
	int count = 0;
	for (size_t i = 0; i < vertices.size(); ++i)
	{
		const Vec3 s1 = vertices[i], s2 = vertices[(i + 1) % vertices.size()];
		const float t =
		    (-s1.y * mx + point.y * mx + s1.x * my - point.x * my) / ((s2.y - s1.y) * mx - (s2.x - s1.x) * my);
		const float s = (s1.x - point.x + t * (s2.x - s1.x)) / mx;
		count += s > 0.0f && t >= 0.0f && t <= 1.0f ? 1 : 0;
	}
	return count;
}

bool DocumentHits(const Ray3& ray, std::span<const Vec3> vertices)
{
	const float d = CrossPlane(ray, vertices);
	return CrossingsTowardsMiddle(ray.origin + d * ray.translation, vertices) % 2 == 1;
}

// Returns a ray from above onto the plane z = 0.
Ray3 Down(float x, float y)
{
	return {{x, y, 4.0f}, {0.0f, 0.0f, -8.0f}};
}

constexpr std::array<Vec3, 4> k_square = {
    Vec3{-1.0f, -1.0f, 0.0f}, {1.0f, -1.0f, 0.0f}, {1.0f, 1.0f, 0.0f}, {-1.0f, 1.0f, 0.0f}};

// A concave shape: a rectangle with a notch that reaches from its whole top side down to (0, 0).
constexpr std::array<Vec3, 5> k_notched = {
    Vec3{-2.0f, -3.0f, 0.0f}, {2.0f, -3.0f, 0.0f}, {2.0f, 2.0f, 0.0f}, {0.0f, 0.0f, 0.0f}, {-2.0f, 2.0f, 0.0f}};

TEST(SeedRayPolygon3D, RayAgainstPlane)
{
	const Ray3 ray = {{0.25f, 0.5f, 4.0f}, {0.0f, 0.0f, -8.0f}};
	EXPECT_EQ(CrossPlane(ray, k_square), 0.5f);
	const std::optional<Crossing3> crossing = CastPlanarPolygon(ray, k_square);
	ASSERT_TRUE(crossing);
	EXPECT_EQ(crossing->fraction, 0.5f);
	EXPECT_EQ(crossing->point, (Vec3{0.25f, 0.5f, 0.0f}));
	EXPECT_EQ(crossing->normal, (Vec3{0.0f, 0.0f, 1.0f})) << "against the ray, from whichever side it comes";
}

TEST(SeedRayPolygon3D, RayParallelToThePlane)
{
	// Here l . n is 0, so the quotient is infinite. The document mentions this case without handling it.
	const Ray3 above = {{-4.0f, 0.0f, 1.0f}, {8.0f, 0.0f, 0.0f}};
	EXPECT_FALSE(std::isfinite(CrossPlane(above, k_square)));
	EXPECT_FALSE(CastPlanarPolygon(above, k_square));
}

TEST(SeedRayPolygon3D, RayInThePlane)
{
	// Here (p0 - l0) . n is 0 as well, which gives 0 / 0. A ray in the plane hits the edge that it crosses first.
	const Ray3 within = {{-4.0f, 0.5f, 0.0f}, {8.0f, 0.0f, 0.0f}};
	EXPECT_TRUE(std::isnan(CrossPlane(within, k_square)));
	const std::optional<Crossing3> crossing = CastPlanarPolygon(within, k_square);
	ASSERT_TRUE(crossing);
	EXPECT_EQ(crossing->fraction, 0.375f);
	EXPECT_EQ(crossing->edge, 3);
	EXPECT_EQ(crossing->normal, (Vec3{-1.0f, 0.0f, 0.0f}));
	const std::optional<Crossing3> inside = CastPlanarPolygon({{0.5f, 0.5f, 0.0f}, {8.0f, 0.0f, 0.0f}}, k_square);
	ASSERT_TRUE(inside);
	EXPECT_TRUE(inside->startsInside);
}

TEST(SeedRayPolygon3D, PointInPolygonByCrossingsTowardsTheMiddle)
{
	EXPECT_EQ(CrossingsTowardsMiddle({0.5f, 0.25f, 0.0f}, k_square), 1);
	EXPECT_EQ(CrossingsTowardsMiddle({1.5f, 0.25f, 0.0f}, k_square), 2);
	EXPECT_TRUE(CastPlanarPolygon(Down(0.5f, 0.25f), k_square));
	EXPECT_FALSE(CastPlanarPolygon(Down(1.5f, 0.25f), k_square));
}

TEST(SeedRayPolygon3D, WayToTheMiddleThroughAVertex)
{
	// From a point on the diagonal, the path to the middle leaves through a corner. Two sides count the corner.
	EXPECT_EQ(CrossingsTowardsMiddle({0.5f, 0.5f, 0.0f}, k_square), 2);
	EXPECT_FALSE(DocumentHits(Down(0.5f, 0.5f), k_square));
	EXPECT_TRUE(CastPlanarPolygon(Down(0.5f, 0.5f), k_square));
}

TEST(SeedRayPolygon3D, ShotAtTheVeryMiddle)
{
	// A shot at the exact middle misses: there is no direction from the middle to itself, so every side gives 0 / 0.
	EXPECT_FALSE(DocumentHits(Down(0.0f, 0.0f), k_square));
	EXPECT_TRUE(CastPlanarPolygon(Down(0.0f, 0.0f), k_square));
}

TEST(SeedRayPolygon3D, SidesCrossedFromTwoCoordinates)
{
	// The formulas use only x and y of the two lines. An upright wall is a line there, so no shot hits it.
	const std::array<Vec3, 4> wall = {
	    Vec3{3.0f, -1.0f, 0.0f}, {3.0f, 1.0f, 0.0f}, {3.0f, 1.0f, 2.0f}, {3.0f, -1.0f, 2.0f}};
	const Ray3 shot = {{0.0f, 0.25f, 0.5f}, {6.0f, 0.0f, 0.0f}};
	EXPECT_EQ(CrossPlane(shot, wall), 0.5f);
	EXPECT_FALSE(DocumentHits(shot, wall));
	const std::optional<Crossing3> crossing = CastPlanarPolygon(shot, wall);
	ASSERT_TRUE(crossing);
	EXPECT_EQ(crossing->fraction, 0.5f);
}

TEST(SeedRayPolygon3D, ConcavePolygons)
{
	EXPECT_TRUE(CastPlanarPolygon(Down(-1.5f, 1.0f), k_notched));
	EXPECT_TRUE(CastPlanarPolygon(Down(1.5f, 1.0f), k_notched));
	EXPECT_FALSE(CastPlanarPolygon(Down(0.0f, 1.0f), k_notched)) << "in the notch";
	EXPECT_TRUE(CastPlanarPolygon(Down(0.0f, 0.0f), k_notched)) << "the vertex at its bottom: closed";
	EXPECT_TRUE(DocumentHits(Down(1.0f, -1.5f), k_notched));
	EXPECT_FALSE(DocumentHits(Down(0.25f, 1.0f), k_notched));
}

TEST(SeedRayPolygon3D, AnyPlaneInSpace)
{
	// The plane is x + y + z = 0, and every vertex is exact. The ray runs along the plane's normal.
	std::array<Vec3, 5> tilted;
	for (size_t i = 0; i < tilted.size(); ++i)
	{
		const Vec3 v = k_notched[i];
		tilted[i] = v.x * Vec3{1.0f, -1.0f, 0.0f} + v.y * Vec3{0.0f, -1.0f, 1.0f} + Vec3{100.0f, -50.0f, -50.0f};
	}
	ASSERT_TRUE(CheckPlanarPolygon(tilted));
	const auto along = [](float u, float v)
	{
		const Vec3 target = u * Vec3{1.0f, -1.0f, 0.0f} + v * Vec3{0.0f, -1.0f, 1.0f} + Vec3{100.0f, -50.0f, -50.0f};
		return Ray3{target + Vec3{4.0f, 4.0f, 4.0f}, {-8.0f, -8.0f, -8.0f}};
	};
	const std::optional<Crossing3> crossing = CastPlanarPolygon(along(-1.5f, 1.0f), tilted);
	ASSERT_TRUE(crossing);
	EXPECT_EQ(crossing->fraction, 0.5f);
	EXPECT_FALSE(CastPlanarPolygon(along(0.0f, 1.0f), tilted));
}

TEST(SeedRayPolygon3D, ClosestOfTenSquaresUnderATurningRay)
{
	// This is the document's second video: ten squares about the origin, and a ray that turns about an axis.
	SceneRandom random(10);
	std::vector<std::array<Vec3, 4>> squares;
	for (int i = 0; i < 10; ++i)
	{
		const float angle = random.Uniform(0.0f, 6.2831853f), away = random.Uniform(2.0f, 8.0f);
		const Vec3 middle = {away * std::cos(angle), away * std::sin(angle), random.Uniform(-0.5f, 0.5f)};
		const Vec3 side = {0.0f, 0.0f, 1.0f}, across = {-std::sin(angle), std::cos(angle), 0.0f};
		squares.push_back(
		    {middle - side - across, middle + across - side, middle + side + across, middle + side - across});
	}
	const std::vector<std::span<const Vec3>> polygons(squares.begin(), squares.end());
	int hits = 0;
	for (int degree = 0; degree < 360; ++degree)
	{
		const float angle = static_cast<float>(degree) * std::numbers::pi_v<float> / 180.0f;
		const Ray3 ray = {{}, {10.0f * std::cos(angle), 10.0f * std::sin(angle), 0.0f}};
		int32_t first = -1;
		float fraction = 2.0f;
		for (size_t i = 0; i < polygons.size(); ++i)
		{
			const std::optional<Crossing3> crossing = CastPlanarPolygon(ray, polygons[i]);
			if (crossing && crossing->fraction < fraction)
			{
				first = static_cast<int32_t>(i);
				fraction = crossing->fraction;
			}
		}
		const std::optional<PlanarHit> hit = CastPlanarPolygonsClosest(ray, polygons);
		ASSERT_EQ(hit ? hit->polygon : -1, first) << degree;
		hits += hit ? 1 : 0;
	}
	EXPECT_GT(hits, 100);
	EXPECT_LT(hits, 360);
}

} // namespace
} // namespace ricochet::test::ray_polygon_3d_test
