// MIT License, Copyright (c) 2026 the ricochet authors

#include "projectile/impact/surfaces.h"
#include "host/host.h"

#include <cmath>

namespace ricochet
{

namespace
{

// Box2D does not check the restitution and the friction of a fixture.
float NumberOr0(float x)
{
	return std::isfinite(x) && x > 0.0f ? x : 0.0f;
}

} // namespace

Surface Surfaces::Of(const b2Fixture* fixture) const
{
	const auto found = m_known.find(fixture);
	if (found != m_known.end())
	{
		return found->second.surface;
	}
	Surface surface = m_default;
	surface.restitution = NumberOr0(fixture->GetRestitution());
	surface.friction = NumberOr0(fixture->GetFriction());
	return surface;
}

void Surfaces::ForgetLost(b2World& world)
{
	if (m_known.empty())
	{
		return;
	}
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
			}
		}
	}
	std::erase_if(m_known, [](const auto& entry) { return entry.second.isAlive == false; });
}

} // namespace ricochet
