// MIT License, Copyright (c) 2026 the ricochet authors

#include "index/grid_index.h"

#include "support/random.h"
#include "support/test_scale.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <set>
#include <vector>

// Tests the entries of an index and the grids that hold them, after changes in any order.

namespace ricochet::test::grid_index_test
{

namespace
{

GridEntry SegmentAt(b2Vec2 place)
{
	b2Transform pose;
	pose.SetIdentity();
	GridEntry entry;
	EXPECT_TRUE(CopyChild(ChildGeometry::Edge(place, place + b2Vec2{1.0f, 0.5f}, false), pose, entry));
	return entry;
}

b2AABB BoxAt(b2Vec2 place)
{
	const b2Vec2 reach{0.25f, 0.25f};
	return {place - reach, place + reach};
}

// An index, and the place of each of its entries in a simple map.
class Model
{
public:
	void Add(b2Vec2 place)
	{
		const uint32_t entry = index.Add(SegmentAt(place));
		EXPECT_FALSE(places.contains(entry));
		EXPECT_TRUE(m_given.insert({entry, index.marks[entry].generation}).second) << "a name is used twice";
		places[entry] = place;
	}

	void Move(uint32_t entry, b2Vec2 place)
	{
		index.Replace(entry, SegmentAt(place));
		places[entry] = place;
	}

	void Remove(uint32_t entry)
	{
		index.Remove(entry);
		places.erase(entry);
	}

	// Checks that every entry is in the grid that its record names, and is found there.
	void ExpectSame() const
	{
		EXPECT_EQ(index.Count(), static_cast<int32_t>(places.size()));
		for (const auto& [entry, place] : places)
		{
			EXPECT_TRUE(index.entries[entry].IsSomewhere());
			EXPECT_EQ(index.entries[entry].outline.vertices[0], place);
			EXPECT_TRUE(IsFoundAt(place, entry));
		}
		int32_t grids = 0;
		index.ForEachGrid(
		    [&](const NestedGrid& grid, uint32_t number)
		    {
			    int32_t live = 0;
			    grid.VisitAll([&](uint32_t i) { return live += index.entries[i].grid == number, true; });
			    EXPECT_GT(live, 0) << "a grid that holds nothing";
			    return ++grids > 0;
		    });
		EXPECT_LE(grids, 14);
	}

	GridIndex index;
	std::map<uint32_t, b2Vec2> places;

private:
	[[nodiscard]] bool IsFoundAt(b2Vec2 place, uint32_t entry) const
	{
		bool isFound = false;
		index.ForEachGrid(
		    [&](const NestedGrid& grid, uint32_t number)
		    {
			    grid.WalkBox(BoxAt(place),
			                 [&](uint32_t i) { isFound |= i == entry && index.entries[i].grid == number; });
			    return isFound == false;
		    });
		return isFound;
	}

	std::set<std::pair<uint32_t, uint32_t>> m_given;
};

b2Vec2 AnyPlace(Random& random, float reach)
{
	return {random.Uniform(-reach, reach), random.Uniform(-reach, reach)};
}

void Change(Random& random, Model& model, float reach)
{
	const auto pick = [&]
	{
		auto entry = model.places.begin();
		std::advance(entry, random.Below(static_cast<int32_t>(model.places.size())));
		return entry->first;
	};
	const int32_t kind = model.places.empty() ? 0 : random.Below(8);
	if (kind < 3)
	{
		model.Add(AnyPlace(random, reach));
	}
	else if (kind < 5)
	{
		model.Remove(pick());
	}
	else if (kind < 7)
	{
		model.Move(pick(), AnyPlace(random, reach));
	}
	else
	{
		for (int32_t more = random.Below(100); more > 0; --more)
		{
			model.Add(AnyPlace(random, reach));
		}
	}
}

} // namespace

TEST(GridIndex, HoldsWhatWasPutIntoItAfterAnyChanges)
{
	Random random(681);
	for (int32_t run = 0; run < ScaledCount(200) && testing::Test::HasFailure() == false; ++run)
	{
		Model model;
		const float reach = random.LogUniform(1.0f, 100.0f);
		for (int32_t i = 0; i < 120 && testing::Test::HasFailure() == false; ++i)
		{
			Change(random, model, reach);
			if (i % 10 == 9)
			{
				model.ExpectSame();
			}
		}
		while (model.places.empty() == false)
		{
			model.Remove(model.places.begin()->first);
		}
		model.ExpectSame();
	}
}

TEST(GridIndex, ManyChangesTakeNoMoreMemoryThanTheMostEntriesNeed)
{
	Random random(682);
	Model model;
	for (int32_t i = 0; i < 200; ++i)
	{
		model.Add(AnyPlace(random, 20.0f));
	}
	size_t most = 0;
	for (int32_t i = 0; i < ScaledCount(100000); ++i)
	{
		const auto entry = static_cast<uint32_t>(random.Below(200));
		if (model.places.contains(entry) == false)
		{
			model.Add(AnyPlace(random, 20.0f) + b2Vec2{0.01f * static_cast<float>(i), 0.0f});
		}
		else if (random.OneIn(3))
		{
			model.Remove(entry);
		}
		else
		{
			model.Move(entry, AnyPlace(random, 20.0f) + b2Vec2{0.01f * static_cast<float>(i), 0.0f});
		}
		most = std::max(most, model.index.Bytes());
	}
	model.ExpectSame();
	EXPECT_LE(most, size_t{200} * 1500);
}

// Entries at rest stay in a grid that is not built again, however often other entries move.
TEST(GridIndex, WhatMovesLeavesTheLargestGridAlone)
{
	Random random(683);
	Model model;
	for (int32_t i = 0; i < 4000; ++i)
	{
		model.Add(AnyPlace(random, 100.0f));
	}
	const uint32_t largest = model.index.LargestGrid();
	const uint64_t build = model.index.BuildOf(largest);
	for (int32_t i = 0; i < 20000; ++i)
	{
		model.Move(static_cast<uint32_t>(random.Below(20)), AnyPlace(random, 100.0f));
	}
	EXPECT_EQ(model.index.LargestGrid(), largest);
	EXPECT_EQ(model.index.BuildOf(largest), build);
	model.ExpectSame();
}

TEST(GridIndex, AWalkMarksAnEntryOnce)
{
	Visited outer(10);
	EXPECT_TRUE(outer.Mark(3));
	EXPECT_FALSE(outer.Mark(3));
	{
		Visited inner(10); // a predicate may start a walk of its own
		EXPECT_TRUE(inner.Mark(3));
		EXPECT_TRUE(inner.Mark(9));
	}
	EXPECT_FALSE(outer.Mark(3));
	EXPECT_TRUE(outer.Mark(9));
	for (int32_t walk = 0; walk < 1000; ++walk)
	{
		Visited next(static_cast<size_t>(10 + walk));
		EXPECT_TRUE(next.Mark(3));
		EXPECT_FALSE(next.Mark(3));
		EXPECT_TRUE(next.Mark(static_cast<uint32_t>(9 + walk)));
	}
}

} // namespace ricochet::test::grid_index_test
