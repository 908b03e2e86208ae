// MIT License, Copyright (c) 2026 the ricochet authors

#include "support/referee_ledger.h"

#include <algorithm>

namespace ricochet::referee
{

namespace
{

// A path around a solid counts as possible if it is at most this many times as long as the known speeds allow.
constexpr Real k_possible = 2.0L;

// A part of a projectile's path within one step, between two certain positions.
struct Stretch
{
	Knot from, to;
	Real speed = 0.0L; ///< an upper bound at any time

	[[nodiscard]] Real Duration() const { return to.time - from.time; }
};

Real TopSpeed(const StepSight& sight, const Record& record, std::span<const Knot> knots)
{
	Real top = 0.0L;
	for (const Knot& knot : knots)
	{
		top = std::max(top, Length(knot.velocity));
	}
	return top + std::abs(record.birth.gravityScale) * Length(sight.gravity) * sight.dt;
}

// Returns an upper bound of the length of the projectile's path in the body's frame, including pushes by moving bodies.
Real LongestWay(const StepSight& sight, const BodySight& body, const Stretch& stretch, Vec from, Vec to)
{
	Real carried = 0.0L;
	for (const BodySight& other : sight.bodies)
	{
		const Real reach = Length(stretch.from.position - other.motion.CenterAt(0.0L));
		const Real way = other.motion.WayWithin(reach);
		const bool near = std::any_of(other.pieces.begin(), other.pieces.end(),
		                              [&](const PieceSight& piece)
		                              {
			                              const Vec local = other.motion.At(0.0L).ToLocal(stretch.from.position);
			                              return Length(local - piece.middle) < piece.reach + 2.0L * way + 1.0L;
		                              });
		carried = near ? std::max(carried, way) : carried;
	}
	const Real own = body.motion.WayWithin(Length(stretch.from.position - body.motion.CenterAt(0.0L)));
	return k_possible * std::max(stretch.speed * stretch.Duration() + own + carried, Length(to - from));
}

Real LongestLeg(std::span<const Knot> knots)
{
	Real longest = 0.0L;
	for (size_t i = 0; i + 1 < knots.size(); ++i)
	{
		longest = std::max(longest, Length(knots[i + 1].position - knots[i].position));
	}
	return longest;
}

void JudgeSolid(const StepSight& sight, const BodySight& body, const PieceSight& piece, const Stretch& stretch, Key key,
                Ledger& ledger)
{
	const Vec from = body.motion.At(stretch.from.time / sight.dt).ToLocal(stretch.from.position);
	const Vec to = body.motion.At(stretch.to.time / sight.dt).ToLocal(stretch.to.position);
	if (DistanceToSegment(piece.middle, from, to) >= piece.reach || from == to)
	{
		return;
	}
	const Real around = WayAround(piece.piece, from, to);
	if (around > LongestWay(sight, body, stretch, from, to))
	{
		ledger.Accuse(Law::Side, key, Length(to - from),
		              "through a solid from (%.9Lg, %.9Lg) to (%.9Lg, %.9Lg) in its frame; around it is %.4Lg m",
		              from.x, from.y, to.x, to.y, around);
	}
}

void JudgeRow(const StepSight& sight, const BodySight& body, const BarrierSight& barrier, const Stretch& stretch,
              Key key, Ledger& ledger)
{
	const Vec from = body.motion.At(stretch.from.time / sight.dt).ToLocal(stretch.from.position);
	const Vec to = body.motion.At(stretch.to.time / sight.dt).ToLocal(stretch.to.position);
	if (from == to || NetCrossings(barrier.row, from, to) == 0)
	{
		return;
	}
	if (WayAround(barrier.row, from, to) > LongestWay(sight, body, stretch, from, to))
	{
		ledger.Accuse(Law::Side, key, Length(to - from),
		              "through an edge from (%.9Lg, %.9Lg) to (%.9Lg, %.9Lg) in its frame, t %.6Lg to %.6Lg of %.6Lg",
		              from.x, from.y, to.x, to.y, stretch.from.time, stretch.to.time, sight.dt);
	}
}

// Judges a point that is so far from a closed chain that it is certainly inside or outside. The margin covers the
// rounding of impact times to floats.
void JudgeLoop(const BodySight& body, const BarrierSight& barrier, const Knot& at, Real share, Key key, Ledger& ledger)
{
	const Vec local = body.motion.At(share).ToLocal(at.position);
	const bool between = share > 0.0L && share < 1.0L;
	Real distance = HUGE_VALL;
	for (size_t i = 0; i + 1 < barrier.row.size(); ++i)
	{
		distance = std::min(distance, DistanceToSegment(local, barrier.row[i], barrier.row[i + 1]));
	}
	Record& record = *ledger.Find(key);
	if (distance <= (between ? ledger.def.grazing : ledger.def.depth) + 8.0L * UlpAt(at.position))
	{
		return;
	}
	const int32_t winding = Winding(barrier.row, local);
	const auto [known, fresh] = record.winding.emplace(barrier.fixture, winding);
	if (fresh == false && known->second != winding)
	{
		ledger.Accuse(Law::Side, key, distance, "%s a closed chain, %.6Lg m from it at (%.9Lg, %.9Lg) in its frame",
		              winding == 0 ? "out of" : "into", distance, local.x, local.y);
	}
	known->second = winding;
}

// True if the library may move the projectile at once: out of a body into which it was thrown, or that was put over it
// between the steps.
bool MayJump(const StepSight& sight, const ProjectileSight& before, const Record& record, bool isNew)
{
	for (const BodySight& body : sight.bodies)
	{
		if (body.IsFarFrom(before.position, 0.0L, record.birth.radius + k_longestTeleport))
		{
			continue;
		}
		const Vec local = body.motion.At(0.0L).ToLocal(before.position);
		for (const PieceSight& piece : body.pieces)
		{
			const bool changed = sight.changed.contains(piece.fixture);
			const Real near = record.birth.radius + (changed ? k_longestTeleport : 0.0L);
			if ((isNew || changed) && Meets(record.birth.filter, body.body, piece) &&
			    Length(local - piece.middle) <= piece.reach + near && SignedDistance(piece.piece, local) < near)
			{
				return true;
			}
		}
	}
	return false;
}

void JudgeOne(const StepSight& sight, const ProjectileSight& before, Ledger& ledger)
{
	Record& record = *ledger.Find(before.key);
	// A projectile that overlaps a solid at its start may leave the solid on any side.
	const bool passesOverlaps = record.birth.radius > 0.0L && record.birth.filter.startInside == false;
	if (passesOverlaps || MayJump(sight, before, record, record.bornIn == ledger.step))
	{
		record.winding.clear();
		return;
	}
	const QueryFilter& filter = record.birth.filter;
	const std::vector<Knot> knots = KnotsOf(sight, before);
	const bool finite = std::all_of(knots.begin(), knots.end(), [](const Knot& k) { return IsFinite(k.position); });
	if (finite == false)
	{
		return;
	}
	const Real speed = TopSpeed(sight, record, knots);
	// The centre of the smallest discs may be on the surface that they touch.
	const bool isPoint = record.birth.radius <= 16.0L * UlpAt(before.position);
	for (const BodySight& body : sight.bodies)
	{
		const bool isFar = std::all_of(knots.begin(), knots.end(),
		                               [&](const Knot& knot)
		                               {
			                               const Real slack = LongestLeg(knots) + 8.0L * UlpAt(knot.position);
			                               return body.IsFarFrom(knot.position, knot.time / sight.dt, slack);
		                               });
		for (const BarrierSight& barrier : body.barriers)
		{
			PieceSight asPiece;
			asPiece.fixture = barrier.fixture;
			asPiece.filter = barrier.filter;
			asPiece.sensor = barrier.sensor;
			if (Meets(filter, body.body, asPiece) == false || filter.sides != Sides::Both ||
			    record.IsPassed(barrier.fixture))
			{
				record.winding.erase(barrier.fixture);
				continue;
			}
			for (size_t i = 0; i < knots.size() && barrier.closed; ++i)
			{
				JudgeLoop(body, barrier, knots[i], knots[i].time / sight.dt, before.key, ledger);
			}
			for (size_t i = 0; i + 1 < knots.size() && barrier.closed == false && isFar == false && isPoint == false;
			     ++i)
			{
				JudgeRow(sight, body, barrier, {knots[i], knots[i + 1], speed}, before.key, ledger);
			}
		}
		for (const PieceSight& piece : body.pieces)
		{
			if (isFar || isPoint || piece.piece.IsSolid() == false || Meets(filter, body.body, piece) == false ||
			    record.IsPassed(piece.fixture))
			{
				continue;
			}
			for (size_t i = 0; i + 1 < knots.size(); ++i)
			{
				JudgeSolid(sight, body, piece, {knots[i], knots[i + 1], speed}, before.key, ledger);
			}
		}
	}
}

} // namespace

// Judges grenades and discs. Bullets fly so far in a step that they could have gone around anything; JudgeTold judges
// them.
void JudgeSide(const StepSight& sight, Ledger& ledger)
{
	for (const ProjectileSight& before : sight.before)
	{
		if (ledger.Find(before.key) != nullptr)
		{
			JudgeOne(sight, before, ledger);
		}
	}
}

} // namespace ricochet::referee
