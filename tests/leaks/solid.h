// MIT License, Copyright (c) 2026 the ricochet authors

#pragma once

#include "leaks/frame.h"

#include <box2d/b2_circle_shape.h>
#include <box2d/b2_edge_shape.h>
#include <box2d/b2_polygon_shape.h>

#include <optional>
#include <vector>

namespace ricochet::leaks
{

/// A convex solid about the origin of its frame's plan. It contains a disc of 0.25 of its size.
class Solid
{
public:
	enum class Kind
	{
		Polygon,
		Box,
		Circle,
		Rounded, ///< a polygon that is grown by a radius; Box2D has no cast for it
		Capsule  ///< an edge that is grown by a radius
	};

	/// Makes a random solid. Call IsSound afterwards: it returns false if Box2D would refuse the shape.
	Solid(SceneRandom& random, const Frame& frame, Kind kind);

	[[nodiscard]] bool IsSound() const { return m_sound; }
	[[nodiscard]] const Frame& GetFrame() const { return m_frame; }
	[[nodiscard]] const b2Shape& Shape() const;
	[[nodiscard]] float GrownBy() const { return m_grownBy; }

	/// Draws a point of the surface in the plan, exact within rounding. It is a vertex, or a point of a side, a rim or
	/// a round.
	[[nodiscard]] Point DrawOnSurface(SceneRandom& random) const;

	/// Draws a point that is certainly deep inside.
	[[nodiscard]] Point DrawInside(SceneRandom& random) const;

private:
	void MakePolygonOf(SceneRandom& random);
	void MakeCapsule();

	Frame m_frame;
	Kind m_kind;
	bool m_sound = true;
	float m_grownBy = 0.0f;
	std::vector<Point> m_plan; // the vertices after rounding, counter-clockwise
	b2PolygonShape m_polygon;
	b2CircleShape m_circle;
	b2EdgeShape m_edge;
};

} // namespace ricochet::leaks
