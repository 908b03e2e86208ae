// MIT License, Copyright (c) 2026 the ricochet authors

#pragma once

#include <ricochet/export.h>
#include <ricochet/geometry/hull_cast.h>
#include <ricochet/index/item.h>
#include <ricochet/query/query_filter.h>
#include <ricochet/query/space.h>

#include <box2d/b2_collision.h>

#include <vector>

class b2Shape;

RICOCHET_EXPORT_BEGIN

namespace ricochet
{

/// A thing that a shape overlaps.
struct OverlapHit : Item
{
	float depth = 0.0f;        ///< how far the shape would have to move to come free of it (m), computed in double
	b2Vec2 wayOut{0.0f, 0.0f}; ///< the direction of that move, unit

	/// The position of the shape's pose after that move, rounded outwards. There the shape neither overlaps the thing
	/// nor touches it. A move by depth * wayOut may leave the shape in the thing by rounding.
	///
	/// - The way out of a point exactly on an edge leads to the right of that edge.
	/// - If the shape has several pieces, the place frees the piece that overlaps the thing deepest.
	/// - If the thing is an attached geometry, the place is free of all its pieces. If the way out of the deepest piece
	///   leads out of all pieces, it is taken: it is then the shortest. Else moves along the way out of each piece are
	///   compared, and moves halfway between two of the first four ways. The shortest of these moves that leads out of
	///   all pieces is taken.
	b2Vec2 place{0.0f, 0.0f};
};

// Overlap tests in a Space (query/space.h). They test the shapes themselves, not their bounds, exactly. Shapes that
// touch overlap. A hull that cannot be cast (query/hull_query.h) overlaps nothing.

/// Replaces the content of overlaps by everything that a hull overlaps, the deepest first, ties in the world's order.
void OverlapHull(Space space, const Hull& hull, const b2Transform& pose, std::vector<OverlapHit>& overlaps,
                 const QueryFilter& filter = {});

/// Returns true if the hull overlaps anything. This is cheaper than OverlapHull.
[[nodiscard]] bool OverlapHullAny(Space space, const Hull& hull, const b2Transform& pose,
                                  const QueryFilter& filter = {});

/// Replaces the content of found by everything that reaches into a box, each thing once, in no particular order. It is
/// cheaper than an overlap test: for viewports, and for everything that a light or a blast may reach. The shapes are
/// tested, not their bounds. Things that are apart from the box by no more than 2^-20 of its coordinates may be among
/// them. A box that is not finite or inverted finds nothing.
void FindInBox(Space space, const b2AABB& box, std::vector<Item>& found, const QueryFilter& filter = {});

/// OverlapHull for a shape of Box2D. Its children, and the pieces of a geometry that is attached to it, count as one.
void OverlapShape(Space space, const b2Shape& shape, const b2Transform& pose, std::vector<OverlapHit>& overlaps,
                  const QueryFilter& filter = {});

} // namespace ricochet

RICOCHET_EXPORT_END
