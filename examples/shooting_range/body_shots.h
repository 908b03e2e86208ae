// MIT License, Copyright (c) 2026 the ricochet authors

#pragma once

#include "range.h"

namespace range
{

/// The first object that a body fired as a bullet touched.
struct Touch
{
	int32_t object = -1; ///< in LevelDef::objects; -1: nothing
	int32_t step = -1;   ///< in which step
};

/// Fires the planned bullets, without the grenades, by Box2D alone: as small discs with b2BodyDef::bullet set, which do
/// not touch one another. Each disc is removed after the step of its first touch. Returns one entry for each shot.
[[nodiscard]] std::vector<Touch> FireAsBodies(const LevelDef& level, Stage& stage, std::span<const Shot> shots,
                                              float seconds);

/// Compares the bodies with the same bullets in a run with ricochet. Only bullets that hit something with ricochet
/// count.
struct Comparison
{
	int32_t bullets = 0;     ///< that hit something with ricochet; same + late + missed
	int32_t same = 0;        ///< touched the same object first, at most k_lateSteps later or earlier
	int32_t late = 0;        ///< touched the same object first, more than k_lateSteps apart
	int32_t missed = 0;      ///< touched another object first, or nothing
	int32_t medianDelay = 0; ///< steps, of all that touched the same object
};
constexpr int32_t k_lateSteps = 2;

[[nodiscard]] Comparison Compare(const Record& record, std::span<const Shot> shots, std::span<const Touch> touches);

} // namespace range
