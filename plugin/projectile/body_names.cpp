// MIT License, Copyright (c) 2026 the ricochet authors

#include "projectile/body_names.h"

#include <box2d/b2_body.h>
#include <box2d/b2_fixture.h>
#include <box2d/b2_world.h>

#include <algorithm>
#include <functional>
#include <numeric>

namespace ricochet
{

namespace
{

// The entry for an address among those that are sorted by it, or the end.
template <class Entries, class Address>
auto FindAddress(const Entries& entries, const Address* address)
{
	const auto isLess = [](const auto& entry, const Address* key)
	{
		return std::less<>()(entry.address, key);
	};
	const auto found = std::lower_bound(entries.begin(), entries.end(), address, isLess);
	return found != entries.end() && found->address == address ? found : entries.end();
}

template <class Entries>
void SortByAddress(Entries& entries)
{
	std::sort(entries.begin(), entries.end(),
	          [](const auto& a, const auto& b) { return std::less<>()(a.address, b.address); });
}

} // namespace

std::optional<uint64_t> BodyNames::Of(const b2Body* body)
{
	if (body == nullptr)
	{
		return std::nullopt;
	}
	NameBodies();
	const auto found = FindAddress(m_bodies, body);
	return found != m_bodies.end() ? std::optional(found->name) : std::nullopt;
}

std::optional<FixtureName> BodyNames::Of(const b2Fixture* fixture)
{
	if (fixture == nullptr)
	{
		return std::nullopt;
	}
	NameFixtures();
	const auto found = FindAddress(m_fixtures, fixture);
	return found != m_fixtures.end() ? std::optional(found->name) : std::nullopt;
}

void BodyNames::NameBodies()
{
	if (m_bodies.empty() == false)
	{
		return;
	}
	auto older = static_cast<uint64_t>(m_world.GetBodyCount());
	m_bodies.reserve(older);
	for (b2Body* body = m_world.GetBodyList(); body != nullptr; body = body->GetNext())
	{
		older -= 1;
		m_bodies.push_back({body, m_def.nameOf != nullptr ? m_def.nameOf(*body) : older});
	}
	SortByAddress(m_bodies);
}

void BodyNames::NameFixtures()
{
	if (m_fixtures.empty() == false)
	{
		return;
	}
	NameBodies();
	for (const NamedBody& named : m_bodies)
	{
		const size_t first = m_fixtures.size();
		for (const b2Fixture* fixture = named.address->GetFixtureList(); fixture != nullptr;
		     fixture = fixture->GetNext())
		{
			m_fixtures.push_back({fixture, {named.name, 0}});
		}
		for (size_t i = first; i < m_fixtures.size(); ++i)
		{
			m_fixtures[i].name.place = static_cast<uint32_t>(m_fixtures.size() - 1 - i);
		}
	}
	SortByAddress(m_fixtures);
}

NamedBodies::NamedBodies(b2World& world, const RestoreDef& def, bool areOwn) : m_def(def), m_areOwn(areOwn)
{
	m_bodies.reserve(static_cast<size_t>(world.GetBodyCount()));
	for (b2Body* body = world.GetBodyList(); body != nullptr; body = body->GetNext())
	{
		m_bodies.push_back(body);
	}
	std::reverse(m_bodies.begin(), m_bodies.end());
	if (areOwn)
	{
		m_byAddress.resize(m_bodies.size());
		std::iota(m_byAddress.begin(), m_byAddress.end(), size_t{0});
		std::sort(m_byAddress.begin(), m_byAddress.end(),
		          [&](size_t a, size_t b) { return std::less<>()(m_bodies[a], m_bodies[b]); });
	}
}

std::optional<size_t> NamedBodies::PlaceOf(const b2Body* body) const
{
	const auto isLess = [&](size_t place, const b2Body* key)
	{
		return std::less<const b2Body*>()(m_bodies[place], key);
	};
	const auto found = std::lower_bound(m_byAddress.begin(), m_byAddress.end(), body, isLess);
	return found != m_byAddress.end() && m_bodies[*found] == body ? std::optional(*found) : std::nullopt;
}

// What the game finds must be of this world.
b2Body* NamedBodies::Find(uint64_t name) const
{
	if (m_areOwn)
	{
		b2Body* body = m_def.find(name);
		return PlaceOf(body) ? body : nullptr;
	}
	return name < m_bodies.size() ? m_bodies[static_cast<size_t>(name)] : nullptr;
}

b2Fixture* NamedBodies::Find(const FixtureName& name) const
{
	b2Body* body = Find(name.body);
	uint32_t count = 0;
	for (b2Fixture* fixture = body != nullptr ? body->GetFixtureList() : nullptr; fixture != nullptr;
	     fixture = fixture->GetNext())
	{
		count += 1;
	}
	if (name.place >= count)
	{
		return nullptr;
	}
	b2Fixture* fixture = body->GetFixtureList();
	for (uint32_t i = count - 1; i > name.place; --i)
	{
		fixture = fixture->GetNext();
	}
	return fixture;
}

} // namespace ricochet
