// MIT License, Copyright (c) 2026 the ricochet authors

// These tests play the same game through the C interface and in C++. Every step must give the same bits.

#include <ricochet/projectile/launch.h>

#include "c/two_games.h"
#include "support/test_scale.h"

#include <gtest/gtest.h>

#include <cmath>
#include <span>

namespace ricochet::test::flight_referee_test
{

namespace
{

constexpr float k_dt = 1.0f / 60.0f;
constexpr int32_t k_room = 512;

class JudgedGames : public TwoGames
{
public:
	using TwoGames::TwoGames;

	void Play()
	{
		for (int32_t step = 0; step < 90; ++step)
		{
			Launch();
			if (step == 40)
			{
				DestroyOne();
			}
			m_plugin->Step(k_dt, 8, 3);
			ASSERT_TRUE(ricochet_step(m_c.get(), k_dt, 8, 3)) << ricochet_last_message();
			Compare();
			ASSERT_FALSE(testing::Test::HasFailure()) << "step " << step;
		}
		EXPECT_GT(m_impacts, 50);
	}

	void ComparePreviews()
	{
		for (int32_t i = 0; i < 20; ++i)
		{
			BulletDef def;
			ricochet_bullet_def asked = ricochet_bullet_def_default();
			Aim(def, asked);
			FlightPreview seen;
			ASSERT_TRUE(m_plugin->PreviewPath(def, 1.0f, k_dt, seen));
			static ricochet_path_point points[16384];
			ricochet_impact impacts[k_room];
			int32_t met = -1;
			float exact = -1.0f;
			ASSERT_EQ(
			    ricochet_preview_bullet(m_c.get(), &asked, 1.0f, k_dt, points, 16384, impacts, k_room, &met, &exact),
			    static_cast<int32_t>(seen.points.size()));
			CompareFlights(seen, points, {impacts, static_cast<size_t>(met)}, exact);
		}
	}

	void CompareThrows()
	{
		int32_t ended = 0;
		for (int32_t i = 0; i < 20; ++i)
		{
			GrenadeDef def{.position = {-5.0f + 0.5f * static_cast<float>(i), 4.0f}, .velocity = {8.0f, 3.0f}};
			ricochet_grenade_def asked = ricochet_grenade_def_default();
			asked.position = ToC(def.position);
			asked.velocity = ToC(def.velocity);
			TossFinely(def, asked);
			FlightPreview seen;
			ASSERT_TRUE(m_plugin->PreviewThrow(def, 2.0f, k_dt, seen));
			static ricochet_path_point points[4096];
			ricochet_impact impacts[k_room];
			int32_t met = -1;
			float exact = -1.0f;
			ricochet_expired end{};
			ASSERT_EQ(ricochet_preview_grenade(m_c.get(), &asked, 2.0f, k_dt, points, 4096, impacts, k_room, &met,
			                                   &exact, &end),
			          static_cast<int32_t>(seen.points.size()));
			CompareFlights(seen, points, {impacts, static_cast<size_t>(met)}, exact);
			ASSERT_EQ(seen.end.has_value(), std::isfinite(end.time));
			if (seen.end)
			{
				ASSERT_TRUE(IsSame(seen.end->time, end.time) && IsSame(seen.end->position, end.position) &&
				            static_cast<int32_t>(seen.end->reason) == end.reason);
				++ended;
			}
		}
		EXPECT_GT(ended, 0);
	}

	void CompareBlastPreviews()
	{
		int32_t met = 0;
		for (int32_t i = 0; i < 20; ++i)
		{
			const b2Vec2 position{-10.0f + static_cast<float>(i), 0.25f * static_cast<float>(i)};
			ricochet_explosion_def asked = ricochet_explosion_def_default();
			asked.position = ToC(position);
			asked.user_data = 40;
			std::vector<BlastEvent> seen;
			ASSERT_TRUE(m_plugin->PreviewBlast({.position = position, .userData = 40}, seen));
			ricochet_blast_hit hits[k_room];
			const int32_t hit = ricochet_preview_blast(m_c.get(), &asked, hits, k_room);
			CompareHits(seen, {hits, static_cast<size_t>(std::max(hit, 0))});
			met += hit;
		}
		EXPECT_GT(met, 10);
	}

private:
	void CompareFlights(const FlightPreview& seen, const ricochet_path_point* points,
	                    std::span<const ricochet_impact> impacts, float exactUntil)
	{
		ASSERT_TRUE(IsSame(seen.exactUntil, exactUntil));
		for (size_t p = 0; p < seen.points.size(); ++p)
		{
			ASSERT_TRUE(IsSame(seen.points[p].position, points[p].position) &&
			            IsSame(seen.points[p].time, points[p].time) && seen.points[p].isImpact == points[p].is_impact &&
			            seen.points[p].endsStep == points[p].ends_step);
		}
		ASSERT_EQ(impacts.size(), seen.impacts.size());
		for (size_t p = 0; p < seen.impacts.size(); ++p)
		{
			CompareImpact(seen.impacts[p], impacts[p]);
		}
	}

