// MIT License, Copyright (c) 2026 the ricochet authors

#include "geometry/hull_meet.h"

#include "geometry/hull_pair.h"
#include "geometry/sum_lanes.h"

#include <algorithm>

namespace ricochet
{

MovingHull::MovingHull(const Hull& given, const b2Transform& at, b2Vec2 by, float last)
    : hull(given), pose(at), translation(by), maxFraction(last)
{
	const size_t count = hull.vertices.size();
	const bool fits = count - 1 < 8;
	isPoint = maxFraction == 0.0f || (translation.x == 0.0f && translation.y == 0.0f);
	waySize = std::abs(static_cast<double>(translation.x)) + std::abs(static_cast<double>(translation.y));
	isInLanes = false;
	isValid = hull.radius >= 0.0f && IsPose(pose) && maxFraction >= 0.0f &&
	          std::isfinite(waySize + hull.radius + maxFraction) && (fits || IsHull(hull));
	if (isValid && fits)
	{
		count <= 4 ? PutInLanes<1>() : PutInLanes<2>();
	}
}

// A rotation increases |x| + |y| of a vector by a factor of at most sqrt(2), which is less than 1.5.
template <size_t N>
void MovingHull::PutInLanes()
{
	const LanePoints<N> given(hull.vertices);
	const LanePoints<N> along = given.Edges();
	const Vec<double> way = InverseTurn(pose.q, Lift<double>(translation));
	std::array<Lanes::Four, N> sides;
	for (size_t k = 0; k < N; ++k)
	{
		points.x[k] = given.x[k];
		points.y[k] = given.y[k];
		edges.x[k] = along.x[k];
		edges.y[k] = along.y[k];
		sides[k] = static_cast<float>(way.x) * given.y[k] - static_cast<float>(way.y) * given.x[k];
	}
	leftmost = LargestOf(sides);
	rightmost = SmallestOf(sides);
	size = 1.5 * SizeOf(given);
	isValid = std::isfinite(size) || IsHull(hull); // a sum of finite floats may overflow
	isInLanes = size + waySize * std::max(1.0f, maxFraction) + hull.radius < k_largestInLanes;
}

// Floats are off by less than 2^-20 of the products that make up a value.
inline constexpr double k_laneShare = 0x1p-19;
// Underflow adds less than this to the error.
inline constexpr double k_laneUnderflow = 0x1p-110;
// Underflow below a root adds less than this to the error, for each metre of radius.
inline constexpr double k_rootUnderflow = 0x1p-72;
// Tests the edges of the sum of two hulls in floats, four at once. It proves misses, but only guesses edges and
// features. M is 0 if the moving hull is one vertex.
template <size_t N, size_t M>
class HullLanes
{
public:
	using Corner = SumHull::Corner;

	HullLanes(const HullPair& pair, const MovingHull& moving, const LanePoints<N>& still)
	    : m_pair(pair), m_still(still), m_size(static_cast<float>(k_laneShare * pair.Size())),
	      m_radius(static_cast<float>(pair.Radius()))
	{
		Vec<double> start = pair.Start();
		const LanePoints<N> edges = still.Edges();
		std::copy_n(edges.x.begin(), N, m_along.x.begin());
		std::copy_n(edges.y.begin(), N, m_along.y.begin());
		if constexpr (M == 0)
		{
			start = start + pair.MovingAt(0);
			SetHeights(still, edges, start, std::array<Lanes::Four, N>{}, 0);
		}
		else
		{
			const auto c = static_cast<float>(pair.TurnCosine());
			const auto s = static_cast<float>(pair.TurnSine());
			m_moving = MovingHull::FirstOf<M>(moving.points).TurnedBack(c, s);
			const LanePoints<M> turned = MovingHull::FirstOf<M>(moving.edges).TurnedBack(c, s);
			std::copy_n(turned.x.begin(), M, m_along.x.begin() + N);
			std::copy_n(turned.y.begin(), M, m_along.y.begin() + N);
			SetHeights(still, edges, start, ReachesOf(m_moving, edges), 0);
			SetHeights(m_moving, turned, start, ReachesOf(still, turned), N);
		}
		const auto underflow = static_cast<float>(k_laneUnderflow + k_rootUnderflow * pair.Radius());
		for (size_t k = 0; k < k_count; ++k)
		{
			m_doubts[k] = m_size * (Lanes::AbsOf(m_along.x[k]) + Lanes::AbsOf(m_along.y[k])) + underflow;
		}
	}

