// MIT License, Copyright (c) 2026 the ricochet authors

#include "by_box2d.h"

#include <box2d/b2_body.h>
#include <box2d/b2_distance.h>
#include <box2d/b2_fixture.h>

#include <algorithm>
#include <cmath>

namespace playground
{

FirstOfBox2D::FirstOfBox2D(const b2World& world, b2Vec2 from, b2Vec2 to)
{
	if (from != to)
	{
		world.RayCast(this, from, to);
	}
}

float FirstOfBox2D::ReportFixture(b2Fixture* hit, const b2Vec2& at, const b2Vec2& out, float fraction)
{
	fixture = hit;
	point = at;
	normal = out;
	return fraction;
}

std::optional<SweepOfBox2D> SweepByBox2D(const b2World& world, const b2Shape& shape, b2Vec2 from, b2Vec2 translation)
{
	std::optional<SweepOfBox2D> first;
	for (const b2Body* body = world.GetBodyList(); body != nullptr; body = body->GetNext())
	{
		for (const b2Fixture* fixture = body->GetFixtureList(); fixture != nullptr; fixture = fixture->GetNext())
		{
			for (int32_t child = 0; child < fixture->GetShape()->GetChildCount(); ++child)
			{
				b2ShapeCastInput input;
				input.proxyA.Set(fixture->GetShape(), child);
				input.proxyB.Set(&shape, 0);
				input.transformA = body->GetTransform();
				input.transformB = b2Transform(from, b2Rot(0.0f));
				input.translationB = translation;
				b2ShapeCastOutput output;
				if (b2ShapeCast(&output, &input) && (!first || output.lambda < first->fraction))
				{
					first = SweepOfBox2D{output.lambda, output.point, output.normal};
				}
			}
		}
	}
	return first;
}

BeamOfBox2D BeamByBox2D(const b2World& world, b2Vec2 from, b2Vec2 direction, float length, int bounces, float epsilon)
{
	BeamOfBox2D beam;
	beam.points.push_back(from);
	direction.Normalize();
	for (int leg = 0; leg <= bounces && length > 0.0f; ++leg)
	{
		const b2Vec2 end = from + length * direction;
		const FirstOfBox2D hit(world, from, end);
		beam.points.push_back(hit.fixture != nullptr ? hit.point : end);
		if (hit.fixture == nullptr)
		{
			return beam;
		}
		++beam.hits;
		length -= b2Distance(from, hit.point);
		direction -= 2.0f * b2Dot(direction, hit.normal) * hit.normal;
		from = hit.point + epsilon * hit.normal;
	}
	return beam;
}

FanOfBox2D FanByBox2D(const b2World& world, b2Vec2 eye, float radius, float direction, float angle, int count)
{
	FanOfBox2D fan;
	for (int i = 0; i < count; ++i)
	{
		const bool isFull = angle > 6.28f;
		const float share = static_cast<float>(i) / static_cast<float>(std::max(isFull ? count : count - 1, 1));
		const float turn = direction + (share - 0.5f) * angle;
		const b2Vec2 end = eye + radius * b2Vec2{std::cos(turn), std::sin(turn)};
		const FirstOfBox2D hit(world, eye, end);
		fan.points.push_back(hit.fixture != nullptr ? hit.point : end);
		const b2Body* body = hit.fixture != nullptr ? hit.fixture->GetBody() : nullptr;
		if (body != nullptr && std::find(fan.bodies.begin(), fan.bodies.end(), body) == fan.bodies.end())
		{
			fan.bodies.push_back(body);
		}
	}
	return fan;
}

} // namespace playground
