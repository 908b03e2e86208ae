// MIT License, Copyright (c) 2026 the ricochet authors

#pragma once

#include "index/spatial_state.h"
#include "query/snapshot_source.h"

namespace ricochet
{

/// A SpatialHash as a source (see source.h).
struct HashSource : GridSource
{
	explicit HashSource(const SpatialHash::State& theHash) : GridSource{theHash}, hash(theHash) {}

	const SpatialHash::State& hash;

	[[nodiscard]] Item ItemOf(const SnapshotChild& what) const
	{
		return hash.NamesOf(static_cast<uint32_t>(what.entry - hash.entries.data()));
	}

	void Tell(const Ray& ray, const SnapshotChild& what, const LocalSpan& span, RayHit& hit) const
	{
		ToFrame(span, ray, what.entry->outline.pose.q, hit);
		static_cast<Item&>(hit) = ItemOf(what);
	}

	/// Null entry: there is no such thing any more.
	[[nodiscard]] SnapshotChild WhatOf(const Item& item) const
	{
		return WhatAt(item.id ? hash.FindByHand(item.id) : hash.Find(item.fixture, item.child));
	}

	[[nodiscard]] std::optional<SnapshotChild> Find(const Item& item) const
	{
		const SnapshotChild what = WhatOf(item);
		return what.entry != nullptr ? std::optional(what) : std::nullopt;
	}
};

} // namespace ricochet
