// MIT License, Copyright (c) 2026 the ricochet authors

#pragma once

#include "projectile/state.h"

namespace ricochet
{

/// The grenades that make way for bodies that are put back.
struct Following
{
	double now = 0.0;                     ///< the share of the step at which the other bodies go back
	size_t count = 0;                     ///< the first of all grenades, which have flown
	const BodyMotion* blocking = nullptr; ///< of the body that leaves a grenade no place and may go back, too
};

/// Lets a body that moves in this step go no farther than up to a share of it. Grenades that have flown make way.
void HoldBodyBack(PluginState& state, const BodyMotion& body, double share, Following& following, double dt);

/// Lets grenades make way for the bodies that the game has put elsewhere between two steps.
void MakeWayBetweenSteps(PluginState& state);

} // namespace ricochet
