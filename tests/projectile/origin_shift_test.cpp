// MIT License, Copyright (c) 2026 the ricochet authors

#include "projectile/firing_range.h"

#include "support/hit_point.h"

#include <box2d/b2_world_callbacks.h>

#include <algorithm>
#include <functional>
#include <limits>
#include <random>
#include <vector>

// Tests shifts of the world's origin, both by the plugin and without its knowledge.

namespace ricochet::test::origin_shift_test
{

namespace
{

constexpr float k_exactDt = 1.0f / 64.0f;
const b2Vec2 k_origin{1024.0f, -512.0f};

// A scene around a place: ground, walls at rest, a rotating box, a moving ball, bullets and grenades.
struct Yard
{
	explicit Yard(b2Vec2 place, int32_t maxBounces = 50) : range({0.0f, -10.0f})
	{
		range.AddBox(place + b2Vec2{0.0f, -1.0f}, 20.0f, 1.0f);
		range.AddBox(place + b2Vec2{8.0f, 4.0f}, 0.5f, 5.0f);
		range.AddBox(place + b2Vec2{-8.0f, 4.0f}, 0.5f, 5.0f);
		turning = range.AddBox(place + b2Vec2{0.0f, 5.0f}, 2.0f, 0.25f, 0.0f, b2_kinematicBody)->GetBody();
		turning->SetAngularVelocity(3.0f);
		ball = range.AddCircle(place + b2Vec2{-5.0f, 2.0f}, 0.5f, b2_dynamicBody)->GetBody();
		ball->SetLinearVelocity({4.0f, 0.0f});
		for (int32_t i = 0; i < 10; ++i)
		{
			BulletDef def = LastingGram(place + b2Vec2{-7.0f, 0.5f * static_cast<float>(i)}, {90.0f, 0.0f});
			def.maxBounces = maxBounces;
			range.plugin.Fire(def);
			range.plugin.Throw({.position = place + b2Vec2{static_cast<float>(i) - 5.5f, 3.0f},
			                    .velocity = {static_cast<float>(i), 4.0f},
			                    .fuse = 100.0f});
		}
	}

	void Shift(b2Vec2 origin)
	{
		range.plugin.ShiftOrigin(origin);
		EXPECT_EQ(range.plugin.LastError().reason, ErrorReason::None);
	}

