// MIT License, Copyright (c) 2026 the ricochet authors

#include "c/world_state.h"

namespace ricochet::c
{

namespace
{

constexpr uint64_t k_body = uint64_t{2} << 62;
constexpr uint64_t k_fixture = uint64_t{3} << 62;
constexpr uint32_t k_lastGeneration = (uint32_t{1} << 30) - 1;

uint32_t IndexOf(uint64_t id)
{
	return static_cast<uint32_t>(id);
}

} // namespace

Name& Names::Add(bool isBody)
{
	if (m_free.empty())
	{
		// Room for all of them, so that Remove needs no memory.
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
	// What has no generation left is not used again.
	if (m_generations[index] < k_lastGeneration)
	{
		m_free.push_back(index);
	}
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
