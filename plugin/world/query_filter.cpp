// MIT License, Copyright (c) 2026 the ricochet authors

#include <ricochet/world/query_filter.h>

#include "world/accept_span.h"

namespace ricochet
{

bool Accepts(const QueryFilter& filter, b2Fixture* fixture)
{
	if (fixture->GetBody() == filter.ignoreBody || (fixture->IsSensor() && filter.sensors == false))
	{
		return false;
	}
	return AcceptsCategory(filter, fixture->GetFilterData()) && (filter.accept == nullptr || filter.accept(fixture));
}

bool AcceptsCategory(const QueryFilter& filter, const b2Filter& other)
{
	if (filter.groupIndex == other.groupIndex && filter.groupIndex != 0)
	{
		return filter.groupIndex > 0;
	}
	return (filter.maskBits & other.categoryBits) != 0 && (filter.categoryBits & other.maskBits) != 0;
}

bool AcceptsSpan(const QueryFilter& filter, const ShapeSpan& span)
{
	if (span.span.startsInside && filter.startInside == false)
	{
		return false;
	}
	if (span.facing == Facing::Solid || filter.sides == Sides::Both)
	{
		return true;
	}
	if (filter.sides == Sides::Front)
	{
		return span.facing == Facing::Front || (span.facing == Facing::Back && span.oneSided == false);
	}
	return span.facing == Facing::Back && span.oneSided;
}

} // namespace ricochet