	FiringRange range;
	b2Body* turning = nullptr;
	b2Body* ball = nullptr;
};

template <class States>
void ExpectSameStates(const States& statesA, const States& statesB, b2Vec2 shift, double error)
{
	ASSERT_EQ(statesA.size(), statesB.size());
	auto next = statesB.begin();
	for (const auto& a : statesA)
	{
		const auto& b = *next;
		EXPECT_LE(DistanceOf(a.position, b.position + shift), error);
		EXPECT_LE(DistanceOf(a.velocity, b.velocity), 10.0 * error);
		EXPECT_EQ(a.age, b.age);
		++next;
	}
}

// Compares yard `a` with yard `b`, whose origin has been shifted.
void ExpectSame(const Yard& a, const Yard& b, b2Vec2 shift, double error)
{
	ExpectSameStates(a.range.plugin.Bullets(), b.range.plugin.Bullets(), shift, error);
	ExpectSameStates(a.range.plugin.Grenades(), b.range.plugin.Grenades(), shift, error);
	const auto impactsA = a.range.plugin.Impacts();
	const auto impactsB = b.range.plugin.Impacts();
	ASSERT_EQ(impactsA.size(), impactsB.size());
	for (size_t i = 0; i < impactsA.size(); ++i)
	{
		EXPECT_LE(DistanceOf(impactsA[i].enter.point, impactsB[i].enter.point + shift), error);
		EXPECT_LE(DistanceOf(impactsA[i].exit.point, impactsB[i].exit.point + shift), 10.0 * error);
	}
}

// The numbers of moved bodies and of impacts in one step, in which the origin is shifted without the plugin's
// knowledge.
struct Swept
{
	int32_t moved = 0;
	size_t impacts = 0;
};

Swept SweptBy(FiringRange& range, const std::function<void()>& change)
{
	// If the shift counted as a motion, these bullets would cross the swept areas of all bodies, from either origin.
	range.plugin.Fire(LastingGram({-300.0f, -10.0f}, {0.0f, 640.0f * 2.0f}));
	range.plugin.Fire(LastingGram({300.0f, -10.0f}, {0.0f, 640.0f * 2.0f}));
	range.Step(k_exactDt, change);
	return {range.plugin.Stats().movedBodies, range.plugin.Impacts().size()};
}

} // namespace

TEST(OriginShift, BetweenStepsNothingIsFeltOfIt)
{
	Yard still({0.0f, 0.0f});
	Yard shifted({0.0f, 0.0f});
	for (int32_t step = 0; step < 10; ++step)
	{
		// The origin is shifted away and back, so the results have the rounding of the distant places.
		shifted.Shift(step % 2 == 0 ? k_origin : -1.0f * k_origin);
		still.range.Step(k_exactDt);
		shifted.range.Step(k_exactDt);
		ASSERT_GT(still.range.plugin.Stats().movedBodies, 0);
		ASSERT_EQ(still.range.plugin.Stats().movedBodies, shifted.range.plugin.Stats().movedBodies);
		ExpectSame(still, shifted, step % 2 == 0 ? k_origin : b2Vec2{0.0f, 0.0f}, 0.02);
		if (testing::Test::HasFailure())
		{
			FAIL() << "step " << step;
		}
	}
}

TEST(OriginShift, BetweenBeginStepAndEndStepIsAsBefore)
{
	for (int32_t when = 0; when < 2; ++when)
	{
		// The scene is far from both origins, so the spacing of floats is the same before and after the shift. The
		// results are bit-identical.
		Yard before({2048.0f, 2048.0f});
		Yard between({2048.0f, 2048.0f});
		for (int32_t step = 0; step < 10; ++step)
		{
			const b2Vec2 origin = step % 2 == 0 ? b2Vec2{-2048.0f, 0.0f} : b2Vec2{2048.0f, 0.0f};
			before.Shift(origin);
			before.range.Step(k_exactDt, [] {});
			between.range.plugin.BeginStep();
			if (when == 0)
			{
				between.Shift(origin);
			}
			between.range.world.Step(k_exactDt, 8, 3);
			if (when == 1)
			{
				between.Shift(origin);
			}
			between.range.plugin.EndStep(k_exactDt);
			ASSERT_EQ(before.range.plugin.Stats().movedBodies, between.range.plugin.Stats().movedBodies);
			ExpectSame(before, between, {0.0f, 0.0f}, when == 0 ? 0.0 : 0.01);
			if (testing::Test::HasFailure())
			{
				FAIL() << "step " << step << ", " << when;
			}
		}
	}
}

TEST(OriginShift, TheLastEventsAreSeenFromTheNewOrigin)
{
	FiringRange range;
	range.AddBox({2.0f, 0.0f}, 0.5f, 0.5f);
	BulletDef def = LastingGram({0.0f, 0.25f}, {640.0f, 0.0f});
	def.keepsPath = true;
	const BulletId id = range.plugin.Fire(def);
	range.Step(k_exactDt);
	ASSERT_EQ(range.plugin.Impacts().size(), 1u);
	ASSERT_EQ(range.plugin.Expired().size(), 1u);
	ASSERT_EQ(range.plugin.PathOf(id).size(), 2u);
	range.plugin.ShiftOrigin({1.0f, 2.0f});
	EXPECT_TRUE(IsBeside(range.plugin.Impacts()[0].enter.point, {0.5f, -1.75f}));
	EXPECT_TRUE(IsBeside(range.plugin.Impacts()[0].exit.point, {1.5f, -1.75f}));
	EXPECT_EQ(range.plugin.Expired()[0].position, range.plugin.Impacts()[0].position);
	EXPECT_EQ(range.plugin.PathOf(id)[0].position, b2Vec2(-1.0f, -1.75f));
	EXPECT_NEAR(range.plugin.PathOf(id)[1].position.x, 0.5f, 1.0e-5f);
	EXPECT_EQ(range.world.GetBodyList()->GetPosition(), b2Vec2(1.0f, -2.0f));
}

TEST(OriginShift, WhatWouldLieBeyondTheRangeOfFloatsLiesAtItsEnd)
{
	FiringRange range;
	const BulletId bullet = range.plugin.Fire(LastingGram({3.0e38f, 1.0f}, {10.0f, 0.0f}));
	const BulletId homing =
	    range.plugin.Fire({.velocity = {10.0f, 0.0f}, .homing = {.point = {3.0e38f, 3.0e38f}, .turnRate = 1.0f}});
	const GrenadeId grenade = range.plugin.Throw({.position = {3.0e38f, 1.0f}, .gravityScale = 0.0f, .fuse = 1.0e6f});
	range.plugin.Explode({.position = {3.0e38f, 0.0f}});
	range.plugin.ShiftOrigin({-3.0e38f, 0.5f});
	EXPECT_EQ(range.plugin.Find(bullet)->position, b2Vec2(k_largest, 0.5f));
	EXPECT_EQ(range.plugin.Find(grenade)->position, b2Vec2(k_largest, 0.5f));
	EXPECT_EQ(range.plugin.DefOf(homing)->homing.point, b2Vec2(k_largest, 3.0e38f));
	std::vector<std::byte> bytes;
	ASSERT_TRUE(static_cast<bool>(range.plugin.Save(bytes)));
	EXPECT_TRUE(static_cast<bool>(range.plugin.Restore(bytes)));
	range.Step(k_dt);
	EXPECT_EQ(range.plugin.Find(bullet)->position.x, k_largest);
	EXPECT_EQ(range.plugin.Find(grenade)->position.x, k_largest);
}

TEST(OriginShift, ABulletKeepsItsSideOfAWallWhereFloatsAreExact)
{
	// The first step of each bullet ends closer to the wall than the spacing of floats there (6e-5 m). Near the new
	// origin, the bullets must not be behind the wall.
	FiringRange range;
	range.AddBox({1001.0f, 0.0f}, 0.49999f, 5.0f);
	std::vector<BulletId> bullets;
	for (int32_t i = -100; i <= 100; ++i)
	{
		const float speed = 2.0f * (0.50001f + 1.0e-6f * static_cast<float>(i));
		bullets.push_back(range.plugin.Fire(LastingGram({1000.0f, 0.01f * static_cast<float>(i)}, {speed, 0.0f})));
	}
	range.Step(0.5f);
	std::vector<int32_t> impacts;
	for (const BulletId id : bullets)
	{
		impacts.push_back(CountOf(range.plugin.Impacts(), id));
	}
	range.plugin.ShiftOrigin({1000.0f, 0.0f});
	range.Step(0.5f);
	for (size_t i = 0; i < bullets.size(); ++i)
	{
		EXPECT_EQ(impacts[i] + CountOf(range.plugin.Impacts(), bullets[i]), 1) << i;
	}
	ASSERT_FALSE(range.plugin.Impacts().empty()) << "the test needs bullets that stopped short of the wall";
	for (const ImpactEvent& impact : range.plugin.Impacts())
	{
		EXPECT_FALSE(impact.startsInside);
	}
}

TEST(OriginShift, RoundingPutsNothingOnAnotherSide)
{
	// Rooms of boxes, or of one loop, contain bouncing bullets and grenades. Each step begins with a random shift of up
	// to `most` metres. Nothing leaves a room, enters a wall, or is crushed.
	std::mt19937 random(7);
	const auto any = [&](float most)
	{
		return std::uniform_real_distribution<float>(-most, most)(random);
	};
	int32_t trouble = 0;
	for (const float most : {3.0f, 1.0e3f, 1.0e5f})
	{
		for (int32_t trial = 0; trial < 8; ++trial)
		{
			FiringRange range({0.0f, -10.0f});
			b2Vec2 center{any(50.0f), any(50.0f)};
			b2Body* room = range.AddBody(center, any(3.0f));
			const b2Vec2 corners[] = {{-5.0f, -5.0f}, {-5.0f, 5.0f}, {5.0f, 5.0f}, {5.0f, -5.0f}};
			for (size_t i = 0; i < 4; ++i)
			{
				const b2Vec2 middle = 0.5f * (corners[i] + corners[(i + 1) % 4]);
				if (trial % 2 == 0)
				{
					const bool isUpright = middle.y == 0.0f;
					range.Add(room,
					          ValueOf(MakeBox(isUpright ? 0.5f : 6.0f, isUpright ? 6.0f : 0.5f, 1.1f * middle, 0.0f)));
				}
				else
				{
					range.Add(room, ValueOf(MakeEdge(corners[i], corners[(i + 1) % 4])));
				}
			}
			for (int32_t i = 0; i < 12; ++i)
			{
				BulletDef bullet = Lasting(center + b2Vec2{any(3.0f), any(3.0f)}, {any(100.0f), any(100.0f)});
				bullet.maxBounces = 1000000;
				bullet.radius = i % 3 == 0 ? 0.1f : 0.0f;
				range.plugin.Fire(bullet);
				range.plugin.Throw({.position = center + b2Vec2{any(3.0f), any(3.0f)},
				                    .velocity = {any(10.0f), any(10.0f)},
				                    .radius = 0.05f + 0.1f * static_cast<float>(i % 2),
				                    .restitution = 0.8f,
				                    .fuse = 1000.0f});
			}
			range.Step(k_dt);
			for (int32_t step = 0; step < 100; ++step)
			{
				b2Vec2 origin{any(most), any(most)};
				origin = DistanceOf(center, origin) > 2.0 * most ? center : origin;
				range.plugin.ShiftOrigin(origin);
				range.Step(k_dt);
				center = room->GetPosition();
				for (const ImpactEvent& impact : range.plugin.Impacts())
				{
					trouble += impact.startsInside ? 1 : 0;
				}
				trouble += static_cast<int32_t>(range.plugin.Expired().size());
			}
			const auto isOutside = [&](b2Vec2 position, float radius)
			{
				const b2Vec2 local = room->GetLocalPoint(position);
				return std::max(std::abs(local.x), std::abs(local.y)) + radius > 5.0f + 4.0e-7f * most + 1.0e-5f;
			};
			for (const BulletState& bullet : range.plugin.Bullets())
			{
				trouble += isOutside(bullet.position, bullet.radius) ? 1 : 0;
			}
			for (const GrenadeState& grenade : range.plugin.Grenades())
			{
				trouble += isOutside(grenade.position, grenade.radius) ? 1 : 0;
			}
			EXPECT_EQ(range.plugin.Bullets().size(), 12u);
			EXPECT_EQ(range.plugin.Grenades().size(), 12u);
			EXPECT_EQ(trouble, 0) << most << ", " << trial;
		}
	}
}

TEST(OriginShift, RoundingCrushesNoGrenadeBetweenAWallAndABody)
{
	// A grenade flies through the slot between the two, which is 4 um wider than the grenade. At a kilometre from the
	// origin, the spacing of floats is 60 um.
	std::mt19937 random(2);
	const auto any = [&](float most)
	{
		return std::uniform_real_distribution<float>(-most, most)(random);
	};
	for (int32_t trial = 0; trial < 300; ++trial)
	{
		FiringRange range;
		range.AddBox({-1.0f, 0.0f}, 1.0f, 2.0f);
		b2Body* crate = range.AddBox({1.2f + 4.0e-6f, 0.0f}, 1.0f, 2.0f, 0.0f, b2_dynamicBody)->GetBody();
		const GrenadeId id = range.plugin.Throw(
		    {.position = {0.1f + 2.0e-6f, 0.0f}, .velocity = {0.0f, 1.0f}, .radius = 0.1f, .fuse = 100.0f});
		range.Step(k_dt);
		ASSERT_NEAR(range.plugin.Find(id)->position.y, k_dt, 1.0e-3f);
		const b2Vec2 crateBefore = crate->GetPosition();
		const b2Vec2 origin{any(1000.0f), any(1000.0f)};
		range.plugin.ShiftOrigin(origin);
		EXPECT_LT(DistanceOf(crate->GetPosition() + origin, crateBefore), 0.001);
		for (int32_t step = 0; step < 5; ++step)
		{
			range.Step(k_dt);
		}
		ASSERT_TRUE(range.plugin.Find(id).has_value()) << trial << " " << origin.x << " " << origin.y;
		const float across = range.plugin.Find(id)->position.x + origin.x;
		EXPECT_NEAR(across, 0.1f, 0.001f);
	}
}

TEST(OriginShift, SweepsNoBodyWhateverIsInTheWorld)
{
	for (const b2BodyType type : {b2_staticBody, b2_dynamicBody})
	{
		FiringRange range;
		range.AddBox({0.0f, 0.0f}, 1.0f, 1.0f, 0.0f, type);
		const Swept swept = SweptBy(range, [&] { range.plugin.ShiftOrigin({600.0f, 0.0f}); });
		EXPECT_EQ(swept.moved, 0);
		EXPECT_EQ(swept.impacts, 0u);
	}
}

TEST(OriginShift, IsRefusedWhereItMustNotBe)
{
	FiringRange* current = nullptr;
	const auto refused = [&](ErrorReason why)
	{
		const b2Vec2 before = current->world.GetBodyList()->GetPosition();
		current->plugin.ShiftOrigin({8.0f, 0.0f});
		EXPECT_EQ(current->plugin.LastError().reason, why);
		EXPECT_EQ(current->world.GetBodyList()->GetPosition(), before);
	};
	int32_t calls = 0;
	PluginDef def;
	def.rule = [&](const ImpactEvent& impact)
	{
		++calls;
		refused(ErrorReason::InsideStep);
		return impact.response;
	};
	FiringRange range({0.0f, 0.0f}, def);
	current = &range;
	range.AddBox({2.0f, 0.0f}, 0.5f, 0.5f);
	for (const b2Vec2 bad : {b2Vec2{k_nan, 0.0f}, b2Vec2{0.0f, k_inf}, b2Vec2{-k_inf, 1.0f}})
	{
		range.plugin.ShiftOrigin(bad);
		EXPECT_EQ(range.plugin.LastError().reason, ErrorReason::NotFinite);
		EXPECT_STREQ(range.plugin.LastError().parameter, "newOrigin");
		EXPECT_EQ(range.world.GetBodyList()->GetPosition(), b2Vec2(2.0f, 0.0f));
	}
	range.plugin.Fire(LastingGram({0.0f, 0.0f}, {640.0f, 0.0f}));
	range.Step(k_exactDt);
	EXPECT_EQ(calls, 1);

	struct Listener final : b2ContactListener
	{
		std::function<void()> call;
		void BeginContact(b2Contact*) override { call(); }
	} listener;
	listener.call = [&]
	{
		++calls;
		refused(ErrorReason::WorldIsLocked);
	};
	range.world.SetContactListener(&listener);
	range.AddBox({2.9f, 0.0f}, 0.5f, 0.5f, 0.0f, b2_dynamicBody);
	range.Step(k_exactDt, [] {});
	EXPECT_EQ(calls, 2);
}

TEST(OriginShift, BehindThePluginsBackSweepsNoBodyWhereItShows)
{
	for (const b2Vec2 origin : {b2Vec2{600.0f, 0.0f}, b2Vec2{601.37f, -0.0123f}, b2Vec2{1.0e5f, 0.0f}})
	{
		Yard scene({0.0f, 0.0f}, 0);
		FiringRange& range = scene.range;
		for (int32_t i = 0; i < 50; ++i)
		{
			range.AddBox({1000.0f + 37.77f * static_cast<float>(i), 50.0f}, 1.0f, 1.0f);
		}
		while (range.plugin.Bullets().empty() == false)
		{
			range.plugin.Cancel(range.plugin.Bullets().front().id);
		}
		while (range.plugin.Grenades().empty() == false)
		{
			range.plugin.Cancel(range.plugin.Grenades()[0].id);
		}
		const Swept swept = SweptBy(range, [&] { range.world.ShiftOrigin(origin); });
		EXPECT_EQ(swept.moved, 2) << "the turning one and the ball";
		EXPECT_EQ(swept.impacts, 0u);
	}
}

TEST(OriginShift, BehindThePluginsBackShowsOnlyInStaticBodiesThatDoNotElseChange)
{
	const b2Vec2 origin{600.0f, 0.0f};
	const auto shiftAnd = [&](Yard& scene, const std::function<void(b2Body&)>& change)
	{
		b2Body* first = scene.range.AddBox({-20.0f, 80.0f}, 1.0f, 1.0f)->GetBody();
		return SweptBy(scene.range,
		               [&]
		               {
			               scene.range.world.ShiftOrigin(origin);
			               change(*first);
		               });
	};
	Yard plain({0.0f, 0.0f}), teleported({0.0f, 0.0f}), turned({0.0f, 0.0f}), destroyed({0.0f, 0.0f});
	EXPECT_EQ(shiftAnd(plain, [](b2Body&) {}).moved, 2);
	EXPECT_EQ(shiftAnd(teleported, [](b2Body& body) { body.SetTransform({1.0f, 2.0f}, 0.0f); }).moved, 6);
	EXPECT_EQ(shiftAnd(turned, [](b2Body& body) { body.SetTransform(body.GetPosition(), 1.0f); }).moved, 6);
	EXPECT_EQ(shiftAnd(destroyed, [&](b2Body& body) { body.GetWorld()->DestroyBody(&body); }).moved, 2);

	FiringRange noStatic;
	noStatic.AddBox({0.0f, 0.0f}, 1.0f, 1.0f, 0.0f, b2_dynamicBody);
	const Swept swept = SweptBy(noStatic, [&] { noStatic.world.ShiftOrigin(origin); });
	EXPECT_EQ(swept.moved, 1);
	EXPECT_EQ(swept.impacts, 1u);
}

TEST(OriginShift, TheOnlyStaticBodyMovedAloneIsNoShift)
{
	FiringRange range;
	b2Body* lift = range.AddBox({-0.5f, 0.0f}, 0.2f, 0.2f)->GetBody();
	range.AddCircle({50.0f, 0.0f}, 1.0f, b2_dynamicBody);
	b2Body* ball = range.AddCircle({50.0f, 5.0f}, 1.0f, b2_dynamicBody)->GetBody();
	ball->SetLinearVelocity({10.0f, 0.0f});
	const BulletId there = range.plugin.Fire(LastingGram({0.5f, -2.0f}, {0.0f, 256.0f}));
	range.plugin.Fire(LastingGram({0.0f, -2.0f}, {0.0f, 256.0f}));
	range.Step(k_exactDt, [&] { lift->SetTransform({0.5f, 0.0f}, 0.0f); });
	EXPECT_EQ(range.plugin.Impacts().size(), 1u);
	EXPECT_EQ(CountOf(range.plugin.Impacts(), there), 1);
	EXPECT_EQ(range.plugin.Stats().movedBodies, 1);
}

TEST(OriginShift, AMissileFliesOnToThePointThatItTurnsTo)
{
	const b2Vec2 origin{512.0f, -256.0f};
	FiringRange stays;
	FiringRange shifts;
	BulletDef def = Lasting({0.0f, 0.0f}, {20.0f, 0.0f});
	def.homing = {.point = {10.0f, 15.0f}, .turnRate = 2.0f};
	const BulletId here = stays.plugin.Fire(def);
	const BulletId there = shifts.plugin.Fire(def);
	for (int32_t i = 0; i < 50; ++i) // in 50 steps, the missile reaches the point
	{
		if (i == 20)
		{
			shifts.plugin.ShiftOrigin(origin);
		}
		stays.Step(k_exactDt);
		shifts.Step(k_exactDt);
		const b2Vec2 expected = stays.plugin.Find(here)->position - (i < 20 ? b2Vec2{0.0f, 0.0f} : origin);
		EXPECT_LT(DistanceOf(shifts.plugin.Find(there)->position, expected), 0.01) << i;
	}
}

} // namespace ricochet::test::origin_shift_test
