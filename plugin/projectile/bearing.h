// MIT License, Copyright (c) 2026 the ricochet authors

#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

class b2Fixture;

namespace ricochet
{

/// What a grenade has learnt, step by step, of a free body that it lies on: how far that gives way to impulses. What a
/// body stands on takes a part of them, all of them on a floor; but that only the world's next step shows.
struct Bearing
{
	const b2Fixture* fixture = nullptr; ///< compared, never read
	int32_t child = 0;
	double speed = 0.0;   ///< of the surface away from the grenade, before it was pressed (m/s)
	double impulse = 0.0; ///< that it then received, into the surface (N s)
	double freedom = 1.0; ///< share of the impulses that it gives way to; more if others press with this one

	// One step before:
	bool hasBefore = false;
	double change = 0.0; ///< of the speed, from step to step (m/s)
	double impulseBefore = 0.0;

	/// The bearing after the world's step: what was measured is used, what was given is forgotten. `inverseMass`: of
	/// the free body at the contact.
	[[nodiscard]] Bearing Learnt(double speedNow, double inverseMass) const;

	/// How hard the body may be pressed as if it were not free (N s): some more than what it has just taken.
	[[nodiscard]] double MostImpulse() const { return 4.0 * impulseBefore; }
};

/// The bodies that bear one grenade.
class Bearings
{
public:
	[[nodiscard]] Bearing* Find(const b2Fixture* fixture, int32_t child);

	/// Adds one, if there is room; else the last one goes.
	Bearing& Add(const Bearing& bearing);

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
	std::array<Bearing, 2> m_bearings{};
	size_t m_count = 0;
};

} // namespace ricochet
