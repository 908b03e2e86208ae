// MIT License, Copyright (c) 2026 the ricochet authors

// Plays every scene of the playground on this machine, and prints what happened, to be compared with the page. With a
// file, the first scene is recorded to it, for the page to open.

#include "game.h"

#include <ricochet/projectile/recorder.h>

#include <cstdio>
#include <cstdlib>
#include <fstream>

namespace
{

constexpr int k_recordedSteps = 240;

void RecordDoor(const char* file)
{
	std::ofstream stream(file);
	ricochet::Recorder recorder(stream);
	playground::Game game;
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
	return 0;
}
