// MIT License, Copyright (c) 2026 the ricochet authors

#pragma once

#include "projectile/state.h"

namespace ricochet
{

class GrenadeFlight;

/// Describes which grenades make way for bodies that are put back. If the game has moved the bodies between two steps,
/// all fields keep their defaults.
struct Following
{
	double now = 0.0;                     ///< the share of the step at which the other bodies go back
	size_t count = 0;                     ///< the number of grenades that have flown: the first ones in the list
	GrenadeFlight* flying = nullptr;      ///< the grenade in whose flight they go back; null: none
	const BodyMotion* blocking = nullptr; ///< the body that leaves a grenade no place and may go back, too
	double share = 0.0;                   ///< the share of the step to which `blocking` goes back
};

/// Stops a moving body at a share of the step. Grenades that have flown make way for it.
void HoldBodyBack(PluginState& state, const BodyMotion& body, double share, Following& following, double dt);

/// Lets grenades make way for the bodies that the game has moved between two steps.
void MakeWayBetweenSteps(PluginState& state);

} // namespace ricochet
