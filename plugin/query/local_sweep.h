// MIT License, Copyright (c) 2026 the ricochet authors

#pragma once

#include "geometry/box_nodes.h"
#include "geometry/hull_meet.h"
#include "geometry/pose.h"

#include <array>
#include <cmath>
#include <limits>

namespace ricochet
{

/// The way of a hull in the frame of a geometry: which boxes it may come into, and when.
struct LocalSweep
{
	b2AABB box = NoBox();
	Vec<double> start{};     // of the middle of the hull
	Vec<double> direction{}; // unit; (0, 0) of no way
	double reach = 0.0;      // about the middle
	double length = 0.0;     // of the way in fraction 1

	LocalSweep(const MovingHull& moving, const b2Transform& pose)
	{
		const Vec<double> way = static_cast<double>(moving.maxFraction) * Lift<double>(moving.translation);
		const double size = SizeOf(Lift<double>(moving.pose.p)) + SizeOf(Lift<double>(pose.p)) + SizeOf(way);
		Vec<double> lower{k_all, k_all};
		Vec<double> upper{-k_all, -k_all};
		for (const b2Vec2& vertex : moving.hull.vertices)
		{
			const Vec<double> place = PointOf(moving.pose, vertex) - Lift<double>(pose.p);
			const double margin =
			    moving.hull.radius * (1.0 + k_growth) + k_growth * (size + SizeOf(Lift<double>(vertex)));
			for (const Vec<double>& at : {place, place + way})
			{
				Add(InverseTurn(pose.q, at), margin);
			}
			const Vec<double> local = InverseTurn(pose.q, place);
			lower = {std::min(lower.x, local.x - margin), std::min(lower.y, local.y - margin)};
			upper = {std::max(upper.x, local.x + margin), std::max(upper.y, local.y + margin)};
		}
		start = 0.5 * (lower + upper);
		reach = 0.5 * Length(upper - lower);
		const Vec<double> translation = InverseTurn(pose.q, Lift<double>(moving.translation));
		length = Length(translation);
		direction = UnitOf(translation);
	}

	// The boxes of a node that it may come into, and the fractions before which it does not.
	[[nodiscard]] uint32_t Meet(const BoxNode& node, std::array<double, BoxNode::k_width>& bounds) const
	{
		uint32_t met = MeetBox(node, box);
		for (size_t i = 0; i < BoxNode::k_width; ++i)
		{
			const Vec<double> low{node.lowX[i], node.lowY[i]};
			const Vec<double> high{node.highX[i], node.highY[i]};
			const Vec<double> half = 0.5 * (high - low);
			const double apart = std::abs(Cross(direction, 0.5 * (low + high) - start));
			const double within = reach + std::abs(direction.x) * half.y + std::abs(direction.y) * half.x;
			met &= apart > within * (1.0 + k_growth) ? ~(1u << i) : ~0u;
			const double ahead = Dot(direction, 0.5 * (low + high) - start);
			const double near = std::abs(direction.x) * half.x + std::abs(direction.y) * half.y;
			bounds[i] = length > 0.0 ? (ahead - (near + reach) * (1.0 + k_growth)) / length : 0.0;
		}
		return met;
	}

private:
	static constexpr double k_all = std::numeric_limits<double>::infinity();
	static constexpr double k_growth = 0x1p-18; // more than floats and a pose that is nearly a rotation round by

	[[nodiscard]] static double SizeOf(const Vec<double>& v) { return std::abs(v.x) + std::abs(v.y); }

	void Add(const Vec<double>& point, double margin)
	{
		const Vec<double> grown{margin, margin};
		box.lowerBound = b2Min(box.lowerBound, ToFloat(point - grown));
		box.upperBound = b2Max(box.upperBound, ToFloat(point + grown));
	}
};

} // namespace ricochet
