// MIT License, Copyright (c) 2026 the ricochet authors

#pragma once

#include <ricochet/format/text.h>
#include <ricochet/geometry/error.h>
#include <ricochet/projectile/events.h>
#include <ricochet/projectile/projectile_id.h>
#include <ricochet/query/beam.h>
#include <ricochet/query/response.h>
#include <ricochet/sight/sight_polygon.h>

#include <array>
#include <cstddef>
#include <span>
#include <string_view>
#include <type_traits>

namespace ricochet::detail
{

/// Returns the name of an enumerator; "?" for a number that is no enumerator.
template <class Enum, size_t Count>
constexpr std::string_view NameIn(const std::array<std::string_view, Count>& names, Enum value)
{
	const auto index = static_cast<size_t>(value);
	return index < Count ? names[index] : "?";
}

inline constexpr std::array<std::string_view, 25> k_reasons = {
    "None",        "NotFinite",     "NotPositive", "TooSmall",     "TooLarge",        "TooFew",      "TooMany",
    "TooClose",    "NoArea",        "EdgesMeet",   "NotPlanar",    "NotARotation",    "NoSuchChild", "NoSuchEntry",
    "Null",        "WorldIsLocked", "InsideStep",  "StepHasBegun", "StepHasNotBegun", "NotSaved",    "OtherVersion",
    "OutOfMemory", "NotASolid",     "OtherBox2d",  "OtherWorld"};
inline constexpr std::array<std::string_view, 6> k_beamEnds = {"Invalid", "Length", "Stopped",
                                                               "NoPlace", "Faded",  "MaxLegs"};
inline constexpr std::array<std::string_view, 4> k_sides = {"Wall", "Arc", "Shadow", "Rim"};
inline constexpr std::array<std::string_view, 7> k_endings = {"Stopped", "Lifetime", "Fuse", "ContactLimit",
                                                              "Crushed", "Lost",     "Range"};
static_assert(k_reasons.size() == static_cast<size_t>(ErrorReason::OtherWorld) + 1);
static_assert(k_beamEnds.size() == static_cast<size_t>(BeamEnd::MaxLegs) + 1);
static_assert(k_sides.size() == static_cast<size_t>(SightSide::Rim) + 1);
static_assert(k_endings.size() == static_cast<size_t>(ExpiredEvent::Reason::Range) + 1);

/// Returns the name of a response; "?" for a number that is none. If a response is missing here, the compiler warns.
constexpr std::string_view NameOf(Response response)
{
	switch (response)
	{
	case Response::Stop:
		return "Stop";
	case Response::Bounce:
		return "Bounce";
	case Response::Pierce:
		return "Pierce";
	case Response::Ignore:
		return "Ignore";
	}
	return "?";
}

constexpr std::string_view NameOf(ErrorReason reason)
{
	return NameIn(k_reasons, reason);
}

constexpr std::string_view NameOf(BeamEnd end)
{
	return NameIn(k_beamEnds, end);
}

constexpr std::string_view NameOf(SightSide side)
{
	return NameIn(k_sides, side);
}

constexpr std::string_view NameOf(ExpiredEvent::Reason reason)
{
	return NameIn(k_endings, reason);
}

template <class Enum>
requires std::is_enum_v<Enum>
void Tell(auto& text, Enum value)
{
	text << NameOf(value);
}

/// Writes Error::Message. The format spec does not apply to its numbers.
void Tell(auto& text, const Error& error)
{
	text << (error.reason == ErrorReason::None ? "no error" : std::string_view(error.Message()));
}

/// Writes the index and the generation, such as 5.2; "none" for a null id. The generation says how often the index was
/// used.
template <class Projectile>
void Tell(auto& text, const ProjectileId<Projectile>& id)
{
	if (id)
	{
		text << id.index << "." << id.generation;
	}
	else
	{
		text << "none";
	}
}

/// Writes the bullet, the grenade, or both that an event is about. The events of a preview name neither.
void TellWho(auto& text, BulletId bullet, GrenadeId grenade)
{
	if (bullet)
	{
		text << "bullet ";
		Tell(text, bullet);
	}
	if (grenade)
	{
		text << (bullet ? " on grenade " : "grenade ");
		Tell(text, grenade);
	}
	if (!bullet && !grenade)
	{
		text << "preview";
	}
}

} // namespace ricochet::detail
