// MIT License, Copyright (c) 2026 the ricochet authors

#include "projectile/random_game.h"

namespace ricochet::test
{

uint64_t RandomGame::Told()
{
	Hash hash;
	AddImpacts(hash);
	AddPresses(hash);
	for (const ExpiredEvent& event : m_state.events.expired.All())
	{
		hash.Add(event.bullet.index);
		hash.Add(event.grenade.index);
		hash.Add(static_cast<uint32_t>(event.reason));
		hash.Add(event.position);
		hash.Add(event.velocity);
	}
	AddFlying(hash);
	AddBodies(hash);
	return hash.Get();
}

void RandomGame::AddImpacts(Hash& hash)
{
	for (const ImpactEvent& event : m_state.events.impacts.All())
	{
		hash.Add(static_cast<const RaySpan&>(event));
		hash.Add(m_names.at(event.fixture));
		hash.Add(event.child);
		hash.Add(event.bullet.index);
		hash.Add(event.grenade.index);
		hash.Add(event.time);
		hash.Add(event.thickness);
		hash.Add(event.velocityAfter);
		hash.Add(event.impulse);
		hash.Add(static_cast<uint32_t>(event.response));
		m_impacts += 1;
	}
}

void RandomGame::AddPresses(Hash& hash)
{
	for (const PressEvent& event : m_state.events.presses.All())
	{
		hash.Add(event.grenade.index);
		hash.Add(m_names.at(event.fixture));
		hash.Add(event.time);
		hash.Add(event.point);
		hash.Add(event.impulse);
		m_presses += 1;
	}
}

void RandomGame::AddFlying(Hash& hash) const
{
	for (const BulletState& state : BulletList(m_state.bullets))
	{
		hash.Add(state.position);
		hash.Add(state.velocity);
	}
	for (const GrenadeState& state : m_state.grenades.states)
	{
		hash.Add(state.resting);
		hash.Add(state.stuck);
	}
	for (size_t i = 0; i < m_state.grenades.states.size(); ++i)
	{
		const GrenadeDetail& detail = m_state.grenades.details[i];
		hash.Add(detail.position.x);
		hash.Add(detail.position.y);
		hash.Add(detail.velocity.x);
		hash.Add(detail.velocity.y);
		hash.Add(detail.angle);
		hash.Add(detail.spin);
	}
}

void RandomGame::AddBodies(Hash& hash)
{
	for (const b2Body* body : m_bodies)
	{
		hash.Add(body->GetPosition());
		hash.Add(body->GetAngle());
		hash.Add(body->GetLinearVelocity());
		hash.Add(body->GetAngularVelocity());
	}
	for (const BodyMotion& motion : m_state.motion.Moved())
	{
		m_heldBack += motion.heldFrom < 1.0 ? 1 : 0;
	}
}

} // namespace ricochet::test
