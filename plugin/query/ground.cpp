// MIT License, Copyright (c) 2026 the ricochet authors

#include <ricochet/query/ground.h>

#include "geometry/elementary.h"
#include "geometry/separation.h"
#include "geometry/to_world.h"
#include "query/ask.h"
#include "query/borrowed.h"
#include "query/hull_walk.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

namespace ricochet
{

namespace
{

constexpr double k_leastRise = 0x1p-10; // smallest upward part of a ground's normal; below, it is a wall

bool IsGroundDef(const GroundDef& def)
{
	return def.up.IsValid() && (def.up.x != 0.0f || def.up.y != 0.0f) && std::isfinite(def.distance) &&
	       def.distance >= 0.0f && std::isfinite(def.maxSlope) && def.maxSlope >= 0.0f;
}

// The ground point of an overlap: the mean of the hull's vertices in the other thing, moved out to its surface.
Vec<double> PointOut(const HullPath& path, const HullHit& hit)
{
	const Vec<double> out = Lift<double>(hit.wayOut);
	double lowest = std::numeric_limits<double>::infinity();
	for (const b2Vec2& vertex : path.hull.vertices)
	{
		lowest = std::min(lowest, Dot(out, PointOf(path.pose, vertex)));
	}
	Vec<double> sum{};
	double count = 0.0;
	double rise = 0.0;
	for (const b2Vec2& vertex : path.hull.vertices)
	{
		const Vec<double> point = PointOf(path.pose, vertex);
		const double height = Dot(out, point) - lowest;
		if (height <= hit.depth)
		{
			sum = sum + point;
			rise += height;
			count += 1.0;
		}
	}
	const double up = static_cast<double>(hit.depth) - path.hull.radius - rise / count;
	return (1.0 / count) * sum + up * out;
}

// The point of PointOut as a float point outside a convex thing or off an edge. Depths are rounded to floats, so a
// point moved out by a depth may lie within the solid. The nearest point of the surface has only the errors of doubles.
b2Vec2 PointOffConvex(const Place& place, const Vec<double>& point, const Vec<double>& out)
{
	const Separation separation =
	    SeparateFromChild(place.geometry, InverseTurn(place.pose.q, point - Lift<double>(place.pose.p)));
	const Vec<double> away = ToWorld(place.pose).Turn(separation.normal);
	const Vec<double> surface = point - separation.distance * away;
	const float farthest = ToFloat(std::max(std::abs(point.x), std::abs(point.y)));
	const double size = std::max({std::abs(place.pose.p.x), std::abs(place.pose.p.y), farthest});
	// If the point is nearer to the surface than this, the direction between the two is too inaccurate.
	const bool isOnSurface = std::abs(separation.distance) <= 0x1p-40 * size;
	const bool isBehind = Dot(away, out) < -0.5; // the point is behind an edge, so `away` leads out of the wrong side
	const Vec<double> outward = isOnSurface || isBehind ? out : away;
	return PointOffChild(place.geometry, place.pose, surface, outward, out, farthest);
}

// The point of PointOut as a float point outside the thing. The way out of a piece of an attached geometry may lead
// into another piece. Then it is the nearest point of the surface, or none if that is far.
std::optional<b2Vec2> SurfaceOut(Space space, const HullPath& path, const HullHit& hit)
{
	constexpr double k_deepestStart = 0x1p-8; // m
	const Place place = PlaceIn(space, hit);
	const Vec<double> point = PointOut(path, hit);
	const Vec<double> out = Lift<double>(hit.wayOut);
	if (place.geometry.IsAttached() == false)
	{
		return PointOffConvex(place, point, out);
	}
	const Separation separation =
	    SeparateFromChild(place.geometry, InverseTurn(place.pose.q, point - Lift<double>(place.pose.p)));
	if (separation.distance < -k_deepestStart)
	{
		return std::nullopt;
	}
	const b2Vec2 beside = PointOffChild(place.geometry, place.pose, point, out, out);
	const Vec<double> outward = ToWorld(place.pose).Turn(separation.normal);
	return StartsIn(ProbeOf(beside, {1.0f, 0.0f}), place)
	           ? PointOffChild(place.geometry, place.pose, point - separation.distance * outward, outward, out)
	           : beside;
}

// The ground at a hit; none if the hit is no ground.
std::optional<Ground> GroundOf(Space space, const HullPath& path, const HullHit& hit, const Vec<double>& up,
                               const GroundDef& def)
{
	const b2Vec2 normal = hit.startsInside ? hit.wayOut : hit.enter.normal;
	const double rise = Dot(Lift<double>(normal), up);
	if ((hit.grazing && hit.startsInside == false) || rise < k_leastRise)
	{
		return std::nullopt;
	}
	Ground ground;
	static_cast<Item&>(ground) = hit;
	ground.body = const_cast<b2Body*>(Ask(space, [&](const auto& source) { return BodyOf(source.WhatOf(hit)); }));
	ground.normal = normal;
	const std::optional<b2Vec2> point = hit.startsInside ? SurfaceOut(space, path, hit) : hit.contact;
	if (point.has_value() == false)
	{
		return std::nullopt;
	}
	ground.point = *point;
	ground.distance = hit.startsInside ? -hit.depth : ToFloat(static_cast<double>(hit.enter.fraction) * def.distance);
	ground.slope = ToFloat(AngleOf(rise, std::abs(Cross(Lift<double>(normal), up))));
	ground.isWalkable = ground.slope <= def.maxSlope;
	const bool isAlive = ground.body != nullptr && space.SnapshotIfAny() == nullptr;
	ground.velocity = isAlive ? ground.body->GetLinearVelocityFromWorldPoint(ground.point) : b2Vec2{0.0f, 0.0f};
	return ground;
}

// True if a hull on ground that is too steep cannot slide down, because a surface with the opposite slope stops it. If
// that surface slopes the same way, the hull would slide along it.
bool IsHeld(Space space, const HullPath& path, const Ground& ground, const Vec<double>& up, const GroundDef& def,
            const QueryFilter& filter, std::vector<PieceHit>& hits)
{
	const Vec<double> normal = Lift<double>(ground.normal);
	const Vec<double> along = UnitOf(Dot(normal, up) * normal - up);
	const double distance = ground.distance;
	HullPath down = path;
	// The path starts a little off the ground. Otherwise rounding might lead it into the ground, or along the back of
	// an edge.
	const Vec<double> on = Lift<double>(path.pose.p) - distance * (distance > 0.0 ? up : normal);
	down.pose.p = ToFloat(on + 16.0 * RoundingOf(path.hull, path.pose) * up);
	down.translation = ToFloat(static_cast<double>(def.distance) * along);
	CastHullAtPieces(space, down, hits, filter);
	for (const PieceHit& hit : hits)
	{
		const Vec<double> other = Lift<double>(hit.startsInside ? hit.wayOut : hit.enter.normal);
		if (hit.grazing == false && Dot(other, along) < -k_leastRise)
		{
			return Cross(other, up) * Cross(normal, up) < 0.0;
		}
	}
	return false;
}

// True if another solid that was hit covers the face at a contact, as at a cut between two convex pieces of one solid.
bool IsCovered(Space space, const HullPath& path, const PieceHit& hit, const Vec<double>& up,
               std::span<const PieceHit> hits)
{
	// A contact may be rounded to either side. So a contact at the foot of a wall may lie just inside the wall.
	const double noise = RoundingOf(path.hull, path.pose);
	const Vec<double> above = Lift<double>(hit.contact) + 4.0 * noise * up;
	const Vec<double> right{0.5 * noise * up.y, -0.5 * noise * up.x};
	const auto isIn = [&](const Vec<double>& point, const Place& place)
	{
		return StartsIn(ProbeOf(ToFloat(point), ToFloat(up)), place);
	};
	const auto covers = [&](const PieceHit& other)
	{
		const Place place = PlaceIn(space, other);
		return IsSameItem(other, hit) == false && isIn(above - right, place) && isIn(above + right, place);
	};
	return hit.startsInside == false && std::any_of(hits.begin(), hits.end(), covers);
}

bool IsBetter(Space space, const Ground& a, const Ground& b)
{
	if (a.isWalkable != b.isWalkable)
	{
		return a.isWalkable;
	}
	if (a.distance != b.distance)
	{
		return a.distance < b.distance;
	}
	return a.slope != b.slope
	           ? a.slope < b.slope
	           : Ask(space, [&](const auto& source) { return ComesBefore(source.WhatOf(a), source.WhatOf(b)); });
}

} // namespace

std::optional<Ground> CheckGround(Space space, const Hull& hull, const b2Transform& pose, const GroundDef& def,
                                  const QueryFilter& filter)
{
	std::optional<Ground> best;
	if (IsGroundDef(def) == false)
	{
		return best;
	}
	const Vec<double> up = UnitOf(Lift<double>(def.up));
	const HullPath path{hull, pose, ToFloat(-static_cast<double>(def.distance) * up)};
	thread_local std::vector<PieceHit> kept;
	Borrowed borrowed(kept);
	std::vector<PieceHit>& hits = *borrowed;
	CastHullAtPieces(space, path, hits, filter);
	for (const PieceHit& hit : hits)
	{
		const std::optional<Ground> ground = GroundOf(space, path, hit, up, def);
		if (ground && (best.has_value() == false || IsBetter(space, *ground, *best)) &&
		    IsCovered(space, path, hit, up, hits) == false)
		{
			best = ground;
		}
	}
	if (best && best->isWalkable == false)
	{
		best->isHeld = IsHeld(space, path, *best, up, def, filter, hits);
	}
	return best;
}

} // namespace ricochet
