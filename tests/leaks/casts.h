// MIT License, Copyright (c) 2026 the ricochet authors

#pragma once

#include "leaks/frame.h"
#include "projectile/motion/motion.h"

#include <ricochet/query/ray_query.h>

#include <box2d/b2_shape.h>
#include <box2d/b2_world.h>

#include <memory>
#include <span>
#include <string>

// The casts of the library and of Box2D, as a game would make them.

namespace ricochet::leaks
{

/// A target to shoot at: a body with one fixture, in its own world.
struct Target
{
	std::unique_ptr<b2World> world;
	b2Body* body = nullptr;
	const b2Shape* shape = nullptr;
	WorldMotion motion; ///< the motion of the body in the step that is flown; at first it stands still

	Target(const b2Shape& prototype, const Frame& frame, b2BodyType type = b2_staticBody);
	Target(const Target&) = delete;
	Target& operator=(const Target&) = delete;
};

/// True if a randomly chosen query of the library hits, with or without the broadphase.
[[nodiscard]] bool Hits(SceneRandom& random, const Target& target, const Ray& ray);

/// True if b2World::RayCast hits. It aborts on a ray without length, so such a ray counts as a miss.
[[nodiscard]] bool Box2dHits(const b2World& world, b2Vec2 from, b2Vec2 to);
[[nodiscard]] bool Box2dHits(const b2World& world, const Ray& ray);

/// True if b2Shape::RayCast hits in the shape's frame. Box2D's own arithmetic transforms the ends into that frame.
[[nodiscard]] bool Box2dHits(const b2Shape& shape, b2Vec2 from, const b2Transform& before, b2Vec2 to,
                             const b2Transform& after);

/// The result of one step of a path.
struct StepHit
{
	bool hit = false;
	bool isLate = false; ///< the step starts in the interior, so an earlier step has entered without a report
};

/// True for a hit that starts in the interior without grazing. A path that slides along the surface has not entered.
template <class Span>
[[nodiscard]] bool IsLate(const Span& span)
{
	return span.startsInside && span.grazing == false;
}

/// True if RayBetween's translation is exactly the difference of the two points. Only then do consecutive rays meet end
/// to end.
[[nodiscard]] bool IsRayBetweenExact(b2Vec2 from, b2Vec2 to);

/// Casts a step from one point to another while the shape moves from one pose to another. It calls only the kernels,
/// for all children. A radius grows the shape.
[[nodiscard]] StepHit CastStep(const b2Shape& shape, b2Vec2 from, const b2Transform& before, b2Vec2 to,
                               const b2Transform& after, float radius = 0.0f);

/// Casts the same step as a leg of a bullet, through the broadphase and with the target's motion. For a bullet, grazing
/// is no hit.
[[nodiscard]] StepHit CastLeg(const Target& target, b2Vec2 from, b2Vec2 to, double chordError);

/// Casts a step in a world at rest by a random method: a query (only if `to - from` is a float), a leg of a bullet, or
/// only the kernels.
[[nodiscard]] StepHit CastStillStep(SceneRandom& random, const Target& target, b2Vec2 from, b2Vec2 to);

// Returns a text that reproduces a leak, with hexadecimal floats.
[[nodiscard]] std::string Describe(const b2Shape& shape, const b2Transform& pose);
[[nodiscard]] std::string Describe(const b2Shape& shape, const b2Transform& pose, const Ray& ray);
[[nodiscard]] std::string Describe(const b2Shape& shape, std::span<const b2Vec2> points,
                                   std::span<const b2Transform> poses);

} // namespace ricochet::leaks
