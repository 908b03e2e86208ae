// MIT License, Copyright (c) 2026 the ricochet authors

#pragma once

namespace ricochet::test
{

/// Prints what a Snapshot costs beside the world that it is of: the first one of 10,000 fixtures, and Update against
/// b2World::Step when a tenth of them are bodies that fly and collide.
void PrintUpdateBesideStep(int passes);

} // namespace ricochet::test
