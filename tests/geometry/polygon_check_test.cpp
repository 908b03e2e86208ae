// MIT License, Copyright (c) 2026 the ricochet authors

#include "support/failing_memory.h"
#include "support/oracle.h"
#include "support/random_rays.h"

#include <ricochet/geometry/clip.h>
#include <ricochet/geometry/locate.h>
#include <ricochet/geometry/polygon_check.h>

#include <gtest/gtest.h>

#include <ctime>

namespace ricochet::test::polygon_check_test
{

namespace
{

using Reason = ErrorReason;

Error ErrorOf(std::span<const b2Vec2> vertices)
{
	const Result<PolygonKind> kind = CheckPolygon(vertices);
	const Error error = kind.GetError();
	EXPECT_EQ(static_cast<bool>(kind), error.reason == Reason::None);
	EXPECT_EQ(error.Message().empty(), error.reason == Reason::None);
	EXPECT_STREQ(error.parameter, kind ? "" : "vertices");
	return error;
}

/// Returns twice the exact area; positive if counter-clockwise.
mpq_class ExactArea(std::span<const b2Vec2> vertices)
{
	mpq_class area = 0;
	for (size_t i = 0; i < vertices.size(); ++i)
	{
		const ExactVec a = ToExact(vertices[i]);
		const ExactVec b = ToExact(vertices[(i + 1) % vertices.size()]);
		area += a.x * b.y - a.y * b.x;
	}
	return area;
}

bool IsOn(b2Vec2 p, b2Vec2 a, b2Vec2 b)
{
	return Orientation(a, b, p) == 0 && std::min(a.x, b.x) <= p.x && p.x <= std::max(a.x, b.x) &&
	       std::min(a.y, b.y) <= p.y && p.y <= std::max(a.y, b.y);
}

/// True if two edges have a common point other than the vertex between them.
bool DoMeet(std::span<const b2Vec2> vertices, size_t i, size_t k)
{
	const size_t count = vertices.size();
	const b2Vec2 a = vertices[i];
	const b2Vec2 b = vertices[(i + 1) % count];
	const b2Vec2 c = vertices[k];
	const b2Vec2 d = vertices[(k + 1) % count];
	if ((i + 1) % count == k || (k + 1) % count == i)
	{
		const bool isNext = (i + 1) % count == k;
		return IsOn(isNext ? d : c, a, b) || IsOn(isNext ? a : b, c, d);
	}
	return IsOn(c, a, b) || IsOn(d, a, b) || IsOn(a, c, d) || IsOn(b, c, d) ||
	       (Orientation(a, b, c) * Orientation(a, b, d) < 0 && Orientation(c, d, a) * Orientation(c, d, b) < 0);
}

/// Compares with a check of each pair of edges and each vertex.
std::string CheckMismatch(std::span<const b2Vec2> given)
{
	const Result<PolygonKind> kind = CheckPolygon(given);
	const Error& error = kind.GetError();
	const bool isClosed = given.size() > 1 && IsSame(given.front(), given.back());
	const std::span<const b2Vec2> vertices = given.first(given.size() - (isClosed ? 1 : 0));
	const size_t count = vertices.size();
	std::string wrong;
	const auto fail = [&](const std::string& text)
	{
		return text + "\n" + ToText(given);
	};
	if (count < 3)
	{
		return error.reason == Reason::TooFew ? "" : fail("too few");
	}
	bool isFlat = true;
	bool isRepeated = false;
	for (size_t i = 0; i < count; ++i)
	{
		isRepeated = isRepeated || IsSame(vertices[i], vertices[(i + 1) % count]);
		for (size_t k = 0; k < count; ++k)
		{
			isFlat = isFlat && Orientation(vertices[i], vertices[(i + 1) % count], vertices[k]) == 0;
		}
	}
	if (isRepeated || isFlat)
	{
		const size_t second = static_cast<size_t>(error.index); // the second edge of the pair, if there is one
		const bool isTold = (isRepeated && error.reason == Reason::TooClose && second < count &&
		                     IsSame(vertices[second], vertices[(second + count - 1) % count]) && error.value == 0.0 &&
		                     error.limit == 0.0) ||
		                    (isFlat && error.reason == Reason::NoArea && error.value == 0.0);
		return isTold ? "" : fail("neither repeated nor flat");
	}
	if (IsSimple(vertices) == false)
	{
		const auto other = static_cast<int32_t>(error.value);
		const bool isTold = error.reason == Reason::EdgesMeet && error.index >= 0 && error.index < other &&
		                    other < static_cast<int32_t>(count) && error.value == other &&
		                    DoMeet(vertices, static_cast<size_t>(error.index), static_cast<size_t>(other));
		return isTold ? "" : fail("edges meet, but not " + std::to_string(error.index) + ", " + std::to_string(other));
	}
	if (!kind)
	{
		return fail("is simple, but: " + error.Message());
	}

	const int turn = sgn(ExactArea(vertices));
	bool isConvex = true;
	for (size_t i = 0; i < count; ++i)
	{
		isConvex =
		    isConvex && Orientation(vertices[i], vertices[(i + 1) % count], vertices[(i + 2) % count]) * turn >= 0;
	}
	return kind->counterClockwise == (turn > 0) && kind->convex == isConvex ? "" : fail("orientation or convexity");
}

/// Returns a simple polygon of many vertices: a star around a point, or a stair that goes up and down.
std::vector<b2Vec2> LargeSimple(Random& random)
{
	const int count = random.Between(17, 50);
	std::vector<b2Vec2> vertices;
	if (random.OneIn(2))
	{
		for (int i = 0; i < count; ++i)
		{
			const float angle = 6.2831853f * static_cast<float>(i) / static_cast<float>(count);
			const float length = random.Uniform(0.2f, 1.0f);
			vertices.push_back({length * std::cos(angle), length * std::sin(angle)});
		}
	}
	else
	{
		// Steps with several vertices above each other, and a flat floor below them.
		for (int i = 0; i < count; ++i)
		{
			const float height = static_cast<float>(random.Between(1, 4));
			vertices.push_back({static_cast<float>(i), height});
			if (random.OneIn(2))
			{
				vertices.push_back({static_cast<float>(i), height + 0.5f});
			}
		}
		for (int i = count - 1; i >= 0; i -= random.Between(1, 5))
		{
			vertices.push_back({static_cast<float>(i), 0.0f});
		}
	}
	if (random.OneIn(2))
	{
		std::reverse(vertices.begin(), vertices.end());
	}
	std::rotate(vertices.begin(), vertices.begin() + random.Below(static_cast<int>(vertices.size())), vertices.end());
	return vertices;
}

const std::vector<b2Vec2> k_square = {{0.0f, 0.0f}, {2.0f, 0.0f}, {2.0f, 2.0f}, {0.0f, 2.0f}};

} // namespace

TEST(CheckPolygon, TellsOrientationAndConvexity)
{
	const auto expect = [](std::vector<b2Vec2> vertices, bool convex, const char* what)
	{
		for (const bool counterClockwise : {true, false})
		{
			const Result<PolygonKind> kind = CheckPolygon(vertices);
			ASSERT_TRUE(kind) << what << ": " << kind.GetError().Message();
			EXPECT_EQ(kind->convex, convex) << what;
			EXPECT_EQ(kind->counterClockwise, counterClockwise) << what;
			std::reverse(vertices.begin(), vertices.end());
		}
	};
	expect(k_square, true, "square");
	expect({{0.0f, 0.0f}, {1.0f, 0.0f}, {0.0f, 1.0f}}, true, "triangle");
	expect({{0.0f, 0.0f}, {1.0f, 0.0f}, {2.0f, 0.0f}, {2.0f, 2.0f}, {0.0f, 2.0f}, {0.0f, 1.0f}}, true, "collinear");
	expect({{0.0f, 0.0f}, {4.0f, 0.0f}, {1.0f, 1.0f}, {0.0f, 4.0f}}, false, "arrowhead");
	expect({{0.0f, 0.0f}, {2.0f, 0.0f}, {2.0f, 2.0f}, {1.0f, UlpsFrom(2.0f, -1)}, {0.0f, 2.0f}}, false,
	       "a dent of 1 ulp");
	expect({{0.0f, 0.0f}, {0x1p-149f, 0.0f}, {0.0f, 0x1p-149f}}, true, "the smallest there is");
	expect({{-3e38f, -3e38f}, {3e38f, -3e38f}, {3e38f, 3e38f}, {-3e38f, 3e38f}}, true, "nearly the largest");
}

TEST(CheckPolygon, TooFewVertices)
{
	for (const size_t count : {size_t{0}, size_t{1}, size_t{2}})
	{
		const Error error = ErrorOf(std::span(k_square).first(count));
		EXPECT_EQ(error.reason, Reason::TooFew);
		EXPECT_EQ(error.value, static_cast<double>(count));
		EXPECT_EQ(error.limit, 3.0);
		EXPECT_EQ(error.Message(), "vertices: " + std::to_string(count) + " are too few, at least 3 are needed.");
	}
}

TEST(CheckPolygon, NotFinite)
{
	const std::pair<float, const char*> cases[] = {{NAN, "nan"}, {INFINITY, "inf"}, {-INFINITY, "-inf"}};
	for (const auto& [bad, text] : cases)
	{
		for (size_t i = 0; i < 8; ++i)
		{
			std::vector<b2Vec2> vertices = k_square;
			(i % 2 == 0 ? vertices[i / 2].x : vertices[i / 2].y) = bad;
			const Error error = ErrorOf(vertices);
			EXPECT_EQ(error.reason, Reason::NotFinite);
			EXPECT_EQ(error.index, static_cast<int32_t>(i / 2));
			EXPECT_TRUE(IsSameBits(static_cast<float>(error.value), bad));
			EXPECT_EQ(error.Message(), "vertices[" + std::to_string(i / 2) + "] is " + text + ": it must be finite.");
		}
	}
}

TEST(CheckPolygon, RepeatedVertex)
{
	std::vector<b2Vec2> vertices = k_square;
	vertices.insert(vertices.begin() + 2, vertices[1]);
	Error error = ErrorOf(vertices);
	EXPECT_EQ(error.reason, Reason::TooClose);
	EXPECT_EQ(error.index, 2) << "the second of the pair";
	EXPECT_EQ(error.value, 0.0);
	EXPECT_EQ(error.limit, 0.0);
	EXPECT_EQ(error.Message(), "vertices[2] repeats the one before it.");

	vertices = k_square;
	vertices.push_back({-0.0f, 0.0f});
	vertices.push_back({0.0f, 0.0f});
	error = ErrorOf(vertices);
	EXPECT_EQ(error.reason, Reason::TooClose) << "one of the two closes the ring, the other is the first again";
	EXPECT_EQ(error.index, 0);
	EXPECT_EQ(error.value, 0.0);
	EXPECT_EQ(error.limit, 0.0);
}

TEST(CheckPolygon, TheLastVertexMayRepeatTheFirst)
{
	std::vector<b2Vec2> vertices = k_square;
	vertices.push_back({-0.0f, 0.0f});
	const Result<PolygonKind> kind = CheckPolygon(vertices);
	ASSERT_TRUE(kind) << kind.GetError().Message();
	EXPECT_TRUE(kind->convex && kind->counterClockwise);
	const std::vector<b2Vec2> twice = {{0.0f, 0.0f}, {1.0f, 0.0f}, {0.0f, 0.0f}};
	const Error error = ErrorOf(twice);
	EXPECT_EQ(error.reason, Reason::TooFew);
	EXPECT_EQ(error.value, 2.0);

	// Clipping and location also accept such a polygon, with the same results.
	const Ray ray{{-1.0f, 0.25f}, {8.0f, 0.5f}};
	const std::optional<RaySpan> open = ClipConvex(ray, k_square);
	const std::optional<RaySpan> closed = ClipConvex(ray, vertices);
	std::vector<RaySpan> spans;
	ClipPolygon(ray, vertices, spans);
	ASSERT_TRUE(open && closed && spans.size() == 1);
	for (const RaySpan& span : {*closed, spans[0]})
	{
		EXPECT_EQ(span.enter.fraction, open->enter.fraction);
		EXPECT_EQ(span.enter.edge, open->enter.edge);
		EXPECT_EQ(span.exit.fraction, open->exit.fraction);
		EXPECT_EQ(span.exit.edge, open->exit.edge);
	}
	EXPECT_EQ(LocateInPolygon({0.5f, 0.5f}, vertices), Location::Inside);
	EXPECT_EQ(LocateInConvex({0.0f, 0.0f}, vertices), Location::Boundary);
}

TEST(CheckPolygon, NoArea)
{
	const std::vector<b2Vec2> line = {{0.0f, 0.0f}, {1.0f, 0.5f}, {3.0f, 1.5f}, {2.0f, 1.0f}};
	const Error error = ErrorOf(line);
	EXPECT_EQ(error.reason, Reason::NoArea);
	EXPECT_EQ(error.index, -1);
	EXPECT_EQ(error.value, 0.0);
	EXPECT_EQ(error.Message(), "vertices are on one line: the area is 0 m^2.");
	std::vector<b2Vec2> bent = line;
	bent[1].y = UlpsFrom(0.5f, -1);
	EXPECT_EQ(ErrorOf(bent).reason, Reason::None) << "one ulp off the line is an area";
}

TEST(CheckPolygon, SelfCrossingNamesBothEdges)
{
	struct Case
	{
		const char* what;
		std::vector<b2Vec2> vertices;
		int32_t first, second;
	};
	const std::vector<Case> cases = {
	    {"bow tie", {{0.0f, 0.0f}, {2.0f, 2.0f}, {2.0f, 0.0f}, {0.0f, 2.0f}}, 0, 2},
	    {"a vertex on an edge", {{0.0f, 0.0f}, {4.0f, 0.0f}, {4.0f, 2.0f}, {2.0f, 0.0f}, {0.0f, 2.0f}}, 0, 2},
	    {"a spike", {{0.0f, 0.0f}, {4.0f, 0.0f}, {2.0f, 0.0f}, {2.0f, 2.0f}}, 0, 1},
	    {"overlapping edges",
	     {{0.0f, 0.0f}, {4.0f, 0.0f}, {4.0f, 2.0f}, {3.0f, 0.0f}, {1.0f, 0.0f}, {0.0f, 2.0f}},
	     0,
	     2},
	    {"two vertices in one place",
	     {{0.0f, 0.0f}, {1.0f, 1.0f}, {2.0f, 0.0f}, {2.0f, 2.0f}, {1.0f, 1.0f}, {0.0f, 2.0f}},
	     0,
	     3},
	};
	for (const Case& c : cases)
	{
		const Error error = ErrorOf(c.vertices);
		EXPECT_EQ(error.reason, Reason::EdgesMeet) << c.what;
		EXPECT_EQ(error.index, c.first) << c.what;
		EXPECT_EQ(error.value, c.second) << c.what;
		EXPECT_EQ(CheckMismatch(c.vertices), "") << c.what;
	}
	EXPECT_EQ(ErrorOf(cases[0].vertices).Message(),
	          "vertices: edge 0 meets edge 2, but edges may only meet where one ends and the next begins.");
}

namespace
{

/// Adds a vertex in the middle of each edge. All coordinates are integers.
std::vector<b2Vec2> Halved(const std::vector<b2Vec2>& vertices)
{
	std::vector<b2Vec2> halved;
	for (size_t i = 0; i < vertices.size(); ++i)
	{
		halved.push_back(vertices[i]);
		halved.push_back(0.5f * (vertices[i] + vertices[(i + 1) % vertices.size()]));
	}
	return halved;
}

/// Starts at every vertex, in both directions.
void ExpectCrossingFromAnywhere(std::vector<b2Vec2> vertices, const char* what)
{
	ASSERT_GT(vertices.size(), 16u);
	for (size_t i = 0; i < 2 * vertices.size(); ++i)
	{
		EXPECT_EQ(ErrorOf(vertices).reason, Reason::EdgesMeet) << what << ", " << i;
		EXPECT_EQ(CheckMismatch(vertices), "") << what << ", " << i;
		std::rotate(vertices.begin(), vertices.begin() + 1, vertices.end());
		if (i + 1 == vertices.size())
		{
			std::reverse(vertices.begin(), vertices.end());
		}
	}
}

} // namespace

TEST(CheckPolygon, LargePolygonsThatMeetThemselvesInOnePlaceOnly)
{
	// Two edges cross far to the right, where nothing is between them any more, because a tooth has ended.
	const std::vector<b2Vec2> scissors = {
	    {0.0f, 10.0f}, {20.0f, -1.0f}, {22.0f, -1.0f}, {24.0f, -1.0f}, {26.0f, -1.0f}, {28.0f, -1.0f},
	    {28.0f, 1.0f}, {26.0f, 1.0f},  {24.0f, 1.0f},  {22.0f, 1.0f},  {20.0f, 1.0f},  {0.0f, -10.0f},
	    {0.0f, -8.0f}, {0.0f, -5.0f},  {5.0f, 0.0f},   {0.0f, 5.0f},   {0.0f, 8.0f}};
	ExpectCrossingFromAnywhere(scissors, "scissors");
	// Two wedges have touching tips. They are side by side, or one above the other.
	const std::vector<b2Vec2> wedges = {{0.0f, 0.0f},  {8.0f, -4.0f}, {8.0f, 0.0f},  {8.0f, 4.0f},  {0.0f, 0.0f},
	                                    {-4.0f, 4.0f}, {-8.0f, 4.0f}, {-8.0f, 0.0f}, {-8.0f, -4.0f}};
	ExpectCrossingFromAnywhere(Halved(wedges), "wedges");
	std::vector<b2Vec2> upright = Halved(wedges);
	for (b2Vec2& v : upright)
	{
		v = {-v.y, v.x};
	}
	ExpectCrossingFromAnywhere(upright, "upright wedges");
}

TEST(CheckPolygon, AgreesWithEveryPairOfEdges)
{
	int simple = 0;
	int count = 0;
	RunTrials(0xC4EC4, 30000,
	          [&](Random& random) -> std::string
	          {
		          const Field field = Field::Draw(random);
		          std::vector<b2Vec2> vertices;
		          if (random.OneIn(2))
		          {
			          vertices = RandomSimple(random, field);
		          }
		          else
		          {
			          for (int i = random.Between(3, 8); i > 0; --i)
			          {
				          vertices.push_back(field.Point(random));
			          }
		          }
		          if (AreFinite(vertices) == false)
		          {
			          return "";
		          }
		          ++count;
		          simple += CheckPolygon(vertices) ? 1 : 0;
		          return CheckMismatch(vertices);
	          });
	std::printf("    %d of %d are simple\n", simple, count);
	EXPECT_GT(simple, count / 3);
	EXPECT_LT(simple, count - count / 10);
}

// Many vertices use another algorithm than few. Some vertices are moved onto others, onto edges, next to them, or
// anywhere.
TEST(CheckPolygon, AgreesWithEveryPairOfEdgesOfLargePolygons)
{
	int simple = 0;
	int count = 0;
	RunTrials(0xC4EC5, 400,
	          [&](Random& random) -> std::string
	          {
		          const std::vector<b2Vec2> sound = LargeSimple(random);
		          std::string wrong = CheckMismatch(sound);
		          for (int i = 0; i < 3 && wrong.empty(); ++i)
		          {
			          std::vector<b2Vec2> vertices = sound;
			          for (int moved = random.Between(1, 2); moved > 0; --moved)
			          {
				          const Aim aim = AimAt(random, vertices);
				          b2Vec2& v = vertices[static_cast<size_t>(random.Below(static_cast<int>(vertices.size())))];
				          const b2Vec2 target = random.OneOf(aim.points);
				          v = random.OneIn(2) ? target : b2Vec2{0.25f * v.x + 0.75f * target.x, v.y};
			          }
			          ++count;
			          simple += CheckPolygon(vertices) ? 1 : 0;
			          wrong = CheckMismatch(vertices);
		          }
		          return wrong;
	          });
	std::printf("    %d of %d are simple\n", simple, count);
	EXPECT_GT(simple, count / 20);
	EXPECT_LT(simple, count - count / 4);
}

TEST(CheckPolygon, MixedExponentsInLargePolygons)
{
	RunTrials(0xC4EC6, 200,
	          [](Random& random) -> std::string
	          {
		          // A polygon of points that are sorted around an extreme point is simple, because exact signs sort
		          // them.
		          const Field field(random, random.OneIn(2) ? Field::Kind::Mixed : Field::Kind::Denormals);
		          std::vector<b2Vec2> points;
		          for (int i = 0; i < 40; ++i)
		          {
			          points.push_back(field.Point(random));
		          }
		          const auto first =
		              std::min_element(points.begin(), points.end(),
		                               [](b2Vec2 a, b2Vec2 b) { return a.x < b.x || (a.x == b.x && a.y < b.y); });
		          std::iter_swap(points.begin(), first);
		          const b2Vec2 base = points[0];
		          std::sort(points.begin() + 1, points.end(),
		                    [&](b2Vec2 a, b2Vec2 b) { return Orientation(base, a, b) > 0; });
		          return CheckMismatch(points);
	          });
}

TEST(CheckPolygon, AnyBitsAreTaken)
{
	RunTrials(0xC4EC7, 20000,
	          [](Random& random) -> std::string
	          {
		          std::vector<b2Vec2> vertices;
		          for (int i = random.OneIn(10) ? 30 : random.Between(0, 6); i > 0; --i)
		          {
			          const auto draw = [&]
			          {
				          return random.OneIn(3) ? random.OneOf(HardFloats()) : random.AnyFloat();
			          };
			          vertices.push_back({draw(), draw()});
		          }
		          const Result<PolygonKind> kind = CheckPolygon(vertices);
		          if (vertices.size() < 3 || AreFinite(vertices) == false)
		          {
			          const Reason want = vertices.size() < 3 ? Reason::TooFew : Reason::NotFinite;
			          return !kind && kind.GetError().reason == want ? "" : "no error " + ToText(vertices);
		          }
		          return CheckMismatch(vertices);
	          });
}

namespace
{

/// Returns a polygon of many teeth with equal widths. Bounds therefore do not show which edges may intersect.
std::vector<b2Vec2> Comb(int teeth)
{
	std::vector<b2Vec2> comb;
	for (int i = 0; i < teeth; ++i)
	{
		comb.push_back({0.0f, static_cast<float>(2 * i)});
		comb.push_back({1.0f, static_cast<float>(2 * i) + 0.5f});
		comb.push_back({0.25f, static_cast<float>(2 * i) + 1.0f});
	}
	comb.push_back({-1.0f, static_cast<float>(2 * teeth)});
	comb.push_back({-1.0f, -1.0f});
	return comb;
}

} // namespace

// 100 times as many vertices must not take 3000 times as long. O(n^2) would take 10,000 times. The time is processor
// time.
TEST(CheckPolygon, TimeGrowsAsNLogN)
{
	const auto timeFor = [](int teeth, int runs)
	{
		const std::vector<b2Vec2> comb = Comb(teeth);
		const std::clock_t start = std::clock();
		for (int i = 0; i < runs; ++i)
		{
			const Result<PolygonKind> kind = CheckPolygon(comb);
			EXPECT_TRUE(kind && kind->convex == false);
		}
		return static_cast<double>(std::clock() - start) / runs;
	};
	const double few = timeFor(200, 40);
	const double many = timeFor(20000, 1);
	std::printf("    100 times the vertices: %.0f times as long\n", many / few);
	EXPECT_LT(many, 3000.0 * few);
}

TEST(CheckPolygon, OutOfMemoryIsAnErrorValue)
{
	std::vector<b2Vec2> comb = Comb(10);
	std::vector<b2Vec2> crossing = comb;
	std::swap(crossing[3], crossing[20]);
	for (std::vector<b2Vec2>* polygon : {&comb, &crossing})
	{
		const std::vector<b2Vec2>& vertices = *polygon;
		const bool isSimple = static_cast<bool>(CheckPolygon(vertices));
		EXPECT_EQ(isSimple, polygon == &comb);
		bool isDone = false;
		int64_t first = 0;
		for (; isDone == false; ++first)
		{
			FailingMemory memory(first);
			const Result<PolygonKind> kind = memory.Run([&] { return CheckPolygon(vertices); });
			const Error& error = kind.GetError();
			isDone = memory.Failures() == 0;
			EXPECT_EQ(error.reason == Reason::OutOfMemory, isDone == false) << first;
			EXPECT_EQ(static_cast<bool>(kind), isDone && isSimple) << first;
			EXPECT_EQ(error.Message().empty(), error.reason == Reason::None);
			ASSERT_LT(first, 1000);
		}
		EXPECT_GT(first, 1) << "more than 16 vertices need memory";
	}
	// The check of a polygon with few vertices needs no memory. So it reports the polygon's own fault even if every
	// allocation fails.
	const std::vector<b2Vec2> bowTie = {{0.0f, 0.0f}, {2.0f, 2.0f}, {2.0f, 0.0f}, {0.0f, 2.0f}};
	FailingMemory memory(0, FailingMemory::k_never);
	const Result<PolygonKind> few = memory.Run([&] { return CheckPolygon(bowTie); });
	EXPECT_EQ(few.GetError().reason, Reason::EdgesMeet);
	EXPECT_EQ(memory.Allocations(), 0);
}

} // namespace ricochet::test::polygon_check_test
