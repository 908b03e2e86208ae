// MIT License, Copyright (c) 2026 the ricochet authors

#include "support/referee_ledger.h"

#include <algorithm>
#include <map>
#include <utility>
#include <vector>

namespace ricochet::referee
{

namespace
{

// If the cosine of the angle between two normals is at least this, they belong to the same face or arc.
constexpr Real k_sameFace = 0.99L;

// After a first impact, projectile and body count as separated if they part fast enough. The limits are this speed
// (m/s), and this share of the speed of their approach.
constexpr Real k_leaving = 0.02L;
constexpr Real k_leavingShare = 0.02L;

// If a body has rotated by more than this between two impacts (rad), it may push the projectile again.
constexpr Real k_still = 0.01L;

struct Parting
{
	const ImpactSight* impact = nullptr;
	Real leaving = 0.0L; ///< the speed at which the two leave each other (m/s)
};

// A second impulse below this share of the first one is rounding.
constexpr Real k_traceOfFirst = 0.001L;

// Things that are closer than this may touch (m).
constexpr Real k_beside = 0.001L;

// True if no other solid that the projectile may hit is close enough to have pushed it back without an event.
bool IsAlone(const StepSight& sight, const Record& record, const ImpactSight& impact)
{
	const Real reach = record.birth.radius + k_beside + 64.0L * UlpAt(impact.center);
	for (const BodySight& body : sight.bodies)
	{
		const Vec local = body.motion.At(impact.time / sight.dt).ToLocal(impact.center);
		for (const PieceSight& piece : body.pieces)
		{
			const bool other = piece.fixture != impact.fixture || piece.child != impact.child;
			if (other && Meets(record.birth.filter, body.body, piece) && SignedDistance(piece.piece, local) < reach)
			{
				return false;
			}
		}
	}
	return true;
}

// The velocity of a body, changed by the reported impulses.
class Struck
{
public:
	explicit Struck(const BodySight& body)
	    : m_body(&body), m_spin(body.stepped), m_fastestRate(std::abs(body.stepped.rate))
	{
	}

	/// Returns the highest rate of rotation since the step began (rad/s).
	[[nodiscard]] Real FastestRate() const { return m_fastestRate; }

	[[nodiscard]] Real LeavingSpeed(const StepSight& sight, const ImpactSight& impact, Vec velocity, Real radius) const
	{
		const Vec arm = Arm(sight, impact, radius);
		const Vec surface = m_spin.velocity + m_spin.rate * Vec{-arm.y, arm.x};
		return Dot(velocity - surface, impact.normal);
	}

	void Strike(const StepSight& sight, const ImpactSight& impact, Real radius)
	{
		m_spin.velocity = m_spin.velocity + (1.0L / m_body->mass) * impact.impulse;
		if (m_body->inertia > 0.0L)
		{
			m_spin.rate += Cross(Arm(sight, impact, radius), impact.impulse) / m_body->inertia;
			m_fastestRate = std::max(m_fastestRate, std::abs(m_spin.rate));
		}
	}

private:
	[[nodiscard]] Vec Arm(const StepSight& sight, const ImpactSight& impact, Real radius) const
	{
		return impact.Touching(radius) - m_body->motion.CenterAt(impact.time / sight.dt);
	}

