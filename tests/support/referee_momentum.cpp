// MIT License, Copyright (c) 2026 the ricochet authors

#include "support/referee_ledger.h"

#include <algorithm>

namespace ricochet::referee
{

namespace
{

constexpr Real k_floatRounding = 0x1p-23L;

// The largest error of a contact's place on a rotating body: the chord of its path (m).
constexpr Real k_armError = 2.0e-4L;

struct Sums
{
	Vec momentum;
	Real energy = 0.0L;
	Real scale = 0.0L; ///< of the momentum: the sum of the lengths of its parts

	// Adds a projectile's momentum and energy. A grenade has the moment of inertia of a disc.
	void Add(Ledger& ledger, const ProjectileSight& projectile)
	{
		if (const Record* record = ledger.Find(projectile.key))
		{
			const Real rim = record->birth.radius * projectile.spin;
			Add(record->birth.mass, projectile.velocity);
			energy += 0.25L * record->birth.mass * rim * rim;
		}
	}

	void Add(Real mass, Vec velocity)
	{
		momentum = momentum + mass * velocity;
		energy += 0.5L * mass * Dot(velocity, velocity);
		scale += mass * Length(velocity);
	}
};

void AddBodies(const StepSight& sight, bool after, Sums& sums)
{
	for (const BodySight& body : sight.bodies)
	{
		if (body.type == b2_dynamicBody)
		{
			const Spin& spin = after ? body.after : body.stepped;
			sums.Add(body.mass, spin.velocity);
			sums.energy += 0.5L * body.inertia * spin.rate * spin.rate;
		}
	}
}

// Compares the sums of momentum and energy from the end of the world's step, since the projectiles fly after it. The
// world's step itself is not judged.
void JudgeSums(const StepSight& sight, Ledger& ledger)
{
	Sums before, after;
	AddBodies(sight, false, before);
	AddBodies(sight, true, after);
	Key one;
	for (const ProjectileSight& projectile : sight.before)
	{
		before.Add(ledger, projectile);
		one = projectile.key;
	}
	for (const ProjectileSight& projectile : sight.after)
	{
		after.Add(ledger, projectile);
	}
	for (const EndSight& end : sight.ends)
	{
		const Record* record = ledger.Find(end.key);
		after.Add(record != nullptr ? record->birth.mass : 0.0L, end.velocity);
	}
	const Real scale = std::max(before.scale, after.scale);
	const Real miss = Length(after.momentum - before.momentum);
	if (miss > ledger.def.relative * scale)
	{
		ledger.Accuse(Law::Momentum, one, miss / scale, "momentum of %.6Lg N s changes by %.6Lg", scale, miss);
	}
	const Real gain = after.energy - before.energy;
	if (gain > ledger.def.relative * before.energy)
	{
		ledger.Accuse(Law::Energy, one, gain / before.energy, "%.6Lg J become %.6Lg", before.energy, after.energy);
	}
}

// Returns the angular impulse about the centre of mass at the time of the impact.
Real SpinOf(const StepSight& sight, const BodySight& body, const ImpactSight& impact, Real radius)
{
	return Cross(impact.Touching(radius) - body.motion.CenterAt(impact.time / sight.dt), impact.impulse);
}

// Returns the distance (m) between the reported point of an impact and the surface. The impulse acts on the surface.
// The distance is at most two chord errors: one for the path, and one for the turn of the body.
Real OffSurface(const StepSight& sight, const BodySight& body, const ImpactSight& impact, Real radius)
{
	const Vec local = body.motion.At(impact.time / sight.dt).ToLocal(impact.Touching(radius));
	Real off = 2.0L * k_chordError;
	for (const PieceSight& piece : body.pieces)
	{
		off = std::min(off, std::abs(SignedDistance(piece.piece, local)));
	}
	return off;
}

void JudgeBody(const StepSight& sight, const BodySight& body, Ledger& ledger)
{
	Vec told;
	Real toldSpin = 0.0L, scale = 0.0L, spinScale = 0.0L;
	Real roundings = 4.0L; // each impulse rounds the body's velocity once
	Key last;
	for (const ImpactSight& impact : sight.impacts)
	{
		const Record* record = ledger.Find(impact.key);
		if (impact.body == body.body && record != nullptr)
		{
			const Real spin = SpinOf(sight, body, impact, record->birth.radius);
			const Real arm = Length(impact.center - body.motion.CenterAt(impact.time / sight.dt));
			told = told + impact.impulse;
			toldSpin += spin;
			scale += Length(impact.impulse);
			roundings += 1.0L;
			const Real off = OffSurface(sight, body, impact, record->birth.radius);
			spinScale += (10.0L * ledger.def.relative * arm + k_armError + off) * Length(impact.impulse);
			last = impact.key;
		}
	}
	// The place of a body that was held back is unknown at earlier times.
	const Real arms = body.heldBack ? body.worldWay : 0.0L;
	for (const PressSight& press : sight.presses)
	{
		if (press.body == body.body && press.inNextStep == false)
		{
			const Vec arm = press.point - body.motion.CenterAt(body.heldBack ? 1.0L : press.time / sight.dt);
			told = told + press.impulse;
			toldSpin += Cross(arm, press.impulse);
			scale += Length(press.impulse);
			roundings += 1.0L;
			spinScale += (10.0L * ledger.def.relative * Length(arm) + k_armError) * Length(press.impulse);
			last = press.key;
		}
	}
	spinScale += arms * scale;
	const Vec change = body.mass * (body.after.velocity - body.stepped.velocity);
	const Real miss = Length(change - told);
	const Real rounding =
	    roundings * k_floatRounding * body.mass * (Length(body.after.velocity) + Length(body.stepped.velocity));
	if (miss > ledger.def.relative * scale + rounding)
	{
		ledger.Accuse(Law::Impulse, last, miss / std::max(Length(change), Length(told)),
		              "a body of %.4Lg kg changes by %.6Lg N s, told %.6Lg", body.mass, Length(change), Length(told));
	}
	const Real turned = body.inertia * (body.after.rate - body.stepped.rate);
	const Real spinRounding =
	    roundings * k_floatRounding * body.inertia * (std::abs(body.after.rate) + std::abs(body.stepped.rate));
	const Real spinMiss = std::abs(turned - toldSpin);
	if (body.inertia > 0.0L && spinMiss > spinScale + spinRounding)
	{
		ledger.Accuse(Law::Impulse, last, spinMiss / std::max(std::abs(turned), std::abs(toldSpin)),
		              "a body of %.4Lg kg m2 is turned by %.6Lg N m s, told %.6Lg", body.inertia, turned, toldSpin);
	}
}

} // namespace

void JudgeMomentum(const StepSight& sight, Ledger& ledger)
{
	const bool known =
	    std::all_of(sight.bodies.begin(), sight.bodies.end(), [](const BodySight& b) { return b.steppedKnown; });
	if (known && ledger.def.closed)
	{
		JudgeSums(sight, ledger);
	}
	for (const BodySight& body : sight.bodies)
	{
		if (body.steppedKnown && body.type == b2_dynamicBody && body.mass > 0.0L)
		{
			JudgeBody(sight, body, ledger);
		}
	}
}

} // namespace ricochet::referee
