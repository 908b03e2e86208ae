// MIT License, Copyright (c) 2026 the ricochet authors

#pragma once

#include "projectile/leg/leg.h"
#include "projectile/step/step_source.h"

#include <optional>
#include <span>

namespace ricochet
{

/// A ray that is flown in a part of a step.
struct StepRay
{
	Ray ray;
	double begin = 0.0; ///< shares of the step at the ray's fraction 0 and at its maxFraction
	double end = 1.0;
};

/// The entry of a ray into a thing that moved.
struct MovedHit
{
	StepChild what; ///< at its pose of the entry
	float fraction; ///< of the ray
	LegHit hit;     ///< its fractions are shares of the whole ray
	const BodyMotion* motion;
};

/// Finds the first entry of a ray into a thing that moved.
/// * `limit`: null, or a hit on a thing at rest. An entry counts only if it comes before that in the order of hits.
/// * `off`: null, or the thing off which the ray starts. It counts only if it is an attached geometry, and the ray
///   enters it again.
/// * `passed`: things that do not count.
[[nodiscard]] std::optional<MovedHit> FirstMoved(const StepMotion::State& step, const StepRay& way,
                                                 const QueryFilter& filter, const RayHit* limit,
                                                 const StepChild* off = nullptr,
                                                 std::span<const FixtureChild> passed = {});

/// Sets the hit of a ray on a thing that moved.
void Tell(const StepRay& way, const MovedHit& moved, RayHit& hit);

} // namespace ricochet
