// MIT License, Copyright (c) 2026 the ricochet authors

#include "projectile/firing_range.h"

#include "support/reference_flight.h"

#include <algorithm>
#include <functional>

// Tests bodies that the game moves between EndStep and BeginStep. If a body moves by up to 2 m and a quarter turn, it
// pushes the grenades on its path. If it moves farther, it has no path.

namespace ricochet::test::grenade_teleport_test
{

namespace
{

constexpr float k_radius = 0.05f;

GrenadeDef Lying(b2Vec2 position, float radius = k_radius)
{
	return {.position = position, .radius = radius, .gravityScale = 0.0f, .fuse = 100.0f};
}

// Runs one step, in which the plugin sees every body at its place.
void Settle(FiringRange& range)
{
	range.Step(k_dt);
	ASSERT_TRUE(range.plugin.Expired().empty());
}

b2Body* AddWall(FiringRange& range, b2Vec2 center, float hx, float hy, b2BodyType type)
{
	b2Body* body = range.AddBox(center, hx, hy, 0.0f, type)->GetBody();
	body->SetGravityScale(0.0f);
	return body;
}

// Returns the distance between a disc and the nearest solid. If it is negative, it is the depth inside a solid.
double ClearanceOf(const FiringRange& range, const GrenadeState& state)
{
	return SignedDistance(range.world, Widen(state.position)) - static_cast<double>(state.radius);
}

// A square room of edges that face inwards, with grenades at random places in it.
struct MovableRoom
{
	static constexpr float k_half = 0.6f;

	explicit MovableRoom(SceneRandom& random)
	{
		const float h = k_half;
		body = range.AddLoop({{-h, -h}, {-h, h}, {h, h}, {h, -h}}, random.InBox(3.0f), b2_kinematicBody)->GetBody();
		body->SetTransform(body->GetPosition(), random.Uniform(-3.0f, 3.0f));
		for (int32_t i = 0; i < 5; ++i)
		{
			const float radius = random.LogUniform(0.01f, 0.2f);
			const b2Vec2 local = random.InBox(h - radius - 0.001f);
			ids.push_back(range.plugin.Throw(Lying(b2Mul(body->GetTransform(), local), radius)));
		}
	}

	// Returns the least distance between a disc and a wall of the room.
	[[nodiscard]] double LeastDepth() const
	{
		double depth = HUGE_VAL;
		for (const GrenadeState& state : range.plugin.Grenades())
		{
			const Point2 local = PoseOf(*body).ToLocal(Widen(state.position));
			const double off = std::max(std::abs(local.x), std::abs(local.y));
			depth = std::min(depth, static_cast<double>(k_half) - off - static_cast<double>(state.radius));
		}
		return depth;
	}

