// MIT License, Copyright (c) 2026 the ricochet authors

#include "fuzz/restore_yard.h"

#include <ricochet/shapes/shape_factory.h>

namespace ricochet::fuzz
{

namespace
{

constexpr float k_dt = 1.0f / 60.0f;

enum Name : size_t
{
	Ground,
	Wall,
	Crate,
	Mill,
	Basin,
	Ball,
	Extra
};

struct NotNow
{
};

bool AcceptAll(b2Fixture*)
{
	return true;
}

bool AcceptLater(b2Fixture*)
{
	throw NotNow();
}

b2Vec2 SteerUp(const BulletState&)
{
	return {0.0f, 5.0f};
}

void PutBack(ExplosionDef& def)
{
	def.filter.accept = AcceptAll;
	def.fragments.bullet.filter.accept = AcceptAll;
	def.fragments.bullet.steering = SteerUp;
}

} // namespace

Yard::Yard(bool hasOwnNames) : m_hasOwnNames(hasOwnNames), plugin(m_world, {.surface = {.resistance = 0.0f}})
{
	m_world.SetContactListener(&m_guard);
	Add(b2_staticBody, {0.0f, -5.0f}, *MakeBox(20.0f, 1.0f));
	Add(b2_staticBody, {8.0f, 0.0f}, *MakeBox(2.0f, 4.0f));
	Add(b2_dynamicBody, {2.0f, -3.4f}, *MakeBox(0.5f, 0.5f));
	Add(b2_kinematicBody, {-6.0f, 0.0f}, *MakeBox(0.25f, 3.0f))->SetAngularVelocity(2.0f);
	const b2Vec2 corners[] = {{15.0f, 8.0f}, {15.0f, -4.0f}, {-15.0f, -4.0f}, {-15.0f, 8.0f}};
	Add(b2_staticBody, {0.0f, 0.0f}, *MakeChain(corners));
	Add(b2_dynamicBody, {-2.0f, -3.0f}, *MakeCircle({0.0f, 0.0f}, 0.5f));
	Add(b2_staticBody, {-12.0f, 4.0f}, *MakeBox(1.0f, 1.0f));
}

b2Body* Yard::Add(b2BodyType type, b2Vec2 position, const b2Shape& shape)
{
	b2BodyDef def;
	def.type = type;
	def.position = position;
	def.userData.pointer = m_bodies.size();
	b2Body* body = m_world.CreateBody(&def);
	body->CreateFixture(&shape, 1.0f);
	m_bodies.push_back(body);
	return body;
}

void Yard::Launch()
{
	LaunchBullets();
	LaunchGrenades();
	plugin.SetSurface(m_bodies[Crate]->GetFixtureList(), {.resistance = 100.0f});
}

void Yard::LaunchBullets()
{
	BulletDef plain;
	plain.position = {-10.0f, 5.0f};
	plain.velocity = {2.0f, 3.0f};
	plain.drag = 0.1f;
	plugin.Fire(plain);

	BulletDef guided = plain;
	guided.velocity = {6.0f, 0.0f};
	guided.homing = {.body = m_bodies[Crate], .turnRate = 0.5f};
	guided.maxRange = 200.0f;
	guided.dragQuadratic = 0.01f;
	guided.filter.ignoreBody = m_bodies[Wall];
	guided.filter.accept = AcceptAll;
	guided.steering = SteerUp;
	plugin.Fire(guided);

	BulletDef piercing;
	piercing.position = {5.5f, 1.0f};
	piercing.velocity = {3.0f, 1.0f};
	piercing.gravityScale = 0.0f;
	piercing.maxPierces = 3;
	piercing.maxBounces = 2;
	plugin.Fire(piercing);
}

void Yard::LaunchGrenades()
{
	GrenadeDef def;
	def.fuse = 100.0f;
	for (const float x : {2.0f, 5.0f, -2.0f})
	{
		def.position = {x, -2.0f};
		plugin.Throw(def);
	}
	def.sticky = true;
	def.position = {-9.0f, 0.0f};
	def.velocity = {10.0f, 2.0f};
	def.filter.accept = AcceptAll;
	def.blast.emplace().fragments.count = 3;
	PutBack(*def.blast);
	plugin.Throw(def);
}

void Yard::Step()
{
	m_guard.Prepare(m_world, k_dt);
	try
	{
		plugin.Step(k_dt, 2, 1);
	}
	catch (const NotNow&)
	{
	}
}

// Makes an explosion that waits for the next step, because its predicate throws.
void Yard::ExplodeLater()
{
	ExplosionDef def;
	def.position = {4.0f, 0.0f};
	def.fragments.count = 2;
	PutBack(def);
	def.filter.accept = AcceptLater;
	plugin.BeginStep();
	plugin.Explode(def);
	m_world.Step(k_dt, 2, 1);
	try
	{
		plugin.EndStep(k_dt);
	}
	catch (const NotNow&)
	{
	}
}

SaveDef Yard::Names() const
{
	SaveDef def;
	if (m_hasOwnNames)
	{
		def.nameOf = [](b2Body& body)
		{
			return 1000 + uint64_t{body.GetUserData().pointer};
		};
	}
	return def;
}

RestoreDef Yard::Finders()
{
	RestoreDef def;
	if (m_hasOwnNames)
	{
		def.find = [this](uint64_t name)
		{
			return name >= 1000 && name - 1000 < m_bodies.size() ? m_bodies[name - 1000] : nullptr;
		};
	}
	def.bullet = [](BulletId, BulletDef& bullet)
	{
		bullet.filter.accept = AcceptAll;
		bullet.steering = SteerUp;
	};
	def.grenade = [](GrenadeId, GrenadeDef& grenade)
	{
		grenade.filter.accept = AcceptAll;
		if (grenade.blast)
		{
			PutBack(*grenade.blast);
		}
	};
	def.explosion = PutBack;
	return def;
}

const Bytes& Yard::Busy(bool hasOwnNames)
{
	static const auto save = [](bool named)
	{
		Yard yard(named);
		yard.Launch();
		for (int32_t step = 0; step < 120; ++step)
		{
			yard.Step();
		}
		yard.LaunchBullets();
		for (int32_t step = 0; step < 12; ++step)
		{
			yard.Step();
		}
		yard.ExplodeLater();
		yard.plugin.QueueDestroy(yard.m_bodies[Extra]);
		Bytes bytes;
		Require(static_cast<bool>(yard.plugin.Save(bytes, yard.Names())), "a yard can be saved");
		return bytes;
	};
	static const Bytes saved[] = {save(false), save(true)};
	return saved[hasOwnNames ? 1 : 0];
}

} // namespace ricochet::fuzz
