// MIT License, Copyright (c) 2026 the ricochet authors

#include "query/accept.h"

#include <bit>

namespace ricochet
{

bool Accepts(const QueryFilter& filter, b2Fixture* fixture)
{
	return Accepts(filter, NamedFixture{fixture, fixture->GetBody(), fixture->GetFilterData(), fixture->IsSensor()});
}

void StopIgnoring(QueryFilter& filter, const b2Body* body)
{
	filter.ignoreBody = filter.ignoreBody != body ? filter.ignoreBody : nullptr;
	const auto end = std::find(filter.alsoIgnore.begin(), filter.alsoIgnore.end(), nullptr);
	std::fill(std::remove(filter.alsoIgnore.begin(), end, body), end, nullptr);
}

QueryFilter Admitting(const QueryFilter& filter, const b2Body* body)
{
	QueryFilter admitting = filter;
	StopIgnoring(admitting, body);
	return admitting;
}

bool AreSame(const QueryFilter& a, const QueryFilter& b)
{
	return a.accept == nullptr && b.accept == nullptr && a.categoryBits == b.categoryBits && a.maskBits == b.maskBits &&
	       a.groupIndex == b.groupIndex && a.sensors == b.sensors && a.startInside == b.startInside &&
	       a.sides == b.sides && a.ignoreBody == b.ignoreBody && a.alsoIgnore == b.alsoIgnore;
}

uint32_t HashOf(const QueryFilter& filter)
{
	const auto body = static_cast<uint32_t>(reinterpret_cast<uintptr_t>(filter.ignoreBody) >> 4);
	return (body ^ std::rotl(static_cast<uint32_t>(filter.maskBits), 16) ^ filter.categoryBits) * 0x9e3779b1u;
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
	return true; // an invalid value accepts both sides
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

uint64_t FilterWordOf(const b2Fixture& fixture)
{
	const b2Filter& filter = fixture.GetFilterData();
	return (uint64_t{filter.categoryBits} << 33) | (uint64_t{filter.maskBits} << 17) |
	       (uint64_t{static_cast<uint16_t>(filter.groupIndex)} << 1) | uint64_t{fixture.IsSensor()};
}

} // namespace ricochet
