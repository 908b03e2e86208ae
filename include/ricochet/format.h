// MIT License, Copyright (c) 2026 the ricochet authors

#pragma once

#include <ricochet/format/answers.h>
#include <ricochet/format/events.h>
#include <ricochet/format/names.h>
#include <ricochet/format/text.h>

#include <fmt/format.h>

#include <concepts>

// Formats ricochet's results and events as text for a game's log: fmt::print("{}\n", hit).
//
// - It is optional: ricochet.h does not include it. A game that includes it needs {fmt} 9 or newer.
// - The format spec applies to floats, such as {:.2f}. Without one floats are written as {:g}.
// - Lengths are in metres, times in seconds, as the text says.
// - Pointers are left out, and so is user data that is 0.
// - The text is for people. Any version may change its words.

namespace ricochet::detail
{

template <class T, class... Types>
concept OneOf = (std::same_as<T, Types> || ...);

template <class T>
concept ToldByRicochet =
    OneOf<T, b2Vec2, ErrorReason, Response, BeamEnd, SightSide, ExpiredEvent::Reason, Error, BulletId, GrenadeId, Ray,
          Crossing, RaySpan, RayHit, HullSpan, HullHit, OverlapHit, SolidSpan, BeamLeg, SightVertex, ImpactEvent,
          PressEvent, BlastHit, BlastEvent, ExplosionEvent, ExpiredEvent, BulletState, GrenadeState, PathPoint,
          BulletPlace, GrenadePlace>;

} // namespace ricochet::detail

namespace fmt
{

/// The formatter of all types that ToldByRicochet lists. A game may declare a full specialization of its own before the
/// first use, such as template <> struct fmt::formatter<b2Vec2>. That specialization is then used instead.
template <ricochet::detail::ToldByRicochet T>
struct formatter<T, char> : ricochet::detail::TextFormatter<T>
{
};

} // namespace fmt
