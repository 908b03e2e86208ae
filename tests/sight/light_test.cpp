// MIT License, Copyright (c) 2026 the ricochet authors

#include "sight/light_cases.h"

#include <cmath>
#include <limits>
#include <numbers>

// What a light lights, and what can't be lit.

namespace ricochet::test
{

namespace
{

constexpr float k_pi = std::numbers::pi_v<float>;
constexpr float k_nan = std::numeric_limits<float>::quiet_NaN();
constexpr float k_infinity = std::numeric_limits<float>::infinity();

using Reason = SightError::Reason;

Light RandomLight(SceneRandom& random)
{
	Light light;
	light.position = random.InBox(8.0f);
	light.radius = random.Uniform(2.0f, 25.0f);
	light.size = random.OneIn(3) ? 0.0f : random.LogUniform(0.01f, 1.0f);
	if (random.OneIn(2))
	{
		light.cone = {random.Uniform(-4.0f, 4.0f), random.Uniform(0.1f, 6.0f)};
	}
	light.filter.startInside = random.OneIn(2);
	light.filter.sides = static_cast<Sides>(random.Below(3));
	return light;
}

std::vector<SightVertex> SeenFrom(const b2World& world, const Light& light)
{
	std::vector<SightVertex> polygon;
	EXPECT_FALSE(VisibilityPolygon(world, light.position, light.radius, polygon, {light.filter, light.cone}));
	return polygon;
}

void ExpectError(const SightError& error, const LitRegion& region, Reason reason, float value, const char* number)
{
	EXPECT_TRUE(error);
	EXPECT_EQ(error.reason, reason) << error.message;
	EXPECT_EQ(error.index, -1) << error.message;
	EXPECT_TRUE(std::isnan(value) ? std::isnan(error.value) : error.value == value) << error.message;
	EXPECT_NE(error.message.find(number), std::string::npos) << error.message;
	EXPECT_TRUE(region.polygon.empty());
	EXPECT_TRUE(region.penumbras.empty());
	EXPECT_TRUE(region.penumbraVertices.empty());
}

/// In a world in which a good light has penumbras, so that what was in the region before would show.
template <class AnyLight>
void ExpectError(const AnyLight& good, const AnyLight& bad, Reason reason, float value, const char* number)
{
	Scene scene;
	AddCircle(scene, {3.0f, 3.0f}, 0.5f);
	LitRegion region = Lit(*scene.world, good);
	EXPECT_FALSE(region.penumbras.empty());
	ExpectError(Illuminate(*scene.world, bad, region), region, reason, value, number);
}

void ExpectError(const auto& change, Reason reason, float value, const char* number)
{
	if constexpr (requires { change(*static_cast<Light*>(nullptr)); })
	{
		const Light good{.position = {1.0f, 2.0f}, .size = 0.25f};
		Light bad = good;
		change(bad);
		ExpectError(good, bad, reason, value, number);
	}
	else
	{
		const ParallelLight good{.view = {{0.0f, 0.0f}, {8.0f, 8.0f}}, .spread = 0.1f};
		ParallelLight bad = good;
		change(bad);
		ExpectError(good, bad, reason, value, number);
	}
}

TEST(Lights, SeeWhatAnEyeSees)
{
	SceneRandom random(1);
	LitRegion region;
	int32_t soft = 0;
	for (int i = 0; i < ScaledCount(300); ++i)
	{
		Scene scene = RandomSightWorld(random, static_cast<WorldLayout>(random.Below(6)));
		AddCircle(scene, random.InBox(8.0f), random.LogUniform(0.05f, 3.0f));
		const Light light = RandomLight(random);
		EXPECT_FALSE(Illuminate(*scene.world, light, region));
		EXPECT_TRUE(IsSame(region.polygon, SeenFrom(*scene.world, light)));
		EXPECT_TRUE(light.size > 0.0f || region.penumbras.empty());
		soft += region.penumbras.empty() ? 0 : 1;
	}
	EXPECT_GT(soft, ScaledCount(300) / 4);
}

TEST(Lights, AreaOfACone)
{
	const b2World world({0.0f, 0.0f});
	const LitRegion region = Lit(world, {.position = {1.0f, 2.0f}, .radius = 4.0f, .cone = {0.5f, 1.2f}, .size = 0.1f});
	EXPECT_NEAR(Area(region.polygon), 0.5f * 1.2f * 16.0f, 1e-4f);
	EXPECT_TRUE(HasVertex(region.polygon, {1.0f, 2.0f}));
	EXPECT_TRUE(region.penumbras.empty()) << "the border of a cone is no shadow";
	EXPECT_NEAR(Area(Lit(world, {.radius = 4.0f}).polygon), 16.0f * k_pi, 1e-4f);
}

TEST(Lights, ARegionGivenAgainIsNew)
{
	Scene scene;
	AddCircle(scene, {3.0f, 0.0f}, 1.0f);
	const Light light{.position = {0.0f, 0.0f}, .size = 0.25f};
	const LitRegion fresh = Lit(*scene.world, light);
	LitRegion again = Lit(*scene.world, {.position = {6.0f, 1.0f}, .size = 0.5f});
	EXPECT_FALSE(Illuminate(*scene.world, light, again));
	EXPECT_TRUE(IsSame(fresh, again));
	EXPECT_EQ(fresh.penumbras.size(), 2u);
}

TEST(Lights, InASolidLightNothing)
{
	Scene scene;
	AddBox(scene, {0.0f, 0.0f}, 1.0f, 1.0f);
	const LitRegion region = Lit(*scene.world, {.size = 0.25f});
	EXPECT_TRUE(region.polygon.empty());
	EXPECT_TRUE(region.penumbras.empty());
}

TEST(BadLights, NumbersThatAreNotFinite)
{
	const std::pair<float, const char*> cases[] = {{k_nan, "nan"}, {k_infinity, "inf"}, {-k_infinity, "-inf"}};
	for (const auto& [value, text] : cases)
	{
		const float bad = value;
		const char* number = text;
		ExpectError([bad](Light& light) { light.position.x = bad; }, Reason::NotFinite, bad, number);
		ExpectError([bad](Light& light) { light.position.y = bad; }, Reason::NotFinite, bad, number);
		ExpectError([bad](Light& light) { light.radius = bad; }, Reason::NotFinite, bad, number);
		ExpectError([bad](Light& light) { light.size = bad; }, Reason::NotFinite, bad, number);
		ExpectError([bad](Light& light) { light.cone.direction = bad; }, Reason::NotFinite, bad, number);
		ExpectError([bad](Light& light) { light.cone.angle = bad; }, Reason::NotFinite, bad, number);
		ExpectError([bad](ParallelLight& light) { light.direction.x = bad; }, Reason::NotFinite, bad, number);
		ExpectError([bad](ParallelLight& light) { light.direction.y = bad; }, Reason::NotFinite, bad, number);
		ExpectError([bad](ParallelLight& light) { light.view.lowerBound.x = bad; }, Reason::NotFinite, bad, number);
		ExpectError([bad](ParallelLight& light) { light.view.upperBound.y = bad; }, Reason::NotFinite, bad, number);
		ExpectError([bad](ParallelLight& light) { light.before = bad; }, Reason::NotFinite, bad, number);
		ExpectError([bad](ParallelLight& light) { light.spread = bad; }, Reason::NotFinite, bad, number);
	}
}

TEST(BadLights, NumbersOutOfRange)
{
	ExpectError([](Light& light) { light.radius = 0.0f; }, Reason::BadRadius, 0.0f, " 0");
	ExpectError([](Light& light) { light.radius = -2.5f; }, Reason::BadRadius, -2.5f, "-2.5");
	ExpectError([](Light& light) { light.size = -0.75f; }, Reason::BadRadius, -0.75f, "-0.75");
	ExpectError([](Light& light) { light.cone.angle = 0.0f; }, Reason::BadAngle, 0.0f, " 0");
	ExpectError([](Light& light) { light.cone.angle = -1.5f; }, Reason::BadAngle, -1.5f, "-1.5");
	ExpectError([](ParallelLight& light) { light.direction.SetZero(); }, Reason::BadAngle, 0.0f, " 0");
	ExpectError([](ParallelLight& light) { light.view.upperBound.x = 0.0f; }, Reason::BadView, 0.0f, " 0");
	ExpectError([](ParallelLight& light) { light.view.upperBound.y = -3.5f; }, Reason::BadView, -3.5f, "-3.5");
	ExpectError([](ParallelLight& light) { light.before = -1.25f; }, Reason::BadView, -1.25f, "-1.25");
	ExpectError([](ParallelLight& light) { light.spread = -0.25f; }, Reason::BadAngle, -0.25f, "-0.25");
}

TEST(BadLights, ASpreadOfAQuarterTurnOrMore)
{
	const b2World world({0.0f, 0.0f});
	LitRegion region;
	ParallelLight light{.view = {{0.0f, 0.0f}, {8.0f, 8.0f}}};
	for (const float spread : {std::nextafter(0.5f * k_pi, 2.0f), 2.0f, 6.5f, 1e30f})
	{
		light.spread = spread;
		EXPECT_EQ(Illuminate(world, light, region).reason, Reason::BadAngle) << spread;
		EXPECT_TRUE(region.polygon.empty());
	}
	light.spread = 1.57f;
	EXPECT_FALSE(Illuminate(world, light, region));
}

} // namespace

} // namespace ricochet::test
