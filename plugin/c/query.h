// MIT License, Copyright (c) 2026 the ricochet authors

#pragma once

#include "c/convert.h"

namespace ricochet::c
{

/// A query of a world: call(state, filter), if what `checker` has checked is sound, there is a world, and the filter is
/// one.
template <class T, class Call>
T Ask(T refused, const ricochet_world* world, const ricochet_filter* filter, const Checker& checker, const Call& call)
{
	return Answer<T>(refused,
	                 [&]() -> Result<T>
	                 {
		                 const Checker whole =
		                     Checker().NotNull("world", world).Require(checker.IsSound(), checker.Outcome().GetError());
		                 if (whole.IsSound() == false)
		                 {
			                 return whole.Outcome().GetError();
		                 }
		                 const Result<QueryFilter> made = FilterOf(*world->state, filter);
		                 if (!made)
		                 {
			                 return made.GetError();
		                 }
		                 return call(*world->state, *made);
	                 });
}

} // namespace ricochet::c
