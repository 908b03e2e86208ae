// MIT License, Copyright (c) 2026 the ricochet authors

#pragma once

#include "geometry/lanes.h"
#include "geometry/pair.h"

#include <box2d/b2_math.h>

#include <array>
#include <bit>
#include <limits>
#include <span>
#include <utility>

namespace ricochet
{

/// Up to 4 N points as floats. If there are fewer, the first one fills the rest.
template <size_t N>
struct LanePoints
{
	std::array<Lanes::Four, N> x, y;

	LanePoints() = default;

	RICOCHET_ALWAYS_INLINE explicit LanePoints(std::span<const b2Vec2> points)
	{
		for (size_t k = 0; k < N; ++k)
		{
			const Lanes::Four first = TwoOf(points, 4 * k);
			const Lanes::Four second = TwoOf(points, 4 * k + 2);
			x[k] = Shuffle<0, 2, 4, 6>(first, second);
			y[k] = Shuffle<1, 3, 5, 7>(first, second);
		}
	}

	/// The edge from each point to the next one, and from the last one to the first.
	[[nodiscard]] LanePoints Edges() const
	{
		LanePoints edges;
		for (size_t k = 0; k < N; ++k)
		{
			const size_t next = k + 1 == N ? 0 : k + 1;
			edges.x[k] = Shuffle<1, 2, 3, 4>(x[k], x[next]) - x[k];
			edges.y[k] = Shuffle<1, 2, 3, 4>(y[k], y[next]) - y[k];
		}
		return edges;
	}

	/// -(q v), for q = (c, s).
	[[nodiscard]] LanePoints TurnedBack(float c, float s) const
	{
		LanePoints turned;
		for (size_t k = 0; k < N; ++k)
		{
			turned.x[k] = s * y[k] - c * x[k];
			turned.y[k] = -(s * x[k] + c * y[k]);
		}
		return turned;
	}

private:
	// Copies bit patterns, so no floating-point operation reads the numbers.
	static Lanes::Four TwoOf(std::span<const b2Vec2> points, size_t first)
	{
		const auto bitsOf = [&](size_t i)
		{
			return std::bit_cast<double>(points[i < points.size() ? i : 0]);
		};
		return std::bit_cast<Lanes::Four>(Pair{bitsOf(first), bitsOf(first + 1)});
	}
};

[[nodiscard]] inline float LargestOf(Lanes::Four a)
{
	a = Lanes::MaxOf(a, Shuffle<2, 3, 0, 1>(a, a));
	a = Lanes::MaxOf(a, Shuffle<1, 0, 3, 2>(a, a));
	return a[0];
}

[[nodiscard]] inline float SmallestOf(Lanes::Four a)
{
	a = Lanes::MinOf(a, Shuffle<2, 3, 0, 1>(a, a));
	a = Lanes::MinOf(a, Shuffle<1, 0, 3, 2>(a, a));
	return a[0];
}

template <size_t K>
[[nodiscard]] float LargestOf(const std::array<Lanes::Four, K>& values)
{
	Lanes::Four largest = values[0];
	for (size_t k = 1; k < K; ++k)
	{
		largest = Lanes::MaxOf(largest, values[k]);
	}
	return LargestOf(largest);
}

template <size_t K>
[[nodiscard]] float SmallestOf(const std::array<Lanes::Four, K>& values)
{
	Lanes::Four smallest = values[0];
	for (size_t k = 1; k < K; ++k)
	{
		smallest = Lanes::MinOf(smallest, values[k]);
	}
	return SmallestOf(smallest);
}

/// An upper bound of |x| + |y| of all points. NaN or infinite if a coordinate is.
template <size_t N>
[[nodiscard]] RICOCHET_ALWAYS_INLINE double SizeOf(const LanePoints<N>& points)
{
	std::array<Lanes::Four, N> sizes;
	Lanes::Four all{};
	for (size_t k = 0; k < N; ++k)
	{
		sizes[k] = Lanes::AbsOf(points.x[k]) + Lanes::AbsOf(points.y[k]);
		all += sizes[k] - sizes[k]; // NaN if a coordinate is not finite
	}
	return 1.0000002 * (static_cast<double>(LargestOf(sizes)) + (all[0] + all[1]) + (all[2] + all[3]));
}

/// The first lane that equals a value. Requires: one does.
template <size_t K>
[[nodiscard]] size_t LaneOf(const std::array<Lanes::Four, K>& values, float value)
{
	LaneMask mask = 0;
	for (size_t k = 0; k < K; ++k)
	{
		mask |= Lanes::MaskOf(values[k] == Lanes::Four{} + value) << (4 * k);
	}
	return static_cast<size_t>(std::countr_zero(mask | 1u << (4 * K)));
}

/// The point farthest to the right of a direction. If an edge of another hull runs in this direction, this vertex of a
/// counter-clockwise hull touches it first.
template <size_t N>
[[nodiscard]] size_t SupportOf(const LanePoints<N>& points, float alongX, float alongY)
{
	std::array<Lanes::Four, N> right;
	for (size_t k = 0; k < N; ++k)
	{
		right[k] = points.x[k] * alongY - points.y[k] * alongX;
	}
	return LaneOf(right, LargestOf(right)) % (4 * N);
}

/// Calls call(std::integral_constant<size_t, i>) for i below N.
template <size_t N, class Call>
void ForEachIndex(Call&& call)
{
	[&]<size_t... I>(std::index_sequence<I...>)
	{
		(call(std::integral_constant<size_t, I>{}), ...);
	}
	(std::make_index_sequence<N>{});
}

/// For each direction, how far the points extend to its right: the largest cross(point, direction).
template <size_t N, size_t K>
[[nodiscard]] std::array<Lanes::Four, K> ReachesOf(const LanePoints<N>& points, const LanePoints<K>& along)
{
	std::array<Lanes::Four, K> reaches;
	reaches.fill(Lanes::Four{} - std::numeric_limits<float>::infinity());
	ForEachIndex<4 * N>(
	    [&](auto index)
	    {
		    constexpr size_t k_lane = index % 4;
		    const Lanes::Four fourX = points.x[index / 4];
		    const Lanes::Four fourY = points.y[index / 4];
		    const Lanes::Four x = Shuffle<k_lane, k_lane, k_lane, k_lane>(fourX, fourX);
		    const Lanes::Four y = Shuffle<k_lane, k_lane, k_lane, k_lane>(fourY, fourY);
		    for (size_t k = 0; k < K; ++k)
		    {
			    reaches[k] = Lanes::MaxOf(reaches[k], x * along.y[k] - y * along.x[k]);
		    }
	    });
	return reaches;
}

} // namespace ricochet
