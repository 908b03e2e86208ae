// MIT License, Copyright (c) 2026 the ricochet authors

#pragma once

#include "paint.h"

#include <fmt/format.h>

#include <iterator>
#include <span>
#include <string>

namespace flashlight
{

/// Where a point of the level is in a picture.
inline b2Vec2 ToPicture(b2Vec2 point)
{
	return {k_scale * (point.x - k_low.x), k_scale * (k_high.y - point.y)};
}

/// Path data: straight lines from point to point. Those that are the same to a tenth of a px are left out.
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
