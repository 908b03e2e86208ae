// MIT License, Copyright (c) 2026 the ricochet authors

#include "support/failing_memory.h"
#include "support/piece_check.h"
#include "support/random_rings.h"

#include <ricochet/geometry/decompose.h>
#include <ricochet/geometry/outline.h>

#include <gtest/gtest.h>

#include <climits>
#include <ctime>
#include <limits>

namespace ricochet::test::outline_make_test
{

namespace
{

using Reason = ErrorReason;

const std::vector<b2Vec2> k_triangle = {{0.0f, 0.0f}, {8.0f, 0.0f}, {0.0f, 8.0f}};
const std::vector<b2Vec2> k_inTriangle = {{1.0f, 1.0f}, {2.0f, 1.0f}, {1.0f, 2.0f}};

Error ErrorOf(std::span<const b2Vec2> vertices, std::span<const int32_t> starts = {})
{
	const Result<Outline> outline = Outline::Make(vertices, starts);
	const Error error = outline.GetError();
	EXPECT_EQ(static_cast<bool>(outline), error.reason == Reason::None);
	EXPECT_EQ(error.Message().empty(), error.reason == Reason::None);
	return error;
}

Error ErrorOf(const Rings& rings)
{
	const FlatRings flat(rings);
	return ErrorOf(flat.vertices, flat.starts);
}

void ExpectStarts(const std::vector<int32_t>& starts, Reason reason, int32_t index, double value)
{
	std::vector<b2Vec2> vertices = k_triangle;
	vertices.insert(vertices.end(), k_inTriangle.begin(), k_inTriangle.end());
	const Error error = ErrorOf(vertices, starts);
	EXPECT_EQ(error.reason, reason);
	EXPECT_STREQ(error.parameter, "ringStarts");
	EXPECT_EQ(error.index, index);
	EXPECT_EQ(error.value, value);
}

/// True if each of two edges passes through the interior of the other.
bool DoEdgesCross(const FlatRings& flat, const Rings& rings, int32_t one, int32_t other)
{
	const auto ringOf = [&](int32_t edge)
	{
		return static_cast<size_t>(std::upper_bound(flat.starts.begin(), flat.starts.end(), edge) -
		                           flat.starts.begin() - 1);
	};
	const auto at = [&](size_t ring, int32_t edge)
	{
		const size_t i = static_cast<size_t>(edge - flat.starts[ring]);
		return rings[ring][i % rings[ring].size()];
	};
	const size_t r = ringOf(one);
	const size_t s = ringOf(other);
	const b2Vec2 a = at(r, one);
	const b2Vec2 b = at(r, one + 1);
	const b2Vec2 c = at(s, other);
	const b2Vec2 d = at(s, other + 1);
	return Orientation(a, b, c) * Orientation(a, b, d) < 0 && Orientation(c, d, a) * Orientation(c, d, b) < 0;
}

bool DoAnyCross(const Rings& rings)
{
	const FlatRings flat(rings);
	const auto count = static_cast<int32_t>(flat.vertices.size());
	for (int32_t i = 0; i < count; ++i)
	{
		for (int32_t k = i + 1; k < count; ++k)
		{
			if (DoEdgesCross(flat, rings, i, k))
			{
				return true;
			}
		}
	}
	return false;
}

} // namespace

TEST(MakeOutline, KeepsVerticesAndTellsTheRings)
{
	const auto square = [](float half, b2Vec2 center = {0.0f, 0.0f})
	{
		return std::vector<b2Vec2>{{center.x - half, center.y - half},
		                           {center.x + half, center.y - half},
		                           {center.x + half, center.y + half},
		                           {center.x - half, center.y + half}};
	};
	Rings rings = {square(1.0f), square(8.0f), square(2.0f), square(1.0f, {5.0f, 5.0f}), square(1.0f, {20.0f, 0.0f})};
	std::reverse(rings[1].begin(), rings[1].end());
	const Outline outline = *MakeOutline(rings);
	const FlatRings flat(rings);
	ASSERT_EQ(outline.Vertices().size(), 20u);
	for (size_t i = 0; i < 20; ++i)
	{
		EXPECT_EQ(outline.Vertices()[i], flat.vertices[i]);
		EXPECT_EQ(outline.RingOf(static_cast<int32_t>(i)).first, flat.starts[i / 4]);
		EXPECT_EQ(outline.EndOf(static_cast<int32_t>(i)), static_cast<int32_t>(i % 4 == 3 ? i - 3 : i + 1));
	}
	const int32_t parents[] = {2, -1, 1, 1, -1};
	const bool areHoles[] = {false, false, true, true, false};
	const bool areReversed[] = {false, true, true, true, false};
	ASSERT_EQ(outline.Rings().size(), 5u);
	for (size_t i = 0; i < 5; ++i)
	{
		const OutlineRing& ring = outline.Rings()[i];
		EXPECT_EQ(ring.first, flat.starts[i]);
		EXPECT_EQ(ring.count, 4);
		EXPECT_EQ(ring.parent, parents[i]);
		EXPECT_EQ(ring.isHole, areHoles[i]);
		EXPECT_EQ(ring.isReversed, areReversed[i]);
	}
	EXPECT_EQ(outline.Bounds().lowerBound, (b2Vec2{-8.0f, -8.0f}));
	EXPECT_EQ(outline.Bounds().upperBound, (b2Vec2{21.0f, 8.0f}));
}

TEST(MakeOutline, ACopyIsTheSameOutlineAndOneThatWasMovedFromStaysWhole)
{
	Outline outline = *Outline::Make(k_triangle);
	const Outline copy = outline;
	const Outline moved = std::move(outline);
	EXPECT_EQ(copy.Vertices().data(), moved.Vertices().data());
	EXPECT_EQ(LocateInOutline({1.0f, 1.0f}, outline), Location::Inside);
}

TEST(MakeOutline, SaysWhichRingStartsAreWrong)
{
	ExpectStarts({1, 4}, Reason::TooLarge, 0, 1.0);
	ExpectStarts({-1, 3}, Reason::TooSmall, 0, -1.0);
	ExpectStarts({0, 2}, Reason::TooFew, 0, 2.0);
	ExpectStarts({0, 4}, Reason::TooFew, 1, 2.0);
	ExpectStarts({0, 3, 3}, Reason::TooFew, 1, 0.0);
	ExpectStarts({0, 3, 0}, Reason::TooSmall, 2, 0.0);
	ExpectStarts({0, 100}, Reason::TooLarge, 1, 100.0);
	ExpectStarts({0, 100, 200}, Reason::TooLarge, 2, 200.0);
	ExpectStarts({0, INT_MAX}, Reason::TooLarge, 1, INT_MAX);
	ExpectStarts({0, INT_MIN}, Reason::TooSmall, 1, INT_MIN);
}

TEST(MakeOutline, SaysWhichVerticesAreWrong)
{
	for (size_t count = 0; count < 3; ++count)
	{
		const Error few = ErrorOf(std::span(k_triangle).first(count));
		EXPECT_EQ(few.reason, Reason::TooFew);
		EXPECT_STREQ(few.parameter, "vertices");
		EXPECT_EQ(few.value, static_cast<double>(count));
	}
	for (const float bad : {std::numeric_limits<float>::infinity(), std::numeric_limits<float>::quiet_NaN()})
	{
		Rings rings = {k_triangle, k_inTriangle};
		rings[1][2].y = bad;
		EXPECT_EQ(ErrorOf(rings).reason, Reason::NotFinite);
		EXPECT_EQ(ErrorOf(rings).index, 5);
	}
	Rings repeated = {k_triangle, k_inTriangle};
	repeated[1].insert(repeated[1].end(), 2, repeated[1][0]);
	EXPECT_EQ(ErrorOf(repeated).reason, Reason::TooClose);
	EXPECT_EQ(ErrorOf(repeated).index, 3) << "the one before it is the last of its ring";
	const Rings flat = {k_triangle, {{1.0f, 1.0f}, {2.0f, 2.0f}, {3.0f, 3.0f}}};
	EXPECT_EQ(ErrorOf(flat).reason, Reason::NoArea);
	EXPECT_EQ(ErrorOf(flat).index, 3);
}

// As in GeoJSON and WKT, the numbers of vertices and edges are those of the given list.
TEST(MakeOutline, ARingMayRepeatItsFirstVertexAtItsEnd)
{
	const Rings open = {{{0.0f, 0.0f}, {12.0f, 0.0f}, {12.0f, 4.0f}, {0.0f, 4.0f}},
	                    {{1.0f, 1.0f}, {5.0f, 1.0f}, {5.0f, 3.0f}, {1.0f, 3.0f}},
	                    {{7.0f, 1.0f}, {11.0f, 1.0f}, {11.0f, 3.0f}, {7.0f, 3.0f}}};
	Rings closed = open;
	for (const size_t ring : {0u, 1u, 2u})
	{
		closed[ring].push_back(open[ring][0]);
		const Result<Outline> outline = MakeOutline(closed);
		ASSERT_TRUE(outline) << outline.GetError().Message();
		const FlatRings flat(closed);
		ASSERT_EQ(outline->Vertices().size(), flat.vertices.size());
		for (size_t i = 0; i < 3; ++i)
		{
			const OutlineRing& own = outline->Rings()[i];
			EXPECT_EQ(own.first, flat.starts[i]);
			EXPECT_EQ(own.count, 4);
			EXPECT_EQ(own.isHole, i > 0);
			EXPECT_EQ(outline->EndOf(own.first + 3), own.first);
			EXPECT_EQ(outline->VerticesOf(own).size(), 4u);
			EXPECT_EQ(&outline->RingOf(own.first + 3), &own);
		}
		std::vector<RaySpan> spans;
		ClipOutline({{-5.0f, 2.0f}, {20.0f, 0.25f}}, *outline, spans);
		ASSERT_EQ(spans.size(), 3u);
		EXPECT_EQ(spans[0].enter.edge, 3);
		EXPECT_EQ(spans[0].exit.edge, flat.starts[1] + 3);
		EXPECT_EQ(spans[1].enter.edge, flat.starts[1] + 1);
		EXPECT_EQ(spans[1].exit.edge, flat.starts[2] + 3);
		EXPECT_EQ(spans[2].exit.edge, 1);
		EXPECT_EQ(LocateInOutline({3.0f, 2.0f}, *outline), Location::Outside);
		EXPECT_EQ(LocateInOutline({1.0f, 1.0f}, *outline), Location::Boundary);
		const ConvexPieces pieces = *Decompose(*outline);
		EXPECT_EQ(PieceMismatch(*outline, pieces, 8), "");
		EXPECT_EQ(pieces.Count(), Decompose(*MakeOutline(open))->Count());
	}
	// Two vertices and a repetition are not a ring.
	closed[1] = {{1.0f, 1.0f}, {5.0f, 1.0f}, {1.0f, 1.0f}};
	const Error few = ErrorOf(closed);
	EXPECT_EQ(few.reason, Reason::TooFew);
	EXPECT_STREQ(few.parameter, "ringStarts");
	EXPECT_EQ(few.index, 1);
	EXPECT_EQ(few.value, 2.0);
}

TEST(MakeOutline, RandomClosedRingsAreWhatOpenOnesAre)
{
	RunTrials(0x07711D, 2000,
	          [&](Random& random) -> std::string
	          {
		          const Field field = Field::Draw(random);
		          const Rings open = RandomRings(random, field);
		          Rings closed = open;
		          for (std::vector<b2Vec2>& ring : closed)
		          {
			          if (random.OneIn(4) == false)
			          {
				          ring.push_back(ring[0]);
			          }
		          }
		          const Outline one = *MakeOutline(open);
		          const Result<Outline> other = MakeOutline(closed);
		          if (!other)
		          {
			          return other.GetError().Message() + ToText(closed);
		          }
		          const Ray ray = AimedRay(random, field, AimAt(random, random.OneOf(open)));
		          std::vector<RaySpan> want, got;
		          ClipOutline(ray, one, want);
		          ClipOutline(ray, *other, got);
		          bool isSame = want.size() == got.size();
		          for (size_t i = 0; isSame && i < want.size(); ++i)
		          {
			          const auto numberIn = [](const Outline& outline, int32_t edge)
			          {
				          return edge < 0 ? -1 : edge - outline.RingOf(edge).first;
			          };
			          isSame = want[i].enter.fraction == got[i].enter.fraction &&
			                   want[i].exit.fraction == got[i].exit.fraction &&
			                   numberIn(one, want[i].enter.edge) == numberIn(*other, got[i].enter.edge) &&
			                   numberIn(one, want[i].exit.edge) == numberIn(*other, got[i].exit.edge);
		          }
		          const std::string pieces = PieceMismatch(*other, *Decompose(*other), 8);
		          return isSame && pieces.empty() ? "" : pieces + ToText(ray) + "\n" + ToText(closed);
	          });
}

// Faults for the designer of a level ------------------------------------------------------------------------------

TEST(OutlineFaults, AllAreListedWithRingIndexAndPlace)
{
	const Rings rings = {{{0.0f, 0.0f}, {4.0f, 0.0f}, {4.0f, 4.0f}, {0.0f, 4.0f}},
	                     {{3.0f, 1.0f}, {5.0f, 1.0f}, {3.0f, 2.0f}},
	                     {{1.0f, 1.0f}, {2.0f, 2.0f}, {3.0f, 3.0f}},
	                     {{8.0f, 0.0f}, {9.0f, 0.0f}, {9.0f, 0.0f}, {9.0f, 1.0f}},
	                     {{8.0f, 8.0f}, {9.0f, std::numeric_limits<float>::infinity()}, {9.0f, 9.0f}}};
	const FlatRings flat(rings);
	const Result<OutlineFaults> faults = FindOutlineFaults(flat.vertices, flat.starts);
	ASSERT_TRUE(faults);
	EXPECT_EQ(faults->count, 5);
	EXPECT_EQ(
	    faults->Message(),
	    "ring 2 (from vertices[7]) at (1, 1) m has all its vertices on one line.\n"
	    "ring 3, vertex 2 (vertices[12]) at (9, 0) m repeats the vertex before it.\n"
	    "ring 4, vertex 1 (vertices[15]) at (9, inf) m: both numbers must be finite.\n"
	    "ring 0, edge 1 meets ring 1, edge 0 at (4, 1) m (vertices: edges 1 and 4): rings may touch, but must not "
	    "cross or cancel each other out.\n"
	    "ring 0, edge 1 meets ring 1, edge 1 at (4, 1.5) m (vertices: edges 1 and 5): rings may touch, but must not "
	    "cross or cancel each other out.\n");
	const Result<OutlineFaults> two = FindOutlineFaults(flat.vertices, flat.starts, 2);
	ASSERT_EQ(two->listed.size(), 2u);
	EXPECT_EQ(two->count, 5);
	EXPECT_NE(two->Message().find("\nThere are 3 more.\n"), std::string::npos);
	EXPECT_EQ(ErrorOf(rings).Message(), two->listed[0].Message()) << "Make returns one of them";

	EXPECT_EQ(FindOutlineFaults(k_triangle)->count, 0);
	const FlatRings twice({k_triangle, k_triangle});
	EXPECT_EQ(FindOutlineFaults(twice.vertices, twice.starts)->count, 1) << "nothing is left";
	EXPECT_EQ(FindOutlineFaults(k_triangle)->Message(), "");
	const Result<OutlineFaults> few = FindOutlineFaults(std::span(k_triangle).first(2));
	EXPECT_EQ(few->count, 1);
	EXPECT_EQ(few->listed[0].reason, Reason::TooFew);
}

TEST(OutlineFaults, ManyAreCountedUpToALimit)
{
	// A star of 201 points on a circle, in which each edge crosses most others.
	std::vector<b2Vec2> star;
	for (int i = 0; i < 201; ++i)
	{
		const float angle = 6.2831853f * static_cast<float>((i * 100) % 201) / 201.0f;
		star.push_back({std::cos(angle), std::sin(angle)});
	}
	const Result<OutlineFaults> faults = FindOutlineFaults(star);
	EXPECT_EQ(faults->count, 1000);
	EXPECT_EQ(faults->listed.size(), 20u);
	EXPECT_NE(faults->Message().find("\nThere are 980 more, or still more.\n"), std::string::npos);
}

// Compares with each pair of edges. The place must be on both edges within the rounding of floats.
TEST(OutlineFaults, AreAllPairsOfEdgesThatCross)
{
	RunTrials(0x07711C, 2000,
	          [&](Random& random) -> std::string
	          {
		          const Field field = Field::Draw(random);
		          Rings rings = RandomRings(random, field);
		          rings.push_back(RandomSimple(random, field));
		          const FlatRings flat(rings);
		          const auto count = static_cast<int32_t>(flat.vertices.size());
		          int32_t pairs = 0;
		          for (int32_t i = 0; i < count; ++i)
		          {
			          for (int32_t k = i + 1; k < count; ++k)
			          {
				          pairs += DoEdgesCross(flat, rings, i, k) ? 1 : 0;
			          }
		          }
		          const Result<OutlineFaults> faults = FindOutlineFaults(flat.vertices, flat.starts);
		          bool isRight = faults->count == std::min(pairs, 1000);
		          for (const Error& error : faults->listed)
		          {
			          const auto other = static_cast<int32_t>(error.value);
			          isRight = isRight && DoEdgesCross(flat, rings, error.index, other) &&
			                    flat.starts[static_cast<size_t>(error.at.ring)] + error.at.index == error.index &&
			                    flat.starts[static_cast<size_t>(error.other.ring)] + error.other.index == other;
		          }
		          return isRight ? "" : faults->Message() + std::to_string(pairs) + ToText(rings);
	          });
}

TEST(MakeOutline, RingsThatCrossMeet)
{
	const auto expectMeeting = [](const std::vector<b2Vec2>& other)
	{
		const Error error = ErrorOf({k_triangle, other});
		EXPECT_EQ(error.reason, Reason::EdgesMeet) << ToText(other);
		EXPECT_LT(error.index, 3);
		EXPECT_GE(error.value, 3.0);
	};
	expectMeeting(k_triangle); // two equal rings leave nothing
	expectMeeting({{1.0f, -1.0f}, {2.0f, 1.0f}, {1.0f, 2.0f}});
	expectMeeting({{-1.0f, -1.0f}, {1.0f, -1.0f}, {0.5f, 1.0f}});
	EXPECT_EQ(ErrorOf({k_triangle, k_inTriangle}).reason, Reason::None);
}

// Compares with each pair of edges, and with the depth of each ring by exact location.
TEST(MakeOutline, AgreesWithEveryPairOfEdgesAndWithWhereTheRingsAre)
{
	int made = 0;
	int met = 0;
	RunTrials(0x07711E, 5000,
	          [&](Random& random) -> std::string
	          {
		          const Field field = Field::Draw(random);
		          Rings rings = RandomRings(random, field);
		          if (random.OneIn(3))
		          {
			          rings.push_back(RandomSimple(random, field)); // at a random place
		          }
		          const FlatRings flat(rings);
		          bool doMeet = false;
		          for (size_t i = 0; i < rings.size(); ++i)
		          {
			          for (size_t k = i + 1; k < rings.size(); ++k)
			          {
				          doMeet = doMeet || DoRingsMeet(rings[i], rings[k]);
			          }
		          }
		          if (doMeet && DoAnyCross(rings) == false)
		          {
			          return ""; // see outline_touch_test
		          }
		          const Result<Outline> outline = MakeOutline(rings);
		          if (doMeet)
		          {
			          ++met;
			          const Error& error = outline.GetError();
			          const auto other = static_cast<int32_t>(error.value);
			          const bool isTold = error.reason == Reason::EdgesMeet && error.index < other &&
			                              DoEdgesCross(flat, rings, error.index, other);
			          return isTold ? "" : "not told: " + error.Message() + ToText(rings);
		          }
		          if (!outline)
		          {
			          return outline.GetError().Message() + ToText(rings);
		          }
		          ++made;
		          for (size_t i = 0; i < rings.size(); ++i)
		          {
			          const OutlineRing& ring = outline->Rings()[i];
			          int depth = 0;
			          for (size_t k = 0; k < rings.size(); ++k)
			          {
				          depth += i != k && ExactLocateInPolygon(ToExact(rings[i][0]), rings[k]) == Location::Inside;
			          }
			          int parents = 0;
			          for (int32_t p = ring.parent; p >= 0; p = outline->Rings()[static_cast<size_t>(p)].parent)
			          {
				          const auto& around = rings[static_cast<size_t>(p)];
				          parents += ExactLocateInPolygon(ToExact(rings[i][0]), around) == Location::Inside;
			          }
			          if (ring.isHole != (depth % 2 == 1) || parents != depth)
			          {
				          return "ring " + std::to_string(i) + "\n" + ToText(rings);
			          }
		          }
		          return "";
	          });
	EXPECT_GT(made, ScaledCount(5000) / 3);
	EXPECT_GT(met, ScaledCount(5000) / 20);
}

TEST(MakeOutline, AnyBitsAreTakenAndCast)
{
	RunTrials(0x07711F, 20000,
	          [&](Random& random) -> std::string
	          {
		          std::vector<b2Vec2> vertices(static_cast<size_t>(random.Between(0, 9)));
		          for (b2Vec2& v : vertices)
		          {
			          const bool isTame = random.OneIn(8) == false;
			          v = isTame ? b2Vec2{random.MixedExponent(-149, 127), random.MixedExponent(-149, 127)}
			                     : b2Vec2{random.AnyFloat(), random.AnyFloat()};
		          }
		          std::vector<int32_t> starts = {0};
		          while (random.OneIn(2))
		          {
			          starts.push_back(random.OneIn(4) ? static_cast<int32_t>(random.Bits()) : random.Between(-1, 9));
		          }
		          const Result<Outline> outline = Outline::Make(vertices, starts);
		          const Ray ray{{random.AnyFloat(), random.AnyFloat()}, {random.AnyFloat(), random.AnyFloat()}};
		          std::vector<RaySpan> spans;
		          if (outline)
		          {
			          ClipOutline(ray, *outline, spans);
		          }
		          return HardMismatch(ray, spans);
	          });
}

TEST(MakeOutline, OutOfMemoryIsAnErrorValue)
{
	Random random(1);
	const FlatRings flat(PlateOf(random, 2, 6));
	for (int64_t i = 0;; ++i)
	{
		FailingMemory memory(i);
		const Result<Outline> outline = memory.Run([&] { return Outline::Make(flat.vertices, flat.starts); });
		if (memory.Failures() == 0)
		{
			EXPECT_TRUE(outline);
			break;
		}
		EXPECT_EQ(outline.GetError().reason, Reason::OutOfMemory);
		EXPECT_EQ(memory.Blocks(), 0) << "all is given back";
	}
}

TEST(MakeOutline, TimeGrowsAsNLogN)
{
	const auto timeFor = [](int teeth, int runs)
	{
		Random random(7);
		const std::vector<b2Vec2> comb = CombOf(random, teeth, 30.0f);
		const std::clock_t start = std::clock();
		for (int i = 0; i < runs; ++i)
		{
			EXPECT_TRUE(Outline::Make(comb));
		}
		return static_cast<double>(std::clock() - start) / runs;
	};
	const double few = timeFor(200, 40);
	const double many = timeFor(20000, 1);
	std::printf("    100 times the vertices: %.0f times as long\n", many / few);
	EXPECT_LT(many, 3000.0 * few);
}

} // namespace ricochet::test::outline_make_test
