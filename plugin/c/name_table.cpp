// MIT License, Copyright (c) 2026 the ricochet authors

#include "c/name_table.h"
#include "host/host.h"

#include <algorithm>

namespace ricochet::c
{

template <class Call>
void NameTable::ForEach(const WorldState& world, const Call& call)
{
	for (b2Body* body : BodiesOf(world.World()))
	{
		for (b2Fixture* fixture : FixturesOf(*body))
		{
			call(Entry{fixture, body, world.NamesOf(fixture)});
		}
	}
}

bool NameTable::IsOf(const WorldState& world) const
{
	size_t count = 0;
	bool isSame = true;
	ForEach(world,
	        [&](const Entry& entry)
	        {
		        isSame = isSame && count < m_entries.size() && m_entries[count] == entry;
		        count += 1;
	        });
	return isSame && count == m_entries.size();
}

std::shared_ptr<const NameTable> NameTable::Of(const WorldState& world, std::shared_ptr<const NameTable> last)
{
	if (last != nullptr && last->IsOf(world))
	{
		return last;
	}
	auto made = std::make_shared<NameTable>();
	made->m_areAddresses = world.Owns() == false;
	ForEach(world, [&](const Entry& entry) { made->m_entries.push_back(entry); });
	made->m_places.Reserve(made->m_entries.size());
	for (size_t i = 0; i < made->m_entries.size(); ++i)
	{
		const Entry& entry = made->m_entries[i];
		made->m_places.Add({entry.address, i});
		made->m_fixtures.emplace_back(entry.told.fixture, entry.address);
		if (made->m_bodies.empty() || made->m_bodies.back().second != entry.body)
		{
			made->m_bodies.emplace_back(entry.told.body, entry.body);
		}
	}
	std::sort(made->m_bodies.begin(), made->m_bodies.end());
	std::sort(made->m_fixtures.begin(), made->m_fixtures.end());
	return made;
}

Told NameTable::NamesOf(b2Fixture* fixture) const
{
	const Place* place = fixture != nullptr ? m_places.Find(fixture) : nullptr;
	return place != nullptr ? m_entries[place->index].told : Told{};
}

template <class T>
T* NameTable::Find(const ById<T>& things, uint64_t id)
{
	const auto found = std::lower_bound(things.begin(), things.end(), id,
	                                    [](const auto& thing, uint64_t sought) { return thing.first < sought; });
	return found != things.end() && found->first == id ? found->second : nullptr;
}

const b2Body* NameTable::BodyToCompare(ricochet_body id) const
{
	return m_areAddresses ? reinterpret_cast<const b2Body*>(static_cast<uintptr_t>(id)) : Find(m_bodies, id);
}

Result<const b2Body*> NameTable::SeekBody(ricochet_body id) const
{
	const b2Body* found = Find(m_bodies, id);
	return found != nullptr ? Result<const b2Body*>(found) : Result<const b2Body*>(NoSuch("body", id));
}

Result<b2Fixture*> NameTable::SeekFixture(ricochet_fixture id) const
{
	b2Fixture* found = Find(m_fixtures, id);
	return found != nullptr ? Result<b2Fixture*>(found) : Result<b2Fixture*>(NoSuch("fixture", id));
}

} // namespace ricochet::c
