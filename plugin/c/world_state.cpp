// MIT License, Copyright (c) 2026 the ricochet authors

#include "c/world_state.h"

#include "geometry/checker.h"
#include "host/host.h"

#include <ricochet/projectile/plugin.h>

#include <algorithm>

namespace ricochet::c
{

namespace
{

Name& NameIn(uintptr_t data)
{
	return *reinterpret_cast<Name*>(data);
}

uint64_t AddressOf(const void* object)
{
	return reinterpret_cast<uintptr_t>(object);
}

bool IsIn(const b2World& world, const b2Body* body)
{
	const auto bodies = BodiesOf(world);
	return std::any_of(bodies.begin(), bodies.end(), [&](const b2Body* b) { return b == body; });
}

constexpr uint64_t k_body = uint64_t{2} << 62;
constexpr uint64_t k_fixture = uint64_t{3} << 62;
constexpr uint32_t k_lastGeneration = (uint32_t{1} << 30) - 1;

template <class T>
void Reserve(std::vector<T>& things, size_t count)
{
	if (count > things.capacity())
	{
		things.reserve(2 * count);
	}
}

uint32_t IndexOf(uint64_t id)
{
	return static_cast<uint32_t>(id);
}

} // namespace

WorldState::WorldState(b2World& world) : m_world(&world) {}

WorldState::WorldState(std::unique_ptr<b2World> world) : m_owned(std::move(world)), m_world(m_owned.get()) {}

WorldState::~WorldState() = default;

uint64_t WorldState::IdOf(b2Body* body) const
{
	return body == nullptr || Owns() == false ? AddressOf(body) : NameIn(body->GetUserData().pointer).id;
}

uint64_t WorldState::IdOf(b2Fixture* fixture) const
{
	return fixture == nullptr || Owns() == false ? AddressOf(fixture) : NameIn(fixture->GetUserData().pointer).id;
}

uint64_t WorldState::DataOf(b2Body* body) const
{
	const uintptr_t data = body != nullptr ? body->GetUserData().pointer : 0;
	return body == nullptr || Owns() == false ? data : NameIn(data).data;
}

uint64_t WorldState::DataOf(b2Fixture* fixture) const
{
	const uintptr_t data = fixture != nullptr ? fixture->GetUserData().pointer : 0;
	return fixture == nullptr || Owns() == false ? data : NameIn(data).data;
}

Told WorldState::NamesOf(b2Fixture* fixture) const
{
	b2Body* body = fixture != nullptr ? fixture->GetBody() : nullptr;
	return {IdOf(body), IdOf(fixture), DataOf(body), DataOf(fixture)};
}

Result<const b2Body*> WorldState::SeekBody(uint64_t id) const
{
	const Result<b2Body*> found = FindBody(id);
	return found ? Result<const b2Body*>(*found) : Result<const b2Body*>(found.GetError());
}

Result<b2Body*> WorldState::FindBody(uint64_t id) const
{
	if (Owns())
	{
		const Name* name = names.Find(id);
		const bool isThere = name != nullptr && name->fixture == nullptr && name->isQueued == false;
		return isThere ? Result<b2Body*>(name->body) : Result<b2Body*>(NoSuch("body", id));
	}
	for (b2Body* body : BodiesOf(*m_world))
	{
		if (AddressOf(body) == id)
		{
			return body;
		}
	}
	return NoSuch("body", id);
}

Result<b2Fixture*> WorldState::FindFixture(uint64_t id) const
{
	const Name* name = Owns() ? names.Find(id) : nullptr;
	return name != nullptr && name->isQueued ? Result<b2Fixture*>(NoSuch("fixture", id)) : SeekFixture(id);
}

Result<b2Fixture*> WorldState::SeekFixture(uint64_t id) const
{
	if (Owns())
	{
		const Name* name = names.Find(id);
		const bool isThere = name != nullptr && name->fixture != nullptr;
		return isThere ? Result<b2Fixture*>(name->fixture) : Result<b2Fixture*>(NoSuch("fixture", id));
	}
	for (b2Body* body : BodiesOf(*m_world))
	{
		for (b2Fixture* fixture : FixturesOf(*body))
		{
			if (AddressOf(fixture) == id)
			{
				return fixture;
			}
		}
	}
	return NoSuch("fixture", id);
}

const b2Body* WorldState::BodyToCompare(uint64_t id) const
{
	if (Owns() == false)
	{
		return reinterpret_cast<const b2Body*>(static_cast<uintptr_t>(id));
	}
	const Name* name = names.Find(id);
	return name != nullptr && name->fixture == nullptr ? name->body : nullptr;
}

Result<> WorldState::MayChange() const
{
	return Checker()
	    .Require(m_world->IsLocked() == false, {ErrorReason::WorldIsLocked})
	    .Require(stepDepth == 0, {ErrorReason::InsideStep})
	    .Outcome();
}

Name& WorldState::AddName(bool isBody)
{
	const size_t count = names.Count() + 1;
	Reserve(m_queued, count);
	Reserve(destroyed, k_isScene ? destroyed.size() + count : 0);
	return names.Add(isBody);
}

void WorldState::SetObject(Name& name, b2Body* body)
{
	name.body = body;
}

void WorldState::SetObject(Name& name, b2Fixture* fixture)
{
	name.body = fixture->GetBody();
	name.fixture = fixture;
}

void WorldState::NoteQueued(b2Body* body) noexcept
{
	if (Owns() == false)
	{
		return;
	}
	const auto note = [this](Name& name)
	{
		if (name.isQueued == false)
		{
			m_queued.push_back(&name);
			name.isQueued = true;
		}
	};
	for (b2Fixture* fixture : FixturesOf(*body))
	{
		note(NameIn(fixture->GetUserData().pointer));
	}
	note(NameIn(body->GetUserData().pointer));
}

void WorldState::NoteDestroyed(std::span<const BlastEvent> hits) noexcept
{
	for (const BlastEvent& hit : hits)
	{
		if (hit.destroyed && hit.body != nullptr)
		{
			NoteQueued(hit.body);
		}
	}
}

void WorldState::ForgetDestroyed() noexcept
{
	std::erase_if(m_queued,
	              [this](Name* name)
	              {
		              const bool isGone = IsIn(*m_world, name->body) == false;
		              if (isGone)
		              {
			              if (k_isScene && name->fixture == nullptr)
			              {
				              destroyed.emplace_back(name->id, name->data);
			              }
			              names.Remove(*name);
		              }
		              return isGone;
	              });
}

void WorldState::FindQueued() noexcept
{
	for (Name* name : m_queued)
	{
		name->isQueued = false;
	}
	m_queued.clear();
	if (Owns() == false)
	{
		return;
	}
	for (b2Body* body : BodiesOf(*m_world))
	{
		if (std::any_of(plugins.begin(), plugins.end(), [&](const Plugin* plugin) { return plugin->IsQueued(body); }))
		{
			NoteQueued(body);
		}
	}
}

Name& Names::Add(bool isBody)
{
	if (m_free.empty())
	{
		// Reserves room for all indices, so that Remove does not allocate.
		m_free.reserve(m_names.size() + 1);
		m_generations.resize(m_names.size() + 1, 0);
		m_names.emplace_back();
		m_free.push_back(static_cast<uint32_t>(m_names.size() - 1));
	}
	const uint32_t index = m_free.back();
	m_free.pop_back();
	m_generations[index] += 1;
	Name& name = m_names[index];
	name.id = (isBody ? k_body : k_fixture) | uint64_t{m_generations[index]} << 32 | index;
	return name;
}

void Names::Remove(Name& name) noexcept
{
	const uint32_t index = IndexOf(name.id);
	name = {};
	// A slot that has used its last generation is not used again.
	if (m_generations[index] < k_lastGeneration)
	{
		m_free.push_back(index);
	}
}

void Names::TakeBack(Name& name) noexcept
{
	const uint32_t index = IndexOf(name.id);
	m_generations[index] -= 1;
	name = {};
	m_free.push_back(index);
}

Name* Names::Find(uint64_t id)
{
	const uint32_t index = IndexOf(id);
	return id != 0 && index < m_names.size() && m_names[index].id == id ? &m_names[index] : nullptr;
}

const Name* Names::Find(uint64_t id) const
{
	return const_cast<Names&>(*this).Find(id);
}

} // namespace ricochet::c
