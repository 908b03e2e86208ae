// MIT License, Copyright (c) 2026 the ricochet authors

#pragma once

#include <cstddef>

namespace ricochet::test
{

/// Returns the number of this process's bytes that are in physical memory; 0 if the system does not report it.
[[nodiscard]] size_t ResidentBytes();

} // namespace ricochet::test
