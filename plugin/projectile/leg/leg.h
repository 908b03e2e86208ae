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

/// Where a leg begins.
struct LegStart
{
	b2Vec2 position;
	double time; ///< s after the start of the step
};

/// The next chord of an arc. None if it ends beyond the range of floats.
/// * `clock`: the bullet store's clock at the start of the step. `launch`: by the same clock.
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
	ShapeSpan met;             ///< the entry is on the piece of the leg that enters, the exit on the piece that leaves
	bool endsInside = false;   ///< the leg ends before the child is left
	double thickness = 0.0;    ///< between entry and exit, along the path in the child's frame (m)
	Vec<double> exitWay{};   ///< displacement from entry to exit, in the world, for the pose of the child at the impact
	                         ///< (m)
	Vec<double> pieceWay{};  ///< the piece's translation in the child's frame, converted by the pose at the impact
	int32_t overdue = 0;     ///< the number of reported entries of the child that the path has not reached up to here
	double pieceShare = 1.0; ///< the piece's share of the leg
	double stray = 0.0;      ///< how far the piece may be from the true path (m)
	b2Transform pose;        ///< pose of the body at the impact

	const b2Fixture* exitFixture = nullptr; ///< the fixture at the exit, if the exit is not from `child` of `fixture`
	int32_t exitChild = 0;
	bool isCloseToAnother = false; ///< near the entry the path meets another thing, which may contain the rounded point
	Vec<double> aside{};           ///< from the leg to the entry on its piece, in the world; no longer than `stray` (m)
	bool isInGap = false; ///< the path runs beside the child, no farther off than rounding may move the body's corners

	/// The place of the projectile's centre at the entry. At a moving body it is on the piece of the leg, so that it
	/// touches the child there.
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

/// Where a projectile is, at one point of its path, relative to a child whose hit was reported.
struct Standing
{
	bool inside = false; ///< the projectile has entered the child and has not left it; exact
	int32_t told = 0;    ///< the number of reported entries that are still ahead, while the path stays near the child
	double near = 0.0;   ///< m: how near the path must stay until `due`
	double due = 0.0;    ///< s of flight
	double error = 0.0;  ///< m: how near the path must be after `due`

	[[nodiscard]] bool IsOver() const { return inside == false && told == 0; }

	/// How near (m) the path must still be after a time (s). If it is farther away, the reported entries cannot come.
	[[nodiscard]] double NearAfter(double time) const { return time <= due ? near : error; }
};

/// The callbacks of a cast at one child.
class MeetingRule
{
public:
	/// True if an entry counts. The path continues through other entries. `place`: in the child's frame. `fraction`: of
	/// the leg.
	[[nodiscard]] virtual bool Counts(const ShapeSpan& met, const Vec<double>& place, double fraction) const = 0;

	/// True if an entry that counts is no hit: the path comes from another part of the same geometry, which it passes
	/// without a hit. `ray`: the path in the child's frame. `place`: as above.
	[[nodiscard]] virtual bool IsPassed(const LocalRay& /*ray*/, const LocalSpan& /*entered*/,
	                                    const Vec<double>& /*place*/) const
	{
		return false;
	}

	/// True if the path comes to this child before it has left all the children that it has pierced. `place`, and the
	/// path's direction `way`: in the frame of the child's body. `stray`: the error of `place` (m).
	[[nodiscard]] virtual bool HangsTogether(const Vec<double>& place, const Vec<double>& way, double stray) const = 0;

	/// The path touches a solid without entering it.
	virtual void Touch(const LegHit& graze) = 0;

	/// The cast is at a child of Box2D, not at a part. So an attached geometry is one solid.
	bool takesWhole = false;

	/// The standing at the start of the leg. A cast without a hit replaces it by the standing at the end.
	Standing standing;

protected:
	~MeetingRule() = default;
};

/// Casts a disc (radius 0: a point) on a leg at a shape that is at rest under a pose. Returns the first entry that
/// counts and was not reported already.
[[nodiscard]] std::optional<LegHit> CastStill(const b2Shape& shape, int32_t child, const b2Transform& pose,
                                              const Leg& leg, float radius, MeetingRule& rule);

/// CastStill at a child that moves during the step. `begin` and `end`: the leg's shares of the step.
/// The two ends of the leg are converted into the child's frame exactly, by the poses at `begin` and `end`. Between
/// them, if the body turns, chords follow the path in its frame. They stray by no more than chordError (m).
[[nodiscard]] std::optional<LegHit> CastMoving(const MovedChild& moved, const Leg& leg, double begin, double end,
                                               float radius, double chordError, MeetingRule& rule);

} // namespace ricochet
