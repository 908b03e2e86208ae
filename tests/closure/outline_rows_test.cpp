// MIT License, Copyright (c) 2026 the ricochet authors

#include <ricochet/geometry/decompose.h>
#include <ricochet/projectile/plugin.h>
#include <ricochet/query/overlap_query.h>
#include <ricochet/query/ray_query.h>
#include <ricochet/query/simple_queries.h>
#include <ricochet/query/solid_query.h>
#include <ricochet/sight/line_of_sight.h>

#include "closure/laws.h"
#include "support/attached_scenes.h"
#include "support/oracle.h"
#include "support/random_rays.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

// Tests sequences of calls. An outline is cut into pieces or attached, and then used by casts, bullets and sight. Exact
// arithmetic on the rings judges the results.

namespace ricochet::test::outline_rows_test
{

namespace
{

using Ring = std::vector<b2Vec2>;

std::vector<Ring> RingsOf(const Outline& outline)
{
	std::vector<Ring> rings;
	for (const OutlineRing& ring : outline.Rings())
	{
		const std::span<const b2Vec2> vertices = outline.VerticesOf(ring);
		rings.emplace_back(vertices.begin(), vertices.end());
	}
	return rings;
}

// An outline on a body, as pieces in one world and attached in the other one, with its rings.
class Solid
{
public:
	explicit Solid(SceneRandom& random) : outline(RandomOutline(random)), rings(RingsOf(outline))
	{
		const b2Vec2 place = random.OneIn(3) ? b2Vec2{5000.0f, -3000.0f} : b2Vec2{0.0f, 0.0f};
		const b2Vec2 offset = random.InBox(20.0f);
		const float angle = random.OneIn(2) ? 0.0f : random.Uniform(-3.0f, 3.0f);
		EXPECT_TRUE(twins.Add(outline, place + offset, angle));
		const b2Transform& pose = Pose();
		const b2Vec2 extent = outline.Bounds().GetExtents();
		m_reach = 1.5f * std::max(extent.x, extent.y);
		m_center = b2Mul(pose, outline.Bounds().GetCenter());
	}

	[[nodiscard]] const b2Transform& Pose() const { return twins.pieceBodies[0]->GetTransform(); }

	[[nodiscard]] b2Vec2 Somewhere(SceneRandom& random) const
	{
		if (random.OneIn(4))
		{
			return b2Mul(Pose(), random.OneOf(random.OneOf(rings)));
		}
		const b2Vec2 offset = random.InBox(m_reach);
		return m_center + offset;
	}

	[[nodiscard]] Location Locate(b2Vec2 point) const
	{
		return ExactLocateInRings(Pull(Ray{point, {1.0f, 0.0f}}, Pose()).start, rings);
	}

