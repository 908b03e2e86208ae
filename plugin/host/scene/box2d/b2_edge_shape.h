// MIT License, Copyright (c) 2026 the ricochet authors

#pragma once

#include "box2d/b2_shape.h"

class b2EdgeShape : public b2Shape
{
public:
	b2EdgeShape() : b2Shape(e_edge, b2_polygonRadius) {}
	b2Shape* Clone(b2BlockAllocator* allocator) const override;
	void ComputeAABB(b2AABB* box, const b2Transform& pose, int32 child) const override;

	void SetOneSided(const b2Vec2& v0, const b2Vec2& v1, const b2Vec2& v2, const b2Vec2& v3);
	void SetTwoSided(const b2Vec2& v1, const b2Vec2& v2);

	b2Vec2 m_vertex1{0.0f, 0.0f}, m_vertex2{0.0f, 0.0f};
	b2Vec2 m_vertex0{0.0f, 0.0f}, m_vertex3{0.0f, 0.0f}; ///< the neighbours of a one-sided edge
	bool m_oneSided = false;
};
