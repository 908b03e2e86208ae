// MIT License, Copyright (c) 2026 the ricochet authors

#include "projectile/guidance.h"

#include "geometry/elementary.h"

#include <algorithm>
#include <limits>

namespace ricochet
{

namespace
{

// Of its velocity: what a piece changes.
constexpr double k_changeOfPiece = 1.0 / 64.0;

Vec<double> Turned(const Vec<double>& v, double angle)
{
	const SinCos turn = SinCosOf(angle);
	return {turn.cos * v.x - turn.sin * v.y, turn.sin * v.x + turn.cos * v.y};
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

Arc Guidance::PieceFrom(const Vec<double>& position, const Vec<double>& velocity, double duration) const
{
	double angle = 0.0;
	if (target.has_value())
	{
		const Vec<double> aim = *target - position;
		const double most = turnRate * duration;
		angle = std::clamp(AngleOf(Dot(velocity, aim), Cross(velocity, aim)), -most, most);
	}
	// With these forces, its velocity is turned by that angle where the piece ends, whatever slows it down meanwhile.
	const Vec<double> turned = Turned(velocity, angle) - velocity;
	const auto arcBy = [&](const Vec<double>& middle)
	{
		const double speed = Length(middle);
		const double push = std::max(thrust, -speed / duration);
		Arc arc;
		arc.position = position;
		arc.velocity = velocity;
		arc.drag = drag + dragQuadratic * Length(middle - wind);
		const double fading = arc.drag * duration;
		const double share = ExpOf(-fading) / (duration * DecaySharesOf(fading).first);
		arc.acceleration = acceleration + arc.drag * wind + push * UnitOf(middle) + share * turned;
		return arc;
	};
	return arcBy(arcBy(velocity).VelocityAt(0.5 * duration));
}

} // namespace ricochet
