// MIT License, Copyright (c) 2026 the ricochet authors

#include "projectile/firing_range.h"

#include <algorithm>

// Fires bullets of any speed at a wall 1 cm thick, at any step length, from any distance. Each has one impact, at the
// right place and time.

namespace ricochet::test::bullet_wall_test
{

namespace
{

enum class Wall
{
	Box,
	Circle,
	Edge,
	Chain
};

constexpr Wall k_walls[] = {Wall::Box, Wall::Circle, Wall::Edge, Wall::Chain};
constexpr const char* k_wallNames[] = {"box", "circle", "edge", "chain"};
constexpr float k_speeds[] = {1.0f, 10.0f, 300.0f, 1.0e3f, 1.0e4f, 1.0e5f, 1.0e6f};
constexpr float k_rates[] = {30.0f, 60.0f, 240.0f};

// Adds a wall whose front face, for a bullet along the x axis, is at x = 0. On a chain, the hit is at the middle
// vertex.
b2Fixture* AddWall(FiringRange& range, Wall wall)
{
	switch (wall)
	{
	case Wall::Box:
		return range.Add(range.AddBody({0.0f, 0.0f}), BoxOf(0.005f, 1.0f, {0.005f, 0.0f}, 0.0f));
	case Wall::Circle:
		return range.Add(range.AddBody({0.0f, 0.0f}), CircleOf(0.005f, {0.005f, 0.0f}));
	case Wall::Edge:
		return range.AddEdge({0.0f, -1.0f}, {0.0f, 1.0f});
	default:
		return range.AddChain({{0.0f, -1.0f}, {0.0f, 0.0f}, {0.0f, 1.0f}});
	}
}

double ThicknessOf(Wall wall)
{
	return wall == Wall::Box || wall == Wall::Circle ? 0.01 : 0.0;
}

struct Shot
{
	BulletId id;
	float start = 0.0f;
	float before = 0.0f; // x before the current step
	int32_t impacts = 0;
};

// Returns ends of steps relative to the face: in front, on the face, in the wall, on its far side, and at random
// places.
std::vector<float> StepEnds(float stepLength, SceneRandom& random)
{
	std::vector<float> ends = {0.0f,    1.0e-7f,  -1.0e-7f, 1.0e-6f,  -1.0e-6f, 1.0e-4f,   -1.0e-4f,
	                           0.0025f, 0.00499f, 0.005f,   0.00501f, 0.0075f,  0.009999f, 0.01f};
	for (int32_t i = 0; i < 20; ++i)
	{
		ends.push_back(random.Uniform(0.0f, 1.0f) * std::min(stepLength, 0.02f));
		ends.push_back(random.Uniform(-1.0f, 0.0f) * stepLength);
	}
	return ends;
}

class WallTrial
{
public:
	WallTrial(Wall wall, float speed, float rate, int32_t maxPierces)
	    : m_wall(wall), m_speed(speed), m_dt(1.0f / rate), m_maxPierces(maxPierces), m_fixture(AddWall(m_range, wall))
	{
	}

	void Run(Trouble& trouble)
	{
		FireAll();
		const double stepLength = static_cast<double>(m_speed) * m_dt;
		const int32_t steps = 5 + static_cast<int32_t>(0.03 / stepLength);
		for (m_step = 1; m_step <= steps; ++m_step)
		{
			for (Shot& shot : m_shots)
			{
				const auto state = m_range.plugin.Find(shot.id);
				shot.before = state ? state->position.x : 0.0f;
			}
			m_range.Step(m_dt);
			for (const ImpactEvent& event : m_range.plugin.Impacts())
			{
				Check(event, trouble);
			}
		}
		for (const Shot& shot : m_shots)
		{
			CheckEnd(shot, steps, trouble);
		}
	}

private:
	void FireAll()
	{
		SceneRandom random(7);
		const float stepLength = m_speed * m_dt;
		std::vector<float> starts = {0.0f, -1.0e-6f};
		for (const float end : StepEnds(stepLength, random))
		{
			starts.push_back(end - stepLength);
			starts.push_back(end - 2.0f * stepLength);
		}
		for (const float start : starts)
		{
			// A bullet that starts on the face of a solid still has to enter it. An edge has no inside, so a bullet
			// that starts on it can only leave.
			if (start < 0.0f || (start == 0.0f && ThicknessOf(m_wall) > 0.0))
			{
				BulletDef def{.position = {start, 0.0f}, .velocity = {m_speed, 0.0f}, .gravityScale = 0.0f};
				def.maxPierces = m_maxPierces;
				def.userData = m_shots.size();
				m_shots.push_back({m_range.plugin.Fire(def), start});
			}
		}
	}

	void Say(const char* what, const Shot& shot, double value, Trouble& trouble)
	{
		trouble.Add("%s: %.9g; wall %s, %g m/s from x = %.9g, dt 1/%g, step %d, x before it %.9g, maxPierces %d", what,
		            value, k_wallNames[static_cast<int>(m_wall)], static_cast<double>(m_speed),
		            static_cast<double>(shot.start), std::round(1.0 / static_cast<double>(m_dt)), m_step,
		            static_cast<double>(shot.before), m_maxPierces);
	}

