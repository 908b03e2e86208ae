// MIT License, Copyright (c) 2026 the ricochet authors

#include "shapes/attached_shape.h"

#include <ricochet/shapes/clip_shapes.h>

#include "geometry/checker.h"
#include "geometry/round_to_float.h"
#include "geometry/to_world.h"
#include "shapes/cast_shape.h"

#include <algorithm>
#include <cstring>
#include <iterator>
#include <new>
#include <type_traits>

namespace ricochet
{

namespace
{

// A shape that stores a pointer in the unused rest of its memory block (FitsBlock). The block of a polygon has no rest.
// There the last vertex, which is not used, holds the pointer.
template <class Base, bool IsPolygon = std::is_base_of_v<b2PolygonShape, Base>>
struct Roomy : Base
{
	explicit Roomy(const Base& shape) : Base(shape) {}

	[[nodiscard]] static auto Place(auto& roomy) { return &roomy.m_room; }

	const CastGeometryData* m_room;
};

template <class Base>
struct Roomy<Base, true> : Base
{
	explicit Roomy(const Base& shape) : Base(shape) {}

	[[nodiscard]] static auto Place(auto& roomy) { return &roomy.m_vertices[b2_maxPolygonVertices - 1]; }
};

// A shape that stores a counted reference to a geometry in that spare memory.
template <class Base>
class AttachedShape final : public Roomy<Base>
{
public:
	AttachedShape(const Base& coarse, const CastGeometryData* geometry) : Roomy<Base>(coarse) { Keep(geometry); }
	AttachedShape(const AttachedShape& other) : Roomy<Base>(other) { Keep(other.Geometry()); }
	AttachedShape& operator=(const AttachedShape&) = delete;
	~AttachedShape() override { Release(Geometry()); }

	[[nodiscard]] const CastGeometryData* Geometry() const
	{
		const CastGeometryData* geometry = nullptr;
		std::memcpy(&geometry, this->Place(*this), sizeof(geometry));
		return geometry;
	}

	b2Shape* Clone(b2BlockAllocator* allocator) const override
	{
		return new (allocator->Allocate(static_cast<int32>(sizeof(AttachedShape)))) AttachedShape(*this);
	}

	bool TestPoint(const b2Transform& transform, const b2Vec2& point) const override
	{
		return ContainsPoint(*this, transform, point);
	}

	bool RayCast(b2RayCastOutput* output, const b2RayCastInput& input, const b2Transform& transform,
	             int32 child) const override
	{
		return CastStock(*this, child, output, input, transform);
	}

	// The box contains both the shape, with which Box2D collides, and the geometry, which casts hit.
	void ComputeAABB(b2AABB* box, const b2Transform& transform, int32 child) const override
	{
		Base::ComputeAABB(box, transform, child);
		const ToWorld toWorld(transform);
		for (const b2Vec2& corner : Geometry()->around)
		{
			const Pair place = toWorld(corner);
			const Pair margin = 0x1p-20 * Abs(place) + 0x1p-100;
			const Pair low = place - margin;
			const Pair high = place + margin;
			box->lowerBound = b2Min(box->lowerBound, {ToFloat(low[0]), ToFloat(low[1])});
			box->upperBound = b2Max(box->upperBound, {ToFloat(high[0]), ToFloat(high[1])});
		}
	}

private:
	void Keep(const CastGeometryData* geometry)
	{
		std::memcpy(static_cast<void*>(this->Place(*this)), &geometry, sizeof(geometry));
		Retain(geometry);
	}
};

static_assert(sizeof(void*) <= sizeof(b2Vec2));
static_assert(FitsBlock<AttachedShape<b2PolygonShape>, b2PolygonShape>());
static_assert(FitsBlock<AttachedShape<ClipPolygonShape>, b2PolygonShape>());
static_assert(FitsBlock<AttachedShape<b2CircleShape>, b2CircleShape>());
static_assert(FitsBlock<AttachedShape<ClipCircleShape>, b2CircleShape>());

// The address of a shape's virtual table, which identifies its class. It is the first member of any object with virtual
// functions.
const void* TableOf(const b2Shape& shape)
{
	const void* table = nullptr;
	std::memcpy(&table, static_cast<const void*>(&shape), sizeof(table));
	return table;
}

template <class Shape, class... From>
b2Shape* MakeIn(b2BlockAllocator& allocator, const From&... from)
{
	return new (allocator.Allocate(static_cast<int32>(sizeof(Shape)))) Shape(from...);
}

// A class of shapes to which a geometry may be attached, and the functions to do so.
struct Kind
{
	const void* bare;     // virtual table of its shapes
	const void* attached; // virtual table of its shapes with an attached geometry
	b2Shape* (*make)(b2BlockAllocator& allocator);
	b2Shape* (*attach)(const b2Shape& shape, const CastGeometryData& geometry, b2BlockAllocator& allocator);
	b2Shape* (*detach)(const b2Shape& shape, b2BlockAllocator& allocator);
	const CastGeometryData* (*geometryOf)(const b2Shape& shape);

