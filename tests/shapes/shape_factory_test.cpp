// MIT License, Copyright (c) 2026 the ricochet authors

#include <ricochet/shapes/shape_factory.h>

#include "support/box2d_version.h"
#include "support/expect_error.h"
#include "support/floats.h"
#include "support/scenes.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <chrono>
#include <cmath>
#include <cstring>
#include <string>
#include <vector>

namespace ricochet::test::shape_factory_test
{

namespace
{

using Reason = ErrorReason;

std::string Describe(std::span<const b2Vec2> points)
{
	std::string text;
	char number[64];
	for (b2Vec2 point : points)
	{
		std::snprintf(number, sizeof(number), "{%a, %a} ", static_cast<double>(point.x), static_cast<double>(point.y));
		text += number;
	}
	return text;
}

std::span<const b2Vec2> VerticesOf(const b2PolygonShape& shape)
{
	return {shape.m_vertices, static_cast<size_t>(shape.m_count)};
}

double DistanceToSegment(b2Vec2 point, b2Vec2 a, b2Vec2 b)
{
	const double ex = static_cast<double>(b.x) - a.x;
	const double ey = static_cast<double>(b.y) - a.y;
	const double px = static_cast<double>(point.x) - a.x;
	const double py = static_cast<double>(point.y) - a.y;
	const double along = std::clamp((px * ex + py * ey) / (ex * ex + ey * ey), 0.0, 1.0);
	return std::hypot(px - along * ex, py - along * ey);
}

// Returns the distance of a point from a counter-clockwise convex polygon if it is outside (m); 0 inside.
double DistanceOutside(b2Vec2 point, std::span<const b2Vec2> vertices)
{
	bool inside = true;
	double distance = HUGE_VAL;
	for (size_t i = 0; i < vertices.size(); ++i)
	{
		const b2Vec2 a = vertices[i];
		const b2Vec2 b = vertices[(i + 1) % vertices.size()];
		const double cross = (static_cast<double>(b.x) - a.x) * (static_cast<double>(point.y) - a.y) -
		                     (static_cast<double>(b.y) - a.y) * (static_cast<double>(point.x) - a.x);
		inside = inside && cross >= 0.0;
		distance = std::min(distance, DistanceToSegment(point, a, b));
	}
	return inside ? 0.0 : distance;
}

double Extent(std::span<const b2Vec2> points)
{
	double extent = 0.0;
	for (b2Vec2 point : points)
	{
		const double dx = static_cast<double>(point.x) - points[0].x;
		const double dy = static_cast<double>(point.y) - points[0].y;
		extent = std::max({extent, std::abs(dx), std::abs(dy)});
	}
	return extent;
}

// Returns the distance by which a point may be outside its hull. It covers the welding of points, and the removal of
// vertices that are flat within the slop or a millionth of the size.
double Tolerance(std::span<const b2Vec2> points)
{
	const double slop = b2_linearSlop;
	return 0.5 * slop + std::max(slop, 0x1p-20 * 2.0 * Extent(points)) + 1e-9;
}

bool AllFinite(std::span<const b2Vec2> points)
{
	return std::all_of(points.begin(), points.end(),
	                   [](b2Vec2 point) { return std::isfinite(point.x) && std::isfinite(point.y); });
}

void ExpectSound(const b2PolygonShape& shape)
{
	EXPECT_GE(shape.m_count, 3);
	EXPECT_LE(shape.m_count, b2_maxPolygonVertices);
	EXPECT_TRUE(IsValidPolygon(shape));
	EXPECT_EQ(shape.m_radius, b2_polygonRadius);

	const std::span<const b2Vec2> vertices = VerticesOf(shape);
	for (size_t i = 0; i < vertices.size(); ++i)
	{
		const b2Vec2 normal = shape.m_normals[i];
		EXPECT_NEAR(std::hypot(normal.x, normal.y), 1.0f, 1e-6f);
		// At each edge, every other vertex must be on the left. So the polygon turns left at every vertex, and makes
		// only one full turn.
		const b2Vec2 a = vertices[i];
		const b2Vec2 b = vertices[(i + 1) % vertices.size()];
		for (size_t j = 2; j < vertices.size(); ++j)
		{
			const b2Vec2 c = vertices[(i + j) % vertices.size()];
			const double cross = (static_cast<double>(b.x) - a.x) * (static_cast<double>(c.y) - a.y) -
			                     (static_cast<double>(b.y) - a.y) * (static_cast<double>(c.x) - a.x);
			EXPECT_GT(cross, 0.0);
		}
	}

	b2MassData mass;
	shape.ComputeMass(&mass, 1.0f);
	EXPECT_GT(mass.mass, 0.0f);
	EXPECT_TRUE(std::isfinite(mass.mass) && std::isfinite(mass.I) && mass.center.IsValid());
	EXPECT_TRUE(shape.m_centroid.IsValid());
}

// True if the value is a coordinate of the point that the index names.
bool IsCoordinate(std::span<const b2Vec2> points, const Error& error)
{
	const auto index = static_cast<size_t>(error.index);
	const auto isValue = [&](float x)
	{
		return x == error.value || (std::isnan(x) && std::isnan(error.value));
	};
	return index < points.size() && (isValue(points[index].x) || isValue(points[index].y));
}

// Expects a message, and a reason that is true for the input.
void ExpectRefusalIsDeserved(std::span<const b2Vec2> points, const Error& error)
{
	EXPECT_FALSE(error.Message().empty());
	switch (error.reason)
	{
	case Reason::TooFew:
		EXPECT_LT(points.size(), 3u);
		EXPECT_EQ(error.value, static_cast<double>(points.size()));
		break;
	case Reason::TooMany:
		EXPECT_GT(points.size(), static_cast<size_t>(b2_maxPolygonVertices));
		EXPECT_GT(error.value, b2_maxPolygonVertices);
		EXPECT_LE(error.value, static_cast<double>(points.size()));
		break;
	case Reason::NotFinite:
		EXPECT_FALSE(AllFinite(points));
		EXPECT_FALSE(std::isfinite(error.value));
		EXPECT_TRUE(IsCoordinate(points, error));
		break;
	case Reason::TooLarge:
		EXPECT_GT(std::abs(error.value), 1e9);
		EXPECT_TRUE(IsCoordinate(points, error));
		break;
	case Reason::TooClose:
		EXPECT_LT(error.value, 0.5f * b2_linearSlop);
		break;
	case Reason::NoArea:
	{
		// Either two of the points have all others on the segment between them, or the polygon exceeds Box2D's
		// arithmetic.
		bool flat = Extent(points) > 1e4;
		for (size_t i = 0; i < points.size() && flat == false; ++i)
		{
			for (size_t j = i + 1; j < points.size() && flat == false; ++j)
			{
				flat = points[i] != points[j] &&
				       std::all_of(points.begin(), points.end(),
				                   [&](b2Vec2 point)
				                   { return DistanceToSegment(point, points[i], points[j]) < Tolerance(points); });
			}
		}
		EXPECT_TRUE(flat);
		break;
	}
	default:
		ADD_FAILURE() << "reason " << static_cast<int>(error.reason);
		break;
	}
}

template <class Shape>
void ExpectShapeOrError(const Result<Shape>& shape)
{
	const std::string message = shape.GetError().Message();
	EXPECT_EQ(static_cast<bool>(shape), shape.GetError().reason == Reason::None) << message;
	EXPECT_EQ(static_cast<bool>(shape), message.empty()) << message;
}

template <class Shape>
void ExpectRefused(const Result<Shape>& shape, const Error& expected)
{
	EXPECT_FALSE(shape);
	ExpectError(shape.GetError(), expected);
}

// Expects a refusal whose reported number is only approximately known.
template <class Shape>
void ExpectRefusedAbout(const Result<Shape>& shape, Error expected)
{
	EXPECT_FLOAT_EQ(static_cast<float>(shape.GetError().value), static_cast<float>(expected.value));
	expected.value = shape.GetError().value;
	ExpectRefused(shape, expected);
}

void ExpectHullOrReason(std::span<const b2Vec2> points)
{
	const auto shape = MakePolygon(points);
	if (!shape)
	{
		ExpectRefusalIsDeserved(points, shape.GetError());
		return;
	}
	ExpectError(shape.GetError(), {});
	ExpectSound(*shape);
	for (b2Vec2 point : points)
	{
		EXPECT_LE(DistanceOutside(point, VerticesOf(*shape)), Tolerance(points));
	}
	// Every vertex must be one of the points.
	for (b2Vec2 vertex : VerticesOf(*shape))
	{
		EXPECT_NE(std::find(points.begin(), points.end(), vertex), points.end());
	}
}

b2Vec2 RawVec(SceneRandom& random)
{
	return {random.AnyFloat(), random.AnyFloat()};
}

const b2Vec2 k_issue728[] = {
    {std::bit_cast<float>(0xC1078533u), std::bit_cast<float>(0x3F0BAB5Eu)},
    {std::bit_cast<float>(0xC0F5B2E8u), std::bit_cast<float>(0x3F28AF8Cu)},
    {std::bit_cast<float>(0xC0E2B14Au), std::bit_cast<float>(0x3F3E72AEu)},
    {std::bit_cast<float>(0xC0EBC298u), std::bit_cast<float>(0x402E521Eu)},
    {std::bit_cast<float>(0xC1158EA9u), std::bit_cast<float>(0x401C2F82u)},
    {std::bit_cast<float>(0xC1110602u), std::bit_cast<float>(0x3EEBD078u)},
};

// Returns point sets of every kind that is known to be hard for a convex hull.
std::vector<b2Vec2> RandomPoints(SceneRandom& random)
{
	const int32_t count = random.Below(14);
	const float size = random.LogUniform(1e-3f, 1e7f);
	const b2Vec2 offset = random.OneIn(3) ? random.InBox(random.LogUniform(1.0f, 1e7f)) : b2Vec2{0.0f, 0.0f};
	const b2Vec2 along = random.Direction();
	const int32_t kind = random.Below(12);

	std::vector<b2Vec2> points;
	for (int32_t i = 0; i < count; ++i)
	{
		b2Vec2 point = offset + random.InBox(size);
		const float share = static_cast<float>(i) / static_cast<float>(count);
		switch (kind)
		{
		case 0: // scattered
			break;
		case 1: // repeated, or nearly
			if (points.empty() == false && random.OneIn(2))
			{
				point = points[static_cast<size_t>(random.Below(i))] + random.InBox(random.LogUniform(1e-6f, 1e-2f));
			}
			break;
		case 2: // on a line
			point = offset + random.Uniform(-size, size) * along;
			break;
		case 3: // close to a line
			point = offset + random.Uniform(-size, size) * along + random.InBox(random.LogUniform(1e-6f, 10.0f));
			break;
		case 4: // on a circle
			point = offset + size * b2Vec2{std::cos(6.2831853f * share), std::sin(6.2831853f * share)};
			break;
		case 5: // on an arc that is nearly straight
			point = offset + size * b2Vec2{share, 1e-3f * share * (1.0f - share)};
			break;
		case 6: // on a grid: many exactly on one line
			point = offset + 0.25f * b2Vec2{static_cast<float>(random.Below(5)), static_cast<float>(random.Below(5))};
			break;
		case 7: // any bits
			point = RawVec(random);
			break;
		case 8: // denormal
			point = {std::bit_cast<float>(static_cast<uint32_t>(random.Below(1 << 23))), random.AnyFloat() * 1e-38f};
			break;
		case 9: // huge
			point = random.LogUniform(1e8f, 3e38f) * random.Direction();
			break;
		case 10: // large and small together
			point = random.LogUniform(1e-6f, 1e6f) * random.Direction();
			break;
		default: // around box2d issue 728
			point = k_issue728[i % 6] + random.InBox(1e-6f);
			break;
		}
		points.push_back(point);
	}
	return points;
}

} // namespace

TEST(MakePolygon, AgreesWithBox2DToTheBitWhereSetIsSound)
{
	if (k_isBox2D242)
	{
		GTEST_SKIP() << "Box2D 2.4.2 begins a hull at another corner, and drops corners that are flatter than 0.01 m";
	}
	SceneRandom random(1);
	for (int32_t i = 0; i < ScaledCount(20000); ++i)
	{
		const b2PolygonShape ours = RandomPolygon(random, random.LogUniform(0.05f, 100.0f));
		b2Vec2 shuffled[b2_maxPolygonVertices];
		std::copy_n(ours.m_vertices, ours.m_count, shuffled);
		for (int32_t j = ours.m_count - 1; j > 0; --j)
		{
			std::swap(shuffled[j], shuffled[random.Below(j + 1)]);
		}

		b2PolygonShape box2d;
		box2d.Set(shuffled, ours.m_count);
		const auto again = MakePolygon(std::span(shuffled, static_cast<size_t>(ours.m_count)));
		ASSERT_TRUE(again) << again.GetError().Message();
		ASSERT_EQ(again->m_count, box2d.m_count);
		const size_t bytes = sizeof(b2Vec2) * static_cast<size_t>(box2d.m_count);
		EXPECT_EQ(std::memcmp(again->m_vertices, box2d.m_vertices, bytes), 0);
		EXPECT_EQ(std::memcmp(again->m_normals, box2d.m_normals, bytes), 0);
		EXPECT_EQ(std::memcmp(&again->m_centroid, &box2d.m_centroid, sizeof(b2Vec2)), 0);
		EXPECT_EQ(again->m_radius, box2d.m_radius);
		EXPECT_EQ(again->GetType(), b2Shape::e_polygon);
	}
}

TEST(MakePolygon, TakesThePolygonOnWhichBox2DAborts)
{
	// https://github.com/erincatto/box2d/issues/728: gift wrapping never returns to its start.
	const auto shape = MakePolygon(k_issue728);
	ASSERT_TRUE(shape) << shape.GetError().Message();
	ExpectSound(*shape);
	for (b2Vec2 point : k_issue728)
	{
		EXPECT_LE(DistanceOutside(point, VerticesOf(*shape)), b2_linearSlop);
	}
}

TEST(MakePolygon, StartsAtTheLowestOfTheRightmostPoints)
{
	const b2Vec2 points[] = {{0.0f, 0.0f}, {1.0f, 1.0f}, {0.0f, 1.0f}, {1.0f, 0.0f}, {0.5f, 0.5f}};
	const auto shape = MakePolygon(points);
	ASSERT_TRUE(shape) << shape.GetError().Message();
	ASSERT_EQ(shape->m_count, 4);
	EXPECT_EQ(shape->m_vertices[0], (b2Vec2{1.0f, 0.0f}));
	EXPECT_EQ(shape->m_vertices[1], (b2Vec2{1.0f, 1.0f}));
	EXPECT_EQ(shape->m_vertices[2], (b2Vec2{0.0f, 1.0f}));
	EXPECT_EQ(shape->m_vertices[3], (b2Vec2{0.0f, 0.0f}));
	EXPECT_EQ(shape->m_centroid, (b2Vec2{0.5f, 0.5f}));
}

TEST(MakePolygon, DropsWhatLiesOnAnEdgeWithinTheSlop)
{
	// The rightmost point is a bulge of 4 mm, which is dropped. So the hull cannot start at the rightmost point.
	const b2Vec2 points[] = {{1.0f, 0.0f}, {1.004f, 0.5f}, {1.0f, 1.0f}, {0.0f, 1.0f}, {-0.004f, 0.7f}, {0.0f, 0.0f}};
	const auto shape = MakePolygon(points);
	ASSERT_TRUE(shape) << shape.GetError().Message();
	ASSERT_EQ(shape->m_count, 4);
	EXPECT_EQ(shape->m_vertices[0], (b2Vec2{1.0f, 0.0f}));

	const b2Vec2 dented[] = {{1.0f, 0.0f}, {1.006f, 0.5f}, {1.0f, 1.0f}, {0.0f, 1.0f}, {0.0f, 0.0f}};
	ASSERT_TRUE(MakePolygon(dented));
	EXPECT_EQ(MakePolygon(dented)->m_count, 5);
}

TEST(MakePolygon, WeldsToTheEarlierPoint)
{
	const b2Vec2 points[] = {{1.0f, 0.0f}, {1.002f, 0.001f}, {0.0f, 1.0f}, {0.0f, 0.0f}};
	const auto shape = MakePolygon(points);
	ASSERT_TRUE(shape) << shape.GetError().Message();
	ASSERT_EQ(shape->m_count, 3);
	EXPECT_EQ(shape->m_vertices[0], (b2Vec2{1.0f, 0.0f}));
}

TEST(MakePolygon, LosesNothingOfALargePolygonThatBox2DWouldAccept)
{
	// One vertex is 0.4 m beside an edge of 1600 km. The other one is 10 m beside an edge of 20,000 km, where 2^-20 of
	// the size is 19 m.
	for (const auto& [size, height] : {std::pair(1.6e6f, 0.4f), std::pair(2e7f, 10.0f)})
	{
		const b2Vec2 points[] = {{size, 0.0f}, {size, size}, {0.5f * size, size + height}, {0.0f, size}, {0.0f, 0.0f}};
		const auto shape = MakePolygon(points);
		ASSERT_TRUE(shape) << shape.GetError().Message();
		EXPECT_EQ(shape->m_count, 5) << size;
		ExpectSound(*shape);
	}
}

TEST(MakePolygon, OfALargePolygonOnlyWhatFloatsTakeForADentIsLost)
{
	SceneRandom random(6);
	int32_t dropped = 0;
	for (int32_t i = 0; i < ScaledCount(20000) && HasFailure() == false; ++i)
	{
		const float size = random.LogUniform(1e3f, 2e8f);
		const b2Vec2 along = size * random.Direction();
		const b2Vec2 up = random.LogUniform(1e-9f, 1e-5f) * along.Skew();
		const b2Vec2 start = random.InBox(size);
		// The polygon has an edge with a nearly flat vertex, and a vertex opposite.
		const b2Vec2 points[] = {start, start + along, start + random.Uniform(0.1f, 0.9f) * along - up,
		                         start + 0.5f * along + 0.7f * along.Skew()};
		const auto shape = MakePolygon(points);
		ASSERT_TRUE(shape) << shape.GetError().Message() << Describe(points);
		ExpectSound(*shape);
		for (const b2Vec2 point : points)
		{
			EXPECT_LE(DistanceOutside(point, VerticesOf(*shape)), std::max(1.0 * b2_linearSlop, 0x1p-22 * size))
			    << Describe(points);
		}
		dropped += shape->m_count < 4 ? 1 : 0;
	}
	EXPECT_GT(dropped, 0);
}

TEST(MakePolygon, AColumnOfManyPointsTakesNoLongerThanAsManyScattered)
{
	const auto timeOf = [](std::span<const b2Vec2> points)
	{
		const auto start = std::chrono::steady_clock::now();
		EXPECT_FALSE(MakePolygon(points) && points.empty());
		return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
	};
	SceneRandom random(7);
	std::vector<b2Vec2> column;
	std::vector<b2Vec2> scattered;
	for (int32_t i = 0; i < 100000; ++i)
	{
		column.push_back({1e-3f * random.Uniform(0.0f, 1.0f), 0.01f * static_cast<float>(i)});
		scattered.push_back(random.InBox(1000.0f));
	}
	// A comparison of all pairs takes 25 s, and the scattered points take half a second.
	EXPECT_LT(timeOf(column), 10.0 * timeOf(scattered) + 0.5);
}

TEST(MakePolygon, TakesManyPointsWithASmallHull)
{
	SceneRandom random(2);
	std::vector<b2Vec2> points{{1.0f, 1.0f}, {-1.0f, 1.0f}, {-1.0f, -1.0f}, {1.0f, -1.0f}};
	for (int32_t i = 0; i < 100000; ++i)
	{
		points.push_back(random.InBox(1.0f));
	}
	const auto shape = MakePolygon(points);
	ASSERT_TRUE(shape) << shape.GetError().Message();
	EXPECT_EQ(shape->m_count, 4);
}

TEST(MakePolygon, AnyPointsGiveASoundHullOrAReason)
{
	const int32_t count = ScaledCount(100000);
	int32_t made = 0;
	for (int32_t i = 0; i < count && HasFailure() == false; ++i)
	{
		SceneRandom random(1000000u + static_cast<uint64_t>(i));
		const std::vector<b2Vec2> points = RandomPoints(random);
		SCOPED_TRACE("seed " + std::to_string(i) + ": " + Describe(points));
		ExpectHullOrReason(points);
		made += MakePolygon(points) ? 1 : 0;
	}
	// At least a fifth of the inputs must give a shape.
	EXPECT_GT(made, count / 5);
}

TEST(MakePolygon, WhatItMakesBox2DCanSimulate)
{
	SceneRandom random(3);
	Scene scene;
	scene.AddBody({0.0f, 0.0f}, 0.0f);
	while (scene.fixtures.size() < 300)
	{
		const std::vector<b2Vec2> points = RandomPoints(random);
		const auto shape = MakePolygon(points);
		if (shape && Extent(points) < 10.0 && b2Distance(shape->m_centroid, {0.0f, 0.0f}) < 10.0f)
		{
			scene.Add(scene.AddBody(random.InBox(20.0f), random.Uniform(-3.0f, 3.0f), b2_dynamicBody), *shape);
		}
	}
	for (int32_t i = 0; i < 60; ++i)
	{
		scene.world->Step(1.0f / 60.0f, 8, 3);
	}
	for (b2Fixture* fixture : scene.fixtures)
	{
		EXPECT_TRUE(fixture->GetBody()->GetPosition().IsValid());
	}
}

TEST(MakePolygon, SaysWhatIsWrong)
{
	const b2Vec2 two[] = {{0.0f, 0.0f}, {1.0f, 0.0f}};
	ExpectRefused(MakePolygon(two), {Reason::TooFew, "points", -1, 2.0, 3.0});
	EXPECT_EQ(MakePolygon(two).GetError().Message(), "points: 2 are too few, at least 3 are needed.");
	ExpectRefused(MakePolygon({}), {Reason::TooFew, "points", -1, 0.0, 3.0});

	const b2Vec2 notFinite[] = {{0.0f, 0.0f}, {1.0f, 0.0f}, {1.0f, k_nan}};
	ExpectRefused(MakePolygon(notFinite), {Reason::NotFinite, "points", 2, k_nan});
	EXPECT_EQ(MakePolygon(notFinite).GetError().Message(), "points[2] is nan: it must be finite.");

	const b2Vec2 close[] = {{0.0f, 0.0f}, {1.0f, 0.0f}, {1.0f, 0.001f}};
	ExpectRefusedAbout(MakePolygon(close), {Reason::TooClose, "points", 2, 0.001f, 0.5f * b2_linearSlop});

	const b2Vec2 line[] = {{0.0f, 0.0f}, {1.0f, 0.001f}, {2.0f, 0.0f}};
	ExpectRefusedAbout(MakePolygon(line), {Reason::NoArea, "points", -1, 0.001f, b2_linearSlop});
	EXPECT_EQ(MakePolygon(line).GetError().Message(), "points are too thin for Box2D: the area is 0.001 m^2.");

	std::vector<b2Vec2> tooMany;
	for (int32_t i = 0; i <= b2_maxPolygonVertices; ++i)
	{
		const float angle = 6.2831853f * static_cast<float>(i) / (b2_maxPolygonVertices + 1.0f);
		tooMany.push_back({std::cos(angle), std::sin(angle)});
	}
	ExpectRefused(MakePolygon(tooMany),
	              {Reason::TooMany, "vertices of the hull", -1, b2_maxPolygonVertices + 1.0, b2_maxPolygonVertices});

	const b2Vec2 huge[] = {{0.0f, 0.0f}, {1e20f, 0.0f}, {0.0f, 1e20f}};
	ExpectRefused(MakePolygon(huge), {Reason::TooLarge, "points", 1, 1e20f, 1e9});

	// A successful result has no reason.
	const b2Vec2 good[] = {{0.0f, 0.0f}, {1.0f, 0.0f}, {0.0f, 1.0f}};
	EXPECT_TRUE(MakePolygon(good));
	ExpectError(MakePolygon(good).GetError(), {});
}

TEST(MakeBox, IsBox2DsBox)
{
	b2PolygonShape box2d = BoxOf(1.5f, 0.25f, {3.0f, -2.0f}, 0.7f);
	const auto ours = MakeBox(1.5f, 0.25f, {3.0f, -2.0f}, 0.7f);
	ASSERT_TRUE(ours) << ours.GetError().Message();
	ASSERT_EQ(ours->m_count, 4);
	EXPECT_EQ(std::memcmp(ours->m_vertices, box2d.m_vertices, 4 * sizeof(b2Vec2)), 0);
	EXPECT_EQ(std::memcmp(ours->m_normals, box2d.m_normals, 4 * sizeof(b2Vec2)), 0);
	EXPECT_EQ(ours->m_centroid, box2d.m_centroid);

	box2d.SetAsBox(1.5f, 0.25f);
	EXPECT_EQ(std::memcmp(MakeBox(1.5f, 0.25f)->m_vertices, box2d.m_vertices, 4 * sizeof(b2Vec2)), 0);
}

TEST(MakeBox, SaysWhatIsWrong)
{
	ExpectRefused(MakeBox(0.0f, 1.0f), {Reason::NotPositive, "hx", -1, 0.0});
	ExpectRefused(MakeBox(1.0f, -1.0f), {Reason::NotPositive, "hy", -1, -1.0});
	ExpectRefused(MakeBox(k_nan, 1.0f), {Reason::NotFinite, "hx", -1, k_nan});
	ExpectRefused(MakeBox(1.0f, k_inf), {Reason::NotFinite, "hy", -1, k_inf});
	ExpectRefused(MakeBox(1.0f, 1.0f, {0.0f, k_nan}), {Reason::NotFinite, "center", -1, k_nan});
	ExpectRefused(MakeBox(1.0f, 1.0f, {0.0f, 0.0f}, -k_inf), {Reason::NotFinite, "angle", -1, -k_inf});
	ExpectRefused(MakeBox(1e20f, 1e20f), {Reason::TooLarge, "corners", 0, -1e20f, 1e9});
	ExpectRefused(MakeBox(3e38f, 1.0f, {3e38f, 0.0f}), {Reason::NotFinite, "corners", 1, k_inf});

	// These boxes are too thin for the floats at their place, or too small for any floats.
	ExpectRefused(MakeBox(1e-4f, 1.0f, {1e6f, 0.0f}), {Reason::TooClose, "corners", 1, 0.0});
	const auto tiny = MakeBox(1e-20f, 1e-20f);
	ExpectRefused(tiny, {Reason::NoArea, "corners", -1, tiny.GetError().value, b2_epsilon});
	EXPECT_LE(std::abs(tiny.GetError().value), 1e-39);
}

TEST(MakeBox, AnyNumbersGiveASoundBoxOrAReason)
{
	SceneRandom random(4);
	int32_t made = 0;
	for (int32_t i = 0; i < ScaledCount(100000) && HasFailure() == false; ++i)
	{
		const bool raw = random.OneIn(3);
		const float hx = raw ? random.AnyFloat() : random.LogUniform(1e-4f, 1e4f);
		const float hy = raw ? random.AnyFloat() : random.LogUniform(1e-4f, 1e4f);
		const b2Vec2 center = random.OneIn(4) ? RawVec(random) : random.InBox(random.LogUniform(1.0f, 1e6f));
		const float angle = random.OneIn(4) ? random.AnyFloat() : random.Uniform(-4.0f, 4.0f);
		SCOPED_TRACE(testing::Message() << hx << " " << hy << " " << center.x << " " << center.y << " " << angle);
		const auto box = MakeBox(hx, hy, center, angle);
		ExpectShapeOrError(box);
		if (box)
		{
			++made;
			EXPECT_TRUE(IsValidPolygon(*box));
			for (int32_t j = 0; j < 4; ++j)
			{
				EXPECT_NE(box->m_vertices[j], box->m_vertices[(j + 1) % 4]);
			}
			b2MassData mass;
			box->ComputeMass(&mass, 1.0f);
			EXPECT_TRUE(std::isfinite(mass.mass) && std::isfinite(mass.I) && mass.mass > 0.0f);
		}
	}
	EXPECT_GT(made, ScaledCount(100000) / 4);
}

TEST(MakeCircle, TakesAnyRadiusThatHasAMass)
{
	const auto circle = MakeCircle({1.0f, 2.0f}, 0.5f);
	ASSERT_TRUE(circle) << circle.GetError().Message();
	EXPECT_EQ(circle->m_p, (b2Vec2{1.0f, 2.0f}));
	EXPECT_EQ(circle->m_radius, 0.5f);
	EXPECT_EQ(circle->GetType(), b2Shape::e_circle);
	EXPECT_TRUE(MakeCircle({0.0f, 0.0f}, 1e-40f));

	ExpectRefused(MakeCircle({0.0f, 0.0f}, 0.0f), {Reason::NotPositive, "radius", -1, 0.0});
	ExpectRefused(MakeCircle({0.0f, 0.0f}, -2.5f), {Reason::NotPositive, "radius", -1, -2.5});
	EXPECT_EQ(MakeCircle({0.0f, 0.0f}, -2.5f).GetError().Message(), "radius is -2.5: it must be above 0.");
	ExpectRefused(MakeCircle({0.0f, 0.0f}, k_nan), {Reason::NotFinite, "radius", -1, k_nan});
	ExpectRefused(MakeCircle({k_inf, 0.0f}, 1.0f), {Reason::NotFinite, "center", -1, k_inf});
	ExpectRefused(MakeCircle({0.0f, 0.0f}, 3e38f), {Reason::TooLarge, "radius", -1, 3e38f, 1e9});
	ExpectRefused(MakeCircle({1e30f, 0.0f}, 1.0f), {Reason::TooLarge, "center", -1, 1e30f, 1e9});
}

TEST(MakeEdge, IsTwoSided)
{
	const auto edge = MakeEdge({0.0f, 0.0f}, {1.0f, 0.0f});
	ASSERT_TRUE(edge) << edge.GetError().Message();
	EXPECT_FALSE(edge->m_oneSided);
	EXPECT_EQ(edge->m_vertex1, (b2Vec2{0.0f, 0.0f}));
	EXPECT_EQ(edge->m_vertex2, (b2Vec2{1.0f, 0.0f}));

	ExpectRefused(MakeEdge({0.0f, 0.0f}, {0.005f, 0.0f}), {Reason::TooClose, "v2", -1, 0.005f, b2_linearSlop});
	EXPECT_TRUE(MakeEdge({0.0f, 0.0f}, {0.00501f, 0.0f}));
	ExpectRefused(MakeEdge({0.0f, 0.0f}, {0.0f, k_inf}), {Reason::NotFinite, "v2", -1, k_inf});
	EXPECT_TRUE(MakeEdge({-1e9f, 0.0f}, {1e9f, 0.0f}));

	// Box2D aborts if a body touches such an edge.
	ExpectRefused(MakeEdge({-3e38f, 0.0f}, {3e38f, 0.0f}), {Reason::TooLarge, "v1", -1, -3e38f, 1e9});
}

TEST(MakeChain, ContinuesItsEndsInAStraightLine)
{
	const b2Vec2 vertices[] = {{0.0f, 0.0f}, {1.0f, 0.0f}, {1.0f, 2.0f}};
	const auto chain = MakeChain(vertices);
	ASSERT_TRUE(chain) << chain.GetError().Message();
	EXPECT_EQ(chain->GetChildCount(), 2);
	EXPECT_EQ(chain->m_prevVertex, (b2Vec2{-1.0f, 0.0f}));
	EXPECT_EQ(chain->m_nextVertex, (b2Vec2{1.0f, 4.0f}));
	EXPECT_EQ(chain->m_vertices[1], (b2Vec2{1.0f, 0.0f}));
	EXPECT_EQ(chain->m_radius, b2_polygonRadius);
}

TEST(MakeChain, SaysWhatIsWrong)
{
	const b2Vec2 one[] = {{0.0f, 0.0f}};
	ExpectRefused(MakeChain(one), {Reason::TooFew, "vertices", -1, 1.0, 2.0});
	ExpectRefused(MakeChain({}), {Reason::TooFew, "vertices", -1, 0.0, 2.0});

	const b2Vec2 close[] = {{0.0f, 0.0f}, {1.0f, 0.0f}, {1.0f, 0.004f}, {2.0f, 0.0f}};
	ExpectRefusedAbout(MakeChain(close), {Reason::TooClose, "vertices", 2, 0.004f, b2_linearSlop});

	const b2Vec2 notFinite[] = {{0.0f, 0.0f}, {k_inf, 0.0f}};
	ExpectRefused(MakeChain(notFinite), {Reason::NotFinite, "vertices", 1, k_inf});

	const b2Vec2 ghost[] = {{0.0f, 0.0f}, {3e38f, 0.0f}};
	ExpectRefused(MakeChain(ghost), {Reason::TooLarge, "vertices", 1, 3e38f, 1e9});
}

TEST(MakeLoop, ClosesItself)
{
	const b2Vec2 vertices[] = {{0.0f, 0.0f}, {1.0f, 0.0f}, {0.0f, 1.0f}};
	const auto loop = MakeLoop(vertices);
	ASSERT_TRUE(loop) << loop.GetError().Message();
	EXPECT_EQ(loop->GetChildCount(), 3);
	EXPECT_EQ(loop->m_vertices[3], vertices[0]);

	ExpectRefused(MakeLoop(std::span(vertices, 2)), {Reason::TooFew, "vertices", -1, 2.0, 3.0});

	// The last edge is checked, too, although Box2D itself does not check it.
	const b2Vec2 near[] = {{0.0f, 0.0f}, {1.0f, 0.0f}, {0.0f, 1.0f}, {0.001f, 0.0f}};
	ExpectRefused(MakeLoop(near), {Reason::TooClose, "vertices", 0, 0.001f, b2_linearSlop});
}

TEST(MakeLoop, TheLastVertexMayRepeatTheFirst)
{
	const b2Vec2 vertices[] = {{0.0f, 0.0f}, {1.0f, 0.0f}, {0.0f, 1.0f}, {0.0f, 0.0f}};
	const auto loop = MakeLoop(vertices);
	ASSERT_TRUE(loop) << loop.GetError().Message();
	EXPECT_EQ(loop->GetChildCount(), 3);
	ExpectRefused(MakeLoop(std::span(vertices).subspan(1, 3).first(2)), {Reason::TooFew, "vertices", -1, 2.0, 3.0});
	const b2Vec2 twice[] = {{0.0f, 0.0f}, {1.0f, 0.0f}, {0.0f, 0.0f}};
	ExpectRefused(MakeLoop(twice), {Reason::TooFew, "vertices", -1, 2.0, 3.0});
}

TEST(MakeChain, AnyVerticesGiveAChainOrAReason)
{
	for (int32_t i = 0; i < ScaledCount(30000) && HasFailure() == false; ++i)
	{
		SceneRandom random(2000000u + static_cast<uint64_t>(i));
		const std::vector<b2Vec2> points = RandomPoints(random);
		SCOPED_TRACE("seed " + std::to_string(i) + ": " + Describe(points));
		ExpectShapeOrError(MakeChain(points));
		const auto loop = MakeLoop(points);
		ExpectShapeOrError(loop);
		if (loop)
		{
			const bool isClosed = points.front() == points.back();
			EXPECT_EQ(loop->GetChildCount(), static_cast<int32_t>(points.size()) - (isClosed ? 1 : 0));
		}
	}
}

} // namespace ricochet::test::shape_factory_test
