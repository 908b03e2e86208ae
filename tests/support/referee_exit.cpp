// MIT License, Copyright (c) 2026 the ricochet authors

#include "support/referee_ledger.h"

#include <algorithm>

namespace ricochet::referee
{

namespace
{

constexpr int32_t k_halvings = 80;

// Returns the distance from a point on the surface of a convex solid, along a direction, to the exit.
Real WayOut(const PieceSight& piece, Vec enter, Vec direction)
{
	Real inside = 0.0L;
	Real outside = 4.0L * piece.reach + Length(enter - piece.middle);
	for (int32_t i = 0; i < k_halvings; ++i)
	{
		const Real middle = 0.5L * (inside + outside);
		(SignedDistance(piece.piece, enter + middle * direction) < 0.0L ? inside : outside) = middle;
	}
	return inside;
}

struct Chord
{
	Real begin = 0.0L;
	Real end = 0.0L;
};

// Returns the part of the path inside a convex solid, for a disc's centre that continues from where its rim touches.
// Along a straight path, the distance from a convex solid first falls and then rises.
Chord ChordThrough(const PieceSight& piece, Vec center, Vec direction)
{
	const auto distanceAt = [&](Real way)
	{
		return SignedDistance(piece.piece, center + way * direction);
	};
	Real low = 0.0L;
	Real high = 4.0L * piece.reach + Length(center - piece.middle);
	const Real farthest = high;
	for (int32_t i = 0; i < 2 * k_halvings; ++i)
	{
		const Real third = (high - low) / 3.0L;
		const bool isBefore = distanceAt(low + third) < distanceAt(high - third);
		high -= isBefore ? third : 0.0L;
		low += isBefore ? 0.0L : third;
	}
	const auto crossing = [&](Real outside)
	{
		Real inside = low;
		for (int32_t i = 0; i < k_halvings; ++i)
		{
			const Real middle = 0.5L * (inside + outside);
			(distanceAt(middle) < 0.0L ? inside : outside) = middle;
		}
		return inside;
	};
	return {crossing(0.0L), crossing(farthest)};
}

// Considers the exit of a piece, and of chains of the body's solids: each further solid contains the place just beyond
// the previous exit. Returns the exit that is nearest to the reported one.
Real NearestWayOut(const BodySight& body, const PieceSight& piece, Vec enter, Vec direction, Real told, Real band)
{
	Real end = WayOut(piece, enter, direction);
	Real nearest = end;
	for (bool goesOn = true; goesOn;)
	{
		goesOn = false;
		for (const PieceSight& other : body.pieces)
		{
			const Vec behind = enter + (end + band) * direction;
			if (other.piece.IsSolid() && SignedDistance(other.piece, behind) < 0.0L)
			{
				end += band + WayOut(other, behind, direction);
				nearest = std::abs(end - told) < std::abs(nearest - told) ? end : nearest;
				goesOn = true;
			}
		}
	}
	return nearest;
}

// True if the path inside is nowhere deeper than `band`, within which nothing is judged.
bool IsGrazing(const PieceSight& piece, Vec enter, Vec direction, Real way, Real band)
{
	return SignedDistance(piece.piece, enter + (0.5L * way) * direction) > -band;
}

// Returns the sine of the angle at which a path crosses the surface of the piece. It is no less than 0.001.
Real SineOfCrossing(const PieceSight& piece, Vec point, Vec direction)
{
	constexpr Real k_step = 1.0e-7L;
	const Vec step = k_step * direction;
	const Real rise = SignedDistance(piece.piece, point + step) - SignedDistance(piece.piece, point - step);
	return std::max(std::abs(rise) / (2.0L * k_step), 1.0e-3L);
}

// True if the bullet has bounced off the same dynamic body before, in this step. Then it may wait at that body, and
// reach the impact along the body's surface, in another direction than its velocity.
bool MayHaveWaited(const StepSight& sight, const BodySight& body, const ImpactSight& impact)
{
	const std::vector<const ImpactSight*> impacts = ImpactsOf(sight, impact.key);
	return body.type == b2_dynamicBody &&
	       std::any_of(impacts.begin(), impacts.end(),
	                   [&](const ImpactSight* other)
	                   { return other->body == impact.body && other->TurnsBack() && other->time < impact.time; });
}

void JudgeThickness(const StepSight& sight, const BodySight& body, const PieceSight& piece, const ImpactSight& impact,
                    Real radius, Ledger& ledger)
{
	// A body without rotation moves straight. In its frame, the path inside is therefore a chord, at the speed of
	// entry.
	const Pose pose = body.motion.At(impact.time / sight.dt);
	const Vec swept = (1.0L / sight.dt) * (body.motion.CenterAt(1.0L) - body.motion.CenterAt(0.0L));
	const Vec enter = pose.ToLocal(impact.center);
	const Vec relative = pose.ToLocal(impact.center + impact.velocityBefore - swept) - enter;
	const Real speed = Length(relative);
	if (speed == 0.0L)
	{
		return;
	}
	const Vec direction = (1.0L / speed) * relative;
	const Vec normal = pose.ToLocal(impact.center + impact.normal) - enter;
	const Real steepness = radius > 0.0L ? 1.0L : std::max(std::abs(Dot(direction, normal)), 1.0e-3L);
	const Real rounding = 16.0L * (UlpAt(impact.center) + UlpAt({radius, 0.0L})) / steepness;
	const Chord chord =
	    radius > 0.0L ? ChordThrough(piece, enter, direction)
	                  : Chord{0.0L, NearestWayOut(body, piece, enter, direction, impact.thickness, ledger.def.grazing)};
	const Real due = chord.end - chord.begin;
	const Vec begin = enter + chord.begin * direction;
	const Vec end = enter + chord.end * direction;
	const Real sine =
	    radius > 0.0L ? std::min(SineOfCrossing(piece, begin, direction), SineOfCrossing(piece, end, direction)) : 1.0L;
	// The ends of a leg are floats, so the direction of a short leg has a large error.
	const Real askew = chord.end * 4.0L * UlpAt(impact.center) / (speed * sight.dt * sine);
	const Real band = ledger.def.grazing + rounding + askew;
	const Real miss = std::abs(impact.thickness - due);
	if (miss > band + 1.0e-4L * due &&
	    IsGrazing(piece, begin, direction, std::max(due, impact.thickness), band) == false)
	{
		ledger.Accuse(Law::Told, impact.key, miss, "told of %.6Lg m of solid where there are %.6Lg", impact.thickness,
		              due);
	}
}

} // namespace

// Judges straight paths through bodies without rotation.
void JudgeExit(const StepSight& sight, Ledger& ledger)
{
	for (const ImpactSight& impact : sight.impacts)
	{
		const Record* record = ledger.Find(impact.key);
		if (record == nullptr || record->birth.drag != 0.0L ||
		    record->birth.gravityScale * Length(sight.gravity) != 0.0L)
		{
			continue;
		}
		for (const BodySight& body : sight.bodies)
		{
			const bool isOne = record->birth.radius == 0.0L || body.pieces.size() == 1;
			const bool straight = body.body == impact.body && body.motion.Turn() == 0.0L && isOne;
			for (const PieceSight& piece : body.pieces)
			{
				if (straight && impact.key.isGrenade == false && impact.startsInside == false &&
				    piece.fixture == impact.fixture && piece.child == impact.child && piece.piece.IsSolid() &&
				    MayHaveWaited(sight, body, impact) == false)
				{
					JudgeThickness(sight, body, piece, impact, record->birth.radius, ledger);
				}
			}
		}
	}
}

} // namespace ricochet::referee
