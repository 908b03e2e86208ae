// MIT License, Copyright (c) 2026 the ricochet authors

#pragma once

#include "query/snapshot_scene.h"

#include "support/floats.h"

#include <ricochet/host/quarantine.h>

#include <cmath>

namespace ricochet::test
{

/// A world that is changed at random in every way in which a game may change it.
class ChangingWorld
{
public:
	ChangingWorld(uint64_t seed, int32_t bodies) : m_random(seed), m_scene(MakeMixedScene(bodies, seed + 1))
	{
		World().SetGravity({0.0f, -1.0f});
	}

	b2World& World() { return *m_scene.world; }
	const Scene& GetScene() const { return m_scene; }
	SceneRandom& GetRandom() { return m_random; }

	/// Makes one random change, or none.
	void Act()
	{
		b2Body* body = PickBody();
		b2Fixture* fixture = PickFixture(body);
		switch (m_random.Below(22))
		{
		case 0:
		case 1:
			AddBody();
			break;
		case 2:
			Destroy(body);
			break;
		case 3:
			AddRandomFixture(m_random, m_scene, body);
			break;
		case 4:
		case 5:
			Destroy(fixture);
			break;
		case 6:
			body->SetEnabled(body->IsEnabled() == false);
			break;
		case 7:
		case 8:
			body->SetTransform(m_random.InBox(m_scene.halfWidth), m_random.Uniform(-3.0f, 3.0f));
			break;
		case 9:
		case 10:
			Step();
			break;
		case 11:
		case 12:
		case 13:
			Edit(fixture);
			break;
		case 14:
			Refilter(fixture);
			break;
		case 15:
			Shift();
			break;
		case 16:
			Lose(body);
			break;
		case 17:
			MakeAgain(fixture);
			break;
		case 18:
			MakeAgain(body);
			break;
		case 19:
			Empty(body);
			break;
		default:
			break; // no change
		}
	}

	/// Moves one body or shape, and changes nothing else.
	void Move()
	{
		b2Body* body = PickBody();
		switch (m_random.Below(6))
		{
		case 0:
			body->SetTransform(m_random.InBox(m_scene.halfWidth), m_random.Uniform(-3.0f, 3.0f));
			break;
		case 1:
			Step();
			break;
		case 2:
			Lose(body);
			break;
		default:
			body->SetTransform(body->GetPosition() + m_random.InBox(1.0f),
			                   body->GetAngle() + m_random.Uniform(-1.0f, 1.0f));
			break;
		}
	}

	Ray AnyRay()
	{
		if (m_random.OneIn(2))
		{
			return {m_random.InBox(m_scene.halfWidth), m_random.LogUniform(0.1f, 40.0f) * m_random.Direction()};
		}
		return m_random.OneIn(2) ? HardRay(m_random, m_scene) : SnapshotRay(m_random, m_scene);
	}

	static bool IsSound(const b2Body& body)
	{
		const b2Transform& pose = body.GetTransform();
		return pose.p.IsValid() && std::isfinite(pose.q.s) && std::isfinite(pose.q.c);
	}

private:
	b2Body* PickBody()
	{
		if (World().GetBodyCount() == 0)
		{
			AddBody();
		}
		b2Body* body = World().GetBodyList();
		for (int32_t i = m_random.Below(World().GetBodyCount()); i > 0; --i)
		{
			body = body->GetNext();
		}
		return body;
	}

	// Returns one of the body's first two fixtures, or null.
	b2Fixture* PickFixture(b2Body* body)
	{
		b2Fixture* fixture = body->GetFixtureList();
		return fixture != nullptr && fixture->GetNext() != nullptr && m_random.OneIn(2) ? fixture->GetNext() : fixture;
	}

	void Forget(const b2Fixture* fixture) { std::erase(m_scene.fixtures, fixture); }

	b2Body* AddBody()
	{
		const b2BodyType types[] = {b2_staticBody, b2_kinematicBody, b2_dynamicBody};
		b2Body* body =
		    m_scene.AddBody(m_random.InBox(m_scene.halfWidth), m_random.Uniform(-3.0f, 3.0f), types[m_random.Below(3)]);
		for (int32_t i = m_random.Below(3); i > 0; --i)
		{
			AddRandomFixture(m_random, m_scene, body);
		}
		return body;
	}

