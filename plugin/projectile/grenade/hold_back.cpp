// MIT License, Copyright (c) 2026 the ricochet authors

#include "projectile/grenade/hold_back.h"

#include "host/host.h"
#include "projectile/base/ballistics.h"
#include "projectile/base/gravity.h"

#include <algorithm>
#include <limits>

namespace ricochet
{

namespace
{

// Two bodies hold the disc between them if the cosine of the angle between their normals is below -k_opposite.
constexpr double k_opposite = 0.1;

// The largest share of the step by which a body is put back. Without this limit, a slow body would lose much of its
// motion to make room for a gap.
constexpr double k_longestBack = 1.0 / 64.0;

// The shares of the path back that are tried. At the end of that path the body was a gap farther away from the disc.
constexpr double k_partsBack[] = {1.0, 0.5, 0.25, 0.0};

// Bodies of a lower rank are held back first.
enum class HoldRank : uint8_t
{
	Comes, // its motion in the step brings it nearer, even if the disc only makes way at the end of the step
	Moves, // it moves in any direction: its pose is a float, and the rounding may be as large as the gap
	Held   // it was held back before
};

} // namespace

// Returns the share of the step up to which the body may move. The candidates lie between `now` and the share at which
// the body was one gap farther away. The result is the candidate that leaves the disc the most room. If the body is
// already held, it goes back farther. None if a held body leaves no more room at any candidate.
std::optional<double> BodyHold::ShareToHold(const Touch& touch, const BodyMotion& motion, double now) const
{
	const bool isHeld = motion.heldFrom <= now;
	const double from = std::min(now, motion.heldFrom);
	const double coming = ComingOf(touch, motion, from);
	const double gapBack = coming > 0.0 ? std::min(m_disc.gap / coming, k_longestBack) : 0.0;
	const double back = isHeld ? now - from + k_longestBack : gapBack;
	const auto gapAt = [&](const b2Transform& pose)
	{
		return m_cast.GapTo(*touch.fixture->GetBody(), pose, m_disc.position);
	};
	std::optional<double> best;
	double widest = isHeld ? gapAt(motion.after) : -std::numeric_limits<double>::infinity();
	for (const double part : k_partsBack)
	{
		const double share = std::max(from - part * back, 0.0);
		const double gap = gapAt(motion.PoseAt(share));
		if (share < motion.heldFrom && gap > widest)
		{
			widest = gap;
			best = share;
		}
	}
	return best;
}

std::optional<BodyHold::Hold> BodyHold::Lightest(double now) const
{
	std::optional<Hold> best;
	HoldRank bestRank{};
	for (const Touch& touch : m_pressing)
	{
		const b2Body* body = touch.fixture->GetBody();
		const BodyMotion* motion = m_state.motion.Find(body);
		if (motion == nullptr || body->GetType() != b2_dynamicBody || IsPose(motion->PoseAt(now)) == false)
		{
			continue;
		}
		const std::optional<double> share = ShareToHold(touch, *motion, now);
		if (share.has_value() == false)
		{
			continue;
		}
		const bool comes = ComingOf(touch, *motion, now) > 0.0;
		const HoldRank rank = motion->heldFrom <= now ? HoldRank::Held : (comes ? HoldRank::Comes : HoldRank::Moves);
		const bool isLighter = best && body->GetMass() < best->motion->body->GetMass();
		if (best.has_value() == false || rank < bestRank || (rank == bestRank && isLighter))
		{
			best = {&touch, motion, *share};
			bestRank = rank;
		}
	}
	return best;
}

// Returns the speed of a body towards the disc, as a displacement per whole step (m).
double BodyHold::ComingOf(const Touch& touch, const BodyMotion& motion, double share) const
{
	return Dot(motion.WayOf(m_disc.position - m_disc.radius * touch.normal, share), touch.normal);
}

const Touch* BodyHold::BackingOf(const Touch& touch) const
{
	const Touch* backing = nullptr;
	double opposite = -k_opposite;
	for (const Touch& other : m_pressing)
	{
		const double cosine = Dot(other.normal, touch.normal);
		if (other.fixture->GetBody() != touch.fixture->GetBody() && cosine < opposite)
		{
			backing = &other;
			opposite = cosine;
		}
	}
	return backing;
}

// The impulse acts between the body and the body on the other side of the disc, and ends their approach. If one of the
// two cannot move, the other one also loses the approach that gravity will add in the next step. The world's solver
// would do the same if it knew the disc. A body on a support counts as one that cannot move. Otherwise a heavy body
// would throw a light one aside.
void BodyHold::Stop(const Touch& touch)
{
	const Touch* backing = BackingOf(touch);
	if (backing == nullptr)
	{
		return;
	}
	const Vec<double>& normal = touch.normal;
	const Contact contact = m_contacts.With(touch);
	const Contact back = m_contacts.With(*backing);
	const bool isFixed = contact.inverseMass == 0.0 || touch.isBorne;
	const bool isBackFixed = back.inverseMass == 0.0 || backing->isBorne;
	const auto fallOf = [&](const Touch& falling, const Vec<double>& way)
	{
		const double scale = falling.fixture->GetBody()->GetGravityScale();
		return std::max(m_dt * scale * Dot(Lift<double>(GravityOf(m_state.world)), way), 0.0);
	};
	const double approach = Dot(contact.surface - back.surface, normal) + (isBackFixed ? fallOf(touch, normal) : 0.0) +
	                        (isFixed ? fallOf(*backing, -1.0 * normal) : 0.0);
	const double inverseMass =
	    (isFixed ? 0.0 : contact.InverseBodyMass(normal)) + (isBackFixed ? 0.0 : back.InverseBodyMass(normal));
	if (approach <= 0.0 || inverseMass <= 0.0)
	{
		return;
	}
	const Vec<double> impulse = (approach / inverseMass) * normal;
	if (isFixed == false)
	{
		m_contacts.Push(touch, contact, -1.0 * impulse);
	}
	if (isBackFixed == false)
	{
		m_contacts.Push(*backing, back, impulse);
	}
}

// In the part of the step in which a body is held, it does not fall. So it loses the speed that gravity has added in
// this part. Other things may bear the body, too, so it loses at most the speed at which it falls.
void BodyHold::Carry(const Hold& hold)
{
	const Touch* backing = BackingOf(*hold.touch);
	const double held = hold.motion->heldFrom - hold.share;
	if (backing == nullptr || held <= 0.0 || (m_contacts.With(*backing).inverseMass > 0.0 && backing->isBorne == false))
	{
		return;
	}
	const b2Body* body = hold.touch->fixture->GetBody();
	const Vec<double> pull = static_cast<double>(body->GetGravityScale()) * Lift<double>(GravityOf(m_state.world));
	const Vec<double> down = UnitOf(pull);
	const double falling = Dot(Lift<double>(body->GetLinearVelocity()), down);
	const double fall = std::min(held * m_dt * Length(pull), falling);
	if (fall > 0.0)
	{
		m_contacts.Carry(*hold.touch, (-fall * static_cast<double>(body->GetMass())) * down);
	}
}

void BodyHold::StopCarried()
{
	for (const Touch& touch : m_pressing)
	{
		const bool isFree = touch.fixture->GetBody()->GetType() == b2_dynamicBody;
		if (isFree && Dot(m_disc.gravity, touch.normal) > 0.0)
		{
			Stop(touch);
		}
	}
}

} // namespace ricochet
