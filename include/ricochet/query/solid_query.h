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

/// Names what a body is a part of: spans of bodies with one name are merged, as of a wall that is built of bricks.
/// Pure; may run on any thread. Over a Snapshot the body is a name that may be gone.
using SolidTag = std::function<uintptr_t(const b2Body*)>;

/// The part of a ray in one solid: in all touching and overlapping fixtures of one body together. The crossings are
/// those of its outer faces; seams inside are not told. Holes are kept.
struct SolidSpan : RaySpan
{
	b2Body* body = nullptr; ///< of the fixture that is entered, as are these
	b2Fixture* fixture = nullptr;
	int32_t child = 0;
	b2Body* exitBody = nullptr; ///< of the fixture that is left, as are these; another one only by a tag
	b2Fixture* exitFixture = nullptr;
	int32_t exitChild = 0;
};

// These queries find what is solid along a ray: the spans of CastRayAll (ray_query.h), merged where they touch or
// overlap. They are exact but for one tolerance, which bullets share (ImpactEvent::thickness). Two surfaces touch if the
// distance between them, across the steeper of the two, is at most 2^-20 of the coordinates there and at the solid's
// entry, or of 1 m. So pieces which share an edge leave no gap, wherever an outline was cut. A ray along a seam is
// inside if there is solid on either side. Where the origin lies on a seam, the solid startsInside.
// Edges and chains have no thickness: each crossing is a solid by itself, unless it lies in or on another one.

/// Solids sorted by entry, ties in the world's order. Replaces the content of solids. Without a tag each body is by
/// itself.
void CastRaySolids(const b2World& world, const Ray& ray, std::vector<SolidSpan>& solids, const QueryFilter& filter = {},
                   const SolidTag& tagOf = {});

/// How much of the way from one point to another is solid (m), where bodies overlap counted once.
[[nodiscard]] float SolidLength(const b2World& world, b2Vec2 from, b2Vec2 to, const QueryFilter& filter = {});

} // namespace ricochet

RICOCHET_EXPORT_END
