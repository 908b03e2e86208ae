// MIT License, Copyright (c) 2026 the ricochet authors

#include <ricochet/host/quarantine.h>

#include "geometry/pose.h"
#include "host/box2d/children.h"
#include "host/box2d/quarantine.h"
#include "host/box2d/tree.h"

#include <box2d/b2_body.h>
#include <box2d/b2_contact.h>

#include <limits>

namespace ricochet
{

namespace
{

// A box that overlaps no other one, and does not change a box that it is added to.
b2AABB EmptyBounds()
{
	constexpr float k_largest = std::numeric_limits<float>::max();
	b2AABB box;
	box.lowerBound = {k_largest, k_largest};
	box.upperBound = {-k_largest, -k_largest};
	return box;
}

// Takes the body's bounds out of the broadphase, so the world's next step ends its contacts. While it sleeps, Box2D
// does not restore the bounds. Bodies that touched it are woken, because their support may be gone.
void Quarantine(b2World& world, b2Body& body)
{
	body.SetAwake(false);
	for (const b2ContactEdge* edge = body.GetContactList(); edge != nullptr; edge = edge->next)
	{
		if (edge->contact->IsTouching())
		{
			edge->other->SetAwake(true);
		}
	}
	for (b2Fixture* fixture : FixturesOf(body))
	{
		MoveBounds(world, *fixture, EmptyBounds());
	}
}

template <class Quarantine>
int32_t CountOf(b2World& world, Quarantine&& quarantine)
{
	int32_t count = 0;
	if (world.IsLocked())
	{
		return 0;
	}
	for (b2Body* body : BodiesOf(world))
	{
		count += quarantine(*body) ? 1 : 0;
	}
	return count;
}

} // namespace

bool QuarantineNotFinite(b2World& world, b2Body& body)
{
	const bool isLost = IsPose(body.GetTransform()) == false;
	if (isLost)
	{
		Quarantine(world, body);
	}
	if (body.GetLinearVelocity().IsValid() == false || std::isfinite(body.GetAngularVelocity()) == false)
	{
		body.SetLinearVelocity({0.0f, 0.0f});
		body.SetAngularVelocity(0.0f);
	}
	return isLost;
}

int32_t QuarantineBodies(b2World& world)
{
	return CountOf(world, [&](b2Body& body) { return QuarantineBody(world, body); });
}

int32_t QuarantineTakingPart(b2World& world)
{
	return CountOf(world, [&](b2Body& body) { return QuarantineTakingPart(world, body); });
}

} // namespace ricochet
