// MIT License, Copyright (c) 2026 the ricochet authors

#include "projectile/leg/leg.h"
#include "host/host.h"

#include "projectile/base/ballistics.h"
#include "projectile/leg/chord_flight.h"

namespace ricochet
{

Vec<double> Leg::PointAt(double fraction) const
{
	return Lift<double>(from) + fraction * (Lift<double>(to) - Lift<double>(from));
}

double Leg::Length() const
{
	return ricochet::Length(Lift<double>(to) - Lift<double>(from));
}

std::optional<LegHit> CastStill(const b2Shape& shape, int32_t child, const b2Transform& pose, const Leg& leg,
                                float radius, MeetingRule& rule)
{
	const PosesOfLeg poses(pose);
	PieceWalk walk(shape, child, radius, poses, leg, rule);
	const LegPiece piece{{leg.from, pose}, {leg.to, pose}};
	walk.Fly(piece);
	return walk.Finish(piece.to);
}

std::optional<LegHit> CastMoving(const MovedChild& moved, const Leg& leg, double begin, double end, float radius,
                                 double chordError, MeetingRule& rule)
{
	const BodyMotion& motion = *moved.motion;
	const PosesOfLeg poses(motion, begin, end);
	PieceWalk walk(*moved.fixture->GetShape(), moved.child, radius, poses, leg, rule);
	if (const std::optional<Chords> chords = ChordsOf(motion, leg, begin, end, radius, chordError))
	{
		ChordFlight(moved, poses, leg, end, radius, *chords, walk).Fly();
	}
	else
	{
		walk.Miss();
	}
	return walk.Finish(KnotAt(poses, leg, 1.0));
}

} // namespace ricochet
