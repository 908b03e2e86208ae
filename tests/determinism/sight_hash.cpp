// MIT License, Copyright (c) 2026 the ricochet authors

#include "determinism/sight_hash.h"

#include <ricochet/index/spatial_hash.h>
#include <ricochet/query/ray_fan.h>
#include <ricochet/sight/light.h>
#include <ricochet/sight/line_of_sight.h>
#include <ricochet/sight/viewer.h>

#include <array>
#include <vector>

namespace ricochet::test
{

namespace
{

// Returns the place of an eye or of a light. The coordinates are small integers times a power of two.
b2Vec2 PlaceAt(int32_t step, int32_t index)
{
	return {0.25f * static_cast<float>((step * 7 + index * 29) % 320 - 160),
	        0.25f * static_cast<float>((step * 5 + index * 53) % 320 - 160)};
}

void AddPolygon(std::span<const SightVertex> polygon, Hash& hash)
{
	hash.Add(static_cast<uint64_t>(polygon.size()));
	for (const SightVertex& vertex : polygon)
	{
		hash.Add(vertex.point);
		hash.Add(static_cast<int32_t>(vertex.side));
		hash.Add(vertex.fixture != nullptr ? uint64_t{vertex.fixture->GetUserData().pointer} : ~uint64_t{0});
		hash.Add(vertex.child);
		hash.Add(vertex.edge);
		hash.Add(vertex.center);
		hash.Add(vertex.radius);
	}
	hash.Add(Area(polygon));
}

void AddRegion(const LitRegion& region, Hash& hash)
{
	AddPolygon(region.polygon, hash);
	for (const Penumbra& penumbra : region.penumbras)
	{
		hash.Add(penumbra.apex);
		hash.Add(penumbra.towardLit);
		hash.Add(penumbra.towardDark);
	}
	AddPolygon(region.penumbraVertices, hash);
}

void AddLights(const b2World& world, int32_t step, const Executor& executor, Hash& hash)
{
	std::array<Light, 4> lights;
	std::array<LitRegion, 4> regions;
	std::array<Result<>, 4> outcomes;
	for (size_t i = 0; i < lights.size(); ++i)
	{
		const float place = static_cast<float>(i);
		lights[i].position = PlaceAt(step, static_cast<int32_t>(i));
		lights[i].radius = 12.0f + 4.0f * place;
		lights[i].cone = {0.125f * static_cast<float>(step % 50), 1.5f + 2.0f * place};
		lights[i].size = 0.125f * place;
	}
	(void)Illuminate(world, lights, regions, outcomes, executor);
	for (const LitRegion& region : regions)
	{
		AddRegion(region, hash);
	}
	ParallelLight sun;
	sun.direction = {1.0f, -0.125f * static_cast<float>(step % 40)};
	sun.view = {{-16.0f, -16.0f}, {16.0f, 16.0f}};
	sun.spread = 0.03125f;
	LitRegion region;
	(void)Illuminate(world, sun, region);
	AddRegion(region, hash);
}

void AddFan(const b2World& world, int32_t step, Hash& hash)
{
	std::array<RayHit, 64> hits;
	(void)CastRayFan(world, {PlaceAt(step, 9), 0.5f, 2.0f, 20.0f, 64}, hits);
	for (const RayHit& hit : hits)
	{
		if (hit.fixture != nullptr)
		{
			hash.Add(hit);
		}
	}
}

void AddGrid(const b2World& world, int32_t step, Hash& hash)
{
	SpatialHash grid(4.0f);
	(void)grid.Update(&world);
	for (int32_t i = 0; i < 32; ++i)
	{
		const Ray ray = RayBetween(PlaceAt(step, i), PlaceAt(step + 1, i + 3));
		if (const auto hit = CastRayClosest(grid, ray))
		{
			hash.Add(static_cast<const RayHit&>(*hit));
		}
		hash.Add(InSight(world, ray.origin, PlaceAt(step + 1, i + 3)));
	}
}

} // namespace

void AddSight(const b2World& world, int32_t step, size_t threads, Hash& hash)
{
	ThreadPool pool(static_cast<int32_t>(threads));
	std::vector<SightVertex> polygon;
	for (int32_t i = 0; i < 4; ++i)
	{
		SightDef def;
		def.filter.startInside = i % 2 == 0;
		def.filter.sides = i == 3 ? Sides::Front : Sides::Both;
		(void)VisibilityPolygon(world, PlaceAt(step, i), 30.0f, polygon, def);
		AddPolygon(polygon, hash);
	}
	int32_t bodies = 0;
	for (const b2Body* body = world.GetBodyList(); body != nullptr && bodies < 16; body = body->GetNext(), ++bodies)
	{
		hash.Add(*SeenFraction(world, PlaceAt(step, bodies), *body));
	}
	AddLights(world, step, pool.AsExecutor(), hash);
	AddFan(world, step, hash);
	AddGrid(world, step, hash);
}

} // namespace ricochet::test
