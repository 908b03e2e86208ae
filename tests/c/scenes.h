// MIT License, Copyright (c) 2026 the ricochet authors

#pragma once

#include <ricochet/query/hull_query.h>
#include <ricochet/query/ray_query.h>
#include <ricochet/ricochet_c.h>

#include "support/scenes.h"
#ifdef RICOCHET_SCENE
#include "c/world_state.h"
#endif

#include <cmath>
#include <cstring>
#include <memory>

namespace ricochet::test
{

struct DestroyWorld
{
	void operator()(ricochet_world* world) const { ricochet_destroy_world(world); }
};
using WorldHandle = std::unique_ptr<ricochet_world, DestroyWorld>;

struct DestroyPlugin
{
	void operator()(ricochet_plugin* plugin) const { ricochet_destroy_plugin(plugin); }
};
using PluginHandle = std::unique_ptr<ricochet_plugin, DestroyPlugin>;

struct DestroyHistory
{
	void operator()(ricochet_history* history) const { ricochet_destroy_history(history); }
};
using HistoryHandle = std::unique_ptr<ricochet_history, DestroyHistory>;

struct DestroyRegion
{
	void operator()(ricochet_region* region) const { ricochet_destroy_region(region); }
};
using RegionHandle = std::unique_ptr<ricochet_region, DestroyRegion>;

inline ricochet_vec ToC(b2Vec2 v)
{
	return {v.x, v.y};
}

inline ricochet_ray ToC(const Ray& ray)
{
	return {ToC(ray.origin), ToC(ray.translation), ray.maxFraction};
}

/// Returns an object's id. If the game has wrapped its own world, this is the object's address.
template <class T>
uint64_t IdOf(const T* object)
{
	return reinterpret_cast<uintptr_t>(object);
}

/// True if both floats have the same bits, so 0 and -0 differ.
inline bool IsSame(float a, float b)
{
	return std::memcmp(&a, &b, sizeof(a)) == 0;
}

inline bool IsSame(b2Vec2 a, ricochet_vec b)
{
	return IsSame(a.x, b.x) && IsSame(a.y, b.y);
}

inline bool IsSame(const Crossing& a, const ricochet_crossing& b)
{
	return IsSame(a.fraction, b.fraction) && IsSame(a.point, b.point) && IsSame(a.normal, b.normal) && a.edge == b.edge;
}

inline bool IsSame(const RaySpan& a, const ricochet_ray_hit& b)
{
	return IsSame(a.enter, b.enter) && IsSame(a.exit, b.exit) && a.startsInside == b.starts_inside &&
	       a.endsInside == b.ends_inside && a.grazing == b.grazing;
}

/// True if a hit of the C interface names the same fixture, child and body as `a`, in a world that the game has
/// wrapped.
template <class Hit>
bool IsOn(const Item& a, const Hit& b)
{
	b2Body* body = a.fixture != nullptr ? a.fixture->GetBody() : nullptr;
	return b.fixture == IdOf(a.fixture) && b.child == a.child && b.body == IdOf(body) &&
	       b.fixture_user_data == (body != nullptr ? a.fixture->GetUserData().pointer : 0) &&
	       b.body_user_data == (body != nullptr ? body->GetUserData().pointer : 0);
}

inline bool IsSame(const RaySpan& a, const Item& item, const ricochet_ray_hit& b)
{
	return IsSame(a, b) && IsOn(item, b);
}

inline bool IsSame(const RayHit& a, const ricochet_ray_hit& b)
{
	return IsSame(a, a, b);
}

inline bool IsSame(const HullFeature& a, const ricochet_hull_feature& b)
{
	return a.vertex == b.vertex && a.edge == b.edge;
}

inline bool IsSame(const HullSpan& a, const Item& item, const ricochet_hull_hit& b)
{
	return IsSame(a, item, b.span) && IsSame(a.contact, b.contact) && IsSame(a.place, b.place) &&
	       IsSame(a.still, b.still) && IsSame(a.moving, b.moving) && IsSame(a.depth, b.depth) &&
	       IsSame(a.wayOut, b.way_out);
}

inline bool IsSame(const HullHit& a, const ricochet_hull_hit& b)
{
	return IsSame(a, a, b);
}

/// Wrap makes a handle for a world of the tests; its counterpart finds the world of a handle. The library over a scene
/// has no b2World of a game, and refuses both calls. There the tests use internals of the library.
inline ricochet_world* Wrap(b2World* world)
{
#ifdef RICOCHET_SCENE
	return new ricochet_world{std::make_shared<c::WorldState>(*world)};
#else
	return ricochet_wrap_world(world);
#endif
}

inline b2World* Unwrap(const ricochet_world* world)
{
#ifdef RICOCHET_SCENE
	return &world->state->World();
#else
	return static_cast<b2World*>(ricochet_b2_world(world));
#endif
}

/// Returns the number of fixtures in a world by Box2D's own lists.
inline int32_t FixturesIn(const ricochet_world* world)
{
	int32_t count = 0;
	const auto* in = static_cast<const b2World*>(Unwrap(world));
	for (const b2Body* body = in->GetBodyList(); body != nullptr; body = body->GetNext())
	{
		for (const b2Fixture* fixture = body->GetFixtureList(); fixture != nullptr; fixture = fixture->GetNext())
		{
			count += 1;
		}
	}
	return count;
}

inline constexpr ricochet_pose k_origin{{0.0f, 0.0f}, 0.0f};

/// A world with one box, and a plugin for it.
struct Yard
{
	WorldHandle world{ricochet_create_world({0.0f, -10.0f})};
	PluginHandle plugin{ricochet_create_plugin(world.get(), nullptr)};
	ricochet_body body = 0;
	ricochet_fixture box = 0;

	Yard()
	{
		const ricochet_body_def def = ricochet_body_def_default();
		body = ricochet_create_body(world.get(), &def);
		box = ricochet_add_box(world.get(), body, nullptr, 1.0f, 1.0f, k_origin);
	}
};

} // namespace ricochet::test
