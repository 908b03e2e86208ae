// MIT License, Copyright (c) 2026 the ricochet authors

#pragma once

#include "geometry/local_ray.h"

#include <array>
#include <cstddef>

namespace ricochet
{

/// A surface on which a grenade slides or lies.
struct Support
{
	Vec<double> normal{};       ///< unit, towards the grenade
	Vec<double> velocity{};     ///< with which the surface sweeps through this step (m/s)
	Vec<double> bodyVelocity{}; ///< with which it goes on, after the impulses of this step (m/s)
	double friction = 0.0;
};

/// A motion under constant acceleration for a while.
struct Way
{
	Vec<double> velocity{};
	Vec<double> acceleration{};
	double duration = 0.0;
	Vec<double> velocityAfter{};

	[[nodiscard]] Vec<double> OffsetAt(double time) const
	{
		return {velocity.x * time + 0.5 * acceleration.x * time * time,
		        velocity.y * time + 0.5 * acceleration.y * time * time};
	}
	[[nodiscard]] Vec<double> VelocityAt(double time) const
	{
		return {velocity.x + acceleration.x * time, velocity.y + acceleration.y * time};
	}
};

/// What a grenade slides or lies on: nothing, one surface, or the two of a corner.
class Supports
{
public:
	[[nodiscard]] size_t Count() const { return m_count; }
	[[nodiscard]] const Support& At(size_t i) const { return m_supports[i]; }
	void Clear() { m_count = 0; }

	/// Takes the place of one with much the same normal; of three, the oldest goes.
	void Add(const Support& support);

	/// Lets go of surfaces that the grenade leaves or that gravity does not press it on, and takes the remaining ones'
	/// velocity along their normals.
	void Settle(Vec<double>& velocity, const Vec<double>& gravity);

	/// The velocity with which a settled grenade goes on into the next step, along with its supports.
	[[nodiscard]] Vec<double> Onward(const Vec<double>& velocity) const;

	/// How the grenade moves on its supports for at most `duration`: held by friction or in a corner, or sliding under
	/// Coulomb friction until it stops.
	/// Requires: at least one support, settled.
	[[nodiscard]] Way Plan(const Vec<double>& velocity, const Vec<double>& gravity, double duration) const;

private:
	void Drop(size_t i);
	void DropUnpressed(const Vec<double>& gravity);
	[[nodiscard]] bool IsCorner() const;
	[[nodiscard]] Vec<double> CornerVelocity() const;

	std::array<Support, 2> m_supports;
	size_t m_count = 0;
};

} // namespace ricochet
