// MIT License, Copyright (c) 2026 the ricochet authors

#pragma once

#include <box2d/b2_math.h>

#include <optional>

// The methods of the cheatsheet that plugin/docs/inside/seeds.md lists, as printed there, in float.

namespace ricochet::test::documents
{

struct Parameters
{
	float r = 0.0f; ///< along the ray from c through d
	float s = 0.0f; ///< along the segment from a to b
};

inline std::optional<Parameters> CrossRayAndLineSegment(b2Vec2 a, b2Vec2 b, b2Vec2 c, b2Vec2 d)
{
	const float denominator = (d.x - c.x) * (b.y - a.y) - (b.x - a.x) * (d.y - c.y);
	const float r = ((b.x - a.x) * (c.y - a.y) - (c.x - a.x) * (b.y - a.y)) / denominator;
	const float s = ((a.x - c.x) * (d.y - c.y) - (d.x - c.x) * (a.y - c.y)) / denominator;
	return r >= 0.0f && s >= 0.0f && s <= 1.0f ? std::optional(Parameters{r, s}) : std::nullopt;
}

} // namespace ricochet::test::documents
