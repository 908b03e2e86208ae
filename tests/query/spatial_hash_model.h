// MIT License, Copyright (c) 2026 the ricochet authors

#pragma once

#include <ricochet/index/spatial_hash.h>
#include <ricochet/query/overlap_query.h>
#include <ricochet/shapes/cast_shape.h>

#include "index/outline.h"
#include "support/brute_force.h"
#include "support/stock_shapes.h"

#include <cfloat>
#include <optional>
#include <string>
#include <vector>

namespace ricochet::test
{

/// A SpatialHash, and a list of the entries that were added to it. Each check compares an answer of the hash with a
/// search through the whole list. It returns an error text, or "".
class SpatialHashModel
{
public:
	struct Entry
	{
		ItemId id;
		const b2Shape* shape = nullptr; // null: the segment from a to b
		b2Transform pose;
		b2Vec2 a{0.0f, 0.0f}, b{0.0f, 0.0f};
	};

	explicit SpatialHashModel(float cellSize) : m_hash(cellSize) {}

	[[nodiscard]] const SpatialHash& Hash() const { return m_hash; }
	[[nodiscard]] const std::vector<Entry>& Entries() const { return m_entries; } ///< added by hand, in this order

	/// Adds a segment. If the hash refuses it, the list does not get it, either.
	void AddSegment(b2Vec2 a, b2Vec2 b)
	{
		Remember(m_hash.AddSegment(a, b, m_entries.size()),
		         {{}, nullptr, b2Transform(b2Vec2(0.0f, 0.0f), b2Rot(0.0f)), a, b});
	}

	void AddShape(const b2Shape& shape, const b2Transform& pose)
	{
		Remember(m_hash.AddShape(shape, 0, pose, m_entries.size()), {{}, &shape, pose});
	}

	/// Uses the segment or the pose, whichever the entry has.
	void Move(size_t index, b2Vec2 a, b2Vec2 b, const b2Transform& pose)
	{
		Entry& entry = m_entries[index];
		const Result<> moved =
		    entry.shape != nullptr ? m_hash.MoveShape(entry.id, pose) : m_hash.MoveSegment(entry.id, a, b);
		if (moved)
		{
			entry = {entry.id, entry.shape, entry.shape != nullptr ? pose : entry.pose, a, b};
		}
	}

	[[nodiscard]] std::string Remove(size_t index)
	{
		const ItemId id = m_entries[index].id;
		m_entries.erase(m_entries.begin() + static_cast<ptrdiff_t>(index));
		return m_hash.Remove(id) && m_hash.Contains(id) == false ? "" : "an entry can't be removed";
	}

	/// Updates the hash to a world. Returns an error text, or "". Until the next Update, the world must not change,
	/// except that bodies may move.
	[[nodiscard]] std::string Update(const b2World* world)
	{
		const Result<HashUpdate> update = m_hash.Update(world);
		if (!update)
		{
			return "an update is refused: " + update.GetError().Message();
		}
		m_world = world;
		m_children = update->added + update->moved + update->kept;
		return m_children + update->ignored == ChildrenOf(world) ? "" : "an update does not count every child";
	}

	[[nodiscard]] std::string CompareCast(const Ray& ray) const
	{
		const std::optional<RayHit> hit = CastRayClosest(m_hash, ray);
		if (CastRayAny(m_hash, ray) != hit.has_value())
		{
			return "any and closest differ";
		}
		std::optional<RayHit> best;
		ItemId id;
		std::vector<RayHit> hits = m_world != nullptr ? BruteForceEach(*m_world, ray) : std::vector<RayHit>();
		std::erase_if(hits, [](const RayHit& met) { return IsIgnored(*met.fixture, met.child); });
		if (hits.empty() == false)
		{
			best = hits.front();
		}
		for (const Entry& entry : m_entries)
		{
			const std::optional<RaySpan> span = Cast(entry, ray);
			if (span && (best.has_value() == false || span->enter.fraction < best->enter.fraction))
			{
				best = RayHit{*span, {}};
				id = entry.id;
			}
		}
		if (best)
		{
			constexpr bool k_liesInAnother = false; // the filter accepts starts inside, and sight reports them
			SeeFirst(m_hash, ray, {}, k_liesInAnother, *best);
		}
		const bool same = hit.has_value() == best.has_value() && (!hit || (IsSame(*hit, *best) && hit->id == id));
		return same ? "" : "a cast differs from a look at every entry";
	}

