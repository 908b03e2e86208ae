// MIT License, Copyright (c) 2026 the ricochet authors

#pragma once

#include "support/turning_reference.h"

#include <algorithm>
#include <cstdint>
#include <vector>

namespace ricochet::leaks
{

/// An impact that was reported for a bullet.
struct Told
{
	double time; // in steps
	int32_t child;
	// The impact may have happened earlier. It has the time of an impact with another child, so that the times of
	// impacts do not decrease.
	bool isLate;
};

/// A bullet that pierces a rotating body.
struct Shot
{
	b2Vec2 position;
	b2Vec2 velocity;
	std::vector<Told> told;
	bool hasStopped = false;
	int32_t box2dHits = 0;

	/// Returns the number of impacts with a child that were reported in a passage. If `late` is true, returns the
	/// number of late impacts that may belong to the passage.
	[[nodiscard]] int64_t CountIn(const test::Passage& passage, int32_t child, bool late) const
	{
		const auto isIn = [&](const Told& t)
		{
			return t.child == child && t.isLate == late && t.time >= passage.begin && (late || t.time < passage.end);
		};
		return std::count_if(told.begin(), told.end(), isIn);
	}
};

} // namespace ricochet::leaks
