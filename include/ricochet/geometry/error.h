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

/// The reason why a call was refused. Each comment says what the fields of Error hold.
enum class ErrorReason : uint8_t
{
	None,        ///< the call was not refused
	NotFinite,   ///< value: the number
	NotPositive, ///< value: the number, which must be above 0
	TooSmall,    ///< value: the number; limit: the smallest allowed number
	TooLarge,    ///< value: the number; limit: the largest allowed number; for a coordinate the largest distance from 0
	TooFew,      ///< value: the number given; limit: the number needed
	TooMany,     ///< value: the number given; limit: the largest allowed number
	TooClose,    ///< index: the second vertex of the pair; value: its distance from the first (m), which must be above
	             ///< limit
	NoArea, ///< value: the area (m^2); limit: 0 if all points are exactly on one line. Else the points are too thin for
	        ///< Box2D, and limit is Box2D's minimum (m, or m^2 for an area)
	EdgesMeet, ///< index, value: two edges, the lower one first. Rings of an outline may touch, but must not cross or
	           ///< cancel each other out. Edges of any other polygon may only touch where one ends and the next begins
	NotPlanar, ///< index: the vertex farthest from the plane; value: its distance; limit: the largest allowed
	NotARotation,    ///< value: |q|^2, which differs from 1 by more than limit
	NoSuchChild,     ///< value: the child; the shape has fewer children, or its type is unknown
	NoSuchEntry,     ///< value: the index of an id that was never given, is removed, or names an entry of another kind
	Null,            ///< the parameter must not be null
	WorldIsLocked,   ///< the world is locked, and the call would change or read it
	InsideStep,      ///< functions that a step calls must not make this call
	StepHasBegun,    ///< a second BeginStep before EndStep
	StepHasNotBegun, ///< EndStep without BeginStep
	NotSaved,        ///< the bytes are no saved state, or damaged; value: the byte up to which they made sense
	OtherVersion,    ///< the saved state has another format; value: its format; limit: the only format that can be read
	OutOfMemory,
	NotASolid,  ///< the fixture is an edge or a chain, or its class is the game's; value: its b2Shape::Type
	OtherBox2d, ///< the game is compiled with another Box2D or b2_user_settings.h than the library; parameter: the
	            ///< setting that differs; value: the game's; limit: the library's
	OtherWorld  ///< the object was made for another world than that of the call
};

/// A vertex or an edge of one of several rings (outline.h).
struct RingPlace
{
	int32_t ring = -1;  ///< number of the ring; -1: none
	int32_t index = -1; ///< number of the vertex, or of the edge that starts there, within its ring
};

/// Says why a call was refused. A refused call has changed nothing. An Error owns no memory: copy and keep it freely.
struct Error
{
	ErrorReason reason = ErrorReason::None;
	const char* parameter = ""; ///< the parameter, the field as Struct::field, or a quantity made of it, such as
	                            ///< "cells"; never null, lives for ever
	int32_t index = -1;         ///< the number of the vertex, edge or wall; -1: there is only one
	double value = 0.0;         ///< the offending number, see ErrorReason
	double limit = 0.0;         ///< the number that would have passed, see ErrorReason

	// Only for the rings of an outline: where the fault is.
	RingPlace at = {};        ///< the vertex or edge `index`
	RingPlace other = {};     ///< EdgesMeet: the edge `value`
	float x = 0.0f, y = 0.0f; ///< the place (m)

	/// Returns one sentence with the offending number; empty for None. Allocates.
	[[nodiscard]] std::string Message() const;
};

/// The result of a call that may be refused: a T, or an Error. It is true if it holds a T.
template <class T = void>
class Result
{
public:
	Result(T value) : m_value(std::move(value)) {} ///< holds a T
	Result(const Error& error) : m_error(error) {} ///< holds no T; requires: the reason is not None

	explicit operator bool() const { return m_value.has_value(); }

	// Requires: it holds a T. As with std::optional, that is not checked.
	T& operator*() & { return *m_value; }
	const T& operator*() const& { return *m_value; }
	T&& operator*() && { return *std::move(m_value); }
	T* operator->() { return &*m_value; }
	const T* operator->() const { return &*m_value; }

	/// Returns the error. Its reason is None if there is a T.
	[[nodiscard]] const Error& GetError() const { return m_error; }

private:
	std::optional<T> m_value;
	Error m_error;
};

/// The result of a call that may be refused and returns nothing else. It is true if the call was not refused.
template <>
class Result<void>
{
public:
	Result() = default;
	Result(const Error& error) : m_error(error) {} ///< is true if the reason is None

	explicit operator bool() const { return m_error.reason == ErrorReason::None; }
	[[nodiscard]] const Error& GetError() const { return m_error; } ///< reason None: not refused

private:
	Error m_error;
};

} // namespace ricochet

RICOCHET_EXPORT_END
