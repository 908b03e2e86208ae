// MIT License, Copyright (c) 2026 the ricochet authors

#pragma once

#include "level.h"

#include <ricochet/sight/light.h>
#include <ricochet/sight/viewer.h>

namespace flashlight
{

/// The data of one picture: the level at one angle of the flashlight.
struct Frame
{
	ricochet::Light flashlight;
	ricochet::LitRegion beam; ///< of the flashlight
	ricochet::Light lampLight;
	ricochet::LitRegion lamp;
	ricochet::ParallelLight sun;
	ricochet::LitRegion daylight;
	std::vector<const b2Fixture*> seen; ///< each once: what the flashlight falls on
	b2Transform crate;
	float guardSeen = 0.0f;       ///< the share of the guard that nothing hides from the player
	bool guardIsLit = false;      ///< the flashlight falls on him
	bool guardSeesPlayer = false; ///< the straight way between their middles is free
	ricochet::Viewer::Work work;
	double viewerTime = 0.0;  ///< s, of the viewer
	double polygonTime = 0.0; ///< s, of VisibilityPolygon, which keeps nothing
	bool isSame = false;      ///< both gave the same polygon
};

constexpr float k_lampRadius = 7.5f;

/// Returns the frames of one counter-clockwise turn of the flashlight, during which the crate goes to and fro once.
[[nodiscard]] std::vector<Frame> TurnAround(Level& level, int32_t frames);

} // namespace flashlight
