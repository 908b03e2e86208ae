// MIT License, Copyright (c) 2026 the ricochet authors

#include "projectile/impact/response.h"
#include "host/host.h"

#include "projectile/base/ballistics.h"

#include <algorithm>

namespace ricochet
{

namespace
{

// The largest number of rounds of normal and tangential impulses at one contact. Each round removes energy, and the
// remaining impulses shrink geometrically.
constexpr int k_maxRounds = 64;

// Returns the factor by which an impulse along u at the contact changes the relative velocity along u (1/kg).
double InverseEffectiveMass(const Contact& contact, const Vec<double>& u)
{
	const double lever = Cross(contact.arm, u);
	const double rolled = Dot(contact.Tangent(), u);
	return 1.0 / contact.mass + contact.inverseMass + contact.inverseInertia * lever * lever +
	       contact.roll / contact.mass * rolled * rolled;
}

// Returns the relative velocity after an impulse on the projectile and the opposite impulse on the body.
Vec<double> RelativeAfter(const Contact& contact, const Vec<double>& impulse)
{
	const double spin = contact.inverseInertia * Cross(contact.arm, impulse);
	const Vec<double> turning{-spin * contact.arm.y, spin * contact.arm.x};
	const Vec<double> after =
	    contact.RelativeVelocity() + (1.0 / contact.mass + contact.inverseMass) * impulse + turning;
	const Vec<double> tangent = contact.Tangent();
	return contact.roll > 0.0 ? after + (contact.roll / contact.mass * Dot(impulse, tangent)) * tangent : after;
}

} // namespace

// Computes the velocities as b2Body::ApplyLinearImpulse does.
BodyVelocity VelocityAfter(const b2Body& body, const BodyVelocity& before, b2Vec2 impulse, const Vec<double>& arm)
{
	const b2Vec2 center = body.GetWorldCenter();
	const b2Vec2 fromCenter = ToFloat(Lift<double>(center) + arm) - center;
	return {before.linear + InverseMassOf(body) * impulse,
	        before.angular + InverseInertiaOf(body) * b2Cross(fromCenter, impulse)};
}

Contact::Contact(double projectileMass, const Vec<double>& projectileVelocity, const b2Body& body,
                 const Vec<double>& bodyArm, const Vec<double>& unitNormal)
    : Contact(projectileMass, projectileVelocity, body, VelocityOf(body), bodyArm, unitNormal)
{
}

Contact::Contact(double projectileMass, const Vec<double>& projectileVelocity, const b2Body& body,
                 const BodyVelocity& bodyVelocity, const Vec<double>& bodyArm, const Vec<double>& unitNormal)
    : mass(projectileMass), velocity(projectileVelocity), normal(unitNormal), arm(bodyArm),
      inverseMass(InverseMassOf(body)), inverseInertia(InverseInertiaOf(body)), moving(bodyVelocity)
{
	if (body.GetType() != b2_staticBody)
	{
		const double spin = moving.angular;
		surface = Lift<double>(moving.linear) + Vec<double>{-spin * arm.y, spin * arm.x};
	}
}

bool Contact::BodyCanTake(b2Vec2 impulse) const
{
	// These are all the numbers that Box2D computes from the impulse as floats.
	const Vec<double> j = Lift<double>(impulse);
	const Vec<double> products{arm.x * j.y, arm.y * j.x};
	const Vec<double> speed = inverseMass * j;
	const double spin = inverseInertia * (products.x - products.y);
	return FitsFloat(products) && FitsFloat({products.x - products.y, spin}) && FitsFloat(speed) &&
	       FitsFloat(Lift<double>(moving.linear) + speed) && FitsFloat({moving.angular + spin, 0.0});
}

bool Contact::IsFlatterThan(double angle) const
{
	// The test is tan(incidence) = approach / along <= tan(angle). It holds for angles below a right angle.
	if (angle >= static_cast<double>(b2_pi) / 2.0)
	{
		return true;
	}
	const Vec<double> u = RelativeVelocity();
	const SinCos limit = SinCosOf(angle);
	return -Dot(u, normal) * limit.cos <= std::abs(Cross(u, normal)) * limit.sin;
}

bool TurnsBack(Response response)
{
	switch (response)
	{
	case Response::Bounce:
		return true;
	case Response::Stop:
	case Response::Pierce:
	case Response::Ignore:
		break;
	}
	return false;
}

Vec<double> AfterBounce(const Contact& contact, double restitution, double friction)
{
	const Vec<double> tangent{-contact.normal.y, contact.normal.x};
	const double approach = std::max(contact.ApproachSpeed(), 0.0);
	double push = (1.0 + restitution) * approach / InverseEffectiveMass(contact, contact.normal);
	Vec<double> impulse = push * contact.normal;

	// Friction turns the body, so its surface may approach again. In that case both impulses act once more, without
	// restitution.
	for (int round = 0; round < k_maxRounds; ++round)
	{
		const double slip = Dot(RelativeAfter(contact, impulse), tangent);
		const double hold = -slip / InverseEffectiveMass(contact, tangent);
		impulse = impulse + std::clamp(hold, -friction * push, friction * push) * tangent;
		push = -Dot(RelativeAfter(contact, impulse), contact.normal) / InverseEffectiveMass(contact, contact.normal);
		if (push <= 0.0)
		{
			break;
		}
		impulse = impulse + push * contact.normal;
	}
	return contact.velocity + (1.0 / contact.mass) * impulse;
}

Vec<double> AfterStop(const Contact& contact)
{
	// Solves K j = -u, with K = (1/m + 1/M) 1 + 1/I (y^2, -x y; -x y, x^2) for the arm (x, y).
	const double sum = 1.0 / contact.mass + contact.inverseMass;
	const double xx = sum + contact.inverseInertia * contact.arm.y * contact.arm.y;
	const double xy = -contact.inverseInertia * contact.arm.x * contact.arm.y;
	const double yy = sum + contact.inverseInertia * contact.arm.x * contact.arm.x;
	const Vec<double> u = contact.RelativeVelocity();
	const double determinant = xx * yy - xy * xy;
	const Vec<double> impulse{-(yy * u.x - xy * u.y) / determinant, -(xx * u.y - xy * u.x) / determinant};
	return contact.velocity + (1.0 / contact.mass) * impulse;
}

double EnergyLost(const Contact& contact, const Vec<double>& velocityAfter)
{
	// The work of an impulse is the impulse times the mean of the relative velocities before and after it.
	const Vec<double> impulse = contact.mass * (velocityAfter - contact.velocity);
	return -0.5 * Dot(impulse, contact.RelativeVelocity() + RelativeAfter(contact, impulse));
}

double EnergyAlongPath(const Contact& contact)
{
	const Vec<double> relative = contact.RelativeVelocity();
	const double speed = Length(relative);
	return speed > 0.0 ? speed * speed / (2.0 * InverseEffectiveMass(contact, (1.0 / speed) * relative)) : 0.0;
}

bool AfterPierce(const Contact& contact, double energy, Vec<double>& velocity)
{
	// Let k be the inverse effective mass along the path. An impulse that changes the relative speed from u to u' takes
	// the energy (u^2 - u'^2) / (2 k) from the two bodies.
	const Vec<double> relative = contact.RelativeVelocity();
	const double speed = Length(relative);
	velocity = contact.velocity;
	if (energy == 0.0 || speed == 0.0)
	{
		return energy == 0.0;
	}
	const Vec<double> path = (1.0 / speed) * relative;
	const double inverse = InverseEffectiveMass(contact, path);
	const double left = speed * speed - 2.0 * inverse * energy;
	if ((left > 0.0) == false)
	{
		return false;
	}
	const double impulse = (std::sqrt(left) - speed) / inverse;
	velocity = contact.velocity + (impulse / contact.mass) * path;
	return true;
}

} // namespace ricochet
