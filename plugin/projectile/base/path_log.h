// MIT License, Copyright (c) 2026 the ricochet authors

#pragma once

#include <ricochet/projectile/flight_path.h>

#include <span>
#include <vector>

namespace ricochet
{

/// The paths of the last step, of bullets that keep theirs: in the order of their indices.
struct PathLog
{
	struct Flight
	{
		BulletId id;
		size_t first; ///< of its points
	};

	void Clear();
	[[nodiscard]] std::span<const PathPoint> Of(BulletId id) const;

	std::vector<Flight> flights;
	std::vector<PathPoint> points;
	double duration = 0.0; ///< of the step (s)
};

} // namespace ricochet
