// MIT License, Copyright (c) 2026 the ricochet authors

#include <ricochet/world/query_filter.h>

#include "world/accept_span.h"

#include <box2d/b2_fixture.h>

namespace ricochet
{

bool Accepts(const QueryFilter& filter, b2Fixture* fixture)
{
	if (fixture->GetBody() == filter.ignoreBody || (fixture->IsSensor() && filter.sensors == false))
	{
		return false;
	}

	const b2Filter& other = fixture->GetFilterData();
	bool collides = (filter.maskBits & other.categoryBits) != 0 && (filter.categoryBits & other.maskBits) != 0;
	if (filter.groupIndex == other.groupIndex && filter.groupIndex != 0)
	{
		collides = filter.groupIndex > 0;
	}
	return collides && (filter.accept == nullptr || filter.accept(fixture));
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
