// MIT License, Copyright (c) 2026 the ricochet authors

#include "determinism/scene.h"

#include <box2d/b2_body.h>

#include <algorithm>

// This file launches the projectiles of the arena and checks the flights of those that were foreseen.

namespace ricochet::test
{

namespace
{

constexpr size_t k_grenades = 300;
constexpr int32_t k_oneGuidedIn = 32;

b2Vec2 Steering(const BulletState& state)
{
	return {-0.5f * state.velocity.y, 0.25f * state.velocity.x};
}

} // namespace

void Arena::Fire()
{
	BulletDef def;
	def.position = Nudged(InArena(), Nudge::Bullet);
	def.velocity.x = Grid(-2400, 2400, 0x1p-3f);
	def.velocity.y = Grid(-2400, 2400, 0x1p-3f);
	def.mass = Grid(1, 16, 0x1p-10f);
	def.gravityScale = Grid(0, 2, 0.5f);
	def.drag = m_random.OneIn(2) ? 0.0f : Grid(1, 96, 0x1p-5f);
	def.lifetime = Grid(1, 256, 0x1p-6f);
	def.restitution = Grid(2, 8, 0x1p-3f);
	def.friction = Grid(0, 8, 0x1p-3f);
	def.maxBounces = m_random.Below(6);
	def.maxPierces = m_random.Below(4);
	def.filter.maskBits = m_random.OneIn(2) ? 0xFFFF : 0x0003;
	def.radius = m_random.OneIn(4) ? Grid(1, 24, 0x1p-6f) : 0.0f;
	def.hitsGrenades = m_random.OneIn(2);
	if (m_random.OneIn(k_oneGuidedIn))
	{
		Guide(def);
	}
	if (def.hitsGrenades && m_random.OneIn(4) && m_plugin.Grenades().empty() == false)
	{
		AimAtGrenade(def);
	}
	m_plugin.Fire(def);
}

// Aims a bullet at a grenade. The bullet starts near the grenade, and its path is chosen in the grenade's frame.
void Arena::AimAtGrenade(BulletDef& def)
{
	const auto grenades = m_plugin.Grenades();
	const GrenadeState& grenade = grenades[static_cast<size_t>(m_random.Below(static_cast<int32_t>(grenades.size())))];
	const b2Vec2 way{Grid(-32, 32, 0x1p-3f), Grid(-32, 32, 0x1p-3f)};
	def.position = grenade.position - way;
	def.velocity = grenade.velocity + Grid(1, 64, 1.0f) * way;
}

// Gives some bullets each kind of force. Some home on a body that moves, or that may be destroyed meanwhile.
void Arena::Guide(BulletDef& def)
{
	def.velocity = 0x1p-2f * def.velocity;
	def.wind.x = Grid(-64, 64, 0x1p-3f);
	def.acceleration.y = Grid(-64, 64, 0x1p-3f);
	def.dragQuadratic = m_random.OneIn(2) ? 0.0f : Grid(1, 32, 0x1p-10f);
	def.thrust = m_random.OneIn(2) ? 0.0f : Grid(-64, 64, 0x1p-2f);
	def.maxRange = m_random.OneIn(2) ? Grid(1, 256, 1.0f) : def.maxRange;
	def.steering = m_random.OneIn(4) ? SteeringRule(Steering) : SteeringRule();
	def.keepsPath = true;
	if (m_random.OneIn(2))
	{
		const std::vector<b2Body*>& bodies = m_random.OneIn(2) ? m_kinematic : m_dynamic;
		def.homing.body = bodies[static_cast<size_t>(m_random.Below(static_cast<int32_t>(bodies.size())))];
		def.homing.turnRate = Grid(1, 64, 0x1p-3f);
	}
}

ExplosionDef Arena::Blast()
{
	ExplosionDef def;
	def.position = InArena();
	def.radius = Grid(0, 16, 0x1p-1f);
	def.falloff = Grid(1, 16, 0x1p-1f);
	def.impulsePerLength = Grid(-4, 16, 0x1p-2f);
	def.fragments.count = m_random.Below(8);
	def.fragments.speed = Grid(8, 64, 1.0f);
	def.fragments.bullet.lifetime = Grid(1, 32, 0x1p-6f);
	return def;
}

void Arena::Throw()
{
	GrenadeDef def;
	def.position = Nudged(InArena(), Nudge::Grenade);
	def.velocity.x = Grid(-160, 160, 0x1p-3f);
	def.velocity.y = Grid(-160, 160, 0x1p-3f);
	def.radius = Grid(1, 16, 0x1p-6f);
	def.fuse = Grid(16, 256, 0x1p-6f);
	def.sticky = m_random.OneIn(8);
	def.impactFuse = m_random.OneIn(8) ? Grid(0, 16, 0x1p-6f) : def.impactFuse;
	if (m_random.OneIn(8))
	{
		def.blast = Blast();
	}
	m_plugin.Throw(def);
}

// Returns a bullet whose flight can be previewed: it can hit only bodies at rest, and the arena's rule does not change
// its flight.
BulletDef Arena::Foreseeable()
{
	BulletDef def;
	def.position = InArena();
	def.velocity.x = Grid(-1024, 1024, 0x1p-3f);
	def.velocity.y = Grid(-1024, 1024, 0x1p-3f);
	def.lifetime = Grid(1, 256, 0x1p-6f);
	def.maxBounces = m_random.Below(6);
	def.maxPierces = m_random.Below(4);
	def.filter.accept = StandsStill;
	def.radius = m_random.OneIn(4) ? Grid(1, 24, 0x1p-6f) : 0.0f;
	if (m_random.OneIn(2))
	{
		Guide(def);
		def.homing.body = nullptr;
		def.homing.point = InArena();
	}
	return def;
}

bool Arena::StandsStill(b2Fixture* fixture)
{
	return fixture->GetBody()->GetType() == b2_staticBody && IsGlass(*fixture) == false;
}

void Arena::Foresee()
{
	Foreseen foreseen;
	const BulletDef def = Foreseeable();
	const Result<> seen =
	    m_plugin.PreviewPath(def, static_cast<float>(k_foreseenSteps) * k_timeStep, k_timeStep, foreseen.flight);
	if (seen)
	{
		std::erase_if(foreseen.flight.points, [](const PathPoint& point) { return point.endsStep == false; });
		foreseen.id = m_plugin.Fire(def);
		m_foreseen.push_back(std::move(foreseen));
	}
	m_areForeseen = m_areForeseen && seen;
}

// Compares a previewed bullet with its preview: its position while it flies, and its end when it has expired.
bool Arena::IsAsForeseen(Foreseen& foreseen) const
{
	foreseen.steps += 1;
	const std::vector<PathPoint>& points = foreseen.flight.points;
	if (const std::optional<BulletState> state = m_plugin.Find(foreseen.id))
	{
		return foreseen.steps <= points.size() && points[foreseen.steps - 1].position == state->position;
	}
	const auto isIt = [&](const ExpiredEvent& event)
	{
		return event.bullet == foreseen.id;
	};
	const auto end = std::find_if(m_plugin.Expired().begin(), m_plugin.Expired().end(), isIt);
	const auto& expected = foreseen.flight.end;
	return end != m_plugin.Expired().end() && expected.has_value() && expected->position == end->position &&
	       expected->velocity == end->velocity && expected->reason == end->reason;
}

void Arena::CheckForeseen()
{
	for (Foreseen& foreseen : m_foreseen)
	{
		m_areForeseen = m_areForeseen && IsAsForeseen(foreseen);
	}
	std::erase_if(m_foreseen, [this](const Foreseen& foreseen)
	              { return foreseen.steps == k_foreseenSteps || m_plugin.Find(foreseen.id).has_value() == false; });
}

void Arena::Step()
{
	while (m_plugin.Bullets().size() < static_cast<size_t>(m_def.bullets))
	{
		Fire();
	}
	while (m_plugin.Grenades().size() < k_grenades)
	{
		Throw();
	}
	if (m_step % 32 == 31)
	{
		Replace();
	}
	b2Body* pushed = m_kinematic.front();
	pushed->SetLinearVelocity(Nudged(pushed->GetLinearVelocity(), Nudge::Body));
	for (int32_t i = 0; i < 2; ++i)
	{
		Foresee();
	}
	m_plugin.BeginStep();
	if (m_random.OneIn(4))
	{
		m_plugin.Explode(Blast());
	}
	m_world.Step(k_timeStep, 8, 3);
	m_plugin.EndStep(k_timeStep);
	CheckForeseen();
	++m_step;
}

bool Arena::Save(std::vector<std::byte>& bytes) const
{
	return static_cast<bool>(m_plugin.Save(bytes));
}

bool Arena::Restore(const std::vector<std::byte>& bytes)
{
	const auto putBack = [](BulletId, BulletDef& def)
	{
		def.filter.accept = StandsStill;
		def.steering = Steering;
	};
	return static_cast<bool>(m_plugin.Restore(bytes, {.bullet = putBack}));
}

} // namespace ricochet::test