	void Compare()
	{
		CompareEvents();
		CompareExplosions();
		CompareStates();
	}

	void CompareEvents()
	{
		ricochet_impact impacts[k_room];
		const int32_t met = ricochet_impacts(m_c.get(), 0, impacts, k_room);
		ASSERT_EQ(met, static_cast<int32_t>(m_plugin->Impacts().size()));
		m_impacts += met;
		for (int32_t i = 0; i < met; ++i)
		{
			CompareImpact(m_plugin->Impacts()[static_cast<size_t>(i)], impacts[i]);
		}
		ricochet_press presses[k_room];
		const int32_t pressed = ricochet_presses(m_c.get(), 0, presses, k_room);
		ASSERT_EQ(pressed, static_cast<int32_t>(m_plugin->Presses().size()));
		for (int32_t i = 0; i < pressed; ++i)
		{
			const PressEvent& a = m_plugin->Presses()[static_cast<size_t>(i)];
			ASSERT_TRUE(a.grenade.index == presses[i].grenade.index && IsSame(a.point, presses[i].point) &&
			            IsSame(a.normal, presses[i].normal) && IsSame(a.impulse, presses[i].impulse) &&
			            (presses[i].in_next_step == 1) == a.inNextStep &&
			            presses[i].body == m_cBodies[a.body->GetUserData().pointer]);
		}
		ricochet_expired expired[k_room];
		const int32_t ended = ricochet_expired_events(m_c.get(), 0, expired, k_room);
		ASSERT_EQ(ended, static_cast<int32_t>(m_plugin->Expired().size()));
		for (int32_t i = 0; i < ended; ++i)
		{
			const ExpiredEvent& a = m_plugin->Expired()[static_cast<size_t>(i)];
			ASSERT_TRUE(a.bullet.index == expired[i].bullet.index && a.grenade.index == expired[i].grenade.index &&
			            a.userData == expired[i].user_data && static_cast<int32_t>(a.reason) == expired[i].reason &&
			            IsSame(a.time, expired[i].time) && IsSame(a.age, expired[i].age) &&
			            IsSame(a.distance, expired[i].distance) && IsSame(a.position, expired[i].position) &&
			            IsSame(a.velocity, expired[i].velocity));
		}
	}

	void CompareExplosions()
	{
		ricochet_explosion explosions[k_room];
		const int32_t count = ricochet_explosions(m_c.get(), 0, explosions, k_room);
		ASSERT_EQ(count, static_cast<int32_t>(m_plugin->Explosions().size()));
		for (int32_t i = 0; i < count; ++i)
		{
			const ExplosionEvent& a = m_plugin->Explosions()[static_cast<size_t>(i)];
			ASSERT_TRUE(IsSame(a.position, explosions[i].position) && a.hitCount == explosions[i].hit_count &&
			            a.firstHit == explosions[i].first_hit && a.fragmentCount == explosions[i].fragment_count &&
			            a.userData == explosions[i].user_data);
		}
		ricochet_blast_hit hits[k_room];
		const int32_t hit = ricochet_blast_hits(m_c.get(), 0, hits, k_room);
		CompareHits(m_plugin->BlastHits(), {hits, static_cast<size_t>(std::max(hit, 0))});
		ASSERT_EQ(ricochet_fragments(m_c.get(), 0, nullptr, 0), static_cast<int32_t>(m_plugin->Fragments().size()));
	}

	void CompareHits(std::span<const BlastEvent> events, std::span<const ricochet_blast_hit> hits)
	{
		ASSERT_EQ(hits.size(), events.size());
		for (size_t i = 0; i < hits.size(); ++i)
		{
			const BlastEvent& a = events[i];
			ASSERT_TRUE(IsSame(a.impulse, hits[i].impulse) && IsSame(a.angularImpulse, hits[i].angular_impulse) &&
			            a.grenade.index == hits[i].grenade.index && IsSame(a.share, hits[i].share) &&
			            IsSame(a.seenLength, hits[i].seen_length) && IsSame(a.distance, hits[i].distance) &&
			            a.userData == hits[i].user_data);
		}
	}

