// MIT License, Copyright (c) 2026 the ricochet authors

#include "sight/disc_sight.h"
#include "sight/light_cases.h"

#include <ricochet/query/ray_query.h>

#include <cmath>
#include <optional>

// Compares soft shadows with the visible share of the disc, found by many rays.

namespace ricochet::test::soft_shadow_test
{

namespace
{

// A few boxes and walls around a light at the origin. The disc touches no line of their faces. A corner therefore casts
// a shadow as seen from the whole disc, or from no part of it.
struct SoftScene
{
	Scene scene;
	std::vector<b2Vec2> corners;

	bool Add(b2Vec2 center, float hx, float hy, float angle, float size)
	{
		const b2Transform pose = PoseAt(center, angle);
		const b2Vec2 at[] = {b2Mul(pose, {-hx, -hy}), b2Mul(pose, {hx, -hy}), b2Mul(pose, {hx, hy}),
		                     b2Mul(pose, {-hx, hy})};
		for (size_t i = 0; i < 4; ++i)
		{
			const b2Vec2 along = at[(i + 1) % 4] - at[i];
			if (std::abs(b2Cross(along, at[i])) < 1.1f * size * along.Length())
			{
				return false;
			}
		}
		scene.AddBox(center, hx, hy, angle);
		corners.insert(corners.end(), std::begin(at), std::end(at));
		return true;
	}

