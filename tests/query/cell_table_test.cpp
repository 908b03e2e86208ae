// MIT License, Copyright (c) 2026 the ricochet authors

#include "index/cell_table.h"

#include "query/spatial_hash_time_limit.h"
#include "support/scenes.h"

#include <gtest/gtest.h>

#include <map>
#include <utility>

// The table from cells to items, against maps. Covers are made by hand, so that any cells can be asked for.

namespace ricochet::test
{

namespace
{

using namespace std::chrono_literals;

CellCover CoverOf(Cell lower, Cell upper)
{
	CellCover cover;
	cover.lower = lower;
	cover.upper = upper;
	cover.box.lowerBound = {static_cast<float>(lower.x), static_cast<float>(lower.y)};
	cover.box.upperBound = {static_cast<float>(upper.x), static_cast<float>(upper.y)};
	return cover;
}

// A table and what it holds, written down in the plainest way.
class Model
{
public:
	void Add(uint32_t entry, const CellCover& cover)
	{
		MakeRoom(cover);
		Put(entry, cover);
	}

	void Remove(uint32_t entry)
	{
		table.Remove(covers.at(entry), entry);
		covers.erase(entry);
	}

	// As a hash does: what may fail comes first.
	void Move(uint32_t entry, const CellCover& cover)
	{
		MakeRoom(cover);
		Remove(entry);
		Put(entry, cover);
	}

	void SetBox(uint32_t entry, b2AABB box)
	{
		CellCover& cover = covers.at(entry);
		cover.box = box;
		table.SetBox(cover, entry);
	}

	// Every item of every cell round the origin, and no other.
	void ExpectSame(int32_t reach) const
	{
		size_t count = 0;
		std::map<std::pair<int32_t, int32_t>, int32_t> perCell;
		for (const auto& [entry, cover] : covers)
		{
			cover.ForEachCell(
			    [&, e = entry, &box = cover.box](Cell cell, uint32_t sides)
			    {
				    ++count;
				    ++perCell[{cell.x, cell.y}];
				    EXPECT_EQ(Times(table.Find(cell), e, sides, box), 1) << "entry " << e;
				    EXPECT_TRUE(cell.x >= table.Lower().x && cell.x <= table.Upper().x);
				    EXPECT_TRUE(cell.y >= table.Lower().y && cell.y <= table.Upper().y);
			    });
		}
		EXPECT_EQ(table.ItemCount(), static_cast<int64_t>(count));
		EXPECT_EQ(table.CellCount(), static_cast<int32_t>(perCell.size()));
		for (int32_t y = -reach; y <= reach; ++y)
		{
			for (int32_t x = -reach; x <= reach; ++x)
			{
				const auto cell = perCell.find({x, y});
				EXPECT_EQ(table.Find({x, y}).size(), cell == perCell.end() ? 0u : static_cast<size_t>(cell->second));
			}
		}
	}

	// At most eight slots of 16 bytes and room for twelve items of 20 bytes for each item that there was at a time.
	void ExpectBounded() const { EXPECT_LE(table.Bytes(), 256u + 368u * static_cast<size_t>(mostItems)); }

	CellTable table;
	std::map<uint32_t, CellCover> covers;
	int64_t mostItems = 0;

private:
	static int32_t Times(std::span<const CellItem> items, uint32_t entry, uint32_t sides, const b2AABB& box)
	{
		int32_t times = 0;
		for (const CellItem& item : items)
		{
			times += item.Entry() == entry && item.Sides() == sides && item.box.lowerBound == box.lowerBound &&
			         item.box.upperBound == box.upperBound;
		}
		return times;
	}

	void Put(uint32_t entry, const CellCover& cover)
	{
		table.Insert(cover, entry);
		covers.insert_or_assign(entry, cover);
	}

