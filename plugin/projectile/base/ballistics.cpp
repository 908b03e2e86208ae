// MIT License, Copyright (c) 2026 the ricochet authors

#include "projectile/base/ballistics.h"

#include <algorithm>

namespace ricochet
{

namespace
{

struct Weights
{
	double velocity;     // f(t)
	double acceleration; // g(t)
};

Weights WeightsAt(double drag, double t)
{
	if (drag == 0.0)
	{
		return {t, 0.5 * t * t};
	}
	const DecayShares shares = DecaySharesOf(drag * t);
	return {t * shares.first, t * t * shares.second};
}

} // namespace

Vec<double> Arc::PositionAt(double time) const
{
	const Weights w = WeightsAt(drag, time);
	return position + w.velocity * velocity + w.acceleration * acceleration;
}

Vec<double> Arc::VelocityAt(double time) const
{
	const double f = WeightsAt(drag, time).velocity;
	const double left = drag == 0.0 ? 1.0 : ExpOf(-drag * time);
	return left * velocity + f * acceleration;
}

double Arc::ChordDuration(double time, const ChordLimits& limits) const
{
	// |p''| = |a - k v| falls off as e^(-k t): the start of the chord has the largest.
	const double bend = Length(drag > 0.0 ? acceleration - drag * VelocityAt(time) : acceleration);
	const double chord = bend > 0.0 ? std::sqrt(8.0 * limits.error / bend) : limits.longest;
	return std::min(std::max(chord, limits.shortest), limits.longest);
}

} // namespace ricochet
