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

// Drop-in shapes. Fixtures made from one collide exactly as fixtures of its base class. Stock b2World::RayCast on them
// runs ricochet's kernels, by the contract of RaySpan (geometry/ray.h). So it differs from Box2D's shapes:
//
// - A ray that starts inside hits, with fraction 0 and normal (0, 0).
// - Circles are hit by segments of any length.
// - If a ray starts on a polygon's surface and goes into the polygon, it hits at fraction 0.
// - No ray passes between two children of a chain through their common vertex.
//
// Chain children are hit from both sides, as in Box2D. An edge that was made one-sided is hit only from its front.
//
// The mass of polygons and circles is that of their base class, to the bit, unless floats cannot represent the body.
// For a dynamic body Box2D subtracts m c^2 from the moment of inertia I about the body's origin. Here m is the mass, c
// the distance of its centre. If rounding leaves nothing, Box2D aborts. So there are limits:
//
// - I is at least (1 + 2^-16) m c^2. The shape turns as if its radius of gyration were c / 256 or more. So for good
//   physics a shape should not be farther out than about 100 times its size.
// - The radius of gyration is at least a micrometre. The mass is 1e-12 to 1e15 kg.
// - A density above 1e30 kg/m^2 counts as 1e30 kg/m^2. A density that is not positive, or NaN, gives no mass.
//
// Polygons whose m_radius exceeds b2_polygonRadius are round (shape_factory.h). A stock copy of one of these shapes has
// Box2D's own arithmetic.

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

/// Returns true if a shape class may derive from a class of Box2D's. Box2D frees a fixture's shape by the size of its
/// base class. So a derived shape must have the same size class of b2BlockAllocator as its base; a larger one would
/// leak without bound. A base beyond the largest size class comes from b2Alloc, such as a polygon of more than 38
/// vertices (b2_maxPolygonVertices). Then the derived shape may have any size. Use it for your own classes:
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
