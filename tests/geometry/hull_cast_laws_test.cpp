// MIT License, Copyright (c) 2026 the ricochet authors

#include "geometry/hull_scenes.h"
#include "support/test_scale.h"

#include <ricochet/geometry/clip.h>

#include <gtest/gtest.h>

#include <bit>
#include <cmath>

namespace ricochet::test::hull_cast_laws_test
{

namespace
{

constexpr HullNumbers k_all[] = {HullNumbers::Grid, HullNumbers::Real, HullNumbers::Far, HullNumbers::Wild};

/// Calls a law on scenes of every kind until one breaks it.
template <class Law>
void ForScenes(uint64_t seed, int count, const Law& law)
{
	Random random(seed);
	for (int i = 0; i < ScaledCount(count); ++i)
	{
		const HullScene scene = HullDraw(random, k_all[i % 4]).Scene();
		const std::string wrong = law(scene, random);
		ASSERT_EQ(wrong, "") << scene.Text() << " trial " << i;
	}
}

b2Rot Identity()
{
	return b2Rot(0.0f);
}

bool IsNearlySame(float a, float b)
{
	// True if both may be within 1 ulp of the same number.
	return a == b || std::nextafter(a, b) == b || std::nextafter(std::nextafter(a, b), b) == b;
}

bool AreOpposite(b2Vec2 a, b2Vec2 b)
{
	return (a + b).Length() <= 2e-6f;
}

/// Returns the first difference between two results of the same cast, comparing fractions and flags. Empty if they
/// agree.
std::string Difference(const std::optional<HullSpan>& a, const std::optional<HullSpan>& b)
{
	if (a.has_value() != b.has_value())
	{
		return "one hits";
	}
	if (a.has_value() == false)
	{
		return "";
	}
	if (a->startsInside != b->startsInside || a->endsInside != b->endsInside || a->grazing != b->grazing)
	{
		return "flags differ";
	}
	const bool isNear =
	    IsNearlySame(a->enter.fraction, b->enter.fraction) && IsNearlySame(a->exit.fraction, b->exit.fraction);
	return isNear ? "" : "fractions differ";
}

HullScene Exchanged(const HullScene& scene)
{
	HullScene other = scene;
	std::swap(other.moving, other.still);
	std::swap(other.movingRadius, other.stillRadius);
	std::swap(other.movingPose, other.stillPose);
	other.translation = -scene.translation;
	return other;
}

HullScene Mirrored(const HullScene& scene)
{
	const auto mirror = [](b2Transform& pose)
	{
		pose.p.x = -pose.p.x;
		pose.q.s = -pose.q.s;
	};
	HullScene other = scene;
	other.moving = MirroredOf(scene.moving);
	other.still = MirroredOf(scene.still);
	other.translation.x = -scene.translation.x;
	mirror(other.movingPose);
	mirror(other.stillPose);
	return other;
}

/// Merges equal vertices into one. A repeated point has no edge, but ClipRounded treats it as a capsule.
void JoinPoint(std::vector<b2Vec2>& vertices)
{
	if (std::all_of(vertices.begin(), vertices.end(), [&](b2Vec2 v) { return IsSame(v, vertices[0]); }))
	{
		vertices.resize(1);
	}
}

/// Compares the cast of a moving point with a ray in the frame of the static hull. Returns an error text, or "".
std::string DifferenceFromRay(const RaySpan& span, const RaySpan& ray)
{
	const auto isSame = [](const Crossing& a, const Crossing& b)
	{
		const auto bits = [](b2Vec2 v)
		{
			return std::pair(std::bit_cast<uint32_t>(v.x), std::bit_cast<uint32_t>(v.y));
		};
		// The point of a ray's hit is on the surface, but the point of a hull's hit is a place on its path.
		return std::bit_cast<uint32_t>(a.fraction) == std::bit_cast<uint32_t>(b.fraction) &&
		       bits(a.normal) == bits(b.normal) && a.edge == b.edge;
	};
	const bool areFlagsSame =
	    span.startsInside == ray.startsInside && span.endsInside == ray.endsInside && span.grazing == ray.grazing;
	return areFlagsSame && isSame(span.enter, ray.enter) && isSame(span.exit, ray.exit)
	           ? ""
	           : "[" + ToText(span) + "] is not [" + ToText(ray) + "]";
}

std::string DifferenceFromRay(const std::optional<HullSpan>& span, const std::optional<RaySpan>& ray)
{
	if (span.has_value() != ray.has_value())
	{
		return span ? "the ray misses" : "the ray hits";
	}
	return span ? DifferenceFromRay(static_cast<const RaySpan&>(*span), *ray) : "";
}

} // namespace

TEST(CastHullLaws, ExchangedHullsMeetAtTheSameFractionWithTheOppositeNormal)
{
	ForScenes(0x4041, 20000,
	          [](HullScene scene, Random&)
	          {
		          // Rotations that are not normalized stretch lengths, each in its own frame.
		          scene.movingPose.q = scene.stillPose.q = Identity();
		          const std::optional<HullSpan> a = scene.Cast();
		          const std::optional<HullSpan> b = Exchanged(scene).Cast();
		          const std::string wrong = Difference(a, b);
		          const bool areSharp = scene.stillRadius == 0.0f && scene.movingRadius == 0.0f;
		          // At a corner of a sharp hull, two edges may face the path equally. Then either edge is right.
		          if (wrong != "" || a.has_value() == false || areSharp)
		          {
			          return wrong;
		          }
		          const bool areNormalsOpposite =
		              AreOpposite(a->enter.normal, b->enter.normal) && AreOpposite(a->exit.normal, b->exit.normal);
		          return std::string(areNormalsOpposite ? "" : "normals are not opposite");
	          });
}

TEST(CastHullLaws, AMirrorChangesNothing)
{
	ForScenes(0x4042, 20000,
	          [](const HullScene& scene, Random&) { return Difference(scene.Cast(), Mirrored(scene).Cast()); });
}

TEST(CastHullLaws, APointMovesAsARay)
{
	ForScenes(0x4043, 40000,
	          [](HullScene scene, Random&)
	          {
		          scene.moving = {{0.0f, 0.0f}};
		          scene.movingRadius = 0.0f;
		          scene.stillPose.p = {0.0f, 0.0f};
		          scene.stillPose.q = Identity();
		          JoinPoint(scene.still);
		          const Ray ray{scene.movingPose.p, scene.translation, scene.maxFraction};
		          const std::optional<HullSpan> span = scene.Cast();
		          std::string wrong = DifferenceFromRay(span, ClipRounded(ray, scene.still, scene.stillRadius));
		          if (wrong == "" && scene.still.size() == 1)
		          {
			          wrong = DifferenceFromRay(span, ClipCircle(ray, scene.still[0], scene.stillRadius));
		          }
		          const std::optional<RaySpan> sharp = ClipConvex(ray, scene.still);
		          return wrong == "" && scene.stillRadius == 0.0f && sharp ? DifferenceFromRay(span, sharp) : wrong;
	          });
}

TEST(CastHullLaws, TiesGoToTheLowerIndexWhereverAHullBegins)
{
	// Vertex 0 is on an edge.
	const std::vector<b2Vec2> box = {{0.0f, -1.0f}, {1.0f, -1.0f}, {1.0f, 1.0f}, {-1.0f, 1.0f}, {-1.0f, -1.0f}};
	for (size_t first = 0; first < box.size(); ++first)
	{
		for (const b2Vec2 corner : {b2Vec2{1.0f, 1.0f}, b2Vec2{-1.0f, 1.0f}, b2Vec2{-1.0f, -1.0f}, b2Vec2{1.0f, -1.0f}})
		{
			HullScene scene;
			scene.moving = {{0.0f, 0.0f}};
			scene.movingPose.p = 2.0f * corner;
			scene.translation = -4.0f * corner;
			scene.still = box;
			std::rotate(scene.still.begin(), scene.still.begin() + static_cast<std::ptrdiff_t>(first),
			            scene.still.end());
			const Ray ray{scene.movingPose.p, scene.translation};
			EXPECT_EQ(DifferenceFromRay(scene.Cast(), ClipConvex(ray, scene.still)), "") << scene.Text();
			scene.stillRadius = 0.5f;
			EXPECT_EQ(DifferenceFromRay(scene.Cast(), ClipRounded(ray, scene.still, 0.5f)), "") << scene.Text();
		}
	}
}

TEST(CastHullLaws, ADiscMovesAsARayAgainstTheGrownHull)
{
	ForScenes(0x4044, 40000,
	          [](HullScene scene, Random&)
	          {
		          scene.moving = {{0.0f, 0.0f}};
		          scene.stillPose.p = {0.0f, 0.0f};
		          scene.stillPose.q = Identity();
		          JoinPoint(scene.still);
		          const float radius = scene.stillRadius + scene.movingRadius;
		          const double exact = static_cast<double>(scene.stillRadius) + scene.movingRadius;
		          const Ray ray{scene.movingPose.p, scene.translation, scene.maxFraction};
		          const bool isExact = static_cast<double>(radius) == exact;
		          return isExact ? DifferenceFromRay(scene.Cast(), ClipRounded(ray, scene.still, radius)) : "";
	          });
}

TEST(CastHullLaws, AWayCutInTwoHitsWhereTheWholeDoes)
{
	// On a grid, the midpoint of a path with even length is exactly a float.
	Random random(0x4045);
	int hits = 0;
	for (int i = 0; i < ScaledCount(20000); ++i)
	{
		HullScene whole = HullDraw(random, HullNumbers::Grid).Scene();
		whole.maxFraction = 1.0f;
		HullScene first = whole;
		HullScene second = whole;
		first.translation = second.translation = 0.5f * whole.translation;
		second.movingPose.p += first.translation;
		const std::optional<HullSpan> all = whole.Cast();
		const std::optional<HullSpan> a = first.Cast();
		const std::optional<HullSpan> b = second.Cast();
		hits += all ? 1 : 0;
		ASSERT_EQ(all.has_value(), a.has_value() || b.has_value()) << whole.Text() << " trial " << i;
		if (all && a)
		{
			ASSERT_FLOAT_EQ(all->enter.fraction, 0.5f * a->enter.fraction) << whole.Text() << " trial " << i;
		}
		else if (all)
		{
			ASSERT_FLOAT_EQ(all->enter.fraction, 0.5f + 0.5f * b->enter.fraction) << whole.Text() << " trial " << i;
		}
	}
	EXPECT_GT(hits, ScaledCount(20000) / 10);
}

TEST(CastHullLaws, AFractionOfTheWayEndsWhereItIsAskedTo)
{
	ForScenes(0x4046, 20000,
	          [](HullScene scene, Random& random)
	          {
		          scene.maxFraction = 1.0f;
		          const std::optional<HullSpan> whole = scene.Cast();
		          scene.maxFraction = random.Uniform(0.0f, 1.0f);
		          const std::optional<HullSpan> part = scene.Cast();
		          if (scene.maxFraction == 0.0f || (scene.translation.x == 0.0f && scene.translation.y == 0.0f))
		          {
			          return std::string();
		          }
		          if (part && whole.has_value() == false)
		          {
			          return std::string("the part hits, the whole misses");
		          }
		          // If the hit is at the part's end within rounding, either result is right.
		          const bool isClear = whole && std::abs(whole->enter.fraction - scene.maxFraction) > 1e-6f;
		          const bool isHit = whole && whole->enter.fraction < scene.maxFraction;
		          return std::string(isClear && part.has_value() != isHit ? "the part is not of the whole" : "");
	          });
}

} // namespace ricochet::test::hull_cast_laws_test
