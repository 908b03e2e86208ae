// MIT License, Copyright (c) 2026 the ricochet authors

#pragma once

#include "projectile/leg/leg.h"
#include "projectile/leg/passing.h"
#include "projectile/motion/queued_bodies.h"

#include <ricochet/index/snapshot.h>
#include <ricochet/query/query_filter.h>

#include <cstdint>
#include <optional>

class b2World;

namespace ricochet
{

class FreeFlight;
class NearChildren;

/// The shortest move, as a share of the step: what solids leave no place for so long has none.
inline constexpr double k_shortestMove = 1.0 / 4096.0;

/// Of the error of a chord: in the frame of a turning body, where chords add to those of the arc.
inline constexpr double k_turningChordShare = 0.1;

/// An index that a flight asks for bodies at rest, in place of the world's tree.
struct RestIndex
{
	const Snapshot::State* state = nullptr; ///< null: there is none
	bool hasMovedBodies = false;            ///< it also holds bodies that moved in this step

	explicit operator bool() const { return state != nullptr; }
};

/// Casts legs at a world in motion. Bodies that did not move in this step are found by the world's tree or by an index.
/// Bodies that moved are met in their own frames. A projectile that touches a solid without entering it continues. It
/// stops between two solids that touch its path from both sides at once, as on the seam of two tiles.
class Flight
{
public:
	Flight(const b2World& world, const WorldMotion& motion, const QueuedBodies& queued, double dt, double chordError,
	       RestIndex rest = {}, const FreeFlight* near = nullptr)
	    : m_world(world), m_motion(motion), m_queued(queued), m_dt(dt), m_chordError(chordError), m_rest(rest),
	      m_near(near)
	{
	}

	/// What may be met at all: what a filter accepts, and is not about to go.
	[[nodiscard]] bool MayMeet(const QueryFilter& filter, b2Fixture* fixture) const;

	/// The first hit of a disc (radius 0: a point) on a leg, ties in the world's order. Children in `passing` are hit
	/// where they are entered again; `sights`, if not null, is the same list and is told where the leg leads. `listed`,
	/// if not null, spares the walk of the trees where it covers the leg.
	[[nodiscard]] std::optional<LegHit> FirstHit(const Leg& leg, float radius, const QueryFilter& filter,
	                                             const Passing& passing, Passing* sights,
	                                             const NearChildren* listed = nullptr) const;

	/// The leg cut short just before a hit, such that the leg up to there meets nothing: decided by the same exact
	/// cast, so no rounding of the end point can put it behind the surface. May end where it begins. `passing` is told
	/// where it leads.
	[[nodiscard]] Leg Before(const Leg& leg, const LegHit& hit, float radius, const QueryFilter& filter,
	                         Passing& passing, const NearChildren* listed = nullptr) const;

	/// Where what goes on from the end of the leg before a hit has its impact: at the hit; or where it goes on from, if
	/// from there to the hit is a while: later impacts must not come before this one.
	[[nodiscard]] double FractionOfImpact(const Leg& leg, const LegHit& hit, const Leg& before) const;

	/// How a projectile comes to what was hit again that goes on from `before` as fast as it came.
	[[nodiscard]] Reencounter ComesAgain(const Leg& leg, const LegHit& hit, const Leg& before) const;

	/// How often a leg was cast, for StepStats.
	[[nodiscard]] int64_t LegCount() const { return m_legCount; }

	[[nodiscard]] const WorldMotion& Motion() const { return m_motion; }
	[[nodiscard]] const b2World& World() const { return m_world; }
	[[nodiscard]] double Share(double time) const { return m_dt > 0.0 ? time / m_dt : 1.0; }
	/// From the centre of mass of a body, where it is at a time, to a point.
	[[nodiscard]] Vec<double> ArmOf(const b2Body* body, const Vec<double>& point, double time) const;

	/// How long a disc may move at a speed (m/s) for its cast at a body to take its way in the body's frame for
	/// straight (s). Null: a body that stood still.
	[[nodiscard]] double OneChordDuration(const BodyMotion* motion, double radius, double speed) const;

private:
	struct Search;

	const b2World& m_world;
	const WorldMotion& m_motion;
	const QueuedBodies& m_queued;
	double m_dt;
	double m_chordError;
	RestIndex m_rest;
	const FreeFlight* m_near; // the children near most legs, if m_rest is given; or null
	mutable int64_t m_legCount = 0;
	mutable std::vector<LegHit> m_grazes; // of the leg that is being cast
};

/// How far from what was hit a projectile may be that goes on from `before`, until it comes to it again (m).
[[nodiscard]] double NearAhead(const Leg& leg, const LegHit& hit, const Leg& before);

/// The distance by which a position is kept clear of surfaces where rounding must not decide: 4 units in the last place
/// of its coordinates, or of 1 m.
[[nodiscard]] double RoundingClearance(b2Vec2 position);

} // namespace ricochet
