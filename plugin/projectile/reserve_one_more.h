// MIT License, Copyright (c) 2026 the ricochet authors

#pragma once

#include <algorithm>
#include <vector>

namespace ricochet
{

/// Makes sure that the next element is appended without an allocation. What fails for want of memory fails here, before
/// anything has changed.
template <class T>
void ReserveOneMore(std::vector<T>& elements)
{
	if (elements.size() == elements.capacity())
	{
		elements.reserve(std::max(2 * elements.capacity(), elements.size() + 1));
	}
}

} // namespace ricochet
