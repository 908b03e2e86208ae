// MIT License, Copyright (c) 2026 the ricochet authors

#include "stage.h"

#include <algorithm>
#include <utility>

namespace playground
{

namespace
{

constexpr size_t k_mostPast = 600; // steps

} // namespace

void Stage::Remember()
{
	Moment& moment = m_past.emplace_back();
	for (const b2Body* body = world.GetBodyList(); body != nullptr; body = body->GetNext())
	{
		moment.bodies.push_back({body->GetPosition(), body->GetLinearVelocity(), body->GetAngle(),
		                         body->GetAngularVelocity(), body->IsAwake()});
	}
	moment.time = time;
	moment.counts = counts;
	moment.marks = marks.size();
	moment.random = m_random;
	moment.ghosts = m_twin.Ghosts();
	moment.play = std::make_unique<Play>(*play);
	if (!plugin.Save(moment.flying))
	{
		m_past.pop_back();
	}
	if (m_past.size() > k_mostPast)
	{
		m_past.pop_front();
	}
}

void Stage::EndHistory()
{
	m_past.clear();
}

bool Stage::StepBack()
{
	if (m_past.empty())
	{
		return false;
	}
	const Moment moment = std::move(m_past.back());
	m_past.pop_back();
	size_t i = 0;
	for (b2Body* body = world.GetBodyList(); body != nullptr && i < moment.bodies.size(); body = body->GetNext())
	{
		const BodyState& state = moment.bodies[i++];
		body->SetTransform(state.position, state.angle);
		body->SetLinearVelocity(state.velocity);
		body->SetAngularVelocity(state.spin);
		body->SetAwake(state.isAwake);
	}
	const auto putBack = [&](ricochet::GrenadeId, ricochet::GrenadeDef& def)
	{
		def.blast = GrenadeOf(def.position, def.velocity).blast;
	};
	if (!plugin.Restore(moment.flying, {.grenade = putBack}))
	{
		plugin.Clear();
	}
	time = moment.time;
	counts = moment.counts;
	marks.resize(std::min(marks.size(), moment.marks));
	m_random = moment.random;
	m_twin.Restore(moment.ghosts);
	play = std::make_unique<Play>(*moment.play);
	RecordNow();
	m_flown.clear();
	m_ways.GoBackTo(time);
	NotePoses(m_after);
	m_before = m_after;
	m_alpha = 1.0f;
	return true;
}

} // namespace playground
