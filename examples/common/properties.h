// MIT License, Copyright (c) 2026 the ricochet authors

#pragma once

#include "level.h"
#include "tiled.h"

namespace common
{

// Read the properties that level.h lists. Errors go to the node.

/// Reads material, body, surface and motion. `type`: the object's class in Tiled.
void ReadSolidProperties(TiledNode& node, const std::string& type, ObjectDef& object);

void ReadShooterProperties(TiledNode& node, ShooterDef& shooter);

} // namespace common
