// MIT License, Copyright (c) 2026 the ricochet authors

#pragma once

#include "geometry/vec.h"

namespace ricochet
{

/// The limits of one chord of an arc.
struct ChordLimits
{
	double error;    ///< m
	double shortest; ///< s: no chord is shorter, even if its error is then larger
	double longest;  ///< s
};

/// The exact path of a point under constant acceleration and linear drag, dv/dt = a - k v:
///   p(t) = p0 + v0 f(t) + a g(t),  f(t) = (1 - e^(-k t)) / k,  g(t) = (t - f(t)) / k
/// For k = 0 it is a parabola.
struct Arc
{
	Vec<double> position{};
	Vec<double> velocity{};
	Vec<double> acceleration{};
	double drag = 0.0; ///< k, 1/s, >= 0

	[[nodiscard]] Vec<double> PositionAt(double time) const;
	[[nodiscard]] Vec<double> VelocityAt(double time) const;

	/// Returns the longest duration (s) of a chord that starts at `time` and strays from the arc by no more than the
	/// error. A chord of duration t strays by at most |p''| t^2 / 8.
	[[nodiscard]] double ChordDuration(double time, const ChordLimits& limits) const;
};

/// The largest number of chords in a step. With an error of 1 mm, a chord lasts 28 ms under Earth's gravity. A step of
/// 1/60 s needs 1024 chords only under three million times Earth's gravity.
inline constexpr double k_maxChordsPerStep = 1024.0;

/// Returns the length of an arc between two times (m). Its error is at most `error` (m), or 2^-30 of the length if that
/// is more.
[[nodiscard]] double LengthOfArc(const Arc& arc, double begin, double end, double error);

/// Returns the time at which an arc, measured from its beginning, has a length (m). Returns `latest` (s, may be
/// infinite) if the arc does not have that length by then.
[[nodiscard]] double TimeAtLength(const Arc& arc, double length, double latest, double error);

} // namespace ricochet
