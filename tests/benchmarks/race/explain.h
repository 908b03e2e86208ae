// MIT License, Copyright (c) 2026 the ricochet authors

#pragma once

#include "benchmarks/peers/caster.h"

#include <array>
#include <map>
#include <string>

namespace ricochet::test
{

/// Why a peer's answer is not the exact one.
enum class Why : uint8_t
{
	Same,         ///< it is, within what rounding may do
	StartsInside, ///< the exact one starts inside a solid, which peers see otherwise or not at all
	Corner,       ///< it is that of a ray beside it: this one passes a corner, a rim or an edge's line that near
	Seam,         ///< slips through between two edges at whose vertex the ray aims that near, or hits both
	End,          ///< the ray ends or begins that near the surface
	Tie,          ///< another shape is as near
	Unexplained
};

constexpr size_t k_whys = 7;
[[nodiscard]] const char* NameOf(Why why);

/// By system and reason, how many rays.
using Tally = std::map<std::string, std::array<int64_t, k_whys>>;

/// Asks the peers and, of each answer that differs from that of ricochet's live casts, finds out why. Adds to the
/// tally.
void Explain(const RaceScene& scene, const RaceWorld& world, const Casters& casters, const Task& task, Tally& tally);

/// Whether all of ricochet's systems gave the same, bit for bit: those that take batches over all rays, the others over
/// the sample, and all over the sample. Names the first that did not; empty if none.
[[nodiscard]] std::string FindDisagreement(const Casters& casters, const Task& sample, const Task& all);

} // namespace ricochet::test
