// MIT License, Copyright (c) 2026 the ricochet authors

#include "benchmarks/body_flight.h"

namespace ricochet::test
{

namespace
{

struct Meeting
{
	int32_t step = 0;
	const b2Fixture* fixture = nullptr;
};

// Flies each shot by an exact bullet from the moment when its body starts. In each step, another bullet flies along
// each body's path.
class BodyJudge
{
public:
	explicit BodyJudge(const BodyRace& race) : m_bodies(race, m_targets), m_count(static_cast<size_t>(race.count)) {}

	BodyVerdict Run()
	{
		for (int32_t step = 0; step < k_warmUp + k_steps; ++step)
		{
			Step(step);
		}
		for (const auto& [shot, touch] : m_touches)
		{
			const auto exact = m_meetings.find(shot);
			if (exact != m_meetings.end() && exact->second.fixture == touch.fixture)
			{
				m_verdict.same += 1;
				m_verdict.late += touch.step > exact->second.step + 1 ? 1 : 0;
			}
		}
		m_verdict.hits = m_touches.size();
		return m_verdict;
	}

private:
	void Step(int32_t step)
	{
		b2World& world = *m_targets.scene.world;
		m_targets.Move(step);
		m_bodies.FillUp([&](size_t shot, const BulletDef& def) { FireExact(shot, def); });
		for (size_t i = 0; i < m_bodies.flights.size(); ++i)
		{
			FireWay(i);
		}
		m_judge.BeginStep();
		world.Step(k_stepTime, 8, 3);
		m_judge.EndStep(k_stepTime);
		for (const ImpactEvent& impact : m_judge.Impacts())
		{
			const auto number = static_cast<size_t>(impact.userData / 2);
			if (impact.userData % 2 == 0)
			{
				m_meetings.emplace(number, Meeting{step, impact.fixture});
				m_verdict.firstHits += number < m_count ? 1 : 0;
			}
			else
			{
				NoteEntry(m_bodies.flights[number], impact);
			}
		}
		m_bodies.Sweep([&](const Flight& flight) { NoteEnd(flight, step); });
	}

	void FireExact(size_t shot, BulletDef def)
	{
		def.userData = 2 * shot;
		def.filter.maskBits = static_cast<uint16_t>(~k_shotCategory);
		m_judge.Fire(def);
	}

	// Fires a bullet along the path on which b2World::Step will move the body if it hits nothing.
	void FireWay(size_t number)
	{
		Flight& flight = m_bodies.flights[number];
		b2Vec2 velocity = flight.body->GetLinearVelocity() + k_stepTime * m_targets.scene.world->GetGravity();
		const float way = k_stepTime * velocity.Length();
		velocity *= way > b2_maxTranslation ? b2_maxTranslation / way : 1.0f;
		BulletDef def;
		def.position = flight.body->GetPosition();
		def.velocity = velocity;
		def.gravityScale = 0.0f;
		def.lifetime = k_stepTime;
		def.userData = 2 * number + 1;
		def.filter.maskBits = static_cast<uint16_t>(~k_shotCategory);
		def.filter.startInside = false;
		m_judge.Fire(def);
		flight.way.p1 = def.position;
		flight.way.p2 = def.position + k_stepTime * velocity;
		flight.way.maxFraction = 1.0f;
	}

	// Counts an entry of a body's centre into a target. At a static target, the entry counts only if Box2D's own ray
	// cast reports it, too.
	void NoteEntry(Flight& flight, const ImpactEvent& impact)
	{
		b2RayCastOutput output;
		if (impact.body->GetType() == b2_staticBody && impact.fixture->RayCast(&output, flight.way, 0) == false)
		{
			m_verdict.disputed += 1;
			return;
		}
		if (flight.passed == nullptr)
		{
			m_verdict.entries += 1;
			flight.passed = flight.touched == nullptr ? impact.fixture : nullptr;
		}
	}

	void NoteEnd(const Flight& flight, int32_t step)
	{
		if (flight.touched != nullptr)
		{
			m_touches.emplace(flight.shot, Meeting{step, flight.touched});
		}
		if (flight.passed != nullptr)
		{
			(flight.touched == flight.passed ? m_verdict.noticedLater : m_verdict.through) += 1;
		}
	}

	Targets m_targets;
	Bodies m_bodies;
	Plugin m_judge{*m_targets.scene.world};
	size_t m_count;
	BodyVerdict m_verdict;
	std::unordered_map<size_t, Meeting> m_meetings;
	std::unordered_map<size_t, Meeting> m_touches;
};

} // namespace

BodyVerdict Judge(const BodyRace& race)
{
	return BodyJudge(race).Run();
}

} // namespace ricochet::test
