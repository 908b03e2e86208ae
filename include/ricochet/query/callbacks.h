// MIT License, Copyright (c) 2026 the ricochet authors

#pragma once

#include <ricochet/export.h>
#include <ricochet/query/query_filter.h>

#include <box2d/b2_collision.h>
#include <box2d/b2_math.h>
#include <box2d/b2_world_callbacks.h>

#include <vector>

RICOCHET_EXPORT_BEGIN

namespace ricochet
{

// Callbacks for code that calls b2World::RayCast and b2World::QueryAABB itself. They filter, keep the right hit and
// return the right floats to Box2D.
//
// - The casts are those of the fixtures: exact on ricochet's shapes, Box2D's on stock shapes. To get both crossings,
//   child and edge on any shape, use ray_query.h. It also accepts the rays on which b2World::RayCast aborts.
// - They apply the filter's sides to the reported normal alone. So one-sided edges are never reported from the back.
//   Two children of a chain that lie on each other in opposite directions can't be told apart.

/// A hit as b2World::RayCast reports it.
struct StockHit
{
	b2Fixture* fixture = nullptr;
	b2Vec2 point{0.0f, 0.0f};
	b2Vec2 normal{0.0f, 0.0f};
	float fraction = 0.0f;
};

/// Keeps the closest hit. `world.RayCast(&callback, a, b); if (callback.hasHit) ... callback.hit`. Reusable after
/// Reset.
struct ClosestRayCallback : b2RayCastCallback
{
	explicit ClosestRayCallback(QueryFilter queryFilter = {}); ///< for one cast; call Reset before another one
	float ReportFixture(b2Fixture* fixture, const b2Vec2& point, const b2Vec2& normal, float fraction) override;
	void Reset(); ///< prepares for another call; keeps the filter

	QueryFilter filter;
	StockHit hit;
	bool hasHit = false;
};

/// Stops at the first accepted hit. Box2D decides which hit is the first.
struct AnyRayCallback : b2RayCastCallback
{
	explicit AnyRayCallback(QueryFilter queryFilter = {}); ///< for one cast; call Reset before another one
	float ReportFixture(b2Fixture* fixture, const b2Vec2& point, const b2Vec2& normal, float fraction) override;
	void Reset(); ///< prepares for another call; keeps the filter

	QueryFilter filter;
	bool hasHit = false;
};

/// Keeps all hits in Box2D's order; Sort orders them by fraction, ties in the world's order.
struct AllRayCallback : b2RayCastCallback
{
	explicit AllRayCallback(QueryFilter queryFilter = {}); ///< for one cast; call Reset before another one
	float ReportFixture(b2Fixture* fixture, const b2Vec2& point, const b2Vec2& normal, float fraction) override;
	void Sort();  ///< call it when the cast is done
	void Reset(); ///< prepares for another call; keeps the filter

	QueryFilter filter;
	std::vector<StockHit> hits;
};

/// Collects the accepted fixtures whose shapes overlap a box, each fixture once, in Box2D's order:
/// `OverlapCallback callback(box); world.QueryAABB(&callback, callback.box);`. Box2D alone would report all fixtures
/// whose fat bounds overlap the box.
///
/// - Shapes and box are closed, and the test is exact.
/// - Polygons count without Box2D's skin. Edges and chains have no sides here.
/// - A body whose pose is not finite overlaps nothing. A box that is not valid overlaps nothing.
struct OverlapCallback : b2QueryCallback
{
	explicit OverlapCallback(const b2AABB& queriedBox, QueryFilter queryFilter = {}); ///< for one query
	bool ReportFixture(b2Fixture* fixture) override;
	void Reset(); ///< prepares for another call; keeps the filter

	b2AABB box; ///< the one given to b2World::QueryAABB
	QueryFilter filter;
	std::vector<b2Fixture*> fixtures;

private:
	std::vector<b2Fixture*> m_beside; // fixtures of several children, none of which overlaps the box
};

} // namespace ricochet

RICOCHET_EXPORT_END
