// MIT License, Copyright (c) 2026 the ricochet authors

#pragma once

#include <ricochet/geometry/error.h>

#include <stdexcept>
#include <utility>

namespace ricochet::test
{

/// What a call gave that must not be refused. Throws, with the reason, if it was: dereferencing checks nothing.
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