	Outline outline;
	std::vector<Ring> rings;
	TwinScene twins;

private:
	float m_reach = 0.0f;
	b2Vec2 m_center{0.0f, 0.0f};
};

template <class Span>
std::vector<RaySpan> SpansOf(const std::vector<Span>& found)
{
	return {found.begin(), found.end()};
}

// A point inside a piece of Decompose must be in the outline. Each point of the outline must be in a piece.
void JudgePieces(const Solid& solid, SceneRandom& random, Laws& laws)
{
	const auto cut = Decompose(solid.outline);
	ASSERT_TRUE(cut);
	for (int32_t i = 0; i < 20; ++i)
	{
		const b2Vec2 extent = solid.outline.Bounds().GetExtents();
		const b2Vec2 offset{random.Uniform(-1.0f, 1.0f) * extent.x, random.Uniform(-1.0f, 1.0f) * extent.y};
		const b2Vec2 vertex = random.OneOf(random.OneOf(solid.rings));
		const b2Vec2 point = random.OneIn(3) ? vertex : solid.outline.Bounds().GetCenter() + offset;
		const ExactVec exact = ToExact(point);
		bool isInPiece = false;
		for (int32_t k = 0; k < cut->Count(); ++k)
		{
			Ring piece;
			for (const int32_t number : cut->VerticesOf(k))
			{
				piece.push_back(solid.outline.Vertices()[static_cast<size_t>(number)]);
			}
			isInPiece = isInPiece || ExactLocateInConvex(exact, piece) != Location::Outside;
		}
		laws.Try("the pieces are the outline",
		         isInPiece == (ExactLocateInRings(exact, solid.rings) != Location::Outside));
	}
}

// Returns the tolerance of a ray's spans: the distance at which surfaces count as touching (solid_query.h), for the
// coordinates of both ends of the ray.
double TouchingAt(const Ray& ray)
{
	const b2Vec2 end = ray.origin + ray.translation;
	const float far =
	    std::max({1.0f, std::abs(ray.origin.x), std::abs(ray.origin.y), std::abs(end.x), std::abs(end.y)});
	return 0x1p-20 * far;
}

double SineTo(const Ray& ray, b2Vec2 normal)
{
	return std::abs(b2Dot(ray.translation, normal)) / ray.translation.Length();
}

// Counts the corners of rings that the line of a ray passes within a distance.
struct Corners
{
	int32_t all = 0;
	bool areNeighbours = false; // two of them are the ends of an edge, so the ray slides along it
};

Corners CornersBy(const Solid& solid, const Ray& ray, double distance)
{
	Corners corners;
	for (const Ring& ring : solid.rings)
	{
		const auto isBy = [&](b2Vec2 vertex)
		{
			const b2Vec2 offset = b2Mul(solid.Pose(), vertex) - ray.origin;
			return std::abs(b2Cross(ray.translation, offset)) <= distance * ray.translation.Length();
		};
		for (size_t i = 0; i < ring.size(); ++i)
		{
			corners.all += isBy(ring[i]) ? 1 : 0;
			corners.areNeighbours = corners.areNeighbours || (isBy(ring[i]) && isBy(ring[(i + 1) % ring.size()]));
		}
	}
	return corners;
}

// True if the tolerance of CastRaySolids has no effect on the spans of a ray. The ray crosses the faces around a gap of
// length g at two sines, s and t. A place in the gap is at most g s t / (s + t) from both faces.
bool AreApart(const Ray& ray, const std::vector<RayHit>& spans)
{
	const double length = ray.translation.Length();
	const double least = TouchingAt(ray);
	for (size_t i = 0; i < spans.size(); ++i)
	{
		const RayHit& span = spans[i];
		const double enterSine = SineTo(ray, span.enter.normal);
		const double exitSine = SineTo(ray, span.exit.normal);
		const auto isByAnEnd = [&](float fraction, double sine)
		{
			return std::min(fraction, 1.0f - fraction) * length * sine <= least;
		};
		if (span.grazing || (span.startsInside == false && isByAnEnd(span.enter.fraction, enterSine)) ||
		    (span.endsInside == false && isByAnEnd(span.exit.fraction, exitSine)))
		{
			return false;
		}
		if (i > 0)
		{
			const double gap = (span.enter.fraction - spans[i - 1].exit.fraction) * length;
			const double before = SineTo(ray, spans[i - 1].exit.normal);
			if (gap * before * enterSine <= least * (before + enterSine))
			{
				return false;
			}
		}
	}
	return true;
}

// Casts at both bodies must return the exact spans of the rings.
void JudgeCasts(const Solid& solid, SceneRandom& random, Laws& laws)
{
	const b2Vec2 from = solid.Somewhere(random);
	const b2Vec2 to = solid.Somewhere(random);
	if (from == to)
	{
		return;
	}
	const Ray ray = RayBetween(from, to);
	const ExactSpans exact = ExactClipRings(Pull(ray, solid.Pose()), solid.rings);
	const ReadingRules rules{.rotation = &solid.Pose().q};
	std::vector<RayHit> hits;
	CastRayAll(*solid.twins.attached.world, ray, hits);
	const std::string trouble = Mismatch(ray, SpansOf(hits), exact, rules);
	laws.Try("an attached outline is cast as its rings", trouble.empty());
	EXPECT_EQ(trouble, "") << ToText(ray);

	// Within the tolerance of a corner at the end of a joint, a span may begin or end at the joint. An exit point is
	// only off the last piece.
	if (CornersBy(solid, ray, 2.0 * TouchingAt(ray)).all == 0 && AreApart(ray, hits))
	{
		std::vector<SolidSpan> walls;
		CastRaySolids(*solid.twins.pieces.world, ray, walls);
		const ReadingRules spansOnly{.rotation = &solid.Pose().q, .edges = false, .points = false};
		const std::string wrong = Mismatch(ray, SpansOf(walls), exact, spansOnly);
		laws.Try("the pieces of an outline are cast as its rings", wrong.empty());
		EXPECT_EQ(wrong, "") << ToText(ray);
	}
}

// True if a bullet's impact is where a ray hits. The end of a bullet's path is a rounded point, and both points are
// within 2 units of their crossings. So they differ by up to 8 units across the path, and by more along it at a flat
// angle. In a narrow gap, the point of a ray may be up to 1024 units back.
bool IsBy(b2Vec2 impact, const Ray& ray, const RayHit& hit)
{
	const double across = TouchingAt(ray);
	const double along = across / SineTo(ray, hit.enter.normal);
	const b2Vec2 offset = impact - hit.enter.point;
	const double length = ray.translation.Length();
	const double ahead = b2Dot(offset, ray.translation) / length;
	return std::abs(b2Cross(offset, ray.translation)) <= across * length && ahead >= -along &&
	       ahead <= along + 128.0 * across;
}

// Fires a bullet along a ray with a hit: it must stop at the hit. A bullet that only touches a thing has no impact.
// Examples are a corner at the end of its path, and a face along which it slides.
void JudgeBullet(const Solid& solid, const Scene& scene, const Ray& ray, const RayHit& hit, Laws& laws)
{
	const double touching = TouchingAt(ray);
	const double length = ray.translation.Length();
	const double before = (1.0 - hit.enter.fraction) * length * SineTo(ray, hit.enter.normal);
	if (length < 0.01 || before <= touching || CornersBy(solid, ray, 2.0 * touching).areNeighbours)
	{
		return;
	}
	Plugin plugin(*scene.world, {.surface = {.resistance = std::numeric_limits<float>::infinity()}});
	plugin.Fire({.position = ray.origin, .velocity = ray.translation, .gravityScale = 0.0f});
	plugin.Step(1.0f, 8, 3);
	const std::span<const ImpactEvent> impacts = plugin.Impacts();
	laws.Try("a bullet stops where a ray hits",
	         impacts.size() == 1 && impacts[0].response == Response::Stop && IsBy(impacts[0].enter.point, ray, hit));
}

// Tries the laws that follow from the first hit of a ray from outside, on either body.
void JudgeHit(const Solid& solid, const Scene& scene, SceneRandom& random, Laws& laws)
{
	const b2Vec2 from = solid.Somewhere(random);
	const b2Vec2 to = solid.Somewhere(random);
	const Ray ray{from, to - from};
	const std::optional<RayHit> hit = CastRayClosest(*scene.world, ray);
	if (hit && hit->startsInside == false && hit->grazing == false && solid.Locate(from) != Location::Inside)
	{
		const b2Vec2 point = hit->enter.point;
		laws.Try("a hit on an outline is not inside", solid.Locate(point) != Location::Inside);
		laws.Try("a hit on an outline is seen", point == from || InSight(*scene.world, from, point));
		JudgeBullet(solid, scene, ray, *hit, laws);
	}
}

void JudgePoint(const Solid& solid, SceneRandom& random, Laws& laws)
{
	const b2Vec2 point = solid.Somewhere(random);
	const bool isIn = solid.Locate(point) != Location::Outside;
	std::vector<OverlapHit> found;
	OverlapPoint(*solid.twins.attached.world, point, found);
	laws.Try("a point is in an attached outline as in its rings", found.empty() == (isIn == false));
	OverlapPoint(*solid.twins.pieces.world, point, found);
	laws.Try("a point is in the pieces as in the rings", found.empty() == (isIn == false));
}

} // namespace

TEST(Rows, FromAnOutlineToItsPiecesAndCasts)
{
	SceneRandom random(SeedOf(0x0071173));
	Laws laws;
	for (int32_t i = 0; i < ScaledCount(120); ++i)
	{
		const Solid solid(random);
		JudgePieces(solid, random, laws);
		for (int32_t j = 0; j < 50; ++j)
		{
			JudgeCasts(solid, random, laws);
			JudgePoint(solid, random, laws);
			JudgeHit(solid, solid.twins.attached, random, laws);
			JudgeHit(solid, solid.twins.pieces, random, laws);
		}
		ASSERT_FALSE(testing::Test::HasFailure()) << "outline " << i;
	}
	laws.Expect(1000.0);
}

} // namespace ricochet::test::outline_rows_test
