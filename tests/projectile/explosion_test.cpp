// MIT License, Copyright (c) 2026 the ricochet authors

#include "projectile/firing_range.h"

#include "support/expect_error.h"
#include "support/failing_memory.h"

#include <box2d/b2_contact.h>

#include <algorithm>
#include <cstddef>
#include <functional>
#include <numbers>
#include <optional>
#include <stdexcept>

// Tests explosions in a plugin: Plugin::Explode, grenades with a blast, fragments, and events.

namespace ricochet::test::explosion_test
{

namespace
{

struct BodySpeed
{
	b2Vec2 velocity;
	float spin;
};

BodySpeed SpeedNow(const b2Body& body)
{
	return {body.GetLinearVelocity(), body.GetAngularVelocity()};
}

b2Body* AddCrate(FiringRange& range, b2Vec2 center, float angle = 0.0f)
{
	return range.AddBox(center, 0.5f, 0.5f, angle, b2_dynamicBody)->GetBody();
}

const BlastEvent* HitOn(const Plugin& plugin, const b2Body* body)
{
	const auto hits = plugin.BlastHits();
	const auto found = std::ranges::find(hits, body, &BlastEvent::body);
	return found != hits.end() ? &*found : nullptr;
}

// Returns a grenade without gravity.
GrenadeDef Hanging(b2Vec2 position, float fuse)
{
	GrenadeDef def;
	def.position = position;
	def.gravityScale = 0.0f;
	def.fuse = fuse;
	return def;
}

struct BeginListener : b2ContactListener
{
	void BeginContact(b2Contact*) override { begin(); }
	std::function<void()> begin;
};

} // namespace

TEST(Explosion, BodiesReceiveWhatIsTold)
{
	SceneRandom random(9);
	FiringRange range;
	std::vector<b2Body*> bodies;
	for (int i = 0; i < 20; ++i)
	{
		const b2Vec2 center = random.Uniform(2.0f, 6.0f) * random.Direction();
		b2Body* body = range.AddBody(center, random.Uniform(-3.0f, 3.0f), b2_dynamicBody);
		range.Add(body, RandomPolygon(random, random.Uniform(0.2f, 0.8f)));
		range.Add(body, CircleOf(0.2f, {0.4f, 0.0f}));
		body->SetFixedRotation(random.OneIn(6));
		bodies.push_back(body);
	}
	std::vector<BodySpeed> before;
	for (b2Body* body : bodies)
	{
		body->SetLinearVelocity(random.InBox(3.0f));
		body->SetAngularVelocity(random.Uniform(-2.0f, 2.0f));
		before.push_back(SpeedNow(*body));
	}
	range.plugin.Explode({.radius = 3.0f, .falloff = 5.0f, .userData = 77});
	ExpectError(range.plugin.LastError(), {});
	ASSERT_EQ(range.plugin.Explosions().size(), 1u);
	const ExplosionEvent& event = range.plugin.Explosions()[0];
	EXPECT_EQ(event.position, b2Vec2(0.0f, 0.0f));
	EXPECT_EQ(event.radius, 3.0f);
	EXPECT_EQ(event.falloff, 5.0f);
	EXPECT_EQ(event.userData, 77u);
	EXPECT_EQ(event.time, 0.0f);
	EXPECT_FALSE(event.grenade);
	EXPECT_EQ(event.firstHit, 0);
	EXPECT_EQ(static_cast<size_t>(event.hitCount), range.plugin.BlastHits().size());
	int pushed = 0;
	for (size_t i = 0; i < bodies.size(); ++i)
	{
		const BlastEvent* hit = HitOn(range.plugin, bodies[i]);
		const b2Vec2 impulse = hit != nullptr ? hit->impulse : b2Vec2{0.0f, 0.0f};
		const float spin = hit != nullptr ? hit->angularImpulse : 0.0f;
		const BodySpeed now = SpeedNow(*bodies[i]);
		const b2Vec2 gained = bodies[i]->GetMass() * (now.velocity - before[i].velocity);
		EXPECT_NEAR((gained - impulse).Length(), 0.0f, 1.0e-5f + 1.0e-5f * impulse.Length());
		const auto inertia = static_cast<float>(CentralInertia(*bodies[i]));
		const float turned = inertia * (now.spin - before[i].spin);
		EXPECT_NEAR(turned, bodies[i]->IsFixedRotation() ? 0.0f : spin, 1.0e-4f);
		pushed += impulse.Length() > 0.1f ? 1 : 0;
		if (hit != nullptr)
		{
			const b2Vec2 arm = b2Vec2{0.0f, 0.0f} - bodies[i]->GetWorldCenter();
			EXPECT_NEAR(hit->angularImpulse, hit->moment + b2Cross(arm, hit->impulse), 1.0e-4f);
			EXPECT_GT(b2Dot(hit->impulse, hit->point), 0.0f) << "away from the centre";
		}
	}
	EXPECT_GT(pushed, 8);
}

TEST(Explosion, EachTellsItsOwnHits)
{
	// A grenade explodes within a step, then Explode is called twice. Each of the three explosions hits the crate once,
	// with a damage of 100.
	FiringRange range;
	b2Body* crate = AddCrate(range, {2.0f, 0.0f});
	ExplosionDef def{.position = {0.0f, 0.0f}, .radius = 10.0f, .damage = 100.0f};
	def.fragments = {.count = 3};
	def.fragments.bullet.gravityScale = 0.0f;
	GrenadeDef grenade = Hanging({0.0f, 5.0f}, 0.01f);
	grenade.blast = def;
	range.plugin.Throw(grenade);
	range.Step(k_dt);
	double damage = 0.0;
	for (const ExplosionEvent& explosion : range.plugin.Explosions())
	{
		EXPECT_EQ(range.plugin.FragmentsOf(explosion).size(), 3u);
		for (const BlastEvent& hit : range.plugin.HitsOf(explosion))
		{
			damage += hit.body == crate ? hit.damage : 0.0f;
		}
	}
	EXPECT_EQ(damage, 100.0);
	for (int32_t call = 2; call <= 3; ++call)
	{
		for (const BlastEvent& hit : range.plugin.Explode(def))
		{
			damage += hit.body == crate ? hit.damage : 0.0f;
		}
		EXPECT_EQ(damage, 100.0 * call);
		EXPECT_EQ(range.plugin.HitsOf(range.plugin.Explosions().back()).data(),
		          range.plugin.BlastHits().data() + call - 1);
	}
	const ExplosionEvent last = range.plugin.Explosions().back();
	def.radius = k_nan;
	EXPECT_TRUE(range.plugin.Explode(def).empty()) << "refused";
	def.radius = 10.0f;
	range.plugin.BeginStep();
	EXPECT_TRUE(range.plugin.Explode(def).empty()) << "it waits";
	EXPECT_TRUE(range.plugin.HitsOf(last).empty()) << "of a step before";
	EXPECT_TRUE(range.plugin.FragmentsOf(last).empty());
	range.plugin.EndStep(k_dt);
	ASSERT_EQ(range.plugin.Explosions().size(), 1u);
	EXPECT_EQ(range.plugin.HitsOf(range.plugin.Explosions()[0]).size(), 1u);
}

TEST(Explosion, WhatIsNotDynamicIsToldOfAndNotMoved)
{
	FiringRange range;
	b2Body* wall = range.AddBox({3.0f, 0.0f}, 0.5f, 0.5f)->GetBody();
	b2Body* lift = range.AddBox({-3.0f, 0.0f}, 0.5f, 0.5f, 0.0f, b2_kinematicBody)->GetBody();
	lift->SetLinearVelocity({0.0f, 1.0f});
	range.plugin.Explode({.radius = 10.0f});
	for (const b2Body* body : {wall, lift})
	{
		const BlastEvent* hit = HitOn(range.plugin, body);
		ASSERT_NE(hit, nullptr);
		EXPECT_EQ(hit->impulse, b2Vec2(0.0f, 0.0f));
		EXPECT_EQ(hit->angularImpulse, 0.0f);
		EXPECT_EQ(hit->share, 1.0f);
		EXPECT_EQ(hit->damage, 1.0f);
	}
	EXPECT_EQ(lift->GetLinearVelocity(), b2Vec2(0.0f, 1.0f));
}

TEST(Explosion, ItWakesWhatItPushes)
{
	FiringRange range;
	b2Body* crate = AddCrate(range, {2.0f, 0.0f});
	crate->SetAwake(false);
	range.plugin.Explode({.radius = 5.0f});
	EXPECT_TRUE(crate->IsAwake());
	EXPECT_GT(crate->GetLinearVelocity().x, 1.0f);
}

TEST(Explosion, ABodyThatWouldLeaveTheRangeOfFloatIsNotPushed)
{
	FiringRange range;
	b2Body* crate = AddCrate(range, {2.0f, 0.0f});
	b2Body* dust = range.AddBox({-2.0f, 0.0f}, 0.01f, 0.01f, 0.0f, b2_dynamicBody)->GetBody();
	range.plugin.Explode({.radius = 5.0f, .impulsePerLength = 3.0e38f});
	EXPECT_TRUE(crate->GetLinearVelocity().IsValid());
	EXPECT_EQ(dust->GetLinearVelocity(), b2Vec2(0.0f, 0.0f));
	EXPECT_EQ(HitOn(range.plugin, dust)->impulse, b2Vec2(0.0f, 0.0f));
	EXPECT_EQ(HitOn(range.plugin, dust)->angularImpulse, 0.0f);
}

TEST(Explosion, AGrenadeExplodesWhenAndWhereItsFuseEnds)
{
	FiringRange range;
	b2Body* crate = AddCrate(range, {2.0f, 3.0f});
	GrenadeDef def = Hanging({-1.0f, 3.0f}, 2.25f * k_dt);
	def.velocity = {6.0f, 0.0f};
	def.blast = ExplosionDef{.position = {900.0f, 0.0f}, .radius = 5.0f, .userData = 5};
	const GrenadeId id = range.plugin.Throw(def);
	for (int i = 0; i < 2; ++i)
	{
		range.Step(k_dt);
		EXPECT_TRUE(range.plugin.Explosions().empty());
	}
	range.Step(k_dt);
	ASSERT_EQ(range.plugin.Explosions().size(), 1u);
	const ExplosionEvent& event = range.plugin.Explosions()[0];
	EXPECT_EQ(event.grenade, id);
	EXPECT_EQ(event.userData, 5u);
	EXPECT_NEAR(event.time, 0.25f * k_dt, 1.0e-6f);
	EXPECT_NEAR(event.position.x, -1.0f + 6.0f * 2.25f * k_dt, 1.0e-5f);
	ASSERT_EQ(range.plugin.Expired().size(), 1u);
	EXPECT_EQ(range.plugin.Expired()[0].position, event.position);
	EXPECT_EQ(range.plugin.Expired()[0].reason, ExpiredEvent::Reason::Fuse);
	EXPECT_NEAR(crate->GetLinearVelocity().x, 10.0f, 1.0e-3f) << "the world moves it from the next step on";
	EXPECT_EQ(crate->GetPosition(), b2Vec2(2.0f, 3.0f));
	range.Step(k_dt);
	EXPECT_TRUE(range.plugin.Explosions().empty());
	EXPECT_TRUE(range.plugin.BlastHits().empty());
	EXPECT_GT(crate->GetPosition().x, 2.0f);
}

TEST(Explosion, AGrenadeOnTheGroundIsNotShutInByIt)
{
	FiringRange range({0.0f, -10.0f});
	range.AddBox({0.0f, -1.0f}, 20.0f, 1.0f);
	b2Body* lift = range.AddBox({0.0f, 0.5f}, 1.0f, 0.5f, 0.0f, b2_kinematicBody)->GetBody();
	b2Body* crate = AddCrate(range, {3.0f, 3.5f});
	crate->SetGravityScale(0.0f);
	GrenadeDef def;
	def.position = {0.0f, 1.06f};
	def.fuse = 10.1f * k_dt;
	def.blast = ExplosionDef{.radius = 9.0f};
	range.plugin.Throw(def);
	lift->SetLinearVelocity({0.0f, 6.0f}); // 0.1 m per step: twice the grenade's radius
	for (int i = 0; i < 11; ++i)
	{
		range.Step(k_dt);
	}
	ASSERT_EQ(range.plugin.Explosions().size(), 1u);
	EXPECT_NE(HitOn(range.plugin, crate), nullptr);
}

TEST(Explosion, ACrushedOrCancelledGrenadeDoesNotExplode)
{
	FiringRange range;
	GrenadeDef def = Hanging({0.0f, 0.0f}, 2.0f * k_dt);
	def.blast = ExplosionDef{};
	range.plugin.Cancel(range.plugin.Throw(def));
	range.AddBox({5.0f, 0.0f}, 1.0f, 1.0f);
	range.AddBox({5.0f, 0.5f}, 1.0f, 1.0f);
	def.position = {5.0f, 0.2f};
	range.plugin.Throw(def);
	for (int i = 0; i < 4; ++i)
	{
		range.Step(k_dt);
		EXPECT_TRUE(range.plugin.Explosions().empty() || range.plugin.Expired().empty() ||
		            range.plugin.Expired()[0].reason == ExpiredEvent::Reason::Fuse);
	}
	EXPECT_TRUE(range.plugin.Grenades().empty());
}

TEST(Explosion, GrenadesArePushedAsDiscsUnlessSomethingIsInTheWay)
{
	FiringRange range;
	range.AddBox({-2.0f, 0.0f}, 0.1f, 2.0f);
	const GrenadeId open = range.plugin.Throw(Hanging({3.0f, 0.0f}, 9.0f));
	const GrenadeId behind = range.plugin.Throw(Hanging({3.5f, 0.0f}, 9.0f));
	const GrenadeId hidden = range.plugin.Throw(Hanging({-4.0f, 0.0f}, 9.0f));
	const GrenadeId half =
	    range.plugin.Throw(Hanging({-4.0f, 4.2f}, 9.0f)); // the shadow's border passes through (-4, 4.2)
	const BulletId bullet = range.plugin.Fire(Straight({0.0f, 1.0f}, {0.0f, 0.0f}));
	range.plugin.Explode({.position = {0.0f, 0.0f}, .radius = 10.0f, .impulsePerLength = 8.0f});
	const auto speedOf = [&](GrenadeId id)
	{
		return range.plugin.Find(id)->velocity;
	};
	// The impulse is 8 N s/m * 0.1 m of width. It gives a grenade of 0.4 kg a speed of 2 m/s.
	EXPECT_NEAR(speedOf(open).x, 2.0f, 0.001f);
	EXPECT_NEAR(speedOf(open).y, 0.0f, 1.0e-6f);
	EXPECT_NEAR(speedOf(behind).x, 2.0f, 0.001f) << "grenades hide nothing";
	EXPECT_EQ(speedOf(hidden), b2Vec2(0.0f, 0.0f));
	EXPECT_GT(speedOf(half).Length(), 0.2f);
	EXPECT_LT(speedOf(half).Length(), 1.9f);
	EXPECT_EQ(range.plugin.Find(bullet)->velocity, b2Vec2(0.0f, 0.0f));
	int32_t told = 0;
	for (const BlastEvent& hit : range.plugin.BlastHits())
	{
		if (hit.grenade)
		{
			++told;
			EXPECT_EQ(hit.body, nullptr);
			EXPECT_EQ(hit.fixture, nullptr);
			const b2Vec2 gained = 0.4f * speedOf(hit.grenade);
			EXPECT_NEAR((gained - hit.impulse).Length(), 0.0f, 1.0e-6f);
		}
	}
	EXPECT_EQ(told, 3);
}

TEST(Explosion, AGrenadeOnTheCentreIsPushedAwayByItsWidth)
{
	FiringRange range;
	const GrenadeId beside = range.plugin.Throw(Hanging({0.03f, 0.0f}, 9.0f));
	const GrenadeId exactly = range.plugin.Throw(Hanging({0.0f, 0.0f}, 9.0f));
	range.plugin.Explode({.radius = 10.0f, .impulsePerLength = 8.0f});
	EXPECT_NEAR(range.plugin.Find(beside)->velocity.x, 2.0f, 1.0e-5f);
	EXPECT_EQ(range.plugin.Find(exactly)->velocity, b2Vec2(0.0f, 0.0f));
	ASSERT_EQ(range.plugin.BlastHits().size(), 2u);
	EXPECT_EQ(range.plugin.BlastHits()[1].damage, 1.0f);
}

TEST(Explosion, ItsHitsAndFragmentsCreditWhoThrewTheGrenade)
{
	// Two players each throw a grenade. A wall separates their rooms. The damage on each crate, and every hit of a
	// fragment, is credited to one of the two players.
	FiringRange range;
	range.AddBox({0.0f, 0.0f}, 0.1f, 40.0f);
	b2Body* crates[2];
	for (int32_t player = 0; player < 2; ++player)
	{
		const float side = player == 0 ? -1.0f : 1.0f;
		crates[player] = AddCrate(range, {3.0f * side, 0.0f});
		GrenadeDef def = Hanging({5.0f * side, 0.0f}, 0.5f * k_dt);
		def.userData = 11 + static_cast<uintptr_t>(player);
		def.blast = ExplosionDef{.radius = 4.0f, .damage = 100.0f};
		def.blast->fragments = {.count = 8, .speed = 200.0f};
		range.plugin.Throw(def);
	}
	range.plugin.Throw(Hanging({-5.0f, 1.0f}, 10.0f));
	// The second round restores the saved state and repeats the step.
	std::vector<std::byte> bytes;
	ASSERT_TRUE(range.plugin.Save(bytes));
	for (int32_t round = 0; round < 2; ++round)
	{
		range.Step(k_dt);
		ASSERT_EQ(range.plugin.Explosions().size(), 2u);
		int32_t onGrenades = 0;
		for (const BlastEvent& hit : range.plugin.BlastHits())
		{
			EXPECT_TRUE(hit.body != crates[0] || hit.userData == 11u);
			EXPECT_TRUE(hit.body != crates[1] || hit.userData == 12u);
			EXPECT_TRUE(!hit.grenade || hit.userData == 11u);
			onGrenades += hit.grenade ? 1 : 0;
		}
		EXPECT_EQ(onGrenades, 1);
		for (b2Body* crate : crates)
		{
			EXPECT_NE(HitOn(range.plugin, crate), nullptr);
		}
		for (const ExplosionEvent& explosion : range.plugin.Explosions())
		{
			EXPECT_EQ(explosion.userData, explosion.position.x < 0.0f ? 11u : 12u);
			for (const BulletId id : range.plugin.FragmentsOf(explosion))
			{
				EXPECT_EQ(range.plugin.Find(id)->userData, explosion.userData);
			}
		}
		range.Step(k_dt);
		EXPECT_GE(range.plugin.Impacts().size(), 2u);
		for (const ImpactEvent& impact : range.plugin.Impacts())
		{
			EXPECT_EQ(impact.userData, impact.position.x < 0.0f ? 11u : 12u);
		}
		for (const float side : {-1.0f, 1.0f})
		{
			b2Body* crate = crates[side < 0.0f ? 0 : 1];
			crate->SetTransform({3.0f * side, 0.0f}, 0.0f);
			crate->SetLinearVelocity({0.0f, 0.0f});
			crate->SetAngularVelocity(0.0f);
		}
		ASSERT_TRUE(range.plugin.Restore(bytes));
	}
}

TEST(Explosion, UserDataOfItsOwnStaysItsOwn)
{
	FiringRange range;
	AddCrate(range, {2.0f, 0.0f});
	GrenadeDef def = Hanging({0.0f, 0.0f}, 0.5f * k_dt);
	def.userData = 1;
	def.blast = ExplosionDef{.radius = 4.0f, .userData = 2};
	def.blast->fragments = {.count = 1};
	def.blast->fragments.bullet.userData = 3;
	range.plugin.Throw(def);
	range.Step(k_dt);
	ASSERT_EQ(range.plugin.Expired().size(), 1u);
	EXPECT_EQ(range.plugin.Expired()[0].userData, 1u);
	ASSERT_EQ(range.plugin.Explosions().size(), 1u);
	EXPECT_EQ(range.plugin.Explosions()[0].userData, 2u);
	ASSERT_EQ(range.plugin.BlastHits().size(), 1u);
	EXPECT_EQ(range.plugin.BlastHits()[0].userData, 2u);
	EXPECT_EQ(range.plugin.Find(range.plugin.Fragments()[0])->userData, 3u);
}

TEST(Explosion, ThatARuleSetsOffCreditsWhoFiredTheRocket)
{
	std::function<void(const ImpactEvent&)> explode;
	FiringRange range({0.0f, 0.0f}, {.rule = [&](const ImpactEvent& impact)
	                                 {
		                                 explode(impact);
		                                 return impact.response;
	                                 }});
	explode = [&](const ImpactEvent& impact)
	{
		range.plugin.Explode({.position = impact.enter.point, .radius = 2.0f, .userData = impact.userData});
	};
	for (const float side : {-1.0f, 1.0f})
	{
		AddCrate(range, {10.0f * side, 0.0f});
		BulletDef rocket = Straight({9.0f * side, 0.0f}, {60.0f * side, 0.0f});
		rocket.userData = side < 0.0f ? 5 : 6;
		range.plugin.Fire(rocket);
	}
	range.Step(k_dt);
	ASSERT_EQ(range.plugin.Explosions().size(), 2u);
	ASSERT_EQ(range.plugin.BlastHits().size(), 2u);
	for (const BlastEvent& hit : range.plugin.BlastHits())
	{
		EXPECT_EQ(hit.userData, hit.point.x < 0.0f ? 5u : 6u);
	}
}

TEST(Explosion, FragmentsFlyOutAtEqualAngles)
{
	FiringRange range;
	ExplosionDef def{.position = {1.0f, 2.0f}};
	def.fragments = {.count = 12, .angle = 0.5f, .speed = 240.0f};
	def.fragments.bullet = Lasting({99.0f, 99.0f}, {5.0f, 5.0f});
	def.fragments.bullet.userData = 31;
	range.plugin.Explode(def);
	const auto ids = range.plugin.Fragments();
	ASSERT_EQ(ids.size(), 12u);
	EXPECT_EQ(range.plugin.Explosions()[0].firstFragment, 0);
	EXPECT_EQ(range.plugin.Explosions()[0].fragmentCount, 12);
	for (size_t i = 0; i < ids.size(); ++i)
	{
		const auto state = range.plugin.Find(ids[i]);
		ASSERT_TRUE(state);
		EXPECT_EQ(state->position, def.position);
		EXPECT_EQ(state->userData, 31u);
		const float angle = 0.5f + static_cast<float>(i) * std::numbers::pi_v<float> / 6.0f;
		EXPECT_NEAR(state->velocity.x, 240.0f * std::cos(angle), 1.0e-3f);
		EXPECT_NEAR(state->velocity.y, 240.0f * std::sin(angle), 1.0e-3f);
	}
	const BulletId first = ids[0];
	range.Step(k_dt);
	EXPECT_NEAR((range.plugin.Find(first)->position - def.position).Length(), 4.0f, 1.0e-4f);
	EXPECT_TRUE(range.plugin.Fragments().empty());
}

TEST(Explosion, OfAnImpactGrenadeTakesPlaceAtItsImpact)
{
	for (const float fuse : {0.0f, 1.0e-6f, 0.001f})
	{
		FiringRange range;
		range.AddBox({0.0f, -1.0f}, 50.0f, 1.0f);
		GrenadeDef def;
		def.position = {2.0f, 1.0f + def.radius};
		def.velocity = {0.0f, -100.0f};
		def.restitution = 0.0f;
		def.impactFuse = fuse;
		def.blast = ExplosionDef{};
		const GrenadeId id = range.plugin.Throw(def);
		range.Step(k_dt);
		ASSERT_EQ(range.plugin.Expired().size(), 1u);
		ASSERT_EQ(range.plugin.Explosions().size(), 1u) << fuse;
		const ExplosionEvent& event = range.plugin.Explosions()[0];
		EXPECT_TRUE(event.grenade == id);
		EXPECT_NEAR(event.time, 0.01f + fuse, 1.0e-5f);
		EXPECT_NEAR(event.position.x, 2.0f, 1.0e-5f);
		EXPECT_NEAR(event.position.y, def.radius, 1.0e-4f);
	}
}

TEST(Explosion, FragmentsOfAGrenadeFlyFromTheNextStepOn)
{
	FiringRange range;
	GrenadeDef def = Hanging({0.0f, 0.0f}, 0.5f * k_dt);
	def.blast = ExplosionDef{};
	def.blast->fragments.count = 3;
	range.plugin.Throw(def);
	range.Step(k_dt);
	ASSERT_EQ(range.plugin.Fragments().size(), 3u);
	EXPECT_EQ(range.plugin.Find(range.plugin.Fragments()[2])->position, b2Vec2(0.0f, 0.0f));
	range.Step(k_dt);
	EXPECT_NEAR(range.plugin.Bullets().front().position.Length(), 5.0f, 0.01f);
}

TEST(Explosion, WithinAStepItTakesPlaceAtTheEndInTheOrderOfTime)
{
	std::vector<uintptr_t> order;
	FiringRange* current = nullptr;
	PluginDef pluginDef;
	pluginDef.rule = [&](const ImpactEvent& impact)
	{
		current->plugin.QueueDestroy(impact.body);
		current->plugin.Explode({.position = {0.0f, 5.0f}, .userData = 1});
		EXPECT_TRUE(current->plugin.Explosions().empty()) << "not yet";
		return impact.response;
	};
	FiringRange range({0.0f, 0.0f}, pluginDef);
	current = &range;
	b2Body* wall = range.AddBox({3.0f, 0.0f}, 0.5f, 0.5f)->GetBody();
	range.plugin.Fire(Straight({0.0f, 0.0f}, {600.0f, 0.0f}));
	for (const float share : {0.75f, 0.25f, 0.25f})
	{
		GrenadeDef def = Hanging({-20.0f, 0.0f}, share * k_dt);
		def.blast = ExplosionDef{.userData = 100 + static_cast<uintptr_t>(100.0f * share)};
		range.plugin.Throw(def);
	}
	range.Step(k_dt);
	for (const ExplosionEvent& event : range.plugin.Explosions())
	{
		order.push_back(event.userData);
	}
	EXPECT_EQ(order, (std::vector<uintptr_t>{125, 125, 175, 1}));
	EXPECT_EQ(range.plugin.Explosions()[3].time, k_dt);
	EXPECT_LT(range.plugin.Explosions()[0].grenade.index, range.plugin.Explosions()[1].grenade.index);
	EXPECT_EQ(HitOn(range.plugin, wall), nullptr) << "it is about to go";
	// An explosion that the game triggers after the step is the last one in the list.
	range.plugin.Explode({.userData = 9});
	EXPECT_EQ(range.plugin.Explosions().back().userData, 9u);
	EXPECT_EQ(range.plugin.Explosions().size(), 5u);
}

TEST(Explosion, FromAContactListenerItWaitsForTheEndOfTheStep)
{
	FiringRange range;
	range.AddBox({0.0f, 0.0f}, 0.5f, 0.5f);
	b2Body* crate = AddCrate(range, {0.9f, 0.0f});
	BeginListener listener;
	listener.begin = [&]
	{
		range.plugin.Explode({.position = {-3.0f, 3.0f}, .radius = 20.0f});
		ExpectError(range.plugin.LastError(), {});
	};
	range.world.SetContactListener(&listener);
	range.Step(k_dt, [&] { EXPECT_TRUE(range.plugin.Explosions().empty()); });
	ASSERT_EQ(range.plugin.Explosions().size(), 1u);
	EXPECT_NE(HitOn(range.plugin, crate), nullptr);
}

TEST(Explosion, ThePowderOfOneStepIsTheSameTwice)
{
	const auto run = [](uint64_t seed)
	{
		SceneRandom random(seed);
		FiringRange range({0.0f, -10.0f});
		range.AddBox({0.0f, -1.0f}, 30.0f, 1.0f);
		for (int i = 0; i < 30; ++i)
		{
			AddCrate(range, {random.Uniform(-15.0f, 15.0f), random.Uniform(0.5f, 6.0f)}, random.Uniform(0.0f, 1.0f));
		}
		for (int i = 0; i < 10; ++i)
		{
			GrenadeDef def;
			def.position = {random.Uniform(-15.0f, 15.0f), 8.0f};
			def.fuse = random.Uniform(0.1f, 0.8f);
			def.blast = ExplosionDef{.radius = 2.0f};
			def.blast->fragments.count = 5;
			range.plugin.Throw(def);
		}
		std::vector<float> trace;
		for (int i = 0; i < 60; ++i)
		{
			range.Step(k_dt);
			for (const BlastEvent& hit : range.plugin.BlastHits())
			{
				trace.insert(trace.end(), {hit.impulse.x, hit.impulse.y, hit.angularImpulse, hit.share, hit.damage});
			}
		}
		return trace;
	};
	const std::vector<float> once = run(4);
	EXPECT_GT(once.size(), 100u);
	EXPECT_EQ(once, run(4));
}

TEST(Explosion, BadNumbersAreRefused)
{
	FiringRange range;
	AddCrate(range, {2.0f, 0.0f});
	const auto expect = [&](const ExplosionDef& def, const Error& error)
	{
		range.plugin.Explode(def);
		ExpectError(range.plugin.LastError(), error);
		GrenadeDef grenade;
		grenade.blast = def;
		EXPECT_FALSE(range.plugin.Throw(grenade));
		ExpectError(range.plugin.LastError(), error);
		EXPECT_TRUE(range.plugin.Explosions().empty());
	};
	const auto with = [](const Fragments& fragments)
	{
		ExplosionDef def;
		def.fragments = fragments;
		return def;
	};
	expect({.position = {k_inf, 0.0f}}, {ErrorReason::NotFinite, "ExplosionDef::position", -1, k_inf});
	expect({.radius = -1.0f}, {ErrorReason::TooSmall, "ExplosionDef::radius", -1, -1.0, 0.0});
	expect(with({.count = -1}), {ErrorReason::TooSmall, "Fragments::count", -1, -1.0, 0.0});
	expect(with({.count = 65537}), {ErrorReason::TooLarge, "Fragments::count", -1, 65537.0, 65536.0});
	expect(with({.angle = k_inf}), {ErrorReason::NotFinite, "Fragments::angle", -1, k_inf});
	expect(with({.speed = -3.0f}), {ErrorReason::TooSmall, "Fragments::speed", -1, -3.0, 0.0});
	expect(with({.count = 1, .bullet = {.mass = 0.0f}}), {ErrorReason::NotPositive, "BulletDef::mass", -1, 0.0});
	range.plugin.Explode(with({.count = 0, .bullet = {.mass = 0.0f}}));
	ExpectError(range.plugin.LastError(), {});
}

TEST(Explosion, AnOriginShiftTakesItAlong)
{
	FiringRange range;
	AddCrate(range, {66.0f, 0.0f});
	range.plugin.Explode({.position = {64.0f, 0.0f}});
	range.plugin.ShiftOrigin({32.0f, 8.0f});
	EXPECT_EQ(range.plugin.Explosions()[0].position, b2Vec2(32.0f, -8.0f));
	// Before the shift, the hit point was within a few float spacings of the crate's surface.
	EXPECT_NEAR(range.plugin.BlastHits()[0].point.x, 33.5f, 0x1p-22f * 65.5f);
	EXPECT_EQ(range.plugin.BlastHits()[0].point.y, -8.0f);
	range.plugin.BeginStep();
	range.plugin.Explode({.position = {64.0f, 0.0f}});
	range.plugin.ShiftOrigin({32.0f, 8.0f});
	range.world.Step(k_dt, 8, 3);
	range.plugin.EndStep(k_dt);
	ASSERT_EQ(range.plugin.Explosions().size(), 1u);
	EXPECT_EQ(range.plugin.Explosions()[0].position, b2Vec2(32.0f, -8.0f));
}

TEST(Explosion, WhatAPredicateThrowsLeavesItUndone)
{
	FiringRange range;
	b2Body* crate = AddCrate(range, {2.0f, 0.0f});
	bool throws = true;
	ExplosionDef def{.radius = 5.0f};
	def.fragments.count = 4;
	def.filter.accept = [&](b2Fixture*)
	{
		return throws ? throw std::runtime_error("no") : true;
	};
	EXPECT_THROW(range.plugin.Explode(def), std::runtime_error);
	EXPECT_TRUE(range.plugin.Explosions().empty());
	EXPECT_TRUE(range.plugin.Bullets().empty());
	EXPECT_EQ(crate->GetLinearVelocity(), b2Vec2(0.0f, 0.0f));

	GrenadeDef grenade = Hanging({0.0f, 0.0f}, 0.5f * k_dt);
	grenade.blast = def;
	range.plugin.Throw(grenade);
	EXPECT_THROW(range.Step(k_dt), std::runtime_error);
	EXPECT_TRUE(range.plugin.Explosions().empty());
	throws = false;
	range.Step(k_dt);
	EXPECT_EQ(range.plugin.Explosions().size(), 1u) << "it has waited";
	EXPECT_EQ(range.plugin.Explosions()[0].time, 0.0f);
	EXPECT_EQ(range.plugin.Bullets().size(), 4u);
}

TEST(Explosion, OneThatAPredicateSetsOffWaitsForTheNextStep)
{
	FiringRange range;
	AddCrate(range, {2.0f, 0.0f});
	ExplosionDef def{.radius = 5.0f};
	def.filter.accept = [&](b2Fixture*)
	{
		range.plugin.Explode({.userData = 8});
		return true;
	};
	range.plugin.Explode(def);
	EXPECT_EQ(range.plugin.Explosions().size(), 1u);
	range.Step(k_dt);
	ASSERT_GE(range.plugin.Explosions().size(), 1u);
	EXPECT_EQ(range.plugin.Explosions()[0].userData, 8u);
}

TEST(Explosion, WhereMemoryRunsOutItIsWholeOrWaits)
{
	// Each allocation fails in turn, between steps and within a step.
	for (const bool within : {false, true})
	{
		int64_t failures = 0;
		for (int64_t k = 0;; ++k)
		{
			FailingMemory memory(k);
			FiringRange range;
			b2Body* crate = AddCrate(range, {2.0f, 0.0f});
			const GrenadeId other = range.plugin.Throw(Hanging({-2.0f, 0.0f}, 9.0f));
			ExplosionDef def{.radius = 5.0f};
			def.fragments.count = 6;
			if (within)
			{
				GrenadeDef grenade = Hanging({0.0f, 0.0f}, 0.5f * k_dt);
				grenade.blast = def;
				range.plugin.Throw(grenade);
				memory.Run([&] { range.Step(k_dt); });
			}
			else
			{
				memory.Run([&] { range.plugin.Explode(def); });
			}
			const bool happened = range.plugin.Explosions().empty() == false;
			const bool failed = range.plugin.LastError().reason == ErrorReason::OutOfMemory;
			EXPECT_EQ(memory.Failures() > 0, failed) << k;
			EXPECT_EQ(range.plugin.BlastHits().size(), happened ? 2u : 0u);
			EXPECT_EQ(range.plugin.Bullets().size(), happened ? 6u : 0u);
			EXPECT_EQ(crate->GetLinearVelocity().x > 0.0f, happened);
			EXPECT_EQ(range.plugin.Find(other)->velocity.x < 0.0f, happened);
			EXPECT_TRUE(happened || failed);
			if (within && happened == false)
			{
				range.Step(k_dt);
				EXPECT_EQ(range.plugin.Explosions().size(), 1u) << "not lost";
				EXPECT_EQ(range.plugin.Bullets().size(), 6u);
			}
			failures += failed ? 1 : 0;
			if (failed == false)
			{
				break;
			}
		}
		EXPECT_GE(failures, 4);
	}
}

} // namespace ricochet::test::explosion_test
