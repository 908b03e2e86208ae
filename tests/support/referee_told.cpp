// MIT License, Copyright (c) 2026 the ricochet authors

#include "support/referee_ledger.h"

#include <algorithm>
#include <utility>

namespace ricochet::referee
{

namespace
{

// Follows the path of a bullet in a step, which is straight from knot to knot, relative to one piece of a body. It
// samples the path. A step between samples is no longer than the distance to the surface allows. Within the band around
// the surface, a step is a share of the band.
class Follow
{
public:
	Follow(const StepSight& sight, const BodySight& body, const PieceSight& piece, std::span<const Knot> knots,
	       Real radius, Real band)
	    : m_sight(sight), m_body(body), m_piece(piece), m_knots(knots), m_radius(radius), m_band(band)
	{
	}

	[[nodiscard]] Vec LocalAt(size_t leg, Real time) const
	{
		const Knot& from = m_knots[leg];
		const Knot& to = m_knots[leg + 1];
		const Real length = to.time - from.time;
		const Real share = length > 0.0L ? (time - from.time) / length : 1.0L;
		return m_body.motion.At(time / m_sight.dt).ToLocal(from.position + share * (to.position - from.position));
	}

	/// Returns an upper bound of the rate at which the distance falls within a leg (m/s).
	[[nodiscard]] Real RateIn(size_t leg) const
	{
		const Knot& from = m_knots[leg];
		const Knot& to = m_knots[leg + 1];
		const Real reach = std::max(Length(from.position - m_body.motion.CenterAt(from.time / m_sight.dt)),
		                            Length(to.position - m_body.motion.CenterAt(to.time / m_sight.dt)));
		const Real own = to.time > from.time ? Length(to.position - from.position) / (to.time - from.time) : 0.0L;
		return own + m_body.motion.WayWithin(reach) / m_sight.dt;
	}

	/// Calls look(local) along a leg. It misses nothing that is deeper than half the band.
	template <class Look>
	void Leg(size_t leg, Look look) const
	{
		const Real rate = RateIn(leg);
		const Real end = m_knots[leg + 1].time;
		Real time = m_knots[leg].time;
		while (time < end && rate > 0.0L)
		{
			const Vec local = LocalAt(leg, time);
			look(local);
			const Real distance = std::abs(SignedDistance(m_piece.piece, local) - m_radius);
			time += std::max(distance - m_band, 0.25L * m_band) / rate;
		}
		look(LocalAt(leg, end));
	}

private:
	const StepSight& m_sight;
	const BodySight& m_body;
	const PieceSight& m_piece;
	std::span<const Knot> m_knots;
	Real m_radius;
	Real m_band;
};

// One bullet and one piece in one step.
class Witness
{
public:
	Witness(Passage& passage, const PieceSight& piece, Key key, Real band, Real chord, bool isWithAnother,
	        Ledger& ledger)
	    : m_passage(passage), m_piece(piece), m_key(key), m_radius(ledger.Find(key)->birth.radius), m_band(band),
	      m_chord(chord), m_ledger(ledger), m_isNew(passage.side == 0), m_isWithAnother(isWithAnother),
	      m_isAhead(ledger.Find(key)->IsAhead(piece.fixture, piece.child))
	{
	}

	void Look(Vec local)
	{
		if (m_piece.piece.IsSolid() || m_radius > 0.0L)
		{
			LookAtSolid(local);
		}
		else
		{
			LookAtEdge(local);
		}
	}

	void Hear(const ImpactSight& impact, Vec local)
	{
		const Real distance = SignedDistance(m_piece.piece, local) - m_radius;
		const int32_t entries = impact.TurnsBack() ? 0 : 1;
		m_passage.told += entries;
		if (impact.startsInside && (m_isNew || m_passage.side >= 0))
		{
			m_passage.unsure = true; // the muzzle is in a solid, or a solid was put over it
		}
		else if (std::abs(distance) > m_band + m_chord)
		{
			m_ledger.Accuse(Law::Told, m_key, std::abs(distance),
			                "told of an impact %.6Lg m %s its surface%s, at (%.9Lg, %.9Lg) in its frame",
			                std::abs(distance), distance < 0.0L ? "inside" : "off",
			                impact.startsInside ? ", starting inside" : "", local.x, local.y);
			m_passage.told -= entries;
		}
	}

private:
	// For a disc, an edge acts as a solid with the disc's radius around it.
	void LookAtSolid(Vec local)
	{
		const Real distance = SignedDistance(m_piece.piece, local) - m_radius;
		if (std::abs(distance) > m_band)
		{
			Certain(distance > 0.0L ? 1 : -1, distance < 0.0L ? 1 : 0, std::abs(distance), local);
		}
	}

	void LookAtEdge(Vec local)
	{
		const Vec a = m_piece.piece.vertices[0];
		const Vec along = m_piece.piece.vertices[1] - a;
		const Real length = Length(along);
		const Real foot = Dot(local - a, along) / length;
		const Real height = Cross(along, local - a) / length;
		const bool beside = foot > m_band && foot < length - m_band;
		if (SignedDistance(m_piece.piece, local) <= m_band)
		{
			m_passage.unsure = m_passage.unsure || beside == false;
		}
		else if (beside == false)
		{
			// The point is beyond an end of the edge, so it may go around it.
			m_passage = {};
		}
		else
		{
			const int32_t side = height > 0.0L ? 1 : -1;
			Certain(side, m_passage.side == -side ? 1 : 0, std::abs(height), local);
		}
	}

