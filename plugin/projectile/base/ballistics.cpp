// MIT License, Copyright (c) 2026 the ricochet authors

#include "projectile/base/ballistics.h"

#include <algorithm>
#include <cmath>

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

// The largest number of halvings of a span. Only the spans beside a kink of the speed need so many; the speed has at
// most one kink, where it is 0.
constexpr int k_mostHalvings = 40;

// The smallest error of an arc's length that can be requested, as a share of that length.
constexpr double k_relativeLengthError = 0x1p-30;

constexpr int k_mostDoublings = 64;
constexpr int k_mostRefinements = 100;

// The integral of the speed, by Simpson's rule on spans that are halved until the error is small enough.
struct SpeedIntegral
{
	const Arc& arc;

	[[nodiscard]] double SpeedAt(double time) const { return Length(arc.VelocityAt(time)); }

	struct Span
	{
		double begin, end;
		double first, middle, last; // speeds
		[[nodiscard]] double Simpson() const { return (end - begin) / 6.0 * (first + 4.0 * middle + last); }
	};

	[[nodiscard]] double Over(const Span& span, double error, int halvings) const
	{
		const double middle = 0.5 * (span.begin + span.end);
		const Span left{span.begin, middle, span.first, SpeedAt(0.5 * (span.begin + middle)), span.middle};
		const Span right{middle, span.end, span.middle, SpeedAt(0.5 * (middle + span.end)), span.last};
		const double halves = left.Simpson() + right.Simpson();
		const double change = halves - span.Simpson();
		const double limit = std::max(error, k_relativeLengthError * halves);
		if (halvings == 0 || (std::abs(change) <= 15.0 * limit) || std::isfinite(halves) == false)
		{
			return halves + change / 15.0;
		}
		return Over(left, 0.5 * error, halvings - 1) + Over(right, 0.5 * error, halvings - 1);
	}
};

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
	// |p''| = |a - k v| falls off as e^(-k t): it is largest at the start of the chord.
	const double bend = Length(drag > 0.0 ? acceleration - drag * VelocityAt(time) : acceleration);
	const double chord = bend > 0.0 ? std::sqrt(8.0 * limits.error / bend) : limits.longest;
	return std::min(std::max(chord, limits.shortest), limits.longest);
}

double LengthOfArc(const Arc& arc, double begin, double end, double error)
{
	if (end <= begin)
	{
		return 0.0;
	}
	const SpeedIntegral speed{arc};
	const double duration = end - begin;
	const Vec<double> velocity = begin > 0.0 ? arc.VelocityAt(begin) : arc.velocity;
	const double first = Length(velocity);
	const SpeedIntegral::Span span{begin, end, first, speed.SpeedAt(0.5 * (begin + end)), speed.SpeedAt(end)};

	// In a duration T, Simpson's rule errs by at most T^5 / 2880 times the fourth derivative of the speed. With the
	// largest acceleration D, the drag k and the least speed m, that derivative is at most 15 m (D / m + k)^4.
	const double change = duration * Length(arc.acceleration - arc.drag * velocity);
	const double least = first - change;
	const double bend = change / least + arc.drag * duration;
	const double square = bend * bend;
	const double errs = duration * least * square * square / 192.0;
	if (least > 0.0 && errs <= std::max(error, k_relativeLengthError * duration * least))
	{
		return span.Simpson();
	}
	return speed.Over(span, error, k_mostHalvings);
}

double TimeAtLength(const Arc& arc, double length, double latest, double error)
{
	if (length <= 0.0)
	{
		return 0.0;
	}
	// Doubles the time until the arc is long enough.
	const double speed = Length(arc.velocity);
	double low = 0.0;
	double flown = 0.0; // length of the path up to `low`
	double high = std::min(latest, speed > 0.0 ? length / speed : 1.0);
	for (int i = 0; i < k_mostDoublings; ++i)
	{
		const double more = LengthOfArc(arc, low, high, error);
		if (flown + more >= length)
		{
			break;
		}
		const bool standsStill = flown + more == flown;
		if (standsStill || high >= latest || std::isfinite(more) == false || i + 1 == k_mostDoublings)
		{
			return latest;
		}
		flown += more;
		low = high;
		high = std::min(latest, 2.0 * high);
	}
	// Newton's method, or bisection where it would leave the interval.
	for (int i = 0; i < k_mostRefinements; ++i)
	{
		const double now = Length(arc.VelocityAt(low));
		const double newton = now > 0.0 ? low + (length - flown) / now : high;
		const double next = newton > low && newton < high ? newton : 0.5 * (low + high);
		if (next <= low || next >= high)
		{
			break;
		}
		const double more = LengthOfArc(arc, low, next, error);
		if (flown + more > length)
		{
			high = next;
		}
		else
		{
			low = next;
			flown += more;
		}
		if (length - flown <= error)
		{
			break;
		}
	}
	return low;
}

} // namespace ricochet
