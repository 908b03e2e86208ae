// MIT License, Copyright (c) 2026 the ricochet authors

#pragma once

#include <ricochet/sight/visibility.h>

#include <new>

namespace ricochet
{

// What is asked of a look, as an error.

[[nodiscard]] SightError CheckFinite(const char* name, b2Vec2 v);
[[nodiscard]] SightError CheckFinite(std::span<const Segment> walls);
[[nodiscard]] SightError CheckPositive(const char* name, float value, SightError::Reason reason);
[[nodiscard]] SightError CheckLook(b2Vec2 eye, float radius, const SightCone& cone);

/// Calls look() -> void unless there is an error. Whatever the outcome, `failed()` is called after an error.
template <class Look, class Failed>
SightError Attempt(SightError error, Look&& look, Failed&& failed)
{
	if (error.reason == SightError::Reason::None)
	{
		try
		{
			look();
			return error;
		}
		catch (const std::bad_alloc&)
		{
			error.reason = SightError::Reason::OutOfMemory;
			error.message = "Out of memory."; // short enough for a string without an allocation
		}
	}
	failed();
	return error;
}

} // namespace ricochet
