// MIT License, Copyright (c) 2026 the ricochet authors

#include "box2d/b2_shape.h"
#include "box2d/b2_world.h"

#include <algorithm>

// Fixtures ---------------------------------------------------------------------------------------------------------

b2Fixture::b2Fixture(const b2FixtureDef& def, b2Body& body)
    : m_shape(nullptr), m_body(&body), m_children(def.shape->GetChildCount()), m_density(def.density),
      m_friction(def.friction), m_restitution(def.restitution), m_isSensor(def.isSensor), m_filter(def.filter),
      m_userData(def.userData)
{
	m_room = std::make_unique<b2FixtureProxy[]>(static_cast<size_t>(std::max(m_children, 0)));
	m_proxies = m_room.get();
	m_shape = def.shape->Clone(&body.GetWorld()->m_blockAllocator);
}

b2Fixture::~b2Fixture()
{
	m_shape->~b2Shape();
	m_body->GetWorld()->m_blockAllocator.Free(m_shape, 0);
}

void b2Fixture::CreateProxies(b2BroadPhase& broadPhase, const b2Transform& pose)
{
	broadPhase.m_tree.Reserve(m_children);
	for (int32 child = 0; child < m_children; ++child)
	{
		b2FixtureProxy& proxy = m_proxies[child];
		m_shape->ComputeAABB(&proxy.aabb, pose, child);
		proxy.fixture = this;
		proxy.childIndex = child;
		proxy.proxyId = broadPhase.CreateProxy(proxy.aabb, &proxy);
		m_proxyCount += 1;
	}
}

void b2Fixture::DestroyProxies(b2BroadPhase& broadPhase) noexcept
{
	for (; m_proxyCount > 0; --m_proxyCount)
	{
		broadPhase.DestroyProxy(m_proxies[m_proxyCount - 1].proxyId);
	}
}

void b2Fixture::Synchronize(b2BroadPhase& broadPhase, const b2Transform& pose, const b2Vec2& way)
{
	for (int32 child = 0; child < m_proxyCount; ++child)
	{
		b2FixtureProxy& proxy = m_proxies[child];
		b2AABB swept = proxy.aabb;
		m_shape->ComputeAABB(&proxy.aabb, pose, child);
		swept.Combine(proxy.aabb);
		broadPhase.MoveProxy(proxy.proxyId, swept, way);
	}
}

// Bodies -----------------------------------------------------------------------------------------------------------

b2Body::b2Body(const b2BodyDef& def, b2World& world)
    : m_xf(def.position, b2Rot(def.angle)), m_type(def.type), m_isAwake(def.awake && def.type != b2_staticBody),
      m_isEnabled(def.enabled), m_isFixed(def.fixedRotation), m_world(&world), m_velocity(def.linearVelocity),
      m_angularVelocity(def.angularVelocity), m_gravityScale(def.gravityScale), m_userData(def.userData)
{
	m_sweep.localCenter = {0.0f, 0.0f};
	m_sweep.c = m_sweep.c0 = def.position;
	m_sweep.a = m_sweep.a0 = def.angle;
	m_sweep.alpha0 = 0.0f;
}

b2Body::~b2Body()
{
	while (m_fixtures != nullptr)
	{
		b2Fixture* fixture = m_fixtures;
		m_fixtures = fixture->GetNext();
		fixture->DestroyProxies(BroadPhase());
		delete fixture;
	}
}

b2BroadPhase& b2Body::BroadPhase() const
{
	return m_world->m_contactManager.m_broadPhase;
}

b2Fixture* b2Body::CreateFixture(const b2FixtureDef* def)
{
	auto made = std::make_unique<b2Fixture>(*def, *this);
	if (m_isEnabled)
	{
		made->CreateProxies(BroadPhase(), m_xf);
	}
	b2Fixture* fixture = made.release();
	fixture->m_next = m_fixtures;
	m_fixtures = fixture;
	m_world->m_newContacts = true;
	if (fixture->GetDensity() > 0.0f)
	{
		ResetMassData();
	}
	return fixture;
}

void b2Body::DestroyFixture(b2Fixture* fixture)
{
	b2Fixture** link = &m_fixtures;
	while (*link != fixture)
	{
		link = &(*link)->m_next;
	}
	*link = fixture->GetNext();
	fixture->DestroyProxies(BroadPhase());
	delete fixture;
	ResetMassData();
}

void b2Body::SetTransform(const b2Vec2& position, float angle)
{
	m_xf.Set(position, angle);
	m_sweep.a = m_sweep.a0 = angle;
	MoveCenter();
	for (b2Fixture* fixture = m_fixtures; fixture != nullptr; fixture = fixture->GetNext())
	{
		for (int32 child = 0; child < fixture->m_proxyCount; ++child)
		{
			fixture->GetShape()->ComputeAABB(&fixture->m_proxies[child].aabb, m_xf, child);
		}
	}
	Synchronize({0.0f, 0.0f});
	m_world->m_newContacts = true;
	m_world->ChangeOf(*this).isPut = true;
}

