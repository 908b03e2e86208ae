// MIT License, Copyright (c) 2026 the ricochet authors

#pragma once

#include "box2d/b2_shape.h"

class b2CircleShape : public b2Shape
{
public:
	b2CircleShape() : b2Shape(e_circle, 0.0f), m_p(0.0f, 0.0f) {}
	b2Shape* Clone(b2BlockAllocator* allocator) const override;
	void ComputeAABB(b2AABB* box, const b2Transform& pose, int32 child) const override;
	void ComputeMass(b2MassData* mass, float density) const override;

	b2Vec2 m_p;
};
