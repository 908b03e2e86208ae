// MIT License, Copyright (c) 2026 the ricochet authors

#include <ricochet/geometry/error.h>

#include <fmt/format.h>

namespace ricochet
{

namespace
{

// Most numbers come from floats: these get as few digits as distinguish them from neighbouring floats. Others get up to
// 9 digits.
std::string ToText(double number)
{
	const auto narrow = static_cast<float>(number);
	return static_cast<double>(narrow) == number ? fmt::format("{}", narrow) : fmt::format("{:.9g}", number);
}

// The parameter, with the index in an array.
std::string NameOf(const Error& error)
{
	return error.index >= 0 ? fmt::format("{}[{}]", error.parameter, error.index) : std::string(error.parameter);
}

std::string RingFault(const Error& error)
{
	const std::string place = fmt::format("at ({}, {}) m", error.x, error.y);
	const std::string vertex =
	    fmt::format("ring {}, vertex {} ({}) {}", error.at.ring, error.at.index, NameOf(error), place);
	switch (error.reason)
	{
	case ErrorReason::NotFinite:
		return fmt::format("{}: both numbers must be finite.", vertex);
	case ErrorReason::TooClose:
		return fmt::format("{} repeats the vertex before it.", vertex);
	case ErrorReason::NoArea:
		return fmt::format("ring {} (from {}) {} has all its vertices on one line.", error.at.ring, NameOf(error),
		                   place);
	case ErrorReason::EdgesMeet:
		return fmt::format("ring {}, edge {} meets ring {}, edge {} {} ({}: edges {} and {}): rings may touch, but "
		                   "must not cross or cancel each other out.",
		                   error.at.ring, error.at.index, error.other.ring, error.other.index, place, error.parameter,
		                   error.index, error.value);
	default:
		return vertex;
	}
}

} // namespace

std::string Error::Message() const
{
	if (at.ring >= 0)
	{
		return RingFault(*this);
	}
	std::string number = ToText(value);
	std::string border = ToText(limit);
	if (number == border && value != limit)
	{
		// Rounded to float, the two have the same text. So they are written as doubles.
		number = fmt::format("{}", value);
		border = fmt::format("{}", limit);
	}
	const std::string what = NameOf(*this);
	switch (reason)
	{
	case ErrorReason::None:
		return {};
	case ErrorReason::NotFinite:
		return fmt::format("{} is {}: it must be finite.", what, number);
	case ErrorReason::NotPositive:
		return fmt::format("{} is {}: it must be above 0.", what, number);
	case ErrorReason::TooSmall:
		return fmt::format("{} is {}: it must be at least {}.", what, number, border);
	case ErrorReason::TooLarge:
		return fmt::format("{} is {}: it must be {}{}.", what, number, value < 0.0 ? "at least -" : "at most ", border);
	case ErrorReason::TooFew:
		return fmt::format("{}: {} are too few, at least {} are needed.", what, number, border);
	case ErrorReason::TooMany:
		return fmt::format("{}: {} are too many, at most {} will do.", what, number, border);
	case ErrorReason::TooClose:
		return value == 0.0 && limit == 0.0
		           ? fmt::format("{} repeats the one before it.", what)
		           : fmt::format("{} is {} m from another one: they must be more than {} m apart.", what, number,
		                         border);
	case ErrorReason::NoArea:
		return limit == 0.0 ? fmt::format("{} are on one line: the area is {} m^2.", what, number)
		                    : fmt::format("{} {} too thin for Box2D: the area is {} m^2.", what,
		                                  index >= 0 ? "is" : "are", number);
	case ErrorReason::EdgesMeet:
		return fmt::format("{}: edge {} meets edge {}, but edges may only meet where one ends and the next begins.",
		                   parameter, index, number);
	case ErrorReason::NotPlanar:
		return fmt::format("{} is {:.3g} off the plane of all, but at most {:.3g} is allowed.", what, value, limit);
	case ErrorReason::NotARotation:
		return fmt::format("{} has a rotation q of |q|^2 = {}: it must be within {} of 1.", what, number, border);
	case ErrorReason::NoSuchChild:
		return fmt::format("{} is {}: the shape has no such child.", what, number);
	case ErrorReason::NotASolid:
		return fmt::format("{} is a shape of type {}: it must be a polygon or a circle of Box2D or of ricochet.", what,
		                   number);
	case ErrorReason::NoSuchEntry:
		return fmt::format("{} has the index {}: there is no such entry of this kind.", what, number);
	case ErrorReason::Null:
		return fmt::format("{} is null.", what);
	case ErrorReason::WorldIsLocked:
		return "The world is locked.";
	case ErrorReason::InsideStep:
		return "Called from inside a step.";
	case ErrorReason::StepHasBegun:
		return "BeginStep was called a second time, before EndStep.";
	case ErrorReason::StepHasNotBegun:
		return "EndStep was called without BeginStep.";
	case ErrorReason::NotSaved:
		return fmt::format("{} are no saved state, or damaged: they make sense up to byte {}.", what, number);
	case ErrorReason::OtherVersion:
		return fmt::format("{} are a saved state of format {}, but only format {} can be read.", what, number, border);
	case ErrorReason::OtherBox2d:
		return fmt::format(
		    "{} is {} in the game and {} in ricochet: compile both with the same headers of Box2D and the "
		    "same b2_user_settings.h.",
		    what, number, border);
	case ErrorReason::OtherWorld:
		return fmt::format("{} was made for another world.", what);
	case ErrorReason::OutOfMemory:
		return "Out of memory.";
	}
	return {};
}

} // namespace ricochet
