// MIT License, Copyright (c) 2026 the ricochet authors

#include "projectile/judged_range.h"

#include "support/reference_flight.h"

#include <algorithm>
#include <functional>

// Compares the impacts of many fast bullets at fast targets with a reference that samples their distance.
//
// The plugin may deviate from the true relative path by PluginDef::chordError, the reference by its resolution, and
// floats by their rounding. The sum is the band.
// - A path that never comes within the band of the surface must miss.
// - A path that goes deeper than the band must hit. The hit is between the first time within the band and the first
//   time at that depth.
// - Any other shot is ambiguous and may end either way. Such shots must be few.

namespace ricochet::test::moving_target_test
{

namespace
{

constexpr int32_t k_shotsPerStep = 100;

struct Shot
{
	BulletId id;
	b2Vec2 position{0.0f, 0.0f};
	b2Vec2 velocity{0.0f, 0.0f};
};

class MovingTargetTrial
{
public:
	MovingTargetTrial(float chordError, float aimRadius, uint64_t seed, float bulletSpeed = 300.0f)
	    : m_chordError(chordError), m_band(static_cast<double>(chordError) + 1.0e-5), m_aimRadius(aimRadius),
	      m_bulletSpeed(bulletSpeed), m_random(seed), m_seed(seed), m_range({0.0f, 0.0f}, {.chordError = chordError})
	{
	}

	JudgedRange& Range() { return m_range; }

	/// Fires shots at the target. reset() moves the target back to its place before every step.
	void Run(int32_t shots, b2Fixture* target, const std::function<void(SceneRandom&)>& reset)
	{
		m_target = target;
		for (m_fired = 0; m_fired < shots;)
		{
			reset(m_random);
			BodyPath path(*target->GetBody());
			m_shots.clear();
			const b2Vec2 aim =
			    target->GetBody()->GetWorldCenter() + 0.5f * k_dt * target->GetBody()->GetLinearVelocity();
			for (int32_t i = 0; i < k_shotsPerStep; ++i)
			{
				Fire(aim);
			}
			m_range.Step(k_dt, [&] { path.Close(); });
			for (const Shot& shot : m_shots)
			{
				Compare(shot, path);
			}
			for (const Shot& shot : m_shots)
			{
				m_range.Cancel(shot.id);
			}
		}
		EXPECT_EQ(m_trouble.Count(), 0) << "of " << m_fired << " shots; first: " << m_trouble.First();
		EXPECT_LT(m_ambiguous, m_fired / 50) << "the band decides too little";
		EXPECT_GT(m_hits, m_fired / 10) << "the shots are badly aimed";
		EXPECT_GT(m_fired - m_hits, m_fired / 10) << "the shots are badly aimed";
		RecordSeed();
	}

private:
	void RecordSeed()
	{
		::testing::Test::RecordProperty("seed", static_cast<int>(m_seed));
		::testing::Test::RecordProperty("hits", m_hits);
		::testing::Test::RecordProperty("ambiguous", m_ambiguous);
	}

	void Fire(b2Vec2 aim)
	{
		// The bullet passes a random point near the target at a random time of the step.
		const b2Vec2 velocity = m_bulletSpeed * m_random.Direction();
		const b2Vec2 through = aim + m_random.InBox(m_aimRadius);
		const b2Vec2 position = through - m_random.Uniform(0.0f, k_dt) * velocity;
		BulletDef def{.position = position, .velocity = velocity, .mass = 1.0e-9f, .gravityScale = 0.0f};
		def.userData = m_shots.size();
		m_shots.push_back({m_range.Fire(def), position, velocity});
		++m_fired;
	}

	void Say(const char* what, const Shot& shot, const BodyPath& path, double expected, double got)
	{
		const Pose2 before = path.At(0.0);
		const Pose2 after = path.At(1.0);
		m_trouble.Add("%s, expected %.9g, got %.9g: from (%.9g, %.9g) at (%.9g, %.9g) m/s; target from (%.9g, %.9g, "
		              "sin %.9g) to (%.9g, %.9g, sin %.9g), turn %.9g; chordError %g, seed %d",
		              what, expected, got, static_cast<double>(shot.position.x), static_cast<double>(shot.position.y),
		              static_cast<double>(shot.velocity.x), static_cast<double>(shot.velocity.y), before.position.x,
		              before.position.y, before.sine, after.position.x, after.position.y, after.sine, path.Turn(),
		              static_cast<double>(m_chordError), static_cast<int>(m_seed));
	}

