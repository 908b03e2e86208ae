// MIT License, Copyright (c) 2026 the ricochet authors

#include "c/convert.h"
#include "host/host.h"
#include "projectile/base/def_fields.h"

static_assert(RICOCHET_SIDES_BACK == static_cast<int>(ricochet::Sides::Back));

namespace ricochet::c
{

namespace
{

ricochet_crossing ToC(const Crossing& crossing)
{
	return {crossing.fraction, c::ToC(crossing.point), c::ToC(crossing.normal), crossing.edge};
}

ricochet_hull_feature ToC(const HullFeature& feature)
{
	return {feature.vertex, feature.edge};
}

/// Returns a C hit on a thing. Sets only the fields about the thing.
template <class Hit>
Hit HitOn(const Namer& names, const Item& item)
{
	const Told told = names.NamesOf(item.fixture);
	Hit hit{};
	hit.body = told.body;
	hit.fixture = told.fixture;
	hit.body_user_data = told.bodyData;
	hit.fixture_user_data = told.fixtureData;
	hit.child = item.child;
	return hit;
}

ricochet_ray_hit SpanOn(const Namer& names, const RaySpan& span, const Item& item)
{
	auto hit = HitOn<ricochet_ray_hit>(names, item);
	hit.enter = ToC(span.enter);
	hit.exit = ToC(span.exit);
	hit.starts_inside = span.startsInside;
	hit.ends_inside = span.endsInside;
	hit.grazing = span.grazing;
	return hit;
}

ricochet_hull_hit SpanOn(const Namer& names, const HullSpan& span, const Item& item)
{
	return {SpanOn(names, static_cast<const RaySpan&>(span), item),
	        c::ToC(span.contact),
	        c::ToC(span.place),
	        ToC(span.still),
	        ToC(span.moving),
	        span.depth,
	        c::ToC(span.wayOut)};
}

/// Wraps a C predicate as a FixturePredicate.
struct Predicate
{
	const Namer* names;
	ricochet_predicate accept;
	void* context;

	bool operator()(b2Fixture* fixture) const
	{
		const Told told = names->NamesOf(fixture);
		return accept(told.body, told.fixture, context);
	}
};

/// Wraps a C steering function as a SteeringRule.
struct Steering
{
	ricochet_steering steer;
	void* context;

