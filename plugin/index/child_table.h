// MIT License, Copyright (c) 2026 the ricochet authors

#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

class b2Fixture;

namespace ricochet
{

/// Maps children of fixtures to numbers: a hash table with linear probing, at most half full. Fixture addresses are
/// compared, never dereferenced, because the fixture may be gone.
class ChildTable
{
public:
	static constexpr uint32_t k_none = UINT32_MAX;

	/// Returns k_none if the child is not in the table.
	[[nodiscard]] uint32_t Find(const b2Fixture* fixture, int32_t child) const
	{
		if (m_slots.empty())
		{
			return k_none;
		}
		size_t i = HomeOf(fixture, child);
		while (m_slots[i].number != k_none && (m_slots[i].fixture != fixture || m_slots[i].child != child))
		{
			i = (i + 1) & (m_slots.size() - 1);
		}
		return m_slots[i].number;
	}

	void Reserve(size_t count);

	/// Requires: the child is not in the table.
	void Insert(const b2Fixture* fixture, int32_t child, uint32_t number);

	/// Requires: the child is in the table.
	void Erase(const b2Fixture* fixture, int32_t child);

	[[nodiscard]] size_t Bytes() const { return m_slots.capacity() * sizeof(Slot); }

private:
	struct Slot
	{
		const b2Fixture* fixture = nullptr;
		int32_t child = 0;
		uint32_t number = k_none; // k_none: the slot is free
	};

	[[nodiscard]] size_t HomeOf(const b2Fixture* fixture, int32_t child) const
	{
		const uint64_t name = reinterpret_cast<uintptr_t>(fixture) + static_cast<uint64_t>(child);
		return static_cast<size_t>((name ^ name >> 29) * 0x9e3779b97f4a7c15u >> 32) & (m_slots.size() - 1);
	}
	void Put(const Slot& slot);

	std::vector<Slot> m_slots; // their number is a power of two
	size_t m_count = 0;
};

} // namespace ricochet
