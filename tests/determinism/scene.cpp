// MIT License, Copyright (c) 2026 the ricochet authors

#include "determinism/scene.h"
#include "support/value_of.h"

#include <ricochet/shapes/shape_factory.h>

#include <array>
#include <cmath>
#include <limits>

namespace ricochet::test
{

namespace
{

constexpr int32_t k_static = 120;
constexpr int32_t k_kinematic = 32;
constexpr int32_t k_dynamic = 32;
constexpr int32_t k_halfWidth = 80; // in metres
constexpr int32_t k_halfHeight = 45;

// In this step, when everything is moving, one input is changed by an ulp.
constexpr int32_t k_nudgedStep = 5;

} // namespace

float Arena::Grid(int32_t low, int32_t high, float unit)
{
	return static_cast<float>(low + m_random.Below(high - low + 1)) * unit;
}

b2Vec2 Arena::InArena()
{
	const float x = Grid(-64 * k_halfWidth, 64 * k_halfWidth, 0x1p-6f);
	return {x, Grid(-64 * k_halfHeight, 64 * k_halfHeight, 0x1p-6f)};
}

// Changes the value by an ulp if it is the first one of the chosen kind.
b2Vec2 Arena::Nudged(b2Vec2 v, Nudge kind)
{
	if (m_def.nudge != kind || m_step < k_nudgedStep)
	{
		return v;
	}
	m_def.nudge = Nudge::None;
	return {std::nextafter(v.x, std::numeric_limits<float>::infinity()), v.y};
}

Arena::Arena(const ArenaDef& def)
    : m_def(def), m_world({0.0f, -10.0f}),
      m_plugin(m_world,
               {.rule = [this](const ImpactEvent& impact) { return Rule(impact); }, .surface = {.resistance = 0.0f}})
{
	AddWalls();
	for (int32_t i = 0; i < k_static; ++i)
	{
		AddBody(b2_staticBody);
	}
	for (int32_t i = 0; i < k_kinematic; ++i)
	{
		b2Body* body = AddBody(b2_kinematicBody);
		const float x = Grid(-640, 640, 0x1p-5f);
		body->SetLinearVelocity({x, Grid(-640, 640, 0x1p-5f)});
		body->SetAngularVelocity(i % 3 == 0 ? 0.0f : Grid(-640, 640, 0x1p-5f));
		m_kinematic.push_back(body);
	}
	for (int32_t i = 0; i < k_dynamic; ++i)
	{
		m_dynamic.push_back(AddBody(b2_dynamicBody));
	}
}

bool Arena::IsGlass(b2Fixture& fixture)
{
	return fixture.GetUserData().pointer % 16 == 5;
}

// The impact rule. At grenades, the response depends on the bullet's index. Bullets with an even index fly through
// glass.
Response Arena::Rule(const ImpactEvent& impact) const
{
	if (impact.bullet && impact.grenade)
	{
		constexpr Response k_responses[] = {Response::Stop, Response::Bounce, Response::Pierce, Response::Ignore};
		return k_responses[impact.bullet.index % 4];
	}
	return impact.bullet && IsGlass(*impact.fixture) && impact.bullet.index % 2 == 0 ? Response::Ignore
	                                                                                 : impact.response;
}

b2Body* Arena::AddBody(b2BodyType type)
{
	b2BodyDef def;
	def.type = type;
	def.position = InArena();
	def.angle = m_random.OneIn(4) ? 0.0f : Grid(-200, 200, 0x1p-6f);
	b2Body* body = m_world.CreateBody(&def);
	for (int32_t i = 1 + m_random.Below(2); i > 0; --i)
	{
		AddAnyFixture(body);
	}
	return body;
}

void Arena::AddFixture(b2Body* body, const b2Shape& shape)
{
	b2FixtureDef def;
	def.shape = &shape;
	def.density = 1.0f;
	def.restitution = Grid(0, 4, 0x1p-3f);
	def.friction = Grid(0, 8, 0x1p-3f);
	def.isSensor = m_random.OneIn(12);
	def.filter.categoryBits = static_cast<uint16>(1u << m_random.Below(3));
	def.userData.pointer = m_fixtures++;
	const b2Fixture* fixture = body->CreateFixture(&def);
	if (m_random.OneIn(8))
	{
		// The fixture is created twice. A ray or bullet that hits one of the two fixtures hits both at the same
		// fraction.
		def.userData.pointer = m_fixtures++;
		body->CreateFixture(&def);
	}
	if (m_random.OneIn(2))
	{
		m_plugin.SetSurface(fixture, {.resistance = Grid(0, 4000, 0.5f),
		                              .ricochetAngle = Grid(0, 100, 0x1p-6f),
		                              .restitution = Grid(0, 8, 0x1p-3f),
		                              .friction = Grid(0, 8, 0x1p-3f)});
	}
}

void Arena::AddAnyFixture(b2Body* body)
{
	const int32_t kind = m_random.Below(8);
	kind < 4 ? AddSolidFixture(body, kind) : AddEdgeFixture(body, kind);
}

void Arena::AddSolidFixture(b2Body* body, int32_t kind)
{
	const b2Vec2 center{Grid(-8, 8, 0x1p-4f), Grid(-8, 8, 0x1p-4f)};
	if (kind == 0)
	{
		b2PolygonShape box;
		const float halfWidth = Grid(2, 48, 0x1p-4f);
		box.SetAsBox(halfWidth, Grid(2, 48, 0x1p-4f));
		AddFixture(body, box);
	}
	else if (kind == 1)
	{
		std::optional<ClipPolygonShape> polygon;
		while (polygon.has_value() == false)
		{
			std::array<b2Vec2, 7> points;
			for (b2Vec2& point : points)
			{
				point.x = Grid(-40, 40, 0x1p-4f);
				point.y = Grid(-40, 40, 0x1p-4f);
			}
			if (const auto made = MakePolygon(points))
			{
				polygon = *made;
			}
		}
		AddFixture(body, *polygon);
	}
	else if (kind == 2)
	{
		b2CircleShape circle;
		circle.m_p = center;
		circle.m_radius = Grid(2, 40, 0x1p-4f);
		AddFixture(body, circle);
	}
	else
	{
		AddFixture(body, ValueOf(MakeCircle(center, Grid(2, 40, 0x1p-4f))));
	}
}

void Arena::AddEdgeFixture(b2Body* body, int32_t kind)
{
	const auto near = [this](int32_t x, int32_t y)
	{
		const float right = Grid(16 * x - 7, 16 * x + 7, 0x1p-4f);
		return b2Vec2{right, Grid(16 * y - 7, 16 * y + 7, 0x1p-4f)};
	};
	if (kind == 4)
	{
		b2EdgeShape edge;
		const b2Vec2 v0 = near(-2, 0), v1 = near(-1, 0), v2 = near(1, 0), v3 = near(2, 0);
		m_random.OneIn(2) ? edge.SetTwoSided(v1, v2) : edge.SetOneSided(v0, v1, v2, v3);
		AddFixture(body, edge);
	}
	else if (kind == 5)
	{
		const b2Vec2 v1 = near(-1, 0);
		AddFixture(body, ValueOf(MakeEdge(v1, near(1, 0))));
	}
	else if (kind == 6)
	{
		const std::array<b2Vec2, 5> path{near(-2, 0), near(-1, 1), near(0, 0), near(1, 1), near(2, 0)};
		AddFixture(body, ValueOf(MakeChain(path)));
	}
	else
	{
		const std::array<b2Vec2, 5> path{near(-2, -2), near(2, -2), near(2, 2), near(0, 0), near(-2, 2)};
		b2ChainShape loop;
		loop.CreateLoop(path.data(), static_cast<int32>(path.size()));
		AddFixture(body, loop);
	}
}

void Arena::AddWalls()
{
	// The corners run clockwise, so that the front side faces inwards.
	const float x = static_cast<float>(k_halfWidth) + 4.0f;
	const float y = static_cast<float>(k_halfHeight) + 4.0f;
	const std::array<b2Vec2, 6> corners{b2Vec2{-x, -y}, {-x, y}, {0.0f, y + 2.0f}, {x, y}, {x, -y}, {0.0f, -y - 2.0f}};
	b2BodyDef def;
	AddFixture(m_world.CreateBody(&def), ValueOf(MakeLoop(corners)));
}

// Destroys a body and makes another, which may reuse the memory of destroyed ones.
void Arena::Replace()
{
	const size_t i = static_cast<size_t>(m_random.Below(k_dynamic));
	m_plugin.QueueDestroy(m_dynamic[i]);
	m_dynamic[i] = AddBody(b2_dynamicBody);
	for (b2Body* body : m_kinematic)
	{
		body->SetLinearVelocity(-body->GetLinearVelocity());
	}
}

void Arena::DrawRays(std::span<Ray> rays)
{
	for (Ray& ray : rays)
	{
		ray.origin = InArena();
		ray.translation.x = Grid(-2048, 2048, 0x1p-6f);
		ray.translation.y = Grid(-2048, 2048, 0x1p-6f);
		ray.maxFraction = m_random.OneIn(4) ? Grid(1, 16, 0x1p-2f) : 1.0f;
		if (m_random.OneIn(3))
		{
			const std::vector<b2Body*>& bodies = m_random.OneIn(2) ? m_kinematic : m_dynamic;
			const size_t i = static_cast<size_t>(m_random.Below(static_cast<int32_t>(bodies.size())));
			ray.translation = bodies[i]->GetPosition() - ray.origin;
		}
	}
	// One ray goes from wall to wall, so that a change by an ulp shows in its hits.
	rays.front() = {Nudged(InArena(), Nudge::Ray), {m_random.OneIn(2) ? -256.0f : 256.0f, 0.0f}};
}

} // namespace ricochet::test
