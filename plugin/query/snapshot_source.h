// MIT License, Copyright (c) 2026 the ricochet authors

#pragma once

#include "index/grid_index.h"
#include "index/snapshot_state.h"
#include "query/source.h"

namespace ricochet
{

/// An entry of a grid, as a ray comes by it.
struct SnapshotChild
{
	const SnapshotEntry* entry = nullptr;
	CertainCut cut; ///< by the line of the ray of the walk, if it is a polygon

	friend bool operator==(const SnapshotChild& a, const SnapshotChild& b) { return a.entry == b.entry; }
};

[[nodiscard]] inline bool ComesBefore(const SnapshotChild& a, const SnapshotChild& b)
{
	return a.entry->ComesBefore(*b.entry);
}

/// A name. Null for what was added by hand.
[[nodiscard]] inline FixtureChild FixtureOf(const SnapshotChild& what)
{
	return {NameOf(what.entry->fixture), what.entry->child};
}

/// A name. Null for what was added by hand.
[[nodiscard]] inline const b2Body* BodyOf(const SnapshotChild& what)
{
	return what.entry->fixture != nullptr ? what.entry->body : nullptr;
}

[[nodiscard]] inline bool Accepts(const QueryFilter& filter, const SnapshotChild& what)
{
	const SnapshotEntry& entry = *what.entry;
	return entry.fixture != nullptr
	           ? Accepts(filter, NamedFixture{NameOf(entry.fixture), entry.body, entry.filter, entry.isSensor})
	           : AcceptsCategory(filter, entry.filter);
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

/// The walks of an index of grids as a source (see source.h).
struct GridSource
{
	using What = SnapshotChild;

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
			    limit = grid.WalkThick(heading, limit,
			                           [&](uint32_t index, const LaneRay& lanes, double current)
			                           {
				                           SnapshotChild what{&state.entries[index], {}};
				                           CertainCut ofRayAlone;
				                           if (what.entry->grid != number ||
				                               lanes.Misses(what.entry->outline, current, ofRayAlone))
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
		double limit = CutoffAbove(ray.maxFraction) * perCutoff;
		state.ForEachGrid(
		    [&](const NestedGrid& grid, uint32_t number)
		    {
			    limit = grid.Walk(heading, limit,
			                      [&](uint32_t index, const LaneRay& lanes, double current)
			                      {
				                      SnapshotChild what{&state.entries[index], {}};
				                      if (what.entry->grid != number ||
				                          lanes.Misses(what.entry->outline, current, what.cut))
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
	using Hit = RayHit;

	explicit SnapshotSource(const GridIndex& index) : GridSource{index} {}

	static void Tell(const Ray& ray, const SnapshotChild& what, const LocalSpan& span, RayHit& hit)
	{
		ToFrame(span, ray, what.entry->outline.pose.q, hit);
		hit.fixture = NameOf(what.entry->fixture);
		hit.child = what.entry->child;
	}

	/// Null entry: there is no such child.
	template <class AnyHit>
	[[nodiscard]] SnapshotChild WhatOf(const AnyHit& hit) const
	{
		const uint32_t index = state.Find(hit.fixture, hit.child);
		return {index != ChildTable::k_none ? &state.entries[index] : nullptr, {}};
	}

	[[nodiscard]] std::optional<SnapshotChild> Find(const Ray&, const RayHit& hit) const
	{
		const SnapshotChild what = WhatOf(hit);
		return what.entry != nullptr ? std::optional(what) : std::nullopt;
	}
};

} // namespace ricochet
