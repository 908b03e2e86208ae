// MIT License, Copyright (c) 2026 the ricochet authors

#pragma once

#include "host/host.h"
#include "projectile/base/step_failures.h"

#include <ricochet/projectile/plugin_def.h>

#include <unordered_map>

namespace ricochet
{

/// The surfaces of fixtures. A fixture whose surface the game has not set has the one that PluginDef::surfaceOf gives.
/// Without an answer it has the default, with the restitution and friction that it has in Box2D.
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

	/// Keeps the error of a surface from the game that is not sound, if `failures` is not null.
	[[nodiscard]] Surface Of(const b2Fixture* fixture, StepFailures* failures = nullptr) const;

	/// True if the game has set this surface for a fixture, whose pointer is not dereferenced.
	[[nodiscard]] bool Has(const b2Fixture* fixture, const Surface& surface) const
	{
		const auto known = m_known.find(fixture);
		return known != m_known.end() && known->second.surface == surface;
	}

	/// Sets the surface of a fixture, whose pointer is not dereferenced.
	void Set(const b2Fixture* fixture, const Surface& surface)
	{
		const auto [known, isNew] = m_known.try_emplace(fixture);
		known->second.surface = surface;
		m_areInTree = m_areInTree && isNew == false;
	}

	/// Forgets the surface of a fixture. Needs no memory.
	void Forget(const b2Fixture* fixture) noexcept { m_known.erase(fixture); }

	/// Forgets the surfaces of fixtures that a world no longer has. The cost follows the number of surfaces as long as
	/// the tree holds their fixtures, and is nothing if the tree has not changed. Else the bodies of the world are
	/// walked.
	void ForgetLost(b2World& world)
	{
		if (m_known.empty() == false && AreAlive(world) == false)
		{
			ForgetLostOnes(world);
		}
	}

	/// The surfaces that were set, without the default.
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
