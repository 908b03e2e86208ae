// MIT License, Copyright (c) 2026 the ricochet authors

#include <ricochet/query/ground.h>

#include "geometry/elementary.h"
#include "query/borrowed.h"
#include "query/hull_walk.h"

#include <cmath>
#include <vector>

namespace ricochet
{

namespace
{

constexpr double k_leastRise = 0x1p-10; // of a normal: what rises less is a wall

bool IsGroundDef(const GroundDef& def)
{
	return def.up.IsValid() && (def.up.x != 0.0f || def.up.y != 0.0f) && std::isfinite(def.distance) &&
	       def.distance >= 0.0f && std::isfinite(def.maxSlope) && def.maxSlope >= 0.0f;
}

// Of what is overlapped: the middle of the vertices in it, moved out.
b2Vec2 PointOut(const HullPath& path, const CastHit& hit)
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
	return ToFloat((1.0 / count) * sum + up * out);
}

// Out of a piece of what is attached may lead into another one.
bool IsOnSurface(const CastHit& hit, b2Vec2 point)
{
	constexpr double k_deepest = 0x1p-8; // m
	const Place place = PlaceOf(FixtureChild{hit.fixture, hit.child});
	return place.geometry.IsAttached() == false ||
	       SeparateFromChild(place.geometry,
	                         InverseTurn(place.pose.q, Lift<double>(point) - Lift<double>(place.pose.p)))
	               .distance >= -k_deepest;
}

// What a hit says of the ground; none if it is no ground.
std::optional<Ground> GroundOf(const HullPath& path, const CastHit& hit, const Vec<double>& up, const GroundDef& def)
{
	const b2Vec2 normal = hit.startsInside ? hit.wayOut : hit.enter.normal;
	const double rise = Dot(Lift<double>(normal), up);
	if (hit.grazing || rise < k_leastRise)
	{
		return std::nullopt;
	}
	Ground ground;
	ground.fixture = hit.fixture;
	ground.child = hit.child;
	ground.body = hit.fixture->GetBody();
	ground.normal = normal;
	ground.point = hit.startsInside ? PointOut(path, hit) : hit.contact;
	if (hit.startsInside && IsOnSurface(hit, ground.point) == false)
	{
		return std::nullopt;
	}
	ground.distance = hit.startsInside ? -hit.depth : ToFloat(static_cast<double>(hit.enter.fraction) * def.distance);
	ground.slope = ToFloat(AngleOf(rise, std::abs(Cross(Lift<double>(normal), up))));
	ground.isWalkable = ground.slope <= def.maxSlope;
	ground.velocity = ground.body->GetLinearVelocityFromWorldPoint(ground.point);
	return ground;
}

bool IsBetter(const Ground& a, const Ground& b)
{
	if (a.isWalkable != b.isWalkable)
	{
		return a.isWalkable;
	}
	if (a.distance != b.distance)
	{
		return a.distance < b.distance;
	}
	return a.slope != b.slope ? a.slope < b.slope
	                          : ComesBefore(FixtureChild{a.fixture, a.child}, FixtureChild{b.fixture, b.child});
}

} // namespace

std::optional<Ground> CheckGround(const b2World& world, const Hull& hull, const b2Transform& pose, const GroundDef& def,
                                  const QueryFilter& filter)
{
	std::optional<Ground> best;
	if (IsGroundDef(def) == false)
	{
		return best;
	}
	const Vec<double> up = UnitOf(Lift<double>(def.up));
	const HullPath path{hull, pose, ToFloat(-static_cast<double>(def.distance) * up)};
	thread_local std::vector<CastHit> kept;
	Borrowed borrowed(kept);
	std::vector<CastHit>& hits = *borrowed;
	CastHullAtPieces(world, path, hits, filter);
	for (const CastHit& hit : hits)
	{
		const std::optional<Ground> ground = GroundOf(path, hit, up, def);
		if (ground && (best.has_value() == false || IsBetter(*ground, *best)))
		{
			best = ground;
		}
	}
	return best;
}

} // namespace ricochet
