// MIT License, Copyright (c) 2026 the ricochet authors

#include "support/expect_error.h"
#include "support/fail_each.h"
#include "support/random.h"
#include "support/random_rings.h"
#include "support/test_scale.h"

#include <ricochet/geometry/outline_rings.h>

#include <gtest/gtest.h>

#include <limits>
#include <memory>

// Tests unions of boxes and repairs of rings. The boxes, and the rings before they were damaged, judge the results.

namespace ricochet::test::outline_rings_test
{

namespace
{

using Boxes = std::vector<b2AABB>;

// Calls visit(before, vertex, after) for each vertex.
template <class Visit>
void ForEachCorner(const OutlineRings& rings, const Visit& visit)
{
	for (size_t r = 0; r < rings.ringStarts.size(); ++r)
	{
		const auto first = static_cast<size_t>(rings.ringStarts[r]);
		const size_t end =
		    r + 1 < rings.ringStarts.size() ? static_cast<size_t>(rings.ringStarts[r + 1]) : rings.vertices.size();
		for (size_t i = first; i < end; ++i)
		{
			visit(rings.vertices[(i == first ? end : i) - 1], rings.vertices[i],
			      rings.vertices[i + 1 == end ? first : i + 1]);
		}
	}
}

// Returns twice the area of rings with small integer coordinates; it is exact.
int64_t TwiceArea(const OutlineRings& rings)
{
	int64_t area = 0;
	ForEachCorner(rings,
	              [&](b2Vec2, b2Vec2 a, b2Vec2 b)
	              {
		              area += static_cast<int64_t>(a.x) * static_cast<int64_t>(b.y) -
		                      static_cast<int64_t>(a.y) * static_cast<int64_t>(b.x);
	              });
	return area;
}

Outline MakeOf(const OutlineRings& rings)
{
	const Result<Outline> made = Outline::Make(rings.vertices, rings.ringStarts);
	EXPECT_TRUE(made) << made.GetError().Message();
	return *made;
}

bool IsInAny(const Boxes& boxes, b2Vec2 p, bool closed)
{
	return std::any_of(boxes.begin(), boxes.end(),
	                   [&](const b2AABB& box)
	                   {
		                   return closed ? box.lowerBound.x <= p.x && p.x <= box.upperBound.x &&
		                                       box.lowerBound.y <= p.y && p.y <= box.upperBound.y
		                                 : box.lowerBound.x < p.x && p.x < box.upperBound.x && box.lowerBound.y < p.y &&
		                                       p.y < box.upperBound.y;
	                   });
}

// True if the union has a corner here: of the four cells around the point, 1, 3, or 2 diagonal ones are taken.
bool IsCorner(const std::vector<std::vector<bool>>& cells, int x, int y)
{
	const auto at = [&](int i, int k)
	{
		const auto n = static_cast<int>(cells.size());
		return i >= 0 && k >= 0 && i < n && k < n && cells[static_cast<size_t>(i)][static_cast<size_t>(k)];
	};
	const int count = at(x - 1, y - 1) + at(x, y - 1) + at(x - 1, y) + at(x, y);
	return count == 1 || count == 3 || (count == 2 && at(x, y) == at(x - 1, y - 1));
}

} // namespace

TEST(UniteBoxes, OfCellsHasTheirAreaAndTheirCorners)
{
	Random random(1);
	for (int trial = 0; trial < ScaledCount(20000); ++trial)
	{
		const int n = random.Between(1, 12);
		const auto size = static_cast<size_t>(n);
		std::vector<std::vector<bool>> cells(size, std::vector<bool>(size));
		Boxes boxes;
		for (int i = random.Between(1, 20); i > 0; --i)
		{
			const int x = random.Below(n), y = random.Below(n);
			const int width = random.OneIn(2) ? 1 : random.Between(1, n - x);
			const int height = random.OneIn(2) ? 1 : random.Between(1, n - y);
			boxes.push_back({b2Vec2{static_cast<float>(x), static_cast<float>(y)},
			                 b2Vec2{static_cast<float>(x + width), static_cast<float>(y + height)}});
			for (int k = 0; k < width * height; ++k)
			{
				cells[static_cast<size_t>(x + k % width)][static_cast<size_t>(y + k / width)] = true;
			}
		}
		int64_t area = 0;
		size_t corners = 0;
		for (int x = 0; x <= n; ++x)
		{
			for (int y = 0; y <= n; ++y)
			{
				area += x < n && y < n && cells[static_cast<size_t>(x)][static_cast<size_t>(y)] ? 2 : 0;
				// If two parts share a corner, it has two vertices.
				const bool isCorner = IsCorner(cells, x, y);
				const auto at = [&](int i, int k)
				{
					return i >= 0 && k >= 0 && i < n && k < n && cells[static_cast<size_t>(i)][static_cast<size_t>(k)];
				};
				const bool isShared = isCorner && at(x, y) == at(x - 1, y - 1) && at(x - 1, y) == at(x, y - 1) &&
				                      at(x, y) != at(x - 1, y);
				corners += isShared ? 2u : isCorner ? 1u : 0u;
			}
		}
		const Result<OutlineRings> rings = UniteBoxes(boxes);
		ASSERT_TRUE(rings);
		ASSERT_EQ(TwiceArea(*rings), area);
		ASSERT_EQ(rings->vertices.size(), corners);
		const Outline outline = MakeOf(*rings);
		for (int i = 0; i < 40; ++i)
		{
			const b2Vec2 p{0.5f * static_cast<float>(random.Between(-1, 2 * n + 1)),
			               0.5f * static_cast<float>(random.Between(-1, 2 * n + 1))};
			ASSERT_EQ(LocateInOutline(p, outline) != Location::Outside, IsInAny(boxes, p, true));
			ASSERT_TRUE(IsInAny(boxes, p, false) == false || LocateInOutline(p, outline) == Location::Inside);
		}
	}
}

TEST(UniteBoxes, OfAnyFloatsHoldsThePointsOfTheBoxes)
{
	Random random(2);
	for (int trial = 0; trial < ScaledCount(5000); ++trial)
	{
		const int kind = random.Below(4);
		std::vector<float> numbers;
		for (int i = random.Between(2, 12); i > 0; --i)
		{
			numbers.push_back(kind == 0   ? random.MixedExponent(-126, 126)
			                  : kind == 1 ? random.Denormal(5)
			                  : kind == 2 ? 16777216.0f + static_cast<float>(random.Below(6))
			                              : random.Uniform(-10.0f, 10.0f));
		}
		numbers.push_back(kind == 1 ? -0.0f : 0.0f);
		Boxes boxes;
		for (int i = random.Between(1, 30); i > 0; --i)
		{
			const float x1 = random.OneOf(numbers), x2 = random.OneOf(numbers);
			const float y1 = random.OneOf(numbers), y2 = random.OneOf(numbers);
			if (x1 != x2 && y1 != y2)
			{
				boxes.push_back(
				    {b2Vec2{std::min(x1, x2), std::min(y1, y2)}, b2Vec2{std::max(x1, x2), std::max(y1, y2)}});
			}
		}
		if (boxes.empty())
		{
			continue;
		}
		const Result<OutlineRings> rings = UniteBoxes(boxes);
		ASSERT_TRUE(rings);
		const Outline outline = MakeOf(*rings);
		for (int i = 0; i < 60; ++i)
		{
			const auto coordinate = [&]
			{
				const float a = random.OneOf(numbers), b = random.OneOf(numbers);
				return random.OneIn(3) ? a : 0.5f * a + 0.5f * b;
			};
			const b2Vec2 p{coordinate(), coordinate()};
			ASSERT_EQ(LocateInOutline(p, outline) != Location::Outside, IsInAny(boxes, p, true));
			ASSERT_TRUE(IsInAny(boxes, p, false) == false || LocateInOutline(p, outline) == Location::Inside);
		}
	}
}

TEST(UniteBoxes, OfALevelOfTilesIsAFewRings)
{
	// The level is a frame of tiles around a room, with a pillar.
	Boxes boxes;
	for (int x = 0; x < 100; ++x)
	{
		for (int y = 0; y < 100; ++y)
		{
			const bool isWall = x == 0 || y == 0 || x == 99 || y == 99 || (x > 40 && x < 45 && y > 40 && y < 60);
			const b2Vec2 low{0.5f * static_cast<float>(x), 0.5f * static_cast<float>(y)};
			if (isWall)
			{
				boxes.push_back({low, low + b2Vec2{0.5f, 0.5f}});
			}
		}
	}
	const Result<OutlineRings> rings = UniteBoxes(boxes);
	ASSERT_TRUE(rings);
	EXPECT_EQ(rings->ringStarts.size(), 3u);
	EXPECT_EQ(rings->vertices.size(), 12u);
	const Outline outline = MakeOf(*rings);
	EXPECT_EQ(std::count_if(outline.Rings().begin(), outline.Rings().end(),
	                        [](const OutlineRing& ring) { return ring.isHole; }),
	          1);
	for (const OutlineRing& ring : outline.Rings())
	{
		EXPECT_FALSE(ring.isReversed);
	}
}

TEST(UniteBoxes, RefusesWhatIsNoBox)
{
	constexpr float k_nan = std::numeric_limits<float>::quiet_NaN();
	const b2AABB sound{b2Vec2{0.0f, 0.0f}, b2Vec2{1.0f, 1.0f}};
	ExpectError(UniteBoxes({}).GetError(), {ErrorReason::TooFew, "boxes", -1, 0.0, 1.0});
	EXPECT_EQ(UniteBoxes(Boxes{sound, {b2Vec2{k_nan, 0.0f}, b2Vec2{1.0f, 1.0f}}}).GetError().reason,
	          ErrorReason::NotFinite);
	ExpectError(UniteBoxes(Boxes{sound, {b2Vec2{0.0f, 3.0f}, b2Vec2{1.0f, 1.0f}}}).GetError(),
	            {ErrorReason::NotPositive, "boxes", 1, -2.0});
	ExpectError(UniteBoxes(Boxes{sound, {b2Vec2{1.0f, 0.0f}, b2Vec2{1.0f, 1.0f}}}).GetError(),
	            {ErrorReason::NotPositive, "boxes", 1, 0.0});
}

TEST(WithoutFlatVertices, IsTheSameSolid)
{
	Random random(3);
	for (int trial = 0; trial < ScaledCount(3000); ++trial)
	{
		// The rings are tiles that share sides, and halves of tiles.
		Rings tiles;
		const int n = random.Between(1, 8);
		for (int x = 0; x < n; ++x)
		{
			for (int y = 0; y < n; ++y)
			{
				const auto left = static_cast<float>(x), low = static_cast<float>(y);
				const std::vector<b2Vec2> tile{
				    {left, low}, {left + 1.0f, low}, {left + 1.0f, low + 1.0f}, {left, low + 1.0f}};
				if (random.OneIn(2))
				{
					tiles.push_back(tile);
				}
				else if (random.OneIn(3))
				{
					tiles.push_back({tile[0], tile[1], tile[2]});
				}
			}
		}
		if (tiles.empty())
		{
			continue;
		}
		OutlineRings given;
		for (const std::vector<b2Vec2>& tile : tiles)
		{
			given.ringStarts.push_back(static_cast<int32_t>(given.vertices.size()));
			given.vertices.insert(given.vertices.end(), tile.begin(), tile.end());
		}
		const Outline merged = MakeOf(given);
		const Result<OutlineRings> rings = WithoutFlatVertices(merged);
		ASSERT_TRUE(rings);
		ASSERT_LE(rings->vertices.size(), merged.Vertices().size());
		ForEachCorner(*rings, [](b2Vec2 a, b2Vec2 b, b2Vec2 c) { ASSERT_NE(Orientation(a, b, c), 0); });
		const Outline outline = MakeOf(*rings);
		for (int i = 0; i < 100; ++i)
		{
			const b2Vec2 p{0.25f * static_cast<float>(random.Between(-1, 4 * n + 1)),
			               0.25f * static_cast<float>(random.Between(-1, 4 * n + 1))};
			ASSERT_EQ(LocateInOutline(p, outline), LocateInOutline(p, merged));
		}
	}
}

TEST(WeldRings, ChangesNothingThatIsSound)
{
	Random random(4);
	for (int trial = 0; trial < ScaledCount(2000); ++trial)
	{
		const int n = random.Between(1, 6);
		Boxes boxes;
		for (int i = random.Between(1, 12); i > 0; --i)
		{
			const b2Vec2 low{static_cast<float>(random.Below(n)), static_cast<float>(random.Below(n))};
			boxes.push_back({low, low + b2Vec2{1.0f, 1.0f}});
		}
		const Result<OutlineRings> whole = UniteBoxes(boxes);
		const Outline outline = MakeOf(*whole);
		OutlineRings given;
		for (const OutlineRing& ring : outline.Rings())
		{
			given.ringStarts.push_back(ring.first);
		}
		given.vertices.assign(outline.Vertices().begin(), outline.Vertices().end());
		const Result<WeldedRings> welded = WeldRings(given.vertices, given.ringStarts, 0.01f);
		ASSERT_TRUE(welded);
		ASSERT_EQ(welded->moved + welded->cut + welded->removed + welded->dropped, 0);
		ASSERT_EQ(welded->rings.vertices, given.vertices);
		ASSERT_EQ(welded->rings.ringStarts, given.ringStarts);
	}
}

TEST(WeldRings, MendsTilesThatDoNotQuiteMeet)
{
	Random random(5);
	for (int trial = 0; trial < ScaledCount(3000); ++trial)
	{
		// The tiles are 1 and 2 m wide, so corners touch the middles of sides. Each vertex is moved by up to 1 mm.
		const int n = random.Between(2, 6);
		std::vector<std::vector<bool>> taken(static_cast<size_t>(n), std::vector<bool>(static_cast<size_t>(n)));
		OutlineRings given;
		int64_t area = 0;
		for (int i = 0; i < 3 * n * n; ++i)
		{
			const int size = random.Between(1, 2), x = random.Below(n), y = random.Below(n);
			bool isFree = x + size <= n && y + size <= n;
			for (int k = 0; isFree && k < size * size; ++k)
			{
				isFree = taken[static_cast<size_t>(x + k % size)][static_cast<size_t>(y + k / size)] == false;
			}
			if (isFree == false)
			{
				continue;
			}
			area += size * size;
			given.ringStarts.push_back(static_cast<int32_t>(given.vertices.size()));
			for (int k = 0; k < size * size; ++k)
			{
				taken[static_cast<size_t>(x + k % size)][static_cast<size_t>(y + k / size)] = true;
			}
			for (const auto& [dx, dy] :
			     {std::pair{0, 0}, std::pair{size, 0}, std::pair{size, size}, std::pair{0, size}})
			{
				const b2Vec2 corner{static_cast<float>(x + dx) + random.Uniform(-0.0005f, 0.0005f),
				                    static_cast<float>(y + dy) + random.Uniform(-0.0005f, 0.0005f)};
				given.vertices.push_back(corner);
				if (random.OneIn(4))
				{
					given.vertices.push_back(corner); // a repeated vertex
				}
				if (random.OneIn(8)) // a spike
				{
					given.vertices.push_back(corner + b2Vec2{random.Uniform(0.2f, 0.4f), random.Uniform(0.2f, 0.4f)});
					given.vertices.push_back(corner);
				}
			}
		}
		const auto lastStart = static_cast<size_t>(given.ringStarts.empty() ? 0 : given.ringStarts.back());
		if (lastStart < given.vertices.size()) // a spike at the end of a ring
		{
			const b2Vec2 first = given.vertices[lastStart];
			given.vertices.insert(given.vertices.end(), {first, first - b2Vec2{0.3f, 0.2f}});
		}
		if (random.OneIn(3)) // a ring without an area
		{
			given.ringStarts.push_back(static_cast<int32_t>(given.vertices.size()));
			given.vertices.insert(given.vertices.end(), {{-3.0f, 0.0f}, {-2.0f, 0.0f}, {-2.5f, 0.0f}});
		}
		const Result<WeldedRings> welded = WeldRings(given.vertices, given.ringStarts, 0.005f);
		ASSERT_TRUE(welded);
		ForEachCorner(welded->rings,
		              [](b2Vec2 a, b2Vec2 b, b2Vec2 c)
		              {
			              ASSERT_FALSE(a == b);
			              ASSERT_FALSE(Orientation(a, b, c) == 0 && b2Dot(b - a, c - b) < 0.0f);
		              });
		const Outline outline = MakeOf(welded->rings);
		double sum = 0.0;
		size_t corners = 0;
		for (const OutlineRing& ring : outline.Rings())
		{
			const std::span<const b2Vec2> own = outline.VerticesOf(ring);
			for (size_t i = 0; i < own.size(); ++i)
			{
				const b2Vec2 a = own[i], b = own[(i + 1) % own.size()];
				sum +=
				    (ring.isReversed ? -0.5 : 0.5) * (static_cast<double>(a.x) * b.y - static_cast<double>(a.y) * b.x);
			}
			corners += own.size();
		}
		ASSERT_NEAR(sum, static_cast<double>(area), 0.01 * static_cast<double>(area));
		ASSERT_LE(corners, static_cast<size_t>(4 * area)); // the pieces have no slits between tiles
		// A point on a tile, away from its border, must be in the solid.
		for (int i = 0; i < 40; ++i)
		{
			const int x = random.Below(n), y = random.Below(n);
			const b2Vec2 p{static_cast<float>(x) + random.Uniform(0.01f, 0.99f),
			               static_cast<float>(y) + random.Uniform(0.01f, 0.99f)};
			ASSERT_EQ(LocateInOutline(p, outline) == Location::Inside,
			          taken[static_cast<size_t>(x)][static_cast<size_t>(y)]);
		}
		// Between two tiles that share a side, nothing must be left of the side.
		for (int x = 1; x < n; ++x)
		{
			for (int y = 0; y < n; ++y)
			{
				const bool isBoth = taken[static_cast<size_t>(x)][static_cast<size_t>(y)] &&
				                    taken[static_cast<size_t>(x - 1)][static_cast<size_t>(y)];
				std::vector<RaySpan> spans;
				ClipOutline(RayBetween({static_cast<float>(x) - 0.5f, static_cast<float>(y) + 0.37f},
				                       {static_cast<float>(x) + 0.5f, static_cast<float>(y) + 0.37f}),
				            outline, spans);
				ASSERT_EQ(spans.size() == 1 && spans[0].startsInside && spans[0].endsInside, isBoth);
			}
		}
	}
}

TEST(WeldRings, RefusesBadInput)
{
	const std::vector<b2Vec2> square{{0.0f, 0.0f}, {1.0f, 0.0f}, {1.0f, 1.0f}, {0.0f, 1.0f}};
	std::vector<b2Vec2> bad = square;
	bad[2].y = std::numeric_limits<float>::infinity();
	EXPECT_EQ(WeldRings(bad, {}, 0.1f).GetError().reason, ErrorReason::NotFinite);
	EXPECT_EQ(WeldRings(bad, {}, 0.1f).GetError().index, 2);
	ExpectError(WeldRings(square, {}, 0.0f).GetError(), {ErrorReason::NotPositive, "distance", -1, 0.0});
	EXPECT_EQ(WeldRings(square, std::vector<int32_t>{0, 9}, 0.1f).GetError().reason, ErrorReason::TooLarge);
	// All vertices are within the distance of each other, so they merge into one point. WeldRings drops the ring.
	const Result<WeldedRings> gone = WeldRings(square, {}, 2.0f);
	ASSERT_TRUE(gone);
	EXPECT_EQ(gone->dropped, 1);
	EXPECT_TRUE(gone->rings.vertices.empty());
}

TEST(OutlineRings, RunOutOfMemoryWithoutThrowing)
{
	const Boxes boxes{{b2Vec2{0.0f, 0.0f}, b2Vec2{2.0f, 1.0f}}, {b2Vec2{1.0f, 0.0f}, b2Vec2{3.0f, 4.0f}}};
	const auto make = []
	{
		return std::make_unique<int>(0);
	};
	const auto check = [](int, bool) {
	};
	EXPECT_GT(FailEach(
	              make, [&](int) { return UniteBoxes(boxes); }, check),
	          5);
	const OutlineRings rings = *UniteBoxes(boxes);
	const Outline outline = MakeOf(rings);
	EXPECT_GT(FailEach(
	              make, [&](int) { return WithoutFlatVertices(outline); }, check),
	          1);
	EXPECT_GT(FailEach(
	              make, [&](int) { return WeldRings(rings.vertices, rings.ringStarts, 0.01f); }, check),
	          5);
}

} // namespace ricochet::test::outline_rings_test
