// MIT License, Copyright (c) 2026 the ricochet authors

#pragma once

#include "projectile/base/ballistics.h"
#include "projectile/impact/solid_ahead.h"
#include "query/meet.h"

#include <algorithm>
#include <cmath>

namespace ricochet
{

/// The way of a bullet on from an impact, in the world as the body then stands. From a little before the impact, so
/// that what begins with it is entered there.
struct SolidAhead::Way
{
	// Of a way: the directions of two casts from nearly one point differ by what floats round.
	static constexpr double k_seamShare = 0x1p-22;

	const Looker& looker;
	const ResistanceOf& resistanceOf;
	const b2Transform& pose;
	Vec<double> origin;
	Vec<double> direction; ///< unit
	double before;         ///< from the origin to the impact
	double clearance;
	bool startsInside;

	/// From the origin past all of a child.
	struct Line
	{
		b2Vec2 from, to;
		double length;
	};

	/// A disc goes straight on from where it touches.
	[[nodiscard]] static Vec<double> DirectionOf(const LegHit& hit, float radius)
	{
		const Vec<double> way = hit.thickness > 0.0 && radius == 0.0f ? hit.exitWay : hit.pieceWay;
		const double length = Length(way);
		return length > 0.0 ? (1.0 / length) * way : Vec<double>{};
	}

	[[nodiscard]] b2Vec2 PointAt(double depth) const { return ToFloat(origin + (before + depth) * direction); }
	[[nodiscard]] double GapAt(double depth) const { return clearance + k_seamShare * depth; }

	/// Of the angle at which the way crosses a surface with this normal, of any length, in the body's frame; 1 for
	/// none.
	[[nodiscard]] double SineTo(const Vec<double>& normal) const
	{
		const double length = Length(normal);
		return length > 0.0 ? std::abs(Dot(direction, Turned(pose.q, normal))) / length : 1.0;
	}

	[[nodiscard]] Line LineTo(const Place& place) const
	{
		const double reach = ReachOf(place.geometry) + looker.radius;
		Line line;
		line.from = ToFloat(origin);
		line.to = ToFloat(origin + (2.0 * reach + clearance) * direction);
		line.length = Length(Lift<double>(line.to) - Lift<double>(line.from));
		return line;
	}

private:
	// No farther than this from the origin is all of a child.
	[[nodiscard]] double ReachOf(const ChildGeometry& geometry) const
	{
		double reach = 0.0;
		for (const b2Vec2& vertex : geometry.Points())
		{
			const Vec<double> corner = Turned(pose.q, Lift<double>(vertex)) + Lift<double>(pose.p);
			reach = std::max(reach, Length(corner - origin));
		}
		return reach + geometry.radius;
	}
};

} // namespace ricochet
