// MIT License, Copyright (c) 2026 the ricochet authors

#pragma once

#include "display.h"

#include <ricochet/projectile/plugin.h>

#include <box2d/b2_world.h>

#include <optional>
#include <vector>

namespace playground
{

/// What a grenade would do: one is thrown in a copy of the world as it stands, and flown until it ends.
class ThrowPreview
{
public:
	/// Bodies that hang on joints turn on as they do now; others move as in the world. Bullets are left out.
	void Fly(const b2World& world, const ricochet::Plugin& plugin, const ricochet::GrenadeDef& def);
	void Draw(Display& display) const;

	[[nodiscard]] const std::vector<b2Vec2>& Places() const { return m_places; } ///< at the ends of its steps

private:
	/// What the last one was flown for.
	struct Asked
	{
		b2Vec2 position, velocity, gravity;
		float fuse, restitution, reach, bodies;
		bool operator==(const Asked&) const = default;
	};

	[[nodiscard]] static float SumOfPoses(const b2World& world);
	void FlyAnew(const b2World& world, const ricochet::Plugin& plugin, const ricochet::GrenadeDef& def);

	std::optional<Asked> m_asked;
	std::vector<b2Vec2> m_places;
	std::vector<b2Vec2> m_bounces;
	float m_reach = 0.0f; // of the blast at the end
};

} // namespace playground
