// MIT License, Copyright (c) 2026 the ricochet authors

#include "sketch.h"

#include <ricochet/geometry/planar_polygon.h>

#include <array>
#include <optional>
#include <vector>

namespace toolbox
{
namespace
{

using ricochet::Ray3;
using ricochet::Vec3;

// Returns the oblique view of a point: x to the right, z up, y away from the viewer.
b2Vec2 Project(Vec3 v)
{
	return {v.x + 0.55f * v.y, v.z + 0.4f * v.y};
}

Vec3 At(const Ray3& ray, float fraction)
{
	const auto along = [&](float origin, float translation)
	{
		return origin + fraction * translation;
	};
	return {along(ray.origin.x, ray.translation.x), along(ray.origin.y, ray.translation.y),
	        along(ray.origin.z, ray.translation.z)};
}

void DrawPolygon(Sketch& sketch, std::span<const Vec3> vertices)
{
	std::vector<b2Vec2> outline;
	for (const Vec3& v : vertices)
	{
		outline.push_back(Project(v));
	}
	sketch.Solid(outline);
}

void Cast(Sketch& sketch, const Ray3& ray, std::span<const Vec3> vertices, std::string_view text, b2Vec2 shift)
{
	const std::optional<ricochet::Crossing3> crossing = CastPlanarPolygon(ray, vertices);
	const b2Vec2 from = Project(ray.origin), end = Project(At(ray, 1.0f));
	sketch.Label(from, text, shift, "middle");
	if (crossing.has_value() == false || crossing->startsInside)
	{
		sketch.Ray(from, end);
		return;
	}
	const b2Vec2 hit = Project(crossing->point);
	sketch.Ray(from, hit);
	sketch.Ghost(hit, end);
	sketch.Hit({.point = hit, .normal = Project(crossing->normal)});
}

// Draws a horizontal rectangle with a notch.
void DrawNotched(Sketch& sketch)
{
	const std::array<Vec3, 5> notched = {
	    Vec3{-2.4f, -2.0f, 0.0f}, {2.4f, -2.0f, 0.0f}, {2.4f, 2.0f, 0.0f}, {0.0f, 0.9f, 0.0f}, {-2.4f, 2.0f, 0.0f}};
	DrawPolygon(sketch, notched);
	const auto down = [&](float x, float y, std::string_view text)
	{
		Cast(sketch, {{x, y, 1.7f}, {0.0f, 0.0f, -1.9f}}, notched, text, {0.0f, -8.0f});
	};
	float x = 0.0f, y = 0.0f;
	for (const Vec3& v : notched)
	{
		x += 0.2f * v.x;
		y += 0.2f * v.y;
	}
	down(x, y, "its very middle");
	down(-2.2f, 0.4f, "hit");
	down(0.6f, 1.9f, "in the notch: none");
	down(2.0f, -1.4f, "hit");
}

void DrawInPlane(Sketch& sketch)
{
	const std::array<Vec3, 4> square = {
	    Vec3{-1.7f, -1.8f, 0.0f}, {1.7f, -1.8f, 0.0f}, {1.7f, 1.8f, 0.0f}, {-1.7f, 1.8f, 0.0f}};
	DrawPolygon(sketch, square);
	Cast(sketch, {{-3.3f, -0.9f, 0.0f}, {6.2f, 0.0f, 0.0f}}, square, "meets a side", {26.0f, -8.0f});
	Cast(sketch, {{-0.2f, 0.7f, 0.0f}, {3.2f, 0.0f, 0.0f}}, square, "starts inside", {4.0f, -8.0f});
	Cast(sketch, {{-3.0f, 0.0f, 1.5f}, {6.0f, 0.0f, 0.0f}}, square, "parallel to it: none", {60.0f, -8.0f});
}

} // namespace

std::span<const Panel> SpacePanels()
{
	static const std::array<Panel, 2> k_panels = {{
	    {"A flat polygon in space",
	     {"Convex or concave, in any plane, from both sides; the", "normal is against the ray. CastPlanarPolygon"},
	     {0.0f, 0.45f},
	     8.8f,
	     DrawNotched},
	    {"Rays in the plane of a flat polygon",
	     {"In the plane a ray meets the side that it crosses first,", "with a normal in the plane. CastPlanarPolygon"},
	     {0.0f, 0.3f},
	     8.8f,
	     DrawInPlane},
	}};
	return k_panels;
}

} // namespace toolbox
