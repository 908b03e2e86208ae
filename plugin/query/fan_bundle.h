// MIT License, Copyright (c) 2026 the ricochet authors

#pragma once

#include "geometry/elementary.h"
#include "geometry/lanes.h"
#include "geometry/pair.h"
#include "index/outline.h"

#include <ricochet/query/ray_fan.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <limits>

namespace ricochet
{

/// The directions of a fan. A sine and a cosine for every ray would take a fifth of the time of the cast. Bearings are
/// therefore counted in half steps from the middle, as 32 a + b with b in [-16, 16). A ray is turned by 32 a and then
/// by b half steps. Most of these turns are already known from other rays. The direction of ray i depends on i alone.
class FanDirections
{
public:
	/// Requires: a valid fan.
	explicit FanDirections(const RayFan& fan) : m_fan(fan)
	{
		const bool isCircle = fan.angle >= k_fullTurn - k_circleTolerance;
		const double steps = isCircle ? fan.count : fan.count - 1.0;
		m_first = fan.count == 1 ? 0.0 : -steps;
		m_step = fan.count > 1 ? (isCircle ? k_fullTurn : std::abs(fan.angle)) / steps : 0.0; // no -0
	}

	/// The angle between neighbours (rad).
	[[nodiscard]] double Step() const { return m_step; }

	/// Requires: i in [0, count).
	[[nodiscard]] Ray At(int32_t i)
	{
		b2Vec2 to;
		Fill(i, 1, &to.x, &to.y);
		return {m_fan.origin, to};
	}

	/// Writes the translations of `count` neighbouring rays, from `first` on.
	void Fill(int32_t first, size_t count, float* x, float* y)
	{
		auto halfSteps = static_cast<int64_t>(m_first) + 2 * static_cast<int64_t>(first);
		const double radius = m_fan.radius;
		while (count > 0)
		{
			const int64_t coarse = (halfSteps + 16) >> 5;
			const auto from = static_cast<size_t>(halfSteps - 32 * coarse + 16) / 2; // all odd or all even
			const size_t inTurn = std::min(count, k_fine - from);
			if (m_isTurned == false || coarse != m_coarseIndex)
			{
				Turn(coarse);
			}
			Know(from, from + inTurn);
			for (size_t i = 0; i < inTurn; i += 2)
			{
				const Pair fineCos{m_cos[from + i], m_cos[from + i + 1]};
				const Pair fineSin{m_sin[from + i], m_sin[from + i + 1]};
				const Pair cos = m_coarse.cos * fineCos - m_coarse.sin * fineSin;
				const Pair sin = m_coarse.sin * fineCos + m_coarse.cos * fineSin;
				const FloatPair twoX = ToFloats(radius * cos);
				const FloatPair twoY = ToFloats(radius * sin);
				if (i + 1 < inTurn)
				{
					std::memcpy(x + i, &twoX, sizeof(twoX));
					std::memcpy(y + i, &twoY, sizeof(twoY));
				}
				else
				{
					x[i] = twoX[0];
					y[i] = twoY[0];
				}
			}
			x += inTurn;
			y += inTurn;
			count -= inTurn;
			halfSteps += 2 * static_cast<int64_t>(inTurn);
		}
	}

private:
	static constexpr double k_circleTolerance = 1e-5;

	static constexpr size_t k_fine = 16;

	void Turn(int64_t coarse)
	{
		m_coarse = SinCosOf(m_fan.direction + 16.0 * m_step * static_cast<double>(coarse));
		m_coarseIndex = coarse;
		m_isTurned = true;
	}

	void Know(size_t first, size_t last)
	{
		const auto odd = static_cast<int64_t>(m_first) & 1;
		for (size_t i = first; i < last; ++i)
		{
			if (m_known[i] == false)
			{
				const SinCos turn =
				    SinCosOf(0.5 * m_step * static_cast<double>(2 * static_cast<int64_t>(i) - 16 + odd));
				m_cos[i] = turn.cos;
				m_sin[i] = turn.sin;
				m_known[i] = true;
			}
		}
	}

