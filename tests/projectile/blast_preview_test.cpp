// MIT License, Copyright (c) 2026 the ricochet authors

#include "projectile/firing_range.h"

#include "support/expect_error.h"
#include "support/failing_memory.h"
#include "support/random_rays.h"

#include <functional>
#include <stdexcept>
#include <vector>

// Tests that Plugin::PreviewBlast predicts each hit of Plugin::Explode bit for bit.

namespace ricochet::test::blast_preview_test
{

namespace
{

void ExpectSame(std::span<const BlastEvent> seen, std::span<const BlastEvent> done)
{
	ASSERT_EQ(seen.size(), done.size());
	for (size_t i = 0; i < seen.size(); ++i)
	{
		ASSERT_TRUE(seen[i].body == done[i].body && seen[i].fixture == done[i].fixture &&
		            seen[i].child == done[i].child && seen[i].grenade == done[i].grenade)
		    << i;
		ASSERT_EQ(seen[i].point, done[i].point) << i;
		ASSERT_EQ(seen[i].distance, done[i].distance) << i;
		ASSERT_EQ(seen[i].seenLength, done[i].seenLength) << i;
		ASSERT_EQ(seen[i].share, done[i].share) << i;
		ASSERT_EQ(seen[i].damage, done[i].damage) << i;
		ASSERT_EQ(seen[i].impulse, done[i].impulse) << i;
		ASSERT_EQ(seen[i].moment, done[i].moment) << i;
		ASSERT_EQ(seen[i].angularImpulse, done[i].angularImpulse) << i;
		ASSERT_EQ(seen[i].userData, done[i].userData) << i;
	}
}

// A scene of bodies of all types and of grenades, all at rest. About a third of the bodies are removable. If
// `leavesOut` is true, they are absent; otherwise, they are queued for destruction.
struct Yard : FiringRange
{
	explicit Yard(uint64_t seed, bool leavesOut, const PluginDef& def = {}) : FiringRange({0.0f, 0.0f}, def)
	{
		SceneRandom random(seed);
		for (int32_t i = 0; i < 25; ++i)
		{
			const float distance = random.Uniform(1.5f, 8.0f);
			const b2Vec2 center = distance * random.Direction();
			const float angle = random.Uniform(-3.0f, 3.0f);
			const int32_t type = random.Below(4);
			const b2PolygonShape polygon = RandomPolygon(random, random.Uniform(0.2f, 0.9f));
			const bool goes = random.OneIn(3);
			if (goes && leavesOut)
			{
				continue;
			}
			b2Body* body = AddBody(center, angle,
			                       type == 0   ? b2_staticBody
			                       : type == 1 ? b2_kinematicBody
			                                   : b2_dynamicBody);
			CollideWithNone(*Add(body, polygon));
			names.push_back(i);
			if (goes)
			{
				going.push_back(body);
			}
			bodies.push_back(body);
		}
		for (int32_t i = 0; i < 8; ++i)
		{
			GrenadeDef grenade;
			const float distance = random.Uniform(0.0f, 8.0f);
			grenade.position = distance * random.Direction();
			grenade.gravityScale = 0.0f;
			grenade.fuse = 100.0f;
			grenade.filter.maskBits = 0; // overlaps nothing
			plugin.Throw(grenade);
		}
	}

	[[nodiscard]] int32_t NameOf(const b2Body* body) const
	{
		const auto found = std::find(bodies.begin(), bodies.end(), body);
		return found != bodies.end() ? names[static_cast<size_t>(found - bodies.begin())] : -1;
	}

