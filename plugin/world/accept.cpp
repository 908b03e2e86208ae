// MIT License, Copyright (c) 2026 the ricochet authors

#include "world/accept.h"

namespace ricochet
{

bool Accepts(const QueryFilter& filter, b2Fixture* fixture)
{
	return Accepts(filter, NamedFixture{fixture, fixture->GetBody(), fixture->GetFilterData(), fixture->IsSensor()});
}

bool AcceptsSide(const QueryFilter& filter, Facing facing, bool oneSided)
{
	if (facing == Facing::Solid)
	{
		return true;
	}
	switch (filter.sides)
	{
	case Sides::Both:
		return true;
	case Sides::Front:
		return facing == Facing::Front || (facing == Facing::Back && oneSided == false);
	case Sides::Back:
		return facing == Facing::Back && oneSided;
	}
	return true; // a number that names no side lets nothing pass
}

bool AcceptsSpan(const QueryFilter& filter, const ShapeSpan& met)
{
	return AcceptsStart(filter, met.span.startsInside) && AcceptsSide(filter, met.facing, met.oneSided);
}

bool AcceptsAnySpan(const QueryFilter& filter)
{
	return filter.startInside && IsOneWay(filter) == false;
}

bool IsOneWay(const QueryFilter& filter)
{
	switch (filter.sides)
	{
	case Sides::Both:
		return false;
	case Sides::Front:
	case Sides::Back:
		return true;
	}
	return false;
}

} // namespace ricochet
