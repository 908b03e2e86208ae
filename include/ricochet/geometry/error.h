// MIT License, Copyright (c) 2026 the ricochet authors

#pragma once

#include <ricochet/export.h>
#include <ricochet/geometry/built_for.h>

#include <cstdint>
#include <optional>
#include <string>
#include <utility>

RICOCHET_EXPORT_BEGIN

namespace ricochet
{

/// What was wrong with a call that was refused.
enum class ErrorReason : uint8_t
{
	None,        ///< it was not refused
	NotFinite,   ///< value: the number
	NotPositive, ///< value: the number, which must be above 0
	TooSmall,    ///< value: the number; limit: the least that will do
	TooLarge,    ///< value: the number; limit: the most that will do, or of a coordinate how far from 0 it may be
	TooFew,      ///< value: how many were given; limit: how many are needed
	TooMany,     ///< value: how many there are; limit: how many there may be
	TooClose,    ///< index: the second vertex of the pair; value: its distance from the other (m); limit: at which
	             ///< they are still one
	NoArea,      ///< value: the area (m^2), which is none, or too small to tell from none
	EdgesMeet,   ///< index, value: two edges that cross, touch or overlap, the lower one first
	NotPlanar, ///< index: the vertex that is furthest from the plane; value: its distance; limit: the farthest allowed
	NotARotation,    ///< value: |q|^2, more than limit from 1
	NoSuchChild,     ///< value: the child of a shape that has fewer, or is of an unknown type
	NoSuchEntry,     ///< value: the index of an id that was never given, is removed, or names an entry of another kind
	Null,            ///< what must not be null
	WorldIsLocked,   ///< the call changes the world
	InsideStep,      ///< the call must not be made by what a step calls
	StepHasBegun,    ///< a second BeginStep before EndStep
	StepHasNotBegun, ///< EndStep without BeginStep
	NotSaved,        ///< bytes that are not a saved state, or damaged; value: the byte up to which they made sense
	OtherVersion,    ///< a saved state of another format; value: that one; limit: the only one that will do
	OutOfMemory,
	NotASolid,  ///< a fixture that is an edge or a chain, or of a class of the game; value: its b2Shape::Type
	OtherBox2d, ///< the game is compiled with another Box2D or b2_user_settings.h than the library; parameter: what
	            ///< differs; value: in the game; limit: in the library
	OtherWorld  ///< an object that was made for another world than the one that the call is about
};

/// Why a call was refused. A refused call has changed nothing. Holds no memory: may be copied and kept.
struct Error
{
	ErrorReason reason = ErrorReason::None;
	const char* parameter = ""; ///< the parameter, the field as Struct::field, or what was made of it, such as "cells";
	                            ///< never null, lives for ever
	int32_t index = -1;         ///< which of several: vertex, edge, wall; -1: there is one
	double value = 0.0;         ///< the offending number, as the reason says
	double limit = 0.0;         ///< what would have passed, as the reason says

	/// One sentence with the offending number; empty for None. Allocates.
	[[nodiscard]] std::string Message() const;
};

/// What a call gives that may be refused: a T, or why there is none. True if there is a T.
template <class T = void>
class Result
{
public:
	Result(T value) : m_value(std::move(value)) {} ///< is true
	Result(const Error& error) : m_error(error) {} ///< whose reason is not None

	explicit operator bool() const { return m_value.has_value(); }

	// Requires: true. As with std::optional, nobody checks.
	T& operator*() & { return *m_value; }
	const T& operator*() const& { return *m_value; }
	T&& operator*() && { return *std::move(m_value); }
	T* operator->() { return &*m_value; }
	const T* operator->() const { return &*m_value; }

	/// Reason None if there is a T.
	[[nodiscard]] const Error& GetError() const { return m_error; }

private:
	std::optional<T> m_value;
	Error m_error;
};

/// Whether a call did what it should. True if it did.
template <>
class Result<void>
{
public:
	Result() = default;
	Result(const Error& error) : m_error(error) {} ///< true if the reason is None

	explicit operator bool() const { return m_error.reason == ErrorReason::None; }
	[[nodiscard]] const Error& GetError() const { return m_error; } ///< reason None if it did

private:
	Error m_error;
};

} // namespace ricochet

RICOCHET_EXPORT_END
