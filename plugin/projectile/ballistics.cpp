// MIT License, Copyright (c) 2026 the ricochet authors

#include "projectile/ballistics.h"

#include <algorithm>
#include <limits>

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
	const double x = drag * t;
	if (x < 1.0e-3)
	{
		// The series of both, to the last digit where the quotients would cancel.
		return {t * (1.0 - x / 2.0 * (1.0 - x / 3.0 * (1.0 - x / 4.0 * (1.0 - x / 5.0)))),
		        t * t * (0.5 - x / 6.0 * (1.0 - x / 4.0 * (1.0 - x / 5.0 * (1.0 - x / 6.0))))};
	}
	const double f = -std::expm1(-x) / drag;
	return {f, (t - f) / drag};
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
	return std::exp(-drag * time) * velocity + f * acceleration;
}

double Arc::ChordDuration(double time, const ChordLimits& limits) const
{
	// |p''| = |a - k v| falls off as e^(-k t): the start of the chord has the largest.
	const double bend = Length(drag > 0.0 ? acceleration - drag * VelocityAt(time) : acceleration);
	const double chord = bend > 0.0 ? std::sqrt(8.0 * limits.error / bend) : limits.longest;
	return std::min(std::max(chord, limits.shortest), limits.longest);
}

b2Vec2 ToFloat(const Vec<double>& v)
{
	const double largest = std::numeric_limits<float>::max();
	return {static_cast<float>(std::clamp(v.x, -largest, largest)),
	        static_cast<float>(std::clamp(v.y, -largest, largest))};
}

bool FitsFloat(const Vec<double>& v)
{
	const double largest = std::numeric_limits<float>::max();
	return std::abs(v.x) <= largest && std::abs(v.y) <= largest;
}

} // namespace ricochet
