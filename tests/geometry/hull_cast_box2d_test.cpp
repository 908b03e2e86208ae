// MIT License, Copyright (c) 2026 the ricochet authors

#include "geometry/hull_scenes.h"
#include "support/test_scale.h"

#include <box2d/b2_collision.h>
#include <box2d/b2_distance.h>
#include <box2d/b2_time_of_impact.h>

#include <gtest/gtest.h>

#include <cmath>

namespace ricochet::test::hull_cast_box2d_test
{

namespace
{

constexpr int k_pairs = 100000;

/// Box2D stops a cast shape at this distance, plus or minus a quarter of it.
constexpr float k_skin = b2_polygonRadius;

b2DistanceProxy ProxyOf(const std::vector<b2Vec2>& vertices)
{
	b2DistanceProxy proxy;
	proxy.m_vertices = vertices.data();
	proxy.m_count = static_cast<int32>(vertices.size());
	proxy.m_radius = 0.0f;
	return proxy;
}

/// Returns a point, a segment or a polygon of about 1 m that b2PolygonShape accepts. No two vertices are close
/// together, and no vertex is on an edge.
std::vector<b2Vec2> Sturdy(Random& random)
{
	const int count = random.Between(1, 6);
	const float begin = random.Uniform(0.0f, 6.0f);
	const float radius = random.Uniform(0.3f, 1.0f);
	std::vector<b2Vec2> vertices;
	for (int i = 0; i < count; ++i)
	{
		const float angle =
		    begin + (static_cast<float>(i) + random.Uniform(-0.3f, 0.3f)) * 6.2831853f / static_cast<float>(count);
		vertices.push_back({radius * std::cos(angle), radius * std::sin(angle)});
	}
	return vertices;
}

HullScene NearScene(Random& random)
{
	HullScene scene;
	scene.still = Sturdy(random);
	scene.moving = Sturdy(random);
	scene.stillPose.p = {random.Uniform(-1.0f, 1.0f), random.Uniform(-1.0f, 1.0f)};
	scene.movingPose.p = {random.Uniform(-4.0f, 4.0f), random.Uniform(-4.0f, 4.0f)};
	scene.stillPose.q = b2Rot(random.Uniform(-3.0f, 3.0f));
	scene.movingPose.q = b2Rot(random.Uniform(-3.0f, 3.0f));
	const b2Vec2 toward = scene.stillPose.p - scene.movingPose.p;
	const b2Vec2 aside{random.Uniform(-1.5f, 1.5f), random.Uniform(-1.5f, 1.5f)};
	scene.translation = random.Uniform(0.5f, 2.0f) * (toward + aside);
	return scene;
}

float DistanceIn(const HullScene& scene)
{
	b2DistanceInput input;
	input.proxyA = ProxyOf(scene.still);
	input.proxyB = ProxyOf(scene.moving);
	input.transformA = scene.stillPose;
	input.transformB = scene.movingPose;
	input.useRadii = false;
	b2SimplexCache cache;
	cache.count = 0;
	b2DistanceOutput output;
	b2Distance(&output, &cache, &input);
	return output.distance;
}

std::optional<float> BoxCast(const HullScene& scene)
{
	b2ShapeCastInput input;
	input.proxyA = ProxyOf(scene.still);
	input.proxyB = ProxyOf(scene.moving);
	input.transformA = scene.stillPose;
	input.transformB = scene.movingPose;
	input.translationB = scene.translation;
	b2ShapeCastOutput output;
	return b2ShapeCast(&output, &input) ? std::optional(output.lambda) : std::nullopt;
}

bool OverlapsGrown(const HullScene& scene, float radius)
{
	return Overlaps(scene.Moving(), scene.movingPose, {scene.still, radius}, scene.stillPose);
}

bool HitsGrown(HullScene scene, float radius)
{
	scene.stillRadius = radius;
	return scene.Cast().has_value();
}

b2Sweep SweepOf(const b2Transform& pose, b2Vec2 translation)
{
	b2Sweep sweep;
	sweep.localCenter = {0.0f, 0.0f};
	sweep.c0 = pose.p;
	sweep.c = pose.p + translation;
	sweep.a0 = sweep.a = pose.q.GetAngle();
	sweep.alpha0 = 0.0f;
	return sweep;
}

b2TOIOutput TimeOfImpact(const HullScene& scene)
{
	b2TOIInput input;
	input.proxyA = ProxyOf(scene.still);
	input.proxyB = ProxyOf(scene.moving);
	input.sweepA = SweepOf(scene.stillPose, {0.0f, 0.0f});
	input.sweepB = SweepOf(scene.movingPose, scene.translation);
	input.tMax = 1.0f;
	b2TOIOutput output;
	b2TimeOfImpact(&output, &input);
	return output;
}

} // namespace

// b2TimeOfImpact stops at a distance of b2_linearSlop, plus or minus a quarter of it.
TEST(CastHullBox2D, CastAgreesWithTimeOfImpactButNearAGraze)
{
	constexpr float k_least = 0.5f * b2_linearSlop;
	constexpr float k_most = 1.5f * b2_linearSlop;
	Random random(0x4063);
	int compared = 0, hits = 0, failed = 0, disagreed = 0;
	std::string first;
	for (int i = 0; i < ScaledCount(k_pairs); ++i)
	{
		const HullScene scene = NearScene(random);
		const bool isHit = HitsGrown(scene, 0.0f);
		if (DistanceIn(scene) < k_most || isHit != HitsGrown(scene, k_most))
		{
			continue;
		}
		const b2TOIOutput output = TimeOfImpact(scene);
		failed += output.state == b2TOIOutput::e_failed ? 1 : 0;
		if (output.state == b2TOIOutput::e_failed)
		{
			continue; // after 20 iterations, it gives up in the middle of the path
		}
		++compared;
		hits += isHit ? 1 : 0;
		HullScene there = scene;
		there.movingPose.p += output.t * scene.translation;
		const bool isTold = output.state == b2TOIOutput::e_touching;
		const bool isSame =
		    isTold == isHit &&
		    (isHit == false || (OverlapsGrown(there, k_most) && OverlapsGrown(there, k_least) == false));
		disagreed += isSame ? 0 : 1;
		first = isSame || first != "" ? first : scene.Text() + " trial " + std::to_string(i);
	}
	EXPECT_EQ(disagreed, 0) << "of " << compared << ", first " << first;
	EXPECT_LT(failed, ScaledCount(k_pairs) / 1000);
	EXPECT_GT(hits, ScaledCount(k_pairs) / 10);
}

TEST(CastHullBox2D, OverlapAgreesWithDistance)
{
	Random random(0x4061);
	int overlaps = 0;
	for (int i = 0; i < ScaledCount(k_pairs); ++i)
	{
		HullScene scene = NearScene(random);
		scene.movingPose.p = 0.5f * scene.movingPose.p;
		const float distance = DistanceIn(scene);
		overlaps += distance == 0.0f ? 1 : 0;
		ASSERT_TRUE(OverlapsGrown(scene, distance + 1e-3f)) << scene.Text() << " trial " << i;
		if (distance > 1e-3f)
		{
			ASSERT_FALSE(OverlapsGrown(scene, distance - 1e-3f)) << scene.Text() << " trial " << i;
		}
	}
	EXPECT_GT(overlaps, ScaledCount(k_pairs) / 10);
}

TEST(CastHullBox2D, CastAgreesWithShapeCastButNearAGraze)
{
	Random random(0x4062);
	int compared = 0, hits = 0, disagreed = 0;
	std::string first;
	for (int i = 0; i < ScaledCount(k_pairs); ++i)
	{
		HullScene scene = NearScene(random);
		// Box2D returns no result if the two overlap at the start, or if the path ends within its skin.
		HullScene longer = scene;
		longer.translation = (1.0f + 2.0f * k_skin / scene.translation.Length()) * scene.translation;
		const bool isHit = HitsGrown(scene, 0.0f);
		const bool isNear = isHit != HitsGrown(longer, 2.0f * k_skin);
		if (DistanceIn(scene) < 2.0f * k_skin || isNear)
		{
			continue;
		}
		++compared;
		hits += isHit ? 1 : 0;
		const std::optional<float> lambda = BoxCast(scene);
		HullScene there = scene;
		there.movingPose.p += lambda.value_or(0.0f) * scene.translation;
		const bool isSame =
		    lambda.has_value() == isHit &&
		    (isHit == false || (OverlapsGrown(there, 1.5f * k_skin) && OverlapsGrown(there, 0.5f * k_skin) == false));
		disagreed += isSame ? 0 : 1;
		first = isSame || first != "" ? first : scene.Text() + " trial " + std::to_string(i);
	}
	EXPECT_EQ(disagreed, 0) << "of " << compared << ", first " << first;
	EXPECT_GT(hits, ScaledCount(k_pairs) / 10);
}

} // namespace ricochet::test::hull_cast_box2d_test
