// MIT License, Copyright (c) 2026 the ricochet authors

#pragma once

#include <functional>

namespace ricochet
{

/// Stands for a user function that was set when a state was saved.
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

/// Replaces a lost function by `found`, or by no function if `found` is lost, too.
template <class R, class... Parameters>
void PutBack(std::function<R(Parameters...)>& lost, const std::function<R(Parameters...)>& found)
{
	if (IsLost(lost))
	{
		lost = IsLost(found) ? nullptr : found;
	}
}

} // namespace ricochet
