// MIT License, Copyright (c) 2026 the ricochet authors

// Compares casts of shapes in doubles with the exact kernel, which has its own referee. A certain result must equal the
// kernel's result in every bit. For casts that are not aimed at anything special, nearly all results must be certain.

#include "geometry/hull_meet.h"

#include "geometry/hull_scenes.h"
#include "support/test_scale.h"

#include <gtest/gtest.h>

#include <array>
#include <cstring>
#include <limits>

namespace ricochet::test::hull_meet_test
{

namespace
{

bool HasSameBits(float a, float b)
{
	return std::memcmp(&a, &b, sizeof(a)) == 0;
}

bool HasSameBits(b2Vec2 a, b2Vec2 b)
{
	return HasSameBits(a.x, b.x) && HasSameBits(a.y, b.y);
}

bool HasSameBits(const Crossing& a, const Crossing& b)
{
	return HasSameBits(a.fraction, b.fraction) && HasSameBits(a.point, b.point) && HasSameBits(a.normal, b.normal) &&
	       a.edge == b.edge;
}

bool IsSame(const HullFeature& a, const HullFeature& b)
{
	return a.vertex == b.vertex && a.edge == b.edge;
}

std::string Difference(const HullSpan& a, const HullSpan& b)
{
	const bool isSameSpan = HasSameBits(a.enter, b.enter) && HasSameBits(a.exit, b.exit) &&
	                        a.startsInside == b.startsInside && a.endsInside == b.endsInside && a.grazing == b.grazing;
	const bool isSameTouch =
	    HasSameBits(a.contact, b.contact) && IsSame(a.still, b.still) && IsSame(a.moving, b.moving);
	const bool isSameWay = HasSameBits(a.depth, b.depth) && HasSameBits(a.wayOut, b.wayOut);
	return std::string(isSameSpan ? "" : "span ") + (isSameTouch ? "" : "touch ") + (isSameWay ? "" : "way out");
}

struct Certainty
{
	int count = 0;
	int certain = 0;
	int hits = 0;

