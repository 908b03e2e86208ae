// MIT License, Copyright (c) 2026 the ricochet authors

#include "benchmarks/race/rays.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace ricochet::test
{

namespace
{

constexpr uint64_t k_seed = 2029;
constexpr int32_t k_fanRays = 1000;
constexpr float k_sortCell = 8.0f; // m

b2Vec2 AnyPlace(SceneRandom& random, const RaceScene& scene)
{
	if (scene.places.empty() || random.OneIn(2))
	{
		return random.InBox(scene.halfWidth);
	}
	return random.OneOf(scene.places) + random.Uniform(0.0f, 20.0f) * random.Direction();
}

b2Vec2 AnyOrigin(SceneRandom& random, const RaceScene& scene, const Snapshot* outsideOf)
{
	while (true)
	{
		const b2Vec2 origin = AnyPlace(random, scene);
		if (outsideOf == nullptr || CastRayAny(*outsideOf, {origin, {0.0f, 0.0f}}) == false)
		{
			return origin;
		}
	}
}

uint32_t Spread(uint32_t x)
{
	x = (x | (x << 8)) & 0x00FF00FFu;
	x = (x | (x << 4)) & 0x0F0F0F0Fu;
	x = (x | (x << 2)) & 0x33333333u;
	return (x | (x << 1)) & 0x55555555u;
}

// Returns a key that sorts rays by the Z-order of the cell in which they start, then by one of 16 directions.
uint64_t SortKey(const RaceScene& scene, const Ray& ray)
{
	const auto cell = [&](float x)
	{
		return static_cast<uint32_t>(std::clamp((x + scene.halfWidth) / k_sortCell, 0.0f, 65535.0f));
	};
	const float turn = std::atan2(ray.translation.y, ray.translation.x) / 6.28318531f + 0.5f;
	const uint64_t place = Spread(cell(ray.origin.x)) | (Spread(cell(ray.origin.y)) << 1);
	return place << 4 | (static_cast<uint64_t>(16.0f * turn) & 15);
}

void Sort(const RaceScene& scene, std::vector<Ray>& rays)
{
	std::vector<std::pair<uint64_t, size_t>> keys;
	for (size_t i = 0; i < rays.size(); ++i)
	{
		keys.emplace_back(SortKey(scene, rays[i]), i);
	}
	std::sort(keys.begin(), keys.end());
	std::vector<Ray> sorted;
	for (const auto& [key, i] : keys)
	{
		sorted.push_back(rays[i]);
	}
	rays = std::move(sorted);
}

void AddFan(RaceRays& to, const RayFan& fan)
{
	to.fans.push_back(fan);
	for (int32_t i = 0; i < fan.count; ++i)
	{
		to.rays.push_back(FanRay(fan, i));
	}
}

} // namespace

RaceRays MakeRaceRays(const RaceScene& scene, const std::string& order, float length, int32_t count,
                      const Snapshot* outsideOf)
{
	SceneRandom random(k_seed);
	RaceRays made;
	made.coherent = order != "random";
	made.rays.reserve(static_cast<size_t>(count));
	if (order == "fan")
	{
		for (int32_t i = 0; i < std::max(1, count / k_fanRays); ++i)
		{
			AddFan(made, {AnyOrigin(random, scene, outsideOf), 0.0f, 6.28318531f, length, k_fanRays});
		}
		return made;
	}
	for (int32_t i = 0; i < count; ++i)
	{
		made.rays.push_back({AnyOrigin(random, scene, outsideOf), length * random.Direction()});
	}
	if (order == "sorted")
	{
		Sort(scene, made.rays);
	}
	return made;
}

RaceRays MakeAimedRays(const RaceScene& scene, float length, int32_t count)
{
	SceneRandom random(k_seed + 1);
	RaceRays made;
	for (int32_t i = 0; i < count; ++i)
	{
		const Piece& piece = random.OneOf(scene.pieces);
		b2Vec2 aim = piece.radius * random.Direction();
		if (piece.vertexCount > 0)
		{
			aim = scene.VerticesOf(piece)[static_cast<size_t>(random.Below(static_cast<int32_t>(piece.vertexCount)))];
		}
		const b2Vec2 half = 0.5f * length * random.Direction();
		made.rays.push_back({b2Mul(PoseAt(piece.position, piece.angle), aim) - half, 2.0f * half});
	}
	return made;
}

RaceRays SampleOf(const RaceRays& all, int32_t count)
{
	const size_t runs = static_cast<size_t>(std::max(1, count / k_fanRays));
	const size_t allRuns = all.rays.size() / k_fanRays;
	if (allRuns <= runs)
	{
		return all;
	}
	RaceRays sample;
	sample.coherent = all.coherent;
	for (size_t i = 0; i < runs; ++i)
	{
		const size_t run = i * allRuns / runs;
		const auto first = all.rays.begin() + static_cast<std::ptrdiff_t>(run * k_fanRays);
		sample.rays.insert(sample.rays.end(), first, first + k_fanRays);
		if (all.fans.empty() == false)
		{
			sample.fans.push_back(all.fans[run]);
		}
	}
	return sample;
}

} // namespace ricochet::test
