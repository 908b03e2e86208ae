// MIT License, Copyright (c) 2026 the ricochet authors

#include "projectile/leg/flight.h"

#include "projectile/base/ballistics.h"
#include "query/accept.h"

#include <limits>

namespace ricochet
{

namespace
{

// Of a chord's error, so that rounding asks for no second one.
constexpr double k_oneChord = 0.9;

} // namespace

bool Flight::MayMeet(const QueryFilter& filter, b2Fixture* fixture) const
{
	return m_queued.Has(fixture->GetBody()) == false && Accepts(filter, fixture);
}

Reencounter Flight::ComesAgain(const Leg& leg, const LegHit& hit, const Leg& before) const
{
	// Both ends of the way there, the projectile's and the pose's, are rounded anew, and both ways have their chords.
	const double stray = hit.stray > 0.0 ? 2.0 * std::max(hit.stray, k_turningChordShare * m_chordError) : 0.0;
	return {.near = NearAhead(leg, hit, before),
	        .due = leg.TimeAt(hit.fraction) - before.end,
	        .error = 0.5 * RoundingClearance(before.to) + stray};
}

Vec<double> Flight::ArmOf(const b2Body* body, const Vec<double>& point, double time) const
{
	const BodyMotion* motion = m_motion.Find(body);
	return point - (motion != nullptr ? motion->MassCenterAt(Share(time)) : Lift<double>(body->GetWorldCenter()));
}

double Flight::OneChordDuration(const BodyMotion* motion, double radius, double speed) const
{
	// The way bends by w^2 r + 2 w v, and a chord strays by an eighth of that times the square of its time.
	const double spin = motion != nullptr && m_dt > 0.0 ? std::abs(motion->Turn()) / m_dt : 0.0;
	const double bend = spin > 0.0 ? spin * (spin * (motion->reach + radius) + 2.0 * speed) : 0.0;
	const double error = k_oneChord * k_turningChordShare * m_chordError;
	return bend > 0.0 ? std::sqrt(8.0 * error / bend) : std::numeric_limits<double>::infinity();
}

} // namespace ricochet
