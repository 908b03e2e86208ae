// MIT License, Copyright (c) 2026 the ricochet authors

#pragma once

#include <ricochet/query/ray_query.h>

#include "fuzz/fuzz_input.h"
#include "fuzz/span_laws.h"
#include "support/brute_force.h"
#include "support/oracle.h"

#include <algorithm>

// Checks that CastRayAll, CastRayClosest and CastRayAny agree with each other. Within k_reach, where the index must
// lose no hit, they must also agree with a search without an index.

namespace ricochet::fuzz
{

/// Within this distance (m) no true hit is culled.
inline constexpr float k_reach = 1.0e6f;

inline bool IsNear(b2Vec2 v)
{
	return std::abs(v.x) <= k_reach && std::abs(v.y) <= k_reach;
}

/// True for a pose with finite numbers. ricochet treats a body with any other pose as absent.
inline bool IsSound(const b2Transform& pose)
{
	return IsFinite(pose.p) && std::isfinite(pose.q.s) && std::isfinite(pose.q.c);
}

inline int32_t CountUnsound(const b2World& world)
{
	int32_t count = 0;
	for (const b2Body* body = world.GetBodyList(); body != nullptr; body = body->GetNext())
	{
		count += IsSound(body->GetTransform()) ? 0 : 1;
	}
	return count;
}

inline bool IsNear(const b2Fixture& fixture)
{
	const b2Transform unmoved{{0.0f, 0.0f}, b2Rot(0.0f)};
	for (int32_t child = 0; child < fixture.GetShape()->GetChildCount(); ++child)
	{
		b2AABB box;
		fixture.GetShape()->ComputeAABB(&box, unmoved, child);
		if (IsNear(box.lowerBound) == false || IsNear(box.upperBound) == false)
		{
			return false;
		}
	}
	return true;
}

inline bool IsNear(const b2World& world)
{
	for (const b2Body* body = world.GetBodyList(); body != nullptr; body = body->GetNext())
	{
		if (IsSound(body->GetTransform()) == false)
		{
			continue;
		}
		if (IsNear(body->GetPosition()) == false)
		{
			return false;
		}
		for (const b2Fixture* fixture = body->GetFixtureList(); fixture != nullptr; fixture = fixture->GetNext())
		{
			if (IsNear(*fixture) == false)
			{
				return false;
			}
		}
	}
	return true;
}

inline bool IsNear(const Ray& ray)
{
	return IsNear(ray.origin) && IsNear(ray.translation) && IsNear(PointAt(ray, ray.maxFraction));
}

inline std::string DescribeHits(const Ray& ray, std::span<const RayHit> hits, std::span<const RayHit> truth)
{
	std::string text = test::ToText(ray);
	for (const auto& [name, list] : {std::pair{"\ncast  ", hits}, std::pair{"\ntruth ", truth}})
	{
		for (const RayHit& hit : list)
		{
			text += name + test::ToText(static_cast<const RaySpan&>(hit));
		}
	}
	return text;
}

inline bool Holds(std::span<const RayHit> hits, const RayHit& hit)
{
	return std::any_of(hits.begin(), hits.end(), [&](const RayHit& other) { return test::IsSame(other, hit); });
}

/// `nothingLost` is true if the bounds in Box2D's tree can be trusted. This has two conditions. No pose that is not
/// finite has spoilt the bounds of other bodies. No body was ever so far out that its bounds were rounded to a point.
/// ShiftOrigin would move only this point back, not the body's true bounds.
inline void CheckCasts(const b2World& world, const Ray& ray, const QueryFilter& filter, bool nothingLost)
{
	std::vector<RayHit> hits(1);
	CastRayAll(world, ray, hits, filter);
	const std::optional<RayHit> closest = CastRayClosest(world, ray, filter);
	const bool any = CastRayAny(world, ray, filter);
	const std::vector<RayHit> truth = test::BruteForceAll(world, ray, filter);
	const std::optional<RayHit> first = test::BruteForceClosest(world, ray, filter);
	const auto text = [&]
	{
		return DescribeHits(ray, hits, truth);
	};

	Require(IsValid(ray) || (hits.empty() && any == false && closest.has_value() == false), "invalid rays miss", text);
	// Far out, the sides of edges are not compared, because they are computed in floats, which are too coarse there.
	const bool isNear = IsNear(world) && IsNear(ray);
	if (filter.sides != Sides::Both && isNear == false)
	{
		return;
	}
	const float* last = nullptr;
	for (const RayHit& hit : hits)
	{
		CheckLaws(ray, std::span(static_cast<const RaySpan*>(&hit), 1));
		Require(last == nullptr || *last <= hit.enter.fraction, "hits are sorted", text);
		Require(Holds(truth, hit), "a hit is true", text);
		last = &hit.enter.fraction;
	}
	const std::vector<RayHit> each = test::BruteForceEach(world, ray, filter);
	const auto isFirst = [&]
	{
		return first && test::IsSame(*closest, *first);
	};
	Require(closest.has_value() == false || isFirst() || Holds(each, *closest), "the closest hit is true", text);
	Require(any == false || truth.empty() == false, "any hit is true", text);
	if (isNear && nothingLost)
	{
		const bool same = std::equal(hits.begin(), hits.end(), truth.begin(), truth.end(),
		                             [](const RayHit& a, const RayHit& b) { return test::IsSame(a, b); });
		Require(same, "all hits are found, ties in the world's order", text);
		Require(any == (truth.empty() == false), "any says whether there is a hit", text);
		Require(closest.has_value() == (truth.empty() == false), "the closest says whether there is a hit", text);
		Require(closest.has_value() == false || isFirst(), "the closest is the first", text);
	}
}

} // namespace ricochet::fuzz
