// MIT License, Copyright (c) 2026 the ricochet authors

#pragma once

#include "geometry/local_ray.h"
#include "host/host.h"
#include "projectile/motion/body_velocity.h"

#include <ricochet/query/response.h>

#include <algorithm>
#include <cmath>

namespace ricochet
{

/// Returns the velocities that ApplyAt would give a dynamic body that has the velocities `before`. The result is equal
/// to the bit.
[[nodiscard]] BodyVelocity VelocityAfter(const b2Body& body, const BodyVelocity& before, b2Vec2 impulse,
                                         const Vec<double>& arm);

/// A contact between a projectile (a point mass, or a disc that turns) and a body. All vectors are in the world frame.
struct Contact
{
	double mass = 0.0;           ///< mass of the projectile (kg)
	Vec<double> velocity{};      ///< velocity of the projectile (m/s)
	Vec<double> normal{};        ///< unit, out of the body
	Vec<double> arm{};           ///< from the body's centre of mass to the contact, at the contact's time
	Vec<double> surface{};       ///< velocity of the body at the contact (m/s)
	double inverseMass = 0.0;    ///< inverse mass of the body, from Box2D; 0 if it is not dynamic
	double inverseInertia = 0.0; ///< inverse inertia of the body about its centre of mass, from Box2D; 0 if it does not
	                             ///< turn
	double roll = 0.0;           ///< m r^2 / I of the projectile; 0 if it does not turn
	double rim = 0.0;            ///< the projectile's angular velocity times its radius (m/s)
	BodyVelocity moving;         ///< velocity of the body in the world

	Contact(double projectileMass, const Vec<double>& projectileVelocity, const b2Body& body,
	        const Vec<double>& bodyArm, const Vec<double>& unitNormal);

	/// A contact with a body. `bodyVelocity` replaces the body's own velocities.
	Contact(double projectileMass, const Vec<double>& projectileVelocity, const b2Body& body,
	        const BodyVelocity& bodyVelocity, const Vec<double>& bodyArm, const Vec<double>& unitNormal);

	/// A contact with something that is not a body of the world, such as a grenade.
	Contact(double projectileMass, const Vec<double>& projectileVelocity, const Vec<double>& unitNormal,
	        const Vec<double>& contactArm, const Vec<double>& surfaceVelocity, double otherInverseMass,
	        double otherInverseInertia)
	    : mass(projectileMass), velocity(projectileVelocity), normal(unitNormal), arm(contactArm),
	      surface(surfaceVelocity), inverseMass(otherInverseMass), inverseInertia(otherInverseInertia)
	{
	}

	/// Returns the unit vector along the surface, to the right of the normal. If a disc turns counter-clockwise, its
	/// touching point moves in this direction.
	[[nodiscard]] Vec<double> Tangent() const { return {normal.y, -normal.x}; }

	/// Returns the velocity of the projectile's touching point relative to the body's surface (m/s).
	[[nodiscard]] Vec<double> RelativeVelocity() const
	{
		return rim != 0.0 ? velocity + rim * Tangent() - surface : velocity - surface;
	}

	/// Returns the value of `rim` after an impulse that gives the projectile this velocity (m/s).
	[[nodiscard]] double RimAfter(const Vec<double>& velocityAfter) const
	{
		return rim + roll * Dot(velocityAfter - velocity, Tangent());
	}

	/// Returns the speed at which the projectile approaches (m/s). Negative if it leaves.
	[[nodiscard]] double ApproachSpeed() const { return -Dot(RelativeVelocity(), normal); }

	/// Returns the change of the surface's velocity along u per impulse along u (1/kg).
	[[nodiscard]] double InverseBodyMass(const Vec<double>& u) const
	{
		const double lever = Cross(arm, u);
		return inverseMass + inverseInertia * lever * lever;
	}

	/// True if the body's velocities stay finite under an impulse (N s). Box2D does not check that, and a body with
	/// infinite velocities spoils its neighbours.
	[[nodiscard]] bool BodyCanTake(b2Vec2 impulse) const;

	/// True if the angle between path and surface is at most `angle` (rad, 0: along the surface).
	[[nodiscard]] bool IsFlatterThan(double angle) const;
};

/// True if the projectile stays on the side from which it came after this response.
[[nodiscard]] bool TurnsBack(Response response);

/// Mixes the values of a projectile and a fixture, as Box2D mixes those of two fixtures.
[[nodiscard]] inline double MixRestitution(float a, float b)
{
	return std::max(a, b);
}
[[nodiscard]] inline double MixFriction(float a, float b)
{
	return std::sqrt(static_cast<double>(a) * b);
}

// AfterBounce and AfterStop return the velocity of the projectile after the contact; AfterPierce sets it. The body
// receives the impulse mass * (velocity before - velocity after).

/// Bounces with Newton's restitution along the normal and Coulomb friction along the surface. If restitution <= 1, the
/// energy of projectile and body never grows.
[[nodiscard]] Vec<double> AfterBounce(const Contact& contact, double restitution, double friction);

/// Stops the projectile: it stays in the body and moves with it (a perfectly plastic impact).
[[nodiscard]] Vec<double> AfterStop(const Contact& contact);

/// Returns the energy that projectile and body lose by the impulse that gives the projectile this velocity (J).
[[nodiscard]] double EnergyLost(const Contact& contact, const Vec<double>& velocityAfter);

/// Returns the largest energy that an impulse against the path can remove from projectile and body (J). After it, both
/// have the same velocity along the path.
[[nodiscard]] double EnergyAlongPath(const Contact& contact);

/// Lets the projectile pass through: an impulse along the path removes `energy` (J) from projectile and body together.
/// False if they cannot lose that much; the projectile then stops.
[[nodiscard]] bool AfterPierce(const Contact& contact, double energy, Vec<double>& velocity);

} // namespace ricochet
