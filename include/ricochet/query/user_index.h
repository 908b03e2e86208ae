// MIT License, Copyright (c) 2026 the ricochet authors

#pragma once

#include <ricochet/export.h>
#include <ricochet/geometry/ray.h>
#include <ricochet/index/item.h>

#include <box2d/b2_collision.h>
#include <box2d/b2_fixture.h>
#include <box2d/b2_math.h>

#include <cstdint>
#include <optional>

RICOCHET_EXPORT_BEGIN

namespace ricochet
{

/// A thing that a game keeps in an index of its own. The item stays at one address until the game changes its index. If
/// `fixture` is set, queries read from it only its body, and the properties of that body.
struct UserItem
{
	const b2Shape* shape = nullptr;                   ///< the shape; the thing is a child of it
	int32_t child = 0;                                ///< 0 for shapes that are no chains
	b2Transform transform{{0.0f, 0.0f}, b2Rot(0.0f)}; ///< transform of the shape, in the world
	b2Filter filter{};                                ///< QueryFilter compares it as a fixture's own filter
	bool isSensor = false;                            ///< only queries that ask for sensors hit it
	ItemId id{};                                      ///< not null
	uint64_t tag = 0;                                 ///< any number
	b2Fixture* fixture = nullptr;                     ///< the living fixture that the thing is a child of; may be null
};

/// The function through which an index passes candidates to a query: visit(item). It is valid only during the walk.
template <class Answer>
class UserVisit
{
public:
	/// Calls a function, which must live as long as this object.
	template <class Function>
	explicit UserVisit(const Function& function)
	    : m_function(&function), m_call([](const void* called, const UserItem& item) -> Answer
	                                    { return (*static_cast<const Function*>(called))(item); })
	{
	}

	Answer operator()(const UserItem& item) const { return m_call(m_function, item); }

private:
	const void* m_function;
	Answer (*m_call)(const void*, const UserItem&);
};

/// Takes a candidate and returns the fraction of the ray beyond which no item matters any more. Below 0: no further
/// item matters.
using RayVisit = UserVisit<double>;

using BoxVisit = UserVisit<void>;

/// A game's own index, such as a tree that it keeps anyway, behind every query. Derive from it, and the object is a
/// Space (query/space.h): CastRayClosest(index, ray). The index only proposes candidates. The library decides every
/// hit, as exactly as in a world.
///
/// - Candidates: an item that the ray does not hit, or that is proposed several times, costs time and changes no
///   answer. An item that is not proposed is not hit.
/// - Hits name an item by its fixture and child, if it has a fixture; then id and tag are null, as in a world. Else
///   they name it by its child, id and tag.
/// - Filters: an item with a fixture is accepted as that fixture, by the item's own filter and sensor flag. An item
///   without one has no body and is not given to QueryFilter::accept.
/// - Order: ties go to the lower ItemId::index, then to the lower child. No two items have both in common. If the items
///   are numbered in the world's order, the answers are those of the world, bit for bit.
/// - An item without a shape, with a child that the shape does not have, or with a transform that is not finite is
///   never hit.
/// - Threads: queries call the three const functions of the index. Many threads may query if the index allows these
///   calls at once.
/// - Exceptions of the index pass through.
class UserIndex
{
public:
	virtual ~UserIndex();

	/// Visits every item that lies along a ray: calls visit(item) for each item whose bounds the ray hits.
	///
	/// - The bounds are grown by `margin` in x and in y (m). The margin includes the rounding of floats.
	/// - Only hits up to a fraction count: the one that `visit` returned last, or at first `ray.maxFraction`.
	/// - Visit nearer items first, if that is cheap. Then `visit` soon excludes the others.
	/// - The ray is valid.
	virtual void WalkRay(const Ray& ray, b2Vec2 margin, const RayVisit& visit) const = 0;

	/// Visits every item whose bounds overlap a box, in any order. The box includes the rounding of floats.
	virtual void WalkBox(const b2AABB& box, const BoxVisit& visit) const = 0;

	/// Returns the item that a hit of this index is on, or null if it no longer exists. `hit.fixture` and `hit.child`
	/// identify it, or `hit.id` and `hit.child` if it has no fixture.
	[[nodiscard]] virtual const UserItem* Find(const Item& hit) const = 0;

protected:
	UserIndex() = default;
	/// Protected, because only a whole index of a derived class can be copied.
	UserIndex(const UserIndex&) = default;
	UserIndex& operator=(const UserIndex&) = default;
};

// Two helpers for WalkRay and WalkBox. An index may also use other bounds that contain the item, with tests of its own.

/// Returns a box about an item, rounded outwards. None if the item is never hit, or farther than 1e12 m from the
/// origin.
[[nodiscard]] std::optional<b2AABB> BoundsOf(const UserItem& item);

/// Returns true if a ray hits a box that is grown by `margin`, up to a fraction of the ray.
[[nodiscard]] bool MeetsBox(const Ray& ray, b2Vec2 margin, double maxFraction, const b2AABB& box);

} // namespace ricochet

RICOCHET_EXPORT_END
