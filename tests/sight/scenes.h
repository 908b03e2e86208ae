// MIT License, Copyright (c) 2026 the ricochet authors

#pragma once

#include <ricochet/sight/visibility.h>

#include "support/scenes.h"

#include <array>
#include <cmath>
#include <vector>

// Random scenes for an eye. Each layout is hard in its own way. The difference between each wall end and the eye is
// exact in double.

namespace ricochet::test
{

struct WallScene
{
	std::vector<Segment> walls;
	b2Vec2 eye{0.0f, 0.0f};
	float radius = 100.0f;
	SightCone cone = {};
};

enum class WallLayout
{
	Scattered, ///< short walls, of which few cross
	Crossing,  ///< long walls, of which most cross
	Lattice,   ///< small integers, also for the eye: in line with the eye, touching, overlapping
	Loops,     ///< shared vertices, with the eye often inside
	Collinear, ///< walls on few lines, overlapping, coinciding exactly, some lines through the eye
	AtEye,     ///< walls that end at the eye, pass through it, or pass it by an ulp
	Tiles,     ///< squares that share edges
	FarAway,   ///< a million metres from the origin
	Tiny,      ///< millimetres
	Radial,    ///< walls seen edge-on, and rings
	Junctions, ///< walls that end exactly on the middle parts of other walls
	Count
};

inline b2Vec2 OnLattice(SceneRandom& random, int32_t reach, float step = 1.0f)
{
	return {step * static_cast<float>(random.Below(2 * reach + 1) - reach),
	        step * static_cast<float>(random.Below(2 * reach + 1) - reach)};
}

inline void AddSquare(std::vector<Segment>& walls, b2Vec2 corner, float size)
{
	const std::array<b2Vec2, 4> c = {corner, corner + b2Vec2{size, 0.0f}, corner + b2Vec2{size, size},
	                                 corner + b2Vec2{0.0f, size}};
	for (size_t i = 0; i < 4; ++i)
	{
		walls.push_back({c[i], c[(i + 1) % 4]});
	}
}

inline void AddLoop(std::vector<Segment>& walls, SceneRandom& random, b2Vec2 center, float radius)
{
	const int32_t count = 3 + random.Below(6);
	const float turn = random.Uniform(0.0f, 6.28f);
	std::vector<b2Vec2> points;
	for (int32_t i = 0; i < count; ++i)
	{
		const float angle = turn + 6.28318531f * static_cast<float>(i) / static_cast<float>(count);
		points.push_back(center + random.Uniform(0.3f, 1.0f) * radius * b2Vec2{std::cos(angle), std::sin(angle)});
	}
	for (size_t i = 0; i < points.size(); ++i)
	{
		walls.push_back({points[i], points[(i + 1) % points.size()]});
	}
}

inline void AddCollinear(WallScene& scene, SceneRandom& random)
{
	for (int32_t line = 1 + random.Below(4); line > 0; --line)
	{
		const b2Vec2 start = random.OneIn(3) ? scene.eye : OnLattice(random, 8);
		const b2Vec2 step = OnLattice(random, 3);
		for (int32_t i = 2 + random.Below(4); i > 0; --i)
		{
			const auto from = static_cast<float>(random.Below(9) - 4), to = static_cast<float>(random.Below(9) - 4);
			scene.walls.push_back({start + from * step, start + to * step});
			if (random.OneIn(3))
			{
				scene.walls.push_back(random.OneIn(2) ? scene.walls.back()
				                                      : Segment{scene.walls.back().b, scene.walls.back().a});
			}
		}
	}
}

inline void AddAtEye(WallScene& scene, SceneRandom& random)
{
	for (int32_t i = 1 + random.Below(4); i > 0; --i)
	{
		b2Vec2 near = scene.eye;
		switch (random.Below(4))
		{
		case 0:
			near.x = std::nextafter(near.x, random.Uniform(-9.0f, 9.0f));
			break;
		case 1:
			near.y = std::nextafter(near.y, random.Uniform(-9.0f, 9.0f));
			break;
		case 2:
			near = near + random.LogUniform(1e-5f, 0.1f) * random.Direction();
			break;
		default:
			break;
		}
		const b2Vec2 arm = OnLattice(random, 4);
		scene.walls.push_back({random.OneIn(2) ? near : near - arm, near + arm});
	}
}

inline void AddRadial(WallScene& scene, SceneRandom& random)
{
	for (int32_t i = 3 + random.Below(8); i > 0; --i)
	{
		const b2Vec2 d = OnLattice(random, 5);
		const float from = static_cast<float>(random.Below(8)) * 0.25f;
		scene.walls.push_back({scene.eye + from * d, scene.eye + (from + 1.0f) * d});
		if (random.OneIn(2))
		{
			scene.walls.push_back({scene.eye + from * d, scene.eye + 2.0f * b2Vec2{-d.y, d.x}});
		}
	}
	AddLoop(scene.walls, random, scene.eye, 12.0f);
}

inline void AddJunctions(WallScene& scene, SceneRandom& random)
{
	for (int32_t i = 3 + random.Below(6); i > 0; --i)
	{
		const b2Vec2 a = OnLattice(random, 8), arm = OnLattice(random, 3, 2.0f);
		scene.walls.push_back({a, a + arm});
		// The wall starts at the midpoint, which is on the lattice, and leads to one side or across to the other.
		const b2Vec2 middle = a + 0.5f * arm;
		scene.walls.push_back(
		    {random.OneIn(2) ? middle : middle - OnLattice(random, 3), middle + OnLattice(random, 3)});
	}
}

inline void AddWalls(WallScene& scene, SceneRandom& random, WallLayout layout)
{
	const int32_t count = 5 + random.Below(16);
	for (int32_t i = 0; i < count && layout <= WallLayout::Lattice; ++i)
	{
		const b2Vec2 a = layout == WallLayout::Lattice ? OnLattice(random, 5) : random.InBox(10.0f);
		const b2Vec2 arm = random.Uniform(0.2f, layout == WallLayout::Crossing ? 20.0f : 3.0f) * random.Direction();
		scene.walls.push_back({a, layout == WallLayout::Lattice ? OnLattice(random, 5) : a + arm});
	}
	for (int32_t i = 0; i < 1 + count / 6 && layout == WallLayout::Loops; ++i)
	{
		AddLoop(scene.walls, random, random.OneIn(2) ? scene.eye : random.InBox(8.0f), random.Uniform(1.0f, 8.0f));
	}
	for (int32_t i = 0; i < 2 + count / 3 && layout == WallLayout::Tiles; ++i)
	{
		AddSquare(scene.walls, OnLattice(random, 4), 1.0f);
	}
	switch (layout)
	{
	case WallLayout::Collinear:
		AddCollinear(scene, random);
		break;
	case WallLayout::AtEye:
		AddAtEye(scene, random);
		AddLoop(scene.walls, random, scene.eye, 9.0f);
		break;
	case WallLayout::Radial:
		AddRadial(scene, random);
		break;
	case WallLayout::Junctions:
		AddJunctions(scene, random);
		break;
	default:
		break;
	}
}

inline void MapPoints(WallScene& scene, float scale, b2Vec2 offset)
{
	const auto map = [&](b2Vec2& p)
	{
		p = scale * p + offset;
	};
	map(scene.eye);
	for (Segment& wall : scene.walls)
	{
		map(wall.a);
		map(wall.b);
	}
	scene.radius *= scale;
}

/// Makes walls within 20 m of the origin, with an eye among them that looks in all directions.
inline WallScene RandomWalls(SceneRandom& random, WallLayout layout)
{
	WallScene scene;
	scene.eye = layout < WallLayout::Lattice || layout == WallLayout::AtEye ? random.InBox(6.0f) : OnLattice(random, 5);
	if (layout == WallLayout::Tiles && random.OneIn(2))
	{
		scene.eye = scene.eye + b2Vec2{0.5f, random.Uniform(0.0f, 1.0f)};
	}
	if (layout != WallLayout::FarAway && layout != WallLayout::Tiny)
	{
		AddWalls(scene, random, layout);
		return scene;
	}
	AddWalls(scene, random, static_cast<WallLayout>(random.Below(static_cast<int32_t>(WallLayout::FarAway))));
	const bool isFar = layout == WallLayout::FarAway;
	MapPoints(scene, isFar ? 1.0f : 1e-3f, isFar ? b2Vec2{1e6f, -1e6f} : b2Vec2{0.0f, 0.0f});
	return scene;
}

/// Gives one scene in four a cone, and one in four a radius that cuts walls.
inline void Narrow(WallScene& scene, SceneRandom& random)
{
	if (random.OneIn(4))
	{
		scene.radius *= random.LogUniform(0.01f, 0.2f);
	}
	if (random.OneIn(4))
	{
		scene.cone = {random.Uniform(-10.0f, 10.0f), random.OneIn(3) ? 3.14159265f : random.Uniform(0.05f, 6.2f)};
	}
}

} // namespace ricochet::test
