// MIT License, Copyright (c) 2026 the ricochet authors

#pragma once

#include <cstdint>

namespace ricochet::test
{

/// Returns a hash of doubles that the library returns only after rounding to float: arcs, angles, poses and distances.
/// A difference in the last bit of a double changes the float only about once in 2^29 times, too rarely for a scene to
/// show.
[[nodiscard]] uint64_t ArithmeticHash();

} // namespace ricochet::test
