// MIT License, Copyright (c) 2026 the ricochet authors

#include <ricochet/index/snapshot.h>
#include <ricochet/sight/light.h>
#include <ricochet/sight/visibility.h>

#include "support/expect_error.h"
#include "support/floats.h"
#include "support/scenes.h"
#include "support/test_scale.h"
#include "support/value_of.h"

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <limits>
#include <vector>

// Compares the visible share of a body within a cone and a radius with the test's own rays, and with closed forms.

namespace ricochet::test::field_of_view_test
{

namespace
{

constexpr double k_pi = 3.14159265358979323846;

// A box or a disc in the test's own double arithmetic.
struct Thing
{
	b2Body* body;
	double x, y, angle;
	double hx, hy; // the half extents of a box; 0: a disc
	double radius; // the radius of a disc

	// Returns the distance at which a ray from the eye in a unit direction enters; infinite if it misses.
	[[nodiscard]] double Hit(b2Vec2 eye, double dx, double dy) const
	{
		const double ox = static_cast<double>(eye.x) - x, oy = static_cast<double>(eye.y) - y;
		constexpr double k_none = std::numeric_limits<double>::infinity();
		if (hx == 0.0)
		{
			const double along = -(ox * dx + oy * dy);
			const double across = ox * dy - oy * dx;
			const double square = radius * radius - across * across;
			return square > 0.0 && along > 0.0 ? along - std::sqrt(square) : k_none;
		}
		const double c = std::cos(angle), s = std::sin(angle);
		const std::array<double, 2> o{c * ox + s * oy, c * oy - s * ox}, d{c * dx + s * dy, c * dy - s * dx};
		const std::array<double, 2> half{hx, hy};
		double enter = 0.0, leave = k_none;
		for (size_t i = 0; i < 2; ++i)
		{
			const double a = (-half[i] - o[i]) / d[i], b = (half[i] - o[i]) / d[i];
			enter = std::max(enter, std::min(a, b));
			leave = std::min(leave, std::max(a, b));
		}
		return enter < leave ? enter : k_none;
	}

