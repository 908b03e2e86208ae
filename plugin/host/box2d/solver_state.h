// MIT License, Copyright (c) 2026 the ricochet authors

#pragma once

#include "host/box2d/grant_access.h"

#include <box2d/b2_body.h>
#include <box2d/b2_world.h>

namespace ricochet
{

// The only file that reads private state of Box2D's solver.

RICOCHET_GRANT_ACCESS(StepCompleteOfWorld, bool b2World::*, &b2World::m_stepComplete);
RICOCHET_GRANT_ACCESS(InverseStepOfWorld, float b2World::*, &b2World::m_inv_dt0);
RICOCHET_GRANT_ACCESS(InverseMassOfBody, float b2Body::*, &b2Body::m_invMass);
RICOCHET_GRANT_ACCESS(InverseInertiaOfBody, float b2Body::*, &b2Body::m_invI);
RICOCHET_GRANT_ACCESS(SweepOfBody, b2Sweep b2Body::*, &b2Body::m_sweep);

/// False between two calls of b2World::Step that belong to one step, with b2World::SetSubStepping. Then all bodies have
/// moved by the whole step, except those whose impacts are still to be solved.
[[nodiscard]] inline bool IsStepComplete(const b2World& world)
{
	return world.*MemberOf(StepCompleteOfWorld());
}

/// 1 / dt of the last step (1/s); 0 before the first one.
[[nodiscard]] inline float InverseOfLastStep(const b2World& world)
{
	return world.*MemberOf(InverseStepOfWorld());
}

/// The inverse mass that Box2D's solver uses (1/kg); 0 if the body takes no impulses.
[[nodiscard]] inline float InverseMassOf(const b2Body& body)
{
	return body.*MemberOf(InverseMassOfBody());
}

/// The inverse inertia about the centre of mass (1/(kg m^2)); 0 if the body does not turn. b2Body::GetInertia is about
/// the body's origin: if that is far from the centre, the conversion loses digits by cancellation.
[[nodiscard]] inline float InverseInertiaOf(const b2Body& body)
{
	return body.*MemberOf(InverseInertiaOfBody());
}

/// The motion of a body in the last step, if the solver moved it then: centre of mass and angle before and after. If an
/// impact ended its motion early, it begins at the last impact. A body that sleeps has the sweep of an earlier step.
[[nodiscard]] inline const b2Sweep& SweepOf(const b2Body& body)
{
	return body.*MemberOf(SweepOfBody());
}

/// The shortest step (s). Box2D divides by the time of a step, and this is the smallest float with a finite inverse.
inline constexpr float k_shortestStep = 0x1.000008p-128f;
/// The longest step (s). In longer steps the velocity that gravity adds may be no number, and Box2D aborts.
inline constexpr float k_longestStep = 0x1p20f;

/// Calls b2World::Step. Box2D starts with the impulses of the last step, scaled by the ratio of the two step times. A
/// ratio above k_largestRatio can only be a mistake; the impulses would overflow and abort the game. The step then
/// begins without them.
inline void StepWorld(b2World& world, float dt, int32_t velocityIterations, int32_t positionIterations)
{
	constexpr float k_largestRatio = 0x1p20f;
	struct WarmStarting
	{
		b2World& world;
		bool is = world.GetWarmStarting();

		~WarmStarting() { world.SetWarmStarting(is); }
	};
	const WarmStarting was{world};
	world.SetWarmStarting(was.is && dt * InverseOfLastStep(world) <= k_largestRatio);
	world.Step(dt, velocityIterations, positionIterations);
}

} // namespace ricochet
