// MIT License, Copyright (c) 2026 the ricochet authors

#include "projectile/blast_referee.h"
#include "projectile/blast_street.h"

#include <ricochet/index/snapshot.h>
#include <ricochet/index/spatial_hash.h>

#include "support/fail_each.h"
#include "support/failing_memory.h"
#include "support/value_of.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <map>
#include <optional>
#include <stdexcept>

// Tests blasts that continue through the bodies that their rule destroys (BlastRule).

namespace ricochet::test::blast_rule_test
{

namespace
{

b2Body* AddPlate(Street& street, float x, float low, float high)
{
	return street.AddBox({x + 0.01f, 0.5f * (low + high)}, 0.01f, 0.5f * (high - low), 0.0f, b2_dynamicBody)->GetBody();
}

BlastRule DestroyAll(float passed)
{
	return [passed](const BlastHit&)
	{
		return BlastDecision{true, passed};
	};
}

// Returns a rule that destroys the bodies of a list.
BlastRule DestroyOnly(std::map<const b2Body*, float> passed)
{
	return [passed](const BlastHit& hit)
	{
		const auto found = passed.find(hit.body);
		return found != passed.end() ? BlastDecision{true, found->second} : BlastDecision{};
	};
}

auto BitsOf(const BlastHit& hit)
{
	return std::tuple(hit.body, hit.child, hit.point.x, hit.point.y, hit.distance, hit.seenLength, hit.share,
	                  hit.damage, hit.impulse.x, hit.impulse.y, hit.moment);
}

} // namespace

TEST(BlastRule, ARowOfCratesIsDestroyedOneAfterAnother)
{
	Street street;
	b2Body* crates[3];
	for (int32_t i = 0; i < 3; ++i)
	{
		crates[i] = street.AddCrate({2.0f + 2.0f * static_cast<float>(i), 0.0f});
	}
	b2Body* wall = street.AddBox({9.0f, 0.0f}, 0.5f, 0.7f)->GetBody();
	std::vector<const b2Body*> asked;
	ExplosionDef def = Even({0.0f, 0.0f}, 20.0f);
	def.rule = [&](const BlastHit& hit)
	{
		asked.push_back(hit.body);
		return BlastDecision{hit.body != wall, 0.5f};
	};
	const auto hits = Measure(street.world, def);
	ASSERT_EQ(hits.size(), 4u);
	for (int32_t i = 0; i < 4; ++i)
	{
		const BlastHit& hit = hits[static_cast<size_t>(i)];
		EXPECT_EQ(hit.body, i < 3 ? crates[i] : wall);
		EXPECT_EQ(hit.destroyed, i < 3);
		EXPECT_NEAR(hit.share, std::ldexp(1.0, -i), 1.0e-6);
		EXPECT_NEAR(hit.damage, std::ldexp(1.0, -i), 1.0e-6);
		EXPECT_NEAR(hit.impulse.x, std::ldexp(i < 3 ? 10.0 : 14.0, -i), 1.0e-4);
		EXPECT_NEAR(hit.seenLength, i < 3 ? 1.0f : 1.4f, 1.0e-5f) << "not weakened";
	}
	EXPECT_EQ(asked, (std::vector<const b2Body*>{crates[0], crates[1], crates[2], wall}));
}

TEST(BlastRule, PartsBehindTwoDestroyedBodiesGetTheProduct)
{
	// At the wall, the shadow of the first plate is [-3, 1] and the shadow of the second plate is [0, 3].
	Street street;
	b2Body* first = AddPlate(street, 2.0f, -0.75f, 0.25f);
	b2Body* second = AddPlate(street, 4.0f, 0.0f, 1.5f);
	b2Body* wall = AddPlate(street, 8.0f, -4.0f, 4.0f);
	ExplosionDef def = Even({0.0f, 0.0f}, 20.0f);
	def.rule = DestroyOnly({{first, 0.5f}, {second, 0.25f}});
	const auto hits = Measure(street.world, def);
	ASSERT_EQ(hits.size(), 3u);
	EXPECT_NEAR(HitOn(hits, first)->share, 1.0f, 1.0e-6f);
	EXPECT_NEAR(HitOn(hits, second)->share, 2.0f / 3.0f, 1.0e-6f)
	    << "destroyed in the round in which it was half hidden";
	const float weighted = 1.0f + 3.0f * 0.5f + 1.0f * 0.125f + 2.0f * 0.25f + 1.0f;
	EXPECT_NEAR(HitOn(hits, wall)->share, weighted / 8.0f, 1.0e-6f);
	EXPECT_NEAR(HitOn(hits, wall)->impulse.x, 10.0f * weighted, 1.0e-4f);
	EXPECT_NEAR(HitOn(hits, wall)->seenLength, 8.0f, 1.0e-5f);
	// The lever of each part is the height of its midpoint.
	const float moment = 1.0f * -3.5f + 1.5f * -1.5f + 0.125f * 0.5f + 0.5f * 2.0f + 1.0f * 3.5f;
	EXPECT_NEAR(HitOn(hits, wall)->moment, -10.0f * moment, 1.0e-3f);
}

TEST(BlastRule, ABodyIsAskedAgainWhenItIsHitHarder)
{
	Street street;
	b2Body* crate = street.AddCrate({2.0f, 0.0f}, 0.25f);
	b2Body* wall = AddPlate(street, 4.0f, -1.0f, 1.0f);
	b2Body* behind = AddPlate(street, 6.0f, -0.5f, 0.5f);
	int32_t calls = 0;
	ExplosionDef def = Even({0.0f, 0.0f}, 20.0f);
	def.rule = [&](const BlastHit& hit)
	{
		++calls;
		return BlastDecision{hit.body == crate || (hit.body == wall && hit.share > 0.9f), 1.0f};
	};
	const auto hits = Measure(street.world, def);
	ASSERT_EQ(hits.size(), 3u);
	EXPECT_TRUE(HitOn(hits, wall)->destroyed);
	EXPECT_FALSE(HitOn(hits, behind)->destroyed);
	EXPECT_NEAR(HitOn(hits, behind)->share, 1.0f, 1.0e-6f);
	EXPECT_EQ(calls, 4) << "both, the wall again, and what is behind it";
}

TEST(BlastRule, WithoutAShareNothingIsBehindButTheBodyIsDestroyed)
{
	for (const float passed : {0.0f, -1.0f, std::nanf("")})
	{
		Street street;
		b2Body* crate = street.AddCrate({2.0f, 0.0f});
		street.AddCrate({4.0f, 0.0f});
		b2Body* aside = street.AddCrate({0.0f, 3.0f});
		ExplosionDef def = Even({0.0f, 0.0f}, 20.0f);
		const auto before = Measure(street.world, def);
		int32_t calls = 0;
		def.rule = [&](const BlastHit& hit)
		{
			++calls;
			return BlastDecision{hit.body == crate, passed};
		};
		const auto hits = Measure(street.world, def);
		ASSERT_EQ(hits.size(), before.size());
		EXPECT_TRUE(HitOn(hits, crate)->destroyed);
		EXPECT_FALSE(HitOn(hits, aside)->destroyed);
		for (size_t i = 0; i < hits.size(); ++i)
		{
			EXPECT_EQ(BitsOf(hits[i]), BitsOf(before[i]));
		}
		EXPECT_EQ(calls, 2);
	}
}

// If the blast passes a body without loss, the hits on all others must be as if that body were absent. If the rule
// destroys nothing, the hits must be bit-identical to those without a rule.
TEST(BlastRule, ABlastThatPassesWhollyIsThatOfAWorldWithoutTheBodies)
{
	SceneRandom random(41);
	for (int32_t round = 0; round < ScaledCount(200); ++round)
	{
		Street street;
		Street without;
		std::map<const b2Body*, float> passed;
		std::map<const b2Body*, const b2Body*> twins;
		for (int32_t i = 0; i < 20; ++i)
		{
			const b2Vec2 at = random.Uniform(1.0f, 8.0f) * random.Direction();
			const float size = random.Uniform(0.2f, 1.0f);
			SceneRandom same = random;
			AddAnyBody(street, random, at, size);
			if (random.OneIn(2))
			{
				passed[street.world.GetBodyList()] = random.OneIn(2) ? 1.0f : 7.0f;
			}
			else
			{
				AddAnyBody(without, same, at, size);
				twins[street.world.GetBodyList()] = without.world.GetBodyList();
			}
		}
		ExplosionDef def{.radius = 2.0f, .falloff = 5.0f};
		const auto plain = Measure(street.world, def);
		const auto expected = Measure(without.world, def);
		def.rule = DestroyOnly({});
		const auto undecided = Measure(street.world, def);
		ASSERT_EQ(undecided.size(), plain.size());
		for (size_t i = 0; i < plain.size(); ++i)
		{
			EXPECT_EQ(BitsOf(undecided[i]), BitsOf(plain[i]));
		}
		def.rule = DestroyOnly(passed);
		auto hits = Measure(street.world, def);
		std::erase_if(hits, [](const BlastHit& hit) { return hit.destroyed; });
		ASSERT_EQ(hits.size(), expected.size());
		for (size_t i = 0; i < hits.size(); ++i)
		{
			ASSERT_EQ(twins[hits[i].body], expected[i].body);
			hits[i].body = expected[i].body;
			EXPECT_EQ(BitsOf(hits[i]), BitsOf(expected[i])) << "round " << round;
		}
	}
}

TEST(BlastRule, ADestroyedBunkerLetsTheBlastOut)
{
	Street street;
	b2Body* bunker = street.AddBox({0.0f, 0.0f}, 1.0f, 1.0f, 0.3f, b2_dynamicBody)->GetBody();
	b2Body* crate = street.AddCrate({4.0f, 0.0f});
	ExplosionDef def = Even({0.2f, 0.1f}, 10.0f);
	def.rule = DestroyOnly({{bunker, 0.5f}});
	const auto hits = Measure(street.world, def);
	ASSERT_EQ(hits.size(), 2u);
	EXPECT_EQ(hits[0].body, bunker);
	EXPECT_EQ(hits[0].share, 1.0f);
	EXPECT_TRUE(hits[0].destroyed);
	EXPECT_EQ(hits[1].body, crate);
	EXPECT_NEAR(hits[1].share, 0.5f, 1.0e-6f);
}

TEST(BlastRule, PointsBesideADestroyedBodyAreOffTheSurfaceThatIsHit)
{
	Street street;
	street.AddCrate({2.0f, 0.0f});
	b2Body* next = street.AddBox({3.0f, 0.0f}, 0.5f, 0.4f)->GetBody(); // its left face touches the crate's right face
	ExplosionDef def = Even({0.0f, 0.0f}, 20.0f);
	def.rule = DestroyAll(1.0f);
	const BlastHit hit = *HitOn(Measure(street.world, def), next);
	EXPECT_LT(hit.point.x, 2.5f);
	EXPECT_GT(hit.point.x, 2.5f - 0x1p-20f);
	EXPECT_EQ(hit.point.y, 0.0f);
}

// The referee uses neither the world's tree nor the library's visibility computation. In each round, it follows many
// rays through all shapes.
TEST(BlastRule, AgreesWithManyRays)
{
	SceneRandom random(72);
	int32_t judged = 0;
	int32_t destroyed = 0;
	int32_t rounds = 0;
	int32_t edgeOn = 0;
	double worst = 0.0;
	for (int32_t scene = 0; scene < ScaledCount(40); ++scene)
	{
		Street street;
		std::map<const b2Body*, double> least; // a body is destroyed if it receives at least this share
		std::map<const b2Body*, double> shares;
		for (int32_t i = 0; i < 24; ++i)
		{
			AddAnyBody(street, random, random.Uniform(1.6f, 8.0f) * random.Direction(), random.Uniform(0.2f, 1.0f));
			const b2Body* body = street.world.GetBodyList();
			least[body] = random.OneIn(3) ? 2.0 : random.Uniform(0.05f, 0.9f);
			shares[body] = random.OneIn(4) ? 0.0 : random.Uniform(0.0f, 1.0f);
		}
		ExplosionDef def{.radius = random.Uniform(0.0f, 4.0f), .falloff = random.Uniform(1.0f, 8.0f)};
		def.damage = 100.0f;
		def.impulsePerLength = 1.0f;
		std::map<const b2Body*, RefereedHit> expected;
		PassedBodies passed;
		std::map<const b2Body*, bool> isDestroyed;
		for (bool goesOn = true; goesOn;)
		{
			goesOn = false;
			++rounds;
			const PassedBodies now = passed;
			for (const RefereedHit& hit : Referee(street.world, def, 50000, now))
			{
				if (isDestroyed[hit.body])
				{
					continue;
				}
				expected[hit.body] = hit;
				const double share = std::min(1.0, hit.powered / hit.whole);
				const double slack = 2.0 * (hit.blur + hit.wholeBlur) / hit.whole;
				if (std::abs(share - least[hit.body]) < slack)
				{
					least[hit.body] = share + 2.0 * slack; // the rays are too coarse to decide
				}
				if (share >= least[hit.body])
				{
					isDestroyed[hit.body] = true;
					if (shares[hit.body] > 0.0)
					{
						passed[hit.body] = shares[hit.body];
						goesOn = true;
					}
				}
			}
		}
		def.rule = [&](const BlastHit& hit)
		{
			return BlastDecision{hit.share >= least[hit.body], static_cast<float>(shares[hit.body])};
		};
		const auto hits = Measure(street.world, def);
		for (const auto& [body, want] : expected)
		{
			const BlastHit* hit = HitOn(hits, body);
			if (hit == nullptr)
			{
				EXPECT_LT(want.length, want.blur) << "scene " << scene;
				continue;
			}
			const double share = std::min(1.0, want.powered / want.whole);
			const double slack = 2.0 * (want.blur + want.wholeBlur) / want.whole;
			EXPECT_EQ(hit->destroyed, isDestroyed[body]) << "scene " << scene;
			EXPECT_NEAR(hit->seenLength, want.length, want.blur) << "scene " << scene;
			EXPECT_NEAR(hit->share, share, slack) << "scene " << scene;
			const double left = (def.radius + def.falloff - hit->distance) / def.falloff;
			EXPECT_NEAR(hit->damage, 100.0 * std::min(left, 1.0) * share, 100.0 * slack) << "scene " << scene;
			EXPECT_NEAR(hit->impulse.x, want.x, want.blur) << "scene " << scene;
			EXPECT_NEAR(hit->impulse.y, want.y, want.blur) << "scene " << scene;
			EXPECT_NEAR(hit->moment, want.moment, 12.0 * want.blur) << "scene " << scene;
			EXPECT_LE(hit->distance, 1.01 * want.distance) << "scene " << scene;
			edgeOn += hit->distance < 0.99 * want.distance ? 1 : 0; // the nearest part lies between two rays
			worst = std::max(worst, std::abs(hit->share - share));
			++judged;
			destroyed += hit->destroyed ? 1 : 0;
		}
	}
	EXPECT_GT(judged, ScaledCount(40) * 8);
	EXPECT_GT(destroyed, ScaledCount(40) * 4);
	EXPECT_LE(edgeOn, judged / 100);
	RecordProperty("judged", judged);
	RecordProperty("destroyed", destroyed);
	RecordProperty("rounds", rounds);
	RecordProperty("worstShare", std::to_string(worst));
}

TEST(BlastRule, SnapshotsAndThingsAddedByHandGiveTheSameBits)
{
	SceneRandom random(43);
	for (int32_t round = 0; round < ScaledCount(50); ++round)
	{
		Street street;
		for (int32_t i = 0; i < 20; ++i)
		{
			AddAnyBody(street, random, random.Uniform(1.0f, 6.0f) * random.Direction(), random.Uniform(0.2f, 0.8f));
		}
		ExplosionDef def{.radius = 2.0f, .falloff = 5.0f};
		def.rule = [](const BlastHit& hit)
		{
			return BlastDecision{hit.share > 0.4f, 0.6f};
		};
		Snapshot snapshot(street.world);
		snapshot.Update();
		const auto live = Measure(street.world, def);
		const auto copied = Measure(snapshot, def);
		ASSERT_EQ(live.size(), copied.size());
		for (size_t i = 0; i < live.size(); ++i)
		{
			EXPECT_EQ(BitsOf(live[i]), BitsOf(copied[i]));
			EXPECT_EQ(live[i].destroyed, copied[i].destroyed);
		}
	}
	SpatialHash hash(1.0f);
	const ItemId front = ValueOf(hash.AddShape(BoxOf(0.5f, 0.5f), 0, b2Transform({2.0f, 0.0f}, b2Rot(0.0f)), 1));
	const ItemId back = ValueOf(hash.AddShape(BoxOf(0.5f, 0.5f), 0, b2Transform({3.0f, 0.0f}, b2Rot(0.0f)), 2));
	ExplosionDef def = Even({0.0f, 0.0f}, 20.0f);
	def.rule = [](const BlastHit& hit)
	{
		return BlastDecision{hit.tag == 1, 0.5f};
	};
	const auto hits = Measure(hash, def);
	ASSERT_EQ(hits.size(), 2u);
	EXPECT_EQ(hits[0].id, front);
	EXPECT_TRUE(hits[0].destroyed);
	EXPECT_EQ(hits[1].id, back);
	EXPECT_NEAR(hits[1].share, 0.5f, 1.0e-6f);
	EXPECT_LT(hits[1].point.x, 2.5f);
	EXPECT_GT(hits[1].point.x, 2.5f - 0x1p-20f);
}

TEST(BlastRule, TheOrderInWhichBodiesWereMadeChangesNothing)
{
	SceneRandom random(44);
	for (int32_t round = 0; round < ScaledCount(50); ++round)
	{
		Street street;
		Street turned;
		std::vector<std::pair<b2Vec2, float>> crates;
		for (int32_t i = 0; i < 30; ++i)
		{
			crates.emplace_back(random.Uniform(1.0f, 8.0f) * random.Direction(), random.Uniform(0.2f, 0.8f));
			street.AddCrate(crates.back().first, crates.back().second);
		}
		for (size_t i = crates.size(); i-- > 0;)
		{
			turned.AddCrate(crates[i].first, crates[i].second);
		}
		ExplosionDef def{.radius = 2.0f, .falloff = 8.0f};
		def.rule = [](const BlastHit& hit)
		{
			return BlastDecision{hit.share > 0.5f, hit.share};
		};
		auto hits = Measure(street.world, def);
		auto others = Measure(turned.world, def);
		ASSERT_EQ(hits.size(), others.size());
		for (size_t i = 0; i < hits.size(); ++i)
		{
			hits[i].body = others[i].body = nullptr;
			EXPECT_EQ(BitsOf(hits[i]), BitsOf(others[i]));
		}
	}
}

TEST(BlastRule, WithoutMemoryItFailsAndWithWarmBuffersItAllocatesNothing)
{
	Street street;
	SceneRandom random(3);
	for (int32_t i = 0; i < 20; ++i)
	{
		AddAnyBody(street, random, 6.0f * random.InBox(1.0f), 0.5f);
	}
	const ExplosionDef def{.radius = 10.0f, .rule = DestroyAll(0.9f)};
	std::vector<BlastHit> hits;
	FailEach([] { return std::make_unique<std::vector<BlastHit>>(); },
	         [&](std::vector<BlastHit>& found) { return MeasureBlast(street.world, def, found); },
	         [](const std::vector<BlastHit>& found, bool failed) { EXPECT_EQ(found.empty(), failed); });
	ASSERT_TRUE(MeasureBlast(street.world, def, hits));
	EXPECT_EQ(hits.size(), 20u);
	EXPECT_EQ(AllocationsOf([&] { return MeasureBlast(street.world, def, hits); }), 0);
}

TEST(BlastRule, APluginQueuesWhatItDestroys)
{
	FiringRange range;
	b2Body* crate = range.AddBox({2.0f, 0.0f}, 0.5f, 0.5f, 0.0f, b2_dynamicBody)->GetBody();
	b2Body* wall = range.AddBox({4.0f, 0.0f}, 0.5f, 0.5f)->GetBody();
	GrenadeDef hanging{.position = {3.0f, 0.0f}, .gravityScale = 0.0f, .fuse = 9.0f};
	const GrenadeId grenade = range.plugin.Throw(hanging);
	ExplosionDef def = Even({0.0f, 0.0f}, 10.0f);
	def.rule = DestroyOnly({{crate, 0.5f}});
	std::vector<BlastEvent> seen;
	ASSERT_TRUE(range.plugin.PreviewBlast(def, seen));
	EXPECT_FALSE(range.plugin.IsQueued(crate));
	const auto hits = range.plugin.Explode(def);
	ASSERT_EQ(hits.size(), 3u);
	ASSERT_EQ(seen.size(), 3u);
	for (size_t i = 0; i < 3; ++i)
	{
		EXPECT_EQ(BitsOf(hits[i]), BitsOf(seen[i]));
		EXPECT_EQ(hits[i].destroyed, i == 0);
		EXPECT_EQ(seen[i].destroyed, i == 0);
		EXPECT_NEAR(hits[i].share, i == 0 ? 1.0f : 0.5f, 1.0e-6f);
	}
	EXPECT_EQ(hits[2].grenade, grenade);
	EXPECT_GT(range.plugin.Find(grenade)->velocity.x, 0.0f);
	EXPECT_TRUE(range.plugin.IsQueued(crate));
	EXPECT_FALSE(range.plugin.IsQueued(wall));
	EXPECT_GT(crate->GetLinearVelocity().x, 0.0f) << "it receives the impulse that the event reports";
	const auto again = range.plugin.Explode(def);
	ASSERT_EQ(again.size(), 2u);
	EXPECT_NEAR(again[0].share, 1.0f, 1.0e-6f) << "nothing stands before the wall";
	range.Step(k_dt);
	EXPECT_EQ(range.world.GetBodyCount(), 1);
}

TEST(BlastRule, TheBlastOfAGrenadeDestroysAndIsSaved)
{
	FiringRange range;
	b2Body* crate = range.AddBox({2.0f, 0.0f}, 0.5f, 0.5f, 0.0f, b2_dynamicBody)->GetBody();
	GrenadeDef def{.gravityScale = 0.0f, .fuse = 1.5f * k_dt};
	def.blast = Even({0.0f, 0.0f}, 10.0f);
	def.blast->rule = DestroyAll(1.0f);
	range.plugin.Throw(def);
	std::vector<std::byte> bytes;
	ASSERT_TRUE(range.plugin.Save(bytes));
	EXPECT_EQ(range.plugin.Restore(bytes).GetError().reason, ErrorReason::Null);
	RestoreDef restore;
	restore.grenade = [&](GrenadeId, GrenadeDef& lost)
	{
		EXPECT_TRUE(lost.blast && lost.blast->rule != nullptr);
		lost.blast->rule = def.blast->rule;
	};
	ASSERT_TRUE(range.plugin.Restore(bytes, restore));
	range.Step(k_dt);
	EXPECT_FALSE(range.plugin.IsQueued(crate));
	range.Step(k_dt);
	ASSERT_EQ(range.plugin.BlastHits().size(), 1u);
	EXPECT_TRUE(range.plugin.BlastHits()[0].destroyed);
	EXPECT_TRUE(range.plugin.IsQueued(crate));
	range.Step(k_dt);
	EXPECT_EQ(range.world.GetBodyCount(), 0);
}

TEST(BlastRule, WhatARuleThrowsLeavesTheBlastUndone)
{
	FiringRange range;
	b2Body* crate = range.AddBox({2.0f, 0.0f}, 0.5f, 0.5f, 0.0f, b2_dynamicBody)->GetBody();
	range.AddBox({4.0f, 0.0f}, 0.5f, 0.5f);
	bool throws = true;
	ExplosionDef def = Even({0.0f, 0.0f}, 10.0f);
	def.fragments.count = 3;
	def.rule = [&](const BlastHit& hit)
	{
		if (throws && hit.body != crate) // throws in the second round
		{
			throw std::runtime_error("no");
		}
		return BlastDecision{hit.body == crate, 1.0f};
	};
	std::vector<BlastHit> measured;
	EXPECT_THROW((void)MeasureBlast(range.world, def, measured), std::runtime_error);
	EXPECT_TRUE(measured.empty());
	std::vector<BlastEvent> seen;
	EXPECT_THROW((void)range.plugin.PreviewBlast(def, seen), std::runtime_error);
	EXPECT_THROW(range.plugin.Explode(def), std::runtime_error);
	EXPECT_TRUE(range.plugin.Explosions().empty());
	EXPECT_TRUE(range.plugin.Bullets().empty());
	EXPECT_FALSE(range.plugin.IsQueued(crate));
	GrenadeDef grenade{.gravityScale = 0.0f, .fuse = 0.5f * k_dt};
	grenade.blast = def;
	range.plugin.Throw(grenade);
	EXPECT_THROW(range.Step(k_dt), std::runtime_error);
	EXPECT_FALSE(range.plugin.IsQueued(crate));
	throws = false;
	range.Step(k_dt);
	EXPECT_EQ(range.plugin.Explosions().size(), 1u) << "it has waited";
	EXPECT_TRUE(range.plugin.IsQueued(crate));
}

TEST(BlastRule, ARuleMayMeasureAndExplode)
{
	FiringRange range;
	b2Body* crate = range.AddBox({2.0f, 0.0f}, 0.5f, 0.5f, 0.0f, b2_dynamicBody)->GetBody();
	b2Body* wall = range.AddBox({4.0f, 0.0f}, 0.5f, 0.5f, 0.0f, b2_dynamicBody)->GetBody();
	ExplosionDef def = Even({0.0f, 0.0f}, 10.0f);
	def.rule = DestroyOnly({{crate, 0.5f}});
	const auto expected = Measure(range.world, def);
	const ExplosionDef other = Even({3.0f, 0.0f}, 10.0f);
	def.rule = [&](const BlastHit& hit)
	{
		EXPECT_EQ(Measure(range.world, other).size(), 2u);
		std::vector<BlastEvent> seen;
		EXPECT_TRUE(range.plugin.PreviewBlast(other, seen));
		if (hit.body == crate)
		{
			range.plugin.Explode(other);
		}
		return BlastDecision{hit.body == crate, 0.5f};
	};
	const auto hits = range.plugin.Explode(def);
	ASSERT_EQ(hits.size(), expected.size());
	for (size_t i = 0; i < hits.size(); ++i)
	{
		EXPECT_EQ(BitsOf(hits[i]), BitsOf(expected[i]));
	}
	range.Step(k_dt);
	ASSERT_EQ(range.plugin.Explosions().size(), 1u) << "the other one has waited";
	ASSERT_EQ(range.plugin.BlastHits().size(), 1u) << "the crate is gone";
	EXPECT_EQ(range.plugin.BlastHits()[0].body, wall);
}

TEST(BlastRule, WhereMemoryRunsOutNothingIsQueuedOrAll)
{
	int32_t failures = 0;
	for (int64_t k = 0;; ++k)
	{
		FailingMemory memory(k);
		FiringRange range;
		b2Body* crate = range.AddBox({2.0f, 0.0f}, 0.5f, 0.5f, 0.0f, b2_dynamicBody)->GetBody();
		b2Body* next = range.AddBox({4.0f, 0.0f}, 0.5f, 0.5f, 0.0f, b2_dynamicBody)->GetBody();
		ExplosionDef def = Even({0.0f, 0.0f}, 10.0f);
		def.rule = DestroyAll(0.5f);
		def.fragments.count = 3;
		memory.Run([&] { range.plugin.Explode(def); });
		const bool failed = range.plugin.LastError().reason == ErrorReason::OutOfMemory;
		EXPECT_EQ(range.plugin.Explosions().empty(), failed);
		EXPECT_EQ(range.plugin.Bullets().empty(), failed);
		EXPECT_EQ(range.plugin.IsQueued(crate), failed == false);
		EXPECT_EQ(range.plugin.IsQueued(next), failed == false);
		EXPECT_EQ(crate->GetLinearVelocity().x > 0.0f, failed == false);
		failures += failed ? 1 : 0;
		if (failed == false)
		{
			break;
		}
	}
	EXPECT_GT(failures, 4);
}

} // namespace ricochet::test::blast_rule_test
