// MIT License, Copyright (c) 2026 the ricochet authors

#include "lighting.h"

#include <ricochet/sight/line_of_sight.h>

#include <box2d/b2_body.h>
#include <box2d/b2_fixture.h>

#include <algorithm>
#include <chrono>

namespace flashlight
{
namespace
{

using ricochet::SightVertex;

double SecondsSince(std::chrono::steady_clock::time_point start)
{
	return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

/// Returns the filter of light. Light passes glass, which has its own category. It also passes sensors, since a filter
/// accepts them only on request.
ricochet::QueryFilter LightFilter()
{
	return {.maskBits = k_solid};
}

ricochet::Light Flashlight(const Level& level, float angle)
{
	ricochet::Light light;
	light.position = level.player->GetPosition();
	light.radius = 9.0f;
	light.cone = {angle, 0.8f};
	light.size = 0.1f;
	light.filter = LightFilter();
	light.filter.ignoreBody = level.player; // whose hand holds it
	return light;
}

ricochet::Light Lamp(const Level& level)
{
	return {.position = level.lamp, .radius = k_lampRadius, .size = 0.25f, .filter = LightFilter()};
}

ricochet::ParallelLight Daylight()
{
	return {.direction = {0.45f, -1.0f}, .view = {k_low, k_high}, .spread = 0.03f, .filter = LightFilter()};
}

bool IsSame(std::span<const SightVertex> a, std::span<const SightVertex> b)
{
	return std::equal(a.begin(), a.end(), b.begin(), b.end(),
	                  [](const SightVertex& v, const SightVertex& w)
	                  { return v.point == w.point && v.side == w.side && v.fixture == w.fixture && v.edge == w.edge; });
}

/// Returns the fixtures on which sides of the polygon lie, as the polygon's vertices name them.
std::vector<const b2Fixture*> FixturesOf(std::span<const SightVertex> polygon)
{
	std::vector<const b2Fixture*> fixtures;
	for (const SightVertex& vertex : polygon)
	{
		if (vertex.fixture != nullptr && std::find(fixtures.begin(), fixtures.end(), vertex.fixture) == fixtures.end())
		{
			fixtures.push_back(vertex.fixture);
		}
	}
	return fixtures;
}

void LookWith(ricochet::Viewer& viewer, const Level& level, Frame& frame)
{
	const ricochet::Light& light = frame.flashlight;
	const ricochet::SightDef def{.filter = light.filter, .cone = light.cone};
	auto start = std::chrono::steady_clock::now();
	viewer.Look(*level.world, light.position, light.radius, def);
	frame.viewerTime = SecondsSince(start);
	frame.work = viewer.LastWork();
	frame.seen = FixturesOf(viewer.Polygon());

	std::vector<SightVertex> polygon;
	start = std::chrono::steady_clock::now();
	ricochet::VisibilityPolygon(*level.world, light.position, light.radius, polygon, def);
	frame.polygonTime = SecondsSince(start);
	frame.isSame = IsSame(viewer.Polygon(), polygon);
}

void Watch(const Level& level, Frame& frame)
{
	const b2Vec2 eye = level.player->GetPosition();
	const auto seen = ricochet::SeenFraction(*level.world, eye, *level.guard, frame.flashlight.filter);
	frame.guardSeen = seen ? *seen : 0.0f;
	frame.guardIsLit =
	    std::find(frame.seen.begin(), frame.seen.end(), level.guard->GetFixtureList()) != frame.seen.end();
	ricochet::QueryFilter between = LightFilter();
	between.accept = [&level](b2Fixture* fixture)
	{
		return fixture->GetBody() != level.player && fixture->GetBody() != level.guard;
	};
	frame.guardSeesPlayer = ricochet::InSight(*level.world, level.guard->GetPosition(), eye, between);
}

} // namespace

std::vector<Frame> TurnAround(Level& level, int32_t frames)
{
	std::vector<Frame> turn;
	ricochet::Viewer viewer;
	for (int32_t i = 0; i < frames; ++i)
	{
		const float turns = static_cast<float>(i) / static_cast<float>(frames);
		MoveCrate(level, turns);
		Frame frame;
		frame.crate = level.crate->GetTransform();
		frame.flashlight = Flashlight(level, 2.0f * b2_pi * turns + 0.15f);
		LookWith(viewer, level, frame);
		ricochet::Illuminate(*level.world, frame.flashlight, frame.beam);
		frame.lampLight = Lamp(level);
		ricochet::Illuminate(*level.world, frame.lampLight, frame.lamp);
		frame.sun = Daylight();
		ricochet::Illuminate(*level.world, frame.sun, frame.daylight);
		Watch(level, frame);
		turn.push_back(std::move(frame));
	}
	return turn;
}

} // namespace flashlight
