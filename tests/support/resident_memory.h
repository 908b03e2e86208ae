// MIT License, Copyright (c) 2026 the ricochet authors

#pragma once

#include <cstddef>

namespace ricochet::test
{

/// The bytes of this process that are in memory; 0 if the system does not say.
[[nodiscard]] size_t ResidentBytes();

} // namespace ricochet::test
