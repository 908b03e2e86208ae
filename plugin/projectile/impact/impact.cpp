// MIT License, Copyright (c) 2026 the ricochet authors

#include "projectile/impact/impact.h"
#include "host/host.h"

#include "projectile/base/ballistics.h"

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

b2Vec2 RoundedAt(const LegHit& hit, const Vec<double>& point, const Vec<double>& normal, const Vec<double>& along)
{
	const b2Shape& shape = *hit.fixture->GetShape();
	return IsNormal(normal) ? PointOffShape(shape, ChildOfPart(shape, hit.child), hit.pose, point, normal, along)
	                        : ToFloat(point);
}

// A point that starts on the surface stays there, as the ray of a cast does.
SurfacePlace EntryOf(const LegHit& hit, const Vec<double>& center, double radius)
{
	if (radius > 0.0 && IsNormal(hit.normal))
	{
		const SurfaceFoot foot = FootOnPart(*hit.fixture->GetShape(), hit.child, hit.pose, center);
		return {foot.point, RoundedAt(hit, foot.point, foot.normal, foot.normal)};
	}
	return {center, hit.fraction > 0.0 ? RoundedAt(hit, center, hit.normal, hit.normal) : ToFloat(center)};
}

b2Vec2 ExitOf(const LegHit& hit, const Vec<double>& center, b2Vec2 entry)
{
	if (hit.exitFraction == hit.fraction)
	{
		return entry;
	}
	// The way was converted into the frame of the body and back. A b2Rot changes lengths by up to 1e-7 each time.
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
		// The path through the whole solid was cast between rounded points: its end is not exactly on the last surface.
		const b2Shape& last = *hit.exitFixture->GetShape();
		const SurfaceFoot foot = FootOnPart(last, hit.exitChild, hit.pose, exit);
		return PointOffShape(last, ChildOfPart(last, hit.exitChild), hit.pose, foot.point, foot.normal, onward);
	}
	return RoundedAt(hit, exit, UnitOf(Turned(q, hit.met.span.exit.normal)), onward);
}

} // namespace

ImpactEvent DescribeImpact(const Leg& leg, const LegHit& hit, double radius, double dt, const Contact& contact)
{
	const LocalSpan& span = hit.met.span;
	const double time = leg.TimeAt(hit.fraction);
	const Vec<double> center = leg.PointAt(hit.fraction);
	const SurfacePlace entry = EntryOf(hit, center, radius);

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
	impact.position = radius > 0.0 ? ToFloat(center) : entry.point;
	impact.localNormal = ToFloat(InverseTurn(hit.pose.q, hit.normal));
	impact.startsInside = span.startsInside;
	impact.endsInside = hit.endsInside;
	impact.enter = {StepFraction(time, dt), entry.point, ToFloat(hit.normal),
	                EdgeOfPart(shape, hit.child, span.enter.edge)};
	impact.exit = {StepFraction(leg.TimeAt(hit.exitFraction), dt), ExitOf(hit, center, entry.point),
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

void Push(std::vector<const b2Body*>& pushed, const ImpactEvent& impact, const Contact& contact)
{
	if (Pushes(impact, contact))
	{
		pushed.push_back(impact.body);
		ApplyAt(*impact.body, impact.impulse, contact.arm);
	}
}

} // namespace ricochet
