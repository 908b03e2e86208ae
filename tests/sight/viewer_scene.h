// MIT License, Copyright (c) 2026 the ricochet authors

#pragma once

#include <ricochet/sight/viewer.h>

#include "sight/see.h"
#include "sight/world_scenes.h"

#include <vector>

namespace ricochet::test
{

/// Looks, and expects VisibilityPolygon's result bit for bit.
inline void ExpectSameAnswer(Viewer& viewer, const b2World& world, b2Vec2 eye, float radius, const SightDef& def = {})
{
	std::vector<SightVertex> expected;
	const Result<> wanted = VisibilityPolygon(world, eye, radius, expected, def);
	const Result<> got = viewer.Look(world, eye, radius, def);
	EXPECT_EQ(got.GetError().reason, wanted.GetError().reason);
	EXPECT_EQ(got.GetError().Message(), wanted.GetError().Message());
	EXPECT_TRUE(IsSame(viewer.Polygon(), expected)) << ToText(viewer.Polygon()) << "instead of\n"
	                                                << ToText(std::span<const SightVertex>(expected));
}

/// Forty polygons on forty bodies, with a viewer between them.
class ViewerWork : public testing::Test
{
protected:
	ViewerWork()
	{
		SceneRandom random(3);
		for (int i = 0; i < 40; ++i)
		{
			AddToWorld(m_scene, random, WorldLayout::Polygons);
			b2Fixture* fixture = m_scene.fixtures.back();
			while (fixture->TestPoint({0.1f, 0.2f}) || fixture->TestPoint({0.2f, 0.2f}))
			{
				b2Body* body = fixture->GetBody();
				body->SetTransform(body->GetPosition() + b2Vec2{1.0f, 0.0f}, body->GetAngle());
			}
		}
		m_scene.world->SetGravity({0.0f, 0.0f});
	}

	Viewer::Work Look(b2Vec2 eye = {0.1f, 0.2f}, float radius = 30.0f)
	{
		ExpectSameAnswer(m_viewer, *m_scene.world, eye, radius, m_def);
		return m_viewer.LastWork();
	}

	Scene m_scene;
	Viewer m_viewer;
	SightDef m_def{{.startInside = false}, {}};
};

} // namespace ricochet::test
