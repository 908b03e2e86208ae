// MIT License, Copyright (c) 2026 the ricochet authors

// Plays every scene of the playground on this machine, and prints what happened, to be compared with the page.

#include "game.h"

#include <cstdio>
#include <cstdlib>

int main(int argc, char** argv)
{
	const int steps = argc > 1 ? std::atoi(argv[1]) : 300;
	for (size_t scene = 0; scene < playground::Scenes().size(); ++scene)
	{
		std::printf("%s\n", playground::Game::Script(scene, steps).c_str());
	}
	return 0;
}
