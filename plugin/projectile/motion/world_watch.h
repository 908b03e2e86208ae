// MIT License, Copyright (c) 2026 the ricochet authors

#pragma once

#include <box2d/b2_collision.h>
#include <box2d/b2_math.h>

#include <cstdint>
#include <vector>

class b2Body;
class b2World;

namespace ricochet
{

/// Finds the bodies of a world that have changed since the last look. A body has changed if it was moved, created,
/// destroyed, enabled, disabled, put to sleep, woken or given another type. It has also changed if its fixtures have
/// other shapes, filters, friction or restitution.
///
/// No pointer of the last look is dereferenced. If an address is used again, pose and content show whether anything
/// has changed.
class WorldWatch
{
public:
	/// Calls changed(box) with the boxes about each body that has changed, before and after. The first look finds
	/// nothing.
	template <class Changed>
	void Look(b2World& world, Changed&& changed)
	{
		FindChanges(world);
		for (const b2AABB& box : m_changes)
		{
			changed(box);
		}
	}

	/// Takes the present state for known, without reporting changes.
	void LookAway(b2World& world) { FindChanges(world); }

	void Forget() { m_known.clear(); }
	[[nodiscard]] bool HasLooked() const { return m_known.empty() == false; }

	/// Saves or loads the known bodies. After loading, bodies that no longer exist count as changed.
	template <class Archive>
	void ExchangeParts(Archive& archive);

private:
	/// The state of a body apart from its pose.
	struct Appearance
	{
		uint64_t content = 0;
		uint64_t parts = 0; // a digest of the addresses of its fixtures
		friend bool operator==(const Appearance&, const Appearance&) = default;
	};

	struct Known
	{
		const b2Body* body = nullptr; // compared, never dereferenced
		Appearance appearance;
		b2Transform pose;
		b2AABB local; // of its fixtures, in its frame
		b2AABB box;
	};

	void FindChanges(b2World& world);
	void Compare(const b2Body& body, const Known& before);
	void Tell(const Known& before, const Known& now);
	[[nodiscard]] static Appearance AppearanceOf(const b2Body& body);
	[[nodiscard]] static Known KnownOf(const b2Body& body, const Appearance& appearance);

	std::vector<Known> m_known; // in the reverse order of the world's list: the oldest body first
	std::vector<Known> m_now;
	std::vector<const b2Body*> m_bodies;
	std::vector<b2AABB> m_changes;
};

} // namespace ricochet
