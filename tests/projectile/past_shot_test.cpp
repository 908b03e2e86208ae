// MIT License, Copyright (c) 2026 the ricochet authors

#include <ricochet/index/history.h>
#include <ricochet/index/snapshot.h>
#include <ricochet/query/ray_query.h>

#include "projectile/firing_range.h"
#include "support/failing_memory.h"
#include "support/random_rays.h"
#include "support/test_scale.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <memory>
#include <stdexcept>
#include <vector>

// Tests bullets that are fired at a past time: Plugin::Fire with a History.

namespace ricochet::test::past_shot_test
{

namespace
{

constexpr double k_step = static_cast<double>(k_dt);

struct RecordedRange : FiringRange
{
	explicit RecordedRange(b2Vec2 gravity = {0.0f, 0.0f}, const PluginDef& def = {}) : FiringRange(gravity, def) {}

	void Start() { ASSERT_TRUE(history.Record(0.0)); }
	void Tick()
	{
		Step(k_dt);
		++steps;
		ASSERT_TRUE(history.Record(steps * k_step));
	}

	History history{world};
	int32_t steps = 0;
};

// Adds bodies of all types. The dynamic bodies are so heavy that no bullet can move them.
void AddThings(SceneRandom& random, FiringRange& range)
{
	for (int32_t i = 0; i < 45; ++i)
	{
		const b2Vec2 place{random.Uniform(-8.0f, 12.0f), random.Uniform(-6.0f, 6.0f)};
		const int32_t kind = random.Below(3);
		const b2BodyType type = kind == 0 ? b2_staticBody : kind == 1 ? b2_kinematicBody : b2_dynamicBody;
		b2Body* body = range.AddBody(place, random.Uniform(-3.0f, 3.0f), type);
		b2Fixture* fixture = nullptr;
		if (random.OneIn(3))
		{
			b2CircleShape circle;
			circle.m_radius = random.Uniform(0.1f, 0.5f);
			fixture = range.Add(body, circle, 1.0e12f);
		}
		else
		{
			fixture =
			    range.Add(body, ValueOf(MakeBox(random.Uniform(0.02f, 0.5f), random.Uniform(0.2f, 0.8f))), 1.0e12f);
		}
		CollideWithNone(*fixture);
		body->SetGravityScale(0.0f);
		body->SetSleepingAllowed(false);
		if (type != b2_staticBody && random.OneIn(5) == false)
		{
			body->SetLinearVelocity(random.Uniform(0.5f, 15.0f) * random.Direction());
			body->SetAngularVelocity(random.OneIn(3) ? 0.0f : random.Uniform(0.5f, 8.0f));
		}
		range.plugin.SetSurface(fixture, {.resistance = random.Uniform(10.0f, 3000.0f),
		                                  .ricochetAngle = random.Uniform(0.0f, 1.6f),
		                                  .restitution = random.Uniform(0.0f, 1.0f)});
	}
}

BulletDef Random(SceneRandom& random)
{
	BulletDef def;
	def.position = {random.Uniform(-9.0f, -7.0f), random.Uniform(-5.0f, 5.0f)};
	def.velocity = random.LogUniform(20.0f, 600.0f) * b2Vec2{1.0f, random.Uniform(-0.4f, 0.4f)};
	def.maxBounces = random.Below(6);
	def.maxPierces = random.Below(6);
	def.gravityScale = random.OneIn(3) ? 1.0f : 0.0f;
	def.drag = random.OneIn(3) ? random.Uniform(0.0f, 1.0f) : 0.0f;
	def.lifetime = random.OneIn(3) ? random.Uniform(0.02f, 0.3f) : 5.0f;
	def.maxRange = random.OneIn(4) ? random.Uniform(2.0f, 40.0f) : k_inf;
	def.radius = random.OneIn(4) ? 0.03f : 0.0f;
	def.thrust = random.OneIn(5) ? random.Uniform(-20.0f, 20.0f) : 0.0f;
	if (random.OneIn(5))
	{
		def.from = def.position - b2Vec2{0.6f, 0.0f};
	}
	return def;
}

int32_t IndexOf(const FiringRange& range, const b2Body* body)
{
	int32_t index = 0;
	for (const b2Body* other = range.world.GetBodyList(); other != body && other != nullptr; other = other->GetNext())
	{
		++index;
	}
	return index;
}

struct Hit
{
	ImpactEvent event;
	int32_t body;
	double time; // of the game's clock
};

void AddHits(std::vector<Hit>& hits, const FiringRange& range, size_t first, double start)
{
	for (const ImpactEvent& event : range.plugin.Impacts().subspan(first))
	{
		hits.push_back({event, IndexOf(range, event.body), start + event.time});
	}
}

bool IsSame(const Hit& a, const Hit& b)
{
	const ImpactEvent& p = a.event;
	const ImpactEvent& q = b.event;
	return a.body == b.body && p.enter.point == q.enter.point && p.enter.normal == q.enter.normal &&
	       p.exit.point == q.exit.point && p.thickness == q.thickness && p.velocityBefore == q.velocityBefore &&
	       p.velocityAfter == q.velocityAfter && p.impulse == q.impulse && p.response == q.response && p.age == q.age &&
	       p.distance == q.distance && p.energyLost == q.energyLost && p.localPoint == q.localPoint &&
	       std::abs(a.time - b.time) < 1.0e-6;
}

} // namespace

// In one game, a bullet is fired before a step. In an identical game, it is fired some steps later, into the past at
// that time. All impacts, and the bullet from then on, must be bit-identical.
TEST(PastShot, IsTheBulletThatWasFiredThenToTheBit)
{
	Trouble trouble;
	int32_t pastHits = 0;
	int32_t movingHits = 0;
	int32_t laterHits = 0;
	int32_t alive = 0;
	const int32_t scenes = ScaledCount(1500);
	for (int32_t scene = 0; scene < scenes; ++scene)
	{
		const auto seed = static_cast<uint32_t>(4200 + scene);
		const b2Vec2 gravity{0.0f, -10.0f};
		RecordedRange then(gravity);
		RecordedRange now(gravity);
		SceneRandom randoms[2] = {SceneRandom(seed), SceneRandom(seed)};
		AddThings(randoms[0], then);
		AddThings(randoms[1], now);
		SceneRandom& random = randoms[0];
		const int32_t before = random.Below(5);
		const int32_t late = 1 + random.Below(12);
		BulletDef def = Random(random);
		const float delay = random.OneIn(2) ? random.Uniform(0.0f, 0.99f) * k_dt : 0.0f;
		then.Start();
		now.Start();
		for (int32_t step = 0; step < before; ++step)
		{
			then.Tick();
			now.Tick();
		}
		const double time = now.steps * k_step + static_cast<double>(delay);
		def.delay = delay;
		const BulletId a = then.plugin.Fire(def);
		std::vector<Hit> hits[2];
		for (int32_t step = 0; step < late; ++step)
		{
			then.Tick();
			now.Tick();
			AddHits(hits[0], then, 0, (then.steps - 1) * k_step);
		}
		const bool keepsDelay = random.OneIn(2); // the bullet keeps its delay, instead of being fired later
		def.delay = keepsDelay ? delay : 0.0f;
		const BulletId b = now.plugin.Fire(def, now.history, keepsDelay ? time - static_cast<double>(delay) : time);
		ASSERT_TRUE(b) << now.plugin.LastError().Message();
		AddHits(hits[1], now, 0, now.steps * k_step);
		const size_t past = hits[1].size();
		for (const Hit& hit : hits[1])
		{
			movingHits += hit.event.body->GetLinearVelocity() != b2Vec2{0.0f, 0.0f} ? 1 : 0;
			EXPECT_LE(hit.event.time, 0.0f);
			EXPECT_GE(hit.event.time, static_cast<float>(-late * k_step) - 1.0e-6f);
		}
		for (int32_t step = 0; step <= 6; ++step)
		{
			const auto p = then.plugin.Find(a);
			const auto q = now.plugin.Find(b);
			if (p.has_value() != q.has_value() ||
			    (p && (p->position == q->position && p->velocity == q->velocity && p->age == q->age &&
			           p->bounces == q->bounces && p->pierces == q->pierces) == false))
			{
				trouble.Add("scene %d: the state %d steps later", scene, step);
				break;
			}
			alive += q ? 1 : 0;
			then.Tick();
			now.Tick();
			AddHits(hits[0], then, 0, (then.steps - 1) * k_step);
			AddHits(hits[1], now, 0, (now.steps - 1) * k_step);
		}
		pastHits += static_cast<int32_t>(past);
		laterHits += static_cast<int32_t>(hits[1].size() - past);
		if (hits[0].size() != hits[1].size())
		{
			trouble.Add("scene %d: %d hits, not %d", scene, static_cast<int32_t>(hits[1].size()),
			            static_cast<int32_t>(hits[0].size()));
			continue;
		}
		for (size_t i = 0; i < hits[0].size(); ++i)
		{
			if (IsSame(hits[0][i], hits[1][i]) == false)
			{
				trouble.Add("scene %d: hit %d", scene, static_cast<int32_t>(i));
				break;
			}
		}
	}
	EXPECT_EQ(trouble.Count(), 0) << trouble.First();
	EXPECT_GT(pastHits, scenes / 2);
	EXPECT_GT(movingHits, scenes / 4);
	EXPECT_GT(laterHits, scenes / 8);
	EXPECT_GT(alive, scenes);
}

// A body changes its velocity between the past time and the shot. Until the bullet bounces off the moving body, its
// hits must be bit-identical. The bounce uses the body's velocity then, computed from its displacement, whose rounding
// error is below 2e-4 m/s here.
TEST(PastShot, KnowsTheVelocitiesOfThenUpToRounding)
{
	Trouble trouble;
	int32_t compared = 0;
	for (int32_t scene = 0; scene < ScaledCount(600); ++scene)
	{
		SceneRandom random(static_cast<uint32_t>(9100 + scene));
		const b2Vec2 first = random.Uniform(1.0f, 12.0f) * random.Direction();
		const b2Vec2 second = random.Uniform(1.0f, 12.0f) * random.Direction();
		const float spin = random.Uniform(-6.0f, 6.0f);
		const float bounce = random.Uniform(0.2f, 1.0f);
		const BulletDef def = Straight({-3.0f, random.Uniform(-0.4f, 0.4f)}, {random.Uniform(40.0f, 300.0f), 0.0f});
		std::vector<ImpactEvent> hits[2];
		for (const bool isThen : {true, false})
		{
			RecordedRange range;
			b2Body* body = range.AddBody({0.0f, 0.0f}, 0.0f, b2_kinematicBody);
			b2Fixture* fixture = range.Add(body, ValueOf(MakeBox(0.5f, 1.0f)));
			range.plugin.SetSurface(fixture, {.restitution = bounce});
			body->SetLinearVelocity(first);
			body->SetAngularVelocity(spin);
			range.Start();
			BulletDef bouncing = def;
			bouncing.maxBounces = 1;
			if (isThen)
			{
				range.plugin.Fire(bouncing);
			}
			for (int32_t step = 0; step < 6; ++step)
			{
				range.Tick();
				hits[0].insert(hits[0].end(), range.plugin.Impacts().begin(), range.plugin.Impacts().end());
			}
			body->SetLinearVelocity(second);
			body->SetAngularVelocity(0.0f);
			range.Tick();
			if (isThen == false)
			{
				ASSERT_TRUE(range.plugin.Fire(bouncing, range.history, 0.0));
				hits[1].assign(range.plugin.Impacts().begin(), range.plugin.Impacts().end());
			}
		}
		if (hits[0].empty() || hits[1].empty())
		{
			if (hits[0].size() != hits[1].size())
			{
				trouble.Add("scene %d: only one hits", scene);
			}
			continue;
		}
		++compared;
		const ImpactEvent& a = hits[0][0];
		const ImpactEvent& b = hits[1][0];
		if ((a.enter.point == b.enter.point && a.enter.normal == b.enter.normal && a.response == b.response &&
		     DistanceOf(a.velocityAfter, b.velocityAfter) < 2.0e-4) == false)
		{
			trouble.Add("scene %d: %.9g m/s apart", scene, DistanceOf(a.velocityAfter, b.velocityAfter));
		}
	}
	EXPECT_EQ(trouble.Count(), 0) << trouble.First();
	EXPECT_GT(compared, ScaledCount(300));
}

TEST(PastShot, HitsATargetThatHasLeftSince)
{
	RecordedRange range;
	b2Body* target = range.AddBody({5.0f, 0.0f}, 0.0f, b2_dynamicBody);
	range.Add(target, ValueOf(MakeBox(0.5f, 0.5f)), 4.0f); // a mass of 4 kg
	target->SetLinearVelocity({0.0f, 30.0f});
	range.Start();
	for (int32_t step = 0; step < 6; ++step)
	{
		range.Tick();
	}
	const BulletId id = range.plugin.Fire(Straight({0.0f, 0.0f}, {600.0f, 0.0f}), range.history, 0.0);
	ASSERT_TRUE(id);
	ASSERT_EQ(range.plugin.Impacts().size(), 1u);
	const ImpactEvent& hit = range.plugin.Impacts()[0];
	EXPECT_EQ(hit.body, target);
	EXPECT_EQ(hit.bullet, id);
	EXPECT_NEAR(hit.enter.point.x, 4.5f, 1.0e-5f);
	EXPECT_NEAR(hit.localPoint.y, -30.0f * 4.5f / 600.0f, 1.0e-4f);
	EXPECT_NEAR(hit.time, 4.5f / 600.0f - 0.1f, 1.0e-6f);
	EXPECT_NEAR(hit.age, 4.5f / 600.0f, 1.0e-6f);
	ASSERT_EQ(range.plugin.Expired().size(), 1u);
	EXPECT_EQ(range.plugin.Expired()[0].bullet, id);
	EXPECT_NEAR(range.plugin.Expired()[0].time, hit.time, 1.0e-6f);
	EXPECT_FALSE(range.plugin.Find(id));
	EXPECT_GT(target->GetLinearVelocity().x, 0.5f); // pushed at its present place
	EXPECT_NEAR(hit.impulse.x, 4.0f * target->GetLinearVelocity().x, 1.0e-4f);
	range.Tick();
	EXPECT_TRUE(range.plugin.Impacts().empty());
	EXPECT_TRUE(range.plugin.Expired().empty());
}

// A heavy bullet pushes a light body away. The body's recorded motion does not change, so it would run into the bullet
// again. After the only impact, the bullet must stay in front of the body.
TEST(PastShot, HitsABodyOnceThoughItsPastStays)
{
	RecordedRange range;
	b2Body* ball = range.AddBody({5.0f, 0.0f}, 0.0f, b2_dynamicBody);
	b2CircleShape circle;
	circle.m_radius = 0.5f;
	range.Add(ball, circle, 1.0f);
	ball->SetLinearVelocity({-20.0f, 0.0f});
	range.Start();
	for (int32_t step = 0; step < 12; ++step)
	{
		range.Tick();
	}
	ball->SetLinearVelocity({-200.0f, 0.0f}); // its velocity from now on
	BulletDef def = Straight({0.0f, 0.0f}, {60.0f, 0.0f});
	def.mass = 10.0f;
	def.maxBounces = 3;
	const BulletId id = range.plugin.Fire(def, range.history, 0.0);
	ASSERT_EQ(range.plugin.Impacts().size(), 1u);
	const b2Vec2 after = range.plugin.Impacts()[0].velocityAfter;
	ASSERT_TRUE(range.plugin.Find(id));
	EXPECT_EQ(range.plugin.Find(id)->velocity, after);
	EXPECT_NEAR(range.plugin.Find(id)->position.x, ball->GetPosition().x - 0.5f, 1.0e-3f);
	const float mass = ball->GetMass();
	EXPECT_NEAR(mass * (ball->GetLinearVelocity().x + 200.0f), range.plugin.Impacts()[0].impulse.x, 1.0e-3f);
}

TEST(PastShot, KnowsWhatIsGoneAndWhatIsNew)
{
	RecordedRange range;
	b2Body* gone = range.AddBody({2.0f, 0.0f});
	range.Add(gone, ValueOf(MakeBox(0.1f, 1.0f)));
	b2Body* half = range.AddBody({4.0f, 0.0f});
	b2Fixture* removed = range.Add(half, ValueOf(MakeBox(0.1f, 1.0f)));
	b2PolygonShape high;
	high.SetAsBox(0.1f, 1.0f, {0.0f, 5.0f}, 0.0f);
	range.Add(half, high);
	b2Body* jumper = range.AddBody({8.0f, 0.0f}, 0.0f, b2_kinematicBody);
	range.Add(jumper, ValueOf(MakeBox(0.1f, 1.0f)));
	b2Body* last = range.AddBody({12.0f, 0.0f});
	range.Add(last, ValueOf(MakeBox(0.1f, 1.0f)));
	range.Start();
	range.Tick();
	range.Tick();
	jumper->SetTransform({8.0f, 50.0f}, 1.0f);
	range.Tick();
	range.world.DestroyBody(gone);
	half->DestroyFixture(removed);
	for (int32_t step = 0; step < 4; ++step)
	{
		range.Tick();
	}
	range.Add(range.AddBody({1.0f, 0.0f}), ValueOf(MakeBox(0.1f, 1.0f))); // created after the recorded steps
	const auto victimOf = [&](double time, float speed)
	{
		const size_t before = range.plugin.Impacts().size();
		EXPECT_TRUE(range.plugin.Fire(Straight({0.0f, 0.0f}, {speed, 0.0f}), range.history, time));
		return range.plugin.Impacts().size() == before + 1 ? range.plugin.Impacts().back().body : nullptr;
	};
	EXPECT_EQ(victimOf(0.0, 900.0f), jumper);
	EXPECT_EQ(victimOf(2.5 * k_step, 1200.0f), jumper); // hit until the record in which the jumper is at another place
	EXPECT_EQ(victimOf(3.0 * k_step, 1200.0f), last);
	EXPECT_EQ(victimOf(0.0, 130.0f), last); // too slow to reach the jumper before its jump
	range.plugin.QueueDestroy(last);
	EXPECT_EQ(victimOf(0.0, 130.0f), nullptr);
}

// A player was dead then, so the game had disabled his body. Now he stands elsewhere. A shot at that time passes
// through the place where his body lay, as a cast at that time does.
TEST(PastShot, PassesABodyThatWasDisabledThen)
{
	RecordedRange range;
	b2Body* player = range.AddBody({5.0f, 0.0f}, 0.0f, b2_kinematicBody);
	range.Add(player, ValueOf(MakeBox(0.5f, 0.5f)));
	b2Body* behind = range.AddBody({10.0f, 0.0f});
	range.Add(behind, ValueOf(MakeBox(0.5f, 0.5f)));
	range.Start();
	range.Tick();
	player->SetEnabled(false);
	range.Tick();
	range.Tick();
	player->SetTransform({5.0f, 20.0f}, 0.0f);
	player->SetEnabled(true);
	range.Tick();
	range.Tick();
	Snapshot then(range.world);
	const auto victimOf = [&](double time)
	{
		ASSERT_TRUE(then.UpdateTo(range.history, time));
		const auto seen = CastRayClosest(then, Ray{{0.0f, 0.0f}, {20.0f, 0.0f}});
		const size_t before = range.plugin.Impacts().size();
		EXPECT_TRUE(range.plugin.Fire(Straight({0.0f, 0.0f}, {6000.0f, 0.0f}), range.history, time));
		ASSERT_EQ(range.plugin.Impacts().size(), before + 1);
		const b2Body* expected = time < 2.0 * k_step ? player : behind; // as he was at the record before
		EXPECT_EQ(range.plugin.Impacts().back().body, expected);
		EXPECT_EQ(seen->fixture, expected->GetFixtureList());
	};
	victimOf(0.0);
	victimOf(k_step);
	victimOf(2.0 * k_step);
	victimOf(4.0 * k_step);
}

TEST(PastShot, RefusesBadInput)
{
	RecordedRange range;
	const BulletDef def = Straight({0.0f, 0.0f}, {100.0f, 0.0f});
	const auto reasonOf = [&](const BulletDef& shot, const History& history, double time)
	{
		EXPECT_FALSE(range.plugin.Fire(shot, history, time));
		return range.plugin.LastError().reason;
	};
	EXPECT_EQ(reasonOf(def, range.history, 0.0), ErrorReason::TooFew);
	range.Start();
	range.Tick();
	EXPECT_EQ(reasonOf(def, range.history, static_cast<double>(k_nan)), ErrorReason::NotFinite);
	EXPECT_EQ(reasonOf(def, range.history, -1.0e-9), ErrorReason::TooSmall);
	EXPECT_EQ(reasonOf(def, range.history, 1.001 * k_step), ErrorReason::TooLarge);
	BulletDef bad = def;
	bad.mass = 0.0f;
	EXPECT_EQ(reasonOf(bad, range.history, 0.0), ErrorReason::NotPositive);
	const FiringRange other;
	History foreign(other.world);
	ASSERT_TRUE(foreign.Record(0.0));
	EXPECT_EQ(reasonOf(def, foreign, 0.0), ErrorReason::OtherWorld);
	range.plugin.BeginStep();
	EXPECT_EQ(reasonOf(def, range.history, 0.0), ErrorReason::StepHasBegun);
	range.world.Step(k_dt, 8, 3);
	range.plugin.EndStep(k_dt);
	EXPECT_TRUE(range.plugin.Bullets().size() == 0);
	History early(range.world);
	ASSERT_TRUE(early.Record(-2.0e6));
	ASSERT_TRUE(early.Record(0.0));
	EXPECT_EQ(reasonOf(def, early, -2.0e6), ErrorReason::TooSmall);
	EXPECT_TRUE(range.plugin.Fire(def, early, 0.0)); // at the present time
	EXPECT_EQ(range.plugin.LastError().reason, ErrorReason::None);
}

// A shot into the past must not move other projectiles. A bullet that a rule fires during the call must fly from the
// next step on.
TEST(PastShot, LeavesTheRestAlone)
{
	RecordedRange* firing = nullptr;
	BulletId fired;
	BulletId other;
	PluginDef pluginDef;
	pluginDef.rule = [&](const ImpactEvent& impact)
	{
		fired = firing->plugin.Fire(Straight({0.0f, 5.0f}, {120.0f, 0.0f}));
		EXPECT_FALSE(firing->plugin.Fire(Straight({0.0f, 5.0f}, {60.0f, 0.0f}), firing->history, 0.0));
		EXPECT_EQ(firing->plugin.LastError().reason, ErrorReason::InsideStep);
		EXPECT_FALSE(firing->plugin.Steer(other, Straight({0.0f, 9.0f}, {60.0f, 0.0f})));
		return impact.response;
	};
	RecordedRange range({0.0f, 0.0f}, pluginDef);
	firing = &range;
	range.AddBox({3.0f, 0.0f}, 0.1f, 1.0f);
	range.Start();
	other = range.plugin.Fire(Straight({0.0f, 9.0f}, {60.0f, 0.0f}));
	const GrenadeId grenade = range.plugin.Throw({.position = {1.0f, 0.0f}, .gravityScale = 0.0f});
	for (int32_t step = 0; step < 6; ++step)
	{
		range.Tick();
	}
	const auto was = *range.plugin.Find(other);
	BulletDef def = Straight({0.0f, 0.0f}, {100.0f, 0.0f});
	def.hitsGrenades = true;
	ASSERT_TRUE(range.plugin.Fire(def, range.history, 0.0));
	EXPECT_EQ(range.plugin.LastError().reason, ErrorReason::None);
	ASSERT_EQ(range.plugin.Impacts().size(), 1u); // no impact on the grenade
	EXPECT_EQ(range.plugin.Find(other)->position, was.position);
	EXPECT_EQ(range.plugin.Find(other)->age, was.age);
	EXPECT_TRUE(range.plugin.Find(grenade));
	EXPECT_EQ(range.plugin.Find(fired)->position, b2Vec2(0.0f, 5.0f));
	range.Tick();
	EXPECT_NEAR(range.plugin.Find(fired)->position.x, 120.0f * k_dt, 1.0e-5f);
	EXPECT_NEAR(range.plugin.Find(other)->position.x, was.position.x + 60.0f * k_dt, 1.0e-5f);
}

TEST(PastShot, ARuleThatThrowsCostsTheRestOfItsStep)
{
	int32_t calls = 0;
	PluginDef pluginDef;
	pluginDef.rule = [&](const ImpactEvent&) -> ImpactDecision
	{
		if (++calls == 1)
		{
			throw std::runtime_error("a rule");
		}
		return Response::Stop;
	};
	RecordedRange range({0.0f, 0.0f}, pluginDef);
	range.AddBox({3.0f, 0.0f}, 0.1f, 1.0f);
	range.Start();
	for (int32_t step = 0; step < 6; ++step)
	{
		range.Tick();
	}
	EXPECT_THROW(range.plugin.Fire(Straight({0.0f, 0.0f}, {300.0f, 0.0f}), range.history, 0.0), std::runtime_error);
	ASSERT_EQ(range.plugin.Impacts().size(), 1u);
	EXPECT_NEAR(range.plugin.Impacts()[0].enter.point.x, 2.9f, 1.0e-5f);
	EXPECT_NEAR(range.plugin.Impacts()[0].time, -5.0f * k_dt + 2.9f / 300.0f, 1.0e-5f);
	range.Tick(); // no exception follows later
	EXPECT_EQ(range.plugin.Bullets().size(), 0u);
}

// Each allocation of the call fails in turn. The call must report an error, and the game must continue.
TEST(PastShot, SurvivesAnyAllocationThatFails)
{
	int32_t refused = 0;
	for (int64_t k = 0;; ++k)
	{
		PluginDef pluginDef;
		pluginDef.onError = [](const Error&) {
		};
		RecordedRange range({0.0f, 0.0f}, pluginDef);
		for (int32_t i = 0; i < 4; ++i)
		{
			b2Body* body = range.AddBody({2.0f + 2.0f * static_cast<float>(i), 0.0f}, 0.0f, b2_dynamicBody);
			b2Fixture* fixture = range.Add(body, ValueOf(MakeBox(0.1f, 1.0f)));
			body->SetLinearVelocity({0.0f, 1.0f});
			range.plugin.SetSurface(fixture, {.resistance = 10.0f, .ricochetAngle = 0.0f});
		}
		range.Start();
		for (int32_t step = 0; step < 6; ++step)
		{
			range.Tick();
		}
		BulletDef def = Straight({0.0f, 0.0f}, {150.0f, 0.0f});
		def.maxPierces = 3;
		FailingMemory memory(k);
		const BulletId id = memory.Run([&] { return range.plugin.Fire(def, range.history, 0.0); });
		const bool isRefused = range.plugin.LastError().reason == ErrorReason::OutOfMemory;
		EXPECT_TRUE(id || isRefused) << k;
		EXPECT_LE(range.plugin.Bullets().size(), id ? 1u : 0u) << k;
		EXPECT_EQ(memory.Failures() > 0, isRefused) << k;
		range.Tick();
		if (memory.Failures() == 0)
		{
			break;
		}
		++refused;
	}
	EXPECT_GT(refused, 5);
}

} // namespace ricochet::test::past_shot_test
