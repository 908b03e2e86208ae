// MIT License, Copyright (c) 2026 the ricochet authors

#include "support/oracle.h"
#include "support/random_rays.h"
#include "support/random_rings.h"
#include "support/ray_table.h"

#include <ricochet/geometry/clip.h>
#include <ricochet/geometry/outline.h>

#include <gtest/gtest.h>

namespace ricochet::test::outline_clip_test
{

namespace
{

std::vector<RaySpan> Clip(const Ray& ray, const Outline& outline)
{
	// The call must replace this content.
	std::vector<RaySpan> spans(3);
	ClipOutline(ray, outline, spans);
	return spans;
}

struct RingShape
{
	Rings rings;
	Outline outline;

	explicit RingShape(Rings given) : rings(std::move(given)), outline(*MakeOutline(rings)) {}

	static RingShape Draw(Random& random, const Field& field) { return RingShape(RandomRings(random, field)); }
	Aim GetAim(Random& random) const
	{
		Aim all;
		for (const std::vector<b2Vec2>& ring : rings)
		{
			const Aim aim = AimAt(random, ring);
			all.points.insert(all.points.end(), aim.points.begin(), aim.points.end());
			all.directions.insert(all.directions.end(), aim.directions.begin(), aim.directions.end());
		}
		return all;
	}
	RingShape Moved(b2Vec2 offset) const
	{
		Rings moved;
		for (const std::vector<b2Vec2>& ring : rings)
		{
			moved.push_back(MovedBy(ring, offset));
		}
		return RingShape(std::move(moved));
	}
	RingShape Mirrored() const
	{
		Rings mirrored;
		for (const std::vector<b2Vec2>& ring : rings)
		{
			mirrored.push_back(MirroredOf(ring));
		}
		return RingShape(std::move(mirrored));
	}
	std::vector<RaySpan> Clip(const Ray& ray) const { return outline_clip_test::Clip(ray, outline); }
	ExactSpans Exact(const PulledRay& ray) const { return ExactClipRings(ray, rings); }
	bool Contains(const ExactVec& p) const { return ExactLocateInRings(p, rings) != Location::Outside; }
	std::string Text(const Ray& ray) const { return "ClipOutline(" + ToText(ray) + ", " + ToText(rings) + ")"; }
};

/// A field and a shape in it. Several trials use them, because drawing them takes longer than a cast.
struct DrawnShape
{
	Field field;
	RingShape shape;

	/// Returns the same shape again, or sometimes a new one. The field is of any kind, or only near the origin or on a
	/// grid.
	static const DrawnShape& Next(Random& random, std::optional<DrawnShape>& drawn, bool isNear = false)
	{
		if (drawn.has_value() == false || random.OneIn(16))
		{
			const Field field =
			    isNear ? Field(random, random.OneIn(2) ? Field::Kind::Near : Field::Kind::Grid) : Field::Draw(random);
			drawn.emplace(DrawnShape{field, RingShape::Draw(random, field)});
		}
		return *drawn;
	}
};

/// A square with a triangular hole whose vertices are fields.
struct HoleCall
{
	static constexpr size_t k_fields = 11;
	std::array<float, k_fields> fields = {-4.0f, 0.0f, 8.0f, 0.5f, 1.0f, -0.25f, -0.75f, 0.25f, -0.75f, 0.0f, -0.5f};

