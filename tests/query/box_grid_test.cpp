// MIT License, Copyright (c) 2026 the ricochet authors

#include "index/box_grid.h"

#include "support/floats.h"
#include "support/random.h"
#include "support/test_scale.h"

#include <gtest/gtest.h>

#include <cfloat>
#include <limits>
#include <set>
#include <vector>

// Compares a grid of boxes with a search of every box.

namespace ricochet::test::box_grid_test
{

namespace
{

b2Vec2 InBox(Random& random, float reach)
{
	return {random.Uniform(-reach, reach), random.Uniform(-reach, reach)};
}

// Makes small and large boxes, and some that no grid accepts.
std::vector<b2AABB> MakeBoxes(Random& random, int32_t count, float reach)
{
	const float hostile[] = {k_nan, k_inf, -k_inf, FLT_MAX, -2.0e12f};
	std::vector<b2AABB> boxes;
	for (int32_t i = 0; i < count; ++i)
	{
		const b2Vec2 lower = InBox(random, reach);
		const float size = random.LogUniform(1e-4f, random.OneIn(20) ? 1.0f : 0.05f) * reach;
		b2AABB box{lower, lower + b2Vec2{random.Uniform(0.0f, size), random.Uniform(0.0f, size)}};
		if (random.OneIn(50))
		{
			box.upperBound.x = hostile[random.Below(5)];
		}
		boxes.push_back(box);
	}
	return boxes;
}

} // namespace

TEST(BoxGrid, FindsTheBoxesThatOverlapABox)
{
	Random random(691);
	size_t found = 0;
	for (int32_t run = 0; run < ScaledCount(200); ++run)
	{
		const float reach = random.LogUniform(1.0f, 1e6f);
		const std::vector<b2AABB> boxes = MakeBoxes(random, random.Below(400), reach);
		BoxGrid grid;
		grid.Build(boxes);
		for (int32_t i = 0; i < 20; ++i)
		{
			const b2Vec2 lower = InBox(random, reach);
			const b2AABB box{lower, lower + random.LogUniform(1e-3f, 1.0f) * reach * b2Vec2{1.0f, 0.5f}};
			std::set<uint32_t> seen;
			grid.WalkBox(box, [&](uint32_t index) { seen.insert(index); });
			for (uint32_t index = 0; index < boxes.size(); ++index)
			{
				ASSERT_EQ(seen.contains(index), b2TestOverlap(boxes[index], box)) << "box " << index;
			}
			found += seen.size();
		}
	}
	EXPECT_GT(found, 0u);
}

TEST(BoxGrid, FindsTheBoxesOnARay)
{
	Random random(692);
	size_t found = 0;
	for (int32_t run = 0; run < ScaledCount(200); ++run)
	{
		const float reach = random.LogUniform(1.0f, 1e6f);
		const std::vector<b2AABB> boxes = MakeBoxes(random, random.Below(400), reach);
		BoxGrid grid;
		grid.Build(boxes);
		for (int32_t i = 0; i < 20; ++i)
		{
			const Ray ray{InBox(random, 2.0f * reach), random.OneIn(8) ? b2Vec2{0.0f, 0.0f} : InBox(random, reach),
			              random.Uniform(0.0f, 1.5f)};
			const float radius = random.OneIn(2) ? 0.0f : random.LogUniform(1e-3f, 0.1f) * reach;
			const SlabTest slabs(ray, radius);
			std::set<uint32_t> seen;
			grid.WalkRay(ray, radius,
			             [&](uint32_t index)
			             {
				             seen.insert(index);
				             return ray.maxFraction;
			             });
			for (uint32_t index = 0; index < boxes.size(); ++index)
			{
				const bool isOn = slabs.Entry(boxes[index], ray.maxFraction) <= static_cast<double>(ray.maxFraction);
				ASSERT_EQ(seen.contains(index), isOn) << "box " << index;
			}
			found += seen.size();
		}
	}
	EXPECT_GT(found, 0u);
}

TEST(BoxGrid, LeavesOutWhatLiesBeyondTheLastFraction)
{
	std::vector<b2AABB> boxes;
	for (float x = 10.0f; x < 1000.0f; x += 10.0f)
	{
		boxes.push_back({{x, -1.0f}, {x + 1.0f, 1.0f}});
	}
	BoxGrid grid;
	grid.Build(boxes);
	size_t visits = 0;
	grid.WalkRay({{0.0f, 0.0f}, {2000.0f, 0.0f}}, 0.0f,
	             [&](uint32_t index)
	             {
		             visits += 1;
		             return (static_cast<double>(boxes[index].upperBound.x) + 1.0) / 2000.0;
	             });
	EXPECT_LT(visits, 20u);
	grid.Clear();
	grid.WalkBox(boxes[0], [](uint32_t) { FAIL(); });
}

} // namespace ricochet::test::box_grid_test
