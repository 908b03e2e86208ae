// MIT License, Copyright (c) 2026 the ricochet authors

#pragma once

#if !__has_include(<box2d/b2_world.h>)
#error "ricochet is for Box2D 2.4, and <box2d/b2_world.h> is not found: Box2D 3 has another interface and will not do"
#endif

#include <ricochet/export.h>
#include <ricochet/version.h>

#include <box2d/b2_settings.h>

#include <cstddef>
#include <cstdint>

RICOCHET_EXPORT_BEGIN

namespace ricochet
{

/// One metre in the game's unit of length. It is 1 unless a b2_user_settings.h says otherwise.
/// Where this documentation says m, m/s or J/m, a game with another unit uses its own. Default values of BulletDef and
/// the other defs that contain a length are multiples of k_meter. So they are the same in any unit.
inline constexpr float k_meter = b2_lengthUnitsPerMeter;

// A game and the library that it links must be compiled with headers of one version and with one b2_user_settings.h.
// Every file that includes ricochet refers to a symbol whose name contains the settings it was compiled with. The
// library defines only the symbol of its own settings. If they differ, the linker says "undefined reference to
// ricochet::BuiltFor<...>::Library()", with the game's numbers. Settings that the name does not contain are checked at
// run time (host/box2d_layout.h).

template <int Major, int Minor>
struct Version;
template <int Count>
struct Box2dPolygonVertices; ///< b2_maxPolygonVertices
template <int64_t Count>
struct Box2dUnitsPerKilometre; ///< 1000 b2_lengthUnitsPerMeter, rounded to the nearest integer
template <size_t Count>
struct Box2dBodyUserDataBytes;
template <size_t Count>
struct Box2dFixtureUserDataBytes;

/// Names the settings that a library was compiled with.
template <class... Settings>
struct BuiltFor
{
	static void Library(); ///< does nothing: the linker finds it only if the settings agree
};

using BuiltForTheseHeaders =
    BuiltFor<Version<RICOCHET_VERSION_MAJOR, RICOCHET_VERSION_MINOR>, Box2dPolygonVertices<b2_maxPolygonVertices>,
             Box2dUnitsPerKilometre<static_cast<int64_t>(1000.0f * (b2_lengthUnitsPerMeter) + 0.5f)>,
             Box2dBodyUserDataBytes<sizeof(b2BodyUserData)>, Box2dFixtureUserDataBytes<sizeof(b2FixtureUserData)>>;

#if defined(__GNUC__) || defined(__clang__)
[[maybe_unused, gnu::used]] static void (*const k_libraryForTheseHeaders)() = &BuiltForTheseHeaders::Library;
#else
// Other compilers refer to the function with certainty only if this file calls it.
[[maybe_unused]] static const bool k_libraryForTheseHeaders = (BuiltForTheseHeaders::Library(), true);
#endif

} // namespace ricochet

RICOCHET_EXPORT_END
