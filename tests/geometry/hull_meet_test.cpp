// MIT License, Copyright (c) 2026 the ricochet authors

// Casts of shapes by doubles against the exact kernel, which has a referee of its own: what they are certain of must be
// the kernel's answer in every bit, and of what is not aimed at anything they must be certain nearly always.

#include "geometry/hull_meet.h"

#include "geometry/hull_cast.h"
#include "geometry/hull_scenes.h"
#include "support/test_scale.h"

#include <gtest/gtest.h>

#include <array>
#include <cstring>
#include <limits>

namespace ricochet::test
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
	int told = 0; // of those that start inside, where the way out is known

	[[nodiscard]] double Share() const { return static_cast<double>(certain) / count; }
};

constexpr double k_noCutoff = std::numeric_limits<double>::infinity();

// Empty: certain and the same, or uncertain.
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
	return exact ? Difference(*got, *exact) : "";
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
	std::printf("%d certain %.5f hits %d\n", certainty.count, certainty.Share(), certainty.hits);
	return certainty;
}

Certainty CompareDrawn(uint64_t seed, HullNumbers numbers, int count)
{
	return CompareAll(seed, count, [&](Random& random) { return HullDraw(random, numbers).Scene(); });
}

// Shapes of a metre some metres apart, one of them on its way past or into the other.
HullScene DrawGame(Random& random, float spin)
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
	const float angle = random.Uniform(-3.0f, 3.0f);
	scene.stillPose = b2Transform({random.Uniform(-50.0f, 50.0f), random.Uniform(-50.0f, 50.0f)}, b2Rot(angle));
	scene.movingPose = b2Transform(scene.stillPose.p + b2Vec2{random.Uniform(-4.0f, 4.0f), random.Uniform(-4.0f, 4.0f)},
	                               b2Rot(angle + spin * random.Uniform(-3.0f, 3.0f)));
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
	const Certainty certainty = CompareAll(0x6015, 500000, [](Random& random) { return DrawGame(random, 1.0f); });
	EXPECT_GT(certainty.Share(), 0.99);
	EXPECT_GT(certainty.hits, certainty.count / 4);
}

TEST(MeetHull, IsCertainOfWhatIsAligned)
{
	const Certainty certainty = CompareAll(0x6016, 300000, [](Random& random) { return DrawGame(random, 0.0f); });
	EXPECT_GT(certainty.Share(), 0.95);
}

} // namespace ricochet::test
