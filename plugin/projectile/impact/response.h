// MIT License, Copyright (c) 2026 the ricochet authors

#pragma once

#include "geometry/local_ray.h"
#include "host/host.h"

#include <ricochet/query/response.h>

#include <algorithm>
#include <cmath>

namespace ricochet
{

/// A contact between a projectile, a point mass or a disc that turns, and a body. All in the world frame, in double.
struct Contact
{
	double mass = 0.0;           ///< of the projectile (kg)
	Vec<double> velocity{};      ///< of the projectile (m/s)
	Vec<double> normal{};        ///< unit, out of the body
	Vec<double> arm{};           ///< from the body's centre of mass to the contact, as they are at its time
	Vec<double> surface{};       ///< velocity of the body at the contact (m/s)
	double inverseMass = 0.0;    ///< of the body, as Box2D has it; 0 if it is not dynamic
	double inverseInertia = 0.0; ///< about its centre of mass, likewise; 0 if it does not turn
	double roll = 0.0;           ///< m r^2 / I of the projectile; 0 if it does not turn
	double rim = 0.0;            ///< its angular velocity times its radius (m/s)

	Contact(double projectileMass, const Vec<double>& projectileVelocity, const b2Body& body,
	        const Vec<double>& bodyArm, const Vec<double>& unitNormal);

	/// With what is no body of the world.
	Contact(double projectileMass, const Vec<double>& projectileVelocity, const Vec<double>& unitNormal,
	        const Vec<double>& contactArm, const Vec<double>& surfaceVelocity, double otherInverseMass,
	        double otherInverseInertia)
	    : mass(projectileMass), velocity(projectileVelocity), normal(unitNormal), arm(contactArm),
	      surface(surfaceVelocity), inverseMass(otherInverseMass), inverseInertia(otherInverseInertia)
	{
	}

	/// Along the surface, to the right of the normal: so goes the touching point of a disc that turns
	/// counter-clockwise.
	[[nodiscard]] Vec<double> Tangent() const { return {normal.y, -normal.x}; }

	/// Of what touches, against the body.
	[[nodiscard]] Vec<double> RelativeVelocity() const
	{
		return rim != 0.0 ? velocity + rim * Tangent() - surface : velocity - surface;
	}

	/// What `rim` is when an impulse has changed the projectile's velocity.
	[[nodiscard]] double RimAfter(const Vec<double>& velocityAfter) const
	{
		return rim + roll * Dot(velocityAfter - velocity, Tangent());
	}

	/// The speed at which the projectile comes in; negative when it leaves.
	[[nodiscard]] double ApproachSpeed() const { return -Dot(RelativeVelocity(), normal); }

	/// An impulse along u changes the velocity of the body's surface along u by the impulse times this (1/kg).
	[[nodiscard]] double InverseBodyMass(const Vec<double>& u) const
	{
		const double lever = Cross(arm, u);
		return inverseMass + inverseInertia * lever * lever;
	}

	/// True if the body's velocities stay finite under an impulse (N s): Box2D does not check, and one body that is not
	/// spoils its neighbours.
	[[nodiscard]] bool BodyCanTake(const b2Body& body, b2Vec2 impulse) const;

	/// True if the path comes in at no more than this angle over the surface (rad, 0 is along it).
	[[nodiscard]] bool IsFlatterThan(double angle) const;
};

/// True for the responses after which the projectile is where it came from.
[[nodiscard]] bool TurnsBack(Response response);

/// As Box2D mixes those of two fixtures.
[[nodiscard]] inline double MixRestitution(float a, float b)
{
	return std::max(a, b);
}
[[nodiscard]] inline double MixFriction(float a, float b)
{
	return std::sqrt(static_cast<double>(a) * b);
}

// Each returns the velocity of the projectile after the contact. The body receives mass * (before - after).

/// Newton's restitution along the normal, Coulomb friction along the surface. The energy of both never grows for
/// restitution <= 1.
[[nodiscard]] Vec<double> AfterBounce(const Contact& contact, double restitution, double friction);

/// The projectile stays in the body and moves with it: the perfectly plastic impact.
[[nodiscard]] Vec<double> AfterStop(const Contact& contact);

/// What projectile and body lose of their energy by the impulse that gives the projectile this velocity (J).
[[nodiscard]] double EnergyLost(const Contact& contact, const Vec<double>& velocityAfter);

/// What a push against its path can take from the projectile and the body (J): then both move alike along it.
[[nodiscard]] double EnergyAlongPath(const Contact& contact);

/// The projectile passes through and both together lose `energy` (J), by an impulse along its path. False if it has not
/// got that much: it stops.
[[nodiscard]] bool AfterPierce(const Contact& contact, double energy, Vec<double>& velocity);

} // namespace ricochet