	Rings AllRings() const
	{
		return {{{-1.0f, -1.0f}, {1.0f, -1.0f}, {1.0f, 1.0f}, {-1.0f, 1.0f}},
		        {{fields[5], fields[6]}, {fields[7], fields[8]}, {fields[9], fields[10]}}};
	}
	std::vector<RaySpan> Clip(const Ray& ray) const
	{
		const Result<Outline> outline = MakeOutline(AllRings());
		return outline ? outline_clip_test::Clip(ray, *outline) : std::vector<RaySpan>();
	}
	ExactSpans Exact(const PulledRay& ray) const { return ExactClipRings(ray, AllRings()); }
	std::string Text(const Ray& ray) const { return "ClipOutline(" + ToText(ray) + ", " + ToText(AllRings()) + ")"; }
	bool IsShape() const { return static_cast<bool>(MakeOutline(AllRings())); }
	bool IsMiss() const { return false; }
};

std::string BitMismatch(std::span<const RaySpan> a, std::span<const RaySpan> b)
{
	if (a.size() != b.size())
	{
		return "hit or miss";
	}
	const auto isSame = [](const Crossing& c, const Crossing& d)
	{
		return IsSameBits(c.fraction, d.fraction) && IsSameBits(c.point.x, d.point.x) &&
		       IsSameBits(c.point.y, d.point.y) && IsSameBits(c.normal.x, d.normal.x) &&
		       IsSameBits(c.normal.y, d.normal.y) && c.edge == d.edge;
	};
	for (size_t i = 0; i < a.size(); ++i)
	{
		if (isSame(a[i].enter, b[i].enter) == false || isSame(a[i].exit, b[i].exit) == false ||
		    a[i].startsInside != b[i].startsInside || a[i].endsInside != b[i].endsInside ||
		    a[i].grazing != b[i].grazing)
		{
			return "span " + std::to_string(i) + ": " + ToText(a[i]) + " and " + ToText(b[i]);
		}
	}
	return "";
}

/// Returns a frame with an island in it: solid where |x| or |y| is in [2, 3], and up to 1. The rings have any
/// orientation.
Rings Frame(bool isTurned)
{
	const auto square = [](float half)
	{
		return std::vector<b2Vec2>{{-half, -half}, {half, -half}, {half, half}, {-half, half}};
	};
	Rings rings = {square(1.0f), square(3.0f), square(2.0f)};
	if (isTurned)
	{
		std::reverse(rings[1].begin(), rings[1].end());
	}
	else
	{
		std::reverse(rings[0].begin(), rings[0].end());
	}
	return rings;
}

} // namespace

TEST(ClipOutline, ObeysTheRayTable)
{
	const Rings hourglass = {{{-2.0f, -2.0f},
	                          {0.0f, -1.0f},
	                          {2.0f, -2.0f},
	                          {1.0f, 0.0f},
	                          {2.0f, 2.0f},
	                          {0.0f, 1.0f},
	                          {-2.0f, 2.0f},
	                          {-1.0f, 0.0f}}};
	const Rings square = {{{-1.0f, -1.0f}, {1.0f, -1.0f}, {1.0f, 1.0f}, {-1.0f, 1.0f}}};
	for (const Rings& rings : {hourglass, square})
	{
		const RingShape shape(rings);
		const auto clip = [&](const Ray& ray)
		{
			const std::vector<RaySpan> spans = shape.Clip(ray);
			EXPECT_LE(spans.size(), 1u);
			return spans.empty() ? std::nullopt : std::optional(spans[0]);
		};
		const auto clipFirst = [&](const Ray& ray)
		{
			return ClipOutlineFirst(ray, shape.outline);
		};
		RunSolidRayTable(clip, "all");
		RunSolidRayTable(clipFirst, "first");
	}
	const RingShape box(square);
	RunTouchRayTable([&](const Ray& ray) { return ClipOutlineFirst(ray, box.outline); }, "top", 1.0f, -1.0f, 1.0f);
	RunTouchRayTable([&](const Ray& ray) { return ClipOutlineFirst(ray, box.outline); }, "bottom", -1.0f, -1.0f, 1.0f);
}

TEST(ClipOutline, HolesAreOutsideAndIslandsInThemInside)
{
	for (const bool isTurned : {false, true})
	{
		const Outline frame = *MakeOutline(Frame(isTurned));
		const std::vector<RaySpan> spans = Clip({{-4.0f, 0.0f}, {8.0f, 0.0f}}, frame);
		ASSERT_EQ(spans.size(), 3u);
		const float ends[] = {0.125f, 0.25f, 0.375f, 0.625f, 0.75f, 0.875f};
		for (size_t i = 0; i < 3; ++i)
		{
			EXPECT_EQ(spans[i].enter.fraction, ends[2 * i]);
			EXPECT_EQ(spans[i].exit.fraction, ends[2 * i + 1]);
			EXPECT_EQ(spans[i].enter.normal.x, -1.0f) << "out of the solid";
			EXPECT_EQ(spans[i].exit.normal.x, 1.0f);
			EXPECT_FALSE(spans[i].grazing || spans[i].startsInside || spans[i].endsInside);
		}
		EXPECT_EQ(spans[0].enter.edge, 7) << "the last one of the outer ring, which was given second";
		EXPECT_EQ(Clip({{1.5f, 0.0f}, {0.25f, 0.0f}}, frame).size(), 0u) << "in the hole";
		const std::vector<RaySpan> within = Clip({{2.25f, 0.0f}, {0.5f, 0.0f}}, frame);
		ASSERT_EQ(within.size(), 1u);
		EXPECT_TRUE(within[0].startsInside && within[0].endsInside);
		// The ray runs along the side of the hole: solid on one side, and inside the solid before and after.
		const std::vector<RaySpan> along = Clip({{-4.0f, 2.0f}, {8.0f, 0.0f}}, frame);
		ASSERT_EQ(along.size(), 1u);
		EXPECT_FALSE(along[0].grazing);
		EXPECT_EQ(along[0].exit.fraction, 0.875f);
	}
}

// A span that starts or ends along an edge grazes only if the whole span of the infinite line grazes.
TEST(ClipOutline, ASpanThatStartsOrEndsAlongAnEdgeGrazesOnlyIfTheWholeOfItDoes)
{
	const Outline frame = *MakeOutline(Frame(false));
	const auto only = [&](const Ray& ray)
	{
		const std::vector<RaySpan> spans = Clip(ray, frame);
		EXPECT_EQ(spans.size(), 1u);
		return spans[0];
	};
	const RaySpan inHole = only({{-1.0f, 2.0f}, {2.0f, 0.0f}});
	EXPECT_TRUE(inHole.startsInside && inHole.endsInside);
	EXPECT_FALSE(inHole.grazing) << "the line is in the solid on either side of the hole";
	const RaySpan onTop = only({{-1.0f, 3.0f}, {2.0f, 0.0f}});
	EXPECT_TRUE(onTop.startsInside && onTop.endsInside && onTop.grazing);
	const RaySpan fromCorner = only({{-3.0f, 3.0f}, {2.0f, 0.0f}});
	EXPECT_TRUE(fromCorner.startsInside == false && fromCorner.endsInside && fromCorner.grazing);
	const RaySpan onIsland = only({{0.0f, 1.0f}, {1.5f, 0.0f}});
	EXPECT_TRUE(onIsland.startsInside && onIsland.endsInside == false && onIsland.grazing);
}

TEST(ClipOutline, AgreesWithExactArithmeticOnRandomRays)
{
	CompareWithOracle<RingShape>(0x0071140A, 60000, Rays::AnyInField);
}

TEST(ClipOutline, AgreesWithExactArithmeticOnAimedRays)
{
	CompareWithOracle<RingShape>(0x0071140B, 100000, Rays::Aimed);
}

TEST(ClipOutline, KeepsTheLawsOfRays)
{
	CheckLaws<RingShape>(0x0071140C, 20000);
}

TEST(ClipOutline, TakesEveryFloatInEveryField)
{
	SweepHardFloats<HoleCall>(0x0071140D, 20000);
}

TEST(ClipOutline, OneRingIsClippedAsByClipPolygonToTheBit)
{
	int hits = 0;
	RunTrials(0x0071140E, 100000,
	          [&](Random& random) -> std::string
	          {
		          const Field field = Field::Draw(random);
		          const RingShape shape({RandomSimple(random, field)});
		          const Ray ray = AimedRay(random, field, shape.GetAim(random));
		          std::vector<RaySpan> want;
		          ClipPolygon(ray, shape.rings[0], want);
		          hits += want.empty() ? 0 : 1;
		          const std::string wrong = BitMismatch(shape.Clip(ray), want);
		          return wrong.empty() ? "" : shape.Text(ray) + "\n" + wrong;
	          });
	EXPECT_GT(hits, ScaledCount(100000) / 10);
}

TEST(ClipOutlineFirst, IsTheFirstOfAllSpans)
{
	std::optional<DrawnShape> drawn;
	RunTrials(0x0071140F, 60000,
	          [&](Random& random) -> std::string
	          {
		          const auto& [field, shape] = DrawnShape::Next(random, drawn);
		          const Ray ray = AimedRay(random, field, shape.GetAim(random));
		          const std::vector<RaySpan> all = shape.Clip(ray);
		          const std::span<const RaySpan> first(all.data(), std::min<size_t>(all.size(), 1));
		          const std::string wrong = BitMismatch(ToList(ClipOutlineFirst(ray, shape.outline)), first);
		          return wrong.empty() ? "" : shape.Text(ray) + "\n" + wrong;
	          });
}

// Another order of rings or another first vertex only changes the numbers of edges.
TEST(ClipOutline, NeitherTheOrderOfRingsNorTheirOrientationOrFirstVertexMatters)
{
	std::optional<DrawnShape> drawn;
	RunTrials(0x00711410, 20000,
	          [&](Random& random) -> std::string
	          {
		          const auto& [field, shape] = DrawnShape::Next(random, drawn);
		          Rings other = shape.rings;
		          std::reverse(other.begin(), other.end());
		          for (std::vector<b2Vec2>& ring : other)
		          {
			          std::rotate(ring.begin(), ring.begin() + random.Below(static_cast<int>(ring.size())), ring.end());
			          if (random.OneIn(2))
			          {
				          std::reverse(ring.begin(), ring.end());
			          }
		          }
		          const Ray ray = AimedRay(random, field, shape.GetAim(random));
		          const Ray direction{{0.0f, 0.0f}, (1.0f / (1.0f + ray.translation.Length())) * ray.translation};
		          const std::string wrong = LawMismatch(shape.Clip(ray), RingShape(other).Clip(ray), direction);
		          return wrong.empty() ? "" : shape.Text(ray) + "\n" + wrong;
	          });
}

TEST(ClipOutline, UnderAPoseTheRayIsPulledExactly)
{
	Tally tally;
	std::optional<DrawnShape> drawn;
	RunTrials(0x00711411, 40000,
	          [&](Random& random) -> std::string
	          {
		          const auto& [field, shape] = DrawnShape::Next(random, drawn, true);
		          const b2Transform pose(field.Point(random),
		                                 b2Rot(random.OneIn(4) ? 0.0f : random.Uniform(-4.0f, 4.0f)));
		          Ray ray = AimedRay(random, field, shape.GetAim(random));
		          ray.origin = b2Mul(pose, ray.origin);
		          ray.translation = b2Mul(pose.q, ray.translation);
		          std::vector<RaySpan> spans(2);
		          ClipOutline(ray, shape.outline, pose, spans);
		          const ExactSpans exact = ExactClipRings(Pull(ray, pose), shape.rings);
		          tally.Count(exact);
		          std::string wrong = Mismatch(ray, spans, exact, {.rotation = &pose.q});
		          const std::span<const RaySpan> first(spans.data(), std::min<size_t>(spans.size(), 1));
		          wrong += BitMismatch(ToList(ClipOutlineFirst(ray, shape.outline, pose)), first);
		          return wrong.empty() ? "" : shape.Text(ray) + "\n" + wrong;
	          });
	tally.ExpectBothOutcomes(0.05);
}

TEST(ClipOutline, WhatIsNoRayOrNoPoseMisses)
{
	const Outline frame = *MakeOutline(Frame(false));
	const Ray ray{{-4.0f, 0.0f}, {8.0f, 0.0f}};
	std::vector<RaySpan> spans(7);
	ClipOutline({{-4.0f, NAN}, {8.0f, 0.0f}}, frame, spans);
	EXPECT_TRUE(spans.empty());
	b2Transform pose;
	pose.SetIdentity();
	pose.q.c = 2.0f;
	spans.resize(7);
	ClipOutline(ray, frame, pose, spans);
	EXPECT_TRUE(spans.empty());
	EXPECT_FALSE(ClipOutlineFirst(ray, frame, pose).has_value());
	pose.SetIdentity();
	pose.p.x = NAN;
	EXPECT_FALSE(ClipOutlineFirst(ray, frame, pose).has_value());
}

TEST(LocateInOutline, AgreesWithExactArithmetic)
{
	int counts[3] = {};
	std::optional<DrawnShape> drawn;
	RunTrials(0x00711412, 100000,
	          [&](Random& random) -> std::string
	          {
		          const auto& [field, shape] = DrawnShape::Next(random, drawn);
		          const Aim aim = shape.GetAim(random);
		          b2Vec2 point = random.OneIn(2) ? random.OneOf(aim.points) : field.Point(random);
		          if (random.OneIn(3))
		          {
			          point = {UlpsFrom(point.x, random.Between(-1, 1)), UlpsFrom(point.y, random.Between(-1, 1))};
		          }
		          else if (random.OneIn(3))
		          {
			          point = {point.x, random.OneOf(aim.points).y}; // in line with a vertex
		          }
		          if (std::isfinite(point.x) == false || std::isfinite(point.y) == false)
		          {
			          return LocateInOutline(point, shape.outline) == Location::Outside ? "" : "not finite";
		          }
		          const Location want = ExactLocateInRings(ToExact(point), shape.rings);
		          ++counts[static_cast<size_t>(want)];
		          return LocateInOutline(point, shape.outline) == want ? ""
		                                                               : ToText(point) + "\n" + ToText(shape.rings);
	          });
	EXPECT_GT(std::min({counts[0], counts[1], counts[2]}), ScaledCount(100000) / 20);
}

} // namespace ricochet::test::outline_clip_test
