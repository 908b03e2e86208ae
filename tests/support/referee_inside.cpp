// MIT License, Copyright (c) 2026 the ricochet authors

#include "support/referee_ledger.h"

#include <algorithm>

namespace ricochet::referee
{

namespace
{

struct Overlap
{
	Real depth = 0.0L;
	const BodySight* body = nullptr;
};

// The deepest overlap with static and kinematic bodies, and the deepest one with dynamic bodies.
struct Overlaps
{
	Overlap firm, dynamic;
};

// True if a projectile can overlap the piece. A point on a solid's surface counts as in the solid. An edge counts only
// for discs, because a point may end its step on an edge.
bool CanOverlap(const Record& record, const BodySight& body, const PieceSight& piece)
{
	const bool sided = record.birth.radius > 0.0L && record.birth.filter.sides == Sides::Both;
	return (piece.piece.IsSolid() || sided) && record.birth.filter.startInside &&
	       Meets(record.birth.filter, body.body, piece) && record.IsPassed(piece.fixture) == false &&
	       MayBeToldWithAnother(record, body, piece) == false;
}

Overlaps OverlapsOf(const StepSight& sight, const Record& record, Vec position)
{
	Overlaps overlaps;
	for (const BodySight& body : sight.bodies)
	{
		if (body.IsFarFrom(position, 1.0L, record.birth.radius))
		{
			continue;
		}
		const Vec local = body.motion.At(1.0L).ToLocal(position);
		for (const PieceSight& piece : body.pieces)
		{
			if (Length(local - piece.middle) > piece.reach + record.birth.radius ||
			    CanOverlap(record, body, piece) == false)
			{
				continue;
			}
			const Real depth = record.birth.radius - SignedDistance(piece.piece, local);
			Overlap& deepest = body.type == b2_dynamicBody ? overlaps.dynamic : overlaps.firm;
			if (depth > deepest.depth)
			{
				deepest = {depth, &body};
			}
		}
	}
	return overlaps;
}

// Returns the rounding error of a disc's rim, which is due to its position and its radius.
Real RoundingOf(const Record& record, Vec position)
{
	const Real rim = record.birth.radius > 0.0L ? UlpAt({record.birth.radius, 0.0L}) : 0.0L;
	return 4.0L * (UlpAt(position) + rim);
}

void JudgeYield(const StepSight& sight, const ProjectileSight& projectile, const Overlap& overlap, Ledger& ledger)
{
	Record& record = *ledger.Find(projectile.key);
	if (overlap.depth <= ledger.def.depth + RoundingOf(record, projectile.position))
	{
		record.yielding = 0.0L;
		return;
	}
	record.yielding += sight.dt;
	Extremes& extremes = ledger.extremes;
	extremes.yields += 1;
	extremes.yieldDepth = std::max(extremes.yieldDepth, overlap.depth);
	extremes.yieldTime = std::max(extremes.yieldTime, record.yielding);
	if (overlap.depth > ledger.def.yieldDepth * record.birth.radius || record.yielding > ledger.def.yieldTime)
	{
		ledger.Accuse(Law::Yield, projectile.key, overlap.depth,
		              "%.6Lg m deep in a dynamic body of %.4Lg kg for %.4Lg s, radius %.4Lg", overlap.depth,
		              overlap.body->mass, record.yielding, record.birth.radius);
	}
}

} // namespace

void JudgeInside(const StepSight& sight, Ledger& ledger)
{
	for (const ProjectileSight& projectile : sight.after)
	{
		const Record* record = ledger.Find(projectile.key);
		if (record == nullptr || IsFinite(projectile.position) == false)
		{
			continue;
		}
		const Overlaps overlaps = OverlapsOf(sight, *record, projectile.position);
		if (overlaps.firm.depth > ledger.def.depth + RoundingOf(*record, projectile.position))
		{
			ledger.Accuse(Law::Inside, projectile.key, overlaps.firm.depth,
			              "%.6Lg m deep in a %s body at (%.9Lg, %.9Lg), radius %.4Lg, speed %.4Lg", overlaps.firm.depth,
			              overlaps.firm.body->type == b2_staticBody ? "static" : "kinematic", projectile.position.x,
			              projectile.position.y, record->birth.radius, Length(projectile.velocity));
		}
		JudgeYield(sight, projectile, overlaps.dynamic, ledger);
	}
}

} // namespace ricochet::referee