	FiringRange range;
	b2Body* body;
	std::vector<GrenadeId> ids;
};

} // namespace

TEST(GrenadeTeleport, AWallThatIsSetHalfAMetreIntoItsDirectionPushesItAndStaysBehindIt)
{
	for (const b2BodyType type : {b2_staticBody, b2_kinematicBody, b2_dynamicBody})
	{
		for (const float halfThickness : {0.005f, 0.1f, 0.5f})
		{
			for (const float side : {-1.0f, 1.0f})
			{
				SCOPED_TRACE(testing::Message() << type << ", " << halfThickness << " m, side " << side);
				FiringRange range({0.0f, -10.0f});
				range.AddBox({0.0f, -0.5f}, 10.0f, 0.5f);
				const b2Vec2 start{-side * (halfThickness + k_radius + 0.02f), 2.01f};
				b2Body* wall = AddWall(range, start, halfThickness, 2.0f, type);
				GrenadeDef def = Lying({0.0f, k_radius + 0.0001f});
				def.gravityScale = 1.0f;
				const GrenadeId id = range.plugin.Throw(def);
				for (int32_t i = 0; i < 5; ++i)
				{
					Settle(range);
				}
				wall->SetTransform(start + b2Vec2{0.5f * side, 0.0f}, 0.0f);
				const double face = static_cast<double>(wall->GetPosition().x * side + halfThickness);
				const auto check = [&](const char* when)
				{
					const auto state = range.plugin.Find(id);
					ASSERT_TRUE(state.has_value()) << when;
					const double gap = static_cast<double>(state->position.x * side) - face - k_radius;
					EXPECT_GE(gap, -k_contactSlack) << when;
					EXPECT_LE(gap, 1.0e-3) << when << ": pushed farther than the wall went";
					EXPECT_NEAR(state->position.y, k_radius, 2.0e-4f) << when;
					EXPECT_EQ(state->velocity, b2Vec2(0.0f, 0.0f)) << when;
				};
				range.plugin.BeginStep();
				check("at BeginStep");
				range.world.Step(k_dt, 8, 3);
				range.plugin.EndStep(k_dt);
				check("at EndStep");
				EXPECT_TRUE(range.plugin.Expired().empty());
				EXPECT_TRUE(range.plugin.Impacts().empty());
			}
		}
	}
}

TEST(GrenadeTeleport, ABladeThatIsTurnedByAQuarterTakesItAlongOnItsSide)
{
	// The grenade lies beside a two-sided edge, `out` metres from the pivot.
	for (const float side : {-1.0f, 1.0f})
	{
		for (const float turn : {0.3f, 1.0f, 0.4999f * b2_pi})
		{
			for (const float out : {0.1f, 0.5f, 0.9f})
			{
				SCOPED_TRACE(testing::Message() << side << ", turn " << turn << ", out " << out);
				FiringRange range;
				b2Body* blade = range.AddBody({1.0f, -2.0f}, 0.0f, b2_kinematicBody);
				range.Add(blade, EdgeOf({0.0f, 0.0f}, {3.0f, 0.0f}));
				const GrenadeId id =
				    range.plugin.Throw(Lying(blade->GetPosition() + b2Vec2{out, side * (k_radius + 0.01f)}));
				Settle(range);
				blade->SetTransform(blade->GetPosition(), side * turn);
				Settle(range);
				const auto state = range.plugin.Find(id);
				ASSERT_TRUE(state.has_value());
				const Point2 local = PoseOf(*blade).ToLocal(Widen(state->position));
				EXPECT_GE(local.y * side, k_radius - k_contactSlack);
				EXPECT_LE(local.y * side, k_radius + 0.01);
				EXPECT_GT(local.x, 0.0);
				EXPECT_LT(local.x, 3.0);
			}
		}
	}
}

TEST(GrenadeTeleport, ARoomThatIsSetElsewhereTakesItsGrenadesAlong)
{
	Trouble trouble;
	const int32_t count = ScaledCount(200);
	for (int32_t i = 0; i < count; ++i)
	{
		SceneRandom random(910000u + static_cast<uint64_t>(i));
		MovableRoom room(random);
		room.range.Step(k_dt);
		for (int32_t move = 0; move < 3; ++move)
		{
			const b2Vec2 way = random.LogUniform(0.01f, 1.999f) * random.Direction();
			const float turn = random.OneIn(3) ? 0.0f : random.Uniform(-1.57f, 1.57f);
			room.body->SetTransform(room.body->GetPosition() + way, room.body->GetAngle() + turn);
			room.range.plugin.BeginStep();
			const double depthAtBegin = room.LeastDepth();
			room.range.world.Step(k_dt, 8, 3);
			room.range.plugin.EndStep(k_dt);
			const double depth = std::min(depthAtBegin, room.LeastDepth());
			if ((depth >= -k_contactSlack) == false || room.range.plugin.Grenades().size() != room.ids.size())
			{
				trouble.Add("room %d, move %d by (%.9g, %.9g) and %.9g rad: %d grenades, one %.9g m within the walls",
				            i, move, static_cast<double>(way.x), static_cast<double>(way.y), static_cast<double>(turn),
				            static_cast<int>(room.range.plugin.Grenades().size()), -depth);
			}
		}
	}
	EXPECT_EQ(trouble.Count(), 0) << "of " << count << "; first: " << trouble.First();
}

TEST(GrenadeTeleport, WhereNoRoomIsLeftItIsCrushedOnItsSide)
{
	for (const float left : {1.9f * k_radius, 0.5f * k_radius, -0.01f})
	{
		FiringRange range;
		AddWall(range, {2.0f, 0.0f}, 2.0f, 5.0f, b2_staticBody);
		b2Body* wall = AddWall(range, {-2.3f, 0.0f}, 2.0f, 5.0f, b2_kinematicBody);
		const GrenadeId id = range.plugin.Throw(Lying({-0.1f, 0.0f}));
		Settle(range);
		wall->SetTransform({-2.0f - left, 0.0f}, 0.0f);
		range.Step(k_dt);
		EXPECT_FALSE(range.plugin.Find(id).has_value());
		ASSERT_EQ(range.plugin.Expired().size(), 1u) << left;
		const ExpiredEvent& end = range.plugin.Expired()[0];
		EXPECT_EQ(end.grenade, id);
		EXPECT_EQ(end.reason, ExpiredEvent::Reason::Crushed);
		EXPECT_EQ(end.time, 0.0f);
		EXPECT_LE(end.position.x, -k_radius + 1.0e-5f) << "in the wall that stands";
		EXPECT_GE(end.position.x, -0.1f) << "behind the wall that came";
		EXPECT_TRUE(range.plugin.Impacts().empty());
		EXPECT_TRUE(range.plugin.Presses().empty());
	}
}

TEST(GrenadeTeleport, BetweenTwoWallsThatLeaveItRoomItStaysBetweenThem)
{
	for (const float halfThickness : {0.005f, 2.0f})
	{
		FiringRange range;
		AddWall(range, {halfThickness, 0.0f}, halfThickness, 5.0f, b2_staticBody);
		b2Body* wall = AddWall(range, {-0.3f - halfThickness, 0.0f}, halfThickness, 5.0f, b2_kinematicBody);
		const GrenadeId id = range.plugin.Throw(Lying({-0.2f, 0.0f}));
		Settle(range);
		wall->SetTransform({-2.1f * k_radius - halfThickness, 0.0f}, 0.0f);
		Settle(range);
		const auto state = range.plugin.Find(id);
		ASSERT_TRUE(state.has_value());
		EXPECT_LE(state->position.x, -k_radius + 1.0e-5f);
		EXPECT_GE(state->position.x, -1.1f * k_radius - 1.0e-5f);
	}
}

TEST(GrenadeTeleport, TwoMetresAndNoMorePush)
{
	struct Case
	{
		float way;
		bool pushes;
	};
	for (const Case& what : {Case{1.99f, true}, Case{2.0f, true}, Case{2.01f, false}, Case{50.0f, false}})
	{
		FiringRange range;
		b2Body* wall = AddWall(range, {0.0f, 0.0f}, 0.01f, 1.0f, b2_kinematicBody);
		const GrenadeId id = range.plugin.Throw(Lying({1.0f, 0.0f}));
		Settle(range);
		wall->SetTransform({what.way, 0.0f}, 0.0f);
		Settle(range);
		const b2Vec2 place = range.plugin.Find(id)->position;
		EXPECT_EQ(place != b2Vec2(1.0f, 0.0f), what.pushes) << what.way;
		EXPECT_EQ(place.x > what.way, what.pushes) << what.way;
	}
}

TEST(GrenadeTeleport, AQuarterTurnAndNoMorePushes)
{
	for (const float turn : {1.5f, 1.6f, 3.0f})
	{
		FiringRange range;
		b2Body* blade = range.AddBody({0.0f, 0.0f}, 0.0f, b2_kinematicBody);
		range.Add(blade, BoxOf(0.5f, 0.005f, {0.5f, 0.0f}, 0.0f));
		const b2Vec2 start{0.4f, 0.3f};
		const GrenadeId id = range.plugin.Throw(Lying(start));
		Settle(range);
		blade->SetTransform({0.0f, 0.0f}, turn);
		Settle(range);
		EXPECT_EQ(range.plugin.Find(id)->position != start, turn < 1.57f) << turn;
	}
}

TEST(GrenadeTeleport, OutOfWhatIsPutOverItFromFarAwayItJumpsByTheShortestWay)
{
	FiringRange range;
	b2Body* box = AddWall(range, {10.0f, 0.0f}, 0.5f, 0.5f, b2_kinematicBody);
	const GrenadeId id = range.plugin.Throw(Lying({0.0f, 0.0f}));
	Settle(range);
	box->SetTransform({0.1f, 0.3f}, 0.0f);
	Settle(range);
	const auto state = range.plugin.Find(id);
	EXPECT_EQ(state->position.x, 0.0f);
	EXPECT_NEAR(state->position.y, -0.2f - k_radius, 1.0e-4f);
	EXPECT_GE(ClearanceOf(range, *state), -k_contactSlack);
}

namespace
{

// A thin wall at rest, a grenade beside it, and a box that the game puts over the grenade. The wall is longer than the
// box. The path out of the box on the grenade's own side is therefore free.
struct Covered
{
	explicit Covered(SceneRandom& random)
	{
		const float half = random.OneIn(3) ? 0.0f : random.LogUniform(0.002f, 0.05f);
		const float radius = random.LogUniform(0.01f, 0.2f);
		const float gap = random.OneIn(2) ? 1.0e-4f : random.LogUniform(1.0e-4f, 0.1f);
		const float angle = random.Uniform(-3.0f, 3.0f);
		const b2Vec2 place = random.InBox(3.0f);
		const float out = random.Sign() * (half + radius + gap);
		pose = PoseAt(place, angle);
		side = out > 0.0f ? 1.0f : -1.0f;
		b2Body* wall = range.AddBody(place, angle);
		if (half > 0.0f)
		{
			range.Add(wall, BoxOf(8.0f, half));
		}
		else
		{
			range.Add(wall, EdgeOf({-8.0f, 0.0f}, {8.0f, 0.0f}));
		}
		id = range.plugin.Throw(Lying(b2Mul(pose, {0.0f, out}), radius));

		// The nearest face of the box is beyond the wall.
		const float hx = radius + random.LogUniform(0.05f, 0.6f);
		const float hy = radius + random.LogUniform(0.05f, 0.6f);
		const float turn = random.OneIn(2) ? 0.0f : random.Uniform(-3.0f, 3.0f);
		const b2Vec2 local{random.Uniform(-0.5f, 0.5f) * hx, out + side * random.Uniform(0.0f, 0.7f) * hy};
		const bool isCreated = random.OneIn(2);
		const b2BodyType type = random.OneIn(2) ? b2_kinematicBody : b2_staticBody;
		if (isCreated)
		{
			Settle(range);
		}
		b2Body* box = AddWall(range, isCreated ? b2Mul(pose, local) : b2Vec2{50.0f, 0.0f}, hx, hy, type);
		if (isCreated == false)
		{
			Settle(range);
		}
		box->SetTransform(b2Mul(pose, local), angle + turn);
	}

