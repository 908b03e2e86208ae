// MIT License, Copyright (c) 2026 the ricochet authors

#pragma once

#include "geometry/surface_point.h"
#include "index/grid_index.h"
#include "index/snapshot_state.h"
#include "index/spatial_state.h"
#include "query/source.h"

namespace ricochet
{

/// An entry of a grid, as a walk visits it.
struct GridChild
{
	const GridEntry* entry = nullptr;
	CertainCut cut; ///< the edges of a polygon that the line of the walk crosses, if proven

	friend bool operator==(const GridChild& a, const GridChild& b) { return a.entry == b.entry; }
};

[[nodiscard]] inline bool ComesBefore(const GridChild& a, const GridChild& b)
{
	return a.entry->ComesBefore(*b.entry);
}

/// An id, never dereferenced. Null for entries added by hand.
[[nodiscard]] inline const b2Body* BodyOf(const GridChild& what)
{
	return what.entry->fixture != nullptr ? what.entry->body : nullptr;
}

[[nodiscard]] inline bool Accepts(const QueryFilter& filter, const GridChild& what)
{
	const GridEntry& entry = *what.entry;
	return entry.fixture != nullptr
	           ? Accepts(filter, NamedFixture{NameOf(entry.fixture), entry.body, entry.filter, entry.isSensor})
	           : AcceptsCategory(filter, entry.filter);
}

[[nodiscard]] inline Place PlaceOf(const GridChild& what)
{
	return {what.entry->Geometry(), what.entry->child, what.entry->outline.pose};
}

[[nodiscard]] inline CertainCut CutOf(const GridChild& what)
{
	return what.entry->HasSides() ? what.cut : CertainCut{};
}

/// Lets a query walk an index of grids: a source (source.h).
struct GridSource
{
	using What = GridChild;

	const GridIndex& state;

	template <class Visit>
	void Walk(const Ray& ray, Visit&& visit) const
	{
		WalkLine(ray, Lift<double>(ray.translation), visit);
	}

	template <class Visit>
	void WalkThick(const ThickRay& thick, Visit&& visit) const
	{
		const Vec<double> translation = Lift<double>(thick.ray.translation);
		const double length = std::sqrt(Dot(translation, translation));
		const double perCutoff = length * k_above;
		const ThickHeading heading{{thick.ray.origin, translation, length}, thick.reach, thick.radius};
		double limit = CutoffAbove(thick.ray.maxFraction) * perCutoff;
		state.ForEachGrid(
		    [&](const NestedGrid& grid, uint32_t number)
		    {
			    limit =
			        grid.WalkThick(heading, limit,
			                       [&](uint32_t index, const LaneRay& lanes, double current)
			                       {
				                       GridChild what{&state.entries[index], {}};
				                       CertainCut ofRayAlone;
				                       if (what.entry->grid != number ||
				                           lanes.Misses(what.entry->outline, what.entry->count, current, ofRayAlone))
				                       {
					                       return current;
				                       }
				                       const double cutoff = visit(what);
				                       return cutoff >= 0.0 ? cutoff * perCutoff : k_stop;
			                       });
			    return limit >= 0.0;
		    });
	}

	template <class Visit>
	void WalkUntil(const Ray& ray, Visit&& visit) const
	{
		const double all = CutoffAbove(ray.maxFraction);
		Walk(ray, [&](const GridChild& what) { return visit(what) ? k_stop : all; });
	}

	template <class Visit>
	void WalkWay(b2Vec2 from, b2Vec2 to, Visit&& visit) const
	{
		const Way way(from, to);
		const double all = CutoffAbove(way.ray.maxFraction);
		Walk(way, [&](const GridChild& what) { return visit(what) ? k_stop : all; });
	}

	/// Like Walk, for an exact path. Cutoffs are fractions of its ray.
	template <class Visit>
	void Walk(const Way& way, Visit&& visit) const
	{
		WalkLine(way.ray, way.translation, visit);
	}