	// True if it is proven that up to a fraction the whole line is outside of one edge, farther off than the radius.
	[[nodiscard]] bool PassesUntil(double fraction) const
	{
		const Vec<double> end = std::min(fraction, 1e30) * m_pair.Translation();
		const auto x = static_cast<float>(end.x);
		const auto y = static_cast<float>(end.y);
		const auto way = static_cast<float>(k_laneShare) * (std::abs(x) + std::abs(y));
		LaneMask passes = 0;
		for (size_t k = 0; k < k_count; ++k)
		{
			const Lanes::Four slope = x * m_along.y[k] - y * m_along.x[k];
			const Lanes::Four doubt = m_doubts[k] + way * (Lanes::AbsOf(m_along.x[k]) + Lanes::AbsOf(m_along.y[k]));
			passes |= Lanes::PositiveOf(m_heights[k] + Lanes::MinOf(Lanes::Four{}, slope) - ReachOf(k) - doubt);
		}
		return passes != 0;
	}

	void PickEdges(SumPicks& picks) const
	{
		const auto x = static_cast<float>(m_pair.Translation().x);
		const auto y = static_cast<float>(m_pair.Translation().y);
		constexpr float k_infinite = std::numeric_limits<float>::infinity();
		std::array<Lanes::Four, k_count> enters, exits;
		for (size_t k = 0; k < k_count; ++k)
		{
			const Lanes::Four slope = x * m_along.y[k] - y * m_along.x[k];
			const Lanes::Four fraction = (ReachOf(k) - m_heights[k]) / slope;
			enters[k] = Choose(slope < 0.0f, fraction, Lanes::Four{} - k_infinite);
			exits[k] = Choose(slope > 0.0f, fraction, Lanes::Four{} + k_infinite);
		}
		const float enter = LargestOf(enters);
		const float exit = SmallestOf(exits);
		picks.areKnown = enter > -k_infinite && exit < k_infinite;
		if (picks.areKnown)
		{
			picks.enterFraction = enter;
			picks.exitFraction = exit;
			picks.enter = CornerOf(LaneOf(enters, enter));
			picks.exit = CornerOf(LaneOf(exits, exit));
		}
	}

	// Returns false if the start is proven to be outside of an edge, farther off than the radius.
	[[nodiscard]] bool FindNearest(SumNearest& nearest) const
	{
		constexpr float k_infinite = std::numeric_limits<float>::infinity();
		std::array<Lanes::Four, k_count> distances, doubts;
		LaneMask isOutside = 0;
		LaneMask isDoubtful = 0;
		for (size_t k = 0; k < k_count; ++k)
		{
			const Lanes::Four square = m_along.x[k] * m_along.x[k] + m_along.y[k] * m_along.y[k];
			const Lanes::Four length = Lanes::RootOf(square);
			const auto isEdge = square > 0.0f;
			distances[k] = Choose(isEdge, m_heights[k] / length, Lanes::Four{} - k_infinite);
			doubts[k] = Choose(isEdge, m_doubts[k] / length, Lanes::Four{});
			isOutside |= Lanes::PositiveOf(m_heights[k] - m_radius * length - m_doubts[k]);
			const auto hasLength = (m_along.x[k] != 0.0f) | (m_along.y[k] != 0.0f);
			isDoubtful |= Lanes::MaskOf(hasLength & (m_heights[k] + m_doubts[k] >= 0.0f));
		}
		const float distance = LargestOf(distances);
		nearest.isKnown = distance > -k_infinite;
		if (isOutside != 0 || nearest.isKnown == false)
		{
			return isOutside == 0;
		}
		nearest.isInCore = isDoubtful == 0 && distance < 0.0f;
		nearest.corner = CornerOf(LaneOf(distances, distance));
		const Lanes::Four doubt = Lanes::Four{} + 4.0f * LargestOf(doubts);
		LaneMask near = 0;
		for (size_t k = 0; k < k_count; ++k)
		{
			near |= Lanes::MaskOf(distances[k] >= distance - doubt) << (4 * k);
		}
		nearest.isAlone = IsAlone(near, nearest.corner);
		return true;
	}

private:
	static constexpr size_t k_count = N + M;

	template <size_t K>
	void SetHeights(const LanePoints<K>& tails, const LanePoints<K>& along, const Vec<double>& start,
	                const std::array<Lanes::Four, K>& reaches, size_t first)
	{
		const auto x = static_cast<float>(start.x);
		const auto y = static_cast<float>(start.y);
		for (size_t k = 0; k < K; ++k)
		{
			m_heights[first + k] = (x - tails.x[k]) * along.y[k] - (y - tails.y[k]) * along.x[k] - reaches[k];
		}
	}

	// The radius times the length of each edge.
	[[nodiscard]] Lanes::Four ReachOf(size_t k) const
	{
		return m_radius == 0.0f ? Lanes::Four{}
		                        : m_radius * Lanes::RootOf(m_along.x[k] * m_along.x[k] + m_along.y[k] * m_along.y[k]);
	}

