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

// The casts of the library and of Box2D, as a game would do them.

namespace ricochet::leaks
{

/// Something to shoot at: the one fixture of a body, in a world of its own.
struct Target
{
	std::unique_ptr<b2World> world;
	b2Body* body = nullptr;
	const b2Shape* shape = nullptr;
	WorldMotion motion; ///< of the body in the step that is flown; at first it stands still

	Target(const b2Shape& prototype, const Frame& frame, b2BodyType type = b2_staticBody);
	Target(const Target&) = delete;
	Target& operator=(const Target&) = delete;
};

/// True if a query of the library, drawn at random, hits: by way of the broadphase or not.
[[nodiscard]] bool Hits(SceneRandom& random, const Target& target, const Ray& ray);

/// The same for b2World::RayCast. A ray without length, on which it aborts, misses.
[[nodiscard]] bool Box2dHits(const b2World& world, b2Vec2 from, b2Vec2 to);
[[nodiscard]] bool Box2dHits(const b2World& world, const Ray& ray);

/// For b2Shape::RayCast in the shape's frame, the ends pulled there by Box2D's own arithmetic.
[[nodiscard]] bool Box2dHits(const b2Shape& shape, b2Vec2 from, const b2Transform& before, b2Vec2 to,
                             const b2Transform& after);

/// One step of a path.
struct StepHit
{
	bool hit = false;
	bool isLate = false; ///< the step starts in the interior: an earlier one has entered without a report
};

/// True for a hit that starts in the interior without grazing: who slides along the surface has not entered.
template <class Span>
[[nodiscard]] bool IsLate(const Span& span)
{
	return span.startsInside && span.grazing == false;
}

/// True if the translation of RayBetween is the difference of its ends, so that such rays meet end to end.
[[nodiscard]] bool IsRayBetweenExact(b2Vec2 from, b2Vec2 to);

/// A step from one point to another while the shape goes from one pose to another, with the kernels alone, at all
/// children. With a radius the shape is grown by it.
[[nodiscard]] StepHit CastStep(const b2Shape& shape, b2Vec2 from, const b2Transform& before, b2Vec2 to,
                               const b2Transform& after, float radius = 0.0f);

/// The same as a bullet's leg, through the broadphase and with the target's motion. Grazing is no hit there.
[[nodiscard]] StepHit CastLeg(const Target& target, b2Vec2 from, b2Vec2 to, double chordError);

/// The same in a still world, by any of the ways that the library has: a query where `to - from` is a float, a bullet's
/// leg, or the kernels alone.
[[nodiscard]] StepHit CastStillStep(SceneRandom& random, const Target& target, b2Vec2 from, b2Vec2 to);

// A reproducer for a leak, with hexadecimal floats.
[[nodiscard]] std::string Describe(const b2Shape& shape, const b2Transform& pose);
[[nodiscard]] std::string Describe(const b2Shape& shape, const b2Transform& pose, const Ray& ray);
[[nodiscard]] std::string Describe(const b2Shape& shape, std::span<const b2Vec2> points,
                                   std::span<const b2Transform> poses);

} // namespace ricochet::leaks
