// MIT License, Copyright (c) 2026 the ricochet authors

#pragma once

#include "projectile/motion/motion.h"
#include "query/source.h"

#include <ricochet/geometry/ray.h>

#include <box2d/b2_collision.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>

namespace ricochet
{

/// A list of the fixture children near the path of one projectile through one step. All casts of the projectile use the
/// list, because one walk of the trees costs less than one walk for each cast. It contains candidates: the same
/// children that a cast would visit in the trees. It allocates nothing.
class NearChildren
{
public:
	/// Lists the children whose boxes overlap a box, in the order of the trees. The list is valid until a tree changes.
	/// Returns false if there are too many children.
	[[nodiscard]] bool Collect(const b2World& world, const WorldMotion& motion, const b2AABB& box) noexcept;

	/// True if the list has all children that a walk of the trees for this box visits.
	[[nodiscard]] bool Cover(const b2AABB& box) const { return m_box.Contains(box); }

	/// True if the list has all children that a walk along this ray with this margin (m) visits.
	[[nodiscard]] bool Cover(const Ray& ray, float margin) const;

	[[nodiscard]] bool AreNone() const { return m_still.count == 0 && m_moved.count == 0; }

	/// Visits the children at rest, and then the moved ones. comesBy(box) -> bool: true if the path may meet a child
	/// with this box in the tree. If it returns false, the child is not visited.
	template <class ComesBy, class VisitStill, class VisitMoved>
	void Walk(ComesBy&& comesBy, VisitStill&& visitStill, VisitMoved&& visitMoved) const
	{
		for (size_t i = 0; i < m_still.Size(); ++i)
		{
			if (comesBy(m_still.boxes[i]))
			{
				visitStill(m_still.what[i]);
			}
		}
		for (size_t i = 0; i < m_moved.Size(); ++i)
		{
			if (comesBy(m_moved.boxes[i]))
			{
				visitMoved(m_moved.what[i]);
			}
		}
	}

	/// The room for children at rest, and the room for moved ones. With more children, a cast by the list costs more
	/// than a walk.
	static constexpr int32_t k_room = 32;

	/// The largest number of children at rest, and of moved ones; at most k_room. Negative: Collect always fails.
	int32_t most = k_room;

private:
	template <class What>
	struct List
	{
		int32_t count = 0; // counts children without room, too
		std::array<b2AABB, k_room> boxes;
		std::array<What, k_room> what;

		[[nodiscard]] size_t Size() const { return static_cast<size_t>(count); }

		/// Adds a child, unless the list already contains it.
		void AddOnce(const What& added, const b2AABB& box)
		{
			const auto end = what.begin() + std::min(count, k_room);
			if (std::find(what.begin(), end, added) == end)
			{
				Add(added, box);
			}
		}

		void Add(const What& added, const b2AABB& box)
		{
			if (count < k_room)
			{
				boxes[static_cast<size_t>(count)] = box;
				what[static_cast<size_t>(count)] = added;
			}
			++count;
		}
	};

	b2AABB m_box{{1.0f, 1.0f}, {-1.0f, -1.0f}}; // covers nothing
	List<FixtureChild> m_still;
	List<MovedChild> m_moved; // each with the box that it swept
};

} // namespace ricochet
