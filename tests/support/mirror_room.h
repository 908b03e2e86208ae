// MIT License, Copyright (c) 2026 the ricochet authors

#pragma once

#include "support/scenes.h"

#include <ricochet/query/beam.h>

#include <vector>

namespace ricochet::test
{

/// A closed convex room with obstacles. Its tests of points are exact, and share no code with the casts.
struct MirrorRoom
{
	enum class Kind : uint8_t
	{
		Loop,     ///< one chain on one rotated body
		Edges,    ///< each wall is an edge on its own rotated body, longer than the wall
		Boxes,    ///< each wall is a box on its own rotated body, longer than the wall
		Touching, ///< each wall is a quad that only shares a vertex with the next one
		Count
	};

	/// A wall in the frame of a body. The room is on the left of a -> b.
	struct Wall
	{
		b2Transform pose;
		b2Vec2 a, b;
	};

	struct Obstacle
	{
		b2Transform pose;
		std::vector<b2Vec2> vertices; ///< counter-clockwise; one: the centre of a circle
		float radius = 0.0f;
	};

	Scene scene;
	b2Vec2 center{0.0f, 0.0f};
	float size = 0.0f; ///< the radius of the circle around the room
	std::vector<Wall> walls;
	std::vector<Obstacle> obstacles;

	/// True if a point is strictly inside every wall and strictly outside every obstacle. The test is exact.
	[[nodiscard]] bool HasFree(b2Vec2 point) const;

	/// Returns a random free point (HasFree). About half of the points are near a corner, some of them as close as
	/// floats allow.
	[[nodiscard]] b2Vec2 FreePoint(SceneRandom& random) const;

	/// Returns a random corner of the room in the world's frame, rounded to floats.
	[[nodiscard]] b2Vec2 Corner(SceneRandom& random) const;
};

/// Makes a room of the given kind around a point, with some circles and rotated boxes in it.
[[nodiscard]] MirrorRoom MakeMirrorRoom(SceneRandom& random, MirrorRoom::Kind kind, b2Vec2 center, int32_t obstacles);

/// Adds a circle or a rotated box to the room.
void AddObstacle(SceneRandom& random, MirrorRoom& room);

/// Makes an empty room without rotation from one outline, counter-clockwise about the centre. `kind` must be Loop or
/// Touching.
[[nodiscard]] MirrorRoom MakeMirrorRoom(MirrorRoom::Kind kind, b2Vec2 center, const std::vector<b2Vec2>& outline);

/// Returns the response `wanted`. If it is a bounce beyond BeamDef::maxBounces, returns Stop instead, because in a
/// closed room of mirrors, a beam would never end.
inline Response WithinBounces(const BeamLeg& leg, Response wanted)
{
	return wanted == Response::Bounce && leg.response != Response::Bounce ? Response::Stop : wanted;
}

} // namespace ricochet::test