	template <class Base>
	static Kind Of()
	{
		return {TableOf(Base()),
		        TableOf(AttachedShape<Base>(Base(), nullptr)),
		        [](b2BlockAllocator& allocator) { return Base().Clone(&allocator); },
		        [](const b2Shape& shape, const CastGeometryData& geometry, b2BlockAllocator& allocator)
		        { return MakeIn<AttachedShape<Base>>(allocator, static_cast<const Base&>(shape), &geometry); },
		        [](const b2Shape& shape, b2BlockAllocator& allocator)
		        { return MakeIn<Base>(allocator, static_cast<const Base&>(shape)); },
		        [](const b2Shape& shape)
		        {
			        return static_cast<const AttachedShape<Base>&>(shape).Geometry();
		        }};
	}

	// If every DLL has virtual tables of its own, as with MSVC, a fixture's shape has the table of the code that cloned
	// it. So a new clone is compared as well.
	[[nodiscard]] bool Holds(const b2Shape& shape, b2BlockAllocator& allocator) const
	{
		if (TableOf(shape) == bare)
		{
			return true;
		}
		b2Shape* clone = make(allocator);
		const bool holds = TableOf(shape) == TableOf(*clone);
		Discard(*clone, allocator);
		return holds;
	}
};

const Kind k_kinds[] = {Kind::Of<b2PolygonShape>(), Kind::Of<ClipPolygonShape>(), Kind::Of<b2CircleShape>(),
                        Kind::Of<ClipCircleShape>()};

// The kind of a shape with an attached geometry; null: none is attached.
const Kind* AttachedKindOf(const b2Shape& shape)
{
	const void* table = TableOf(shape);
	const Kind* kind =
	    std::find_if(std::begin(k_kinds), std::end(k_kinds), [&](const Kind& k) { return k.attached == table; });
	return kind != std::end(k_kinds) ? kind : nullptr;
}

} // namespace

const CastGeometryData* AttachedTo(const b2Shape& shape)
{
	const Kind* kind = AttachedKindOf(shape);
	return kind != nullptr ? kind->geometryOf(shape) : nullptr;
}

Result<b2Shape*> Attached(const b2Shape& shape, const CastGeometryData& geometry, b2BlockAllocator& allocator)
{
	for (const Kind& kind : k_kinds)
	{
		if (kind.Holds(shape, allocator))
		{
			const bool isPolygon = shape.GetType() == b2Shape::e_polygon;
			const int32 count = isPolygon ? static_cast<const b2PolygonShape&>(shape).m_count : 0;
			const Result<> hasRoom =
			    Checker().Count("fixture", static_cast<size_t>(count), 0, b2_maxPolygonVertices - 1).Outcome();
			return hasRoom ? Result<b2Shape*>(kind.attach(shape, geometry, allocator)) : hasRoom.GetError();
		}
	}
	return Error{ErrorReason::NotASolid, "fixture", -1, static_cast<double>(shape.GetType())};
}

b2Shape* Detached(const b2Shape& shape, b2BlockAllocator& allocator)
{
	return AttachedKindOf(shape)->detach(shape, allocator);
}

void Discard(b2Shape& shape, b2BlockAllocator& allocator)
{
	const size_t size = shape.GetType() == b2Shape::e_circle ? sizeof(b2CircleShape) : sizeof(b2PolygonShape);
	shape.~b2Shape();
	allocator.Free(&shape, static_cast<int32>(size));
}

} // namespace ricochet