	FiringRange range;
	b2Transform pose;
	float side = 0.0f;
	GrenadeId id;
};

} // namespace

TEST(GrenadeTeleport, OutOfWhatIsPutOverItBesideAWallItComesOnItsOwnSide)
{
	Trouble trouble;
	const int32_t count = ScaledCount(1000);
	for (int32_t i = 0; i < count; ++i)
	{
		SceneRandom random(920000u + static_cast<uint64_t>(i));
		Covered scene(random);
		scene.range.Step(k_dt);
		const auto state = scene.range.plugin.Find(scene.id);
		if (state.has_value() == false)
		{
			trouble.Add("scene %d: it is gone", i);
			continue;
		}
		const double height = static_cast<double>(scene.side * b2MulT(scene.pose, state->position).y);
		const double clearance = ClearanceOf(scene.range, *state);
		if (height < 0.0 || clearance < -k_contactSlack)
		{
			trouble.Add("scene %d: %.9g m over the wall, %.9g m clear", i, height, clearance);
		}
	}
	EXPECT_EQ(trouble.Count(), 0) << "of " << count << "; first: " << trouble.First();
}

TEST(GrenadeTeleport, AShiftOfTheOriginIsNone)
{
	// From the world's data alone, the plugin cannot distinguish a shift of the origin from a wall that the game has
	// moved.
	FiringRange range;
	b2Body* wall = AddWall(range, {0.0f, 0.0f}, 0.01f, 1.0f, b2_kinematicBody);
	const GrenadeId id = range.plugin.Throw(Lying({0.5f, 0.0f}));
	Settle(range);
	range.plugin.ShiftOrigin({1.0f, 0.0f});
	Settle(range);
	EXPECT_EQ(range.plugin.Find(id)->position, b2Vec2(-0.5f, 0.0f));

	range.plugin.ShiftOrigin({-2.0f, 0.0f});
	wall->SetTransform(wall->GetPosition() + b2Vec2{1.0f, 0.0f}, 0.0f);
	Settle(range);
	EXPECT_NEAR(range.plugin.Find(id)->position.x, 2.01f + k_radius, 1.0e-3f) << "pushed by the wall's own way alone";
}

TEST(GrenadeTeleport, WhoMakesWayKeepsItsVelocityAndStrikesNothing)
{
	// The grenade flies beside the wall, which also has a velocity of its own. Gravity acts on the grenade only within
	// the step, not during the game's move.
	const b2Vec2 velocity{1.0f, 2.0f};
	for (const b2BodyType type : {b2_kinematicBody, b2_dynamicBody})
	{
		FiringRange range({0.0f, -10.0f});
		b2Body* wall = AddWall(range, {-0.2f, 0.0f}, 0.01f, 2.0f, type);
		GrenadeDef def = Lying({0.0f, 0.0f});
		def.gravityScale = 1.0f;
		Settle(range);
		const GrenadeId far = range.plugin.Throw(Lying({50.0f, 0.0f}));
		Settle(range);
		def.velocity = velocity;
		const GrenadeId id = range.plugin.Throw(def);
		Settle(range);
		const GrenadeState before = *range.plugin.Find(id);
		wall->SetTransform({0.3f, 0.0f}, 0.0f);
		wall->SetLinearVelocity({3.0f, 0.0f});
		range.plugin.BeginStep();
		const GrenadeState after = *range.plugin.Find(id);
		EXPECT_EQ(after.velocity, before.velocity);
		EXPECT_EQ(after.age, before.age);
		EXPECT_NEAR(after.position.x, 0.31f + k_radius, 1.0e-3f);
		EXPECT_NEAR(after.position.y, before.position.y, 1.0e-4f) << "it takes no time";
		EXPECT_EQ(wall->GetLinearVelocity(), b2Vec2(3.0f, 0.0f));
		EXPECT_EQ(range.plugin.Find(far)->position, b2Vec2(50.0f, 0.0f));
		range.world.Step(k_dt, 8, 3);
		range.plugin.EndStep(k_dt);
	}
}

namespace
{

// Three grenades in front of a wall that the game moves to their places. The predicate of one of them makes the calls.
struct Pushed
{
	explicit Pushed(size_t caller)
	{
		wall = AddWall(range, {-0.2f, 0.0f}, 0.01f, 2.0f, b2_kinematicBody);
		AddWall(range, {3.0f, 0.0f}, 0.1f, 2.0f, b2_staticBody);
		for (size_t i = 0; i < 3; ++i)
		{
			GrenadeDef def = Lying({0.02f * static_cast<float>(i), 0.5f * static_cast<float>(i) - 0.5f});
			if (i == caller)
			{
				def.filter.accept = [this](const b2Fixture*)
				{
					++asked;
					if (call)
					{
						call();
					}
					return true;
				};
			}
			ids.push_back(range.plugin.Throw(def));
		}
		range.Step(k_dt);
		wall->SetTransform({0.3f, 0.0f}, 0.0f);
		asked = 0;
	}

