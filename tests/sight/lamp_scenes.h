// MIT License, Copyright (c) 2026 the ricochet authors

#pragma once

#include "sight/lamp_in_sight.h"
#include "sight/light_cases.h"

#include <algorithm>
#include <cmath>
#include <optional>
#include <vector>

// Lamps among random things, and the share of a lamp that is in sight.

namespace ricochet::test
{

enum class Kind
{
	Box,
	Post, ///< narrower than the lamp, so there is no full shadow behind it
	Triangle,
	Polygon,
	Wall,
	Circle,
	Count
};

inline b2Fixture* AddThing(Scene& scene, SceneRandom& random, Kind kind, b2Vec2 center, float size)
{
	const float turn = random.Uniform(-3.0f, 3.0f);
	const float width = random.LogUniform(0.1f, 3.0f), height = random.LogUniform(0.1f, 3.0f);
	const b2Vec2 along{std::cos(turn), std::sin(turn)};
	switch (kind)
	{
	case Kind::Box:
		return scene.AddBox(center, width, height, turn);
	case Kind::Post:
		return scene.AddBox(center, 0.17f * size * width, 0.17f * size * height, turn);
	case Kind::Triangle:
	{
		const b2Vec2 corners[] = {{width, 0.0f}, {-0.5f * height, 0.9f * height}, {-0.5f * width, -0.9f * width}};
		return scene.Add(scene.AddBody(center, turn), HullOf(corners));
	}
	case Kind::Polygon:
		return scene.Add(scene.AddBody(center, turn), RandomPolygon(random, width));
	case Kind::Wall:
		return scene.AddEdge(center - width * along, center + height * along);
	default:
		return scene.AddCircle(center, width);
	}
}

struct LampScene
{
	Scene scene;
	Light light;
	std::vector<Occluder> things;

	/// Returns false and adds nothing if the thing would overlap the lamp.
	bool Add(SceneRandom& random, Kind kind, b2Vec2 center)
	{
		const b2Fixture* fixture = AddThing(scene, random, kind, center, light.size);
		if (SignedDistance(*fixture, Widen(light.position)) < 1.01 * static_cast<double>(light.size))
		{
			scene.world->DestroyBody(scene.fixtures.back()->GetBody());
			scene.fixtures.pop_back();
			return false;
		}
		things.push_back(OccluderOf(*fixture));
		return true;
	}

	/// Returns a point that sees a part of the lamp past a corner of a thing, or nearly does.
	b2Vec2 PointPast(SceneRandom& random, const Occluder& thing) const
	{
		const Point2 c = thing.corners[static_cast<size_t>(random.Below(static_cast<int32_t>(thing.corners.size())))];
		const b2Vec2 corner = b2Vec2{static_cast<float>(c.x), static_cast<float>(c.y)} +
		                      static_cast<float>(thing.radius) * random.Direction();
		b2Vec2 way = corner - light.position - 1.1f * random.Uniform(-1.0f, 1.0f) * light.size * random.Direction();
		way.Normalize();
		return corner + random.LogUniform(0.02f, 20.0f) * way;
	}

	bool IsFree(b2Vec2 point) const
	{
		const float distance = (point - light.position).Length();
		return distance < 0.95f * light.radius && distance > 1.01f * light.size &&
		       SignedDistance(*scene.world, Widen(point)) > 1e-3;
	}

	/// Returns the error of the lamp's angle that is due to rounding: 2^-20 of the coordinates at the nearest corner.
	double Tolerance(b2Vec2 point) const
	{
		double nearest = 1e9;
		for (const Occluder& thing : things)
		{
			for (const Point2 corner : thing.corners)
			{
				nearest = std::min(nearest, std::abs(Length(Widen(point) - corner) - thing.radius));
			}
		}
		const double half = std::asin(light.size / Length(Widen(point) - Widen(light.position)));
		return 1e-4 + 3e-6 * (std::abs(point.x) + std::abs(point.y) + 10.0) / (nearest * half);
	}

	double ShareAt(b2Vec2 point) const { return LampInSight(light, point).Share(things); }
};

// Returns a scene of one thing; empty if the thing would overlap the lamp.
inline std::optional<LampScene> SceneOf(SceneRandom& random, Kind kind)
{
	LampScene one;
	const float distance = random.Uniform(1.0f, 8.0f);
	one.light = {.position = random.InBox(5.0f), .radius = 40.0f, .size = distance * random.LogUniform(0.001f, 0.5f)};
	const bool isThere = one.Add(random, kind, one.light.position + distance * random.Direction());
	return isThere ? std::optional(std::move(one)) : std::nullopt;
}

inline LampScene SceneOfMany(SceneRandom& random, int32_t count, Kind kinds)
{
	LampScene many;
	many.light = {.position = random.InBox(2.0f), .radius = 40.0f, .size = random.LogUniform(0.003f, 1.5f)};
	for (int32_t i = 0; i < count; ++i)
	{
		const b2Vec2 center = many.light.position + random.Uniform(1.0f, 8.0f) * random.Direction();
		many.Add(random, static_cast<Kind>(random.Below(static_cast<int32_t>(kinds))), center);
	}
	return many;
}

struct Errors
{
	// the number of points; those that see a part of the lamp; those that are off by more than 1 %
	int32_t count = 0, soft = 0, off = 0;
	double worst = 0.0;

	void Add(double error, double share)
	{
		++count;
		soft += share > 1e-3 && share < 0.999 ? 1 : 0;
		off += error > 0.01 ? 1 : 0;
		worst = std::max(worst, error);
	}
};

} // namespace ricochet::test
