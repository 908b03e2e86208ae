// MIT License, Copyright (c) 2026 the ricochet authors

#include <ricochet/host/quarantine.h>

#include "geometry/pose.h"
#include "host/box2d/children.h"
#include "host/box2d/tree.h"

#include <box2d/b2_body.h>
#include <box2d/b2_contact.h>

#include <limits>

namespace ricochet
{

namespace
{

// The box that adds nothing to any other, and overlaps none.
b2AABB EmptyBounds()
{
	constexpr float k_largest = std::numeric_limits<float>::max();
	b2AABB box;
	box.lowerBound = {k_largest, k_largest};
	box.upperBound = {-k_largest, -k_largest};
	return box;
}

// Its bounds go, and with them, in the world's next step, its contacts; asleep, it does not bring its own back. What
// touched it must not sleep on without it.
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

} // namespace

int32_t QuarantineBodies(b2World& world)
{
	int32_t count = 0;
	if (world.IsLocked())
	{
		return 0;
	}
	for (b2Body* body : BodiesOf(world))
	{
		if (IsPose(body->GetTransform()) == false)
		{
			++count;
			Quarantine(world, *body);
		}
		if (body->GetLinearVelocity().IsValid() == false || std::isfinite(body->GetAngularVelocity()) == false)
		{
			body->SetLinearVelocity({0.0f, 0.0f});
			body->SetAngularVelocity(0.0f);
		}
	}
	return count;
}

} // namespace ricochet
