// MIT License, Copyright (c) 2026 the ricochet authors

#include "geometry/hull_meet.h"

#include "geometry/hull_lanes.h"
#include "geometry/hull_pair.h"

#include <algorithm>

namespace ricochet
{

namespace
{

// True where no vertex of the sum is within the radius of the line: all lie to one side of it.
template <size_t N>
RICOCHET_ALWAYS_INLINE bool PassesBy(const HullPair& pair, const MovingHull& moving, const b2Rot& turn,
                                     const LanePoints<N>& still)
{
	const Vec<double> d = pair.Translation();
	const auto x = static_cast<float>(d.x);
	const auto y = static_cast<float>(d.y);
	const auto startX = static_cast<float>(pair.Start().x);
	const auto startY = static_cast<float>(pair.Start().y);
	std::array<Lanes::Four, N> sides;
	for (size_t k = 0; k < N; ++k)
	{
		sides[k] = x * (still.y[k] - startY) - y * (still.x[k] - startX);
	}
	// The frame of what stands still is stretched by |q|, and so are both factors of a cross product.
	const double stretch = static_cast<double>(turn.c) * turn.c + static_cast<double>(turn.s) * turn.s;
	const double doubt = k_laneShare * pair.Size() * pair.WaySize() + k_laneUnderflow;
	const double reach = pair.Radius() * Length(d) + doubt;
	return AnyAtOnce(SmallestOf(sides) - stretch * moving.leftmost > reach,
	                 LargestOf(sides) - stretch * moving.rightmost < -reach);
}

template <size_t N, size_t M>
CutResult CastByDoubles(const HullPair& pair, const HullLanes<N, M>& lanes, const MovingHull& moving, double cutoff,
                        HullMeet& met)
{
	const double end = moving.maxFraction;
	SumPicks picks;
	lanes.PickEdges(picks);
	// Asked only where it seems so.
	const double last = std::min(end, cutoff);
	const bool seemsMet = AllAtOnce(picks.areKnown, picks.enterFraction<last, picks.exitFraction> 0.0f,
	                                picks.enterFraction < picks.exitFraction);
	if (seemsMet == false && lanes.PassesUntil(last))
	{
		return CutResult::Miss;
	}
	std::array<LocalCrossing, 2> crossings;
	auto& [enter, exit] = crossings;
	TouchingFeatures unused;
	const uint32_t certain = picks.areKnown ? pair.CrossBoth({picks.enter, picks.exit}, crossings, met.touching) : 0;
	if (picks.areKnown == false || ((certain & 1) == 0 && pair.Cross(picks.enter, -1, enter, met.touching) == false))
	{
		return CutResult::Uncertain;
	}
	if (std::abs(enter.fraction - end) <= k_placeShare * (std::abs(enter.fraction) + end))
	{
		return CutResult::Uncertain;
	}
	if (AnyAtOnce(enter.fraction > cutoff, enter.fraction > end))
	{
		return CutResult::Miss;
	}
	if ((certain & 2) == 0 && pair.Cross(picks.exit, 1, exit, unused) == false)
	{
		return CutResult::Uncertain;
	}
	const double sum = std::abs(exit.fraction) + std::abs(enter.fraction);
	if (AllAtOnce(std::abs(exit.fraction - end) > k_placeShare * (std::abs(exit.fraction) + end),
	              exit.fraction - enter.fraction > k_placeShare * sum) == false)
	{
		return CutResult::Uncertain;
	}
	if (exit.fraction < 0.0)
	{
		return CutResult::Miss;
	}
	SetSpan(end, enter, exit, enter.fraction<0.0, exit.fraction> end, met);
	return CutResult::Hit;
}

template <size_t N, size_t M>
CutResult LocateByDoubles(const HullPair& pair, const HullLanes<N, M>& lanes, const MovingHull& moving, HullMeet& met)
{
	SumNearest nearest;
	if (lanes.FindNearest(nearest) == false)
	{
		return CutResult::Miss;
	}
	CutResult result = CutResult::Uncertain;
	if (nearest.isInCore)
	{
		met.knowsWayOut = nearest.isAlone && pair.WayOver(nearest.corner, met.wayOut);
		result = CutResult::Hit;
	}
	else if (pair.Radius() > 0.0)
	{
		result = nearest.isKnown ? pair.LocateBeside(nearest.corner) : CutResult::Uncertain;
		met.knowsWayOut = result == CutResult::Hit && pair.WayFrom(nearest.corner, met.wayOut);
	}
	SetSpan(moving.maxFraction, {}, {}, true, true, met);
	return result;
}

// One vertex of either.
CutResult MeetDiscs(const HullPair& pair, const MovingHull& moving, double cutoff, HullMeet& met)
{
	const double end = moving.maxFraction;
	if (moving.isPoint)
	{
		const CutResult result = pair.LocateAtRound(0, 0);
		met.knowsWayOut = pair.WayFromVertices(met.wayOut);
		SetSpan(end, {}, {}, true, true, met);
		return result;
	}
	LocalCrossing enter, exit;
	if (pair.CrossRound(0, 0, -1, enter, met.touching) == false ||
	    pair.CrossRound(0, 0, 1, exit, met.touching) == false ||
	    std::abs(enter.fraction - end) <= k_placeShare * (std::abs(enter.fraction) + end) ||
	    std::abs(exit.fraction - end) <= k_placeShare * (std::abs(exit.fraction) + end))
	{
		return CutResult::Uncertain;
	}
	if (AnyAtOnce(enter.fraction > cutoff, enter.fraction > end, exit.fraction < 0.0))
	{
		return CutResult::Miss;
	}
	SetSpan(end, enter, exit, enter.fraction<0.0, exit.fraction> end, met);
	return CutResult::Hit;
}

template <size_t N, size_t M>
CutResult MeetInLanes(const MovingHull& moving, const Hull& still, const b2Transform& stillPose, double cutoff,
                      HullMeet& met)
{
	const LanePoints<N> points(still.vertices);
	const HullPair pair(moving, still, stillPose, SizeOf(points));
	if ((pair.Size() < k_largestInLanes) == false)
	{
		return CutResult::Uncertain;
	}
	if (moving.isPoint == false && PassesBy(pair, moving, stillPose.q, points))
	{
		return CutResult::Miss;
	}
	if constexpr (M == 0)
	{
		if (still.vertices.size() == 1)
		{
			return MeetDiscs(pair, moving, cutoff, met);
		}
	}
	const HullLanes<N, M> lanes(pair, moving, points);
	return moving.isPoint ? LocateByDoubles(pair, lanes, moving, met) : CastByDoubles(pair, lanes, moving, cutoff, met);
}

template <size_t N>
CutResult MeetInLanes(const MovingHull& moving, const Hull& still, const b2Transform& stillPose, double cutoff,
                      HullMeet& met)
{
	const size_t count = moving.hull.vertices.size();
	if (count == 1)
	{
		return MeetInLanes<N, 0>(moving, still, stillPose, cutoff, met);
	}
	return count <= 4 ? MeetInLanes<N, 1>(moving, still, stillPose, cutoff, met)
	                  : MeetInLanes<N, 2>(moving, still, stillPose, cutoff, met);
}

} // namespace

CutResult MeetHullByDoubles(const MovingHull& moving, const Hull& still, const b2Transform& stillPose, double cutoff,
                            HullMeet& met)
{
	const size_t count = still.vertices.size();
	if (moving.isInLanes == false || count - 1 >= 8 || (still.radius >= 0.0f) == false ||
	    IsRotation(stillPose.q) == false)
	{
		return CutResult::Uncertain;
	}
	met.knowsWayOut = false;
	return count <= 4 ? MeetInLanes<1>(moving, still, stillPose, cutoff, met)
	                  : MeetInLanes<2>(moving, still, stillPose, cutoff, met);
}

bool MeetHull(const MovingHull& moving, const Hull& still, const b2Transform& stillPose, double cutoff, HullMeet& met)
{
	const CutResult result = MeetHullByDoubles(moving, still, stillPose, cutoff, met);
	return result == CutResult::Uncertain ? MeetHullExactly(moving, still, stillPose, cutoff, met)
	                                      : result == CutResult::Hit;
}

namespace
{

template <size_t N, size_t M>
bool FindWayOutInLanes(const HullPair& pair, const MovingHull& moving, const LanePoints<N>& points, WayOut& way)
{
	const HullLanes<N, M> lanes(pair, moving, points);
	SumNearest nearest;
	if (lanes.FindNearest(nearest) == false)
	{
		return false;
	}
	return nearest.isInCore ? nearest.isAlone && pair.WayOver(nearest.corner, way)
	                        : nearest.isKnown && pair.WayFrom(nearest.corner, way);
}

template <size_t N>
bool FindWayOutInLanes(const MovingHull& moving, const Hull& still, const b2Transform& stillPose, WayOut& way)
{
	const LanePoints<N> points(still.vertices);
	const HullPair pair(moving, still, stillPose, SizeOf(points));
	const size_t count = moving.hull.vertices.size();
	if ((pair.Size() < k_largestInLanes) == false)
	{
		return false;
	}
	if (count == 1)
	{
		return still.vertices.size() == 1 ? pair.WayFromVertices(way)
		                                  : FindWayOutInLanes<N, 0>(pair, moving, points, way);
	}
	return count <= 4 ? FindWayOutInLanes<N, 1>(pair, moving, points, way)
	                  : FindWayOutInLanes<N, 2>(pair, moving, points, way);
}

} // namespace

bool FindWayOut(const MovingHull& moving, const Hull& still, const b2Transform& stillPose, WayOut& way)
{
	if (moving.isInLanes == false || still.vertices.size() > 8)
	{
		return false;
	}
	return still.vertices.size() <= 4 ? FindWayOutInLanes<1>(moving, still, stillPose, way)
	                                  : FindWayOutInLanes<2>(moving, still, stillPose, way);
}

} // namespace ricochet
