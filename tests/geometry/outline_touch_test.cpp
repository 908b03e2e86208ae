// MIT License, Copyright (c) 2026 the ricochet authors

#include "support/piece_check.h"
#include "support/random_rings.h"

#include <ricochet/geometry/decompose.h>
#include <ricochet/geometry/outline.h>

#include <gtest/gtest.h>

// Tests rings that touch themselves or each other: at vertices, with a vertex on an edge, and along edges.

namespace ricochet::test::outline_touch_test
{

namespace
{

Rings RingsOf(const Outline& outline)
{
	Rings rings;
	for (const OutlineRing& ring : outline.Rings())
	{
		const std::span<const b2Vec2> own = outline.VerticesOf(ring);
		rings.emplace_back(own.begin(), own.end());
	}
	return rings;
}

bool IsOn(b2Vec2 p, b2Vec2 a, b2Vec2 b)
{
	return Orientation(a, b, p) == 0 && std::min(a.x, b.x) <= p.x && p.x <= std::max(a.x, b.x) &&
	       std::min(a.y, b.y) <= p.y && p.y <= std::max(a.y, b.y);
}

bool DoCross(const Rings& rings)
{
	for (const std::vector<b2Vec2>& one : rings)
	{
		for (size_t i = 0; i < one.size(); ++i)
		{
			const b2Vec2 a = one[i], b = one[(i + 1) % one.size()];
			for (const std::vector<b2Vec2>& other : rings)
			{
				for (size_t k = 0; k < other.size(); ++k)
				{
					const b2Vec2 c = other[k], d = other[(k + 1) % other.size()];
					if (Orientation(a, b, c) * Orientation(a, b, d) < 0 &&
					    Orientation(c, d, a) * Orientation(c, d, b) < 0)
					{
						return true;
					}
				}
			}
		}
	}
	return false;
}

/// Returns an error text, or an empty string. Each vertex must be at the place of the given vertex, and each edge must
/// be a part of the given edge.
std::string NumberMismatch(const Outline& outline, const Rings& given)
{
	const FlatRings flat(given);
	for (const OutlineRing& ring : outline.Rings())
	{
		for (int32_t i = ring.first; i < ring.first + ring.count; ++i)
		{
			const b2Vec2 from = outline.Vertices()[static_cast<size_t>(i)];
			const b2Vec2 to = outline.Vertices()[static_cast<size_t>(outline.EndOf(i))];
			const auto edge = static_cast<size_t>(outline.GivenEdge(i));
			const auto own = static_cast<size_t>(
			    std::upper_bound(flat.starts.begin(), flat.starts.end(), static_cast<int32_t>(edge)) -
			    flat.starts.begin() - 1);
			const size_t inRing = edge - static_cast<size_t>(flat.starts[own]);
			const b2Vec2 a = given[own][inRing];
			const b2Vec2 b = given[own][(inRing + 1) % given[own].size()];
			if (flat.vertices[static_cast<size_t>(outline.GivenVertex(i))] != from || IsOn(from, a, b) == false ||
			    IsOn(to, a, b) == false)
			{
				return "the numbers of edge " + std::to_string(i);
			}
		}
	}
	return "";
}

/// Returns an empty string if the outline equals the solid of the given rings at a point, by the even-odd rule. Points
/// on a given edge are not compared.
std::string PointMismatch(const ExactVec& point, const Outline& outline, const Rings& given)
{
	const Location want = ExactLocateInRings(point, given);
	const Location got = ExactLocateInRings(point, RingsOf(outline));
	return want == Location::Boundary || got == want ? "" : "a point is on the other side";
}

/// Returns an empty string if the whole contract of an outline holds.
std::string Mismatch(Random& random, const Field& field, const Outline& outline, const Rings& given)
{
	std::string wrong = NumberMismatch(outline, given);
	for (const int32_t most : {3, 8})
	{
		const Result<ConvexPieces> pieces = Decompose(outline, most);
		wrong += pieces ? PieceMismatch(outline, *pieces, most) : pieces.GetError().Message();
	}
	const Rings rings = RingsOf(outline);
	for (int i = 0; i < 6 && wrong.empty(); ++i)
	{
		const Ray ray = AimedRay(random, field, AimAt(random, random.OneOf(rings)));
		std::vector<RaySpan> spans;
		ClipOutline(ray, outline, spans);
		wrong += test::Mismatch(ray, spans, ExactClipRings(Pull(ray), rings));
		if (IsValid(ray))
		{
			const ExactVec start = ToExact(ray.origin);
			wrong += PointMismatch(start, outline, given);
			wrong += LocateInOutline(ray.origin, outline) == ExactLocateInRings(start, rings) ? "" : "location";
		}
		wrong += wrong.empty() ? "" : "\n" + test::ToText(ray);
	}
	return wrong.empty() ? "" : wrong + "\n" + test::ToText(given);
}

std::vector<b2Vec2> Square(float x, float y, float size = 1.0f)
{
	return {{x, y}, {x + size, y}, {x + size, y + size}, {x, y + size}};
}

/// Makes an outline of touching rings, and checks it. Returns twice its area.
mpq_class AreaOf(const Rings& rings, size_t count)
{
	const Result<Outline> outline = MakeOutline(rings);
	EXPECT_TRUE(outline) << outline.GetError().Message() << ToText(rings);
	if (!outline)
	{
		return 0;
	}
	EXPECT_EQ(outline->Rings().size(), count) << ToText(rings);
	Random random(7);
	for (int i = 0; i < ScaledCount(100); ++i)
	{
		EXPECT_EQ(Mismatch(random, Field(random, Field::Kind::Grid), *outline, rings), "");
	}
	return TwiceArea(*outline);
}

} // namespace

TEST(OutlineTouch, TilesThatShareASideAreOne)
{
	EXPECT_EQ(AreaOf({Square(0.0f, 0.0f), Square(1.0f, 0.0f)}, 1), 4);
	EXPECT_EQ(AreaOf({Square(0.0f, 0.0f, 2.0f), Square(2.0f, 1.0f)}, 1), 10) << "a part of a side";
	const Outline outline = *MakeOutline({Square(0.0f, 0.0f), Square(1.0f, 0.0f)});
	EXPECT_EQ(LocateInOutline({1.0f, 0.5f}, outline), Location::Inside);
	std::vector<RaySpan> spans;
	ClipOutline({{-1.0f, 0.5f}, {4.0f, 0.0f}}, outline, spans);
	ASSERT_EQ(spans.size(), 1u);
	EXPECT_EQ(spans[0].enter.fraction, 0.25f);
	EXPECT_EQ(spans[0].exit.fraction, 0.75f);
	EXPECT_EQ(outline.GivenEdge(spans[0].enter.edge), 3);
	EXPECT_EQ(outline.GivenEdge(spans[0].exit.edge), 5);
}

TEST(OutlineTouch, AtACornerTheyStayTwo)
{
	EXPECT_EQ(AreaOf({Square(0.0f, 0.0f), Square(1.0f, 1.0f)}, 2), 4);
	// The shared corner closes the path between the squares.
	const Outline outline = *MakeOutline({Square(0.0f, 0.0f), Square(1.0f, 1.0f)});
	const auto hit = ClipOutlineFirst({{0.0f, 2.0f}, {2.0f, -2.0f}}, outline);
	ASSERT_TRUE(hit);
	EXPECT_TRUE(hit->grazing);
	EXPECT_EQ(hit->enter.fraction, 0.5f);
}

TEST(OutlineTouch, HolesMayTouchTheirRing)
{
	const std::vector<b2Vec2> room = Square(0.0f, 0.0f, 4.0f);
	EXPECT_EQ(AreaOf({room, {{0.0f, 0.0f}, {2.0f, 1.0f}, {1.0f, 2.0f}}}, 2), 32 - 3) << "a vertex on a vertex";
	EXPECT_EQ(AreaOf({room, {{2.0f, 0.0f}, {3.0f, 1.0f}, {2.0f, 2.0f}}}, 2), 32 - 2) << "a vertex on an edge";
	EXPECT_EQ(AreaOf({room, Square(1.0f, 0.0f)}, 1), 32 - 2) << "along a part of an edge: a notch";
	EXPECT_EQ(AreaOf({room, Square(0.0f, 0.0f)}, 1), 32 - 2) << "in a corner";
	EXPECT_EQ(AreaOf({room, {{0.0f, 0.0f}, {4.0f, 4.0f}, {2.0f, 3.0f}}}, 2), 32 - 4) << "in two corners: two solids";
	EXPECT_EQ(AreaOf({room, Square(1.0f, 1.0f), Square(2.0f, 1.0f)}, 2), 32 - 4) << "two holes are one";
	EXPECT_EQ(AreaOf({room, Square(1.0f, 1.0f), Square(2.0f, 2.0f)}, 3), 32 - 4) << "two at a corner";
	EXPECT_EQ(AreaOf({room, Square(1.0f, 1.0f, 2.0f), {{1.0f, 1.0f}, {2.0f, 1.5f}, {1.5f, 2.0f}}}, 3), 32 - 8 + 3 / 4.0)
	    << "an island in a corner of its hole";
}

TEST(OutlineTouch, ARingMayTouchItself)
{
	EXPECT_EQ(AreaOf({{{0.0f, 0.0f}, {2.0f, 2.0f}, {4.0f, 0.0f}, {4.0f, 4.0f}, {2.0f, 2.0f}, {0.0f, 4.0f}}}, 2), 16)
	    << "a bow tie";
	EXPECT_EQ(AreaOf({{{0.0f, 0.0f},
	                   {4.0f, 0.0f},
	                   {4.0f, 4.0f},
	                   {0.0f, 4.0f},
	                   {0.0f, 0.0f},
	                   {1.0f, 2.0f},
	                   {2.0f, 2.0f},
	                   {2.0f, 1.0f}}},
	                 2),
	          32 - 4)
	    << "a ring that goes on around its hole";
	EXPECT_EQ(AreaOf({{{0.0f, 0.0f}, {4.0f, 0.0f}, {4.0f, 2.0f}, {2.0f, 0.0f}, {0.0f, 2.0f}}}, 2), 8)
	    << "a vertex on an edge";
	EXPECT_EQ(AreaOf({{{0.0f, 0.0f}, {4.0f, 0.0f}, {4.0f, 4.0f}, {4.0f, 6.0f}, {4.0f, 4.0f}, {0.0f, 4.0f}}}, 1), 32)
	    << "a spike has no area";
}

// Random tiles are like crosswords, levels of tiles, or unions that were never computed.
TEST(OutlineTouch, RandomTiles)
{
	RunTrials(0x70C4, 1500,
	          [&](Random& random) -> std::string
	          {
		          const int side = random.Between(2, 6);
		          Rings rings;
		          for (int i = 0; i < side * side; ++i)
		          {
			          if (random.OneIn(2))
			          {
				          rings.push_back(
				              Square(static_cast<float>(i % side) - 3.0f, static_cast<float>(i / side) - 3.0f));
				          if (random.OneIn(2))
				          {
					          std::reverse(rings.back().begin(), rings.back().end());
				          }
				          const int turn = random.Below(4);
				          std::rotate(rings.back().begin(), rings.back().begin() + turn, rings.back().end());
			          }
		          }
		          if (rings.empty())
		          {
			          return "";
		          }
		          const Result<Outline> outline = MakeOutline(rings);
		          if (!outline)
		          {
			          return outline.GetError().Message() + ToText(rings);
		          }
		          if (TwiceArea(*outline) != 2 * static_cast<long>(rings.size()))
		          {
			          return "area of " + ToText(rings);
		          }
		          const Field field(random, Field::Kind::Grid);
		          return Mismatch(random, field, *outline, rings);
	          });
}

TEST(OutlineTouch, RandomRingsOnAGrid)
{
	int touched = 0;
	int crossed = 0;
	RunTrials(0x70C5, 6000,
	          [&](Random& random) -> std::string
	          {
		          const Field field(random, Field::Kind::Grid);
		          Rings rings;
		          const int count = random.Between(2, 4);
		          while (static_cast<int>(rings.size()) < count)
		          {
			          rings.push_back(RandomSimple(random, field));
			          if (random.OneIn(3))
			          {
				          rings.back() = Shrunk(random, field, rings.back(), rings.back()[0]);
			          }
			          if (AreFinite(rings.back()) == false || IsSimple(rings.back()) == false)
			          {
				          rings.pop_back();
			          }
		          }
		          const Result<Outline> outline = MakeOutline(rings);
		          if (DoCross(rings))
		          {
			          ++crossed;
			          return outline ? "crossing rings are taken: " + ToText(rings) : "";
		          }
		          if (!outline)
		          {
			          return outline.GetError().Message() + ToText(rings);
		          }
		          bool doTouch = false;
		          for (size_t i = 0; i < rings.size(); ++i)
		          {
			          for (size_t k = i + 1; k < rings.size(); ++k)
			          {
				          doTouch = doTouch || DoRingsMeet(rings[i], rings[k]);
			          }
		          }
		          touched += doTouch ? 1 : 0;
		          return Mismatch(random, field, *outline, rings);
	          });
	std::printf("    %d touch, %d cross\n", touched, crossed);
	EXPECT_GT(touched, ScaledCount(6000) / 20);
}

} // namespace ricochet::test::outline_touch_test
