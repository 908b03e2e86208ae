// MIT License, Copyright (c) 2026 the ricochet authors

#include "determinism/flight_hash.h"

#include <box2d/b2_body.h>
#include <box2d/b2_world.h>

namespace ricochet::test
{

namespace
{

void AddPresses(const Plugin& plugin, Hash& hash)
{
	for (const PressEvent& event : plugin.Presses())
	{
		hash.Add(event.grenade.index);
		hash.Add(event.time);
		hash.Add(event.point);
		hash.Add(event.normal);
		hash.Add(event.impulse);
	}
}

void AddExplosions(const Plugin& plugin, Hash& hash)
{
	for (const ExplosionEvent& event : plugin.Explosions())
	{
		hash.Add(event.position);
		hash.Add(event.grenade.index);
		hash.Add(event.time);
		hash.Add(event.hitCount);
		hash.Add(event.fragmentCount);
	}
	for (const BlastEvent& event : plugin.BlastHits())
	{
		hash.Add(event.fixture != nullptr ? uint64_t{event.fixture->GetUserData().pointer} : ~uint64_t{0});
		hash.Add(event.child);
		hash.Add(event.grenade.index);
		hash.Add(event.point);
		hash.Add(event.distance);
		hash.Add(event.seenLength);
		hash.Add(event.share);
		hash.Add(event.damage);
		hash.Add(event.impulse);
		hash.Add(event.angularImpulse);
	}
	for (const BulletId id : plugin.Fragments())
	{
		hash.Add(id.index);
		hash.Add(id.generation);
	}
}

} // namespace

void AddEvents(const Plugin& plugin, Hash& hash)
{
	for (const ImpactEvent& event : plugin.Impacts())
	{
		hash.Add(static_cast<const RayHit&>(event));
		hash.Add(event.bullet.index);
		hash.Add(event.bullet.generation);
		hash.Add(event.grenade.index);
		hash.Add(event.grenade.generation);
		hash.Add(event.time);
		hash.Add(event.age);
		hash.Add(event.distance);
		hash.Add(event.thickness);
		hash.Add(event.position);
		hash.Add(event.velocityBefore);
		hash.Add(event.velocityAfter);
		hash.Add(event.impulse);
		hash.Add(static_cast<int32_t>(event.response));
	}
	for (const ExpiredEvent& event : plugin.Expired())
	{
		hash.Add(event.bullet.index);
		hash.Add(event.bullet.generation);
		hash.Add(event.grenade.index);
		hash.Add(event.grenade.generation);
		hash.Add(static_cast<int32_t>(event.reason));
		hash.Add(event.time);
		hash.Add(event.age);
		hash.Add(event.distance);
		hash.Add(event.position);
		hash.Add(event.velocity);
	}
	AddPresses(plugin, hash);
	AddExplosions(plugin, hash);
}

void AddFlying(const Plugin& plugin, Hash& hash)
{
	for (const BulletState& state : plugin.Bullets())
	{
		hash.Add(state.id.index);
		hash.Add(state.position);
		hash.Add(state.velocity);
		hash.Add(state.age);
		hash.Add(state.bounces);
		hash.Add(state.pierces);
		for (const PathPoint& point : plugin.PathOf(state.id))
		{
			hash.Add(point.position);
			hash.Add(point.time);
			hash.Add(point.isImpact);
		}
	}
	for (const GrenadeState& state : plugin.Grenades())
	{
		hash.Add(state.id.index);
		hash.Add(state.position);
		hash.Add(state.velocity);
		hash.Add(state.age);
		hash.Add(state.angle);
		hash.Add(state.angularVelocity);
		hash.Add(state.resting);
		hash.Add(state.stuck);
	}
}

void AddStates(const Plugin& plugin, const b2World& world, Hash& hash)
{
	AddFlying(plugin, hash);
	for (const b2Body* body = world.GetBodyList(); body != nullptr; body = body->GetNext())
	{
		hash.Add(body->GetPosition());
		hash.Add(body->GetAngle());
		hash.Add(body->GetLinearVelocity());
		hash.Add(body->GetAngularVelocity());
	}
}

} // namespace ricochet::test
