// MIT License, Copyright (c) 2026 the ricochet authors

#pragma once

#include "support/scenes.h"

#include <ricochet/query/beam.h>

#include <vector>

namespace ricochet::test
{

/// A closed convex room with things standing in it, and exact answers about points that share nothing with the casts.
struct MirrorRoom
{
	enum class Kind : uint8_t
	{
		Loop,     ///< one chain on one turned body
		Edges,    ///< each wall an edge on its own turned body, longer than the wall
		Boxes,    ///< each wall a box on its own turned body, longer than the wall
		Touching, ///< each wall a quad that has nothing but a vertex in common with the next
		Count
	};

	/// The room is on the left of a -> b, in the frame of a body.
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
	float size = 0.0f; ///< of the circle around it
	std::vector<Wall> walls;
	std::vector<Obstacle> obstacles;

	/// True if a point is strictly before every wall and strictly outside every obstacle. Exact.
	[[nodiscard]] bool HasFree(b2Vec2 point) const;

	/// A free point; about half are near a corner, as near as floats are now and then.
	[[nodiscard]] b2Vec2 FreePoint(SceneRandom& random) const;

	/// A corner of the room in the world, rounded.
	[[nodiscard]] b2Vec2 Corner(SceneRandom& random) const;
};

/// A room of a kind around a point, with some circles and turned boxes in it.
[[nodiscard]] MirrorRoom MakeMirrorRoom(SceneRandom& random, MirrorRoom::Kind kind, b2Vec2 center, int32_t obstacles);

/// Puts a circle or a turned box into it.
void AddObstacle(SceneRandom& random, MirrorRoom& room);

/// An empty room of one outline, counter-clockwise about the centre and not turned: a Loop or Touching.
[[nodiscard]] MirrorRoom MakeMirrorRoom(MirrorRoom::Kind kind, b2Vec2 center, const std::vector<b2Vec2>& outline);

/// A rule's answer, but a stop in place of a bounce that BeamDef::maxBounces does not have: a room of mirrors never
/// ends a beam.
inline Response WithinBounces(const BeamLeg& leg, Response wanted)
{
	return wanted == Response::Bounce && leg.response != Response::Bounce ? Response::Stop : wanted;
}

} // namespace ricochet::test
