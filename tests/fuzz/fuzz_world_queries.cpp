// MIT License, Copyright (c) 2026 the ricochet authors

#include <ricochet/host/quarantine.h>
#include <ricochet/query/callbacks.h>
#include <ricochet/query/ray_query.h>

#include "fuzz/cast_laws.h"
#include "fuzz/fuzz_input.h"
#include "fuzz/fuzz_world.h"
#include "fuzz/span_laws.h"
#include "support/exact_cast.h"
#include "support/oracle.h"

#include <algorithm>

// Casts in small worlds whose bodies have any pose.

namespace ricochet::fuzz
{

namespace
{

// Runs the callbacks of stock calls, but only with rays on which b2World::RayCast and QueryAABB do not abort.
void CheckCallbacks(const b2World& world, const Ray& ray, const QueryFilter& filter)
{
	const b2Vec2 end = PointAt(ray, 1.0f);
	const b2Vec2 way = end - ray.origin;
	if (IsValid(ray) == false || (way.LengthSquared() > 0.0f) == false || IsFinite(way) == false)
	{
		return;
	}
	ClosestRayCallback closest(filter);
	world.RayCast(&closest, ray.origin, end);
	AnyRayCallback any(filter);
	world.RayCast(&any, ray.origin, end);
	AllRayCallback all(filter);
	world.RayCast(&all, ray.origin, end);
	all.Sort();
	for (size_t i = 1; i < all.hits.size(); ++i)
	{
		Require((all.hits[i].fraction < all.hits[i - 1].fraction) == false, "stock hits are sorted",
		        [&] { return test::ToText(ray); });
	}
	Require(closest.hasHit == false || closest.hit.fixture != nullptr, "a stock hit has a fixture");
	OverlapCallback overlaps({b2Min(ray.origin, end), b2Max(ray.origin, end)}, filter);
	world.QueryAABB(&overlaps, overlaps.box);
}

// Casts at a fixture directly and compares with exact arithmetic, if its child is a convex solid.
void CheckExact(b2World& world, const Ray& ray)
{
	for (b2Body* body = world.GetBodyList(); body != nullptr && IsValid(ray); body = body->GetNext())
	{
		const b2Transform& pose = body->GetTransform();
		const b2Fixture* fixture = body->GetFixtureList();
		if (fixture == nullptr || IsSound(pose) == false)
		{
			continue;
		}
		const std::optional<RaySpan> span = CastRayAtShape(*fixture->GetShape(), 0, pose, ray);
		if (fixture->GetType() == b2Shape::e_polygon || fixture->GetType() == b2Shape::e_circle)
		{
			const test::ExactSpans exact = test::ExactCast(*fixture->GetShape(), 0, test::Pull(ray, pose));
			RequireNothing(test::Mismatch(ray, span, exact, {&pose.q}), [&] { return test::ToText(ray); });
		}
	}
}

void Change(Input& input, b2World& world, SolverGuard& guard)
{
	b2Body* body = BodyAt(world, input.Between(0, 7));
	switch (input.Between(0, 5))
	{
	case 0:
		guard.Prepare(world, 1.0f / 60.0f);
		world.Step(1.0f / 60.0f, 2, 1);
		break;
	case 1:
		world.ShiftOrigin(input.Vector());
		break;
	case 2:
		if (body != nullptr)
		{
			body->SetEnabled(input.Flag());
		}
		break;
	default:
		if (body != nullptr)
		{
			MoveAnywhere(input, *body);
		}
		break;
	}
}

} // namespace

} // namespace ricochet::fuzz

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size)
{
	using namespace ricochet::fuzz;
	Input input(data, size);
	SolverGuard guard;
	b2World world({0.0f, -10.0f});
	world.SetContactListener(&guard);
	for (int32_t bodies = input.Between(1, 6); bodies > 0; --bodies)
	{
		b2Body* body = AddBody(input, world);
		for (int32_t fixtures = input.Between(0, 3); fixtures > 0; --fixtures)
		{
			AddAnyFixture(input, *body);
		}
	}
	bool everUnsound = false;
	bool everFar = IsNear(world) == false;
	for (int32_t rounds = 0; rounds < 8 && input.IsEmpty() == false; ++rounds)
	{
		if (input.Flag())
		{
			Change(input, world, guard);
		}
		const int32_t unsound = CountUnsound(world);
		everUnsound = everUnsound || unsound > 0;
		everFar = everFar || IsNear(world) == false;
		const bool isQuarantined = input.Flag();
		Require(isQuarantined == false || ricochet::QuarantineBodies(world) == unsound, "unsound bodies are counted");
		const ricochet::Ray ray = AimedRay(input, world);
		const ricochet::QueryFilter filter = AnyFilter(input, world);
		CheckCasts(world, ray, filter, everFar == false && (isQuarantined || everUnsound == false));
		CheckCallbacks(world, ray, filter);
		CheckExact(world, ray);
	}
	return 0;
}