void b2Body::MoveTo(const b2Transform& pose, float angle)
{
	if (m_isMoved == false)
	{
		m_isMoved = true;
		m_world->m_moved.push_back(this);
	}
	m_isAwake = m_type != b2_staticBody;
	m_sweep.c0 = m_sweep.c;
	m_sweep.a0 = m_sweep.a;
	m_sweep.c = b2Mul(pose, m_sweep.localCenter);
	m_sweep.a = angle;
	const b2Vec2 way = pose.p - m_xf.p;
	m_xf = pose;
	Synchronize(way);
}

void b2Body::Synchronize(const b2Vec2& way)
{
	for (b2Fixture* fixture = m_fixtures; fixture != nullptr; fixture = fixture->GetNext())
	{
		fixture->Synchronize(BroadPhase(), m_xf, way);
	}
}

// The centre of mass follows the pose, without a sweep.
void b2Body::MoveCenter()
{
	m_sweep.c = m_sweep.c0 = b2Mul(m_xf, m_sweep.localCenter);
}

void b2Body::SetLinearVelocity(const b2Vec2& velocity)
{
	if (m_type != b2_staticBody)
	{
		m_isAwake = m_isAwake || velocity.LengthSquared() > 0.0f;
		m_velocity = velocity;
	}
}

void b2Body::SetAngularVelocity(float velocity)
{
	if (m_type != b2_staticBody)
	{
		m_isAwake = m_isAwake || velocity * velocity > 0.0f;
		m_angularVelocity = velocity;
	}
}

void b2Body::Push(const b2Vec2& impulse, float angularImpulse, bool wake)
{
	m_isAwake = m_isAwake || (wake && m_type == b2_dynamicBody);
	if (m_type == b2_dynamicBody && m_isAwake)
	{
		m_velocity += m_invMass * impulse;
		m_angularVelocity += m_invI * angularImpulse;
		b2BodyChange& change = m_world->ChangeOf(*this);
		change.impulse += impulse;
		change.angularImpulse += angularImpulse;
	}
}

void b2Body::ApplyLinearImpulse(const b2Vec2& impulse, const b2Vec2& point, bool wake)
{
	Push(impulse, b2Cross(point - m_sweep.c, impulse), wake);
}

void b2Body::ApplyLinearImpulseToCenter(const b2Vec2& impulse, bool wake)
{
	Push(impulse, 0.0f, wake);
}

void b2Body::ApplyAngularImpulse(float impulse, bool wake)
{
	Push({0.0f, 0.0f}, impulse, wake);
}

void b2Body::SetOwnMass(const b2MassData& mass)
{
	m_hasOwnMass = true;
	m_given = mass;
	ResetMassData();
}

// The sums are in floats, in the order of the fixtures, as in Box2D. Only a dynamic body needs them: with them, adding
// n fixtures takes a time of n^2. SetType calls this function again.
void b2Body::ResetMassData()
{
	if (m_hasOwnMass == false && m_type == b2_dynamicBody)
	{
		m_given = {0.0f, {0.0f, 0.0f}, 0.0f};
		for (const b2Fixture* fixture = m_fixtures; fixture != nullptr; fixture = fixture->GetNext())
		{
			if (fixture->GetDensity() != 0.0f)
			{
				b2MassData part;
				fixture->GetShape()->ComputeMass(&part, fixture->GetDensity());
				m_given.mass += part.mass;
				m_given.center += part.mass * part.center;
				m_given.I += part.I;
			}
		}
		m_given.center *= m_given.mass > 0.0f ? 1.0f / m_given.mass : 0.0f;
		m_given.I -= m_given.mass * b2Dot(m_given.center, m_given.center);
	}
	m_mass = m_type == b2_dynamicBody ? m_given : b2MassData{0.0f, {0.0f, 0.0f}, 0.0f};
	m_mass.I = m_isFixed ? 0.0f : m_mass.I;
	m_invMass = m_mass.mass > 0.0f ? 1.0f / m_mass.mass : 0.0f;
	m_invI = m_mass.I > 0.0f ? 1.0f / m_mass.I : 0.0f;
	const b2Vec2 before = m_sweep.c;
	m_sweep.localCenter = m_mass.center;
	MoveCenter();
	m_velocity += b2Cross(m_angularVelocity, m_sweep.c - before);
}

void b2Body::SetType(b2BodyType type)
{
	if (type != m_type)
	{
		m_type = type;
		m_isAwake = type != b2_staticBody;
		ResetMassData();
		if (type == b2_staticBody)
		{
			m_velocity = {0.0f, 0.0f};
			m_angularVelocity = 0.0f;
			m_sweep.c0 = m_sweep.c;
			m_sweep.a0 = m_sweep.a;
		}
		BroadPhase().m_moveCount += 1;
	}
}

