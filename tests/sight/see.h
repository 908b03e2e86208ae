// MIT License, Copyright (c) 2026 the ricochet authors

#pragma once

#include "sight/polygon_check.h"
#include "sight/visibility_oracle.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <numbers>
#include <vector>

namespace ricochet::test
{

inline const b2Vec2 k_origin{0.0f, 0.0f};
inline constexpr float k_pi = std::numbers::pi_v<float>;

/// Returns the visibility polygon among walls, after comparing it with the oracle's.
inline std::vector<SightVertex> See(std::span<const Segment> walls, b2Vec2 eye, float radius = 100.0f,
                                    const SightCone& cone = {})
{
	std::vector<SightVertex> polygon(3); // the call must replace this content
	const Result<> outcome = VisibilityPolygon(walls, eye, radius, polygon, cone);
	EXPECT_TRUE(outcome) << outcome.GetError().Message();
	EXPECT_EQ(Mismatch(ToSightScene(walls, eye, radius, cone), polygon), "") << ToText(std::span(polygon));
	return polygon;
}

/// Returns the visibility polygon in a world without circles, after comparing it with the oracle's.
inline std::vector<SightVertex> See(const b2World& world, b2Vec2 eye, float radius = 100.0f, const SightDef& def = {})
{
	std::vector<SightVertex> polygon(3);
	const Result<> outcome = VisibilityPolygon(world, eye, radius, polygon, def);
	EXPECT_TRUE(outcome) << outcome.GetError().Message();
	EXPECT_EQ(Mismatch(ToSightScene(world, eye, radius, def), polygon), "") << ToText(std::span(polygon));
	return polygon;
}

/// Returns the visibility polygon in a world with circles, after checking the rules that hold for every polygon.
inline std::vector<SightVertex> SeeRound(const b2World& world, b2Vec2 eye, float radius, const SightDef& def = {})
{
	std::vector<SightVertex> polygon(3);
	const Result<> outcome = VisibilityPolygon(world, eye, radius, polygon, def);
	EXPECT_TRUE(outcome) << outcome.GetError().Message();
	EXPECT_EQ(PolygonFault(polygon, eye, radius), "") << ToText(std::span(polygon));
	return polygon;
}

inline int CountOf(std::span<const SightVertex> polygon, SightSide side)
{
	return static_cast<int>(
	    std::count_if(polygon.begin(), polygon.end(), [&](const SightVertex& v) { return v.side == side; }));
}

inline bool Names(std::span<const SightVertex> polygon, int32_t edge)
{
	return std::any_of(polygon.begin(), polygon.end(),
	                   [&](const SightVertex& v) { return v.side == SightSide::Wall && v.edge == edge; });
}

inline bool Names(std::span<const SightVertex> polygon, const b2Fixture* fixture)
{
	return std::any_of(polygon.begin(), polygon.end(), [&](const SightVertex& v) { return v.fixture == fixture; });
}

inline bool HasVertex(std::span<const SightVertex> polygon, b2Vec2 point)
{
	return std::any_of(polygon.begin(), polygon.end(), [&](const SightVertex& v) { return v.point == point; });
}

} // namespace ricochet::test
