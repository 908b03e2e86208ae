// MIT License, Copyright (c) 2026 the ricochet authors

#include "projectile/ballistics.h"
#include "projectile/grenade_flight.h"

#include <box2d/b2_fixture.h>
#include <box2d/b2_world.h>

#include <algorithm>
#include <limits>

namespace ricochet
{

namespace
{

// -cos of the angle between the normals of two bodies that hold the disc between them.
constexpr double k_opposite = 0.1;

// A body that goes back may press another one that must go back, too.
constexpr int k_maxDepth = 4;

// Of the way back to where a body was a gap farther away.
constexpr double k_partsBack[] = {1.0, 0.5, 0.25, 0.0};

// An impulse along u at a contact changes the velocity of the body's surface there by the impulse times this.
double InverseBodyMass(const Contact& contact, const Vec<double>& u)
{
	const double lever = Cross(contact.arm, u);
	return contact.inverseMass + contact.inverseInertia * lever * lever;
}

void Push(b2Body& body, const Contact& contact, const Vec<double>& impulse)
{
	const Vec<double> point = ToDouble(body.GetWorldCenter()) + contact.arm;
	body.ApplyLinearImpulse(ToFloat(impulse), ToFloat(point), true);
}

} // namespace

// There is no place left: what is free to give way does. The world has moved it on as if the grenade were not there.
bool GrenadeFlight::HoldBack()
{
	const Touch* touch = LightestThatCame();
	if (touch == nullptr || (m_following != nullptr && m_following->depth >= k_maxDepth))
	{
		return false;
	}
	const BodyMotion& motion = *m_state.motion.Find(touch->fixture->GetBody());
	const double share = m_following != nullptr ? m_following->share : ShareToHold(*touch);
	if (m_following == nullptr)
	{
		StopBody(*touch);
		m_state.HoldBack(motion, {share, m_dt, m_index, 0});
		return true;
	}
	Place();
	m_state.HoldBack(motion, {share, m_following->stepTime, m_following->count, m_following->depth + 1});
	m_disc.position = Detail().position;
	return HasEnded() == false;
}

// Where a body that comes is held: a gap away, as it was a little before, where that leaves the disc the most room.
double GrenadeFlight::ShareToHold(const Touch& touch)
{
	const double now = m_flight.Share(m_disc.time);
	const Vec<double> point = m_disc.position - m_disc.radius * touch.normal;
	const double back = m_disc.gap / Dot(touch.motion->WayOf(point, now), touch.normal);
	double best = now;
	double widest = -std::numeric_limits<double>::infinity();
	for (const double part : k_partsBack)
	{
		const double share = std::max(now - part * back, 0.0);
		const double gap = Cast().GapTo(*touch.fixture->GetBody(), touch.motion->HeldPoseAt(share), m_disc.position);
		if (gap > widest)
		{
			widest = gap;
			best = share;
		}
	}
	return best;
}

// By its motion in the step, also for a disc that only makes way for another one at its end.
const Touch* GrenadeFlight::LightestThatCame() const
{
	const double share = m_following != nullptr ? m_following->share : m_flight.Share(m_disc.time);
	const Touch* lightest = nullptr;
	for (const Touch& touch : m_pressing)
	{
		const b2Body* body = touch.fixture->GetBody();
		const BodyMotion* motion = m_state.motion.Find(body);
		if (motion == nullptr || body->GetType() != b2_dynamicBody || motion->heldFrom <= share)
		{
			continue;
		}
		const Vec<double> point = m_disc.position - m_disc.radius * touch.normal;
		const bool came = Dot(motion->WayOf(point, share), touch.normal) > 0.0;
		if (came && (lightest == nullptr || body->GetMass() < lightest->fixture->GetBody()->GetMass()))
		{
			lightest = &touch;
		}
	}
	return lightest;
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
	b2Body* body = touch.fixture->GetBody();
	b2Body* backBody = backing->fixture->GetBody();
	const Vec<double>& normal = touch.normal;
	const Contact contact = ContactWith(touch.fixture, normal, m_disc.position, m_disc.time);
	const Contact back = ContactWith(backing->fixture, backing->normal, m_disc.position, m_disc.time);
	double approach = Dot(contact.surface - back.surface, normal);
	const bool isTold = approach >= k_quietSpeed;
	if (back.inverseMass == 0.0)
	{
		const Vec<double> gravity = static_cast<double>(body->GetGravityScale()) * ToDouble(m_state.world.GetGravity());
		approach += std::max(m_dt * Dot(gravity, normal), 0.0);
	}
	const double inverseMass = InverseBodyMass(contact, normal) + InverseBodyMass(back, normal);
	if (approach <= 0.0 || inverseMass <= 0.0)
	{
		return;
	}
	const Vec<double> impulse = (approach / inverseMass) * normal;
	if (isTold)
	{
		TellStop(touch, -1.0 * impulse);
	}
	Push(*body, contact, -1.0 * impulse);
	if (back.inverseMass > 0.0)
	{
		Push(*backBody, back, impulse);
	}
}

void GrenadeFlight::TellStop(const Touch& touch, const Vec<double>& impulse)
{
	const std::optional<LegHit> hit = HitOf(touch);
	if (hit.has_value() == false)
	{
		return;
	}
	m_state.MakeRoomForImpact(Detail().passing);
	ImpactEvent impact = DescribeImpact(LegTo(touch), *hit, m_dt, m_disc.velocity);
	impact.grenade = State().id;
	impact.userData = State().userData;
	impact.response = Response::Stop;
	impact.velocityAfter = impact.velocityBefore;
	impact.impulse = ToFloat(impulse);
	impact.time = m_lastImpact = std::max(impact.time, m_lastImpact);
	m_state.impacts.Add(impact);
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

void GrenadeFlight::Follow(const HeldBack& held)
{
	const Vec<double> velocity = m_disc.velocity;
	m_disc.velocity = {};
	m_disc.gravity = {};
	m_end = m_dt;
	m_calm = true;
	m_following = &held;
	FindTouches();
	while (m_movedNear && m_disc.time < m_end && HasEnded() == false)
	{
		Advance();
	}
	m_disc.velocity = velocity;
	Place();
}

// The body goes back to where it was at the share. Grenades that flew before may now be in its way.
void PluginState::HoldBack(const BodyMotion& motionInStep, const HeldBack& held)
{
	BodyMotion back = motionInStep;
	back.heldFrom = 1.0;
	back.before = motionInStep.after;
	back.centerBefore = motionInStep.CenterAt(1.0);
	back.angleBefore = motionInStep.body->GetAngle();
	motion.HoldBack(motionInStep, held.share);
	back.after = motionInStep.after;
	back.centerAfter = motionInStep.CenterAt(1.0);
	back.angleAfter = motionInStep.body->GetAngle();

	WorldMotion displaced;
	displaced.Replace(back);
	PressScratch scratch;
	const Flight flight(world, displaced, 1.0, def.chordError);
	for (size_t i = 0; i < held.count; ++i)
	{
		if (grenades.IsGone(i) == false)
		{
			GrenadeFlight(*this, flight, i, 1.0, scratch).Follow(held);
		}
	}
}

} // namespace ricochet
