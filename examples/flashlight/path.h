// MIT License, Copyright (c) 2026 the ricochet authors

#pragma once

#include "paint.h"

#include <fmt/format.h>

#include <iterator>
#include <span>
#include <string>

namespace flashlight
{

/// Returns a point of the level (m) as a place in a picture (px).
inline b2Vec2 ToPicture(b2Vec2 point)
{
	return {k_scale * (point.x - k_low.x), k_scale * (k_high.y - point.y)};
}

/// Returns path data: straight lines from point to point. A point that equals the last one, to a tenth of a px, is left
/// out.
inline std::string PathOf(std::span<const b2Vec2> points, bool closed = true)
{
	std::string data;
	std::string last;
	for (const b2Vec2 point : points)
	{
		const b2Vec2 at = ToPicture(point);
		std::string text = fmt::format("{:.1f} {:.1f}", at.x, at.y);
		if (text != last)
		{
			data += (data.empty() ? "M" : "L") + text;
		}
		last = std::move(text);
	}
	return data + (closed ? "Z" : "");
}

} // namespace flashlight