	[[nodiscard]] std::vector<b2Vec2> Places() const
	{
		std::vector<b2Vec2> places;
		for (const GrenadeId id : ids)
		{
			const auto state = range.plugin.Find(id);
			places.push_back(state ? state->position : b2Vec2{-1.0f, -1.0f});
		}
		return places;
	}

	FiringRange range;
	b2Body* wall;
	std::vector<GrenadeId> ids;
	std::function<void()> call;
	int32_t asked = 0;
};

} // namespace

TEST(GrenadeTeleport, APredicateMayCancelAnyGrenadeWhileTheyMakeWay)
{
	for (size_t caller = 0; caller < 3; ++caller)
	{
		Pushed all(caller);
		all.range.plugin.BeginStep();
		const std::vector<b2Vec2> expected = all.Places();
		const int32_t calls = all.asked;
		ASSERT_GT(calls, 2);
		for (const b2Vec2 place : expected)
		{
			EXPECT_GE(place.x, 0.31f + k_radius - 1.0e-5f);
		}
		for (size_t cancelled = 0; cancelled < 3; ++cancelled)
		{
			for (int32_t at = 1; at <= calls; ++at)
			{
				SCOPED_TRACE(testing::Message() << caller << " cancels " << cancelled << " at call " << at);
				Pushed scene(caller);
				Plugin& plugin = scene.range.plugin;
				scene.call = [&]
				{
					if (scene.asked == at)
					{
						plugin.Cancel(scene.ids[cancelled]);
					}
				};
				plugin.BeginStep();
				const std::vector<b2Vec2> places = scene.Places();
				EXPECT_FALSE(plugin.Find(scene.ids[cancelled]).has_value());
				for (size_t i = 0; i < 3; ++i)
				{
					EXPECT_TRUE(i == cancelled || places[i] == expected[i]) << i;
				}
				scene.range.world.Step(k_dt, 8, 3);
				plugin.EndStep(k_dt);
				EXPECT_FALSE(plugin.Find(scene.ids[cancelled]).has_value());
				EXPECT_EQ(plugin.Grenades().size(), 2u);
				EXPECT_TRUE(plugin.Expired().empty());
				EXPECT_TRUE(plugin.Impacts().empty());
				EXPECT_EQ(scene.Places(), places) << "nothing moves them";
				scene.range.Step(k_dt);
				EXPECT_EQ(plugin.Grenades().size(), 2u);
			}
		}
	}
}

TEST(GrenadeTeleport, WhatTheWorldDidItselfIsNoTeleport)
{
	// After the only grenade has ended, the wall moves by its velocity, and then a new grenade is thrown. The game has
	// moved nothing itself.
	FiringRange range;
	b2Body* wall = AddWall(range, {0.0f, 0.0f}, 0.01f, 1.0f, b2_kinematicBody);
	GrenadeDef shortLived = Lying({-5.0f, 0.0f});
	shortLived.fuse = 0.5f * k_dt;
	range.plugin.Throw(shortLived);
	range.Step(k_dt);
	ASSERT_EQ(range.plugin.Expired().size(), 1u);
	wall->SetLinearVelocity({6.0f, 0.0f});
	for (int32_t i = 0; i < 10; ++i)
	{
		range.Step(k_dt);
	}
	wall->SetLinearVelocity({0.0f, 0.0f});
	ASSERT_NEAR(wall->GetPosition().x, 1.0f, 1.0e-4f);
	const GrenadeId id = range.plugin.Throw(Lying({0.5f, 0.0f}));
	range.Step(k_dt);
	EXPECT_EQ(range.plugin.Find(id)->position, b2Vec2(0.5f, 0.0f));
}

TEST(GrenadeTeleport, WhatIsCancelledWhileTheyMakeWayIsNotListedAndNotAskedAgain)
{
	Pushed scene(2);
	Plugin& plugin = scene.range.plugin;
	scene.call = [&]
	{
		plugin.Cancel(scene.ids[2]);
	};
	plugin.BeginStep();
	EXPECT_EQ(scene.asked, 1) << "what is cancelled flies no farther";
	EXPECT_EQ(plugin.Grenades().size(), 2u) << "all that flies";
}

TEST(GrenadeTeleport, APredicateThatThrowsInterruptsOnlyItsGrenade)
{
	for (size_t caller = 0; caller < 3; ++caller)
	{
		Pushed scene(caller);
		scene.call = [&]
		{
			if (scene.asked == 1)
			{
				throw 17;
			}
		};
		scene.range.plugin.BeginStep();
		const std::vector<b2Vec2> places = scene.Places();
		for (size_t i = 0; i < 3; ++i)
		{
			EXPECT_TRUE(i == caller || places[i].x >= 0.31f + k_radius - 1.0e-5f)
			    << i << " does not make way because " << caller << " throws";
		}
		scene.range.world.Step(k_dt, 8, 3);
		EXPECT_THROW(scene.range.plugin.EndStep(k_dt), int);
		EXPECT_EQ(scene.range.plugin.Grenades().size(), 3u);
	}
}

TEST(GrenadeTeleport, WhatAPredicateThrowsWhileTheyMakeWayIsNotPushedNorAsked)
{
	// By contract, a new projectile flies from the next step on. Each grenade throws another grenade of its kind.
	Pushed scene(0);
	Plugin& plugin = scene.range.plugin;
	std::vector<GrenadeId> thrown;
	std::function<bool(const b2Fixture*)> throwOne = [&](const b2Fixture*)
	{
		if (thrown.size() < 1000)
		{
			GrenadeDef def = Lying({0.1f, 0.0f});
			def.filter.accept = [&throwOne](const b2Fixture* fixture)
			{
				return throwOne(fixture);
			};
			thrown.push_back(plugin.Throw(def));
		}
		return true;
	};
	scene.call = [&]
	{
		throwOne(nullptr);
	};
	plugin.BeginStep();
	scene.call = {};
	ASSERT_GT(thrown.size(), 0u);
	EXPECT_LT(thrown.size(), 100u) << "without the limit it would never end";
	EXPECT_EQ(plugin.Find(thrown[0])->position.x, 0.1f) << "the wall had been put there before it was thrown";
}

TEST(GrenadeTeleport, WhatIsThrownAfterwardsWasNotInTheWay)
{
	FiringRange range;
	b2Body* wall = AddWall(range, {0.0f, 0.0f}, 0.01f, 1.0f, b2_kinematicBody);
	range.plugin.Throw(Lying({50.0f, 0.0f}));
	Settle(range);
	wall->SetTransform({1.0f, 0.0f}, 0.0f);
	const GrenadeId id = range.plugin.Throw(Lying({0.5f, 0.0f}));
	Settle(range);
	EXPECT_EQ(range.plugin.Find(id)->position, b2Vec2(0.5f, 0.0f));
}

namespace
{

// The moment at which the game moves a body: between two steps, or between BeginStep and EndStep. The latter is before
// or after the world's step.
enum class Moment
{
	BetweenSteps,
	BeforeTheWorld,
	AfterTheWorld
};

constexpr Moment k_moments[] = {Moment::BetweenSteps, Moment::BeforeTheWorld, Moment::AfterTheWorld};

// Static bodies, grenades, and bodies far from them that Box2D moves. If the plugin is to compare all bodies
// (`comparesAll`), a distant static body is moved before each part of a step. Then every comparison finds a change of
// the tree.
struct Yard
{
	Yard(bool isCompared, bool hasMovers) : comparesAll(isCompared)
	{
		range.AddBox({0.0f, -0.5f}, 20.0f, 0.5f);
		far = AddWall(range, {500.0f, 0.0f}, 1.0f, 1.0f, b2_staticBody);
		for (int32_t i = 0; hasMovers && i < 5; ++i)
		{
			b2Body* body = AddWall(range, {300.0f + 3.0f * static_cast<float>(i), 0.0f}, 0.5f, 0.5f, b2_dynamicBody);
			body->SetLinearVelocity({1.0f + static_cast<float>(i), 2.0f});
			body->SetAngularVelocity(1.0f);
		}
	}

