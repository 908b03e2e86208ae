// MIT License, Copyright (c) 2026 the ricochet authors

#pragma once

#include <cstdint>

namespace ricochet::test
{

/// A hash of what the library computes in double and shows only as float: arcs, angles, poses, distances. A last bit of
/// a double reaches a float about once in 2^29 times, too seldom for a scene to tell.
[[nodiscard]] uint64_t ArithmeticHash();

} // namespace ricochet::test
