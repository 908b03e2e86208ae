// MIT License, Copyright (c) 2026 the ricochet authors

#pragma once

#include <ricochet/export.h>
#include <ricochet/query/query_filter.h>
#include <ricochet/query/space.h>

#include <box2d/b2_math.h>

#include <optional>

RICOCHET_EXPORT_BEGIN

namespace ricochet
{

// A cast reports the normal of one face. At a corner, a game may want the normal between both faces, so that a bounce
// does not depend on which of them was reported. Where two fixtures abut, it does not want the normal of a face inside
// the seam.

/// Returns the normal of a surface at a point on it, as seen by something that comes there along a direction.
///
/// Only solids within `reach` (m) of the point count. From the opposite of the direction it turns to the left and to
/// the right, up to the first face of a solid. It returns the unit vector halfway between the normals of these two
/// faces. That is
///
///   on a face, or a flush seam between two fixtures    the normal of the face
///   on a circle or a rounded corner                    the normal of its tangent
///   at the free end of an edge                         along the edge, away from it
///
/// - Edges and chains count from both sides. If one shape has several corners within reach, the nearest counts.
/// - Things that the filter refuses are ignored.
/// - The point of a hit may be off the surface by 2 units in the last place of its coordinates. A smaller reach finds
///   nothing there.
/// - There is none if nothing is within reach, for a direction of (0, 0), and for numbers that are not finite. There is
///   also none if solid is all around, as about a point that is deeper than the reach in a solid. With
///   filter.startInside false such a solid is ignored.
///
/// It is computed in double.
[[nodiscard]] std::optional<b2Vec2> CornerNormal(Space space, b2Vec2 point, b2Vec2 direction, float reach = 0.001f,
                                                 const QueryFilter& filter = {});

} // namespace ricochet

RICOCHET_EXPORT_END
