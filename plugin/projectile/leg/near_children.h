// MIT License, Copyright (c) 2026 the ricochet authors

#pragma once

#include "query/source.h"

#include <ricochet/geometry/ray.h>

#include <box2d/b2_collision.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>

namespace ricochet
{

class WorldMotion;
struct MovedChild;

/// The fixture children near the way of one projectile through one step, for all its looks at them: one walk of the
/// trees costs less than one for each. Gives candidates, no answers: those that the look would come by in the trees.
/// Needs no memory that might run out.
class NearChildren
{
public:
	/// Everything whose box meets a box, in the order of the trees. It holds until one of them changes. False if there
	/// are too many.
	[[nodiscard]] bool Collect(const b2World& world, const WorldMotion& motion, const b2AABB& box) noexcept;

	/// True if all is there that a walk of the trees for this box comes by.
	[[nodiscard]] bool Cover(const b2AABB& box) const { return m_box.Contains(box); }

	/// The same of a walk along a ray, with a margin around it.
	[[nodiscard]] bool Cover(const Ray& ray, float margin) const;

	[[nodiscard]] bool AreNone() const { return m_still.count == 0 && m_moved.count == 0; }

	/// Visits what stood still, and then what moved, whose box in its tree a look comes by: comesBy(box).
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
				visitMoved(*m_moved.what[i]);
			}
		}
	}

	/// For more of either each look costs more than a walk of the trees.
	static constexpr int32_t k_room = 32;

	/// No more than there is room for. Negative: it is never collected.
	int32_t most = k_room;

private:
	template <class What>
	struct List
	{
		int32_t count = 0; // also of those that find no room
		std::array<b2AABB, k_room> boxes;
		std::array<What, k_room> what;

		[[nodiscard]] size_t Size() const { return static_cast<size_t>(count); }

		/// Among those for which there was room.
		[[nodiscard]] bool Has(const What& other) const
		{
			const auto end = what.begin() + std::min(count, k_room);
			return std::find(what.begin(), end, other) != end;
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

	b2AABB m_box{{1.0f, 1.0f}, {-1.0f, -1.0f}}; // which covers nothing
	List<FixtureChild> m_still;
	List<const MovedChild*> m_moved; // by what they swept
};

} // namespace ricochet
