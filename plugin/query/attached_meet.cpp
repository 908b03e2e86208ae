// MIT License, Copyright (c) 2026 the ricochet authors

#include "query/attached_meet.h"

#include "geometry/outline_clip.h"
#include "geometry/pose.h"
#include "query/local_sweep.h"

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

// The ray that a hull is: a point whose place is told by floats.
std::optional<Ray> RayOfPoint(const MovingHull& moving)
{
	if (moving.hull.vertices.size() != 1 || moving.hull.radius > 0.0f)
	{
		return std::nullopt;
	}
	const b2Vec2 vertex = moving.hull.vertices[0];
	const bool isTurned = moving.pose.q.s != 0.0f || moving.pose.q.c != 1.0f;
	const b2Vec2 at = moving.pose.p + vertex;
	const auto isExact = [](float sum, float a, float b)
	{
		return static_cast<double>(sum) == static_cast<double>(a) + static_cast<double>(b);
	};
	if ((isTurned && vertex != b2Vec2{0.0f, 0.0f}) || isExact(at.x, moving.pose.p.x, vertex.x) == false ||
	    isExact(at.y, moving.pose.p.y, vertex.y) == false)
	{
		return std::nullopt;
	}
	return Ray{at, moving.translation, moving.maxFraction};
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
	m_isPoint = false;
	if (moving.isValid == false || IsPose(place.pose) == false)
	{
		return;
	}
	const CastGeometryData& attached = *place.geometry.attached;
	const std::optional<Ray> ray = hitOf == HullHitOf::Part ? RayOfPoint(moving) : std::nullopt;
	if (ray)
	{
		m_isPoint = true;
		m_nextSpan = 0;
		ClipOutlineLocal(LocalRay(*ray, place.pose), attached.outline, (*m_memory)->spans);
	}
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
			const std::span<const int32_t> edges = place.geometry.attached->EdgesOf(piece);
			own.enterPiece = piece;
			own.enter.edge = OfOutline(edges, own.enter.edge);
			own.exit.edge = OfOutline(edges, own.exit.edge);
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

// Appends what comes no later than the part ends. What starts inside begins with the piece in which it is deepest.
bool AttachedParts::Merge(const MovingHull& moving, const Place& place, double cutoff, HullMeet& part)
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
		if (piece.exit.fraction > part.exit.fraction || (piece.endsInside && part.endsInside == false))
		{
			part.exit = piece.exit;
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
	return true;
}

// What begins where the way does, with a part behind it that is gone through, is started in: it begins on a seam.
bool AttachedParts::BeginsOnSeam(const MovingHull& moving, const Place& place, const HullMeet& part)
{
	const auto isGoneInto = [](const HullMeet& met)
	{
		return met.startsInside == false && met.grazing == false && met.enter.fraction == 0.0 &&
		       met.exit.fraction > 0.0;
	};
	if (isGoneInto(part) == false)
	{
		return false;
	}
	const MovingHull back(moving.hull, moving.pose, -moving.translation, moving.maxFraction);
	AttachedParts behind;
	behind.Begin(back, place, HullHitOf::Part);
	HullMeet met;
	return behind.Merge(back, place, 0.0, met) && isGoneInto(met);
}

// The part of a ray, with what touches of the piece that is met there.
bool AttachedParts::NextOfPoint(const MovingHull& moving, const Place& place, double cutoff, HullMeet& part)
{
	const std::vector<LocalSpan>& spans = (*m_memory)->spans;
	if (m_nextSpan == spans.size() || spans[m_nextSpan].enter.fraction > cutoff)
	{
		return false;
	}
	const LocalSpan& span = spans[m_nextSpan++];
	MeetUpTo(span.exit.fraction, moving, place);
	const auto isBetter = [&](const HullMeet& a, const HullMeet& b)
	{
		if (span.startsInside)
		{
			return a.startsInside && (b.startsInside == false || DepthOf(moving, place, a) > DepthOf(moving, place, b));
		}
		const double fromA = std::abs(a.enter.fraction - span.enter.fraction);
		const double fromB = std::abs(b.enter.fraction - span.enter.fraction);
		return fromA != fromB ? fromA < fromB : (a.enter.edge == span.enter.edge) > (b.enter.edge == span.enter.edge);
	};
	const std::vector<HullMeet>& met = (*m_memory)->met;
	const auto best = std::min_element(met.begin(), met.end(), isBetter);
	part = best == met.end() ? HullMeet{} : *best;
	part.knowsWayOut = part.knowsWayOut && part.startsInside;
	static_cast<LocalSpan&>(part) = span;
	return true;
}

bool AttachedParts::Next(const MovingHull& moving, const Place& place, double cutoff, HullMeet& part)
{
	if (m_isPoint)
	{
		return NextOfPoint(moving, place, cutoff, part);
	}
	if (Merge(moving, place, cutoff, part) == false)
	{
		return false;
	}
	if (m_hitOf == HullHitOf::Part && m_isFirst && BeginsOnSeam(moving, place, part))
	{
		part.startsInside = true;
		part.enter = {0.0, {}, -1};
		part.knowsWayOut = false;
	}
	m_isFirst = false;
	return true;
}

} // namespace ricochet
