// MIT License, Copyright (c) 2026 the ricochet authors

#pragma once

namespace ricochet::test
{

/// Prints the time of making a Snapshot of a world of 10,000 fixtures, and the times of Update and b2World::Step. A
/// tenth of the bodies fly and collide.
void PrintUpdateBesideStep(int passes);

} // namespace ricochet::test
