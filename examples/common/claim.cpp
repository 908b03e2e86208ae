// MIT License, Copyright (c) 2026 the ricochet authors

#include "claim.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

namespace common
{

bool AllHold(std::span<const Claim> claims)
{
	return std::all_of(claims.begin(), claims.end(), [](const Claim& claim) { return claim.Holds(); });
}

std::string Figures(std::span<const Claim> claims)
{
	std::string figures;
	for (const Claim& claim : claims)
	{
		const double size = std::abs(claim.seen);
		const std::string number = size > 0.0 && size < 0.001 ? "below 0.001" : fmt::format("{:.4g}", claim.seen);
		figures += fmt::format("{}{} {}{}{}", figures.empty() ? "" : ", ", claim.says, number,
		                       claim.unit.empty() ? "" : " ", claim.unit);
		if (claim.Holds() == false)
		{
			figures += fmt::format(" (should be {:.4g} to {:.4g})", claim.least, claim.most);
		}
	}
	return figures;
}

double Seen(std::span<const Claim> claims, std::string_view says)
{
	const auto claim = std::find_if(claims.begin(), claims.end(), [&](const Claim& each) { return each.says == says; });
	return claim == claims.end() ? std::numeric_limits<double>::quiet_NaN() : claim->seen;
}

} // namespace common
