// MIT License, Copyright (c) 2026 the ricochet authors

#include "properties/model.h"

#include <ricochet/host/quarantine.h>

#include <cmath>
#include <limits>

namespace ricochet::test
{

namespace
{

constexpr size_t k_mostProjectiles = 40;

// Returns the direction towards a body. If there is no such body, returns the direction to the right.
b2Vec2 DirectionTo(b2Vec2 from, const BodyRecord* record)
{
	b2Vec2 way = record != nullptr && record->isLost == false ? record->body->GetPosition() - from : b2Vec2{1.0f, 0.0f};
	return way.Normalize() > 0.0f ? way : b2Vec2{1.0f, 0.0f};
}

} // namespace

Model::Model()
    : m_world({0.0f, -10.0f}), m_plugin(m_world, {.rule = [this](const ImpactEvent& event) { return OnImpact(event); },
                                                  .maxContactsPerStep = 20})
{
	m_world.SetContactListener(this);
	m_world.SetContactFilter(this);
}

std::string Model::Run(const Command& command)
{
	if (command.op == Command::Op::Step)
	{
		Step(command);
	}
	else if (Change(command) == false)
	{
		Random random(command.salt);
		RunProjectiles(command, random);
	}
	CheckWorld();
	CheckCasts(command.salt);
	CheckFlying();
	CheckSurfaces();
	return m_problem;
}

void Model::RunProjectiles(const Command& command, Random& random)
{
	const BodyRecord* record = Pick(command.which);
	switch (command.op)
	{
	case Command::Op::SetSurface:
		SetSurface(command);
		break;
	case Command::Op::Fire:
		Fire(command.v, std::ldexp(1.0f, static_cast<int>(command.choice % 10)) * DirectionTo(command.v, record),
		     random);
		break;
	case Command::Op::Throw:
		Throw(command.v, 10.0f * b2Vec2{command.x, static_cast<float>(command.choice % 8) - 4.0f}, random);
		break;
	case Command::Op::Cancel:
		CancelOne(random);
		break;
	case Command::Op::QueueDestroy:
		QueueDestroy(record != nullptr ? record->body : nullptr);
		break;
	case Command::Op::Quarantine:
		Fail(QuarantineBodies(m_world) == CountLost(m_bodies) ? "" : "not the number of bodies that are nowhere");
		m_isTreeSpoilt = false;
		break;
	default:
		break;
	}
}

void Model::SetSurface(const Command& command)
{
	BodyRecord* record = Pick(command.which);
	if (record == nullptr || record->fixtures.empty())
	{
		return;
	}
	FixtureRecord& fixture = record->fixtures[command.choice % record->fixtures.size()];
	Random random(command.salt);
	const Surface surface{.resistance = random.OneIn(3) ? 0.0f : random.LogUniform(1.0f, 1.0e4f),
	                      .ricochetAngle = random.Uniform(0.0f, 1.6f),
	                      .restitution = random.Uniform(0.0f, 1.0f),
	                      .friction = random.Uniform(0.0f, 1.0f)};
	if (random.OneIn(8))
	{
		Surface refused = surface;
		refused.friction = -1.0f;
		m_plugin.SetSurface(fixture.fixture, refused);
		return;
	}
	m_plugin.SetSurface(fixture.fixture, surface);
	fixture.surface = surface;
	fixture.isSurfaceKnown = true;
}

void Model::Fire(b2Vec2 position, b2Vec2 velocity, Random& random)
{
	if (m_bullets.live.size() >= k_mostProjectiles)
	{
		return;
	}
	BulletDef def{.position = position, .velocity = velocity, .mass = random.LogUniform(1.0e-3f, 0.1f)};
	def.drag = random.OneIn(2) ? 0.0f : 0.5f;
	def.lifetime = random.LogUniform(0.01f, 5.0f);
	def.maxBounces = random.Below(5);
	def.maxPierces = random.Below(5);
	def.filter.startInside = random.OneIn(2);
	def.filter.sensors = random.OneIn(4);
	def.filter.sides = static_cast<Sides>(random.Below(3));
	def.mass = random.OneIn(16) ? -1.0f : def.mass;
	const BulletId id = m_plugin.Fire(def);
	if (static_cast<bool>(id) != (def.mass > 0.0f))
	{
		Fail("Fire");
	}
	if (id)
	{
		m_bullets.live.push_back(id);
		Fail(m_bullets.ever.insert({id.index, id.generation}).second ? "" : "a bullet's id is used twice");
	}
}

void Model::Throw(b2Vec2 position, b2Vec2 velocity, Random& random)
{
	if (m_grenades.live.size() >= k_mostProjectiles)
	{
		return;
	}
	GrenadeDef def{.position = position, .velocity = velocity, .radius = random.LogUniform(0.01f, 0.5f)};
	def.fuse = random.LogUniform(0.01f, 5.0f);
	def.restitution = random.Uniform(0.0f, 1.0f);
	def.radius = random.OneIn(16) ? std::numeric_limits<float>::quiet_NaN() : def.radius;
	const GrenadeId id = m_plugin.Throw(def);
	if (static_cast<bool>(id) == std::isnan(def.radius))
	{
		Fail("Throw");
	}
	if (id)
	{
		m_grenades.live.push_back(id);
		Fail(m_grenades.ever.insert({id.index, id.generation}).second ? "" : "a grenade's id is used twice");
	}
}

// Within a step, a projectile may already have ended although its event is not yet reported. Then Find does not know
// it, and Cancel does nothing.
void Model::CancelOne(Random& random)
{
	const auto cancel = [&](auto& flock)
	{
		const auto id = random.OneOf(flock.live);
		const bool isFlying = m_plugin.Find(id).has_value();
		Fail(isFlying || m_isInStep ? "" : "Find does not know what flies");
		m_plugin.Cancel(id);
		flock.cancelled += isFlying ? std::erase(flock.live, id) : 0;
		Fail(m_plugin.Find(id) ? "Find knows what was cancelled" : "");
	};
	if (random.OneIn(2) && m_bullets.live.empty() == false)
	{
		cancel(m_bullets);
	}
	else if (m_grenades.live.empty() == false)
	{
		cancel(m_grenades);
	}
}

void Model::QueueDestroy(b2Body* body)
{
	m_plugin.QueueDestroy(body);
	if (body != nullptr)
	{
		++tally.queued;
		m_queue.insert(body);
	}
}

} // namespace ricochet::test
