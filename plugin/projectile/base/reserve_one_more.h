// MIT License, Copyright (c) 2026 the ricochet authors

#pragma once

#include <algorithm>
#include <cstddef>
#include <vector>

namespace ricochet
{

/// Makes sure that the next elements are appended without an allocation. What fails for want of memory fails here,
/// before anything has changed.
template <class T>
void ReserveMore(std::vector<T>& elements, size_t count)
{
	if (elements.size() + count > elements.capacity())
	{
		elements.reserve(std::max(2 * elements.capacity(), elements.size() + count));
	}
}

/// Makes them so many, in memory for no more. Nothing is lost if there is none.
template <class T>
void GrowTo(std::vector<T>& elements, size_t size)
{
	elements.reserve(size);
	elements.resize(std::max(elements.size(), size));
}

template <class T>
void ReserveOneMore(std::vector<T>& elements)
{
	ReserveMore(elements, 1);
}

} // namespace ricochet
