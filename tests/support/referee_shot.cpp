// MIT License, Copyright (c) 2026 the ricochet authors

#include "support/referee_ledger.h"

#include <algorithm>

// Judges where a bullet and a grenade hit each other in a step, and what impulse the grenade receives.

namespace ricochet::referee
{

namespace
{

// A body within this distance of a grenade may affect its flight (m).
constexpr Real k_beside = 0.01L;

// The library sets no velocity beyond this (m/s).
constexpr Real k_fastest = 1.0e37L;

const ProjectileSight* StateOf(const std::vector<ProjectileSight>& states, Key key)
{
	const auto found =
	    std::find_if(states.begin(), states.end(), [&](const ProjectileSight& state) { return state.key == key; });
	return found == states.end() ? nullptr : &*found;
}

// True if nothing but bullets can have changed the grenade's flight in this step.
bool IsAlone(const StepSight& sight, const Record& record, const ProjectileSight& before, const ProjectileSight& after)
{
	const Real slack = record.birth.radius + Length(after.position - before.position) + k_beside;
	const bool isPressed = std::any_of(sight.presses.begin(), sight.presses.end(),
	                                   [&](const PressSight& press) { return press.key == before.key; });
	return isPressed == false && before.resting == false && ImpactsOf(sight, before.key).empty() &&
	       IsFinite(after.position) &&
	       std::all_of(sight.bodies.begin(), sight.bodies.end(),
	                   [&](const BodySight& body)
	                   { return body.heldBack == false && body.IsFarFrom(before.position, 0.0L, slack); });
}

void JudgeTaken(const StepSight& sight, const ProjectileSight& before, const ProjectileSight& after,
                const Record& record, Ledger& ledger)
{
	const Real inertia = 0.5L * record.birth.mass * record.birth.radius * record.birth.radius;
	Vec taken;
	Real spin = 0.0L;
	Real scale = 0.0L;
	for (const ImpactSight* shot : ShotsAt(sight, before.key))
	{
		taken = taken + shot->impulse;
		spin += Cross(record.birth.radius * shot->normal, shot->impulse);
		scale += Length(shot->impulse);
	}
	const Vec due =
	    before.velocity + sight.dt * record.birth.gravityScale * sight.gravity + (1.0L / record.birth.mass) * taken;
	const Real dueSpin = before.spin + spin / inertia;
	const Real most = Length(before.velocity) + Length(after.velocity) + scale / record.birth.mass;
	const Real mostSpin = std::abs(before.spin) + std::abs(after.spin) + record.birth.radius * scale / inertia;
	if ((most < k_fastest && mostSpin < k_fastest) == false)
	{
		return;
	}
	if (const Real miss = Length(after.velocity - due); miss > ledger.def.relative * most + 1.0e-6L)
	{
		ledger.Accuse(Law::Shot, before.key, miss,
		              "of %.4Lg kg, told %.6Lg N s, and goes at (%.6Lg, %.6Lg) m/s "
		              "instead of (%.6Lg, %.6Lg)",
		              record.birth.mass, Length(taken), after.velocity.x, after.velocity.y, due.x, due.y);
	}
	if (const Real miss = std::abs(after.spin - dueSpin); miss > ledger.def.relative * mostSpin + 1.0e-6L)
	{
		ledger.Accuse(Law::Shot, before.key, miss,
		              "of %.4Lg kg, told %.6Lg N s, and turns by %.6Lg rad/s instead of "
		              "%.6Lg",
		              record.birth.mass, Length(taken), after.spin, dueSpin);
	}
}

// The path of a bullet, which is straight from knot to knot, relative to the straight path of a grenade.
class Meeting
{
public:
	Meeting(const StepSight& sight, std::span<const Knot> knots, const ProjectileSight& before,
	        const ProjectileSight& after, Real reach)
	    : m_sight(sight), m_knots(knots), m_start(before.position), m_way(after.position - before.position),
	      m_reach(reach)
	{
	}

	[[nodiscard]] Vec FromGrenade(const Knot& knot) const
	{
		return knot.position - m_start - (knot.time / m_sight.dt) * m_way;
	}

	/// Returns the least distance between the rims of bullet and grenade within a leg (m); negative: the depth of their
	/// overlap.
	[[nodiscard]] Real NearestIn(size_t leg) const
	{
		const Vec from = FromGrenade(m_knots[leg]);
		const Vec to = FromGrenade(m_knots[leg + 1]);
		return (from == to ? Length(from) : DistanceToSegment({}, from, to)) - m_reach;
	}