void b2Body::SetAwake(bool isAwake)
{
	if (m_type != b2_staticBody)
	{
		m_isAwake = isAwake;
		if (isAwake == false)
		{
			m_velocity = {0.0f, 0.0f};
			m_angularVelocity = 0.0f;
		}
	}
}

void b2Body::SetEnabled(bool isEnabled)
{
	if (isEnabled == m_isEnabled)
	{
		return;
	}
	if (isEnabled)
	{
		int32 children = 0;
		for (const b2Fixture* fixture = m_fixtures; fixture != nullptr; fixture = fixture->GetNext())
		{
			children += fixture->GetShape()->GetChildCount();
		}
		BroadPhase().m_tree.Reserve(children); // so that nothing throws halfway
	}
	m_isEnabled = isEnabled;
	m_world->m_newContacts = true;
	for (b2Fixture* fixture = m_fixtures; fixture != nullptr; fixture = fixture->GetNext())
	{
		if (isEnabled)
		{
			fixture->CreateProxies(BroadPhase(), m_xf);
		}
		else
		{
			fixture->DestroyProxies(BroadPhase());
		}
	}
}

// Worlds -----------------------------------------------------------------------------------------------------------

b2World::~b2World()
{
	while (m_bodies != nullptr)
	{
		DestroyBody(m_bodies);
	}
}

b2Body* b2World::CreateBody(const b2BodyDef* def)
{
	const size_t count = static_cast<size_t>(m_bodyCount) + 1;
	if (count > std::min(m_changed.capacity(), m_moved.capacity()))
	{
		m_changed.reserve(2 * count);
		m_moved.reserve(2 * count);
	}
	auto* body = new b2Body(*def, *this);
	body->m_next = m_bodies;
	if (m_bodies != nullptr)
	{
		m_bodies->m_previous = body;
	}
	m_bodies = body;
	m_bodyCount += 1;
	return body;
}

void b2World::DestroyBody(b2Body* body)
{
	(body->m_previous != nullptr ? body->m_previous->m_next : m_bodies) = body->m_next;
	if (body->m_next != nullptr)
	{
		body->m_next->m_previous = body->m_previous;
	}
	if (body->m_isChanged)
	{
		std::erase(m_changed, body);
	}
	if (body->m_isMoved)
	{
		std::erase(m_moved, body);
	}
	m_bodyCount -= 1;
	delete body;
}

b2BodyChange& b2World::ChangeOf(b2Body& body) noexcept
{
	if (body.m_isChanged == false)
	{
		body.m_isChanged = true;
		m_changed.push_back(&body);
	}
	return body.m_change;
}

void b2World::Step(float dt, int32, int32)
{
	BeginMoves();
	for (b2Body* body = m_bodies; body != nullptr && dt > 0.0f; body = body->GetNext())
	{
		const float angle = body->m_sweep.a + dt * body->m_angularVelocity;
		const b2Vec2 center = body->m_sweep.c + dt * body->m_velocity;
		if (body->IsAwake() && body->IsEnabled() && (angle != body->m_sweep.a || center != body->m_sweep.c))
		{
			b2Transform pose;
			pose.q.Set(angle);
			pose.p = center - b2Mul(pose.q, body->m_sweep.localCenter);
			body->MoveTo(pose, angle);
			body->m_sweep.c = center;
		}
	}
	m_inv_dt0 = dt > 0.0f ? 1.0f / dt : m_inv_dt0;
	EndMoves();
}

// A body that does not move in the next step has a sweep without length.
void b2World::BeginMoves()
{
	for (b2Body* body : m_moved)
	{
		body->m_isMoved = false;
		body->m_sweep.c0 = body->m_sweep.c;
		body->m_sweep.a0 = body->m_sweep.a;
	}
	m_moved.clear();
}

// As after a step of Box2D: nothing is new, and the number of the step differs from that of the last one.
void b2World::EndMoves()
{
	m_contactManager.m_broadPhase.m_moveCount = 0;
	m_newContacts = false;
	m_steps += 1;
	m_profile.step = static_cast<float>(m_steps % (1u << 24));
}

void b2World::ShiftOrigin(const b2Vec2& newOrigin)
{
	for (b2Body* body = m_bodies; body != nullptr; body = body->GetNext())
	{
		body->m_xf.p -= newOrigin;
		body->m_sweep.c0 -= newOrigin;
		body->m_sweep.c -= newOrigin;
		for (b2Fixture* fixture = body->GetFixtureList(); fixture != nullptr; fixture = fixture->GetNext())
		{
			for (int32 child = 0; child < fixture->m_proxyCount; ++child)
			{
				fixture->GetShape()->ComputeAABB(&fixture->m_proxies[child].aabb, body->m_xf, child);
			}
		}
	}
	m_contactManager.m_broadPhase.m_tree.ShiftOrigin(newOrigin);
}