	b2Vec2 operator()(const BulletState& bullet) const
	{
		const ricochet_bullet_state state = c::ToC(bullet);
		ricochet_vec acceleration{0.0f, 0.0f};
		steer(&state, &acceleration, context);
		return ToCpp(acceleration);
	}
};

} // namespace

ricochet_ray ToC(const Ray& ray)
{
	return {c::ToC(ray.origin), c::ToC(ray.translation), ray.maxFraction};
}

ricochet_ray_hit ToC(const Namer& names, const RayHit& hit)
{
	return SpanOn(names, hit, hit);
}

ricochet_ray_hit ToC(const Namer& names, const SolidSpan& solid)
{
	return SpanOn(names, solid, solid);
}

ricochet_hull_hit ToC(const Namer& names, const HullHit& hit)
{
	return SpanOn(names, hit, hit);
}

ricochet_hull_hit ToC(const Namer& names, const HullSolidSpan& solid)
{
	return SpanOn(names, solid, solid);
}

ricochet_turning_hit ToC(const Namer& names, const TurningHit& hit)
{
	auto told = HitOn<ricochet_turning_hit>(names, hit);
	told.fraction = hit.fraction;
	told.contact = ToC(hit.contact);
	told.normal = ToC(hit.normal);
	told.still = ToC(hit.still);
	told.moving = ToC(hit.moving);
	told.starts_inside = hit.startsInside;
	told.depth = hit.depth;
	told.way_out = ToC(hit.wayOut);
	told.is_certain = hit.isCertain;
	return told;
}

ricochet_overlap_hit ToC(const Namer& names, const OverlapHit& hit)
{
	auto told = HitOn<ricochet_overlap_hit>(names, hit);
	told.depth = hit.depth;
	told.way_out = ToC(hit.wayOut);
	told.place = ToC(hit.place);
	return told;
}

ricochet_nearest_hit ToC(const Namer& names, const NearestHit& hit)
{
	auto told = HitOn<ricochet_nearest_hit>(names, hit);
	told.distance = hit.distance;
	told.point = ToC(hit.point);
	told.normal = ToC(hit.normal);
	return told;
}

ricochet_ground ToC(const Namer& names, const Ground& ground)
{
	auto told = HitOn<ricochet_ground>(names, ground);
	told.point = ToC(ground.point);
	told.normal = ToC(ground.normal);
	told.distance = ground.distance;
	told.slope = ground.slope;
	told.is_walkable = ground.isWalkable;
	told.is_held = ground.isHeld;
	told.velocity = ToC(ground.velocity);
	return told;
}

ricochet_slide_plane ToC(const Namer& names, const SlidePlane& plane)
{
	auto told = HitOn<ricochet_slide_plane>(names, plane);
	told.normal = ToC(plane.normal);
	told.point = ToC(plane.point);
	told.is_overlap = plane.isOverlap;
	return told;
}

ricochet_beam_leg ToC(const Namer& names, const BeamLeg& leg)
{
	return {ToC(leg.ray), SpanOn(names, leg, leg), leg.begin,  ToC(leg.response), leg.parent, leg.medium, leg.power,
	        leg.bounced,  leg.refractiveIndex,     leg.leaving};
}

Checker Points(const char* name, const ricochet_vec* points, int32_t count)
{
	return Checker().AtLeast("count", count, 0.0).NotNull(name, count > 0 ? points : static_cast<const void*>(&count));
}

Checker CheckRings(const ricochet_outline* outline)
{
	const ricochet_outline from = outline != nullptr ? *outline : ricochet_outline{};
	const Checker points = Points("ricochet_outline::vertices", from.vertices, from.count);
	return Checker()
	    .NotNull("outline", outline)
	    .Require(points.IsSound(), points.Outcome().GetError())
	    .AtLeast("ricochet_outline::ring_count", from.ring_count, 0.0)
	    .NotNull("ricochet_outline::ring_starts", from.ring_count > 0 ? from.ring_starts : &from.ring_count);
}

Result<Outline> OutlineOf(const ricochet_outline* outline)
{
	return WithRings(outline, [](const auto& vertices, const auto& starts) { return Outline::Make(vertices, starts); });
}

ricochet_expired ToC(const ExpiredEvent& end)
{
	ricochet_expired told{};
	told.bullet = ToC(end.bullet);
	told.grenade = ToC(end.grenade);
	told.user_data = end.userData;
	told.reason = static_cast<int32_t>(end.reason);
	told.time = end.time;
	told.age = end.age;
	told.distance = end.distance;
	told.position = ToC(end.position);
	told.velocity = ToC(end.velocity);
	return told;
}

ricochet_impact ToC(const WorldState& world, const ImpactEvent& impact)
{
	ricochet_impact told{};
	told.hit = ToC(world, static_cast<const RayHit&>(impact));
	told.bullet = ToC(impact.bullet);
	told.grenade = ToC(impact.grenade);
	told.user_data = impact.userData;
	told.time = impact.time;
	told.age = impact.age;
	told.distance = impact.distance;
	told.thickness = impact.thickness;
	told.depth = impact.depth;
	told.velocity_before = ToC(impact.velocityBefore);
	told.velocity_after = ToC(impact.velocityAfter);
	told.impulse = ToC(impact.impulse);
	told.response = ToC(impact.response);
	told.mass = impact.mass;
	told.steepness = impact.steepness;
	told.energy_lost = impact.energyLost;
	told.damage = impact.damage;
	told.local_point = ToC(impact.localPoint);
	told.local_normal = ToC(impact.localNormal);
	told.position = ToC(impact.position);
	told.decided = ToC(impact.decided);
	return told;
}

ricochet_blast_hit ToC(const Namer& names, const BlastHit& hit)
{
	const Told of = names.NamesOf(hit.fixture);
	ricochet_blast_hit told{};
	told.body = of.body;
	told.fixture = of.fixture;
	told.body_user_data = of.bodyData;
	told.child = hit.child;
	told.point = ToC(hit.point);
	told.distance = hit.distance;
	told.seen_length = hit.seenLength;
	told.share = hit.share;
	told.damage = hit.damage;
	told.impulse = ToC(hit.impulse);
	told.moment = hit.moment;
	told.destroyed = hit.destroyed;
	return told;
}

ricochet_bullet_state ToC(const BulletState& bullet)
{
	return {ToC(bullet.id), ToC(bullet.position), ToC(bullet.velocity), bullet.age,
	        bullet.bounces, bullet.pierces,       bullet.radius,        bullet.userData};
}

ricochet_grenade_state ToC(const GrenadeState& grenade)
{
	return {ToC(grenade.id), ToC(grenade.position), ToC(grenade.velocity), grenade.angle, grenade.angularVelocity,
	        grenade.radius,  grenade.age,           grenade.resting,       grenade.stuck, grenade.userData};
}

ricochet_surface ToC(const Surface& surface)
{
	ricochet_surface to{};
#define RICOCHET_COPY(field, cField, rule) to.cField = ToC(surface.field);
	RICOCHET_SURFACE_FIELDS(RICOCHET_COPY)
#undef RICOCHET_COPY
	return to;
}

Surface ToCpp(const ricochet_surface& surface)
{
	Surface to;
#define RICOCHET_COPY(field, cField, rule) to.field = ToCpp(surface.cField);
	RICOCHET_SURFACE_FIELDS(RICOCHET_COPY)
#undef RICOCHET_COPY
	return to;
}

Response ResponseOf(int32_t number)
{
	const auto response = static_cast<Response>(number);
	return number >= 0 && ToC(response) == number ? response : Response::Stop;
}

// If a Response has no number here, ricochet does not compile, because its builds treat that warning as an error.
int32_t ToC(Response response)
{
	switch (response)
	{
	case Response::Stop:
		return RICOCHET_STOP;
	case Response::Bounce:
		return RICOCHET_BOUNCE;
	case Response::Pierce:
		return RICOCHET_PIERCE;
	case Response::Ignore:
		return RICOCHET_IGNORE;
	}
	return -1;
}

Checker& Data(Checker& checker, const char* name, uint64_t data)
{
	const bool fits = static_cast<uintptr_t>(data) == data;
	return checker.Require(
	    fits, {ErrorReason::TooLarge, name, -1, static_cast<double>(data), static_cast<double>(UINTPTR_MAX)});
}

FixturePredicate PredicateOf(const Namer& names, ricochet_predicate accept, void* context)
{
	return accept != nullptr ? FixturePredicate(Predicate{&names, accept, context}) : FixturePredicate();
}

SteeringRule SteeringOf(ricochet_steering steering, void* context)
{
	return steering != nullptr ? SteeringRule(Steering{steering, context}) : SteeringRule();
}

BlastRule BlastRuleOf(const Namer& names, ricochet_blast_rule rule, void* context)
{
	if (rule == nullptr)
	{
		return {};
	}
	return [&names, rule, context](const BlastHit& hit)
	{
		const ricochet_blast_hit told = ToC(names, hit);
		ricochet_blast_decision decision{};
		rule(&told, &decision, context);
		return BlastDecision{decision.destroyed, decision.passed};
	};
}

Result<QueryFilter> FilterOf(const Namer& names, const ricochet_filter* filter)
{
	const Result<ricochet_filter> taken = Take(filter, ricochet_filter_default(), "ricochet_filter::size");
	if (!taken)
	{
		return taken.GetError();
	}
	const ricochet_filter& from = *taken;
	const Checker checker = Checker()
	                            .AtLeast("ricochet_filter::sides", from.sides, RICOCHET_SIDES_BOTH)
	                            .AtMost("ricochet_filter::sides", from.sides, RICOCHET_SIDES_BACK);
	if (checker.IsSound() == false)
	{
		return checker.Outcome().GetError();
	}
	QueryFilter made;
	made.categoryBits = from.category_bits;
	made.maskBits = from.mask_bits;
	made.groupIndex = from.group_index;
	made.sensors = from.sensors;
	made.startInside = from.start_inside;
	made.sides = static_cast<Sides>(from.sides);
	size_t ignored = 0;
	for (const ricochet_body id : from.ignore)
	{
		const b2Body* body = names.BodyToCompare(id);
		if (body != nullptr)
		{
			(ignored == 0 ? made.ignoreBody : made.alsoIgnore[ignored - 1]) = body;
			ignored += 1;
		}
	}
	made.accept = PredicateOf(names, from.accept, from.context);
	return made;
}

} // namespace ricochet::c

ricochet_filter ricochet_filter_default(void)
{
	const ricochet::QueryFilter from;
	ricochet_filter def{};
	def.size = sizeof(def);
	def.category_bits = from.categoryBits;
	def.mask_bits = from.maskBits;
	def.group_index = from.groupIndex;
	def.sensors = from.sensors;
	def.start_inside = from.startInside;
	def.sides = static_cast<int32_t>(from.sides);
	return def;
}
