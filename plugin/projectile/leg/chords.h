// MIT License, Copyright (c) 2026 the ricochet authors

#pragma once

#include "projectile/leg/leg.h"

#include <optional>

namespace ricochet
{

/// The part of a leg that is near a body, cut into chords of its path in the body's frame.
struct Chords
{
	double begin = 0.0; ///< fractions of the leg
	double end = 1.0;
	double stray = 0.0; ///< of one chord for all of it (m): each of n strays by 1 / n^2 of that
	int count = 1;

	[[nodiscard]] double FractionAt(int i) const { return i == count ? end : begin + (end - begin) * i / count; }

	/// How far a straight line may be from the path over so many of the chords (m).
	[[nodiscard]] double StrayOver(int chords) const
	{
		const double share = static_cast<double>(chords) / count;
		return stray * (share * share);
	}
};

/// Chords that stray by no more than chordError (m), as far as a step has that many; one, if the body does not turn.
/// None if a disc on the leg does not come within the reach of the body. `begin` and `end` are the leg's shares of the
/// step.
[[nodiscard]] std::optional<Chords> ChordsOf(const BodyMotion& motion, const Leg& leg, double begin, double end,
                                             double radius, double chordError);

} // namespace ricochet
