// MIT License, Copyright (c) 2026 the ricochet authors

#include <ricochet/geometry/supercover.h>

#include "support/floats.h"
#include "support/oracle.h"
#include "support/random_rays.h"
#include "support/scenes.h"
#include "support/test_scale.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cfloat>
#include <climits>
#include <cmath>
#include <ostream>
#include <set>
#include <tuple>
#include <vector>

namespace ricochet
{

void PrintTo(const Cell& cell, std::ostream* out)
{
	*out << "(" << cell.x << ", " << cell.y << ")";
}

} // namespace ricochet

namespace ricochet::test::supercover_test
{

namespace
{

constexpr std::array k_rules{CornerRule::Thin, CornerRule::Supercover, CornerRule::Conservative};

struct Less
{
	bool operator()(Cell a, Cell b) const { return std::tie(a.y, a.x) < std::tie(b.y, b.x); }
};
using CellSet = std::set<Cell, Less>;

std::vector<Cell> Walk(b2Vec2 from, b2Vec2 to, float size, CornerRule rule = CornerRule::Supercover)
{
	std::vector<Cell> cells;
	const Result<ricochet::Walk> walk = WalkSupercover(
	    from, to, size, [&](Cell cell) { cells.push_back(cell); }, rule);
	EXPECT_TRUE(walk) << walk.GetError().Message();
	EXPECT_EQ(walk ? walk->visited : -1, static_cast<int64_t>(cells.size()));
	EXPECT_FALSE(walk && walk->stopped);
	return cells;
}

/// Returns the cell that owns a point. Expects that there is one.
Cell OwnerOf(b2Vec2 point, float size)
{
	const Result<Cell> cell = CellAt(point, size);
	EXPECT_TRUE(cell) << cell.GetError().Message();
	return cell ? *cell : Cell{INT_MIN, INT_MIN};
}

std::vector<Cell> WalkTiles(int x0, int y0, int x1, int y1, CornerRule rule = CornerRule::Supercover)
{
	std::vector<Cell> cells;
	EXPECT_TRUE(WalkSupercoverTiles(
	    x0, y0, x1, y1, [&](Cell cell) { cells.push_back(cell); }, rule));
	return cells;
}

CellSet SetOf(const std::vector<Cell>& cells)
{
	const CellSet set(cells.begin(), cells.end());
	EXPECT_EQ(set.size(), cells.size()) << "a cell was visited twice";
	return set;
}

// The definitions of CornerRule, cell by cell, in rational arithmetic ------------------------------------------------

struct Segment
{
	std::array<mpq_class, 2> from, way; // in units of cells

	Segment(b2Vec2 a, b2Vec2 b, float size)
	    : from{mpq_class(a.x) / mpq_class(size), mpq_class(a.y) / mpq_class(size)},
	      way{(mpq_class(b.x) - mpq_class(a.x)) / mpq_class(size), (mpq_class(b.y) - mpq_class(a.y)) / mpq_class(size)}
	{
	}
};

int32_t FloorOf(const mpq_class& x)
{
	mpz_class floor;
	mpz_fdiv_q(floor.get_mpz_t(), x.get_num_mpz_t(), x.get_den_mpz_t());
	return static_cast<int32_t>(floor.get_si());
}

bool IsWhole(const mpq_class& x)
{
	return x.get_den() == 1;
}

// Cuts [first, last] to the fractions at which one coordinate of the segment is in [lower, lower + 1]; empty if first >
// last.
void Cut(const mpq_class& from, const mpq_class& way, int32_t lower, bool open, mpq_class& first, mpq_class& last)
{
	if (way == 0)
	{
		const bool inside = open ? from > lower && from < lower + 1 : from >= lower && from <= lower + 1;
		last = inside ? last : mpq_class(-1);
		return;
	}
	mpq_class a = (lower - from) / way;
	mpq_class b = (lower + 1 - from) / way;
	if (a > b)
	{
		std::swap(a, b);
	}
	first = std::max(first, a);
	last = std::min(last, b);
}

bool MeetsClosed(const Segment& s, Cell cell)
{
	mpq_class first = 0, last = 1;
	Cut(s.from[0], s.way[0], cell.x, false, first, last);
	Cut(s.from[1], s.way[1], cell.y, false, first, last);
	return first <= last;
}

// True if the segment crosses the cell's interior. A coordinate that stays on a grid line counts as inside the cell
// that owns the line.
bool MeetsInterior(const Segment& s, Cell cell)
{
	mpq_class first = 0, last = 1;
	for (const auto& [k, lower] : {std::pair(0u, cell.x), std::pair(1u, cell.y)})
	{
		const bool onLine = s.way[k] == 0 && IsWhole(s.from[k]);
		Cut(onLine ? mpq_class(s.from[k] + mpq_class(1, 2)) : s.from[k], s.way[k], lower, true, first, last);
	}
	return s.way[0] == 0 && s.way[1] == 0 ? last == 1 : first < last;
}

bool PassesThrough(const Segment& s, int32_t x, int32_t y)
{
	const mpq_class dx = x - s.from[0], dy = y - s.from[1];
	const mpq_class along = dx * s.way[0] + dy * s.way[1];
	return dx * s.way[1] == dy * s.way[0] && along >= 0 && along <= s.way[0] * s.way[0] + s.way[1] * s.way[1];
}

struct ExactCells
{
	CellSet thin, supercover, conservative;

