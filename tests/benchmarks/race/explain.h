// MIT License, Copyright (c) 2026 the ricochet authors

#pragma once

#include "benchmarks/peers/caster.h"

#include <array>
#include <map>
#include <string>

namespace ricochet::test
{

/// The reason why a peer's answer differs from the exact one.
enum class Why : uint8_t
{
	Same,         ///< it is the exact answer within rounding
	StartsInside, ///< the exact ray starts inside a solid, which peers treat otherwise or do not see
	/// The answer is exact for a ray that is shifted within rounding, because this ray just passes a corner or a rim.
	Corner,
	Seam, ///< the ray passes a vertex of two edges within rounding, and the peer hits neither of them or both
	End,  ///< the ray begins or ends at the surface within rounding
	Tie,  ///< another shape is as near
	Unexplained
};

constexpr size_t k_whys = 7;
[[nodiscard]] const char* NameOf(Why why);

/// The number of rays for each system and reason.
using Tally = std::map<std::string, std::array<int64_t, k_whys>>;

/// Casts by the peers, which are systems of other libraries. For each answer that differs from ricochet's live casts,
/// finds the reason and adds it to the tally.
void Explain(const RaceScene& scene, const RaceWorld& world, const Casters& casters, const Task& task, Tally& tally);

/// Checks that all systems of ricochet gave the same answers, bit for bit.
/// Systems that take batches are compared over all rays, and all systems over the sample.
/// Returns the name of the first system that differs, or an empty string.
[[nodiscard]] std::string FindDisagreement(const Casters& casters, const Task& sample, const Task& all);

} // namespace ricochet::test
