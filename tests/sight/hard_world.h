// MIT License, Copyright (c) 2026 the ricochet authors

#pragma once

#include "sight/see.h"
#include "sight/world_scenes.h"
#include "support/value_of.h"

#include <array>
#include <vector>

namespace ricochet::test
{

/// A small world about the origin that is built by hand.
class HardWorlds : public testing::Test
{
protected:
	b2Fixture* AddBox(b2Vec2 center, float hx, float hy, float angle = 0.0f)
	{
		return m_scene.AddBox(center, hx, hy, angle);
	}

	b2Fixture* AddLoop(float half)
	{
		const std::array<b2Vec2, 4> corners = {b2Vec2{-half, -half}, {half, -half}, {half, half}, {-half, half}};
		return m_scene.Add(m_scene.AddBody({0.0f, 0.0f}, 0.0f), ValueOf(MakeLoop(corners)));
	}

	std::vector<SightVertex> Look(b2Vec2 eye, float radius = 100.0f, const SightDef& def = {})
	{
		return See(*m_scene.world, eye, radius, def);
	}

	static SightDef WithStartInside(bool startInside)
	{
		SightDef def;
		def.filter.startInside = startInside;
		return def;
	}

	Scene m_scene;
};

} // namespace ricochet::test
