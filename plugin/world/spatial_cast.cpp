// MIT License, Copyright (c) 2026 the ricochet authors

#include "world/broadphase_walk.h"
#include "world/meet.h"
#include "world/ray_cells.h"
#include "world/spatial_state.h"

#include <algorithm>

namespace ricochet
{

namespace
{

using Kind = HashPlace::Kind;

// An entry of the grid, by the order in which entries came in.
struct Ranked
{
	const HashEntry* entry = nullptr;
};

bool ComesBefore(const Ranked& a, const Ranked& b)
{
	return a.entry->rank < b.entry->rank;
}

// One ray on its way.
template <class Collector>
class HashCast
{
public:
	HashCast(const SpatialHash::State& state, const Ray& ray, const QueryFilter& filter)
	    : m_state(state), m_ray(ray), m_filter(filter), m_slabs(ray, 0.0f), m_collector(ray.maxFraction)
	{
	}

	[[nodiscard]] const Collector& Collected() const { return m_collector; }

	/// True if nothing that lies beyond a fraction can change the answer any more.
	[[nodiscard]] bool IsDone(double fraction) const { return m_collector.IsDone(fraction); }
	[[nodiscard]] bool IsComplete() const { return m_collector.IsComplete(); }

	void Look(const b2AABB& box, uint32_t index)
	{
		const double cutoff = m_collector.Cutoff();
		if (m_collector.IsComplete() || m_slabs.Entry(box, cutoff) > cutoff)
		{
			return;
		}
		const HashEntry& entry = m_state.entries[index];
		const std::optional<ShapeSpan> met = Meet(entry);
		if (met && AcceptsSpan(m_filter, *met))
		{
			m_collector.Offer({&entry}, met->span);
		}
	}

private:
	std::optional<ShapeSpan> Meet(const HashEntry& entry)
	{
		const bool accepted =
		    entry.fixture != nullptr ? Accepts(m_filter, entry.fixture) : AcceptsCategory(m_filter, entry.filter);
		if (accepted == false)
		{
			return std::nullopt;
		}
		if (entry.shape != nullptr)
		{
			LocalRay local(m_ray, entry.pose);
			local.SetCutoff(m_collector.Cutoff());
			return CastShapeLocal(*entry.shape, entry.child, local);
		}
		if (m_inWorld.has_value() == false)
		{
			m_inWorld.emplace(m_ray);
		}
		m_inWorld->SetCutoff(m_collector.Cutoff());
		return CastEdgeLocal(*m_inWorld, entry.a, entry.b);
	}

	const SpatialHash::State& m_state;
	const Ray& m_ray;
	const QueryFilter& m_filter;
	SlabTest m_slabs;
	std::optional<LocalRay> m_inWorld; // for segments, made for the first of them
	Collector m_collector;
};

// Looks at entries in the order of the cells along the ray, as far as the answer may depend on them.
template <class Collector>
void CastThrough(const SpatialHash::State& state, const Ray& ray, HashCast<Collector>& cast)
{
	for (uint32_t index : state.wide)
	{
		cast.Look(state.places[index].cover.box, index);
	}
	RayCells cells(ray, state.cellSize, state.cells.Lower(), state.cells.Upper());
	if (cells.HasCells() == false || cast.IsComplete())
	{
		return;
	}
	if (cells.Count() > 4.0 * state.count + 64.0)
	{
		// More cells than entries: those are sooner looked at one by one.
		for (uint32_t i = 0; i < state.entries.size() && cast.IsComplete() == false; ++i)
		{
			if (state.places[i].kind == Kind::InCells)
			{
				cast.Look(state.places[i].cover.box, i);
			}
		}
		return;
	}
	do
	{
		for (const CellItem& item : state.cells.Find(cells.At()))
		{
			if ((item.Sides() & cells.CameOver()) == 0)
			{
				cast.Look(item.box, item.Entry());
			}
		}
	} while (cast.IsDone(cells.Exit()) == false && cells.Next());
}

} // namespace

std::optional<HashHit> SpatialHash::CastRayClosest(const Ray& ray, const QueryFilter& filter) const
{
	if (IsValid(ray) == false)
	{
		return std::nullopt;
	}
	HashCast<Closest<Ranked>> cast(*m_state, ray, filter);
	CastThrough(*m_state, ray, cast);
	const Closest<Ranked>& closest = cast.Collected();
	if (closest.HasHit() == false)
	{
		return std::nullopt;
	}
	const HashEntry& entry = *closest.Hit().entry;
	const HashItem item = m_state->ItemOf(static_cast<uint32_t>(&entry - m_state->entries.data()));
	const RaySpan span =
	    entry.shape != nullptr ? InFrame(closest.Span(), ray, entry.pose.q) : InFrame(closest.Span(), ray);
	return HashHit{{span, item.fixture, item.child}, item.id, item.tag};
}

bool SpatialHash::CastRayAny(const Ray& ray, const QueryFilter& filter) const
{
	if (IsValid(ray) == false)
	{
		return false;
	}
	HashCast<Any<Ranked>> cast(*m_state, ray, filter);
	CastThrough(*m_state, ray, cast);
	return cast.Collected().HasHit();
}

} // namespace ricochet
