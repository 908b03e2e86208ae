// MIT License, Copyright (c) 2026 the ricochet authors

#pragma once

#include <ricochet/geometry/error.h>

#include <new>

namespace ricochet
{

/// What a call gives, a Result; OutOfMemory if there was none left for it. For files that are compiled with exceptions.
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
