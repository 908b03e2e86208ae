// MIT License, Copyright (c) 2026 the ricochet authors

#include "projectile/impact/impact.h"
#include "host/host.h"

#include "projectile/base/ballistics.h"
#include "projectile/leg/flight.h"
#include "query/free_point.h"
#include "query/hull_walk.h"
#include "query/source.h"

#include <algorithm>

namespace ricochet
{

Vec<double> TouchOf(const LegHit& hit, const Vec<double>& center)
{
	const bool isIn = hit.normal.x == 0.0 && hit.normal.y == 0.0;
	return isIn ? center : FootOnPart(*hit.fixture->GetShape(), hit.child, hit.pose, center).point;
}

float SteepnessOf(const Contact& contact)
{
	const double speed = Length(contact.RelativeVelocity());
	return speed > 0.0 ? static_cast<float>(std::clamp(contact.ApproachSpeed() / speed, 0.0, 1.0)) : 0.0f;
}

namespace
{

// A point of a surface, as doubles and as floats.
struct SurfacePlace
{
	Vec<double> exact;
	b2Vec2 point;
};

bool IsNormal(const Vec<double>& normal)
{
	return normal.x != 0.0 || normal.y != 0.0;
}

// A hit of a projectile, with the data that the search for solids at that place needs.
struct Encounter
{
	const LegHit& hit;
	const QueryFilter& filter; // of the projectile
	const Flight& flight;
	double time; // of the hit, in the step (s)

