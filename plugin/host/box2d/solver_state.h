// MIT License, Copyright (c) 2026 the ricochet authors

#pragma once

#include "host/box2d/grant_access.h"

#include <box2d/b2_body.h>
#include <box2d/b2_world.h>

namespace ricochet
{

// The only file that reads what Box2D's solver keeps to itself.

RICOCHET_GRANT_ACCESS(StepCompleteOfWorld, bool b2World::*, &b2World::m_stepComplete);
RICOCHET_GRANT_ACCESS(InverseStepOfWorld, float b2World::*, &b2World::m_inv_dt0);
RICOCHET_GRANT_ACCESS(InverseMassOfBody, float b2Body::*, &b2Body::m_invMass);
RICOCHET_GRANT_ACCESS(InverseInertiaOfBody, float b2Body::*, &b2Body::m_invI);

/// False between two of the calls of b2World::Step that one step takes with b2World::SetSubStepping: all bodies have
/// moved by all of it, but for those whose impacts are still to be solved.
[[nodiscard]] inline bool IsStepComplete(const b2World& world)
{
	return world.*MemberOf(StepCompleteOfWorld());
}

/// 1 / dt of the last step (1/s); 0 before the first one.
[[nodiscard]] inline float InverseOfLastStep(const b2World& world)
{
	return world.*MemberOf(InverseStepOfWorld());
}

/// With what Box2D divides impulses (1/kg); 0 if the body does not take any.
[[nodiscard]] inline float InverseMassOf(const b2Body& body)
{
	return body.*MemberOf(InverseMassOfBody());
}

/// About the centre of mass (1/(kg m^2)); 0 if the body does not take any turn. b2Body::GetInertia is about the body's
/// origin: far from it, the way back to the centre cancels.
[[nodiscard]] inline float InverseInertiaOf(const b2Body& body)
{
	return body.*MemberOf(InverseInertiaOfBody());
}

/// s: Box2D divides by the time of a step, and this is the least with a finite inverse.
inline constexpr float k_shortestStep = 0x1.000008p-128f;
/// s: in longer steps what gravity adds to a velocity need not be a number, and Box2D aborts.
inline constexpr float k_longestStep = 0x1p20f;

/// b2World::Step. Box2D begins with the impulses of the last step, by the ratio of both times: where that is as large
/// as it can only be by mistake, they would overflow and abort the game, so it begins with none.
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
