// MIT License, Copyright (c) 2026 the ricochet authors

#include "projectile/leg/flight.h"

#include "projectile/base/ballistics.h"
#include "projectile/base/parts.h"
#include "query/accept.h"
#include "query/source.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace ricochet
{

namespace
{

// A share of the chord error. It is below 1, so that rounding does not make a second chord necessary.
constexpr double k_oneChord = 0.9;

// The sine of an angle between path and surface. At flatter angles, the path ends as far before the hit as at this
// angle.
constexpr double k_flattestApproach = 1.0e-3;

// The largest number of steps back along the path. Each step is 4 times as long as the last one. At 1 m from the
// origin, 4^12 units in the last place are some metres.
constexpr int k_maxBackSteps = 12;

// After this number of steps back, the end of the leg is farther back than its rounding can have moved it.
constexpr int k_mostNearSteps = 3;

// Newton's method may start from a value that is 2^k_maxNewtonSteps times too large. In this number of steps it then
// comes within a factor of 2 of a square root.
constexpr int k_maxNewtonSteps = 16;

// Returns how far before a hit the path must end, in lengths of its piece. The end keeps a clearance (m) from the child
// that was hit, and mostly no more than twice that clearance. If the surface is a plane, the slope at the hit gives the
// result. Off a round or a corner the path rises faster: at a distance s before the hit by s sin(angle) + s^2 / 2r. The
// height over a convex child is a convex function of s, so Newton's method comes from above and never passes the
// solution.
double PiecesBack(const LegHit& hit, const Vec<double>& center, double clearance)
{
	const double slope = std::abs(Dot(hit.pieceWay, hit.normal));
	const double least = k_flattestApproach * Length(hit.pieceWay);
	double pieces = clearance / std::max(slope, least);
	const auto separationAt = [&](const Vec<double>& place)
	{
		return SeparateFromPart(*hit.fixture->GetShape(), hit.child, hit.pose, place);
	};
	// The centre at the hit is not exactly a radius off the child, because a chord strays.
	const double touching = slope > 0.0 ? separationAt(center).distance : 0.0;
	for (int i = 0; i < k_maxNewtonSteps && slope > 0.0; ++i)
	{
		const Separation way = separationAt(center - pieces * hit.pieceWay);
		const double height = way.distance - touching;
		const double rise = -Dot(hit.pieceWay, way.normal);
		if ((height > 2.0 * clearance && rise > 0.0) == false)
		{
			break;
		}
		pieces -= (height - clearance) / rise;
	}
	return pieces;
}

// Returns the point whose coordinates are the next floats in a direction. If a component of the direction is 0, that
// coordinate stays.
b2Vec2 NextTo(b2Vec2 point, const Vec<double>& direction)
{
	const auto next = [](float coordinate, double component)
	{
		const float end = component > 0.0 ? b2_maxFloat : -b2_maxFloat;
		return component != 0.0 ? std::nextafter(coordinate, end) : coordinate;
	};
	return {next(point.x, direction.x), next(point.y, direction.y)};
}

} // namespace

bool Flight::MayMeet(const QueryFilter& filter, b2Fixture* fixture) const
{
	return m_queued.Has(fixture->GetBody()) == false && Accepts(filter, fixture);
}

bool Flight::IsClear(b2Vec2 from, b2Vec2 to, float margin) const
{
	bool isClear = m_motion.HasTreeChanged(m_world) == false;
	const auto stop = [&](const auto&)
	{
		isClear = false;
		return true;
	};
	if (isClear)
	{
		LiveTree{m_world, margin + m_motion.LeafMargin()}.WalkWay(from, to, stop);
	}
	if (isClear && m_motion.Children().empty() == false)
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
	// Both the leg to `before.to` and the next one round their ends, and the poses there. Both also stray by their
	// chords.
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

LegHit Flight::Reported(const Leg& leg, const LegHit& hit, const Leg& before) const
{
	LegHit reported = hit;
	if (leg.TimeAt(hit.fraction) - before.end <= k_shortestMove * m_dt)
	{
		return reported;
	}
	reported.fraction = (before.end - leg.begin) / (leg.end - leg.begin);
	reported.exitWay = hit.exitWay + leg.PointAt(hit.fraction) - leg.PointAt(reported.fraction);
	if (const BodyMotion* motion = m_motion.Find(hit.fixture->GetBody()))
	{
		reported.pose = motion->PoseAt(Share(before.end));
		const auto turn = [&](const Vec<double>& v)
		{
			return Turned(reported.pose.q, InverseTurn(hit.pose.q, v));
		};
		reported.normal = UnitOf(turn(hit.normal));
		reported.pieceWay = turn(hit.pieceWay);
		reported.aside = turn(hit.aside);
	}
	return reported;
}

Leg Flight::Before(const Leg& leg, const LegHit& hit, float radius, const QueryFilter& filter, Passing& passing,
                   const NearChildren* listed, std::optional<LegHit>* inTheWay) const
{
	const Vec<double> center = leg.PointAt(hit.fraction);
	const double pieces = PiecesBack(hit, center, RoundingClearance(ToFloat(center)));
	double back = pieces * hit.pieceShare;
	for (int attempt = 0; attempt < k_maxBackSteps && back < hit.fraction; ++attempt)
	{
		const double fraction = hit.fraction - back;
		Leg shorter{leg.from, ToFloat(leg.PointAt(fraction)), leg.begin, leg.TimeAt(fraction)};
		const b2Vec2 rounded = shorter.to;
		const auto hitBefore = [&]
		{
			return FirstHit(shorter, radius, filter, passing, &passing, listed);
		};
		const std::optional<LegHit> other = hitBefore();
		if (other.has_value() == false)
		{
			return shorter;
		}
		if (inTheWay != nullptr && attempt >= k_mostNearSteps && other->fixture->GetBody() != hit.fixture->GetBody())
		{
			*inTheWay = other;
			return shorter;
		}
		// In most cases a step back of 4 times the length is enough. The path before the hit is free, but the rounding
		// of its end may turn the path into a child that it nearly touches. Rounding moves the end by at most half a
		// float in each coordinate. So the next float in one of the two coordinates is back on the path or beyond it.
		const Vec<double> out = attempt > 0 ? other->normal : Vec<double>{};
		for (const Vec<double>& aside : {Vec<double>{out.x, 0.0}, Vec<double>{0.0, out.y}})
		{
			shorter.to = NextTo(rounded, aside);
			if (shorter.to != rounded && hitBefore().has_value() == false)
			{
				return shorter;
			}
		}
		back *= 4.0;
	}
	passing.SeeNothingNew();
	return {leg.from, leg.from, leg.begin, leg.begin};
}

} // namespace ricochet
