// MIT License, Copyright (c) 2026 the ricochet authors

#pragma once

#include "index/ray_cells.h"
#include "index/spatial_state.h"
#include "query/source.h"

namespace ricochet
{

/// An entry of the grid. Of two, the first by the order in which they came in, fixtures in that of the world.
struct HashChild
{
	const HashEntry* entry = nullptr;
	friend bool operator==(const HashChild&, const HashChild&) = default;
};

[[nodiscard]] inline bool ComesBefore(const HashChild& a, const HashChild& b)
{
	return a.entry->rank < b.entry->rank;
}

[[nodiscard]] inline bool Accepts(const QueryFilter& filter, const HashChild& what)
{
	const HashEntry& entry = *what.entry;
	return entry.fixture != nullptr ? Accepts(filter, entry.fixture) : AcceptsCategory(filter, entry.filter);
}

/// Null for something that was added by hand.
[[nodiscard]] inline const b2Body* BodyOf(const HashChild& what)
{
	return what.entry->fixture != nullptr ? what.entry->fixture->GetBody() : nullptr;
}

[[nodiscard]] inline Place PlaceOf(const HashChild& what)
{
	const HashEntry& entry = *what.entry;
	return entry.shape != nullptr ? PlaceOf(*entry.shape, entry.child, entry.pose)
	                              : Place{{.isEdge = true, .ends = entry.ends}, entry.child, entry.pose};
}

/// The grid as a source (see source.h).
struct HashSource
{
	using What = HashChild;

	const SpatialHash::State& state;

	template <class Visit>
	void Walk(const Ray& ray, Visit&& visit) const
	{
		WalkCells(ray, {ray.translation.x, ray.translation.y}, 0.0f, visit);
	}

	template <class Visit>
	void WalkUntil(const Ray& ray, Visit&& visit) const
	{
		const double all = CutoffAbove(ray.maxFraction);
		Walk(ray, [&](const HashChild& what) { return visit(what) ? k_stop : all; });
	}

	/// In hash_thick.h.
	template <class Visit>
	void WalkThick(const ThickRay& thick, Visit&& visit) const;

	/// In hash_thick.h.
	template <class Visit>
	void WalkBox(const b2AABB& box, Visit&& visit) const;

	[[nodiscard]] std::array<Pair, 2> Extent() const
	{
		const Cell lower = state.cells.Lower();
		const Cell upper = state.cells.Upper();
		const double size = state.cellSize;
		return {Pair{size * lower.x, size * lower.y}, Pair{size * (upper.x + 1.0), size * (upper.y + 1.0)}};
	}

	/// Visits every entry to find them.
	template <class Visit>
	void ForEachOf(const b2Body& body, Visit&& visit) const
	{
		for (const HashEntry& entry : state.entries)
		{
			if (entry.fixture != nullptr && entry.fixture->GetBody() == &body)
			{
				visit(HashChild{&entry});
			}
		}
	}

	// Over many cells a ray strays farther than covers reach: cells are those of the way itself.
	template <class Visit>
	void WalkWay(b2Vec2 from, b2Vec2 to, Visit&& visit) const
	{
		const Way way(from, to);
		WalkCells(way.ray, way.translation, way.stray,
		          [&](const HashChild& what) { return visit(what) ? k_stop : CutoffAbove(way.ray.maxFraction); });
	}

	[[nodiscard]] static Item ItemOf(const HashChild& what)
	{
		return {what.entry->fixture, what.entry->child, what.entry->id, what.entry->tag};
	}

	static void Tell(const Ray& ray, const HashChild& what, const LocalSpan& span, RayHit& hit)
	{
		ToFrame(span, ray, what.entry->pose.q, hit);
		static_cast<Item&>(hit) = ItemOf(what);
	}

	/// Null entry: there is no such thing.
	[[nodiscard]] HashChild WhatOf(const Item& item) const
	{
		const uint32_t index = state.Find(item);
		return {index != SpatialHash::State::k_noEntry ? &state.entries[index] : nullptr};
	}

	[[nodiscard]] std::optional<HashChild> Find(const Item& item) const
	{
		const HashChild what = WhatOf(item);
		return what.entry != nullptr ? std::optional(what) : std::nullopt;
	}

private:
	static constexpr double k_stop = -1.0; // nothing is of interest any more

	// In the order of the cells along the ray. `translation` is that of the ray before it was rounded.
	template <class Visit>
	void WalkCells(const Ray& ray, const Vec<double>& translation, float stray, Visit&& visit) const;
};

template <class Visit>
void HashSource::WalkCells(const Ray& ray, const Vec<double>& translation, float stray, Visit&& visit) const
{
	const SpatialHash::State& grid = state; // which the compiler knows to stay the same
	const SlabTest slabs(ray, stray);
	double cutoff = CutoffAbove(ray.maxFraction);
	const auto look = [&](const b2AABB& box, uint32_t index) // false: that is all
	{
		if (slabs.Entry(box, cutoff) <= cutoff)
		{
			cutoff = visit(HashChild{&grid.entries[index]});
			return cutoff >= 0.0;
		}
		return true;
	};
	for (const uint32_t index : grid.wide)
	{
		if (look(grid.places[index].cover.box, index) == false)
		{
			return;
		}
	}
	RayCells cells(ray.origin, translation, ray.maxFraction, grid.cellSize, grid.cells.Lower(), grid.cells.Upper());
	if (cells.HasCells() == false)
	{
		return;
	}
	if (cells.Count() > 4.0 * grid.count + 64.0)
	{
		// More cells than entries: those are sooner looked at one by one.
		for (uint32_t i = 0; i < grid.entries.size(); ++i)
		{
			const HashPlace& place = grid.places[i];
			if (place.kind == HashPlace::Kind::InCells && look(place.cover.box, i) == false)
			{
				return;
			}
		}
		return;
	}
	do
	{
		for (const CellItem& item : grid.cells.Find(cells.At()))
		{
			if ((item.Sides() & cells.CameOver()) == 0 && look(item.box, item.Entry()) == false)
			{
				return;
			}
		}
	} while (cutoff >= cells.Exit() && cells.Next());
}

} // namespace ricochet
