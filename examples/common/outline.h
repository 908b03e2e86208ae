// MIT License, Copyright (c) 2026 the ricochet authors

#pragma once

#include "level.h"

namespace common
{

/// Sets the outline, vertices, radius, position and angle of an object from a Tiled object's shape. Returns an empty
/// string, or the reason why that is not possible.
class OutlineReader
{
public:
	/// corner: the object's x and y, in m with y up; rotation in rad, counter-clockwise.
	OutlineReader(ObjectDef& object, b2Vec2 corner, float rotation);

	std::string Box(float width, float height);
	std::string Ellipse(float width, float height);
	std::string Capsule(float width, float height);
	std::string Polygon(std::vector<b2Vec2> points); ///< relative to the corner, y up, before rotation
	std::string Polyline(std::vector<b2Vec2> points);

private:
	void PutBody(b2Vec2 center); ///< moves the body to a point of the unrotated shape

	ObjectDef& m_object;
	b2Vec2 m_corner;
	float m_rotation;
};

} // namespace common
