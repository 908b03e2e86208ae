// MIT License, Copyright (c) 2026 the ricochet authors

#pragma once

#include "c/convert.h"

namespace ricochet::c
{

/// Only here: a snapshot was given where only a world will do.
constexpr auto k_isASnapshot = static_cast<ErrorReason>(RICOCHET_IS_A_SNAPSHOT);

/// Error Null for no world, and k_isASnapshot.
inline Checker CheckLive(const ricochet_world* world)
{
	const bool isLive = world == nullptr || world->copy == nullptr;
	return Checker().NotNull("world", world).Require(isLive, {k_isASnapshot, "world"});
}

/// What is asked of a world that is no snapshot: call(state), a Result<T>, if what `checker` has checked is sound.
template <class T, class Call>
T AskLive(T refused, const ricochet_world* world, const Checker& checker, const Call& call)
{
	return Answer<T>(refused, CheckLive(world).Require(checker.IsSound(), checker.Outcome().GetError()),
	                 [&] { return call(*world->state); });
}

/// A change of a world, if it may be changed: call(state), likewise.
template <class T, class Call>
T Change(T refused, ricochet_world* world, const Checker& checker, const Call& call)
{
	return AskLive<T>(refused, world, checker,
	                  [&](WorldState& state) -> Result<T>
	                  {
		                  const Result<> change = state.MayChange();
		                  return change ? Result<T>(call(state)) : Result<T>(change.GetError());
	                  });
}

/// The same with a body or fixture of it: call(state, *found), if find(state) gives one.
template <class Find, class Call>
bool ChangeFound(ricochet_world* world, const Checker& checker, const Find& find, const Call& call)
{
	return AskLive(false, world, checker,
	               [&](WorldState& state)
	               {
		               const Result<> change = state.MayChange();
		               return change ? Then(find(state), [&](auto* found) { call(state, found); }) : change;
	               });
}

} // namespace ricochet::c
