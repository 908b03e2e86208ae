// MIT License, Copyright (c) 2026 the ricochet authors

#pragma once

#include <ricochet/geometry/polygon_check.h>

#include <cstddef>
#include <new>
#include <string>
#include <utility>

namespace ricochet
{

// For files that are compiled with exceptions: what a message or a sweep takes may not be there.

/// The reason that a check finds, in *error if not null; OutOfMemory if there is none left. True for Reason::None.
template <class Check>
bool Passes(PolygonError* error, const Check& check) noexcept
{
	PolygonError found;
	try
	{
		found = check();
	}
	catch (const std::bad_alloc&)
	{
		found = {};
		found.reason = PolygonError::Reason::OutOfMemory;
		found.message = "Out of memory."; // short enough for a string without an allocation
	}
	const bool passes = found.reason == PolygonError::Reason::None;
	if (error != nullptr)
	{
		*error = std::move(found);
	}
	return passes;
}

[[nodiscard]] PolygonError TooFewVertices(size_t count);

} // namespace ricochet