	void Compare(const Shot& shot, const BodyPath& path)
	{
		const Point2 from = Widen(shot.position);
		const Point2 to = from + static_cast<double>(k_dt) * Widen(shot.velocity);
		const Encounter encounter(*m_target, path, from, to);
		const auto near = encounter.FirstWithin(m_band);
		const auto deep = encounter.FirstWithin(-m_band);
		m_ambiguous += near && !deep ? 1 : 0;

		const ImpactEvent* hit = nullptr;
		for (const ImpactEvent& event : m_range.plugin.Impacts())
		{
			if (event.bullet == shot.id)
			{
				if (hit != nullptr)
				{
					Say("a second impact", shot, path, 0.0, static_cast<double>(event.time));
				}
				hit = &event;
			}
		}
		if (hit == nullptr)
		{
			if (deep)
			{
				Say("a miss, tunnelled", shot, path, *deep, NAN);
			}
			return;
		}
		++m_hits;
		CheckHit(*hit, encounter, near, deep, shot, path);
	}

	void CheckHit(const ImpactEvent& hit, const Encounter& encounter, const std::optional<double>& near,
	              const std::optional<double>& deep, const Shot& shot, const BodyPath& path)
	{
		const double share = static_cast<double>(hit.time) / static_cast<double>(k_dt);
		if (near.has_value() == false)
		{
			Say("a hit without contact", shot, path, NAN, share);
			return;
		}
		if (share < *near - 1.0e-6)
		{
			Say("too early", shot, path, *near, share);
		}
		if (deep && share > *deep + 1.0e-6)
		{
			Say("too late", shot, path, *deep, share);
		}
		const double miss = Length(Widen(hit.enter.point) - encounter.PointAt(share));
		if (miss > m_band)
		{
			Say("the point is off the bullet's path by", shot, path, 0.0, miss);
		}
		if (hit.startsInside)
		{
			return;
		}
		if (std::abs(encounter.DistanceAt(share)) > m_band)
		{
			Say("the point is off the surface by", shot, path, 0.0, encounter.DistanceAt(share));
		}

		// A point 5 mm out along the outward normal must be 5 mm from the surface, except near rounded corners.
		const Pose2 pose = path.At(share);
		const Point2 outside = Widen(hit.enter.point) + 0.005 * Widen(hit.enter.normal);
		const double rise = SignedDistance(*m_target->GetShape(), 0, pose.ToLocal(outside));
		if (std::abs(rise - 0.005) > m_band + 1.0e-4)
		{
			Say("the normal does not point out", shot, path, 0.005, rise);
		}
	}

