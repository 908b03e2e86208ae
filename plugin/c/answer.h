// MIT License, Copyright (c) 2026 the ricochet authors

#pragma once

#include <ricochet/c/base.h>
#include <ricochet/geometry/error.h>

#include "geometry/checker.h"

#include <cstring>
#include <new>
#include <type_traits>
#include <vector>

namespace ricochet::c
{

/// An error reason of the C interface only: a callback, written in C++, has thrown.
constexpr auto k_callbackThrew = static_cast<ErrorReason>(RICOCHET_CALLBACK_THREW);

[[nodiscard]] ricochet_error ErrorToC(const Error& error);

/// Sets the error that ricochet_last_error returns next on this thread.
void SetLastError(const Error& error) noexcept;

/// Returns the result of call() if `checker` has found no error, else `refused`. call() returns a T, a Result<T>, or a
/// Result<>, which counts as true. If call() fails or throws, returns `refused`, too. Sets the last error. Never
/// throws.
template <class T, class Call>
T Answer(T refused, const Checker& checker, const Call& call) noexcept
{
	const auto keep = [&](const auto& result, const auto& value) -> T
	{
		SetLastError(result.GetError());
		return result ? value() : refused;
	};
	try
	{
		if (checker.IsSound() == false)
		{
			SetLastError(checker.Outcome().GetError());
			return refused;
		}
		if constexpr (std::is_same_v<decltype(call()), Result<>>)
		{
			return keep(call(), [] { return true; });
		}
		else
		{
			const Result<T> result = call();
			return keep(result, [&] { return *result; });
		}
	}
	catch (const std::bad_alloc&)
	{
		SetLastError({ErrorReason::OutOfMemory});
	}
	catch (...)
	{
		SetLastError({k_callbackThrew});
	}
	return refused;
}

/// As Answer, for a call that returns a Result<>. True if the call succeeded.
template <class Call>
bool Done(const Checker& checker, const Call& call) noexcept
{
	return Answer(false, checker, call);
}

/// Returns the result of call(*found) as a Result, or the error of `found`.
template <class T, class Call>
auto Then(const Result<T>& found, const Call& call)
{
	using Given = decltype(call(*found));
	if constexpr (std::is_void_v<Given>)
	{
		return found ? (call(*found), Result<>()) : Result<>(found.GetError());
	}
	else if constexpr (std::is_constructible_v<Given, const Error&>)
	{
		return found ? call(*found) : Given(found.GetError());
	}
	else
	{
		return found ? Result<Given>(call(*found)) : Result<Given>(found.GetError());
	}
}

/// Returns the given def, or `whole` if it is null. If later versions have added fields to a def, the smallest size
/// allowed is that of its first version. Fields that a smaller def lacks are taken from `whole`. A new field must not
/// lie in former padding.
template <class Def>
Result<Def> Take(const Def* given, Def whole, const char* size)
{
	if (given != nullptr)
	{
		const Checker checker =
		    Checker().AtLeast(size, given->size, sizeof(Def)).AtMost(size, given->size, sizeof(Def));
		if (checker.IsSound() == false)
		{
			return checker.Outcome().GetError();
		}
		std::memcpy(&whole, given, given->size);
	}
	return whole;
}

/// As Take, for a caller that also checks the fields of the def. If the def is refused, `checker` receives the error,
/// and the function returns `whole`.
template <class Def>
Def Take(Checker& checker, const Def* given, const Def& whole, const char* size)
{
	const Result<Def> taken = Take(given, whole, size);
	checker.Require(static_cast<bool>(taken), taken.GetError());
	return taken ? *taken : whole;
}

/// Checks an output array: its address, `capacity` and `first`.
inline Checker& Room(Checker& checker, const char* name, const void* array, int32_t capacity, int32_t first = 0)
{
	return checker.AtLeast("capacity", capacity, 0.0)
	    .AtLeast("first", first, 0.0)
	    .NotNull(name, capacity > 0 ? array : &checker);
}

/// Writes the items of a list from index `first` on, as many as fit. Returns the size of the list.
template <class List, class To, class Convert>
int32_t Write(const List& list, int32_t first, To* array, int32_t capacity, const Convert& convert)
{
	int32_t i = 0;
	for (const auto& item : list)
	{
		if (i - first >= capacity)
		{
			break;
		}
		if (i >= first)
		{
			array[i - first] = convert(item);
		}
		++i;
	}
	return static_cast<int32_t>(list.size());
}

/// A vector that reuses its memory from one call of a thread to the next. If the game's predicate calls the library
/// during a call, the inner call gets another vector.
template <class T>
class Scratch
{
public:
	Scratch() { m_items.swap(Kept()); }
	~Scratch()
	{
		m_items.clear();
		m_items.swap(Kept());
	}
	Scratch(const Scratch&) = delete;
	Scratch& operator=(const Scratch&) = delete;

	std::vector<T>& operator*() { return m_items; }
	std::vector<T>* operator->() { return &m_items; }

private:
	static std::vector<T>& Kept()
	{
		thread_local std::vector<T> kept;
		return kept;
	}

	std::vector<T> m_items;
};

} // namespace ricochet::c
