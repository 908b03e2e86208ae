// MIT License, Copyright (c) 2026 the ricochet authors

#include "projectile/leg/chords.h"

#include "projectile/base/ballistics.h"

#include <algorithm>

namespace ricochet
{

namespace
{

// Chords in the frame of one turning body, in a whole step and in any part of one. A turn of a quarter circle at a
// reach of 1 m and a way of 100 m takes 200.
constexpr double k_maxChordsPerStepOfTurn = 512.0;
constexpr double k_maxChordsOfTurn = 8.0;

// The part of a leg during which the point is within reach of the body's centre: |a + w (b - a)| <= reach.
struct Window
{
	double begin = 1.0;
	double end = 0.0;
};

Window WithinReach(const Vec<double>& a, const Vec<double>& b, double reach)
{
	const Vec<double> d = b - a;
	const double dd = Dot(d, d);
	const double ad = Dot(a, d);
	const double excess = Dot(a, a) - reach * reach;
	if (dd == 0.0)
	{
		return excess <= 0.0 ? Window{0.0, 1.0} : Window{};
	}
	const double discriminant = ad * ad - dd * excess;
	if (discriminant < 0.0)
	{
		return {};
	}
	const double root = std::sqrt(discriminant);
	return {std::max((-ad - root) / dd, 0.0), std::min((-ad + root) / dd, 1.0)};
}

} // namespace

std::optional<Chords> ChordsOf(const BodyMotion& motion, const Leg& leg, double begin, double end, double radius,
                               double chordError)
{
	if (motion.Turn() == 0.0 || begin == end)
	{
		return Chords{};
	}
	const Vec<double> offset = Lift<double>(leg.from) - motion.CenterAt(begin);
	const Vec<double> offsetAfter = Lift<double>(leg.to) - motion.CenterAt(end);

	// The reach of the whole body: its children must see one and the same path, or it slips between two of them that
	// share a vertex.
	const double reach =
	    motion.reach + radius + 2.0 * chordError + k_placeError * (std::abs(leg.from.x) + std::abs(leg.from.y));
	const Window window = WithinReach(offset, offsetAfter, reach);
	if (window.begin > window.end)
	{
		return std::nullopt;
	}

	// In the body's frame the way bends by |p''| <= w^2 r + 2 w v; a chord of time t strays by |p''| t^2 / 8. With the
	// turn and the way of the window for w t and v t that is the whole window's; n chords stray by 1 / n^2 of it.
	const double share = window.end - window.begin;
	const double turn = std::abs(motion.Turn()) * (end - begin) * share;
	const double way = Length(offsetAfter - offset) * share;
	const double stray = (turn * turn * reach + 2.0 * turn * way) / 8.0;
	const double most = k_maxChordsOfTurn + k_maxChordsPerStepOfTurn * (end - begin);
	const double chords = std::max(1.0, std::min(most, std::ceil(std::sqrt(stray / chordError))));
	return Chords{window.begin, window.end, stray, static_cast<int>(chords)};
}

} // namespace ricochet
