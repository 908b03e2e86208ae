// MIT License, Copyright (c) 2026 the ricochet authors

#include "projectile/random_game.h"

#include <box2d/b2_chain_shape.h>
#include <box2d/b2_circle_shape.h>

namespace ricochet::test
{

namespace
{

constexpr float k_halfWidth = 24.0f;

} // namespace

RandomGame::RandomGame(const RandomGameDef& def)
    : m_def(def), m_random(def.seed), m_world({0.0f, -10.0f}),
      m_state(m_world,
              {.rule = [this](const ImpactEvent& impact) { return Rule(impact); },
               .snapshot = def.handsSnapshot ? &m_snapshot : nullptr},
              1)
{
	m_state.still.leastBullets = def.leastBullets;
	m_state.pressScratch.near.most = def.mostNear;
	AddFloor();
	for (int32_t i = 0; i < 150; ++i)
	{
		AddAny();
	}
}

uint64_t RandomGame::Step()
{
	Change();
	while (m_state.bullets.Count() < m_def.bullets)
	{
		Fire(m_random.InBox(k_halfWidth));
	}
	while (m_state.grenades.Count() < m_def.grenades)
	{
		Throw();
	}
	if (m_def.onlyBullets == false && m_random.OneIn(4))
	{
		Throw();
	}
	m_state.Begin();
	ChangeWithinStep();
	m_world.Step(k_dt, 8, 3);
	ChangeWithinStep();
	if (m_def.onlyBullets == false && m_random.OneIn(4))
	{
		AddAny();
		Teleport();
	}
	if (m_random.OneIn(4))
	{
		EXPECT_TRUE(m_snapshot.Update()); // as a game does that uses the snapshot for queries
	}
	m_state.End(k_dt);
	EXPECT_FALSE(m_state.failures.thrown);
	EXPECT_EQ(m_state.failures.error.reason, ErrorReason::None);
	return Told();
}

// Adds a row of tiles side by side. No projectile may pass through a seam.
void RandomGame::AddFloor()
{
	for (int32_t i = -12; i < 12; ++i)
	{
		Name(AddBody(m_world, {2.0f * static_cast<float>(i) + 1.0f, -20.0f})->CreateFixture(&m_tile, 1.0f));
	}
}

void RandomGame::AddAny()
{
	const int32_t type = m_random.Below(6);
	b2Body* body =
	    AddBody(m_world, m_random.InBox(k_halfWidth), m_random.OneIn(2) ? 0.0f : m_random.Uniform(-3.0f, 3.0f),
	            type == 0 ? b2_kinematicBody : (type == 1 ? b2_dynamicBody : b2_staticBody));
	if (type == 0 && m_random.OneIn(4) == false)
	{
		body->SetLinearVelocity(m_random.InBox(10.0f));
		body->SetAngularVelocity(m_random.Uniform(-5.0f, 5.0f));
	}
	m_bodies.push_back(body);
	for (int32_t i = 1 + m_random.Below(2); i > 0; --i)
	{
		AddFixture(*body);
	}
}

void RandomGame::AddFixture(b2Body& body)
{
	b2FixtureDef def;
	b2CircleShape circle;
	b2ChainShape chain;
	b2PolygonShape polygon = RandomPolygon(m_random, m_random.LogUniform(0.1f, 3.0f));
	const std::vector<b2Vec2> path{{-2.0f, -1.0f}, {0.0f, 1.0f}, {2.0f, -1.0f}, {3.0f, m_random.Uniform(0.0f, 2.0f)}};
	circle.m_radius = m_random.LogUniform(0.05f, 2.0f);
	chain.CreateLoop(path.data(), static_cast<int32>(path.size()));
	const b2Shape* shapes[] = {&polygon, &m_tile, &circle, &chain};
	def.shape = shapes[m_random.Below(4)];
	def.density = 1.0f;
	def.isSensor = m_random.OneIn(10);
	def.filter.categoryBits = static_cast<uint16>(1u << m_random.Below(3));
	const b2Fixture* fixture = Name(body.CreateFixture(&def));
	m_state.surfaces.Set(fixture,
	                     {.resistance = m_random.Uniform(0.0f, 50.0f), .ricochetAngle = m_random.Uniform(0.0f, 1.6f)});
}

b2Fixture* RandomGame::Name(b2Fixture* fixture)
{
	m_names[fixture] = m_named++;
	return fixture;
}

void RandomGame::Teleport()
{
	Any()->SetTransform(m_random.InBox(k_halfWidth), m_random.Uniform(-3.0f, 3.0f));
}

// Makes a random change that a game may make between two steps.
void RandomGame::Change()
{
	switch (m_random.Below(6))
	{
	case 0:
		Teleport();
		break;
	case 1:
	{
		b2Body* body = Any();
		body->SetEnabled(body->IsEnabled() == false);
		break;
	}
	case 2:
	{
		b2Filter filter;
		filter.categoryBits = static_cast<uint16>(1u << m_random.Below(3));
		Any()->GetFixtureList()->SetFilterData(filter);
		break;
	}
	case 3:
		Destroy(Any());
		AddAny();
		break;
	case 4:
		m_state.ShiftOrigin(m_random.InBox(1.0f));
		break;
	default:
		break;
	}
}

void RandomGame::ChangeWithinStep()
{
	if (m_def.onlyBullets == false || m_random.OneIn(3))
	{
		return;
	}
	b2Body* body = Any();
	switch (m_random.Below(8))
	{
	case 0:
		Teleport();
		break;
	case 1:
		// The displacement is so small that the body's bounds in the tree do not change.
		body->SetTransform(body->GetPosition() + m_random.InBox(0.05f), body->GetAngle());
		break;
	case 2:
	case 3:
		body->SetType(static_cast<b2BodyType>(m_random.Below(3)));
		body->SetLinearVelocity(m_random.InBox(100.0f));
		body->SetAngularVelocity(m_random.Uniform(-90.0f, 90.0f));
		break;
	case 4:
		body->SetEnabled(body->IsEnabled() == false);
		break;
	case 5:
		body->SetBullet(body->IsBullet() == false);
		body->SetLinearVelocity(m_random.InBox(100.0f));
		break;
	case 6:
		Destroy(Any());
		if (m_random.OneIn(2))
		{
			AddAny();
		}
		break;
	default:
		body->SetAwake(m_random.OneIn(2));
		break;
	}
}

void RandomGame::Destroy(b2Body* body)
{
	std::erase(m_bodies, body);
	m_state.Forget(body);
	m_world.DestroyBody(body);
}

QueryFilter RandomGame::AnyFilter()
{
	QueryFilter filter;
	filter.maskBits = static_cast<uint16_t>(m_random.Below(8) | 1);
	filter.sensors = m_random.OneIn(2);
	filter.startInside = m_random.OneIn(2);
	filter.sides = m_random.OneIn(4) ? Sides::Front : Sides::Both;
	if (m_random.OneIn(4))
	{
		filter.accept = [this](b2Fixture* fixture)
		{
			return m_names.at(fixture) % 3 != 0;
		};
	}
	return filter;
}

BulletId RandomGame::Fire(b2Vec2 position)
{
	BulletDef def{.position = position, .lifetime = 0.5f};
	def.velocity = m_random.OneIn(20) ? b2Vec2{0.0f, 0.0f} : m_random.LogUniform(20.0f, 5000.0f) * m_random.Direction();
	if (m_random.OneIn(8))
	{
		def.gravityScale = 0.0f;
		def.position.y = -19.0f; // flies along the floor
		def.velocity.y = 0.0f;
	}
	def.maxBounces = m_random.Below(6);
	def.maxPierces = m_random.Below(6);
	def.filter = AnyFilter();
	return m_state.bullets.Add(def);
}

void RandomGame::Throw()
{
	GrenadeState state;
	GrenadeDetail detail;
	GrenadeDef& def = detail.def;
	def.position = m_random.InBox(k_halfWidth);
	def.velocity = m_random.LogUniform(0.1f, 100.0f) * m_random.Direction();
	def.radius = m_random.LogUniform(0.02f, 0.4f);
	def.gravityScale = m_random.OneIn(8) ? 0.0f : 1.0f;
	def.restitution = m_random.Uniform(0.0f, 1.0f);
	def.fuse = m_random.LogUniform(0.3f, 3.0f);
	def.sticky = m_random.OneIn(6);
	def.filter = AnyFilter();
	state.position = def.position;
	state.velocity = def.velocity;
	state.radius = def.radius;
	detail.position = Lift<double>(state.position);
	detail.velocity = Lift<double>(state.velocity);
	m_state.grenades.Add(state, detail);
}

// Makes the kinds of calls that a rule may make.
Response RandomGame::Rule(const ImpactEvent& impact)
{
	const int32_t name = m_names.at(impact.fixture);
	if (name % 16 == 5 && impact.body->GetType() != b2_staticBody)
	{
		m_state.queued.Add(impact.body);
		std::erase(m_bodies, impact.body);
	}
	else if (name % 16 == 6 && m_state.bullets.Count() < 2 * m_def.bullets)
	{
		Fire(impact.enter.point);
	}
	else if (name % 16 == 7 && m_state.bullets.Count() > 0)
	{
		m_state.bullets.Remove(m_state.bullets.NextFrom(0));
	}
	return name % 16 == 8 ? Response::Ignore : impact.response;
}

} // namespace ricochet::test
