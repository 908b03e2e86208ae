// MIT License, Copyright (c) 2026 the ricochet authors

#include "paint.h"
#include "path.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <iterator>

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

/// A part of a penumbra in which the light is nearly the same.
struct Slice
{
	b2Vec2 from, to;
	float share;
};

/// The triangles of a penumbra, each cut in two for a smoother look.
std::vector<Slice> SlicesOf(const ricochet::LitRegion& region, const ricochet::Penumbra& penumbra)
{
	std::vector<ricochet::LitVertex> corners;
	ricochet::Triangulate(region, penumbra, k_maxError, corners);
	std::vector<Slice> slices;
	for (size_t i = 0; i < corners.size(); i += 3)
	{
		const ricochet::LitVertex &a = corners[i + 1], &b = corners[i + 2];
		const b2Vec2 middle = 0.5f * (a.point + b.point);
		const float share = ricochet::ShareOfLight(penumbra, middle);
		slices.push_back({a.point, middle, 0.5f * (a.share + share)});
		slices.push_back({middle, b.point, 0.5f * (share + b.share)});
	}
	return slices;
}

/// A path along the rim of slices, over the apex where it jumps along a line of sight: so all paths share their edges.
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

/// One path for each level of light, which dims what is there: where two soft borders overlap, both take their part.
void PaintPenumbra(const ricochet::Penumbra& penumbra, std::span<const Slice> slices, float levels, std::string& svg)
{
	const auto levelOf = [&](size_t i)
	{
		return std::floor(levels * slices[i].share);
	};
	for (size_t i = 0; i < slices.size();)
	{
		const size_t first = i;
		const float level = levelOf(first);
		while (i < slices.size() && levelOf(i) == level)
		{
			++i;
		}
		svg += fmt::format("<path d=\"{}\" fill=\"{}\" class=\"dim\"/>\n",
		                   FanPath(penumbra.apex, slices.subspan(first, i - first)), Grey((level + 0.5f) / levels));
	}
}

/// Levels of light in soft borders: the narrower those are, the fewer will do.
std::string MaskOf(const ricochet::LitRegion& region, float levels, const std::string& id)
{
	std::vector<b2Vec2> points;
	ricochet::Flatten(region.polygon, k_maxError, points);
	std::string svg =
	    fmt::format("<mask id=\"{0}\" maskUnits=\"userSpaceOnUse\" x=\"0\" y=\"0\" width=\"{1:.0f}\" "
	                "height=\"{2:.0f}\">\n<path d=\"M0 0H{1:.0f}V{2:.0f}H0Z\"/><path d=\"{3}\" fill=\"#fff\"/>\n",
	                id, k_width, k_height, PathOf(points));
	// Beyond its hard border, where its share is less than a half, a penumbra adds to the polygon; on both sides it
	// dims. Without antialiasing, which would let the hard border shine through where two levels meet.
	std::string soft;
	svg += "<g shape-rendering=\"crispEdges\" fill=\"#fff\">\n";
	for (const ricochet::Penumbra& penumbra : region.penumbras)
	{
		const std::vector<Slice> slices = SlicesOf(region, penumbra);
		std::vector<Slice> dark;
		std::copy_if(slices.begin(), slices.end(), std::back_inserter(dark),
		             [](const Slice& slice) { return slice.share < 0.55f; });
		svg += fmt::format("<path d=\"{}\"/>\n", FanPath(penumbra.apex, dark));
		PaintPenumbra(penumbra, slices, levels, soft);
	}
	svg += soft;
	return svg + "</g>\n</mask>\n";
}

/// A flashlight's lens makes its cone fade toward the borders: nested wedges, the narrower the lighter.
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
	return MaskOf(frame.beam, 16.0f, "beam" + name) + MaskOfLens(frame.flashlight, "lens" + name) +
	       fmt::format("<g mask=\"url(#lens{0})\"><use xlink:href=\"#glow\" mask=\"url(#beam{0})\"/></g>\n", name);
}

std::string PaintLamp(const Frame& frame, const std::string& name)
{
	return MaskOf(frame.lamp, 16.0f, "lamp" + name) +
	       fmt::format("<use xlink:href=\"#lampglow\" mask=\"url(#lamp{})\"/>\n", name);
}

std::string PaintDaylight(const Frame& frame, const std::string& name)
{
	return MaskOf(frame.daylight, 10.0f, "day" + name) +
	       fmt::format("<use xlink:href=\"#sky\" mask=\"url(#day{})\"/>\n", name);
}

} // namespace flashlight
