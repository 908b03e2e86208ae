// MIT License, Copyright (c) 2026 the ricochet authors

#include "geometry/turning_cast.h"
#include "projectile/base/parts.h"
#include "projectile/step/step_source.h"
#include "query/accept.h"
#include "query/hull_walk.h"

#include <algorithm>
#include <limits>
#include <optional>

namespace ricochet
{

namespace
{

// The distance that counts as a touch (m).
constexpr float k_stepTolerance = 1.0e-5f * k_meter;

// The first touch of a hull and a part that moved. In the frame that moves with the hull, the hull is at rest and the
// part moves. So `still` is the hull, and `moving` is the part. The normal points out of the hull.
struct PartTouch
{
	const MovedThing* thing;
	int32_t part;
	TurningTouch touch;
};

// A source with one fixture that moved, at its pose at a share of the step.
struct FixtureAt
{
	using What = StepChild;

	const MovedThing& thing;
	double share;

	template <class Visit>
	void WalkThick(const ThickRay&, Visit&& visit) const
	{
		StepChild what{thing.whole.fixture, 0, thing.whole.motion->PoseAt(share)};
		double cutoff = 0.0;
		for (; what.child < what.fixture->GetShape()->GetChildCount() && cutoff >= 0.0; ++what.child)
		{
			cutoff = visit(static_cast<const StepChild&>(what));
		}
	}
};

// A cast of a hull at the things that moved.
struct StepHull
{
	const StepMotion::State& step;
	const HullPath& path;
	MovingHull moving;
	const QueryFilter& filter;

	[[nodiscard]] Vec<double> PlaceAt(double fraction) const
	{
		return Lift<double>(path.pose.p) + fraction * Lift<double>(path.translation);
	}

	// Returns the hull, at rest at a place.
	[[nodiscard]] MovingHull At(b2Vec2 place) const { return {path.hull, {place, path.pose.q}, {0.0f, 0.0f}, 0.0f}; }

	[[nodiscard]] b2Vec2 WayOf(const BodyMotion& motion) const
	{
		return ToFloat(motion.centerAfter - motion.centerBefore - Lift<double>(path.translation));
	}

