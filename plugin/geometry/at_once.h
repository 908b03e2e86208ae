// MIT License, Copyright (c) 2026 the ricochet authors

#pragma once

namespace ricochet
{

/// Whether all are true, without a branch for each: for what nobody could foretell.
template <class... Bools>
[[nodiscard]] constexpr bool AllAtOnce(Bools... are)
{
	return (static_cast<int>(are) & ...) != 0;
}

/// Whether any is true, likewise.
template <class... Bools>
[[nodiscard]] constexpr bool AnyAtOnce(Bools... are)
{
	return (static_cast<int>(are) | ...) != 0;
}

} // namespace ricochet
