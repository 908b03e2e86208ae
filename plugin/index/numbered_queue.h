// MIT License, Copyright (c) 2026 the ricochet authors

#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace ricochet
{

/// A queue whose elements are numbered in the order in which they came, from 1 on. What is taken off its end gives its
/// number back. Keeps its memory.
template <class T>
class NumberedQueue
{
public:
	[[nodiscard]] uint64_t Begin() const { return m_begin; }
	[[nodiscard]] uint64_t End() const { return m_end; }
	[[nodiscard]] size_t Size() const { return static_cast<size_t>(m_end - m_begin); }
	[[nodiscard]] bool Contains(uint64_t number) const { return number >= m_begin && number < m_end; }
	[[nodiscard]] size_t Bytes() const { return m_slots.capacity() * sizeof(T); }

	// Requires: it contains the number, or anything.
	[[nodiscard]] T& operator[](uint64_t number) { return m_slots[SlotOf(number)]; }
	[[nodiscard]] const T& operator[](uint64_t number) const { return m_slots[SlotOf(number)]; }
	[[nodiscard]] const T& Front() const { return (*this)[m_begin]; }
	[[nodiscard]] const T& Back() const { return (*this)[m_end - 1]; }

	void PushBack(const T& value)
	{
		if (Size() == m_slots.size())
		{
			Grow();
		}
		m_slots[SlotOf(m_end)] = value;
		m_end += 1;
	}

	void PopBack() { m_end -= 1; }
	void PopFront(uint64_t begin) { m_begin = begin; } ///< all before a number

private:
	[[nodiscard]] size_t SlotOf(uint64_t number) const { return static_cast<size_t>(number) & (m_slots.size() - 1); }

	void Grow()
	{
		std::vector<T> slots(m_slots.empty() ? 16 : 2 * m_slots.size());
		for (uint64_t number = m_begin; number < m_end; ++number)
		{
			slots[static_cast<size_t>(number) & (slots.size() - 1)] = (*this)[number];
		}
		m_slots.swap(slots);
	}

	std::vector<T> m_slots; // a power of two of them
	uint64_t m_begin = 1;
	uint64_t m_end = 1;
};

} // namespace ricochet