	void ComparePlaces(float alpha)
	{
		ricochet_bullet_place bullets[k_room];
		ricochet_grenade_place grenades[k_room];
		const int32_t bulletCount = ricochet_bullets_at(m_c.get(), alpha, bullets, k_room);
		const int32_t grenadeCount = ricochet_grenades_at(m_c.get(), alpha, grenades, k_room);
		int32_t i = 0;
		m_plugin->BulletsAt(alpha,
		                    [&](const BulletPlace& a)
		                    {
			                    const ricochet_bullet_place& b = bullets[i++];
			                    ASSERT_TRUE(a.id.index == b.id.index && IsSame(a.position, b.position) &&
			                                IsSame(a.velocity, b.velocity) && a.userData == b.user_data &&
			                                a.hasEnded == b.has_ended);
		                    });
		ASSERT_EQ(bulletCount, i);
		i = 0;
		m_plugin->GrenadesAt(alpha,
		                     [&](const GrenadePlace& a)
		                     {
			                     const ricochet_grenade_place& b = grenades[i++];
			                     ASSERT_TRUE(a.id.index == b.id.index && IsSame(a.position, b.position) &&
			                                 IsSame(a.angle, b.angle) && IsSame(a.radius, b.radius) &&
			                                 a.userData == b.user_data && a.hasEnded == b.has_ended);
		                     });
		ASSERT_EQ(grenadeCount, i);
	}

	void CompareStates()
	{
		ComparePlaces(0.3f);
		ASSERT_EQ(ricochet_checksum(m_c.get()), m_plugin->Checksum());
		ricochet_bullet_state bullets[k_room];
		ricochet_vec positions[k_room];
		const int32_t flying = ricochet_get_bullets(m_c.get(), 0, bullets, k_room);
		ASSERT_EQ(flying, static_cast<int32_t>(m_plugin->Bullets().size()));
		ASSERT_EQ(ricochet_bullet_positions(m_c.get(), 0, positions, k_room), flying);
		int32_t i = 0;
		for (const BulletState a : m_plugin->Bullets())
		{
			ASSERT_TRUE(a.id.index == bullets[i].id.index && IsSame(a.position, bullets[i].position) &&
			            IsSame(a.velocity, bullets[i].velocity) && IsSame(a.position, positions[i]) &&
			            IsSame(a.age, bullets[i].age) && a.bounces == bullets[i].bounces &&
			            a.pierces == bullets[i].pierces && a.userData == bullets[i].user_data);
			ricochet_path_point path[k_room];
			const std::span<const PathPoint> flown = m_plugin->PathOf(a.id);
			ASSERT_EQ(ricochet_bullet_path(m_c.get(), bullets[i].id, path, k_room), static_cast<int32_t>(flown.size()));
			for (size_t p = 0; p < flown.size(); ++p)
			{
				ASSERT_TRUE(IsSame(flown[p].position, path[p].position));
			}
			++i;
		}
		ricochet_grenade_state grenades[k_room];
		const int32_t thrown = ricochet_get_grenades(m_c.get(), 0, grenades, k_room);
		ASSERT_EQ(thrown, static_cast<int32_t>(m_plugin->Grenades().size()));
		for (i = 0; i < thrown; ++i)
		{
			const GrenadeState& a = m_plugin->Grenades()[static_cast<size_t>(i)];
			ASSERT_TRUE(IsSame(a.position, grenades[i].position) && IsSame(a.velocity, grenades[i].velocity) &&
			            IsSame(a.angle, grenades[i].angle) && a.resting == grenades[i].resting &&
			            a.stuck == grenades[i].stuck);
		}
		ricochet_body_state bodies[64];
		const int32_t count = ricochet_get_bodies(m_cWorld.get(), 0, bodies, 64);
		ASSERT_EQ(count, m_world.GetBodyCount());
		i = 0;
		for (b2Body* body = m_world.GetBodyList(); body != nullptr; body = body->GetNext(), ++i)
		{
			ASSERT_TRUE(bodies[i].user_data == body->GetUserData().pointer &&
			            bodies[i].body == m_cBodies[body->GetUserData().pointer] &&
			            IsSame(body->GetPosition(), bodies[i].pose.position) &&
			            IsSame(body->GetAngle(), bodies[i].pose.angle) && IsSame(body->GetMass(), bodies[i].mass) &&
			            IsSame(body->GetLinearVelocity(), bodies[i].velocity));
		}
	}

