// MIT License, Copyright (c) 2026 the ricochet authors

#pragma once

#include <span>
#include <string>
#include <string_view>

namespace common
{

/// What was measured, and within which bounds it must lie for a scene to be as it says.
struct Claim
{
	std::string_view says; ///< "apart"
	double seen = 0.0;
	double least = 0.0;
	double most = 0.0;
	std::string_view unit = {};

	[[nodiscard]] bool Holds() const { return least <= seen && seen <= most; }
};

[[nodiscard]] bool AllHold(std::span<const Claim> claims);

/// "apart 0.012 m, deepest 0 mm": the claims, and of one that does not hold what it should be.
[[nodiscard]] std::string Figures(std::span<const Claim> claims);

/// The measured number of the claim that says so; NaN if there is none.
[[nodiscard]] double Seen(std::span<const Claim> claims, std::string_view says);

} // namespace common