	// Returns the corner that is nearest to a direction; empty if there is none.
	std::optional<b2Vec2> CornerAlong(b2Vec2 from, Point2 direction) const
	{
		for (const b2Vec2 corner : corners)
		{
			const Point2 way = Widen(corner) - Widen(from);
			if (Dot(way, direction) > 0.0 && std::abs(Cross(direction, way)) < 1e-4)
			{
				return corner;
			}
		}
		return std::nullopt;
	}
};

SoftScene RandomSoftScene(SceneRandom& random, const Light& light)
{
	SoftScene soft;
	for (int32_t count = 1 + random.Below(4); count > 0;)
	{
		const bool isWall = random.OneIn(3);
		const b2Vec2 center = random.Uniform(1.5f, 7.0f) * random.Direction();
		count -= soft.Add(center, random.Uniform(0.2f, 1.2f), isWall ? 0.02f : random.Uniform(0.2f, 1.2f),
		                  random.Uniform(-3.0f, 3.0f), light.size)
		             ? 1
		             : 0;
	}
	return soft;
}

std::vector<const Penumbra*> Around(const LitRegion& region, b2Vec2 point)
{
	std::vector<const Penumbra*> found;
	for (const Penumbra& penumbra : region.penumbras)
	{
		if (Contains(PolygonOf(region, penumbra), penumbra.apex, point))
		{
			found.push_back(&penumbra);
		}
	}
	return found;
}

// Returns the error of a share of light. Rounding moves the border by 3e-5 m at the corner. The error is this distance
// as a share of the disc's angle at the point.
double ShareError(const Light& light, b2Vec2 corner, b2Vec2 point)
{
	const double q = static_cast<double>(light.size / (corner - light.position).Length());
	const double shift = 3e-5 / static_cast<double>((point - corner).Length());
	return shift / q + 1e-3;
}

struct Counts
{
	int soft = 0, full = 0, dark = 0;
};

void Compare(const SoftScene& soft, const Light& light, const LitRegion& region, b2Vec2 point, Counts& counts)
{
	const DiscSight sight = Disc(*soft.scene.world, light, point).Look();
	const std::vector<const Penumbra*> around = Around(region, point);
	const auto text = [&]
	{
		return "at " + std::to_string(point.x) + ", " + std::to_string(point.y);
	};
	if (sight.changes == 0)
	{
		const float hard = Contains(region.polygon, light.position, point) ? 1.0f : 0.0f;
		EXPECT_EQ(hard, static_cast<float>(sight.share)) << text();
		++(hard > 0.0f ? counts.full : counts.dark);
		for (const Penumbra* penumbra : around)
		{
			EXPECT_TRUE(hard == 0.0f || ShareOfLight(*penumbra, point) > 0.98f)
			    << text() << ": all of the disc is seen";
		}
		return;
	}
	const std::optional<b2Vec2> corner = soft.CornerAlong(point, sight.border);
	if (sight.changes > 1 || corner.has_value() == false || sight.share < 0.02 || sight.share > 0.98 ||
	    around.size() > 1)
	{
		return;
	}
	const bool isInReach = (point - *corner).Length() + (*corner - light.position).Length() < light.radius - 1e-3f;
	const b2Vec2 way = *corner - light.position;
	if (isInReach == false || CastRayAny(*soft.scene.world, {light.position, 0.999f * way}))
	{
		return;
	}
	ASSERT_EQ(around.size(), 1u) << text() << ": a part of the disc is seen, " << sight.share;
	EXPECT_NEAR(ShareOfLight(*around[0], point), sight.share, ShareError(light, *corner, point)) << text();
	++counts.soft;
}

TEST(SoftShadows, AsMuchLightAsOfTheDiscIsSeen)
{
	SceneRandom random(31);
	Counts counts;
	const int scenes = ScaledCount(300);
	for (int i = 0; i < scenes; ++i)
	{
		const Light light{.radius = 12.0f, .size = random.LogUniform(0.05f, 0.8f)};
		const SoftScene soft = RandomSoftScene(random, light);
		const LitRegion region = Lit(*soft.scene.world, light);
		for (int k = 0; k < 150; ++k)
		{
			const b2Vec2 point = random.Uniform(1.0f, 11.5f) * random.Direction();
			if (CastRayAny(*soft.scene.world, {point, {0.0f, 0.0f}}) == false)
			{
				Compare(soft, light, region, point, counts);
			}
		}
		if (testing::Test::HasFailure())
		{
			FAIL() << "scene " << i;
		}
	}
	EXPECT_GT(counts.soft, scenes * 2);
	EXPECT_GT(counts.full, scenes * 20);
	EXPECT_GT(counts.dark, scenes * 5);
}

// Compares a parallel light at a point. Seen from a point, a source at infinity is like a distant disc.
void CompareParallel(const SoftScene& soft, const ParallelLight& light, const LitRegion& region, b2Vec2 point,
                     int& count)
{
	constexpr float k_far = 100.0f;
	const Light far{.position = point - k_far * light.direction, .size = k_far * std::sin(light.spread)};
	const DiscSight sight = Disc(*soft.scene.world, far, point).Look();
	const std::vector<const Penumbra*> around = Around(region, point);
	const std::optional<b2Vec2> corner = soft.CornerAlong(point, sight.border);
	const bool isOneCorner = sight.changes == 1 && corner.has_value() && around.size() < 2;
	if (isOneCorner == false || sight.share < 0.02 || sight.share > 0.98 ||
	    CastRayAny(*soft.scene.world, {*corner - 1e-3f * light.direction, -k_far * light.direction}))
	{
		return;
	}
	ASSERT_EQ(around.size(), 1u) << point.x << ", " << point.y;
	const double error = 3e-5 / static_cast<double>((point - *corner).Length() * light.spread) + 1e-3;
	EXPECT_NEAR(ShareOfLight(*around[0], point), sight.share, error) << point.x << ", " << point.y;
	++count;
}

TEST(SoftShadows, AsMuchDaylightAsOfTheSkyIsSeen)
{
	SceneRandom random(33);
	int count = 0;
	const int scenes = ScaledCount(150);
	for (int i = 0; i < scenes; ++i)
	{
		const float angle = random.Uniform(-3.0f, 3.0f);
		const ParallelLight light{.direction = {std::cos(angle), std::sin(angle)},
		                          .view = {{-10.0f, -10.0f}, {10.0f, 10.0f}},
		                          .spread = random.Uniform(0.02f, 0.25f)};
		SoftScene soft;
		for (int32_t k = 1 + random.Below(4); k > 0; --k)
		{
			// No face is parallel to a direction of the light.
			soft.Add(random.InBox(6.0f), random.Uniform(0.2f, 1.2f), random.Uniform(0.02f, 1.2f),
			         angle + random.Uniform(0.35f, 1.2f), 0.0f);
		}
		const LitRegion region = Lit(*soft.scene.world, light);
		for (int k = 0; k < 150 && testing::Test::HasFailure() == false; ++k)
		{
			const b2Vec2 point = random.InBox(10.0f);
			if (CastRayAny(*soft.scene.world, {point, {0.0f, 0.0f}}) == false)
			{
				CompareParallel(soft, light, region, point, count);
			}
		}
	}
	EXPECT_GT(count, scenes * 5);
}

// True for a point whose depth in a solid is more than a millimetre.
bool IsDeepInSolid(const Scene& scene, b2Vec2 point)
{
	for (const b2Fixture* fixture : scene.fixtures)
	{
		bool isDeep = true;
		for (const b2Vec2 shift : {b2Vec2{1e-3f, 0.0f}, {-1e-3f, 0.0f}, {0.0f, 1e-3f}, {0.0f, -1e-3f}})
		{
			isDeep = isDeep && fixture->TestPoint(point + shift);
		}
		if (isDeep)
		{
			return true;
		}
	}
	return false;
}

void ExpectTriangles(const Scene& scene, const Light& light, const LitRegion& region, const Penumbra& penumbra)
{
	std::vector<LitVertex> corners(7); // the call must replace this content
	Triangulate(region, penumbra, 1e-4f, corners);
	ASSERT_EQ(corners.size() % 3, 0u);
	const Point2 apex = Widen(penumbra.apex), dark = Widen(penumbra.towardDark), lit = Widen(penumbra.towardLit);
	const double full = std::abs(std::atan2(Cross(dark, lit), Dot(dark, lit)));
	double area = 0.0;
	for (size_t i = 0; i < corners.size(); i += 3)
	{
		const LitVertex &first = corners[i], &a = corners[i + 1], &b = corners[i + 2];
		const Point2 toA = Widen(a.point) - apex, toB = Widen(b.point) - apex;
		EXPECT_EQ(first.point, penumbra.apex);
		EXPECT_NEAR(first.share, 0.5f * (a.share + b.share), 1e-6f);
		const double rounding = 4e-6 / std::min(Length(toA), Length(toB));
		EXPECT_NEAR(a.share, ShareOfLight(penumbra, a.point), rounding / full + 1e-5);
		EXPECT_NEAR(b.share, ShareOfLight(penumbra, b.point), rounding / full + 1e-5);
		EXPECT_GE(Cross(toA, toB), -1e-5) << "counter-clockwise";
		EXPECT_LE(std::atan2(Cross(toA, toB), Dot(toA, toB)), full / 8.0 + rounding);
		area += 0.5 * Cross(toA, toB);
		for (const float share : {0.1f, 0.5f, 0.98f})
		{
			const b2Vec2 inside = penumbra.apex + share * (0.5f * (a.point + b.point) - penumbra.apex);
			EXPECT_FALSE(IsDeepInSolid(scene, inside)) << inside.x << ", " << inside.y;
			EXPECT_LE((inside - light.position).Length(), light.radius + 1e-4f);
		}
	}
	EXPECT_NEAR(area, AreaOf(PolygonOf(region, penumbra)), 2e-3 + 1e-4 * light.radius * full);
}

TEST(SoftShadows, InTrianglesThatMeetNoSolid)
{
	SceneRandom random(32);
	size_t penumbras = 0;
	for (int i = 0; i < ScaledCount(200); ++i)
	{
		Scene scene = RandomSightWorld(random, static_cast<WorldLayout>(random.Below(6)));
		scene.AddCircle(random.InBox(8.0f), random.LogUniform(0.05f, 3.0f));
		const Light light{.position = random.InBox(8.0f),
		                  .radius = random.Uniform(3.0f, 20.0f),
		                  .size = random.LogUniform(0.02f, 1.0f)};
		const LitRegion region = Lit(*scene.world, light);
		for (const Penumbra& penumbra : region.penumbras)
		{
			ExpectTriangles(scene, light, region, penumbra);
		}
		penumbras += region.penumbras.size();
		if (testing::Test::HasFailure())
		{
			FAIL() << "scene " << i;
		}
	}
	EXPECT_GT(penumbras, static_cast<size_t>(ScaledCount(200)));
}

} // namespace

} // namespace ricochet::test::soft_shadow_test