	void Check(const ImpactEvent& event, Trouble& trouble)
	{
		Shot& shot = m_shots[event.userData];
		++shot.impacts;
		const double speed = m_speed;
		const double dt = m_dt;
		const double time = std::max(0.0, -static_cast<double>(shot.before) / speed);
		const double slack = 1.0e-5 * dt + UlpOf(shot.before) / speed;
		if (std::abs(static_cast<double>(event.time) - time) > slack)
		{
			Say("time is off by", shot, static_cast<double>(event.time) - time, trouble);
		}
		if (std::abs(static_cast<double>(event.enter.fraction) - static_cast<double>(event.time) / dt) > 1.0e-6)
		{
			Say("fraction is not time / dt", shot, static_cast<double>(event.enter.fraction), trouble);
		}
		if (std::abs(event.enter.point.x) > 1.0e-5f || event.enter.point.y != 0.0f)
		{
			Say("entry is not on the face", shot, static_cast<double>(event.enter.point.x), trouble);
		}
		if (DistanceOf(event.enter.normal, {-1.0f, 0.0f}) > 1.0e-6)
		{
			Say("normal does not face the bullet", shot, static_cast<double>(event.enter.normal.x), trouble);
		}
		if (std::abs(static_cast<double>(event.thickness) - ThicknessOf(m_wall)) > 1.0e-5)
		{
			Say("thickness", shot, static_cast<double>(event.thickness), trouble);
		}
		const Response response = m_maxPierces > 0 ? Response::Pierce : Response::Stop;
		if (event.response != response || event.fixture != m_fixture || event.body != m_fixture->GetBody() ||
		    event.bullet != shot.id || event.velocityBefore.x != m_speed || event.grenade || event.startsInside)
		{
			Say("another field", shot, 0.0, trouble);
		}
	}

	void CheckEnd(const Shot& shot, int32_t steps, Trouble& trouble)
	{
		if (shot.impacts != 1)
		{
			Say("impacts", shot, shot.impacts, trouble);
		}
		const auto state = m_range.plugin.Find(shot.id);
		if (state.has_value() != (m_maxPierces > 0))
		{
			Say("stops if it may not pierce, goes on if it may", shot, 0.0, trouble);
		}
		else if (state)
		{
			const double end = static_cast<double>(shot.start) + steps * static_cast<double>(m_speed) * m_dt;
			const double slack = 1.0e-5 + steps * (UlpOf(end) + UlpOf(shot.start));
			if (std::abs(static_cast<double>(state->position.x) - end) > slack || state->velocity.x != m_speed ||
			    state->pierces != 1)
			{
				Say("goes on elsewhere or slower; off by", shot, static_cast<double>(state->position.x) - end, trouble);
			}
		}
	}

	FiringRange m_range;
	Wall m_wall;
	float m_speed;
	float m_dt;
	int32_t m_maxPierces;
	int32_t m_step = 0;
	b2Fixture* m_fixture;
	std::vector<Shot> m_shots;
};

void RunWalls(int32_t maxPierces)
{
	for (const Wall wall : k_walls)
	{
		for (const float speed : k_speeds)
		{
			for (const float rate : k_rates)
			{
				Trouble trouble;
				WallTrial(wall, speed, rate, maxPierces).Run(trouble);
				EXPECT_EQ(trouble.Count(), 0) << trouble.First();
			}
		}
	}
}

} // namespace

TEST(BulletWall, StopsAtTheFaceWhateverItsSpeedAndTheStep)
{
	RunWalls(0);
}

TEST(BulletWall, PiercesOnceAndGoesOnWhateverItsSpeedAndTheStep)
{
	RunWalls(1);
}

TEST(BulletWall, LeavesASurfaceThatItStartsOnWithoutAnImpact)
{
	for (const Wall wall : k_walls)
	{
		FiringRange range;
		AddWall(range, wall);
		const BulletId id = range.plugin.Fire({.velocity = {-300.0f, 0.0f}, .gravityScale = 0.0f});
		range.Step(1.0f / 60.0f);
		EXPECT_TRUE(range.plugin.Impacts().empty()) << k_wallNames[static_cast<int>(wall)];
		EXPECT_TRUE(range.plugin.Find(id).has_value());
	}
}

TEST(BulletWall, AStoppedBulletExpiresAtTheImpact)
{
	FiringRange range;
	b2Fixture* wall = AddWall(range, Wall::Box);
	const BulletId id = range.plugin.Fire(
	    {.position = {-2.0f, 0.25f}, .velocity = {300.0f, 0.0f}, .gravityScale = 0.0f, .userData = 42});
	range.Step(1.0f / 60.0f);

	ASSERT_EQ(range.plugin.Impacts().size(), 1u);
	const ImpactEvent& impact = range.plugin.Impacts()[0];
	EXPECT_EQ(impact.fixture, wall);
	EXPECT_EQ(impact.userData, 42u);
	EXPECT_NEAR(impact.time, 2.0f / 300.0f, 1.0e-7f);
	ASSERT_EQ(range.plugin.Expired().size(), 1u);
	const ExpiredEvent& expired = range.plugin.Expired()[0];
	EXPECT_EQ(expired.bullet, id);
	EXPECT_FALSE(expired.grenade);
	EXPECT_EQ(expired.userData, 42u);
	EXPECT_EQ(expired.reason, ExpiredEvent::Reason::Stopped);
	EXPECT_EQ(expired.time, impact.time);
	EXPECT_NEAR(expired.position.x, 0.0f, 1.0e-5f);
	EXPECT_NEAR(expired.position.y, 0.25f, 1.0e-6f);
	EXPECT_FALSE(range.plugin.Find(id).has_value());
	EXPECT_TRUE(range.plugin.Bullets().empty());

	range.Step(1.0f / 60.0f);
	EXPECT_TRUE(range.plugin.Impacts().empty());
	EXPECT_TRUE(range.plugin.Expired().empty());
}

} // namespace ricochet::test::bullet_wall_test
