// MIT License, Copyright (c) 2026 the ricochet authors

#include "support/failing_memory.h"
#include "support/piece_check.h"
#include "support/random_rings.h"

#include <ricochet/geometry/clip.h>
#include <ricochet/geometry/decompose.h>

#include <gtest/gtest.h>

#include <climits>
#include <ctime>

namespace ricochet::test::decompose_test
{

namespace
{

/// Returns an empty string if the pieces are right, for several limits of their number of vertices.
std::string CutMismatch(const Outline& outline)
{
	for (const int32_t most : {3, 4, 8, INT_MAX})
	{
		const Result<ConvexPieces> pieces = Decompose(outline, most);
		const std::string wrong = pieces ? PieceMismatch(outline, *pieces, most) : pieces.GetError().Message();
		if (wrong.empty() == false)
		{
			return "at most " + std::to_string(most) + ": " + wrong;
		}
	}
	return "";
}

int32_t CountPieces(const Rings& rings, int32_t most)
{
	return Decompose(*MakeOutline(rings), most)->Count();
}

/// Returns an error text if a piece contains a vertex of the outline, inside or on its rim, that is not its own.
std::string VertexMismatch(const Outline& outline, const ConvexPieces& pieces)
{
	for (int32_t p = 0; p < pieces.Count(); ++p)
	{
		const std::vector<b2Vec2> vertices = VerticesOf(outline, pieces, p);
		const std::span<const int32_t> own = pieces.VerticesOf(p);
		for (int32_t v = 0; v < static_cast<int32_t>(outline.Vertices().size()); ++v)
		{
			const bool isOwn = std::find(own.begin(), own.end(), v) != own.end();
			const ExactVec point = ToExact(outline.Vertices()[static_cast<size_t>(v)]);
			if (isOwn == false && ExactLocateInPolygon(point, vertices) != Location::Outside)
			{
				return "vertex " + std::to_string(v) + " is in piece " + std::to_string(p);
			}
		}
	}
	return "";
}

/// Returns the sign of the determinant that decides whether d is inside the circle through a, b and c, which are
/// counter-clockwise.
int SideOfCircle(b2Vec2 a, b2Vec2 b, b2Vec2 c, b2Vec2 d)
{
	const ExactVec center = ToExact(d);
	mpq_class x[3], y[3], square[3];
	const b2Vec2 corners[] = {a, b, c};
	for (size_t i = 0; i < 3; ++i)
	{
		const ExactVec v = ToExact(corners[i]);
		x[i] = v.x - center.x;
		y[i] = v.y - center.y;
		square[i] = x[i] * x[i] + y[i] * y[i];
	}
	mpq_class determinant = 0;
	for (size_t i = 0; i < 3; ++i)
	{
		determinant += square[i] * (x[(i + 1) % 3] * y[(i + 2) % 3] - x[(i + 2) % 3] * y[(i + 1) % 3]);
	}
	return sgn(determinant);
}

/// Returns an empty string if no corner of a triangle is inside the circumcircle of another triangle that shares an
/// edge with it.
std::string DelaunayMismatch(const Outline& outline)
{
	const ConvexPieces triangles = *Decompose(outline, 3);
	std::map<std::pair<int32_t, int32_t>, int32_t> opposite;
	for (size_t i = 0; i < triangles.vertices.size(); ++i)
	{
		const auto corner = [&](size_t k)
		{
			return triangles.vertices[i - i % 3 + (i + k) % 3];
		};
		opposite[{corner(0), corner(1)}] = corner(2);
	}
	const auto at = [&](int32_t v)
	{
		return outline.Vertices()[static_cast<size_t>(v)];
	};
	for (const auto& [ends, corner] : opposite)
	{
		const auto other = opposite.find({ends.second, ends.first});
		if (other != opposite.end() && SideOfCircle(at(ends.first), at(ends.second), at(corner), at(other->second)) > 0)
		{
			return "thin triangles at " + std::to_string(ends.first) + ", " + std::to_string(ends.second);
		}
	}
	return "";
}

/// True if the gaps between spans are large enough for floats to represent them.
bool AreApart(std::span<const RaySpan> spans)
{
	for (size_t i = 0; i + 1 < spans.size(); ++i)
	{
		if (spans[i + 1].enter.fraction <= UlpsFrom(spans[i].exit.fraction, 8))
		{
			return false;
		}
	}
	return true;
}

/// Returns the parts of a ray inside any of the pieces. Parts that touch are merged.
std::vector<std::pair<float, float>> PartsIn(const Ray& ray, const Outline& outline, const ConvexPieces& pieces)
{
	std::vector<std::pair<float, float>> parts;
	for (int32_t p = 0; p < pieces.Count(); ++p)
	{
		if (const auto span = ClipConvex(ray, VerticesOf(outline, pieces, p)))
		{
			parts.emplace_back(span->enter.fraction, span->exit.fraction);
		}
	}
	std::sort(parts.begin(), parts.end());
	std::vector<std::pair<float, float>> joined;
	for (const auto& [enter, exit] : parts)
	{
		if (joined.empty() || enter > UlpsFrom(joined.back().second, 2))
		{
			joined.emplace_back(enter, exit);
		}
		joined.back().second = std::max(joined.back().second, exit);
	}
	return joined;
}

} // namespace

TEST(Decompose, WhatIsConvexIsOnePiece)
{
	EXPECT_EQ(CountPieces({{{0.0f, 0.0f}, {1.0f, 0.0f}, {0.0f, 1.0f}}}, 8), 1);
	EXPECT_EQ(CountPieces({{{0.0f, 0.0f}, {0.0f, 1.0f}, {1.0f, 1.0f}, {1.0f, 0.0f}}}, 8), 1);
	std::vector<b2Vec2> round;
	for (int i = 0; i < 30; ++i)
	{
		const float angle = 6.2831853f * static_cast<float>(i) / 30.0f;
		round.push_back({std::cos(angle), std::sin(angle)});
	}
	EXPECT_EQ(CountPieces({round}, 100), 1);
	EXPECT_GE(CountPieces({round}, 8), 5);
	EXPECT_EQ(CountPieces({round}, 3), 28);
}

TEST(Decompose, SaysWhichEdgesAreTheOutlines)
{
	// The outline is an L, given clockwise.
	const Outline outline =
	    *MakeOutline({{{0.0f, 0.0f}, {0.0f, 2.0f}, {1.0f, 2.0f}, {1.0f, 1.0f}, {2.0f, 1.0f}, {2.0f, 0.0f}}});
	const ConvexPieces pieces = *Decompose(outline);
	EXPECT_EQ(PieceMismatch(outline, pieces, 8), "");
	EXPECT_LE(pieces.Count(), 3) << "one concave vertex";
	EXPECT_EQ(std::count(pieces.edges.begin(), pieces.edges.end(), -1), 2 * (pieces.Count() - 1));
}

TEST(Decompose, HolesAreCutAroundAndIslandsAreSolids)
{
	const auto square = [](float half)
	{
		return std::vector<b2Vec2>{{-half, -half}, {half, -half}, {half, half}, {-half, half}};
	};
	// An outer ring and a hole have 8 vertices and 8 triangles. An island adds 2 triangles.
	EXPECT_EQ(CountPieces({square(3.0f), square(2.0f)}, 3), 8);
	EXPECT_EQ(CountPieces({square(3.0f), square(2.0f), square(1.0f)}, 3), 10);
	EXPECT_EQ(CountPieces({square(1.0f), square(3.0f), square(2.0f)}, 8), 5);
}

TEST(Decompose, FewerThanThreeVerticesAreNoPiece)
{
	const Outline outline = *MakeOutline({{{0.0f, 0.0f}, {1.0f, 0.0f}, {0.0f, 1.0f}}});
	for (const int32_t most : {2, 0, -1, INT_MIN})
	{
		const Error error = Decompose(outline, most).GetError();
		EXPECT_EQ(error.reason, ErrorReason::TooSmall);
		EXPECT_STREQ(error.parameter, "mostVertices");
		EXPECT_EQ(error.value, most);
		EXPECT_EQ(error.limit, 3.0);
	}
}

TEST(Decompose, ThePiecesAreConvexAndTheirUnionIsTheOutline)
{
	RunTrials(0xDEC0A, 4000,
	          [&](Random& random) -> std::string
	          {
		          const Rings rings = RandomRings(random, Field::Draw(random));
		          const Outline outline = *MakeOutline(rings);
		          const std::string wrong =
		              CutMismatch(outline) + VertexMismatch(outline, *Decompose(outline)) + DelaunayMismatch(outline);
		          return wrong.empty() ? "" : wrong + "\n" + ToText(rings);
	          });
}

TEST(Decompose, RandomPolygonsWithManyVerticesOnALine)
{
	int made = 0;
	RunTrials(0xDEC0B, 1500,
	          [&](Random& random) -> std::string
	          {
		          const bool isGrid = random.OneIn(2);
		          const std::vector<b2Vec2> ring = isGrid && random.OneIn(2)
		                                               ? GridColumns(random, random.Between(1, 12))
		                                               : UncrossedPoints(random, random.Between(5, 60), isGrid);
		          const Result<Outline> outline = MakeOutline({ring});
		          if (!outline)
		          {
			          return "";
		          }
		          ++made;
		          const std::string wrong = CutMismatch(*outline) + VertexMismatch(*outline, *Decompose(*outline)) +
		                                    DelaunayMismatch(*outline);
		          return wrong.empty() ? "" : wrong + "\n" + ToText(ring);
	          });
	EXPECT_GT(made, ScaledCount(1500) / 2);
}

// Each concave vertex needs at most two inner edges. Decompose must remove all others.
TEST(Decompose, LeavesAtMostTwoInnerEdgesForEachConcaveVertex)
{
	RunTrials(
	    0xDEC0C, 500,
	    [&](Random& random) -> std::string
	    {
		    const std::vector<b2Vec2> ring = RandomStar(random, random.Between(3, 300), {0.0f, 0.0f}, 10.0f, 0.3f);
		    const Result<Outline> outline = MakeOutline({ring});
		    int32_t concave = 0;
		    for (size_t i = 0; i < ring.size(); ++i)
		    {
			    concave += Orientation(ring[i], ring[(i + 1) % ring.size()], ring[(i + 2) % ring.size()]) < 0;
		    }
		    const int32_t count = Decompose(*outline, INT_MAX)->Count();
		    return count <= 2 * concave + 1 && 2 * (count - 1) >= concave ? "" : ToText(ring);
	    });
}

// Inner edges connect the rings, so there are 1 + edges - holes pieces: at most 1 + 2 concave - holes. Each concave
// vertex needs an inner edge, which serves at most two vertices. The minimum is therefore 1 + concave / 2 - holes. A
// hole has at least 3 corners, all of them concave for the solid.
TEST(Decompose, AroundHolesThereAreAtMostTenTimesTheFewest)
{
	RunTrials(0xDEC0F, 60,
	          [&](Random& random) -> std::string
	          {
		          const int side = random.Between(1, 12);
		          const float size = static_cast<float>(side);
		          Rings rings = {{{0.0f, 0.0f}, {size, 0.0f}, {size, size}, {0.0f, size}}};
		          for (int i = 0; i < side * side; ++i)
		          {
			          const b2Vec2 center{static_cast<float>(i % side) + 0.5f, static_cast<float>(i / side) + 0.5f};
			          rings.push_back(RandomStar(random, 3, center, 0.45f, 0.5f));
		          }
		          const int32_t holes = side * side;
		          const int32_t concave = 3 * holes;
		          const int32_t count = Decompose(*MakeOutline(rings), INT_MAX)->Count();
		          const bool isBounded = count <= 1 + 2 * concave - holes && count >= 1 + (concave + 1) / 2 - holes &&
		                                 count <= 10 * (1 + (concave + 1) / 2 - holes);
		          return isBounded ? "" : std::to_string(count) + " pieces of " + ToText(rings);
	          });
}

TEST(Decompose, LargeScenes)
{
	Random random(0xDEC0D);
	for (const int count : {10, 100, 1000})
	{
		std::vector<Rings> scenes = {{CombOf(random, std::max(count / 4, 1), 20.0f)},
		                             {TerrainOf(random, count)},
		                             {RandomStar(random, count, {3.0f, 4.0f}, 10.0f, 0.2f)},
		                             {GridColumns(random, count / 5)},
		                             {SpiralOf(std::max(count, 20))}};
		scenes.push_back(PlateOf(random, count == 10 ? 1 : (count == 100 ? 3 : 9), 7));
		for (const Rings& rings : scenes)
		{
			const Result<Outline> outline = MakeOutline(rings);
			ASSERT_TRUE(outline) << outline.GetError().Message();
			EXPECT_EQ(CutMismatch(*outline), "") << &rings - scenes.data();
		}
	}
}

// A ray's spans in the pieces must add up to its spans in the outline.
TEST(Decompose, TheSpansOfThePiecesAddUpToThoseOfTheOutline)
{
	int hits = 0;
	std::optional<Rings> rings;
	std::optional<Field> field;
	RunTrials(0xDEC0E, 20000,
	          [&](Random& random) -> std::string
	          {
		          if (rings.has_value() == false || random.OneIn(16))
		          {
			          field.emplace(random, Field::Kind::Grid);
			          rings = RandomRings(random, *field);
		          }
		          const Outline outline = *MakeOutline(*rings);
		          const Ray ray = AimedRay(random, *field, AimAt(random, random.OneOf(*rings)));
		          std::vector<RaySpan> spans;
		          ClipOutline(ray, outline, spans);
		          if (AreApart(spans) == false)
		          {
			          return "";
		          }
		          hits += spans.empty() ? 0 : 1;
		          for (const int32_t most : {3, 5, 8})
		          {
			          const auto parts = PartsIn(ray, outline, *Decompose(outline, most));
			          bool isSame = parts.size() == spans.size();
			          for (size_t i = 0; isSame && i < parts.size(); ++i)
			          {
				          isSame = AreNear(parts[i].first, spans[i].enter.fraction) &&
				                   AreNear(parts[i].second, spans[i].exit.fraction);
			          }
			          if (isSame == false)
			          {
				          return ToText(ray) + "\n" + ToText(*rings);
			          }
		          }
		          return "";
	          });
	EXPECT_GT(hits, ScaledCount(20000) / 5);
}

TEST(Decompose, OutOfMemoryIsAnErrorValue)
{
	Random random(1);
	const Outline outline = *MakeOutline(PlateOf(random, 2, 6));
	for (int64_t i = 0;; ++i)
	{
		FailingMemory memory(i);
		const Result<ConvexPieces> pieces = memory.Run([&] { return Decompose(outline); });
		if (memory.Failures() == 0)
		{
			EXPECT_TRUE(pieces);
			break;
		}
		EXPECT_EQ(pieces.GetError().reason, ErrorReason::OutOfMemory);
	}
}

TEST(Decompose, TimeGrowsAsNLogN)
{
	const auto seconds = [](int count)
	{
		Random random(3);
		const Outline outline = *MakeOutline({RandomStar(random, count, {0.0f, 0.0f}, 100.0f, 0.3f)});
		double best = 1e9;
		for (int i = 0; i < 5; ++i)
		{
			const std::clock_t begin = std::clock();
			EXPECT_TRUE(Decompose(outline));
			best = std::min(best, static_cast<double>(std::clock() - begin) / CLOCKS_PER_SEC);
		}
		return best;
	};
	const double few = seconds(300);
	const double many = seconds(30000);
	std::printf("    100 times the vertices: %.0f times as long\n", many / few);
	EXPECT_LT(many, 1000.0 * few + 0.5) << "n^2 would be 10,000 times";
}

} // namespace ricochet::test::decompose_test
