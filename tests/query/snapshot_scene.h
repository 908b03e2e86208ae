// MIT License, Copyright (c) 2026 the ricochet authors

#pragma once

#include <ricochet/index/snapshot.h>
#include <ricochet/query/beam.h>
#include <ricochet/query/go_on.h>

#include "support/brute_force.h"
#include "support/oracle.h"
#include "support/random_filter.h"
#include "support/scenes.h"

#include <array>
#include <bit>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

// Compares every field of every query of a snapshot, bit by bit, with other sources of the same results.

namespace ricochet::test
{

inline bool HasSameBits(float a, float b)
{
	return std::bit_cast<uint32_t>(a) == std::bit_cast<uint32_t>(b);
}

inline bool HasSameBits(b2Vec2 a, b2Vec2 b)
{
	return HasSameBits(a.x, b.x) && HasSameBits(a.y, b.y);
}

inline bool HasSameBits(const Ray& a, const Ray& b)
{
	return HasSameBits(a.origin, b.origin) && HasSameBits(a.translation, b.translation) &&
	       HasSameBits(a.maxFraction, b.maxFraction);
}

inline bool HasSameBits(const Crossing& a, const Crossing& b)
{
	return HasSameBits(a.fraction, b.fraction) && HasSameBits(a.point, b.point) && HasSameBits(a.normal, b.normal) &&
	       a.edge == b.edge;
}

inline bool HasSameBits(const RayHit& a, const RayHit& b)
{
	return a.fixture == b.fixture && a.child == b.child && a.id == b.id && a.tag == b.tag &&
	       HasSameBits(a.enter, b.enter) && HasSameBits(a.exit, b.exit) && a.startsInside == b.startsInside &&
	       a.endsInside == b.endsInside && a.grazing == b.grazing;
}

inline bool HasSameBits(const BeamLeg& a, const BeamLeg& b)
{
	return HasSameBits(static_cast<const RayHit&>(a), static_cast<const RayHit&>(b)) && HasSameBits(a.ray, b.ray) &&
	       a.response == b.response && HasSameBits(a.begin, b.begin) && a.leaving == b.leaving &&
	       a.parent == b.parent && a.medium == b.medium && HasSameBits(a.power, b.power) &&
	       HasSameBits(a.bounced, b.bounced) && HasSameBits(a.refractiveIndex, b.refractiveIndex);
}

template <class T>
bool HasSameBits(const std::optional<T>& a, const std::optional<T>& b)
{
	return a.has_value() == b.has_value() && (a.has_value() == false || HasSameBits(*a, *b));
}

template <class T>
bool HasSameBits(const std::vector<T>& a, const std::vector<T>& b)
{
	return std::equal(a.begin(), a.end(), b.begin(), b.end(), [](const T& x, const T& y) { return HasSameBits(x, y); });
}

/// Compares the three casts, and the continuation from hit to hit, with a list of all hits. Returns "" if they agree.
inline std::string CompareWithList(const Snapshot& snapshot, const Ray& ray, const QueryFilter& filter,
                                   const std::vector<RayHit>& expected)
{
	std::vector<RayHit> all{RayHit{}};
	CastRayAll(snapshot, ray, all, filter);
	if (HasSameBits(all, expected) == false)
	{
		return "CastRayAll: " + std::to_string(all.size()) + " hits, not " + std::to_string(expected.size());
	}
	const auto first = expected.empty() ? std::nullopt : std::optional(expected.front());
	const std::optional<RayHit> closest = CastRayClosest(snapshot, ray, filter);
	if (HasSameBits(closest, first) == false)
	{
		return "CastRayClosest";
	}
	if (CastRayAny(snapshot, ray, filter) != first.has_value())
	{
		return "CastRayAny";
	}
	for (size_t i = 0; i < expected.size() && i < 20; ++i)
	{
		const auto next = i + 1 < expected.size() ? std::optional(expected[i + 1]) : std::nullopt;
		if (HasSameBits(CastRayNext(snapshot, ray, expected[i], filter), next) == false)
		{
			return "CastRayNext after hit " + std::to_string(i);
		}
	}
	return "";
}

/// Compares every query of a snapshot with the same query of another source. Sets `hits` to the number of hits.
inline std::string Compare(SceneRandom& random, const Snapshot& snapshot, Space other, const Ray& ray,
                           const QueryFilter& filter, size_t& hits)
{
	std::vector<RayHit> all;
	CastRayAll(other, ray, all, filter);
	hits = all.size();
	if (const std::string wrong = CompareWithList(snapshot, ray, filter, all); wrong.empty() == false)
	{
		return wrong;
	}
	if (HasSameBits(CastRayClosest(snapshot, ray, filter), CastRayClosest(other, ray, filter)) == false)
	{
		return "CastRayClosest of the other source";
	}
	for (size_t i = 0; i < all.size() && i < 2; ++i)
	{
		const auto onward = static_cast<Onward>(random.Below(4));
		const b2Vec2 translation = random.LogUniform(0.1f, 100.0f) * random.Direction();
		if (HasSameBits(GoOn(snapshot, ray, all[i], onward, translation, filter),
		                GoOn(other, ray, all[i], onward, translation, filter)) == false)
		{
			return "GoOn from hit " + std::to_string(i);
		}
	}
	if (random.OneIn(8))
	{
		const BeamDef def{.length = random.LogUniform(1.0f, 100.0f),
		                  .maxBounces = random.Below(6),
		                  .maxPierces = random.Below(6),
		                  .filter = filter};
		std::vector<BeamLeg> legs{BeamLeg{}};
		std::vector<BeamLeg> expected;
		const BeamEnd end = CastBeam(other, ray.origin, ray.translation, def, expected);
		if (CastBeam(snapshot, ray.origin, ray.translation, def, legs) != end || HasSameBits(legs, expected) == false)
		{
			return "CastBeam";
		}
	}
	return "";
}

/// Returns a ray that is hard for a scene or an index: from far away, of extreme length, of no length, or along an
/// axis.
inline Ray SnapshotRay(SceneRandom& random, const Scene& scene)
{
	Ray ray = HardRay(random, scene);
	const b2Vec2 target = ray.origin + (random.OneIn(2) ? 1.0f : 0.5f) * ray.translation;
	switch (random.Below(40))
	{
	case 0: // a point
		ray.translation = {0.0f, 0.0f};
		break;
	case 1:
		ray.maxFraction = 0.0f;
		break;
	case 2: // from far away
		ray.origin = target + random.LogUniform(1e5f, 1e9f) * random.Direction();
		ray.translation = 2.0f * (target - ray.origin);
		break;
	case 3: // along an axis, from so far that no other direction could be represented
	{
		const float far = random.Sign() * (random.OneIn(2) ? 1e30f : random.LogUniform(1e5f, 1.5e38f));
		const bool isX = random.OneIn(2);
		ray.origin = isX ? b2Vec2{far, target.y} : b2Vec2{target.x, far};
		ray.translation = isX ? b2Vec2{-2.0f * far, 0.0f} : b2Vec2{0.0f, -2.0f * far};
		break;
	}
	case 4: // along an axis, but short
		ray.translation = random.OneIn(2) ? b2Vec2{ray.translation.x, 0.0f} : b2Vec2{0.0f, ray.translation.y};
		break;
	case 5: // a tiny translation with a large maxFraction
		ray.translation = 1e-30f * ray.translation;
		ray.maxFraction = random.OneIn(2) ? random.LogUniform(1e28f, 1e33f) : 3e38f;
		break;
	case 6: // denormal numbers
		ray.translation = {random.Denormal(1000), random.Denormal(1000)};
		ray.maxFraction = random.OneIn(2) ? 1.0f : 3e38f;
		break;
	case 7: // a huge translation with a small maxFraction
		ray.maxFraction = 1e-30f;
		ray.translation = 1e30f * ray.translation;
		break;
	default:
		break;
	}
	return ray;
}

} // namespace ricochet::test
