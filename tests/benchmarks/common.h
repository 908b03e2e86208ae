// MIT License, Copyright (c) 2026 the ricochet authors

#pragma once

#include <box2d/b2_fixture.h>
#include <box2d/b2_world_callbacks.h>

#include <algorithm>
#include <cstdio>
#include <vector>

namespace ricochet::test
{

/// The usual callback of b2World::RayCast for the closest hit.
struct ClosestHit : b2RayCastCallback
{
	b2Fixture* fixture = nullptr;
	b2Vec2 point{0.0f, 0.0f};
	b2Vec2 normal{0.0f, 0.0f};
	float fraction = 1.0f;

	float ReportFixture(b2Fixture* hitFixture, const b2Vec2& hitPoint, const b2Vec2& hitNormal,
	                    float hitFraction) override
	{
		fixture = hitFixture;
		point = hitPoint;
		normal = hitNormal;
		fraction = hitFraction;
		return hitFraction;
	}
};

/// Prints a warning unless this is a release build. Every benchmark must call it first.
inline void WarnUnlessRelease()
{
#ifndef NDEBUG
	std::fprintf(stderr, "NDEBUG is not defined: these are not the times of a release build.\n");
#endif
}

inline double Median(std::vector<double> values)
{
	std::sort(values.begin(), values.end());
	return values[values.size() / 2];
}

} // namespace ricochet::test
