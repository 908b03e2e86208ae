// MIT License, Copyright (c) 2026 the ricochet authors

#include "geometry/vec.h"
#include "index/grid_index.h"

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

bool HasVertices(const GridEntry& entry, std::span<const b2Vec2> points)
{
	return entry.count == points.size() &&
	       std::memcmp(entry.outline.vertices.data(), points.data(), points.size_bytes()) == 0;
}

bool IsSame(const GridEntry& entry, const ChildSeen& seen)
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

} // namespace

bool CopyChild(const ChildGeometry& geometry, const b2Transform& pose, GridEntry& entry)
{
	const std::span<const b2Vec2> points = geometry.Points();
	if (points.size() > WorldOutline::k_most)
	{
		return false;
	}
	const bool isOther = HasVertices(entry, points) == false || entry.attached.Get() != geometry.attached;
	entry.attached = GeometryPointer(geometry.attached);
	entry.count = static_cast<uint8_t>(points.size());
	entry.radius = geometry.radius;
	entry.isEdge = geometry.IsEdge();
	entry.oneSided = geometry.oneSided;
	entry.outline.pose = pose;
	std::copy(points.begin(), points.end(), entry.outline.vertices.begin());
	entry.isConvex = entry.IsPolygon() && (isOther ? IsConvex(points) : entry.isConvex);
	return OutlineOf(geometry, pose, entry.outline);
}

void GridIndex::BeginTaking(size_t expected)
{
	m_updates += 1;
	if (entries.empty())
	{
		Reserve(expected);
		order.reserve(expected);
		m_found.reserve(expected);
		m_changed.reserve(expected);
		m_items.reserve(expected);
		m_table.Reserve(expected);
	}
	m_found.clear();
}

// A world that has changed little lists its children in the same order, so the one after the last is tried first.
GridIndex::Brought GridIndex::Bring(const ChildSeen& seen, size_t& next)
{
	const auto isSeen = [&](uint32_t index)
	{
		return entries[index].fixture == seen.fixture && entries[index].child == seen.child;
	};
	Brought brought{};
	uint32_t index = next < order.size() && isSeen(order[next]) ? order[next] : ChildTable::k_none;
	index = index != ChildTable::k_none ? index : m_table.Find(seen.fixture, seen.child);
	brought.isNew = index == ChildTable::k_none;
	if (brought.isNew)
	{
		MakeSlot();
		index = m_free.back();
		m_table.Insert(seen.fixture, seen.child, index);
		m_free.pop_back();
		entries[index].fixture = seen.fixture;
		entries[index].child = seen.child;
	}
	else
	{
		next = marks[index].place + 1;
	}
	GridEntry& entry = entries[index];
	Mark& mark = marks[index];
	brought.index = index;
	brought.isOther = brought.isNew || mark.life != seen.life;
	brought.wasSomewhere = entry.IsSomewhere();
	brought.isSomewhere = brought.wasSomewhere;
	brought.hasChanged = brought.isNew || IsSame(entry, seen) == false;
	if (brought.isOther)
	{
		mark.generation += 1;
		mark.life = seen.life;
	}
	mark.seen = m_updates;
	mark.isGone = seen.isGone;
	entry.body = seen.body;
	entry.filter = seen.filter;
	entry.isSensor = seen.isSensor;
	if (brought.hasChanged)
	{
		Leave(index);
		brought.isSomewhere = CopyChild(seen.geometry, seen.pose, entry);
		if (brought.isSomewhere)
		{
			m_changed.push_back(index);
		}
	}
	return brought;
}

int32_t GridIndex::EndTaking()
{
	int32_t removed = 0;
	for (const uint32_t index : order)
	{
		if (marks[index].seen != m_updates)
		{
			Remove(index);
			removed += 1;
		}
	}
	order.swap(m_found);
	for (uint32_t i = 0; i < order.size(); ++i)
	{
		entries[order[i]].rank = i;
		marks[order[i]].place = i;
	}
	SettleChanged();
	return removed;
}

void GridIndex::SettleChanged()
{
	if (m_changed.empty() == false || static_cast<uint32_t>(std::popcount(m_used)) > k_fewGrids)
	{
		Settle(k_fewGrids);
	}
}

void GridIndex::RemoveFixtures()
{
	for (uint32_t i = 0; i < entries.size(); ++i)
	{
		if (entries[i].fixture != nullptr)
		{
			Remove(i);
		}
	}
	order.clear();
	m_changed.clear();
}

} // namespace ricochet
