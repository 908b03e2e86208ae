// MIT License, Copyright (c) 2026 the ricochet authors

#pragma once

#include "projectile/motion.h"
#include "shapes/shape_kernel.h"

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

/// Where a leg meets a child of a fixture.
struct LegHit
{
	b2Fixture* fixture = nullptr;
	int32_t child = 0;
	int32_t twin = -1;       ///< another child of the fixture that is met at the same fraction; -1: none
	double fraction = 0.0;   ///< of the leg
	Vec<double> normal{};    ///< unit, in the world; (0, 0) where the leg starts inside
	ShapeSpan met;           ///< on a straight piece of the leg in the shape's frame; the exit may lie behind its end
	bool endsInside = false; ///< the end of the leg lies in the solid
	Vec<double> pieceWay{};  ///< the piece's translation in the shape's frame, turned into the world as it then is
	double pieceShare = 1.0; ///< the piece's share of the leg
	b2Transform pose;        ///< of the body at the impact

	/// Where on the leg the span ends; behind the end of the leg it is followed straight on.
	[[nodiscard]] double ExitFraction() const;

	/// The length of the span (m).
	[[nodiscard]] double Thickness() const;
};

/// Which meetings count; the others are flown through.
class MeetingRule
{
public:
	virtual bool Counts(const ShapeSpan& met) const = 0;

protected:
	~MeetingRule() = default;
};

/// Casts a disc (radius 0: a point) on a leg at a shape that stands still under a pose.
[[nodiscard]] std::optional<LegHit> CastStill(const b2Shape& shape, int32_t child, const b2Transform& pose,
                                              const Leg& leg, float radius, const MeetingRule& rule);

/// The same at a child that moves during the step; begin and end are the leg's shares of the step. The start of the leg
/// is pulled back by the pose at its begin and the end by the pose at its end, exactly; in between the path in the
/// frame of a turning body is followed by chords that stray by no more than chordError (m).
[[nodiscard]] std::optional<LegHit> CastMoving(const MovedChild& moved, const Leg& leg, double begin, double end,
                                               float radius, double chordError, const MeetingRule& rule);

} // namespace ricochet
