// MIT License, Copyright (c) 2026 the ricochet authors

#pragma once

#include <box2d/b2_world_callbacks.h>

namespace ricochet::test
{

/// The usual callback that tells whether b2World::RayCast hits anything: the first report ends the cast.
struct AnyHit : b2RayCastCallback
{
	bool hit = false;

	float ReportFixture(b2Fixture*, const b2Vec2&, const b2Vec2&, float) override
	{
		hit = true;
		return 0.0f;
	}
};

} // namespace ricochet::test
