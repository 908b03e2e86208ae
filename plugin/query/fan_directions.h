// MIT License, Copyright (c) 2026 the ricochet authors

#pragma once

#include "geometry/elementary.h"
#include "geometry/pair.h"

#include <ricochet/query/ray_fan.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstring>

namespace ricochet
{

/// The directions of a fan. A sine and a cosine for every ray would take a fifth of the time of the cast: bearings are
/// counted in half steps from the middle, 32 a + b with b in [-16, 16), and turned by 32 a and by b half steps one
/// after the other. Of those turns few are new in the next ray. Ray i depends on i alone.
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

	/// The translations of rays in a row, from the first of them on.
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

} // namespace ricochet
