// MIT License, Copyright (c) 2026 the ricochet authors

#include "index/nested_grid.h"

#include "geometry/round_to_float.h"
#include "support/random.h"
#include "support/test_scale.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>
#include <vector>

// Tests grids of circles and lines. A ray through a point of an item must visit the item.

namespace ricochet::test::nested_grid_test
{

namespace
{

using Point = Vec<double>;

struct Items
{
	std::vector<GridItem> items;

	void AddCircle(b2Vec2 center, float radius)
	{
		const b2Vec2 reach{radius, radius};
		Add({center.x, center.y, 1.00001f * radius}, {center - reach, center + reach}, {center, center}, false);
	}

	void AddLine(b2Vec2 a, b2Vec2 b)
	{
		const b2Vec2 center = 0.5f * (a + b);
		const float radius = 1.00001f * std::max((a - center).Length(), (b - center).Length());
		Add({center.x, center.y, radius}, {b2Min(a, b), b2Max(a, b)}, {a, b}, true);
	}

	// Returns a random point inside the disc, not quite up to the rim, or on the line.
	[[nodiscard]] Point PointIn(Random& random, size_t index) const
	{
		const GridItem& item = items[index];
		if (item.isLine)
		{
			const double share = random.Uniform(0.0f, 1.0f);
			return {
			    item.bounds.ends[0].x + share * (static_cast<double>(item.bounds.ends[1].x) - item.bounds.ends[0].x),
			    item.bounds.ends[0].y + share * (static_cast<double>(item.bounds.ends[1].y) - item.bounds.ends[0].y)};
		}
		const double angle = random.Uniform(0.0f, 6.2831853f);
		const double radius = 0.999 * random.Uniform(0.0f, item.bounds.circle.radius);
		return {item.bounds.circle.x + radius * std::cos(angle), item.bounds.circle.y + radius * std::sin(angle)};
	}

private:
	void Add(const Circle32& circle, const b2AABB& box, const std::array<b2Vec2, 2>& ends, bool isLine)
	{
		items.push_back({static_cast<uint32_t>(items.size()), {circle, box, ends}, isLine});
	}
};

b2Vec2 InBox(Random& random, float reach)
{
	return {random.Uniform(-reach, reach), random.Uniform(-reach, reach)};
}

b2Vec2 Direction(Random& random)
{
	if (random.OneIn(4))
	{
		return random.OneIn(2) ? b2Vec2{random.Sign(), 0.0f} : b2Vec2{0.0f, random.Sign()};
	}
	const float angle = random.Uniform(0.0f, 6.2831853f);
	return {std::cos(angle), std::sin(angle)};
}

// Makes discs and lines of all sizes. Half of them are in clusters, on lattices, or in a row.
Items MakeItems(Random& random, int32_t count, float reach)
{
	Items made;
	const int32_t kind = random.Below(4);
	b2Vec2 cluster{0.0f, 0.0f};
	for (int32_t i = 0; i < count; ++i)
	{
		const float size =
		    reach * (random.OneIn(20) ? random.LogUniform(1e-5f, 1.0f) : random.LogUniform(1e-4f, 1e-2f));
		cluster = random.OneIn(200) ? InBox(random, reach) : cluster;
		b2Vec2 place = InBox(random, reach);
		if (kind == 1 && random.OneIn(2))
		{
			place = cluster + InBox(random, 0.01f * reach);
		}
		else if (kind == 2)
		{
			place = 0.0625f * reach * b2Vec2{std::floor(16.0f * place.x / reach), std::floor(16.0f * place.y / reach)};
		}
		else if (kind == 3)
		{
			place.y = 0.0f;
		}
		if (random.OneIn(3))
		{
			made.AddLine(place,
			             place + (random.OneIn(10) ? random.Uniform(0.1f, 1.0f) * reach : size) * Direction(random));
		}
		else
		{
			made.AddCircle(place, size);
		}
	}
	return made;
}

// Counts the rays whose walk does not visit the item at which they are aimed.
int32_t Missed(Random& random, const Items& made, const NestedGrid& grid, float reach, float farthest, int32_t rays)
{
	int32_t missed = 0;
	for (int32_t i = 0; i < rays; ++i)
	{
		const auto target = static_cast<size_t>(random.Below(static_cast<int32_t>(made.items.size())));
		const Point point = made.PointIn(random, target);
		const float away = reach * (random.OneIn(8) ? 0.0f : random.LogUniform(1e-4f, farthest));
		const b2Vec2 toward = Direction(random);
		const b2Vec2 origin{static_cast<float>(point.x - static_cast<double>(away) * toward.x),
		                    static_cast<float>(point.y - static_cast<double>(away) * toward.y)};
		const Point way{point.x - origin.x, point.y - origin.y};
		const double length = std::sqrt(way.x * way.x + way.y * way.y);
		// The limit is slightly beyond the point. Half of the walks start with twice the limit.
		const double limit = length * (1.0 + 0x1p-40);
		bool isVisited = false;
		grid.Walk(Heading(origin, way, length), random.OneIn(2) ? limit : 2.0 * limit,
		          [&](uint32_t index, const LaneRay&, double)
		          {
			          isVisited = isVisited || index == target;
			          return limit;
		          });
		missed += isVisited ? 0 : 1;
	}
	return missed;
}

} // namespace

TEST(NestedGrid, ComesByAllThatTheRayMeets)
{
	Random random(1);
	for (int32_t run = 0; run < ScaledCount(600); ++run)
	{
		const float reach = random.LogUniform(1e-3f, 1e6f);
		const Items made = MakeItems(random, 1 + static_cast<int32_t>(random.LogUniform(1.0f, 4000.0f)), reach);
		NestedGrid grid;
		grid.Build(made.items);
		ASSERT_EQ(Missed(random, made, grid, reach, 10.0f, 1000), 0) << "run " << run;
		ASSERT_EQ(Missed(random, made, grid, reach, 1e5f, 100), 0) << "run " << run;
	}
}

// A query with a box must visit every item that has a point in the box.
TEST(NestedGrid, ComesByAllThatReachIntoABox)
{
	Random random(4);
	for (int32_t run = 0; run < ScaledCount(300); ++run)
	{
		const float reach = random.LogUniform(1e-3f, 1e6f);
		const Items made = MakeItems(random, 1 + static_cast<int32_t>(random.LogUniform(1.0f, 4000.0f)), reach);
		NestedGrid grid;
		grid.Build(made.items);
		for (int32_t i = 0; i < 100; ++i)
		{
			const auto target = static_cast<size_t>(random.Below(static_cast<int32_t>(made.items.size())));
			const Point point = made.PointIn(random, target);
			const float size = random.OneIn(8) ? 3e38f : random.LogUniform(1e-6f, 3.0f) * reach;
			// The box is rounded outwards, so that it contains the point, which is sometimes on its border.
			const auto below = [&](double x)
			{
				return RoundToFloat(x - 0x1p-23 * std::abs(x) - (random.OneIn(4) ? 0.0 : size));
			};
			const auto above = [&](double x)
			{
				return RoundToFloat(x + 0x1p-23 * std::abs(x) + (random.OneIn(4) ? 0.0 : size));
			};
			b2AABB box;
			box.lowerBound = {below(point.x), below(point.y)};
			box.upperBound = {above(point.x), above(point.y)};
			bool isVisited = false;
			grid.WalkBox(box, [&](uint32_t index) { isVisited = isVisited || index == target; });
			ASSERT_TRUE(isVisited) << "run " << run << " box " << i;
		}
	}
}

// In a large world, a small box is near only a few of the items.
TEST(NestedGrid, PassesOverWhatIsFarFromABox)
{
	Random random(5);
	Items made;
	for (int32_t i = 0; i < 10000; ++i)
	{
		made.AddCircle(InBox(random, 100.0f), 0.2f);
	}
	NestedGrid grid;
	grid.Build(made.items);
	b2AABB box;
	box.lowerBound = {10.0f, 10.0f};
	box.upperBound = {12.0f, 12.0f};
	int32_t visits = 0;
	grid.WalkBox(box, [&](uint32_t) { visits += 1; });
	EXPECT_GE(visits, 1);
	EXPECT_LT(visits, 60);
	box.lowerBound = {1000.0f, 10.0f};
	box.upperBound = {1002.0f, 12.0f};
	grid.WalkBox(box, [&](uint32_t) { ADD_FAILURE() << "nothing is there"; });
}

TEST(NestedGrid, OfABoxABoundThatIsNoNumberBoundsNothing)
{
	constexpr float k_nan = std::numeric_limits<float>::quiet_NaN();
	Random random(6);
	const Items made = MakeItems(random, 500, 100.0f);
	NestedGrid grid;
	grid.Build(made.items);
	b2AABB box;
	box.lowerBound = box.upperBound = {k_nan, k_nan};
	std::vector<bool> isVisited(made.items.size());
	grid.WalkBox(box, [&](uint32_t index) { isVisited[index] = true; });
	EXPECT_EQ(std::count(isVisited.begin(), isVisited.end(), true), static_cast<std::ptrdiff_t>(made.items.size()));
	NestedGrid().WalkBox(box, [&](uint32_t) { ADD_FAILURE() << "nothing is there"; });
}

TEST(NestedGrid, NothingIsVisitedAfterAStop)
{
	Random random(2);
	const Items made = MakeItems(random, 3000, 100.0f);
	NestedGrid grid;
	grid.Build(made.items);
	for (int32_t i = 0; i < ScaledCount(2000); ++i)
	{
		int32_t visits = 0;
		grid.Walk(Heading(InBox(random, 100.0f), {60.0, 80.0}, 100.0), 100.0,
		          [&](uint32_t, const LaneRay&, double)
		          {
			          visits += 1;
			          return -1.0;
		          });
		ASSERT_LE(visits, 1);
	}
}

TEST(NestedGrid, ItIsWhatItWasBuiltOfLast)
{
	NestedGrid grid;
	const auto visits = [&]
	{
		int32_t count = 0;
		grid.Walk(Heading({-5.0f, 0.0f}, {10.0, 0.0}, 10.0), 10.0,
		          [&](uint32_t, const LaneRay&, double)
		          {
			          ++count;
			          return 10.0;
		          });
		return count;
	};
	EXPECT_EQ(visits(), 0);
	Items one;
	one.AddCircle({0.0f, 0.0f}, 1.0f);
	grid.Build(one.items);
	EXPECT_GT(visits(), 0);
	Items other;
	other.AddCircle({0.0f, 5.0f}, 1.0f);
	grid.Build(other.items);
	EXPECT_EQ(visits(), 0);
	grid.Build(one.items);
	grid.Build({});
	EXPECT_EQ(visits(), 0);
}

// If shapes lie on top of each other, or a few are large and many small, the nesting depth must stay bounded.
TEST(NestedGrid, ItsMemoryIsBounded)
{
	Random random(3);
	Items crowd;
	Items mixed;
	for (int32_t i = 0; i < 5000; ++i)
	{
		crowd.AddCircle({1.0f, 2.0f}, 0.5f);
		const float size = random.OneIn(20) ? 500.0f : 0.01f;
		mixed.AddCircle(InBox(random, 1000.0f), size);
	}
	for (const Items* made : {&crowd, &mixed})
	{
		NestedGrid grid;
		grid.Build(made->items);
		EXPECT_LT(grid.Bytes(), made->items.size() * 4000);
	}
}

// The discs are in a row, and each covers an eighth of it.
TEST(NestedGrid, ItsMemoryPerItemDoesNotGrowWithTheirNumber)
{
	const auto bytesPerItem = [](int32_t count)
	{
		Random random(7);
		Items row;
		for (int32_t i = 0; i < count; ++i)
		{
			row.AddCircle({random.Uniform(-1.0f, 1.0f), 0.0f}, 0.125f);
		}
		NestedGrid grid;
		grid.Build(row.items);
		return grid.Bytes() / row.items.size();
	};
	EXPECT_LT(bytesPerItem(10000), 2 * bytesPerItem(2500));
}

} // namespace ricochet::test::nested_grid_test
