// MIT License, Copyright (c) 2026 the ricochet authors

// Plays every scene of the playground natively, and prints reports to compare with those of the page. Given a file, it
// records the first scene there, for the page to open. The exit status is 1 if the light's picture is wrong or a
// grenade leaves its preview.

#include "game.h"

#include <ricochet/projectile/recorder.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <fstream>

namespace
{

constexpr int k_recordedSteps = 240;
constexpr int k_stepsToSettle = 120; // until the crates lie still
constexpr float k_farAway = 1000.0f;
constexpr float k_sameShare = 0.03f; // where two soft borders meet beside a circle, the sum is no more than near

size_t SceneOf(std::string_view key)
{
	const auto scenes = playground::Scenes();
	const auto found = std::find_if(scenes.begin(), scenes.end(), [&](const auto& scene) { return scene.key == key; });
	return static_cast<size_t>(found - scenes.begin());
}

void RecordDoor(const char* file)
{
	std::ofstream stream(file);
	ricochet::Recorder recorder(stream);
	playground::Game game;
	game.Load(SceneOf("door"));
	playground::Stage& stage = game.Now();
	for (int i = 0; i < k_recordedSteps; ++i)
	{
		if (i % 6 == 0)
		{
			stage.Fire(stage.muzzle, stage.target);
		}
		game.Step();
		recorder.Record(stage.world, stage.plugin, playground::k_timeStep);
	}
}

// True if a point lies in the cone of a light. In the picture, soft shadows continue beyond the cone's border.
bool IsInCone(const ricochet::Light& light, b2Vec2 point)
{
	const b2Vec2 offset = point - light.position;
	const float along = std::cos(light.cone.direction) * offset.x + std::sin(light.cone.direction) * offset.y;
	return along >= std::cos(0.5f * light.cone.angle) * offset.Length();
}

// Returns how many of a thousand pixels of the picture are wrong: in the light's cone, but unlike ShareOfLight at their
// middles. Negative: the light is missing or has no soft border.
float WrongPixels()
{
	playground::Game game;
	for (size_t scene = 0; scene < playground::Scenes().size(); ++scene)
	{
		if (playground::Scenes()[scene].tool == playground::Tool::Flashlight)
		{
			game.Load(scene);
		}
	}
	const ricochet::Light light = game.Pointer().LightOf(game.Now());
	ricochet::LitRegion region;
	if (!ricochet::Illuminate(game.Now().world, light, region))
	{
		return -1.0f;
	}
	playground::Window window;
	window.columns = 720;
	window.rows = 420;
	playground::LightPicture picture;
	picture.Make(region, light, window);
	int wrong = 0;
	int soft = 0;
	for (int row = 0; row < window.rows; ++row)
	{
		for (int column = 0; column < window.columns; ++column)
		{
			const float share = picture.Shares()[static_cast<size_t>(row * window.columns + column)];
			const b2Vec2 middle = window.MiddleOf(column, row);
			wrong += IsInCone(light, middle) && std::abs(share - ShareOfLight(region, light, middle)) > k_sameShare;
			soft += share > 0.1f && share < 0.9f;
		}
	}
	return soft > 300 ? 1000.0f * static_cast<float>(wrong) / static_cast<float>(window.rows * window.columns) : -1.0f;
}

// Returns the greatest distance between grenades and their previews (m).
float StrayOfThrows()
{
	float stray = 0.0f;
	for (int i = 0; i < 8; ++i)
	{
		playground::Game game;
		game.Load(SceneOf("grenades"));
		playground::Stage& stage = game.Now();
		for (int k = 0; k < k_stepsToSettle; ++k)
		{
			game.Step();
		}
		const b2Vec2 velocity{9.0f + 1.5f * static_cast<float>(i), 8.0f - static_cast<float>(i)};
		ricochet::FlightPreview preview;
		const ricochet::GrenadeDef def = stage.GrenadeOf(stage.muzzle, velocity);
		(void)stage.plugin.PreviewThrow(def, 10.0f, playground::k_timeStep, preview);
		std::erase_if(preview.points, [&](const ricochet::PathPoint& point)
		              { return point.endsStep == false || point.time > preview.exactUntil; });
		stage.Throw(stage.muzzle, velocity);
		size_t step = 0;
		for (; step < preview.points.size(); ++step)
		{
			game.Step();
			if (stage.plugin.Grenades().empty())
			{
				break;
			}
			stray = std::max(stray, b2Distance(stage.plugin.Grenades()[0].position, preview.points[step].position));
		}
		stray = step + 2 < preview.points.size() || step < 30 ? k_farAway : stray;
	}
	return stray;
}

} // namespace

int main(int argc, char** argv)
{
	const int steps = argc > 1 ? std::atoi(argv[1]) : 300;
	if (argc > 2)
	{
		RecordDoor(argv[2]);
	}
	for (size_t scene = 0; scene < playground::Scenes().size(); ++scene)
	{
		std::printf("%s\n", playground::Game::Script(scene, steps).c_str());
	}
	const float wrong = WrongPixels();
	std::fprintf(stderr, "%.2f of 1000 pixels of the light's picture are wrong\n", static_cast<double>(wrong));
	const float stray = StrayOfThrows();
	std::fprintf(stderr, "grenades fly %.4f m from where they were foreseen\n", static_cast<double>(stray));
	return wrong >= 0.0f && wrong < 1.0f && stray < 0.01f ? 0 : 1;
}