	// Records a certain side of the bullet. `due` is the number of events that the change to this side requires.
	void Certain(int32_t side, int32_t due, Real depth, Vec local)
	{
		const bool changed = m_passage.side != 0 && m_passage.side != side;
		if (changed && m_passage.unsure == false && m_isWithAnother == false)
		{
			m_ledger.extremes.judged += 1;
			const bool isToldWithAnother = due == 1 && m_passage.told == 0 && std::exchange(m_isAhead, false);
			if (m_passage.told != due && isToldWithAnother == false)
			{
				m_ledger.Accuse(Law::Told, m_key, depth,
				                "%s told %d times instead of %d, now at (%.9Lg, %.9Lg) in its frame",
				                due > 0 ? "an entry" : "an exit", m_passage.told, due, local.x, local.y);
			}
		}
		m_passage = {side, 0, false};
	}

	Passage& m_passage;
	const PieceSight& m_piece;
	Key m_key;
	Real m_radius;
	Real m_band;
	Real m_chord; // the largest distance between the path and the chord with which the library finds the surface (m)
	Ledger& m_ledger;
	bool m_isNew;         // nothing is known about the pair from the previous step
	bool m_isWithAnother; // a disc has not left the rest of the body
	bool m_isAhead;       // reported together with another piece
};

bool IsNear(const StepSight& sight, const BodySight& body, const PieceSight& piece, std::span<const Knot> knots,
            Real radius)
{
	const Vec middle = body.motion.At(0.0L).ToWorld(piece.middle);
	const Real way = body.motion.WayWithin(Length(middle - body.motion.CenterAt(0.0L))) + 0.01L;
	for (size_t i = 0; i + 1 < knots.size(); ++i)
	{
		const bool still = knots[i].position == knots[i + 1].position;
		const Real distance = still ? Length(middle - knots[i].position)
		                            : DistanceToSegment(middle, knots[i].position, knots[i + 1].position);
		if (distance <= piece.reach + radius + way)
		{
			return true;
		}
	}
	return sight.dt <= 0.0L;
}

// True if the body off which the bullet bounced may push it, so that its path is not straight.
bool MayStray(const Knot& from, const Knot& to, const ImpactSight* last, const BodySight& body, Real band)
{
	const bool bounced = last != nullptr && last->body == body.body && last->TurnsBack();
	return bounced || Length(to.position - from.position - (to.time - from.time) * from.velocity) > band;
}

void JudgePiece(const StepSight& sight, const BodySight& body, const PieceSight& piece, Key key,
                std::span<const Knot> knots, Ledger& ledger)
{
	const std::vector<const ImpactSight*> impacts = ImpactsOf(sight, key);
	Record& record = *ledger.Find(key);
	const Real radius = record.birth.radius;
	const Real band = ledger.def.grazing + 16.0L * (UlpAt(knots.front().position) + UlpAt({radius, 0.0L}));
	Passage& passage = record.passages[{piece.fixture, piece.child}];
	if (IsNear(sight, body, piece, knots, radius) == false)
	{
		passage = {piece.piece.IsSolid() || radius > 0.0L ? 1 : 0, 0, false};
	}
	const Follow follow(sight, body, piece, knots, radius, band);
	const Real chord = body.motion.Turn() != 0.0L ? k_chordError : 0.0L;
	Witness witness(passage, piece, key, band, chord, MayBeToldWithAnother(record, body, piece), ledger);
	for (size_t leg = 0; leg + 1 < knots.size(); ++leg)
	{
		const ImpactSight* impact = leg > 0 ? impacts[leg - 1] : nullptr;
		if (impact != nullptr && body.heldBack == false && impact->fixture == piece.fixture &&
		    impact->child == piece.child)
		{
			witness.Hear(*impact, follow.LocalAt(leg, knots[leg].time));
		}
		if (body.heldBack || MayStray(knots[leg], knots[leg + 1], impact, body, band))
		{
			passage.unsure = true;
			witness.Look(follow.LocalAt(leg, knots[leg + 1].time));
			continue;
		}
		follow.Leg(leg, [&](Vec local) { witness.Look(local); });
	}
}

// True if the flight is straight from event to event, and every knot is known.
bool IsKnown(const StepSight& sight, const Record& record, std::span<const Knot> knots)
{
	const bool straight = record.birth.drag == 0.0L && record.birth.gravityScale * Length(sight.gravity) == 0.0L;
	const bool finite = std::all_of(knots.begin(), knots.end(), [](const Knot& k) { return IsFinite(k.position); });
	const bool ordered =
	    std::is_sorted(knots.begin(), knots.end(), [](const Knot& a, const Knot& b) { return a.time < b.time; });
	return straight && finite && ordered && knots.size() >= 2;
}

} // namespace

void JudgeTold(const StepSight& sight, Ledger& ledger)
{
	for (const ProjectileSight& before : sight.before)
	{
		Record* record = ledger.Find(before.key);
		if (before.key.isGrenade || record == nullptr)
		{
			continue;
		}
		const std::vector<Knot> knots = KnotsOf(sight, before);
		if (IsKnown(sight, *record, knots) == false)
		{
			continue;
		}
		for (const BodySight& body : sight.bodies)
		{
			for (const PieceSight& piece : body.pieces)
			{
				if (Meets(record->birth.filter, body.body, piece) &&
				    (piece.piece.IsSolid() || record->birth.filter.sides == Sides::Both))
				{
					JudgePiece(sight, body, piece, before.key, knots, ledger);
				}
			}
		}
	}
}

} // namespace ricochet::referee
