// MIT License, Copyright (c) 2026 the ricochet authors

#pragma once

#include <ricochet/query/space.h>

#include "c/convert.h"
#include "c/world_copy.h"

namespace ricochet::c
{

/// The place of a query, and the names of the things in it.
struct Asked
{
	Space place;
	const Namer& names;
};

/// A query of a world or a snapshot: call(asked, filter), if what `checker` has checked is sound, there is a world, and
/// the filter is one.
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
		                 const WorldCopy* copy = world->copy.get();
		                 const Namer& names = copy != nullptr ? static_cast<const Namer&>(*copy->names) : *world->state;
		                 const Result<QueryFilter> made = FilterOf(names, filter);
		                 if (!made)
		                 {
			                 return made.GetError();
		                 }
		                 const Space place = copy != nullptr ? Space(copy->snapshot) : Space(world->state->World());
		                 return call(Asked{place, names}, *made);
	                 });
}

} // namespace ricochet::c
