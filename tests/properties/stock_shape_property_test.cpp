// MIT License, Copyright (c) 2026 the ricochet authors

#include "properties/cast_case.h"

#include <ricochet/shapes/cast_shape.h>
#include <ricochet/shapes/shape_factory.h>

#include <box2d/b2_block_allocator.h>

#include <memory>

// Casts at ricochet's shape classes through Box2D's own interface, which takes both end points of the ray.

namespace ricochet::test::stock_shape_property_test
{

namespace
{

constexpr int k_cases = 20000;

std::unique_ptr<b2Shape> ShapeOf(const CastCase& drawn)
{
	switch (drawn.kind)
	{
	case CastCase::Kind::Polygon:
	{
		auto polygon = std::make_unique<ClipPolygonShape>();
		polygon->m_count = static_cast<int32>(drawn.vertices.size());
		std::copy(drawn.vertices.begin(), drawn.vertices.end(), polygon->m_vertices);
		return polygon;
	}
	case CastCase::Kind::Circle:
	{
		auto circle = std::make_unique<ClipCircleShape>();
		circle->m_p = drawn.vertices[0];
		circle->m_radius = drawn.radius;
		return circle;
	}
	case CastCase::Kind::Edge:
	{
		auto edge = std::make_unique<ClipEdgeShape>();
		edge->SetTwoSided(drawn.vertices[0], drawn.vertices[1]);
		edge->m_oneSided = drawn.salt % 2 == 0;
		return edge;
	}
	default:
	{
		Result<ClipChainShape> chain = MakeChain(drawn.vertices);
		return chain ? std::make_unique<ClipChainShape>(std::move(*chain)) : nullptr;
	}
	}
}

struct StockAnswer
{
	bool hit = false;
	float fraction = 0.0f;
	b2Vec2 normal{0.0f, 0.0f};
	friend bool operator==(const StockAnswer& a, const StockAnswer& b)
	{
		return a.hit == b.hit && IsSameBits(a.fraction, b.fraction) && IsSameBits(a.normal.x, b.normal.x) &&
		       IsSameBits(a.normal.y, b.normal.y);
	}
};

StockAnswer StockCast(const b2Shape& shape, const b2RayCastInput& input, const b2Transform& pose, int32 child)
{
	b2RayCastOutput output{{0.0f, 0.0f}, 0.0f};
	const bool hit = shape.RayCast(&output, input, pose, child);
	return {hit, output.fraction, output.normal};
}

std::string TextOf(const StockAnswer& answer)
{
	return answer.hit ? " hit at " + ToText(answer.fraction) + " normal " + ToText(answer.normal) : " miss";
}

} // namespace

TEST(StockShape, ACloneAnswersAsItsOriginal)
{
	b2BlockAllocator allocator;
	int chains = 0;
	CheckCases<CastCase>(k_cases,
	                     [&](const CastCase& drawn) -> std::string
	                     {
		                     const std::unique_ptr<b2Shape> shape = ShapeOf(drawn);
		                     if (shape == nullptr)
		                     {
			                     return {};
		                     }
		                     shape->m_radius = drawn.salt % 3 == 0 ? 0.25f : shape->m_radius;
		                     b2Shape* clone = shape->Clone(&allocator);
		                     const b2RayCastInput input{drawn.ray.origin, EndOf(drawn.ray), drawn.ray.maxFraction};
		                     std::string problem = clone->GetType() == shape->GetType() &&
		                                                   clone->m_radius == shape->m_radius &&
		                                                   clone->GetChildCount() == shape->GetChildCount()
		                                               ? ""
		                                               : "not the same shape";
		                     for (int32 child = 0; child < shape->GetChildCount(); ++child)
		                     {
			                     const StockAnswer a = StockCast(*shape, input, drawn.pose, child);
			                     const StockAnswer b = StockCast(*clone, input, drawn.pose, child);
			                     problem += a == b ? "" : "clone:" + TextOf(b) + "\noriginal:" + TextOf(a);
			                     problem +=
			                         Difference("clone", ToList(CastRayAtShape(*clone, child, drawn.pose, drawn.ray)),
			                                    ToList(CastRayAtShape(*shape, child, drawn.pose, drawn.ray)));
		                     }
		                     const bool isSameAtPoint = clone->TestPoint(drawn.pose, drawn.ray.origin) ==
		                                                shape->TestPoint(drawn.pose, drawn.ray.origin);
		                     problem += isSameAtPoint ? "" : "TestPoint";
		                     chains += shape->GetType() == b2Shape::e_chain ? 1 : 0;
		                     const size_t sizes[] = {sizeof(b2CircleShape), sizeof(b2EdgeShape), sizeof(b2PolygonShape),
		                                             sizeof(b2ChainShape)};
		                     const b2Shape::Type type = clone->GetType();
		                     clone->~b2Shape();
		                     allocator.Free(clone, static_cast<int32>(sizes[type]));
		                     return problem;
	                     });
	EXPECT_GT(chains, 0);
}

TEST(StockShape, TestPointIsThePointQuery)
{
	int inside = 0;
	CheckCases<CastCase>(
	    k_cases,
	    [&](const CastCase& drawn) -> std::string
	    {
		    if (drawn.kind != CastCase::Kind::Polygon && drawn.kind != CastCase::Kind::Circle)
		    {
			    return {};
		    }
		    const std::unique_ptr<b2Shape> shape = ShapeOf(drawn);
		    const bool contains = shape->TestPoint(drawn.pose, drawn.ray.origin);
		    const StockAnswer point = StockCast(*shape, {drawn.ray.origin, drawn.ray.origin, 1.0f}, drawn.pose, 0);
		    inside += contains ? 1 : 0;
		    return contains == drawn.Contains(drawn.ray.origin) && contains == point.hit
		               ? ""
		               : "TestPoint says " + std::to_string(contains);
	    });
	EXPECT_GT(inside, 0);
}

TEST(StockShape, BetweenAnyTwoPointsBothWaysMeetTheSame)
{
	int hits = 0;
	CheckCases<CastCase>(k_cases,
	                     [&](const CastCase& drawn) -> std::string
	                     {
		                     const b2Vec2 from = drawn.ray.origin;
		                     const b2Vec2 to = EndOf(drawn.ray);
		                     if (drawn.IsBox2D() == false || from == to)
		                     {
			                     return {};
		                     }
		                     const std::unique_ptr<b2Shape> shape = ShapeOf(drawn);
		                     const StockAnswer there = StockCast(*shape, {from, to, 1.0f}, drawn.pose, 0);
		                     const StockAnswer back = StockCast(*shape, {to, from, 1.0f}, drawn.pose, 0);
		                     const bool isOneSided = shape->GetType() == b2Shape::e_edge && drawn.salt % 2 == 0;
		                     hits += there.hit ? 1 : 0;

		                     // The segment is cast in both directions. If it touches the shape only at an end point,
		                     // only the cast that ends there hits. A one-sided edge is hit by at most one of the two
		                     // casts.
		                     const bool touches =
		                         (there.hit && there.fraction == 1.0f) || (back.hit && back.fraction == 1.0f);
		                     const bool same =
		                         isOneSided ? (there.hit && back.hit) == false : there.hit == back.hit || touches;
		                     return same ? "" : "there:" + TextOf(there) + "\nback:" + TextOf(back);
	                     });
	EXPECT_GT(hits, 0);
}

} // namespace ricochet::test::stock_shape_property_test
