// MIT License, Copyright (c) 2026 the ricochet authors

#pragma once

#include "geometry/kernels.h"
#include "geometry/lanes.h"
#include "geometry/round_to_float.h"
#include "geometry/vec.h"
#include "world/outline.h"

#include <algorithm>
#include <array>
#include <bit>
#include <limits>

namespace ricochet
{

/// Up to eight circles that a ray is tried against at once.
struct alignas(128) CircleBlock
{
	static constexpr uint32_t k_size = 8;

	std::array<float, k_size> x{};
	std::array<float, k_size> y{};
	std::array<float, k_size> radius;
	std::array<uint32_t, k_size> index{}; ///< of what lies in the circle

	/// Empty lanes are near to nothing.
	CircleBlock() { radius.fill(-std::numeric_limits<float>::infinity()); }

	void Set(size_t lane, const Circle32& circle, uint32_t what)
	{
		x[lane] = circle.x;
		y[lane] = circle.y;
		radius[lane] = circle.radius;
		index[lane] = what;
	}
};

/// A ray as culling sees it: by the distance from its start (m), in floats. What it does not rule out may be met.
class LaneRay
{
public:
	/// The direction is a unit vector. What lies farther than `reach` (m) is of no interest; if that is infinite,
	/// nothing is ruled out.
	LaneRay(b2Vec2 origin, const Vec<double>& direction, double reach)
	    : m_originX(Lanes::All(origin.x)), m_originY(Lanes::All(origin.y)),
	      m_x(Lanes::All(static_cast<float>(direction.x))), m_y(Lanes::All(static_cast<float>(direction.y))),
	      m_error(Lanes::All(static_cast<float>(0x1p-20 * reach) + 0x1p-120f)), m_reach(reach)
	{
	}

	/// Which circles the ray may come to from one distance to another.
	[[nodiscard]] LaneMask Near(const CircleBlock& block, float from, float to) const
	{
		const Lanes x = Lanes::Load(block.x.data()) - m_originX;
		const Lanes y = Lanes::Load(block.y.data()) - m_originY;
		const Lanes radius = Lanes::Load(block.radius.data()) + m_error;
		const Lanes aside = m_x * y - m_y * x;
		const Lanes along = m_x * x + m_y * y;
		const float middle = 0.5f * (from + to);
		const Lanes beyond = radius + Lanes::All(to - middle);
		const LaneMask far = ((Abs(aside) > radius) | (Abs(along - Lanes::All(middle)) > beyond)).Mask();
		return ~far & 0xFFu;
	}

	/// True if the ray certainly misses a child up to a distance. If not, and no vertex is on its line or may be, `cut`
	/// is how the line cuts them.
	[[nodiscard]] bool Misses(const Outline& outline, double limit, CertainCut& cut) const
	{
		const float to = ToFloat(std::min(limit, m_reach));
		const Lanes x = Lanes::Load(outline.x.data());
		const Lanes y = Lanes::Load(outline.y.data());
		const float toX = outline.center.x - m_originX.First();
		const float toY = outline.center.y - m_originY.First();
		const float margin = m_error.First() + outline.margin;
		const Lanes aside = m_x * y - m_y * x + Lanes::All(m_x.First() * toY - m_y.First() * toX);
		const Lanes along = m_x * x + m_y * y + Lanes::All(m_x.First() * toX + m_y.First() * toY);
		const LaneMask left = (aside > Lanes::All(margin)).Mask();
		const LaneMask right = (Lanes::All(-margin) > aside).Mask();
		constexpr LaneMask k_all = 0xFFu;
		if (left == k_all || right == k_all || (Lanes::All(-margin) > along).Mask() == k_all ||
		    (along > Lanes::All(to + margin)).Mask() == k_all)
		{
			return true;
		}
		if ((left | right) == k_all)
		{
			const LaneMask next = left >> 1 | (left & 1u) << 7;
			const LaneMask enter = left & ~next;
			const LaneMask exit = next & ~left;
			if (std::has_single_bit(enter) && std::has_single_bit(exit))
			{
				cut = {static_cast<int8_t>(std::countr_zero(enter)), static_cast<int8_t>(std::countr_zero(exit))};
			}
		}
		return false;
	}

private:
	Lanes m_originX, m_originY;
	Lanes m_x, m_y;
	Lanes m_error; // 2^-24 for each of the roundings of a product of distances of up to `reach`, and some to spare
	double m_reach;
};

} // namespace ricochet
