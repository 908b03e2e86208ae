// MIT License, Copyright (c) 2026 the ricochet authors

#include "host/host.h"
#include "index/spatial_state.h"

#include "geometry/pose.h"

namespace ricochet
{

namespace
{

using KeptChild = SpatialHash::State::FixtureChild;
using Kind = HashPlace::Kind;

// visit(b2Fixture*, child) in the world's order.
template <class Visit>
void ForEachChild(const b2World* world, Visit&& visit)
{
	if (world == nullptr)
	{
		return;
	}
	for (const b2Body* body : BodiesOf(*world))
	{
		if (body->IsEnabled() == false)
		{
			continue;
		}
		for (const b2Fixture* fixture : FixturesOf(*body))
		{
			const int32_t children = fixture->GetShape()->GetChildCount();
			for (int32_t child = 0; child < children; ++child)
			{
				visit(const_cast<b2Fixture*>(fixture), child);
			}
		}
	}
}

bool IsSame(const b2AABB& a, const b2AABB& b)
{
	return a.lowerBound == b.lowerBound && a.upperBound == b.upperBound;
}

// Nothing that a cast reads of the entry has changed, but for what it reads of the fixture itself.
bool IsKept(const HashEntry& entry, const HashPlace& place, const HashEntry& now, const CellCover& cover)
{
	return entry.shape == now.shape && IsSamePose(entry.pose, now.pose) && IsSame(place.cover.box, cover.box) &&
	       place.cover.isLine == cover.isLine && place.cover.a.x == cover.a.x && place.cover.a.y == cover.a.y &&
	       place.cover.b.x == cover.b.x && place.cover.b.y == cover.b.y;
}

// Brings the entry of a child up to date, or adds one. The child keeps its entry's number.
void Bring(SpatialHash::State& state, KeptChild& child, uint64_t rank, HashUpdate& update)
{
	HashEntry now;
	now.fixture = child.fixture;
	now.shape = child.fixture->GetShape();
	now.pose = child.fixture->GetBody()->GetTransform();
	now.child = child.child;
	now.rank = rank;
	CellCover cover;
	const ErrorReason reason = state.Cover(now, cover).GetError().reason;
	const bool isWide = reason == ErrorReason::TooMany || reason == ErrorReason::TooLarge;
	const bool isKnown = child.entry != SpatialHash::State::k_noEntry;
	if (reason != ErrorReason::None && isWide == false)
	{
		update.ignored += 1;
		if (isKnown)
		{
			state.Remove(child.entry);
			child.entry = SpatialHash::State::k_noEntry;
		}
		return;
	}

	update.wide += isWide;
	if (isKnown == false)
	{
		const Result<uint32_t> entry = state.Add(now, cover, isWide);
		child.entry = entry ? *entry : SpatialHash::State::k_noEntry;
		update.added += entry ? 1 : 0;
		update.ignored += entry ? 0 : 1;
		return;
	}
	if (IsKept(state.entries[child.entry], state.places[child.entry], now, cover))
	{
		update.kept += 1;
	}
	else
	{
		state.Move(child.entry, cover, isWide);
		update.moved += 1;
	}
	state.entries[child.entry] = now;
}

} // namespace

// Memory for the lists first, then what is gone goes, then the rest: what is interrupted can be done again.
HashUpdate SpatialHash::State::Update(const b2World* world)
{
	HashUpdate update;
	size_t most = 0;
	ForEachChild(world, [&](b2Fixture*, int32_t) { ++most; });
	found.clear();
	found.reserve(most);
	updates += 1;
	ForEachChild(world,
	             [&](b2Fixture* fixture, int32_t child)
	             {
		             KeptChild next{fixture, child, 0};
		             next.entry = children.Find(fixture, child);
		             found.push_back(next);
		             if (next.entry != k_noEntry)
		             {
			             places[next.entry].seen = updates;
		             }
	             });
	for (const KeptChild& old : fixtures)
	{
		if (old.entry != k_noEntry && places[old.entry].seen != updates)
		{
			Remove(old.entry);
			update.removed += 1;
		}
	}

	fixtures.swap(found);
	for (size_t i = 0; i < fixtures.size(); ++i)
	{
		Bring(*this, fixtures[i], i, update);
	}
	return update;
}

} // namespace ricochet
