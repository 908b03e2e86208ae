// MIT License, Copyright (c) 2026 the ricochet authors

#include "properties/model.h"

#include <ricochet/host/quarantine.h>

#include "support/brute_force.h"

#include <limits>

namespace ricochet::test
{

namespace
{

constexpr int32_t k_velocityIterations = 4;
constexpr int32_t k_positionIterations = 2;

float TimeOf(const Command& command)
{
	const float times[] = {1.0f / 60.0f, 1.0f / 60.0f, 1.0f / 60.0f, 0.125f, 1.0e-4f, 0.0f};
	return times[command.choice / Command::Ways % 6];
}

} // namespace

void Model::Step(const Command& command)
{
	const float dt = TimeOf(command);
	const uint32_t way = command.choice % Command::Ways;
	if (way == Command::Refused)
	{
		const float times[] = {-1.0f, std::numeric_limits<float>::quiet_NaN(), std::numeric_limits<float>::infinity()};
		m_plugin.Step(times[command.which % 3], k_velocityIterations, k_positionIterations);
		return;
	}

	// BeginStep drops the plugin's surfaces of fixtures that no longer exist.
	m_staleSurfaces.clear();
	m_forgotten.clear();
	LoseQueued();
	m_ruleRandom = Random(command.salt);
	m_hasRule = command.hasRule;
	m_isInStep = true;
	m_flies = m_plugin.Bullets().empty() == false || m_plugin.Grenades().empty() == false;
	QuarantineUnlessFlying();
	if (way == Command::Whole)
	{
		m_met = m_bodies;
		m_plugin.Step(dt, k_velocityIterations, k_positionIterations);
	}
	else
	{
		m_plugin.BeginStep();
		m_world.Step(dt, k_velocityIterations, k_positionIterations);
		if (way == Command::PartsAndChange)
		{
			ChangeWithin(m_ruleRandom);
		}
		m_met = m_bodies;
		m_plugin.EndStep(dt);
	}
	m_isInStep = false;
	m_isTreeSpoilt = false;
	AfterStep(command, dt);
	QuarantineUnlessFlying();
}

// If no projectile flies, the plugin reads no body, so the game itself must quarantine bodies.
void Model::QuarantineUnlessFlying()
{
	if (m_flies == false)
	{
		QuarantineBodies(m_world);
	}
}

// Makes changes that a game may make between its world's step and EndStep.
void Model::ChangeWithin(Random& random)
{
	const auto which = static_cast<uint32_t>(random.Below(64));
	BodyRecord* record = Pick(which);
	switch (random.Below(5))
	{
	case 0:
		DestroyBody(record, random.OneIn(2));
		break;
	case 1:
		DestroyFixture(record, which, random.OneIn(2));
		break;
	case 2:
	{
		Command create;
		create.specs.push_back(BodySpec::Draw(random, DrawBodyType(random)));
		CreateBody(create);
		break;
	}
	case 3:
		if (record != nullptr && record->isLost == false)
		{
			record->body->SetTransform({random.Uniform(-6.0f, 6.0f), random.Uniform(-6.0f, 6.0f)}, 0.5f);
		}
		break;
	default:
		QueueDestroy(record != nullptr ? record->body : nullptr);
		break;
	}
}

// Removes the queued bodies from the lists, because the plugin destroys them when the step begins.
void Model::LoseQueued()
{
	m_gone.clear();
	for (size_t i = m_bodies.size(); i-- > 0;)
	{
		if (m_queue.contains(m_bodies[i].body))
		{
			for (const FixtureRecord& fixture : m_bodies[i].fixtures)
			{
				NoteSurface(fixture, true);
			}
			m_gone.insert(m_bodies[i].body);
			m_bodies.erase(m_bodies.begin() + static_cast<std::ptrdiff_t>(i));
		}
	}
	m_queue.clear();
}

void Model::AfterStep(const Command& command, float dt)
{
	for (const b2Body* body = m_world.GetBodyList(); body != nullptr; body = body->GetNext())
	{
		Fail(m_gone.contains(body) && Find(body) == nullptr ? "a queued body is still there" : "");
	}
	CheckWorld();
	CheckEvents(dt);
	CheckFlying();
	if (command.hasLoop && m_problem.empty())
	{
		Random random(command.salt + 1);
		LoopOverEvents(random);
	}
}

// Loops over the events of a step as a game does, and destroys bodies in the loops.
void Model::LoopOverEvents(Random& random)
{
	for (const ImpactEvent& event : m_plugin.Impacts())
	{
		BodyRecord* record = Find(event.body);
		const int fate = random.Below(5);
		if (record == nullptr)
		{
			continue;
		}
		size_t index = 0;
		while (index < record->fixtures.size() && record->fixtures[index].fixture != event.fixture)
		{
			++index;
		}
		tally.destroyedInLoops += fate < 3 ? 1 : 0;
		if (fate == 0)
		{
			DestroyBody(record, random.OneIn(2));
		}
		else if (fate == 1 && index < record->fixtures.size())
		{
			DestroyFixture(record, index, random.OneIn(2));
		}
		else if (fate == 2)
		{
			QueueDestroy(event.body);
		}
		else if (fate == 3)
		{
			Fire(event.enter.point, event.velocityAfter, random);
		}
	}
	for (const ExpiredEvent& event : m_plugin.Expired())
	{
		BodyRecord* record = Pick(static_cast<uint32_t>(random.Below(64)));
		if (random.OneIn(4))
		{
			DestroyBody(record, random.OneIn(2));
		}
		else if (event.position.IsValid() && event.velocity.IsValid())
		{
			Throw(event.position, event.velocity, random);
		}
	}
}

// The impact rule: makes random calls that a rule may make, and returns a random response.
Response Model::OnImpact(const ImpactEvent& event)
{
	CheckImpact(event, std::numeric_limits<float>::max());
	if (m_hasRule == false)
	{
		return event.response;
	}
	const size_t known = m_plugin.Impacts().size();
	m_plugin.Step(1.0f / 60.0f, 1, 1);
	m_plugin.BeginStep();
	m_plugin.EndStep(1.0f / 60.0f);
	const bool isRefused = m_plugin.LastError().reason == ErrorReason::InsideStep;
	Fail(isRefused && m_plugin.Impacts().size() == known ? "" : "a step inside a step is not refused");
	if (HasLost() == false)
	{
		SceneRandom cast(m_ruleRandom.Bits());
		CheckCast(cast);
	}
	switch (m_ruleRandom.Below(8))
	{
	case 0:
		Fire(event.enter.point, event.velocityBefore, m_ruleRandom);
		break;
	case 1:
		Throw(event.enter.point, -event.velocityBefore, m_ruleRandom);
		break;
	case 2:
		CancelOne(m_ruleRandom);
		break;
	case 3:
		QueueDestroy(event.body);
		break;
	case 4:
		if (BodyRecord* record = Pick(static_cast<uint32_t>(m_ruleRandom.Below(64))))
		{
			QueueDestroy(record->body);
		}
		break;
	default:
		break;
	}
	return m_ruleRandom.OneIn(2) ? event.response : static_cast<Response>(m_ruleRandom.Below(4));
}

// In the middle of a step, bodies have moved, but the broadphase is not yet updated. So casts need only return, with
// any result.
void Model::BeginContact(b2Contact*)
{
	++tally.contacts;
	if (m_world.IsLocked() == false)
	{
		return;
	}
	m_plugin.Step(1.0f / 60.0f, 1, 1);
	Fail(m_plugin.LastError().reason == ErrorReason::None ? "a step inside the world's step is not refused" : "");
	std::vector<RayHit> hits;
	CastRayAll(m_world, Ray{{-10.0f, 0.0f}, {20.0f, 0.5f}}, hits);
	for (const RayHit& hit : hits)
	{
		const BodyRecord* record = Find(hit.fixture->GetBody());
		Fail(record != nullptr && record->isLost == false ? "" : "a cast in a contact hits what is not there");
	}
}

bool Model::ShouldCollide(b2Fixture* a, b2Fixture* b)
{
	for (const b2Fixture* fixture : {a, b})
	{
		if (fixture->GetBody()->GetPosition().IsValid() == false ||
		    std::isfinite(fixture->GetBody()->GetAngle()) == false)
		{
			return false;
		}
	}
	return b2ContactFilter::ShouldCollide(a, b);
}

} // namespace ricochet::test
