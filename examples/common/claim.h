// MIT License, Copyright (c) 2026 the ricochet authors

#pragma once

#include <span>
#include <string>
#include <string_view>

namespace common
{

/// A measured number, and the bounds in which it must lie if the scene is right.
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

/// Returns the claims as text: "apart 0.012 m, deepest 0 mm". If a claim does not hold, its bounds follow.
[[nodiscard]] std::string Figures(std::span<const Claim> claims);

/// Returns the measured number of the claim with the text `says`; NaN if there is none.
[[nodiscard]] double Seen(std::span<const Claim> claims, std::string_view says);

} // namespace common
