// MIT License, Copyright (c) 2026 the ricochet authors

#pragma once

#include "geometry/compiler.h"
#include "geometry/cut_clip.h"
#include "geometry/lanes.h"
#include "geometry/pair.h"
#include "geometry/round_to_float.h"
#include "geometry/vec.h"
#include "index/outline.h"

#include <box2d/b2_math.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <limits>

namespace ricochet
{

/// A ray for walks through grids. It has an origin (m), a unit direction, and the distance along the ray for each metre
/// in x and in y. All numbers are finite.
struct Heading
{
	Pair origin;
	Pair direction{1.0, k_flat};
	Pair inverse{1.0, 1.0 / k_flat};
	Pair ahead; ///< for each axis: 1 if the coordinate rises along the ray, else 0

	/// Requires: `length` is the length of the translation.
	Heading(b2Vec2 from, const Vec<double>& translation, double length) : origin{from.x, from.y}
	{
		if (length > 0.0)
		{
			const Pair way{translation.x, translation.y};
			const auto isFlat = Abs(way) <= k_flat * length;
			direction = Choose(isFlat, Pair{k_flat, k_flat}, (1.0 / length) * way);
			inverse = Choose(isFlat, Pair{1.0 / k_flat, 1.0 / k_flat}, length / way);
		}
		ahead = Choose(direction > 0.0, Pair{1.0, 1.0}, Pair{});
	}

	[[nodiscard]] Vec<double> Direction() const { return {direction[0], direction[1]}; }

private:
	static constexpr double k_flat = 1e-30; // a slope this small never changes the cell, and its inverse is finite
};

/// The heading of a thick ray. `reach` (m) is half its extent in x and in y, `radius` (m) that in any direction.
struct ThickHeading
{
	Heading heading;
	b2Vec2 reach;
	float radius;
};

/// Up to eight circles that a ray is tested against at once.
struct alignas(128) CircleBlock
{
	static constexpr uint32_t k_size = 8;

	std::array<float, k_size> x{};
	std::array<float, k_size> y{};
	std::array<float, k_size> radius;
	std::array<uint32_t, k_size> index{}; ///< indices of the things that lie in the circles

	/// All lanes are empty: their negative infinite radius never passes a test.
	CircleBlock() { radius.fill(-std::numeric_limits<float>::infinity()); }

	void Set(size_t lane, const Circle32& circle, uint32_t what)
	{
		x[lane] = circle.x;
		y[lane] = circle.y;
		radius[lane] = circle.radius;
		index[lane] = what;
	}
};

/// A ray for culling, in floats, with distances from its start (m). If a test does not rule a thing out, the ray may
/// hit it.
class LaneRay
{
public:
	/// Things farther away than `reach` (m) do not matter. If `reach` is infinite, no test rules anything out.
	/// `thickness` (m): half the width of a thick ray.
	LaneRay(const Heading& heading, double reach, float thickness = 0.0f)
	    : m_originX(static_cast<float>(heading.origin[0])), m_originY(static_cast<float>(heading.origin[1])),
	      m_x(static_cast<float>(heading.direction[0])), m_y(static_cast<float>(heading.direction[1])),
	      m_error((1.0f + 0x1p-20f) * thickness +
	              static_cast<float>(0x1p-18 * (reach + thickness) + StrayAt(heading.origin)) + 0x1p-120f),
	      m_reach(reach)
	{
	}

	/// A bit for each circle that the ray may touch between two distances.
	[[nodiscard]] RICOCHET_ALWAYS_INLINE LaneMask Near(const CircleBlock& block, float from, float to) const
	{
		const Lanes x = Lanes::Load(block.x.data()) - m_originX;
		const Lanes y = Lanes::Load(block.y.data()) - m_originY;
		const Lanes radius = Lanes::Load(block.radius.data()) + m_error;
		const Lanes aside = m_x * y - m_y * x;
		const Lanes along = m_x * x + m_y * y;
		const float middle = 0.5f * (from + to);
		const Lanes beyond = radius + Lanes::Same(to - middle);
		const LaneMask far = ((Abs(aside) > radius) | (Abs(along - Lanes::Same(middle)) > beyond)).Mask();
		return ~far & 0xFFu;
	}

	/// True if the ray is proven to miss a child with `count` vertices up to a distance. If not, `cut` may get the two
	/// edges that the ray's line crosses. This needs a proof that no vertex lies on the line, and that the line enters
	/// and leaves just once.
	[[nodiscard]] bool Misses(const WorldOutline& outline, size_t count, double limit, CertainCut& cut) const
	{
		return count <= 4 ? MissesAll<4>(LoadFourPairs(&outline.vertices[0].x), outline, limit, cut)
		                  : MissesAll<8>(LoadPairs(&outline.vertices[0].x), outline, limit, cut);
	}

private:
	// Tests the first k_count vertices of the outline. All others repeat the first one.
	template <int k_count, class Vertices>
	[[nodiscard]] bool MissesAll(const Vertices& vertices, const WorldOutline& outline, double limit,
	                             CertainCut& cut) const
	{
		using Many = std::decay_t<decltype(vertices.x)>;
		// The ray's start and direction in the child's frame.
		const auto [p, q] = outline.pose;
		const float toX = p.x - m_originX.Number();
		const float toY = p.y - m_originY.Number();
		const float x = q.c * m_x.Number() + q.s * m_y.Number();
		const float y = q.c * m_y.Number() - q.s * m_x.Number();
		const auto same = [](float number) -> Many
		{
			return Lanes::Same(number);
		};
		const Many aside = same(x) * vertices.y - same(y) * vertices.x + same(m_x.Number() * toY - m_y.Number() * toX);
		const Many along = same(x) * vertices.x + same(y) * vertices.y + same(m_x.Number() * toX + m_y.Number() * toY);

		const float to = ToFloat(std::min(limit, m_reach));
		const float margin = m_error.Number() + outline.margin;
		const LaneMask left = MaskOf(aside > same(margin));
		const LaneMask right = MaskOf(same(-margin) > aside);
		const LaneMask behind = MaskOf(same(-margin) > along);
		const LaneMask beyond = MaskOf(along > same(to + margin));
		constexpr LaneMask k_all = (1u << k_count) - 1;
		if (AnyAtOnce(left == k_all, right == k_all, behind == k_all, beyond == k_all))
		{
			return true;
		}
		if ((left | right) == k_all)
		{
			const LaneMask next = left >> 1 | (left & 1u) << (k_count - 1);
			const LaneMask enter = left & ~next;
			const LaneMask exit = next & ~left;
			if (IsOne(enter) && IsOne(exit))
			{
				cut = {static_cast<int8_t>(std::countr_zero(enter)), static_cast<int8_t>(std::countr_zero(exit))};
			}
		}
		return false;
	}

	static LaneMask MaskOf(const Lanes::Bools& are) { return are.Mask(); }
	static LaneMask MaskOf(const Lanes::Bools::FourBools& are) { return Lanes::MaskOf(are); }

	// Things to which the ray comes close are not ruled out, see Closeness.
	static double StrayAt(const Pair& origin)
	{
		return Closeness::k_stray * (std::abs(origin[0]) + std::abs(origin[1]));
	}

	// Does not use std::has_single_bit: not every processor has an instruction for it.
	static bool IsOne(LaneMask mask) { return mask != 0 && (mask & (mask - 1)) == 0; }

	Lanes::Same m_originX, m_originY;
	Lanes::Same m_x, m_y;
	// The thickness, plus 2^-24 for each rounding of products of distances up to `reach`, plus a reserve and the stray.
	Lanes::Same m_error;
	double m_reach;
};

} // namespace ricochet
