// MIT License, Copyright (c) 2026 the ricochet authors

#pragma once

#include "projectile/state.h"

namespace ricochet
{

/// Flies a bullet that does not exist through steps of dt, up to a duration, past everything as it is now.
/// Requires: the parameters are checked.
[[nodiscard]] Result<> Preview(PluginState& state, const BulletDef& bullet, float duration, float dt,
                               FlightPreview& seen);

} // namespace ricochet
