// MIT License, Copyright (c) 2026 the ricochet authors

#pragma once

#include "box2d/b2_block_allocator.h"
#include "box2d/b2_collision.h"

struct b2MassData
{
	float mass;
	b2Vec2 center;
	float I; ///< about the origin of the shape
};

/// The shape of a fixture, in the frame of its body. RayCast and TestPoint exist because the shapes of ricochet
/// override them. The library casts by the data of a shape and calls neither.
class b2Shape
{
public:
	enum Type
	{
		e_circle,
		e_edge,
		e_polygon,
		e_chain,
		e_typeCount
	};

	virtual ~b2Shape() = default;
	virtual b2Shape* Clone(b2BlockAllocator* allocator) const = 0;
	[[nodiscard]] Type GetType() const { return m_type; }
	[[nodiscard]] virtual int32 GetChildCount() const { return 1; }
	virtual bool TestPoint(const b2Transform&, const b2Vec2&) const { return false; }
	virtual bool RayCast(b2RayCastOutput*, const b2RayCastInput&, const b2Transform&, int32) const { return false; }
	virtual void ComputeAABB(b2AABB* box, const b2Transform& pose, int32 child) const = 0;
	virtual void ComputeMass(b2MassData* mass, float density) const;

	Type m_type;
	float m_radius;

protected:
	b2Shape(Type type, float radius) : m_type(type), m_radius(radius) {}
	b2Shape(const b2Shape&) = default;
	b2Shape& operator=(const b2Shape&) = default;
};
