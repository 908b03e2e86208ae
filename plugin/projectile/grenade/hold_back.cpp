// MIT License, Copyright (c) 2026 the ricochet authors

#include "host/host.h"
#include "projectile/base/ballistics.h"
#include "projectile/base/gravity.h"
#include "projectile/grenade/grenade_flight.h"

#include <algorithm>
#include <limits>

namespace ricochet
{

namespace
{

// -cos of the angle between the normals of two bodies that hold the disc between them.
constexpr double k_opposite = 0.1;

// Of the step: a body that comes slowly is not put back by much of its motion for a gap.
constexpr double k_farthestBack = 1.0 / 64.0;

// Of the way back to where a body was a gap farther away.
constexpr double k_partsBack[] = {1.0, 0.5, 0.25, 0.0};

// In the order in which bodies are held.
enum class HoldRank : uint8_t
{
	Comes, // by its motion in the step, also for a disc that only makes way for another one at its end
	Moves, // at all: its pose is a float, and next to nothing may be the whole gap
	Held   // already
};

// An impulse along u at a contact changes the velocity of the body's surface there by the impulse times this.
double InverseBodyMass(const Contact& contact, const Vec<double>& u)
{
	const double lever = Cross(contact.arm, u);
	return contact.inverseMass + contact.inverseInertia * lever * lever;
}

} // namespace

// There is no place left: what is free to give way does. The world has moved it on as if the grenade were not there.
bool GrenadeFlight::HoldBack()
{
	const double now = m_following != nullptr ? m_following->now : m_flight.Share(m_disc.time);
	const std::optional<Hold> hold = LightestToHold(now);
	if (m_following != nullptr)
	{
		m_following->blocking = hold && hold->motion->heldFrom > now ? hold->motion : nullptr;
		m_isBlocked = true;
		return true;
	}
	if (hold.has_value() == false)
	{
		return false;
	}
	StopBody(*hold->touch);
	Following following{now, m_index};
	m_listed = nullptr; // the world's tree changes
	m_state.HoldBack(*hold->motion, hold->share, following, m_dt);
	return true;
}

// Where a body is held: a gap farther away, as it was a little before, where that leaves the disc the most room. What
// is held already goes back by as much again, and more: none if that leaves no more room.
std::optional<double> GrenadeFlight::ShareToHold(const Touch& touch, const BodyMotion& motion, double now)
{
	const bool isHeld = motion.heldFrom <= now;
	const double from = std::min(now, motion.heldFrom);
	const double coming = ComingOf(touch, motion, from);
	const double gapBack = coming > 0.0 ? std::min(m_disc.gap / coming, k_farthestBack) : 0.0;
	const double back = isHeld ? now - from + k_farthestBack : gapBack;
	const auto gapAt = [&](const b2Transform& pose)
	{
		return Cast().GapTo(*touch.fixture->GetBody(), pose, m_disc.position);
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

std::optional<GrenadeFlight::Hold> GrenadeFlight::LightestToHold(double now)
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

// The way of a body towards the disc, per share of the step (m).
double GrenadeFlight::ComingOf(const Touch& touch, const BodyMotion& motion, double share) const
{
	return Dot(motion.WayOf(m_disc.position - m_disc.radius * touch.normal, share), touch.normal);
}

const Touch* GrenadeFlight::BackingOf(const Touch& touch) const
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

// What backs the disc takes the body's approach, and what gravity will add of it in the next step: as it would if the
// world's solver knew of both.
void GrenadeFlight::StopBody(const Touch& touch)
{
	const Touch* backing = BackingOf(touch);
	if (backing == nullptr)
	{
		return;
	}
	const b2Body* body = touch.fixture->GetBody();
	const Vec<double>& normal = touch.normal;
	const Contact contact = ContactWith(touch.fixture, normal, m_disc.position, m_disc.time);
	const Contact back = ContactWith(backing->fixture, backing->normal, m_disc.position, m_disc.time);
	double approach = Dot(contact.surface - back.surface, normal);
	if (back.inverseMass == 0.0)
	{
		const Vec<double> gravity =
		    static_cast<double>(body->GetGravityScale()) * Lift<double>(GravityOf(m_state.world));
		approach += std::max(m_dt * Dot(gravity, normal), 0.0);
	}
	const double inverseMass = InverseBodyMass(contact, normal) + InverseBodyMass(back, normal);
	if (approach <= 0.0 || inverseMass <= 0.0)
	{
		return;
	}
	const Vec<double> impulse = (approach / inverseMass) * normal;
	PushBody(touch, contact, -1.0 * impulse);
	if (back.inverseMass > 0.0)
	{
		PushBody(*backing, back, impulse);
	}
}

void GrenadeFlight::PushBody(const Touch& touch, const Contact& contact, const Vec<double>& impulse)
{
	b2Body* body = touch.fixture->GetBody();
	if (contact.BodyCanTake(*body, ToFloat(impulse)) == false)
	{
		return;
	}
	m_state.events.presses.MakeRoomForOne();
	ReserveOneMore(m_state.pushed);
	const PressEvent press =
	    DescribePress(touch, touch.normal, m_disc.position - m_disc.radius * touch.normal, impulse);
	m_state.events.presses.Add(press);
	m_state.pushed.push_back(body);
	body->ApplyLinearImpulse(press.impulse, ToFloat(Lift<double>(body->GetWorldCenter()) + contact.arm), true);
}

// Free bodies that lie on the disc, and it on what stands: it carries them.
void GrenadeFlight::CarryBodies()
{
	for (const Touch& touch : m_pressing)
	{
		const bool isFree = touch.fixture->GetBody()->GetType() == b2_dynamicBody;
		if (isFree && Dot(m_disc.gravity, touch.normal) > 0.0)
		{
			StopBody(touch);
		}
	}
}

} // namespace ricochet
