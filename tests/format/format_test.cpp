// MIT License, Copyright (c) 2026 the ricochet authors

#include <ricochet/format.h>
#include <ricochet/shapes/shape_factory.h>

#include <box2d/box2d.h>
#include <fmt/compile.h>
#include <fmt/ranges.h>
#include <gtest/gtest.h>

#include <limits>
#include <string>
#include <utility>
#include <vector>

namespace ricochet::test::format_test
{

namespace
{

constexpr BulletId k_bullet{5, 2, 1};
constexpr GrenadeId k_grenade{7, 1, 1};

const Ray k_ray{{1.0f, 2.0f}, {10.0f, 0.5f}};

RaySpan Span()
{
	RaySpan span;
	span.enter = {0.25f, {9.5f, 1.0f}, {-1.0f, 0.0f}, 3};
	span.exit = {0.5f, {10.125f, 1.0f}, {1.0f, 0.0f}, 1};
	return span;
}

template <class T>
T With(const RaySpan& span)
{
	T hit;
	static_cast<RaySpan&>(hit) = span;
	return hit;
}

const std::string k_spanText = "enters at (9.5, 1) m, fraction 0.25, normal (-1, 0); "
                               "leaves at (10.125, 1) m, fraction 0.5, normal (1, 0)";

} // namespace

TEST(Format, TheSpecIsThatOfFloats)
{
	const b2Vec2 third(1.0f / 3.0f, -2.0f);
	EXPECT_EQ(fmt::format("{}", third), "(0.333333, -2)");
	EXPECT_EQ(fmt::format("{:g}", third), "(0.333333, -2)");
	EXPECT_EQ(fmt::format("{:.2f}", third), "(0.33, -2.00)");
	EXPECT_EQ(fmt::format("{:+.1e}", third), "(+3.3e-01, -2.0e+00)");
	EXPECT_EQ(fmt::format("{:{}.{}f}|{}", third, 6, 1, 4), "(   0.3,   -2.0)|4");
	EXPECT_EQ(fmt::format("{1:.1f} {0}", k_ray.origin, third), "(0.3, -2.0) (1, 2)");
	EXPECT_EQ(fmt::format("{:.1f}", Span()), "enters at (9.5, 1.0) m, fraction 0.2, normal (-1.0, 0.0); "
	                                         "leaves at (10.1, 1.0) m, fraction 0.5, normal (1.0, 0.0)");
	EXPECT_THROW((void)fmt::format(fmt::runtime("{:q}"), third), fmt::format_error);
}

TEST(Format, InAContainerItIsTheSame)
{
	const std::vector<b2Vec2> all{{1.0f / 3.0f, -2.0f}};
	EXPECT_EQ(fmt::format("{}", all), "[(0.333333, -2)]");
	EXPECT_EQ(fmt::format("{::.1f}", all), "[(0.3, -2.0)]");
	EXPECT_EQ(fmt::format("{::5}", all), fmt::format("[({:5}, {:5})]", double{all[0].x}, -2.0));
	EXPECT_EQ(fmt::format("{}", std::pair(k_bullet, all[0])), "(5.2, (0.333333, -2))");
	EXPECT_EQ(fmt::to_string(all[0]), "(0.333333, -2)");
	EXPECT_EQ(fmt::format(FMT_COMPILE("{}"), all[0]), "(0.333333, -2)");
}

TEST(Format, WhatIsNotANumberIsSaidToBeNone)
{
	const float infinity = std::numeric_limits<float>::infinity();
	EXPECT_EQ(fmt::format("{}", b2Vec2(infinity, -infinity)), "(inf, -inf)");
	EXPECT_EQ(fmt::format("{}", b2Vec2(std::numeric_limits<float>::quiet_NaN(), 0.0f)), "(nan, 0)");
}

TEST(Format, RaysAndCrossings)
{
	EXPECT_EQ(fmt::format("{}", k_ray), "from (1, 2) m by (10, 0.5) m");
	EXPECT_EQ(fmt::format("{}", Ray{k_ray.origin, k_ray.translation, 2.5f}),
	          "from (1, 2) m by (10, 0.5) m, up to fraction 2.5");
	EXPECT_EQ(fmt::format("{}", Span().enter), "(9.5, 1) m, fraction 0.25, normal (-1, 0)");
	EXPECT_EQ(fmt::format("{}", Crossing{}), "(0, 0) m, fraction 0");
}

TEST(Format, SpansAndHits)
{
	EXPECT_EQ(fmt::format("{}", Span()), k_spanText);
	EXPECT_EQ(fmt::format("{}", With<RayHit>(Span())), k_spanText);
	EXPECT_EQ(fmt::format("{}", With<SolidSpan>(Span())), k_spanText);

	RayHit edge = With<RayHit>(Span());
	edge.child = 4;
	EXPECT_EQ(fmt::format("{}", edge), fmt::format("{}; child 4", k_spanText));

	RaySpan within = Span();
	within.startsInside = true;
	within.enter = {0.0f, {1.0f, 2.0f}};
	within.endsInside = true;
	within.exit = {1.0f, {11.0f, 2.5f}};
	EXPECT_EQ(fmt::format("{}", within),
	          "starts inside at (1, 2) m, fraction 0; ends inside at (11, 2.5) m, fraction 1");

	RaySpan graze = Span();
	graze.grazing = true;
	EXPECT_EQ(fmt::format("{:.0f}", graze.enter), "(10, 1) m, fraction 0, normal (-1, 0)");
	EXPECT_EQ(fmt::format("{}", graze), fmt::format("touches{}", k_spanText.substr(6)));
}

TEST(Format, CastsAndOverlapsOfShapes)
{
	HullHit hit = With<HullHit>(Span());
	hit.contact = {10.0f, 1.0f};
	EXPECT_EQ(fmt::format("{}", hit), fmt::format("{}; touches first at (10, 1) m", k_spanText));
	EXPECT_EQ(fmt::format("{}", static_cast<HullSpan>(hit)), fmt::format("{}", hit));

	hit.startsInside = true;
	hit.enter = {};
	hit.depth = 0.5f;
	hit.wayOut = {0.0f, 1.0f};
	hit.child = 2;
	EXPECT_EQ(fmt::format("{}", hit), "starts inside at (0, 0) m, fraction 0; leaves at (10.125, 1) m, fraction 0.5, "
	                                  "normal (1, 0); 0.5 m deep, out by (0, 1); child 2");
	EXPECT_EQ(fmt::format("{}", OverlapHit{{}, 0.5f, {0.0f, 1.0f}}), "0.5 m deep, out by (0, 1)");
	EXPECT_EQ(fmt::format("{}", OverlapHit{{nullptr, 0, {1, 2}, 7}, 0.5f, {0.0f, 1.0f}}),
	          "0.5 m deep, out by (0, 1); tag 7");
}

TEST(Format, BeamsAndSight)
{
	b2World world({0.0f, 0.0f});
	const auto box = MakeBox(1.0f, 1.0f);
	b2BodyDef def;
	BeamLeg leg;
	leg.ray = k_ray;
	leg.begin = 0.125f;
	EXPECT_EQ(fmt::format("{}", leg), "leg from fraction 0.125 of the ray from (1, 2) m by (10, 0.5) m; meets nothing");
	static_cast<RaySpan&>(leg) = Span();
	leg.fixture = world.CreateBody(&def)->CreateFixture(&*box, 0.0f);
	leg.response = Response::Bounce;
	EXPECT_EQ(
	    fmt::format("{}", leg),
	    fmt::format("leg from fraction 0.125 of the ray from (1, 2) m by (10, 0.5) m; Bounce where it {}", k_spanText));
	leg.power = 0.25f;
	EXPECT_NE(fmt::format("{}", leg).find("by (10, 0.5) m, power 0.25; Bounce"), std::string::npos);
	EXPECT_EQ(fmt::format("{}", BeamEnd::NoPlace), "NoPlace");

	SightVertex vertex;
	vertex.point = {3.0f, 4.0f};
	vertex.side = SightSide::Shadow;
	EXPECT_EQ(fmt::format("{}", vertex), "(3, 4) m, then Shadow");
	vertex.side = SightSide::Arc;
	vertex.radius = 0.5f;
	EXPECT_EQ(fmt::format("{}", vertex), "(3, 4) m, then Arc of radius 0.5 m about (0, 0) m");
	EXPECT_EQ(fmt::format("{}", SightSide::Rim), "Rim");
}

TEST(Format, ErrorsAreTheirMessage)
{
	const Error error{ErrorReason::TooLarge, "BulletDef::radius", -1, 2.0e6, 1.0e6};
	EXPECT_EQ(fmt::format("{}", error), error.Message());
	EXPECT_EQ(fmt::format("{}", Error{}), "no error");
	EXPECT_EQ(fmt::format("{}", ErrorReason::None), "None");
	EXPECT_EQ(fmt::format("{}", ErrorReason::OutOfMemory), "OutOfMemory");
	EXPECT_EQ(fmt::format("{}", ErrorReason::NotASolid), "NotASolid");
	EXPECT_EQ(fmt::format("{}", static_cast<ErrorReason>(200)), "?");
}

TEST(Format, Ids)
{
	EXPECT_EQ(fmt::format("{}", k_bullet), "5.2");
	EXPECT_EQ(fmt::format("{}", GrenadeId{}), "none");
}

TEST(Format, Impacts)
{
	ImpactEvent hit = With<ImpactEvent>(Span());
	hit.bullet = k_bullet;
	hit.time = 0.0125f;
	hit.age = 0.5f;
	hit.distance = 400.0f;
	hit.thickness = 0.625f;
	hit.velocityBefore = {800.0f, 0.0f};
	hit.velocityAfter = {640.5f, 0.0f};
	hit.energyLost = 12.5f;
	hit.response = Response::Pierce;
	EXPECT_EQ(fmt::format("{}", hit),
	          "bullet 5.2: Pierce at (9.5, 1) m, 0.0125 s, flown 400 m in 0.5 s, normal (-1, 0), 0.625 m thick, "
	          "(800, 0) -> (640.5, 0) m/s, lost 12.5 J");
	hit.grenade = k_grenade;
	hit.enter.normal = {0.0f, 0.0f};
	hit.damage = 3.0f;
	hit.userData = 42;
	EXPECT_EQ(fmt::format("{:.1f}", hit),
	          "bullet 5.2 on grenade 7.1: Pierce at (9.5, 1.0) m, 0.0 s, flown 400.0 m in 0.5 s, 0.6 m thick, "
	          "(800.0, 0.0) -> (640.5, 0.0) m/s, lost 12.5 J, damage 3.0, data 42");
}

TEST(Format, PressesAndEnds)
{
	PressEvent press;
	press.grenade = k_grenade;
	press.normal = {0.0f, 1.0f};
	press.impulse = {0.0f, -0.5f};
	EXPECT_EQ(fmt::format("{}", press), "grenade 7.1: presses at (0, 0) m, 0 s, normal (0, 1), impulse (0, -0.5) N s");
	press.inNextStep = true;
	EXPECT_EQ(fmt::format("{}", press),
	          "grenade 7.1: presses at (0, 0) m, 0 s, normal (0, 1), impulse (0, -0.5) N s in the next step");

	ExpiredEvent end;
	end.bullet = k_bullet;
	end.reason = ExpiredEvent::Reason::Range;
	end.position = {1.0f, 2.0f};
	end.velocity = {3.0f, 4.0f};
	end.age = 2.0f;
	end.distance = 10.0f;
	end.userData = 9;
	EXPECT_EQ(fmt::format("{}", end), "bullet 5.2: Range at (1, 2) m, 0 s, flown 10 m in 2 s, with (3, 4) m/s, data 9");
	EXPECT_EQ(fmt::format("{}", ExpiredEvent::Reason::Crushed), "Crushed");
}

TEST(Format, Explosions)
{
	BlastEvent hit;
	hit.point = {1.0f, 2.0f};
	hit.distance = 3.0f;
	hit.share = 0.5f;
	hit.impulse = {4.0f, 0.0f};
	hit.damage = 50.0f;
	const std::string text = "blast at (1, 2) m, 3 m off, share 0.5, impulse (4, 0) N s, damage 50";
	EXPECT_EQ(fmt::format("{}", hit), text);
	EXPECT_EQ(fmt::format("{}", static_cast<BlastHit>(hit)), text);
	hit.userData = 4;
	EXPECT_EQ(fmt::format("{}", hit), text + ", data 4");
	hit.destroyed = true;
	EXPECT_EQ(fmt::format("{}", hit), text + ", destroyed, data 4");
	hit.destroyed = false;
	hit.userData = 0;
	hit.grenade = k_grenade;
	EXPECT_EQ(fmt::format("{}", hit), "grenade 7.1: " + text);

	ExplosionEvent explosion;
	explosion.radius = 1.5f;
	explosion.falloff = 3.0f;
	explosion.hitCount = 2;
	explosion.fragmentCount = 12;
	EXPECT_EQ(fmt::format("{}", explosion), "explosion at (0, 0) m, 0 s, radius 1.5 + 3 m, hits 2, fragments 12");
	explosion.grenade = k_grenade;
	explosion.userData = 3;
	EXPECT_EQ(fmt::format("{}", explosion),
	          "grenade 7.1: explosion at (0, 0) m, 0 s, radius 1.5 + 3 m, hits 2, fragments 12, data 3");
}

TEST(Format, PlacesBetweenTwoSteps)
{
	BulletPlace bullet{.id = k_bullet, .position = {1.0f, 2.0f}, .velocity = {3.0f, 0.0f}};
	EXPECT_EQ(fmt::format("{}", bullet), "bullet 5.2: at (1, 2) m with (3, 0) m/s");
	bullet.hasEnded = true;
	bullet.userData = 9;
	EXPECT_EQ(fmt::format("{:.1f}", bullet), "bullet 5.2: at (1.0, 2.0) m with (3.0, 0.0) m/s, ended, data 9");
	GrenadePlace grenade{.id = k_grenade, .position = {1.0f, 2.0f}, .angle = 0.5f, .radius = 0.25f};
	EXPECT_EQ(fmt::format("{}", grenade), "grenade 7.1: at (1, 2) m, angle 0.5 rad, radius 0.25 m");
	grenade.hasEnded = true;
	EXPECT_EQ(fmt::format("{}", grenade), "grenade 7.1: at (1, 2) m, angle 0.5 rad, radius 0.25 m, ended");
}

TEST(Format, StatesAndPaths)
{
	BulletState bullet;
	bullet.id = k_bullet;
	bullet.velocity = {300.0f, 0.0f};
	bullet.age = 0.5f;
	bullet.bounces = 1;
	EXPECT_EQ(fmt::format("{}", bullet), "bullet 5.2: at (0, 0) m with (300, 0) m/s, 0.5 s old, bounces 1, pierces 0");

	GrenadeState grenade;
	grenade.id = k_grenade;
	grenade.age = 2.0f;
	grenade.resting = true;
	grenade.stuck = true;
	grenade.userData = 8;
	EXPECT_EQ(fmt::format("{}", grenade), "grenade 7.1: at (0, 0) m with (0, 0) m/s, 2 s old, resting, stuck, data 8");
	EXPECT_EQ(fmt::format("{}", PathPoint{{1.0f, 2.0f}, 0.25f, true}), "(1, 2) m, 0.25 s, impact");
}

TEST(Format, WhatIsConstIsWrittenToo)
{
	const RayHit hit = With<RayHit>(Span());
	const fmt::formatter<RayHit> formatter{};
	static_assert(requires(fmt::format_context & context) { formatter.format(hit, context); });
	EXPECT_EQ(fmt::format("{}", hit), k_spanText);
}

} // namespace ricochet::test::format_test
