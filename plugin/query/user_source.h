// MIT License, Copyright (c) 2026 the ricochet authors

#pragma once

#include "geometry/pose.h"
#include "query/borrowed.h"
#include "query/source.h"

#include <ricochet/query/user_index.h>

#include <algorithm>
#include <functional>
#include <limits>
#include <vector>

namespace ricochet
{

/// An item of a user's own index, with its geometry.
struct UserChild
{
	const UserItem* item = nullptr;
	ChildGeometry geometry{};

	friend bool operator==(const UserChild& a, const UserChild& b) { return a.item == b.item; }
};

[[nodiscard]] inline uint64_t RankOf(const UserChild& what)
{
	return (uint64_t{what.item->id.index} << 32) | static_cast<uint32_t>(what.item->child);
}

[[nodiscard]] inline bool ComesBefore(const UserChild& a, const UserChild& b)
{
	return RankOf(a) < RankOf(b);
}

[[nodiscard]] inline const b2Body* BodyOf(const UserChild& what)
{
	return what.item->fixture != nullptr ? what.item->fixture->GetBody() : nullptr;
}

[[nodiscard]] inline bool Accepts(const QueryFilter& filter, const UserChild& what)
{
	const UserItem& item = *what.item;
	return item.fixture != nullptr
	           ? Accepts(filter, NamedFixture{item.fixture, BodyOf(what), item.filter, item.isSensor})
	           : AcceptsCopy(filter, item.filter, item.isSensor);
}

[[nodiscard]] inline Place PlaceOf(const UserChild& what)
{
	return {what.geometry, what.item->child, what.item->transform};
}

/// Lets a query walk a user's own index: a source (source.h).
struct UserSource
{
	using What = UserChild;

	const UserIndex& index;

	template <class Visit>
	void Walk(const Ray& ray, Visit&& visit) const
	{
		WalkAlong(ray, {0.0f, 0.0f}, visit);
	}

	template <class Visit>
	void WalkThick(const ThickRay& thick, Visit&& visit) const
	{
		if (thick.IsPlace() == false)
		{
			WalkAlong(thick.ray, thick.reach, visit);
			return;
		}
		bool isOver = false;
		WalkBox(thick.Bounds(), [&](const UserChild& what) { isOver = isOver || visit(what) < 0.0; });
	}

	template <class Visit>
	void WalkUntil(const Ray& ray, Visit&& visit) const
	{
		WalkUntil(ray, 0.0f, visit);
	}

	template <class Visit>
	void WalkWay(b2Vec2 from, b2Vec2 to, Visit&& visit) const
	{
		const Way way(from, to);
		WalkUntil(way.ray, way.stray, visit);
	}

	/// A user's index may visit an item several times, so its items are listed first. Keeps the memory of the list.
	template <class Visit>
	void WalkBox(const b2AABB& box, Visit&& visit) const
	{
		thread_local std::vector<const UserItem*> kept;
		Borrowed borrowed(kept);
		std::vector<const UserItem*>& items = *borrowed;
		items.clear();
		const auto add = [&](const UserItem& item)
		{
			items.push_back(&item);
		};
		index.WalkBox(GrownForBounds(box), BoxVisit(add));
		std::sort(items.begin(), items.end(), std::less<>());
		items.erase(std::unique(items.begin(), items.end()), items.end());
		for (const UserItem* item : items)
		{
			UserChild what;
			if (Describe(*item, what))
			{
				visit(static_cast<const UserChild&>(what));
			}
		}
	}

	/// Tests every item of the index.
	template <class Visit>
	void ForEachOf(const b2Body& body, Visit&& visit) const
	{
		constexpr float k_all = std::numeric_limits<float>::max();
		WalkBox({{-k_all, -k_all}, {k_all, k_all}},
		        [&](const UserChild& what)
		        {
			        if (BodyOf(what) == &body)
			        {
				        visit(what);
			        }
		        });
	}

	/// The extent is unknown. A batch then casts its rays in another order, with the same answers.
	[[nodiscard]] static std::array<Pair, 2> Extent() { return {}; }

	[[nodiscard]] static Item ItemOf(const UserChild& what)
	{
		const UserItem& item = *what.item;
		return item.fixture != nullptr ? Item{item.fixture, item.child, {}, 0}
		                               : Item{nullptr, item.child, item.id, item.tag};
	}

	static void Tell(const Ray& ray, const UserChild& what, const LocalSpan& span, RayHit& hit)
	{
		ToSurface(span, ray, PlaceOf(what), hit);
		static_cast<Item&>(hit) = ItemOf(what);
	}

	/// A null item if there is no such thing any more.
	[[nodiscard]] UserChild WhatOf(const Item& item) const
	{
		UserChild what;
		const UserItem* found = index.Find(item);
		return found != nullptr && Describe(*found, what) ? what : UserChild{};
	}

	[[nodiscard]] std::optional<UserChild> Find(const Item& item) const
	{
		const UserChild what = WhatOf(item);
		return what.item != nullptr ? std::optional(what) : std::nullopt;
	}

private:
	static constexpr double k_stop = -1.0; // ends a walk

	// False if the item can never be hit.
	[[nodiscard]] static bool Describe(const UserItem& item, UserChild& what)
	{
		what.item = &item;
		return item.shape != nullptr && IsPose(item.transform) && DescribeChild(*item.shape, item.child, what.geometry);
	}

	// A user's index may continue after a visit has returned a stop. The query ignores these items.
	template <class Visit>
	void WalkAlong(const Ray& ray, b2Vec2 reach, Visit&& visit) const
	{
		double cutoff = CutoffAbove(ray.maxFraction);
		const auto take = [&](const UserItem& item)
		{
			UserChild what;
			if (cutoff >= 0.0 && Describe(item, what))
			{
				cutoff = visit(static_cast<const UserChild&>(what));
			}
			return cutoff;
		};
		index.WalkRay(ray, SlabTest(ray, reach).Reach(), RayVisit(take));
	}

	template <class Visit>
	void WalkUntil(const Ray& ray, float radius, Visit&& visit) const
	{
		const double all = CutoffAbove(ray.maxFraction);
		WalkAlong(ray, {radius, radius}, [&](const UserChild& what) { return visit(what) ? k_stop : all; });
	}
};

} // namespace ricochet
