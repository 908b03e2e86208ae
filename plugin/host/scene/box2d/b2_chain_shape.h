// MIT License, Copyright (c) 2026 the ricochet authors

#pragma once

#include "box2d/b2_shape.h"

/// One-sided edges between successive vertices. Owns the vertices.
class b2ChainShape : public b2Shape
{
public:
	b2ChainShape() : b2Shape(e_chain, b2_polygonRadius) {}
	~b2ChainShape() override { Clear(); }
	b2ChainShape(const b2ChainShape&) = delete;
	b2ChainShape& operator=(const b2ChainShape&) = delete;
	b2Shape* Clone(b2BlockAllocator* allocator) const override;
	[[nodiscard]] int32 GetChildCount() const override { return m_count - 1; }
	void ComputeAABB(b2AABB* box, const b2Transform& pose, int32 child) const override;

	void Clear();
	void CreateLoop(const b2Vec2* vertices, int32 count);
	void CreateChain(const b2Vec2* vertices, int32 count, const b2Vec2& before, const b2Vec2& after);

	b2Vec2* m_vertices = nullptr;
	int32 m_count = 0;
	b2Vec2 m_prevVertex{0.0f, 0.0f}, m_nextVertex{0.0f, 0.0f};
};
