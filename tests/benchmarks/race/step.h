// MIT License, Copyright (c) 2026 the ricochet authors

#pragma once

namespace ricochet::test
{

/// Prints the cost of a Snapshot beside that of its world of 10,000 fixtures. A tenth of them are bodies that fly and
/// collide.
/// The costs are those of making the snapshot, and of Update beside b2World::Step.
void PrintUpdateBesideStep(int passes);

} // namespace ricochet::test