	void Destroy(b2Body* body)
	{
		for (const b2Fixture* fixture = body->GetFixtureList(); fixture != nullptr; fixture = fixture->GetNext())
		{
			Forget(fixture);
		}
		World().DestroyBody(body);
	}

	void Destroy(b2Fixture* fixture)
	{
		if (fixture != nullptr)
		{
			Forget(fixture);
			fixture->GetBody()->DestroyFixture(fixture);
		}
	}

	// Replaces an object by a new one at the same address, because Box2D reuses the block that was freed last.
	void MakeAgain(b2Fixture* fixture)
	{
		if (fixture != nullptr)
		{
			b2Body* body = fixture->GetBody();
			Destroy(fixture);
			AddRandomFixture(m_random, m_scene, body);
		}
	}

	void MakeAgain(b2Body* body)
	{
		Destroy(body);
		AddBody();
	}

	void Empty(b2Body* body)
	{
		while (body->GetFixtureList() != nullptr)
		{
			Destroy(body->GetFixtureList());
		}
	}

	void Step()
	{
		for (b2Body* body = World().GetBodyList(); body != nullptr; body = body->GetNext())
		{
			if (body->GetType() != b2_staticBody && m_random.OneIn(8))
			{
				body->SetLinearVelocity(m_random.InBox(5.0f));
			}
		}
		QuarantineBodies(World());
		World().Step(1.0f / 60.0f, 4, 2);
		QuarantineBodies(World());
	}

	void Edit(b2Fixture* fixture)
	{
		if (fixture == nullptr)
		{
			return;
		}
		b2Shape* shape = fixture->GetShape();
		switch (shape->GetType())
		{
		case b2Shape::e_circle:
			shape->m_radius = m_random.LogUniform(0.01f, 20.0f);
			static_cast<b2CircleShape*>(shape)->m_p = m_random.InBox(2.0f);
			break;
		case b2Shape::e_polygon:
			*static_cast<b2PolygonShape*>(shape) =
			    m_random.OneIn(2) ? BoxOf(m_random.LogUniform(0.01f, 20.0f), 0.5f, m_random.InBox(2.0f), 1.0f)
			                      : RandomPolygon(m_random, 1.0f);
			break;
		case b2Shape::e_edge:
		{
			const b2Vec2 v1 = m_random.InBox(2.0f);
			const b2Vec2 v2 = v1 + m_random.LogUniform(0.1f, 30.0f) * m_random.Direction();
			auto* edge = static_cast<b2EdgeShape*>(shape);
			switch (m_random.Below(3))
			{
			case 0:
				edge->SetTwoSided(v1, v2);
				break;
			case 1:
				edge->SetOneSided(2.0f * v1 - v2, v1, v2, 2.0f * v2 - v1);
				break;
			default:
				edge->m_oneSided = edge->m_oneSided == false;
				break;
			}
			break;
		}
		default:
		{
			// The number of children must not change: Box2D frees as many proxies as the shape has children in the end.
			const auto* chain = static_cast<const b2ChainShape*>(shape);
			chain->m_vertices[m_random.Below(chain->m_count)] += m_random.InBox(0.1f);
			break;
		}
		}
	}

	void Refilter(b2Fixture* fixture)
	{
		if (fixture != nullptr)
		{
			b2Filter filter;
			filter.categoryBits = static_cast<uint16_t>(1u << m_random.Below(4));
			filter.maskBits = static_cast<uint16_t>(m_random.Bits());
			filter.groupIndex = static_cast<int16_t>(m_random.Below(3) - 1);
			fixture->SetFilterData(filter);
			fixture->SetSensor(m_random.OneIn(4));
		}
	}

	void Shift()
	{
		if (m_random.OneIn(4))
		{
			World().ShiftOrigin(m_random.InBox(3.0f));
		}
	}

	void Lose(b2Body* body)
	{
		if (m_random.OneIn(2))
		{
			body->SetTransform({m_random.OneIn(2) ? k_nan : k_inf, 0.0f}, 0.0f);
			return;
		}
		for (b2Body* lost = World().GetBodyList(); lost != nullptr; lost = lost->GetNext())
		{
			if (IsSound(*lost) == false)
			{
				lost->SetTransform(m_random.InBox(m_scene.halfWidth), 0.0f);
			}
		}
	}

	SceneRandom m_random;
	Scene m_scene;
};

} // namespace ricochet::test
