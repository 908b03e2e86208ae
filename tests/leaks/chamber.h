// MIT License, Copyright (c) 2026 the ricochet authors

#pragma once

#include "leaks/job.h"
#include "support/referee_motion.h"

#include <box2d/b2_world.h>

#include <vector>

namespace ricochet::leaks
{

/// Moving bodies that always leave grenades a space between them. The border of the space is a closed polyline of
/// points, each fixed to a body. Tests against this border use long double, and no kernel of the library.
class Chamber
{
public:
	enum class Kind : uint8_t
	{
		TurningRoom,  ///< a closed chain that turns about a point inside or outside it
		SwingingRoom, ///< the same, but it swings to and fro and drifts
		Drum,         ///< a closed chain with paddles from its middle to its wall; the space is one of its sectors
		Piston,       ///< a box that goes up and down in a hall
		Walls,        ///< two boxes or edges that close in from both sides and open again
	};

	/// The largest radius of a grenade, as a multiple of the chamber's size.
	static constexpr float k_largest = 0.12f;

	Chamber(b2World& world, SceneRandom& random, Kind kind, size_t offset);

	[[nodiscard]] Kind GetKind() const { return m_kind; }
	[[nodiscard]] float Size() const { return m_size; }

	/// Sets the velocities of the moving bodies. Call this before a step.
	void Drive(float dt);

	/// Reads the poses of the bodies. Call this after a step.
	void Look();

	/// True if the border, as it is now, goes around the point once.
	[[nodiscard]] bool Encloses(b2Vec2 point) const;

	/// Returns the distance from the point to the nearest wall, negative inside a solid.
	[[nodiscard]] referee::Real DistanceAt(b2Vec2 point) const;

	/// Draws a point within the bounds of the border.
	[[nodiscard]] b2Vec2 DrawPoint(SceneRandom& random) const;

private:
	struct Part
	{
		b2Body* body;
		referee::Pose pose;
		std::vector<referee::Piece> pieces;
	};

	struct Corner
	{
		size_t part;
		b2Vec2 local;
	};

	size_t AddPart(b2World& world, b2BodyType type, b2Vec2 position, float angle = 0.0f);
	void Add(size_t part, const b2Shape& shape);
	void AddBox(size_t part, b2Vec2 half, b2Vec2 center, float angle = 0.0f);
	void AddRoom(size_t part, std::vector<b2Vec2> vertices);
	void BuildRoom(b2World& world, SceneRandom& random);
	void BuildDrum(b2World& world, SceneRandom& random);
	void BuildPiston(b2World& world, SceneRandom& random);
	void BuildWalls(b2World& world, SceneRandom& random);
	void SetStroke(float low, float high, float speed);

	/// Returns the position of the moving body between the two ends of its stroke. The motion starts at the high end
	/// and goes to and fro.
	[[nodiscard]] float StrokeAt(float time) const;

	Kind m_kind;
	float m_size;
	float m_friction; ///< of all walls
	b2Vec2 m_origin;
	std::vector<Part> m_parts;
	std::vector<Corner> m_border; ///< counter-clockwise
	float m_time = 0.0f;
	float m_spin = 0.0f;  ///< the largest, in rad/s
	float m_swing = 0.0f; ///< of the phase, in rad/s
	b2Vec2 m_drift{0.0f, 0.0f};
	float m_low = 0.0f;
	float m_high = 0.0f;
	bool m_isEven = false; ///< true: goes to and fro at constant speed
};

[[nodiscard]] const char* NameOf(Chamber::Kind kind);

} // namespace ricochet::leaks
