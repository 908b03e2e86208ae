// MIT License, Copyright (c) 2026 the ricochet authors

#pragma once

#include "box2d/b2_body.h"
#include "box2d/b2_contact_manager.h"
#include "box2d/b2_world_callbacks.h"

#include <vector>

struct b2Profile
{
	float step = 0.0f; ///< differs between successive steps
};

/// The bodies of a game's engine, as the game last reported them.
class b2World
{
public:
	explicit b2World(const b2Vec2& gravity) : m_gravity(gravity) {}
	~b2World();
	b2World(const b2World&) = delete;
	b2World& operator=(const b2World&) = delete;

	b2Body* CreateBody(const b2BodyDef* def);
	void DestroyBody(b2Body* body);

	/// Moves every body that is awake by its velocities. Nothing else changes these: no gravity, no collisions.
	void Step(float dt, int32 velocityIterations, int32 positionIterations);

	/// All motions of bodies between BeginMoves and EndMoves count as one step of this world.
	void BeginMoves();
	void EndMoves();

	/// Calls visit(b2Body&, const b2BodyChange&) for the bodies with changes, at most as many as given. Forgets the
	/// changes that were visited. Returns how many bodies had changes.
	template <class Visit>
	int32 TakeChanges(int32 most, Visit&& visit)
	{
		const auto count = static_cast<int32>(m_changed.size());
		const auto end = m_changed.begin() + b2Min(most, count);
		for (auto body = m_changed.begin(); body != end; ++body)
		{
			visit(**body, static_cast<const b2BodyChange&>((*body)->m_change));
			(*body)->m_change = {};
			(*body)->m_isChanged = false;
		}
		m_changed.erase(m_changed.begin(), end);
		return count;
	}

	void ShiftOrigin(const b2Vec2& newOrigin);

	[[nodiscard]] b2Body* GetBodyList() { return m_bodies; }
	[[nodiscard]] const b2Body* GetBodyList() const { return m_bodies; }
	[[nodiscard]] int32 GetBodyCount() const { return m_bodyCount; }
	[[nodiscard]] int32 GetProxyCount() const { return m_contactManager.m_broadPhase.m_proxyCount; }
	[[nodiscard]] const b2ContactManager& GetContactManager() const { return m_contactManager; }
	[[nodiscard]] const b2Profile& GetProfile() const { return m_profile; }
	[[nodiscard]] b2Vec2 GetGravity() const { return m_gravity; }
	[[nodiscard]] bool IsLocked() const { return false; }
	[[nodiscard]] bool GetWarmStarting() const { return false; }
	void SetWarmStarting(bool) {}
	void SetContactListener(b2ContactListener* listener) { m_contactManager.m_contactListener = listener; }
	void SetContactFilter(b2ContactFilter* filter) { m_contactManager.m_contactFilter = filter; }

	b2BlockAllocator m_blockAllocator;
	bool m_newContacts = false; ///< a body jumped, was enabled or got a fixture since the last step
	bool m_stepComplete = true;
	float m_inv_dt0 = 0.0f;

private:
	friend class b2Body;
	friend class b2Fixture;

	b2BodyChange& ChangeOf(b2Body& body) noexcept;

	b2ContactManager m_contactManager;
	b2Body* m_bodies = nullptr;
	int32 m_bodyCount = 0;
	std::vector<b2Body*> m_changed; // both have room for all bodies
	std::vector<b2Body*> m_moved;   // whose sweeps have a length
	uint32 m_steps = 0;
	b2Profile m_profile;
	b2Vec2 m_gravity;
};
