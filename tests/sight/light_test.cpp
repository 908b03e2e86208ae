// MIT License, Copyright (c) 2026 the ricochet authors

#include "sight/light_cases.h"
#include "support/floats.h"

#include <cmath>

// Tests the region that a light lights, and lights that are refused.

namespace ricochet::test::light_test
{

namespace
{

using Reason = ErrorReason;

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
	EXPECT_TRUE(VisibilityPolygon(world, light.position, light.radius, polygon, {light.filter, light.cone}));
	return polygon;
}

/// An expected error. Its message begins with the parameter and the number.
struct Wanted
{
	Reason reason;
	const char* parameter;
	float value;
	const char* number; ///< the number as the message prints it
};

void ExpectError(const Result<>& outcome, const LitRegion& region, const Wanted& wanted)
{
	EXPECT_FALSE(outcome);
	const Error& error = outcome.GetError();
	const std::string message = error.Message();
	EXPECT_EQ(error.reason, wanted.reason) << message;
	EXPECT_STREQ(error.parameter, wanted.parameter) << message;
	EXPECT_EQ(error.index, -1) << message;
	EXPECT_TRUE(std::isnan(wanted.value) ? std::isnan(error.value) : error.value == wanted.value) << message;
	EXPECT_EQ(error.limit, 0.0) << message;
	EXPECT_EQ(message.find(std::string(wanted.parameter) + " is " + wanted.number + ": "), 0u) << message;
	EXPECT_TRUE(region.polygon.empty());
	EXPECT_TRUE(region.penumbras.empty());
	EXPECT_TRUE(region.penumbraVertices.empty());
}

/// Uses a world in which a good light has penumbras. If the region kept its old content, the test would notice.
template <class AnyLight>
void ExpectError(const AnyLight& good, const AnyLight& bad, const Wanted& wanted)
{
	Scene scene;
	scene.AddCircle({3.0f, 3.0f}, 0.5f);
	LitRegion region = Lit(*scene.world, good);
	EXPECT_FALSE(region.penumbras.empty());
	ExpectError(Illuminate(*scene.world, bad, region), region, wanted);
}

void ExpectError(const auto& change, const Wanted& wanted)
{
	if constexpr (requires { change(*static_cast<Light*>(nullptr)); })
	{
		const Light good{.position = {1.0f, 2.0f}, .size = 0.25f};
		Light bad = good;
		change(bad);
		ExpectError(good, bad, wanted);
	}
	else
	{
		const ParallelLight good{.view = {{0.0f, 0.0f}, {8.0f, 8.0f}}, .spread = 0.1f};
		ParallelLight bad = good;
		change(bad);
		ExpectError(good, bad, wanted);
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
		scene.AddCircle(random.InBox(8.0f), random.LogUniform(0.05f, 3.0f));
		const Light light = RandomLight(random);
		EXPECT_TRUE(Illuminate(*scene.world, light, region));
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
	scene.AddCircle({3.0f, 0.0f}, 1.0f);
	const Light light{.position = {0.0f, 0.0f}, .size = 0.25f};
	const LitRegion fresh = Lit(*scene.world, light);
	LitRegion again = Lit(*scene.world, {.position = {6.0f, 1.0f}, .size = 0.5f});
	EXPECT_TRUE(Illuminate(*scene.world, light, again));
	EXPECT_TRUE(IsSame(fresh, again));
	EXPECT_EQ(fresh.penumbras.size(), 2u);
}

TEST(Lights, InASolidLightNothing)
{
	Scene scene;
	scene.AddBox({0.0f, 0.0f}, 1.0f, 1.0f);
	const LitRegion region = Lit(*scene.world, {.size = 0.25f});
	EXPECT_TRUE(region.polygon.empty());
	EXPECT_TRUE(region.penumbras.empty());
}

TEST(BadLights, NumbersThatAreNotFinite)
{
	const std::pair<float, const char*> cases[] = {{k_nan, "nan"}, {k_inf, "inf"}, {-k_inf, "-inf"}};
	for (const auto& [value, text] : cases)
	{
		const float bad = value;
		const char* number = text;
		ExpectError([bad](Light& light) { light.position.x = bad; },
		            {Reason::NotFinite, "Light::position", bad, number});
		ExpectError([bad](Light& light) { light.position.y = bad; },
		            {Reason::NotFinite, "Light::position", bad, number});
		ExpectError([bad](Light& light) { light.radius = bad; }, {Reason::NotFinite, "Light::radius", bad, number});
		ExpectError([bad](Light& light) { light.size = bad; }, {Reason::NotFinite, "Light::size", bad, number});
		ExpectError([bad](Light& light) { light.cone.direction = bad; },
		            {Reason::NotFinite, "SightCone::direction", bad, number});
		ExpectError([bad](Light& light) { light.cone.angle = bad; },
		            {Reason::NotFinite, "SightCone::angle", bad, number});
		ExpectError([bad](ParallelLight& light) { light.direction.x = bad; },
		            {Reason::NotFinite, "ParallelLight::direction", bad, number});
		ExpectError([bad](ParallelLight& light) { light.direction.y = bad; },
		            {Reason::NotFinite, "ParallelLight::direction", bad, number});
		ExpectError([bad](ParallelLight& light) { light.view.lowerBound.x = bad; },
		            {Reason::NotFinite, "ParallelLight::view", bad, number});
		ExpectError([bad](ParallelLight& light) { light.view.upperBound.y = bad; },
		            {Reason::NotFinite, "ParallelLight::view", bad, number});
		ExpectError([bad](ParallelLight& light) { light.before = bad; },
		            {Reason::NotFinite, "ParallelLight::before", bad, number});
		ExpectError([bad](ParallelLight& light) { light.spread = bad; },
		            {Reason::NotFinite, "ParallelLight::spread", bad, number});
	}
}

TEST(BadLights, NumbersOutOfRange)
{
	ExpectError([](Light& light) { light.radius = 0.0f; }, {Reason::NotPositive, "Light::radius", 0.0f, "0"});
	ExpectError([](Light& light) { light.radius = -2.5f; }, {Reason::NotPositive, "Light::radius", -2.5f, "-2.5"});
	ExpectError([](Light& light) { light.size = -0.75f; }, {Reason::TooSmall, "Light::size", -0.75f, "-0.75"});
	ExpectError([](Light& light) { light.cone.angle = 0.0f; }, {Reason::NotPositive, "SightCone::angle", 0.0f, "0"});
	ExpectError([](Light& light) { light.cone.angle = -1.5f; },
	            {Reason::NotPositive, "SightCone::angle", -1.5f, "-1.5"});
	ExpectError([](ParallelLight& light) { light.direction.SetZero(); },
	            {Reason::NotPositive, "ParallelLight::direction", 0.0f, "0"});
	ExpectError([](ParallelLight& light) { light.view.upperBound.x = 0.0f; },
	            {Reason::NotPositive, "extent of ParallelLight::view", 0.0f, "0"});
	ExpectError([](ParallelLight& light) { light.view.upperBound.y = -3.5f; },
	            {Reason::NotPositive, "extent of ParallelLight::view", -3.5f, "-3.5"});
	ExpectError([](ParallelLight& light) { light.before = -1.25f; },
	            {Reason::TooSmall, "ParallelLight::before", -1.25f, "-1.25"});
	ExpectError([](ParallelLight& light) { light.spread = -0.25f; },
	            {Reason::TooSmall, "ParallelLight::spread", -0.25f, "-0.25"});
}

TEST(BadLights, ASpreadOfAQuarterTurnOrMore)
{
	const b2World world({0.0f, 0.0f});
	LitRegion region;
	ParallelLight light{.view = {{0.0f, 0.0f}, {8.0f, 8.0f}}};
	const float most = std::nextafter(0.5f * k_pi, 0.0f); // 0.5f * k_pi itself is too large
	for (const float spread : {0.5f * k_pi, std::nextafter(0.5f * k_pi, 2.0f), 2.0f, 6.5f, 1e30f})
	{
		light.spread = spread;
		const Error error = Illuminate(world, light, region).GetError();
		EXPECT_EQ(error.reason, Reason::TooLarge) << spread;
		EXPECT_STREQ(error.parameter, "ParallelLight::spread") << spread;
		EXPECT_EQ(error.value, spread);
		EXPECT_EQ(error.limit, most);
		EXPECT_TRUE(region.polygon.empty());
	}
	for (const float spread : {1.57f, most})
	{
		light.spread = spread;
		EXPECT_TRUE(Illuminate(world, light, region)) << spread;
	}
}

} // namespace

} // namespace ricochet::test::light_test
