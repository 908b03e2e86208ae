// MIT License, Copyright (c) 2026 the ricochet authors

#pragma once

#include <ricochet/geometry/error.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>

namespace ricochet
{

/// How many more projectiles may fly under a limit.
[[nodiscard]] inline size_t RoomFor(int32_t most, size_t flying)
{
	return static_cast<size_t>(most) - std::min(static_cast<size_t>(most), flying);
}

/// The error that a limit has no room for so many more.
[[nodiscard]] inline Error TooMany(const char* limit, int32_t most, size_t flying, int32_t more)
{
	return {ErrorReason::TooMany, limit, -1, static_cast<double>(flying) + more, static_cast<double>(most)};
}

} // namespace ricochet