	void MoveFar()
	{
		if (comparesAll)
		{
			far->SetTransform(far->GetPosition() + b2Vec2{0.0f, 1.0f}, 0.0f);
		}
	}

	template <class Game>
	void Step(Moment moment, Game game)
	{
		const auto moveAt = [&](Moment now)
		{
			MoveFar();
			if (now == moment)
			{
				game();
			}
		};
		moveAt(Moment::BetweenSteps);
		range.plugin.BeginStep();
		moveAt(Moment::BeforeTheWorld);
		range.world.Step(k_dt, 8, 3);
		moveAt(Moment::AfterTheWorld);
		range.plugin.EndStep(k_dt);
	}

	void Run(int32_t steps)
	{
		for (int32_t i = 0; i < steps; ++i)
		{
			Step(Moment::BetweenSteps, [] {});
		}
	}

	FiringRange range{{0.0f, -10.0f}};
	b2Body* far;
	bool comparesAll;
};

bool IsSame(const GrenadeState& a, const GrenadeState& b)
{
	return a.id.index == b.id.index && a.position == b.position && a.velocity == b.velocity &&
	       a.angularVelocity == b.angularVelocity && a.resting == b.resting && a.age == b.age;
}

// True if both plugins have bit-identical grenades and the same number of events.
bool AreSame(const Plugin& a, const Plugin& b)
{
	return std::equal(a.Grenades().begin(), a.Grenades().end(), b.Grenades().begin(), b.Grenades().end(), IsSame) &&
	       a.Impacts().size() == b.Impacts().size() && a.Presses().size() == b.Presses().size() &&
	       a.Expired().size() == b.Expired().size();
}

// A static body that is beside or under a grenade, which sleeps or flies. The game moves the body.
struct Neighbour
{
	const char* name;
	b2Vec2 grenade;
	b2Vec2 velocity;
	b2Vec2 wall;
	b2Vec2 half;
	int32_t steps; // before the game moves the body
};

constexpr float k_high = 0.0502f;

const Neighbour k_neighbours[] = {
    {"beside a sleeping one", {0.0f, k_high}, {0.0f, 0.0f}, {-0.17f, 1.01f}, {0.1f, 1.0f}, 60},
    {"beneath a sleeping one", {0.0f, 0.42f}, {0.0f, 0.0f}, {0.0f, 0.2f}, {0.5f, 0.15f}, 60},
    {"beside a flying one", {-0.2f, 3.0f}, {0.0f, 3.0f}, {-0.37f, 3.0f}, {0.1f, 2.0f}, 10},
    {"before a flying one", {-0.6f, 3.0f}, {6.0f, 3.0f}, {0.9f, 3.0f}, {0.1f, 2.0f}, 12},
};

// A motion that the game gives the body: the displacement (m), and the angle of its turn (rad).
struct Displacement
{
	b2Vec2 way;
	float turn;
};

const Displacement k_displacements[] = {
    {{0.06f, 0.0f}, 0.0f},   {{-0.06f, 0.0f}, 0.0f},  {{0.0f, 0.06f}, 0.0f},   {{0.0f, -0.06f}, 0.0f},
    {{0.5f, 0.0f}, 0.0f},    {{0.0f, -0.3f}, 0.0f},   {{0.0f, 0.3f}, 0.0f},    {{-3.0f, 0.0f}, 0.0f},
    {{0.01f, 0.01f}, 0.02f}, {{0.02f, 0.0f}, -0.03f}, {{0.0f, -0.02f}, 3.14f},
};

} // namespace

TEST(GrenadeTeleport, AStaticBodyIsSeenHoweverLittleItIsMovedAndWhenever)
{
	for (const Neighbour& neighbour : k_neighbours)
	{
		for (const Displacement& displacement : k_displacements)
		{
			for (const Moment moment : k_moments)
			{
				for (const bool hasMovers : {false, true})
				{
					SCOPED_TRACE(testing::Message()
					             << neighbour.name << ", by (" << displacement.way.x << ", " << displacement.way.y
					             << "), " << displacement.turn << " rad, moment " << static_cast<int>(moment) << ", "
					             << hasMovers);
					Yard yard(false, hasMovers);
					Yard allCompared(true, hasMovers);
					std::vector<b2Vec2> places;
					for (Yard* each : {&yard, &allCompared})
					{
						GrenadeDef def{.position = neighbour.grenade, .velocity = neighbour.velocity, .fuse = 100.0f};
						def.radius = k_radius;
						each->range.plugin.Throw(def);
						b2Body* wall =
						    AddWall(each->range, neighbour.wall, neighbour.half.x, neighbour.half.y, b2_staticBody);
						AddWall(each->range, {-500.0f, 0.0f}, 1.0f, 1.0f, b2_staticBody); // created after the wall
						each->Run(neighbour.steps);
						EXPECT_EQ(each->range.plugin.Grenades()[0].resting, neighbour.steps == 60);
						each->Step(moment,
						           [&] { wall->SetTransform(neighbour.wall + displacement.way, displacement.turn); });
					}
					for (int32_t i = 0; i < 30; ++i)
					{
						ASSERT_TRUE(AreSame(yard.range.plugin, allCompared.range.plugin)) << "after " << i << " steps";
						yard.Run(1);
						allCompared.Run(1);
					}
					for (const GrenadeState& state : yard.range.plugin.Grenades())
					{
						EXPECT_GE(ClearanceOf(yard.range, state), -k_contactSlack);
					}
				}
			}
		}
	}
}

TEST(GrenadeTeleport, AStaticBodyThatIsPutAcrossAGrenadeTakesItAlong)
{
	// Before and after its move, the wall is farther from the grenade than the distance within which the grenade
	// searches for bodies.
	for (const bool sleeps : {true, false})
	{
		for (const Moment moment : k_moments)
		{
			for (const bool hasMovers : {false, true})
			{
				SCOPED_TRACE(testing::Message()
				             << sleeps << ", moment " << static_cast<int>(moment) << ", " << hasMovers);
				Yard yard(false, hasMovers);
				GrenadeDef def{.position = {0.0f, sleeps ? k_high : 3.0f}, .fuse = 100.0f};
				def.radius = k_radius;
				const GrenadeId id = yard.range.plugin.Throw(def);
				b2Body* wall = AddWall(yard.range, {-0.9f, 3.01f}, 0.02f, 3.0f, b2_staticBody);
				AddWall(yard.range, {-500.0f, 0.0f}, 1.0f, 1.0f, b2_staticBody); // created after the wall
				yard.Run(sleeps ? 60 : 5);
				ASSERT_EQ(yard.range.plugin.Find(id)->resting, sleeps);
				yard.Step(moment, [&] { wall->SetTransform({0.9f, 3.01f}, 0.0f); });
				EXPECT_GE(yard.range.plugin.Find(id)->position.x, 0.92f + k_radius - 1.0e-4f);
			}
		}
	}
}

// Box2D solves contacts in an order that depends on its tree. Bodies that overlap may therefore move differently in the
// two worlds. The scene ends when this happens.
TEST(GrenadeTeleport, WhateverTheGameMovesIsSeenAsIfAllBodiesWereCompared)
{
	Trouble trouble;
	int32_t judged = 0;
	const int32_t count = ScaledCount(200);
	for (int32_t i = 0; i < count; ++i)
	{
		Yard yards[] = {Yard(false, true), Yard(true, true)};
		SceneRandom random(930000u + static_cast<uint64_t>(i));
		std::vector<b2Body*> walls[2];
		for (int32_t k = 0; k < 12; ++k)
		{
			const b2Vec2 place{random.Uniform(-4.0f, 4.0f), random.Uniform(0.1f, 2.0f)};
			const b2Vec2 half{random.LogUniform(0.02f, 1.0f), random.LogUniform(0.02f, 1.0f)};
			const float angle = random.Uniform(-3.0f, 3.0f);
			const b2BodyType type = random.OneIn(4) ? b2_dynamicBody : b2_staticBody;
			walls[0].push_back(AddWall(yards[0].range, place, half.x, half.y, type));
			walls[1].push_back(AddWall(yards[1].range, place, half.x, half.y, type));
			walls[0].back()->SetTransform(place, angle);
			walls[1].back()->SetTransform(place, angle);
		}
		for (int32_t k = 0; k < 8; ++k)
		{
			GrenadeDef def{.position = {random.Uniform(-4.0f, 4.0f), random.Uniform(2.5f, 5.0f)},
			               .velocity = random.InBox(4.0f),
			               .fuse = 100.0f};
			def.radius = random.LogUniform(0.02f, 0.1f);
			yards[0].range.plugin.Throw(def);
			yards[1].range.plugin.Throw(def);
		}
		for (int32_t step = 0; step < 240; ++step)
		{
			const auto wall = static_cast<size_t>(random.Below(12));
			const bool moves = random.OneIn(6);
			const b2Vec2 way = random.LogUniform(0.005f, 1.0f) * random.Direction();
			const float turn = random.OneIn(2) ? 0.0f : random.Uniform(-0.3f, 0.3f);
			const Moment moment = k_moments[random.Below(3)];
			for (size_t k = 0; k < 2; ++k)
			{
				const auto game = [&]
				{
					b2Body* body = walls[k][wall];
					if (moves)
					{
						body->SetTransform(body->GetPosition() + way, body->GetAngle() + turn);
					}
				};
				yards[k].Step(moment, game);
			}
			const auto isSamePlace = [](const b2Body* a, const b2Body* b)
			{
				return a->GetPosition() == b->GetPosition() && a->GetAngle() == b->GetAngle();
			};
			if (std::equal(walls[0].begin(), walls[0].end(), walls[1].begin(), isSamePlace) == false)
			{
				break;
			}
			++judged;
			if (AreSame(yards[0].range.plugin, yards[1].range.plugin) == false)
			{
				trouble.Add("scene %d, step %d", i, step);
				break;
			}
		}
	}
	EXPECT_EQ(trouble.Count(), 0) << "of " << count << "; first: " << trouble.First();
	EXPECT_GT(judged, 220 * count);
}

} // namespace ricochet::test::grenade_teleport_test