	[[nodiscard]] std::optional<TurningTouch> Meet(const MovedThing& thing, int32_t part, double cutoff) const;
	[[nodiscard]] bool Accepts(const MovedThing& thing, int32_t part, const TurningTouch& touch) const;
	[[nodiscard]] std::optional<PartTouch> First(const HullHit* limit) const;
	void Tell(const PartTouch& first, HullHit& hit) const;
	void TellStart(const PartTouch& first, HullHit& hit) const;
	void TellTouch(const PartTouch& first, HullHit& hit) const;
	void TellExit(const PartTouch& first, HullHit& hit) const;
};

StepChild ThingAt(const MovedThing& thing, double share)
{
	return {thing.whole.fixture, thing.whole.child, thing.whole.motion->PoseAt(share)};
}

const b2Shape& ShapeOf(const MovedThing& thing)
{
	return *thing.whole.fixture->GetShape();
}

std::optional<TurningTouch> StepHull::Meet(const MovedThing& thing, int32_t part, double cutoff) const
{
	const BodyMotion& motion = *thing.whole.motion;
	ChildGeometry geometry;
	if (DescribePart(ShapeOf(thing), part, geometry) == false)
	{
		return std::nullopt;
	}
	const TurningMotion turning{motion.before, motion.localCenter, WayOf(motion), static_cast<float>(motion.Turn()),
	                            path.maxFraction};
	return CastTurningUpTo(cutoff, geometry.AsHull(), turning, path.hull, path.pose, k_stepTolerance).touch;
}

// True if the filter's rules about starts inside and about sides of edges accept a touch.
bool StepHull::Accepts(const MovedThing& thing, int32_t part, const TurningTouch& touch) const
{
	const b2Transform pose = thing.whole.motion->PoseAt(touch.fraction);
	const auto sideOf = [&]
	{
		const b2Vec2 normal = touch.startsInside ? touch.wayOut : touch.normal;
		return HullSide{path.hull,
		                {ToFloat(PlaceAt(touch.fraction)), path.pose.q},
		                InverseTurn(pose.q, -1.0 * Lift<double>(normal)),
		                touch.depth,
		                touch.moving.vertex};
	};
	if (AcceptsStart(filter, true) == false &&
	    (touch.startsInside || OverlapsStanding(FixtureAt{thing, 0.0}, At(path.pose.p), filter, ThingAt(thing, 0.0))))
	{
		return false;
	}
	return AcceptsHullSide(FixtureAt{thing, touch.fraction}, filter, {thing.whole.fixture, part, pose}, sideOf);
}

std::optional<PartTouch> StepHull::First(const HullHit* limit) const
{
	std::optional<PartTouch> best;
	ThickRay thick;
	if (step.things.empty() || ThickRayOf(moving, thick) == false)
	{
		return best;
	}
	const auto isFirst = [&](float fraction, const FixtureChild& child)
	{
		return (limit == nullptr || IsNearer(fraction, child, limit->enter.fraction, LiveTree::WhatOf(*limit))) &&
		       (best.has_value() == false ||
		        IsNearer(fraction, child, best->touch.fraction, {best->thing->whole.fixture, best->part}));
	};
	const auto visit = [&](const MovedThing& thing, const MovedChild& part)
	{
		const auto cutoff = [&]
		{
			return CutoffAbove(best ? best->touch.fraction
			                        : (limit != nullptr ? limit->enter.fraction : path.maxFraction));
		};
		if (ricochet::Accepts(filter, part.fixture))
		{
			const std::optional<TurningTouch> touch = Meet(thing, part.child, cutoff());
			if (touch && isFirst(touch->fraction, {part.fixture, part.child}) && Accepts(thing, part.child, *touch))
			{
				best = {&thing, part.child, *touch};
			}
		}
		return cutoff();
	};
	step.WalkMoved(thick, visit);
	return best;
}

HullFeature FeatureOf(const b2Shape& shape, int32_t part, const HullFeature& feature)
{
	const CastGeometryData* attached = AttachedTo(shape);
	return attached == nullptr ? feature
	                           : HullFeature{OfOutline(attached->VerticesOf(part), feature.vertex),
	                                         OfOutline(attached->EdgesOf(part), feature.edge)};
}

int32_t EdgeOf(const Place& place, const HullFeature& still)
{
	return place.geometry.IsEdge() ? place.child : still.edge;
}

// Fills in a hit whose hull starts in the thing. At that time nothing has moved.
void StepHull::TellStart(const PartTouch& first, HullHit& hit) const
{
	const StepChild what = ThingAt(*first.thing, 0.0);
	const MovingHull standing = At(path.pose.p);
	HullCast cast(standing, filter);
	cast.TakeStarts();
	HullMeet met;
	if (cast(FixtureAt{*first.thing, 0.0}, what, CutoffAbove(0.0f), met))
	{
		TellMeet(standing, PlaceOf(what), HullHitOf::Part, met, hit);
	}
	hit.startsInside = true;
	hit.endsInside = false;
	hit.grazing = false;
	hit.enter = {0.0f, path.pose.p, {0.0f, 0.0f}, -1};
}

// Fills in the hit of an entry. Rounds contact and place so that they lie outside the thing, which has its pose of the
// entry. The place also lies outside things at rest.
void StepHull::TellTouch(const PartTouch& first, HullHit& hit) const
{
	const b2Shape& shape = ShapeOf(*first.thing);
	const TurningTouch& touch = first.touch;
	const StepChild what = ThingAt(*first.thing, touch.fraction);
	const Vec<double> place = PlaceAt(touch.fraction);
	const Vec<double> normal = -1.0 * Lift<double>(touch.normal);
	hit.still = FeatureOf(shape, first.part, touch.moving);
	hit.moving = touch.still;
	hit.enter = {touch.fraction, ToFloat(place), ToFloat(normal), EdgeOf(PlaceOf(what), hit.still)};
	const Vec<double> onHull = Lift<double>(touch.contact) + (place - Lift<double>(path.pose.p));
	const SurfaceFoot foot = FootOnPart(shape, first.part, what.pose, onHull);
	hit.contact = PointOffPart(shape, first.part, what.pose, foot.point, normal, normal);
	const auto isOff = [&](b2Vec2 at)
	{
		return OverlapsStanding(FixtureAt{*first.thing, touch.fraction}, At(at), filter, what) == false &&
		       OverlapsNew(RestSource{step}, moving, at, filter) == false;
	};
	hit.place = hit.enter.point;
	if (isOff(hit.place) == false)
	{
		const Vec<double> way = Lift<double>(path.translation);
		const Vec<double> back = Length(way) > 0.0 ? -1.0 * UnitOf(way) : normal;
		hit.place = SearchOffSurface(place, normal, back, RoundingUnit(place, path.pose.p), isOff);
	}
}

// Finds the exit: it is the entry of the reversed path, which starts at the end of the step.
void StepHull::TellExit(const PartTouch& first, HullHit& hit) const
{
	const BodyMotion& motion = *first.thing->whole.motion;
	const b2Shape& shape = ShapeOf(*first.thing);
	const float last = path.maxFraction;
	const b2Transform end{ToFloat(PlaceAt(last)), path.pose.q};
	const TurningMotion back{motion.PoseAt(last), motion.localCenter, -WayOf(motion),
	                         static_cast<float>(-motion.Turn()), last - hit.enter.fraction};
	const bool isAttached = AttachedTo(shape) != nullptr;
	hit.exit = hit.enter;
	for (int32_t part = isAttached ? 0 : first.part; part < (isAttached ? PartCountOf(shape) : first.part + 1); ++part)
	{
		ChildGeometry geometry;
		(void)DescribePart(shape, part, geometry);
		const std::optional<TurningTouch> touch =
		    CastTurningUpTo(std::numeric_limits<double>::infinity(), geometry.AsHull(), back, path.hull, end,
		                    k_stepTolerance)
		        .touch;
		const float fraction = touch ? last - touch->fraction : 0.0f;
		if (touch && touch->startsInside)
		{
			hit.endsInside = true;
			hit.exit = {last, end.p, {0.0f, 0.0f}, -1};
			return;
		}
		if (touch && fraction > hit.exit.fraction)
		{
			const StepChild what = ThingAt(*first.thing, fraction);
			hit.exit = {fraction, ToFloat(PlaceAt(fraction)), -touch->normal,
			            EdgeOf(PlaceOf(what), FeatureOf(shape, part, touch->moving))};
		}
	}
}

void StepHull::Tell(const PartTouch& first, HullHit& hit) const
{
	static_cast<Item&>(hit) = RestSource::ItemOf(ThingAt(*first.thing, 0.0));
	if (first.touch.startsInside)
	{
		TellStart(first, hit);
	}
	else
	{
		TellTouch(first, hit);
	}
	TellExit(first, hit);
}

} // namespace

std::optional<HullHit> CastHullClosest(const StepMotion& step, const HullPath& path, const QueryFilter& filter)
{
	const StepMotion::State& state = StateOf(step);
	HullPath within = path;
	within.maxFraction = path.maxFraction > 1.0f ? 1.0f : path.maxFraction;
	std::optional<HullHit> hit = ClosestHullIn(RestSource{state}, within, filter);
	const StepHull cast{state, within, MovingHullOf(within), filter};
	if (const std::optional<PartTouch> first = cast.First(hit ? &*hit : nullptr))
	{
		cast.Tell(*first, hit.emplace());
	}
	return hit;
}

} // namespace ricochet
