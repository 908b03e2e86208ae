// MIT License, Copyright (c) 2026 the ricochet authors

#pragma once

#include "shapes/cast_shape.h"

#include <box2d/b2_collision.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>

namespace ricochet
{

/// What lies from one slope to another, both included, seen along the axis of a sector: tan of the angle to the axis.
struct SlopeRange
{
	double low = 0.0;
	double high = 0.0;

	// Written so that NaN, as a body without a finite pose brings it, narrows nothing.
	void RaiseLow(double slope) { low = slope > low ? slope : low; }
	void LowerHigh(double slope) { high = slope < high ? slope : high; }
	[[nodiscard]] bool IsEmpty() const { return low > high; }
};

/// A sector of less than half a turn about a point, against which the boxes of a tree and the shapes in them are
/// tested. It only culls: everything is grown outwards by many times what doubles round, boxes also for what
/// their making has rounded, as by SlabTest.
class Sector
{
public:
	/// About origin, up to a radius (m), between two slopes about an axis of any length.
	Sector(b2Vec2 origin, double radius, double axisX, double axisY, SlopeRange slopes);

	[[nodiscard]] const SlopeRange& Slopes() const { return m_slopes; }

	/// The square of the distance between origin and box, 0 inside; infinity if the box does not meet the sector, which
	/// may be taken to have no end here.
	[[nodiscard]] double SquaredDistance(const b2AABB& box) const
	{
		const Relative r = RelativeTo(box);
		const double left =
		    m_lowX * (m_lowX > 0.0 ? r.upperX : r.lowerX) + m_lowY * (m_lowY > 0.0 ? r.upperY : r.lowerY);
		const double right =
		    m_highX * (m_highX > 0.0 ? r.upperX : r.lowerX) + m_highY * (m_highY > 0.0 ? r.upperY : r.lowerY);
		const double x = std::max(std::max(0.0, r.lowerX), -r.upperX);
		const double y = std::max(std::max(0.0, r.lowerY), -r.upperY);
		// Written so that NaN, from a box without bounds, culls nothing.
		return left < 0.0 || right < 0.0 ? std::numeric_limits<double>::infinity() : x * x + y * y;
	}

	/// The slopes of the sector under which a box is seen.
	/// Requires: SquaredDistance(box) > 0.
	[[nodiscard]] SlopeRange SlopesOf(const b2AABB& box) const
	{
		// Of the corners, those to which the tangents from the origin run.
		const Relative r = RelativeTo(box);
		const bool above = r.lowerY > 0.0;
		const bool below = r.upperY < 0.0;
		const bool right = r.lowerX > 0.0;
		const bool left = r.upperX < 0.0;
		const Point first = InFrame(above ? r.upperX : (below || right ? r.lowerX : r.upperX),
		                            right ? r.lowerY : (left || above == false ? r.upperY : r.lowerY));
		const Point last = InFrame(above ? r.lowerX : (below || right == false ? r.upperX : r.lowerX),
		                           right ? r.upperY : (left || above ? r.lowerY : r.upperY));
		SlopeRange slopes = m_slopes;
		if (first.x > 0.0)
		{
			slopes.RaiseLow(first.y / first.x - k_slopeError);
		}
		if (last.x > 0.0)
		{
			slopes.LowerHigh(last.y / last.x + k_slopeError);
		}
		return slopes;
	}

	/// The slopes of the sector under which a child of a shape is seen: what a ray outside of them does not meet.
	[[nodiscard]] SlopeRange SlopesOf(const ChildGeometry& geometry, const b2Transform& pose) const;

private:
	struct Point
	{
		double x, y;
	};

	/// A box with the origin of the sector as origin, grown.
	struct Relative
	{
		double lowerX, lowerY, upperX, upperY;
	};

	class Turned;

	[[nodiscard]] Relative RelativeTo(const b2AABB& box) const
	{
		Relative r{box.lowerBound.x - m_lowerX, box.lowerBound.y - m_lowerY, box.upperBound.x - m_upperX,
		           box.upperBound.y - m_upperY};
		// Above bodies without a finite pose a coordinate does not count, as in SlabTest.
		constexpr double k_everywhere = std::numeric_limits<double>::infinity();
		if (std::isnan(r.lowerX + r.upperX))
		{
			r.lowerX = -k_everywhere;
			r.upperX = k_everywhere;
		}
		if (std::isnan(r.lowerY + r.upperY))
		{
			r.lowerY = -k_everywhere;
			r.upperY = k_everywhere;
		}
		return r;
	}

	/// With the axis as x axis.
	[[nodiscard]] Point InFrame(double x, double y) const
	{
		return {m_axisX * x + m_axisY * y, m_axisX * y - m_axisY * x};
	}

	[[nodiscard]] SlopeRange SlopesOfDisc(Point center, double radius, double error) const;
	[[nodiscard]] SlopeRange SlopesOfHull(const Turned& hull) const;

	static constexpr double k_slopeError = 1e-12;

	b2Vec2 m_origin;
	double m_axisX, m_axisY;
	SlopeRange m_slopes;
	double m_lowX, m_lowY;   ///< the normal of the first ray, to the left
	double m_highX, m_highY; ///< the normal of the last ray, to the right
	double m_lowerX, m_lowerY, m_upperX, m_upperY;
};

} // namespace ricochet
