// MIT License, Copyright (c) 2026 the ricochet authors

#include "referee/props.h"
#include "referee/scene_list.h"
#include "support/rounded_scenes.h"

#include <algorithm>
#include <array>

// A hall with all kinds of bodies and projectiles. Between steps, a game changes any of them at random.

namespace ricochet::referee
{

namespace
{

constexpr float k_half = 12.0f;
constexpr int32_t k_steps = 1500;
constexpr int32_t k_mostBodies = 30;
constexpr size_t k_mostGrenades = 20;
constexpr size_t k_mostBullets = 30;

class Game
{
public:
	explicit Game(Stage& stage) : m_stage(stage), m_random(stage.random)
	{
		if (m_random.OneIn(4))
		{
			stage.world.SetGravity({0.0f, 0.0f});
		}
		m_hall = AddHall(stage, {k_half, k_half});
		AddTurningRoom();
		for (int32_t i = 0; i < 20; ++i)
		{
			CreateBody();
		}
		ChangeRate();
	}

	void Run()
	{
		const auto steps = static_cast<int32_t>(m_stage.length * k_steps);
		for (int32_t i = 0; i < steps; ++i)
		{
			Act();
			m_stage.Step(1.0f / m_rate);
		}
	}

private:
	struct Choice
	{
		int32_t oneIn; // acts once in this many steps on average
		void (Game::*act)();
	};

	void Act()
	{
		static constexpr std::array<Choice, 11> k_choices{{{2, &Game::Fire},
		                                                   {8, &Game::Throw},
		                                                   {20, &Game::Push},
		                                                   {60, &Game::Teleport},
		                                                   {80, &Game::CreateBody},
		                                                   {120, &Game::DestroyBody},
		                                                   {80, &Game::ChangeFilter},
		                                                   {100, &Game::ChangeSurface},
		                                                   {150, &Game::ChangeEnabled},
		                                                   {100, &Game::Cancel},
		                                                   {100, &Game::ChangeRate}}};
		for (const Choice& choice : k_choices)
		{
			if (m_random.OneIn(choice.oneIn))
			{
				(this->*choice.act)();
			}
		}
	}

	void AddTurningRoom()
	{
		b2Body* room = m_stage.AddBody(b2_kinematicBody, {6.0f, 6.0f});
		m_stage.AddRoom(room, {{-3.0f, -2.0f}, {2.5f, -2.5f}, {3.0f, 2.0f}, {-1.0f, 3.0f}});
		room->SetAngularVelocity(m_random.Uniform(-3.0f, 3.0f));
		for (int32_t i = 0; i < 3; ++i)
		{
			GrenadeDef def = AnyGrenade();
			def.position = room->GetPosition() + m_random.InBox(1.5f);
			m_stage.Throw(def);
		}
	}

	b2Vec2 AnyPlace() { return m_random.InBox(k_half - 2.0f); }

	void CreateBody()
	{
		if (m_stage.world.GetBodyCount() >= k_mostBodies)
		{
			return;
		}
		const std::array<b2BodyType, 4> types{b2_staticBody, b2_kinematicBody, b2_dynamicBody, b2_dynamicBody};
		b2Body* body =
		    m_stage.AddBody(types[static_cast<size_t>(m_random.Below(4))], AnyPlace(), m_random.Uniform(-k_pi, k_pi));
		const Material material{m_random.LogUniform(0.1f, 30.0f), m_random.Uniform(0.0f, 1.0f),
		                        m_random.OneIn(2) ? 0.0f : m_random.Uniform(0.0f, 1.0f)};
		switch (m_random.Below(body->GetType() == b2_dynamicBody ? 5 : 7))
		{
		case 0:
			m_stage.AddBox(body, {m_random.LogUniform(0.1f, 2.0f), m_random.LogUniform(0.02f, 0.5f)}, material);
			break;
		case 1:
			m_stage.AddCircle(body, m_random.LogUniform(0.1f, 1.0f), material);
			break;
		case 2:
			m_stage.Add(body, test::RandomPolygon(m_random, m_random.Uniform(0.3f, 1.2f)), material);
			break;
		case 3:
			m_stage.AddBox(body, {0.8f, 0.1f}, material);
			m_stage.AddBox(body, {0.1f, 0.5f}, material, {0.7f, 0.4f});
			break;
		case 4:
			m_stage.Add(body, test::RandomRounded(m_random), material);
			break;
		case 5:
			m_stage.AddEdge(body, {-1.5f, 0.0f}, {1.5f, m_random.Uniform(-1.0f, 1.0f)}, material);
			break;
		default:
			m_stage.AddChain(body, {{-2.0f, 0.0f}, {-0.5f, m_random.Uniform(-1.0f, 1.0f)}, {0.5f, 0.0f}, {2.0f, 0.3f}},
			                 material);
			break;
		}
		PushOne(*body);
	}

	// Returns any body but the hall, or null.
	b2Body* AnyBody()
	{
		b2Body* body = m_stage.world.GetBodyList();
		for (int32_t i = m_random.Below(m_stage.world.GetBodyCount()); i > 0; --i)
		{
			body = body->GetNext();
		}
		return body != m_hall ? body : nullptr;
	}

