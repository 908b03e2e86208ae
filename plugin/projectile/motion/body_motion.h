// MIT License, Copyright (c) 2026 the ricochet authors

#pragma once

#include "geometry/local_ray.h"
#include "host/host.h"

namespace ricochet
{

/// How far floats may put a point elsewhere in the frame of a moving body, as a share of the sum of the coordinates and
/// the reach that it is computed from. A coordinate of a leg rounds by 2^-24 of itself, one of Box2D's poses by three
/// such roundings, and rounded sines and cosines move the end of an arm by 2^-24 of it: less than a fourth of this.
inline constexpr double k_placeError = 1.0e-6;

/// How a body went from its pose before a step to its pose after it, as Box2D sweeps it: the centre of mass that it had
/// before the step on a straight line, the angle evenly.
struct BodyMotion
{
	b2Body* body = nullptr;
	b2Transform before, after;
	Vec<double> centerBefore{}, centerAfter{};
	double angleBefore = 0.0, angleAfter = 0.0;
	b2Vec2 localCenter{0.0f, 0.0f};     ///< as it was before the step: what is swept by
	b2Vec2 localMassCenter{0.0f, 0.0f}; ///< as it is after the step: what impulses turn it about
	double reach = 0.0;                 ///< no point of the body is farther from the centre that is swept (m)
	double heldFrom = 1.0;              ///< the share from which on it was held back, and stands still in `after`

	/// The pose at a share of the step. 0 and 1 give `before` and `after` to the bit.
	[[nodiscard]] b2Transform PoseAt(double share) const;
	[[nodiscard]] Vec<double> CenterAt(double share) const;

	/// A point of the world as the body sees it at a share, by a pose that is not rounded to floats.
	[[nodiscard]] Vec<double> ToLocal(const Vec<double>& point, double share) const;
	[[nodiscard]] Vec<double> MassCenterAt(double share) const;
	[[nodiscard]] float AngleAt(double share) const;
	[[nodiscard]] double Turn() const { return angleAfter - angleBefore; }

	/// How far a point of the body moves per share of the step, at a share (m).
	[[nodiscard]] Vec<double> WayOf(const Vec<double>& point, double share) const;
};

} // namespace ricochet
