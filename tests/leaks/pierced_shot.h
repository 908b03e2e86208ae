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
	// True if the impact's time was raised to that of another child's impact, to keep the order. It may have happened
	// earlier.
	bool isLate;
};

/// A bullet that pierces turning bodies.
struct Shot
{
	b2Vec2 position;
	b2Vec2 velocity;
	std::vector<Told> told;
	bool hasStopped = false;
	int32_t box2dHits = 0;

	/// Returns the number of impacts with a child that were reported in a passage. If `late`, returns the number of
	/// late impacts that may belong to it.
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
