// MIT License, Copyright (c) 2026 the ricochet authors

#pragma once

#include <algorithm>
#include <cstddef>
#include <vector>

namespace ricochet
{

/// Makes sure that the next `count` elements are appended without an allocation. If memory runs out, it does so here,
/// before anything has changed.
template <class T>
void ReserveMore(std::vector<T>& elements, size_t count)
{
	if (elements.size() + count > elements.capacity())
	{
		elements.reserve(std::max(2 * elements.capacity(), elements.size() + count));
	}
}

/// Grows the elements to a number, without spare memory. If memory runs out, nothing changes.
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
