// MIT License, Copyright (c) 2026 the ricochet authors

#include "support/oracle.h"
#include "support/random_rays.h"

#include <ricochet/geometry/locate.h>

#include <gtest/gtest.h>

#include <chrono>
#include <ostream>

namespace ricochet
{

// GoogleTest uses this operator for its messages.
static std::ostream& operator<<(std::ostream& stream, Location location)
{
	static const char* const k_names[] = {"Outside", "Boundary", "Inside"};
	return stream << k_names[static_cast<size_t>(location)];
}

} // namespace ricochet

namespace ricochet::test::locate_test
{

namespace
{

const std::vector<b2Vec2> k_square = {{-1.0f, -1.0f}, {1.0f, -1.0f}, {1.0f, 1.0f}, {-1.0f, 1.0f}};
const std::vector<b2Vec2> k_arrow = {{-2.0f, -2.0f}, {0.0f, -1.0f}, {2.0f, -2.0f}, {0.0f, 2.0f}};

struct Count
{
	std::array<int, 3> met{};

	void Add(Location location) { ++met[static_cast<size_t>(location)]; }
	void ExpectAll() const
	{
		const int all = met[0] + met[1] + met[2];
		std::printf("    %d points: %d outside, %d on the boundary, %d inside\n", all, met[0], met[1], met[2]);
		for (const int n : met)
		{
			EXPECT_GT(n, all / 50);
		}
	}
};

/// Returns a vertex, a point of an edge, a point an ulp beside one, or a random point.
b2Vec2 AimedPoint(Random& random, const Field& field, const Aim& aim)
{
	if (random.OneIn(3))
	{
		return field.Point(random);
	}
	const b2Vec2 target = random.OneOf(aim.points);
	return random.OneIn(2)
	           ? target
	           : b2Vec2{UlpsFrom(target.x, random.Between(-3, 3)), UlpsFrom(target.y, random.Between(-3, 3))};
}

template <class Draw, class Got, class Want>
void CompareLocations(uint64_t ownSeed, Draw draw, Got got, Want want, int trials = 110000)
{
	Count count;
	std::optional<Field> field;
	std::vector<b2Vec2> vertices;
	Aim aim;
	int trial = 0;
	RunTrials(ownSeed, trials,
	          [&](Random& random) -> std::string
	          {
		          if (trial++ % 16 == 0)
		          {
			          field = Field::Draw(random);
			          vertices = draw(random, *field);
			          aim = AimAt(random, vertices);
		          }
		          const b2Vec2 point = AimedPoint(random, *field, aim);
		          if (AreFinite({&point, 1}) == false)
		          {
			          return got(point, vertices) == Location::Outside ? "" : "an infinite point inside";
		          }
		          const Location exact = want(ToExact(point), vertices);
		          count.Add(exact);
		          return got(point, vertices) == exact ? ""
		                                               : "point " + ToText(point) + " in " + ToText(vertices) +
		                                                     ", got " + testing::PrintToString(got(point, vertices)) +
		                                                     ", not " + testing::PrintToString(exact);
	          });
	count.ExpectAll();
}

/// Returns a convex polygon of many vertices, which starts at any of them. Many may be copies or collinear.
std::vector<b2Vec2> LargeConvex(Random& random, const Field& field)
{
	const int count = random.Between(12, 200);
	std::vector<b2Vec2> hull;
	while (hull.size() < 3)
	{
		std::vector<b2Vec2> points;
		const b2Vec2 center = field.Point(random);
		const b2Vec2 half{field.Length(random), field.Length(random)};
		const bool isRound = random.OneIn(2);
		for (int i = 0; i < count; ++i)
		{
			const float angle = random.Uniform(0.0f, 6.2831853f);
			points.push_back(isRound ? b2Vec2{center.x + half.x * std::cos(angle), center.y + half.y * std::sin(angle)}
			                         : field.Point(random));
		}
		if (AreFinite(points))
		{
			hull = ConvexHull(points, random.OneIn(2));
		}
	}

	// Adds collinear vertices where floats represent points of sides exactly. Also adds runs of copies.
	std::vector<b2Vec2> vertices;
	const int copies = random.OneIn(2) ? random.Between(1, 12) : 1;
	for (size_t i = 0; i < hull.size(); ++i)
	{
		const b2Vec2 a = hull[i];
		const b2Vec2 b = hull[(i + 1) % hull.size()];
		vertices.insert(vertices.end(), static_cast<size_t>(random.OneIn(3) ? copies : 1), a);
		for (int k = 1; k < 16; ++k)
		{
			const float share = static_cast<float>(k) / 16.0f;
			const b2Vec2 v{a.x + share * (b.x - a.x), a.y + share * (b.y - a.y)};
			if (hull.size() < 8 && AreFinite({&v, 1}) && Orientation(a, b, v) == 0)
			{
				vertices.push_back(v);
			}
		}
	}
	while (vertices.size() < 12)
	{
		vertices.push_back(vertices.back());
	}
	std::rotate(vertices.begin(), vertices.begin() + random.Below(static_cast<int>(vertices.size())), vertices.end());
	return vertices;
}

b2AABB BoundsOf(std::span<const b2Vec2> diagonal)
{
	return {{std::min(diagonal[0].x, diagonal[1].x), std::min(diagonal[0].y, diagonal[1].y)},
	        {std::max(diagonal[0].x, diagonal[1].x), std::max(diagonal[0].y, diagonal[1].y)}};
}

} // namespace

TEST(LocateInConvex, TellsInsideBoundaryAndOutside)
{
	EXPECT_EQ(LocateInConvex({0.0f, 0.0f}, k_square), Location::Inside);
	EXPECT_EQ(LocateInConvex({UlpsFrom(1.0f, -1), 0.0f}, k_square), Location::Inside);
	EXPECT_EQ(LocateInConvex({1.0f, 0.0f}, k_square), Location::Boundary);
	EXPECT_EQ(LocateInConvex({1.0f, 1.0f}, k_square), Location::Boundary);
	EXPECT_EQ(LocateInConvex({UlpsFrom(1.0f, 1), 0.0f}, k_square), Location::Outside);
	EXPECT_EQ(LocateInConvex({1.0f, UlpsFrom(1.0f, 1)}, k_square), Location::Outside) << "on the line of an edge";
}

TEST(LocateInPolygon, TellsInsideBoundaryAndOutsideInEitherOrientation)
{
	std::vector<b2Vec2> backwards = k_arrow;
	std::reverse(backwards.begin(), backwards.end());
	for (const std::vector<b2Vec2>& arrow : {k_arrow, backwards})
	{
		EXPECT_EQ(LocateInPolygon({0.0f, 0.0f}, arrow), Location::Inside);
		EXPECT_EQ(LocateInPolygon({0.0f, -1.0f}, arrow), Location::Boundary) << "the notch";
		EXPECT_EQ(LocateInPolygon({0.0f, UlpsFrom(-1.0f, 1)}, arrow), Location::Inside);
		EXPECT_EQ(LocateInPolygon({0.0f, UlpsFrom(-1.0f, -1)}, arrow), Location::Outside);
		EXPECT_EQ(LocateInPolygon({0.0f, -2.0f}, arrow), Location::Outside) << "level with both feet";
		EXPECT_EQ(LocateInPolygon({-2.0f, -2.0f}, arrow), Location::Boundary);
		EXPECT_EQ(LocateInPolygon({0.0f, 2.0f}, arrow), Location::Boundary) << "the tip";
		EXPECT_EQ(LocateInPolygon({-1.0f, 2.0f}, arrow), Location::Outside) << "level with the tip";
		EXPECT_EQ(LocateInPolygon({1.0f, 0.0f}, arrow), Location::Boundary) << "on a flank";
	}
}

TEST(LocateInPolygon, ReadsCrossingEdgesByTheEvenOddRule)
{
	const std::vector<b2Vec2> star = {{0.0f, 8.0f}, {5.0f, -7.0f}, {-8.0f, 2.0f}, {8.0f, 2.0f}, {-5.0f, -7.0f}};
	EXPECT_EQ(LocateInPolygon({0.0f, 0.0f}, star), Location::Outside);
	EXPECT_EQ(LocateInPolygon({0.0f, 4.0f}, star), Location::Inside);
	EXPECT_EQ(LocateInPolygon({0.0f, 2.0f}, star), Location::Boundary);
}

TEST(LocateInBox, IsAllBoundaryWhereThin)
{
	const b2AABB box{{-1.0f, -2.0f}, {1.0f, 2.0f}};
	EXPECT_EQ(LocateInBox({0.0f, 1.5f}, box), Location::Inside);
	EXPECT_EQ(LocateInBox({-1.0f, 1.5f}, box), Location::Boundary);
	EXPECT_EQ(LocateInBox({1.0f, 2.0f}, box), Location::Boundary);
	EXPECT_EQ(LocateInBox({0.0f, UlpsFrom(2.0f, 1)}, box), Location::Outside);
	const b2AABB segment{{-1.0f, 0.0f}, {1.0f, 0.0f}};
	EXPECT_EQ(LocateInBox({0.0f, 0.0f}, segment), Location::Boundary);
	EXPECT_EQ(LocateInBox({0.0f, 0x1p-149f}, segment), Location::Outside);
	const b2AABB point{{3.0f, 4.0f}, {3.0f, 4.0f}};
	EXPECT_EQ(LocateInBox({3.0f, 4.0f}, point), Location::Boundary);
	EXPECT_EQ(LocateInBox({3.0f, UlpsFrom(4.0f, -1)}, point), Location::Outside);
	const b2AABB inverted{{1.0f, -1.0f}, {-1.0f, 1.0f}};
	EXPECT_EQ(LocateInBox({0.0f, 0.0f}, inverted), Location::Outside);
	EXPECT_EQ(LocateInBox({1.0f, 0.0f}, inverted), Location::Outside);
}

TEST(Locate, TooFewVerticesOrNonFiniteInputIsOutside)
{
	for (const size_t size : {size_t{0}, size_t{1}, size_t{2}})
	{
		const std::vector<b2Vec2> vertices(size, b2Vec2{0.0f, 0.0f});
		EXPECT_EQ(LocateInConvex({0.0f, 0.0f}, vertices), Location::Outside);
		EXPECT_EQ(LocateInPolygon({0.0f, 0.0f}, vertices), Location::Outside);
	}
	for (const float bad : {NAN, INFINITY, -INFINITY})
	{
		for (const b2Vec2 point : {b2Vec2{bad, 0.0f}, b2Vec2{0.0f, bad}, b2Vec2{bad, bad}})
		{
			EXPECT_EQ(LocateInConvex(point, k_square), Location::Outside) << ToText(point);
			EXPECT_EQ(LocateInPolygon(point, k_square), Location::Outside) << ToText(point);
			EXPECT_EQ(LocateInBox(point, {{-1.0f, -1.0f}, {1.0f, 1.0f}}), Location::Outside) << ToText(point);
		}
		for (size_t i = 0; i < 8; ++i)
		{
			std::vector<b2Vec2> broken = k_square;
			(i % 2 == 0 ? broken[i / 2].x : broken[i / 2].y) = bad;
			EXPECT_EQ(LocateInConvex({0.0f, 0.0f}, broken), Location::Outside) << ToText(broken);
			EXPECT_EQ(LocateInPolygon({0.0f, 0.0f}, broken), Location::Outside) << ToText(broken);
			EXPECT_EQ(LocateInPolygon(k_square[2], broken), Location::Outside) << ToText(broken);
		}
		for (const b2AABB& box : {b2AABB{{bad, -1.0f}, {1.0f, 1.0f}}, b2AABB{{-1.0f, bad}, {1.0f, 1.0f}},
		                          b2AABB{{-1.0f, -1.0f}, {bad, 1.0f}}, b2AABB{{-1.0f, -1.0f}, {1.0f, bad}}})
		{
			EXPECT_EQ(LocateInBox({0.0f, 0.0f}, box), Location::Outside) << ToText(box);
		}
	}
}

TEST(LocateInConvex, AgreesWithExactArithmetic)
{
	CompareLocations(0x10CA7EA, RandomConvex, LocateInConvex, ExactLocateInConvex);
}

TEST(LocateInConvex, AgreesWithExactArithmeticInLargePolygons)
{
	CompareLocations(0x10CA7EF, LargeConvex, LocateInConvex, ExactLocateInConvex, 30000);
}

// Both functions decide exactly, but by different rules: the even-odd rule visits every edge.
TEST(LocateInConvex, AgreesWithLocateInPolygonInLargePolygons)
{
	Count count;
	RunTrials(0x10CA7F0, 8000,
	          [&](Random& random) -> std::string
	          {
		          const Field field = Field::Draw(random);
		          const std::vector<b2Vec2> vertices = LargeConvex(random, field);
		          const Aim aim = AimAt(random, vertices);
		          for (int i = 0; i < 16; ++i)
		          {
			          const b2Vec2 point = AimedPoint(random, field, aim);
			          const Location want = LocateInPolygon(point, vertices);
			          count.Add(want);
			          if (LocateInConvex(point, vertices) != want)
			          {
				          return "point " + ToText(point) + " in " + ToText(vertices);
			          }
		          }
		          return "";
	          });
	count.ExpectAll();
}

TEST(LocateInConvex, LargePolygonsWhoseFirstVertexIsAnyOfASquare)
{
	// The ring has 4 corners and 3 more vertices on each side. Each vertex occurs one, two or eight times.
	for (const int copies : {1, 2, 8})
	{
		std::vector<b2Vec2> ring;
		for (int side = 0; side < 4; ++side)
		{
			for (int i = 0; i < 4; ++i)
			{
				const float t = static_cast<float>(i) - 2.0f;
				const b2Vec2 v[] = {{t, -2.0f}, {2.0f, t}, {-t, 2.0f}, {-2.0f, -t}};
				ring.insert(ring.end(), static_cast<size_t>(copies), v[side]);
			}
		}
		for (size_t first = 0; first < ring.size(); ++first)
		{
			std::vector<b2Vec2> vertices = ring;
			std::rotate(vertices.begin(), vertices.begin() + static_cast<std::ptrdiff_t>(first), vertices.end());
			for (int x = -6; x <= 6; ++x)
			{
				for (int y = -6; y <= 6; ++y)
				{
					const int reach = std::max(std::abs(x), std::abs(y));
					const Location want =
					    reach < 4 ? Location::Inside : (reach == 4 ? Location::Boundary : Location::Outside);
					EXPECT_EQ(LocateInConvex({0.5f * static_cast<float>(x), 0.5f * static_cast<float>(y)}, vertices),
					          want)
					    << copies << " copies from " << first << ", " << x << ", " << y;
				}
			}
		}
	}
}

TEST(LocateInConvex, LargePolygonsWithoutAreaHaveOnlyAnOutside)
{
	for (const int turns : {0, 1, 5, 11, 23})
	{
		// The vertices lead along a line and back, and start at any of them.
		std::vector<b2Vec2> flat;
		for (int i = 0; i < 24; ++i)
		{
			const float t = static_cast<float>(i <= 12 ? i : 24 - i);
			flat.push_back({t, 2.0f * t});
		}
		std::rotate(flat.begin(), flat.begin() + turns, flat.end());
		for (const b2Vec2 point : {b2Vec2{0.0f, 0.0f},
		                           {3.0f, 6.0f},
		                           {12.0f, 24.0f},
		                           {-1.0f, -2.0f},
		                           {13.0f, 26.0f},
		                           {3.0f, 7.0f},
		                           {3.0f, 5.0f},
		                           {-9.0f, 9.0f}})
		{
			EXPECT_EQ(LocateInConvex(point, flat), Location::Outside) << turns << ", " << ToText(point);
		}
		const std::vector<b2Vec2> copies(24, b2Vec2{3.0f, 6.0f});
		EXPECT_EQ(LocateInConvex({3.0f, 6.0f}, copies), Location::Outside);
		EXPECT_EQ(LocateInConvex({0.0f, 0.0f}, copies), Location::Outside);
	}
}

// A linear search would take some ten thousand times as long as a binary search. The test only requires a factor of
// 100.
TEST(LocateInConvex, TimeGrowsAsTheLogarithm)
{
	std::vector<b2Vec2> parabola;
	for (int i = -1024; i <= 1024; ++i)
	{
		parabola.insert(parabola.end(), 64, b2Vec2{static_cast<float>(i), static_cast<float>(i * i)});
	}
	const auto secondsFor = [&](int points, auto locate)
	{
		Random random(0x10CA7F2);
		int inside = 0;
		const auto start = std::chrono::steady_clock::now();
		for (int i = 0; i < points; ++i)
		{
			const b2Vec2 point{random.Uniform(-1000.0f, 1000.0f), random.Uniform(0.0f, 1048576.0f)};
			inside += locate(point, parabola) == Location::Inside ? 1 : 0;
		}
		EXPECT_GT(inside, points / 4);
		return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
	};
	EXPECT_LT(secondsFor(2000, LocateInConvex), secondsFor(20, LocateInPolygon));
}

// The call visits few vertices, so it may not notice a NaN. If it does, the result is Outside. A point outside the
// polygon of the finite vertices must never be reported inside.
TEST(LocateInConvex, LargePolygonsWithNonFiniteVerticesAreTaken)
{
	RunTrials(0x10CA7F1, 8000,
	          [](Random& random) -> std::string
	          {
		          const Field field = Field::Draw(random);
		          std::vector<b2Vec2> vertices = LargeConvex(random, field);
		          const Aim aim = AimAt(random, vertices);
		          const b2Vec2 point = AimedPoint(random, field, aim);
		          const Location sound = LocateInConvex(point, vertices);
		          const bool isAll = random.OneIn(3);
		          for (b2Vec2& v : vertices)
		          {
			          if (isAll || random.OneIn(4))
			          {
				          const float bad = random.OneIn(2) ? NAN : random.Sign() * INFINITY;
				          (random.OneIn(2) ? v.x : v.y) = bad;
			          }
		          }
		          const Location got = LocateInConvex(point, vertices);
		          if (isAll && got != Location::Outside)
		          {
			          return "not Outside though no vertex is finite";
		          }
		          return got == sound || got == Location::Outside ? "" : "an answer from numbers that are none";
	          });
}

TEST(LocateInPolygon, AgreesWithExactArithmetic)
{
	CompareLocations(0x10CA7EB, RandomSimple, LocateInPolygon, ExactLocateInPolygon);
}

TEST(LocateInPolygon, AgreesWithExactArithmeticWherePolygonsCrossThemselves)
{
	const auto draw = [](Random& random, const Field& field)
	{
		std::vector<b2Vec2> vertices;
		for (int i = random.Between(3, 9); i > 0; --i)
		{
			b2Vec2 v = field.Point(random);
			while (AreFinite({&v, 1}) == false)
			{
				v = field.Point(random);
			}
			vertices.push_back(v);
		}
		return vertices;
	};
	CompareLocations(0x10CA7EC, draw, LocateInPolygon, ExactLocateInPolygon);
}

TEST(LocateInBox, AgreesWithExactArithmetic)
{
	const auto draw = [](Random& random, const Field& field)
	{
		for (;;)
		{
			const std::vector<b2Vec2> corners = {field.Point(random), field.Point(random)};
			if (AreFinite(corners))
			{
				return corners;
			}
		}
	};
	CompareLocations(
	    0x10CA7ED, draw, [](b2Vec2 p, std::span<const b2Vec2> diagonal) { return LocateInBox(p, BoundsOf(diagonal)); },
	    [](const ExactVec& p, std::span<const b2Vec2> diagonal) { return ExactLocateInBox(p, BoundsOf(diagonal)); });
}

TEST(Locate, AnyBitsAreTaken)
{
	RunTrials(0x10CA7EE, 110000,
	          [](Random& random) -> std::string
	          {
		          const auto draw = [&]
		          {
			          return random.OneIn(3) ? random.OneOf(HardFloats()) : random.AnyFloat();
		          };
		          std::vector<b2Vec2> vertices;
		          const bool isLarge = random.OneIn(8);
		          for (int i = isLarge ? 40 : random.Between(0, 5); i > 0; --i)
		          {
			          vertices.push_back({draw(), draw()});
		          }
		          const b2Vec2 point{draw(), draw()};
		          const bool isFinite = AreFinite(vertices) && AreFinite({&point, 1});
		          const Location want = isFinite ? ExactLocateInPolygon(ToExact(point), vertices) : Location::Outside;
		          if (LocateInPolygon(point, vertices) != want)
		          {
			          return "LocateInPolygon(" + ToText(point) + ", " + ToText(vertices) + ")";
		          }
		          // For a polygon that is not convex, the result is not specified, but the call must return.
		          const Location convex = LocateInConvex(point, vertices);
		          if (isLarge == false && isFinite == false && convex != Location::Outside)
		          {
			          return "LocateInConvex(" + ToText(point) + ", " + ToText(vertices) + ")";
		          }
		          return "";
	          });
}

} // namespace ricochet::test::locate_test
