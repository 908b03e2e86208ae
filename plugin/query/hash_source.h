// MIT License, Copyright (c) 2026 the ricochet authors

#pragma once

#include "index/spatial_state.h"
#include "query/snapshot_source.h"

namespace ricochet
{

/// A SpatialHash as a source (see source.h).
struct HashSource : GridSource
{
	using Hit = HashHit;

	explicit HashSource(const SpatialHash::State& theHash) : GridSource{theHash}, hash(theHash) {}

	const SpatialHash::State& hash;

	void Tell(const Ray& ray, const SnapshotChild& what, const LocalSpan& span, HashHit& hit) const
	{
		ToFrame(span, ray, what.entry->outline.pose.q, hit);
		Name(what, hit);
	}

	/// Sets in a hit of any kind what was hit.
	template <class AnyHit>
	void Name(const SnapshotChild& what, AnyHit& hit) const
	{
		const HashItem item = hash.NamesOf(static_cast<uint32_t>(what.entry - hash.entries.data()));
		hit.fixture = item.fixture;
		hit.child = item.child;
		hit.id = item.id;
		hit.tag = item.tag;
	}

	/// A hit that has the names of what was hit, and what its cast has told.
	template <class AnyHit, class Told>
	[[nodiscard]] AnyHit HitOf(const SnapshotChild& what, const Told& told) const
	{
		AnyHit hit;
		static_cast<Told&>(hit) = told;
		Name(what, hit);
		return hit;
	}

	/// Null entry: there is no such thing any more.
	template <class AnyHit>
	[[nodiscard]] SnapshotChild WhatOf(const AnyHit& hit) const
	{
		const uint32_t index = hit.id ? hash.FindByHand(hit.id) : hash.Find(hit.fixture, hit.child);
		return {index != ChildTable::k_none ? &hash.entries[index] : nullptr, {}};
	}

	[[nodiscard]] std::optional<SnapshotChild> Find(const Ray&, const HashHit& hit) const
	{
		const SnapshotChild what = WhatOf(hit);
		return what.entry != nullptr ? std::optional(what) : std::nullopt;
	}
};

} // namespace ricochet
