// MIT License, Copyright (c) 2026 the ricochet authors

#pragma once

#include "projectile/state.h"

namespace ricochet
{

/// An impact as the leg shows it, before anything is decided: velocityAfter and impulse are not set.
[[nodiscard]] ImpactEvent DescribeImpact(const Leg& leg, const LegHit& hit, double dt, const Vec<double>& velocity);

/// Asks the game's rule, if there is one, with the response that the plugin's rules propose.
[[nodiscard]] Response Decide(PluginState& state, ImpactEvent& impact, Response proposed);

/// Completes the impact with what comes of it, gives the body its impulse and keeps the event.
void Deliver(PluginState& state, ImpactEvent impact, const Contact& contact, const Vec<double>& after);

/// The end of a projectile, but for its id.
[[nodiscard]] ExpiredEvent DescribeEnd(ExpiredEvent::Reason reason, double time, b2Vec2 position,
                                       const Vec<double>& velocity, uintptr_t userData);

} // namespace ricochet
