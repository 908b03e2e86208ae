// MIT License, Copyright (c) 2026 the ricochet authors

#include "projectile/step/step_ray.h"
#include "query/beam_walk.h"

#include <algorithm>
#include <cmath>
#include <optional>

namespace ricochet
{

namespace
{

// A source of all things in a step, for a beam that flies its whole length in that step.
struct StepBeamSource : RestSource
{
	float length;

	// Returns the share of the step at which a beam reaches a fraction of one of its rays. Each ray ends where the
	// beam's length ends.
	[[nodiscard]] double ShareAt(const Ray& ray, double fraction) const
	{
		const double left = (ray.maxFraction - fraction) * LengthOf(ray.translation.x, ray.translation.y);
		return std::clamp(1.0 - left / length, 0.0, 1.0);
	}

	// Returns the thing that a leg has hit, at its pose of that time.
	[[nodiscard]] std::optional<StepChild> Find(const BeamLeg& leg) const
	{
		StepChild what = WhatOf(leg);
		if (step.HasMoved(*what.fixture))
		{
			what.pose = step.motion.Find(what.fixture->GetBody())->PoseAt(ShareAt(leg.ray, leg.enter.fraction));
			what.hasMoved = true;
		}
		return what;
	}
};

std::optional<StepChild> NextIn(const StepBeamSource& source, const Ray& ray, const QueryFilter& filter,
                                const std::optional<After<StepChild>>& after, const std::optional<StepChild>& off,
                                RayHit& hit)
{
	std::optional<StepChild> what = NextIn(static_cast<const RestSource&>(source), ray, filter, after, off, hit);
	const StepRay way{ray, source.ShareAt(ray, 0.0), source.ShareAt(ray, ray.maxFraction)};
	if (const std::optional<MovedHit> moved = FirstMoved(source.step, way, filter, what ? &hit : nullptr,
	                                                     off.has_value() == false, after ? &*after : nullptr))
	{
		Tell(way, *moved, hit);
		what = moved->what;
	}
	return what;
}

// True if a beam that continues from a point of a moving surface moves away from that surface.
bool GetsAway(const StepBeamSource& source, const StepChild& from, const Vec<double>& point, const Vec<double>& normal,
              double share, b2Vec2 translation)
{
	const BodyMotion& motion = *source.step.motion.Find(from.fixture->GetBody());
	const Vec<double> way = static_cast<double>(source.length) * UnitOf(Lift<double>(translation));
	return Dot(way - motion.WayOf(point, share), normal) > 0.0;
}

// Returns the ray that continues inside a thing that moved. The entry was found along chords. If the thing keeps its
// pose of that time, the ray enters it at a slightly different fraction.
std::optional<Ray> GoOnIn(const StepBeamSource& source, const Ray& ray, const StepChild& from, float enter,
                          Onward onward, b2Vec2 translation, const QueryFilter& filter)
{
	const RestSource& others = source;
	if (from.hasMoved == false)
	{
		return GoOnIn(others, ray, from, enter, onward, translation, filter);
	}
	const Place place = PlaceOf(from);
	const LocalRay local(ray, place.pose);
	std::optional<LocalCrossing> nearest;
	size_t parts = 0;
	for (auto part = place.Cast(local); part; part = place.CastPart(local, ++parts))
	{
		const LocalCrossing& entry = part->span.enter;
		const bool isNearer =
		    nearest.has_value() == false || std::abs(entry.fraction - enter) < std::abs(nearest->fraction - enter);
		nearest = isNearer ? entry : *nearest;
	}
	if (nearest.has_value() == false)
	{
		return std::nullopt;
	}
	const Vec<double> point = Lift<double>(ray.origin) + nearest->fraction * Lift<double>(ray.translation);
	const Vec<double> normal = Turned(place.pose.q, nearest->normal);
	return GetsAway(source, from, point, normal, source.ShareAt(ray, enter), translation)
	           ? GoOnIn(others, ray, from, static_cast<float>(nearest->fraction), onward, translation, filter)
	           : std::nullopt;
}

} // namespace

BeamEnd CastBeam(const StepMotion& step, b2Vec2 origin, b2Vec2 direction, const BeamDef& def,
                 std::vector<BeamLeg>& legs)
{
	legs.clear();
	return AppendBeamIn(StepBeamSource{{StateOf(step)}, def.length}, origin, direction, def, legs);
}

} // namespace ricochet
