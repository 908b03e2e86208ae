// MIT License, Copyright (c) 2026 the ricochet authors

#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

namespace ricochet
{

/// Marks the entries that a walk has visited. A walk visits an entry once for each cell and list that holds it.
/// The memory belongs to the thread and is kept for its next walk. A walk that starts within another one, as a
/// predicate of the game may do, takes memory of its own.
class Visited
{
public:
	/// Room for entries 0 to count - 1. Lets std::bad_alloc through.
	explicit Visited(size_t count) : m_memory(std::move(Kept()))
	{
		m_memory.stamp += 1;
		if (m_memory.stamp == 0)
		{
			std::fill(m_memory.stamps.begin(), m_memory.stamps.end(), 0u);
			m_memory.stamp = 1;
		}
		m_memory.stamps.resize(std::max(m_memory.stamps.size(), count));
	}

	~Visited() { Kept() = std::move(m_memory); }
	Visited(const Visited&) = delete;
	Visited& operator=(const Visited&) = delete;

	/// True for the first visit of an entry.
	[[nodiscard]] bool Mark(uint32_t index)
	{
		return std::exchange(m_memory.stamps[index], m_memory.stamp) != m_memory.stamp;
	}

private:
	struct Memory
	{
		std::vector<uint32_t> stamps; // of the last walk that visited an entry
		uint32_t stamp = 0;
	};

	static Memory& Kept()
	{
		thread_local Memory kept;
		return kept;
	}

	Memory m_memory;
};

} // namespace ricochet
