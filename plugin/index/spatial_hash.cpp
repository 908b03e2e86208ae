// MIT License, Copyright (c) 2026 the ricochet authors

#include <ricochet/index/spatial_hash.h>

#include "geometry/checker.h"
#include "geometry/pose.h"
#include "geometry/to_world.h"
#include "geometry/with_memory.h"
#include "index/spatial_state.h"

#include <ricochet/geometry/supercover.h>

#include <algorithm>
#include <cmath>

namespace ricochet
{

namespace
{

// If the cell size is invalid, the hash has no entries. Then the error about the cell size is returned.
Error NoSuchEntry(const Result<>& usable, ItemId id)
{
	return usable ? Error{ErrorReason::NoSuchEntry, "id", -1, static_cast<double>(id.index)} : usable.GetError();
}

b2Transform Unmoved()
{
	b2Transform pose;
	pose.SetIdentity();
	return pose;
}

ChildGeometry SegmentOf(b2Vec2 a, b2Vec2 b)
{
	return ChildGeometry::Edge(a, b, false);
}

Result<> CheckSegment(b2Vec2 a, b2Vec2 b)
{
	return Checker().Finite("a", a).Finite("b", b).Outcome();
}

Result<> CheckPose(const b2Transform& pose)
{
	const double squared = static_cast<double>(pose.q.s) * pose.q.s + static_cast<double>(pose.q.c) * pose.q.c;
	return Checker()
	    .Finite("pose", pose.p)
	    .Finite("pose", pose.q.s)
	    .Finite("pose", pose.q.c)
	    .Require(IsRotation(pose.q), {ErrorReason::NotARotation, "pose", -1, squared, k_mostStretch})
	    .Outcome();
}

Result<> DescribeShape(const b2Shape& shape, int32_t child, const b2Transform& pose, ChildGeometry& geometry)
{
	if (const Result<> sound = CheckPose(pose); !sound)
	{
		return sound;
	}
	if (DescribeChild(shape, child, geometry) == false)
	{
		return Error{ErrorReason::NoSuchChild, "child", -1, static_cast<double>(child)};
	}
	Checker checker;
	for (const b2Vec2& vertex : geometry.Points())
	{
		checker.Finite("shape", vertex);
	}
	return checker.AtLeast("shape", geometry.radius, 0.0).Outcome();
}

// The coordinate of the child in the world that is farthest from 0.
double FarthestOf(const ChildGeometry& geometry, const b2Transform& pose)
{
	const ToWorld toWorld(pose);
	const double radius = toWorld(geometry.radius);
	double farthest = 0.0;
	for (const b2Vec2& vertex : geometry.Points())
	{
		const Pair place = toWorld(vertex);
		for (const double x : {place[0], place[1]})
		{
			const double far = x < 0.0 ? x - radius : x + radius;
			farthest = std::abs(far) > std::abs(farthest) ? far : farthest;
		}
	}
	return farthest;
}

Result<> CopyByHand(const ChildGeometry& geometry, const b2Transform& pose, GridEntry& entry)
{
	return CopyChild(geometry, pose, entry)
	           ? Result<>()
	           : Error{ErrorReason::TooLarge, "entry", -1, FarthestOf(geometry, pose), k_farthest};
}

} // namespace

uint32_t SpatialHash::State::FindByHand(ItemId id) const
{
	const uint32_t i = id.index;
	const bool isThere = id.generation != 0 && i < entries.size() && marks[i].generation == id.generation &&
	                     entries[i].fixture == nullptr && entries[i].IsSomewhere();
	return isThere ? i : k_none;
}

Result<ItemId> SpatialHash::State::AddByHand(GridEntry& entry, const ByHand& hand, const ChildGeometry& geometry,
                                             const b2Transform& pose)
{
	if (const Result<> copied = CopyByHand(geometry, pose, entry); !copied)
	{
		return copied.GetError();
	}
	entry.addedAs = added;
	return WithMemory(
	    [&]() -> Result<ItemId>
	    {
		    const size_t room = entries.size() + 1;
		    byHand.reserve(room <= byHand.capacity() ? room : 2 * room);
		    const uint32_t index = Add(entry);
		    byHand.resize(std::max<size_t>(byHand.size(), index + size_t{1}));
		    byHand[index] = hand;
		    byHandCount += 1;
		    added += 1;
		    return ItemId{index, marks[index].generation};
	    });
}

Result<> SpatialHash::State::MoveByHand(uint32_t index, const ChildGeometry& geometry, const b2Transform& pose)
{
	GridEntry entry = entries[index];
	if (const Result<> copied = CopyByHand(geometry, pose, entry); !copied)
	{
		return copied;
	}
	return WithMemory(
	    [&]() -> Result<>
	    {
		    Replace(index, entry);
		    return {};
	    });
}

Result<HashUpdate> SpatialHash::State::Update(const b2World* world)
{
	HashUpdate update;
	const auto tally = [&](const Brought& brought)
	{
		update.added += brought.isSomewhere && brought.wasSomewhere == false;
		update.moved += brought.isSomewhere && brought.wasSomewhere && brought.hasChanged;
	};
	const auto forEachChild = [&](auto&& visit)
	{
		if (world != nullptr)
		{
			ForEachChild(*world, {}, visit);
		}
	};
	const Result<HashUpdate> result = WithMemory(
	    [&]() -> Result<HashUpdate>
	    {
		    update.removed = TakeFixtures(world != nullptr ? ExpectedChildren(*world) : 0, forEachChild, tally);
		    const int32_t somewhere = Count() - byHandCount;
		    update.kept = somewhere - update.added - update.moved;
		    update.ignored = static_cast<int32_t>(order.size()) - somewhere;
		    return update;
	    });
	if (!result)
	{
		RemoveFixtures();
	}
	return result;
}

SpatialHash::SpatialHash(float cellSize, const Box2dLayout& layout) : m_state(std::make_unique<State>())
{
	const Result<> isSameBox2d = CheckBox2dLayout(layout);
	m_state->cellSize = cellSize;
	m_state->usable = isSameBox2d ? CheckCellSize(cellSize) : isSameBox2d;
}

SpatialHash::~SpatialHash() = default;

Result<ItemId> SpatialHash::AddSegment(b2Vec2 a, b2Vec2 b, uint64_t tag, const b2Filter& filter)
{
	const Result<> sound = m_state->usable ? CheckSegment(a, b) : m_state->usable;
	if (!sound)
	{
		return sound.GetError();
	}
	GridEntry entry;
	entry.filter = filter;
	return m_state->AddByHand(entry, {nullptr, tag}, SegmentOf(a, b), Unmoved());
}

Result<ItemId> SpatialHash::AddShape(const b2Shape& shape, int32_t child, const b2Transform& pose, uint64_t tag,
                                     const b2Filter& filter)
{
	ChildGeometry geometry;
	const Result<> sound = m_state->usable ? DescribeShape(shape, child, pose, geometry) : m_state->usable;
	if (!sound)
	{
		return sound.GetError();
	}
	GridEntry entry;
	entry.child = child;
	entry.filter = filter;
	return m_state->AddByHand(entry, {&shape, tag}, geometry, pose);
}

Result<> SpatialHash::MoveSegment(ItemId id, b2Vec2 a, b2Vec2 b)
{
	const uint32_t index = m_state->FindByHand(id);
	if (index == State::k_none || m_state->byHand[index].shape != nullptr)
	{
		return NoSuchEntry(m_state->usable, id);
	}
	const Result<> sound = CheckSegment(a, b);
	return sound ? m_state->MoveByHand(index, SegmentOf(a, b), Unmoved()) : sound;
}

Result<> SpatialHash::MoveShape(ItemId id, const b2Transform& pose)
{
	const uint32_t index = m_state->FindByHand(id);
	if (index == State::k_none || m_state->byHand[index].shape == nullptr)
	{
		return NoSuchEntry(m_state->usable, id);
	}
	ChildGeometry geometry;
	const Result<> sound = DescribeShape(*m_state->byHand[index].shape, m_state->entries[index].child, pose, geometry);
	return sound ? m_state->MoveByHand(index, geometry, pose) : sound;
}

Result<> SpatialHash::Remove(ItemId id)
{
	const uint32_t index = m_state->FindByHand(id);
	if (index == State::k_none)
	{
		return NoSuchEntry(m_state->usable, id);
	}
	m_state->Remove(index);
	m_state->byHandCount -= 1;
	return {};
}

Result<HashUpdate> SpatialHash::Update(const b2World* world)
{
	return m_state->usable ? m_state->Update(world) : Result<HashUpdate>(m_state->usable.GetError());
}

bool SpatialHash::Contains(ItemId id) const
{
	return m_state->FindByHand(id) != State::k_none;
}

float SpatialHash::CellSize() const
{
	return m_state->cellSize;
}

int32_t SpatialHash::EntryCount() const
{
	return m_state->Count();
}

} // namespace ricochet
