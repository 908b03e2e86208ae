// MIT License, Copyright (c) 2026 the ricochet authors

#pragma once

#include "c/convert.h"

namespace ricochet::c
{

/// An error reason of the C interface only: the call needs a world but got a snapshot.
constexpr auto k_isASnapshot = static_cast<ErrorReason>(RICOCHET_IS_A_SNAPSHOT);

/// Checks that the handle is not null and is not a snapshot. Errors: Null, k_isASnapshot.
inline Checker CheckLive(const ricochet_world* world)
{
	const bool isLive = world == nullptr || world->copy == nullptr;
	return Checker().NotNull("world", world).Require(isLive, {k_isASnapshot, "world"});
}

/// Answers a call about a world that is not a snapshot: returns call(state), a Result<T>, if `checker` has found no
/// error.
template <class T, class Call>
T AskLive(T refused, const ricochet_world* world, const Checker& checker, const Call& call)
{
	return Answer<T>(refused, CheckLive(world).Require(checker.IsSound(), checker.Outcome().GetError()),
	                 [&] { return call(*world->state); });
}

/// Changes a world: returns call(state) if `checker` has found no error and the world may be changed now.
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

/// Changes a body or a fixture of a world: calls call(state, found), where `found` is the result of find(state). If
/// find(state) is an error, returns that error. The conditions are those of Change.
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
