// MIT License, Copyright (c) 2026 the ricochet authors

#pragma once

#include "support/referee_motion.h"

#include <ricochet/projectile/events.h>

#include <box2d/b2_body.h>
#include <box2d/b2_fixture.h>

#include <optional>
#include <set>
#include <tuple>
#include <vector>

// The data of one step that the referee judges. They are plain values, so a test may also make them up.

namespace ricochet::referee
{

struct Key
{
	bool isGrenade = false;
	uint32_t index = 0;
	uint32_t generation = 0;
	friend bool operator==(const Key&, const Key&) = default;
	friend bool operator<(const Key& a, const Key& b)
	{
		return std::tie(a.isGrenade, a.index, a.generation) < std::tie(b.isGrenade, b.index, b.generation);
	}
};

inline Key KeyOf(BulletId id)
{
	return {false, id.index, id.generation};
}

inline Key KeyOf(GrenadeId id)
{
	return {true, id.index, id.generation};
}

struct PieceSight
{
	Piece piece;
	const b2Fixture* fixture = nullptr;
	int32_t child = 0;
	b2Filter filter;
	bool sensor = false;
	Vec middle;        ///< the centre of a circle around the piece, in the body's frame
	Real reach = 0.0L; ///< the radius of that circle
};

/// A whole chain, or an edge, in the body's frame.
struct BarrierSight
{
	std::vector<Vec> row;
	const b2Fixture* fixture = nullptr;
	b2Filter filter;
	bool sensor = false;
	bool closed = false;
};

struct Spin
{
	Vec velocity; ///< the velocity of the centre of mass
	Real rate = 0.0L;
};

struct BodySight
{
	const b2Body* body = nullptr; ///< an address that is never dereferenced
	b2BodyType type = b2_staticBody;
	Real mass = 0.0L;
	Real inertia = 0.0L; ///< about the centre of mass; 0: the body does not rotate
	Motion motion;
	Spin stepped; ///< after the world's step
	Spin after;   ///< after the flight of the projectiles
	bool steppedKnown = false;
	bool heldBack = false; ///< moved while the projectiles flew: its motion is not that of the world's step
	Real worldWay = 0.0L;  ///< the displacement of the centre of mass by the world's step
	std::vector<PieceSight> pieces;
	std::vector<BarrierSight> barriers;
	Real reach = HUGE_VALL; ///< the reach of all pieces around the centre of mass

	/// True if no part of the body comes within `slack` of a place between this share of the step and its end.
	[[nodiscard]] bool IsFarFrom(Vec place, Real share, Real slack) const
	{
		const Real way = share < 1.0L ? Length(motion.CenterAt(1.0L) - motion.CenterAt(0.0L)) : 0.0L;
		return Length(place - motion.CenterAt(share)) > reach + way + slack;
	}
};

struct ProjectileSight
{
	Key key;
	Vec position;
	Vec velocity;
	Real age = 0.0L;
	bool resting = false;
	Real spin = 0.0L; ///< of a grenade (rad/s)
};

/// The def with which a projectile was fired.
struct Birth
{
	Real radius = 0.0L; ///< 0: a point bullet
	Real mass = 0.0L;
	Real gravityScale = 0.0L;
	Real drag = 0.0L;
	QueryFilter filter;
	bool hitsGrenades = false;
};

struct ImpactSight
{
	Key key;
	const b2Fixture* fixture = nullptr;
	const b2Body* body = nullptr;
	int32_t child = 0;
	Real time = 0.0L;
	Vec center; ///< the centre of the projectile
	Vec normal;
	Real thickness = 0.0L;
	Vec velocityBefore, velocityAfter, impulse;
	Response response = Response::Stop;
	bool startsInside = false;
	Key shot;                ///< the grenade that a bullet hit; no generation: none
	std::optional<Vec> told; ///< the reported point of the impact; none: one radius from the centre

	/// Returns the point at which the impulse acts.
	[[nodiscard]] Vec Touching(Real radius) const { return told.value_or(center - radius * normal); }

	[[nodiscard]] bool IsShot() const { return shot.generation != 0; }

	/// True if the projectile turns back. Then it has not entered.
	[[nodiscard]] bool TurnsBack() const { return response == Response::Bounce; }
};

struct PressSight
{
	Key key;
	const b2Body* body = nullptr;
	Vec point, impulse;
	Real time = 0.0L;
	bool inNextStep = false;
};

struct EndSight
{
	Key key;
	ExpiredEvent::Reason reason = ExpiredEvent::Reason::Lifetime;
	Real time = 0.0L;
	Vec position, velocity;
};

struct StepSight
{
	Real dt = 0.0L;
	Vec gravity;
	std::vector<BodySight> bodies; ///< their state after the step
	std::vector<ProjectileSight> before, after;
	std::vector<ImpactSight> impacts;
	std::vector<PressSight> presses;
	std::vector<EndSight> ends;
	std::set<const b2Fixture*> fixtures; ///< those that existed before the step or exist after it
	bool gone = false;                   ///< a body that existed before the step no longer exists after it
	std::set<const b2Fixture*> changed;  ///< since the previous step: created, moved, with another filter, or destroyed
};

} // namespace ricochet::referee
