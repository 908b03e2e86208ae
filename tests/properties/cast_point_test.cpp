// MIT License, Copyright (c) 2026 the ricochet authors

#include "properties/cast_case.h"

#include <ricochet/geometry/locate.h>

// Relates casts to points: whether a ray that starts at a point starts inside, and which edges it must cross.

namespace ricochet::test::cast_point_test
{

namespace
{

constexpr int k_cases = 20000;

} // namespace

TEST(CastPoint, APointQueryIsWhereRaysStartInside)
{
	int inside = 0, boundary = 0;
	CheckCases<CastCase>(
	    k_cases,
	    [&](const CastCase& drawn) -> std::string
	    {
		    const Ray& ray = drawn.ray;
		    const std::vector<RaySpan> spans = drawn.Cast();
		    const bool contains = drawn.Contains(ray.origin);
		    const bool flat = drawn.Cast(Ray{ray.origin, ray.translation, 0.0f}).empty() == false;
		    const bool startsInside = spans.empty() == false && spans.front().startsInside;
		    if (IsValid(ray) == false)
		    {
			    return {};
		    }
		    if (contains != flat)
		    {
			    return "maxFraction 0 and zero length differ";
		    }
		    if (startsInside && contains == false)
		    {
			    return "starts inside, but the point is outside";
		    }
		    const bool isPoint = ray.translation == b2Vec2{0.0f, 0.0f} || ray.maxFraction == 0.0f;
		    const bool isPlain = drawn.kind == CastCase::Kind::Polygon || drawn.kind == CastCase::Kind::Simple;
		    const b2Transform& pose = drawn.pose;
		    if (isPlain == false || pose.p != b2Vec2{0.0f, 0.0f} || pose.q.s != 0.0f || pose.q.c != 1.0f)
		    {
			    return {};
		    }

		    const Location location = drawn.kind == CastCase::Kind::Polygon
		                                  ? LocateInConvex(ray.origin, drawn.vertices)
		                                  : LocateInPolygon(ray.origin, drawn.vertices);
		    inside += location == Location::Inside ? 1 : 0;
		    boundary += location == Location::Boundary ? 1 : 0;
		    const bool grazing = spans.empty() == false && spans.front().grazing;
		    // In a concave polygon, a line that runs along a side may continue from its vertex into the interior.
		    const bool isConvex = drawn.kind == CastCase::Kind::Polygon;
		    const bool mayStart = location == Location::Inside || isPoint || grazing || isConvex == false;
		    if (contains != (location != Location::Outside) ||
		        (location == Location::Inside && startsInside == false) || (startsInside && mayStart == false))
		    {
			    return "location " + std::to_string(static_cast<int>(location)) + ":" + ToText(spans);
		    }
		    return {};
	    });
	EXPECT_GT(inside, 0);
	EXPECT_GT(boundary, 0);
}

TEST(CastPoint, ARayFromAnEdgeLeavesIt)
{
	int starts = 0;
	CheckCases<CastCase>(2 * k_cases,
	                     [&](const CastCase& drawn) -> std::string
	                     {
		                     const b2Vec2 a = drawn.vertices.front();
		                     const b2Vec2 b = drawn.vertices.back();
		                     const Ray ray = WithExactEnd(drawn.ray);
		                     const b2Vec2 start = ray.origin;
		                     const bool isBetween = std::min(a.x, b.x) <= start.x && start.x <= std::max(a.x, b.x) &&
		                                            std::min(a.y, b.y) <= start.y && start.y <= std::max(a.y, b.y);
		                     if (IsValid(ray) == false || isBetween == false ||
		                         (SideOfLine(ray, a) == 0 && SideOfLine(ray, b) == 0) ||
		                         EndsAt(ray, EndOf(ray)) == false || Orientation(a, b, start) != 0)
		                     {
			                     return {};
		                     }
		                     ++starts;
		                     const std::optional<Crossing> away = CrossSegment(ray, a, b);
		                     const std::optional<Crossing> back = CrossSegment(Ray{EndOf(ray), -ray.translation}, a, b);
		                     return away.has_value() == false && back && back->fraction == 1.0f
		                                ? ""
		                                : "it hits, or the way back does not";
	                     });
	EXPECT_GT(starts, 0);
}

TEST(CastPoint, CrossingsOfALoopTellInsideFromOutside)
{
	int changes = 0, vertices = 0;
	CheckCases<CastCase>(2 * k_cases,
	                     [&](const CastCase& drawn) -> std::string
	                     {
		                     const Ray ray = WithExactEnd(drawn.ray);
		                     if (drawn.kind != CastCase::Kind::Simple || IsValid(ray) == false ||
		                         EndsAt(ray, EndOf(ray)) == false)
		                     {
			                     return {};
		                     }
		                     const Location start = LocateInPolygon(ray.origin, drawn.vertices);
		                     const Location end = LocateInPolygon(EndOf(ray), drawn.vertices);
		                     if (start == Location::Boundary || end == Location::Boundary)
		                     {
			                     return {};
		                     }

		                     // A vertex on the line counts as left of the line, so that a crossing at a vertex is
		                     // counted once.
		                     int parity = 0;
		                     for (size_t i = 0; i < drawn.vertices.size(); ++i)
		                     {
			                     const b2Vec2 a = drawn.vertices[i];
			                     const b2Vec2 b = drawn.vertices[(i + 1) % drawn.vertices.size()];
			                     const int sideOfA = SideOfLine(ray, a);
			                     const int sideOfB = SideOfLine(ray, b);
			                     const bool isHit = CrossSegment(ray, a, b).has_value();
			                     vertices += isHit && (sideOfA == 0 || sideOfB == 0) ? 1 : 0;
			                     parity += isHit && (sideOfA >= 0) != (sideOfB >= 0) ? 1 : 0;
		                     }
		                     changes += start != end ? 1 : 0;
		                     return (parity % 2 == 1) == (start != end) ? "" : std::to_string(parity) + " crossings";
	                     });
	EXPECT_GT(changes, 0);
	EXPECT_GT(vertices, 0);
}

} // namespace ricochet::test::cast_point_test
