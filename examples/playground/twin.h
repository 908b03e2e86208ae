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
	float restitution, drag, gravityScale;
	int32_t age;               ///< steps
	std::vector<b2Vec2> trail; ///< at the ends of its last steps, the newest last
};

/// What Box2D alone does with the same shots: bodies in a copy of our world, which is put to where ours is before
/// every step. Ours is only read.
class Twin
{
public:
	void Fire(const ricochet::BulletDef& def);
	/// To be called before ours steps. Does nothing while there are no shots.
	void Step(const b2World& ours, float timeStep);
	/// `alpha`: the share of the last step that is shown.
	void Draw(Display& display, float alpha) const;

	[[nodiscard]] const std::vector<Ghost>& Ghosts() const { return m_ghosts; }
	/// Takes what Ghosts() gave at an earlier time; empty: no shots.
	void Restore(std::vector<Ghost> ghosts);

private:
	struct Copy
	{
		const b2Body* of;
		b2Body* body;
	};

	[[nodiscard]] bool IsCopyOf(const b2World& ours) const;
	void CopyWorld(const b2World& ours);
	void AddBody(const Ghost& ghost);
	void Forget(size_t ghost);

	std::unique_ptr<b2World> m_world;
	std::vector<Copy> m_copies; // in the order of our list
	std::vector<Ghost> m_ghosts;
	std::vector<b2Body*> m_bodies; // of ghosts
};

} // namespace playground
