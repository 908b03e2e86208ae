// MIT License, Copyright (c) 2026 the ricochet authors

#include "geometry/kernels.h"
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

Facing FacingOf(int front)
{
	return front > 0 ? Facing::Front : (front < 0 ? Facing::Back : Facing::Along);
}

// One cast on its way: the nearest hit so far.
class HashCast
{
public:
	HashCast(const SpatialHash::State& state, const Ray& ray, const QueryFilter& filter, bool any)
	    : m_state(state), m_ray(ray), m_filter(filter), m_slabs(ray, 0.0f), m_fraction(ray.maxFraction),
	      m_cutoff(CutoffAbove(ray.maxFraction)), m_any(any)
	{
	}

	[[nodiscard]] bool HasHit() const { return m_best != nullptr; }

	/// True if nothing that lies beyond a fraction can change the answer any more.
	[[nodiscard]] bool IsDone(double fraction) const { return m_best != nullptr && (m_any || m_cutoff < fraction); }

	void Look(const b2AABB& box, uint32_t index)
	{
		if ((m_any && HasHit()) || m_slabs.Entry(box, m_cutoff) > m_cutoff)
		{
			return;
		}
		const HashEntry& entry = m_state.entries[index];
		const std::optional<ShapeSpan> met = Meet(entry);
		if (met.has_value() == false || AcceptsSpan(m_filter, *met) == false)
		{
			return;
		}
		const float fraction = static_cast<float>(met->span.enter.fraction);
		if (m_best == nullptr || fraction < m_fraction || (fraction == m_fraction && entry.rank < m_best->rank))
		{
			m_best = &entry;
			m_span = met->span;
			m_fraction = fraction;
			m_cutoff = CutoffAbove(fraction);
		}
	}

	[[nodiscard]] std::optional<HashHit> Hit() const
	{
		if (m_best == nullptr)
		{
			return std::nullopt;
		}
		const auto index = static_cast<uint32_t>(m_best - m_state.entries.data());
		const RaySpan span = m_best->shape != nullptr ? InFrame(m_span, m_ray, m_best->pose.q) : InFrame(m_span, m_ray);
		const HashItem item = m_state.ItemOf(index);
		return HashHit{{span, item.fixture, item.child}, item.id, item.tag};
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
			local.SetCutoff(m_cutoff);
			return CastShapeLocal(*entry.shape, entry.child, local);
		}
		if (m_inWorld.has_value() == false)
		{
			m_inWorld.emplace(m_ray);
		}
		m_inWorld->SetCutoff(m_cutoff);
		const std::optional<LocalSegmentHit> hit = CrossSegmentLocal(*m_inWorld, entry.a, entry.b);
		return hit ? std::optional(ShapeSpan{hit->span, FacingOf(hit->front), false}) : std::nullopt;
	}

	const SpatialHash::State& m_state;
	const Ray& m_ray;
	const QueryFilter& m_filter;
	SlabTest m_slabs;
	std::optional<LocalRay> m_inWorld; // for segments, made for the first of them
	const HashEntry* m_best = nullptr;
	LocalSpan m_span;
	float m_fraction;
	double m_cutoff;
	bool m_any;
};

// Looks at entries in the order of the cells along the ray, as far as the answer may depend on them.
void CastThrough(const SpatialHash::State& state, const Ray& ray, HashCast& cast)
{
	constexpr double k_start = -1.0;
	for (uint32_t index : state.wide)
	{
		cast.Look(state.places[index].cover.box, index);
	}
	RayCells cells(ray, state.cellSize, state.cells.Lower(), state.cells.Upper());
	if (cells.HasCells() == false || cast.IsDone(k_start))
	{
		return;
	}
	if (cells.Count() > 4.0 * state.count + 64.0)
	{
		// More cells than entries: those are sooner looked at one by one.
		for (uint32_t i = 0; i < state.entries.size() && cast.IsDone(k_start) == false; ++i)
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
	HashCast cast(*m_state, ray, filter, false);
	CastThrough(*m_state, ray, cast);
	return cast.Hit();
}

bool SpatialHash::CastRayAny(const Ray& ray, const QueryFilter& filter) const
{
	if (IsValid(ray) == false)
	{
		return false;
	}
	HashCast cast(*m_state, ray, filter, true);
	CastThrough(*m_state, ray, cast);
	return cast.HasHit();
}

} // namespace ricochet
