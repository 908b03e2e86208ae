// MIT License, Copyright (c) 2026 the ricochet authors

#include <ricochet/shapes/shape_factory.h>

#include "support/scenes.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <chrono>
#include <cmath>
#include <cstring>
#include <limits>
#include <string>
#include <vector>

namespace ricochet::test
{

namespace
{

using Reason = ShapeError::Reason;

constexpr float k_nan = std::numeric_limits<float>::quiet_NaN();
constexpr float k_inf = std::numeric_limits<float>::infinity();

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

// How far a point lies outside a counter-clockwise convex polygon (m); 0 inside.
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

// What a hull may leave out: a weld, and a vertex that is flat within the slop or a millionth of the size.
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
	EXPECT_TRUE(shape.Validate());
	EXPECT_EQ(shape.m_radius, b2_polygonRadius);

	const std::span<const b2Vec2> vertices = VerticesOf(shape);
	for (size_t i = 0; i < vertices.size(); ++i)
	{
		const b2Vec2 normal = shape.m_normals[i];
		EXPECT_NEAR(std::hypot(normal.x, normal.y), 1.0f, 1e-6f);
		// Turns left at every vertex, and once around in all: each other vertex is on the left.
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

// A refusal has a reason that the input bears out, and a sentence.
void ExpectRefusalIsDeserved(std::span<const b2Vec2> points, const ShapeError& error)
{
	EXPECT_FALSE(error.message.empty());
	switch (error.reason)
	{
	case Reason::TooFewVertices:
		EXPECT_LT(points.size(), 3u);
		break;
	case Reason::TooManyVertices:
		EXPECT_GT(points.size(), static_cast<size_t>(b2_maxPolygonVertices));
		break;
	case Reason::NotFinite:
		EXPECT_TRUE(AllFinite(points) == false || Extent(points) > 1e8 || std::abs(error.value) > 1e8f);
		break;
	case Reason::TooClose:
		EXPECT_LT(error.value, 0.5f * b2_linearSlop);
		break;
	case Reason::Collinear:
	{
		// Two of the points have all others on the segment between them; or the polygon is beyond Box2D's arithmetic.
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
	case Reason::None:
	case Reason::BadRadius:
	case Reason::OutOfMemory:
		ADD_FAILURE() << "reason " << static_cast<int>(error.reason);
		break;
	}
}

void ExpectHullOrReason(std::span<const b2Vec2> points)
{
	ShapeError error;
	const auto shape = MakePolygon(points, &error);
	if (shape.has_value() == false)
	{
		ExpectRefusalIsDeserved(points, error);
		return;
	}
	EXPECT_EQ(error.reason, Reason::None);
	ExpectSound(*shape);
	for (b2Vec2 point : points)
	{
		EXPECT_LE(DistanceOutside(point, VerticesOf(*shape)), Tolerance(points));
	}
	// Every vertex is one of the points.
	for (b2Vec2 vertex : VerticesOf(*shape))
	{
		EXPECT_NE(std::find(points.begin(), points.end(), vertex), points.end());
	}
}

float RawFloat(SceneRandom& random)
{
	return std::bit_cast<float>(static_cast<uint32_t>(random.Bits()));
}

b2Vec2 RawVec(SceneRandom& random)
{
	return {RawFloat(random), RawFloat(random)};
}

const b2Vec2 k_issue728[] = {
    {std::bit_cast<float>(0xC1078533u), std::bit_cast<float>(0x3F0BAB5Eu)},
    {std::bit_cast<float>(0xC0F5B2E8u), std::bit_cast<float>(0x3F28AF8Cu)},
    {std::bit_cast<float>(0xC0E2B14Au), std::bit_cast<float>(0x3F3E72AEu)},
    {std::bit_cast<float>(0xC0EBC298u), std::bit_cast<float>(0x402E521Eu)},
    {std::bit_cast<float>(0xC1158EA9u), std::bit_cast<float>(0x401C2F82u)},
    {std::bit_cast<float>(0xC1110602u), std::bit_cast<float>(0x3EEBD078u)},
};

// Point sets of every kind that has troubled a convex hull.
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
		case 6: // on a grid: many exactly in line
			point = offset + 0.25f * b2Vec2{static_cast<float>(random.Below(5)), static_cast<float>(random.Below(5))};
			break;
		case 7: // any bits
			point = RawVec(random);
			break;
		case 8: // denormal
			point = {std::bit_cast<float>(static_cast<uint32_t>(random.Below(1 << 23))), RawFloat(random) * 1e-38f};
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
		ASSERT_TRUE(again.has_value());
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
	// https://github.com/erincatto/box2d/issues/728: gift wrapping never comes back to its start.
	ShapeError error;
	const auto shape = MakePolygon(k_issue728, &error);
	ASSERT_TRUE(shape.has_value()) << error.message;
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
	ASSERT_TRUE(shape.has_value());
	ASSERT_EQ(shape->m_count, 4);
	EXPECT_EQ(shape->m_vertices[0], (b2Vec2{1.0f, 0.0f}));
	EXPECT_EQ(shape->m_vertices[1], (b2Vec2{1.0f, 1.0f}));
	EXPECT_EQ(shape->m_vertices[2], (b2Vec2{0.0f, 1.0f}));
	EXPECT_EQ(shape->m_vertices[3], (b2Vec2{0.0f, 0.0f}));
	EXPECT_EQ(shape->m_centroid, (b2Vec2{0.5f, 0.5f}));
}

TEST(MakePolygon, DropsWhatLiesOnAnEdgeWithinTheSlop)
{
	// The rightmost point of all is a dent of 4 mm outwards, so it is not even the start.
	const b2Vec2 points[] = {{1.0f, 0.0f}, {1.004f, 0.5f}, {1.0f, 1.0f}, {0.0f, 1.0f}, {-0.004f, 0.7f}, {0.0f, 0.0f}};
	const auto shape = MakePolygon(points);
	ASSERT_TRUE(shape.has_value());
	ASSERT_EQ(shape->m_count, 4);
	EXPECT_EQ(shape->m_vertices[0], (b2Vec2{1.0f, 0.0f}));

	const b2Vec2 dented[] = {{1.0f, 0.0f}, {1.006f, 0.5f}, {1.0f, 1.0f}, {0.0f, 1.0f}, {0.0f, 0.0f}};
	ASSERT_TRUE(MakePolygon(dented).has_value());
	EXPECT_EQ(MakePolygon(dented)->m_count, 5);
}

TEST(MakePolygon, WeldsToTheEarlierPoint)
{
	const b2Vec2 points[] = {{1.0f, 0.0f}, {1.002f, 0.001f}, {0.0f, 1.0f}, {0.0f, 0.0f}};
	const auto shape = MakePolygon(points);
	ASSERT_TRUE(shape.has_value());
	ASSERT_EQ(shape->m_count, 3);
	EXPECT_EQ(shape->m_vertices[0], (b2Vec2{1.0f, 0.0f}));
}

TEST(MakePolygon, LosesNothingOfALargePolygonThatBox2DWouldAccept)
{
	// 0.4 m beside an edge of 1600 km, and 10 m beside one of 20,000 km, where the 2^20th of the size is 19 m.
	for (const auto& [size, height] : {std::pair(1.6e6f, 0.4f), std::pair(2e7f, 10.0f)})
	{
		const b2Vec2 points[] = {{size, 0.0f}, {size, size}, {0.5f * size, size + height}, {0.0f, size}, {0.0f, 0.0f}};
		const auto shape = MakePolygon(points);
		ASSERT_TRUE(shape.has_value());
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
		// An edge with a vertex that is nearly flat, and one opposite.
		const b2Vec2 points[] = {start, start + along, start + random.Uniform(0.1f, 0.9f) * along - up,
		                         start + 0.5f * along + 0.7f * along.Skew()};
		ShapeError error;
		const auto shape = MakePolygon(points, &error);
		ASSERT_TRUE(shape.has_value()) << error.message << Describe(points);
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
		EXPECT_FALSE(MakePolygon(points).has_value() && points.empty());
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
	// Pair by pair it takes 25 s, and the scattered ones half a second.
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
	ASSERT_TRUE(shape.has_value());
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
		made += MakePolygon(points).has_value();
	}
	// The test is not one of refusals alone.
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
		if (shape.has_value() && Extent(points) < 10.0 && b2Distance(shape->m_centroid, {0.0f, 0.0f}) < 10.0f)
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
	ShapeError error;
	const b2Vec2 two[] = {{0.0f, 0.0f}, {1.0f, 0.0f}};
	EXPECT_FALSE(MakePolygon(two, &error).has_value());
	EXPECT_EQ(error.reason, Reason::TooFewVertices);
	EXPECT_EQ(error.value, 2.0f);
	EXPECT_NE(error.message.find('2'), std::string::npos) << error.message;

	EXPECT_FALSE(MakePolygon({}, &error).has_value());
	EXPECT_EQ(error.reason, Reason::TooFewVertices);

	const b2Vec2 notFinite[] = {{0.0f, 0.0f}, {1.0f, 0.0f}, {1.0f, k_nan}};
	EXPECT_FALSE(MakePolygon(notFinite, &error).has_value());
	EXPECT_EQ(error.reason, Reason::NotFinite);
	EXPECT_EQ(error.index, 2);
	EXPECT_TRUE(std::isnan(error.value));
	EXPECT_NE(error.message.find("nan"), std::string::npos) << error.message;

	const b2Vec2 close[] = {{0.0f, 0.0f}, {1.0f, 0.0f}, {1.0f, 0.001f}};
	EXPECT_FALSE(MakePolygon(close, &error).has_value());
	EXPECT_EQ(error.reason, Reason::TooClose);
	EXPECT_EQ(error.index, 2);
	EXPECT_FLOAT_EQ(error.value, 0.001f);

	const b2Vec2 line[] = {{0.0f, 0.0f}, {1.0f, 0.001f}, {2.0f, 0.0f}};
	EXPECT_FALSE(MakePolygon(line, &error).has_value());
	EXPECT_EQ(error.reason, Reason::Collinear);
	EXPECT_FLOAT_EQ(error.value, 0.001f);

	std::vector<b2Vec2> nine;
	for (int32_t i = 0; i < 9; ++i)
	{
		const float angle = 6.2831853f * static_cast<float>(i) / 9.0f;
		nine.push_back({std::cos(angle), std::sin(angle)});
	}
	EXPECT_FALSE(MakePolygon(nine, &error).has_value());
	EXPECT_EQ(error.reason, Reason::TooManyVertices);
	EXPECT_EQ(error.value, 9.0f);

	const b2Vec2 huge[] = {{0.0f, 0.0f}, {1e20f, 0.0f}, {0.0f, 1e20f}};
	EXPECT_FALSE(MakePolygon(huge, &error).has_value());
	EXPECT_EQ(error.reason, Reason::NotFinite);

	// A success leaves no old reason behind, and nobody has to ask for one.
	const b2Vec2 good[] = {{0.0f, 0.0f}, {1.0f, 0.0f}, {0.0f, 1.0f}};
	EXPECT_TRUE(MakePolygon(good, &error).has_value());
	EXPECT_EQ(error.reason, Reason::None);
	EXPECT_TRUE(error.message.empty());
	EXPECT_FALSE(MakePolygon(two).has_value());
}

TEST(MakeBox, IsBox2DsBox)
{
	b2PolygonShape box2d;
	box2d.SetAsBox(1.5f, 0.25f, {3.0f, -2.0f}, 0.7f);
	const auto ours = MakeBox(1.5f, 0.25f, {3.0f, -2.0f}, 0.7f);
	ASSERT_TRUE(ours.has_value());
	ASSERT_EQ(ours->m_count, 4);
	EXPECT_EQ(std::memcmp(ours->m_vertices, box2d.m_vertices, 4 * sizeof(b2Vec2)), 0);
	EXPECT_EQ(std::memcmp(ours->m_normals, box2d.m_normals, 4 * sizeof(b2Vec2)), 0);
	EXPECT_EQ(ours->m_centroid, box2d.m_centroid);

	box2d.SetAsBox(1.5f, 0.25f);
	EXPECT_EQ(std::memcmp(MakeBox(1.5f, 0.25f)->m_vertices, box2d.m_vertices, 4 * sizeof(b2Vec2)), 0);
}

TEST(MakeBox, SaysWhatIsWrong)
{
	struct Case
	{
		float hx, hy;
		b2Vec2 center;
		float angle;
		Reason reason;
		int32_t index;
	};
	const Case cases[] = {
	    {0.0f, 1.0f, {0.0f, 0.0f}, 0.0f, Reason::BadRadius, 0},
	    {1.0f, -1.0f, {0.0f, 0.0f}, 0.0f, Reason::BadRadius, 1},
	    {k_nan, 1.0f, {0.0f, 0.0f}, 0.0f, Reason::NotFinite, 0},
	    {1.0f, k_inf, {0.0f, 0.0f}, 0.0f, Reason::NotFinite, 1},
	    {1.0f, 1.0f, {0.0f, k_nan}, 0.0f, Reason::NotFinite, 2},
	    {1.0f, 1.0f, {0.0f, 0.0f}, -k_inf, Reason::NotFinite, 3},
	    {1e-20f, 1e-20f, {0.0f, 0.0f}, 0.0f, Reason::Collinear, -1},
	    {1e-4f, 1.0f, {1e6f, 0.0f}, 0.0f, Reason::TooClose, 1},
	    {1e20f, 1e20f, {0.0f, 0.0f}, 0.0f, Reason::NotFinite, 0},
	    {3e38f, 1.0f, {3e38f, 0.0f}, 0.0f, Reason::NotFinite, 1},
	};
	for (const Case& c : cases)
	{
		ShapeError error;
		EXPECT_FALSE(MakeBox(c.hx, c.hy, c.center, c.angle, &error).has_value());
		EXPECT_EQ(error.reason, c.reason) << c.hx << " " << c.hy << ": " << error.message;
		EXPECT_EQ(error.index, c.index) << error.message;
		EXPECT_FALSE(error.message.empty());
	}
}

TEST(MakeBox, AnyNumbersGiveASoundBoxOrAReason)
{
	SceneRandom random(4);
	int32_t made = 0;
	for (int32_t i = 0; i < ScaledCount(100000) && HasFailure() == false; ++i)
	{
		const bool raw = random.OneIn(3);
		const float hx = raw ? RawFloat(random) : random.LogUniform(1e-4f, 1e4f);
		const float hy = raw ? RawFloat(random) : random.LogUniform(1e-4f, 1e4f);
		const b2Vec2 center = random.OneIn(4) ? RawVec(random) : random.InBox(random.LogUniform(1.0f, 1e6f));
		const float angle = random.OneIn(4) ? RawFloat(random) : random.Uniform(-4.0f, 4.0f);
		SCOPED_TRACE(testing::Message() << hx << " " << hy << " " << center.x << " " << center.y << " " << angle);
		ShapeError error;
		const auto box = MakeBox(hx, hy, center, angle, &error);
		EXPECT_EQ(box.has_value(), error.reason == Reason::None) << error.message;
		if (box.has_value())
		{
			++made;
			EXPECT_TRUE(box->Validate());
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
	ASSERT_TRUE(circle.has_value());
	EXPECT_EQ(circle->m_p, (b2Vec2{1.0f, 2.0f}));
	EXPECT_EQ(circle->m_radius, 0.5f);
	EXPECT_EQ(circle->GetType(), b2Shape::e_circle);
	EXPECT_TRUE(MakeCircle({0.0f, 0.0f}, 1e-40f).has_value());

	ShapeError error;
	EXPECT_FALSE(MakeCircle({0.0f, 0.0f}, 0.0f, &error).has_value());
	EXPECT_EQ(error.reason, Reason::BadRadius);
	EXPECT_FALSE(MakeCircle({0.0f, 0.0f}, -2.5f, &error).has_value());
	EXPECT_EQ(error.reason, Reason::BadRadius);
	EXPECT_EQ(error.value, -2.5f);
	EXPECT_NE(error.message.find("-2.5"), std::string::npos) << error.message;
	EXPECT_FALSE(MakeCircle({0.0f, 0.0f}, k_nan, &error).has_value());
	EXPECT_EQ(error.reason, Reason::NotFinite);
	EXPECT_FALSE(MakeCircle({k_inf, 0.0f}, 1.0f, &error).has_value());
	EXPECT_EQ(error.reason, Reason::NotFinite);
	EXPECT_FALSE(MakeCircle({0.0f, 0.0f}, 3e38f, &error).has_value());
	EXPECT_EQ(error.reason, Reason::NotFinite);
	EXPECT_FALSE(MakeCircle({1e30f, 0.0f}, 1.0f, &error).has_value());
	EXPECT_EQ(error.reason, Reason::NotFinite);
}

TEST(MakeEdge, IsTwoSided)
{
	const auto edge = MakeEdge({0.0f, 0.0f}, {1.0f, 0.0f});
	ASSERT_TRUE(edge.has_value());
	EXPECT_FALSE(edge->m_oneSided);
	EXPECT_EQ(edge->m_vertex1, (b2Vec2{0.0f, 0.0f}));
	EXPECT_EQ(edge->m_vertex2, (b2Vec2{1.0f, 0.0f}));

	ShapeError error;
	EXPECT_FALSE(MakeEdge({0.0f, 0.0f}, {0.005f, 0.0f}, &error).has_value());
	EXPECT_EQ(error.reason, Reason::TooClose);
	EXPECT_EQ(error.index, 1);
	EXPECT_EQ(error.value, 0.005f);
	EXPECT_TRUE(MakeEdge({0.0f, 0.0f}, {0.00501f, 0.0f}).has_value());
	EXPECT_FALSE(MakeEdge({0.0f, 0.0f}, {0.0f, k_inf}, &error).has_value());
	EXPECT_EQ(error.reason, Reason::NotFinite);
	EXPECT_EQ(error.index, 1);
	EXPECT_TRUE(MakeEdge({-1e9f, 0.0f}, {1e9f, 0.0f}).has_value());
	EXPECT_FALSE(MakeEdge({-3e38f, 0.0f}, {3e38f, 0.0f}).has_value()) << "Box2D aborts when it is touched";
}

TEST(MakeChain, ContinuesItsEndsInAStraightLine)
{
	const b2Vec2 vertices[] = {{0.0f, 0.0f}, {1.0f, 0.0f}, {1.0f, 2.0f}};
	const auto chain = MakeChain(vertices);
	ASSERT_TRUE(chain.has_value());
	EXPECT_EQ(chain->GetChildCount(), 2);
	EXPECT_EQ(chain->m_prevVertex, (b2Vec2{-1.0f, 0.0f}));
	EXPECT_EQ(chain->m_nextVertex, (b2Vec2{1.0f, 4.0f}));
	EXPECT_EQ(chain->m_vertices[1], (b2Vec2{1.0f, 0.0f}));
	EXPECT_EQ(chain->m_radius, b2_polygonRadius);
}

TEST(MakeChain, SaysWhatIsWrong)
{
	ShapeError error;
	const b2Vec2 one[] = {{0.0f, 0.0f}};
	EXPECT_FALSE(MakeChain(one, &error).has_value());
	EXPECT_EQ(error.reason, Reason::TooFewVertices);
	EXPECT_EQ(error.value, 1.0f);
	EXPECT_FALSE(MakeChain({}, &error).has_value());
	EXPECT_EQ(error.reason, Reason::TooFewVertices);

	const b2Vec2 close[] = {{0.0f, 0.0f}, {1.0f, 0.0f}, {1.0f, 0.004f}, {2.0f, 0.0f}};
	EXPECT_FALSE(MakeChain(close, &error).has_value());
	EXPECT_EQ(error.reason, Reason::TooClose);
	EXPECT_EQ(error.index, 2);
	EXPECT_FLOAT_EQ(error.value, 0.004f);

	const b2Vec2 notFinite[] = {{0.0f, 0.0f}, {k_inf, 0.0f}};
	EXPECT_FALSE(MakeChain(notFinite, &error).has_value());
	EXPECT_EQ(error.reason, Reason::NotFinite);
	EXPECT_EQ(error.index, 1);

	const b2Vec2 ghost[] = {{0.0f, 0.0f}, {3e38f, 0.0f}};
	EXPECT_FALSE(MakeChain(ghost, &error).has_value());
	EXPECT_EQ(error.reason, Reason::NotFinite);
	EXPECT_EQ(error.index, 1);
}

TEST(MakeLoop, ClosesItself)
{
	const b2Vec2 vertices[] = {{0.0f, 0.0f}, {1.0f, 0.0f}, {0.0f, 1.0f}};
	const auto loop = MakeLoop(vertices);
	ASSERT_TRUE(loop.has_value());
	EXPECT_EQ(loop->GetChildCount(), 3);
	EXPECT_EQ(loop->m_vertices[3], vertices[0]);

	ShapeError error;
	EXPECT_FALSE(MakeLoop(std::span(vertices, 2), &error).has_value());
	EXPECT_EQ(error.reason, Reason::TooFewVertices);

	// The last edge counts: Box2D itself does not look at it.
	const b2Vec2 repeated[] = {{0.0f, 0.0f}, {1.0f, 0.0f}, {0.0f, 1.0f}, {0.0f, 0.0f}};
	EXPECT_FALSE(MakeLoop(repeated, &error).has_value());
	EXPECT_EQ(error.reason, Reason::TooClose);
	EXPECT_EQ(error.index, 0);
	EXPECT_EQ(error.value, 0.0f);
}

TEST(MakeChain, AnyVerticesGiveAChainOrAReason)
{
	for (int32_t i = 0; i < ScaledCount(30000) && HasFailure() == false; ++i)
	{
		SceneRandom random(2000000u + static_cast<uint64_t>(i));
		const std::vector<b2Vec2> points = RandomPoints(random);
		SCOPED_TRACE("seed " + std::to_string(i) + ": " + Describe(points));
		ShapeError error;
		const auto chain = MakeChain(points, &error);
		EXPECT_EQ(chain.has_value(), error.reason == Reason::None);
		EXPECT_EQ(chain.has_value(), error.message.empty());
		const auto loop = MakeLoop(points, &error);
		EXPECT_EQ(loop.has_value(), error.reason == Reason::None);
		EXPECT_EQ(loop.has_value(), error.message.empty());
		if (loop.has_value())
		{
			EXPECT_EQ(loop->GetChildCount(), static_cast<int32_t>(points.size()));
		}
	}
}

} // namespace ricochet::test
