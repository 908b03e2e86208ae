// MIT License, Copyright (c) 2026 the ricochet authors

#pragma once

#include <ricochet/export.h>
#include <ricochet/geometry/error.h>
#include <ricochet/query/beam.h>
#include <ricochet/query/executor.h>

#include <cstddef>
#include <span>
#include <vector>

RICOCHET_EXPORT_BEGIN

namespace ricochet
{

// Batches: many casts through a Space (query/space.h) in one call, on the threads of an executor. The answers do not
// depend on the executor. Nothing may change the Space meanwhile: a world must not step during a batch over it. Batches
// of 256 rays or more are sorted first, so that rays cast one after the other read the same memory. For that, a call
// allocates some bytes for each ray. If memory runs out, it keeps the given order.

/// A list for each cast of a batch, one behind the other. A batch replaces the content and reuses the memory.
template <class T>
struct BatchLists
{
	std::vector<T> items;       ///< the items of all lists, in the order of the casts
	std::vector<size_t> firsts; ///< list i begins at items[firsts[i]] and ends before items[firsts[i + 1]]. There is
	                            ///< one number more than casts. Empty before the first batch, and after one that was
	                            ///< refused

	/// The list of a cast, until the next change of items. Empty if there is no such cast.
	[[nodiscard]] std::span<const T> Of(size_t cast) const
	{
		const bool exists = cast < firsts.size() && cast + 1 < firsts.size();
		return exists ? std::span(items).subspan(firsts[cast], firsts[cast + 1] - firsts[cast]) : std::span<const T>();
	}
};

using RayHits = BatchLists<RayHit>;

/// A beam of a batch. The length of direction does not matter.
struct BeamRay
{
	b2Vec2 origin{0.0f, 0.0f};
	b2Vec2 direction{0.0f, 0.0f};
};

/// The legs of each beam of a batch.
struct BeamLegs : BatchLists<BeamLeg>
{
	std::vector<BeamEnd> ends; ///< the end of each beam
};

/// Sets hits[i] to CastRayClosest of rays[i]. A miss has no Item: HasHit() is false. Refused, with nothing written:
/// TooFew hits.
Result<> CastRaysClosest(Space space, std::span<const Ray> rays, std::span<RayHit> hits, const QueryFilter& filter = {},
                         const Executor& executor = {});

/// Sets isHit[i] to CastRayAny of rays[i]. Refused, with nothing written: TooFew places in isHit.
Result<> CastRaysAny(Space space, std::span<const Ray> rays, std::span<bool> isHit, const QueryFilter& filter = {},
                     const Executor& executor = {});

/// Replaces hits so that hits.Of(i) is CastRayAll of rays[i].
///
/// - Memory: during the call it needs about as much extra memory as the answer. Afterwards only the lists' growth
///   remains.
/// - Refused: OutOfMemory. After that, and if a predicate or the executor throws, the lists are empty. The library
///   throws no exception of its own into the executor.
Result<> CastRaysAll(Space space, std::span<const Ray> rays, RayHits& hits, const QueryFilter& filter = {},
                     const Executor& executor = {});

/// Casts many beams with the same def: legs.Of(i) and legs.ends[i] are CastBeam of rays[i]. Memory, refusals and
/// exceptions are those of CastRaysAll; the def's rule may throw as well.
Result<> CastBeams(Space space, std::span<const BeamRay> rays, const BeamDef& def, BeamLegs& legs,
                   const Executor& executor = {});

} // namespace ricochet

RICOCHET_EXPORT_END
