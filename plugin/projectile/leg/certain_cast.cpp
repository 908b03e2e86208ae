// MIT License, Copyright (c) 2026 the ricochet authors

#include "projectile/leg/certain_cast.h"

#include "projectile/leg/piece_walk.h"

#include <cmath>
#include <limits>

namespace ricochet
{

namespace
{

// As ClipCut asks of fractions: else they may be on either side of the end of the leg.
bool IsClearOfEnd(double fraction)
{
	return std::abs(fraction - 1.0) > 0x1p-26 * (std::abs(fraction) + 1.0);
}

} // namespace

// The whole line, so that the exit is told also of a solid that the leg ends in.
CutResult CastCertainly(const GridEntry& entry, CertainCut cut, const Leg& leg, LegHit& hit)
{
	constexpr double k_all = std::numeric_limits<double>::infinity();
	const b2Transform& pose = entry.outline.pose;
	PulledRay ray = PulledRay::Between(leg.from, leg.to, pose);
	ray.end = k_exitReach;
	LocalSpan& span = hit.met.span;
	const CutResult result = ClipCut(ray, entry.Vertices(), cut, k_all, span);
	if (result != CutResult::Hit)
	{
		return result;
	}
	const double fraction = span.enter.fraction;
	const double exitFraction = span.exit.fraction;
	if (span.startsInside || span.endsInside || IsClearOfEnd(fraction) == false || IsClearOfEnd(exitFraction) == false)
	{
		return CutResult::Uncertain;
	}
	if (fraction > 1.0)
	{
		return CutResult::Miss;
	}
	const double length = exitFraction - fraction;
	const Vec<double> way = Turned(pose.q, Vec<double>{ray.x[1], ray.y[1]});
	span.endsInside = exitFraction > 1.0;
	hit.endsInside = span.endsInside;
	hit.child = entry.child;
	hit.fraction = fraction;
	hit.exitFraction = fraction + length;
	hit.normal = UnitOf(Turned(pose.q, span.enter.normal));
	hit.thickness = length * Length(way);
	hit.exitWay = Turned(pose.q, Vec<double>{}) + length * way;
	hit.pieceWay = way;
	hit.pose = pose;
	return CutResult::Hit;
}

} // namespace ricochet
