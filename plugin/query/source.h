// MIT License, Copyright (c) 2026 the ricochet authors

#pragma once

#include "host/host.h"
#include "query/meet.h"

#include <ricochet/query/ray_query.h>

namespace ricochet
{

// A source provides the things that a query may hit. It has these members:
//
//   type What                   identifies a thing; has ComesBefore, == , and the functions of meet.h
//   Walk(ray, visit)            visit(const What&) -> double, the cutoff: things beyond it do not matter any more
//   WalkUntil(ray, visit)       visit(const What&) -> true to stop
//   WalkWay(from, to, visit)    as WalkUntil, for the exact path between two points, which floats need not hold
//   WalkThick(thick, visit)     as Walk, for a thick ray
//   WalkBox(box, visit)         visit(const What&), once for each thing whose bounds overlap the box
//   ItemOf(what)                the Item that identifies a thing in hits
//   Tell(ray, what, span, hit)  sets a RayHit
//   WhatOf(item)                the What of the Item of a hit of this source
//   Find(item)                  as WhatOf, but none if the thing is not there
//   Extent()                    the lower and upper corner of a box about most things, to sort the casts of a batch
//   ForEachOf(body, visit)      visit(const What&) for each child of a body, whose pointer is an id and may be invalid
//
// A walk visits everything that the valid ray, or the exact path, really hits up to the last cutoff that visit gave. It
// may also visit things that are not hit, and the same thing twice. Walk usually visits nearer things first, the others
// in any order. No answer may depend on the order.

/// The straight path from one point to another, as walks use it.
struct Way
{
	Ray ray;                   ///< the path, rounded to floats
	float stray;               ///< bounds the distance between the ray and the path (m)
	Vec<double> translation{}; ///< translation of the ray before rounding

	/// A difference of two floats has a relative rounding error of 2^-24. If the difference overflows, the ray has half
	/// of the difference as its translation, and a maxFraction of 2.
	Way(b2Vec2 from, b2Vec2 to)
	    : ray(RayBetween(from, to)), translation{static_cast<double>(to.x) - from.x, static_cast<double>(to.y) - from.y}
	{
		if (IsValid(ray) == false)
		{
			translation = {0.5 * translation.x, 0.5 * translation.y};
			ray = {from, {0.5f * to.x - 0.5f * from.x, 0.5f * to.y - 0.5f * from.y}, 2.0f};
		}
		stray = 0x1p-22f * std::max(std::abs(ray.translation.x), std::abs(ray.translation.y));
	}
};

struct ThickRay
{
	Ray ray;
	b2Vec2 reach; ///< half its extent in x and in y, including rounding errors (m)
	float radius; ///< half its extent in any direction (m)

	/// True if the ray has no length.
	[[nodiscard]] bool IsPlace() const { return ray.maxFraction == 0.0f || ray.translation == b2Vec2{0.0f, 0.0f}; }

	/// The box about a ray without length. It is grown as SlabTest grows boxes, and by the rounding errors made here.
	[[nodiscard]] b2AABB Bounds() const
	{
		const auto grow = [](float by, float coordinate)
		{
			return by * (1.0f + 0x1p-20f) + std::abs(coordinate) * 0x1p-20f;
		};
		const b2Vec2 grown{grow(reach.x, ray.origin.x), grow(reach.y, ray.origin.y)};
		return {ray.origin - grown, ray.origin + grown};
	}
};

/// The live broadphase of a world.
struct LiveTree
{
	using What = FixtureChild;

	const b2World& world;
	float radius = 0.0f; ///< radius of a disc that moves along the ray

	template <class Visit>
	void Walk(const Ray& ray, Visit&& visit) const
	{
		WalkTree(TreeOf(world), ray, radius, [&](void* userData) { return visit(ChildOf(userData)); });
	}

	template <class Visit>
	void WalkThick(const ThickRay& thick, Visit&& visit) const
	{
		if (thick.IsPlace())
		{
			WalkBoxUntil(TreeOf(world), GrownForBounds(thick.Bounds()),
			             [&](void* userData) { return visit(ChildOf(userData)) < 0.0; });
			return;
		}
		WalkTree(TreeOf(world), thick.ray, thick.reach, [&](void* userData) { return visit(ChildOf(userData)); });
	}

	template <class Visit>
	void WalkUntil(const Ray& ray, Visit&& visit) const
	{
		// Beyond the range of floats the end is infinite. Then PathTest compares bounds alone.
		WalkWay(ray.origin, ray.origin + ray.maxFraction * ray.translation, visit);
	}

	template <class Visit>
	void WalkWay(b2Vec2 from, b2Vec2 to, Visit&& visit) const
	{
		WalkTreeUntil(TreeOf(world), from, to, radius, [&](void* userData) { return visit(ChildOf(userData)); });
	}

	template <class Visit>
	void WalkBox(const b2AABB& box, Visit&& visit) const
	{
		WalkOverlaps(world, box, [&](b2Fixture* fixture, int32_t child) { visit(FixtureChild{fixture, child}); });
	}

	template <class Visit>
	static void ForEachOf(const b2Body& body, Visit&& visit)
	{
		for (const b2Fixture* fixture : FixturesOf(body))
		{
			for (int32_t child = 0; body.IsEnabled() && child < fixture->GetShape()->GetChildCount(); ++child)
			{
				visit(FixtureChild{NameOf(fixture), child});
			}
		}
	}

	/// The corners of a box about the bounds of all children, for an order of casts.
	[[nodiscard]] std::array<Pair, 2> Extent() const
	{
		const TreeView view(TreeOf(world));
		const b2AABB box = view.root != b2_nullNode ? view.nodes[view.root].aabb : b2AABB{{0.0f, 0.0f}, {0.0f, 0.0f}};
		return {Pair{box.lowerBound.x, box.lowerBound.y}, Pair{box.upperBound.x, box.upperBound.y}};
	}

	[[nodiscard]] static Item ItemOf(const FixtureChild& what) { return {what.fixture, what.child, {}, 0}; }

	static void Tell(const Ray& ray, const FixtureChild& what, const LocalSpan& span, RayHit& hit)
	{
		ToSurface(span, ray, PlaceOf(what), hit);
		static_cast<Item&>(hit) = ItemOf(what);
	}

	[[nodiscard]] static FixtureChild WhatOf(const Item& item) { return {item.fixture, item.child}; }

	[[nodiscard]] static std::optional<FixtureChild> Find(const Item& item)
	{
		return item.fixture != nullptr ? std::optional(WhatOf(item)) : std::nullopt;
	}

	/// The child of a leaf of the tree.
	[[nodiscard]] static FixtureChild ChildOf(const void* userData)
	{
		const auto* proxy = static_cast<const b2FixtureProxy*>(userData);
		return {proxy->fixture, static_cast<int32_t>(proxy->childIndex)};
	}
};

} // namespace ricochet
