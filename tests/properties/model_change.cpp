// MIT License, Copyright (c) 2026 the ricochet authors

#include "properties/model.h"

#include <cmath>
#include <limits>

// The commands by which a game changes its world between steps.

namespace ricochet::test
{

namespace
{

constexpr size_t k_mostBodies = 30;

} // namespace

bool Model::Change(const Command& command)
{
	BodyRecord* record = Pick(command.which);
	switch (command.op)
	{
	case Command::Op::CreateBody:
		CreateBody(command);
		return true;
	case Command::Op::CreateFixture:
		CreateFixture(command);
		return true;
	case Command::Op::DestroyBody:
		DestroyBody(record, command.choice % 2 == 0);
		return true;
	case Command::Op::DestroyFixture:
		DestroyFixture(record, command.choice / 2, command.choice % 2 == 0);
		return true;
	case Command::Op::SetEnabled:
	case Command::Op::SetType:
	case Command::Op::SetVelocity:
		if (record != nullptr)
		{
			Set(*record, command);
		}
		return true;
	case Command::Op::Teleport:
		Teleport(command);
		return true;
	case Command::Op::ShiftOrigin:
		m_world.ShiftOrigin(0.25f * command.v);
		return true;
	default:
		return false;
	}
}

void Model::Set(BodyRecord& record, const Command& command)
{
	const b2BodyType types[] = {b2_staticBody, b2_kinematicBody, b2_dynamicBody};
	if (command.op == Command::Op::SetEnabled)
	{
		record.isEnabled = command.choice % 2 == 0;
		record.body->SetEnabled(record.isEnabled);
		m_isTreeSpoilt = m_isTreeSpoilt || (record.isLost && record.isEnabled);
	}
	else if (command.op == Command::Op::SetType)
	{
		record.body->SetType(types[command.choice % 3]);
	}
	else
	{
		record.body->SetLinearVelocity(5.0f * command.v);
		record.body->SetAngularVelocity(3.0f * command.x);
	}
}

void Model::CreateBody(const Command& command)
{
	if (m_bodies.size() >= k_mostBodies)
	{
		return;
	}
	BodySpec spec = command.specs[0];
	const std::vector<FixtureSpec> fixtures = std::move(spec.fixtures);
	spec.fixtures.clear();
	BodyRecord record;
	record.body = spec.AddTo(m_world);
	record.isEnabled = spec.isEnabled;
	for (const FixtureSpec& fixture : fixtures)
	{
		Record(record, fixture.AddTo(record.body));
	}
	m_bodies.insert(m_bodies.begin(), record);
}

void Model::CreateFixture(const Command& command)
{
	if (BodyRecord* record = Pick(command.which))
	{
		const FixtureSpec& spec = command.specs[0].fixtures[0];
		Record(*record, spec.AddTo(record->body));
		m_isTreeSpoilt = m_isTreeSpoilt || record->isLost;
	}
}

void Model::Record(BodyRecord& record, b2Fixture* fixture)
{
	record.fixtures.insert(record.fixtures.begin(),
	                       {fixture, std::nullopt, m_staleSurfaces.contains(fixture) == false});
	tally.reused += m_forgotten.contains(fixture) ? 1 : 0;
}

void Model::Teleport(const Command& command)
{
	BodyRecord* record = Pick(command.which);
	if (record == nullptr)
	{
		return;
	}
	const float k_nan = std::numeric_limits<float>::quiet_NaN();
	const float k_infinity = std::numeric_limits<float>::infinity();
	b2Vec2 position = command.v;
	float angle = command.x;
	switch (command.choice % 16)
	{
	case 1:
		position.x = k_nan;
		break;
	case 2:
		position.y = -k_infinity;
		break;
	case 3:
		angle = k_nan;
		break;
	default:
		break;
	}
	const bool wasLost = record->isLost;
	record->isLost = position.IsValid() == false || std::isfinite(angle) == false;
	m_isTreeSpoilt = m_isTreeSpoilt || record->isLost;
	record->body->SetTransform(position, angle);
	if (wasLost)
	{
		// While the body's pose was not finite, Box2D may have computed velocities that are not finite. They are reset.
		record->body->SetLinearVelocity({0.0f, 0.0f});
		record->body->SetAngularVelocity(0.0f);
	}
	for (const FixtureRecord& fixture : record->fixtures)
	{
		// Refilter makes Box2D call ShouldCollide again for the existing contacts.
		fixture.fixture->Refilter();
	}
}

void Model::NoteSurface(const FixtureRecord& fixture, bool isForgotten)
{
	if (fixture.surface || fixture.isSurfaceKnown == false)
	{
		(isForgotten ? m_forgotten : m_staleSurfaces).insert(fixture.fixture);
	}
}

void Model::DestroyBody(BodyRecord* record, bool isForgotten)
{
	if (record == nullptr)
	{
		return;
	}
	for (const FixtureRecord& fixture : record->fixtures)
	{
		NoteSurface(fixture, isForgotten);
	}
	b2Body* body = record->body;
	if (isForgotten)
	{
		m_plugin.Forget(body);
		m_queue.erase(body);
	}
	m_bodies.erase(m_bodies.begin() + (record - m_bodies.data()));
	m_world.DestroyBody(body);
}

void Model::DestroyFixture(BodyRecord* record, size_t index, bool isForgotten)
{
	if (record == nullptr || record->fixtures.empty())
	{
		return;
	}
	const auto found = record->fixtures.begin() + static_cast<std::ptrdiff_t>(index % record->fixtures.size());
	b2Fixture* fixture = found->fixture;
	NoteSurface(*found, isForgotten);
	if (isForgotten)
	{
		m_plugin.Forget(fixture);
	}
	record->fixtures.erase(found);
	if (isForgotten && record->fixtures.empty())
	{
		m_queue.erase(record->body); // the plugin may take a body without fixtures for a destroyed one
	}
	record->body->DestroyFixture(fixture);
}

} // namespace ricochet::test
