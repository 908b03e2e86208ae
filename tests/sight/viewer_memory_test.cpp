// MIT License, Copyright (c) 2026 the ricochet authors

#include <ricochet/sight/light.h>

#include "sight/viewer_scene.h"
#include "support/failing_memory.h"

#include <cmath>
#include <thread>

// Tests the allocations of a look, and the state after an allocation has failed.

namespace ricochet::test::viewer_memory_test
{

namespace
{

const b2Vec2 k_origin{0.0f, 0.0f};

using ViewerMemory = ViewerWork;

TEST_F(ViewerMemory, NothingIsAllocatedInSteadyState)
{
	std::vector<SightVertex> polygon;
	const auto frame = [&](int i)
	{
		for (size_t k = 0; k < 5; ++k)
		{
			b2Body* body = m_scene.fixtures[k]->GetBody();
			const float side = i % 2 == 0 ? 0.25f : -0.25f;
			body->SetTransform(body->GetPosition() + b2Vec2{side, 0.0f}, body->GetAngle() + side);
		}
		const b2Vec2 eye{0.05f * static_cast<float>(i % 4), 0.2f};
		EXPECT_TRUE(m_viewer.Look(*m_scene.world, eye, 30.0f, m_def));
		EXPECT_TRUE(VisibilityPolygon(*m_scene.world, eye, 30.0f, polygon, m_def));
	};
	for (int i = 0; i < 40; ++i)
	{
		frame(i);
	}
	FailingMemory memory(FailingMemory::k_never);
	memory.Run(
	    [&]
	    {
		    for (int i = 0; i < 40; ++i)
		    {
			    frame(i);
		    }
	    });
	EXPECT_EQ(memory.Allocations(), 0);
}

// Each allocation of a look fails once. Then the look returns an error and sees nothing, and the next look is right.
TEST_F(ViewerMemory, WithoutMemory)
{
	int64_t failed = 0;
	for (int64_t first = 0;; ++first)
	{
		Viewer viewer;
		FailingMemory memory(first);
		const Result<> outcome = memory.Run([&] { return viewer.Look(*m_scene.world, k_origin, 30.0f, m_def); });
		if (memory.Failures() == 0)
		{
			EXPECT_TRUE(outcome) << outcome.GetError().Message();
			break;
		}
		++failed;
		EXPECT_EQ(outcome.GetError().reason, ErrorReason::OutOfMemory);
		EXPECT_TRUE(viewer.Polygon().empty());
		ExpectSameAnswer(viewer, *m_scene.world, k_origin, 30.0f, m_def);
		ExpectSameAnswer(viewer, *m_scene.world, {1.0f, 0.0f}, 20.0f, m_def);
	}
	EXPECT_GT(failed, 5);
}

TEST_F(ViewerMemory, WithoutMemoryAfterAChange)
{
	SceneRandom random(4);
	for (int64_t first = 0; first < 40; ++first)
	{
		Viewer viewer;
		ExpectSameAnswer(viewer, *m_scene.world, k_origin, 2.0f, m_def);
		AddToWorld(m_scene, random, WorldLayout::Polygons);
		m_scene.fixtures[3]->GetBody()->SetTransform(random.InBox(5.0f), 0.0f);
		FailingMemory memory(first, FailingMemory::k_never);
		const Result<> outcome = memory.Run([&] { return viewer.Look(*m_scene.world, k_origin, 40.0f, m_def); });
		EXPECT_EQ(outcome.GetError().reason == ErrorReason::OutOfMemory, memory.Failures() > 0);
		ExpectSameAnswer(viewer, *m_scene.world, k_origin, 40.0f, m_def);
	}
}

// VisibilityPolygon returns an error, and leaves the list empty.
TEST_F(ViewerMemory, APolygonWithoutMemory)
{
	const std::vector<Segment> walls(100, Segment{{1.0f, -1.0f}, {1.0f, 2.0f}});
	for (int64_t first = 0; first < 20; ++first)
	{
		std::vector<SightVertex> out;
		FailingMemory memory(first, FailingMemory::k_never);
		const Result<> outcome =
		    memory.Run([&] { return VisibilityPolygon(*m_scene.world, k_origin, 30.0f, out, m_def); });
		EXPECT_EQ(outcome.GetError().reason == ErrorReason::OutOfMemory, memory.Failures() > 0);
		EXPECT_TRUE(outcome || out.empty());
		std::vector<SightVertex> amongWalls;
		FailingMemory less(first, FailingMemory::k_never);
		const Result<> wallOutcome = less.Run([&] { return VisibilityPolygon(walls, k_origin, 30.0f, amongWalls); });
		EXPECT_EQ(wallOutcome.GetError().reason == ErrorReason::OutOfMemory, less.Failures() > 0);
		EXPECT_TRUE(wallOutcome || amongWalls.empty());
	}
}

// Runs on a new thread, which has no memory from earlier calls.
TEST_F(ViewerMemory, TheLightAtAPointWithoutMemoryIsThatOfTheLampsMiddle)
{
	const Light lamp{.position = k_origin, .radius = 30.0f, .size = 0.5f};
	LitRegion region;
	ASSERT_TRUE(Illuminate(*m_scene.world, lamp, region));
	int32_t soft = 0;
	for (int32_t i = 0; i < 200; ++i)
	{
		const float angle = 0.1f * static_cast<float>(i);
		const float distance = 0.1f * static_cast<float>(i) + 1.0f;
		const b2Vec2 point{distance * std::cos(angle), distance * std::sin(angle)};
		const float share = ShareOfLight(region, lamp, point);
		if (share == 0.0f || share == 1.0f)
		{
			continue;
		}
		++soft;
		float got = -1.0f;
		int64_t failures = 0;
		std::thread(
		    [&]
		    {
			    FailingMemory memory(0);
			    got = memory.Run([&] { return ShareOfLight(region, lamp, point); });
			    failures = memory.Failures();
		    })
		    .join();
		EXPECT_EQ(failures, 1);
		EXPECT_EQ(got, Contains(region.polygon, lamp.position, point) ? 1.0f : 0.0f);
	}
	EXPECT_GT(soft, 0);
}

} // namespace

} // namespace ricochet::test::viewer_memory_test
