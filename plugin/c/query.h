// MIT License, Copyright (c) 2026 the ricochet authors

#pragma once

#include <ricochet/query/space.h>

#include "c/convert.h"
#include "c/name_table.h"

namespace ricochet::c
{

/// The Space of a query, and the ids of the things in it.
struct Asked
{
	Space place;
	const Namer& names;
};

/// Answers a query of a world or a snapshot: returns call(asked, filter). If `checker` has found an error, the world is
/// null or the filter is invalid, it returns `refused`.
template <class T, class Call>
T Ask(T refused, const ricochet_world* world, const ricochet_filter* filter, const Checker& checker, const Call& call)
{
	return Answer<T>(refused,
	                 Checker().NotNull("world", world).Require(checker.IsSound(), checker.Outcome().GetError()),
	                 [&]
	                 {
		                 const WorldCopy* copy = world->copy.get();
		                 const Namer& names = copy != nullptr ? static_cast<const Namer&>(*copy->names) : *world->state;
		                 const Space place = copy != nullptr ? Space(copy->snapshot) : Space(world->state->World());
		                 return Then(FilterOf(names, filter),
		                             [&](const QueryFilter& made) {
			                             return call(Asked{place, names}, made);
		                             });
	                 });
}

/// Writes the result if there is one. Returns 1 if it has written a result, else 0.
template <class Found, class To>
int32_t WriteOne(const Namer& names, const Found& found, To* answer)
{
	if (found)
	{
		*answer = ToC(names, *found);
	}
	return found ? 1 : 0;
}

/// Answers a query with at most one result: find(asked, filter) returns an optional.
template <class To, class Find>
int32_t AskOne(const ricochet_world* world, const ricochet_filter* filter, Checker checker, const char* name,
               To* answer, const Find& find)
{
	return Ask(-1, world, filter, checker.NotNull(name, answer),
	           [&](const Asked& asked, const QueryFilter& made)
	           { return WriteOne(asked.names, find(asked, made), answer); });
}

/// Answers a query with a list of results: find(asked, filter, list) fills the list.
template <class Found, class To, class Find>
int32_t AskAll(const ricochet_world* world, const ricochet_filter* filter, Checker checker, const char* name, To* array,
               int32_t capacity, const Find& find)
{
	return Ask(-1, world, filter, Room(checker, name, array, capacity),
	           [&](const Asked& asked, const QueryFilter& made)
	           {
		           Scratch<Found> all;
		           find(asked, made, *all);
		           return Write(*all, 0, array, capacity, [&](const Found& found) { return ToC(asked.names, found); });
	           });
}

} // namespace ricochet::c
