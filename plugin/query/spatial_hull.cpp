// MIT License, Copyright (c) 2026 the ricochet authors

#include "query/borrowed.h"
#include "query/hash_source.h"
#include "query/hull_walk.h"

namespace ricochet
{

namespace
{

// Everything that is met, by what it is.
struct MetEntry
{
	SnapshotChild what;
	HullSpan span;
};

class AllEntries
{
public:
	static constexpr bool k_takesEach = true;

	AllEntries(const MovingHull& moving, std::vector<MetEntry>& met) : m_moving(moving), m_met(met) {}

	[[nodiscard]] double Cutoff() const { return CutoffAbove(m_moving.maxFraction); }
	[[nodiscard]] HullMeet& Trial() { return m_trial; }
	void Offer(const SnapshotChild& what)
	{
		MetEntry& met = m_met.emplace_back();
		met.what = what;
		TellMeet(m_moving, PlaceOf(what), m_trial, met.span);
	}

private:
	const MovingHull& m_moving;
	std::vector<MetEntry>& m_met;
	HullMeet m_trial;
};

// Calls tell(met) with everything that a hull meets, in an order; the same thing once.
template <class IsFirst, class Tell>
void ForAllEntries(const HashSource& source, const HullPath& path, const QueryFilter& filter, IsFirst&& isFirst,
                   Tell&& tell)
{
	thread_local std::vector<MetEntry> kept;
	Borrowed borrowed(kept);
	std::vector<MetEntry>& met = *borrowed;
	met.clear();
	const MovingHull moving = MovingHullOf(path);
	AllEntries all(moving, met);
	CollectHulls(source, moving, filter, all);
	TellOnce(
	    met, isFirst,
	    [](const MetEntry& a, const MetEntry& b)
	    { return a.what == b.what && a.span.enter.fraction == b.span.enter.fraction; },
	    tell);
}

} // namespace

std::optional<HashCastHit> SpatialHash::CastHullClosest(const HullPath& path, const QueryFilter& filter) const
{
	const HashSource source{*m_state};
	const MovingHull moving = MovingHullOf(path);
	Closest<SnapshotChild, HullMeet> closest(path.maxFraction);
	CollectHulls(source, moving, filter, closest);
	if (closest.HasHit() == false)
	{
		return std::nullopt;
	}
	HullSpan span;
	TellMeet(moving, PlaceOf(closest.Hit()), closest.Kept(), span);
	return source.HitOf<HashCastHit>(closest.Hit(), span);
}

bool SpatialHash::CastHullAny(const HullPath& path, const QueryFilter& filter) const
{
	return AnyHullIn(HashSource{*m_state}, path, filter);
}

void SpatialHash::CastHullAll(const HullPath& path, std::vector<HashCastHit>& hits, const QueryFilter& filter) const
{
	hits.clear();
	const HashSource source{*m_state};
	ForAllEntries(
	    source, path, filter,
	    [](const MetEntry& a, const MetEntry& b)
	    { return IsNearer(a.span.enter.fraction, a.what, b.span.enter.fraction, b.what); },
	    [&](const MetEntry& met) { hits.push_back(source.HitOf<HashCastHit>(met.what, met.span)); });
}

void SpatialHash::OverlapHull(const Hull& hull, const b2Transform& pose, std::vector<HashOverlapHit>& overlaps,
                              const QueryFilter& filter) const
{
	overlaps.clear();
	const HashSource source{*m_state};
	const auto isFirst = [](const MetEntry& a, const MetEntry& b)
	{
		return a.span.depth != b.span.depth ? a.span.depth > b.span.depth : ComesBefore(a.what, b.what);
	};
	ForAllEntries(source, {hull, pose, {0.0f, 0.0f}, 0.0f}, filter, isFirst,
	              [&](const MetEntry& met)
	              {
		              HashOverlapHit& overlap = overlaps.emplace_back();
		              overlap.depth = met.span.depth;
		              overlap.wayOut = met.span.wayOut;
		              source.Name(met.what, overlap);
	              });
}

bool SpatialHash::OverlapHullAny(const Hull& hull, const b2Transform& pose, const QueryFilter& filter) const
{
	return CastHullAny({hull, pose, {0.0f, 0.0f}, 0.0f}, filter);
}

} // namespace ricochet
