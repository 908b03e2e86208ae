// MIT License, Copyright (c) 2026 the ricochet authors

#include <ricochet/index/snapshot.h>
#include <ricochet/query/hull_query.h>
#include <ricochet/query/overlap_query.h>
#include <ricochet/query/ray_query.h>
#include <ricochet/query/simple_queries.h>
#include <ricochet/shapes/cast_shape.h>

#include "benchmarks/common.h"
#include "support/scenes.h"

#include <box2d/b2_distance.h>

#include <benchmark/benchmark.h>

#include <vector>

// These benchmarks cast shapes, pair by pair and over a world, and compare with Box2D's own casts and with casts of
// rays.
// Each benchmark casts the same list repeatedly. `hits` shows that the answers are equal.

namespace ricochet::test
{

namespace
{

constexpr size_t k_pairs = 4096;
constexpr size_t k_paths = 4096;
constexpr float k_way = 10.0f;

// A box at a pose, and another box that passes or hits it. About half of the pairs hit.
struct BoxPair
{
	b2PolygonShape moving, still;
	b2Transform movingPose, stillPose;
	b2Vec2 translation;
};

std::vector<BoxPair> MakePairs()
{
	SceneRandom random(1);
	std::vector<BoxPair> pairs(k_pairs);
	for (BoxPair& pair : pairs)
	{
		pair.moving.SetAsBox(random.Uniform(0.3f, 1.0f), random.Uniform(0.3f, 1.0f));
		pair.still.SetAsBox(random.Uniform(0.3f, 1.0f), random.Uniform(0.3f, 1.0f));
		pair.stillPose = PoseAt(random.InBox(10.0f), random.Uniform(-3.0f, 3.0f));
		const b2Vec2 direction = random.Direction();
		const b2Vec2 aside{-direction.y, direction.x};
		pair.movingPose = PoseAt(pair.stillPose.p - 5.0f * direction + random.Uniform(-2.5f, 2.5f) * aside,
		                         random.Uniform(-3.0f, 3.0f));
		pair.translation = k_way * direction;
	}
	return pairs;
}

std::span<const b2Vec2> VerticesOf(const b2PolygonShape& polygon)
{
	return {polygon.m_vertices, static_cast<size_t>(polygon.m_count)};
}

template <class Cast>
void ForEachPair(benchmark::State& state, Cast&& cast)
{
	const std::vector<BoxPair> pairs = MakePairs();
	size_t hits = 0;
	size_t casts = 0;
	for (auto _ : state)
	{
		hits += cast(pairs[casts % k_pairs]) ? 1 : 0;
		++casts;
	}
	state.counters["hits"] = static_cast<double>(hits) / static_cast<double>(casts);
}

void PairPolygon(benchmark::State& state)
{
	ForEachPair(state,
	            [](const BoxPair& pair)
	            {
		            return CastHull({VerticesOf(pair.moving)}, pair.movingPose, pair.translation,
		                            {VerticesOf(pair.still)}, pair.stillPose)
		                .has_value();
	            });
}

void PairShapeCast(benchmark::State& state)
{
	ForEachPair(state,
	            [](const BoxPair& pair)
	            {
		            b2ShapeCastInput input;
		            input.proxyA.Set(&pair.still, 0);
		            input.proxyB.Set(&pair.moving, 0);
		            input.transformA = pair.stillPose;
		            input.transformB = pair.movingPose;
		            input.translationB = pair.translation;
		            b2ShapeCastOutput output;
		            return b2ShapeCast(&output, &input);
	            });
}

void PairCircle(benchmark::State& state)
{
	const b2Vec2 origin{0.0f, 0.0f};
	ForEachPair(state,
	            [&](const BoxPair& pair)
	            {
		            return CastHull({std::span(&origin, 1), 0.5f}, pair.movingPose, pair.translation,
		                            {VerticesOf(pair.still)}, pair.stillPose)
		                .has_value();
	            });
}

void PairRay(benchmark::State& state)
{
	ForEachPair(
	    state,
	    [](const BoxPair& pair) {
		    return CastRayAtShape(pair.still, 0, pair.stillPose, {pair.movingPose.p, pair.translation}).has_value();
	    });
}

struct World
{
	Scene scene = MakeScatteredScene(10000, 1);
	Snapshot snapshot{*scene.world};
	std::vector<Ray> rays;
	b2PolygonShape box;

