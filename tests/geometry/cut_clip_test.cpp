// MIT License, Copyright (c) 2026 the ricochet authors

// Compares clips in doubles alone with the exact kernels, which have their own referees. A result other than Uncertain
// must be bit-identical to the kernels' result. For rays that are not aimed at anything special, nearly all results
// must be certain.

#include "geometry/cut_clip.h"

#include "geometry/pose.h"
#include "support/random_rays.h"
#include "support/test_scale.h"

#include <gtest/gtest.h>

#include <cstring>
#include <limits>

namespace ricochet::test::cut_clip_test
{

namespace
{

constexpr double k_noCutoff = std::numeric_limits<double>::infinity();

bool HasSameBits(double a, double b)
{
	return std::memcmp(&a, &b, sizeof(a)) == 0;
}

bool HasSameBits(const LocalCrossing& a, const LocalCrossing& b)
{
	return HasSameBits(a.fraction, b.fraction) && HasSameBits(a.normal.x + 0.0, b.normal.x + 0.0) &&
	       HasSameBits(a.normal.y + 0.0, b.normal.y + 0.0) && a.edge == b.edge;
}

std::string Difference(CutResult result, const LocalSpan& got, const std::optional<LocalSpan>& exact)
{
	if ((result == CutResult::Hit) != exact.has_value())
	{
		return exact ? "a miss, not a hit" : "a hit, not a miss";
	}
	const bool isSame =
	    exact.has_value() == false || (HasSameBits(got.enter, exact->enter) && HasSameBits(got.exit, exact->exit) &&
	                                   got.startsInside == exact->startsInside && got.endsInside == exact->endsInside &&
	                                   got.grazing == exact->grazing && got.side == exact->side);
	return isSame ? "" : "another span";
}

struct Posed
{
	b2Transform pose;
	Ray ray;
	bool isAimed; ///< aimed, or in a field in which free rays are not certain, either
};

// Returns a ray in the world and a pose. Half of the rays are aimed at a point of the shape, within ulps.
Posed RandomPosed(Random& random, const Field& field, const Aim& aim)
{
	Posed posed;
	posed.pose.p = field.Point(random);
	posed.pose.q.Set(random.OneIn(4) ? 0.0f : random.Uniform(-3.2f, 3.2f));
	posed.isAimed = random.OneIn(2);
	const auto aimed = [&]
	{
		const b2Vec2 world = b2Mul(posed.pose, random.OneOf(aim.points));
		return b2Vec2{UlpsFrom(world.x, random.Between(-2, 2)), UlpsFrom(world.y, random.Between(-2, 2))};
	};
	const auto free = [&]
	{
		return b2Mul(posed.pose, field.Point(random));
	};
	const b2Vec2 from = posed.isAimed && random.OneIn(2) ? aimed() : free();
	const b2Vec2 to = posed.isAimed ? aimed() : free();
	posed.ray = RayBetween(from, to);
	posed.ray.maxFraction = random.OneIn(2) ? 1.0f : RandomMaxFraction(random);
	return posed;
}

struct Certainty
{
	int32_t free = 0;
	int32_t certain = 0;

