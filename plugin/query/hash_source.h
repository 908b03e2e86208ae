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

[[nodiscard]] inline Place PlaceOf(const HashChild& what)
{
	const HashEntry& entry = *what.entry;
	return entry.shape != nullptr
	           ? PlaceOf(*entry.shape, entry.child, entry.pose)
	           : Place{ChildGeometry::Edge(entry.ends[0], entry.ends[1], false), entry.child, entry.pose};
}

/// The grid as a source (see source.h).
struct HashSource
{
	using What = HashChild;
	using Hit = HashHit;

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

	// Over many cells a ray strays farther than covers reach: cells are those of the way itself.
	template <class Visit>
	void WalkWay(b2Vec2 from, b2Vec2 to, Visit&& visit) const
	{
		const Way way(from, to);
		WalkCells(way.ray, way.translation, way.stray,
		          [&](const HashChild& what) { return visit(what) ? k_stop : CutoffAbove(way.ray.maxFraction); });
	}

	void Tell(const Ray& ray, const HashChild& what, const LocalSpan& span, HashHit& hit) const
	{
		ToFrame(span, ray, what.entry->pose.q, hit);
		Name(what, hit);
	}

	/// Says in a hit of any kind what was hit.
	template <class AnyHit>
	void Name(const HashChild& what, AnyHit& hit) const
	{
		const HashItem item = state.ItemOf(IndexOf(*what.entry));
		hit.fixture = item.fixture;
		hit.child = item.child;
		hit.id = item.id;
		hit.tag = item.tag;
	}

	/// A hit of what was hit, and of what its cast has told.
	template <class AnyHit, class Told>
	[[nodiscard]] AnyHit HitOf(const HashChild& what, const Told& told) const
	{
		AnyHit hit;
		static_cast<Told&>(hit) = told;
		Name(what, hit);
		return hit;
	}

	[[nodiscard]] std::optional<HashChild> Find(const Ray& ray, const HashHit& hit) const
	{
		const uint32_t index = state.Find(hit.id);
		std::optional<HashChild> found;
		if (index != SpatialHash::State::k_noEntry)
		{
			found = HashChild{&state.entries[index]};
		}
		else if (hit.fixture != nullptr)
		{
			WalkUntil(ray,
			          [&](const HashChild& what)
			          {
				          if (what.entry->fixture == hit.fixture && what.entry->child == hit.child)
				          {
					          found = what;
				          }
				          return found.has_value();
			          });
		}
		return found;
	}

	[[nodiscard]] uint32_t IndexOf(const HashEntry& entry) const
	{
		return static_cast<uint32_t>(&entry - state.entries.data());
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
