// MIT License, Copyright (c) 2026 the ricochet authors

#pragma once

#include "display.h"

#include <ricochet/projectile/plugin.h>

#include <box2d/b2_world.h>

#include <memory>
#include <vector>

namespace playground
{

/// A shot as a Box2D body with `bullet = true`.
struct Ghost
{
	b2Vec2 position, velocity;
	float asked;        ///< m/s, with which it was fired
	float radius, mass; ///< m, kg
	float restitution, friction, drag, gravityScale;
	int32_t age;               ///< steps
	std::vector<b2Vec2> trail; ///< at the ends of its last steps, the newest last
};

/// Flies the same shots by Box2D alone, as bodies in a copy of our world. Before every step, the copy gets the poses of
/// our world. Our world is only read.
class Twin
{
public:
	void Fire(const ricochet::BulletDef& def);
	void Throw(const ricochet::GrenadeDef& def);
	/// Call this before our world steps. It does nothing if there are no shots.
	void Step(const b2World& ours, float timeStep);
	/// Draws the shots. `alpha`: the share of the last step that is shown.
	void Draw(Display& display, float alpha) const;

	[[nodiscard]] const std::vector<Ghost>& Ghosts() const { return m_ghosts; }
	/// Restores the shots that Ghosts() returned earlier. If empty, there are no shots.
	void Restore(std::vector<Ghost> ghosts);

private:
	struct Copy
	{
		const b2Body* of;
		b2Body* body;
	};

	[[nodiscard]] bool IsCopyOf(const b2World& ours) const;
	void CopyWorld(const b2World& ours);
	void Add(Ghost ghost);
	void AddBody(const Ghost& ghost);
	void Forget(size_t ghost);

	std::unique_ptr<b2World> m_world;
	std::vector<Copy> m_copies; // in the order of our list
	std::vector<Ghost> m_ghosts;
	std::vector<b2Body*> m_bodies; // of ghosts
};

} // namespace playground
