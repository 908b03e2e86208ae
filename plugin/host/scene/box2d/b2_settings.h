// MIT License, Copyright (c) 2026 the ricochet authors

#pragma once

#include <cfloat>
#include <cstdint>

// The numbers that the library takes from its host.

using int8 = int8_t;
using int16 = int16_t;
using int32 = int32_t;
using uint8 = uint8_t;
using uint16 = uint16_t;
using uint32 = uint32_t;

inline constexpr float b2_maxFloat = FLT_MAX;
inline constexpr float b2_epsilon = FLT_EPSILON;
inline constexpr float b2_pi = 3.14159265359f;

inline constexpr float b2_lengthUnitsPerMeter = 1.0f;
#define b2_maxPolygonVertices 8

/// The margin of a child's bounds in the tree (m). A body that moves within it leaves the tree as it is.
inline constexpr float b2_aabbExtension = 0.1f * b2_lengthUnitsPerMeter;
/// Points that are closer than this count as one (m).
inline constexpr float b2_linearSlop = 0.005f * b2_lengthUnitsPerMeter;
/// The radius of a polygon that is not rounded (m). Its bounds are larger by it, as in Box2D.
inline constexpr float b2_polygonRadius = 2.0f * b2_linearSlop;
/// A body that the game moves farther than this between two steps counts as teleported (m).
inline constexpr float b2_maxTranslation = 2.0f * b2_lengthUnitsPerMeter;

struct b2BodyUserData
{
	uintptr_t pointer = 0;
};

struct b2FixtureUserData
{
	uintptr_t pointer = 0;
};
