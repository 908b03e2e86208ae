// MIT License, Copyright (c) 2026 the ricochet authors

#pragma once

#include "host/host.h"
#include "projectile/base/step_failures.h"
#include "projectile/grenade/grenade_detail.h"
#include "projectile/motion/motion.h"
#include "projectile/motion/world_watch.h"

#include <ricochet/projectile/grenade.h>

#include <memory>
#include <vector>

namespace ricochet
{

/// The sleeping grenades, in a tree of their boxes.
class Sleepers
{
public:
	/// Adds a grenade. Returns its index, by which Remove finds it.
	[[nodiscard]] int32_t Add(GrenadeId id, const b2AABB& box);
	void Remove(int32_t place);
	[[nodiscard]] bool IsEmpty() const { return m_count == 0; }

	/// Returns the grenades whose boxes touch a box. The list is valid until the next call. Allocates nothing.
	[[nodiscard]] const std::vector<GrenadeId>& Near(const b2AABB& box);

	/// Returns the boxes of all sleeping grenades. The list is valid until the next call.
	[[nodiscard]] const std::vector<b2AABB>& Boxes();
	[[nodiscard]] size_t Count() const { return m_count; }
	void ShiftOrigin(b2Vec2 newOrigin);

private:
	struct Sleeper
	{
		GrenadeId id; // null: this entry is free
		b2AABB box;
	};

	std::unique_ptr<b2DynamicTree> m_tree =
	    std::make_unique<b2DynamicTree>(); // its boxes are larger than the grenades' own
	std::vector<Sleeper> m_sleepers;       // by the index that Add returned
	std::vector<GrenadeId> m_near;
	std::vector<b2AABB> m_boxes;
	size_t m_count = 0;
};

/// Puts grenades at rest to sleep. Sleeping grenades are not flown: a change in the world wakes those that lie near it.
class GrenadeSleep
{
public:
	GrenadeSleep(b2World& world, Grenades& grenades) : m_world(world), m_grenades(grenades) {}

	/// Requires: the grenade is at rest.
	void PutToSleep(size_t i);

	/// True if the grenade sleeps through a step of dt (s). Wakes a grenade whose fuse ends in the step.
	[[nodiscard]] bool SleepsThrough(size_t i, double dt) noexcept;

	void Wake(GrenadeId id) noexcept;

	[[nodiscard]] bool SleepAll() const { return m_sleepers.Count() == m_grenades.states.size(); }

	/// Makes `motion` watch the bodies near sleeping grenades.
	void Watch(WorldMotion& motion);

	/// Wakes the grenades near everything that has changed since the last call, and near the bodies that have moved.
	void WakeWhereChanged(const WorldMotion& motion, StepFailures& failures) noexcept;

	/// Makes sure that NoteSurface needs no memory.
	void MakeRoomForSurface();
	void NoteSurface(const b2Fixture* fixture) noexcept;

	/// Call this after a shift of the origin. Requires: WakeWhereChanged was called before the shift.
	void ShiftOrigin(b2Vec2 newOrigin, StepFailures& failures) noexcept;

	/// Saves or loads. After loading, call LieAsSaved when all grenades are there.
	template <class Archive>
	void ExchangeParts(Archive& archive)
	{
		m_watch.ExchangeParts(archive);
		Exchange(archive, m_gravity);
	}
	template <class Archive>
	void ExchangeResurfaced(Archive& archive)
	{
		size_t count = m_resurfaced.size();
		archive.Count(count, 1);
		m_resurfaced.resize(count);
		for (const b2Fixture*& fixture : m_resurfaced)
		{
			archive.Fixture(fixture);
		}
	}
	void LieAsSaved();
	void Swap(GrenadeSleep& other) noexcept;

	/// Frees the memory of the watched bodies. Requires: no grenade sleeps.
	void Release() noexcept { m_watch = {}; }

private:
	[[nodiscard]] b2AABB BoxOf(size_t i) const;
	void Lie(size_t i);
	template <class Added>
	void WatchAll(Added&& added);
	void Wake(GrenadeDetail& detail) noexcept;
	void WakeAll() noexcept;
	void WakeNear(const b2AABB& box) noexcept;
	void WakeNear(const b2Fixture& fixture) noexcept;
	void WakeNearMoved(const WorldMotion& motion) noexcept;
	void WakeOnResurfaced() noexcept;

	b2World& m_world;
	Grenades& m_grenades;
	Sleepers m_sleepers;
	WorldWatch m_watch;                         // watches the bodies near sleeping grenades
	size_t m_woken = 0;                         // number of grenades woken since m_watch was last rebuilt
	TreeChanges m_tree;                         // state of the world's tree when it was last checked for changes
	b2Vec2 m_gravity{0.0f, 0.0f};               // the gravity under which they sleep
	std::vector<const b2Fixture*> m_resurfaced; // fixtures that got a new Surface since grenades sleep. Some may
	                                            // be destroyed
};

} // namespace ricochet
