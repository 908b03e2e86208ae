// MIT License, Copyright (c) 2026 the ricochet authors

// Bullets and grenades in places where games lose them: a panel for each place, and a line with the measured numbers.
// hard_places [out.svg]. Each scene is a function that returns its records; scene.h lists them.

#include "common/ladder.h"
#include "draw.h"

#include <fmt/format.h>

#include <algorithm>

int main(int argc, char** argv)
{
	const char* file = common::PictureFile(argc, argv, "hard_places.svg");
	const std::vector<hard::Scene> scenes = hard::AllScenes();
	for (const hard::Scene& scene : scenes)
	{
		fmt::print("{}: {}: {}\n", scene.frame.name, scene.Holds() ? "ok" : "does not hold", scene.Figures());
	}
	const int saved = common::SavePicture(hard::DrawSheet(scenes), file);
	const bool allHold = std::all_of(scenes.begin(), scenes.end(), [](const hard::Scene& s) { return s.Holds(); });
	return allHold ? saved : 1;
}