	void PushOne(b2Body& body)
	{
		if (body.GetType() != b2_staticBody)
		{
			const b2Vec2 home = body.GetType() == b2_kinematicBody ? -0.1f * body.GetPosition() : b2Vec2{0.0f, 0.0f};
			body.SetLinearVelocity(home + m_random.LogUniform(0.1f, 10.0f) * m_random.Direction());
			body.SetAngularVelocity(m_random.OneIn(3) ? 0.0f : m_random.Uniform(-8.0f, 8.0f));
		}
	}

	void Push()
	{
		if (b2Body* body = AnyBody())
		{
			PushOne(*body);
		}
	}

	void Teleport()
	{
		if (b2Body* body = AnyBody())
		{
			body->SetTransform(AnyPlace(), m_random.Uniform(-k_pi, k_pi));
		}
	}

	void DestroyBody()
	{
		b2Body* body = AnyBody();
		if (body != nullptr && m_random.OneIn(2))
		{
			m_stage.GetPlugin().QueueDestroy(body);
		}
		else if (body != nullptr)
		{
			m_stage.GetPlugin().Forget(body);
			m_stage.world.DestroyBody(body);
		}
	}

	void ChangeFilter()
	{
		if (b2Body* body = AnyBody())
		{
			b2Filter filter;
			filter.maskBits = m_random.OneIn(2) ? 0x0001 : 0xFFFF;
			filter.categoryBits = m_random.OneIn(2) ? 0x0001 : 0x0002;
			body->GetFixtureList()->SetFilterData(filter);
			body->GetFixtureList()->SetSensor(m_random.OneIn(4));
		}
	}

	void ChangeSurface()
	{
		if (const b2Body* body = AnyBody())
		{
			Surface surface;
			surface.resistance = m_random.OneIn(2) ? 0.0f : m_random.LogUniform(0.1f, 1.0e4f);
			surface.ricochetAngle = m_random.Uniform(0.0f, 0.5f * k_pi);
			surface.restitution = m_random.Uniform(0.0f, 1.0f);
			m_stage.GetPlugin().SetSurface(body->GetFixtureList(), surface);
		}
	}

	void ChangeEnabled()
	{
		if (b2Body* body = AnyBody())
		{
			body->SetEnabled(body->IsEnabled() == false);
		}
	}

	void ChangeRate() { m_rate = m_stage.RandomRate(240.0f); }

	QueryFilter AnyFilter()
	{
		QueryFilter filter;
		if (m_random.OneIn(4))
		{
			filter.maskBits = m_random.OneIn(2) ? 0x0001 : 0x0002;
			filter.sensors = m_random.OneIn(2);
		}
		return filter;
	}

	void Fire()
	{
		if (m_stage.GetPlugin().Bullets().size() >= k_mostBullets)
		{
			return;
		}
		BulletDef def;
		def.position = AnyPlace();
		def.velocity = m_random.LogUniform(5.0f, 1000.0f) * m_random.Direction();
		def.mass = m_random.LogUniform(0.001f, 1.0f);
		def.gravityScale = m_random.OneIn(2) ? 0.0f : 1.0f;
		def.drag = m_random.OneIn(8) ? 0.5f : 0.0f;
		def.lifetime = m_random.LogUniform(0.1f, 5.0f);
		def.restitution = m_random.Uniform(0.0f, 1.0f);
		def.friction = m_random.Uniform(0.0f, 1.0f);
		def.maxBounces = m_random.Below(8);
		def.maxPierces = m_random.Below(4);
		def.filter = AnyFilter();
		def.radius = m_random.OneIn(3) ? m_random.LogUniform(0.001f, 0.5f) : 0.0f;
		def.hitsGrenades = m_random.OneIn(2);
		m_stage.Fire(def);
	}

	GrenadeDef AnyGrenade()
	{
		GrenadeDef def;
		def.position = AnyPlace();
		def.velocity = m_random.LogUniform(0.1f, 40.0f) * m_random.Direction();
		def.radius = m_random.LogUniform(0.02f, 0.4f);
		def.mass = m_random.LogUniform(0.02f, 20.0f);
		def.restitution = m_random.OneIn(2) ? 0.4f : m_random.Uniform(0.0f, 1.0f);
		def.friction = m_random.Uniform(0.0f, 1.0f);
		def.fuse = m_random.LogUniform(1.0f, 100.0f);
		def.filter = AnyFilter();
		return def;
	}

	void Throw()
	{
		if (m_stage.GetPlugin().Grenades().size() < k_mostGrenades)
		{
			m_stage.Throw(AnyGrenade());
		}
	}

	void Cancel()
	{
		const auto grenades = m_stage.GetPlugin().Grenades();
		if (grenades.empty() == false)
		{
			m_stage.Cancel(grenades[static_cast<size_t>(m_random.Below(static_cast<int32_t>(grenades.size())))].id);
		}
	}

	Stage& m_stage;
	SceneRandom& m_random;
	b2Body* m_hall = nullptr;
	float m_rate = 60.0f;
};

} // namespace

void PlayMixed(Stage& stage)
{
	Game(stage).Run();
}

} // namespace ricochet::referee