	/// Checks that each segment is found at its first point, and that a box that covers everything finds every entry
	/// once. No unknown entry may be found.
	[[nodiscard]] std::string CompareQueries() const
	{
		std::vector<Item> found;
		FindInBox(m_hash, {{-FLT_MAX, -FLT_MAX}, {FLT_MAX, FLT_MAX}}, found, {.sensors = true});
		if (static_cast<size_t>(m_hash.EntryCount()) != m_entries.size() + static_cast<size_t>(m_children) ||
		    found.size() != m_entries.size() + static_cast<size_t>(AcceptedChildrenOf(m_world)))
		{
			return "not every entry is found once";
		}
		for (const Entry& entry : m_entries)
		{
			if (entry.shape == nullptr)
			{
				FindInBox(m_hash, {entry.a, entry.a}, found);
				const auto count =
				    std::count_if(found.begin(), found.end(), [&](const Item& item) { return item.id == entry.id; });
				if (count != 1 || m_hash.Contains(entry.id) == false)
				{
					return "a segment is not found once where it begins";
				}
			}
		}
		return "";
	}

	/// Checks that the hash has as many entries as a new hash with the same contents.
	[[nodiscard]] std::string CompareWithAFreshOne() const
	{
		SpatialHash fresh(m_hash.CellSize());
		if (!fresh.Update(m_world))
		{
			return "an update would be refused";
		}
		for (const Entry& entry : m_entries)
		{
			const Result<ItemId> id = entry.shape != nullptr ? fresh.AddShape(*entry.shape, 0, entry.pose)
			                                                 : fresh.AddSegment(entry.a, entry.b);
			if (!id)
			{
				return "an entry would be refused";
			}
		}
		return fresh.EntryCount() == m_hash.EntryCount() ? "" : "what has been changed is not what is new";
	}

private:
	void Remember(const Result<ItemId>& id, Entry entry)
	{
		if (id)
		{
			entry.id = *id;
			m_entries.push_back(entry);
		}
	}

	static std::optional<RaySpan> Cast(const Entry& entry, const Ray& ray)
	{
		if (entry.shape != nullptr)
		{
			return CastRayAtShape(*entry.shape, 0, entry.pose, ray);
		}
		return CastRayAtShape(EdgeOf(entry.a, entry.b), 0, entry.pose, ray);
	}

	// True if the child is so far away that it is never hit.
	static bool IsIgnored(const b2Fixture& fixture, int32_t child)
	{
		ChildGeometry geometry;
		WorldOutline outline;
		return (DescribeChild(*fixture.GetShape(), child, geometry) &&
		        OutlineOf(geometry, fixture.GetBody()->GetTransform(), outline)) == false;
	}

	// Counts the children of enabled bodies for which counts(fixture, child) is true.
	template <class Visit>
	static int32_t CountChildren(const b2World* world, Visit&& counts)
	{
		int32_t children = 0;
		for (const b2Body* body = world != nullptr ? world->GetBodyList() : nullptr; body != nullptr;
		     body = body->GetNext())
		{
			const b2Fixture* fixture = body->IsEnabled() ? body->GetFixtureList() : nullptr;
			for (; fixture != nullptr; fixture = fixture->GetNext())
			{
				for (int32_t child = 0; child < fixture->GetShape()->GetChildCount(); ++child)
				{
					children += counts(*fixture, child) ? 1 : 0;
				}
			}
		}
		return children;
	}

	static int32_t ChildrenOf(const b2World* world)
	{
		return CountChildren(world, [](const b2Fixture&, int32_t) { return true; });
	}

	// Counts the children that pass the rules of b2Filter against category 0x0001, mask 0xFFFF and no group.
	static int32_t AcceptedChildrenOf(const b2World* world)
	{
		return CountChildren(world,
		                     [](const b2Fixture& fixture, int32_t child)
		                     {
			                     const b2Filter& filter = fixture.GetFilterData();
			                     return (filter.maskBits & 0x0001) != 0 && filter.categoryBits != 0 &&
			                            IsIgnored(fixture, child) == false;
		                     });
	}

	SpatialHash m_hash;
	std::vector<Entry> m_entries;
	const b2World* m_world = nullptr; // the world of the last Update
	int32_t m_children = 0;
};

} // namespace ricochet::test
