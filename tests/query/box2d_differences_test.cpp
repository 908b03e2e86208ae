// MIT License, Copyright (c) 2026 the ricochet authors

#include <ricochet/query/callbacks.h>
#include <ricochet/query/ray_query.h>
#include <ricochet/shapes/cast_shape.h>
#include <ricochet/shapes/shape_factory.h>

#include "support/floats.h"
#include "support/oracle.h"
#include "support/scenes.h"

#include <box2d/b2_collision.h>
#include <box2d/b2_world.h>

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

// Compares the results of Box2D and of ricochet where they differ. If a new release of Box2D changes a result, the
// tests notice, and the documentation stays true. The tests leave out inputs for which Box2D aborts. These are rays of
// no length or with NaN in b2World::RayCast, and NaN as maxFraction of a polygon's cast (box2d issue 728). Other tests
// cover ricochet's behaviour for these inputs.

namespace ricochet::test::box2d_differences_test
{

namespace
{

// The result of a shape's own RayCast. Without a hit, the fraction is -1.
struct Cast
{
	bool hit = false;
	float fraction = -1.0f;
	b2Vec2 normal{0.0f, 0.0f};
};

Cast CastAt(const b2Shape& shape, b2Vec2 from, b2Vec2 to, int32 child = 0)
{
	b2RayCastOutput output;
	Cast cast;
	cast.hit = shape.RayCast(&output, b2RayCastInput{from, to, 1.0f}, Identity(), child);
	if (cast.hit)
	{
		cast.fraction = output.fraction;
		cast.normal = output.normal;
	}
	return cast;
}

const b2PolygonShape& StockBox()
{
	static const b2PolygonShape box = ValueOf(MakeBox(1.0f, 1.0f));
	return box;
}

const b2CircleShape& StockCircle()
{
	static const b2CircleShape circle = ValueOf(MakeCircle({0.0f, 0.0f}, 1.0f));
	return circle;
}

int64_t UlpsApart(float a, double b)
{
	const float next = std::nextafter(std::abs(a), std::numeric_limits<float>::infinity());
	const double ulp = static_cast<double>(next) - std::abs(static_cast<double>(a));
	return static_cast<int64_t>(std::abs(static_cast<double>(a) - b) / ulp);
}

b2Vec2 Between(b2Vec2 a, b2Vec2 b, float share)
{
	return a + share * (b - a);
}

} // namespace

TEST(Box2DDifference, StartInside)
{
	const b2Vec2 inside{0.25f, 0.0f};
	const b2Vec2 outside{5.0f, 0.0f};
	EXPECT_TRUE(StockBox().TestPoint(Identity(), inside));
	EXPECT_FALSE(CastAt(StockBox(), inside, outside).hit);
	EXPECT_FALSE(CastAt(StockCircle(), inside, outside).hit);

	for (const Cast& ours : {CastAt(ClipPolygonShape(StockBox()), inside, outside),
	                         CastAt(ClipCircleShape(StockCircle()), inside, outside)})
	{
		EXPECT_TRUE(ours.hit);
		EXPECT_EQ(ours.fraction, 0.0f);
		EXPECT_EQ(ours.normal, (b2Vec2{0.0f, 0.0f}));
	}
}

TEST(Box2DDifference, StartOnTheSurface)
{
	const b2Vec2 surface{-1.0f, 0.0f};
	const b2Vec2 before{std::nextafter(-1.0f, -2.0f), 0.0f};
	const b2Vec2 far{5.0f, 0.0f};
	// If a ray starts on a polygon's surface, Box2D misses. If it starts one float earlier, Box2D hits. It hits a
	// circle from a start on the circle's surface.
	EXPECT_FALSE(CastAt(StockBox(), surface, far).hit);
	EXPECT_TRUE(CastAt(StockBox(), before, far).hit);
	EXPECT_TRUE(CastAt(StockCircle(), surface, far).hit);
	EXPECT_EQ(CastAt(StockCircle(), surface, far).fraction, 0.0f);

	for (const Cast& ours :
	     {CastAt(ClipPolygonShape(StockBox()), surface, far), CastAt(ClipCircleShape(StockCircle()), surface, far)})
	{
		EXPECT_TRUE(ours.hit);
		EXPECT_EQ(ours.fraction, 0.0f);
		EXPECT_EQ(ours.normal, (b2Vec2{-1.0f, 0.0f}));
	}

	// A ray that starts on the surface and leaves is a miss for both libraries.
	EXPECT_FALSE(CastAt(StockBox(), surface, {-5.0f, 0.0f}).hit);
	EXPECT_FALSE(CastAt(ClipPolygonShape(StockBox()), surface, {-5.0f, 0.0f}).hit);
	EXPECT_FALSE(CastAt(ClipCircleShape(StockCircle()), surface, {-5.0f, 0.0f}).hit);
}

TEST(Box2DDifference, EndOnTheSurfaceIsAHitForBoth)
{
	const b2Vec2 from{-5.0f, 0.0f};
	const b2Vec2 surface{-1.0f, 0.0f};
	EXPECT_EQ(CastAt(StockBox(), from, surface).fraction, 1.0f);
	EXPECT_EQ(CastAt(ClipPolygonShape(StockBox()), from, surface).fraction, 1.0f);
	EXPECT_EQ(CastAt(StockCircle(), from, surface).fraction, 1.0f);
	EXPECT_EQ(CastAt(ClipCircleShape(StockCircle()), from, surface).fraction, 1.0f);
}

TEST(Box2DDifference, ShortSegmentsAgainstCircles)
{
	// Box2D misses a circle if the segment is shorter than sqrt(FLT_EPSILON) = 0.345 mm. A path in shorter steps passes
	// through.
	const auto hitsOnPath = [](const b2CircleShape& circle, float step)
	{
		int32_t hits = 0;
		for (b2Vec2 from{-1.5f, 0.0f}; from.x < 0.0f; from.x += step)
		{
			const Cast cast = CastAt(circle, from, {from.x + step, 0.0f});
			hits += cast.hit && cast.normal != b2Vec2{0.0f, 0.0f};
		}
		return hits;
	};
	EXPECT_EQ(hitsOnPath(StockCircle(), 0.0003f), 0);
	EXPECT_EQ(hitsOnPath(StockCircle(), 0.0004f), 1);
	EXPECT_EQ(hitsOnPath(ClipCircleShape(StockCircle()), 0.0003f), 1);
	EXPECT_EQ(hitsOnPath(ClipCircleShape(StockCircle()), 0.0004f), 1);
}

TEST(Box2DDifference, LongSegmentsAgainstCircles)
{
	// Box2D's discriminant loses digits by cancellation. Over 2 km, it decides wrongly between hit and miss for more
	// than one ray in ten.
	SceneRandom random(1);
	const ClipCircleShape circle = ValueOf(MakeCircle({0.0f, 0.0f}, 0.1f));
	const b2CircleShape stock = circle;
	int32_t wrong = 0;
	int32_t oursWrong = 0;
	const int32_t count = ScaledCount(10000);
	for (int32_t i = 0; i < count; ++i)
	{
		const b2Vec2 direction = random.Direction();
		const b2Vec2 aside = random.Uniform(-0.2f, 0.2f) * b2Vec2{-direction.y, direction.x};
		const b2Vec2 from = aside - 1000.0f * direction;
		const b2Vec2 to = aside + 1000.0f * direction;
		const bool truth =
		    ExactClipCircle(Pull(from, Identity(), to, Identity()), stock.m_p, stock.m_radius).size() == 1;
		wrong += CastAt(stock, from, to).hit != truth;
		oursWrong += CastAt(circle, from, to).hit != truth;
	}
	EXPECT_GT(wrong, count / 10);
	EXPECT_EQ(oursWrong, 0);
}

TEST(Box2DDifference, FractionsOfPolygons)
{
	SceneRandom random(2);
	int64_t worst = 0;
	int64_t oursWorst = 0;
	for (int32_t i = 0; i < ScaledCount(30000); ++i)
	{
		const b2PolygonShape polygon = RandomPolygon(random, 1.0f);
		const b2Vec2 from = 5.0f * random.Direction();
		const b2Vec2 to = from + 2.0f * (polygon.m_vertices[random.Below(polygon.m_count)] - from);
		const std::span vertices(polygon.m_vertices, static_cast<size_t>(polygon.m_count));
		const ExactSpans exact = ExactClipConvex(Pull(from, Identity(), to, Identity()), vertices);
		const Cast stock = CastAt(polygon, from, to);
		const Cast ours = CastAt(ClipPolygonShape(polygon), from, to);
		ASSERT_EQ(ours.hit, exact.size() == 1);
		if (stock.hit && ours.hit)
		{
			const double truth = ToDouble(exact[0].enter.fraction);
			worst = std::max(worst, UlpsApart(stock.fraction, truth));
			oursWorst = std::max(oursWorst, UlpsApart(ours.fraction, truth));
		}
	}
	EXPECT_GT(worst, 10);
	EXPECT_LE(oursWorst, 1);
}

TEST(Box2DDifference, LeaksThroughTheVerticesOfAChain)
{
	// The rays are aimed at the vertex that two children share. With Box2D, more than one ray in twenty passes through.
	SceneRandom random(3);
	int32_t leaks = 0;
	int32_t oursLeaks = 0;
	const int32_t count = ScaledCount(50000);
	for (int32_t i = 0; i < count; ++i)
	{
		// The other vertices are on either side of the ray, so that the chain as a whole blocks it.
		const b2Vec2 vertex = random.InBox(10.0f);
		const b2Vec2 direction = random.Direction();
		const b2Vec2 across{-direction.y, direction.x};
		const b2Vec2 vertices[] = {
		    vertex + random.Uniform(0.5f, 2.0f) * across + random.Uniform(-1.0f, 1.0f) * direction, vertex,
		    vertex - random.Uniform(0.5f, 2.0f) * across + random.Uniform(-1.0f, 1.0f) * direction};
		const ClipChainShape ours = ValueOf(MakeChain(vertices));
		b2ChainShape stock;
		stock.CreateChain(vertices, 3, vertices[0], vertices[2]);
		const float reach = random.Uniform(1.0f, 20.0f);
		const b2Vec2 from = vertex - reach * direction;
		const b2Vec2 to = vertex + reach * direction;
		leaks += CastAt(stock, from, to, 0).hit == false && CastAt(stock, from, to, 1).hit == false;
		oursLeaks += CastAt(ours, from, to, 0).hit == false && CastAt(ours, from, to, 1).hit == false;
	}
	EXPECT_GT(leaks, count / 20);
	EXPECT_EQ(oursLeaks, 0);
}

TEST(Box2DDifference, LeaksAtTheSeamBetweenTwoSteps)
{
	// The path consists of two steps, with the edge between them. Their common point is on the edge, or as close to it
	// as floats allow.
	SceneRandom random(4);
	int32_t leaks = 0;
	int32_t oursLeaks = 0;
	for (int32_t i = 0; i < ScaledCount(100000); ++i)
	{
		const b2Vec2 a = random.InBox(10.0f);
		const b2Vec2 b = a + random.Uniform(0.5f, 3.0f) * random.Direction();
		const b2Vec2 seam = Between(a, b, random.Uniform(0.1f, 0.9f));
		const b2Vec2 across{a.y - b.y, b.x - a.x};
		const b2Vec2 from = seam - random.Uniform(0.1f, 3.0f) * across + random.Uniform(-1.0f, 1.0f) * (b - a);
		const b2Vec2 to = seam + random.Uniform(0.1f, 3.0f) * across + random.Uniform(-1.0f, 1.0f) * (b - a);
		const ClipEdgeShape ours = ValueOf(MakeEdge(a, b));
		const b2EdgeShape stock = ours;
		leaks += CastAt(stock, from, seam).hit == false && CastAt(stock, seam, to).hit == false;
		oursLeaks += CastAt(ours, from, seam).hit == false && CastAt(ours, seam, to).hit == false;
	}
	EXPECT_GT(leaks, 0);
	EXPECT_EQ(oursLeaks, 0);
}

TEST(Box2DDifference, SidesOfChains)
{
	// Box2D collides with a chain only from its front, but casts at it from both sides. ricochet also casts from both
	// sides, with its shapes and in its queries, unless the filter names one side.
	const b2Vec2 vertices[] = {{-1.0f, 0.0f}, {1.0f, 0.0f}};
	const ClipChainShape ours = ValueOf(MakeChain(vertices));
	b2ChainShape stock;
	stock.CreateChain(vertices, 2, {-2.0f, 0.0f}, {2.0f, 0.0f});
	const b2Vec2 front{0.0f, -1.0f};
	const b2Vec2 back{0.0f, 1.0f};
	EXPECT_TRUE(CastAt(stock, front, back).hit && CastAt(stock, back, front).hit);
	EXPECT_TRUE(CastAt(ours, front, back).hit && CastAt(ours, back, front).hit);
	EXPECT_TRUE(CastRayAtShape(stock, 0, Identity(), RayBetween(front, back)).has_value());
	EXPECT_TRUE(CastRayAtShape(stock, 0, Identity(), RayBetween(back, front)).has_value());

	// If the same child is a separate edge shape, Box2D's cast and the shape's own cast are one-sided. CastRayAtShape
	// is two-sided.
	b2EdgeShape child;
	stock.GetChildEdge(&child, 0);
	EXPECT_TRUE(CastAt(child, front, back).hit);
	EXPECT_FALSE(CastAt(child, back, front).hit);
	EXPECT_TRUE(CastAt(ClipEdgeShape(child), front, back).hit);
	EXPECT_FALSE(CastAt(ClipEdgeShape(child), back, front).hit);
	EXPECT_TRUE(CastRayAtShape(child, 0, Identity(), RayBetween(back, front)).has_value());

	Scene scene;
	scene.Add(scene.AddBody({0.0f, 0.0f}, 0.0f), stock);
	EXPECT_TRUE(CastRayAny(*scene.world, RayBetween(back, front)));
	EXPECT_FALSE(CastRayAny(*scene.world, RayBetween(back, front), {.sides = Sides::Front}));
}

TEST(Box2DDifference, RaysAlongAnEdge)
{
	// Box2D: a parallel ray misses. ricochet: it hits the nearer end, and the hit is grazing.
	const ClipEdgeShape ours = ValueOf(MakeEdge({-1.0f, 0.0f}, {1.0f, 0.0f}));
	EXPECT_FALSE(CastAt(EdgeOf({-1.0f, 0.0f}, {1.0f, 0.0f}), {-3.0f, 0.0f}, {5.0f, 0.0f}).hit);
	const Cast along = CastAt(ours, {-3.0f, 0.0f}, {5.0f, 0.0f});
	EXPECT_TRUE(along.hit);
	EXPECT_EQ(along.fraction, 0.25f);
	EXPECT_EQ(along.normal, (b2Vec2{-1.0f, 0.0f}));
}

TEST(Box2DDifference, RaysThatStartOnAnEdgeAndLeave)
{
	// One step ends on an edge, and the next step starts there. Box2D hits the edge in both steps, ricochet only in the
	// first one.
	const ClipEdgeShape ours = ValueOf(MakeEdge({-1.0f, 0.0f}, {1.0f, 0.0f}));
	const b2EdgeShape stock = ours;
	EXPECT_EQ(CastAt(stock, {0.0f, -1.0f}, {0.0f, 0.0f}).fraction, 1.0f);
	EXPECT_EQ(CastAt(stock, {0.0f, 0.0f}, {0.0f, 1.0f}).fraction, 0.0f);
	EXPECT_EQ(CastAt(ours, {0.0f, -1.0f}, {0.0f, 0.0f}).fraction, 1.0f);
	EXPECT_FALSE(CastAt(ours, {0.0f, 0.0f}, {0.0f, 1.0f}).hit);
}

TEST(Box2DDifference, NumbersThatAreNone)
{
	// Box2D's edge reports a hit at NaN.
	const ClipEdgeShape ours = ValueOf(MakeEdge({-1.0f, 0.0f}, {1.0f, 0.0f}));
	const b2EdgeShape stock = ours;
	const Cast nan = CastAt(stock, {k_nan, -1.0f}, {0.0f, 1.0f});
	EXPECT_TRUE(nan.hit);
	EXPECT_TRUE(std::isnan(nan.fraction));
	EXPECT_FALSE(CastAt(ours, {k_nan, -1.0f}, {0.0f, 1.0f}).hit);

	// Box2D's arithmetic overflows for rays that are finite.
	const b2Vec2 huge[] = {{0.0f, -3e38f}, {0.0f, 3e38f}};
	const Cast overflow = CastAt(stock, huge[0], huge[1]);
	EXPECT_FALSE(overflow.hit && overflow.fraction == 0.5f);
	EXPECT_EQ(CastAt(ours, huge[0], huge[1]).fraction, 0.5f);
}

TEST(Box2DDifference, TheSkinOfPolygons)
{
	// Box2D separates polygons by a skin of 0.01 m on each. Bounds and contacts include the skin, but casts do not, so
	// a ray passes between two stacked boxes. ricochet's casts use the true edges as well.
	Scene scene;
	scene.Add(scene.AddBody({0.0f, 0.0f}, 0.0f), StockBox());
	b2Body* body = scene.AddBody({0.0f, 2.02f}, 0.0f, b2_dynamicBody);
	scene.Add(body, StockBox());
	for (int32_t i = 0; i < 120; ++i)
	{
		scene.world->Step(1.0f / 60.0f, 8, 3);
	}
	const float gap = body->GetPosition().y - 2.0f;
	EXPECT_GT(gap, 0.01f);
	EXPECT_LT(gap, 0.021f);

	const b2Vec2 from{-5.0f, 1.0f + 0.5f * gap};
	const b2Vec2 to{5.0f, 1.0f + 0.5f * gap};
	ClosestRayCallback callback;
	scene.world->RayCast(&callback, from, to);
	EXPECT_FALSE(callback.hasHit);
	EXPECT_FALSE(CastRayAny(*scene.world, RayBetween(from, to)));

	b2AABB bounds;
	StockBox().ComputeAABB(&bounds, Identity(), 0);
	EXPECT_EQ(bounds.upperBound.y, 1.0f + b2_polygonRadius);
}

TEST(Box2DDifference, ChainsLoseTheirRadiusWhenCloned)
{
	const b2Vec2 vertices[] = {{-1.0f, 0.0f}, {1.0f, 0.0f}};
	b2ChainShape stock;
	stock.CreateChain(vertices, 2, {-2.0f, 0.0f}, {2.0f, 0.0f});
	stock.m_radius = 0.5f;
	ClipChainShape ours = ValueOf(MakeChain(vertices));
	ours.m_radius = 0.5f;
	Scene scene;
	b2Body* body = scene.AddBody({0.0f, 0.0f}, 0.0f);
	EXPECT_EQ(scene.Add(body, stock)->GetShape()->m_radius, b2_polygonRadius);
	EXPECT_EQ(scene.Add(body, ours)->GetShape()->m_radius, 0.5f);
}

TEST(Box2DDifference, EmptyChains)
{
	EXPECT_EQ(b2ChainShape().GetChildCount(), -1);
	EXPECT_EQ(ClipChainShape().GetChildCount(), 0);
}

TEST(Box2DDifference, TheLastEdgeOfALoop)
{
	// Box2D checks the distance between neighbouring vertices, but not the distance between the last vertex and the
	// first.
	const b2Vec2 vertices[] = {{0.0f, 0.0f}, {1.0f, 0.0f}, {0.0f, 1.0f}, {0.0f, 0.001f}};
	const LoopOf stock(vertices);
	EXPECT_EQ(stock.GetChildCount(), 4);
	EXPECT_FALSE(MakeLoop(vertices));
}

TEST(Box2DDifference, ABoxThatIsTooSmall)
{
	// Box2D accepts this box. On a dynamic body, its mass would then abort.
	const b2PolygonShape stock = BoxOf(1e-5f, 1e-5f);
	EXPECT_EQ(stock.m_count, 4);
	EXPECT_FALSE(MakeBox(1e-5f, 1e-5f));
}

} // namespace ricochet::test::box2d_differences_test
