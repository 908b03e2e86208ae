// MIT License, Copyright (c) 2026 the ricochet authors

#pragma once

#include <ricochet/export.h>

#include <box2d/b2_chain_shape.h>
#include <box2d/b2_circle_shape.h>
#include <box2d/b2_edge_shape.h>
#include <box2d/b2_polygon_shape.h>

#include <cstddef>

RICOCHET_EXPORT_BEGIN

namespace ricochet
{

// Drop-in shapes: fixtures made from one collide exactly as their base does, and stock b2World::RayCast on them runs
// ricochet's kernels by the contract of RaySpan (geometry/ray.h). So, where Box2D answers differently:
// - a ray that starts inside hits, with fraction 0 and normal (0, 0);
// - circles are hit by segments of any length; polygons that the ray starts on and goes into are hit at fraction 0;
// - rays through the vertices that two children of a chain share do not leak.
// Chain children are hit from both sides, as in Box2D; an edge made one-sided only from its front.
//
// The mass of polygons and circles is their base's, to the bit, but where a dynamic body could not bear it in floats:
// Box2D subtracts m c^2 from the moment of inertia I about the body's origin, and aborts if rounding leaves nothing.
// - I is at least (1 + 2^-16) m c^2: it turns as if its radius of gyration were 1/256 of its distance c, or more. So a
//   shape is farther out than it should be for good physics from about 100 times its size on.
// - The radius of gyration is at least a micrometre, the mass 1e-12 to 1e15 kg; a density counts up to 1e30 kg/m^2, and
//   one that is not positive, or NaN, gives no mass.
// Polygons whose m_radius exceeds b2_polygonRadius are round (shape_factory.h). A stock copy has the stock arithmetic.

/// A polygon, also a round one, that is cast exactly.
class ClipPolygonShape : public b2PolygonShape
{
public:
	ClipPolygonShape() = default;
	explicit ClipPolygonShape(const b2PolygonShape& shape) : b2PolygonShape(shape) {} ///< a copy
	b2Shape* Clone(b2BlockAllocator* allocator) const override;
	bool TestPoint(const b2Transform& transform, const b2Vec2& point) const override;
	bool RayCast(b2RayCastOutput* output, const b2RayCastInput& input, const b2Transform& transform,
	             int32 child) const override;
	void ComputeMass(b2MassData* massData, float density) const override;
};

/// A circle that is cast exactly, by rays of any length.
class ClipCircleShape : public b2CircleShape
{
public:
	ClipCircleShape() = default;
	explicit ClipCircleShape(const b2CircleShape& shape) : b2CircleShape(shape) {} ///< a copy
	b2Shape* Clone(b2BlockAllocator* allocator) const override;
	bool TestPoint(const b2Transform& transform, const b2Vec2& point) const override;
	bool RayCast(b2RayCastOutput* output, const b2RayCastInput& input, const b2Transform& transform,
	             int32 child) const override;
	void ComputeMass(b2MassData* massData, float density) const override;
};

/// An edge that is cast exactly.
class ClipEdgeShape : public b2EdgeShape
{
public:
	ClipEdgeShape() = default;
	explicit ClipEdgeShape(const b2EdgeShape& shape) : b2EdgeShape(shape) {} ///< a copy
	b2Shape* Clone(b2BlockAllocator* allocator) const override;
	bool RayCast(b2RayCastOutput* output, const b2RayCastInput& input, const b2Transform& transform,
	             int32 child) const override;
};

/// A chain that is cast exactly. Owns its vertices, as b2ChainShape does. Movable, not copyable: a copy of a chain
/// would free them twice.
class ClipChainShape : public b2ChainShape
{
public:
	ClipChainShape() = default;
	ClipChainShape(ClipChainShape&& other) noexcept;
	ClipChainShape& operator=(ClipChainShape&& other) noexcept;
	int32 GetChildCount() const override; ///< 0 for an empty chain, where b2ChainShape says -1
	b2Shape* Clone(b2BlockAllocator* allocator) const override;
	bool RayCast(b2RayCastOutput* output, const b2RayCastInput& input, const b2Transform& transform,
	             int32 child) const override;
};

/// Box2D frees a fixture's shape by the size of its base, so a derived shape must stay in the base's size class of
/// b2BlockAllocator; a larger one would leak without bound. A base beyond the largest class, such as a polygon of more
/// than 38 vertices (b2_maxPolygonVertices), is no block: it comes from b2Alloc, and so may any size of what derives
/// from it. Use it for subclasses of your own:
/// `static_assert(FitsBlock<MyPolygonShape, b2PolygonShape>());`
template <class Derived, class Base>
[[nodiscard]] constexpr bool FitsBlock()
{
	constexpr size_t k_classes[] = {16, 32, 64, 96, 128, 160, 192, 224, 256, 320, 384, 448, 512, 640};
	for (size_t size : k_classes)
	{
		if (sizeof(Base) <= size)
		{
			return sizeof(Derived) <= size && alignof(Derived) <= 16;
		}
	}
	return alignof(Derived) <= 16;
}

static_assert(FitsBlock<ClipPolygonShape, b2PolygonShape>(), "ClipPolygonShape leaves b2PolygonShape's size class");
static_assert(FitsBlock<ClipCircleShape, b2CircleShape>(), "ClipCircleShape leaves b2CircleShape's size class");
static_assert(FitsBlock<ClipEdgeShape, b2EdgeShape>(), "ClipEdgeShape leaves b2EdgeShape's size class");
static_assert(FitsBlock<ClipChainShape, b2ChainShape>(), "ClipChainShape leaves b2ChainShape's size class");
static_assert(b2_maxPolygonVertices >= 4, "Box2D's own boxes have 4 vertices");
static_assert(b2_maxPolygonVertices <= 255, "ricochet counts the vertices of a polygon by a byte");

} // namespace ricochet

RICOCHET_EXPORT_END
