// MIT License, Copyright (c) 2026 the ricochet authors

#pragma once

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
	double speed = 0.0;   ///< of the surface, before it was pressed (m/s)
	double impulse = 0.0; ///< that it then received (N s)
	double late = 0.0;    ///< of the impulse: what the body's velocity shows only after the world's next step
	double freedom = 1.0; ///< share of the impulses that it gives way to; more if others press with this one
	double drift = 0.0;   ///< m/s: what else pulls the body in a step, or holds it against the impulses

	// One step before:
	double change = 0.0; ///< of the speed, from step to step (m/s)
	double impulseBefore = 0.0;

	/// What is known after the world's step, by what it has made of the impulse; of the step before, if `hasBefore`.
	/// `inverseMass`: of the body alone.
	[[nodiscard]] Yielding Learnt(double speedNow, double inverseMass, bool hasBefore) const;

	/// How hard the body may be pressed as if it were not free (N s): some more than what it has just taken.
	[[nodiscard]] double MostImpulse() const;
};

/// What a grenade has learnt, step by step, of a free body that it lies on: how far that gives way to impulses. What a
/// body stands or hangs on takes a part of them, all of them on a floor; but that only the world's next step shows.
struct Bearing
{
	const b2Fixture* fixture = nullptr; ///< compared, never read
	int32_t child = 0;
	bool hasBefore = false; ///< it was pressed in the step before, too
	Yielding into;          ///< the surface, away from the grenade
	Yielding along;         ///< it, to the right of its normal
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
