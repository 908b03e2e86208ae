// MIT License, Copyright (c) 2026 the ricochet authors

#pragma once

#include <bit>
#include <type_traits>

namespace ricochet
{

static_assert(sizeof(bool) == 1, "a flag is saved as a byte");

static_assert(std::endian::native == std::endian::little, "saved bytes are those of little-endian machines");

template <class T>
concept SavedNumber = std::conjunction_v<std::is_arithmetic<T>, std::negation<std::is_same<T, bool>>>;

} // namespace ricochet
