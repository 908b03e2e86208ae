// MIT License, Copyright (c) 2026 the ricochet authors

#pragma once

#include <ricochet/format/answers.h>
#include <ricochet/format/events.h>
#include <ricochet/format/names.h>
#include <ricochet/format/text.h>

#include <fmt/format.h>

#include <concepts>

// What ricochet answers and tells, as text for a game's log: fmt::print("{}\n", hit). Optional: ricochet.h does not
// include it, and a game that does needs {fmt} 9 or newer. The format spec is that of the floats, such as {:.2f};
// without one they are {:g}. Lengths are in metres, times in seconds, as the text says. Pointers are not told, nor is
// user data that is 0. Text is for people: any version may word it otherwise.

namespace ricochet::detail
{

template <class T, class... Types>
concept OneOf = (std::same_as<T, Types> || ...);

template <class T>
concept ToldByRicochet =
    OneOf<T, b2Vec2, ErrorReason, Response, BeamEnd, SightSide, ExpiredEvent::Reason, Error, BulletId, GrenadeId, Ray,
          Crossing, RaySpan, RayHit, HullSpan, HullHit, OverlapHit, SolidSpan, BeamLeg, SightVertex, ImpactEvent,
          PressEvent, BlastHit, BlastEvent, ExplosionEvent, ExpiredEvent, BulletState, GrenadeState, PathPoint>;

} // namespace ricochet::detail

namespace fmt
{

/// Of each of those types. A game's own full specialisation, template <> struct fmt::formatter<b2Vec2>, is taken in
/// place of this one, wherever it stands before the first use.
template <ricochet::detail::ToldByRicochet T>
struct formatter<T, char> : ricochet::detail::TextFormatter<T>
{
};

} // namespace fmt