	std::vector<b2Body*> bodies;
	std::vector<b2Body*> going;
	std::vector<int32_t> names;
};

ExplosionDef Bang()
{
	return {.position = {0.25f, -0.5f}, .radius = 3.0f, .falloff = 4.0f, .damage = 80.0f, .userData = 17};
}

// Expects that the hits on bodies in `yard` equal those in `without`, where the queued bodies of `yard` are absent.
void ExpectAsWithout(const Yard& yard, std::span<const BlastEvent> hits, const Yard& without,
                     std::span<const BlastHit> expected)
{
	size_t onBodies = 0;
	for (const BlastEvent& hit : hits)
	{
		onBodies += hit.body != nullptr ? 1 : 0;
	}
	ASSERT_EQ(onBodies, expected.size());
	for (size_t i = 0; i < onBodies; ++i)
	{
		ASSERT_EQ(yard.NameOf(hits[i].body), without.NameOf(expected[i].body));
		ASSERT_EQ(hits[i].point, expected[i].point);
		ASSERT_EQ(hits[i].share, expected[i].share);
		ASSERT_EQ(hits[i].damage, expected[i].damage);
	}
}

} // namespace

TEST(BlastPreview, IsTheExplosionThatFollowsWithoutQueuedBodies)
{
	int32_t onGrenades = 0;
	int32_t onBodies = 0;
	int32_t changed = 0;
	const uint64_t first = SeedOf(0xB1A57);
	for (int32_t i = 0; i < ScaledCount(200); ++i)
	{
		const uint64_t seed = first + static_cast<uint64_t>(i);
		Yard yard(seed, false);
		std::vector<BlastEvent> seen;
		ASSERT_TRUE(yard.plugin.PreviewBlast(Bang(), seen));
		const size_t before = seen.size();
		for (b2Body* body : yard.going)
		{
			yard.plugin.QueueDestroy(body);
		}
		ASSERT_TRUE(yard.plugin.PreviewBlast(Bang(), seen));
		changed += seen.size() != before ? 1 : 0;
		const Yard without(seed, true);
		std::vector<BlastHit> expected;
		ASSERT_TRUE(MeasureBlast(without.world, Bang(), expected));
		ExpectAsWithout(yard, seen, without, expected);
		for (const b2Body* body : yard.bodies)
		{
			ASSERT_EQ(body->GetLinearVelocity(), b2Vec2(0.0f, 0.0f)) << "a preview pushes nothing";
		}
		ASSERT_TRUE(yard.plugin.Explosions().empty());
		ExpectSame(seen, yard.plugin.Explode(Bang()));
		for (const BlastEvent& hit : seen)
		{
			onGrenades += hit.grenade ? 1 : 0;
			onBodies += hit.body != nullptr && hit.impulse != b2Vec2{0.0f, 0.0f} ? 1 : 0;
		}
	}
	EXPECT_GT(onGrenades, 100 * TestScale());
	EXPECT_GT(onBodies, 300 * TestScale());
	EXPECT_GT(changed, 50 * TestScale());
}

TEST(BlastPreview, InARuleIsTheExplosionThatTheRuleSetsOff)
{
	std::function<void()> act;
	const uint64_t first = SeedOf(0xB1A58);
	for (int32_t i = 0; i < ScaledCount(40); ++i)
	{
		const uint64_t seed = first + static_cast<uint64_t>(i);
		Yard yard(seed, false,
		          {.rule = [&](const ImpactEvent& impact)
		           {
			           act();
			           return impact.response;
		           }});
		b2Body* target = yard.AddBox({30.0f, 0.0f}, 0.5f, 0.5f)->GetBody();
		std::vector<BlastEvent> seen;
		act = [&]
		{
			yard.plugin.QueueDestroy(target);
			for (b2Body* body : yard.going)
			{
				yard.plugin.QueueDestroy(body);
			}
			ASSERT_TRUE(yard.plugin.PreviewBlast(Bang(), seen));
			EXPECT_TRUE(yard.plugin.Explode(Bang()).empty()) << "it waits";
		};
		yard.plugin.Fire(Straight({28.0f, 0.0f}, {300.0f, 0.0f}));
		yard.Step(k_dt);
		ASSERT_EQ(yard.plugin.Impacts().size(), 1u);
		ASSERT_EQ(yard.plugin.Explosions().size(), 1u);
		ExpectSame(seen, yard.plugin.HitsOf(yard.plugin.Explosions()[0]));
		Yard without(seed, true);
		without.Step(k_dt); // the world's step rounds the poses
		std::vector<BlastHit> expected;
		ASSERT_TRUE(MeasureBlast(without.world, Bang(), expected));
		ExpectAsWithout(yard, seen, without, expected);
	}
}

TEST(BlastPreview, ABodyThatWouldLeaveTheRangeOfFloatHasNoImpulse)
{
	FiringRange range;
	range.AddBox({-2.0f, 0.0f}, 0.01f, 0.01f, 0.0f, b2_dynamicBody);
	GrenadeDef dust{.position = {2.0f, 0.0f}, .mass = 1.0e-30f, .gravityScale = 0.0f};
	range.plugin.Throw(dust);
	const ExplosionDef def{.radius = 5.0f, .impulsePerLength = 3.0e38f};
	std::vector<BlastEvent> seen;
	ASSERT_TRUE(range.plugin.PreviewBlast(def, seen));
	ASSERT_EQ(seen.size(), 2u);
	EXPECT_EQ(seen[0].impulse, b2Vec2(0.0f, 0.0f));
	EXPECT_EQ(seen[1].impulse, b2Vec2(0.0f, 0.0f));
	EXPECT_TRUE(seen[1].grenade);
	ExpectSame(seen, range.plugin.Explode(def));
}

TEST(BlastPreview, RefusesWhatExplodeRefuses)
{
	FiringRange range;
	range.AddBox({2.0f, 0.0f}, 0.5f, 0.5f);
	std::vector<BlastEvent> seen(3);
	ExplosionDef def{.radius = k_nan};
	EXPECT_EQ(range.plugin.PreviewBlast(def, seen).GetError().reason, ErrorReason::NotFinite);
	EXPECT_TRUE(seen.empty());
	def.radius = 5.0f;
	int32_t calls = 0;
	def.filter.accept = [&](b2Fixture*) -> bool
	{
		++calls;
		throw std::runtime_error("no");
	};
	EXPECT_THROW((void)range.plugin.PreviewBlast(def, seen), std::runtime_error);
	std::vector<BlastEvent> inner;
	def.filter.accept = [&](b2Fixture*)
	{
		++calls;
		EXPECT_TRUE(range.plugin.PreviewBlast({.radius = 5.0f}, inner));
		return true;
	};
	ASSERT_TRUE(range.plugin.PreviewBlast(def, seen));
	EXPECT_GE(calls, 2);
	EXPECT_EQ(seen.size(), 1u);
	EXPECT_EQ(inner.size(), 1u);
}

TEST(BlastPreview, WithoutMemoryItIsRefusedAndLaterItIsRight)
{
	int64_t failures = 0;
	for (int64_t first = 0;; ++first)
	{
		FiringRange range;
		range.AddBox({2.0f, 0.0f}, 0.5f, 0.5f, 0.0f, b2_dynamicBody);
		FailingMemory memory(first);
		std::vector<BlastEvent> seen;
		const Result<> done = memory.Run([&] { return range.plugin.PreviewBlast({.radius = 5.0f}, seen); });
		if (memory.Failures() == 0)
		{
			ASSERT_TRUE(done);
			break;
		}
		++failures;
		ASSERT_EQ(done.GetError().reason, ErrorReason::OutOfMemory);
		ASSERT_TRUE(seen.empty());
		ASSERT_TRUE(range.plugin.PreviewBlast({.radius = 5.0f}, seen));
		ExpectSame(seen, range.plugin.Explode({.radius = 5.0f}));
	}
	EXPECT_GT(failures, 1);
	FiringRange range;
	range.AddBox({2.0f, 0.0f}, 0.5f, 0.5f, 0.0f, b2_dynamicBody);
	std::vector<BlastEvent> seen;
	ASSERT_TRUE(range.plugin.PreviewBlast({.radius = 5.0f}, seen));
	FailingMemory counted(FailingMemory::k_never);
	ASSERT_TRUE(counted.Run([&] { return range.plugin.PreviewBlast({.radius = 5.0f}, seen); }));
	EXPECT_EQ(counted.Allocations(), 0) << "its memory is kept";
}

} // namespace ricochet::test::blast_preview_test
