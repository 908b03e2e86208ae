// MIT License, Copyright (c) 2026 the ricochet authors

#pragma once

#include "projectile/base/ballistics.h"
#include "projectile/motion/motion.h"
#include "shapes/cast_shape.h"

#include <cstdint>
#include <optional>

namespace ricochet
{

/// A straight piece of a projectile's path. Its end points are floats: each leg begins exactly where the last one ends.
struct Leg
{
	b2Vec2 from{0.0f, 0.0f};
	b2Vec2 to{0.0f, 0.0f};
	double begin = 0.0; ///< s after the start of the step
	double end = 0.0;   ///< s after the start of the step

	[[nodiscard]] Vec<double> PointAt(double fraction) const;
	[[nodiscard]] double TimeAt(double fraction) const { return begin + fraction * (end - begin); }
	[[nodiscard]] double Length() const;
};

struct LegStart
{
	b2Vec2 position;
	double time; ///< s after the start of the step
};

/// Returns the next chord of an arc, or none if its end is beyond the range of floats.
/// * `clock`: the bullet store's clock at the start of the step. `launch`: the start of the arc by the same clock (s).
/// * `end`: the chord ends there at the latest (s after the start of the step).
[[nodiscard]] inline std::optional<Leg> ChordOf(const Arc& arc, double clock, double launch, LegStart start, double end,
                                                const ChordLimits& limits)
{
	const double chord = arc.ChordDuration((clock + start.time) - launch, limits);
	const double next = start.time + chord < end ? start.time + chord : end;
	const Vec<double> to = arc.PositionAt((clock + next) - launch);
	return FitsFloat(to) ? std::optional(Leg{start.position, ToFloat(to), start.time, next}) : std::nullopt;
}

/// A hit of a leg on a child of a fixture.
struct LegHit
{
	b2Fixture* fixture = nullptr;
	int32_t child = 0;
	double fraction = 0.0;     ///< fraction of the leg at the entry
	double exitFraction = 0.0; ///< fraction of the leg at the exit, by the child's motion; beyond the leg's end the
	                           ///< path is straight
	Vec<double> normal{};      ///< unit, in the world; (0, 0) where the leg starts inside
	ShapeSpan met;           ///< the entry lies on the piece of the leg that enters, the exit on the piece that leaves
	bool endsInside = false; ///< the leg ends before the child is left
	double thickness = 0.0;  ///< between entry and exit, along the path in the child's frame (m)
	Vec<double> exitWay{};   ///< displacement from entry to exit, in the world, at the child's pose at the impact
	                         ///< (m)
	Vec<double> pieceWay{};  ///< the piece's translation in the child's frame, converted by the pose at the impact
	int32_t overdue = 0; ///< the number of reported entries of the child that the path has not reached up to this hit
	double pieceShare = 1.0; ///< the piece's share of the leg
	double stray = 0.0;      ///< how far the piece may be from the true path (m)
	b2Transform pose;        ///< pose of the body at the impact

	const b2Fixture* exitFixture = nullptr; ///< the fixture at the exit, if the exit is not from `child` of `fixture`
	int32_t exitChild = 0;
	bool isCloseToAnother = false; ///< near the entry the path meets another thing, which may contain that point
	Vec<double> aside{};  ///< displacement from the leg to the entry on the piece, in the world; at most `stray` (m)
	bool isInGap = false; ///< the path runs beside the child, no farther off than rounding may move the body's corners

	/// Returns the position of the projectile's centre at the entry. If the body moves, that position is on the piece,
	/// not on the leg, so the projectile touches the child there.
	[[nodiscard]] Vec<double> CenterOn(const Leg& leg) const { return leg.PointAt(fraction) + aside; }

	/// Sets where and how the path of a point enters and leaves a child at rest. The fractions of `met.span` may lie
	/// beyond the ends of the leg. `way`: the leg's translation.
	void SetAtRest(const Vec<double>& way, const b2Transform& atRest)
	{
		const LocalSpan& span = met.span;
		const double length = span.exit.fraction - span.enter.fraction;
		fraction = span.enter.fraction;
		exitFraction = fraction + length;
		normal = UnitOf(Turned(atRest.q, span.enter.normal));
		endsInside = span.endsInside;
		thickness = length * ricochet::Length(way);
		exitWay = length * way;
		pieceWay = way;
		pose = atRest;
	}
};

/// The state of a projectile, at one point of its path, relative to a child whose hit was reported.
struct Standing
{
	bool inside = false; ///< the projectile has entered the child and has not left it (never changed by rounding)
	int32_t told = 0;    ///< the number of reported entries that are still ahead, while the path stays near the child
	double near = 0.0;   ///< m: until `due`, the path must stay this near to the child
	double due = 0.0;    ///< s of flight from this point: the time of the next reported entry
	double error = 0.0;  ///< m: after `due`, the path must be this near to the child

	[[nodiscard]] bool IsOver() const { return inside == false && told == 0; }

	/// Returns how near (m) the path must be to the child after a time (s). If the path is farther away, the reported
	/// entries can no longer occur.
	[[nodiscard]] double NearAfter(double time) const { return time <= due ? near : error; }
};

/// The rules of a cast at one child, as callbacks.
class MeetingRule
{
public:
	/// True if an entry counts. The path continues through entries that do not count. `place`: the entry in the child's
	/// frame. `fraction`: the fraction of the leg at the entry.
	[[nodiscard]] virtual bool Counts(const ShapeSpan& met, const Vec<double>& place, double fraction) const = 0;

	/// True if an entry that counts is no hit: the path comes from another part of the same geometry, which it passes
	/// without a hit. `ray`: the path in the child's frame. `place`: as in Counts.
	[[nodiscard]] virtual bool IsPassed(const LocalRay& /*ray*/, const LocalSpan& /*entered*/,
	                                    const Vec<double>& /*place*/) const
	{
		return false;
	}

	/// True if the path reaches this child before it has left all the children that it has pierced. `place` (the entry)
	/// and `way` (the path's direction) are in the frame of the child's body. `stray`: the error of `place` (m).
	[[nodiscard]] virtual bool HangsTogether(const Vec<double>& place, const Vec<double>& way, double stray) const = 0;

	/// Called if the path touches a solid without entering it.
	virtual void Touch(const LegHit& graze) = 0;

	/// true: the cast is at a whole child of Box2D, not at a part. Then an attached geometry is one solid.
	bool takesWhole = false;

	/// The Standing at the start of the leg. A cast without a hit replaces it by the Standing at the end of the leg.
	Standing standing;

protected:
	~MeetingRule() = default;
};

/// Casts a disc (radius 0: a point) on a leg at a child that is at rest. Returns the first entry that counts and was
/// not reported before.
[[nodiscard]] std::optional<LegHit> CastStill(const b2Shape& shape, int32_t child, const b2Transform& pose,
                                              const Leg& leg, float radius, MeetingRule& rule);

/// As CastStill, at a child that moves during the step. `begin` and `end`: the times at which the leg begins and ends,
/// as shares of the step.
/// The two ends of the leg are converted into the child's frame exactly, by the poses at `begin` and `end`. Between
/// them, if the body turns, chords follow the path in its frame. They stray by no more than chordError (m).
[[nodiscard]] std::optional<LegHit> CastMoving(const MovedChild& moved, const Leg& leg, double begin, double end,
                                               float radius, double chordError, MeetingRule& rule);

} // namespace ricochet
