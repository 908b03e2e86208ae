// MIT License, Copyright (c) 2026 the ricochet authors

#pragma once

#include "projectile/leg/leg.h"
#include "projectile/leg/passing.h"
#include "projectile/motion/body_velocity.h"
#include "projectile/motion/queued_bodies.h"

#include <ricochet/index/snapshot.h>
#include <ricochet/query/query_filter.h>

#include <cstdint>
#include <optional>

class b2Body;
class b2World;

namespace ricochet
{

class FreeFlight;
class NearChildren;

/// The shortest move, as a share of the step. If solids leave a projectile no room even for this move, it has none.
inline constexpr double k_shortestMove = 1.0 / 4096.0;

/// The error of the chords in the frame of a turning body, as a share of the chord error. It adds to the error of the
/// arc's chords.
inline constexpr double k_turningChordShare = 0.1;

/// An index that a flight searches for bodies at rest, instead of the world's tree.
struct RestIndex
{
	const Snapshot::State* state = nullptr; ///< null: there is none
	bool hasMovedBodies = false;            ///< the index also contains bodies that moved in this step

	explicit operator bool() const { return state != nullptr; }
};

/// Casts legs at a world in motion. Bodies that did not move in this step are found by the world's tree or by an index.
/// Legs are cast at moved bodies in the frames of these bodies. A projectile that touches a solid without entering it
/// continues. It stops between two solids that touch its path from both sides at once, as on the seam of two tiles.
class Flight
{
public:
	Flight(const b2World& world, const WorldMotion& motion, const QueuedBodies& queued, double dt, double chordError,
	       RestIndex rest = {}, const FreeFlight* near = nullptr, const ForeseenPushes* foreseen = nullptr)
	    : m_world(world), m_motion(motion), m_queued(queued), m_dt(dt), m_chordError(chordError), m_rest(rest),
	      m_near(near), m_foreseen(foreseen)
	{
	}

	/// True if the filter accepts a fixture, and its body is not queued for destruction.
	[[nodiscard]] bool MayMeet(const QueryFilter& filter, b2Fixture* fixture) const;

	/// The first hit of a disc (radius 0: a point) on a leg. Ties are broken by the world's order.
	/// * `passing`: children that the disc is passing. It hits one only where it enters the child again.
	/// * `sights`: null, or the same list as `passing`. It receives each child's Standing at the end of the leg.
	/// * `listed`: null, or children that are cast instead of those in the trees, if the list covers the leg.
	/// * `carrier`: null, or a body that carries the disc along the leg. The disc cannot hit it.
	[[nodiscard]] std::optional<LegHit> FirstHit(const Leg& leg, float radius, const QueryFilter& filter,
	                                             const Passing& passing, Passing* sights,
	                                             const NearChildren* listed = nullptr,
	                                             const b2Body* carrier = nullptr) const;

	/// True if nothing in the world, at rest or moved, comes within a margin (m) of the line between two points. The
	/// result may be false although the line is clear. Requires: the points are finite.
	[[nodiscard]] bool IsClear(b2Vec2 from, b2Vec2 to, float margin) const;

	/// Cuts a leg short just before a hit, so that it hits nothing. The exact cast checks the result, so the rounding
	/// of its end point cannot put that point behind the surface.
	/// The result may end where it begins. `passing` receives each child's Standing at its end.
	/// `inTheWay`: null, or receives the hit of another body, if shorter legs hit that body first. The result is then
	/// the leg of that hit.
	/// The chords in the frame of a moving body depend on the leg. So a part of the leg may hit a body that the whole
	/// leg passes.
	[[nodiscard]] Leg Before(const Leg& leg, const LegHit& hit, float radius, const QueryFilter& filter,
	                         Passing& passing, const NearChildren* listed = nullptr,
	                         std::optional<LegHit>* inTheWay = nullptr) const;

	/// Returns the hit as it is reported if the projectile continues from the end of `before`. If the hit is later by
	/// more than the shortest move, it is reported at that end, with the body's pose of that time. So no later impact
	/// gets an earlier time than this one. The exit does not change.
	[[nodiscard]] LegHit Reported(const Leg& leg, const LegHit& hit, const Leg& before) const;

	/// Predicts when a projectile reaches a hit again, if it continues from the end of `before` with unchanged
	/// velocity.
	[[nodiscard]] Reencounter ComesAgain(const Leg& leg, const LegHit& hit, const Leg& before) const;

	/// The number of casts of legs, for StepStats.
	[[nodiscard]] int64_t LegCount() const { return m_legCount; }

	[[nodiscard]] const WorldMotion& Motion() const { return m_motion; }
	[[nodiscard]] const b2World& World() const { return m_world; }
	[[nodiscard]] double Share(double time) const { return m_dt > 0.0 ? time / m_dt : 1.0; }
	/// Returns the vector from a body's centre of mass, at a time of the step (s), to a point.
	[[nodiscard]] Vec<double> ArmOf(const b2Body* body, const Vec<double>& point, double time) const;

	/// Returns the velocities of a body. In a preview, returns the velocities that it would have after the impulses of
	/// the previewed bullet.
	[[nodiscard]] BodyVelocity VelocityOf(const b2Body& body) const
	{
		return m_foreseen != nullptr ? m_foreseen->VelocityOf(body) : ricochet::VelocityOf(body);
	}

	/// Returns the longest time (s) for which a disc's path counts as straight in the frame of a body. `speed`: the
	/// speed of the disc (m/s). `motion`: null if the body is at rest.
	[[nodiscard]] double OneChordDuration(const BodyMotion* motion, double radius, double speed) const;

private:
	struct Search;

	const b2World& m_world;
	const WorldMotion& m_motion;
	const QueuedBodies& m_queued;
	double m_dt;
	double m_chordError;
	RestIndex m_rest;
	const FreeFlight* m_near;         // if m_rest is given: the children near most legs; or null
	const ForeseenPushes* m_foreseen; // null: this is no preview
	mutable int64_t m_legCount = 0;
	mutable std::vector<LegHit> m_grazes; // the grazes of the leg that is being cast
};

/// Returns a distance (m). A projectile that continues from `before` stays this near to the child that was hit, until
/// it reaches the child again.
[[nodiscard]] double NearAhead(const Leg& leg, const LegHit& hit, const Leg& before);

/// Returns the distance (m) that a position keeps from surfaces, so that rounding does not change results. It is 4
/// units in the last place of the larger coordinate, or of 1 m if that is more.
[[nodiscard]] double RoundingClearance(b2Vec2 position);

} // namespace ricochet
