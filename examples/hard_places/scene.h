// MIT License, Copyright (c) 2026 the ricochet authors

#pragma once

#include "common/claim.h"

#include <box2d/b2_math.h>

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace hard
{

using common::Claim;

struct Outline
{
	std::vector<b2Vec2> points;
	float radius = 0.0f; ///< of a circle about the one point
	bool isClosed = true;
};

enum class Ink : uint8_t
{
	Still,
	Start, ///< of what moves: where it was
	End
};

struct Solid
{
	Outline outline;
	Ink ink = Ink::Still;
};

struct Disc
{
	b2Vec2 center{0.0f, 0.0f};
	float radius = 0.0f;
	float angle = 0.0f;
};

enum class Traveller : uint8_t
{
	Grenade,
	Bullet,
	Circle ///< a body of Box2D, for comparison
};

/// The path of a projectile or a Box2D body, and its disc at several times.
struct Track
{
	Traveller traveller = Traveller::Grenade;
	std::vector<b2Vec2> path;
	std::vector<Disc> discs;
};

struct Note
{
	b2Vec2 at{0.0f, 0.0f};
	std::string_view text;
	std::string_view anchor = "middle";
};

struct Drawing
{
	std::vector<Solid> solids;
	std::vector<Track> tracks;
	std::vector<std::vector<b2Vec2>> motions; ///< ways of points of bodies, drawn as arrows
	std::vector<b2Vec2> marks;                ///< arrows that are stuck, places that matter
	std::vector<Note> notes;
};

/// The part of the world that a panel shows, and its texts.
struct Frame
{
	std::string_view name; ///< one word, for the line that the program prints
	std::string_view title;
	std::string_view caption; ///< what a stranger should see
	b2Vec2 center{0.0f, 0.0f};
	float width = 10.0f; ///< m
};

/// The records of one scene. They outlive its world.
struct Scene
{
	Frame frame;
	Drawing drawing;
	std::vector<Claim> claims;

	[[nodiscard]] bool Holds() const { return common::AllHold(claims); }
	[[nodiscard]] std::string Figures() const { return common::Figures(claims); }
};

// One function for each scene: it plays the scene in its own world and returns the records.

[[nodiscard]] Scene Slope();
[[nodiscard]] Scene Groove();
[[nodiscard]] Scene Corner();
[[nodiscard]] Scene Conveyor();

[[nodiscard]] Scene Lift();
[[nodiscard]] Scene Platform();
[[nodiscard]] Scene Drum();

[[nodiscard]] Scene Doors();
[[nodiscard]] Scene ClosingWalls();

[[nodiscard]] Scene Seesaw();
[[nodiscard]] Scene Crates();

[[nodiscard]] Scene GrazedWall();
[[nodiscard]] Scene TenPanes();
[[nodiscard]] Scene ChainVertex();
[[nodiscard]] Scene FarAway();

/// Plays all scenes, in the order of the picture.
[[nodiscard]] std::vector<Scene> AllScenes();

} // namespace hard
