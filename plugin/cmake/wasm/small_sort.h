// MIT License, Copyright (c) 2026 the ricochet authors

#pragma once

// Sorts in fewer bytes, for the npm package, whose build includes this before each source. std::sort of libc++ needs 1
// to 3 KB for each type and order, which were a seventh of the program. This needs a tenth of that. Every order of
// ricochet is total, so equal elements, which the two may leave in another order, are the same.

#include <algorithm>
#include <functional>
#include <iterator>
#include <utility>

namespace std
{

/// Shell sort with Knuth's gaps 1, 4, 13, 40, ... (The Art of Computer Programming 3, 5.2.1): at most about count^1.5
/// comparisons. Short lists, as most are, take one pass.
template <class Iterator, class Less>
void ricochet_small_sort(Iterator first, Iterator last, Less less)
{
	const auto count = last - first;
	auto gap = count - count + 1;
	while (gap < count / 3)
	{
		gap = 3 * gap + 1;
	}
	for (; gap > 0; gap /= 3)
	{
		for (auto i = gap; i < count; ++i)
		{
			auto value = std::move(first[i]);
			auto to = i;
			for (; to >= gap && less(value, first[to - gap]); to -= gap)
			{
				first[to] = std::move(first[to - gap]);
			}
			first[to] = std::move(value);
		}
	}
}

template <class Iterator>
void ricochet_small_sort(Iterator first, Iterator last)
{
	ricochet_small_sort(first, last, std::less<>());
}

} // namespace std

#define sort ricochet_small_sort
