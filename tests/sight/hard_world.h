// MIT License, Copyright (c) 2026 the ricochet authors

#pragma once

#include <ricochet/query/ray_query.h>

#include "sight/see.h"
#include "sight/world_scenes.h"
#include "support/value_of.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>
#include <vector>

namespace ricochet::test
{

/// Returns the length of a cast from the eye in a direction.
inline double CastDistance(const b2World& world, b2Vec2 eye, float radius, double angle, const QueryFilter& filter)
{
	const b2Vec2 direction{static_cast<float>(std::cos(angle)), static_cast<float>(std::sin(angle))};
	const Ray ray{eye, radius * direction};
	const auto hit = CastRayClosest(world, ray, filter);
	return (hit ? static_cast<double>(hit->enter.fraction) : 1.0) * static_cast<double>(radius);
}

/// A small hand-made world about the origin.
class HardWorlds : public testing::Test
{
protected:
	b2Fixture* AddBox(b2Vec2 center, float hx, float hy, float angle = 0.0f)
	{
		return m_scene.AddBox(center, hx, hy, angle);
	}

	b2Fixture* AddLoop(float half)
	{
		const std::array<b2Vec2, 4> corners = {b2Vec2{-half, -half}, {half, -half}, {half, half}, {-half, half}};
		return m_scene.Add(m_scene.AddBody({0.0f, 0.0f}, 0.0f), ValueOf(MakeLoop(corners)));
	}

	std::vector<SightVertex> Look(b2Vec2 eye, float radius = 100.0f, const SightDef& def = {})
	{
		return See(*m_scene.world, eye, radius, def);
	}

	static SightDef WithStartInside(bool startInside)
	{
		SightDef def;
		def.filter.startInside = startInside;
		return def;
	}

	// Expects the polygon's border at the ends of ray casts. Near a silhouette, the border may be anywhere between the
	// ends of the casts on both sides.
	std::vector<SightVertex> LookAndCast(b2Vec2 eye, float radius = 30.0f, const SightDef& def = {})
	{
		const auto polygon = SeeRound(*m_scene.world, eye, radius, def);
		const int count = ScaledCount(720);
		for (int i = 0; i < count; ++i)
		{
			const double angle = 2.0 * std::numbers::pi * (i + 0.37) / count;
			double low = radius, high = 0.0;
			for (const double turn : {-1e-4, -1e-5, 0.0, 1e-5, 1e-4})
			{
				const double distance = CastDistance(*m_scene.world, eye, radius, angle + turn, def.filter);
				low = std::min(low, distance);
				high = std::max(high, distance);
			}
			const double got = DistanceTo(polygon, eye, angle), error = 1e-5 * high + 2.0 * UlpAt(16.0);
			EXPECT_TRUE(got >= low - error && got <= high + error)
			    << "towards " << angle << ": " << got << " instead of " << low << " to " << high << "\n"
			    << ToText(std::span(polygon));
		}
		return polygon;
	}

	Scene m_scene;
};

} // namespace ricochet::test
