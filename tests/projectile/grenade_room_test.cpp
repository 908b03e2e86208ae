// MIT License, Copyright (c) 2026 the ricochet authors

#include "projectile/firing_range.h"

#include "support/reference_flight.h"

#include <algorithm>

// Tests closed rotating rooms, machines in them, and rooms full of bodies. No grenade gets out, and every grenade that
// has space survives.

namespace ricochet::test::grenade_room_test
{

namespace
{

// A room, with its vertices counter-clockwise in the frame of its body.
struct Room
{
	b2Body* body = nullptr;
	std::vector<b2Vec2> vertices;

	// Returns the depth of a point inside the room, which must be convex; negative outside.
	[[nodiscard]] double DepthOf(Point2 world) const
	{
		const Point2 local = PoseOf(*body).ToLocal(world);
		double depth = HUGE_VAL;
		for (size_t i = 0; i < vertices.size(); ++i)
		{
			const Point2 a = Widen(vertices[i]);
			const Point2 along = Widen(vertices[(i + 1) % vertices.size()]) - a;
			depth = std::min(depth, Cross(along, local - a) / Length(along));
		}
		return depth;
	}
};

Room AddRoom(FiringRange& range, const std::vector<b2Vec2>& vertices, b2BodyType type)
{
	return {range.AddLoop({vertices.rbegin(), vertices.rend()}, {0.0f, 0.0f}, type)->GetBody(), vertices};
}

// Returns a triangle with two sides of 2 m that enclose the angle. Its centroid is at the origin.
std::vector<b2Vec2> Triangle(float angle)
{
	const b2Vec2 a{0.0f, 0.0f};
	const b2Vec2 b{2.0f, 0.0f};
	const b2Vec2 c{2.0f * std::cos(angle), 2.0f * std::sin(angle)};
	const b2Vec2 middle = (1.0f / 3.0f) * (a + b + c);
	return {a - middle, b - middle, c - middle};
}

void CheckWalls(const FiringRange& range, const Room& room, int32_t step, Trouble& trouble)
{
	for (const GrenadeState& state : range.plugin.Grenades())
	{
		const double depth = room.DepthOf(Widen(state.position)) - static_cast<double>(state.radius);
		if ((depth >= -k_contactSlack) == false)
		{
			trouble.Add("step %d: grenade %d, radius %.9g, at (%.9g, %.9g) is %.9g m within the walls", step,
			            static_cast<int>(state.id.index), static_cast<double>(state.radius),
			            static_cast<double>(state.position.x), static_cast<double>(state.position.y), depth);
		}
	}
}

// Counts every end of a grenade as a failure, whatever its reason.
void CheckEnds(const FiringRange& range, int32_t step, Trouble& trouble)
{
	for (const ExpiredEvent& event : range.plugin.Expired())
	{
		trouble.Add("step %d: grenade %d ends for reason %d at (%.9g, %.9g)", step,
		            static_cast<int>(event.grenade.index), static_cast<int>(event.reason),
		            static_cast<double>(event.position.x), static_cast<double>(event.position.y));
	}
}

// Counts every grenade that is inside a solid as a failure.
void CheckSolids(const FiringRange& range, int32_t step, Trouble& trouble)
{
	for (const GrenadeState& state : range.plugin.Grenades())
	{
		const double depth = static_cast<double>(state.radius) - SignedDistance(range.world, Widen(state.position));
		if ((depth <= k_contactSlack) == false)
		{
			trouble.Add("step %d: grenade %d, radius %.9g, at (%.9g, %.9g) is %.9g m in something", step,
			            static_cast<int>(state.id.index), static_cast<double>(state.radius),
			            static_cast<double>(state.position.x), static_cast<double>(state.position.y), depth);
		}
	}
}

void ThrowInside(FiringRange& range, SceneRandom& random, const Room& room, float halfWidth, int32_t count)
{
	while (count > 0)
	{
		GrenadeDef def;
		def.radius = random.LogUniform(0.02f, 0.1f);
		def.position = random.InBox(halfWidth);
		def.velocity = random.LogUniform(0.1f, 10.0f) * random.Direction();
		def.fuse = 1.0e6f;
		const double free = static_cast<double>(def.radius) + 0.01;
		if (room.DepthOf(Widen(def.position)) > free && SignedDistance(range.world, Widen(def.position)) > free)
		{
			ASSERT_TRUE(range.plugin.Throw(def)) << range.plugin.LastError().Message();
			--count;
		}
	}
}

// Rotates the room for ten seconds at 2 rad/s.
void RunTurningRoom(float angle, float rate)
{
	SceneRandom random(301);
	FiringRange range(k_gravity);
	const Room room = AddRoom(range, Triangle(angle), b2_kinematicBody);
	room.body->SetAngularVelocity(2.0f);
	ThrowInside(range, random, room, 2.0f, 20);
	Trouble trouble;
	for (int32_t step = 0; step < ScaledCount(static_cast<int>(10.0f * rate)); ++step)
	{
		range.Step(1.0f / rate);
		CheckEnds(range, step, trouble);
		CheckWalls(range, room, step, trouble);
	}
	EXPECT_EQ(trouble.Count(), 0) << "first: " << trouble.First();
	EXPECT_EQ(range.plugin.Grenades().size(), 20u);
}

// A room of falling boxes. From time to time, one box is thrown upwards.
void RunBusyRoom(Trouble& crushed, Trouble& trouble)
{
	SceneRandom random(303);
	FiringRange range(k_gravity);
	const Room room =
	    AddRoom(range, {{-10.0f, -10.0f}, {10.0f, -10.0f}, {10.0f, 10.0f}, {-10.0f, 10.0f}}, b2_staticBody);
	std::vector<b2Body*> boxes;
	for (int32_t i = 0; i < 40; ++i)
	{
		const b2PolygonShape box = BoxOf(random.Uniform(0.2f, 0.8f), random.Uniform(0.2f, 0.8f));
		b2Body* body = range.AddBody(random.InBox(8.0f), random.Uniform(-3.0f, 3.0f), b2_dynamicBody);
		range.Add(body, box, random.LogUniform(0.1f, 10.0f));
		boxes.push_back(body);
	}
	for (int32_t i = 0; i < 60; ++i)
	{
		range.Step(k_dt); // Box2D separates the boxes
	}
	for (int32_t step = 0; step < ScaledCount(600); ++step)
	{
		for (b2Body* box : boxes)
		{
			if (random.OneIn(300))
			{
				box->SetLinearVelocity(random.Uniform(2.0f, 12.0f) * random.Direction());
				box->SetAngularVelocity(random.Uniform(-6.0f, 6.0f));
			}
		}
		if (step % 30 == 0)
		{
			ThrowInside(range, random, room, 9.5f, 3);
		}
		range.Step(k_dt);
		CheckEnds(range, step, crushed);
		CheckWalls(range, room, step, trouble);
		CheckSolids(range, step, trouble);
	}
}

// A room of 3 m whose boxes fall to another side every 20 steps. Two grenades are thrown meanwhile.
void RunTightRoom(uint64_t seed, Trouble& ends, Trouble& trouble)
{
	SceneRandom random(seed);
	FiringRange range(k_gravity);
	const float h = 1.5f;
	const Room room = AddRoom(range, {{-h, -h}, {h, -h}, {h, h}, {-h, h}}, b2_staticBody);
	for (const b2Vec2 side : {b2Vec2{1.0f, 0.0f}, {-1.0f, 0.0f}, {0.0f, 1.0f}, {0.0f, -1.0f}})
	{
		range.AddBox((h + 0.5f) * side, 0.5f + h * std::abs(side.y), 0.5f + h * std::abs(side.x));
	}
	std::vector<b2Body*> bodies;
	const int32_t count = 6 + random.Below(8);
	for (int32_t i = 0; i < count; ++i)
	{
		const b2Vec2 place = random.InBox(h - 0.4f);
		b2Body* body = range.AddBody(place, random.Uniform(-3.0f, 3.0f), b2_dynamicBody);
		const float half = random.Uniform(0.05f, 0.35f);
		const b2PolygonShape box = BoxOf(half, random.Uniform(0.05f, 0.35f));
		random.OneIn(4) ? range.Add(body, CircleOf(half), 5.0f) : range.Add(body, box, random.LogUniform(0.1f, 30.0f));
		bodies.push_back(body);
	}
	for (int32_t i = 0; i < 60; ++i)
	{
		range.Step(k_dt); // Box2D separates the bodies
	}
	for (int32_t step = 0; step < 300; ++step)
	{
		if (step % 20 == 0)
		{
			range.world.SetGravity(10.0f * random.Direction());
			std::for_each(bodies.begin(), bodies.end(), [](b2Body* body) { body->SetAwake(true); });
			ThrowInside(range, random, room, h - 0.11f, 2);
		}
		range.Step(1.0f / 30.0f);
		CheckEnds(range, step, ends);
		CheckWalls(range, room, step, trouble);
		CheckSolids(range, step, trouble);
	}
}

class Corner : public testing::TestWithParam<int>
{
};

} // namespace

TEST_P(Corner, OfARoomThatTurnsLetsNoGrenadeOut)
{
	for (const float rate : {60.0f, 144.0f})
	{
		SCOPED_TRACE(rate);
		RunTurningRoom(static_cast<float>(GetParam()) * b2_pi / 180.0f, rate);
	}
}

INSTANTIATE_TEST_SUITE_P(GrenadeRoom, Corner, testing::Values(30, 60, 90));

TEST(GrenadeRoom, ADrumWithPaddlesKeepsItsGrenades)
{
	SceneRandom random(302);
	FiringRange range(k_gravity);
	std::vector<b2Vec2> vertices;
	for (int32_t i = 0; i < 12; ++i)
	{
		const float angle = 2.0f * b2_pi * static_cast<float>(i) / 12.0f;
		vertices.push_back({std::cos(angle), std::sin(angle)});
	}
	const Room drum = AddRoom(range, vertices, b2_kinematicBody);
	for (int32_t i = 0; i < 3; ++i)
	{
		const float angle = 2.0f * b2_pi * static_cast<float>(i) / 3.0f;
		range.Add(drum.body, BoxOf(0.2f, 0.02f, {0.75f * std::cos(angle), 0.75f * std::sin(angle)}, angle));
	}
	drum.body->SetAngularVelocity(3.0f);
	ThrowInside(range, random, drum, 0.5f, 50);
	Trouble trouble;
	for (int32_t step = 0; step < ScaledCount(600); ++step)
	{
		range.Step(k_dt);
		CheckEnds(range, step, trouble);
		CheckWalls(range, drum, step, trouble);
		CheckSolids(range, step, trouble);
	}
	EXPECT_EQ(trouble.Count(), 0) << "first: " << trouble.First();
	EXPECT_EQ(range.plugin.Grenades().size(), 50u);
}

TEST(GrenadeRoom, StillWallsOfABusyRoomAreNotPassed)
{
	Trouble crushed, trouble;
	RunBusyRoom(crushed, trouble);
	EXPECT_EQ(trouble.Count(), 0) << "first: " << trouble.First();
}

// To spare a grenade, a body must be moved back together with the bodies behind it. Not every pile has space for this,
// so a few grenades may be crushed.
TEST(GrenadeRoom, FreeBodiesCrushFew)
{
	Trouble crushed, trouble;
	RunBusyRoom(crushed, trouble);
	EXPECT_LE(crushed.Count(), 2) << "first: " << crushed.First();
}

TEST(GrenadeRoom, WhereBodiesGoBackFartherForItFewAreCrushed)
{
	Trouble ends, trouble;
	const int32_t count = ScaledCount(30);
	for (int32_t i = 0; i < count; ++i)
	{
		RunTightRoom(310 + static_cast<uint64_t>(i), ends, trouble);
	}
	EXPECT_EQ(trouble.Count(), 0) << "first: " << trouble.First();
	const int32_t thrown = 30 * count;
	EXPECT_LE(ends.Count(), 3 + thrown / 90) << "first: " << ends.First();
}

} // namespace ricochet::test::grenade_room_test
