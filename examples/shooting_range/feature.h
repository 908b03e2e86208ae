// MIT License, Copyright (c) 2026 the ricochet authors

#pragma once

#include "panel.h"

namespace range
{

/// A feature in a small world of its own: what was seen there, and measured by states of bodies and projectiles.
struct Feature : Panel
{
	std::string_view name; ///< one word, for the line that the program prints

	[[nodiscard]] bool Holds() const { return AllHold(claims); }
};

// One function for each: it plays the feature and returns what it saw.

[[nodiscard]] Feature Preview();     ///< two arcs to one point, foreseen and flown
[[nodiscard]] Feature BlastCover();  ///< an explosion beside a wall
[[nodiscard]] Feature HomingChase(); ///< a missile and a target that weaves
[[nodiscard]] Feature LiftArrows();  ///< arrows that go up with what they hit
[[nodiscard]] Feature AirMeeting();  ///< a bullet hits a grenade in flight

/// All of them, in the order of the picture.
[[nodiscard]] std::vector<Feature> AllFeatures();

} // namespace range
