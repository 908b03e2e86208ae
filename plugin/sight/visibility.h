// MIT License, Copyright (c) 2026 the ricochet authors

#pragma once

#include "geometry/checker.h"
#include "geometry/with_memory.h"
#include "sight/point_view.h"

#include <ricochet/sight/visibility.h>

namespace ricochet
{

/// Computes the polygon of the visible region in a world. Replaces the content of `out`. Keeps buffers for each thread.
void LookAround(Space space, const PointFrame& frame, const SightTurn& turn, const QueryFilter& filter,
                std::vector<SightVertex>& out);

[[nodiscard]] Result<> Check(const SightCone& cone);
[[nodiscard]] Result<> CheckLook(b2Vec2 eye, float radius, const SightCone& cone);

/// Calls look() unless `sound` is an error. If it is one or memory runs out, calls failed().
template <class Look, class Failed>
Result<> Attempt(const Result<>& sound, Look&& look, Failed&& failed)
{
	const Result<> outcome = sound ? WithMemory(
	                                     [&]() -> Result<>
	                                     {
		                                     look();
		                                     return {};
	                                     })
	                               : sound;
	if (!outcome)
	{
		failed();
	}
	return outcome;
}

} // namespace ricochet