	/// True if the bullet's path in this leg is not that of its velocity, because a body pushes it or holds it back.
	[[nodiscard]] bool Strays(size_t leg, Real band) const
	{
		const Knot& from = m_knots[leg];
		const Knot& to = m_knots[leg + 1];
		return Length(to.position - from.position - (to.time - from.time) * from.velocity) > band;
	}

private:
	const StepSight& m_sight;
	std::span<const Knot> m_knots;
	Vec m_start, m_way;
	Real m_reach;
};

void JudgeMeeting(const StepSight& sight, std::span<const Knot> knots, const Meeting& meeting, Key bullet, Key grenade,
                  Real reach, Ledger& ledger)
{
	const std::vector<const ImpactSight*> impacts = ImpactsOf(sight, bullet);
	const Real band = ledger.def.grazing +
	                  16.0L * (UlpAt(knots.front().position) + UlpAt(knots.back().position) + UlpAt({reach, 0.0L}));
	if (Length(meeting.FromGrenade(knots.front())) < reach + band)
	{
		return; // the bullet may be inside the grenade
	}
	for (size_t leg = 0; leg + 1 < knots.size(); ++leg)
	{
		if (meeting.Strays(leg, band))
		{
			return;
		}
		ledger.extremes.judged += 1;
		if (const Real nearest = meeting.NearestIn(leg); nearest < -band)
		{
			ledger.Accuse(Law::Shot, bullet, -nearest, "goes %.6Lg m into a grenade that it has not met, reach %.4Lg",
			              -nearest, reach);
			return;
		}
		if (leg < impacts.size() && impacts[leg]->shot == grenade)
		{
			const Vec off = meeting.FromGrenade(knots[leg + 1]) - reach * impacts[leg]->normal;
			if (Length(off) > band)
			{
				ledger.Accuse(Law::Shot, bullet, Length(off), "meets a grenade %.6Lg m off its rim, reach %.4Lg",
				              Length(off), reach);
			}
			return;
		}
	}
}

// Judges a bullet's consecutive impacts. If an impact lets a bullet pass through a grenade, its next impact must not be
// with the same grenade. Only an impact with something else can bring the bullet back.
void JudgeTwice(const StepSight& sight, Key bullet, Ledger& ledger)
{
	const std::vector<const ImpactSight*> impacts = ImpactsOf(sight, bullet);
	for (size_t i = 1; i < impacts.size(); ++i)
	{
		const ImpactSight& first = *impacts[i - 1];
		if (first.IsShot() && first.TurnsBack() == false && first.shot == impacts[i]->shot)
		{
			ledger.Accuse(Law::Shot, bullet, 1.0L, "meets a grenade again that it was let through");
		}
	}
}

bool FliesStraight(const StepSight& sight, const Record& record)
{
	return record.birth.drag == 0.0L && record.birth.gravityScale * Length(sight.gravity) == 0.0L;
}

// Judges the hits of bullets on a grenade. Only bullets that fly straight are judged.
void JudgeMeetings(const StepSight& sight, const ProjectileSight& before, const ProjectileSight& after,
                   const Record& record, Ledger& ledger)
{
	for (const ProjectileSight& bullet : sight.before)
	{
		const Record* hunter = ledger.Find(bullet.key);
		if (bullet.key.isGrenade || hunter == nullptr || hunter->birth.hitsGrenades == false ||
		    FliesStraight(sight, *hunter) == false)
		{
			continue;
		}
		const std::vector<Knot> knots = KnotsOf(sight, bullet);
		const bool known =
		    std::all_of(knots.begin(), knots.end(), [](const Knot& knot) { return IsFinite(knot.position); }) &&
		    std::is_sorted(knots.begin(), knots.end(), [](const Knot& a, const Knot& b) { return a.time < b.time; });
		if (known && knots.size() >= 2)
		{
			const Real reach = record.birth.radius + hunter->birth.radius;
			const Meeting meeting(sight, knots, before, after, reach);
			JudgeMeeting(sight, knots, meeting, bullet.key, before.key, reach, ledger);
		}
	}
}

} // namespace

std::vector<const ImpactSight*> ShotsAt(const StepSight& sight, Key grenade)
{
	std::vector<const ImpactSight*> shots;
	for (const ImpactSight& impact : sight.impacts)
	{
		if (impact.IsShot() && impact.shot == grenade)
		{
			shots.push_back(&impact);
		}
	}
	return shots;
}

void JudgeShot(const StepSight& sight, Ledger& ledger)
{
	for (const ImpactSight& impact : sight.impacts)
	{
		const Record* bullet = ledger.Find(impact.key);
		if (impact.IsShot() && bullet != nullptr && bullet->birth.hitsGrenades == false)
		{
			ledger.Accuse(Law::Shot, impact.key, 1.0L, "meets a grenade and does not hit any");
		}
	}
	for (const ProjectileSight& before : sight.before)
	{
		JudgeTwice(sight, before.key, ledger);
		const Record* record = ledger.Find(before.key);
		const ProjectileSight* after = StateOf(sight.after, before.key);
		if (before.key.isGrenade == false || record == nullptr || after == nullptr ||
		    IsAlone(sight, *record, before, *after) == false)
		{
			continue;
		}
		JudgeTaken(sight, before, *after, *record, ledger);
		if (FliesStraight(sight, *record))
		{
			JudgeMeetings(sight, before, *after, *record, ledger);
		}
	}
}

} // namespace ricochet::referee
