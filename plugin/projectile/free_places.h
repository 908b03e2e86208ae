// MIT License, Copyright (c) 2026 the ricochet authors

#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <vector>

namespace ricochet
{

/// True if places that are said to be free are there, each once, and none of them is used.
[[nodiscard]] inline bool AreFree(std::span<const uint32_t> free, std::vector<bool> isUsed)
{
	const auto take = [&](uint32_t place)
	{
		const bool isFree = place < isUsed.size() && isUsed[place] == false;
		if (isFree)
		{
			isUsed[place] = true;
		}
		return isFree;
	};
	return std::all_of(free.begin(), free.end(), take);
}

/// True if they are, and are all that are not used.
[[nodiscard]] inline bool AreAllFree(std::span<const uint32_t> free, const std::vector<bool>& isUsed)
{
	const auto unused = static_cast<size_t>(std::count(isUsed.begin(), isUsed.end(), false));
	return free.size() == unused && AreFree(free, isUsed);
}

} // namespace ricochet
