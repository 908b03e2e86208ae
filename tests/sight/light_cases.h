// MIT License, Copyright (c) 2026 the ricochet authors

#pragma once

#include <ricochet/sight/light.h>

#include "sight/see.h"
#include "sight/world_scenes.h"

#include <vector>

// Helpers that the tests of lights share.

namespace ricochet::test
{

inline LitRegion Lit(const b2World& world, const Light& light)
{
	LitRegion region;
	const Result<> outcome = Illuminate(world, light, region);
	EXPECT_TRUE(outcome) << outcome.GetError().Message();
	return region;
}

inline LitRegion Lit(const b2World& world, const ParallelLight& light)
{
	LitRegion region;
	const Result<> outcome = Illuminate(world, light, region);
	EXPECT_TRUE(outcome) << outcome.GetError().Message();
	return region;
}

inline std::span<const SightVertex> PolygonOf(const LitRegion& region, const Penumbra& penumbra)
{
	return std::span(region.penumbraVertices)
	    .subspan(static_cast<size_t>(penumbra.first), static_cast<size_t>(penumbra.count));
}

/// True if every bit is the same.
inline bool IsSame(const LitRegion& a, const LitRegion& b)
{
	const auto same = [](const Penumbra& p, const Penumbra& q)
	{
		return p.apex == q.apex && p.towardLit == q.towardLit && p.towardDark == q.towardDark && p.first == q.first &&
		       p.count == q.count && p.source == q.source && p.size == q.size && p.spread == q.spread &&
		       p.center == q.center && p.radius == q.radius;
	};
	return IsSame(a.polygon, b.polygon) && IsSame(a.penumbraVertices, b.penumbraVertices) &&
	       std::equal(a.penumbras.begin(), a.penumbras.end(), b.penumbras.begin(), b.penumbras.end(), same);
}

} // namespace ricochet::test
