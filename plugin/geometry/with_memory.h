// MIT License, Copyright (c) 2026 the ricochet authors

#pragma once

#include <ricochet/geometry/error.h>

#include <new>

namespace ricochet
{

/// Returns the Result of a call, or OutOfMemory if the call threw bad_alloc. For files that are compiled with
/// exceptions.
template <class Call>
auto WithMemory(Call&& call) -> decltype(call())
{
	try
	{
		return call();
	}
	catch (const std::bad_alloc&)
	{
		return Error{ErrorReason::OutOfMemory};
	}
}

} // namespace ricochet
