// MIT License, Copyright (c) 2026 the ricochet authors

#include <ricochet/shapes/cast_shape.h>
#include <ricochet/shapes/shape_factory.h>

#include "support/exact_cast.h"
#include "support/oracle.h"
#include "support/ray_table.h"
#include "support/scenes.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <string>

namespace ricochet::test::cast_shape_test
{

namespace
{

b2Transform ExactPose(b2Vec2 position, float s, float c)
{
	b2Transform pose;
	pose.p = position;
	pose.q.s = s;
	pose.q.c = c;
	return pose;
}

struct NamedPose
{
	const char* name;
	b2Transform pose;
};

// Poses for which the numbers of the ray table stay exact in float.
const NamedPose k_exactPoses[] = {
    {"identity", ExactPose({0.0f, 0.0f}, 0.0f, 1.0f)},
    {"moved", ExactPose({64.0f, -32.0f}, 0.0f, 1.0f)},
    {"a quarter turn", ExactPose({0.0f, 0.0f}, 1.0f, 0.0f)},
    {"a half turn, moved", ExactPose({-16.0f, 8.0f}, 0.0f, -1.0f)},
    {"three quarter turns, moved", ExactPose({0.5f, 128.0f}, -1.0f, 0.0f)},
};

// Returns an entry point of the ray table. It takes a ray in the shape's frame, casts it in the world at the posed
// child, and converts the result back. Points are checked in the world's frame, in which they were rounded.
auto ThroughPose(const b2Shape& shape, int32_t child, const b2Transform& pose)
{
	return [&shape, child, pose](const Ray& ray) -> std::optional<RaySpan>
	{
		const Ray world{b2Mul(pose, ray.origin), b2Mul(pose.q, ray.translation), ray.maxFraction};
		std::optional<RaySpan> span = CastRayAtShape(shape, child, pose, world);
		if (span.has_value())
		{
			for (Crossing* crossing : {&span->enter, &span->exit})
			{
				EXPECT_TRUE(IsPointNearFraction(world, *crossing));
				crossing->normal = b2MulT(pose.q, crossing->normal);
			}
		}
		return span;
	};
}

RayTableParts WithoutPoints()
{
	RayTableParts parts;
	parts.points = false;
	return parts;
}

void RunSolidTables(const b2Shape& shape, const char* name)
{
	for (const NamedPose& named : k_exactPoses)
	{
		SCOPED_TRACE(named.name);
		RunSolidRayTable(ThroughPose(shape, 0, named.pose), name, WithoutPoints());
	}
}

void RunTouchTables(const b2Shape& shape, const char* name, float y, float x0, float x1)
{
	for (const NamedPose& named : k_exactPoses)
	{
		SCOPED_TRACE(named.name);
		RunTouchRayTable(ThroughPose(shape, 0, named.pose), name, y, x0, x1, WithoutPoints());
	}
}

void RunEdgeTables(const b2Shape& shape, int32_t child, const char* name)
{
	for (const NamedPose& named : k_exactPoses)
	{
		SCOPED_TRACE(named.name);
		RunEdgeRayTable(ThroughPose(shape, child, named.pose), name, WithoutPoints());
	}
}

ClipPolygonShape Polygon(std::initializer_list<b2Vec2> vertices)
{
	return ValueOf(MakePolygon(std::span(vertices.begin(), vertices.size())));
}

std::string CompareWithExact(const b2Shape& shape, int32_t child, const b2Transform& pose, const Ray& ray)
{
	std::optional<RaySpan> span = CastRayAtShape(shape, child, pose, ray);
	if (span.has_value() && shape.GetType() == b2Shape::e_chain)
	{
		// The oracle casts at one edge, which has number 0.
		EXPECT_EQ(span->enter.edge, child);
		EXPECT_EQ(span->exit.edge, child);
		span->enter.edge = 0;
		span->exit.edge = 0;
	}
	ReadingRules rules;
	rules.rotation = &pose.q;
	return Mismatch(ray, span, ExactCast(shape, child, Pull(ray, pose)), rules);
}

b2Transform RandomPose(SceneRandom& random)
{
	const b2Vec2 position = random.OneIn(3) ? b2Vec2{0.0f, 0.0f} : random.InBox(random.LogUniform(0.1f, 1e4f));
	return random.OneIn(4) ? ExactPose(position, 0.0f, 1.0f) : PoseAt(position, random.Uniform(-3.2f, 3.2f));
}

void RunOracle(const b2Shape& shape, uint64_t seed, int32_t count)
{
	SceneRandom random(seed);
	for (int32_t i = 0; i < count && testing::Test::HasFailure() == false; ++i)
	{
		const b2Transform pose = RandomPose(random);
		const int32_t child = random.Below(shape.GetChildCount());
		const Ray ray = HardRay(random, shape, child, pose);
		EXPECT_EQ(CompareWithExact(shape, child, pose, ray), "")
		    << "child " << child << ", pose p " << ToText(pose.p) << " s " << ToText(pose.q.s) << " c "
		    << ToText(pose.q.c) << ", ray " << ToText(ray);
	}
}

} // namespace

TEST(CastRayAtShape, ObeysTheTableForCircles)
{
	b2CircleShape circle = CircleOf(1.0f);
	RunSolidTables(circle, "unit circle");
	RunTouchTables(circle, "top of the circle", 1.0f, 0.0f, 0.0f);
	RunTouchTables(circle, "bottom of the circle", -1.0f, 0.0f, 0.0f);

	circle.m_p = {0.0f, 1.5f};
	circle.m_radius = std::sqrt(1.5f * 1.5f + 1.0f); // not exact, so the table does not apply
	EXPECT_TRUE(CastRayAtShape(circle, 0, k_exactPoses[0].pose, Ray{{-5.0f, 0.0f}, {10.0f, 0.0f}}).has_value());
}

TEST(CastRayAtShape, ObeysTheTableForPolygons)
{
	RunSolidTables(Polygon({{-1.0f, -1.0f}, {1.0f, -1.0f}, {1.0f, 1.0f}, {-1.0f, 1.0f}}), "box");
	RunSolidTables(Polygon({{-1.0f, 0.0f}, {0.0f, -1.0f}, {1.0f, 0.0f}, {0.0f, 1.0f}}), "diamond, through vertices");
	RunSolidTables(Polygon({{-1.0f, -2.0f}, {1.0f, 0.0f}, {-1.0f, 2.0f}}), "triangle, face to vertex");
	RunSolidTables(Polygon({{-1.5f, -1.0f}, {1.5f, -1.0f}, {0.5f, 1.0f}, {-0.5f, 1.0f}}), "slanted faces");
	RunSolidTables(Polygon({{-1.0f, -0.5f},
	                        {-0.5f, -1.0f},
	                        {0.5f, -1.0f},
	                        {1.0f, -0.5f},
	                        {1.0f, 0.5f},
	                        {0.5f, 1.0f},
	                        {-0.5f, 1.0f},
	                        {-1.0f, 0.5f}}),
	               "octagon");

	const ClipPolygonShape box = Polygon({{-1.0f, -1.0f}, {1.0f, -1.0f}, {1.0f, 1.0f}, {-1.0f, 1.0f}});
	RunTouchTables(box, "top of the box", 1.0f, -1.0f, 1.0f);
	RunTouchTables(box, "bottom of the box", -1.0f, -1.0f, 1.0f);
	const ClipPolygonShape diamond = Polygon({{-1.0f, 0.0f}, {0.0f, -1.0f}, {1.0f, 0.0f}, {0.0f, 1.0f}});
	RunTouchTables(diamond, "top of the diamond", 1.0f, 0.0f, 0.0f);
}

TEST(CastRayAtShape, ObeysTheTableForEdgesFromBothSides)
{
	b2EdgeShape edge = EdgeOf({0.0f, -1.0f}, {0.0f, 1.0f});
	RunEdgeTables(edge, 0, "two-sided edge");
	edge.SetTwoSided({0.0f, 1.0f}, {0.0f, -1.0f});
	RunEdgeTables(edge, 0, "two-sided edge, turned");
	edge.SetOneSided({0.0f, -2.0f}, {0.0f, -1.0f}, {0.0f, 1.0f}, {0.0f, 2.0f});
	RunEdgeTables(edge, 0, "one-sided edge");
}

TEST(CastRayAtShape, ObeysTheTableForChildrenOfChains)
{
	const b2Vec2 vertices[] = {{3.0f, -1.0f}, {0.0f, -1.0f}, {0.0f, 1.0f}, {-2.0f, 1.0f}};
	const ClipChainShape chain = ValueOf(MakeChain(vertices));
	RunEdgeTables(chain, 1, "middle of a chain");
	const ClipChainShape loop = ValueOf(MakeLoop(vertices));
	RunEdgeTables(loop, 1, "child of a loop");
	const b2Vec2 single[] = {{0.0f, 1.0f}, {0.0f, -1.0f}};
	RunEdgeTables(ValueOf(MakeChain(single)), 0, "chain of one edge");
}

TEST(CastRayAtShape, IgnoresThePolygonSkinAndTheRadiusOfEdges)
{
	const ClipPolygonShape box = ValueOf(MakeBox(1.0f, 1.0f));
	EXPECT_EQ(box.m_radius, b2_polygonRadius);
	const b2Transform pose = k_exactPoses[0].pose;
	EXPECT_FALSE(CastRayAtShape(box, 0, pose, Ray{{-5.0f, 1.001f}, {10.0f, 0.0f}}).has_value());
	const auto edge = ValueOf(MakeEdge({0.0f, 0.0f}, {1.0f, 0.0f}));
	EXPECT_FALSE(CastRayAtShape(edge, 0, pose, Ray{{1.001f, 1.0f}, {0.0f, -2.0f}}).has_value());
}

TEST(CastRayAtShape, NamesTheEdge)
{
	const ClipPolygonShape box = ValueOf(MakeBox(1.0f, 1.0f));
	const b2Transform pose = k_exactPoses[0].pose;
	// The vertices of Box2D's box start at the lower left corner and run counter-clockwise.
	const auto across = CastRayAtShape(box, 0, pose, Ray{{-3.0f, 0.25f}, {6.0f, 0.0f}});
	ASSERT_TRUE(across.has_value());
	EXPECT_EQ(across->enter.edge, 3);
	EXPECT_EQ(across->exit.edge, 1);
	const auto down = CastRayAtShape(box, 0, pose, Ray{{0.25f, 3.0f}, {0.0f, -6.0f}});
	ASSERT_TRUE(down.has_value());
	EXPECT_EQ(down->enter.edge, 2);
	EXPECT_EQ(down->exit.edge, 0);
	EXPECT_EQ(down->enter.normal, (b2Vec2{0.0f, 1.0f}));
	EXPECT_EQ(down->exit.normal, (b2Vec2{0.0f, -1.0f}));
}

TEST(CastRayAtShape, MissesAChildOutOfRange)
{
	const b2Transform pose = k_exactPoses[0].pose;
	const Ray ray{{-5.0f, 0.0f}, {10.0f, 0.0f}};
	const int32_t smallest = std::numeric_limits<int32_t>::min();
	const int32_t largest = std::numeric_limits<int32_t>::max();
	const b2Vec2 vertices[] = {{0.0f, -1.0f}, {0.0f, 1.0f}, {1.0f, 1.0f}};
	const ClipChainShape chain = ValueOf(MakeChain(vertices));
	const ClipPolygonShape box = ValueOf(MakeBox(1.0f, 1.0f));
	EXPECT_TRUE(CastRayAtShape(chain, 0, pose, ray).has_value());
	for (int32_t child : {-1, 2, 3, smallest, largest})
	{
		EXPECT_FALSE(CastRayAtShape(chain, child, pose, ray).has_value());
		EXPECT_FALSE(CastRayAtShape(box, child, pose, ray).has_value());
	}
}

TEST(CastRayAtShape, MissesShapesThatHaveNothing)
{
	const b2Transform pose = k_exactPoses[0].pose;
	const Ray ray{{-5.0f, 0.0f}, {10.0f, 0.0f}};
	for (int32_t child : {-1, 0, 1})
	{
		EXPECT_FALSE(CastRayAtShape(b2ChainShape(), child, pose, ray).has_value());
		EXPECT_FALSE(CastRayAtShape(ClipChainShape(), child, pose, ray).has_value());
		EXPECT_FALSE(CastRayAtShape(b2PolygonShape(), child, pose, ray).has_value());
	}
}

TEST(CastRayAtShape, MissesUnknownShapeTypes)
{
	struct Unknown : b2CircleShape
	{
		Unknown() { m_type = e_typeCount; }
	};
	Unknown shape;
	shape.m_radius = 1.0f;
	EXPECT_FALSE(CastRayAtShape(shape, 0, k_exactPoses[0].pose, Ray{{-5.0f, 0.0f}, {10.0f, 0.0f}}).has_value());
}

TEST(CastRayAtShape, MissesUnderAPoseThatIsNone)
{
	const float nan = std::numeric_limits<float>::quiet_NaN();
	const float inf = std::numeric_limits<float>::infinity();
	const Ray ray{{-5.0f, 0.0f}, {10.0f, 0.0f}};
	const ClipPolygonShape box = ValueOf(MakeBox(1.0f, 1.0f));
	const ClipCircleShape circle = ValueOf(MakeCircle({0.0f, 0.0f}, 1.0f));
	const ClipEdgeShape edge = ValueOf(MakeEdge({0.0f, -1.0f}, {0.0f, 1.0f}));
	const b2Transform poses[] = {
	    ExactPose({nan, 0.0f}, 0.0f, 1.0f),  ExactPose({0.0f, inf}, 0.0f, 1.0f),   ExactPose({0.0f, 0.0f}, nan, 1.0f),
	    ExactPose({0.0f, 0.0f}, 0.0f, nan),  ExactPose({0.0f, 0.0f}, 0.0f, 0.0f),  ExactPose({0.0f, 0.0f}, 0.0f, inf),
	    ExactPose({0.0f, 0.0f}, 1.0f, 1.0f), ExactPose({0.0f, 0.0f}, 0.0f, 3e38f), ExactPose({0.0f, 0.0f}, 0.0f, 0.5f),
	};
	for (const b2Transform& pose : poses)
	{
		EXPECT_FALSE(CastRayAtShape(box, 0, pose, ray).has_value());
		EXPECT_FALSE(CastRayAtShape(circle, 0, pose, ray).has_value());
		EXPECT_FALSE(CastRayAtShape(edge, 0, pose, ray).has_value());
	}
}

TEST(CastRayAtShape, IsExactForCircles)
{
	RunOracle(ValueOf(MakeCircle({0.0f, 0.0f}, 1.0f)), 11, ScaledCount(20000));
	RunOracle(ValueOf(MakeCircle({0.3f, -0.7f}, 0.1f)), 12, ScaledCount(20000));
}

TEST(CastRayAtShape, IsExactForPolygons)
{
	SceneRandom random(21);
	for (uint64_t i = 0; i < 10; ++i)
	{
		RunOracle(RandomPolygon(random, 1.0f), 100 + i, ScaledCount(5000));
	}
	RunOracle(ValueOf(MakeBox(1.0f, 0.5f)), 22, ScaledCount(10000));
	RunOracle(ValueOf(MakeBox(1.0f, 0.02f, {0.2f, 0.3f}, 0.7f)), 23, ScaledCount(10000));
}

TEST(CastRayAtShape, IsExactForEdges)
{
	RunOracle(ValueOf(MakeEdge({-1.0f, 0.25f}, {0.7f, 0.5f})), 31, ScaledCount(20000));
	RunOracle(EdgeOf({-2.0f, 0.0f}, {-1.0f, 0.0f}, {1.0f, 0.0f}, {2.0f, 0.0f}), 32, ScaledCount(20000));
}

TEST(CastRayAtShape, IsExactForChains)
{
	SceneRandom random(41);
	for (uint64_t i = 0; i < 4; ++i)
	{
		RunOracle(ValueOf(MakeChain(RandomPath(random))), 200 + i, ScaledCount(5000));
		const b2PolygonShape hull = RandomPolygon(random, 1.0f);
		const std::span vertices(hull.m_vertices, static_cast<size_t>(hull.m_count));
		RunOracle(ValueOf(MakeLoop(vertices)), 300 + i, ScaledCount(5000));
	}
}

TEST(CastRayAtShape, IsExactFarFromTheOrigin)
{
	SceneRandom random(51);
	const b2PolygonShape polygon = RandomPolygon(random, 1.0f);
	const ClipCircleShape circle = ValueOf(MakeCircle({0.5f, 0.5f}, 0.5f));
	for (int32_t i = 0; i < ScaledCount(20000) && HasFailure() == false; ++i)
	{
		const b2Transform pose = PoseAt(random.InBox(random.LogUniform(1e4f, 1e7f)), random.Uniform(-3.2f, 3.2f));
		const Ray atPolygon = HardRay(random, polygon, 0, pose);
		EXPECT_EQ(CompareWithExact(polygon, 0, pose, atPolygon), "") << ToText(pose.p) << ToText(atPolygon);
		const Ray atCircle = HardRay(random, circle, 0, pose);
		EXPECT_EQ(CompareWithExact(circle, 0, pose, atCircle), "") << ToText(pose.p) << ToText(atCircle);
	}
}

TEST(CastRayAtShape, DoesNotLeakThroughSharedVertices)
{
	// Every ray from inside a loop to a vertex must hit one of the two edges that meet there.
	SceneRandom random(61);
	for (int32_t i = 0; i < ScaledCount(20000) && HasFailure() == false; ++i)
	{
		const b2PolygonShape hull = RandomPolygon(random, 1.0f);
		const ClipChainShape loop = ValueOf(MakeLoop(std::span(hull.m_vertices, static_cast<size_t>(hull.m_count))));
		const b2Transform pose = RandomPose(random);
		const b2Vec2 target = b2Mul(pose, hull.m_vertices[random.Below(hull.m_count)]);
		const b2Vec2 origin = b2Mul(pose, hull.m_centroid);
		const Ray ray{origin, 2.0f * (target - origin)};
		bool hit = false;
		for (int32_t child = 0; child < loop.GetChildCount(); ++child)
		{
			hit = hit || CastRayAtShape(loop, child, pose, ray).has_value();
		}
		EXPECT_TRUE(hit) << ToText(ray);
	}
}

} // namespace ricochet::test::cast_shape_test
