// MIT License, Copyright (c) 2026 the ricochet authors

#pragma once

#include <ricochet/export.h>
#include <ricochet/query/ray_query.h>

#include <cstdint>
#include <functional>
#include <vector>

class b2Body;

RICOCHET_EXPORT_BEGIN

namespace ricochet
{

/// Returns a number for a body. Spans of bodies with the same number are merged, as for a wall that is built of bricks.
/// It must be pure and may run on any thread. Over a Snapshot the pointer is only an id: the body may be gone. For a
/// thing that was added by hand the body is null.
using SolidTag = std::function<uintptr_t(const b2Body*)>;

/// The part of a ray in one solid: in all touching and overlapping fixtures of one body together. The crossings are
/// those of its outer faces: there is none at a seam inside. Holes are kept.
struct SolidSpan : RaySpan, Item ///< the Item is the thing that is entered
{
	b2Body* body = nullptr;     ///< body of the fixture that is entered; null for something that was added by hand
	b2Body* exitBody = nullptr; ///< body of the fixture that is left; only a tag can make it differ from body
	Item exitItem;              ///< the thing that is left
};

// The solids along a ray: the spans of CastRayAll (query/ray_query.h), merged if they touch or overlap. They are exact
// but for one tolerance, which bullets also use (ImpactEvent::thickness).
//
// - Two surfaces touch if they are at most a tolerance apart, measured across the one that the ray crosses more
//   steeply. The tolerance is 2^-20 of the largest coordinate there and at the entry of the solid, or of 1 m if that is
//   more. So pieces that share an edge leave no gap, wherever an outline was cut.
// - Two pieces also touch if a point of the ray between them is within the tolerance of both. So if a ray leaves a
//   floor that close to the foot of a wall, it counts as inside until it enters the wall.
// - A ray along a joint is inside where solid lies on both sides of it, each within the tolerance of the ray. If the
//   ray's origin lies on a joint, the solid has startsInside. If the ray's end does, the solid has endsInside.
// - Where a ray crosses the surface at the end of a joint, the normal may be that of a face in the joint. CornerNormal
//   (query/corner_normal.h) returns the normal of the surface.
// - Solids are closed sets: where the ray slides along a face, it touches the solid. A span that only touches is
//   grazing. If the ray also enters the same solid before or behind that part, both are one span, which does not graze.
// - If a span that only touches ends inside or starts inside, the line beyond that end of the ray counts, too. If that
//   line enters the same solid, the span does not graze. The cast follows the line until the line leaves the solid.
// - Spans of one solid are disjoint.
// - Edges and chains have no thickness. Each crossing is a solid by itself, unless it touches another one.

/// Replaces the content of solids by the solids along the ray, sorted by entry, ties in the world's order. Without
/// tagOf each body is a solid by itself, and so is each thing that was added by hand.
void CastRaySolids(Space space, const Ray& ray, std::vector<SolidSpan>& solids, const QueryFilter& filter = {},
                   const SolidTag& tagOf = {});

/// Returns the length of the part of a straight line that is solid (m). Overlaps count once. Each end of a solid is
/// rounded by up to 2^-25 of the line's length. If the line is no valid ray, such as one to infinity, it returns 0.
[[nodiscard]] float SolidLength(Space space, b2Vec2 from, b2Vec2 to, const QueryFilter& filter = {});

} // namespace ricochet

RICOCHET_EXPORT_END
