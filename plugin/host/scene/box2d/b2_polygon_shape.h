// MIT License, Copyright (c) 2026 the ricochet authors

#pragma once

#include "box2d/b2_shape.h"

/// A convex polygon, counter-clockwise.
class b2PolygonShape : public b2Shape
{
public:
	b2PolygonShape() : b2Shape(e_polygon, b2_polygonRadius), m_centroid(0.0f, 0.0f) {}
	b2Shape* Clone(b2BlockAllocator* allocator) const override;
	void ComputeAABB(b2AABB* box, const b2Transform& pose, int32 child) const override;
	void ComputeMass(b2MassData* mass, float density) const override;

	/// Makes a box with half extents, at a pose.
	void SetAsBox(float hx, float hy) { SetAsBox(hx, hy, {0.0f, 0.0f}, 0.0f); }
	void SetAsBox(float hx, float hy, const b2Vec2& center, float angle);

	b2Vec2 m_centroid;
	b2Vec2 m_vertices[b2_maxPolygonVertices]{};
	b2Vec2 m_normals[b2_maxPolygonVertices]{};
	int32 m_count = 0;
};
