// MIT License, Copyright (c) 2026 the ricochet authors

#pragma once

#include "geometry/checker.h"
#include "geometry/with_memory.h"
#include "host/host.h"
#include "projectile/state.h"

#include <exception>
#include <type_traits>
#include <utility>

namespace ricochet
{

/// All that a plugin owns, and how its calls are answered.
struct Plugin::State : PluginState
{
	using PluginState::PluginState;

	Result<> layout; // whether the game's Box2D is the library's; if not, nothing of the world is touched

	// What a call that may be refused gives, or its default; why it was refused is the last error.
	template <class Call>
	auto Answer(Call&& call)
	{
		lastError = {};
		using Outcome = decltype(WithMemory(call));
		const Outcome outcome = layout ? WithMemory(call) : Outcome(layout.GetError());
		lastError = outcome.GetError();
		if constexpr (std::is_same_v<Outcome, Result<>> == false)
		{
			return outcome ? *outcome : std::remove_cvref_t<decltype(*outcome)>();
		}
	}

	// Whether a call that changes the world may do so now, with what was checked.
	[[nodiscard]] bool Allows(const Result<>& sound)
	{
		Checker checker;
		if (layout)
		{
			checker.Require(busy == false, {ErrorReason::InsideStep})
			    .Require(world.IsLocked() == false, {ErrorReason::WorldIsLocked});
		}
		lastError = (layout ? (checker.IsSound() ? sound : checker.Outcome()) : layout).GetError();
		return lastError.reason == ErrorReason::None;
	}

	// What flies may not be changed while it does.
	[[nodiscard]] Result<> NotInside(const Result<>& sound) const
	{
		return busy ? Result<>(Error{ErrorReason::InsideStep}) : sound;
	}

	[[nodiscard]] Result<> BetweenSteps() const
	{
		const Checker checker = Checker()
		                            .Require(busy == false, {ErrorReason::InsideStep})
		                            .Require(begun == false && underway == 0.0f, {ErrorReason::StepHasBegun});
		return layout ? checker.Outcome() : layout;
	}

	// Throws what one of the game's functions threw meanwhile.
	void EndStep(float dt)
	{
		End(dt);
		lastError = failures.error; // calls by a rule have had their own
		if (failures.thrown)
		{
			std::rethrow_exception(std::exchange(failures.thrown, nullptr));
		}
	}
};

} // namespace ricochet
