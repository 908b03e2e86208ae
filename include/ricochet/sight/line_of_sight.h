// MIT License, Copyright (c) 2026 the ricochet authors

#pragma once

#include <ricochet/export.h>
#include <ricochet/geometry/error.h>
#include <ricochet/query/executor.h>
#include <ricochet/query/query_filter.h>
#include <ricochet/query/space.h>

#include <box2d/b2_math.h>

#include <cstdint>
#include <span>

class b2Body;

RICOCHET_EXPORT_BEGIN

namespace ricochet
{

// Line of sight in a Space (query/space.h), decided exactly for the two points as the floats that they are. It
// allocates nothing.

/// Returns true if no accepted shape blocks the straight line between two points. A shape blocks the line if it touches
/// it anywhere between the two points, or if one of the points is in its interior.
///
///   a point on a wall's surface     is seen from outside the wall, and from no point through the wall
///   a corner or rim on the line     blocks, also if the line only touches it: solids are closed
///   along a face or an edge         blocks, also if the line begins or ends on it
///   through the vertex of a chain   blocks, however the vertex is hit
///   from == to                      true unless the point is in the interior of a solid
///   NaN or infinity                 false
///
/// - InSight(space, a, b, filter) equals InSight(space, b, a, filter), to the last bit of the input. There is one
///   exception: Sides::Front and Sides::Back mean the side that `from` sees.
/// - With filter.startInside false, solids that contain `from` or `to` do not block. An exception is a concave geometry
///   that the line leaves and enters again.
/// - A point in a body is hidden by that body. From body to body, see the next function.
[[nodiscard]] bool InSight(Space space, b2Vec2 from, b2Vec2 to, const QueryFilter& filter = {});

/// Returns true if one body sees another: no accepted shape of a third body blocks the line between their middles. The
/// middle of a body is that of the bounding box of its shapes. The line is tested as between two points, see above.
///
/// - Sensors count in the middle of a body only if it has no other shapes.
/// - The shapes of the two bodies block nothing, whatever the filter says.
/// - False if one of the two has no shape in the space, such as a disabled body, or a pose that is not finite.
/// - Over a Snapshot the two references are only ids: the bodies may be gone. The line runs between their middles at
///   the snapshot's time. Over a SpatialHash the bodies are those whose fixtures it has.
/// - A part of a body may be in sight although its middle is not. SeenFraction (sight/visibility.h) says how much is.
[[nodiscard]] bool InSight(Space space, const b2Body& from, const b2Body& to, const QueryFilter& filter = {});

/// Two points, of which one looks for the other.
struct SightPair
{
	b2Vec2 from{0.0f, 0.0f};
	b2Vec2 to{0.0f, 0.0f};
};

/// Sets seen[i] to InSight of pairs[i], 1 or 0, on the threads of an executor. Places behind the last pair are left as
/// they were. Refused, with nothing written: TooFew places in seen. Do not let pairs and seen overlap.
Result<> InSightPairs(Space space, std::span<const SightPair> pairs, std::span<uint8_t> seen,
                      const QueryFilter& filter = {}, const Executor& executor = {});

} // namespace ricochet

RICOCHET_EXPORT_END
