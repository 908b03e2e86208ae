// MIT License, Copyright (c) 2026 the ricochet authors

#pragma once

#include "index/snapshot_state.h"
#include "query/source.h"

namespace ricochet
{

/// An entry of a snapshot, as a ray comes by it.
struct SnapshotChild
{
	const SnapshotEntry* entry = nullptr;
	CertainCut cut; ///< by the line of the ray of the walk, if it is a polygon

	friend bool operator==(const SnapshotChild& a, const SnapshotChild& b) { return a.entry == b.entry; }
};

[[nodiscard]] inline bool ComesBefore(const SnapshotChild& a, const SnapshotChild& b)
{
	return a.entry->rank < b.entry->rank;
}

/// A name.
[[nodiscard]] inline const b2Body* BodyOf(const SnapshotChild& what)
{
	return what.entry->body;
}

[[nodiscard]] inline bool Accepts(const QueryFilter& filter, const SnapshotChild& what)
{
	const SnapshotEntry& entry = *what.entry;
	return Accepts(filter, NamedFixture{NameOf(entry.fixture), entry.body, entry.filter, entry.isSensor});
}

[[nodiscard]] inline Place PlaceOf(const SnapshotChild& what)
{
	const SnapshotEntry& entry = *what.entry;
	return {{.vertices = entry.Vertices(),
	         .radius = entry.radius,
	         .isEdge = entry.isEdge,
	         .oneSided = entry.oneSided,
	         .ends = {entry.outline.vertices[0], entry.outline.vertices[1]},
	         .attached = entry.attached.Get()},
	        entry.child,
	        entry.outline.pose};
}

[[nodiscard]] inline CertainCut CutOf(const SnapshotChild& what)
{
	return what.entry->IsPolygon() || what.entry->isEdge ? what.cut : CertainCut{};
}

/// A snapshot as a source (see source.h).
struct SnapshotSource
{
	using What = SnapshotChild;

	const Snapshot::State& state;

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
		const auto walk = [&](const NestedGrid& grid, SnapshotEntry::Part part, double limit)
		{
			return grid.WalkThick(heading, limit,
			                      [&](uint32_t index, const LaneRay& lanes, double current)
			                      {
				                      SnapshotChild what{&state.entries[index], {}};
				                      CertainCut ofRayAlone;
				                      if (what.entry->part != part ||
				                          lanes.Misses(what.entry->outline, current, ofRayAlone))
				                      {
					                      return current;
				                      }
				                      const double cutoff = visit(what);
				                      return cutoff >= 0.0 ? cutoff * perCutoff : k_stop;
			                      });
		};
		const double limit =
		    walk(state.still, SnapshotEntry::Part::Still, CutoffAbove(thick.ray.maxFraction) * perCutoff);
		if (limit >= 0.0)
		{
			walk(state.moving, SnapshotEntry::Part::Moving, limit);
		}
	}

	template <class Visit>
	void WalkUntil(const Ray& ray, Visit&& visit) const
	{
		const double all = CutoffAbove(ray.maxFraction);
		Walk(ray, [&](const SnapshotChild& what) { return visit(what) ? k_stop : all; });
	}

	template <class Visit>
	void WalkWay(b2Vec2 from, b2Vec2 to, Visit&& visit) const
	{
		const Way way(from, to);
		const double all = CutoffAbove(way.ray.maxFraction);
		Walk(way, [&](const SnapshotChild& what) { return visit(what) ? k_stop : all; });
	}

	/// Walk of the exact way, with cutoffs in lengths of its ray.
	template <class Visit>
	void Walk(const Way& way, Visit&& visit) const
	{
		WalkLine(way.ray, way.translation, visit);
	}

	static void Tell(const Ray& ray, const SnapshotChild& what, const LocalSpan& span, RayHit& hit)
	{
		ToFrame(span, ray, what.entry->outline.pose.q, hit);
		static_cast<Item&>(hit) = ItemOf(what);
	}

	/// The fixture is a name.
	[[nodiscard]] static Item ItemOf(const SnapshotChild& what)
	{
		return {NameOf(what.entry->fixture), what.entry->child, {}, 0};
	}

	/// Null entry: there is no such child.
	[[nodiscard]] SnapshotChild WhatOf(const Item& item) const
	{
		const uint32_t index = state.Find(item.fixture, item.child);
		return {index != ChildTable::k_none ? &state.entries[index] : nullptr, {}};
	}

	[[nodiscard]] std::optional<SnapshotChild> Find(const Item& item) const
	{
		const SnapshotChild what = WhatOf(item);
		return what.entry != nullptr ? std::optional(what) : std::nullopt;
	}

	/// Takes some bytes for each entry and thread that it keeps, to know which entries it has visited.
	template <class Visit>
	void WalkBox(const b2AABB& box, Visit&& visit) const
	{
		using Part = SnapshotEntry::Part;
		thread_local std::vector<uint32_t> lastWalks;
		thread_local uint32_t walks = 0;
		if (++walks == 0)
		{
			lastWalks.clear();
			walks = 1;
		}
		lastWalks.resize(std::max(lastWalks.size(), state.entries.size()));
		const auto walk = [&](const NestedGrid& grid, Part part)
		{
			grid.WalkBox(box,
			             [&](uint32_t index)
			             {
				             const SnapshotChild what{&state.entries[index], {}};
				             if (what.entry->part == part && std::exchange(lastWalks[index], walks) != walks)
				             {
					             visit(what);
				             }
			             });
		};
		walk(state.still, Part::Still);
		walk(state.moving, Part::Moving);
	}

	[[nodiscard]] std::array<Pair, 2> Extent() const { return state.Extent(); }

	/// Visits every entry to find them.
	template <class Visit>
	void ForEachOf(const b2Body& body, Visit&& visit) const
	{
		for (const SnapshotEntry& entry : state.entries)
		{
			if (entry.body == &body && entry.part != SnapshotEntry::Part::None)
			{
				visit(SnapshotChild{&entry, {}});
			}
		}
	}

private:
	static constexpr double k_stop = -1.0; // nothing is of interest any more
	static constexpr double k_above = 1.0 + 0x1p-40;

	// The translation is that of the ray before it was rounded.
	template <class Visit>
	void WalkLine(const Ray& ray, const Vec<double>& translation, Visit&& visit) const
	{
		const double length =
		    std::sqrt(Dot(translation, translation)); // of floats: no square leaves the range of double
		const double perCutoff = length * k_above;
		const Heading heading(ray.origin, translation, length);
		const auto walk = [&](const NestedGrid& grid, SnapshotEntry::Part part, double limit)
		{
			return grid.Walk(heading, limit,
			                 [&](uint32_t index, const LaneRay& lanes, double current)
			                 {
				                 SnapshotChild what{&state.entries[index], {}};
				                 if (what.entry->part != part || lanes.Misses(what.entry->outline, current, what.cut))
				                 {
					                 return current;
				                 }
				                 const double cutoff = visit(what);
				                 return cutoff >= 0.0 ? cutoff * perCutoff : k_stop;
			                 });
		};
		const double limit = walk(state.still, SnapshotEntry::Part::Still, CutoffAbove(ray.maxFraction) * perCutoff);
		if (limit >= 0.0)
		{
			walk(state.moving, SnapshotEntry::Part::Moving, limit);
		}
	}
};

} // namespace ricochet