	/// Allocates and keeps the memory of Visited.
	template <class Visit>
	void WalkBox(const b2AABB& box, Visit&& visit) const
	{
		Visited visited(state.entries.size());
		state.ForEachGrid(
		    [&](const NestedGrid& grid, uint32_t number)
		    {
			    grid.WalkBox(box,
			                 [&](uint32_t index)
			                 {
				                 const GridChild what{&state.entries[index], {}};
				                 if (what.entry->grid == number && visited.Mark(index))
				                 {
					                 visit(what);
				                 }
			                 });
			    return true;
		    });
	}

	[[nodiscard]] std::array<Pair, 2> Extent() const { return state.Extent(); }

	/// Tests every entry of the index.
	template <class Visit>
	void ForEachOf(const b2Body& body, Visit&& visit) const
	{
		for (const GridEntry& entry : state.entries)
		{
			if (entry.IsSomewhere() && entry.fixture != nullptr && entry.body == &body)
			{
				visit(GridChild{&entry, {}});
			}
		}
	}

protected:
	/// A null entry if there is no such thing.
	[[nodiscard]] GridChild WhatAt(uint32_t index) const
	{
		return {index != ChildTable::k_none ? &state.entries[index] : nullptr, {}};
	}

protected:
	// ToSurface, but it describes the geometry of an entry only if that is needed.
	static void TellSpan(const LocalSpan& span, const Ray& ray, const GridChild& what, RaySpan& out)
	{
		const GridEntry& entry = *what.entry;
		const uint32_t open = ToSurface(span, ray, entry.outline.pose, out);
		if (open != 0 || entry.attached.Get() != nullptr)
		{
			SettlePoints(span, ray, entry.outline.pose, entry.Geometry(), open, out);
		}
	}

private:
	static constexpr double k_stop = -1.0; // ends a walk
	static constexpr double k_above = 1.0 + 0x1p-40;

	// `translation` is the ray's translation before it was rounded to floats.
	template <class Visit>
	void WalkLine(const Ray& ray, const Vec<double>& translation, Visit&& visit) const
	{
		const double length = std::sqrt(Dot(translation, translation)); // squares of floats stay in the range of double
		const double perCutoff = length * k_above;
		const Heading heading(ray.origin, translation, length);
		double limit = CutoffAbove(ray.maxFraction) * perCutoff;
		state.ForEachGrid(
		    [&](const NestedGrid& grid, uint32_t number)
		    {
			    limit = grid.Walk(heading, limit,
			                      [&](uint32_t index, const LaneRay& lanes, double current)
			                      {
				                      GridChild what{&state.entries[index], {}};
				                      if (what.entry->grid != number ||
				                          lanes.Misses(what.entry->outline, what.entry->count, current, what.cut))
				                      {
					                      return current;
				                      }
				                      const double cutoff = visit(what);
				                      return cutoff >= 0.0 ? cutoff * perCutoff : k_stop;
			                      });
			    return limit >= 0.0;
		    });
	}
};

/// A snapshot as a source.
struct SnapshotSource : GridSource
{
	explicit SnapshotSource(const GridIndex& index) : GridSource{index} {}

	/// The fixture pointer in the item is only an id: the fixture may be gone.
	[[nodiscard]] static Item ItemOf(const GridChild& what)
	{
		return {NameOf(what.entry->fixture), what.entry->child, {}, 0};
	}

	static void Tell(const Ray& ray, const GridChild& what, const LocalSpan& span, RayHit& hit)
	{
		TellSpan(span, ray, what, hit);
		static_cast<Item&>(hit) = ItemOf(what);
	}

	/// A null entry if there is no such child.
	[[nodiscard]] GridChild WhatOf(const Item& item) const { return WhatAt(state.Find(item.fixture, item.child)); }

	[[nodiscard]] std::optional<GridChild> Find(const Item& item) const
	{
		const GridChild what = WhatOf(item);
		return what.entry != nullptr ? std::optional(what) : std::nullopt;
	}
};

/// Lets a query walk a SpatialHash: a source (source.h).
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
		TellSpan(span, ray, what, hit);
		static_cast<Item&>(hit) = ItemOf(what);
	}

	/// A null entry if there is no such thing any more.
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
