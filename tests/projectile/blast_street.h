// MIT License, Copyright (c) 2026 the ricochet authors

#pragma once

#include "projectile/firing_range.h"

#include <ricochet/projectile/explosion.h>

#include <algorithm>
#include <vector>

// Builds scenes for the tests of blasts.

namespace ricochet::test
{

struct Street : OneShapeBodies<Street>
{
	b2World world{{0.0f, 0.0f}};

	b2Body* AddBody(b2Vec2 position, float angle = 0.0f, b2BodyType type = b2_staticBody)
	{
		return test::AddBody(world, position, angle, type);
	}
	b2Fixture* Add(b2Body* body, const b2Shape& shape) { return body->CreateFixture(&shape, 1.0f); }

	b2Body* AddCrate(b2Vec2 center, float halfWidth = 0.5f)
	{
		return AddBox(center, halfWidth, halfWidth, 0.0f, b2_dynamicBody)->GetBody();
	}
};

inline std::vector<BlastHit> Measure(Space world, const ExplosionDef& def)
{
	std::vector<BlastHit> hits;
	const Result<> outcome = MeasureBlast(world, def, hits);
	EXPECT_TRUE(outcome) << outcome.GetError().Message();
	return hits;
}

inline const BlastHit* HitOn(const std::vector<BlastHit>& hits, const b2Body* body)
{
	const auto found = std::ranges::find(hits, body, &BlastHit::body);
	return found != hits.end() ? &*found : nullptr;
}

/// Returns a blast without falloff.
inline ExplosionDef Even(b2Vec2 position, float radius)
{
	return {.position = position, .radius = radius, .falloff = 0.0f};
}

/// Adds a body of one to three random shapes. One body in three is static.
inline void AddAnyBody(Street& street, SceneRandom& random, b2Vec2 center, float size)
{
	const b2BodyType type = random.OneIn(3) ? b2_staticBody : b2_dynamicBody;
	b2Body* body = street.AddBody(center, random.Uniform(-3.0f, 3.0f), type);
	switch (random.Below(5))
	{
	case 0:
		street.Add(body, CircleOf(size));
		break;
	case 1:
		street.Add(body, RandomPolygon(random, size));
		break;
	case 2:
		street.Add(body, ChainOf(std::vector<b2Vec2>{{-size, 0.0f}, {0.0f, 0.6f * size}, {size, -0.2f * size}}));
		break;
	case 3:
		street.Add(body, BoxOf(size, 0.3f * size));
		street.Add(body, BoxOf(0.3f * size, size));
		street.Add(body, CircleOf(0.4f * size, {0.9f * size, 0.1f * size}));
		break;
	default:
		street.Add(body, BoxOf(0.4f * size, 1.3f * size));
	}
}

} // namespace ricochet::test
