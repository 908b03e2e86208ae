// MIT License, Copyright (c) 2026 the ricochet authors

#pragma once

#include "geometry/pair.h"

#include <ricochet/query/batch.h>

#include <array>
#include <cstdint>
#include <span>
#include <vector>

namespace ricochet
{

inline constexpr size_t k_mostOrderedRays = size_t{1} << 16;

/// An order in which to cast rays: those that start near one another come one after the other, so that what they meet
/// is at hand. Which order it is changes no answer.
class RayOrder
{
public:
	/// In which they are given.
	RayOrder() = default;

	/// Start: Ray or BeamRay. Rays that start between the corners of a box are told apart. A few rays, more than
	/// k_mostOrderedRays, or all if memory runs out, stay in the order in which they are given.
	template <class Start>
	RayOrder(std::span<const Start> rays, const std::array<Pair, 2>& box);

	[[nodiscard]] size_t operator[](size_t place) const { return m_order.empty() ? place : m_order[place]; }

private:
	std::vector<uint16_t> m_order;
};

} // namespace ricochet
