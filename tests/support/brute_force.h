// MIT License, Copyright (c) 2026 the ricochet authors

#pragma once

#include <ricochet/query/ray_query.h>
#include <ricochet/query/simple_queries.h>
#include <ricochet/shapes/cast_shape.h>
#include <ricochet/sight/line_of_sight.h>

#include <box2d/b2_chain_shape.h>
#include <box2d/b2_edge_shape.h>
#include <box2d/b2_fixture.h>
#include <box2d/b2_world.h>

#include <algorithm>
#include <cstring>
#include <vector>

// Computes the result of a query on a world without any index. It visits every child of every fixture in the world's
// order, and implements the rules of QueryFilter a second time.

namespace ricochet::test
{

inline bool PassesFilter(const QueryFilter& filter, b2Fixture* fixture)
{
	const b2Filter& other = fixture->GetFilterData();
	const bool sameGroup = filter.groupIndex != 0 && filter.groupIndex == other.groupIndex;
	const bool bothWant = (filter.maskBits & other.categoryBits) && (other.maskBits & filter.categoryBits);
	return (sameGroup ? filter.groupIndex > 0 : bothWant) && (filter.sensors || !fixture->IsSensor()) &&
	       fixture->GetBody() != filter.ignoreBody &&
	       std::find(filter.alsoIgnore.begin(), filter.alsoIgnore.end(), fixture->GetBody()) ==
	           filter.alsoIgnore.end() &&
	       (!filter.accept || filter.accept(fixture));
}

/// Returns the cosine of the angle between a hit's normal and the front of its edge: 1 front, -1 back, 0 along.
inline double FrontOf(b2Vec2 v1, b2Vec2 v2, b2Vec2 normal, const b2Rot& rotation)
{
	const b2Vec2 front = b2Mul(rotation, b2Vec2{v2.y - v1.y, v1.x - v2.x});
	return static_cast<double>(b2Dot(front, normal)) / static_cast<double>(front.Length());
}

inline bool PassesSides(Sides sides, const b2Fixture* fixture, int32_t child, b2Vec2 normal)
{
	const b2Shape* shape = fixture->GetShape();
	const b2Rot& rotation = fixture->GetBody()->GetTransform().q;
	if (sides == Sides::Both || shape->GetType() == b2Shape::e_polygon || shape->GetType() == b2Shape::e_circle)
	{
		return true;
	}
	if (shape->GetType() == b2Shape::e_edge)
	{
		const auto* edge = static_cast<const b2EdgeShape*>(shape);
		const double front = FrontOf(edge->m_vertex1, edge->m_vertex2, normal, rotation);
		if (edge->m_oneSided == false)
		{
			return sides == Sides::Front && std::abs(front) > 0.5;
		}
		return sides == Sides::Front ? front > 0.5 : front < -0.5;
	}
	const auto* chain = static_cast<const b2ChainShape*>(shape);
	const double front = FrontOf(chain->m_vertices[child], chain->m_vertices[child + 1], normal, rotation);
	return sides == Sides::Front ? front > 0.5 : front < -0.5;
}

/// Returns all hits, each as if nothing else existed. They are sorted by entry, and ties are in the world's order.
inline std::vector<RayHit> BruteForceEach(const b2World& world, const Ray& ray, const QueryFilter& filter = {})
{
	std::vector<RayHit> hits;
	for (const b2Body* body = world.GetBodyList(); body != nullptr; body = body->GetNext())
	{
		for (const b2Fixture* node = body->GetFixtureList(); node != nullptr; node = node->GetNext())
		{
			b2Fixture* fixture = const_cast<b2Fixture*>(node);
			if (body->IsEnabled() == false || PassesFilter(filter, fixture) == false)
			{
				continue;
			}
			for (int32_t child = 0; child < fixture->GetShape()->GetChildCount(); ++child)
			{
				const auto span = CastRayAtShape(*fixture->GetShape(), child, body->GetTransform(), ray);
				if (span && (filter.startInside || span->startsInside == false) &&
				    PassesSides(filter.sides, fixture, child, span->enter.normal))
				{
					hits.push_back({*span, {fixture, child}});
				}
			}
		}
	}
	std::stable_sort(hits.begin(), hits.end(),
	                 [](const RayHit& a, const RayHit& b) { return a.enter.fraction < b.enter.fraction; });
	return hits;
}

/// True if another thing than the one that was hit contains the point.
inline bool LiesInAnother(const b2World& world, const RayHit& hit, b2Vec2 point, QueryFilter filter)
{
	filter.startInside = true;
	filter.sides = Sides::Both;
	const std::vector<RayHit> others = BruteForceEach(world, {point, {0.0f, 0.0f}}, filter);
	return std::any_of(others.begin(), others.end(),
	                   [&](const RayHit& other) { return other.fixture != hit.fixture || other.child != hit.child; });
}

/// True if another edge than the one that was hit touches the hit point within rounding.
inline bool TouchesAnotherEdge(Space space, const RayHit& hit, QueryFilter filter)
{
	filter.startInside = true;
	filter.sides = Sides::Both;
	const b2Vec2 point = hit.enter.point;
	const float near = 0x1p-20f * std::max({std::abs(point.x), std::abs(point.y), 1.0f});
	std::vector<OverlapHit> touched;
	OverlapCircle(space, point, near, touched, filter);
	return std::any_of(touched.begin(), touched.end(),
	                   [&](const OverlapHit& other)
	                   {
		                   const bool isIt =
		                       other.fixture == hit.fixture && other.child == hit.child && other.id == hit.id;
		                   // An item without a fixture may be a segment.
		                   const bool isEdge = other.fixture == nullptr ||
		                                       other.fixture->GetType() == b2Shape::e_edge ||
		                                       other.fixture->GetType() == b2Shape::e_chain;
		                   return isIt == false && isEdge && other.depth <= near * 1.001f;
	                   });
}

/// Sets the point of the first hit. Other things may hide this point from the ray's origin, contain it, or end there.
/// Then the point that CastRayClosest reports in a space is used; the tests SeenPoint and RoomCorner check that point.
inline void SeeFirst(Space space, const Ray& ray, const QueryFilter& filter, bool liesInAnother, RayHit& first)
{
	if (first.startsInside == false &&
	    (liesInAnother || InSight(space, ray.origin, first.enter.point, filter) == false ||
	     TouchesAnotherEdge(space, first, filter)))
	{
		const std::optional<RayHit> closest = CastRayClosest(space, ray, filter);
		const bool isEdge = first.exit.point == first.enter.point && first.exit.normal == first.enter.normal;
		first.enter.point = closest ? closest->enter.point : first.enter.point;
		first.exit.point = isEdge ? first.enter.point : first.exit.point;
	}
}

/// Returns the first hit, as CastRayClosest reports it.
inline std::optional<RayHit> BruteForceClosest(const b2World& world, const Ray& ray, const QueryFilter& filter = {})
{
	const std::vector<RayHit> hits = BruteForceEach(world, ray, filter);
	std::optional<RayHit> first = hits.empty() ? std::nullopt : std::optional(hits.front());
	if (first)
	{
		SeeFirst(world, ray, filter, LiesInAnother(world, *first, first->enter.point, filter), *first);
	}
	return first;
}

/// Sets the points of later entries. If another thing contains such a point, the point that CastRayAll reports is used;
/// the test TouchingPoint checks that point.
inline void FreeOthers(const b2World& world, Space space, const Ray& ray, const QueryFilter& filter,
                       std::vector<RayHit>& hits)
{
	std::vector<RayHit> all;
	CastRayAll(space, ray, all, filter);
	for (RayHit& hit : std::span(hits).subspan(1))
	{
		const auto isSame = [&](const RayHit& other)
		{
			return other.fixture == hit.fixture && other.child == hit.child &&
			       other.enter.fraction == hit.enter.fraction;
		};
		const auto told = std::find_if(all.begin(), all.end(), isSame);
		if (told != all.end() && told->enter.point != hit.enter.point &&
		    LiesInAnother(world, hit, hit.enter.point, filter))
		{
			const bool isEdge = hit.exit.point == hit.enter.point && hit.exit.normal == hit.enter.normal;
			hit.enter.point = told->enter.point;
			hit.exit.point = isEdge ? hit.enter.point : hit.exit.point;
		}
	}
}

/// Returns all hits, sorted by entry, with ties in the world's order. `space` contains the same things as the world.
inline std::vector<RayHit> BruteForceAll(const b2World& world, const Ray& ray, const QueryFilter& filter, Space space)
{
	std::vector<RayHit> hits = BruteForceEach(world, ray, filter);
	if (hits.empty() == false)
	{
		RayHit& first = hits.front();
		SeeFirst(space, ray, filter, LiesInAnother(world, first, first.enter.point, filter), first);
		FreeOthers(world, space, ray, filter, hits);
	}
	return hits;
}

inline std::vector<RayHit> BruteForceAll(const b2World& world, const Ray& ray, const QueryFilter& filter = {})
{
	return BruteForceAll(world, ray, filter, world);
}

inline bool IsSame(const Crossing& a, const Crossing& b)
{
	return a.fraction == b.fraction && a.point == b.point && a.normal == b.normal && a.edge == b.edge;
}

/// Like IsSame, but the points may differ.
inline bool IsSameButPoint(const Crossing& a, Crossing b)
{
	b.point = a.point;
	return IsSame(a, b);
}

/// True if the hits are bit-identical, except that 0 equals -0.
inline bool IsSame(const RayHit& a, const RayHit& b)
{
	return a.fixture == b.fixture && a.child == b.child && IsSame(a.enter, b.enter) && IsSame(a.exit, b.exit) &&
	       a.startsInside == b.startsInside && a.endsInside == b.endsInside && a.grazing == b.grazing;
}

} // namespace ricochet::test
