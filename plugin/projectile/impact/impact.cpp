// MIT License, Copyright (c) 2026 the ricochet authors

#include "projectile/impact/impact.h"
#include "host/host.h"

#include "projectile/base/ballistics.h"

#include <algorithm>

namespace ricochet
{

float SteepnessOf(const Contact& contact)
{
	const double speed = Length(contact.RelativeVelocity());
	return speed > 0.0 ? static_cast<float>(std::clamp(contact.ApproachSpeed() / speed, 0.0, 1.0)) : 0.0f;
}

ImpactEvent DescribeImpact(const Leg& leg, const LegHit& hit, double dt, const Contact& contact)
{
	const LocalSpan& span = hit.met.span;
	const double time = leg.TimeAt(hit.fraction);
	const Vec<double> point = leg.PointAt(hit.fraction);

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
	impact.localPoint = ToFloat(InverseTurn(hit.pose.q, point - Lift<double>(hit.pose.p)));
	impact.position = ToFloat(point);
	impact.localNormal = ToFloat(InverseTurn(hit.pose.q, hit.normal));
	impact.startsInside = span.startsInside;
	impact.endsInside = hit.endsInside;
	impact.enter = {StepFraction(time, dt), ToFloat(point), ToFloat(hit.normal),
	                EdgeOfPart(shape, hit.child, span.enter.edge)};
	impact.exit = {StepFraction(leg.TimeAt(hit.exitFraction), dt), ToFloat(point + hit.exitWay),
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

void Push(std::vector<const b2Body*>& pushed, const ImpactEvent& impact, const Contact& contact)
{
	if (contact.inverseMass > 0.0 && impact.impulse != b2Vec2{0.0f, 0.0f} &&
	    contact.BodyCanTake(*impact.body, impact.impulse))
	{
		pushed.push_back(impact.body);
		ApplyAt(*impact.body, impact.impulse, contact.arm);
	}
}

} // namespace ricochet
