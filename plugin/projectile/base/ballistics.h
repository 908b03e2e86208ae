// MIT License, Copyright (c) 2026 the ricochet authors

#pragma once

#include "geometry/vec.h"

namespace ricochet
{

struct ChordLimits
{
	double error;    ///< m
	double shortest; ///< s: no chord is shorter, whatever it strays
	double longest;  ///< s
};

/// The path of a point under constant acceleration and linear drag, dv/dt = a - k v, exactly:
///   p(t) = p0 + v0 f(t) + a g(t),  f(t) = (1 - e^(-k t)) / k,  g(t) = (t - f(t)) / k
/// which is the parabola for k = 0.
struct Arc
{
	Vec<double> position{};
	Vec<double> velocity{};
	Vec<double> acceleration{};
	double drag = 0.0; ///< k, 1/s, >= 0

	[[nodiscard]] Vec<double> PositionAt(double time) const;
	[[nodiscard]] Vec<double> VelocityAt(double time) const;

	/// How long a chord from a time on may be without straying from the arc by more than the error: one of duration t
	/// strays by at most |p''| t^2 / 8.
	[[nodiscard]] double ChordDuration(double time, const ChordLimits& limits) const;
};

/// A step is flown in at most this many chords. 1 mm takes one chord of 28 ms under Earth's gravity, and 1024 in a step
/// of 1/60 s under three million times that.
inline constexpr double k_maxChordsPerStep = 1024.0;

/// How far one flies along an arc from a time on to a later one (m), within an error (m) or 2^-30 of it.
[[nodiscard]] double LengthOfArc(const Arc& arc, double begin, double end, double error);

/// When one has flown so far along an arc from its beginning; `latest` (s, may be infinite) if not by then.
[[nodiscard]] double TimeAtLength(const Arc& arc, double length, double latest, double error);

} // namespace ricochet
