// MIT License, Copyright (c) 2026 the ricochet authors

#include <ricochet/query/callbacks.h>
#include <ricochet/shapes/cast_shape.h>
#include <ricochet/shapes/clip_shapes.h>
#include <ricochet/shapes/shape_factory.h>

#include "support/floats.h"
#include "support/malloc_block_allocator.h"
#include "support/oracle.h"
#include "support/ray_table.h"
#include "support/resident_memory.h"
#include "support/scenes.h"

#include <gtest/gtest.h>

#include <cmath>
#include <cstring>
#include <string>
#include <type_traits>
#include <typeinfo>

namespace ricochet::test::clip_shapes_test
{

namespace
{

// Entry points of the ray table -----------------------------------------------------------------------------------

// Returns the parts of a hit that Box2D's interface reports: the fraction and the normal of the entry.
RayTableParts StockParts()
{
	RayTableParts parts;
	parts.exits = false;
	parts.flags = false;
	parts.points = false;
	return parts;
}

std::optional<RaySpan> EntryAt(float fraction, b2Vec2 normal)
{
	RaySpan span;
	span.enter.fraction = fraction;
	span.enter.normal = normal;
	return span;
}

auto ThroughShape(const b2Shape& shape)
{
	return [&shape](const Ray& ray) -> std::optional<RaySpan>
	{
		b2RayCastOutput output;
		const b2RayCastInput input{ray.origin, ray.origin + ray.translation, ray.maxFraction};
		return shape.RayCast(&output, input, Identity(), 0) ? EntryAt(output.fraction, output.normal) : std::nullopt;
	};
}

auto ThroughFixture(const b2Fixture* fixture)
{
	return [fixture](const Ray& ray) -> std::optional<RaySpan>
	{
		b2RayCastOutput output;
		const b2RayCastInput input{ray.origin, ray.origin + ray.translation, ray.maxFraction};
		return fixture->RayCast(&output, input, 0) ? EntryAt(output.fraction, output.normal) : std::nullopt;
	};
}

// Returns a cast by b2World::RayCast, which casts from point to point, and aborts if they are equal. For the table's
// numbers, origin + maxFraction * translation is exact.
auto ThroughWorld(const b2World& world)
{
	return [&world](const Ray& ray) -> std::optional<RaySpan>
	{
		const b2Vec2 end = ray.origin + ray.maxFraction * ray.translation;
		if (end == ray.origin)
		{
			return std::nullopt;
		}
		ClosestRayCallback callback;
		world.RayCast(&callback, ray.origin, end);
		if (callback.hasHit == false)
		{
			return std::nullopt;
		}
		return EntryAt(callback.hit.fraction * ray.maxFraction, callback.hit.normal);
	};
}

// b2World::RayCast aborts if its input is not a segment of nonzero length.
RayTableParts WorldParts()
{
	RayTableParts parts = StockParts();
	parts.pointQueries = false;
	parts.invalidRays = false;
	return parts;
}

// Puts a shape alone in a world, and runs the table through its three entry points.
template <class Run>
void ThroughEveryEntry(const b2Shape& shape, const Run& run)
{
	Scene scene;
	b2Fixture* fixture = scene.Add(scene.AddBody({0.0f, 0.0f}, 0.0f), shape);
	{
		SCOPED_TRACE("b2Shape::RayCast");
		run(ThroughShape(shape), StockParts());
	}
	{
		SCOPED_TRACE("b2Fixture::RayCast");
		run(ThroughFixture(fixture), StockParts());
	}
	{
		SCOPED_TRACE("b2World::RayCast");
		run(ThroughWorld(*scene.world), WorldParts());
	}
}

void RunSolid(const b2Shape& shape, const char* name)
{
	ThroughEveryEntry(shape, [&](auto cast, const RayTableParts& parts) { RunSolidRayTable(cast, name, parts); });
}

void RunTouch(const b2Shape& shape, const char* name, float y, float x0, float x1)
{
	ThroughEveryEntry(shape,
	                  [&](auto cast, const RayTableParts& parts) { RunTouchRayTable(cast, name, y, x0, x1, parts); });
}

void RunEdge(const b2Shape& shape, const char* name)
{
	ThroughEveryEntry(shape, [&](auto cast, const RayTableParts& parts) { RunEdgeRayTable(cast, name, parts); });
}

ClipPolygonShape Polygon(std::initializer_list<b2Vec2> vertices)
{
	return ValueOf(MakePolygon(std::span(vertices.begin(), vertices.size())));
}

// Memory ------------------------------------------------------------------------------------------------------------

// Creates and destroys fixtures. For each destroyed proxy, Box2D searches the list of proxies that moved since the last
// step. An occasional step empties this list.
void Churn(b2Body* body, const b2Shape& shape, int32_t count)
{
	for (int32_t i = 0; i < count; ++i)
	{
		body->DestroyFixture(body->CreateFixture(&shape, 0.0f));
		if (i % 100 == 0)
		{
			body->GetWorld()->Step(1.0f / 60.0f, 1, 1);
		}
	}
}

void ExpectNoGrowth(const b2Shape& shape)
{
	Scene scene;
	b2Body* body = scene.AddBody({0.0f, 0.0f}, 0.0f);
	Churn(body, shape, 2000);
	const size_t before = ResidentBytes();
	EXPECT_GT(before, 0u);
	Churn(body, shape, ScaledCount(200000));
	EXPECT_LT(ResidentBytes(), before + (size_t{2} << 20));
}

// Two worlds --------------------------------------------------------------------------------------------------------

template <class Clip, class Stock>
void AddAs(bool clip, b2Body* body, const Stock& shape)
{
	b2FixtureDef def;
	const Clip clipShape(shape);
	def.shape = clip ? static_cast<const b2Shape*>(&clipShape) : &shape;
	def.density = 1.0f;
	def.friction = 0.4f;
	def.restitution = 0.3f;
	body->CreateFixture(&def);
}

// Adds a chain and a loop. They are built here for either class, because chains are not copyable.
template <class Chain>
void AddGround(b2Body* ground)
{
	const b2Vec2 vertices[] = {{-20.0f, 5.0f}, {-15.0f, 0.0f}, {-5.0f, 0.5f}, {0.0f, 0.0f},
	                           {7.0f, 1.0f},   {15.0f, 0.0f},  {20.0f, 5.0f}};
	Chain chain;
	chain.CreateChain(vertices, 7, {-21.0f, 9.0f}, {21.0f, 9.0f});
	ground->CreateFixture(&chain, 0.0f);
	Chain loop;
	loop.CreateLoop(vertices + 1, 5);
	ground->CreateFixture(&loop, 0.0f);
}

Scene MakePile(bool clip)
{
	Scene scene;
	SceneRandom random(5);
	b2Body* ground = scene.AddBody({0.0f, 0.0f}, 0.0f);
	clip ? AddGround<ClipChainShape>(ground) : AddGround<b2ChainShape>(ground);
	b2EdgeShape edge = EdgeOf({-10.0f, 4.0f}, {-6.0f, 3.0f});
	AddAs<ClipEdgeShape>(clip, ground, edge);
	edge.SetOneSided({5.0f, 4.0f}, {6.0f, 4.0f}, {10.0f, 5.0f}, {11.0f, 5.0f});
	AddAs<ClipEdgeShape>(clip, ground, edge);
	for (int32_t i = 0; i < 60; ++i)
	{
		const b2Vec2 position{random.Uniform(-12.0f, 12.0f), random.Uniform(3.0f, 25.0f)};
		b2Body* body = scene.AddBody(position, random.Uniform(-3.0f, 3.0f), b2_dynamicBody);
		body->SetBullet(random.OneIn(5));
		if (random.OneIn(3))
		{
			AddAs<ClipCircleShape>(clip, body, CircleOf(random.Uniform(0.2f, 0.5f)));
		}
		else
		{
			AddAs<ClipPolygonShape>(clip, body, RandomPolygon(random, 0.5f));
		}
	}
	return scene;
}

// A user's subclass, with a member in the tail padding of the base class.
class TaggedPolygonShape : public ClipPolygonShape
{
public:
	explicit TaggedPolygonShape(uint32_t tag) : m_tag(tag) {}
	[[nodiscard]] uint32_t GetTag() const { return m_tag; }

private:
	uint32_t m_tag;
};
static_assert(FitsBlock<TaggedPolygonShape, b2PolygonShape>());

struct OversizedPolygonShape : b2PolygonShape
{
	void* pointers[2];
};
static_assert(FitsBlock<OversizedPolygonShape, b2PolygonShape>() == false);

struct OversizedCircleShape : b2CircleShape
{
	void* pointers[2];
};
static_assert(FitsBlock<OversizedCircleShape, b2CircleShape>() == false);

static_assert(std::is_copy_constructible_v<ClipPolygonShape> && std::is_copy_assignable_v<ClipPolygonShape>);
static_assert(std::is_copy_constructible_v<ClipCircleShape> && std::is_copy_constructible_v<ClipEdgeShape>);
static_assert(std::is_copy_constructible_v<ClipChainShape> == false);
static_assert(std::is_copy_assignable_v<ClipChainShape> == false);
static_assert(std::is_nothrow_move_constructible_v<ClipChainShape>);
static_assert(std::is_nothrow_move_assignable_v<ClipChainShape>);

const b2Vec2 k_step[] = {{-2.0f, 0.0f}, {0.0f, 0.0f}, {0.0f, 1.0f}, {2.0f, 1.0f}};

} // namespace

TEST(ClipCircleShape, ObeysTheTableThroughEveryEntry)
{
	const ClipCircleShape circle = ValueOf(MakeCircle({0.0f, 0.0f}, 1.0f));
	RunSolid(circle, "unit circle");
	RunTouch(circle, "top of the circle", 1.0f, 0.0f, 0.0f);
}

TEST(ClipPolygonShape, ObeysTheTableThroughEveryEntry)
{
	const ClipPolygonShape box = ValueOf(MakeBox(1.0f, 1.0f));
	const ClipPolygonShape diamond = Polygon({{-1.0f, 0.0f}, {0.0f, -1.0f}, {1.0f, 0.0f}, {0.0f, 1.0f}});
	RunSolid(box, "box");
	RunSolid(diamond, "diamond");
	RunSolid(Polygon({{-1.0f, -2.0f}, {1.0f, 0.0f}, {-1.0f, 2.0f}}), "triangle");
	RunTouch(box, "top of the box", 1.0f, -1.0f, 1.0f);
	RunTouch(diamond, "top of the diamond", 1.0f, 0.0f, 0.0f);
}

TEST(ClipEdgeShape, ObeysTheTableThroughEveryEntry)
{
	RunEdge(ValueOf(MakeEdge({0.0f, -1.0f}, {0.0f, 1.0f})), "edge");
	RunEdge(ValueOf(MakeEdge({0.0f, 1.0f}, {0.0f, -1.0f})), "edge, turned");
}

TEST(ClipChainShape, ObeysTheTableThroughEveryEntry)
{
	const b2Vec2 up[] = {{0.0f, -1.0f}, {0.0f, 1.0f}};
	const b2Vec2 down[] = {{0.0f, 1.0f}, {0.0f, -1.0f}};
	RunEdge(ValueOf(MakeChain(up)), "chain");
	RunEdge(ValueOf(MakeChain(down)), "chain, turned");
}

TEST(ClipShapes, StockRayCastIsExact)
{
	SceneRandom random(6);
	Scene scene;
	for (int32_t i = 0; i < 40; ++i)
	{
		const b2Vec2 position = random.InBox(5.0f);
		b2Body* body = scene.AddBody(position, random.Uniform(-3.0f, 3.0f));
		scene.Add(body, ClipPolygonShape(RandomPolygon(random, 0.5f)));
	}
	int32_t hits = 0;
	for (int32_t i = 0; i < ScaledCount(20000) && HasFailure() == false; ++i)
	{
		const b2Vec2 from = random.InBox(8.0f);
		const b2Fixture* aim = scene.fixtures[static_cast<size_t>(random.Below(40))];
		const auto* shape = static_cast<const b2PolygonShape*>(aim->GetShape());
		const b2Transform& pose = aim->GetBody()->GetTransform();
		const b2Vec2 to = b2Mul(pose, shape->m_vertices[random.Below(shape->m_count)]);

		b2RayCastOutput output;
		const bool hit = aim->RayCast(&output, b2RayCastInput{from, to, 1.0f}, 0);
		const std::span vertices(shape->m_vertices, static_cast<size_t>(shape->m_count));
		const ExactSpans exact = ExactClipConvex(Pull(from, pose, to, pose), vertices);
		ASSERT_EQ(hit, exact.size() == 1) << ToText(from) << ToText(to);
		if (hit)
		{
			++hits;
			EXPECT_TRUE(IsWithinOneUlp(output.fraction, exact[0].enter.fraction)) << ToText(from) << ToText(to);
		}
	}
	EXPECT_GT(hits, 100);
}

TEST(ClipShapes, TheFixtureKeepsTheType)
{
	Scene scene;
	b2Body* body = scene.AddBody({0.0f, 0.0f}, 0.0f);
	const ClipPolygonShape polygon = ValueOf(MakeBox(1.0f, 1.0f));
	const ClipCircleShape circle = ValueOf(MakeCircle({0.0f, 0.0f}, 1.0f));
	const ClipEdgeShape edge = ValueOf(MakeEdge({0.0f, -1.0f}, {0.0f, 1.0f}));
	const ClipChainShape chain = ValueOf(MakeChain(k_step));

	const auto isKept = [](const b2Fixture* fixture, const std::type_info& type)
	{
		const b2Shape& shape = *fixture->GetShape();
		return typeid(shape) == type;
	};
	EXPECT_TRUE(isKept(scene.Add(body, polygon), typeid(ClipPolygonShape)));
	EXPECT_TRUE(isKept(scene.Add(body, circle), typeid(ClipCircleShape)));
	EXPECT_TRUE(isKept(scene.Add(body, edge), typeid(ClipEdgeShape)));
	EXPECT_TRUE(isKept(scene.Add(body, chain), typeid(ClipChainShape)));

	// A fixture that is made from another fixture's shape also keeps the class.
	b2Fixture* again = scene.Add(body, *scene.fixtures[0]->GetShape());
	EXPECT_TRUE(isKept(again, typeid(ClipPolygonShape)));

	// Box2D calls the override: only ricochet's cast hits from inside.
	b2RayCastOutput output;
	EXPECT_TRUE(again->RayCast(&output, b2RayCastInput{{0.0f, 0.0f}, {5.0f, 0.0f}, 1.0f}, 0));
	EXPECT_EQ(output.fraction, 0.0f);
	EXPECT_EQ(output.normal, (b2Vec2{0.0f, 0.0f}));
}

TEST(ClipShapes, AreMadeFromStockShapes)
{
	b2PolygonShape polygon = BoxOf(2.0f, 1.0f, {0.5f, 0.25f}, 0.3f);
	polygon.m_radius = 0.5f;
	const ClipPolygonShape clip(polygon);
	EXPECT_EQ(clip.m_radius, 0.5f);
	EXPECT_EQ(clip.m_count, 4);
	EXPECT_EQ(std::memcmp(clip.m_vertices, polygon.m_vertices, 4 * sizeof(b2Vec2)), 0);

	const b2EdgeShape edge = EdgeOf({-1.0f, 0.0f}, {0.0f, 0.0f}, {1.0f, 0.0f}, {2.0f, 0.0f});
	EXPECT_TRUE(ClipEdgeShape(edge).m_oneSided);
	EXPECT_EQ(ClipEdgeShape(edge).m_vertex3, (b2Vec2{2.0f, 0.0f}));
}

TEST(ClipShapes, CollideExactlyAsTheirBases)
{
	Scene stock = MakePile(false);
	Scene clip = MakePile(true);
	for (int32_t i = 0; i < 300; ++i)
	{
		stock.world->Step(1.0f / 60.0f, 8, 3);
		clip.world->Step(1.0f / 60.0f, 8, 3);
		const b2Body* a = stock.world->GetBodyList();
		const b2Body* b = clip.world->GetBodyList();
		for (; a != nullptr && b != nullptr; a = a->GetNext(), b = b->GetNext())
		{
			ASSERT_EQ(std::memcmp(&a->GetTransform(), &b->GetTransform(), sizeof(b2Transform)), 0) << "step " << i;
			ASSERT_EQ(a->GetLinearVelocity(), b->GetLinearVelocity()) << "step " << i;
		}
		ASSERT_EQ(a, b);
	}
	EXPECT_GT(stock.world->GetContactCount(), 10);
}

TEST(ClipShapes, HaveTheMassAndBoundsOfTheirBases)
{
	SceneRandom random(8);
	const b2Transform pose = PoseAt({3.0f, -2.0f}, 0.7f);
	for (int32_t i = 0; i < 100; ++i)
	{
		const b2PolygonShape stock = RandomPolygon(random, 1.0f);
		const ClipPolygonShape clip(stock);
		b2MassData a, b;
		stock.ComputeMass(&a, 2.0f);
		clip.ComputeMass(&b, 2.0f);
		EXPECT_EQ(std::memcmp(&a, &b, sizeof(a)), 0);
		b2AABB boxA, boxB;
		stock.ComputeAABB(&boxA, pose, 0);
		clip.ComputeAABB(&boxB, pose, 0);
		EXPECT_EQ(std::memcmp(&boxA, &boxB, sizeof(boxA)), 0);
	}
}

TEST(ClipShapes, TestPointIsTheClosedSet)
{
	SceneRandom random(9);
	const ClipCircleShape circle = ValueOf(MakeCircle({0.25f, -0.5f}, 0.75f));
	for (int32_t i = 0; i < ScaledCount(20000) && HasFailure() == false; ++i)
	{
		const ClipPolygonShape polygon(RandomPolygon(random, 1.0f));
		const std::span vertices(polygon.m_vertices, static_cast<size_t>(polygon.m_count));
		const b2Transform pose =
		    random.OneIn(3) ? Identity() : PoseAt(random.InBox(100.0f), random.Uniform(-3.0f, 3.0f));
		const b2Vec2 vertex = polygon.m_vertices[random.Below(polygon.m_count)];
		const b2Vec2 next = polygon.m_vertices[random.Below(polygon.m_count)];
		const b2Vec2 local = random.OneIn(2) ? vertex + random.Uniform(0.0f, 1.0f) * (next - vertex)
		                                     : (random.OneIn(2) ? vertex : random.InBox(1.5f));
		const b2Vec2 point = b2Mul(pose, local);
		const ExactVec pulled = Pull(Ray{point, {0.0f, 0.0f}}, pose).start;
		EXPECT_EQ(polygon.TestPoint(pose, point), ExactLocateInConvex(pulled, vertices) != Location::Outside)
		    << ToText(vertices) << ToText(point);

		const b2Vec2 rim = b2Mul(pose, circle.m_p + 0.75f * random.Direction());
		const ExactVec pulledRim = Pull(Ray{rim, {0.0f, 0.0f}}, pose).start;
		EXPECT_EQ(circle.TestPoint(pose, rim),
		          ExactLocateInCircle(pulledRim, circle.m_p, circle.m_radius) != Location::Outside)
		    << ToText(rim);
	}
	for (b2Vec2 bad : {b2Vec2{k_nan, 0.0f}, b2Vec2{0.0f, k_inf}, b2Vec2{-k_inf, k_nan}})
	{
		EXPECT_FALSE(circle.TestPoint(Identity(), bad));
		EXPECT_FALSE(MakeBox(1.0f, 1.0f)->TestPoint(Identity(), bad));
	}
	EXPECT_FALSE(MakeEdge({0.0f, -1.0f}, {0.0f, 1.0f})->TestPoint(Identity(), {0.0f, 0.0f}));
	EXPECT_FALSE(MakeChain(k_step)->TestPoint(Identity(), {0.0f, 0.0f}));
}

TEST(ClipShapes, NumbersThatAreNoneMiss)
{
	const ClipPolygonShape polygon = ValueOf(MakeBox(1.0f, 1.0f));
	const ClipCircleShape circle = ValueOf(MakeCircle({0.0f, 0.0f}, 1.0f));
	const ClipEdgeShape edge = ValueOf(MakeEdge({0.0f, -1.0f}, {0.0f, 1.0f}));
	const ClipChainShape chain = ValueOf(MakeChain(k_step));
	const float bad[] = {k_nan, k_inf, -k_inf};
	for (const b2Shape* shape : {static_cast<const b2Shape*>(&polygon), static_cast<const b2Shape*>(&circle),
	                             static_cast<const b2Shape*>(&edge), static_cast<const b2Shape*>(&chain)})
	{
		for (float x : bad)
		{
			b2RayCastOutput output{{7.0f, 7.0f}, 7.0f};
			b2Transform pose = Identity();
			EXPECT_FALSE(shape->RayCast(&output, {{x, 0.5f}, {5.0f, 0.5f}, 1.0f}, pose, 0));
			EXPECT_FALSE(shape->RayCast(&output, {{-5.0f, 0.5f}, {5.0f, x}, 1.0f}, pose, 0));
			EXPECT_FALSE(shape->RayCast(&output, {{-5.0f, 0.5f}, {5.0f, 0.5f}, x}, pose, 0));
			pose.p.x = x;
			EXPECT_FALSE(shape->RayCast(&output, {{-5.0f, 0.5f}, {5.0f, 0.5f}, 1.0f}, pose, 0));
			pose = Identity();
			pose.q.s = x;
			EXPECT_FALSE(shape->RayCast(&output, {{-5.0f, 0.5f}, {5.0f, 0.5f}, 1.0f}, pose, 0));
			// The call must not write to the output.
			EXPECT_EQ(output.fraction, 7.0f);
			EXPECT_EQ(output.normal, (b2Vec2{7.0f, 7.0f}));
		}
	}
}

TEST(ClipEdgeShape, OneSidedIsHitFromItsFrontOnly)
{
	const b2EdgeShape stock = EdgeOf({-2.0f, 0.0f}, {-1.0f, 0.0f}, {1.0f, 0.0f}, {2.0f, 0.0f});
	const ClipEdgeShape edge(stock);
	b2RayCastOutput output;
	// The front is to the right of -1 -> 1, which is below.
	EXPECT_TRUE(edge.RayCast(&output, {{0.0f, -1.0f}, {0.0f, 1.0f}, 1.0f}, Identity(), 0));
	EXPECT_EQ(output.fraction, 0.5f);
	EXPECT_EQ(output.normal, (b2Vec2{0.0f, -1.0f}));
	EXPECT_FALSE(edge.RayCast(&output, {{0.0f, 1.0f}, {0.0f, -1.0f}, 1.0f}, Identity(), 0));
	EXPECT_TRUE(stock.RayCast(&output, {{0.0f, -1.0f}, {0.0f, 1.0f}, 1.0f}, Identity(), 0));
	EXPECT_FALSE(stock.RayCast(&output, {{0.0f, 1.0f}, {0.0f, -1.0f}, 1.0f}, Identity(), 0));
}

TEST(ClipChainShape, ChildrenAreHitFromBothSides)
{
	const ClipChainShape chain = ValueOf(MakeChain(k_step));
	b2RayCastOutput output;
	EXPECT_TRUE(chain.RayCast(&output, {{-1.0f, -1.0f}, {-1.0f, 1.0f}, 1.0f}, Identity(), 0));
	EXPECT_TRUE(chain.RayCast(&output, {{-1.0f, 1.0f}, {-1.0f, -1.0f}, 1.0f}, Identity(), 0));
	EXPECT_FALSE(chain.RayCast(&output, {{-1.0f, 1.0f}, {-1.0f, -1.0f}, 1.0f}, Identity(), 1));
	EXPECT_FALSE(chain.RayCast(&output, {{-1.0f, 1.0f}, {-1.0f, -1.0f}, 1.0f}, Identity(), 3));
	EXPECT_FALSE(chain.RayCast(&output, {{-1.0f, 1.0f}, {-1.0f, -1.0f}, 1.0f}, Identity(), -1));
}

TEST(ClipChainShape, CloneKeepsRadiusAndGhostVertices)
{
	ClipChainShape chain;
	chain.CreateChain(k_step, 4, {-3.0f, 7.0f}, {3.0f, 8.0f});
	chain.m_radius = 0.5f;
	Scene scene;
	const b2Fixture* fixture = scene.Add(scene.AddBody({0.0f, 0.0f}, 0.0f), chain);
	const auto* clone = static_cast<const b2ChainShape*>(fixture->GetShape());
	EXPECT_EQ(clone->m_radius, 0.5f);
	EXPECT_EQ(clone->m_prevVertex, (b2Vec2{-3.0f, 7.0f}));
	EXPECT_EQ(clone->m_nextVertex, (b2Vec2{3.0f, 8.0f}));
	EXPECT_EQ(clone->m_count, 4);
	EXPECT_NE(clone->m_vertices, chain.m_vertices);
	EXPECT_EQ(clone->m_vertices[2], k_step[2]);
}

TEST(ClipChainShape, MovesItsVertices)
{
	ClipChainShape first = ValueOf(MakeChain(k_step));
	first.m_radius = 0.25f;
	const b2Vec2* vertices = first.m_vertices;

	ClipChainShape second(std::move(first));
	EXPECT_EQ(second.m_vertices, vertices);
	EXPECT_EQ(second.m_count, 4);
	EXPECT_EQ(second.m_radius, 0.25f);
	EXPECT_EQ(second.m_prevVertex, (b2Vec2{-4.0f, 0.0f}));
	EXPECT_EQ(second.m_nextVertex, (b2Vec2{4.0f, 1.0f}));
	EXPECT_EQ(first.m_vertices, nullptr); // NOLINT(bugprone-use-after-move): it is empty, and may be used again
	EXPECT_EQ(first.m_count, 0);

	// Moves into a chain that owns vertices, and into itself.
	const b2Vec2 others[] = {{0.0f, 0.0f}, {1.0f, 1.0f}};
	ClipChainShape third = ValueOf(MakeChain(others));
	third = std::move(second);
	EXPECT_EQ(third.m_vertices, vertices);
	ClipChainShape& same = third;
	third = std::move(same);
	EXPECT_EQ(third.m_vertices, vertices);
	EXPECT_EQ(third.m_count, 4);

	first.CreateChain(others, 2, {-1.0f, -1.0f}, {2.0f, 2.0f});
	EXPECT_EQ(first.GetChildCount(), 1);
}

TEST(ClipChainShape, EmptyIsNoAbort)
{
	const ClipChainShape empty;
	b2RayCastOutput output;
	for (int32 child : {-1, 0, 1})
	{
		EXPECT_FALSE(empty.RayCast(&output, {{-1.0f, 0.0f}, {1.0f, 0.0f}, 1.0f}, Identity(), child));
	}
	EXPECT_FALSE(empty.TestPoint(Identity(), {0.0f, 0.0f}));
	EXPECT_EQ(empty.GetChildCount(), 0);

	Scene scene;
	b2Body* body = scene.AddBody({0.0f, 0.0f}, 0.0f);
	b2Fixture* fixture = scene.Add(body, empty);
	ASSERT_NE(fixture, nullptr);
	scene.world->Step(1.0f / 60.0f, 8, 3);
	body->DestroyFixture(fixture);
}

TEST(ClipShapes, ChurnDoesNotGrowTheHeap)
{
	if (k_blocksAreUsedAgain == false)
	{
		GTEST_SKIP() << "needs Box2D to use an address again";
	}
	ExpectNoGrowth(ValueOf(MakeBox(1.0f, 1.0f)));
	ExpectNoGrowth(ValueOf(MakeCircle({0.0f, 0.0f}, 1.0f)));
	ExpectNoGrowth(ValueOf(MakeEdge({0.0f, -1.0f}, {0.0f, 1.0f})));
	ExpectNoGrowth(ValueOf(MakeChain(k_step)));
}

TEST(ClipShapes, MayBeDerivedFrom)
{
	TaggedPolygonShape shape(0xC0FFEEu);
	static_cast<b2PolygonShape&>(shape) = ValueOf(MakeBox(1.0f, 1.0f));
	EXPECT_EQ(shape.GetTag(), 0xC0FFEEu);
	EXPECT_NE(dynamic_cast<const ClipPolygonShape*>(static_cast<const b2Shape*>(&shape)), nullptr);
	const Ray ray{{-5.0f, 0.0f}, {10.0f, 0.0f}};
	EXPECT_TRUE(CastRayAtShape(shape, 0, Identity(), ray).has_value());
}

TEST(ClipShapes, DoNotLeakThroughTheVerticesOfALoop)
{
	SceneRandom random(10);
	for (int32_t i = 0; i < ScaledCount(2000) && HasFailure() == false; ++i)
	{
		const b2PolygonShape hull = RandomPolygon(random, 5.0f);
		const std::span vertices(hull.m_vertices, static_cast<size_t>(hull.m_count));
		Scene scene;
		b2Body* body = scene.AddBody(random.InBox(100.0f), random.Uniform(-3.0f, 3.0f));
		scene.Add(body, ValueOf(MakeLoop(vertices)));
		for (b2Vec2 vertex : vertices)
		{
			const b2Vec2 from = body->GetWorldPoint(hull.m_centroid);
			const b2Vec2 to = from + 2.0f * (body->GetWorldPoint(vertex) - from);
			ClosestRayCallback callback;
			scene.world->RayCast(&callback, from, to);
			EXPECT_TRUE(callback.hasHit) << ToText(vertices) << ToText(from) << ToText(to);
		}
	}
}

} // namespace ricochet::test::clip_shapes_test
