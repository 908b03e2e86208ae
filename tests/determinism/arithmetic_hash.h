// MIT License, Copyright (c) 2026 the ricochet authors

#pragma once

#include <cstdint>

namespace ricochet::test
{

/// Returns a hash of double values that the library shows only as float: arcs, angles, poses and distances.
/// The last bit of a double changes a float about once in 2^29 times. That is too rare for a scene to show it.
[[nodiscard]] uint64_t ArithmeticHash();

} // namespace ricochet::test
