// MIT License, Copyright (c) 2026 the ricochet authors

#pragma once

#include "level.h"
#include "tiled.h"

namespace common
{

// What level.h lists as properties. Errors go to the node.

/// Material, body, surface and motion. type: the class that the object has in Tiled.
void ReadSolidProperties(TiledNode& node, const std::string& type, ObjectDef& object);

void ReadShooterProperties(TiledNode& node, ShooterDef& shooter);

} // namespace common
