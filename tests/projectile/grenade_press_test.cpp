// MIT License, Copyright (c) 2026 the ricochet authors

#include "projectile/firing_range.h"

#include "support/random.h"
#include "support/reference_flight.h"

#include <algorithm>

// Tests solids that close in on a grenade. If there is a free place, the grenade must stay in it. Otherwise it is
// crushed, on the side of the solids where it was.

namespace ricochet::test::grenade_press_test
{

namespace
{

constexpr float k_radius = 0.05f;

enum class Barrier
{
	Chain,
	Edge,
	ThinBox,
	ThickBox ///< 20 cm thick
};

constexpr Barrier k_barriers[] = {Barrier::Chain, Barrier::Edge, Barrier::ThinBox, Barrier::ThickBox};

// Adds a barrier that is 20 m wide and faces up. Its surface is at the body's y.
void AddBarrier(FiringRange& range, b2Body* body, Barrier kind)
{
	b2EdgeShape edge;
	b2PolygonShape box;
	b2ChainShape chain;
	const b2Vec2 vertices[] = {{10.0f, 0.0f}, {3.0f, 0.0f}, {0.0f, 0.0f}, {-4.0f, 0.0f}, {-10.0f, 0.0f}};
	switch (kind)
	{
	case Barrier::Chain:
		chain.CreateChain(vertices, 5, {12.0f, 0.0f}, {-12.0f, 0.0f});
		range.Add(body, chain);
		break;
	case Barrier::Edge:
		edge.SetTwoSided({-10.0f, 0.0f}, {10.0f, 0.0f});
		range.Add(body, edge);
		break;
	case Barrier::ThinBox:
		box.SetAsBox(10.0f, 0.005f, {0.0f, -0.005f}, 0.0f);
		range.Add(body, box);
		break;
	default:
		box.SetAsBox(10.0f, 0.1f, {0.0f, -0.1f}, 0.0f);
		range.Add(body, box);
		break;
	}
}

GrenadeId ThrowAt(FiringRange& range, b2Vec2 position, float radius = k_radius)
{
	GrenadeDef def{.position = position, .radius = radius};
	def.fuse = 1.0e6f;
	return range.plugin.Throw(def);
}

// Drops one crate on one grenade. Until the crate has come to rest, the grenade stays above the ground, outside the
// crate, and alive.
void DropCrate(Barrier ground, float mass, float fall, float rate)
{
	FiringRange range(k_gravity);
	AddBarrier(range, range.AddBody({0.0f, 0.0f}), ground);
	const GrenadeId id = ThrowAt(range, {0.013f, k_radius + 0.001f});
	for (int32_t i = 0; i < static_cast<int32_t>(0.3f * rate); ++i)
	{
		range.Step(1.0f / rate);
	}
	const float half = 0.3f;
	const b2PolygonShape box = BoxOf(half, half);
	b2Body* crate = range.AddBody({0.0f, 2.0f * k_radius + half + fall}, 0.0f, b2_dynamicBody);
	const b2Fixture* fixture = range.Add(crate, box, mass / (4.0f * half * half));
	b2Transform lying = crate->GetTransform();
	float lyingAngle = 0.0f;
	for (int32_t i = 0; i < static_cast<int32_t>(5.0f * rate); ++i)
	{
		if (i == static_cast<int32_t>(4.0f * rate))
		{
			lying = crate->GetTransform();
			lyingAngle = crate->GetAngle();
		}
		range.Step(1.0f / rate);
		const auto state = range.plugin.Find(id);
		ASSERT_TRUE(state.has_value()) << "crushed in step " << i;
		const Point2 center = Widen(state->position);
		const double radius = state->radius;
		ASSERT_GE(center.y, radius - k_contactSlack) << "below the ground after step " << i;
		ASSERT_GE(SignedDistance(*fixture, center), radius - k_contactSlack) << "in the crate after step " << i;
	}
	// The grenade that supports the crate cancels the speed of one step's gravity in advance, so the crate's state may
	// show this speed.
	EXPECT_LT(SpeedOf(crate->GetLinearVelocity()), 0.02 + 10.0 / static_cast<double>(rate));
	EXPECT_LT(DistanceOf(crate->GetPosition(), lying.p), 0.002);
	EXPECT_LT(std::abs(crate->GetAngle() - lyingAngle), 0.005f);
	EXPECT_GT(crate->GetPosition().y, half - 0.02f);
}

// A kinematic press moves towards a barrier from below or above, with a grenade between them.
struct PressCase
{
	Barrier barrier;
	bool isLift;
	bool stopsShort; ///< the press leaves the grenade half a radius of space
	float speed;
	float rate;
};

void RunPress(const PressCase& what)
{
	FiringRange range(k_gravity);
	const float way = 1.0f;
	// Either a lift rises to a ceiling, or a crusher comes down to a floor. The upper barrier faces down.
	b2Body* lower = range.AddBody({0.0f, 0.0f}, 0.0f, what.isLift ? b2_kinematicBody : b2_staticBody);
	b2Body* upper = range.AddBody({0.0f, way}, b2_pi, what.isLift ? b2_staticBody : b2_kinematicBody);
	AddBarrier(range, lower, what.isLift ? Barrier::ThickBox : what.barrier);
	AddBarrier(range, upper, what.isLift ? what.barrier : Barrier::ThickBox);
	const GrenadeId id = ThrowAt(range, {0.013f, k_radius + 0.001f});
	for (int32_t i = 0; i < 20; ++i)
	{
		range.Step(1.0f / what.rate);
	}
	float left = way - (what.stopsShort ? 2.5f * k_radius : -0.5f);
	bool crushed = false;
	for (int32_t i = 0; i < static_cast<int32_t>(1.5f * what.rate * way / what.speed) + 30; ++i)
	{
		const float now = std::min(left, what.speed / what.rate);
		left -= now;
		const float velocity = now * what.rate;
		(what.isLift ? lower : upper)->SetLinearVelocity({0.0f, what.isLift ? velocity : -velocity});
		const double above = upper->GetPosition().y;
		const double below = lower->GetPosition().y;
		range.Step(1.0f / what.rate);
		for (const ExpiredEvent& event : range.plugin.Expired())
		{
			crushed = true;
			EXPECT_EQ(event.reason, ExpiredEvent::Reason::Crushed);
			EXPECT_GT(event.position.y, below) << "crushed below, in step " << i;
			EXPECT_LT(event.position.y, above) << "crushed above, in step " << i;
		}
		if (const auto state = range.plugin.Find(id))
		{
			const double y = state->position.y;
			ASSERT_GE(y - k_radius, lower->GetPosition().y - k_contactSlack) << "behind after step " << i;
			ASSERT_LE(y + k_radius, upper->GetPosition().y + k_contactSlack) << "behind after step " << i;
		}
	}
	EXPECT_EQ(crushed, what.stopsShort == false);
}

template <class Run>
void ForEveryPress(bool stopsShort, Run run)
{
	for (const Barrier barrier : k_barriers)
	{
		for (const bool isLift : {false, true})
		{
			for (const float speed : {1.0f, 3.0f, 8.0f, 15.0f, 30.0f})
			{
				for (const float rate : {30.0f, 60.0f, 240.0f})
				{
					SCOPED_TRACE(testing::Message()
					             << (isLift ? "lift" : "crusher") << ", barrier " << static_cast<int>(barrier) << ", "
					             << speed << " m/s at " << rate << " Hz");
					run(PressCase{barrier, isLift, stopsShort, speed, rate});
				}
			}
		}
	}
}

// Two walls on a floor close in from both sides.
void RunClosingWalls(float speed, bool leaveSpace, bool areEdges)
{
	constexpr float dt = 1.0f / 60.0f;
	FiringRange range(k_gravity);
	range.AddBox({0.0f, -0.5f}, 10.0f, 0.5f);
	const GrenadeId id = ThrowAt(range, {0.2f, k_radius + 0.001f});
	b2Body* walls[2];
	for (int32_t i = 0; i < 2; ++i)
	{
		const float side = i == 0 ? -1.0f : 1.0f;
		walls[i] = range.AddBody({side, 0.0f}, 0.0f, b2_kinematicBody);
		const b2PolygonShape box = BoxOf(0.05f, 5.0f, {0.05f * side, 5.01f}, 0.0f);
		areEdges ? range.Add(walls[i], EdgeOf({0.0f, 0.01f}, {0.0f, 10.0f})) : range.Add(walls[i], box);
	}
	float left = leaveSpace ? 1.0f - 1.1f * k_radius : 1.0f;
	bool crushed = false;
	for (int32_t step = 0; step < static_cast<int32_t>(60.0f / speed) + 60; ++step)
	{
		const float now = std::min(left, speed * dt);
		left -= now;
		walls[0]->SetLinearVelocity({now / dt, 0.0f});
		walls[1]->SetLinearVelocity({-now / dt, 0.0f});
		range.Step(dt);
		for (const ExpiredEvent& event : range.plugin.Expired())
		{
			crushed = true;
			EXPECT_LE(std::abs(event.position.x), 1.0f) << "crushed behind a wall";
		}
		if (const auto state = range.plugin.Find(id))
		{
			const double x = state->position.x;
			ASSERT_GE(x - k_radius, walls[0]->GetPosition().x - k_contactSlack) << "step " << step;
			ASSERT_LE(x + k_radius, walls[1]->GetPosition().x + k_contactSlack) << "step " << step;
			ASSERT_GE(static_cast<double>(state->position.y), k_radius - k_contactSlack) << "step " << step;
		}
	}
	EXPECT_EQ(crushed, leaveSpace == false);
}

std::string NameOfCase(const testing::TestParamInfo<Barrier>& info)
{
	constexpr const char* names[] = {"Chain", "Edge", "ThinBox", "ThickBox"};
	return names[static_cast<int>(info.param)];
}

class Crate : public testing::TestWithParam<Barrier>
{
};

} // namespace

TEST_P(Crate, ThatFallsOnALyingGrenadeIsProppedByIt)
{
	for (const float mass : {0.1f, 1.0f, 10.0f, 1000.0f})
	{
		for (const float fall : {0.05f, 0.5f, 2.0f, 5.0f})
		{
			for (const float rate : {60.0f, 144.0f})
			{
				SCOPED_TRACE(testing::Message() << mass << " kg fall " << fall << " m at " << rate << " Hz");
				DropCrate(GetParam(), mass, fall, rate);
			}
		}
	}
}

INSTANTIATE_TEST_SUITE_P(GrenadePress, Crate, testing::ValuesIn(k_barriers), NameOfCase);

TEST(GrenadePress, LiftsAndCrushersThatDoNotStopCrushItBeforeTheBarrier)
{
	ForEveryPress(false, RunPress);
}

TEST(GrenadePress, LiftsAndCrushersThatLeaveSpaceDoNotCrushIt)
{
	ForEveryPress(true, RunPress);
}

TEST(GrenadePress, WallsThatCloseCrushItBetweenThemOrLeaveItThere)
{
	for (const float speed : {1.0f, 5.0f, 8.0f, 15.0f, 30.0f})
	{
		for (const bool leaveSpace : {false, true})
		{
			for (const bool areEdges : {false, true})
			{
				SCOPED_TRACE(testing::Message() << speed << " m/s, " << (leaveSpace ? "with" : "without") << " space, "
				                                << (areEdges ? "edges" : "boxes"));
				RunClosingWalls(speed, leaveSpace, areEdges);
			}
		}
	}
}

// A body hits a flying grenade and pushes it against a ceiling in the same step.
TEST(GrenadePress, AGrenadeThatABodyPushesMeetsAWallWhereTheWallIs)
{
	SceneRandom random(0x9E55);
	int impacts = 0;
	for (int i = 0; i < ScaledCount(6000); ++i)
	{
		FiringRange range;
		range.AddBox({0.0f, 1.0f}, 5.0f, 1.0f);
		b2Body* body = range.AddBody({random.Uniform(-0.5f, 0.5f), random.Uniform(-1.6f, -1.2f)},
		                             random.Uniform(0.0f, 6.0f), b2_dynamicBody);
		range.Add(body, *MakeBox(0.4f, 0.4f), random.Uniform(0.1f, 3.0f));
		body->SetLinearVelocity({random.Uniform(-5.0f, 5.0f), random.Uniform(0.0f, 25.0f)});
		body->SetAngularVelocity(random.Uniform(-10.0f, 10.0f));
		GrenadeDef grenade;
		grenade.radius = random.Uniform(0.05f, 0.2f);
		grenade.position = {random.Uniform(-0.2f, 0.2f), -grenade.radius - random.Uniform(0.01f, 0.3f)};
		grenade.velocity = {random.Uniform(-8.0f, 8.0f), random.Uniform(-8.0f, 12.0f)};
		grenade.mass = random.Uniform(0.2f, 2.0f);
		grenade.restitution = random.Uniform(0.0f, 1.0f);
		range.plugin.Throw(grenade);
		for (int step = 0; step < 4; ++step)
		{
			range.Step(k_dt);
			for (const ImpactEvent& impact : range.plugin.Impacts())
			{
				if (impact.startsInside == false)
				{
					const float distance = (impact.position - impact.enter.point).Length();
					EXPECT_NEAR(distance, grenade.radius, 0.002f) << i << " in step " << step;
					++impacts;
				}
			}
		}
	}
	EXPECT_GT(impacts, ScaledCount(6000));
}

} // namespace ricochet::test::grenade_press_test