	const BodySight* m_body;
	Spin m_spin;
	Real m_fastestRate;
};

// Returns the speed of the body's surface at the impact, from its motion in the step.
Real SurfaceSpeed(const StepSight& sight, const BodySight& body, const ImpactSight& impact)
{
	return body.motion.WayWithin(Length(impact.center - body.motion.CenterAt(impact.time / sight.dt))) / sight.dt;
}

// True if the world has moved the body less than its velocity says, as in a time-of-impact event. A projectile that
// leaves the body with the stated velocity then hits it again.
bool IsStopped(const StepSight& sight, const BodySight& body, const ImpactSight& impact)
{
	const Vec way = body.motion.CenterAt(1.0L) - body.motion.CenterAt(0.0L);
	const Real said = sight.dt * (Length(body.stepped.velocity) +
	                              std::abs(body.stepped.rate) * Length(impact.center - body.motion.CenterAt(0.0L)));
	const Real gone = Length(way) + std::abs(body.motion.Turn()) * Length(impact.center - body.motion.CenterAt(0.0L));
	return gone < 0.5L * said;
}

// Judges the second of two consecutive impacts on one face of one dynamic body. The first one has separated the two,
// and nothing else is near. Only gravity can bring the projectile back within the step, so any other second impact is
// false.
void JudgeSecond(const StepSight& sight, const BodySight& body, const Parting& parting, const ImpactSight& second,
                 Real fastestRate, Ledger& ledger)
{
	const ImpactSight& first = *parting.impact;
	const Record& record = *ledger.Find(second.key);
	const bool sameFace =
	    first.fixture == second.fixture && first.child == second.child && Dot(first.normal, second.normal) > k_sameFace;
	const Real pulled = std::abs(record.birth.gravityScale) * Length(sight.gravity) * sight.dt;
	const Real change = Length(second.velocityAfter - second.velocityBefore);
	const Real turned = std::abs(body.motion.Turn()) * (second.time - first.time) / sight.dt;
	// A rotating face follows a projectile that slides along it.
	const Real caughtUp = 2.0L * turned * (Length(first.velocityAfter) + SurfaceSpeed(sight, body, first)) +
	                      fastestRate * Length(second.center - first.center);
	const Real chord = body.motion.Turn() != 0.0L ? k_chordError : 0.0L;
	const bool hasParted = parting.leaving * (second.time - first.time) >= chord;
	if (sameFace && hasParted && change > 2.0L * pulled && turned < k_still && parting.leaving > caughtUp &&
	    Length(second.impulse) > k_traceOfFirst * Length(first.impulse) && IsAlone(sight, record, second))
	{
		ledger.Accuse(Law::Again, second.key, Length(second.impulse),
		              "met again %.4Lg s after it bounced off a body of %.4Lg kg, by %.4Lg N s after %.4Lg",
		              second.time - first.time, body.mass, Length(second.impulse), Length(first.impulse));
	}
}

// Judges a contact limit that is reached at a single body.
void JudgeLimit(const StepSight& sight, const EndSight& end, Ledger& ledger)
{
	const std::vector<const ImpactSight*> impacts = ImpactsOf(sight, end.key);
	const bool oneBody =
	    std::all_of(impacts.begin(), impacts.end(),
	                [&](const ImpactSight* impact)
	                { return impact->fixture == impacts[0]->fixture && impact->shot == impacts[0]->shot; });
	if (end.reason == ExpiredEvent::Reason::ContactLimit && impacts.size() > 1 && oneBody)
	{
		ledger.Accuse(Law::Again, end.key, static_cast<Real>(impacts.size()), "met one fixture %zu times in a step",
		              impacts.size());
	}
}

// Returns the impacts in the order in which projectiles fly: one after another, grenades first. Each hits a body at the
// velocity that earlier projectiles left, whatever the hit times.
std::vector<const ImpactSight*> InOrderOfFlight(const StepSight& sight)
{
	std::map<Key, size_t> places;
	for (const ProjectileSight& flying : sight.before)
	{
		places.emplace(flying.key, places.size());
	}
	std::vector<const ImpactSight*> impacts;
	for (const ImpactSight& impact : sight.impacts)
	{
		impacts.push_back(&impact);
	}
	std::stable_sort(impacts.begin(), impacts.end(),
	                 [&](const ImpactSight* a, const ImpactSight* b)
	                 {
		                 return std::pair(a->key.isGrenade == false, places[a->key]) <
		                        std::pair(b->key.isGrenade == false, places[b->key]);
	                 });
	return impacts;
}

} // namespace

void JudgeAgain(const StepSight& sight, Ledger& ledger)
{
	std::map<const b2Body*, Struck> bodies;
	std::map<Key, Parting> parted; // for each projectile, whether its last impact separated it
	for (const ImpactSight* told : InOrderOfFlight(sight))
	{
		const ImpactSight& impact = *told;
		const BodySight* body = BodyOf(sight, impact.body);
		const Record* record = ledger.Find(impact.key);
		Parting& before = parted[impact.key];
		if (body == nullptr || record == nullptr || body->type != b2_dynamicBody)
		{
			before = {};
			continue;
		}
		Struck& struck = bodies.try_emplace(impact.body, *body).first->second;
		if (before.impact != nullptr)
		{
			JudgeSecond(sight, *body, before, impact, struck.FastestRate(), ledger);
		}
		const Real met = -struck.LeavingSpeed(sight, impact, impact.velocityBefore, record->birth.radius);
		struck.Strike(sight, impact, record->birth.radius);
		const Real leaving = struck.LeavingSpeed(sight, impact, impact.velocityAfter, record->birth.radius);
		const bool parts =
		    leaving > std::max(k_leaving, k_leavingShare * met) && IsStopped(sight, *body, impact) == false;
		before = parts ? Parting{&impact, leaving} : Parting{};
	}
	for (const EndSight& end : sight.ends)
	{
		JudgeLimit(sight, end, ledger);
	}
}

} // namespace ricochet::referee
