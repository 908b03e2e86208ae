// MIT License, Copyright (c) 2026 the ricochet authors

#pragma once

#include "projectile/base/ballistics.h"
#include "projectile/motion/motion.h"
#include "shapes/cast_shape.h"

#include <cstdint>
#include <optional>

namespace ricochet
{

/// A straight piece of a projectile's path. Its end points are floats: what one leg ends with, the next begins with.
struct Leg
{
	b2Vec2 from{0.0f, 0.0f};
	b2Vec2 to{0.0f, 0.0f};
	double begin = 0.0; ///< s after the start of the step
	double end = 0.0;

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

/// The next chord of an arc on which a bullet set out at a time, both by the clock, which is that of the start of the
/// step; up to a time of the step. None beyond the range of floats.
[[nodiscard]] inline std::optional<Leg> ChordOf(const Arc& arc, double clock, double launch, LegStart start, double end,
                                                const ChordLimits& limits)
{
	const double chord = arc.ChordDuration((clock + start.time) - launch, limits);
	const double next = start.time + chord < end ? start.time + chord : end;
	const Vec<double> to = arc.PositionAt((clock + next) - launch);
	return FitsFloat(to) ? std::optional(Leg{start.position, ToFloat(to), start.time, next}) : std::nullopt;
}

/// Where a leg meets a child of a fixture.
struct LegHit
{
	b2Fixture* fixture = nullptr;
	int32_t child = 0;
	double fraction = 0.0;     ///< of the leg
	double exitFraction = 0.0; ///< of the leg, by the motion of the child; behind the end of the leg straight on
	Vec<double> normal{};      ///< unit, in the world; (0, 0) where the leg starts inside
	ShapeSpan met;           ///< on the piece of the leg on which it enters; the exit is that of the piece that leaves
	bool endsInside = false; ///< the leg ends before the child is left
	double thickness = 0.0;  ///< of what lies between entry and exit, along the path in the child's frame (m)
	Vec<double> exitWay{};   ///< from entry to exit, with the child as it stands at the impact
	Vec<double> pieceWay{};  ///< the piece's translation in the child's frame, turned into the world as it then is
	int32_t overdue = 0;     ///< entries of the child that were told before and did not come up to here
	double pieceShare = 1.0; ///< the piece's share of the leg
	double stray = 0.0;      ///< how far the piece may be from the true path (m)
	b2Transform pose;        ///< of the body at the impact
};

/// What a projectile knows of a child that it was told of, at one point of its path.
struct Standing
{
	bool inside = false; ///< it has come in and has not left, exactly
	int32_t told = 0;    ///< entries that were told and are still to come, while the path keeps near to the child
	double near = 0.0;   ///< m, how near that is
	double due = 0.0;    ///< s of flight, after which the path comes as near as `error` or not at all
	double error = 0.0;  ///< m

	[[nodiscard]] bool IsOver() const { return inside == false && told == 0; }

	/// How near the path must still be after some time (s), for what was told to come.
	[[nodiscard]] double NearAfter(double time) const { return time <= due ? near : error; }
};

/// What a cast asks about one child, and what it is told.
class MeetingRule
{
public:
	/// True if an entry at a place in the child's frame and a fraction of the leg counts; the others are flown through.
	[[nodiscard]] virtual bool Counts(const ShapeSpan& met, const Vec<double>& place, double fraction) const = 0;

	/// True if, at a place in the frame of the child's body, the path has not left all that it pierced there before it
	/// comes to this child. `stray`: how far the place may be off (m).
	[[nodiscard]] virtual bool HangsTogether(const Vec<double>& place, double stray) const = 0;

	/// The path touches a solid without entering it.
	virtual void Touch(const LegHit& graze) = 0;

	/// At the start of the leg; after a cast without a hit, at its end.
	Standing standing;

protected:
	~MeetingRule() = default;
};

/// Casts a disc (radius 0: a point) on a leg at a shape that stands still under a pose: the first entry that counts and
/// is not known of already.
[[nodiscard]] std::optional<LegHit> CastStill(const b2Shape& shape, int32_t child, const b2Transform& pose,
                                              const Leg& leg, float radius, MeetingRule& rule);

/// The same at a child that moves during the step; begin and end are the leg's shares of the step. The start of the leg
/// is pulled back by the pose at its begin and the end by the pose at its end, exactly; in between the path in the
/// frame of a turning body is followed by chords that stray by no more than chordError (m).
[[nodiscard]] std::optional<LegHit> CastMoving(const MovedChild& moved, const Leg& leg, double begin, double end,
                                               float radius, double chordError, MeetingRule& rule);

} // namespace ricochet
