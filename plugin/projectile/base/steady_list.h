// MIT License, Copyright (c) 2026 the ricochet authors

#pragma once

#include <array>
#include <cstddef>
#include <memory>
#include <utility>
#include <vector>

namespace ricochet
{

/// A list that grows at its end and moves none of its elements, in blocks of many: few allocations, and an element is
/// found without a division.
template <class T>
class SteadyList
{
public:
	[[nodiscard]] size_t size() const { return m_size; }
	[[nodiscard]] T& operator[](size_t i) { return (*m_blocks[i / k_block])[i % k_block]; }
	[[nodiscard]] const T& operator[](size_t i) const { return (*m_blocks[i / k_block])[i % k_block]; }

	/// To so many, the others as new. If memory runs out, none has come.
	void Grow(size_t size)
	{
		while (m_blocks.size() < BlocksOf(size))
		{
			m_blocks.push_back(std::make_unique<Block>());
		}
		m_size = size;
	}

	template <class Visit>
	void ForEach(Visit&& visit)
	{
		for (size_t i = 0; i < m_size; ++i)
		{
			visit((*this)[i]);
		}
	}

	void Swap(SteadyList& other) noexcept
	{
		m_blocks.swap(other.m_blocks);
		std::swap(m_size, other.m_size);
	}

private:
	static constexpr size_t k_block = 256;
	using Block = std::array<T, k_block>;

	[[nodiscard]] static size_t BlocksOf(size_t size) { return (size + k_block - 1) / k_block; }

	std::vector<std::unique_ptr<Block>> m_blocks;
	size_t m_size = 0;
};

} // namespace ricochet
