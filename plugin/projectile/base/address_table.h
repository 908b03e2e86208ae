// MIT License, Copyright (c) 2026 the ricochet authors

#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace ricochet
{

/// Finds entries by their addresses. All addresses are different, and none is null.
template <class Entry>
class AddressTable
{
public:
	/// Removes all entries, and makes room for `count` new ones. Must be called before Add.
	void Reserve(size_t count)
	{
		m_slots.assign(std::bit_ceil(2 * count + 2), Entry{});
		m_shift = 64 - std::countr_zero(m_slots.size());
	}

	[[nodiscard]] bool IsReserved() const { return m_slots.empty() == false; }
	void Add(const Entry& entry) { m_slots[SlotOf(entry.address)] = entry; }

	/// Returns the entry of an address, or null if there is none.
	[[nodiscard]] const Entry* Find(const void* address) const
	{
		const Entry& entry = m_slots[SlotOf(address)];
		return entry.address != nullptr ? &entry : nullptr;
	}

private:
	// Returns the slot that contains an address, or the free slot for it.
	[[nodiscard]] size_t SlotOf(const void* address) const
	{
		constexpr uint64_t k_golden = 0x9E3779B97F4A7C15;
		size_t slot = (static_cast<uint64_t>(reinterpret_cast<uintptr_t>(address)) * k_golden) >> m_shift;
		while (m_slots[slot].address != nullptr && m_slots[slot].address != address)
		{
			slot = (slot + 1) % m_slots.size();
		}
		return slot;
	}

	std::vector<Entry> m_slots; // at most half of them are in use
	int m_shift = 0;
};

} // namespace ricochet
