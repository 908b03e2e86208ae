// MIT License, Copyright (c) 2026 the ricochet authors

#pragma once

#include <ricochet/query/hull_query.h>

#include "c/scenes.h"
#include "support/test_scale.h"

#include <gtest/gtest.h>

#include <bit>
#include <vector>

// Random queries, each with the same arguments for both interfaces.

namespace ricochet::test
{

// A predicate that decides by the fixture's place, because addresses differ between runs.
inline bool AcceptsSome(ricochet_body, ricochet_fixture fixture, void*)
{
	const b2Body& body = *reinterpret_cast<b2Fixture*>(fixture)->GetBody();
	return (std::bit_cast<uint32_t>(body.GetPosition().x) >> 5) % 3 != 0;
}

/// One filter in the types of both interfaces.
struct Filters
{
	QueryFilter cpp;
	ricochet_filter c = ricochet_filter_default();

	Filters(SceneRandom& random, const Scene& scene)
	{
		c.mask_bits = cpp.maskBits = random.OneIn(3) ? 0x0001 : 0xFFFF;
		c.group_index = cpp.groupIndex = static_cast<int16_t>(random.OneIn(3) ? 1 : 0);
		c.sensors = cpp.sensors = random.OneIn(2);
		c.start_inside = cpp.startInside = random.OneIn(2);
		cpp.sides = static_cast<Sides>(random.Below(3));
		c.sides = static_cast<int32_t>(cpp.sides);
		if (random.OneIn(3))
		{
			const b2Body* ignored =
			    scene.fixtures[static_cast<size_t>(random.Below(static_cast<int32_t>(scene.fixtures.size())))]
			        ->GetBody();
			cpp.ignoreBody = ignored;
			c.ignore[random.Below(4)] = IdOf(ignored);
		}
		if (random.OneIn(4))
		{
			cpp.accept = [](b2Fixture* fixture)
			{
				return AcceptsSome(0, IdOf(fixture), nullptr);
			};
			c.accept = AcceptsSome;
		}
	}
};

struct Wrapped
{
	Scene scene;
	WorldHandle world;
	WorldHandle snapshot;
	ricochet_world* asked = nullptr; ///< The world or the snapshot above.
	SceneRandom random;

	explicit Wrapped(uint64_t seed)
	    : scene(MakeMixedScene(60, seed)), world(Wrap(scene.world.get())),
	      snapshot(ricochet_create_snapshot(world.get())), random(seed + 1)
	{
	}
};

/// The capacity of a query's result array.
inline constexpr int32_t k_room = 256;

/// Calls `call(scene, filter)` for random scenes. `scene.asked`, the queried space, is alternately the world and a
/// snapshot of it.
template <class Call>
void ForScenes(int32_t trials, const Call& call)
{
	for (uint64_t seed = 1; seed <= 4; ++seed)
	{
		Wrapped w(7000 + seed);
		for (int32_t i = 0; i < ScaledCount(trials); ++i)
		{
			const Filters filter(w.random, w.scene);
			w.asked = i % 2 == 0 ? w.world.get() : w.snapshot.get();
			call(w, filter);
			ASSERT_FALSE(testing::Test::HasFailure()) << "seed " << seed << ", trial " << i;
		}
	}
}

/// A random circle, capsule or polygon.
struct RandomHull
{
	std::vector<b2Vec2> cpp;
	std::vector<ricochet_vec> c;
	float radius = 0.0f;
	ricochet_pose pose;
	b2Transform transform;
	b2Vec2 translation;

	explicit RandomHull(SceneRandom& random, float halfWidth)
	{
		const b2PolygonShape polygon = RandomPolygon(random, 0.7f);
		const int32_t kind = random.Below(3);
		const int32_t count = kind == 0 ? 1 : kind == 1 ? 2 : polygon.m_count;
		cpp.assign(polygon.m_vertices, polygon.m_vertices + count);
		for (const b2Vec2 v : cpp)
		{
			c.push_back(ToC(v));
		}
		radius = kind < 2 || random.OneIn(2) ? random.Uniform(0.1f, 0.5f) : 0.0f;
		pose = {ToC(random.InBox(halfWidth)), random.Uniform(-4.0f, 4.0f)};
		transform.Set({pose.position.x, pose.position.y}, pose.angle);
		translation = random.InBox(6.0f);
	}

	[[nodiscard]] Hull View() const { return {cpp, radius}; }
	[[nodiscard]] ricochet_hull ViewC() const { return {c.data(), static_cast<int32_t>(c.size()), radius}; }
	[[nodiscard]] HullPath Path() const { return {View(), transform, translation}; }
};

} // namespace ricochet::test
