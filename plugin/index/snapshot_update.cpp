// MIT License, Copyright (c) 2026 the ricochet authors

#include "geometry/vec.h"
#include "index/snapshot_state.h"

#include <algorithm>
#include <cstring>

namespace ricochet
{

namespace
{

template <class T>
bool HasSameBits(const T& a, const T& b)
{
	return std::memcmp(&a, &b, sizeof(T)) == 0;
}

bool HasVertices(const SnapshotEntry& entry, std::span<const b2Vec2> points)
{
	return entry.count == points.size() &&
	       std::memcmp(entry.outline.vertices.data(), points.data(), points.size_bytes()) == 0;
}

bool IsSame(const SnapshotEntry& entry, const ChildSeen& seen)
{
	const ChildGeometry& geometry = seen.geometry;
	const std::span<const b2Vec2> points = geometry.Points();
	return entry.attached.Get() == geometry.attached && HasSameBits(entry.outline.pose, seen.pose) &&
	       HasSameBits(entry.radius, geometry.radius) && entry.isEdge == geometry.IsEdge() &&
	       entry.oneSided == geometry.oneSided && HasVertices(entry, points);
}

// True if a polygon certainly bends to the left at all vertices, and goes about itself once: then it goes left but
// once.
bool IsConvex(std::span<const b2Vec2> vertices)
{
	const auto edgeAt = [&](size_t i)
	{
		return Lift<double>(vertices[(i + 1) % vertices.size()]) - Lift<double>(vertices[i % vertices.size()]);
	};
	int turnsLeft = 0;
	for (size_t i = 0; i < vertices.size(); ++i)
	{
		const Vec<double> edge = edgeAt(i);
		const Vec<double> next = edgeAt(i + 1);
		const double left = edge.x * next.y;
		const double right = edge.y * next.x;
		if ((left - right > 0x1p-40 * (std::abs(left) + std::abs(right))) == false)
		{
			return false;
		}
		turnsLeft += edge.x > 0.0 && next.x <= 0.0;
	}
	return turnsLeft == 1;
}

void Copy(const ChildSeen& seen, SnapshotEntry& entry)
{
	const std::span<const b2Vec2> points = seen.geometry.Points();
	const bool isOther = HasVertices(entry, points) == false || entry.attached.Get() != seen.geometry.attached;
	entry.attached = GeometryPointer(seen.geometry.attached);
	entry.count = static_cast<uint8_t>(points.size());
	entry.radius = seen.geometry.radius;
	entry.isEdge = seen.geometry.IsEdge();
	entry.oneSided = seen.geometry.oneSided;
	entry.outline.pose = seen.pose;
	std::copy(points.begin(), points.end(), entry.outline.vertices.begin());
	entry.isConvex = entry.IsPolygon() && (isOther ? IsConvex(points) : entry.isConvex);
}

} // namespace

uint32_t Snapshot::State::NewEntry(const ChildSeen& seen)
{
	uint32_t index = static_cast<uint32_t>(entries.size());
	if (m_free.empty())
	{
		m_free.reserve(entries.size() + 1); // so that Remove cannot fail
		marks.emplace_back();
		entries.emplace_back();
		m_free.push_back(index);
	}
	index = m_free.back();
	m_table.Insert(seen.fixture, seen.child, index);
	m_free.pop_back();
	entries[index].fixture = seen.fixture;
	entries[index].child = seen.child;
	return index;
}

void Snapshot::State::Remove(uint32_t index)
{
	SnapshotEntry& entry = entries[index];
	m_moved = m_moved || entry.part == SnapshotEntry::Part::Moving;
	m_table.Erase(entry.fixture, entry.child);
	entry = SnapshotEntry();
	m_free.push_back(index);
}

// The entry of a child, brought up to date. A world that has changed little lists its children in the same order, so
// the one after the last is tried first.
uint32_t Snapshot::State::Bring(const ChildSeen& seen, size_t& next, SnapshotUpdate& update)
{
	const auto isSeen = [&](uint32_t index)
	{
		return entries[index].fixture == seen.fixture && entries[index].child == seen.child;
	};
	uint32_t index = next < order.size() && isSeen(order[next]) ? order[next] : ChildTable::k_none;
	index = index != ChildTable::k_none ? index : m_table.Find(seen.fixture, seen.child);
	const bool isNew = index == ChildTable::k_none;
	if (isNew)
	{
		index = NewEntry(seen);
	}
	else
	{
		next = marks[index].place + 1;
	}
	const bool isOther = isNew || marks[index].life != seen.life; // of the same name, at another time
	if (isOther)
	{
		marks[index].generation = ++m_generations;
		marks[index].life = seen.life;
		update.added += 1;
		update.removed += isNew ? 0 : 1;
	}

	SnapshotEntry& entry = entries[index];
	entry.body = seen.body;
	entry.filter = seen.filter;
	entry.isSensor = seen.isSensor;
	entry.isGone = seen.isGone;
	marks[index].seen = m_updates;
	if (isNew || IsSame(entry, seen) == false)
	{
		m_moved = m_moved || entry.part == SnapshotEntry::Part::Moving;
		Copy(seen, entry);
		marks[index].changed = m_updates;
		const bool isSomewhere = OutlineOf(seen.geometry, seen.pose, entry.outline);
		entry.part = isSomewhere ? SnapshotEntry::Part::Moving : SnapshotEntry::Part::None;
		m_moved = m_moved || isSomewhere;
		update.changed += isOther ? 0 : 1;
	}
	else
	{
		update.kept += isOther ? 0 : 1;
	}
	update.ignored += entry.part == SnapshotEntry::Part::None;
	return index;
}

void Snapshot::State::Reserve(size_t children)
{
	entries.reserve(children);
	marks.reserve(children);
	order.reserve(children);
	m_free.reserve(children);
	m_found.reserve(children);
	m_items.reserve(children);
	m_table.Reserve(children);
}

// forEachChild(visit) comes by all children that there are, in the world's order.
template <class ForEach>
SnapshotUpdate Snapshot::State::Take(size_t expected, ForEach&& forEachChild)
{
	SnapshotUpdate update;
	m_roster = {};
	m_updates += 1;
	if (entries.empty())
	{
		Reserve(expected);
	}
	m_found.clear();
	size_t next = 0;
	forEachChild([&](const ChildSeen& seen) { m_found.push_back(Bring(seen, next, update)); });
	for (const uint32_t index : order)
	{
		if (marks[index].seen != m_updates)
		{
			Remove(index);
			update.removed += 1;
		}
	}
	order.swap(m_found);
	for (uint32_t i = 0; i < order.size(); ++i)
	{
		entries[order[i]].rank = i;
		marks[order[i]].place = i;
	}
	Sort();
	return update;
}

SnapshotUpdate Snapshot::State::Update(std::span<const b2Body* const> without)
{
	return Take(ExpectedChildren(world), [&](auto&& visit) { ForEachChild(world, without, visit); });
}

SnapshotUpdate Snapshot::State::UpdateTo(const History& history, const Moment& moment)
{
	const History::State& past = StateOf(history);
	const Roster roster = past.RosterAt(moment.record);
	if (roster == m_roster)
	{
		return Follow(past, moment);
	}
	m_bodies.clear();
	const SnapshotUpdate update =
	    Take(past.ExpectedChildren(),
	         [&](auto&& visit)
	         {
		         past.ForEachBodyAt(moment.record,
		                            [&](const BodyLife& life)
		                            {
			                            const Whereabouts where = past.WhereaboutsAt(life, moment);
			                            m_bodies.push_back({where, m_found.size()});
			                            const b2Transform pose = past.PoseAt(life, where);
			                            life.LookAt(moment.record).ForEachChild(life.body, pose, life.LookNow(), visit);
		                            });
	         });
	m_roster = roster;
	m_ignored = update.ignored;
	return update;
}

// What moves is kept apart, so that it alone is put into cells anew. What has come to rest there is carried along until
// that has cost as much as putting everything into the still grid once.
void Snapshot::State::Sort()
{
	for (const uint32_t index : order)
	{
		m_carried +=
		    entries[index].part == SnapshotEntry::Part::Moving && m_updates - marks[index].changed >= k_restless;
	}
	const bool isFirst = m_updates == 1;
	if (isFirst || m_carried > order.size())
	{
		m_items.clear();
		for (const uint32_t index : order)
		{
			SnapshotEntry& entry = entries[index];
			if (entry.part != SnapshotEntry::Part::None && (isFirst || m_updates - marks[index].changed >= k_restless))
			{
				entry.part = SnapshotEntry::Part::Still;
				m_items.push_back(ItemOf(index));
			}
		}
		still.Build(m_items);
		stillBuilds += 1;
		m_carried = 0;
		m_moved = true;
	}
	if (m_moved)
	{
		m_items.clear();
		for (const uint32_t index : order)
		{
			if (entries[index].part == SnapshotEntry::Part::Moving)
			{
				m_items.push_back(ItemOf(index));
			}
		}
		moving.Build(m_items);
		m_moved = false;
	}
}

void Snapshot::State::Clear()
{
	entries.clear();
	marks.clear();
	order.clear();
	still.Build({});
	moving.Build({});
	m_table = {};
	m_free.clear();
	m_roster = {};
	m_updates = 0;
	m_carried = 0;
}

size_t Snapshot::State::Bytes() const
{
	const auto bytes = [](const auto& list)
	{
		return list.capacity() * sizeof(list[0]);
	};
	return bytes(entries) + bytes(marks) + bytes(order) + bytes(m_free) + bytes(m_found) + bytes(m_items) +
	       bytes(m_bodies) + m_table.Bytes() + still.Bytes() + moving.Bytes();
}

} // namespace ricochet
