// MIT License, Copyright (c) 2026 the ricochet authors

#pragma once

#include <cstddef>
#include <new>
#include <type_traits>

namespace ricochet
{

/// Uninitialized memory for a T: where clearing it would cost as much as the computation that fills it.
template <class T>
class Room
{
	static_assert(std::is_trivially_copyable_v<T> && std::is_trivially_destructible_v<T>);

public:
	[[nodiscard]] T& operator*() { return *std::launder(reinterpret_cast<T*>(m_bytes)); }
	[[nodiscard]] const T& operator*() const { return *std::launder(reinterpret_cast<const T*>(m_bytes)); }

private:
	alignas(T) std::byte m_bytes[sizeof(T)];
};

} // namespace ricochet
