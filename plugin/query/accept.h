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

// What a QueryFilter means. Nothing else reads one. Accepts (query_filter.h) decides before the narrow phase; what
// follows decides by how a shape is met.

/// What a filter asks of a fixture.
struct NamedFixture
{
	b2Fixture* fixture; ///< read by the game's predicate alone
	const b2Body* body; ///< compared
	const b2Filter& filter;
	bool isSensor;
};

/// True if the game is asked.
[[nodiscard]] inline bool HasPredicate(const QueryFilter& filter)
{
	return filter.accept != nullptr;
}

/// The rules about categories and groups.
[[nodiscard]] inline bool AcceptsCategory(const QueryFilter& filter, const b2Filter& other)
{
	if (filter.groupIndex == other.groupIndex && filter.groupIndex != 0)
	{
		return filter.groupIndex > 0;
	}
	return (filter.maskBits & other.categoryBits) != 0 && (filter.categoryBits & other.maskBits) != 0;
}

/// The rules about a thing that is no fixture.
[[nodiscard]] inline bool AcceptsCopy(const QueryFilter& filter, const b2Filter& other, bool isSensor)
{
	return (isSensor == false || filter.sensors) && AcceptsCategory(filter, other);
}

/// The rule about bodies.
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

/// The filter that accepts what another one accepts and a predicate does. The other one must outlive it.
[[nodiscard]] inline QueryFilter Narrowed(const QueryFilter& filter, FixturePredicate mayBe)
{
	QueryFilter narrowed = filter;
	narrowed.accept = [&filter, mayBe = std::move(mayBe)](b2Fixture* fixture)
	{
		return mayBe(fixture) && (filter.accept == nullptr || filter.accept(fixture));
	};
	return narrowed;
}

/// The filter that ignores all that another one does but for a body.
[[nodiscard]] QueryFilter Admitting(const QueryFilter& filter, const b2Body* body);

/// True if two filters are certainly the same: predicates cannot be compared.
[[nodiscard]] bool AreSame(const QueryFilter& a, const QueryFilter& b);

/// The same for filters that are the same.
[[nodiscard]] uint32_t HashOf(const QueryFilter& filter);

/// The rule about where a ray starts.
[[nodiscard]] inline bool AcceptsStart(const QueryFilter& filter, bool startsInside)
{
	return filter.startInside || startsInside == false;
}

/// The rule about sides. An edge that is not one-sided collides from both.
[[nodiscard]] bool AcceptsSide(const QueryFilter& filter, Facing facing, bool oneSided);

/// Both rules, for a meeting.
[[nodiscard]] bool AcceptsSpan(const QueryFilter& filter, const ShapeSpan& met);

/// True if neither rule ever refuses anything: what is not accepted is not met at all.
[[nodiscard]] bool AcceptsAnySpan(const QueryFilter& filter);

/// True if edges may be passed from one of their sides.
[[nodiscard]] bool IsOneWay(const QueryFilter& filter);

/// What Accepts asks of a fixture's own filter and flag, as one number: another one if they have changed.
[[nodiscard]] uint64_t FilterWordOf(const b2Fixture& fixture);

/// What is saved of a filter (projectile/save/archive.h): of its predicate, that there is one.
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

/// Of a filter that was loaded: its predicate has not been put back.
[[nodiscard]] inline bool LacksPredicate(const QueryFilter& filter)
{
	return IsLost(filter.accept);
}

inline void PutBackPredicate(QueryFilter& filter, const QueryFilter& from)
{
	PutBack(filter.accept, from.accept);
}

} // namespace ricochet
