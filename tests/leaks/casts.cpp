// MIT License, Copyright (c) 2026 the ricochet authors

#include "leaks/casts.h"

#include "projectile/leg/flight.h"
#include "support/oracle.h"
#include "support/stock_callbacks.h"

#include <ricochet/shapes/cast_shape.h>

namespace ricochet::leaks
{

namespace
{

using test::AnyHit;

bool HitsAnyChild(const b2Shape& shape, const b2Transform& pose, const Ray& ray)
{
	bool hit = false;
	for (int32_t child = 0; child < shape.GetChildCount() && hit == false; ++child)
	{
		hit = CastRayAtShape(shape, child, pose, ray).has_value();
	}
	return hit;
}

// True if a - b is exactly a float. The second check refuses a difference in which the smaller number vanishes even in
// double.
bool IsDifferenceExact(double a, double b)
{
	const double difference = static_cast<float>(a - b);
	return difference + b == a && a - difference == b;
}

std::string Describe(const b2Shape& shape)
{
	switch (shape.GetType())
	{
	case b2Shape::e_chain:
	{
		const auto& chain = static_cast<const b2ChainShape&>(shape);
		return "chain " + test::ToText(std::span(chain.m_vertices, static_cast<size_t>(chain.m_count)));
	}
	case b2Shape::e_polygon:
	{
		const auto& polygon = static_cast<const b2PolygonShape&>(shape);
		return "polygon " + test::ToText(std::span(polygon.m_vertices, static_cast<size_t>(polygon.m_count)));
	}
	case b2Shape::e_edge:
	{
		const auto& edge = static_cast<const b2EdgeShape&>(shape);
		return "edge " + test::ToText(edge.m_vertex1) + ", " + test::ToText(edge.m_vertex2);
	}
	default:
	{
		const auto& circle = static_cast<const b2CircleShape&>(shape);
		return "circle " + test::ToText(circle.m_p) + ", radius " + test::ToText(circle.m_radius);
	}
	}
}

std::string Describe(const b2Transform& pose)
{
	return test::ToText(pose.p) + ", sin " + test::ToText(pose.q.s) + ", cos " + test::ToText(pose.q.c);
}

} // namespace

Target::Target(const b2Shape& prototype, const Frame& frame, b2BodyType type)
    : world(std::make_unique<b2World>(b2Vec2{0.0f, 0.0f}))
{
	body = test::AddBody(*world, frame.pose.p, frame.angle, type);
	shape = body->CreateFixture(&prototype, 1.0f)->GetShape();
}

bool Hits(SceneRandom& random, const Target& target, const Ray& ray)
{
	const int32_t way = random.Below(8);
	if (way < 5)
	{
		return CastRayClosest(*target.world, ray).has_value();
	}
	return way < 7 ? CastRayAny(*target.world, ray) : HitsAnyChild(*target.shape, target.body->GetTransform(), ray);
}

bool Box2dHits(const b2World& world, b2Vec2 from, b2Vec2 to)
{
	AnyHit callback;
	if ((to - from).LengthSquared() > 0.0f)
	{
		world.RayCast(&callback, from, to);
	}
	return callback.hit;
}

bool Box2dHits(const b2World& world, const Ray& ray)
{
	return Box2dHits(world, ray.origin, PointAt(ray, ray.maxFraction));
}

bool Box2dHits(const b2Shape& shape, b2Vec2 from, const b2Transform& before, b2Vec2 to, const b2Transform& after)
{
	b2Transform identity;
	identity.SetIdentity();
	const b2RayCastInput input{b2MulT(before, from), b2MulT(after, to), 1.0f};
	b2RayCastOutput output;
	for (int32_t child = 0; child < shape.GetChildCount(); ++child)
	{
		if (input.p1 != input.p2 && shape.RayCast(&output, input, identity, child))
		{
			return true;
		}
	}
	return false;
}

bool IsRayBetweenExact(b2Vec2 from, b2Vec2 to)
{
	return IsDifferenceExact(to.x, from.x) && IsDifferenceExact(to.y, from.y);
}

StepHit CastStep(const b2Shape& shape, b2Vec2 from, const b2Transform& before, b2Vec2 to, const b2Transform& after,
                 float radius)
{
	const LocalRay ray(from, before, to, after, 1.0f);
	StepHit step;
	for (int32_t child = 0; child < shape.GetChildCount(); ++child)
	{
		if (const auto met = CastPartLocal(shape, child, ray, radius))
		{
			step.hit = true;
			step.isLate = step.isLate || IsLate(met->span);
		}
	}
	return step;
}

StepHit CastLeg(const Target& target, b2Vec2 from, b2Vec2 to, double chordError)
{
	const QueuedBodies queued;
	const Flight flight(*target.world, target.motion, queued, 1.0, chordError);
	const auto hit = flight.FirstHit({from, to, 0.0, 1.0}, 0.0f, {}, {}, nullptr);
	return hit ? StepHit{true, IsLate(hit->met.span)} : StepHit{};
}

StepHit CastStillStep(SceneRandom& random, const Target& target, b2Vec2 from, b2Vec2 to)
{
	const int32_t way = random.Below(8);
	if (way < 4)
	{
		return CastLeg(target, from, to, 0.001);
	}
	if (way < 7 && IsRayBetweenExact(from, to))
	{
		const auto hit = CastRayClosest(*target.world, RayBetween(from, to));
		return hit ? StepHit{true, IsLate(*hit)} : StepHit{};
	}
	const b2Transform& pose = target.body->GetTransform();
	return CastStep(*target.shape, from, pose, to, pose);
}

std::string Describe(const b2Shape& shape, const b2Transform& pose)
{
	return Describe(shape) + "\n  pose " + Describe(pose);
}

std::string Describe(const b2Shape& shape, const b2Transform& pose, const Ray& ray)
{
	return Describe(shape, pose) + "\n  ray " + test::ToText(ray);
}

std::string Describe(const b2Shape& shape, std::span<const b2Vec2> points, std::span<const b2Transform> poses)
{
	std::string text = Describe(shape) + "\n  path " + test::ToText(points);
	for (const b2Transform& pose : poses)
	{
		text += "\n  pose " + Describe(pose);
	}
	return text;
}

} // namespace ricochet::leaks
