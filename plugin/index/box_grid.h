// MIT License, Copyright (c) 2026 the ricochet authors

#pragma once

#include "geometry/vec.h"
#include "host/host.h"
#include "index/nested_grid.h"

#include <algorithm>
#include <cmath>
#include <span>
#include <vector>

namespace ricochet
{

/// Numbered boxes in a grid: the sweeps of a step, or the paths of grenades.
/// A walk calls visit with the number of each box that passes the walk's test, and of no other box. It may visit a box
/// several times.
class BoxGrid
{
public:
	/// Replaces the boxes. If memory runs out, the grid is empty.
	void Build(std::span<const b2AABB> boxes);
	void Clear();

	[[nodiscard]] const b2AABB& operator[](size_t i) const { return m_boxes[i]; }

	/// Calls visit(index) for all boxes that overlap a box (b2TestOverlap).
	template <class Visit>
	void WalkBox(const b2AABB& box, Visit&& visit) const
	{
		const auto look = [&](uint32_t index)
		{
			if (b2TestOverlap(m_boxes[index], box))
			{
				visit(index);
			}
		};
		for (const uint32_t index : m_boundless)
		{
			look(index);
		}
		m_grid.WalkBox(box, look);
	}

	/// Visits all boxes that a disc may hit along its ray (SlabTest), usually nearer ones first. Requires: the ray is
	/// valid. visit(index) -> double: the new maximal fraction. Boxes beyond it are not visited.
	template <class Visit>
	void WalkRay(const Ray& ray, float radius, Visit&& visit) const;

private:
	std::vector<b2AABB> m_boxes;
	std::vector<uint32_t> m_boundless; // boxes that are not finite, or are too far away for a grid
	NestedGrid m_grid;
};

template <class Visit>
void BoxGrid::WalkRay(const Ray& ray, float radius, Visit&& visit) const
{
	if (m_boxes.empty())
	{
		return;
	}
	const SlabTest slabs(ray, radius);
	double maxFraction = ray.maxFraction;
	const auto look = [&](uint32_t index)
	{
		if (slabs.Entry(m_boxes[index], maxFraction) <= maxFraction)
		{
			maxFraction = std::min<double>(maxFraction, visit(index));
		}
	};
	for (const uint32_t index : m_boundless)
	{
		look(index);
	}
	const Vec<double> translation = Lift<double>(ray.translation);
	const double length = std::sqrt(Dot(translation, translation));
	const double perFraction = length * (1.0 + 0x1p-40);
	const b2Vec2 reach = slabs.Reach();
	const ThickHeading thick{{ray.origin, translation, length}, reach, reach.x + reach.y};
	m_grid.WalkThick(thick, maxFraction * perFraction,
	                 [&](uint32_t index, const LaneRay&, double)
	                 {
		                 look(index);
		                 return maxFraction * perFraction;
	                 });
}

} // namespace ricochet
