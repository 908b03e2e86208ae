// MIT License, Copyright (c) 2026 the ricochet authors

#pragma once

#include <ricochet/export.h>
#include <ricochet/query/beam.h>

#include <cstddef>
#include <span>
#include <vector>

RICOCHET_EXPORT_BEGIN

namespace ricochet
{

// What batches of casts take and give (index/snapshot.h).

/// A list for each cast of a batch, one behind the other. Reusable: a batch replaces the content and keeps the memory.
template <class T>
struct BatchLists
{
	std::vector<T> items;       ///< of all lists, in the order of the casts
	std::vector<size_t> firsts; ///< list i begins at items[firsts[i]] and ends before items[firsts[i + 1]]: one number
	                            ///< more than casts; none before the first batch and after one that was refused

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
	std::vector<BeamEnd> ends; ///< of each beam
};

} // namespace ricochet

RICOCHET_EXPORT_END
