// MIT License, Copyright (c) 2026 the ricochet authors

#include "projectile/step/step_ray.h"

#include "query/accept.h"
#include "query/borrowed.h"
#include "query/query.h"

#include <algorithm>
#include <vector>

namespace ricochet
{

namespace
{

// The error of the chords of a ray in the frame of a turning body (m).
constexpr double k_stepChordError = 5.0e-6 * k_meter;

// Accepts all entries that the filter accepts, including grazes.
class StepEntries final : public MeetingRule
{
public:
	StepEntries(const QueryFilter& filter, bool takesStarts) : m_filter(filter), m_takesStarts(takesStarts)
	{
		takesWhole = true;
	}

	bool Counts(const ShapeSpan& met, const Vec<double>&, double) const override
	{
		return AcceptsSpan(m_filter, met) && (m_takesStarts || met.span.startsInside == false);
	}

	bool HangsTogether(const Vec<double>&, const Vec<double>&, double) const override { return false; }

	void Touch(const LegHit& graze) override { m_graze = m_graze.has_value() ? m_graze : std::optional(graze); }

	/// Returns the first of the grazes and a hit.
	[[nodiscard]] const std::optional<LegHit>& FirstOf(const std::optional<LegHit>& hit) const
	{
		return m_graze && (hit.has_value() == false || m_graze->fraction <= hit->fraction) ? m_graze : hit;
	}

private:
	const QueryFilter& m_filter;
	bool m_takesStarts;
	std::optional<LegHit> m_graze;
};

// Returns a float point near a crossing, on a thing's surface or outside the thing. `along` leads out of the thing
// along the ray. The chords of the ray put the crossing a little beside the surface, so it is moved to the surface
// first.
b2Vec2 PointOff(const StepChild& what, const Vec<double>& crossing, b2Vec2 normal, const Vec<double>& along)
{
	const Place place = PlaceOf(what);
	const b2Transform& pose = place.pose;
	const Separation way = SeparateFromChild(place.geometry, InverseTurn(pose.q, crossing - Lift<double>(pose.p)));
	return PointOffChild(place.geometry, pose, crossing - way.distance * Turned(pose.q, way.normal),
	                     Lift<double>(normal), UnitOf(along));
}

} // namespace

std::optional<MovedHit> FirstMoved(const StepMotion::State& step, const StepRay& way, const QueryFilter& filter,
                                   const RayHit* limit, bool takesStarts, const After<StepChild>* after)
{
	const Ray& ray = way.ray;
	std::optional<MovedHit> best;
	if (IsValid(ray) == false || step.things.empty())
	{
		return best;
	}
	const Leg leg{ray.origin, PointAt(ray, ray.maxFraction), 0.0, 1.0};
	const auto isFirst = [&](float fraction, const FixtureChild& child)
	{
		return (limit == nullptr || IsNearer(fraction, child, limit->enter.fraction, LiveTree::WhatOf(*limit))) &&
		       (after == nullptr || IsNearer(after->fraction, after->what.Named(), fraction, child)) &&
		       (best.has_value() == false || IsNearer(fraction, child, best->fraction, best->what.Named()));
	};
	thread_local std::vector<const MovedThing*> kept;
	Borrowed seen(kept); // attached geometries, which are visited piece by piece
	seen->clear();
	const auto visit = [&](const MovedThing& thing, const MovedChild&)
	{
		const MovedChild& whole = thing.whole;
		const FixtureChild child{whole.fixture, whole.child};
		const bool isAttached = AttachedTo(*whole.fixture->GetShape()) != nullptr;
		const bool isSeen = isAttached && std::find(seen->begin(), seen->end(), &thing) != seen->end();
		if (isSeen == false && Accepts(filter, whole.fixture))
		{
			StepEntries entries(filter, takesStarts);
			const std::optional<LegHit> entered =
			    CastMoving(whole, leg, way.begin, way.end, 0.0f, k_stepChordError, entries);
			const std::optional<LegHit>& hit = entries.FirstOf(entered);
			const float fraction =
			    hit ? std::min(static_cast<float>(hit->fraction * ray.maxFraction), ray.maxFraction) : ray.maxFraction;
			if (hit && isFirst(fraction, child))
			{
				best = {{whole.fixture, whole.child, hit->pose, true}, fraction, *hit, whole.motion};
			}
		}
		if (isAttached && isSeen == false)
		{
			seen->push_back(&thing);
		}
		return CutoffAbove(best ? best->fraction : (limit != nullptr ? limit->enter.fraction : ray.maxFraction));
	};
	step.WalkMoved({ray, {0.0f, 0.0f}, 0.0f}, visit);
	return best;
}

void Tell(const StepRay& way, const MovedHit& moved, RayHit& hit)
{
	const Ray& ray = way.ray;
	const LegHit& met = moved.hit;
	const LocalSpan& span = met.met.span;
	const Vec<double> whole = static_cast<double>(ray.maxFraction) * Lift<double>(ray.translation);
	const auto pointAt = [&](double fraction)
	{
		return Lift<double>(ray.origin) + fraction * whole;
	};
	hit = {};
	static_cast<Item&>(hit) = RestSource::ItemOf(moved.what);
	hit.startsInside = span.startsInside;
	hit.endsInside = met.endsInside;
	hit.grazing = span.grazing;
	hit.enter = {moved.fraction, ray.origin, UnitNormal(span.enter.normal, met.pose.q), span.enter.edge};
	const bool isOnSurface = hit.enter.normal != b2Vec2{0.0f, 0.0f};
	if (isOnSurface && met.fraction > 0.0)
	{
		hit.enter.point = PointOff(moved.what, pointAt(met.fraction), hit.enter.normal, -1.0 * met.pieceWay);
	}
	if (met.met.facing != Facing::Solid)
	{
		hit.exit = hit.enter;
		return;
	}
	const double last = std::min(met.exitFraction, 1.0);
	if (met.endsInside)
	{
		hit.exit = {ray.maxFraction, PointAt(ray, ray.maxFraction), {0.0f, 0.0f}, -1};
		return;
	}
	const StepChild atExit{moved.what.fixture, moved.what.child,
	                       moved.motion->PoseAt(way.begin + last * (way.end - way.begin))};
	const b2Vec2 normal = UnitNormal(span.exit.normal, atExit.pose.q);
	hit.exit = {std::max(static_cast<float>(last * ray.maxFraction), hit.enter.fraction),
	            PointOff(atExit, pointAt(last), normal, met.exitWay), normal, span.exit.edge};
}

std::optional<RayHit> CastRayClosest(const StepMotion& step, const Ray& ray, const QueryFilter& filter)
{
	const StepMotion::State& state = StateOf(step);
	const Ray within{ray.origin, ray.translation, ray.maxFraction > 1.0f ? 1.0f : ray.maxFraction};
	const StepRay way{within, 0.0, within.maxFraction};
	std::optional<RayHit> hit = ClosestIn(RestSource{state}, within, filter);
	if (const std::optional<MovedHit> moved = FirstMoved(state, way, filter, hit ? &*hit : nullptr))
	{
		Tell(way, *moved, hit.emplace());
	}
	return hit;
}

} // namespace ricochet
