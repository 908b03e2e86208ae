// MIT License, Copyright (c) 2026 the ricochet authors

#pragma once

namespace ricochet
{

/// A disc on a surface, seen from it. Speeds along the surface to the right of its normal (m/s), impulses per mass of
/// the disc.
struct Rolling
{
	double slide = 0.0;        ///< of its centre
	double rim = 0.0;          ///< of its rim where it touches, by its spin alone
	double give = 0.0;         ///< inverse mass of the surface times the mass of the disc; 0: it does not give way
	double mostFriction = 0.0; ///< m/s
	double mostCouple = 0.0;   ///< m/s, of rolling resistance: a couple divided by mass and radius
};

struct Rubbing
{
	double friction = 0.0;
	double couple = 0.0;
	bool sticks = false; ///< the disc neither slides nor rolls any more
};

/// Coulomb friction and rolling resistance at once: of all impulses within their bounds those that leave the least
/// energy of the motion against the surface.
[[nodiscard]] Rubbing RubDisc(const Rolling& rolling);

} // namespace ricochet
