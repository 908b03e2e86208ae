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
		if (made->m_bodies.empty() || made->m_bodies.back().second != entry.body)
		{
			made->m_bodies.emplace_back(entry.told.body, entry.body);
		}
	}
	std::sort(made->m_bodies.begin(), made->m_bodies.end());
	return made;
}

Told NameTable::NamesOf(b2Fixture* fixture) const
{
	const Place* place = fixture != nullptr ? m_places.Find(fixture) : nullptr;
	return place != nullptr ? m_entries[place->index].told : Told{};
}

const NameTable::Named* NameTable::Find(ricochet_body id) const
{
	const auto found = std::lower_bound(m_bodies.begin(), m_bodies.end(), id,
	                                    [](const Named& named, ricochet_body sought) { return named.first < sought; });
	return found != m_bodies.end() && found->first == id ? &*found : nullptr;
}

const b2Body* NameTable::BodyToCompare(ricochet_body id) const
{
	if (m_areAddresses)
	{
		return reinterpret_cast<const b2Body*>(static_cast<uintptr_t>(id));
	}
	const Named* found = Find(id);
	return found != nullptr ? found->second : nullptr;
}

Result<const b2Body*> NameTable::SeekBody(ricochet_body id) const
{
	const Named* found = Find(id);
	return found != nullptr ? Result<const b2Body*>(found->second) : Result<const b2Body*>(NoSuch("body", id));
}

} // namespace ricochet::c
