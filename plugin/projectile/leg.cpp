// MIT License, Copyright (c) 2026 the ricochet authors

#include "projectile/leg.h"

#include "projectile/ballistics.h"
#include "projectile/child_walk.h"

#include <box2d/b2_fixture.h>

#include <algorithm>

namespace ricochet
{

namespace
{

// Chords in the frame of one turning body, in a whole step and in any part of one. A turn of a quarter circle at a
// reach of 1 m and a way of 100 m takes 200.
constexpr double k_maxChordsPerStepOfTurn = 512.0;
constexpr double k_maxChordsOfTurn = 8.0;

// The part of a leg during which the point is within reach of the body's centre: |a + w (b - a)| <= reach.
struct Window
{
	double begin = 1.0;
	double end = 0.0;
};

Window WithinReach(const Vec<double>& a, const Vec<double>& b, double reach)
{
	const Vec<double> d = b - a;
	const double dd = Dot(d, d);
	const double ad = Dot(a, d);
	const double excess = Dot(a, a) - reach * reach;
	if (dd == 0.0)
	{
		return excess <= 0.0 ? Window{0.0, 1.0} : Window{};
	}
	const double discriminant = ad * ad - dd * excess;
	if (discriminant < 0.0)
	{
		return {};
	}
	const double root = std::sqrt(discriminant);
	return {std::max((-ad - root) / dd, 0.0), std::min((-ad + root) / dd, 1.0)};
}

// The ends of the leg are pulled by their poses exactly; the points between are floats in the body's frame.
Knot KnotAt(const PosesOfLeg& poses, const Leg& leg, double fraction)
{
	if (fraction <= 0.0 || fraction >= 1.0)
	{
		return {fraction <= 0.0 ? leg.from : leg.to, poses.At(fraction)};
	}
	Knot knot;
	knot.point = ToFloat(poses.ToLocal(leg.PointAt(fraction), fraction));
	knot.pose.SetIdentity();
	return knot;
}

void FlyTurning(const BodyMotion& motion, const PosesOfLeg& poses, const Leg& leg, double begin, double end,
                float radius, double chordError, ChildWalk& walk)
{
	const Vec<double> offset = ToDouble(leg.from) - motion.CenterAt(begin);
	const Vec<double> offsetAfter = ToDouble(leg.to) - motion.CenterAt(end);

	// The reach of the whole body: its children must see one and the same path, or it slips between two of them that
	// share a vertex.
	const double reach =
	    motion.reach + radius + 2.0 * chordError + 1.0e-6 * (std::abs(leg.from.x) + std::abs(leg.from.y));
	const Window window = WithinReach(offset, offsetAfter, reach);
	if (window.begin > window.end)
	{
		walk.Miss();
		return;
	}

	// In the body's frame the way bends by |p''| <= w^2 r + 2 w v; a chord of time t strays by |p''| t^2 / 8. With the
	// turn and the way of the window for w t and v t that is the whole window's; n chords stray by 1 / n^2 of it.
	const double share = window.end - window.begin;
	const double turn = std::abs(motion.Turn()) * (end - begin) * share;
	const double way = Length(offsetAfter - offset) * share;
	const double strays = (turn * turn * reach + 2.0 * turn * way) / 8.0;
	const double most = k_maxChordsOfTurn + k_maxChordsPerStepOfTurn * (end - begin);
	const double chords = std::max(1.0, std::min(most, std::ceil(std::sqrt(strays / chordError))));
	const int count = static_cast<int>(chords);

	Piece piece;
	piece.stray = strays / (chords * chords);
	piece.begin = window.begin;
	piece.from = KnotAt(poses, leg, window.begin);
	for (int i = 1; i <= count && walk.IsDone() == false; ++i)
	{
		piece.end = i == count ? window.end : window.begin + share * i / count;
		piece.to = KnotAt(poses, leg, piece.end);
		walk.Fly(piece);
		piece.from = piece.to;
		piece.begin = piece.end;
	}
}

} // namespace

Vec<double> Leg::PointAt(double fraction) const
{
	return ToDouble(from) + fraction * (ToDouble(to) - ToDouble(from));
}

double Leg::Length() const
{
	return LengthOf(static_cast<double>(to.x) - from.x, static_cast<double>(to.y) - from.y);
}

std::optional<LegHit> CastStill(const b2Shape& shape, int32_t child, const b2Transform& pose, const Leg& leg,
                                float radius, MeetingRule& rule)
{
	const PosesOfLeg poses(pose);
	ChildWalk walk(shape, child, radius, poses, leg.end - leg.begin, rule);
	const Piece piece{{leg.from, pose}, {leg.to, pose}};
	walk.Fly(piece);
	return walk.Finish(piece.to);
}

std::optional<LegHit> CastMoving(const MovedChild& moved, const Leg& leg, double begin, double end, float radius,
                                 double chordError, MeetingRule& rule)
{
	const BodyMotion& motion = *moved.motion;
	const PosesOfLeg poses(motion, begin, end);
	ChildWalk walk(*moved.fixture->GetShape(), moved.child, radius, poses, leg.end - leg.begin, rule);
	const Knot to = KnotAt(poses, leg, 1.0);
	if (motion.Turn() != 0.0 && begin != end)
	{
		FlyTurning(motion, poses, leg, begin, end, radius, chordError, walk);
	}
	else
	{
		walk.Fly({KnotAt(poses, leg, 0.0), to});
	}
	return walk.Finish(to);
}

} // namespace ricochet
