// MIT License, Copyright (c) 2026 the ricochet authors

#pragma once

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

namespace ricochet
{

/// Which of so many places are used.
class UsedPlaces
{
public:
	explicit UsedPlaces(size_t extent) : UsedPlaces(extent, std::vector<uint64_t>((extent + 63) / 64)) {}

	/// `words`: a bit for each, and none beyond them.
	UsedPlaces(size_t extent, std::vector<uint64_t> words) : m_extent(extent), m_words(std::move(words)) {}

	/// False: there is no such place, or it is used already.
	[[nodiscard]] bool Take(size_t place)
	{
		if (place >= m_extent || (m_words[place / 64] >> place % 64 & 1u) != 0)
		{
			return false;
		}
		m_words[place / 64] |= uint64_t{1} << place % 64;
		return true;
	}

	/// True if places that are said to be free are there, each once, and none of them is used. Uses them.
	[[nodiscard]] bool TakeAll(std::span<const uint32_t> free)
	{
		return std::all_of(free.begin(), free.end(), [&](uint32_t place) { return Take(place); });
	}

	[[nodiscard]] bool AreAll() const
	{
		size_t count = 0;
		for (const uint64_t word : m_words)
		{
			count += static_cast<size_t>(std::popcount(word));
		}
		return count == m_extent;
	}

private:
	size_t m_extent;
	std::vector<uint64_t> m_words;
};

} // namespace ricochet
