// MIT License, Copyright (c) 2026 the ricochet authors

#include "support/referee_ledger.h"

#include <algorithm>

namespace ricochet::referee
{

namespace
{

constexpr int32_t k_samples = 1024;

// With gravity, a distance below this may be a contact (m).
constexpr Real k_contact = 2.0e-4L;

// The largest drift of a free flight over many steps, as a share of its path.
constexpr Real k_drift = 1.0e-4L;

struct FreeFlight
{
	Vec position, velocity, gravity;

	[[nodiscard]] Vec PositionAt(Real time) const { return position + time * velocity + 0.5L * time * time * gravity; }
	[[nodiscard]] Vec VelocityAt(Real time) const { return velocity + time * gravity; }
	[[nodiscard]] Real TopSpeed(Real time) const { return Length(velocity) + time * Length(gravity); }
};

// True if a disc in free flight does not come so close to the piece that it may touch it. Lowers `nearest` to the least
// distance between them.
bool StaysClear(const StepSight& sight, const BodySight& body, const PieceSight& piece, const FreeFlight& flight,
                Real radius, Real& nearest)
{
	const auto clearance = [&](Real time)
	{
		return SignedDistance(piece.piece, body.motion.At(time / sight.dt).ToLocal(flight.PositionAt(time))) - radius;
	};
	const Vec middle = body.motion.At(0.0L).ToWorld(piece.middle);
	const Real rate =
	    flight.TopSpeed(sight.dt) + (body.motion.WayWithin(Length(middle - body.motion.CenterAt(0.0L)) + piece.reach) +
	                                 std::abs(body.motion.Turn()) * 0.1L) /
	                                    sight.dt;
	if (Length(flight.position - middle) > piece.reach + radius + rate * sight.dt + 2.0L * k_contact)
	{
		return true;
	}
	const Real bend = Length(flight.gravity) * sight.dt * sight.dt / 8.0L;
	const Real chord = body.motion.Turn() != 0.0L ? k_chordError : std::min(bend, k_chordError);
	const Real rounding = 16.0L * UlpAt(flight.position) + chord;
	const Real start = clearance(0.0L);
	const bool pressed = Length(flight.gravity) > 0.0L;
	const Real least = pressed ? k_contact + rounding : 0.999L * std::min(start, k_contact);
	if (start <= 0.0L)
	{
		return false;
	}
	for (Real time = 0.0L; time < sight.dt;)
	{
		const Real clear = clearance(time);
		nearest = std::min(nearest, clear);
		if (clear < least)
		{
			return false;
		}
		time += std::max((clear - least) / rate, sight.dt / k_samples);
	}
	return clearance(sight.dt) >= least;
}

// True if the game has moved a body that may have pushed a grenade at this position.
bool MayBePushed(const StepSight& sight, const Record& record, Vec position)
{
	const Real near = record.birth.radius + k_longestTeleport;
	return std::any_of(sight.bodies.begin(), sight.bodies.end(),
	                   [&](const BodySight& body)
	                   {
		                   const Vec local = body.motion.At(0.0L).ToLocal(position);
		                   return std::any_of(body.pieces.begin(), body.pieces.end(),
		                                      [&](const PieceSight& piece)
		                                      {
			                                      return sight.changed.contains(piece.fixture) &&
			                                             Meets(record.birth.filter, body.body, piece) &&
			                                             SignedDistance(piece.piece, local) < near;
		                                      });
	                   });
}

bool IsFree(const StepSight& sight, const Record& record, const FreeFlight& flight, Real& nearest)
{
	nearest = HUGE_VALL;
	for (const BodySight& body : sight.bodies)
	{
		const Real reached = record.birth.radius + flight.TopSpeed(sight.dt) * sight.dt + 2.0L * k_contact;
		const Real back = body.heldBack ? body.worldWay : 0.0L;
		if (body.IsFarFrom(flight.position, 0.0L, reached + back))
		{
			continue;
		}
		// A body that is held back may push projectiles on its way back.
		if (body.heldBack)
		{
			return false;
		}
		for (const PieceSight& piece : body.pieces)
		{
			if (Meets(record.birth.filter, body.body, piece) && record.IsPassed(piece.fixture) == false &&
			    StaysClear(sight, body, piece, flight, record.birth.radius, nearest) == false)
			{
				return false;
			}
		}
	}
	return true;
}

void Compare(const StepSight& sight, const ProjectileSight& before, const ProjectileSight& after,
             const FreeFlight& flight, Real nearest, Ledger& ledger)
{
	const Real change = Length(after.velocity - flight.VelocityAt(sight.dt));
	if (change > ledger.def.relative * flight.TopSpeed(sight.dt) + 1.0e-6L)
	{
		ledger.Accuse(Law::Free, before.key, change,
		              "meets nothing, comes no nearer than %.4Lg m, and goes from (%.6Lg, %.6Lg) to (%.6Lg, %.6Lg) m/s "
		              "at (%.6Lg, %.6Lg)",
		              nearest, before.velocity.x, before.velocity.y, after.velocity.x, after.velocity.y,
		              after.position.x, after.position.y);
	}
	Record& record = *ledger.Find(before.key);
	// A grenade beside a surface keeps the contact gap. It may first have to move away from the surface by this gap.
	const bool isBeside = nearest < k_contact + k_chordError;
	if (record.freeTime == 0.0L || isBeside)
	{
		record.freeTime = 0.0L;
		record.freePosition = before.position;
		record.freeVelocity = before.velocity;
	}
	record.freeTime += sight.dt;
	const FreeFlight whole{record.freePosition, record.freeVelocity, flight.gravity};
	const Real way = record.freeTime * whole.TopSpeed(record.freeTime);
	const Real miss = Length(after.position - whole.PositionAt(record.freeTime));
	if (miss > k_drift * way + (isBeside ? k_contact + k_chordError : 0.0L) + 16.0L * UlpAt(after.position) + 1.0e-6L)
	{
		ledger.Accuse(Law::Free, before.key, miss, "meets nothing and is %.6Lg m from its flight of %.6Lg s", miss,
		              record.freeTime);
		record.freeTime = 0.0L;
	}
	if (isBeside)
	{
		record.freeTime = 0.0L; // The path to the gap is no part of the flight that follows.
	}
}

} // namespace

void JudgeFree(const StepSight& sight, Ledger& ledger)
{
	std::map<Key, const ProjectileSight*> states;
	for (const ProjectileSight& after : sight.after)
	{
		states[after.key] = &after;
	}
	for (const ProjectileSight& before : sight.before)
	{
		Record* record = ledger.Find(before.key);
		const auto after = states.find(before.key);
		if (record == nullptr || before.key.isGrenade == false || after == states.end() ||
		    IsFinite(after->second->position) == false)
		{
			continue;
		}
		const FreeFlight flight{before.position, before.velocity, record->birth.gravityScale * sight.gravity};
		const bool told = ImpactsOf(sight, before.key).empty() == false || ShotsAt(sight, before.key).empty() == false;
		Real nearest = HUGE_VALL;
		const bool pushed = sight.changed.empty() == false && MayBePushed(sight, *record, before.position);
		if (told || pushed || sight.dt <= 0.0L || IsFree(sight, *record, flight, nearest) == false)
		{
			record->freeTime = 0.0L;
			continue;
		}
		Compare(sight, before, *after->second, flight, nearest, ledger);
	}
}

} // namespace ricochet::referee
