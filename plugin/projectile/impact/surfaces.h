// MIT License, Copyright (c) 2026 the ricochet authors

#pragma once

#include "host/host.h"
#include "projectile/base/step_failures.h"

#include <ricochet/projectile/plugin_def.h>

#include <unordered_map>

namespace ricochet
{

/// The surfaces of fixtures. If the game has not set the surface of a fixture, PluginDef::surfaceOf gives it. If that
/// callback gives none, the fixture has the default surface, with its restitution and friction of Box2D.
class Surfaces
{
	struct Known
	{
		Surface surface;
		TreeLeaf leaf;       // the leaf of the fixture when ForgetLost last saw it
		bool isAlive = true; // scratch of ForgetLost
	};

public:
	/// The def must outlive this object.
	explicit Surfaces(const PluginDef& def) : m_def(def) {}

	/// Returns the surface of a fixture. If the game's surface is not sound and `failures` is not null, keeps the error
	/// there.
	[[nodiscard]] Surface Of(const b2Fixture* fixture, StepFailures* failures = nullptr) const;

	/// True if the game has set this surface for a fixture. Does not dereference the pointer.
	[[nodiscard]] bool Has(const b2Fixture* fixture, const Surface& surface) const
	{
		const auto known = m_known.find(fixture);
		return known != m_known.end() && known->second.surface == surface;
	}

	/// Sets the surface of a fixture. Does not dereference the pointer.
	void Set(const b2Fixture* fixture, const Surface& surface)
	{
		const auto [known, isNew] = m_known.try_emplace(fixture);
		known->second.surface = surface;
		m_areInTree = m_areInTree && isNew == false;
	}

	/// Removes the surface that was set for a fixture. Allocates nothing.
	void Forget(const b2Fixture* fixture) noexcept { m_known.erase(fixture); }

	/// Removes the surfaces of fixtures that are no longer in the world. Costs nothing if the world's tree has not
	/// changed. Otherwise, as long as the tree has all these fixtures, the cost is proportional to the number of
	/// surfaces. If one is missing in the tree, visits all bodies of the world.
	void ForgetLost(b2World& world)
	{
		if (m_known.empty() == false && AreAlive(world) == false)
		{
			ForgetLostOnes(world);
		}
	}

	/// The surfaces that the game has set.
	void Swap(Surfaces& other) noexcept
	{
		m_known.swap(other.m_known);
		m_areInTree = false;
	}
	[[nodiscard]] const auto& All() const { return m_known; }

private:
	const PluginDef& m_def;
	[[nodiscard]] bool AreAlive(const b2World& world);
	void ForgetLostOnes(b2World& world);

	std::unordered_map<const b2Fixture*, Known> m_known;
	bool m_areInTree = false; // the leaves of all known fixtures are known
	TreeChanges m_seen;       // the tree when ForgetLost last saw it
};

} // namespace ricochet
