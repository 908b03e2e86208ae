// MIT License, Copyright (c) 2026 the ricochet authors

#include <ricochet/shapes/clip_shapes.h>

#include "shapes/cast_shape.h"
#include "shapes/rounded_mass.h"
#include "shapes/shape_mass.h"
#include "shapes/stock_calls.h"

#include <box2d/b2_block_allocator.h>

#include <new>
#include <utility>

namespace ricochet
{

namespace
{

template <class Shape>
b2Shape* CloneByCopy(const Shape& shape, b2BlockAllocator* allocator)
{
	void* memory = allocator->Allocate(static_cast<int32>(sizeof(Shape)));
	return new (memory) Shape(shape);
}

} // namespace

// Box2D gives the two end points: both are pulled into the shape's frame as they are.
bool CastStock(const b2Shape& shape, int32 child, b2RayCastOutput* output, const b2RayCastInput& input,
               const b2Transform& transform, bool frontOnly)
{
	const LocalRay ray(input.p1, transform, input.p2, transform, input.maxFraction);
	const std::optional<ShapeSpan> result = CastShapeLocal(shape, child, ray);
	if (result.has_value() == false || (frontOnly && result->facing != Facing::Front))
	{
		return false;
	}
	output->fraction = static_cast<float>(result->span.enter.fraction);
	output->normal = UnitNormal(result->span.enter.normal, transform.q);
	return true;
}

bool ContainsPoint(const b2Shape& shape, const b2Transform& transform, const b2Vec2& point)
{
	const LocalRay ray(point, transform, point, transform, 0.0f);
	return CastShapeLocal(shape, 0, ray).has_value();
}

b2Shape* ClipPolygonShape::Clone(b2BlockAllocator* allocator) const
{
	return CloneByCopy(*this, allocator);
}

bool ClipPolygonShape::TestPoint(const b2Transform& transform, const b2Vec2& point) const
{
	return ContainsPoint(*this, transform, point);
}

void ClipPolygonShape::ComputeMass(b2MassData* massData, float density) const
{
	if (RoundOf(*this) == 0.0f)
	{
		ComputeBearableStockMass<b2PolygonShape>(*this, *massData, density);
		return;
	}
	ComputeBearableMass([&](float at) { return RoundedMass(*this, at); }, *massData, density);
}

bool ClipPolygonShape::RayCast(b2RayCastOutput* output, const b2RayCastInput& input, const b2Transform& transform,
                               int32 child) const
{
	return CastStock(*this, child, output, input, transform);
}

b2Shape* ClipCircleShape::Clone(b2BlockAllocator* allocator) const
{
	return CloneByCopy(*this, allocator);
}

bool ClipCircleShape::TestPoint(const b2Transform& transform, const b2Vec2& point) const
{
	return ContainsPoint(*this, transform, point);
}

void ClipCircleShape::ComputeMass(b2MassData* massData, float density) const
{
	ComputeBearableStockMass<b2CircleShape>(*this, *massData, density);
}

bool ClipCircleShape::RayCast(b2RayCastOutput* output, const b2RayCastInput& input, const b2Transform& transform,
                              int32 child) const
{
	return CastStock(*this, child, output, input, transform);
}

b2Shape* ClipEdgeShape::Clone(b2BlockAllocator* allocator) const
{
	return CloneByCopy(*this, allocator);
}

bool ClipEdgeShape::RayCast(b2RayCastOutput* output, const b2RayCastInput& input, const b2Transform& transform,
                            int32 child) const
{
	return CastStock(*this, child, output, input, transform, m_oneSided);
}

ClipChainShape::ClipChainShape(ClipChainShape&& other) noexcept
{
	*this = std::move(other);
}

ClipChainShape& ClipChainShape::operator=(ClipChainShape&& other) noexcept
{
	if (this != &other)
	{
		Clear();
		m_vertices = std::exchange(other.m_vertices, nullptr);
		m_count = std::exchange(other.m_count, 0);
		m_prevVertex = other.m_prevVertex;
		m_nextVertex = other.m_nextVertex;
		m_radius = other.m_radius;
	}
	return *this;
}

int32 ClipChainShape::GetChildCount() const
{
	return m_count < 2 ? 0 : m_count - 1;
}

b2Shape* ClipChainShape::Clone(b2BlockAllocator* allocator) const
{
	void* memory = allocator->Allocate(static_cast<int32>(sizeof(ClipChainShape)));
	auto* clone = new (memory) ClipChainShape;
	if (m_count >= 2)
	{
		clone->CreateChain(m_vertices, m_count, m_prevVertex, m_nextVertex);
	}
	clone->m_radius = m_radius;
	return clone;
}

bool ClipChainShape::RayCast(b2RayCastOutput* output, const b2RayCastInput& input, const b2Transform& transform,
                             int32 child) const
{
	return CastStock(*this, child, output, input, transform);
}

} // namespace ricochet
