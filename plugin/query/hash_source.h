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

	[[nodiscard]] Item ItemOf(const GridChild& what) const
	{
		return hash.NamesOf(static_cast<uint32_t>(what.entry - hash.entries.data()));
	}

	void Tell(const Ray& ray, const GridChild& what, const LocalSpan& span, RayHit& hit) const
	{
		ToFrame(span, ray, what.entry->outline.pose.q, hit);
		static_cast<Item&>(hit) = ItemOf(what);
	}

	/// Null entry: there is no such thing any more.
	[[nodiscard]] GridChild WhatOf(const Item& item) const
	{
		return WhatAt(item.id ? hash.FindByHand(item.id) : hash.Find(item.fixture, item.child));
	}

	[[nodiscard]] std::optional<GridChild> Find(const Item& item) const
	{
		const GridChild what = WhatOf(item);
		return what.entry != nullptr ? std::optional(what) : std::nullopt;
	}
};

} // namespace ricochet
