// MIT License, Copyright (c) 2026 the ricochet authors

#pragma once

#include <ricochet/geometry/error.h>

#include <stdexcept>
#include <utility>

namespace ricochet::test
{

/// Returns the value of a result that must not be an error. Otherwise throws with the reason, because dereferencing a
/// Result checks nothing.
template <class T>
T ValueOf(Result<T> result)
{
	if (!result)
	{
		throw std::runtime_error(result.GetError().Message());
	}
	return *std::move(result);
}

} // namespace ricochet::test