	[[nodiscard]] Corner CornerOf(size_t lane) const
	{
		const float x = m_along.x[lane / 4 % k_count][lane % 4];
		const float y = m_along.y[lane / 4 % k_count][lane % 4];
		const auto edge = static_cast<uint32_t>(lane % (4 * N));
		if constexpr (M == 0)
		{
			return {edge, 0, false};
		}
		else
		{
			return lane < 4 * N ? Corner{edge, static_cast<uint32_t>(SupportOf(m_moving, x, y)), false}
			                    : Corner{static_cast<uint32_t>(SupportOf(m_still, x, y)),
			                             static_cast<uint32_t>(lane - 4 * N), true};
		}
	}

	[[nodiscard]] bool IsAlone(LaneMask near, Corner corner) const
	{
		if ((near & (near - 1)) == 0)
		{
			return true;
		}
		return m_pair.Align(corner) && near == (1u << corner.still | 1u << (4 * N + corner.moving));
	}

	const HullPair& m_pair;
	const LanePoints<N>& m_still;
	LanePoints<M == 0 ? 1 : M> m_moving; // vertices of the moving hull, mirrored, in the frame of the static hull
	LanePoints<k_count> m_along;
	// Height of the start over each edge of the sum, times the edge's length.
	std::array<Lanes::Four, k_count> m_heights;
	std::array<Lanes::Four, k_count> m_doubts;
	float m_size;
	float m_radius;
};

namespace
{

// True if it is proven that all vertices of the sum lie to one side of the line, farther off than the radius.
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
	// The rotation q of the static hull scales its frame by |q|, so a cross product of two vectors in it by |q|^2.
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
	// PassesUntil is called only if the guessed edges suggest a miss.
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

// Casts a hull of one vertex at a hull of one vertex: both are discs or points.
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

// The parameter M of HullLanes for a moving hull: its number of vertices in groups of four, 0 for one vertex.
size_t LanesOf(const MovingHull& moving)
{
	const size_t count = moving.hull.vertices.size();
	return count == 1 ? 0 : (count <= 4 ? 1 : 2);
}

} // namespace

CutResult MeetHullByDoubles(const MovingHull& moving, const Hull& still, const b2Transform& stillPose, double cutoff,
                            HullMeet& met)
{
	if (moving.isInLanes == false || still.vertices.size() - 1 >= 8 || (still.radius >= 0.0f) == false ||
	    IsRotation(stillPose.q) == false)
	{
		return CutResult::Uncertain;
	}
	met.knowsWayOut = false;
	static constexpr decltype(&MeetInLanes<1, 0>) k_meet[2][3] = {
	    {MeetInLanes<1, 0>, MeetInLanes<1, 1>, MeetInLanes<1, 2>},
	    {MeetInLanes<2, 0>, MeetInLanes<2, 1>, MeetInLanes<2, 2>}};
	return k_meet[still.vertices.size() > 4][LanesOf(moving)](moving, still, stillPose, cutoff, met);
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
bool FindWayOutInLanes(const MovingHull& moving, const Hull& still, const b2Transform& stillPose, WayOut& way)
{
	const LanePoints<N> points(still.vertices);
	const HullPair pair(moving, still, stillPose, SizeOf(points));
	if ((pair.Size() < k_largestInLanes) == false)
	{
		return false;
	}
	if (M == 0 && still.vertices.size() == 1)
	{
		return pair.WayFromVertices(way);
	}
	const HullLanes<N, M> lanes(pair, moving, points);
	SumNearest nearest;
	if (lanes.FindNearest(nearest) == false)
	{
		return false;
	}
	return nearest.isInCore ? nearest.isAlone && pair.WayOver(nearest.corner, way)
	                        : nearest.isKnown && pair.WayFrom(nearest.corner, way);
}

} // namespace

bool FindWayOut(const MovingHull& moving, const Hull& still, const b2Transform& stillPose, WayOut& way)
{
	if (moving.isInLanes == false || still.vertices.size() > 8)
	{
		return false;
	}
	static constexpr decltype(&FindWayOutInLanes<1, 0>) k_find[2][3] = {
	    {FindWayOutInLanes<1, 0>, FindWayOutInLanes<1, 1>, FindWayOutInLanes<1, 2>},
	    {FindWayOutInLanes<2, 0>, FindWayOutInLanes<2, 1>, FindWayOutInLanes<2, 2>}};
	return k_find[still.vertices.size() > 4][LanesOf(moving)](moving, still, stillPose, way);
}

} // namespace ricochet
