// MIT License, Copyright (c) 2026 the ricochet authors

#include "geometry/pose.h"
#include "geometry/turning_cast.h"
#include "query/attached_meet.h"

#include <algorithm>

namespace ricochet
{

namespace
{

// Of the cross product of two unit normals.
constexpr double k_normalNoise = 0x1p-20;

HullFeature FeatureOf(const CastGeometryData& attached, int32_t piece, const HullFeature& feature)
{
	return {OfOutline(attached.VerticesOf(piece), feature.vertex), OfOutline(attached.EdgesOf(piece), feature.edge)};
}

} // namespace

void TellAttached(const MovingHull& moving, const Place& place, const HullMeet& met, HullSpan& span)
{
	const CastGeometryData& attached = *place.geometry.attached;
	TellHull(moving, HullOfPiece(attached, met.enterPiece), place.pose, met, span);
	span.still = FeatureOf(attached, met.enterPiece, span.still);
}

bool IsOnSurface(const Place& place, const HullSpan& touch)
{
	if (touch.startsInside || touch.still.edge >= 0)
	{
		return true;
	}
	if (touch.still.vertex < 0)
	{
		return false;
	}
	// Between the normals of the edges at the vertex: those of its rounds, where it is a corner to go round.
	const Outline& outline = place.geometry.attached->outline;
	const OutlineRing& ring = outline.RingOf(touch.still.vertex);
	const int32_t before = touch.still.vertex > ring.first ? touch.still.vertex - 1 : ring.first + ring.count - 1;
	const auto normalOf = [&](int32_t edge)
	{
		const std::span<const b2Vec2> vertices = outline.Vertices();
		const Vec<double> along = Lift<double>(vertices[static_cast<size_t>(outline.EndOf(edge))]) -
		                          Lift<double>(vertices[static_cast<size_t>(edge)]);
		const Vec<double> right = Turned(place.pose.q, UnitOf(Vec<double>{along.y, -along.x}));
		return ring.isReversed ? -1.0 * right : right;
	};
	const Vec<double> a = normalOf(before);
	const Vec<double> b = normalOf(touch.still.vertex);
	const Vec<double> normal = Lift<double>(touch.enter.normal);
	const double turn = Cross(a, b) < 0.0 ? -1.0 : 1.0;
	return turn * Cross(a, normal) >= -k_normalNoise && turn * Cross(normal, b) >= -k_normalNoise &&
	       Dot(a + b, normal) >= -k_normalNoise;
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
