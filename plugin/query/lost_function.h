// MIT License, Copyright (c) 2026 the ricochet authors

#pragma once

#include <functional>

namespace ricochet
{

/// Stands for a function of the game's that was there when a state was saved.
template <class R>
struct LostFunction
{
	template <class... Parameters>
	R operator()(Parameters&&...) const
	{
		return R{};
	}
};

template <class R, class... Parameters>
[[nodiscard]] bool IsLost(const std::function<R(Parameters...)>& function)
{
	return function.template target<LostFunction<R>>() != nullptr;
}

/// Puts a function in the place of one that was lost; none, if that is still lost.
template <class R, class... Parameters>
void PutBack(std::function<R(Parameters...)>& lost, const std::function<R(Parameters...)>& found)
{
	if (IsLost(lost))
	{
		lost = IsLost(found) ? nullptr : found;
	}
}

} // namespace ricochet
