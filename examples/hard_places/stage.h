// MIT License, Copyright (c) 2026 the ricochet authors

#pragma once

#include "scene.h"

#include <ricochet/projectile/plugin.h>
#include <ricochet/shapes/shape_factory.h>

#include <box2d/box2d.h>

#include <functional>

namespace hard
{

inline const b2Vec2 k_gravity{0.0f, -10.0f};
inline const b2Vec2 k_noGravity{0.0f, 0.0f};      ///< of scenes that are seen from above
inline constexpr float k_timeStep = 1.0f / 60.0f; ///< s

/// Returns how deep a disc is in the shapes of the world, without sensors (m); negative: its distance from them.
/// Computed by Box2D's b2Distance, without the skin that Box2D's contacts give to polygons.
[[nodiscard]] double DepthInSolids(b2World& world, b2Vec2 center, float radius);

/// Returns the total momentum of all dynamic bodies (N s).
[[nodiscard]] b2Vec2 MomentumOfBodies(const b2World& world);

/// A world with bullets and grenades, which records the paths of projectiles and bodies for the picture.
class Stage
{
public:
	explicit Stage(b2Vec2 gravity) : world(gravity), plugin(world) {}

	b2World world;
	ricochet::Plugin plugin;

	b2Body* AddBody(b2BodyType type, b2Vec2 position = {0.0f, 0.0f}, float angle = 0.0f);

	template <class Shape>
	b2Fixture* Add(b2Body* body, const ricochet::Result<Shape>& shape, float density = 0.0f)
	{
		b2FixtureDef def;
		def.shape = &*shape;
		def.density = density;
		def.friction = k_friction;
		return body->CreateFixture(&def);
	}

	/// Makes the shape a fixture of a new static body.
	template <class Shape>
	b2Fixture* AddStill(const ricochet::Result<Shape>& shape)
	{
		return Add(AddBody(b2_staticBody), shape);
	}

	/// Adds a box as a dynamic body, with a mass in kg.
	b2Body* AddCrate(b2Vec2 center, b2Vec2 halfSize, float mass);

	// Throws or fires, and records the path.
	ricochet::GrenadeId Throw(const ricochet::GrenadeDef& def);
	ricochet::BulletId Fire(ricochet::BulletDef def);
	void Follow(const b2Body* circle);                  ///< a Box2D circle's way
	void FollowPoint(const b2Body* body, b2Vec2 local); ///< an arrow for the motion of a body

	/// Makes one step. Every `discInterval` steps it records the discs.
	void Step();
	void Run(int32_t steps, const std::function<void()>& afterStep = {});

	/// Forgets what was recorded so far, but not how deep grenades were in solids.
	void BeginRecording();

	// The two halves of a step, for a scene that needs the world before the projectiles fly.
	void StepBodies();
	void StepProjectiles();

	[[nodiscard]] ricochet::GrenadeState Grenade(ricochet::GrenadeId id) const; ///< NaN when it has ended
	[[nodiscard]] double Deepest() const { return m_deepest; } ///< m, that any grenade was in a solid after any step

	/// Returns the records for the picture. If there were grenades, a claim says that none was ever in a solid.
	[[nodiscard]] Scene Finish(const Frame& frame);

	int32_t discInterval = 10;
	std::vector<Note> notes;
	std::vector<b2Vec2> marks;

	static constexpr float k_friction = 0.6f; ///< of all fixtures

private:
	struct Followed
	{
		const b2Body* body;
		b2Vec2 local;
		std::vector<b2Vec2> way;
	};

	void RecordStep();
	void RecordBullets();

	int32_t m_steps = 0;
	double m_deepest = 0.0;
	std::vector<Solid> m_start;
	std::vector<ricochet::GrenadeId> m_grenades;
	std::vector<Track> m_grenadeTracks;
	std::vector<ricochet::BulletId> m_bullets;
	std::vector<Track> m_bulletTracks;
	std::vector<const b2Body*> m_circles;
	std::vector<Track> m_circleTracks;
	std::vector<Followed> m_followed;
};

} // namespace hard