	RayFan m_fan;
	double m_first; ///< bearing of ray 0 in half steps
	double m_step;
	int64_t m_coarseIndex = 0;
	bool m_isTurned = false;
	SinCos m_coarse{};
	std::array<bool, k_fine> m_known{};
	std::array<double, k_fine + 1> m_cos{};
	std::array<double, k_fine + 1> m_sin{};
};

/// Neighbouring rays of a fan, and bounds of the nearest hit of each. Depths are inverse fractions: 1 at the end of a
/// ray, larger if nearer. Along a line that bounds a shape, the depth is linear in the ray's translation. All numbers
/// are floats with error bounds. If the bounds do not decide, the ray stays in doubt.
class FanBundle
{
public:
	static constexpr size_t k_most = 1024;
	static constexpr uint32_t k_none = UINT32_MAX;

	/// Neighbouring rays, from `first` to `last`, both included.
	struct Range
	{
		int32_t first, last;
	};

	/// The depths at which eight rays hit a thing. If the hit is proven (areMet): within [low, high]. If it is possible
	/// (mayBeMet): at most `high`.
	struct Depths
	{
		Lanes low, high;
		Lanes::Bools areMet, mayBeMet;
	};

	/// Takes `count` rays from `first` on, at most k_most. Requires: the squares of the fan's lengths are in the range
	/// of floats (FitsBundle in snapshot_fan.cpp).
	FanBundle(const RayFan& fan, FanDirections& directions, int32_t first, size_t count);

	[[nodiscard]] size_t Count() const { return static_cast<size_t>(m_count); }
	[[nodiscard]] b2Vec2 Origin() const { return {m_originX, m_originY}; }
	[[nodiscard]] float Radius() const { return m_radius; }
	[[nodiscard]] const float* X() const { return m_x.data(); }
	[[nodiscard]] const float* Y() const { return m_y.data(); }
	[[nodiscard]] Ray RayAt(size_t i) const { return {Origin(), {m_x[i], m_y[i]}}; }

	/// True if it is proven which hit of the ray is the nearest, or that the ray hits nothing.
	[[nodiscard]] bool IsCertain(size_t i) const { return m_low[i] > m_doubt[i]; }
	[[nodiscard]] uint32_t WhatOf(size_t i) const { return m_what[i]; }

	/// Calls visit(Range) for the rays between two directions, counter-clockwise from the first on, less than a turn.
	/// The vectors may have any length far above 1e-30. Each direction may be off by the angle `unsure` (rad).
	template <class Visit>
	void ForRaysBetween(b2Vec2 from, b2Vec2 to, float unsure, const Visit& visit) const
	{
		const Lanes::Four angle = AngleOf(Lanes::Four{from.x, to.x, 0.0f, 0.0f}, Lanes::Four{from.y, to.y, 0.0f, 0.0f});
		const float slack = m_slack + m_perAngle * unsure;
		const float first = m_middle + m_perAngle * angle[0] - slack;
		const float last = m_middle + m_perAngle * (angle[1] < angle[0] ? angle[1] + 6.2831855f : angle[1]) + slack;
		ForEachTurn(first, last, visit);
	}

	/// A bit for each of eight circles in the world that an open ray may hit.
	[[nodiscard]] LaneMask OpenTo(const Lanes& atX, const Lanes& atY, const Lanes& radius) const;

	/// Calls visit(Range) for the rays that may hit a circle in the world.
	template <class Visit>
	void ForRaysTo(const Circle32& circle, const Visit& visit) const
	{
		const Views views = See(Lanes::Same(circle.x), Lanes::Same(circle.y), Lanes::Same(circle.radius));
		ForEachTurn(views.first[0], views.last[0], visit);
	}

	/// The number of rays that are open beyond a distance: something there could still be their nearest hit.
	[[nodiscard]] int32_t CountOpen(double distance) const;

