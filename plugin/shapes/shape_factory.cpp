// MIT License, Copyright (c) 2026 the ricochet authors

#include <ricochet/shapes/shape_factory.h>

#include "shapes/convex_hull.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>

namespace ricochet
{

namespace
{

using Reason = ShapeError::Reason;

std::nullopt_t Refuse(ShapeError* error, Reason reason, size_t index, float value, std::string message)
{
	if (error != nullptr)
	{
		*error = {reason, static_cast<int32_t>(index), value, std::move(message)};
	}
	return std::nullopt;
}

// For reasons that concern no single vertex.
constexpr size_t k_noIndex = static_cast<size_t>(-1);

bool IsFinite(b2Vec2 v)
{
	return std::isfinite(v.x) && std::isfinite(v.y);
}

// True if all vertices are finite. Else the error is set.
bool CheckFinite(std::span<const b2Vec2> vertices, ShapeError* error)
{
	const auto bad = std::find_if_not(vertices.begin(), vertices.end(), IsFinite);
	if (bad == vertices.end())
	{
		return true;
	}
	const size_t index = static_cast<size_t>(bad - vertices.begin());
	Refuse(error, Reason::NotFinite, index, std::isfinite(bad->x) ? bad->y : bad->x,
	       fmt::format("Vertex {} is ({}, {}): both coordinates must be finite.", index, bad->x, bad->y));
	return false;
}

bool CheckFinite(const char* name, size_t index, float value, ShapeError* error)
{
	if (std::isfinite(value))
	{
		return true;
	}
	Refuse(error, Reason::NotFinite, index, value, fmt::format("The {} is {}: it must be finite.", name, value));
	return false;
}

bool CheckPositive(const char* name, size_t index, float value, ShapeError* error)
{
	if (value > 0.0f)
	{
		return true;
	}
	Refuse(error, Reason::BadRadius, index, value,
	       fmt::format("The {} is {} m: it must be greater than zero.", name, value));
	return false;
}

bool CheckMinimum(size_t count, size_t minimum, const char* what, ShapeError* error)
{
	if (count >= minimum)
	{
		return true;
	}
	Refuse(error, Reason::TooFewVertices, k_noIndex, static_cast<float>(count),
	       fmt::format("{} needs at least {} vertices, but {} were given.", what, minimum, count));
	return false;
}

// In the very arithmetic of the assert in b2ChainShape, so that what passes here passes there.
bool AreApart(b2Vec2 a, b2Vec2 b)
{
	return b2DistanceSquared(a, b) > b2_linearSlop * b2_linearSlop;
}

bool CheckApart(std::span<const b2Vec2> vertices, size_t first, size_t second, ShapeError* error)
{
	if (AreApart(vertices[first], vertices[second]))
	{
		return true;
	}
	const float distance = b2Distance(vertices[first], vertices[second]);
	Refuse(error, Reason::TooClose, second, distance,
	       fmt::format("Vertices {} and {} are {} m apart: neighbours must be more than {} m apart.", first, second,
	                   distance, b2_linearSlop));
	return false;
}

bool CheckAllApart(std::span<const b2Vec2> vertices, ShapeError* error)
{
	for (size_t i = 1; i < vertices.size(); ++i)
	{
		if (CheckApart(vertices, i - 1, i, error) == false)
		{
			return false;
		}
	}
	return true;
}

// b2ChainShape allocates by a 32-bit number of bytes.
constexpr size_t k_maxChainVertices = (size_t{1} << 27) - 1;

bool CheckChain(std::span<const b2Vec2> vertices, size_t minimum, const char* what, ShapeError* error)
{
	if (CheckMinimum(vertices.size(), minimum, what, error) == false)
	{
		return false;
	}
	if (vertices.size() > k_maxChainVertices)
	{
		Refuse(
		    error, Reason::TooManyVertices, k_noIndex, static_cast<float>(vertices.size()),
		    fmt::format("{} of {} vertices is too long: at most {} fit.", what, vertices.size(), k_maxChainVertices));
		return false;
	}
	return CheckFinite(vertices, error) && CheckAllApart(vertices, error);
}

// Flatter than this is flat: within Box2D's slop, and for polygons of more than 5 km within what float arithmetic on
// their edges can tell from a dent (b2PolygonShape::Validate).
double FlatTolerance(std::span<const b2Vec2> hull)
{
	double size = 0.0;
	for (b2Vec2 vertex : hull)
	{
		const double width = std::abs(static_cast<double>(vertex.x) - hull[0].x);
		const double height = std::abs(static_cast<double>(vertex.y) - hull[0].y);
		size = std::max({size, width, height});
	}
	return std::max(static_cast<double>(b2_linearSlop), 0x1p-20 * size);
}

// Area and centroid as b2PolygonShape::Set and ComputeMass sum them, which assert that the area exceeds b2_epsilon.
struct Mass
{
	float area = 0.0f;
	b2Vec2 centroid{0.0f, 0.0f};
};

Mass MassOf(std::span<const b2Vec2> vertices)
{
	Mass mass;
	const b2Vec2 origin = vertices[0];
	for (size_t i = 0; i < vertices.size(); ++i)
	{
		const b2Vec2 e1 = vertices[i] - origin;
		const b2Vec2 e2 = (i + 1 < vertices.size() ? vertices[i + 1] : vertices[0]) - origin;
		const float triangleArea = 0.5f * b2Cross(e1, e2);
		mass.area += triangleArea;
		mass.centroid += triangleArea * (1.0f / 3.0f) * (e1 + e2);
	}
	if (mass.area > b2_epsilon)
	{
		mass.centroid = (1.0f / mass.area) * mass.centroid + origin;
	}
	return mass;
}

bool IsMassFinite(const b2Shape& shape)
{
	b2MassData mass;
	shape.ComputeMass(&mass, 1.0f);
	return std::isfinite(mass.mass) && std::isfinite(mass.I) && IsFinite(mass.center);
}

std::nullopt_t RefuseMass(ShapeError* error, float reach)
{
	return Refuse(error, Reason::NotFinite, k_noIndex, reach,
	              fmt::format("The shape reaches {} m from its origin: its moment of inertia is not finite.", reach));
}

// What is left to check when the vertices are there: that they are apart, and that Box2D's own arithmetic finds them
// convex and with an area.
bool CheckPolygon(const b2PolygonShape& shape, ShapeError* error)
{
	const std::span vertices(shape.m_vertices, static_cast<size_t>(shape.m_count));
	if (CheckFinite(vertices, error) == false)
	{
		return false;
	}
	float reach = 0.0f;
	for (size_t i = 0; i < vertices.size(); ++i)
	{
		// Thin boxes far out lose their thickness to rounding.
		const size_t next = (i + 1) % vertices.size();
		if (vertices[i] == vertices[next])
		{
			Refuse(error, Reason::TooClose, next, 0.0f,
			       fmt::format("Vertices {} and {} are both ({}, {}).", i, next, vertices[i].x, vertices[i].y));
			return false;
		}
		reach = std::max({reach, std::abs(vertices[i].x), std::abs(vertices[i].y)});
	}
	const float area = MassOf(vertices).area;
	if (std::isfinite(area) == false || (area > b2_epsilon && IsMassFinite(shape) == false))
	{
		RefuseMass(error, reach);
		return false;
	}
	if ((area > b2_epsilon) == false || shape.Validate() == false)
	{
		Refuse(error, Reason::Collinear, k_noIndex, area,
		       fmt::format("The polygon has an area of {} m^2: it is too thin or too small for Box2D.", area));
		return false;
	}
	return true;
}

// Box2D's arithmetic for the normals and the centroid, so that a polygon on which Set does not abort comes out with the
// same bits.
ClipPolygonShape PolygonOf(std::span<const b2Vec2> vertices)
{
	ClipPolygonShape shape;
	shape.m_count = static_cast<int32_t>(vertices.size());
	for (size_t i = 0; i < vertices.size(); ++i)
	{
		shape.m_vertices[i] = vertices[i];
		shape.m_normals[i] = b2Cross(vertices[(i + 1) % vertices.size()] - vertices[i], 1.0f);
		shape.m_normals[i].Normalize();
	}
	shape.m_centroid = MassOf(vertices).centroid;
	return shape;
}

void Clear(ShapeError* error)
{
	if (error != nullptr)
	{
		*error = {};
	}
}

} // namespace

std::optional<ClipPolygonShape> MakePolygon(std::span<const b2Vec2> points, ShapeError* error)
{
	Clear(error);
	if (CheckMinimum(points.size(), 3, "A polygon", error) == false || CheckFinite(points, error) == false)
	{
		return std::nullopt;
	}

	constexpr float reach = 0.5f * b2_linearSlop;
	const Welded welded = WeldPoints(points, reach);
	if (welded.points.size() < 3)
	{
		const Weld weld = welded.first.value_or(Weld{});
		return Refuse(error, Reason::TooClose, weld.index, weld.distance,
		              fmt::format("Vertex {} is {} m from an earlier one: of points closer than {} m one is kept, and "
		                          "fewer than 3 are left.",
		                          weld.index, weld.distance, reach));
	}

	const std::vector<b2Vec2> hull = ConvexHull(welded.points);
	const std::vector<b2Vec2> vertices = DropFlatVertices(hull, FlatTolerance(hull));
	if (vertices.size() < 3)
	{
		const float area = MassOf(hull).area;
		return Refuse(error, Reason::Collinear, k_noIndex, area,
		              fmt::format("The points lie on a line within {} m: the area of their hull is {} m^2.",
		                          FlatTolerance(hull), area));
	}
	if (vertices.size() > b2_maxPolygonVertices)
	{
		return Refuse(error, Reason::TooManyVertices, k_noIndex, static_cast<float>(vertices.size()),
		              fmt::format("The hull has {} vertices, but a polygon has at most {}.", vertices.size(),
		                          b2_maxPolygonVertices));
	}

	const ClipPolygonShape shape = PolygonOf(vertices);
	return CheckPolygon(shape, error) ? std::optional(shape) : std::nullopt;
}

std::optional<ClipPolygonShape> MakeBox(float hx, float hy, b2Vec2 center, float angle, ShapeError* error)
{
	Clear(error);
	const bool isFinite = CheckFinite("half extent hx", 0, hx, error) && CheckFinite("half extent hy", 1, hy, error) &&
	                      CheckFinite("center's x", 2, center.x, error) &&
	                      CheckFinite("center's y", 2, center.y, error) && CheckFinite("angle", 3, angle, error);
	if (isFinite == false || CheckPositive("half extent hx", 0, hx, error) == false ||
	    CheckPositive("half extent hy", 1, hy, error) == false)
	{
		return std::nullopt;
	}

	ClipPolygonShape shape;
	shape.SetAsBox(hx, hy, center, angle);
	return CheckPolygon(shape, error) ? std::optional(shape) : std::nullopt;
}

std::optional<ClipCircleShape> MakeCircle(b2Vec2 center, float radius, ShapeError* error)
{
	Clear(error);
	if (CheckFinite("center's x", 0, center.x, error) == false ||
	    CheckFinite("center's y", 0, center.y, error) == false || CheckFinite("radius", 1, radius, error) == false ||
	    CheckPositive("radius", 1, radius, error) == false)
	{
		return std::nullopt;
	}

	ClipCircleShape shape;
	shape.m_p = center;
	shape.m_radius = radius;
	const float reach = std::max(std::abs(center.x), std::abs(center.y)) + radius;
	if (IsMassFinite(shape) == false)
	{
		return RefuseMass(error, reach);
	}
	return shape;
}

std::optional<ClipEdgeShape> MakeEdge(b2Vec2 v1, b2Vec2 v2, ShapeError* error)
{
	Clear(error);
	const b2Vec2 vertices[] = {v1, v2};
	if (CheckFinite(vertices, error) == false || CheckApart(vertices, 0, 1, error) == false)
	{
		return std::nullopt;
	}

	ClipEdgeShape shape;
	shape.SetTwoSided(v1, v2);
	return shape;
}

std::optional<ClipChainShape> MakeChain(std::span<const b2Vec2> vertices, ShapeError* error)
{
	Clear(error);
	if (CheckChain(vertices, 2, "A chain", error) == false)
	{
		return std::nullopt;
	}

	// One more edge at either end, in a straight line.
	const size_t last = vertices.size() - 1;
	const b2Vec2 before = 2.0f * vertices[0] - vertices[1];
	const b2Vec2 after = 2.0f * vertices[last] - vertices[last - 1];
	if (IsFinite(before) == false || IsFinite(after) == false)
	{
		const size_t index = IsFinite(before) ? last : 0;
		const b2Vec2 vertex = vertices[index];
		return Refuse(error, Reason::NotFinite, index, std::max(std::abs(vertex.x), std::abs(vertex.y)),
		              fmt::format("Vertex {} is ({}, {}): the ghost vertex beyond it would not be finite.", index,
		                          vertex.x, vertex.y));
	}

	std::optional<ClipChainShape> shape(std::in_place);
	shape->CreateChain(vertices.data(), static_cast<int32_t>(vertices.size()), before, after);
	return shape;
}

std::optional<ClipChainShape> MakeLoop(std::span<const b2Vec2> vertices, ShapeError* error)
{
	Clear(error);
	if (CheckChain(vertices, 3, "A loop", error) == false ||
	    CheckApart(vertices, vertices.size() - 1, 0, error) == false)
	{
		return std::nullopt;
	}

	std::optional<ClipChainShape> shape(std::in_place);
	shape->CreateLoop(vertices.data(), static_cast<int32_t>(vertices.size()));
	return shape;
}

} // namespace ricochet