	ExactCells(b2Vec2 from, b2Vec2 to, float size)
	{
		const Segment s(from, to, size);
		const Cell a{FloorOf(s.from[0]), FloorOf(s.from[1])};
		const Cell b{FloorOf(s.from[0] + s.way[0]), FloorOf(s.from[1] + s.way[1])};
		const Cell lower{std::min(a.x, b.x) - 2, std::min(a.y, b.y) - 2};
		const Cell upper{std::max(a.x, b.x) + 2, std::max(a.y, b.y) + 2};
		thin = {a, b};
		for (int32_t y = lower.y; y <= upper.y; ++y)
		{
			for (int32_t x = lower.x; x <= upper.x; ++x)
			{
				if (MeetsClosed(s, {x, y}))
				{
					conservative.insert({x, y});
				}
				if (MeetsInterior(s, {x, y}))
				{
					thin.insert({x, y});
				}
			}
		}
		supercover = thin;
		for (int32_t y = lower.y; y <= upper.y; ++y)
		{
			for (int32_t x = lower.x; x <= upper.x; ++x)
			{
				AddBesideCorner(s, x, y);
			}
		}
	}

	// If Thin steps diagonally over the corner (x, y), adds the cells beside the corner.
	void AddBesideCorner(const Segment& s, int32_t x, int32_t y)
	{
		const std::array<Cell, 2> rising{Cell{x - 1, y - 1}, Cell{x, y}};
		const std::array<Cell, 2> falling{Cell{x - 1, y}, Cell{x, y - 1}};
		const bool hasRising = thin.contains(rising[0]) && thin.contains(rising[1]);
		const bool hasFalling = thin.contains(falling[0]) && thin.contains(falling[1]);
		if (hasRising != hasFalling && PassesThrough(s, x, y))
		{
			const auto& beside = hasRising ? falling : rising;
			supercover.insert(beside.begin(), beside.end());
		}
	}