	[[nodiscard]] double Size() const { return hx == 0.0 ? radius : std::hypot(hx, hy); }
};

Thing AddThing(SceneRandom& random, Scene& scene)
{
	const b2Vec2 at = random.InBox(10.0f);
	const float angle = random.Uniform(-3.0f, 3.0f);
	b2Body* body = scene.AddBody(at, angle);
	Thing thing{body, at.x, at.y, body->GetAngle(), 0.0, 0.0, 0.0};
	if (random.OneIn(2))
	{
		const float radius = random.Uniform(0.2f, 1.5f);
		scene.Add(body, CircleOf(radius));
		thing.radius = radius;
	}
	else
	{
		const float hx = random.Uniform(0.2f, 1.5f), hy = random.Uniform(0.2f, 1.5f);
		scene.Add(body, ValueOf(MakeBox(hx, hy)));
		thing.hx = hx;
		thing.hy = hy;
	}
	return thing;
}

bool IsInCone(const SightCone& cone, double angle)
{
	return std::abs(std::remainder(angle - cone.direction, 2.0 * k_pi)) <= 0.5 * cone.angle;
}

// Casts rays in many directions to a thing. Returns the share of those that hit it first, within the cone and the
// radius.
double ShareOfRays(const std::vector<Thing>& things, size_t target, b2Vec2 eye, double radius, const SightCone& cone,
                   int32_t rays)
{
	const Thing& wanted = things[target];
	const double toX = wanted.x - eye.x, toY = wanted.y - eye.y;
	const double half = std::asin(std::min(1.0, wanted.Size() / std::hypot(toX, toY)));
	int32_t all = 0, seen = 0;
	for (int32_t i = 0; i < rays; ++i)
	{
		const double angle = std::atan2(toY, toX) + half * ((2.0 * i + 1.0) / rays - 1.0);
		const double dx = std::cos(angle), dy = std::sin(angle);
		const double distance = wanted.Hit(eye, dx, dy);
		if (std::isinf(distance))
		{
			continue;
		}
		bool isFirst = true;
		for (const Thing& thing : things)
		{
			isFirst = isFirst && thing.Hit(eye, dx, dy) >= distance;
		}
		all += 1;
		seen += isFirst && distance <= radius && IsInCone(cone, angle) ? 1 : 0;
	}
	return all > 0 ? static_cast<double>(seen) / all : 0.0;
}

bool IsClear(const std::vector<Thing>& things, b2Vec2 eye)
{
	return std::all_of(things.begin(), things.end(),
	                   [&](const Thing& thing)
	                   { return std::hypot(thing.x - eye.x, thing.y - eye.y) > thing.Size() + 0.2; });
}

} // namespace

TEST(FieldOfView, IsThatOfManyRays)
{
	const int32_t rays = 4000;
	int32_t partial = 0, asked = 0;
	for (int32_t round = 0; round < ScaledCount(60); ++round)
	{
		SceneRandom random(5100 + static_cast<uint64_t>(round));
		Scene scene;
		std::vector<Thing> things;
		for (int32_t i = 0; i < 12; ++i)
		{
			things.push_back(AddThing(random, scene));
		}
		const b2Vec2 eye = random.InBox(8.0f);
		if (IsClear(things, eye) == false)
		{
			continue;
		}
		const Snapshot snapshot(*scene.world);
		for (size_t i = 0; i < things.size(); ++i)
		{
			// Most cones have a border that cuts the body. Most radii end in or near the body.
			const Thing& thing = things[i];
			const double distance = std::hypot(thing.x - eye.x, thing.y - eye.y);
			const double toward = std::atan2(thing.y - eye.y, thing.x - eye.x);
			const float width = random.OneIn(4) ? random.Uniform(3.2f, 6.2f) : random.LogUniform(0.05f, 3.0f);
			const double border = toward + random.Uniform(-1.0f, 1.0f) * thing.Size() / distance;
			const double middle = border + (random.OneIn(2) ? 0.5 : -0.5) * static_cast<double>(width);
			const SightCone cone{random.OneIn(5) ? 0.0f : static_cast<float>(middle), random.OneIn(5) ? 6.3f : width};
			const auto radius = static_cast<float>(distance + thing.Size() * random.Uniform(-1.0f, 2.0f));
			if (radius <= 0.0f)
			{
				continue;
			}
			const float share = ValueOf(SeenFraction(*scene.world, eye, radius, *thing.body, {.cone = cone}));
			const double expected = ShareOfRays(things, i, eye, radius, cone, rays);
			ASSERT_NEAR(share, expected, 6.0 / rays) << "round " << round << ", thing " << i;
			ASSERT_EQ(share, ValueOf(SeenFraction(snapshot, eye, radius, *thing.body, {.cone = cone})));
			asked += 1;
			partial += share > 0.01f && share < 0.99f ? 1 : 0;
		}
	}
	EXPECT_GT(asked, ScaledCount(60));
	EXPECT_GT(partial, asked / 5);
}

// A body moves through a border of the cone. Its share must change by the angle that passes the border.
TEST(FieldOfView, DoesNotJumpAtABorderOfTheCone)
{
	for (const bool isDisc : {true, false})
	{
		for (const float direction : {0.0f, 1.0f, 3.0f, -2.2f})
		{
			Scene scene;
			b2Body* body = scene.AddBody({0.0f, 0.0f});
			isDisc ? scene.Add(body, CircleOf(1.0f)) : scene.Add(body, ValueOf(MakeBox(1.0f, 1.0f)));
			const SightDef def{.cone = {direction, 1.2f}};
			const double width = isDisc ? 2.0 * std::asin(0.1) : 2.0 * std::atan(1.0 / 9.0);
			constexpr double k_step = 1e-3;
			double before = 0.0, largest = 0.0;
			int32_t partial = 0;
			for (double angle = -1.0; angle <= 1.0; angle += k_step)
			{
				const double at = static_cast<double>(direction) + angle;
				body->SetTransform({static_cast<float>(10.0 * std::cos(at)), static_cast<float>(10.0 * std::sin(at))},
				                   static_cast<float>(at));
				const double share =
				    static_cast<double>(ValueOf(SeenFraction(*scene.world, {0.0f, 0.0f}, 20.0f, *body, def)));
				const double in = std::min(angle + 0.5 * width, 0.6) - std::max(angle - 0.5 * width, -0.6);
				EXPECT_NEAR(share, std::clamp(in / width, 0.0, 1.0), 2e-5) << at;
				largest = std::max(largest, std::abs(share - before));
				partial += share > 0.0 && share < 1.0 ? 1 : 0;
				before = share;
			}
			EXPECT_LT(largest, k_step / width * 1.001 + 1e-5) << "more than the angle that passes";
			EXPECT_GT(partial, 300);
		}
	}
}

// A wall faces the eye, at many distances. The arc of the radius cuts its middle out.
TEST(FieldOfView, DoesNotJumpAtTheRadius)
{
	Scene scene;
	b2Body* wall = scene.AddBody({0.0f, 0.0f});
	scene.Add(wall, ValueOf(MakeBox(0.5f, 2.0f)));
	for (float face = 8.0f; face < 10.5f; face += 0.01f)
	{
		wall->SetTransform({face + 0.5f, 0.0f}, 0.0f);
		const double near = static_cast<double>(wall->GetPosition().x) - 0.5;
		const double half = std::atan(2.0 / near);
		const double lit = near < 10.0 ? std::min(half, std::acos(near / 10.0)) : 0.0;
		const float share = ValueOf(SeenFraction(*scene.world, {0.0f, 0.0f}, 10.0f, *wall));
		EXPECT_NEAR(share, lit / half, near > 9.99 ? 2e-3 : 1e-5) << near;
	}
}

TEST(FieldOfView, WithoutLimitsIsTheWholeShare)
{
	for (uint64_t round = 0; round < 20; ++round)
	{
		SceneRandom random(5300 + round);
		const Scene scene = MakeMixedScene(30, 5400 + round);
		for (b2Body* body = scene.world->GetBodyList(); body != nullptr; body = body->GetNext())
		{
			const b2Vec2 eye = random.InBox(scene.halfWidth);
			QueryFilter filter;
			filter.startInside = random.OneIn(2);
			filter.ignoreBody = random.OneIn(5) ? body : nullptr;
			const float whole = ValueOf(SeenFraction(*scene.world, eye, *body, filter));
			const float share = ValueOf(SeenFraction(*scene.world, eye, 1e4f, *body, {.filter = filter}));
			EXPECT_NEAR(share, whole, 1e-6);
			const float half = ValueOf(SeenFraction(*scene.world, eye, 1e4f, *body, {filter, {1.0f, 3.1415927f}}));
			const float other =
			    ValueOf(SeenFraction(*scene.world, eye, 1e4f, *body, {filter, {-2.1415927f, 3.1415927f}}));
			EXPECT_NEAR(half + other, half == 1.0f && other == 1.0f ? 2.0f : whole, 1e-5) << "two halves of the turn";
		}
	}
}

TEST(FieldOfView, OfAnEyeInABodyAndOfNarrowCones)
{
	Scene scene;
	const b2Body* body = scene.AddBox({10.0f, 0.0f}, 1.0f, 1.0f)->GetBody();
	const auto share = [&](b2Vec2 eye, const SightCone& cone, const QueryFilter& filter = {})
	{
		return ValueOf(SeenFraction(*scene.world, eye, 20.0f, *body, {filter, cone}));
	};
	EXPECT_EQ(share({10.0f, 0.0f}, {2.0f, 0.1f}), 1.0f);
	EXPECT_EQ(share({9.0f, 0.5f}, {3.1f, 0.1f}), 1.0f) << "on its face";
	EXPECT_EQ(share({0.0f, 0.0f}, {3.1f, 0.1f}), 0.0f) << "behind the back";
	EXPECT_NEAR(share({0.0f, 0.0f}, {0.0f, 0.01f}), 0.005 / std::atan(1.0 / 9.0), 1e-6);
	for (const float angle : {1e-6f, 1e-12f, 1e-17f, 1e-30f, 1e-45f})
	{
		for (const float direction : {0.0f, 0.05f, 0.1f, 30.0f})
		{
			EXPECT_LE(share({0.0f, 0.0f}, {direction, angle}), 1e-4f) << angle << ", " << direction;
		}
	}
	scene.AddBox({0.0f, 0.0f}, 1.0f, 1.0f);
	EXPECT_EQ(share({0.0f, 0.0f}, {0.0f, 1.0f}), 0.0f) << "in another solid";
	QueryFilter filter;
	filter.startInside = false;
	EXPECT_EQ(share({0.0f, 0.0f}, {0.0f, 1.0f}, filter), 1.0f);
}

TEST(FieldOfView, BadNumbersAreRefusedByName)
{
	Scene scene;
	const b2Body& body = *scene.AddBox({10.0f, 0.0f}, 1.0f, 1.0f)->GetBody();
	const auto error = [&](b2Vec2 eye, float radius, const SightCone& cone)
	{
		return SeenFraction(*scene.world, eye, radius, body, {.cone = cone}).GetError();
	};
	ExpectError(error({k_nan, 0.0f}, 1.0f, {}), {ErrorReason::NotFinite, "eye", -1, k_nan});
	ExpectError(error({0.0f, 0.0f}, k_inf, {}), {ErrorReason::NotFinite, "radius", -1, k_inf});
	ExpectError(error({0.0f, 0.0f}, 0.0f, {}), {ErrorReason::NotPositive, "radius", -1, 0.0});
	ExpectError(error({0.0f, 0.0f}, 1.0f, {k_nan, 1.0f}), {ErrorReason::NotFinite, "SightCone::direction", -1, k_nan});
	ExpectError(error({0.0f, 0.0f}, 1.0f, {0.0f, -1.0f}), {ErrorReason::NotPositive, "SightCone::angle", -1, -1.0});
	EXPECT_EQ(error({0.0f, 0.0f}, 1.0f, {}).reason, ErrorReason::None);
}

// The light on a body: compares a hard lamp's share of it with the lit region at points of its outline.
TEST(FieldOfView, OfALampIsTheShareThatItLights)
{
	Scene scene;
	const b2Body* thief = scene.AddBox({6.0f, 0.0f}, 0.5f, 1.0f)->GetBody();
	scene.AddEdge({3.0f, 0.2f}, {3.0f, 3.0f});
	const Light lamp{.position = {0.0f, 0.0f}, .radius = 8.0f, .cone = {0.1f, 0.5f}};
	LitRegion region;
	ASSERT_TRUE(Illuminate(*scene.world, lamp, region));
	int32_t lit = 0;
	constexpr int32_t k_points = 20000;
	const double half = std::atan(1.0 / 5.5);
	for (int32_t i = 0; i < k_points; ++i)
	{
		const double angle = half * ((2.0 * i + 1.0) / k_points - 1.0);
		const b2Vec2 point{5.4999f, static_cast<float>(5.4999 * std::tan(angle))}; // just in front of its face
		lit += ShareOfLight(region, lamp, point) > 0.0f ? 1 : 0;
	}
	const float share =
	    ValueOf(SeenFraction(*scene.world, lamp.position, lamp.radius, *thief, {lamp.filter, lamp.cone}));
	EXPECT_NEAR(share, static_cast<double>(lit) / k_points, 1e-3);
	EXPECT_GT(share, 0.1f);
	EXPECT_LT(share, 0.9f);
}

} // namespace ricochet::test::field_of_view_test
