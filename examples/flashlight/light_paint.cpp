// MIT License, Copyright (c) 2026 the ricochet authors

#include "paint.h"
#include "path.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <functional>

// Light in SVG: a mask that is white where there is light, over a disc that fades toward its rim.

namespace flashlight
{
namespace
{

constexpr float k_maxError = 0.01f; // of arcs (m)

std::string Grey(float share)
{
	// Masks take the luminance of a colour as it is written, in sRGB.
	const int level = static_cast<int>(std::lround(255.0f * std::clamp(share, 0.0f, 1.0f)));
	return fmt::format("#{0:02x}{0:02x}{0:02x}", level);
}

/// Returns the light at a point, from 0 to 1.
using LightAt = std::function<float(b2Vec2)>;

/// A part of a penumbra (soft border) with nearly constant light. `near` and `far` are distances from its apex, as
/// shares of the distance to its rim.
struct Slice
{
	b2Vec2 from, to;
	float near = 0.0f, far = 1.0f;
	float level = 0.0f;
};

/// Cuts a triangle, one corner of which is the apex, wherever the light changes its level. It does so where two
/// penumbras overlap.
void CutSlice(b2Vec2 apex, b2Vec2 from, b2Vec2 to, float levels, const LightAt& lightAt, std::vector<Slice>& slices)
{
	constexpr float k_step = 0.2f; // m
	const b2Vec2 way = 0.5f * (from + to) - apex;
	const int parts = 1 + static_cast<int>(way.Length() / k_step);
	for (int i = 0; i < parts; ++i)
	{
		const float near = static_cast<float>(i) / static_cast<float>(parts);
		const float far = static_cast<float>(i + 1) / static_cast<float>(parts);
		const float level = std::floor(levels * lightAt(apex + 0.5f * (near + far) * way));
		if (i == 0 || slices.back().level != level)
		{
			slices.push_back({from, to, near, far, level});
		}
		slices.back().far = far;
	}
}

/// Returns the slices of a penumbra's triangles. Each triangle is halved for a smoother look.
std::vector<Slice> SlicesOf(const ricochet::LitRegion& region, const ricochet::Penumbra& penumbra, float levels,
                            const LightAt& lightAt)
{
	std::vector<ricochet::LitVertex> corners;
	ricochet::Triangulate(region, penumbra, k_maxError, corners);
	std::vector<Slice> slices;
	for (size_t i = 0; i < corners.size(); i += 3)
	{
		const b2Vec2 a = corners[i + 1].point, b = corners[i + 2].point;
		const b2Vec2 middle = 0.5f * (a + b);
		CutSlice(penumbra.apex, a, middle, levels, lightAt, slices);
		CutSlice(penumbra.apex, middle, b, levels, lightAt, slices);
	}
	return slices;
}

/// Returns a path along the rim of slices. Between slices that do not join, it goes through the apex, so that all paths
/// share their edges.
std::string FanPath(b2Vec2 apex, std::span<const Slice> slices)
{
	std::vector<b2Vec2> points{apex};
	for (const Slice& slice : slices)
	{
		if (points.size() > 1 && points.back() != slice.from)
		{
			points.push_back(apex);
		}
		points.push_back(slice.from);
		points.push_back(slice.to);
	}
	return PathOf(points);
}

std::string SlicePath(b2Vec2 apex, const Slice& slice)
{
	const auto at = [apex](b2Vec2 rim, float share)
	{
		return apex + share * (rim - apex);
	};
	const b2Vec2 points[] = {at(slice.from, slice.near), at(slice.from, slice.far), at(slice.to, slice.far),
	                         at(slice.to, slice.near)};
	return PathOf(points);
}

/// Paints one path for each level of light.
void PaintPenumbra(b2Vec2 apex, std::span<const Slice> slices, float levels, std::string& svg)
{
	const auto isWhole = [&](size_t i)
	{
		return slices[i].near == 0.0f && slices[i].far == 1.0f;
	};
	for (size_t i = 0; i < slices.size();)
	{
		const size_t first = i++;
		while (isWhole(first) && i < slices.size() && isWhole(i) && slices[i].level == slices[first].level)
		{
			++i;
		}
		const std::string path =
		    isWhole(first) ? FanPath(apex, slices.subspan(first, i - first)) : SlicePath(apex, slices[first]);
		const float light = slices[first].level <= 0.0f ? 0.0f : (slices[first].level + 0.5f) / levels;
		svg += fmt::format("<path d=\"{}\" fill=\"{}\"/>\n", path, Grey(light));
	}
}

/// Returns an SVG mask of a lit region. `levels`: steps of light in the soft borders. Narrow borders need few.
std::string MaskOf(const ricochet::LitRegion& region, float levels, const LightAt& lightAt, const std::string& id)
{
	std::vector<b2Vec2> points;
	ricochet::Flatten(region.polygon, k_maxError, points);
	std::string svg =
	    fmt::format("<mask id=\"{0}\" maskUnits=\"userSpaceOnUse\" x=\"0\" y=\"0\" width=\"{1:.0f}\" "
	                "height=\"{2:.0f}\">\n<path d=\"M0 0H{1:.0f}V{2:.0f}H0Z\"/><path d=\"{3}\" fill=\"#fff\"/>\n",
	                id, k_width, k_height, PathOf(points));
	// SVG cannot add or subtract light, so a penumbra's total light is painted over the hard region. With antialiasing,
	// the hard border would shine through where two levels meet.
	svg += "<g shape-rendering=\"crispEdges\">\n";
	for (const ricochet::Penumbra& penumbra : region.penumbras)
	{
		PaintPenumbra(penumbra.apex, SlicesOf(region, penumbra, levels, lightAt), levels, svg);
	}
	return svg + "</g>\n</mask>\n";
}

template <class Light>
std::string MaskOfLight(const ricochet::LitRegion& region, float levels, const Light& light, const std::string& id)
{
	return MaskOf(region, levels, LightAt([&](b2Vec2 point) { return ricochet::ShareOfLight(region, light, point); }),
	              id);
}

/// Returns the mask of a flashlight's lens, which makes the cone fade toward its borders. The mask is nested wedges;
/// narrower ones are lighter.
std::string MaskOfLens(const ricochet::Light& light, const std::string& id)
{
	constexpr int k_wedges = 24;
	std::string svg = fmt::format("<mask id=\"{}\" maskUnits=\"userSpaceOnUse\" x=\"0\" y=\"0\" width=\"{:.0f}\" "
	                              "height=\"{:.0f}\">\n",
	                              id, k_width, k_height);
	for (int i = 0; i < k_wedges; ++i)
	{
		const float part = (static_cast<float>(i) + 0.5f) / k_wedges;
		const float half = 0.5f * light.cone.angle * (1.0f - 0.4f * static_cast<float>(i) / k_wedges);
		const float length = 1.1f * light.radius / std::cos(half);
		const auto corner = [&](float angle)
		{
			return light.position + length * b2Vec2{std::cos(angle), std::sin(angle)};
		};
		const b2Vec2 wedge[] = {light.position, corner(light.cone.direction - half),
		                        corner(light.cone.direction + half)};
		svg += fmt::format("<path d=\"{}\" fill=\"{}\"/>\n", PathOf(wedge), Grey(part * part * (3.0f - 2.0f * part)));
	}
	return svg + "</mask>\n";
}

} // namespace

std::string PaintBeam(const Frame& frame, const std::string& name)
{
	return MaskOfLight(frame.beam, 16.0f, frame.flashlight, "beam" + name) +
	       MaskOfLens(frame.flashlight, "lens" + name) +
	       fmt::format("<g mask=\"url(#lens{0})\"><use xlink:href=\"#glow\" mask=\"url(#beam{0})\"/></g>\n", name);
}

std::string PaintLamp(const Frame& frame, const std::string& name)
{
	return MaskOfLight(frame.lamp, 16.0f, frame.lampLight, "lamp" + name) +
	       fmt::format("<use xlink:href=\"#lampglow\" mask=\"url(#lamp{})\"/>\n", name);
}

std::string PaintDaylight(const Frame& frame, const std::string& name)
{
	return MaskOfLight(frame.daylight, 10.0f, frame.sun, "day" + name) +
	       fmt::format("<use xlink:href=\"#sky\" mask=\"url(#day{})\"/>\n", name);
}

} // namespace flashlight