	const CellSet& By(CornerRule rule) const
	{
		return rule == CornerRule::Thin ? thin : (rule == CornerRule::Supercover ? supercover : conservative);
	}
};

// Returns the fraction at which the segment first touches a cell, which is a closed square.
mpq_class FirstMet(const Segment& s, Cell cell)
{
	mpq_class first = 0, last = 1;
	Cut(s.from[0], s.way[0], cell.x, false, first, last);
	Cut(s.from[1], s.way[1], cell.y, false, first, last);
	return first;
}

void ExpectOrdered(const std::vector<Cell>& cells, const Segment& s, CornerRule rule)
{
	for (size_t i = 1; i < cells.size(); ++i)
	{
		EXPECT_LE(FirstMet(s, cells[i - 1]), FirstMet(s, cells[i]));
		const int dx = std::abs(cells[i].x - cells[i - 1].x);
		const int dy = std::abs(cells[i].y - cells[i - 1].y);
		if (rule == CornerRule::Thin)
		{
			EXPECT_EQ(std::max(dx, dy), 1);
		}
	}
}

// Compares all three rules with their definitions, in both directions.
void ExpectExact(b2Vec2 from, b2Vec2 to, float size)
{
	SCOPED_TRACE(testing::Message() << ToText(from) << " -> " << ToText(to) << " by " << ToText(size));
	const ExactCells exact(from, to, size);
	const Segment segment(from, to, size);
	for (CornerRule rule : k_rules)
	{
		SCOPED_TRACE(testing::Message() << "rule " << static_cast<int>(rule));
		const std::vector<Cell> there = Walk(from, to, size, rule);
		std::vector<Cell> back = Walk(to, from, size, rule);
		EXPECT_EQ(SetOf(there), exact.By(rule));
		EXPECT_EQ(SetOf(back), exact.By(rule));
		ExpectOrdered(there, segment, rule);
		if (rule != CornerRule::Conservative)
		{
			std::reverse(back.begin(), back.end());
			EXPECT_EQ(there, back);
			EXPECT_EQ(there.front(), OwnerOf(from, size));
			EXPECT_EQ(there.back(), OwnerOf(to, size));
		}
	}
}

bool IsFourConnected(const CellSet& cells)
{
	std::vector<Cell> reached{*cells.begin()};
	CellSet seen{*cells.begin()};
	while (reached.empty() == false)
	{
		const Cell at = reached.back();
		reached.pop_back();
		for (const Cell next : {Cell{at.x + 1, at.y}, Cell{at.x - 1, at.y}, Cell{at.x, at.y + 1}, Cell{at.x, at.y - 1}})
		{
			if (cells.contains(next) && seen.insert(next).second)
			{
				reached.push_back(next);
			}
		}
	}
	return seen.size() == cells.size();
}

} // namespace

// By hand ------------------------------------------------------------------------------------------------------------

TEST(Supercover, FloorsNegativeCoordinates)
{
	EXPECT_EQ(OwnerOf({-0.5f, 0.5f}, 1.0f), (Cell{-1, 0}));
	EXPECT_EQ(OwnerOf({-1.0f, -2.0f}, 1.0f), (Cell{-1, -2}));
	EXPECT_EQ(OwnerOf({-0.0f, 0.0f}, 1.0f), (Cell{0, 0}));
	EXPECT_EQ(OwnerOf({-1e-45f, 1e-45f}, 1.0f), (Cell{-1, 0}));
	const std::vector<Cell> expected{{1, 0}, {0, 0}, {-1, 0}, {-2, 0}};
	EXPECT_EQ(Walk({1.5f, 0.5f}, {-1.5f, 0.5f}, 1.0f), expected);
}

TEST(Supercover, ZeroHasNoSign)
{
	for (CornerRule rule : k_rules)
	{
		for (const float x : {-2.5f, 0.0f, 3.0f})
		{
			EXPECT_EQ(Walk({0.0f, 0.0f}, {x, 0.0f}, 1.0f, rule), Walk({-0.0f, -0.0f}, {x, -0.0f}, 1.0f, rule));
			EXPECT_EQ(Walk({0.0f, x}, {0.0f, -x}, 1.0f, rule), Walk({-0.0f, x}, {-0.0f, -x}, 1.0f, rule));
		}
	}
}

TEST(Supercover, PassesACornerAsTheRuleSays)
{
	const std::vector<Cell> thin{{0, 0}, {1, 1}};
	const std::vector<Cell> both{{0, 0}, {1, 0}, {0, 1}, {1, 1}};
	EXPECT_EQ(Walk({0.5f, 0.5f}, {1.5f, 1.5f}, 1.0f, CornerRule::Thin), thin);
	EXPECT_EQ(Walk({0.5f, 0.5f}, {1.5f, 1.5f}, 1.0f, CornerRule::Supercover), both);
	EXPECT_EQ(Walk({0.5f, 0.5f}, {1.5f, 1.5f}, 1.0f, CornerRule::Conservative), both);
	const std::vector<Cell> falling{{0, 1}, {1, 0}};
	EXPECT_EQ(Walk({0.5f, 1.5f}, {1.5f, 0.5f}, 1.0f, CornerRule::Thin), falling);
}

TEST(Supercover, PassesBesideACornerByOneUlp)
{
	// The segment misses (1, 1) by the last place of one coordinate, so it passes only one of the cells beside the
	// corner.
	const float above = std::nextafter(1.5f, 2.0f);
	for (CornerRule rule : k_rules)
	{
		EXPECT_EQ(Walk({0.5f, 0.5f}, {1.5f, above}, 1.0f, rule), (std::vector<Cell>{{0, 0}, {0, 1}, {1, 1}}));
		EXPECT_EQ(Walk({0.5f, 0.5f}, {above, 1.5f}, 1.0f, rule), (std::vector<Cell>{{0, 0}, {1, 0}, {1, 1}}));
	}
}

TEST(Supercover, AlongAGridLine)
{
	const b2Vec2 from{0.5f, 2.0f}, to{2.5f, 2.0f};
	const std::vector<Cell> owners{{0, 2}, {1, 2}, {2, 2}};
	EXPECT_EQ(Walk(from, to, 1.0f, CornerRule::Thin), owners);
	EXPECT_EQ(Walk(from, to, 1.0f, CornerRule::Supercover), owners);
	EXPECT_EQ(SetOf(Walk(from, to, 1.0f, CornerRule::Conservative)),
	          (CellSet{{0, 1}, {1, 1}, {2, 1}, {0, 2}, {1, 2}, {2, 2}}));
}

TEST(Supercover, APointOnALatticePoint)
{
	const b2Vec2 p{-3.0f, 4.0f};
	EXPECT_EQ(Walk(p, p, 1.0f, CornerRule::Thin), (std::vector<Cell>{{-3, 4}}));
	EXPECT_EQ(Walk(p, p, 1.0f, CornerRule::Supercover), (std::vector<Cell>{{-3, 4}}));
	EXPECT_EQ(SetOf(Walk(p, p, 1.0f, CornerRule::Conservative)), (CellSet{{-4, 3}, {-3, 3}, {-4, 4}, {-3, 4}}));
}

TEST(Supercover, TheVisitorMayStopTheWalk)
{
	for (CornerRule rule : k_rules)
	{
		const std::vector<Cell> all = Walk({0.5f, 0.5f}, {6.5f, 6.5f}, 1.0f, rule);
		for (size_t limit = 1; limit <= all.size(); ++limit)
		{
			std::vector<Cell> cells;
			const auto visit = [&](Cell cell)
			{
				cells.push_back(cell);
				return cells.size() < limit;
			};
			const Result<ricochet::Walk> walk = WalkSupercover({0.5f, 0.5f}, {6.5f, 6.5f}, 1.0f, visit, rule);
			ASSERT_TRUE(walk) << walk.GetError().Message();
			EXPECT_TRUE(walk->stopped);
			EXPECT_EQ(walk->visited, static_cast<int64_t>(limit));
			EXPECT_EQ(cells, std::vector<Cell>(all.begin(), all.begin() + static_cast<ptrdiff_t>(limit)));
		}
	}
}

// Against the definitions --------------------------------------------------------------------------------------------

TEST(Supercover, EveryPairOfHalfLatticePoints)
{
	for (const float size : {1.0f, 0.375f})
	{
		const int step = TestScale() < 1.0 ? 11 : 1;
		for (int i = 0; i < 9 * 9 * 9 * 9 && HasFailure() == false; i += step)
		{
			const auto at = [&](int digit)
			{
				return 0.5f * size * static_cast<float>(digit % 9 - 4);
			};
			const b2Vec2 from{at(i), at(i / 9)};
			const b2Vec2 to{at(i / 81), at(i / 729)};
			if (size == 1.0f || i % 7 == 0)
			{
				ExpectExact(from, to, size);
			}
		}
	}
}

TEST(Supercover, RandomSegments)
{
	SceneRandom random(2001);
	for (int i = 0; i < ScaledCount(3000) && HasFailure() == false; ++i)
	{
		const float size = random.LogUniform(0.01f, 100.0f);
		const b2Vec2 middle =
		    random.OneIn(2) ? b2Vec2{0.0f, 0.0f} : random.LogUniform(1.0f, 1e5f) * size * random.Direction();
		ExpectExact(middle + 4.0f * random.InBox(size), middle + 4.0f * random.InBox(size), size);
	}
}

// The segments connect lattice points and points on grid lines, or a few units in the last place beside them. They are
// near the origin or far away.
TEST(Supercover, SegmentsAtTheLattice)
{
	SceneRandom random(2002);
	const auto coordinate = [&](int32_t cell, float size)
	{
		float x = static_cast<float>(cell + random.Below(7) - 3) * size;
		x += random.OneIn(3) ? random.Uniform(0.0f, 1.0f) * size : 0.0f;
		return random.OneIn(2) ? UlpsFrom(x, random.Below(5) - 2) : x;
	};
	const float sizes[] = {1.0f, 0.1f, 0.3f, 3.0f, 0.0078125f, 1e-30f, 1e20f, 7.7f};
	for (int i = 0; i < ScaledCount(4000) && HasFailure() == false; ++i)
	{
		const float size = sizes[random.Below(8)];
		const Cell middle = random.OneIn(2) ? Cell{} : Cell{random.Below(1 << 20), -random.Below(1 << 20)};
		const b2Vec2 from{coordinate(middle.x, size), coordinate(middle.y, size)};
		b2Vec2 to{coordinate(middle.x, size), coordinate(middle.y, size)};
		to.x = random.OneIn(8) ? from.x : to.x;
		to.y = random.OneIn(8) ? from.y : to.y;
		ExpectExact(from, to, size);
	}
}

// The segments pass exactly through a corner with many significant bits, which no shortcut for round numbers handles.
// Others pass an ulp beside it.
TEST(Supercover, SegmentsThroughALatticePoint)
{
	SceneRandom random(2003);
	int corners = 0;
	for (int i = 0; i < ScaledCount(4000) && HasFailure() == false; ++i)
	{
		const b2Vec2 corner{static_cast<float>(random.Below(7) - 3), static_cast<float>(random.Below(7) - 3)};
		const auto step = [&]
		{
			return 0x1p-18f * static_cast<float>(random.Below(1 << 19) - (1 << 18));
		};
		const b2Vec2 way{step(), step()};
		const b2Vec2 from = corner - static_cast<float>(random.Below(4)) * way;
		b2Vec2 to = corner + static_cast<float>(random.Below(4)) * way;
		if (random.OneIn(3))
		{
			to.x = UlpsFrom(to.x, random.Below(3) - 1);
		}
		corners +=
		    PassesThrough(Segment(from, to, 1.0f), static_cast<int32_t>(corner.x), static_cast<int32_t>(corner.y));
		ExpectExact(from, to, 1.0f);
	}
	EXPECT_GT(corners, 0);
}

// The magnitudes are so different that doubles lose the smaller one.
TEST(Supercover, CoordinatesOfEveryMagnitude)
{
	SceneRandom random(2004);
	const float numbers[] = {0.0f,   -0.0f,    1e-45f, -1e-45f, FLT_MIN, -1e-38f, 1e-20f, -1e-20f, 1e-8f,
	                         -1e-8f, 0.33333f, 1.0f,   -1.0f,   2.0f,    -2.0f,   2.5f,   -3.0f};
	const auto pick = [&]
	{
		return numbers[random.Below(17)];
	};
	for (int i = 0; i < ScaledCount(4000) && HasFailure() == false; ++i)
	{
		ExpectExact({pick(), pick()}, {pick(), pick()}, random.OneIn(2) ? 1.0f : 0.5f);
	}
}

TEST(Supercover, SupercoverIsFourConnectedAndWithinConservative)
{
	SceneRandom random(2005);
	for (int i = 0; i < ScaledCount(2000) && HasFailure() == false; ++i)
	{
		const auto half = [&]
		{
			return 0.5f * static_cast<float>(random.Below(41) - 20);
		};
		const b2Vec2 from{half(), half()}, to{half(), half()};
		const CellSet thin = SetOf(Walk(from, to, 1.0f, CornerRule::Thin));
		const CellSet supercover = SetOf(Walk(from, to, 1.0f, CornerRule::Supercover));
		const CellSet conservative = SetOf(Walk(from, to, 1.0f, CornerRule::Conservative));
		EXPECT_TRUE(IsFourConnected(supercover));
		EXPECT_TRUE(std::includes(supercover.begin(), supercover.end(), thin.begin(), thin.end(), Less()));
		EXPECT_TRUE(
		    std::includes(conservative.begin(), conservative.end(), supercover.begin(), supercover.end(), Less()));
	}
}

// Errors and limits --------------------------------------------------------------------------------------------------

TEST(Supercover, BadInputVisitsNothingAndSaysWhy)
{
	using Reason = ErrorReason;
	const auto expectError = [](const Error& error, const Error& wanted)
	{
		EXPECT_EQ(error.reason, wanted.reason) << error.Message();
		EXPECT_STREQ(error.parameter, wanted.parameter) << error.Message();
		EXPECT_EQ(error.index, -1) << error.Message();
		EXPECT_TRUE(error.value == wanted.value || (std::isnan(wanted.value) && std::isnan(error.value)))
		    << error.Message();
		EXPECT_EQ(error.limit, wanted.limit) << error.Message();
		EXPECT_FALSE(error.Message().empty());
	};
	const auto expect = [&](b2Vec2 from, b2Vec2 to, float size, const Error& wanted)
	{
		for (CornerRule rule : k_rules)
		{
			const Result<ricochet::Walk> walk = WalkSupercover(
			    from, to, size, [](Cell) { FAIL() << "visited"; }, rule);
			EXPECT_FALSE(walk);
			expectError(walk.GetError(), wanted);
		}
	};
	const auto expectNoOwner = [&](b2Vec2 point, float size, const Error& wanted)
	{
		const Result<Cell> cell = CellAt(point, size);
		EXPECT_FALSE(cell);
		expectError(cell.GetError(), wanted);
	};
	const b2Vec2 origin{0.0f, 0.0f};
	for (const float size : {0.0f, -0.0f, -1.0f, k_nan, k_inf, -k_inf, 1e-39f, 1e-45f})
	{
		const bool isDenormal = size > 0.0f && size < 1.0f;
		const Reason reason =
		    std::isfinite(size) == false ? Reason::NotFinite : (isDenormal ? Reason::TooSmall : Reason::NotPositive);
		const Error wanted{reason, "cellSize", -1, size, isDenormal ? FLT_MIN : 0.0f};
		expect(origin, {1.0f, 1.0f}, size, wanted);
		expectNoOwner(origin, size, wanted);
		const Result<> check = CheckCellSize(size);
		EXPECT_FALSE(check);
		expectError(check.GetError(), wanted);
	}
	for (const float size : {FLT_MIN, 1.0f, FLT_MAX})
	{
		EXPECT_TRUE(CheckCellSize(size)) << size;
	}
	for (const float x : {k_nan, k_inf, -k_inf})
	{
		for (const b2Vec2 p : {b2Vec2{x, 0.0f}, b2Vec2{0.0f, x}})
		{
			expect(p, origin, 1.0f, {Reason::NotFinite, "from", -1, x});
			expect(origin, p, 1.0f, {Reason::NotFinite, "to", -1, x});
			expectNoOwner(p, 1.0f, {Reason::NotFinite, "point", -1, x});
		}
	}
	expect(origin, {FLT_MAX, 0.0f}, 1.0f, {Reason::TooLarge, "to", -1, FLT_MAX, k_maxCellIndex});
	expect({0.0f, -1.5e9f}, origin, 0.5f, {Reason::TooLarge, "from", -1, -1.5e9, 0.5 * k_maxCellIndex});
	// The segments are half a cell away from every line, so all rules count the same number of cells.
	const auto expectTooMany = [&](b2Vec2 from, b2Vec2 to, float size, double count)
	{
		expect(from, to, size, {Reason::TooMany, "cells", -1, count, k_maxCellsPerWalk});
	};
	expectTooMany({0.5f, 0.5f}, {0x1p22f + 0.5f, 0.5f}, 1.0f / 17.0f,
	              1.0 + OwnerOf({0x1p22f + 0.5f, 0.5f}, 1.0f / 17.0f).x - OwnerOf({0.5f, 0.5f}, 1.0f / 17.0f).x);
	expectTooMany({0.3f, 0.3f}, {0.3f, -3e6f}, 0.01f,
	              1.0 + OwnerOf({0.3f, 0.3f}, 0.01f).y - OwnerOf({0.3f, -3e6f}, 0.01f).y);
	const Result<ricochet::Walk> good = WalkSupercover(origin, origin, 1.0f, [](Cell) {});
	EXPECT_TRUE(good);
	EXPECT_EQ(good.GetError().reason, Reason::None);
	EXPECT_EQ(good.GetError().Message(), "");
}

TEST(Supercover, TheEdgeOfTheRange)
{
	const float last = 0x1p30f;
	for (CornerRule rule : k_rules)
	{
		const CellSet upper = SetOf(Walk({last - 64.0f, last}, {last, last}, 1.0f, rule));
		EXPECT_TRUE(upper.contains({k_maxCellIndex, k_maxCellIndex}));
		EXPECT_EQ(upper.size(), rule == CornerRule::Conservative ? 2u * 66u : 65u);
		const CellSet lower = SetOf(Walk({-last, -last}, {64.0f - last, -last}, 1.0f, rule));
		EXPECT_TRUE(lower.contains({-k_maxCellIndex, -k_maxCellIndex}));
	}
	EXPECT_EQ(OwnerOf({last, -last}, 1.0f), (Cell{k_maxCellIndex, -k_maxCellIndex}));
	EXPECT_EQ(CellAt({std::nextafter(last, k_inf), 0.0f}, 1.0f).GetError().reason, ErrorReason::TooLarge);
}

// The quotients are as close to integers as floats in the range can be. They differ from k by one part in B, where k B
// = +-1 modulo 2^30.
TEST(Supercover, OwnersNextToLinesAtTheEndOfTheRange)
{
	SceneRandom random(2008);
	for (int i = 0; i < ScaledCount(20000); ++i)
	{
		const uint64_t b = (random.Bits() % (1u << 23)) | (1u << 23) | 1u;
		uint64_t inverse = 1; // the inverse of b modulo 2^30, by Newton's iteration
		for (int j = 0; j < 5; ++j)
		{
			inverse = inverse * (2 - b * inverse) % (1u << 30);
		}
		const float size = static_cast<float>(b) * 0x1p-24f;
		const auto line = static_cast<int32_t>(inverse);
		const double below = static_cast<double>(inverse * b - 1) * 0x1p-24;
		ASSERT_EQ(static_cast<double>(static_cast<float>(below)), below);
		const float x = static_cast<float>(below); // line * size - 2^-24
		EXPECT_EQ(OwnerOf({x, -x}, size), (Cell{line - 1, -line}));
		EXPECT_EQ(SetOf(Walk({x, 0.0f}, {x, 0.0f}, size, CornerRule::Conservative)),
		          (CellSet{{line - 1, -1}, {line - 1, 0}}));
	}
}

TEST(Supercover, TheLongestWalkEnds)
{
	int64_t count = 0;
	const float far = 0x1p25f;
	const auto walk = WalkSupercover({-far, 0.25f}, {far - 4.0f, 0.75f}, 1.0f, [&](Cell) { ++count; });
	EXPECT_TRUE(walk) << walk.GetError().Message();
	EXPECT_EQ(count, k_maxCellsPerWalk - 3);
}

TEST(Supercover, AnyBitsEnd)
{
	SceneRandom random(2006);
	int errors = 0;
	for (int i = 0; i < ScaledCount(200000); ++i)
	{
		const b2Vec2 from{random.AnyFloat(), random.AnyFloat()};
		const b2Vec2 to =
		    random.OneIn(2) ? b2Vec2{random.AnyFloat(), random.AnyFloat()} : b2Vec2{from.x, random.AnyFloat()};
		int64_t visits = 0;
		const auto walk = WalkSupercover(from, to, random.AnyFloat(), [&](Cell) { return ++visits < 1000; });
		errors += walk ? 0 : 1;
		EXPECT_EQ(walk ? walk->visited : 0, visits);
		EXPECT_EQ(static_cast<bool>(walk), visits > 0);
	}
	EXPECT_GT(errors, 0);
}

// Tiles --------------------------------------------------------------------------------------------------------------

TEST(SupercoverTiles, IsTheWalkBetweenMiddles)
{
	SceneRandom random(2007);
	for (int i = 0; i < ScaledCount(3000) && HasFailure() == false; ++i)
	{
		const int reach = random.OneIn(2) ? 6 : 30;
		const auto pick = [&]
		{
			return random.Below(2 * reach + 1) - reach;
		};
		const int x0 = pick(), y0 = pick(), x1 = pick(), y1 = pick();
		for (CornerRule rule : k_rules)
		{
			const auto middle = [](int x)
			{
				return static_cast<float>(x) + 0.5f;
			};
			EXPECT_EQ(WalkTiles(x0, y0, x1, y1, rule),
			          Walk({middle(x0), middle(y0)}, {middle(x1), middle(y1)}, 1.0f, rule))
			    << x0 << ", " << y0 << " -> " << x1 << ", " << y1;
		}
		const ExactCells exact(b2Vec2{static_cast<float>(x0) + 0.5f, static_cast<float>(y0) + 0.5f},
		                       b2Vec2{static_cast<float>(x1) + 0.5f, static_cast<float>(y1) + 0.5f}, 1.0f);
		if (reach == 6)
		{
			EXPECT_EQ(SetOf(WalkTiles(x0, y0, x1, y1)), exact.supercover);
			EXPECT_EQ(exact.supercover, exact.conservative);
		}
	}
}

TEST(SupercoverTiles, NoTileOverflows)
{
	for (const int sign : {1, -1})
	{
		const int last = sign > 0 ? INT_MAX : INT_MIN;
		const std::vector<Cell> cells = WalkTiles(last - 3 * sign, last, last, last - 3 * sign);
		EXPECT_EQ(cells.size(), 10u);
		EXPECT_EQ(cells.back(), (Cell{last, last - 3 * sign}));
		EXPECT_EQ(WalkTiles(last, last, last, last), (std::vector<Cell>{{last, last}}));
	}
	for (const auto& [x, y] : {std::pair(INT_MIN, 0), std::pair(0, INT_MIN), std::pair(INT_MIN, INT_MIN)})
	{
		const auto walk = WalkSupercoverTiles(x, y, INT_MAX, INT_MAX, [](Cell) { FAIL() << "visited"; });
		EXPECT_FALSE(walk);
		const Error& error = walk.GetError();
		EXPECT_EQ(error.reason, ErrorReason::TooMany);
		EXPECT_STREQ(error.parameter, "cells");
		EXPECT_EQ(error.value, 1.0 + (static_cast<double>(INT_MAX) - x) + (static_cast<double>(INT_MAX) - y));
		EXPECT_EQ(error.limit, static_cast<double>(k_maxCellsPerWalk));
	}
}

TEST(SupercoverTiles, LongWalksMeetEveryCorner)
{
	// The walk passes a corner where (2 k + 1) * dy == (2 m + 1) * dx.
	// Every period of 3 x 1 tiles has one corner, and a period of 3 x 2 tiles has none.
	int64_t cells = 0;
	EXPECT_TRUE(WalkSupercoverTiles(0, 0, 3000000, 1000000, [&](Cell) { ++cells; }));
	EXPECT_EQ(cells, 3000000 + 1000000 + 1 + 1000000);
	cells = 0;
	EXPECT_TRUE(WalkSupercoverTiles(0, 0, 3000000, 2000000, [&](Cell) { ++cells; }));
	EXPECT_EQ(cells, 3000000 + 2000000 + 1);
	cells = 0;
	EXPECT_TRUE(WalkSupercoverTiles(
	    0, 0, 3000000, 1000000, [&](Cell) { ++cells; }, CornerRule::Thin));
	EXPECT_EQ(cells, 3000000 + 1);
}

} // namespace ricochet::test::supercover_test
