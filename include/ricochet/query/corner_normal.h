// MIT License, Copyright (c) 2026 the ricochet authors

#pragma once

#include <ricochet/export.h>
#include <ricochet/query/query_filter.h>

#include <box2d/b2_math.h>

#include <optional>

class b2World;

RICOCHET_EXPORT_BEGIN

namespace ricochet
{

// A cast tells the normal of one face. Where it comes to a corner, a game may want the one between both faces, so that
// what bounces there does not depend on which of them was told; and where two fixtures abut, none of the seam.

/// The normal of a surface at a point on it, as seen by what comes there along a direction: of all that is solid within
/// `reach` (m) of the point, the two outer faces beside the way that it comes are taken, and the unit vector halfway
/// between their normals. On a face, or at a flush seam between two fixtures, that is the normal of the face; of a
/// round, that of its tangent; at the free end of an edge it points away along the edge. Edges and chains count from
/// both sides. Of the corners of one shape that are within reach the nearest counts. Whatever the filter refuses is not
/// there. By doubles. None if nothing is within reach, if what is there is all around, as a solid is about a point in
/// it that is farther from its surface (with filter.startInside false such a solid is not there), or for a direction of
/// (0, 0) or numbers that are not finite. A reach below the rounding of the point finds nothing: the point of a hit is
/// within 1 ulp of the surface.
[[nodiscard]] std::optional<b2Vec2> CornerNormal(const b2World& world, b2Vec2 point, b2Vec2 direction,
                                                 float reach = 0.001f, const QueryFilter& filter = {});

} // namespace ricochet

RICOCHET_EXPORT_END