	float m_chordError;
	double m_band;
	float m_aimRadius;
	float m_bulletSpeed;
	SceneRandom m_random;
	uint64_t m_seed;
	JudgedRange m_range;
	b2Fixture* m_target = nullptr;
	std::vector<Shot> m_shots;
	int32_t m_fired = 0;
	int32_t m_hits = 0;
	int32_t m_ambiguous = 0;
	Trouble m_trouble;
};

// Shoots at a paddle of 2 m by 2 cm that rotates at 50 rad/s. Its tips move at 50 m/s, and it turns by 0.8 rad in a
// step.
void ShootAtPaddle(float chordError, int32_t shots, uint64_t seed)
{
	MovingTargetTrial trial(chordError, 1.2f, seed);
	b2Fixture* paddle = trial.Range().AddBox({0.0f, 0.0f}, 1.0f, 0.01f, 0.0f, b2_kinematicBody);
	trial.Run(shots, paddle,
	          [&](SceneRandom& random)
	          {
		          paddle->GetBody()->SetTransform({3.0f, -2.0f}, random.Uniform(-3.0f, 3.0f));
		          paddle->GetBody()->SetAngularVelocity(random.OneIn(2) ? 50.0f : -50.0f);
	          });
}

} // namespace

TEST(MovingTarget, ASpinningThinPaddleIsHitWhereTheReferenceSays)
{
	ShootAtPaddle(0.001f, ScaledCount(10000), 21);
}

TEST(MovingTarget, ASpinningThinPaddleIsHitMoreExactlyWithASmallerChordError)
{
	ShootAtPaddle(1.0e-5f, ScaledCount(4000), 22);
}

TEST(MovingTarget, ABoxCrossingAtAHundredMetresASecondIsHitWhereTheReferenceSays)
{
	MovingTargetTrial trial(1.0e-5f, 1.2f, 23);
	b2Fixture* box = trial.Range().AddBox({0.0f, 0.0f}, 0.5f, 0.25f, 0.3f, b2_kinematicBody);
	trial.Run(ScaledCount(10000), box,
	          [&](SceneRandom& random)
	          {
		          box->GetBody()->SetTransform({-1.0f, 2.0f}, 0.3f);
		          box->GetBody()->SetLinearVelocity(100.0f * random.Direction());
	          });
}

TEST(MovingTarget, ABoxThatCrossesAndTurnsIsHitWhereTheReferenceSays)
{
	// The centre of mass is off the body's origin, so the origin moves along a curve.
	MovingTargetTrial trial(0.001f, 1.2f, 24);
	b2Fixture* box = trial.Range().Add(trial.Range().AddBody({0.0f, 0.0f}, 0.0f, b2_dynamicBody),
	                                   BoxOf(0.5f, 0.25f, {0.4f, 0.2f}, 0.5f), 1000.0f);
	trial.Run(ScaledCount(10000), box,
	          [&](SceneRandom& random)
	          {
		          box->GetBody()->SetTransform({-1.0f, 2.0f}, random.Uniform(-3.0f, 3.0f));
		          box->GetBody()->SetLinearVelocity(100.0f * random.Direction());
		          box->GetBody()->SetAngularVelocity(random.Uniform(-40.0f, 40.0f));
	          });
}

TEST(MovingTarget, ADynamicCircleCrossingAtAHundredMetresASecondIsHitWhereTheReferenceSays)
{
	MovingTargetTrial trial(1.0e-5f, 0.6f, 25);
	b2Fixture* circle = trial.Range().AddCircle({0.0f, 0.0f}, 0.3f, b2_dynamicBody);
	trial.Run(ScaledCount(10000), circle,
	          [&](SceneRandom& random)
	          {
		          circle->GetBody()->SetTransform({1.0f, 1.0f}, 0.0f);
		          circle->GetBody()->SetLinearVelocity(100.0f * random.Direction());
		          circle->GetBody()->SetAngularVelocity(0.0f);
	          });
}

TEST(MovingTarget, BulletsThatStandStillOrCreepAreHitByWhatComes)
{
	for (const float speed : {0.0f, 1.0f})
	{
		MovingTargetTrial box(0.001f, 1.5f, 26, speed);
		b2Body* body = box.Range().AddBox({0.0f, 0.0f}, 0.3f, 0.2f, 0.0f, b2_kinematicBody)->GetBody();
		// Few of these shots hit, so the check of the number of hits needs a sample of at least 1000 shots.
		box.Run(std::max(ScaledCount(2000), 1000), body->GetFixtureList(),
		        [&](SceneRandom& random)
		        {
			        body->SetTransform({1.0f, -1.0f}, random.Uniform(-3.0f, 3.0f));
			        body->SetLinearVelocity(100.0f * random.Direction());
			        body->SetAngularVelocity(random.OneIn(2) ? 0.0f : random.Uniform(-40.0f, 40.0f));
		        });
	}
}

TEST(MovingTarget, ASpinningEdgeOrChainIsCrossedWhereTheReferenceSays)
{
	// An edge has no inside. In the edge's frame, a path crosses the edge where its y changes sign between the edge's
	// ends. The samples are so dense that two neighbouring ones cannot have two crossings between them.
	const uint64_t seed = 27;
	SceneRandom random(seed);
	Trouble trouble;
	int32_t ambiguous = 0;
	int32_t crossed = 0;
	const int32_t count = ScaledCount(10000);
	for (int32_t fired = 0; fired < count;)
	{
		JudgedRange range;
		b2Fixture* target = nullptr;
		if (random.OneIn(2))
		{
			target = range.AddChain({{-1.0f, 0.0f}, {-0.3f, 0.0f}, {0.2f, 0.0f}, {1.0f, 0.0f}}, random.InBox(3.0f),
			                        b2_kinematicBody);
		}
		else
		{
			target = range.Add(range.AddBody(random.InBox(3.0f), 0.0f, b2_kinematicBody),
			                   EdgeOf({-1.0f, 0.0f}, {1.0f, 0.0f}));
		}
		b2Body* body = target->GetBody();
		body->SetTransform(body->GetPosition(), random.Uniform(-3.0f, 3.0f));
		body->SetAngularVelocity(random.Uniform(-50.0f, 50.0f));
		body->SetLinearVelocity(random.InBox(50.0f));
		BodyPath path(*body);
		std::vector<Shot> shots;
		for (int32_t i = 0; i < k_shotsPerStep; ++i)
		{
			const b2Vec2 velocity = random.LogUniform(1.0f, 1000.0f) * random.Direction();
			const b2Vec2 through = body->GetPosition() + random.InBox(0.7f);
			const b2Vec2 position = through - random.Uniform(0.0f, k_dt) * velocity;
			const BulletId id = range.Fire({.position = position, .velocity = velocity, .gravityScale = 0.0f});
			shots.push_back({id, position, velocity});
			++fired;
		}
		range.Step(k_dt, [&] { path.Close(); });
		for (const Shot& shot : shots)
		{
			const auto localAt = [&](double share)
			{
				const Point2 point = Widen(shot.position) + share * static_cast<double>(k_dt) * Widen(shot.velocity);
				return path.At(share).ToLocal(point);
			};
			double first = 2.0;
			bool unsure = false;
			Point2 last = localAt(0.0);
			for (int32_t k = 1; k <= 1000; ++k)
			{
				const Point2 here = localAt(k / 1000.0);
				if (last.y * here.y <= 0.0)
				{
					const double part = last.y / (last.y - here.y);
					const double x = last.x + part * (here.x - last.x);
					unsure = unsure || std::abs(std::abs(x) - 1.0) < 0.005;
					first = std::abs(x) < 1.0 && first > 1.0 ? (k - 1 + part) / 1000.0 : first;
				}
				unsure = unsure || (std::min(std::abs(last.y), std::abs(here.y)) < 0.002 &&
				                    std::abs(here.y - last.y) < 0.002 && std::abs(here.x) < 1.01);
				last = here;
			}
			const double ySpeed =
			    std::abs(localAt(std::min(first, 1.0)).y - localAt(std::min(first, 1.0) - 0.001).y) / 0.001;
			const bool hit = CountOf(range.plugin.Impacts(), shot.id) > 0;
			if (unsure)
			{
				++ambiguous;
				continue;
			}
			crossed += first <= 1.0 ? 1 : 0;
			double time = 2.0;
			for (const ImpactEvent& event : range.plugin.Impacts())
			{
				time = event.bullet == shot.id ? static_cast<double>(event.time / k_dt) : time;
			}
			if (hit != (first <= 1.0) || (hit && std::abs(time - first) * ySpeed > 0.003))
			{
				trouble.Add(
				    "hit at %.9g, expected at %.9g: from (%.9g, %.9g) at (%.9g, %.9g) m/s, turn %.9g, seed %d, shot %d",
				    time, first, static_cast<double>(shot.position.x), static_cast<double>(shot.position.y),
				    static_cast<double>(shot.velocity.x), static_cast<double>(shot.velocity.y), path.Turn(),
				    static_cast<int>(seed), static_cast<int>(shot.id.index));
			}
		}
	}
	EXPECT_EQ(trouble.Count(), 0) << "of " << count << "; first: " << trouble.First();
	EXPECT_GT(crossed, count / 10);
	EXPECT_LT(ambiguous, count / 3);
	RecordProperty("ambiguous", ambiguous);
}

TEST(MovingTarget, BodiesThatMovedAreCounted)
{
	JudgedRange range;
	range.AddBox({0.0f, 0.0f}, 1.0f, 1.0f);
	range.AddBox({5.0f, 0.0f}, 1.0f, 1.0f, 0.0f, b2_kinematicBody);
	b2Body* moving = range.AddBox({10.0f, 0.0f}, 1.0f, 1.0f, 0.0f, b2_kinematicBody)->GetBody();
	moving->SetLinearVelocity({1.0f, 0.0f});
	b2Body* turning = range.AddBox({15.0f, 0.0f}, 1.0f, 1.0f, 0.0f, b2_dynamicBody)->GetBody();
	turning->SetAngularVelocity(1.0f);
	range.Step(k_dt);
	EXPECT_EQ(range.plugin.Stats().movedBodies, 0) << "nothing flies";
	range.Fire(Lasting({0.0f, 50.0f}, {1.0f, 0.0f}));
	range.Step(k_dt);
	EXPECT_EQ(range.plugin.Stats().movedBodies, 2);
	moving->SetLinearVelocity({0.0f, 0.0f});
	range.Step(k_dt);
	EXPECT_EQ(range.plugin.Stats().movedBodies, 1);
}

TEST(MovingTarget, ATargetThatCameDuringTheStepStandsWhereItIs)
{
	JudgedRange range;
	range.Fire({.position = {-2.0f, 0.0f}, .velocity = {300.0f, 0.0f}, .gravityScale = 0.0f});
	b2Fixture* wall = nullptr;
	range.Step(k_dt, [&] { wall = range.AddBox({0.5f, 0.0f}, 0.5f, 0.5f, 0.0f, b2_dynamicBody); });
	ASSERT_EQ(range.plugin.Impacts().size(), 1u);
	EXPECT_EQ(range.plugin.Impacts()[0].fixture, wall);
	EXPECT_NEAR(range.plugin.Impacts()[0].enter.point.x, 0.0f, 1.0e-6f);
}

// The game reverses the body's velocity after the world's step, but the body's motion in the step still leads into the
// bullet. The body must push the bullet along without an impact.
TEST(MovingTarget, ABodyWhoseNewVelocityLeadsAwayOnlyPushesTheBulletAlong)
{
	SceneRandom random(0xA3A7);
	for (int i = 0; i < ScaledCount(600); ++i)
	{
		FiringRange range;
		const b2BodyType type = i % 2 == 0 ? b2_kinematicBody : b2_dynamicBody;
		b2Body* body = range.AddBody({0.0f, 0.0f}, 0.0f, type);
		range.Add(body, *MakeBox(0.5f, 0.5f));
		body->SetLinearVelocity({30.0f, 0.0f});
		body->SetAngularVelocity(random.OneIn(2) ? 0.0f : random.Uniform(-5.0f, 5.0f));
		BulletDef bullet = Straight({random.Uniform(0.55f, 0.7f), random.Uniform(-0.3f, 0.3f)},
		                            {random.Uniform(-3.0f, 3.0f), random.Uniform(-3.0f, 3.0f)});
		bullet.radius = random.OneIn(2) ? 0.0f : 0.04f;
		bullet.maxBounces = random.OneIn(2) ? 0 : 5;
		const BulletId id = range.plugin.Fire(bullet);
		range.Step(k_dt,
		           [&]
		           {
			           body->SetLinearVelocity({-20.0f, 0.0f});
			           body->SetAngularVelocity(0.0f);
		           });
		ASSERT_TRUE(range.plugin.Impacts().empty()) << i;
		const std::optional<BulletState> state = range.plugin.Find(id);
		ASSERT_TRUE(state.has_value()) << i;
		EXPECT_GT(state->position.x, body->GetPosition().x + 0.4f) << i;
		EXPECT_EQ(body->GetLinearVelocity().x, -20.0f) << i;
	}
}

} // namespace ricochet::test::moving_target_test
