// MIT License, Copyright (c) 2026 the ricochet authors

#pragma once

#include "panel.h"

namespace range
{

/// One feature in its own small world: its picture, and numbers measured from states of bodies and projectiles.
struct Feature : Panel
{
	std::string_view name; ///< one word, for the line that the program prints

	[[nodiscard]] bool Holds() const { return AllHold(claims); }
};

// One function for each feature: it plays the feature and returns its picture and numbers.

[[nodiscard]] Feature Preview();     ///< two arcs to one point, foreseen and flown
[[nodiscard]] Feature BlastCover();  ///< an explosion beside a wall
[[nodiscard]] Feature HomingChase(); ///< a missile and a target that weaves
[[nodiscard]] Feature LiftArrows();  ///< arrows that go up with what they hit
[[nodiscard]] Feature AirMeeting();  ///< a bullet hits a grenade in flight

/// Plays all features, in the order of the picture.
[[nodiscard]] std::vector<Feature> AllFeatures();

} // namespace range
