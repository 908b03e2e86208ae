// MIT License, Copyright (c) 2026 the ricochet authors

#pragma once

#include "projectile/impact/response.h"

#include <array>
#include <cstddef>
#include <cstdint>

class b2Fixture;

namespace ricochet
{

/// How a surface gives way to impulses in one direction: its speed changes in a step by drift + freedom * impulse / m,
/// where m is what its body alone would oppose to them.
struct Yielding
{
	double freedom = 1.0; ///< share of the impulses that it gives way to; more if others press with this one
	double drift = 0.0;   ///< m/s: what else pulls the body in a step, or holds it against the impulses
};

/// What a grenade has learnt, step by step, of a free body that it lies on: how far that gives way to impulses. What a
/// body stands or hangs on takes a part of them, all of them on a floor; but that only the world's next step shows.
struct Bearing
{
	const b2Fixture* fixture = nullptr; ///< compared, never read
	int32_t child = 0;
	Vec<double> surface{}; ///< its velocity, before it was pressed (m/s)
	Vec<double> impulse{}; ///< that it then received (N s)
	Vec<double> late{};    ///< of the impulse: what the body's velocity shows only after the world's next step
	Yielding into;         ///< against the normal
	Yielding along;        ///< to the right of the normal

	// One step before:
	bool hasBefore = false;
	Vec<double> change{}; ///< of the velocity, from step to step (m/s)
	Vec<double> impulseBefore{};

	/// The bearing after the world's step, at the same child: what was measured is used, what was given is forgotten.
	[[nodiscard]] Bearing Learnt(const Contact& contact, const Vec<double>& surfaceNow) const;

private:
	[[nodiscard]] Yielding Learnt(const Yielding& before, const Vec<double>& changeNow, const Vec<double>& u,
	                              double inverseMass) const;
};

/// The bodies that bear one grenade.
class Bearings
{
public:
	[[nodiscard]] Bearing* Find(const b2Fixture* fixture, int32_t child);

	/// Adds one, if there is room; else the last one goes.
	Bearing& Add(const Bearing& bearing);

	void Clear() { m_count = 0; }

	template <class Look>
	void ForEach(Look&& look) const
	{
		for (size_t i = 0; i < m_count; ++i)
		{
			look(m_bearings[i]);
		}
	}

	/// What is saved.
	template <class Archive>
	void ExchangeParts(Archive& archive);

private:
	std::array<Bearing, 2> m_bearings; // each as new
	size_t m_count = 0;
};

} // namespace ricochet
