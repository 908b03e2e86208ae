// MIT License, Copyright (c) 2026 the ricochet authors

#include <ricochet/query/ray_query.h>
#include <ricochet/shapes/shape_factory.h>

#include "fuzz/fuzz_input.h"
#include "fuzz/fuzz_world.h"
#include "fuzz/span_laws.h"
#include "support/box2d_version.h"
#include "support/oracle.h"
#include "support/reference_flight.h"

#include <algorithm>

// Calls the factories with any input. They must give a reason, or a shape that Box2D accepts and that keeps the
// promises of shape_factory.h.

namespace ricochet::fuzz
{

namespace
{

using Points = std::span<const b2Vec2>;

template <class Shape>
void CheckError(const Result<Shape>& shape)
{
	const Error& error = shape.GetError();
	const bool isGood = error.reason == ErrorReason::None;
	Require(static_cast<bool>(shape) == isGood, "a shape or a reason");
	Require(isGood == error.Message().empty(), "a reason has words");
}

bool AllFinite(Points points)
{
	return std::all_of(points.begin(), points.end(), IsFinite);
}

// Uses the shape as a game would: on bodies of every type that are stepped and cast at.
void Use(Input& input, const b2Shape& shape)
{
	b2World world({0.0f, -10.0f});
	for (const b2BodyType type : {b2_staticBody, b2_kinematicBody, b2_dynamicBody})
	{
		b2BodyDef def;
		def.type = type;
		def.position = input.FiniteVector();
		def.angle = input.Finite();
		AddFixture(input, *world.CreateBody(&def), shape);
	}
	SolverGuard guard;
	world.SetContactListener(&guard);
	guard.Prepare(world, 1.0f / 60.0f);
	world.Step(1.0f / 60.0f, 2, 1);
	const Ray ray = input.AnyRay();
	std::vector<RayHit> hits;
	CastRayAll(world, ray, hits);
	for (const RaySpan& hit : hits)
	{
		CheckLaws(ray, std::span(&hit, 1));
	}
	world.DestroyBody(world.GetBodyList());
}

// True if no vertex of a counter-clockwise polygon lies to the right of any edge.
bool IsConvex(Points vertices)
{
	for (size_t i = 0; i < vertices.size(); ++i)
	{
		for (const b2Vec2 vertex : vertices)
		{
			if (test::Orientation(vertices[i], vertices[(i + 1) % vertices.size()], vertex) < 0)
			{
				return false;
			}
		}
	}
	return true;
}

void CheckPolygon(const ClipPolygonShape& shape)
{
	const Points vertices(shape.m_vertices, static_cast<size_t>(shape.m_count));
	const auto text = [&]
	{
		return test::ToText(vertices);
	};
	Require(shape.m_count >= 3 && shape.m_count <= b2_maxPolygonVertices, "3 to 8 vertices", text);
	Require(AllFinite(vertices) && IsFinite(shape.m_centroid), "a polygon is finite", text);
	Require(IsConvex(vertices), "a polygon is convex and counter-clockwise", text);
	Require(test::IsValidPolygon(shape), "Box2D finds the polygon valid", text);
	for (const b2Vec2 normal : std::span(shape.m_normals, vertices.size()))
	{
		Require(std::abs(normal.Length() - 1.0f) < 1e-3f, "normals are unit", text);
	}
}

// Returns how far a point is outside a convex polygon (m).
double DistanceOutside(const ClipPolygonShape& shape, b2Vec2 point)
{
	return std::max(0.0, test::SignedDistance(shape, 0, test::Widen(point)));
}

void CheckHull(const ClipPolygonShape& shape, Points points)
{
	double size = 0.0;
	for (const b2Vec2 point : points)
	{
		size = std::max({size, std::abs(static_cast<double>(point.x)), std::abs(static_cast<double>(point.y))});
	}
	const Points vertices(shape.m_vertices, static_cast<size_t>(shape.m_count));
	for (const b2Vec2 vertex : vertices)
	{
		Require(std::find(points.begin(), points.end(), vertex) != points.end(), "hull vertices are given points");
	}
	// Vertices are welded within half a slop. They are dropped within a slop, or within the precision of float for
	// large polygons.
	const double tolerance = 0.5 * b2_linearSlop + std::max(1.0 * b2_linearSlop, 0x1p-19 * size) + 0x1p-40 * size;
	for (const b2Vec2 point : points)
	{
		Require(DistanceOutside(shape, point) <= tolerance, "the hull holds every point",
		        [&] { return test::ToText(points) + "\n" + test::ToText(vertices) + "\n" + test::ToText(point); });
	}
	const auto first = std::min_element(vertices.begin(), vertices.end(),
	                                    [](b2Vec2 a, b2Vec2 b) { return a.x != b.x ? a.x > b.x : a.y < b.y; });
	Require(first == vertices.begin(), "a hull starts at its lowest rightmost vertex",
	        [&] { return test::ToText(vertices); });
}

void FuzzPolygon(Input& input)
{
	const std::vector<b2Vec2> points = input.Vectors(input.OneIn(8) ? 200 : 12);
	const auto shape = MakePolygon(points);
	CheckError(shape);
	if (shape)
	{
		Require(AllFinite(points), "what is not finite makes no shape");
		CheckPolygon(*shape);
		CheckHull(*shape, points);
		Use(input, *shape);
	}
}

void FuzzBox(Input& input)
{
	const float hx = input.Float();
	const float hy = input.Float();
	const b2Vec2 center = input.Vector();
	const float angle = input.Float();
	const auto shape = MakeBox(hx, hy, center, angle);
	CheckError(shape);
	if (shape)
	{
		Require(hx > 0.0f && hy > 0.0f && std::isfinite(angle) && IsFinite(center), "bad input makes no box");
		CheckPolygon(*shape);
		Use(input, *shape);
	}
}

void FuzzCircle(Input& input)
{
	const b2Vec2 center = input.Vector();
	const float radius = input.Float();
	const auto shape = MakeCircle(center, radius);
	CheckError(shape);
	if (shape)
	{
		Require(shape->m_p == center && shape->m_radius == radius && radius > 0.0f, "a circle is what was asked for");
		Require(IsFinite(center) && std::isfinite(radius), "what is not finite makes no shape");
		Use(input, *shape);
	}
}

void FuzzEdge(Input& input)
{
	const b2Vec2 v1 = input.Vector();
	const b2Vec2 v2 = input.Vector();
	const auto shape = MakeEdge(v1, v2);
	CheckError(shape);
	if (shape)
	{
		Require(IsFinite(v1) && IsFinite(v2), "what is not finite makes no shape");
		Require(shape->m_vertex1 == v1 && shape->m_vertex2 == v2, "an edge is what was asked for");
		Use(input, *shape);
	}
}

void CheckChain(const ClipChainShape& shape, Points vertices, bool isLoop)
{
	Require(AllFinite(vertices), "what is not finite makes no shape");
	Require(IsFinite(shape.m_prevVertex) && IsFinite(shape.m_nextVertex), "ghost vertices are finite");
	Require(shape.m_count == static_cast<int32_t>(vertices.size()) + (isLoop ? 1 : 0), "every vertex is there");
	for (size_t i = 0; i < vertices.size(); ++i)
	{
		Require(shape.m_vertices[i] == vertices[i], "vertices are what was asked for");
		const b2Vec2 next = shape.m_vertices[std::min(i + 1, static_cast<size_t>(shape.m_count) - 1)];
		const bool isLast = i + 1 == vertices.size() && isLoop == false;
		Require(isLast || b2DistanceSquared(vertices[i], next) > b2_linearSlop * b2_linearSlop, "neighbours are apart");
	}
}

void FuzzChain(Input& input)
{
	const bool isLoop = input.Flag();
	std::vector<b2Vec2> vertices = input.Vectors(12);
	auto shape = isLoop ? MakeLoop(vertices) : MakeChain(vertices);
	CheckError(shape);
	if (shape && isLoop && vertices.front() == vertices.back())
	{
		vertices.pop_back(); // the given ring was already closed
	}
	if (shape)
	{
		CheckChain(*shape, vertices, isLoop);
		const ClipChainShape moved(std::move(*shape));
		Require(shape->GetChildCount() == 0, "a chain that was moved from is empty");
		CheckChain(moved, vertices, isLoop);
		Use(input, moved);
	}
}

} // namespace

} // namespace ricochet::fuzz

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size)
{
	using namespace ricochet::fuzz;
	constexpr auto k_factories = std::array{FuzzPolygon, FuzzBox, FuzzCircle, FuzzEdge, FuzzChain};
	Input input(data, size);
	k_factories[input.Index(k_factories.size())](input);
	return 0;
}
