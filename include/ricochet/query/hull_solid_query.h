// MIT License, Copyright (c) 2026 the ricochet authors

#pragma once

#include <ricochet/export.h>
#include <ricochet/query/hull_query.h>
#include <ricochet/query/solid_query.h>

#include <vector>

RICOCHET_EXPORT_BEGIN

namespace ricochet
{

/// The part of a hull's path on which it overlaps one solid: any of the touching and overlapping fixtures of one body.
/// The contact (contact, still, moving) and the start (depth, wayOut) are those of the thing that is entered, as in a
/// HullHit.
struct HullSolidSpan : HullSpan, Item ///< the Item is the thing that is entered
{
	b2Body* body = nullptr;     ///< body of the fixture that is entered; null for something that was added by hand
	b2Body* exitBody = nullptr; ///< body of the fixture that is left; only a tag can make it differ from body
	Item exitItem;              ///< the thing that is left
};

// The solids that a hull goes through. The spans of CastHullAll (query/hull_query.h) are merged if they touch or
// overlap, so a gap that is narrower than the hull is no gap.
//
// - Spans touch by the rule of CastRaySolids (query/solid_query.h). Its tolerance counts the coordinates of the whole
//   hull. So a hull that passes the common corner of two fixtures finds one solid, at any angle.
// - A span of things that the hull only grazes is grazing. If it touches a span of the same solid that the hull goes
//   through, the two are one span that does not graze.
// - A hull overlaps an edge or a chain over some length of its path. So these spans are merged, too.

/// Replaces the content of solids by the solids on the path, sorted by entry, ties in the world's order. A path that
/// cannot be cast finds none. Without tagOf each body is a solid by itself, and so is each thing that was added by
/// hand.
void CastHullSolids(Space space, const HullPath& path, std::vector<HullSolidSpan>& solids,
                    const QueryFilter& filter = {}, const SolidTag& tagOf = {});

/// CastHullSolids for a shape of Box2D. Its children, and the pieces of a geometry that is attached to it, count as
/// one.
void CastShapeSolids(Space space, const b2Shape& shape, const b2Transform& pose, b2Vec2 translation,
                     std::vector<HullSolidSpan>& solids, const QueryFilter& filter = {}, const SolidTag& tagOf = {});

} // namespace ricochet

RICOCHET_EXPORT_END
