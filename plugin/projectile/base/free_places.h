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

/// A set of used places, among the places from 0 to an extent.
class UsedPlaces
{
public:
	explicit UsedPlaces(size_t extent) : UsedPlaces(extent, std::vector<uint64_t>((extent + 63) / 64)) {}

	/// `words`: one bit for each place, and no other bits set.
	UsedPlaces(size_t extent, std::vector<uint64_t> words) : m_extent(extent), m_words(std::move(words)) {}

	/// Marks a place as used. Returns false if there is no such place, or if it is already used.
	[[nodiscard]] bool Take(size_t place)
	{
		if (place >= m_extent || (m_words[place / 64] >> place % 64 & 1u) != 0)
		{
			return false;
		}
		m_words[place / 64] |= uint64_t{1} << place % 64;
		return true;
	}

	/// Marks all places of a list as used. Returns false if one of them does not exist, is already used, or is listed
	/// twice.
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
