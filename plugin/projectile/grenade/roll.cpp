// MIT License, Copyright (c) 2026 the ricochet authors

#include "projectile/grenade/roll.h"

#include <algorithm>
#include <cmath>

namespace ricochet
{

// A disc has I = m r^2 / 2. Friction f and couple q change its slide x and its rim y to
//   x' = x + (1 + give) f,  y' = y + 2 f + 2 q,
// and x' + y' is how fast what touches slips. The energy x'^2 / (2 (1 + give)) + y'^2 / 4 is convex: its least value
// within the bounds lies where both speeds are zero, or on a border.
Rubbing RubDisc(const Rolling& rolling)
{
	const auto frictionWith = [&](double couple)
	{
		const double hold = -(rolling.slide + rolling.rim + 2.0 * couple) / (3.0 + rolling.give);
		return std::clamp(hold, -rolling.mostFriction, rolling.mostFriction);
	};
	const auto coupleWith = [&](double friction)
	{
		return std::clamp(-0.5 * rolling.rim - friction, -rolling.mostCouple, rolling.mostCouple);
	};
	const double stop = -rolling.slide / (1.0 + rolling.give);
	const double still = -0.5 * rolling.rim - stop;
	if (std::abs(stop) <= rolling.mostFriction && std::abs(still) <= rolling.mostCouple)
	{
		return {stop, still, true};
	}

	Rubbing best;
	double least = 0.0;
	bool found = false;
	const auto offer = [&](double friction, double couple)
	{
		const double slide = rolling.slide + (1.0 + rolling.give) * friction;
		const double rim = rolling.rim + 2.0 * (friction + couple);
		const double energy = slide * slide / (2.0 * (1.0 + rolling.give)) + 0.25 * rim * rim;
		if (found == false || energy < least)
		{
			best = {friction, couple, false};
			least = energy;
			found = true;
		}
	};
	for (const double sign : {-1.0, 1.0})
	{
		const double couple = sign * rolling.mostCouple;
		offer(frictionWith(couple), couple);
		const double friction = sign * rolling.mostFriction;
		offer(friction, coupleWith(friction));
	}
	return best;
}

} // namespace ricochet
