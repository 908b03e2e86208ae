// MIT License, Copyright (c) 2026 the ricochet authors

#include <ricochet/geometry/clip.h>
#include <ricochet/geometry/decompose.h>
#include <ricochet/geometry/locate.h>
#include <ricochet/geometry/outline.h>
#include <ricochet/host/attach_geometry.h>
#include <ricochet/index/snapshot.h>
#include <ricochet/query/hull_query.h>
#include <ricochet/query/nearest.h>
#include <ricochet/query/ray_query.h>
#include <ricochet/query/simple_queries.h>
#include <ricochet/shapes/shape_factory.h>

#include "benchmarks/common.h"
#include "support/outline_scenes.h"

#include <box2d/b2_body.h>
#include <box2d/b2_circle_shape.h>
#include <box2d/b2_world.h>

#include <benchmark/benchmark.h>

#include <cmath>
#include <memory>
#include <vector>

// These benchmarks cast at concave outlines of 10 to 10,000 vertices, by their index and by testing every edge.
// Each benchmark casts the same list of rays repeatedly. `spans` shows that the answers are equal.

namespace ricochet::test
{

namespace
{

constexpr size_t k_rays = 4096;
constexpr float k_scene = 100.0f;

enum Kind : int64_t
{
	Star,
	Terrain,
	Comb,
	Convex
};

std::vector<b2Vec2> RingOf(Kind kind, int count)
{
	Random random(1);
	switch (kind)
	{
	case Terrain:
		return TerrainOf(random, count);
	case Comb:
		return CombOf(random, std::max(count / 4, 2), 0.5f * static_cast<float>(count));
	case Convex:
	{
		std::vector<b2Vec2> ring;
		for (int i = 0; i < count; ++i)
		{
			const double angle = 2.0 * 3.14159265358979 * i / count;
			ring.push_back(
			    {static_cast<float>(k_scene * std::cos(angle)), static_cast<float>(0.5 * k_scene * std::sin(angle))});
		}
		return ring;
	}
	default:
		return RandomStar(random, count, {0.0f, 0.0f}, k_scene, 0.6f);
	}
}

struct Scene
{
	std::vector<b2Vec2> ring;
	Outline outline;
	std::vector<Ray> rays;
};

// Makes an outline, and rays between random points in its bounding box.
Scene MakeScene(const benchmark::State& state)
{
	const std::vector<b2Vec2> ring = RingOf(static_cast<Kind>(state.range(0)), static_cast<int>(state.range(1)));
	Scene scene{ring, *Outline::Make(ring), {}};
	const b2AABB box = scene.outline.Bounds();
	Random random(2);
	const auto anyPoint = [&]
	{
		return b2Vec2{random.Uniform(box.lowerBound.x, box.upperBound.x),
		              random.Uniform(box.lowerBound.y, box.upperBound.y)};
	};
	for (size_t i = 0; i < k_rays; ++i)
	{
		const b2Vec2 from = anyPoint();
		scene.rays.push_back({from, anyPoint() - from, 1.0f});
	}
	return scene;
}

template <class Cast>
void ForEachRay(benchmark::State& state, Cast&& cast)
{
	const Scene scene = MakeScene(state);
	size_t spans = 0;
	size_t casts = 0;
	for (auto _ : state)
	{
		spans += cast(scene, scene.rays[casts % k_rays]);
		++casts;
	}
	state.counters["spans"] = static_cast<double>(spans) / static_cast<double>(casts);
}

void First(benchmark::State& state)
{
	ForEachRay(state, [](const Scene& scene, const Ray& ray)
	           { return ClipOutlineFirst(ray, scene.outline).has_value() ? size_t{1} : size_t{0}; });
}

void All(benchmark::State& state)
{
	std::vector<RaySpan> spans;
	ForEachRay(state,
	           [&](const Scene& scene, const Ray& ray)
	           {
		           ClipOutline(ray, scene.outline, spans);
		           return spans.size();
	           });
}

void AllByEveryEdge(benchmark::State& state)
{
	std::vector<RaySpan> spans;
	ForEachRay(state,
	           [&](const Scene& scene, const Ray& ray)
	           {
		           ClipPolygon(ray, scene.ring, spans);
		           return spans.size();
	           });
}

void Locate(benchmark::State& state)
{
	ForEachRay(state, [](const Scene& scene, const Ray& ray)
	           { return LocateInOutline(ray.origin, scene.outline) == Location::Inside ? size_t{1} : size_t{0}; });
}

void LocateByEveryEdge(benchmark::State& state)
{
	ForEachRay(state, [](const Scene& scene, const Ray& ray)
	           { return LocateInPolygon(ray.origin, scene.ring) == Location::Inside ? size_t{1} : size_t{0}; });
}

void Build(benchmark::State& state)
{
	const Scene scene = MakeScene(state);
	for (auto _ : state)
	{
		benchmark::DoNotOptimize(Outline::Make(scene.ring));
	}
}

void Cut(benchmark::State& state)
{
	const Scene scene = MakeScene(state);
	int32_t pieces = 0;
	for (auto _ : state)
	{
		pieces = Decompose(scene.outline)->Count();
	}
	state.counters["pieces"] = pieces;
}

// A world with one body of the outline. The outline is attached to one small fixture, or each of its convex pieces is a
// fixture.
enum class BodyOf
{
	Attached,
	Pieces
};

std::unique_ptr<b2World> WorldOf(const Outline& outline, BodyOf kind)
{
	auto world = std::make_unique<b2World>(b2Vec2{0.0f, 0.0f});
	const b2BodyDef still;
	b2Body* body = world->CreateBody(&still);
	if (kind == BodyOf::Attached)
	{
		b2CircleShape coarse;
		coarse.m_radius = 0.5f;
		(void)AttachGeometry(body->CreateFixture(&coarse, 0.0f), *CastGeometry::Make(outline));
		return world;
	}
	const Result<std::vector<ClipPolygonShape>> pieces = MakePolygons(outline);
	for (const ClipPolygonShape& piece : *pieces)
	{
		body->CreateFixture(&piece, 0.0f);
	}
	return world;
}

template <BodyOf Kind>
void Closest(benchmark::State& state)
{
	std::unique_ptr<b2World> world;
	ForEachRay(state,
	           [&](const Scene& scene, const Ray& ray)
	           {
		           world = world ? std::move(world) : WorldOf(scene.outline, Kind);
		           return CastRayClosest(*world, ray).has_value() ? size_t{1} : size_t{0};
	           });
}

template <BodyOf Kind>
void ClosestInSnapshot(benchmark::State& state)
{
	std::unique_ptr<b2World> world;
	std::unique_ptr<Snapshot> snapshot;
	ForEachRay(state,
	           [&](const Scene& scene, const Ray& ray)
	           {
		           if (world == nullptr)
		           {
			           world = WorldOf(scene.outline, Kind);
			           snapshot = std::make_unique<Snapshot>(*world);
		           }
		           return CastRayClosest(*snapshot, ray).has_value() ? size_t{1} : size_t{0};
	           });
}

template <BodyOf Kind>
void ClosestOfCircle(benchmark::State& state)
{
	std::unique_ptr<b2World> world;
	ForEachRay(state,
	           [&](const Scene& scene, const Ray& ray)
	           {
		           world = world ? std::move(world) : WorldOf(scene.outline, Kind);
		           const b2Vec2 way{0.1f * ray.translation.x, 0.1f * ray.translation.y};
		           return CastCircleClosest(*world, ray.origin, 0.25f, way).has_value() ? size_t{1} : size_t{0};
	           });
}

template <BodyOf Kind>
void Nearest(benchmark::State& state)
{
	std::unique_ptr<b2World> world;
	ForEachRay(state,
	           [&](const Scene& scene, const Ray& ray)
	           {
		           world = world ? std::move(world) : WorldOf(scene.outline, Kind);
		           return FindNearest(*world, ray.origin, 1.0f).has_value() ? size_t{1} : size_t{0};
	           });
}

void InWorld(benchmark::internal::Benchmark* benchmark)
{
	benchmark->ArgNames({"kind", "vertices"});
	for (const int64_t count : {10, 100, 1000, 10000})
	{
		benchmark->Args({Terrain, count});
	}
}

void Sizes(benchmark::internal::Benchmark* benchmark)
{
	benchmark->ArgNames({"kind", "vertices"});
	for (const int64_t kind : {Star, Terrain, Comb, Convex})
	{
		for (const int64_t count : {10, 100, 1000, 10000})
		{
			benchmark->Args({kind, count});
		}
	}
}

BENCHMARK(First)->Apply(Sizes);
BENCHMARK(All)->Apply(Sizes);
BENCHMARK(AllByEveryEdge)->Apply(Sizes);
BENCHMARK(Locate)->Apply(Sizes);
BENCHMARK(LocateByEveryEdge)->Apply(Sizes);
BENCHMARK(Build)->Apply(Sizes);
BENCHMARK(Cut)->Apply(Sizes);
BENCHMARK(Closest<BodyOf::Attached>)->Apply(InWorld);
BENCHMARK(Closest<BodyOf::Pieces>)->Apply(InWorld);
BENCHMARK(ClosestInSnapshot<BodyOf::Attached>)->Apply(InWorld);
BENCHMARK(ClosestInSnapshot<BodyOf::Pieces>)->Apply(InWorld);
BENCHMARK(ClosestOfCircle<BodyOf::Attached>)->Apply(InWorld);
BENCHMARK(ClosestOfCircle<BodyOf::Pieces>)->Apply(InWorld);
BENCHMARK(Nearest<BodyOf::Attached>)->Apply(InWorld);
BENCHMARK(Nearest<BodyOf::Pieces>)->Apply(InWorld);

} // namespace

} // namespace ricochet::test

int main(int argc, char** argv)
{
	ricochet::test::WarnUnlessRelease();
	benchmark::Initialize(&argc, argv);
	benchmark::RunSpecifiedBenchmarks();
}
