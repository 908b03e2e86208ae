// MIT License, Copyright (c) 2026 the ricochet authors

#include "world/attached_meet.h"

#include "geometry/outline_clip.h"
#include "geometry/pose.h"
#include "geometry/turning_cast.h"
#include "world/local_sweep.h"

#include <algorithm>
#include <limits>

namespace ricochet
{

namespace
{

// Fractions of two pieces that touch are no farther apart, where they are about 1.
constexpr double k_seam = 0x1p-26;

double DepthOf(const MovingHull& moving, const Place& place, const HullMeet& met)
{
	float depth = 0.0f;
	b2Vec2 wayOut{0.0f, 0.0f};
	TellWayOut(moving, HullOfPiece(*place.geometry.attached, met.enterPiece), place.pose, met, depth, wayOut);
	return depth;
}

// A point on a seam is inside, though it starts in no piece's interior.
bool IsPointInside(const MovingHull& moving, const Place& place)
{
	if (moving.hull.vertices.size() != 1 || moving.hull.radius > 0.0f)
	{
		return false;
	}
	const b2Vec2 at = ToFloat(PointOf(moving.pose, moving.hull.vertices[0]));
	const LocalRay start(at, place.pose, at, place.pose, 0.0f);
	return start.IsValid() && LocateStartInOutline(start, place.geometry.attached->outline) == Location::Inside;
}

constexpr int k_bothSides = 3;

// Bits of where a piece is of the way: what is gone through is on both sides.
int SidesOf(const HullMeet& piece)
{
	if (piece.grazing == false)
	{
		return k_bothSides;
	}
	return piece.side > 0 ? 1 : (piece.side < 0 ? 2 : 0);
}

int32_t MappedTo(std::span<const int32_t> numbers, int32_t i)
{
	return i >= 0 ? numbers[static_cast<size_t>(i) % numbers.size()] : -1;
}

HullFeature FeatureOf(const CastGeometryData& attached, int32_t piece, const HullFeature& feature)
{
	return {MappedTo(attached.VerticesOf(piece), feature.vertex), MappedTo(attached.EdgesOf(piece), feature.edge)};
}

} // namespace

void AttachedParts::Begin(const MovingHull& moving, const Place& place, HullHitOf hitOf)
{
	m_hitOf = hitOf;
	thread_local Memory kept;
	if (m_memory.has_value() == false)
	{
		m_memory.emplace(kept);
	}
	std::vector<Candidate>& candidates = (*m_memory)->candidates;
	candidates.clear();
	(*m_memory)->met.clear();
	m_next = 0;
	m_isFirst = true;
	if (moving.isValid == false || IsPose(place.pose) == false)
	{
		return;
	}
	const CastGeometryData& attached = *place.geometry.attached;
	const LocalSweep sweep(moving, place.pose);
	std::array<double, BoxNode::k_width> bounds;
	int32_t first = 0;
	WalkBoxes(
	    attached.tree,
	    [&](const BoxNode& node)
	    {
		    first = node.first;
		    return sweep.Meet(node, bounds);
	    },
	    [&](int32_t piece) {
		    candidates.push_back({bounds[static_cast<size_t>(piece - first)], piece});
	    });
	std::sort(candidates.begin(), candidates.end(),
	          [](const Candidate& a, const Candidate& b)
	          { return a.bound != b.bound ? a.bound < b.bound : a.piece < b.piece; });
}

void AttachedParts::MeetUpTo(double fraction, const MovingHull& moving, const Place& place)
{
	// What starts inside comes first; of several that are met at once the one of the lowest number in the outline's
	// tree.
	const auto isLater = [](const HullMeet& a, const HullMeet& b)
	{
		if (a.startsInside != b.startsInside)
		{
			return b.startsInside;
		}
		if (a.enter.fraction != b.enter.fraction)
		{
			return a.enter.fraction > b.enter.fraction;
		}
		return a.grazing != b.grazing ? a.grazing : a.enterPiece > b.enterPiece;
	};
	const std::vector<Candidate>& candidates = (*m_memory)->candidates;
	std::vector<HullMeet>& met = (*m_memory)->met;
	for (; m_next < candidates.size() && candidates[m_next].bound <= fraction; ++m_next)
	{
		const int32_t piece = candidates[m_next].piece;
		HullMeet own;
		if (MeetHull(moving, HullOfPiece(*place.geometry.attached, piece), place.pose,
		             std::numeric_limits<double>::infinity(), own))
		{
			own.enterPiece = piece;
			own.exitPiece = piece;
			met.insert(std::lower_bound(met.begin(), met.end(), own, isLater), own);
		}
	}
}

HullMeet AttachedParts::TakeFirst()
{
	std::vector<HullMeet>& met = (*m_memory)->met;
	const HullMeet first = met.back();
	met.pop_back();
	return first;
}

// What starts inside begins with the piece in which it is deepest.
bool AttachedParts::Next(const MovingHull& moving, const Place& place, double cutoff, HullMeet& part)
{
	const std::vector<Candidate>& candidates = (*m_memory)->candidates;
	const std::vector<HullMeet>& met = (*m_memory)->met;
	MeetUpTo(0.0, moving, place);
	while (met.empty() && m_next < candidates.size() && candidates[m_next].bound <= cutoff)
	{
		MeetUpTo(candidates[m_next].bound, moving, place);
	}
	if (met.empty())
	{
		return false;
	}
	MeetUpTo(met.back().enter.fraction, moving, place);
	if (met.back().enter.fraction > cutoff)
	{
		return false;
	}
	part = TakeFirst();
	if (m_hitOf == HullHitOf::Piece)
	{
		return true;
	}
	double deepest = part.startsInside ? DepthOf(moving, place, part) : 0.0;
	int sides = SidesOf(part);
	const auto reach = [&]
	{
		return part.exit.fraction + k_seam * std::max(1.0, part.exit.fraction);
	};
	for (MeetUpTo(reach(), moving, place); met.empty() == false && met.back().enter.fraction <= reach();
	     MeetUpTo(reach(), moving, place))
	{
		const HullMeet piece = TakeFirst();
		sides |= SidesOf(piece);
		if (piece.exit.fraction > part.exit.fraction)
		{
			part.exit = piece.exit;
			part.exitPiece = piece.exitPiece;
			part.endsInside = piece.endsInside;
		}
		const double depth = piece.startsInside ? DepthOf(moving, place, piece) : 0.0;
		if (depth > deepest)
		{
			deepest = depth;
			part.wayOut = piece.wayOut;
			part.knowsWayOut = piece.knowsWayOut;
			part.enterPiece = piece.enterPiece;
		}
	}
	part.grazing = sides != k_bothSides;
	if (m_isFirst && part.startsInside == false && part.enter.fraction == 0.0 && IsPointInside(moving, place))
	{
		part.startsInside = true;
		part.grazing = false;
		part.enter = {0.0, {}, -1};
		part.knowsWayOut = false;
	}
	m_isFirst = false;
	return true;
}

void TellAttached(const MovingHull& moving, const Place& place, const HullMeet& met, HullSpan& span)
{
	const CastGeometryData& attached = *place.geometry.attached;
	TellHull(moving, HullOfPiece(attached, met.enterPiece), place.pose, met, span);
	span.enter.edge = MappedTo(attached.EdgesOf(met.enterPiece), span.enter.edge);
	span.exit.edge = MappedTo(attached.EdgesOf(met.exitPiece), span.exit.edge);
	span.still = FeatureOf(attached, met.enterPiece, span.still);
}

std::optional<TurningTouch> TouchAttached(double cutoff, const Hull& hull, const TurningMotion& motion,
                                          const Place& place, float tolerance, const b2AABB& sweptBox)
{
	const CastGeometryData& attached = *place.geometry.attached;
	std::optional<TurningTouch> first;
	int32_t ofPiece = -1;
	attached.ForEachPieceIn(
	    InFrameOf(place.pose, sweptBox),
	    [&](int32_t piece)
	    {
		    const std::optional<TurningTouch> touch =
		        CastTurningUpTo(cutoff, hull, motion, HullOfPiece(attached, piece), place.pose, tolerance).touch;
		    if (touch.has_value() == false)
		    {
			    return;
		    }
		    const auto isFirst = [&]
		    {
			    if (touch->startsInside || first->startsInside)
			    {
				    return touch->startsInside && (first->startsInside == false || touch->depth > first->depth);
			    }
			    return touch->fraction != first->fraction ? touch->fraction < first->fraction : piece < ofPiece;
		    };
		    if (first.has_value() == false || isFirst())
		    {
			    first = touch;
			    ofPiece = piece;
			    cutoff = std::min(cutoff, CutoffAbove(touch->fraction));
		    }
	    });
	if (first)
	{
		first->still = FeatureOf(attached, ofPiece, first->still);
	}
	return first;
}

} // namespace ricochet
