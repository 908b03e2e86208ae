// MIT License, Copyright (c) 2026 the ricochet authors

#pragma once

#include "projectile/leg/leg.h"
#include "projectile/step/step_source.h"

#include <optional>

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
	StepChild what; ///< the thing at its pose of the entry
	float fraction; ///< fraction of the ray
	LegHit hit;     ///< its fractions are shares of the whole ray
	const BodyMotion* motion;
};

/// Finds the first entry of a ray into a thing that moved.
/// * `limit`: null, or a hit on a thing at rest. An entry counts only if it precedes that hit in the order of hits.
/// * `takesStarts`: if false, a thing counts only where the ray enters it, and not if the ray starts inside.
/// * `after`: null, or a hit of this ray. An entry counts only if it comes after that hit.
[[nodiscard]] std::optional<MovedHit> FirstMoved(const StepMotion::State& step, const StepRay& way,
                                                 const QueryFilter& filter, const RayHit* limit,
                                                 bool takesStarts = true, const After<StepChild>* after = nullptr);

/// Fills in `hit` for the entry of a ray into a thing that moved.
void Tell(const StepRay& way, const MovedHit& moved, RayHit& hit);

} // namespace ricochet
