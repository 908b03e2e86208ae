// MIT License, Copyright (c) 2026 the ricochet authors

#pragma once

class b2Body;
class b2World;

namespace ricochet
{

/// QuarantineBodies for one body. Returns true if its pose is not finite. Requires: the world is not locked.
bool QuarantineBody(b2World& world, b2Body& body);

} // namespace ricochet
