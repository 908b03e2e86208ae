// MIT License, Copyright (c) 2026 the ricochet authors

#pragma once

#include "host/host.h"

#include <box2d/b2_collision.h>
#include <box2d/b2_math.h>

#include <cstdint>
#include <vector>

class b2Body;
class b2World;

namespace ricochet
{

/// Finds the bodies near some boxes that have changed since the last call of Look. A body has changed if it was moved,
/// created, destroyed, enabled, disabled, put to sleep, woken or given another type. It has also changed if its
/// fixtures have other shapes, filters, friction or restitution.
///
/// A body is near a box if its bounds in the world's tree touch the box. A look compares only the bodies that were near
/// when their box was added. If the tree has changed, the boxes must be added again to find other bodies near them.
///
/// A stored pointer is dereferenced only after the world has shown that its body still exists. If another body has the
/// same address, its pose and content show whether anything has changed.
class WorldWatch
{
public:
	/// Watches the bodies near one more box. Their present state counts as known. Calls added(box) with the boxes about
	/// the children of each body that was not yet watched.
	template <class Added>
	void Add(const b2World& world, const b2AABB& box, Added&& added)
	{
		AddNear(world, box);
		for (const b2AABB& change : m_changes)
		{
			added(change);
		}
	}

	/// Calls changed(box) with the boxes about the children of each watched body that has changed: the boxes before the
	/// change and those after it. `areAllThere`: the caller knows that all watched bodies still exist. If false, the
	/// call visits all bodies of the world.
	template <class Changed>
	void Look(const b2World& world, bool areAllThere, Changed&& changed)
	{
		FindChanges(world, areAllThere);
		for (const b2AABB& box : m_changes)
		{
			changed(box);
		}
	}

	/// Stops watching bodies that were near none of the boxes that were added since the last look.
	void ForgetOthers() noexcept
	{
		std::erase_if(m_known, [](const Known& known) { return known.isKept == false; });
	}
	void Forget() noexcept { m_known.clear(); }

	/// Calls visit(const b2Body&) for all watched bodies. Requires: all of them exist.
	template <class Visit>
	void ForEach(Visit&& visit) const
	{
		for (const Known& known : m_known)
		{
			visit(*known.body);
		}
	}

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
		const b2Body* body = nullptr; // only compared until it is known that it exists
		Appearance appearance;
		b2Transform pose;
		std::vector<b2AABB> boxes; // the boxes of its children
		bool isKept = true;        // it still exists, or it is near a box that was added since the last look
	};

	void FindChanges(const b2World& world, bool areAllThere);
	void AddNear(const b2World& world, const b2AABB& box);
	[[nodiscard]] std::vector<Known>::iterator PlaceOf(const b2Body* body);
	void AddChanges(const std::vector<b2AABB>& boxes);
	void Compare(Known& known);
	[[nodiscard]] static Appearance AppearanceOf(const b2Body& body);
	[[nodiscard]] static Known KnownOf(const b2Body& body, const Appearance& appearance);

	std::vector<Known> m_known; // sorted by the bodies' addresses
	std::vector<const b2Body*> m_near;
	std::vector<b2AABB> m_changes;
};

} // namespace ricochet