	void MakeRoom(const CellCover& cover)
	{
		int64_t cells = 0;
		cover.ForEachCell([&](Cell, uint32_t) { ++cells; });
		mostItems = std::max(mostItems, table.ItemCount() + cells);
		table.MakeRoom(cover);
	}
};

CellCover RandomCover(SceneRandom& random, int32_t reach)
{
	const int32_t most = random.OneIn(4) ? 6 : 2;
	const Cell lower{random.Below(2 * reach) - reach, random.Below(2 * reach) - reach};
	return CoverOf(lower, {lower.x + random.Below(most), lower.y + random.Below(most)});
}

// One change of any kind.
void Change(SceneRandom& random, Model& model, int32_t reach, uint32_t& next)
{
	const auto pick = [&]
	{
		return std::next(model.covers.begin(), random.Below(static_cast<int32_t>(model.covers.size())))->first;
	};
	switch (model.covers.empty() ? 0 : random.Below(8))
	{
	case 0:
	case 1:
		model.Add(next++, RandomCover(random, reach));
		break;
	case 2:
	case 3:
		model.Remove(pick());
		break;
	case 4:
	case 5:
		model.Move(pick(), RandomCover(random, reach));
		break;
	case 6:
		model.SetBox(pick(), {random.InBox(10.0f), random.InBox(10.0f)});
		break;
	default:
		while (random.OneIn(4) && model.covers.empty() == false)
		{
			model.Remove(model.covers.begin()->first);
		}
		break;
	}
}

} // namespace

TEST(CellTable, IsWhatWasPutIntoItAfterAnyChanges)
{
	const TimeLimit limit(30s);
	SceneRandom random(681);
	for (int32_t run = 0; run < ScaledCount(3000) && testing::Test::HasFailure() == false; ++run)
	{
		Model model;
		uint32_t next = 0;
		const int32_t reach = 1 + random.Below(6);
		for (int32_t i = 0; i < 60 && testing::Test::HasFailure() == false; ++i)
		{
			Change(random, model, reach, next);
			model.ExpectSame(reach + 7);
			model.ExpectBounded();
		}
	}
}

// The rows and columns of an entry that wanders over the same few cells, from tables of every fill.
TEST(CellTable, ProbesEndWhateverWasEmptied)
{
	const TimeLimit limit(20s);
	for (int32_t others = 0; others < 20; ++others)
	{
		for (int32_t length = 1; length <= 40; ++length)
		{
			Model model;
			for (int32_t i = 0; i < others; ++i)
			{
				model.Add(static_cast<uint32_t>(1 + i), CoverOf({i, -1}, {i, -1}));
			}
			for (int32_t i = 0; i < 20; ++i)
			{
				model.Add(0, CoverOf({i, 0}, {i + length - 1, 0}));
				EXPECT_TRUE(model.table.Find({i - 1, 0}).empty());
				EXPECT_EQ(model.table.CellCount(), others + length);
				model.Remove(0);
				EXPECT_TRUE(model.table.Find({1000, 1000}).empty());
			}
			model.ExpectSame(21);
			model.ExpectBounded();
		}
	}
}

TEST(CellTable, AMillionChangesTakeNoMoreMemoryThanTheMostItemsNeed)
{
	const TimeLimit limit(30s);
	SceneRandom random(682);
	Model model;
	for (uint32_t i = 0; i < 100; ++i)
	{
		model.Add(i, RandomCover(random, 10));
	}
	// Ever farther from where they were.
	for (int32_t i = 0; i < ScaledCount(1000000) && testing::Test::HasFailure() == false; ++i)
	{
		const auto entry = static_cast<uint32_t>(random.Below(100));
		CellCover cover = RandomCover(random, 10);
		cover.lower.x += i / 10;
		cover.upper.x += i / 10;
		if (model.covers.contains(entry) == false)
		{
			model.Add(entry, cover);
		}
		else if (random.OneIn(3))
		{
			model.Remove(entry);
		}
		else
		{
			model.Move(entry, cover);
		}
		model.ExpectBounded();
	}
	model.ExpectSame(20);
}

// A swarm that goes from cell to cell, each of which keeps one of something else, does not leave its room in all.
TEST(CellTable, ASwarmLeavesNoRoomBehind)
{
	const TimeLimit limit(30s);
	constexpr uint32_t k_swarm = 200;
	Model model;
	const int32_t cells = ScaledCount(2000);
	for (int32_t x = 0; x < cells; ++x)
	{
		const auto wall = static_cast<uint32_t>(x);
		model.Add(k_swarm + wall, CoverOf({x, 0}, {x, 0}));
	}
	for (uint32_t i = 0; i < k_swarm; ++i)
	{
		model.Add(i, CoverOf({0, 0}, {0, 0}));
	}
	for (int32_t x = 1; x < cells; ++x)
	{
		for (uint32_t i = 0; i < k_swarm; ++i)
		{
			model.Move(i, CoverOf({x, 0}, {x, 0}));
		}
		model.ExpectBounded();
	}
	model.ExpectSame(20);
}

TEST(CellTable, ARebuiltTableForgetsWhereItemsWere)
{
	Model model;
	for (int32_t x = 0; x < 10000; ++x)
	{
		model.Add(0, CoverOf({x, -x}, {x, -x}));
		model.Remove(0);
	}
	EXPECT_GT(model.table.Lower().x, 9000);
	EXPECT_LT(model.table.Upper().y, -9000);
}

} // namespace ricochet::test
