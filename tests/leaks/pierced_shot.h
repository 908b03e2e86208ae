// MIT License, Copyright (c) 2026 the ricochet authors

#pragma once

#include "support/turning_reference.h"

#include <algorithm>
#include <cstdint>
#include <vector>

namespace ricochet::leaks
{

/// An impact that a bullet was told of.
struct Told
{
	double time; // in steps
	int32_t child;
	bool isLate; // to keep the order of impacts it has the time of one with another child: it may have come earlier
};

/// A bullet that pierces what turns.
struct Shot
{
	b2Vec2 position;
	b2Vec2 velocity;
	std::vector<Told> told;
	bool hasStopped = false;
	int32_t box2dHits = 0;

	/// How often it was told of a child in a passage; of late ones, how often it may have been.
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
