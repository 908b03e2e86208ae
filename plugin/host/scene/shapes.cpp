// MIT License, Copyright (c) 2026 the ricochet authors

#include "box2d/b2_chain_shape.h"
#include "box2d/b2_circle_shape.h"
#include "box2d/b2_edge_shape.h"
#include "box2d/b2_polygon_shape.h"

#include <algorithm>
#include <new>
#include <span>

namespace
{

template <class Shape>
Shape* CopyOf(const Shape& shape, b2BlockAllocator& allocator)
{
	return new (allocator.Allocate(static_cast<int32>(sizeof(Shape)))) Shape(shape);
}

b2AABB BoxAround(std::span<const b2Vec2> points, const b2Transform& pose, float radius)
{
	b2AABB box;
	box.lowerBound = box.upperBound = b2Mul(pose, points.front());
	for (const b2Vec2& point : points.subspan(1))
	{
		const b2Vec2 place = b2Mul(pose, point);
		box.lowerBound = b2Min(box.lowerBound, place);
		box.upperBound = b2Max(box.upperBound, place);
	}
	box.lowerBound -= {radius, radius};
	box.upperBound += {radius, radius};
	return box;
}

} // namespace

void b2Shape::ComputeMass(b2MassData* mass, float) const
{
	*mass = {0.0f, {0.0f, 0.0f}, 0.0f};
}

b2Shape* b2CircleShape::Clone(b2BlockAllocator* allocator) const
{
	return CopyOf(*this, *allocator);
}

void b2CircleShape::ComputeAABB(b2AABB* box, const b2Transform& pose, int32) const
{
	*box = BoxAround({&m_p, 1}, pose, m_radius);
}

void b2CircleShape::ComputeMass(b2MassData* mass, float density) const
{
	mass->mass = density * b2_pi * m_radius * m_radius;
	mass->center = m_p;
	mass->I = mass->mass * (0.5f * m_radius * m_radius + m_p.LengthSquared());
}

b2Shape* b2PolygonShape::Clone(b2BlockAllocator* allocator) const
{
	return CopyOf(*this, *allocator);
}

void b2PolygonShape::ComputeAABB(b2AABB* box, const b2Transform& pose, int32) const
{
	*box = BoxAround({m_vertices, static_cast<size_t>(m_count)}, pose, m_radius);
}

// The sums over the triangles of each edge and the first vertex, in doubles. A triangle has two
// sides a and b from that vertex. Its area is a x b / 2, its first moment (a + b) area / 3. Its moment of inertia about
// the vertex is (a.a + a.b + b.b) area / 6.
void b2PolygonShape::ComputeMass(b2MassData* mass, float density) const
{
	const double originX = m_vertices[0].x;
	const double originY = m_vertices[0].y;
	double area = 0.0;
	double firstX = 0.0;
	double firstY = 0.0;
	double second = 0.0;
	for (int32 i = 1; i + 1 < m_count; ++i)
	{
		const double ax = m_vertices[i].x - originX;
		const double ay = m_vertices[i].y - originY;
		const double bx = m_vertices[i + 1].x - originX;
		const double by = m_vertices[i + 1].y - originY;
		const double part = 0.5 * (ax * by - ay * bx);
		area += part;
		firstX += part * (ax + bx) / 3.0;
		firstY += part * (ay + by) / 3.0;
		second += part * (ax * ax + ay * ay + ax * bx + ay * by + bx * bx + by * by) / 6.0;
	}
	const double x = area > 0.0 ? firstX / area : 0.0;
	const double y = area > 0.0 ? firstY / area : 0.0;
	const double aboutCenter = second - area * (x * x + y * y);
	const double fromBody = (originX + x) * (originX + x) + (originY + y) * (originY + y);
	mass->mass = static_cast<float>(density * area);
	mass->center = {static_cast<float>(originX + x), static_cast<float>(originY + y)};
	mass->I = static_cast<float>(density * (aboutCenter + area * fromBody));
}

void b2PolygonShape::SetAsBox(float hx, float hy, const b2Vec2& center, float angle)
{
	const b2Transform pose(center, b2Rot(angle));
	const b2Vec2 corners[] = {{-hx, -hy}, {hx, -hy}, {hx, hy}, {-hx, hy}};
	const b2Vec2 normals[] = {{0.0f, -1.0f}, {1.0f, 0.0f}, {0.0f, 1.0f}, {-1.0f, 0.0f}};
	m_count = 4;
	m_centroid = center;
	for (int32 i = 0; i < m_count; ++i)
	{
		m_vertices[i] = b2Mul(pose, corners[i]);
		m_normals[i] = b2Mul(pose.q, normals[i]);
	}
}

b2Shape* b2EdgeShape::Clone(b2BlockAllocator* allocator) const
{
	return CopyOf(*this, *allocator);
}

void b2EdgeShape::ComputeAABB(b2AABB* box, const b2Transform& pose, int32) const
{
	const b2Vec2 ends[] = {m_vertex1, m_vertex2};
	*box = BoxAround(ends, pose, m_radius);
}

void b2EdgeShape::SetOneSided(const b2Vec2& v0, const b2Vec2& v1, const b2Vec2& v2, const b2Vec2& v3)
{
	m_vertex0 = v0;
	m_vertex1 = v1;
	m_vertex2 = v2;
	m_vertex3 = v3;
	m_oneSided = true;
}

void b2EdgeShape::SetTwoSided(const b2Vec2& v1, const b2Vec2& v2)
{
	m_vertex1 = v1;
	m_vertex2 = v2;
	m_oneSided = false;
}

b2Shape* b2ChainShape::Clone(b2BlockAllocator* allocator) const
{
	auto* clone = new (allocator->Allocate(static_cast<int32>(sizeof(b2ChainShape)))) b2ChainShape;
	clone->CreateChain(m_vertices, m_count, m_prevVertex, m_nextVertex);
	return clone;
}

void b2ChainShape::ComputeAABB(b2AABB* box, const b2Transform& pose, int32 child) const
{
	*box = BoxAround({m_vertices + child, 2}, pose, m_radius);
}

void b2ChainShape::Clear()
{
	delete[] m_vertices;
	m_vertices = nullptr;
	m_count = 0;
}

void b2ChainShape::CreateLoop(const b2Vec2* vertices, int32 count)
{
	CreateChain(vertices, count, vertices[count - 1], vertices[1]);
	auto* closed = new b2Vec2[static_cast<size_t>(count) + 1];
	std::copy(vertices, vertices + count, closed);
	closed[count] = vertices[0];
	delete[] m_vertices;
	m_vertices = closed;
	m_count = count + 1;
}

void b2ChainShape::CreateChain(const b2Vec2* vertices, int32 count, const b2Vec2& before, const b2Vec2& after)
{
	auto* copy = new b2Vec2[static_cast<size_t>(count)];
	std::copy(vertices, vertices + count, copy);
	Clear();
	m_vertices = copy;
	m_count = count;
	m_prevVertex = before;
	m_nextVertex = after;
}
