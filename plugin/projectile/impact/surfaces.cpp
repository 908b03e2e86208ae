// MIT License, Copyright (c) 2026 the ricochet authors

#include "projectile/impact/surfaces.h"

#include "projectile/check.h"

#include <algorithm>
#include <cmath>

namespace ricochet
{

namespace
{

// Returns a number, or 0 if it is not usable. Box2D does not check the restitution and the friction of a fixture.
float NumberOr0(float x)
{
	return std::isfinite(x) && x > 0.0f ? x : 0.0f;
}

} // namespace

Surface Surfaces::Of(const b2Fixture* fixture, StepFailures* failures) const
{
	const auto found = m_known.find(fixture);
	if (found != m_known.end())
	{
		return found->second.surface;
	}
	if (m_def.surfaceOf != nullptr)
	{
		if (const std::optional<Surface> answer = m_def.surfaceOf(NameOf(fixture)))
		{
			const Result<> sound = Check(*answer);
			if (sound)
			{
				return *answer;
			}
			if (failures != nullptr)
			{
				failures->Keep(sound.GetError());
			}
		}
	}
	Surface surface = m_def.surface;
	surface.restitution = NumberOr0(fixture->GetRestitution());
	surface.friction = NumberOr0(fixture->GetFriction());
	return surface;
}

bool Surfaces::AreAlive(const b2World& world)
{
	const bool isTreeTheSame = TreeChangesOf(world) == m_seen;
	m_seen = TreeChangesOf(world);
	return m_areInTree && (isTreeTheSame || std::all_of(m_known.begin(), m_known.end(),
	                                                    [&](const auto& entry) {
		                                                    return FixtureAt(world, entry.second.leaf) == entry.first;
	                                                    }));
}

void Surfaces::ForgetLostOnes(b2World& world)
{
	m_areInTree = true;
	for (auto& [fixture, known] : m_known)
	{
		known.isAlive = false;
	}
	for (const b2Body* body : BodiesOf(world))
	{
		for (const b2Fixture* fixture : FixturesOf(*body))
		{
			const auto found = m_known.find(fixture);
			if (found != m_known.end())
			{
				found->second.isAlive = true;
				found->second.leaf = LeafOf(*fixture);
				m_areInTree = m_areInTree && found->second.leaf.proxy != nullptr;
			}
		}
	}
	std::erase_if(m_known, [](const auto& entry) { return entry.second.isAlive == false; });
}

} // namespace ricochet
