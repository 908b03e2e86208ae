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

/// Notices what has changed in a world since the last look: what moved, came, went, was enabled or put to sleep, and
/// whose fixtures have other shapes, filters or surfaces. It follows no pointer of the last look: an address that is
/// used again shows by what is there.
class WorldWatch
{
public:
	/// Calls changed(box) with the boxes around what has changed, before and after. The first look finds nothing.
	template <class Changed>
	void Look(b2World& world, Changed&& changed)
	{
		FindChanges(world);
		for (const b2AABB& box : m_changes)
		{
			changed(box);
		}
	}

	/// All is as it shall be.
	void LookAway(b2World& world) { FindChanges(world); }

	void Forget() { m_known.clear(); }
	[[nodiscard]] bool HasLooked() const { return m_known.empty() == false; }

	/// What is saved; loaded, what is gone has changed.
	template <class Archive>
	void ExchangeParts(Archive& archive);

private:
	/// A body without where it is.
	struct Appearance
	{
		uint64_t content = 0;
		uint64_t parts = 0; // which fixtures it has, by address alone
		friend bool operator==(const Appearance&, const Appearance&) = default;
	};

	struct Known
	{
		const b2Body* body = nullptr; // compared, never read
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

	std::vector<Known> m_known; // from the last of the world's list to the first
	std::vector<Known> m_now;
	std::vector<const b2Body*> m_bodies;
	std::vector<b2AABB> m_changes;
};

} // namespace ricochet
