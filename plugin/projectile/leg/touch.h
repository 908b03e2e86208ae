// MIT License, Copyright (c) 2026 the ricochet authors

#pragma once

#include "projectile/leg/flight.h"
#include "projectile/leg/half_planes.h"

namespace ricochet
{

/// What is to be expected of a surface in one direction: Yielding.
struct Giving
{
	double freedom = 1.0;     ///< of its body, if that is dynamic
	double drift = 0.0;       ///< m/s, of a step
	double mostImpulse = 0.0; ///< N s, that the body may be pressed with as if it were not free
	double pressed = 0.0;     ///< N s, that it has received of the disc in this step
};

/// A child of a fixture that a disc touches, or nearly.
struct Touch
{
	b2Fixture* fixture = nullptr;
	int32_t child = 0;
	const BodyMotion* motion = nullptr; ///< null: it stands still
	double gap = 0.0;                   ///< m, between disc and child
	Vec<double> normal{};               ///< unit, in the world, towards the disc
	double friction = 0.0;              ///< between the two
	double belt = 0.0;                  ///< m/s, of the surface along itself, to the right of the normal
	Giving into;                        ///< away from the disc
	Giving along;                       ///< to the right of the normal
	double coming = 0.0;                ///< m/s, how much faster than then its surface comes
	bool bears = false;                 ///< it was pressed in the last step
	bool isGlue = false;                ///< the disc sticks to it
	bool isHeld = false;                ///< and the disc lies still
	bool flat = false;                  ///< its tangent alone counts: beside a corner of it no way was found

	// At the end of a move, set by Press:
	Vec<double> carriedNormal{};
	Vec<double> way{};  ///< of a disc that stays where it is in the child's frame (m)
	double keep = 0.0;  ///< m, the gap that must be left
	bool holds = false; ///< the disc is held by `plane`
	HalfPlane plane;    ///< of the offsets that keep clear of the child

	[[nodiscard]] bool IsOf(const b2Fixture* otherFixture, int32_t otherChild) const
	{
		return fixture == otherFixture && child == otherChild;
	}
	/// Its body takes impulses, and gives way to them.
	[[nodiscard]] bool IsFree() const;
	[[nodiscard]] b2Transform PoseAt(double share) const;

	/// Where a point comes to that stays where it is in the frame of the child, from one share of the step to another.
	[[nodiscard]] Vec<double> Carried(const Vec<double>& point, double from, double to) const;

	/// The normal turned along with the child.
	[[nodiscard]] Vec<double> CarriedNormal(double from, double to) const;
};

} // namespace ricochet
