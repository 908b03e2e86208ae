// MIT License, Copyright (c) 2026 the ricochet authors

#include <ricochet/shapes/clip_shapes.h>

#include "geometry/elementary.h"
#include "geometry/vec.h"
#include "shapes/cast_shape.h"

#include <box2d/b2_block_allocator.h>
#include <box2d/b2_polygon_shape.h>
#include <box2d/b2_shape.h>

#include <algorithm>
#include <cmath>
#include <new>
#include <span>
#include <utility>

namespace ricochet
{

namespace
{

// Area, first moment and moment of inertia about a point, all at density 1.
struct Moments
{
	double area = 0.0;
	Vec<double> first{0.0, 0.0};
	double second = 0.0;

	// Adds a part, given its centroid and its moment of inertia about that centroid.
	void Add(double partArea, const Vec<double>& centroid, double inertia)
	{
		area += partArea;
		first = first + partArea * centroid;
		second += inertia + partArea * Dot(centroid, centroid);
	}
};

// Adds the triangle of an edge and the origin, which is a vertex of a convex counter-clockwise polygon. So no triangle
// has a negative area, other than by rounding.
void AddTriangle(const Vec<double>& a, const Vec<double>& b, Moments& moments)
{
	const double twice = std::max(0.0, Cross(a, b));
	moments.area += 0.5 * twice;
	moments.first = moments.first + (twice / 6.0) * (a + b);
	moments.second += (twice / 12.0) * (Dot(a, a) + Dot(a, b) + Dot(b, b));
}

void AddRectangle(const Vec<double>& a, const Vec<double>& b, double radius, Moments& moments)
{
	const Vec<double> along = b - a;
	const double length = Length(along);
	if (length > 0.0)
	{
		const Vec<double> normal{along.y / length, -along.x / length};
		const double area = length * radius;
		moments.Add(area, 0.5 * (a + b) + (0.5 * radius) * normal, area * (length * length + radius * radius) / 12.0);
	}
}

// Adds the sector at a vertex, between the normals of the edges before and after it. For a half angle h, its centroid
// is 2 r sin(h) / (3 h) from its centre. Its moment of inertia about that centre is A r^2 / 2.
void AddSector(const Vec<double>& before, const Vec<double>& vertex, const Vec<double>& after, double radius,
               Moments& moments)
{
	const Vec<double> in = UnitOf(vertex - before);
	const Vec<double> out = UnitOf(after - vertex);
	// Half of the angle between the edges, from 0 to pi / 2.
	const double half = 0.5 * AngleOf(Dot(in, out), std::abs(Cross(in, out)));
	if (half > 0.0)
	{
		const double sine = SinCosOf(half).sin;
		const Vec<double> sum = in + out;
		// If the boundary turns straight back, as at the end of a capsule, the sum is 0.
		const Vec<double> middle = Dot(sum, sum) > 0x1p-40 ? UnitOf(Vec<double>{sum.y, -sum.x}) : in;
		const double area = half * radius * radius;
		const double distance = 2.0 * radius * sine / (3.0 * half);
		const double aboutCenter = 0.5 * area * radius * radius;
		moments.Add(area, vertex + distance * middle, aboutCenter - area * distance * distance);
	}
}

inline constexpr float k_areaError = 0x1p-21f;

// b2PolygonShape::ComputeMass sums the area in floats and asserts that it exceeds b2_epsilon. True if it does, however
// the compiler of Box2D rounds. Each product and each sum is within 2^-24 of its magnitude, or less if the two are
// fused.
bool HasStockArea(const b2PolygonShape& polygon)
{
	float area = 0.0f;
	float magnitude = 0.0f;
	for (int32 i = 0; i < polygon.m_count; ++i)
	{
		const b2Vec2 a = polygon.m_vertices[i] - polygon.m_vertices[0];
		const b2Vec2 b = polygon.m_vertices[i + 1 < polygon.m_count ? i + 1 : 0] - polygon.m_vertices[0];
		area += 0.5f * b2Cross(a, b);
		magnitude += std::abs(a.x * b.y) + std::abs(a.y * b.x);
	}
	return area - k_areaError * magnitude > b2_epsilon;
}

// The mass data of a convex counter-clockwise polygon grown by RoundOf. 2 vertices are a capsule. Adds up the polygon,
// a rectangle on each edge and a sector at each vertex.
b2MassData RoundedMass(const b2PolygonShape& polygon, float density)
{
	const std::span<const b2Vec2> vertices(polygon.m_vertices, static_cast<size_t>(polygon.m_count));
	const Vec<double> origin = Lift<double>(vertices[0]);
	const double radius = RoundOf(polygon);
	const size_t count = vertices.size();
	const auto at = [&](size_t i)
	{
		return Lift<double>(vertices[i % count]) - origin;
	};
	Moments moments;
	for (size_t i = 0; i < count; ++i)
	{
		AddTriangle(at(i), at(i + 1), moments);
		AddRectangle(at(i), at(i + 1), radius, moments);
		AddSector(at(i + count - 1), at(i), at(i + 1), radius, moments);
	}
	// If even doubles lose the area, a vertex is as good a centre as any.
	const Vec<double> offset = moments.area > 0.0 ? (1.0 / moments.area) * moments.first : Vec<double>{0.0, 0.0};
	const Vec<double> center = origin + offset;
	const double aboutCentroid = moments.second - moments.area * Dot(offset, offset);
	const double mass = density * moments.area;
	b2MassData data;
	data.mass = ToFloat(mass);
	data.center = ToFloat(center);
	data.I = ToFloat(density * aboutCentroid + mass * Dot(center, center));
	return data;
}

// b2Body::ResetMassData sums the masses m, the first moments m c and the moments of inertia I of its n fixtures in
// floats. It asserts that the sum of I exceeds m |c|^2 of these sums.
// Let u = 2^-24. The sum of I has a relative error of (n - 1) u. The error of m |c|^2 is (3 n + 6) u times the sum of
// m_i |c_i|^2. Without rounding, m |c|^2 does not exceed that sum (Cauchy and Schwarz). If each I_i is at least (1 + d)
// m_i |c_i|^2, then (4 n + 8) u is enough for d: 2^-16 for 62 fixtures.
inline constexpr double k_inertiaMargin = 0x1p-16;

// The least radius of gyration about the centre (m). It keeps the inverse of each inertia finite.
inline constexpr double k_minGyration = 0x1p-20;

inline constexpr double k_minMass = 0x1p-40; // kg
inline constexpr double k_maxMass = 0x1p50;  // kg
inline constexpr float k_maxDensity = 1e30f; // kg/m^2; beyond this, intermediate products overflow

// Sets the mass data that massAt(density) returns. If a body could not handle it in floats, changes it as little as
// necessary. A density that is not positive gives no mass. Requires: the mass data at density 1 is finite.
template <class MassAt>
void ComputeBearableMass(MassAt&& massAt, b2MassData& data, float density)
{
	const b2MassData unit = massAt(1.0f);
	if ((density > 0.0f) == false)
	{
		data = {0.0f, unit.center, 0.0f};
		return;
	}
	density = std::min(density, k_maxDensity);
	const double wanted = static_cast<double>(density) * unit.mass;
	const double mass = std::clamp(wanted, k_minMass, k_maxMass);
	if (mass == wanted)
	{
		data = massAt(density);
	}
	else
	{
		data = {static_cast<float>(mass), unit.center, static_cast<float>(mass / unit.mass * unit.I)};
	}

	const double x = unit.center.x;
	const double y = unit.center.y;
	const double least = data.mass * ((1.0 + k_inertiaMargin) * (x * x + y * y) + k_minGyration * k_minGyration);
	// If the mass at density 1 is 0, data.I is NaN or infinite.
	if ((data.I >= least && data.I <= b2_maxFloat) == false)
	{
		data.I = static_cast<float>(least);
	}
}

// ComputeBearableMass with the arithmetic of the stock shape.
template <class Base>
void ComputeBearableStockMass(const Base& shape, b2MassData& data, float density)
{
	const auto massAt = [&](float at)
	{
		b2MassData mass;
		shape.Base::ComputeMass(&mass, at);
		return mass;
	};
	ComputeBearableMass(massAt, data, density);
}

template <class Shape>
b2Shape* CloneByCopy(const Shape& shape, b2BlockAllocator* allocator)
{
	void* memory = allocator->Allocate(static_cast<int32>(sizeof(Shape)));
	return new (memory) Shape(shape);
}

} // namespace

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
	if (RoundOf(*this) == 0.0f && HasStockArea(*this))
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
