// MIT License, Copyright (c) 2026 the ricochet authors

#pragma once

#include <cstdint>

#include "host/host.h"
#include "query/lost_function.h"
#include "shapes/cast_shape.h"

#include <ricochet/query/query_filter.h>

#include <algorithm>
#include <utility>

namespace ricochet
{

// The rules of a QueryFilter; no other code reads its fields. Accepts (query_filter.h) decides before the narrow phase.
// The rules about starts inside and about sides depend on how a shape is hit.

/// The data of a fixture that a filter reads.
struct NamedFixture
{
	b2Fixture* fixture; ///< only the user's predicate dereferences it
	const b2Body* body; ///< compared, never dereferenced
	const b2Filter& filter;
	bool isSensor;
};

[[nodiscard]] inline bool HasPredicate(const QueryFilter& filter)
{
	return filter.accept != nullptr;
}

/// True if the filter's rules about categories and groups accept the filter of a fixture.
[[nodiscard]] inline bool AcceptsCategory(const QueryFilter& filter, const b2Filter& other)
{
	if (filter.groupIndex == other.groupIndex && filter.groupIndex != 0)
	{
		return filter.groupIndex > 0;
	}
	return (filter.maskBits & other.categoryBits) != 0 && (filter.categoryBits & other.maskBits) != 0;
}

/// True if the filter accepts a thing that is not a fixture.
[[nodiscard]] inline bool AcceptsCopy(const QueryFilter& filter, const b2Filter& other, bool isSensor)
{
	return (isSensor == false || filter.sensors) && AcceptsCategory(filter, other);
}

[[nodiscard]] inline bool Ignores(const QueryFilter& filter, const b2Body* body)
{
	bool ignores = body == filter.ignoreBody;
	for (size_t i = 0; i < filter.alsoIgnore.size() && filter.alsoIgnore[i] != nullptr; ++i)
	{
		ignores = ignores || body == filter.alsoIgnore[i];
	}
	return ignores;
}

[[nodiscard]] inline bool Accepts(const QueryFilter& filter, const NamedFixture& named)
{
	if (Ignores(filter, named.body) || (named.isSensor && filter.sensors == false))
	{
		return false;
	}
	return AcceptsCategory(filter, named.filter) && (HasPredicate(filter) == false || filter.accept(named.fixture));
}

/// A filter that accepts a fixture if both `filter` and a predicate accept it. `filter` must outlive the result.
[[nodiscard]] inline QueryFilter Narrowed(const QueryFilter& filter, FixturePredicate mayBe)
{
	QueryFilter narrowed = filter;
	narrowed.accept = [&filter, mayBe = std::move(mayBe)](b2Fixture* fixture)
	{
		return mayBe(fixture) && (filter.accept == nullptr || filter.accept(fixture));
	};
	return narrowed;
}

/// Removes a body from those that the filter ignores.
void StopIgnoring(QueryFilter& filter, const b2Body* body);

/// A copy of a filter that does not ignore `body`.
[[nodiscard]] QueryFilter Admitting(const QueryFilter& filter, const b2Body* body);

/// True if two filters are proven equal. Predicates cannot be compared, so filters with a predicate never are.
[[nodiscard]] bool AreSame(const QueryFilter& a, const QueryFilter& b);

/// Equal filters have equal hashes.
[[nodiscard]] uint32_t HashOf(const QueryFilter& filter);

/// True if the filter accepts a hit with this `startsInside`.
[[nodiscard]] inline bool AcceptsStart(const QueryFilter& filter, bool startsInside)
{
	return filter.startInside || startsInside == false;
}

/// True if the filter accepts a hit of this side of an edge. An edge that is not one-sided collides from both sides.
[[nodiscard]] bool AcceptsSide(const QueryFilter& filter, Facing facing, bool oneSided);

/// True if the filter accepts both the start and the side of a hit.
[[nodiscard]] bool AcceptsSpan(const QueryFilter& filter, const ShapeSpan& met);

/// True if the rules about starts and sides never refuse a hit. Then all refusals come before the narrow phase.
[[nodiscard]] bool AcceptsAnySpan(const QueryFilter& filter);

/// True if the filter lets rays pass edges from one of their sides.
[[nodiscard]] bool IsOneWay(const QueryFilter& filter);

/// The fixture's own filter and sensor flag, as one number that differs whenever they differ.
[[nodiscard]] uint64_t FilterWordOf(const b2Fixture& fixture);

/// Saves or loads a filter (projectile/save/archive.h). Instead of a predicate, it saves that there is one.
template <class Archive>
void Exchange(Archive& archive, QueryFilter& filter)
{
	archive(filter.categoryBits);
	archive(filter.maskBits);
	archive(filter.groupIndex);
	archive(filter.sensors);
	archive(filter.startInside);
	archive.Choice(filter.sides, Sides::Back);
	archive.Body(filter.ignoreBody);
	for (const b2Body*& body : filter.alsoIgnore)
	{
		archive.Body(body);
	}
	if constexpr (Archive::k_loads)
	{
		std::stable_partition(filter.alsoIgnore.begin(), filter.alsoIgnore.end(),
		                      [](const b2Body* body) { return body != nullptr; });
	}
	archive.Function(filter.accept);
}

/// True if a loaded filter still lacks the predicate that it had when it was saved.
[[nodiscard]] inline bool LacksPredicate(const QueryFilter& filter)
{
	return IsLost(filter.accept);
}

inline void PutBackPredicate(QueryFilter& filter, const QueryFilter& from)
{
	PutBack(filter.accept, from.accept);
}

} // namespace ricochet
