// MIT License, Copyright (c) 2026 the ricochet authors

#pragma once

#include <box2d/b2_world.h>
#include <box2d/b2_world_callbacks.h>

namespace ricochet
{

/// As long as this object lives, the world's contact listener and contact filter are called through `attempt(call)`,
/// which must not throw. An exception that passed through b2World::Step would leave the world locked.
/// If the game sets another listener or filter in this time, the new one is not guarded, and it stays set afterwards.
template <class Attempt>
class GuardedCallbacks final : b2ContactListener, b2ContactFilter
{
public:
	GuardedCallbacks(b2World& world, Attempt& attempt)
	    : m_world(world), m_attempt(attempt), m_listener(world.GetContactManager().m_contactListener),
	      m_filter(world.GetContactManager().m_contactFilter)
	{
		Replace(m_listener, m_filter, this, this);
	}
	~GuardedCallbacks() override { Replace(this, this, m_listener, m_filter); }
	GuardedCallbacks(const GuardedCallbacks&) = delete;
	GuardedCallbacks& operator=(const GuardedCallbacks&) = delete;

private:
	// Null stays null: Box2D then calls nothing.
	void Replace(const b2ContactListener* listener, const b2ContactFilter* filter, b2ContactListener* otherListener,
	             b2ContactFilter* otherFilter)
	{
		const b2ContactManager& now = m_world.GetContactManager();
		if (listener != nullptr && now.m_contactListener == listener)
		{
			m_world.SetContactListener(otherListener);
		}
		if (filter != nullptr && now.m_contactFilter == filter)
		{
			m_world.SetContactFilter(otherFilter);
		}
	}

	void BeginContact(b2Contact* contact) override
	{
		m_attempt([&] { m_listener->BeginContact(contact); });
	}
	void EndContact(b2Contact* contact) override
	{
		m_attempt([&] { m_listener->EndContact(contact); });
	}
	void PreSolve(b2Contact* contact, const b2Manifold* before) override
	{
		m_attempt([&] { m_listener->PreSolve(contact, before); });
	}
	void PostSolve(b2Contact* contact, const b2ContactImpulse* impulse) override
	{
		m_attempt([&] { m_listener->PostSolve(contact, impulse); });
	}
	bool ShouldCollide(b2Fixture* a, b2Fixture* b) override
	{
		bool collide = true; // where the filter has thrown
		m_attempt([&] { collide = m_filter->ShouldCollide(a, b); });
		return collide;
	}

	b2World& m_world;
	Attempt& m_attempt;
	b2ContactListener* m_listener;
	b2ContactFilter* m_filter;
};

} // namespace ricochet
