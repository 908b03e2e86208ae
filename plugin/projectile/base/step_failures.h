// MIT License, Copyright (c) 2026 the ricochet authors

#pragma once

#include <ricochet/geometry/error.h>

#include <exception>
#include <new>

namespace ricochet
{

/// Replaces an error, or removes it. Errors without a reason are all equal. So if the last call and this one have both
/// succeeded, nothing has to be written.
inline void Replace(Error& error, const Error& next = {})
{
	if (error.reason != ErrorReason::None || next.reason != ErrorReason::None)
	{
		error = next;
	}
}

/// The failures of a step, which is completed nevertheless.
struct StepFailures
{
	/// Calls a function. Catches the exception of a callback or of a failed allocation, and keeps it. Returns true if
	/// there was none.
	template <class Call>
	bool Try(Call&& call) noexcept
	{
		try
		{
			call();
			return true;
		}
		catch (const std::bad_alloc&)
		{
			Keep({ErrorReason::OutOfMemory});
		}
		catch (...)
		{
			thrown = thrown ? thrown : std::current_exception();
		}
		return false;
	}

	/// Keeps an error, if it is the first one of the step.
	void Keep(const Error& next)
	{
		if (error.reason == ErrorReason::None)
		{
			Replace(error, next);
		}
	}

	[[nodiscard]] bool AreNone() const { return error.reason == ErrorReason::None && thrown == nullptr; }

	Error error;
	std::exception_ptr thrown; ///< the first exception of a callback
};

} // namespace ricochet
