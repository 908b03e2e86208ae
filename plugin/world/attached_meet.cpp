// MIT License, Copyright (c) 2026 the ricochet authors

#include "world/attached_meet.h"

#include "geometry/outline_clip.h"
#include "geometry/pose.h"
#include "geometry/turning_cast.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace ricochet
{

namespace
{

// More than floats and a pose that is nearly a rotation round by.
constexpr double k_growth = 0x1p-18;

// Fractions of two pieces that touch are no farther apart, where they are about 1.
constexpr double k_seam = 0x1p-26;

void Add(const Vec<double>& point, double margin, b2AABB& box)
{
	box.lowerBound = b2Min(box.lowerBound, {ToFloat(point.x - margin), ToFloat(point.y - margin)});
	box.upperBound = b2Max(box.upperBound, {ToFloat(point.x + margin), ToFloat(point.y + margin)});
}

double SizeOf(const Vec<double>& v)
{
	return std::abs(v.x) + std::abs(v.y);
}

// The way of a hull in the frame of a geometry: the boxes that it may come into.
struct LocalSweep
{
	b2AABB box = NoBox();
	Vec<double> start{};     // of the middle of the hull
	Vec<double> direction{}; // unit; (0, 0) of no way
	double reach = 0.0;      // about the middle

	LocalSweep(const MovingHull& moving, const b2Transform& pose)
	{
		const Vec<double> way = static_cast<double>(moving.maxFraction) * Lift<double>(moving.translation);
		const double size = SizeOf(Lift<double>(moving.pose.p)) + SizeOf(Lift<double>(pose.p)) + SizeOf(way);
		Vec<double> lower{k_all, k_all};
		Vec<double> upper{-k_all, -k_all};
		for (const b2Vec2& vertex : moving.hull.vertices)
		{
			const Vec<double> place = PointOf(moving.pose, vertex) - Lift<double>(pose.p);
			const double margin =
			    moving.hull.radius * (1.0 + k_growth) + k_growth * (size + SizeOf(Lift<double>(vertex)));
			for (const Vec<double>& at : {place, place + way})
			{
				Add(InverseTurn(pose.q, at), margin, box);
			}
			const Vec<double> local = InverseTurn(pose.q, place);
			lower = {std::min(lower.x, local.x - margin), std::min(lower.y, local.y - margin)};
			upper = {std::max(upper.x, local.x + margin), std::max(upper.y, local.y + margin)};
		}
		start = 0.5 * (lower + upper);
		reach = 0.5 * Length(upper - lower);
		direction = UnitOf(InverseTurn(pose.q, way));
	}

	// The boxes of a node that it may come into.
	[[nodiscard]] uint32_t Meet(const BoxNode& node) const
	{
		uint32_t met = MeetBox(node, box);
		for (size_t i = 0; i < BoxNode::k_width; ++i)
		{
			const Vec<double> low{node.lowX[i], node.lowY[i]};
			const Vec<double> high{node.highX[i], node.highY[i]};
			const Vec<double> half = 0.5 * (high - low);
			const double apart = std::abs(Cross(direction, 0.5 * (low + high) - start));
			const double within = reach + std::abs(direction.x) * half.y + std::abs(direction.y) * half.x;
			met &= apart > within * (1.0 + k_growth) ? ~(1u << i) : ~0u;
		}
		return met;
	}

private:
	static constexpr double k_all = std::numeric_limits<double>::infinity();
};

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

int32_t MappedTo(std::span<const int32_t> numbers, int32_t i)
{
	return i >= 0 ? numbers[static_cast<size_t>(i) % numbers.size()] : -1;
}

HullFeature FeatureOf(const CastGeometryData& attached, int32_t piece, const HullFeature& feature)
{
	return {MappedTo(attached.VerticesOf(piece), feature.vertex), MappedTo(attached.EdgesOf(piece), feature.edge)};
}

} // namespace

void AttachedParts::Find(const MovingHull& moving, const Place& place)
{
	thread_local std::vector<HullMeet> keptParts;
	thread_local std::vector<HullMeet> keptPieces;
	if (m_parts.has_value() == false)
	{
		m_parts.emplace(keptParts);
	}
	(*m_parts)->clear();
	m_next = 0;
	if (moving.isValid == false || IsPose(place.pose) == false)
	{
		return;
	}
	Borrowed borrowed(keptPieces);
	std::vector<HullMeet>& pieces = *borrowed;
	pieces.clear();
	const CastGeometryData& attached = *place.geometry.attached;
	const LocalSweep sweep(moving, place.pose);
	WalkBoxes(
	    attached.tree, [&](const BoxNode& node) { return sweep.Meet(node); },
	    [&](int32_t piece)
	    {
		    HullMeet met;
		    if (MeetHull(moving, HullOfPiece(attached, piece), place.pose, std::numeric_limits<double>::infinity(),
		                 met))
		    {
			    met.enterPiece = piece;
			    met.exitPiece = piece;
			    pieces.push_back(met);
		    }
	    });
	Merge(pieces, moving, place);
}

// What starts inside begins with the piece in which it is deepest; else of several that are met at once the one of the
// lowest number in the outline is told, whatever the tree.
void AttachedParts::Merge(std::vector<HullMeet>& pieces, const MovingHull& moving, const Place& place)
{
	std::sort(pieces.begin(), pieces.end(),
	          [](const HullMeet& a, const HullMeet& b)
	          {
		          if (a.startsInside != b.startsInside)
		          {
			          return a.startsInside;
		          }
		          if (a.enter.fraction != b.enter.fraction)
		          {
			          return a.enter.fraction < b.enter.fraction;
		          }
		          return a.grazing != b.grazing ? b.grazing : a.enterPiece < b.enterPiece;
	          });
	std::vector<HullMeet>& parts = **m_parts;
	double deepest = -1.0;
	int sides = 0; // of what is only touched: bits
	for (const HullMeet& piece : pieces)
	{
		const double seam = k_seam * std::max(1.0, piece.enter.fraction);
		const bool goesOn = parts.empty() == false && piece.enter.fraction <= parts.back().exit.fraction + seam;
		if (goesOn == false)
		{
			parts.push_back(piece);
			sides = 0;
		}
		HullMeet& part = parts.back();
		if (piece.exit.fraction > part.exit.fraction)
		{
			part.exit = piece.exit;
			part.exitPiece = piece.exitPiece;
			part.endsInside = piece.endsInside;
		}
		sides |= piece.grazing ? (piece.side > 0 ? 1 : (piece.side < 0 ? 2 : 0)) : 3;
		part.grazing = sides != 3;
		if (piece.startsInside)
		{
			const double depth = DepthOf(moving, place, piece);
			if (depth > deepest)
			{
				deepest = depth;
				part.enter = piece.enter;
				part.wayOut = piece.wayOut;
				part.knowsWayOut = piece.knowsWayOut;
				part.enterPiece = piece.enterPiece;
			}
		}
	}
	if (parts.empty() == false && parts[0].startsInside == false && parts[0].enter.fraction == 0.0 &&
	    IsPointInside(moving, place))
	{
		parts[0].startsInside = true;
		parts[0].grazing = false;
		parts[0].enter = {0.0, {}, -1};
		parts[0].knowsWayOut = false;
	}
}

bool AttachedParts::Next(HullMeet& met)
{
	if (m_parts.has_value() == false || m_next >= (*m_parts)->size())
	{
		return false;
	}
	met = (**m_parts)[m_next++];
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
