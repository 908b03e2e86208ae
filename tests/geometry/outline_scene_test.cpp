// MIT License, Copyright (c) 2026 the ricochet authors

#include "support/oracle.h"
#include "support/outline_scenes.h"
#include "support/random_rays.h"

#include "geometry/outline_clip.h"

#include <ricochet/geometry/clip.h>
#include <ricochet/geometry/outline.h>

#include <gtest/gtest.h>

#include <ctime>

namespace ricochet::test::outline_scene_test
{

namespace
{

struct Scene
{
	const char* name;
	Rings rings;
};

std::vector<Scene> ScenesOf(int count)
{
	Random random(static_cast<uint64_t>(count));
	const int side = count <= 10 ? 1 : (count <= 100 ? 3 : (count <= 1000 ? 9 : 28));
	return {{"comb", {CombOf(random, std::max(count / 4, 1), 20.0f)}},
	        {"terrain", {TerrainOf(random, count)}},
	        {"star", {RandomStar(random, count, {3.0f, 4.0f}, 10.0f, 0.2f)}},
	        {"grid", {GridColumns(random, std::max(count / 5, 1))}},
	        {"spiral", {SpiralOf(std::max(count, 20))}},
	        {"plate", PlateOf(random, side, 7)}};
}

/// Returns a ray between two points near the outline, or along one of its features.
Ray SceneRay(Random& random, const Outline& outline)
{
	const b2AABB box = outline.Bounds();
	const std::span<const b2Vec2> vertices = outline.Vertices();
	const auto anyVertex = [&]
	{
		return vertices[static_cast<size_t>(random.Below(static_cast<int>(vertices.size())))];
	};
	const auto anyPoint = [&]
	{
		const float margin = 1.0f;
		return b2Vec2{random.Uniform(box.lowerBound.x - margin, box.upperBound.x + margin),
		              random.Uniform(box.lowerBound.y - margin, box.upperBound.y + margin)};
	};
	const b2Vec2 from = random.OneIn(3) ? anyVertex() : anyPoint();
	b2Vec2 to = random.OneIn(3) ? anyVertex() : anyPoint();
	switch (random.Below(5))
	{
	case 0:
		to.y = from.y;
		break;
	case 1:
		to.x = from.x;
		break;
	case 2:
		to = from + 0.01f * (to - from);
		break;
	default:
		break;
	}
	return {from, to - from, RandomMaxFraction(random)};
}

/// Compares with the parts of a ray by parity alone: edges of all rings count equally.
std::string SceneMismatch(const Ray& ray, const Outline& outline, const Rings& rings, bool isExact)
{
	std::vector<RaySpan> spans(1);
	ClipOutline(ray, outline, spans);
	std::string wrong;
	if (isExact)
	{
		wrong = Mismatch(ray, spans, ExactClipRings(Pull(ray), rings));
	}
	else if (rings.size() == 1)
	{
		std::vector<RaySpan> want;
		ClipPolygon(ray, rings[0], want);
		wrong = LawMismatch(spans, want, ray,
		                    {.areNear = [](float a, float b)
		                     {
			                     return a == b;
		                     }});
	}
	const std::optional<RaySpan> first = ClipOutlineFirst(ray, outline);
	if (first.has_value() == spans.empty() ||
	    (first.has_value() && (first->enter.fraction != spans[0].enter.fraction ||
	                           first->exit.fraction != spans[0].exit.fraction || first->grazing != spans[0].grazing)))
	{
		wrong += " the first is another";
	}
	return wrong.empty() ? "" : wrong + "\n" + ToText(ray);
}

} // namespace

TEST(OutlineScene, SmallOnesAgreeWithExactArithmetic)
{
	for (const int count : {10, 100})
	{
		for (const Scene& scene : ScenesOf(count))
		{
			SCOPED_TRACE(scene.name);
			const Outline outline = *MakeOutline(scene.rings);
			RunTrials(0x5CE1A + static_cast<uint64_t>(count), 1500,
			          [&](Random& random)
			          { return SceneMismatch(SceneRay(random, outline), outline, scene.rings, true); });
		}
	}
}

TEST(OutlineScene, LargeOnesAgreeWithALookAtEveryEdge)
{
	for (const int count : {1000, 10000})
	{
		for (const Scene& scene : ScenesOf(count))
		{
			SCOPED_TRACE(scene.name);
			const Result<Outline> outline = MakeOutline(scene.rings);
			ASSERT_TRUE(outline) << outline.GetError().Message();
			RunTrials(0x5CE1B + static_cast<uint64_t>(count), 1000000 / count,
			          [&](Random& random) {
				          return SceneMismatch(SceneRay(random, *outline), *outline, scene.rings,
				                               count == 1000 && random.OneIn(20));
			          });
		}
	}
}

TEST(OutlineScene, PointsAreLocatedAsByEveryEdge)
{
	for (const int count : {10, 100, 1000})
	{
		for (const Scene& scene : ScenesOf(count))
		{
			SCOPED_TRACE(scene.name);
			const Outline outline = *MakeOutline(scene.rings);
			RunTrials(0x5CE1C, 1000,
			          [&](Random& random) -> std::string
			          {
				          const Ray ray = SceneRay(random, outline);
				          const b2Vec2 point = random.OneIn(2) ? ray.origin : ray.origin + 0.5f * ray.translation;
				          bool isInside = false;
				          bool isOnRim = false;
				          for (const std::vector<b2Vec2>& ring : scene.rings)
				          {
					          const Location location = LocateInPolygon(point, ring);
					          isOnRim = isOnRim || location == Location::Boundary;
					          isInside = isInside != (location == Location::Inside);
				          }
				          const Location want =
				              isOnRim ? Location::Boundary : (isInside ? Location::Inside : Location::Outside);
				          return LocateInOutline(point, outline) == want ? "" : ToText(point);
			          });
		}
	}
}

// Casts through a body that moves from one pose to another in the step. Also casts with a cutoff fraction: the cast
// may leave out only spans that begin beyond it.
TEST(OutlineScene, TheKernelTakesStepsAndCutoffs)
{
	for (const Scene& scene : ScenesOf(100))
	{
		SCOPED_TRACE(scene.name);
		const Outline outline = *MakeOutline(scene.rings);
		RunTrials(0x5CE1D, 1000,
		          [&](Random& random) -> std::string
		          {
			          const Ray drawn = SceneRay(random, outline);
			          const b2Transform before({random.Uniform(-5.0f, 5.0f), 1.0f}, b2Rot(random.Uniform(-3.0f, 3.0f)));
			          const b2Transform after({random.Uniform(-5.0f, 5.0f), 2.0f},
			                                  b2Rot(before.q.GetAngle() + random.Uniform(-0.1f, 0.1f)));
			          const b2Vec2 from = b2Mul(before, drawn.origin);
			          const b2Vec2 to = b2Mul(after, drawn.origin + drawn.translation);
			          LocalRay ray(from, before, to, after, 1.0f);
			          std::vector<LocalSpan> all;
			          ClipOutlineLocal(ray, outline, all);
			          std::vector<RaySpan> told;
			          const Ray way{from, to - from, 1.0f};
			          for (const LocalSpan& span : all)
			          {
				          ToFrame(span, way, NoMove().q, told.emplace_back());
			          }
			          const std::string wrong =
			              Mismatch(way, told, ExactClipRings(Pull(from, before, to, after), scene.rings),
			                       {.normals = false, .points = false});

			          ray.SetCutoff(random.OneIn(2) || all.empty() ? random.Uniform(0.0f, 1.0f)
			                                                       : random.OneOf(all).enter.fraction);
			          std::vector<LocalSpan> cut;
			          ClipOutlineLocal(ray, outline, cut);
			          const auto isKept = [&](const LocalSpan& span)
			          {
				          return span.enter.fraction <= ray.Cutoff();
			          };
			          const size_t wanted = static_cast<size_t>(std::count_if(all.begin(), all.end(), isKept));
			          bool isSame = cut.size() >= wanted && cut.size() <= all.size();
			          for (size_t i = 0; isSame && i < cut.size(); ++i)
			          {
				          isSame = cut[i].enter.fraction == all[i].enter.fraction &&
				                   cut[i].exit.fraction == all[i].exit.fraction;
			          }
			          return wrong + (isSame ? "" : "cutoff");
		          });
	}
}

// This is not a measurement (see outline_benchmark.cpp). A cast that visits every edge takes 1000 times as long.
TEST(OutlineScene, TheFirstSpanOfALargeOutlineCostsLittleMore)
{
	const auto timeFor = [](int count)
	{
		Random random(11);
		const Outline outline = *MakeOutline({RandomStar(random, count, {0.0f, 0.0f}, 100.0f, 0.9f)});
		std::vector<Ray> rays;
		for (int i = 0; i < 2000; ++i)
		{
			rays.push_back(SceneRay(random, outline));
		}
		double best = 1e9;
		for (int i = 0; i < 5; ++i)
		{
			int hits = 0;
			const std::clock_t start = std::clock();
			for (const Ray& ray : rays)
			{
				hits += ClipOutlineFirst(ray, outline).has_value() ? 1 : 0;
			}
			best = std::min(best, static_cast<double>(std::clock() - start));
			EXPECT_GT(hits, 0);
		}
		return best;
	};
	const double few = timeFor(20);
	const double many = timeFor(20000);
	std::printf("    1000 times the vertices: %.1f times as long\n", many / few);
	EXPECT_LT(many, 50.0 * few + 0.05 * CLOCKS_PER_SEC);
}

} // namespace ricochet::test::outline_scene_test