	World()
	{
		SceneRandom random(2);
		for (size_t i = 0; i < k_paths; ++i)
		{
			rays.push_back({random.InBox(scene.halfWidth), k_way * random.Direction()});
		}
		box.SetAsBox(0.5f, 0.5f);
	}
};

const World& TheWorld()
{
	static const World world;
	return world;
}

template <class Cast>
void ForEachRay(benchmark::State& state, Cast&& cast)
{
	const World& world = TheWorld();
	size_t hits = 0;
	size_t casts = 0;
	for (auto _ : state)
	{
		hits += cast(world, world.rays[casts % k_paths]);
		++casts;
	}
	state.counters["hits"] = static_cast<double>(hits) / static_cast<double>(casts);
}

HullPath BoxPath(const World& world, const Ray& ray)
{
	return {{VerticesOf(world.box)}, PoseAt(ray.origin, 0.0f), ray.translation};
}

void LiveRay(benchmark::State& state)
{
	ForEachRay(state, [](const World& world, const Ray& ray)
	           { return CastRayClosest(*world.scene.world, ray).has_value() ? 1u : 0u; });
}

void LiveCircle(benchmark::State& state)
{
	ForEachRay(
	    state, [](const World& world, const Ray& ray)
	    { return CastCircleClosest(*world.scene.world, ray.origin, 0.25f, ray.translation).has_value() ? 1u : 0u; });
}

void LivePolygon(benchmark::State& state)
{
	ForEachRay(state, [](const World& world, const Ray& ray)
	           { return CastHullClosest(*world.scene.world, BoxPath(world, ray)).has_value() ? 1u : 0u; });
}

void SnapshotRay(benchmark::State& state)
{
	ForEachRay(state, [](const World& world, const Ray& ray)
	           { return CastRayClosest(world.snapshot, ray).has_value() ? 1u : 0u; });
}

void SnapshotCircle(benchmark::State& state)
{
	const b2Vec2 origin{0.0f, 0.0f};
	ForEachRay(state,
	           [&](const World& world, const Ray& ray)
	           {
		           const HullPath path{{std::span(&origin, 1), 0.25f}, PoseAt(ray.origin, 0.0f), ray.translation};
		           return CastHullClosest(world.snapshot, path).has_value() ? 1u : 0u;
	           });
}

void SnapshotPolygon(benchmark::State& state)
{
	ForEachRay(state, [](const World& world, const Ray& ray)
	           { return CastHullClosest(world.snapshot, BoxPath(world, ray)).has_value() ? 1u : 0u; });
}

// The cast of a game that has only Box2D: it casts at all fixtures that overlap the path's box, and takes the first
// hit.
struct ShapeCastCallback : b2QueryCallback
{
	b2ShapeCastInput input;
	float first = 2.0f;

	bool ReportFixture(b2Fixture* fixture) override
	{
		b2ShapeCastOutput output;
		input.proxyA.Set(fixture->GetShape(), 0);
		input.transformA = fixture->GetBody()->GetTransform();
		if (b2ShapeCast(&output, &input))
		{
			first = std::min(first, output.lambda);
		}
		return true;
	}
};

void Box2DPolygon(benchmark::State& state)
{
	ForEachRay(state,
	           [](const World& world, const Ray& ray)
	           {
		           ShapeCastCallback callback;
		           callback.input.proxyB.Set(&world.box, 0);
		           callback.input.transformB = PoseAt(ray.origin, 0.0f);
		           callback.input.translationB = ray.translation;
		           b2AABB before, after;
		           world.box.ComputeAABB(&before, callback.input.transformB, 0);
		           world.box.ComputeAABB(&after, PoseAt(ray.origin + ray.translation, 0.0f), 0);
		           before.Combine(after);
		           world.scene.world->QueryAABB(&callback, before);
		           return callback.first <= 1.0f ? 1u : 0u;
	           });
}

void LiveOverlap(benchmark::State& state)
{
	std::vector<OverlapHit> overlaps;
	ForEachRay(state,
	           [&](const World& world, const Ray& ray)
	           {
		           OverlapHull(*world.scene.world, {VerticesOf(world.box)}, PoseAt(ray.origin, ray.translation.x),
		                       overlaps);
		           return overlaps.size();
	           });
}

struct TestOverlapCallback : b2QueryCallback
{
	const b2Shape* shape = nullptr;
	b2Transform pose;
	size_t count = 0;

	bool ReportFixture(b2Fixture* fixture) override
	{
		count += b2TestOverlap(fixture->GetShape(), 0, shape, 0, fixture->GetBody()->GetTransform(), pose) ? 1 : 0;
		return true;
	}
};

void Box2DOverlap(benchmark::State& state)
{
	ForEachRay(state,
	           [](const World& world, const Ray& ray)
	           {
		           TestOverlapCallback callback;
		           callback.shape = &world.box;
		           callback.pose = PoseAt(ray.origin, ray.translation.x);
		           b2AABB box;
		           world.box.ComputeAABB(&box, callback.pose, 0);
		           world.scene.world->QueryAABB(&callback, box);
		           return callback.count;
	           });
}

BENCHMARK(PairRay);
BENCHMARK(PairCircle);
BENCHMARK(PairPolygon);
BENCHMARK(PairShapeCast);
BENCHMARK(LiveRay);
BENCHMARK(LiveCircle);
BENCHMARK(LivePolygon);
BENCHMARK(Box2DPolygon);
BENCHMARK(SnapshotRay);
BENCHMARK(SnapshotCircle);
BENCHMARK(SnapshotPolygon);
BENCHMARK(LiveOverlap);
BENCHMARK(Box2DOverlap);

} // namespace

} // namespace ricochet::test

int main(int argc, char** argv)
{
	ricochet::test::WarnUnlessRelease();
	benchmark::Initialize(&argc, argv);
	benchmark::RunSpecifiedBenchmarks();
}
