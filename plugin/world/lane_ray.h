// MIT License, Copyright (c) 2026 the ricochet authors

#pragma once

#include "geometry/kernels.h"
#include "geometry/lanes.h"
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
	/// The direction is a unit vector. What lies farther than `reach` (m) is of no interest.
	LaneRay(b2Vec2 origin, const Vec<double>& direction, double reach)
	    : m_originX(origin.x), m_originY(origin.y), m_x(static_cast<float>(direction.x)),
	      m_y(static_cast<float>(direction.y)), m_reach(reach), m_error(static_cast<float>(0x1p-20 * reach) + 0x1p-120f)
	{
	}

	/// Which circles the ray may come to from one distance to another.
	[[nodiscard]] LaneMask Near(const CircleBlock& block, float from, float to) const
	{
		const Lanes x = Lanes::Load(block.x.data()) - Lanes::All(m_originX);
		const Lanes y = Lanes::Load(block.y.data()) - Lanes::All(m_originY);
		const Lanes radius = Lanes::Load(block.radius.data()) + Lanes::All(m_error);
		const Lanes aside = Lanes::All(m_x) * y - Lanes::All(m_y) * x;
		const Lanes along = Lanes::All(m_x) * x + Lanes::All(m_y) * y;
		const LaneMask far = (aside > radius) | (Lanes::All(0.0f) - aside > radius) |
		                     (along - radius > Lanes::All(to)) | (Lanes::All(from) > along + radius);
		return ~far & 0xFFu;
	}

	/// True if the ray certainly misses a child up to a distance. If not, and no vertex is on its line or may be, `cut`
	/// is how the line cuts them.
	[[nodiscard]] bool Misses(const Outline& outline, double limit, CertainCut& cut) const
	{
		const auto to = static_cast<float>(std::min(limit, m_reach));
		const Lanes x = Lanes::Load(outline.x.data());
		const Lanes y = Lanes::Load(outline.y.data());
		const float toX = outline.circle.x - m_originX;
		const float toY = outline.circle.y - m_originY;
		const float margin = m_error + 0x1p-19f * outline.circle.radius + outline.radius;
		const Lanes aside = Lanes::All(m_x) * y - Lanes::All(m_y) * x + Lanes::All(m_x * toY - m_y * toX);
		const Lanes along = Lanes::All(m_x) * x + Lanes::All(m_y) * y + Lanes::All(m_x * toX + m_y * toY);
		const LaneMask left = aside > Lanes::All(margin);
		const LaneMask right = Lanes::All(-margin) > aside;
		constexpr LaneMask k_all = 0xFFu;
		if (left == k_all || right == k_all || (Lanes::All(-margin) > along) == k_all ||
		    (along > Lanes::All(to + margin)) == k_all)
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
	float m_originX, m_originY;
	float m_x, m_y;
	double m_reach;
	float m_error; // 2^-24 for each of the roundings of a product of distances of up to `reach`, and some to spare
};

} // namespace ricochet
