// MIT License, Copyright (c) 2026 the ricochet authors

#include "sight/envelope.h"
#include "host/host.h"

namespace ricochet
{

bool Precedes(const Obstacle& a, const Obstacle& b)
{
	if (a.rank != b.rank)
	{
		return a.rank < b.rank;
	}
	if (a.rank == Obstacle::k_unranked && a.fixture != b.fixture)
	{
		return ComesFirst(a.fixture, b.fixture);
	}
	return a.child != b.child ? a.child < b.child : a.edge < b.edge;
}

bool LiesBefore(const Obstacle& a, const Obstacle& b)
{
	return KeyOf(a) != KeyOf(b) ? KeyOf(a) < KeyOf(b) : Precedes(a, b);
}

} // namespace ricochet
