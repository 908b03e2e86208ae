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

// What the referee sees of one step: plain values, which a test may make up.

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
	Vec middle;        ///< of a circle around the piece, in the body's frame
	Real reach = 0.0L; ///< its radius
};

/// A chain or edge as a whole, in the body's frame.
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
	Vec velocity; ///< of the centre of mass
	Real rate = 0.0L;
};

struct BodySight
{
	const b2Body* body = nullptr; ///< a name; never read
	b2BodyType type = b2_staticBody;
	Real mass = 0.0L;
	Real inertia = 0.0L; ///< about the centre of mass; 0: does not turn
	Motion motion;
	Spin stepped; ///< when the world had stepped
	Spin after;   ///< when the projectiles had flown
	bool steppedKnown = false;
	bool heldBack = false; ///< put elsewhere while the projectiles flew: its motion is not that of the world's step
	Real worldWay = 0.0L;  ///< how far the world's step had moved its centre of mass
	std::vector<PieceSight> pieces;
	std::vector<BarrierSight> barriers;
	Real reach = HUGE_VALL; ///< of all pieces around the centre of mass

	/// Whether nothing of it comes near what stays within `slack` of a place from a share of the step on.
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

/// What a projectile was fired with.
struct Birth
{
	Real radius = 0.0L; ///< 0: a point
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
	Vec center; ///< of the projectile
	Vec normal;
	Real thickness = 0.0L;
	Vec velocityBefore, velocityAfter, impulse;
	Response response = Response::Stop;
	bool startsInside = false;
	Key shot;                ///< the grenade that a bullet has met; of no generation: none
	std::optional<Vec> told; ///< where the impact is told to be; none: a radius from the centre

	/// Where the impulse acts.
	[[nodiscard]] Vec Touching(Real radius) const { return told.value_or(center - radius * normal); }

	[[nodiscard]] bool IsShot() const { return shot.generation != 0; }

	/// What has turned back has not entered.
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
	std::vector<BodySight> bodies; ///< as they stand after the step
	std::vector<ProjectileSight> before, after;
	std::vector<ImpactSight> impacts;
	std::vector<PressSight> presses;
	std::vector<EndSight> ends;
	std::set<const b2Fixture*> fixtures; ///< that were there before the step or are after it
	bool gone = false;                   ///< a body that was there before the step is not there after it
	std::set<const b2Fixture*> changed;  ///< since the step before: made, put elsewhere, with another filter, gone
};

} // namespace ricochet::referee
