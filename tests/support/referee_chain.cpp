// MIT License, Copyright (c) 2026 the ricochet authors

#include "support/referee_ledger.h"

#include <algorithm>

namespace ricochet::referee
{

namespace
{

// The library ignores contacts of a grenade that are slower than this (m/s), and does not report them.
constexpr Real k_quietSpeed = 0.011L;

// After an impact, a projectile continues from up to this distance before the body, or farther if the impact was flat
// (m).
constexpr Real k_relaunch = 1.0e-4L;

// True for an impact on a rotating body, whose place is only known up to the chord of the path around the body.
bool IsAtTurning(const StepSight& sight, const ImpactSight& impact)
{
	const BodySight* body = BodyOf(sight, impact.body);
	return body == nullptr || body->motion.Turn() != 0.0L;
}

// Returns the error of an impact's time on a curved path, which the plugin follows by chords (s).
Real TimeErrorAt(const StepSight& sight, const ImpactSight& impact)
{
	Vec surface;
	if (const BodySight* body = BodyOf(sight, impact.body); body != nullptr && sight.dt > 0.0L)
	{
		if (body->heldBack)
		{
			return sight.dt; // the time at which the body was there is unknown
		}
		const Vec arm = impact.center - body->motion.CenterAt(impact.time / sight.dt);
		surface = (1.0L / sight.dt) * (body->motion.CenterAt(1.0L) - body->motion.CenterAt(0.0L) +
		                               body->motion.Turn() * Vec{-arm.y, arm.x});
	}
	const Real speed = std::min(std::abs(Dot(impact.velocityBefore - surface, impact.normal)),
	                            std::abs(Dot(impact.velocityAfter - surface, impact.normal)));
	return std::min(k_chordError / std::max(speed, k_chordError), sight.dt);
}

// The greatest distance from a body at which a bullet waits (m).
constexpr Real k_waiting = 1.0e-4L;

void JudgeImpulses(const StepSight& sight, Ledger& ledger)
{
	for (const ImpactSight& impact : sight.impacts)
	{
		const Record* record = ledger.Find(impact.key);
		const BodySight* body = BodyOf(sight, impact.body);
		const bool isGiven = impact.IsShot() || (body != nullptr && body->type == b2_dynamicBody);
		if (record == nullptr || isGiven == false)
		{
			continue;
		}
		const Vec given = record->birth.mass * (impact.velocityBefore - impact.velocityAfter);
		const Real scale = record->birth.mass * (Length(impact.velocityBefore) + Length(impact.velocityAfter));
		const Real miss = Length(given - impact.impulse);
		if (miss > ledger.def.relative * scale)
		{
			ledger.Accuse(Law::Chain, impact.key, miss / scale, "an impulse of %.6Lg N s, velocities say %.6Lg",
			              Length(impact.impulse), Length(given));
		}
	}
}

// Returns the velocity that bullets have given a grenade that has already flown in this step (m/s).
Vec ShotVelocity(const StepSight& sight, Key key, const Record& record)
{
	Vec taken;
	for (const ImpactSight* shot : ShotsAt(sight, key))
	{
		taken = taken + shot->impulse;
	}
	return (1.0L / record.birth.mass) * taken;
}

// True if a piece that the bullet may hit touches it at one of some times between two knots.
bool Touches(const StepSight& sight, const Record& record, const Knot& from, const Knot& to)
{
	constexpr int32_t k_samples = 64;
	const Vec way = to.position - from.position;
	const Vec middle = from.position + 0.5L * way;
	for (const BodySight& body : sight.bodies)
	{
		const Real steps = (Length(way) + body.motion.WayWithin(body.reach)) / k_samples;
		const Real most = record.birth.radius + k_waiting + k_chordError + (std::isfinite(steps) ? steps : 0.0L);
		if (body.IsFarFrom(middle, 0.0L, 0.5L * Length(way) + most))
		{
			continue;
		}
		for (int32_t i = 0; i <= k_samples; ++i)
		{
			const Real share = static_cast<Real>(i) / k_samples;
			const Real time = from.time + share * (to.time - from.time);
			const Vec local = body.motion.At(time / sight.dt).ToLocal(from.position + share * way);
			const auto isNear = [&](const PieceSight& piece)
			{
				return Meets(record.birth.filter, body.body, piece) && SignedDistance(piece.piece, local) <= most;
			};
			if (std::any_of(body.pieces.begin(), body.pieces.end(), isNear))
			{
				return true;
			}
		}
	}
	return false;
}

// Returns the largest change of a bullet's velocity between two knots that no event reports (m/s). If a bullet slides,
// the surfaces cancel the speed that gravity adds, and their friction may cancel as much again.
Real HeldSpeed(const StepSight& sight, const Record& record, const Knot& from, const Knot& to)
{
	const Real added = std::abs(record.birth.gravityScale) * Length(sight.gravity) * (to.time - from.time);
	return added > 0.0L && Touches(sight, record, from, to) ? 2.0L * added : 0.0L;
}

// Judges the velocities from event to event, and up to the state after the step.
void JudgeVelocities(const StepSight& sight, const ProjectileSight& before, const Record& record,
                     std::span<const Knot> knots, Ledger& ledger)
{
	const std::vector<const ImpactSight*> impacts = ImpactsOf(sight, before.key);
	const Vec gravity = record.birth.gravityScale * sight.gravity;
	for (size_t i = 1; i < knots.size(); ++i)
	{
		const Real time = knots[i].time - knots[i - 1].time;
		const bool isLast = i + 1 == knots.size();
		const Vec due =
		    knots[i - 1].velocity + time * gravity + (isLast ? ShotVelocity(sight, before.key, record) : Vec{});
		const Vec told = i - 1 < impacts.size() ? impacts[i - 1]->velocityBefore : knots[i].velocity;
		const Real scale = Length(due) + Length(told) + Length(knots[i - 1].velocity) + Length(gravity) * sight.dt;
		const Real quiet = before.key.isGrenade ? k_quietSpeed : 0.0L;
		const Real late = (i >= 2 ? TimeErrorAt(sight, *impacts[i - 2]) : 0.0L) +
		                  (i - 1 < impacts.size() ? TimeErrorAt(sight, *impacts[i - 1]) : 0.0L);
		const Real miss = Length(told - due);
		const Real most = ledger.def.relative * scale + quiet + late * Length(gravity);
		if (miss > most && (before.key.isGrenade || miss > most + HeldSpeed(sight, record, knots[i - 1], knots[i])))
		{
			ledger.Accuse(Law::Chain, before.key, miss, "velocity (%.6Lg, %.6Lg) %s, after (%.6Lg, %.6Lg) before it",
			              told.x, told.y, i - 1 < impacts.size() ? "at an impact" : "after the step", due.x, due.y);
		}
	}
}

// True if a grenade has moved farther than its velocities allow: closing solids have squeezed it out.
bool IsSqueezedOut(const StepSight& sight, const ProjectileSight& before, const ProjectileSight& after)
{
	Real fastest = std::max(Length(before.velocity), Length(after.velocity));
	for (const ImpactSight* impact : ImpactsOf(sight, before.key))
	{
		fastest = std::max({fastest, Length(impact->velocityBefore), Length(impact->velocityAfter)});
	}
	return Length(after.position - before.position) > 2.0L * sight.dt * (fastest + sight.dt * Length(sight.gravity));
}

// Returns the distance by which grenades may push a bullet between two knots (m). A grenade counts if a bullet has hit
// it, if it has bounced, or if it was squeezed out in the step. The bullet moves along with the grenade until the
// grenade moves by its new velocity.
Real PushedWayByGrenades(const StepSight& sight, const Record& record, const Knot& from, const Knot& to)
{
	Real way = 0.0L;
	for (const ProjectileSight& before : sight.before)
	{
		const auto after = std::find_if(sight.after.begin(), sight.after.end(),
		                                [&](const ProjectileSight& state) { return state.key == before.key; });
		if (record.birth.hitsGrenades && before.key.isGrenade && after != sight.after.end() &&
		    (ShotsAt(sight, before.key).empty() == false || ImpactsOf(sight, before.key).empty() == false ||
		     IsSqueezedOut(sight, before, *after)))
		{
			way = std::max(way, Length(after->position - before.position) + Length(to.position - from.position));
		}
	}
	return way;
}

// True if the world has moved the body otherwise than its velocity says. It has corrected an overlap, or stopped the
// body in a time-of-impact event.
bool IsMovedAside(const StepSight& sight, const BodySight& body)
{
	const Vec way = body.motion.CenterAt(1.0L) - body.motion.CenterAt(0.0L);
	const Real turn = sight.dt * body.stepped.rate;
	return Length(way - sight.dt * body.stepped.velocity) > k_waiting ||
	       std::abs(body.motion.Turn() - turn) * body.reach > k_waiting;
}

// Returns the distance by which bodies may push a bullet between two knots (m). A body counts if the bullet has bounced
// off it in the step, or if its velocity has changed or does not match its motion. The bullet stays out of the body's
// path.
Real PushedWay(const StepSight& sight, std::span<const ImpactSight* const> impacts, Real radius, const Knot& from,
               const Knot& to)
{
	const Vec middle = 0.5L * (from.position + to.position);
	const Real half = 0.5L * Length(to.position - from.position);
	Real way = 0.0L;
	for (const BodySight& body : sight.bodies)
	{
		const bool isPushed =
		    body.type == b2_dynamicBody && (Length(body.after.velocity - body.stepped.velocity) > 0.0L ||
		                                    body.after.rate != body.stepped.rate || IsMovedAside(sight, body));
		const bool bounced =
		    std::any_of(impacts.begin(), impacts.end(),
		                [&](const ImpactSight* impact) { return impact->body == body.body && impact->TurnsBack(); });
		if ((isPushed || bounced) && body.IsFarFrom(middle, 0.0L, half + radius + k_waiting) == false)
		{
			way = std::max(way, body.motion.WayWithin(body.reach) + k_waiting);
		}
	}
	return way;
}

// Judges the position of a bullet from knot to knot. At a dynamic body, it may wait for the world to move the body.
void JudgePositions(const StepSight& sight, const ProjectileSight& before, Record& record, std::span<const Knot> knots,
                    Ledger& ledger)
{
	const std::vector<const ImpactSight*> impacts = ImpactsOf(sight, before.key);
	const Vec gravity = record.birth.gravityScale * sight.gravity;
	const Real chord = Length(gravity) > 0.0L ? k_chordError : 0.0L;
	for (size_t i = 1; i < knots.size(); ++i)
	{
		if (i >= 2 && impacts[i - 2]->response != Response::Stop)
		{
			const BodySight* body = BodyOf(sight, impacts[i - 2]->body);
			const bool isGone = body == nullptr && impacts[i - 2]->TurnsBack();
			if (isGone || (body != nullptr && body->type == b2_dynamicBody))
			{
				record.waits = true;
				return;
			}
		}
		const Real time = knots[i].time - knots[i - 1].time;
		const Vec due = knots[i - 1].position + time * knots[i - 1].velocity + 0.5L * time * time * gravity;
		const Real way = Length(due - knots[i - 1].position);
		const Real relaunch = i < 2 ? 0.0L : IsAtTurning(sight, *impacts[i - 2]) ? k_chordError : k_relaunch;
		const bool isMetTurning = i - 1 < impacts.size() && IsAtTurning(sight, *impacts[i - 1]);
		const Real off = isMetTurning ? k_chordError : 0.0L; // a reported point is off the surface
		const Real rounding = 16.0L * UlpAt(due) + 0x1p-22L * sight.dt * Length(knots[i - 1].velocity);
		const Real miss = Length(knots[i].position - due);
		const Real pushed =
		    std::max(PushedWay(sight, std::span(impacts).first(i - 1), record.birth.radius, knots[i - 1], knots[i]),
		             PushedWayByGrenades(sight, record, knots[i - 1], knots[i]));
		const bool isBehind = Dot(knots[i].position - due, due - knots[i - 1].position) < 0.0L;
		if (pushed > 0.0L && miss <= pushed + (isBehind ? way : 0.0L))
		{
			record.waits = true;
			return;
		}
		const bool lags = record.waits && isBehind;
		record.waits = lags && miss > rounding;
		const Real most = chord + ledger.def.relative * way + rounding + relaunch + off + 1.0e-6L;
		if (lags == false && miss > most &&
		    miss > most + k_waiting + time * HeldSpeed(sight, record, knots[i - 1], knots[i]))
		{
			ledger.Accuse(Law::Chain, before.key, miss, "at (%.9Lg, %.9Lg) instead of (%.9Lg, %.9Lg), knot %zu of %zu",
			              knots[i].position.x, knots[i].position.y, due.x, due.y, i, knots.size() - 1);
		}
	}
}

} // namespace

void JudgeChain(const StepSight& sight, Ledger& ledger)
{
	JudgeImpulses(sight, ledger);
	for (const ProjectileSight& before : sight.before)
	{
		Record* record = ledger.Find(before.key);
		if (record == nullptr || record->birth.drag != 0.0L || record->cancelled)
		{
			continue;
		}
		const std::vector<Knot> knots = KnotsOf(sight, before);
		const bool finite = std::all_of(knots.begin(), knots.end(), [](const Knot& k) { return IsFinite(k.position); });
		if (finite && (before.key.isGrenade == false || ledger.def.closed))
		{
			JudgeVelocities(sight, before, *record, knots, ledger);
		}
		if (finite && before.key.isGrenade == false)
		{
			JudgePositions(sight, before, *record, knots, ledger);
		}
	}
}

} // namespace ricochet::referee
