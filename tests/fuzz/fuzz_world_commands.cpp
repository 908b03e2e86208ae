// MIT License, Copyright (c) 2026 the ricochet authors

#include "fuzz/game.h"

#include <ricochet/host/quarantine.h>

#include "fuzz/cast_laws.h"

// Runs a stream of commands on a game. This file has the callbacks, the steps and the order of commands. game.cpp has
// the commands.

namespace ricochet::fuzz
{

Game::Game(Input& input) : m_input(input)
{
	m_world->SetContactListener(this);
	m_world->SetContactFilter(this);
	Restart();
	AddPlayground(m_input, *m_world);
	if (HasPast(m_input))
	{
		m_history.emplace(*m_world);
	}
}

Game::~Game()
{
	if (m_input.Flag())
	{
		m_world.reset();
	}
}

void Game::Run()
{
	using Command = void (Game::*)();
	constexpr std::array<Command, 24> k_commands{
	    &Game::CreateBody,   &Game::DestroyBody, &Game::CreateFixture, &Game::CreateFixture, &Game::DestroyFixture,
	    &Game::SetEnabled,   &Game::SetType,     &Game::SetTransform,  &Game::Push,          &Game::ShiftOrigin,
	    &Game::SetFilter,    &Game::SetSurface,  &Game::Fire,          &Game::Throw,         &Game::Cancel,
	    &Game::QueueDestroy, &Game::Forget,      &Game::Cast,          &Game::Step,          &Game::StepInParts,
	    &Game::Restart,      &Game::Explode,     &Game::Steer,         &Game::Preview};
	for (int32_t i = 0; i < 64 && m_input.IsEmpty() == false; ++i)
	{
		(this->*k_commands[m_input.Index(k_commands.size())])();
		if (m_history && m_input.OneIn(4))
		{
			FireInThePast();
		}
		CheckBooks();
		m_everFar = m_everFar || IsNear(*m_world) == false;
	}
	StepOnce(1.0f / 60.0f);
}

bool Game::ShouldCollide(b2Fixture* a, b2Fixture* b)
{
	if (m_input.OneIn(8))
	{
		CastAnything();
	}
	return b2ContactFilter::ShouldCollide(a, b);
}

// Makes a call from inside a callback of Box2D, while the world is locked or in the middle of a change.
void Game::InCallback(b2Contact* contact)
{
	switch (m_input.Between(0, 5))
	{
	case 0:
		CastAnything();
		break;
	case 1:
		m_plugin->QueueDestroy(contact->GetFixtureA()->GetBody());
		break;
	case 2:
		Fire();
		break;
	case 3:
		Cancel();
		break;
	case 4:
		if (m_world->IsLocked())
		{
			CheckRefusal();
		}
		break;
	default:
		break;
	}
}

void Game::CheckRefusal()
{
	const size_t impacts = m_plugin->Impacts().size();
	const auto isRefused = [&](const auto& call)
	{
		m_plugin->QueueDestroy(nullptr); // leaves another error before the call
		call();
		const ErrorReason reason = m_plugin->LastError().reason;
		return reason == ErrorReason::InsideStep || reason == ErrorReason::WorldIsLocked;
	};
	Require(isRefused([&] { m_plugin->Step(1.0f / 60.0f, 2, 1); }), "a step inside a step is refused");
	Require(isRefused([&] { m_plugin->EndStep(1.0f / 60.0f); }), "the end of a step inside a step is refused");
	Require(isRefused([&] { m_plugin->BeginStep(); }), "the begin of a step inside a step is refused");
	Require(m_plugin->Impacts().size() == impacts, "a refused step does nothing");
	Require(QuarantineBodies(*m_world) == 0 || m_world->IsLocked() == false, "a locked world is left alone");
}

Response Game::Rule(const ImpactEvent& impact)
{
	switch (m_input.Between(0, 9))
	{
	case 0:
		Fire();
		break;
	case 1:
		Throw();
		break;
	case 2:
		m_plugin->QueueDestroy(impact.body);
		break;
	case 3:
		CastAnything();
		break;
	case 4:
		Cancel();
		break;
	case 5:
		SetSurface();
		break;
	case 6:
		CheckRefusal();
		break;
	case 7:
		if (m_input.OneIn(4))
		{
			throw RuleFailure();
		}
		break;
	case 8:
		Explode();
		break;
	default:
		break;
	}
	return m_input.Flag() ? impact.response : static_cast<Response>(m_input.Between(0, 3));
}

void Game::StepOnce(float dt)
{
	if (IsStepTime(dt) == false)
	{
		CheckRefusedStep(*m_plugin, dt);
		return;
	}
	Prepare(*m_world, dt, dt > 0.1f ? 0.0f : 1.0f);
	try
	{
		m_plugin->Step(dt, 2, 1);
	}
	catch (const RuleFailure&)
	{
	}
	AfterStep(dt);
}

void Game::StepInParts()
{
	constexpr float k_dt = 1.0f / 30.0f;
	m_plugin->BeginStep();
	DoBetween();
	Prepare(*m_world, k_dt);
	m_world->Step(k_dt, 2, 1);
	DoBetween();
	try
	{
		m_plugin->EndStep(k_dt);
	}
	catch (const RuleFailure&)
	{
	}
	AfterStep(k_dt);
}

void Game::DoBetween()
{
	constexpr std::array k_commands{&Game::CreateBody, &Game::DestroyBody,  &Game::DestroyFixture,
	                                &Game::SetEnabled, &Game::SetTransform, &Game::Fire};
	if (m_input.OneIn(4))
	{
		(this->*k_commands[m_input.Index(k_commands.size())])();
	}
}

void Game::AfterStep(float dt)
{
	CheckEvents(*m_plugin, dt, m_bullets, m_grenades);
	OpenFragments(0);
	m_time += dt;
	if (m_history)
	{
		Require(static_cast<bool>(m_history->Record(m_time)), "a world between steps is recorded");
	}
	CheckBooks();
	for (const ImpactEvent& impact : m_plugin->Impacts())
	{
		if (m_input.OneIn(16))
		{
			m_plugin->QueueDestroy(impact.body);
		}
		else if (m_input.OneIn(32))
		{
			DestroyBody();
		}
	}
}

void Game::CheckBooks()
{
	m_bullets.Check(m_plugin->Bullets(), [&](BulletId id) { return m_plugin->Find(id); });
	m_grenades.Check(m_plugin->Grenades(), [&](GrenadeId id) { return m_plugin->Find(id); });
}

} // namespace ricochet::fuzz

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size)
{
	ricochet::fuzz::Input input(data, size);
	ricochet::fuzz::Game(input).Run();
	return 0;
}