	/// Gives up the rays that are open beyond a distance: they stay in doubt.
	void GiveUp(double distance);

	/// Marks rays as in doubt, whatever else is offered.
	void Doubt(Range range)
	{
		for (int32_t i = range.first; i <= range.last; ++i)
		{
			m_doubt[static_cast<size_t>(i)] = k_infinity;
		}
	}

	[[nodiscard]] Range All() const { return {0, m_count - 1}; }

	/// Offers a thing that the rays of a range may hit. depthsOf(x, y) returns the Depths for eight translations.
	template <class DepthsOf>
	void Offer(uint32_t what, Range range, const DepthsOf& depthsOf)
	{
		for (int32_t i = range.first; i <= range.last; i += k_lanes)
		{
			const Depths depths = depthsOf(LoadAt(m_x, i), LoadAt(m_y, i));
			const Lanes low = LoadAt(m_low, i);
			const LaneMask mayBe = depths.mayBeMet.Mask() & ~(low > depths.high).Mask();
			if (mayBe != 0)
			{
				Keep(what, static_cast<size_t>(i), depths, low, mayBe);
			}
		}
	}

private:
	static constexpr int32_t k_lanes = 8;
	static constexpr float k_infinity = std::numeric_limits<float>::infinity();
	static constexpr double k_leastStep = 1e-8;
	static constexpr double k_angleError = 6e-5;

	template <class T>
	using PerRay = std::array<T, k_most + 2 * k_lanes>;

	/// For each of eight circles: the range of rays that may hit it, as ray numbers, and a bound of its depth.
	struct Views
	{
		std::array<float, 8> first, last, depth;
	};

	static Lanes LoadAt(const PerRay<float>& from, int32_t i) { return Lanes::Load(&from[static_cast<size_t>(i)]); }

	/// An upper bound of the depth at a distance.
	[[nodiscard]] float DepthAt(double distance) const;

	[[nodiscard]] bool IsOpen(Range range, float depth) const;

	/// Calls visit(Range) for the rays between two ray numbers. These may lie outside the bundle, or be too large or
	/// too small by a full turn.
	template <class Visit>
	void ForEachTurn(float first, float last, const Visit& visit) const
	{
		const auto count = static_cast<float>(m_count);
		const auto visitTurn = [&](float from, float to)
		{
			if (to >= 0.0f && from < count)
			{
				visit(Range{static_cast<int32_t>(std::max(from, 0.0f)),
				            static_cast<int32_t>(std::min(to, count - 1.0f))});
			}
		};
		visitTurn(first, last);
		if (last >= m_circle)
		{
			visitTurn(first - m_circle, last - m_circle);
		}
		if (first + m_circle < count)
		{
			visitTurn(first + m_circle, last + m_circle);
		}
	}

	/// The angles of directions against the middle ray, with an error below 2e-5 (rad): Hastings, "Approximations for
	/// Digital Computers", 1955, sheet 11.
	[[nodiscard]] Lanes::Four AngleOf(Lanes::Four atX, Lanes::Four atY) const;

	[[nodiscard]] Views See(const Lanes& atX, const Lanes& atY, const Lanes& radius) const;

	void Keep(uint32_t what, size_t i, const Depths& depths, const Lanes& low, LaneMask mayBe);

	int32_t m_count;
	float m_middle;   ///< number of the ray along the axis
	float m_perAngle; ///< number of rays in a radian
	float m_slack;    ///< error bound of ray numbers
	float m_circle;   ///< number of rays in a full turn
	float m_originX, m_originY;
	float m_axisX = 1.0f;
	float m_axisY = 0.0f;
	float m_radius;
	PerRay<float> m_x, m_y;
	PerRay<float> m_low, m_high; ///< bounds of the depth of the nearest hit
	PerRay<float> m_doubt;       ///< upper bound of the depths of all undecided hits
	PerRay<uint32_t> m_what;
};

} // namespace ricochet