	void Count(const Posed& posed, CutResult result)
	{
		free += posed.isAimed ? 0 : 1;
		certain += posed.isAimed || result == CutResult::Uncertain ? 0 : 1;
	}
};

// `draw(random, field)` returns vertices. `wrong(posed, vertices, certainty)` returns an error text.
template <class Draw, class Wrong>
void Compare(uint64_t seed, const Draw& draw, const Wrong& wrong)
{
	Certainty certainty;
	RunTrials(seed, 40000,
	          [&](Random& random) -> std::string
	          {
		          const Field field = Field::Draw(random);
		          const std::vector<b2Vec2> vertices = draw(random, field);
		          Posed posed = RandomPosed(random, field, AimAt(random, vertices));
		          posed.isAimed = posed.isAimed || field.GetKind() != Field::Kind::Near;
		          if (IsValid(posed.ray) == false || IsPose(posed.pose) == false)
		          {
			          return "";
		          }
		          const std::string what = wrong(posed, vertices, certainty);
		          return what.empty() ? "" : ToText(posed.ray) + " against " + ToText(vertices) + "\n" + what;
	          });
	std::printf("    of %d free rays %d certain\n", certainty.free, certainty.certain);
	EXPECT_GT(certainty.free, ScaledCount(40000) / 40);
	EXPECT_GT(certainty.certain, certainty.free * 95 / 100);
}

// Returns the edges at which the line cuts the polygon, if vertices are on both sides of the line and none is on it.
CertainCut CutOf(const LocalRay& ray, std::span<const b2Vec2> vertices)
{
	CertainCut cut;
	int crossings = 0;
	for (size_t i = 0; i < vertices.size(); ++i)
	{
		const int side = ray.SideOf(vertices[i]);
		const int next = ray.SideOf(vertices[(i + 1) % vertices.size()]);
		if (side == 0)
		{
			return {};
		}
		if (side != next)
		{
			(side > 0 ? cut.enter : cut.exit) = static_cast<int8_t>(i);
			++crossings;
		}
	}
	return crossings == 2 ? cut : CertainCut{};
}

} // namespace

TEST(CutClip, APolygonIsClippedAsByTheKernel)
{
	Compare(0xC07C11, RandomConvex,
	        [](const Posed& posed, const std::vector<b2Vec2>& vertices, Certainty& certainty) -> std::string
	        {
		        const LocalRay local(posed.ray, posed.pose);
		        const CertainCut cut = local.IsPoint() ? CertainCut{} : CutOf(local, vertices);
		        if (cut.IsKnown() == false)
		        {
			        return "";
		        }
		        LocalSpan got;
		        const ricochet::PulledRay ray(posed.ray, posed.pose);
		        const CutResult result = ClipCut(ray, vertices, cut, k_noCutoff, got);
		        certainty.Count(posed, result);
		        return result == CutResult::Uncertain ? "" : Difference(result, got, ClipConvexLocal(local, vertices));
	        });
}

TEST(CutClip, APolygonOnAWayBetweenPointsIsClippedAsByTheKernel)
{
	Compare(0xC07C14, RandomConvex,
	        [](const Posed& posed, const std::vector<b2Vec2>& vertices, Certainty& certainty) -> std::string
	        {
		        const b2Vec2 from = posed.ray.origin;
		        const b2Vec2 to = from + posed.ray.translation;
		        const LocalRay local(from, posed.pose, to, posed.pose, 1.0f);
		        const CertainCut cut = local.IsPoint() ? CertainCut{} : CutOf(local, vertices);
		        if (to.IsValid() == false || cut.IsKnown() == false)
		        {
			        return "";
		        }
		        LocalSpan got;
		        const auto ray = ricochet::PulledRay::Between(from, to, posed.pose);
		        const CutResult result = ClipCut(ray, vertices, cut, k_noCutoff, got);
		        certainty.Count(posed, result);
		        return result == CutResult::Uncertain ? "" : Difference(result, got, ClipConvexLocal(local, vertices));
	        });
}

TEST(CutClip, ASegmentIsCrossedAsByTheKernel)
{
	const auto draw = [](Random& random, const Field& field)
	{
		return std::vector<b2Vec2>{field.Point(random), field.Point(random)};
	};
	Compare(0xC07C12, draw,
	        [](const Posed& posed, const std::vector<b2Vec2>& vertices, Certainty& certainty) -> std::string
	        {
		        const LocalRay local(posed.ray, posed.pose);
		        const int sideA = local.SideOf(vertices[0]);
		        const int sideB = local.SideOf(vertices[1]);
		        if (local.IsPoint() || sideA * sideB >= 0)
		        {
			        return "";
		        }
		        LocalSpan got;
		        const CertainCut cut = sideA > 0 ? CertainCut{0, 1} : CertainCut{1, 0};
		        const ricochet::PulledRay ray(posed.ray, posed.pose);
		        const CutResult result = ClipSegment(ray, {vertices[0], vertices[1]}, cut, k_noCutoff, got);
		        certainty.Count(posed, result);
		        const auto exact = CrossSegmentLocal(local, vertices[0], vertices[1]);
		        if (exact && exact->front != (cut.enter == 0 ? 1 : -1))
		        {
			        return "another front";
		        }
		        return result == CutResult::Uncertain
		                   ? ""
		                   : Difference(result, got, exact ? std::optional(exact->span) : std::nullopt);
	        });
}

TEST(CutClip, ADiscIsClippedAsByTheKernel)
{
	// The centre and a point on the rim, so that rays are aimed at both.
	const auto draw = [](Random& random, const Field& field)
	{
		const b2Vec2 center = field.Point(random);
		return std::vector<b2Vec2>{center, {center.x + field.Length(random), center.y}};
	};
	Compare(0xC07C13, draw,
	        [](const Posed& posed, const std::vector<b2Vec2>& vertices, Certainty& certainty) -> std::string
	        {
		        const float radius = vertices[1].x - vertices[0].x;
		        if ((radius > 0.0f && std::isfinite(radius)) == false)
		        {
			        return "";
		        }
		        const LocalRay local(posed.ray, posed.pose);
		        LocalSpan got;
		        const ricochet::PulledRay ray(posed.ray, posed.pose);
		        const CutResult result = ClipDisc(ray, vertices[0], radius, k_noCutoff, got);
		        certainty.Count(posed, result);
		        return result == CutResult::Uncertain
		                   ? ""
		                   : Difference(result, got, ClipRoundedLocal(local, std::span(vertices.data(), 1), {radius}));
	        });
}

TEST(CutClip, WhatIsEnteredBeyondTheCutoffIsMissed)
{
	const b2Vec2 vertices[] = {{2.0f, -1.0f}, {4.0f, -1.0f}, {4.0f, 1.0f}, {2.0f, 1.0f}, {0.0f, 0.0f}};
	// The fifth vertex lies beyond the span. A miscompiled call would read it.
	const std::span<const b2Vec2> box = std::span(vertices).first(4);
	b2Transform pose;
	pose.SetIdentity();
	const ricochet::PulledRay ray({{0.0f, 0.25f}, {8.0f, 0.5f}}, pose);
	LocalSpan span;
	EXPECT_EQ(ClipCut(ray, box, {3, 1}, 0.26, span), CutResult::Hit);
	EXPECT_EQ(ClipCut(ray, box, {3, 1}, 0.24, span), CutResult::Miss);
	EXPECT_EQ(ClipSegment(ray, {box[0], box[3]}, {1, 0}, 0.26, span), CutResult::Hit);
	EXPECT_EQ(ClipSegment(ray, {box[0], box[3]}, {1, 0}, 0.24, span), CutResult::Miss);
	EXPECT_EQ(ClipDisc(ray, {3.0f, 0.0f}, 1.0f, 0.3, span), CutResult::Hit);
	EXPECT_EQ(ClipDisc(ray, {3.0f, 0.0f}, 1.0f, 0.2, span), CutResult::Miss);
}

TEST(UnitNormal, IsTheSameForADirectionOfAnyLength)
{
	b2Rot turn(0.5f);
	const b2Vec2 expected = UnitNormal({3.0, -4.0}, turn);
	EXPECT_NEAR(expected.Length(), 1.0f, 1e-6f);
	for (const double scale : {1e-300, 1e-200, 1e-139, 1e-20, 1e20, 1e139, 1e200, 1e300})
	{
		const b2Vec2 normal = UnitNormal({3.0 * scale, -4.0 * scale}, turn);
		EXPECT_NEAR(normal.x, expected.x, 1e-7f) << scale;
		EXPECT_NEAR(normal.y, expected.y, 1e-7f) << scale;
	}
	EXPECT_EQ(UnitNormal({0.0, 0.0}, turn), b2Vec2(0.0f, 0.0f));
}

} // namespace ricochet::test::cut_clip_test
