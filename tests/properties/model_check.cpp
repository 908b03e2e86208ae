// MIT License, Copyright (c) 2026 the ricochet authors

#include "properties/model.h"

#include "support/brute_force.h"

#include <algorithm>
#include <cmath>

namespace ricochet::test
{

void Model::Fail(const std::string& what)
{
	m_problem = m_problem.empty() ? what : m_problem;
}

BodyRecord* Model::Find(const b2Body* body)
{
	const auto found =
	    std::find_if(m_bodies.begin(), m_bodies.end(), [&](const BodyRecord& record) { return record.body == body; });
	return found != m_bodies.end() ? &*found : nullptr;
}

BodyRecord* Model::Pick(uint32_t which)
{
	return m_bodies.empty() ? nullptr : &m_bodies[which % m_bodies.size()];
}

int32_t Model::CountLost(const std::vector<BodyRecord>& bodies)
{
	const auto isLost = [](const BodyRecord& record)
	{
		return record.isLost;
	};
	return static_cast<int32_t>(std::count_if(bodies.begin(), bodies.end(), isLost));
}

// The world must contain the bodies of the list in the same order. A body whose pose was finite must still have a
// finite one.
void Model::CheckWorld()
{
	size_t i = 0;
	for (const b2Body* body = m_world.GetBodyList(); body != nullptr; body = body->GetNext(), ++i)
	{
		if (i >= m_bodies.size() || m_bodies[i].body != body)
		{
			Fail("the world has a body that it should not have, or not where it should");
			return;
		}
		const BodyRecord& record = m_bodies[i];
		const bool isFinite = body->GetTransform().p.IsValid() && std::isfinite(body->GetAngle()) &&
		                      body->GetLinearVelocity().IsValid() && std::isfinite(body->GetAngularVelocity());
		Fail(isFinite || record.isLost ? "" : "a body's state is not finite any more");
		Fail(body->IsEnabled() == record.isEnabled ? "" : "a body is enabled that was not, or the other way round");
		size_t j = 0;
		for (const b2Fixture* fixture = body->GetFixtureList(); fixture != nullptr; fixture = fixture->GetNext(), ++j)
		{
			if (j >= record.fixtures.size() || record.fixtures[j].fixture != fixture)
			{
				Fail("a body has a fixture that it should not have");
				return;
			}
		}
		Fail(j == record.fixtures.size() ? "" : "a fixture has gone");
	}
	Fail(i == m_bodies.size() ? "" : "a body has gone that nobody destroyed");
}

void Model::CheckCasts(uint64_t salt)
{
	SceneRandom random(salt);
	for (int i = 0; i < 3 && m_isTreeSpoilt == false && m_problem.empty(); ++i)
	{
		CheckCast(random);
	}
}

void Model::CheckCast(SceneRandom& random)
{
	const BodyRecord* target = Pick(static_cast<uint32_t>(random.Below(64)));
	Ray ray{random.InBox(6.0f), 10.0f * random.Direction()};
	if (target != nullptr && target->fixtures.empty() == false && target->isLost == false)
	{
		const b2Shape& shape = *target->fixtures[0].fixture->GetShape();
		ray = HardRay(random, shape, random.Below(shape.GetChildCount()), target->body->GetTransform());
	}
	QueryFilter filter;
	if (random.OneIn(2))
	{
		filter.categoryBits = static_cast<uint16_t>(1 << random.Below(3));
		filter.maskBits = static_cast<uint16_t>(random.Below(8));
		filter.groupIndex = static_cast<int16_t>(random.Below(3) - 1);
		filter.sensors = random.OneIn(2);
		filter.startInside = random.OneIn(2);
		filter.sides = static_cast<Sides>(random.Below(3));
		filter.ignoreBody = target != nullptr && random.OneIn(4) ? target->body : nullptr;
	}

	const std::vector<RayHit> expected = BruteForceAll(m_world, ray, filter);
	std::vector<RayHit> all;
	CastRayAll(m_world, ray, all, filter);
	const std::optional<RayHit> closest = CastRayClosest(m_world, ray, filter);
	tally.hits += expected.size();
	tally.hitsBesideLost += HasLost() ? expected.size() : 0;
	const bool sameAll = std::equal(all.begin(), all.end(), expected.begin(), expected.end(),
	                                [](const RayHit& a, const RayHit& b) { return IsSame(a, b); });
	const bool sameClosest =
	    expected.empty() ? closest.has_value() == false : closest && IsSame(*closest, expected.front());
	if (sameAll == false || sameClosest == false || CastRayAny(m_world, ray, filter) == expected.empty())
	{
		Fail(ToText(ray) + ": " + std::to_string(expected.size()) + " hits one by one, " + std::to_string(all.size()) +
		     " by CastRayAll; closest is " + (sameClosest ? "right" : "wrong") +
		     (HasLost() ? ", beside a body whose pose is not finite" : ""));
	}
}

void Model::CheckImpact(const ImpactEvent& event, float dt)
{
	const auto record =
	    std::find_if(m_met.begin(), m_met.end(), [&](const BodyRecord& known) { return known.body == event.body; });
	++tally.impacts;
	if (record == m_met.end() || record->isEnabled == false || record->isLost)
	{
		Fail("an impact on a body that is not there, disabled or nowhere");
		return;
	}
	const bool isOfBody = std::any_of(record->fixtures.begin(), record->fixtures.end(),
	                                  [&](const FixtureRecord& known) { return known.fixture == event.fixture; });
	Fail(isOfBody ? "" : "an impact on a fixture that the body has not");
	Fail(Find(event.body) != nullptr ? "" : "an event names a body that is gone");
	if (isOfBody && Find(event.body) != nullptr)
	{
		Fail(event.fixture->GetBody() == event.body && event.child >= 0 &&
		             event.child < event.fixture->GetShape()->GetChildCount()
		         ? ""
		         : "body or child");
	}
	Fail(event.time >= 0.0f && event.time <= dt ? "" : "an impact at " + std::to_string(event.time));
	Fail(event.enter.point.IsValid() && event.velocityBefore.IsValid() && event.velocityAfter.IsValid() &&
	             event.impulse.IsValid()
	         ? ""
	         : "an impact with numbers that are not finite");
	Fail(static_cast<bool>(event.bullet) != static_cast<bool>(event.grenade) ? "" : "an impact of nothing");
}

void Model::CheckEvents(float dt)
{
	std::vector<BodyRecord> takingPart = m_met;
	std::erase_if(takingPart, [](const BodyRecord& body) { return body.isEnabled == false || body.fixtures.empty(); });
	Fail(m_plugin.Stats().quarantinedBodies == (m_flies ? CountLost(takingPart) : 0)
	         ? ""
	         : "not the number of quarantined bodies");
	float last = 0.0f;
	for (const ImpactEvent& event : m_plugin.Impacts())
	{
		CheckImpact(event, dt);
		Fail(event.time >= last ? "" : "impacts are out of order");
		last = event.time;
	}
	last = 0.0f;
	for (const ExpiredEvent& event : m_plugin.Expired())
	{
		const bool wasLive = event.bullet ? m_bullets.Has(event.bullet) : m_grenades.Has(event.grenade);
		Fail(wasLive ? "" : "something expires that does not fly, or twice");
		Fail(event.time >= last && event.time <= dt ? "" : "ends are out of order");
		last = event.time;
		m_bullets.expired += std::erase(m_bullets.live, event.bullet);
		m_grenades.expired += std::erase(m_grenades.live, event.grenade);
	}
}

void Model::CheckFlying()
{
	const auto check = [&](const auto& flock, auto states, const char* name)
	{
		const bool same = std::equal(states.begin(), states.end(), flock.live.begin(), flock.live.end(),
		                             [](const auto& state, const auto& id) { return state.id == id; });
		Fail(same ? "" : std::string("not the ") + name + " that should fly");
		Fail(flock.ever.size() == flock.live.size() + flock.expired + flock.cancelled ? "" : "one was lost");
		for (const auto& state : states)
		{
			Fail(state.position.IsValid() && state.velocity.IsValid() && std::isfinite(state.age)
			         ? ""
			         : "a projectile's state is not finite");
			const auto found = m_plugin.Find(state.id);
			Fail(found && found->position == state.position ? "" : "Find does not know what flies");
		}
	};
	std::ranges::sort(m_bullets.live, std::ranges::less(), &BulletId::index);
	check(m_bullets, m_plugin.Bullets(), "bullets");
	check(m_grenades, m_plugin.Grenades(), "grenades");
}

void Model::CheckSurfaces()
{
	for (const BodyRecord& record : m_bodies)
	{
		for (const FixtureRecord& known : record.fixtures)
		{
			const Surface got = m_plugin.GetSurface(known.fixture);
			Surface expected;
			expected.restitution = known.fixture->GetRestitution();
			expected.friction = known.fixture->GetFriction();
			expected = known.surface.value_or(expected);
			const bool same = got.resistance == expected.resistance && got.ricochetAngle == expected.ricochetAngle &&
			                  got.restitution == expected.restitution && got.friction == expected.friction;
			Fail(same || known.isSurfaceKnown == false ? "" : "not the surface that was set");
		}
	}
}

} // namespace ricochet::test