	void CompareImpact(const ImpactEvent& a, const ricochet_impact& b)
	{
		ASSERT_TRUE(IsSame(static_cast<const RaySpan&>(a), b.hit));
		ASSERT_TRUE(a.bullet.index == b.bullet.index && a.grenade.index == b.grenade.index);
		ASSERT_EQ(b.hit.fixture_user_data, a.fixture != nullptr ? a.fixture->GetUserData().pointer : 0);
		ASSERT_EQ(b.hit.body_user_data, a.body != nullptr ? a.body->GetUserData().pointer : 0);
		ASSERT_EQ(b.hit.body, a.body != nullptr ? m_cBodies[a.body->GetUserData().pointer] : 0);
		ASSERT_TRUE(a.userData == b.user_data && a.child == b.hit.child &&
		            static_cast<int32_t>(a.response) == b.response);
		ASSERT_TRUE(IsSame(a.time, b.time) && IsSame(a.age, b.age) && IsSame(a.distance, b.distance));
		ASSERT_TRUE(IsSame(a.thickness, b.thickness) && IsSame(a.depth, b.depth) && IsSame(a.mass, b.mass) &&
		            IsSame(a.steepness, b.steepness) && IsSame(a.energyLost, b.energy_lost) &&
		            IsSame(a.damage, b.damage));
		ASSERT_TRUE(IsSame(a.velocityBefore, b.velocity_before) && IsSame(a.velocityAfter, b.velocity_after) &&
		            IsSame(a.impulse, b.impulse) && IsSame(a.localPoint, b.local_point) &&
		            IsSame(a.localNormal, b.local_normal) && IsSame(a.position, b.position));
	}

	int32_t m_impacts = 0;
};

} // namespace

TEST(CReferee, AGame)
{
	for (uint64_t seed = 1; seed <= static_cast<uint64_t>(ScaledCount(8)); ++seed)
	{
		JudgedGames games(8100 + seed);
		games.Play();
		ASSERT_FALSE(HasFailure()) << "seed " << seed;
		games.ComparePreviews();
		games.CompareThrows();
		games.CompareBlastPreviews();
		ASSERT_FALSE(HasFailure()) << "seed " << seed;
	}
}

TEST(CReferee, Aiming)
{
	SceneRandom random(8200);
	for (int32_t i = 0; i < ScaledCount(1000); ++i)
	{
		const b2Vec2 from = random.InBox(20.0f);
		const b2Vec2 to = random.InBox(20.0f);
		const float speed = random.LogUniform(1.0f, 500.0f);
		const float drag = random.OneIn(2) ? 0.3f : 0.0f;
		const auto solved = SolveLaunch(from, to, speed, {0.0f, -10.0f}, drag);
		float angles[2] = {0.0f, 0.0f};
		ASSERT_EQ(ricochet_solve_launch(ToC(from), ToC(to), speed, {0.0f, -10.0f}, drag, angles),
		          static_cast<bool>(solved));
		ASSERT_TRUE(!solved || (IsSame((*solved)[0], angles[0]) && IsSame((*solved)[1], angles[1])));
		ASSERT_TRUE(solved || ricochet_last_error().limit == solved.GetError().limit);
		const auto velocity = LaunchVelocity(from, to, 2.0f, {0.0f, -10.0f}, drag);
		ricochet_vec told;
		ASSERT_TRUE(ricochet_launch_velocity(ToC(from), ToC(to), 2.0f, {0.0f, -10.0f}, drag, &told));
		ASSERT_TRUE(IsSame(*velocity, told));

		const MovingTarget target{to, random.InBox(20.0f), random.InBox(2.0f)};
		const ricochet_moving_target same{ToC(to), ToC(target.velocity), ToC(target.acceleration)};
		const auto meeting = SolveIntercept(from, target, speed, {0.0f, -10.0f}, drag, 3.0f);
		ricochet_intercept met;
		ASSERT_EQ(ricochet_solve_intercept(ToC(from), &same, speed, {0.0f, -10.0f}, drag, 3.0f, &met),
		          static_cast<bool>(meeting));
		ASSERT_TRUE(!meeting || (IsSame(meeting->time, met.time) && IsSame(meeting->velocity, met.velocity) &&
		                         IsSame(meeting->point, met.point)));
		ASSERT_TRUE(meeting || ricochet_last_error().limit == meeting.GetError().limit);
	}
}

} // namespace ricochet::test::flight_referee_test
