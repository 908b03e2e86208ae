// MIT License, Copyright (c) 2026 the ricochet authors

#include "common/level.h"
#include "shooting_range/build.h"

#include <ricochet/projectile/plugin.h>

#include "fuzz/fuzz_input.h"

// Gives the examples' level reader arbitrary text. The reader must return a level that can be built and played, or one
// line with the reason.

namespace
{

using ricochet::fuzz::Require;

bool IsSound(const range::LevelDef& level)
{
	bool isFinite = std::isfinite(level.width) && std::isfinite(level.height) && std::isfinite(level.gravity);
	for (const range::ObjectDef& object : level.objects)
	{
		isFinite = isFinite && ricochet::fuzz::IsFinite(object.position) && std::isfinite(object.angle) &&
		           std::isfinite(object.radius) && std::isfinite(object.density) && object.density >= 0.0f;
		for (const b2Vec2 vertex : object.vertices)
		{
			isFinite = isFinite && ricochet::fuzz::IsFinite(vertex);
		}
	}
	return isFinite;
}

void Play(const range::LevelDef& level, const range::Stage& stage)
{
	ricochet::Plugin plugin(*stage.world);
	SetSurfaces(level, stage, plugin);
	// Sets the surfaces again one by one, because LastError only reports the error of the last call.
	for (size_t i = 0; i < level.objects.size(); ++i)
	{
		plugin.SetSurface(stage.bodies[i]->GetFixtureList(), level.objects[i].surface);
		Require(plugin.LastError().Message().empty(), "a level's surfaces are valid",
		        [&] { return plugin.LastError().Message(); });
	}
	for (const range::ShooterDef& shooter : level.shooters)
	{
		if (shooter.grenades)
		{
			plugin.Throw(shooter.grenade);
		}
		else
		{
			plugin.Fire(shooter.bullet);
		}
		Require(plugin.LastError().Message().empty(), "a level's projectiles are valid",
		        [&] { return plugin.LastError().Message(); });
	}
	for (int32_t i = 0; i < 3; ++i)
	{
		DriveLifts(level, stage);
		plugin.Step(1.0f / 60.0f, 2, 1);
	}
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size)
{
	const std::string_view text(reinterpret_cast<const char*>(data), size);
	std::string error = "of an earlier call";
	const std::optional<range::LevelDef> level = range::ParseLevel(text, "level.tmj", &error);
	Require(level.has_value() == error.empty(), "a level or an error", [&] { return error; });
	Require(error.find('\n') == std::string::npos, "an error is one line", [&] { return error; });
	Require(level.has_value() || error.rfind("level.tmj: ", 0) == 0, "an error names the file", [&] { return error; });
	if (level.has_value() == false)
	{
		return 0;
	}
	Require(IsSound(*level), "a level is finite");
	const std::optional<range::Stage> stage = range::BuildStage(*level, &error);
	Require(stage.has_value() == error.empty(), "a stage or an error", [&] { return error; });
	if (stage.has_value())
	{
		Play(*level, *stage);
	}
	return 0;
}
