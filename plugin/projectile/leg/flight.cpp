// MIT License, Copyright (c) 2026 the ricochet authors

#include "projectile/leg/flight.h"

#include "projectile/base/ballistics.h"
#include "query/accept.h"
#include "query/source.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace ricochet
{

namespace
{

// A share of the chord error: below 1, so that rounding does not require a second chord.
constexpr double k_oneChord = 0.9;

// sin of an angle between path and surface. At flatter angles the way back is as long as at this angle.
constexpr double k_flattestApproach = 1.0e-3;

// Each step back is 4 times as long as the last one. At 1 m from the origin, 4^12 units in the last place are some
// metres.
constexpr int k_maxBackSteps = 12;

} // namespace

bool Flight::MayMeet(const QueryFilter& filter, b2Fixture* fixture) const
{
	return m_queued.Has(fixture->GetBody()) == false && Accepts(filter, fixture);
}

bool Flight::IsClear(b2Vec2 from, b2Vec2 to, float margin) const
{
	bool isClear = m_motion.HasTreeChanged(m_world) == false && from.IsValid() && to.IsValid();
	const auto stop = [&](const auto&)
	{
		isClear = false;
		return true;
	};
	if (isClear)
	{
		LiveTree{m_world, margin + m_motion.LeafMargin()}.WalkWay(from, to, stop);
	}
	if (isClear)
	{
		const Way way(from, to);
		m_motion.Swept().WalkRay(way.ray, margin + way.stray,
		                         [&](uint32_t)
		                         {
			                         isClear = false;
			                         return -1.0;
		                         });
	}
	return isClear;
}

Reencounter Flight::ComesAgain(const Leg& leg, const LegHit& hit, const Leg& before) const
{
	// The leg there and the next one both round their ends and the pose at them. Both stray by chords.
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
	// In the body's frame the path has the acceleration w^2 r + 2 w v. A chord strays by an eighth of that times the
	// square of its duration.
	const double spin = motion != nullptr && m_dt > 0.0 ? std::abs(motion->Turn()) / m_dt : 0.0;
	const double bend = spin > 0.0 ? spin * (spin * (motion->reach + radius) + 2.0 * speed) : 0.0;
	const double error = k_oneChord * k_turningChordShare * m_chordError;
	return bend > 0.0 ? std::sqrt(8.0 * error / bend) : std::numeric_limits<double>::infinity();
}

double RoundingClearance(b2Vec2 position)
{
	return 0x1p-21 * std::max({std::abs(position.x), std::abs(position.y), 1.0f * b2_lengthUnitsPerMeter});
}

double NearAhead(const Leg& leg, const LegHit& hit, const Leg& before)
{
	const double duration = leg.end - leg.begin;
	const double share = hit.fraction - (duration > 0.0 ? (before.end - leg.begin) / duration : 0.0);

	// A chord strays by an eighth of the difference between the translations of two consecutive pieces.
	const double pieces = hit.pieceShare > 0.0 ? share / hit.pieceShare : 0.0;
	const double way = pieces * (Length(hit.pieceWay) + 8.0 * hit.stray * pieces);
	return 2.0 * (way + RoundingClearance(before.to) + hit.stray);
}

double Flight::FractionOfImpact(const Leg& leg, const LegHit& hit, const Leg& before) const
{
	const bool isLate = leg.TimeAt(hit.fraction) - before.end > k_shortestMove * m_dt;
	return isLate ? (before.end - leg.begin) / (leg.end - leg.begin) : hit.fraction;
}

Leg Flight::Before(const Leg& leg, const LegHit& hit, float radius, const QueryFilter& filter, Passing& passing,
                   const NearChildren* listed) const
{
	// The leg ends before the hit by the clearance along the normal, in the frame of the child that was hit. If the
	// cast of the shortened leg still has a hit, it ends farther back.
	const double way = std::max(std::abs(Dot(hit.pieceWay, hit.normal)), k_flattestApproach * Length(hit.pieceWay));
	const double clearance = RoundingClearance(ToFloat(leg.PointAt(hit.fraction)));
	double back = way > 0.0 ? clearance / way * hit.pieceShare : 1.0;
	for (int attempt = 0; attempt < k_maxBackSteps && back < hit.fraction; ++attempt)
	{
		const double fraction = hit.fraction - back;
		const Leg shorter{leg.from, ToFloat(leg.PointAt(fraction)), leg.begin, leg.TimeAt(fraction)};
		if (FirstHit(shorter, radius, filter, passing, &passing, listed).has_value() == false)
		{
			return shorter;
		}
		back *= 4.0;
	}
	passing.SeeNothingNew();
	return {leg.from, leg.from, leg.begin, leg.begin};
}

} // namespace ricochet
