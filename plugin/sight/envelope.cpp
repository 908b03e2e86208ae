// MIT License, Copyright (c) 2026 the ricochet authors

#include "sight/envelope.h"

#include "world/world_order.h"

namespace ricochet
{

bool Precedes(const Obstacle& a, const Obstacle& b)
{
	if (a.fixture != b.fixture)
	{
		return ComesFirst(a.fixture, b.fixture);
	}
	return a.child != b.child ? a.child < b.child : a.edge < b.edge;
}

} // namespace ricochet