	[[nodiscard]] double Share() const { return static_cast<double>(certain) / count; }
};

constexpr double k_noCutoff = std::numeric_limits<double>::infinity();

// Checks a cast with a cutoff fraction: it may leave out only a hit that is entered beyond the cutoff.
std::string CompareCutoff(const HullScene& scene, const MovingHull& moving, const HullSpan& exact, double cutoff)
{
	HullMeet met;
	if (MeetHull(moving, scene.Still(), scene.stillPose, cutoff, met) == false)
	{
		return exact.enter.fraction < cutoff * (1.0 - 1e-6) ? "cut off too early" : "";
	}
	HullSpan span;
	TellHull(moving, scene.Still(), scene.stillPose, met, span);
	return Difference(span, exact);
}

// Returns the result of CastHull, computed only by the exact kernel.
std::optional<HullSpan> CastHullExactly(const MovingHull& moving, const Hull& still, const b2Transform& stillPose)
{
	std::optional<HullSpan> span;
	HullMeet met;
	if (MeetHullExactly(moving, still, stillPose, k_noCutoff, met))
	{
		TellHull(moving, still, stillPose, met, span.emplace());
	}
	return span;
}

// Returns an empty string if both results are the same, or the result is uncertain.
std::string Compare(const HullScene& scene, Certainty& certainty)
{
	const MovingHull moving(scene.Moving(), scene.movingPose, scene.translation, scene.maxFraction);
	const std::optional<HullSpan> exact = CastHullExactly(moving, scene.Still(), scene.stillPose);
	const std::optional<HullSpan> got = scene.Cast();
	HullMeet met;
	const CutResult result = MeetHullByDoubles(moving, scene.Still(), scene.stillPose, k_noCutoff, met);
	++certainty.count;
	certainty.certain += result != CutResult::Uncertain ? 1 : 0;
	certainty.hits += result == CutResult::Hit ? 1 : 0;
	if (exact.has_value() != got.has_value() ||
	    (result != CutResult::Uncertain && (result == CutResult::Hit) != exact.has_value()))
	{
		return exact ? "a miss, not a hit" : "a hit, not a miss";
	}
	if (exact.has_value() == false)
	{
		return "";
	}
	const double cutoff = exact->enter.fraction * (certainty.count % 2 == 0 ? 1.5 : 0.75);
	return Difference(*got, *exact) + CompareCutoff(scene, moving, *exact, cutoff);
}

Certainty CompareAll(uint64_t seed, int count, const auto& draw)
{
	Random random(seed);
	Certainty certainty;
	for (int i = 0; i < ScaledCount(count); ++i)
	{
		const HullScene scene = draw(random);
		const std::string difference = Compare(scene, certainty);
		EXPECT_EQ(difference, "") << scene.Text() << " trial " << i;
		if (difference.empty() == false)
		{
			break;
		}
	}
	return certainty;
}

Certainty CompareDrawn(uint64_t seed, HullNumbers numbers, int count)
{
	return CompareAll(seed, count, [&](Random& random) { return HullDraw(random, numbers).Scene(); });
}

enum class Turns
{
	Any,
	Same,     ///< both have the same rotation
	Quarters, ///< both are rotated by multiples of 90 degrees
};

b2Rot QuarterTurn(Random& random)
{
	b2Rot q;
	const int quarter = random.Below(4);
	q.s = static_cast<float>((quarter == 1) - (quarter == 3));
	q.c = static_cast<float>((quarter == 0) - (quarter == 2));
	return q;
}

// Returns two shapes of about a metre, some metres apart. One of them moves past the other, or into it.
HullScene DrawGame(Random& random, Turns turns)
{
	const auto draw = [&]
	{
		if (random.OneIn(3))
		{
			const b2Vec2 h{random.Uniform(0.1f, 1.0f), random.Uniform(0.1f, 1.0f)};
			return std::vector<b2Vec2>{{-h.x, -h.y}, {h.x, -h.y}, {h.x, h.y}, {-h.x, h.y}};
		}
		std::vector<b2Vec2> points;
		for (int i = random.Between(1, 9); i > 0; --i)
		{
			points.push_back({random.Uniform(-1.0f, 1.0f), random.Uniform(-1.0f, 1.0f)});
		}
		std::vector<b2Vec2> hull = points.size() < 3 ? points : ConvexHull(points, false);
		return hull;
	};
	HullScene scene;
	scene.still = draw();
	scene.moving = draw();
	scene.stillRadius = random.OneIn(2) ? 0.0f : random.Uniform(0.0f, 0.5f);
	scene.movingRadius = random.OneIn(2) ? 0.0f : random.Uniform(0.0f, 0.5f);
	const b2Rot turn = turns == Turns::Quarters ? QuarterTurn(random) : b2Rot(random.Uniform(-3.0f, 3.0f));
	const b2Rot other = turns == Turns::Quarters ? QuarterTurn(random) : b2Rot(random.Uniform(-3.0f, 3.0f));
	scene.stillPose = b2Transform({random.Uniform(-50.0f, 50.0f), random.Uniform(-50.0f, 50.0f)}, turn);
	scene.movingPose = b2Transform(scene.stillPose.p + b2Vec2{random.Uniform(-4.0f, 4.0f), random.Uniform(-4.0f, 4.0f)},
	                               turns == Turns::Same ? turn : other);
	scene.translation = {random.Uniform(-8.0f, 8.0f), random.Uniform(-8.0f, 8.0f)};
	if (random.OneIn(4))
	{
		scene.movingPose.p = scene.stillPose.p + b2Vec2{random.Uniform(-1.5f, 1.5f), random.Uniform(-1.5f, 1.5f)};
		scene.translation = random.OneIn(2) ? b2Vec2{0.0f, 0.0f} : scene.translation;
	}
	return scene;
}

} // namespace

TEST(MeetHull, IsTheExactKernelOnAGrid)
{
	CompareDrawn(0x6011, HullNumbers::Grid, 300000);
}

TEST(MeetHull, IsTheExactKernelOnRealNumbers)
{
	CompareDrawn(0x6012, HullNumbers::Real, 300000);
}

TEST(MeetHull, IsTheExactKernelFarFromTheOrigin)
{
	CompareDrawn(0x6013, HullNumbers::Far, 200000);
}

TEST(MeetHull, IsTheExactKernelOnTinyBesideHuge)
{
	CompareDrawn(0x6014, HullNumbers::Wild, 100000);
}

TEST(MeetHull, IsCertainOfWhatIsNotAimed)
{
	const Certainty certainty = CompareAll(0x6015, 500000, [](Random& random) { return DrawGame(random, Turns::Any); });
	EXPECT_GT(certainty.Share(), 0.999);
	EXPECT_GT(certainty.hits, certainty.count / 4);
}

TEST(MeetHull, IsCertainOfWhatIsTurnedAlike)
{
	const Certainty certainty =
	    CompareAll(0x6016, 300000, [](Random& random) { return DrawGame(random, Turns::Same); });
	EXPECT_GT(certainty.Share(), 0.998);
}

TEST(MeetHull, IsCertainOfWhatIsTurnedByQuarters)
{
	const Certainty certainty =
	    CompareAll(0x6017, 200000, [](Random& random) { return DrawGame(random, Turns::Quarters); });
	EXPECT_GT(certainty.Share(), 0.998);
}

// Two boxes of the same height are side by side. An edge hits an edge, and doubles can report both.
TEST(MeetHull, KnowsEdgesInLine)
{
	const std::vector<b2Vec2> box = {{-0.5f, -0.5f}, {0.5f, -0.5f}, {0.5f, 0.5f}, {-0.5f, 0.5f}};
	HullScene scene{.moving = box, .translation = {10.0f, 0.0f}, .still = box};
	scene.movingPose.p = {-3.0f, 0.25f};
	HullMeet met;
	const MovingHull moving(scene.Moving(), scene.movingPose, scene.translation, scene.maxFraction);
	ASSERT_EQ(MeetHullByDoubles(moving, scene.Still(), scene.stillPose, k_noCutoff, met), CutResult::Hit);
	EXPECT_EQ(met.touching.still.edge, 3);
	EXPECT_EQ(met.touching.moving.edge, 1);
	EXPECT_FLOAT_EQ(static_cast<float>(met.enter.fraction), 0.2f);
}

} // namespace ricochet::test::hull_meet_test
