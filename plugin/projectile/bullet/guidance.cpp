// MIT License, Copyright (c) 2026 the ricochet authors

#include "projectile/bullet/guidance.h"

#include "geometry/elementary.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace ricochet
{

namespace
{

// The largest change of the velocity in a piece, as a share of the velocity.
constexpr double k_changeOfPiece = 1.0 / 64.0;

Vec<double> Turned(const Vec<double>& v, const SinCos& turn)
{
	return {turn.cos * v.x - turn.sin * v.y, turn.sin * v.x + turn.cos * v.y};
}

double AngleTo(const Vec<double>& from, const Vec<double>& to)
{
	return AngleOf(Dot(from, to), Cross(from, to));
}

struct Turn
{
	double angle;
	double toTarget; // the share of the piece after which it flies towards the target; 1: not in this piece
};

// Returns the turn of a bullet in a piece. `aside`: the angle between velocity and target, in [0, pi]. `change`: the
// change of this angle by the forces alone. `most`: the largest angle by which the bullet may turn in the piece.
Turn TurnOver(double aside, double change, double most)
{
	if (aside + change < most)
	{
		// As soon as the bullet flies towards the target, its turn compensates the forces that turn it away, as far as
		// `most` allows.
		const double share = aside / (most - change);
		return {aside + share * change + (1.0 - share) * std::clamp(change, -most, most), share};
	}
	const double behind = 0.5 * k_fullTurn;
	if (aside + change > most + behind)
	{
		const double share = (behind - aside) / (change - most);
		return {(2.0 * share - 1.0) * most, 1.0};
	}
	return {most, 1.0};
}

} // namespace

double Guidance::PieceDuration(const Vec<double>& velocity) const
{
	const double turning = target.has_value() ? turnRate : 0.0;
	if (turning == 0.0 && dragQuadratic == 0.0 && thrust == 0.0)
	{
		return std::numeric_limits<double>::infinity();
	}
	const double slowing = drag + dragQuadratic * Length(velocity - wind);
	const double pushing = Length(acceleration) + std::abs(thrust) + slowing * Length(wind);
	const double rate = turning + slowing + pushing / std::max(Length(velocity), 1.0e-9);
	return k_changeOfPiece / rate;
}

// Returns the arc under the forces at the middle of the piece. The velocity at the middle follows from the forces at
// the start.
Arc Guidance::ArcBy(const Arc& start, double duration, double angle) const
{
	const SinCos half = SinCosOf(0.5 * angle);
	const Vec<double> turned = Turned(Turned(start.velocity, half), half) - start.velocity;
	const auto arcBy = [&](const Vec<double>& middle)
	{
		const double speed = Length(middle);
		const double push = std::max(thrust, -speed / duration);
		Arc arc = start;
		arc.drag = drag + dragQuadratic * Length(middle - wind);
		arc.acceleration = acceleration + arc.drag * wind + push * UnitOf(middle);
		if (angle != 0.0)
		{
			// With this acceleration, the velocity at the end of the piece has turned by the angle, for any drag. The
			// velocity that the forces add has turned by half of the angle.
			const double fading = arc.drag * duration;
			const double share = ExpOf(-fading) / (duration * DecaySharesOf(fading).first);
			arc.acceleration = Turned(arc.acceleration, half) + share * turned;
		}
		return arc;
	};
	return arcBy(arcBy(start.velocity).VelocityAt(0.5 * duration));
}

// True if the bullet is proven to turn to one side, at its full rate, through the whole piece. That holds if the target
// is far from the path, neither ahead of nor behind the bullet.
bool Guidance::KeepsTurning(const Arc& start, double duration, double aside) const
{
	const double most = turnRate * duration + 4.0 * k_changeOfPiece;
	const Vec<double> away = *target - start.position;
	const Vec<double> way = duration * start.velocity;
	const Vec<double> moved = targetAfter - *target;
	const double near = k_changeOfPiece * k_changeOfPiece * Dot(away, away);
	return std::abs(aside) > most && std::abs(aside) < 0.5 * k_fullTurn - most && Dot(way, way) < near &&
	       Dot(moved, moved) < near;
}

Guidance::Piece Guidance::PieceFrom(const Vec<double>& position, const Vec<double>& velocity, double duration,
                                    double shortest) const
{
	const Arc start{position, velocity, {}, 0.0};
	if (target.has_value() == false)
	{
		return {ArcBy(start, duration, 0.0), duration};
	}
	const double aside = AngleTo(velocity, *target - position);
	const double side = aside < 0.0 ? -1.0 : 1.0;
	const double most = turnRate * duration;
	if (KeepsTurning(start, duration, aside))
	{
		return {ArcBy(start, duration, side * most), duration};
	}
	const Arc straight = ArcBy(start, duration, 0.0);
	const double after = AngleTo(straight.VelocityAt(duration), targetAfter - straight.PositionAt(duration));
	const Turn turn = TurnOver(std::abs(aside), std::remainder(side * after - std::abs(aside), k_fullTurn), most);
	if (turn.toTarget < 1.0 && turn.toTarget * duration > shortest && std::abs(aside) > k_changeOfPiece * most)
	{
		duration *= turn.toTarget;
		return {ArcBy(start, duration, side * turnRate * duration), duration};
	}
	return {ArcBy(start, duration, side * turn.angle), duration};
}

} // namespace ricochet