	// The pose of a body that was not hit, at the time of the hit.
	[[nodiscard]] b2Transform PoseOf(const b2Body& other) const
	{
		const BodyMotion* motion = flight.Motion().Find(&other);
		return motion != nullptr ? motion->PoseAt(flight.Share(time)) : other.GetTransform();
	}
};

// True if isInside(what, place) is true for a solid fixture near a point that counts. Fixtures of the body that was hit
// count, at the pose of the impact. If the path comes close to another thing at the impact, fixtures of other bodies
// count, too. Fixtures that the projectile's filter refuses do not count.
template <class IsInside>
bool IsInAny(const Encounter& met, b2Vec2 point, const IsInside& isInside)
{
	const LegHit& hit = met.hit;
	const b2Body& body = *hit.fixture->GetBody();
	const bool isAtRest = IsSamePose(hit.pose, body.GetTransform());
	bool isIn = false;
	const auto test = [&](const FixtureChild& what, const b2Transform& pose)
	{
		isIn = isIn || (what.fixture->IsSensor() == false &&
		                isInside(what, PlaceOf(*what.fixture->GetShape(), what.child, pose)) &&
		                Accepts(met.filter, what.fixture));
		return isIn;
	};
	if (isAtRest || hit.isCloseToAnother)
	{
		const auto visit = [&](const FixtureChild& what)
		{
			const b2Body& other = *what.fixture->GetBody();
			const bool counts = &other == &body ? isAtRest : hit.isCloseToAnother && IsPose(other.GetTransform());
			return counts && test(what, &other == &body ? hit.pose : met.PoseOf(other));
		};
		LiveTree{*body.GetWorld()}.WalkUntil(ProbeOf(point, {1.0f, 0.0f}), visit);
	}
	if (isAtRest == false)
	{
		LiveTree::ForEachOf(body, [&](const FixtureChild& what) { return test(what, hit.pose); });
	}
	return isIn;
}

// True if a point lies inside a solid. `from`: the start of a straight path to the point; null: unknown. If `from` is
// known and the body is at rest, edges count, too. The result is then also true if the point lies on an edge, or if an
// edge lies between `from` and the point. The edge that was hit does not count.
bool IsInSolid(const Encounter& met, b2Vec2 point, const b2Vec2* from)
{
	const LegHit& hit = met.hit;
	const Ray probe = ProbeOf(point, {1.0f, 0.0f});
	const bool looksBack = from != nullptr && IsSamePose(hit.pose, hit.fixture->GetBody()->GetTransform());
	return IsInAny(met, point,
	               [&](const FixtureChild& what, const Place& place)
	               {
		               const bool isIt = what.fixture == hit.fixture && what.child == hit.child;
		               return (looksBack && isIt == false && EndsOnEdge(*from, point, QueryFilter(), place)) ||
		                      StartsIn(probe, place);
	               });
}

// IsInSolid for a point of the path. Along a surface the path may be closer to it than floats are apart.
bool RunsInSolid(const Encounter& met, const Vec<double>& point)
{
	return IsInAny(met, ToFloat(point),
	               [&](const FixtureChild&, const Place& place)
	               {
		               const Vec<double> local = InverseTurn(place.pose.q, point - Lift<double>(place.pose.p));
		               return SeparateFromChild(place.geometry, local).distance < 0.0;
	               });
}

// A place where the path crosses the surface of a part of the body.
struct PartCrossing
{
	const b2Fixture& fixture;
	int32_t part;
	Vec<double> point;
	Vec<double> normal; // outward
	Vec<double> out;    // the way out along the path
	const b2Vec2* from; // a place outside from which a straight path comes; null: unknown
};

// True if the path crosses an edge close to one of its ends. There the path may miss the neighbouring edge, and
// rounding may still bring the point onto that edge.
bool IsAtEnd(const LegHit& hit, const PartCrossing& at, b2Vec2 from)
{
	constexpr double k_units = 8.0;
	ChildGeometry geometry;
	if (hit.met.facing == Facing::Solid || DescribePart(*at.fixture.GetShape(), at.part, geometry) == false ||
	    geometry.IsEdge() == false)
	{
		return false;
	}
	const double near = k_units * RoundingUnit(at.point, from);
	return std::any_of(geometry.ends.begin(), geometry.ends.end(),
	                   [&](b2Vec2 end) { return Length(PointOf(hit.pose, end) - at.point) <= near; });
}

// The distance behind a crossing at which the path is tested. If the path is inside a solid there, it continues in that
// solid. Rounding errors do not reach that far.
constexpr double k_behindSurface = 32.0; // units

// Rounds a crossing to a float point outside the part. If another solid that touches the surface there contains this
// point, the point is moved out of that solid. If the path continues inside a solid, the point is not moved.
b2Vec2 PointOffSolids(const Encounter& met, const PartCrossing& at, const Vec<double>& along)
{
	const LegHit& hit = met.hit;
	if (IsNormal(at.normal) == false)
	{
		return ToFloat(at.point);
	}
	const b2Shape& shape = *at.fixture.GetShape();
	const b2Vec2 from = at.from != nullptr ? b2Abs(*at.from) : b2Vec2{0.0f, 0.0f};
	const b2Vec2 told = PointOffPart(shape, at.part, hit.pose, at.point, at.normal, along, std::max(from.x, from.y));
	const bool isAlone = OnlyFixtureOf(*at.fixture.GetBody()) != nullptr && hit.isCloseToAnother == false &&
	                     IsAtEnd(hit, at, b2Max(b2Abs(hit.pose.p), from)) == false;
	if (isAlone || IsInSolid(met, told, at.from) == false)
	{
		return told;
	}
	// Near a corner the normal may belong to another face, into which the path leads. Then the direction along the path
	// that leads out of the part replaces the normal.
	const Vec<double> outward = Dot(at.normal, at.out) > 0.0 ? at.normal : UnitOf(at.out);
	const CrossedSurface surface(at.point, ToFloat(outward), at.out, b2Max(b2Abs(hit.pose.p), from));
	if (RunsInSolid(met, at.point + k_behindSurface * surface.unit * surface.along))
	{
		return told;
	}
	return surface.FreeOr(told, [&](b2Vec2 point) { return IsInSolid(met, point, at.from) == false; });
}

// Returns the entry. If a bullet without a radius starts on the surface, that point is not moved off the surface. Rays
// that start on a surface have the same rule.
SurfacePlace EntryOf(const Encounter& met, const Vec<double>& center, double radius, b2Vec2 from)
{
	const LegHit& hit = met.hit;
	if (radius > 0.0 && IsNormal(hit.normal))
	{
		const SurfaceFoot foot = FootOnPart(*hit.fixture->GetShape(), hit.child, hit.pose, center);
		const b2Vec2 middle = ToFloat(center);
		return {
		    foot.point,
		    PointOffSolids(met, {*hit.fixture, hit.child, foot.point, foot.normal, foot.normal, &middle}, foot.normal)};
	}
	if (hit.fraction == 0.0)
	{
		return {center, ToFloat(center)};
	}
	return {center,
	        PointOffSolids(met, {*hit.fixture, hit.child, center, hit.normal, -1.0 * hit.pieceWay, &from}, hit.normal)};
}

// True if a disc at a place overlaps a solid fixture of the body, at the body's present pose. Fixtures that the filter
// refuses do not count.
bool OverlapsBody(const b2Body& body, const QueryFilter& filter, b2Vec2 place, float radius)
{
	const b2Vec2 center{0.0f, 0.0f};
	const MovingHull disc({std::span(&center, 1), radius}, {place, NoMove().q}, {0.0f, 0.0f}, 0.0f);
	const auto isOfBody = [&](const FixtureChild& what)
	{
		return what.fixture->GetBody() == &body && Accepts(filter, what.fixture);
	};
	return OverlapsOne(LiveTree{*body.GetWorld()}, disc, QueryFilter(), isOfBody);
}

// Rounds the centre of a disc that hits a body. The game may fire another disc from there, so the rounded disc must not
// overlap the body. If the body moves in the step, the centre is only rounded, because the body has left that place
// when the game receives the event.
b2Vec2 CenterOffBody(const Encounter& met, const Vec<double>& center, double radius)
{
	const LegHit& hit = met.hit;
	const b2Body& body = *hit.fixture->GetBody();
	const b2Vec2 told = ToFloat(center);
	const auto isOff = [&](b2Vec2 place)
	{
		return OverlapsBody(body, met.filter, place, static_cast<float>(radius)) == false;
	};
	if (IsNormal(hit.normal) == false || IsSamePose(hit.pose, body.GetTransform()) == false || isOff(told))
	{
		return told;
	}
	return CrossedSurface(center, ToFloat(hit.normal), -1.0 * hit.pieceWay, hit.pose.p).FreeOr(told, isOff);
}

b2Vec2 ExitOf(const Encounter& met, const Vec<double>& center, b2Vec2 entry)
{
	const LegHit& hit = met.hit;
	if (hit.exitFraction == hit.fraction)
	{
		return entry;
	}
	// The displacement was converted into the frame of the body and back. Each conversion by a b2Rot changes lengths by
	// a share of up to 1e-7.
	const b2Rot& q = hit.pose.q;
	const double square = static_cast<double>(q.c) * q.c + static_cast<double>(q.s) * q.s;
	const Vec<double> exit = center + (1.0 / square) * hit.exitWay;
	if (IsNormal(hit.met.span.exit.normal) == false)
	{
		return ToFloat(exit);
	}
	const Vec<double> onward = UnitOf(hit.exitWay);
	if (hit.exitFixture != nullptr)
	{
		// The path through the whole solid was cast between rounded points, so its end is not exactly on the last
		// surface.
		const SurfaceFoot foot = FootOnPart(*hit.exitFixture->GetShape(), hit.exitChild, hit.pose, exit);
		return PointOffSolids(met, {*hit.exitFixture, hit.exitChild, foot.point, foot.normal, onward, nullptr}, onward);
	}
	const Vec<double> normal = UnitOf(Turned(q, hit.met.span.exit.normal));
	return PointOffSolids(met, {*hit.fixture, hit.child, exit, normal, onward, nullptr}, onward);
}

} // namespace

ImpactEvent DescribeImpact(const Flight& flight, const Leg& leg, const LegHit& hit, double radius,
                           const QueryFilter& filter, double dt, const Contact& contact)
{
	const LocalSpan& span = hit.met.span;
	const double time = leg.TimeAt(hit.fraction);
	const Encounter met{hit, filter, flight, time};
	const Vec<double> center = hit.CenterOn(leg);
	const SurfacePlace entry = EntryOf(met, center, radius, leg.from);

	ImpactEvent impact;
	impact.fixture = hit.fixture;
	const b2Shape& shape = *hit.fixture->GetShape();
	impact.child = ChildOfPart(shape, hit.child);
	impact.body = hit.fixture->GetBody();
	impact.time = static_cast<float>(time);
	impact.thickness = static_cast<float>(std::min(hit.thickness, static_cast<double>(b2_maxFloat)));
	impact.velocityBefore = ToFloat(contact.velocity);
	impact.mass = static_cast<float>(contact.mass);
	impact.steepness = SteepnessOf(contact);
	impact.localPoint = ToFloat(InverseTurn(hit.pose.q, entry.exact - Lift<double>(hit.pose.p)));
	impact.position = radius > 0.0 ? CenterOffBody(met, center, radius) : entry.point;
	impact.localNormal = ToFloat(InverseTurn(hit.pose.q, hit.normal));
	impact.startsInside = span.startsInside;
	impact.endsInside = hit.endsInside;
	impact.enter = {StepFraction(time, dt), entry.point, ToFloat(hit.normal),
	                EdgeOfPart(shape, hit.child, span.enter.edge)};
	impact.exit = {StepFraction(leg.TimeAt(hit.exitFraction), dt), ExitOf(met, center, entry.point),
	               UnitNormal(span.exit.normal, hit.pose.q), EdgeOfPart(shape, hit.child, span.exit.edge)};
	return impact;
}

ImpactDecision Decide(const ImpactRule& rule, ImpactEvent& impact, Response proposed)
{
	impact.response = proposed;
	impact.decided = proposed;
	ImpactDecision decision = proposed;
	if (rule)
	{
		decision = rule(impact);
	}
	if (decision.response > Response::Ignore) // no Response
	{
		decision.response = Response::Stop;
	}
	impact.response = decision.response;
	impact.decided = decision.response;
	impact.damage = decision.damage;
	return decision;
}

void TakeVelocity(StepFailures& failures, const std::optional<b2Vec2>& wanted, Response response,
                  const Contact& contact, Vec<double>& after)
{
	if (wanted.has_value() == false)
	{
		return;
	}
	constexpr const char* k_name = "ImpactDecision::velocityAfter";
	if (wanted->IsValid() == false)
	{
		failures.Keep({ErrorReason::NotFinite, k_name, -1, std::isfinite(wanted->x) ? wanted->y : wanted->x});
		return;
	}
	const Vec<double> velocity = Lift<double>(*wanted);
	const double leaving = Dot(velocity - contact.surface, contact.normal);
	const bool goesIn = response == Response::Pierce || response == Response::Ignore;
	if (TurnsBack(response) && leaving < 0.0)
	{
		failures.Keep({ErrorReason::TooSmall, k_name, -1, leaving, 0.0});
	}
	else if (goesIn && leaving > 0.0)
	{
		failures.Keep({ErrorReason::TooLarge, k_name, -1, leaving, 0.0});
	}
	else
	{
		after = velocity;
	}
}

void Complete(ImpactEvent& impact, const Contact& contact, const Vec<double>& after)
{
	impact.velocityAfter = ToFloat(after);
	impact.impulse = ToFloat(contact.mass * (contact.velocity - after));
	impact.energyLost = static_cast<float>(EnergyLost(contact, after));
}

void ApplyAt(b2Body& body, b2Vec2 impulse, const Vec<double>& arm)
{
	body.ApplyLinearImpulse(impulse, ToFloat(Lift<double>(body.GetWorldCenter()) + arm), true);
}

bool Pushes(const ImpactEvent& impact, const Contact& contact)
{
	return contact.inverseMass > 0.0 && impact.impulse != b2Vec2{0.0f, 0.0f} && contact.BodyCanTake(impact.impulse);
}

} // namespace ricochet
