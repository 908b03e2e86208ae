// MIT License, Copyright (c) 2026 the ricochet authors

#include "projectile/firing_range.h"

#include <box2d/b2_revolute_joint.h>

#include <algorithm>
#include <cmath>
#include <vector>

// Tests friction on bodies that a joint or friction holds wholly, partly or not at all. A grenade must push them along
// as a Box2D disc does.

namespace ricochet::test::grenade_plank_test
{

namespace
{

constexpr float k_radius = 0.1f;
constexpr float k_masses[] = {0.1f, 1.0f, 4.0f, 20.0f, 100.0f};

b2Body* AddBoard(FiringRange& range, b2Vec2 position, float angle, b2Vec2 half, float mass, float friction)
{
	b2Body* body = range.AddBody(position, angle, b2_dynamicBody);
	range.Add(body, BoxOf(half.x, half.y), mass / (4.0f * half.x * half.y))->SetFriction(friction);
	return body;
}

// Returns a grenade that does not roll.
GrenadeDef Sliding(b2Vec2 position, float mass, float friction)
{
	GrenadeDef def{.position = position, .radius = k_radius, .mass = mass, .restitution = 0.0f, .friction = friction};
	def.rollingResistance = 10.0f;
	def.fuse = k_inf;
	return def;
}

b2Body* AddDisc(FiringRange& range, const GrenadeDef& def)
{
	b2Body* disc = range.AddBody(def.position, 0.0f, b2_dynamicBody);
	const b2CircleShape circle = CircleOf(def.radius);
	b2Fixture* fixture = range.Add(disc, circle, def.mass / (b2_pi * def.radius * def.radius));
	fixture->SetFriction(def.friction);
	disc->SetLinearVelocity(def.velocity);
	disc->SetFixedRotation(true);
	return disc;
}

// A grenade on the lower half of a plank. The plank has a hinge in its middle and rests at the hinge's limit.
struct Plank
{
	Plank(float discMass, float mass, float angle, float friction, float height)
	{
		b2Body* ground = range.AddBody({0.0f, -5.0f});
		body = AddBoard(range, {0.0f, 0.0f}, angle, {1.5f, 0.06f}, mass, friction);
		body->SetSleepingAllowed(false);
		b2RevoluteJointDef hinge;
		hinge.Initialize(ground, body, {0.0f, 0.0f});
		hinge.referenceAngle = 0.0f;
		hinge.enableLimit = true;
		hinge.lowerAngle = -angle;
		hinge.upperAngle = angle;
		range.world.CreateJoint(&hinge);
		const b2Vec2 above = body->GetWorldPoint({-1.1f, 0.06f + k_radius + 2.0e-5f + height});
		id = range.plugin.Throw(Sliding(above, discMass, friction));
	}

	// Returns the grenade's position along the plank (m).
	[[nodiscard]] double Place() const { return body->GetLocalPoint(range.plugin.Find(id)->position).x; }

	FiringRange range{k_gravity};
	b2Body* body = nullptr;
	GrenadeId id;
};

// A board that lies on a floor, and grenades that slide along it.
struct Board
{
	float mass;
	float floorFriction; ///< of the board and the floor
	int32_t count = 1;   ///< the number of grenades
	float discMass = 1.0f;
};

struct Slid
{
	double board = 0.0; ///< how far the board slid (m)
	double discs = 0.0; ///< how far the discs slid on average (m)
	double momentum = 0.0;
	double fastest = 0.0; ///< the board's greatest speed after a step of the world (m/s)
};

Slid Slide(const Board& what, bool areBodies)
{
	FiringRange range(k_gravity);
	range.AddBox({0.0f, -0.5f}, 100.0f, 0.5f)->SetFriction(what.floorFriction * what.floorFriction / 0.6f);
	b2Body* board = AddBoard(range, {0.0f, 0.1f}, 0.0f, {5.0f, 0.1f}, what.mass, 0.6f);
	for (int32_t i = 0; i < 30; ++i)
	{
		range.Step(k_dt);
	}
	std::vector<b2Body*> discs;
	std::vector<GrenadeId> grenades;
	const float top = board->GetPosition().y + 0.1f + k_radius;
	for (int32_t i = 0; i < what.count; ++i)
	{
		GrenadeDef def = Sliding({-3.0f + 0.5f * static_cast<float>(i), top + 2.0e-5f}, what.discMass, 0.6f);
		def.velocity = {2.0f, 0.0f};
		areBodies ? discs.push_back(AddDisc(range, def)) : grenades.push_back(range.plugin.Throw(def));
	}
	Slid slid;
	for (int32_t i = 0; i < 90; ++i)
	{
		range.Step(
		    k_dt, [&]
		    { slid.fastest = std::max(slid.fastest, std::abs(static_cast<double>(board->GetLinearVelocity().x))); });
	}
	slid.board = board->GetPosition().x;
	slid.momentum = static_cast<double>(what.mass) * board->GetLinearVelocity().x;
	const auto add = [&](b2Vec2 position, b2Vec2 velocity)
	{
		slid.discs += static_cast<double>(position.x) / what.count;
		slid.momentum += static_cast<double>(what.discMass) * velocity.x;
	};
	for (const b2Body* disc : discs)
	{
		add(disc->GetPosition(), disc->GetLinearVelocity());
	}
	for (const GrenadeId id : grenades)
	{
		add(range.plugin.Find(id)->position, range.plugin.Find(id)->velocity);
	}
	return slid;
}

// Rolls a grenade off a floating board. Returns the grenade's position at the end, in a frame that moves at `velocity`.
b2Vec2 RollOff(float boardMass, b2Vec2 velocity)
{
	FiringRange range(k_gravity);
	b2Body* board = AddBoard(range, {0.0f, 0.0f}, 0.0f, {1.0f, 0.1f}, boardMass, 0.6f);
	board->SetGravityScale(0.0f);
	board->SetLinearVelocity(velocity);
	GrenadeDef def{.position = {0.2f, 0.1f + k_radius + 2.0e-5f}, .velocity = velocity + b2Vec2{1.5f, 0.0f}};
	def.radius = k_radius;
	def.angularVelocity = -1.5f / k_radius;
	def.rollingResistance = 0.0f;
	const GrenadeId id = range.plugin.Throw(def);
	for (int32_t i = 0; i < 48; ++i)
	{
		range.Step(k_dt);
	}
	return range.plugin.Find(id)->position - 48.0f * k_dt * velocity;
}

} // namespace

TEST(GrenadePlank, LiesStillWhereItsFrictionHoldsIt)
{
	Trouble trouble;
	for (const float mass : k_masses)
	{
		for (const float plankMass : {0.5f, 4.0f, 20.0f, 100.0f})
		{
			for (const float angle : {0.05f, 0.1f, 0.2f, 0.35f})
			{
				for (const float friction : {1.1f * std::tan(angle), 0.6f, 1.0f})
				{
					for (const float height : {0.0f, 0.05f})
					{
						Plank scene(mass, plankMass, angle, friction, height);
						const double start = scene.Place();
						double before = start;
						for (int32_t i = 0; i < 180; ++i)
						{
							before = i == 90 ? scene.Place() : before;
							scene.range.Step(k_dt);
						}
						const double speed = SpeedOf(scene.range.plugin.Find(scene.id)->velocity);
						const double crept = std::abs(scene.Place() - before);
						// The grenade may slide by up to 15 cm at first, but must then be at rest.
						if (std::abs(before - start) > 0.15 || crept > 1.0e-4 || speed > 1.0e-3)
						{
							trouble.Add(
							    "%g kg on %g kg at %g rad, friction %g, from %g m: slid by %.4f m, then by %.4f m, "
							    "%.4f m/s",
							    static_cast<double>(mass), static_cast<double>(plankMass), static_cast<double>(angle),
							    static_cast<double>(friction), static_cast<double>(height), before - start,
							    scene.Place() - before, speed);
						}
					}
				}
			}
		}
	}
	EXPECT_EQ(trouble.Count(), 0) << trouble.First();
}

TEST(GrenadePlank, SlidesWhereItsFrictionDoesNotHoldIt)
{
	for (const float mass : k_masses)
	{
		SCOPED_TRACE(testing::Message() << mass << " kg");
		Plank scene(mass, 4.0f, 0.2f, 0.1f, 0.0f);
		const double start = scene.Place();
		for (int32_t i = 0; i < 30; ++i)
		{
			scene.range.Step(k_dt);
		}
		const double pull = 10.0 * (std::sin(0.2) - 0.1 * std::cos(0.2));
		EXPECT_NEAR(start - scene.Place(), 0.5 * pull * 0.25, 0.2 * 0.5 * pull * 0.25);
	}
}

TEST(GrenadePlank, PushesABoardOnTheFloorAsFarAsABodyDoes)
{
	for (const float floorFriction : {0.0f, 0.2f, 0.4f})
	{
		for (const float mass : k_masses)
		{
			for (const float board : {4.0f, 20.0f, 100.0f})
			{
				SCOPED_TRACE(testing::Message() << mass << " kg on " << board << " kg, floor " << floorFriction);
				const Slid ours = Slide({board, floorFriction, 1, mass}, false);
				const Slid peer = Slide({board, floorFriction, 1, mass}, true);
				EXPECT_NEAR(ours.board, peer.board, 0.02 + 0.1 * std::abs(peer.board));
				EXPECT_NEAR(ours.discs, peer.discs, 0.06);
			}
		}
	}
}

TEST(GrenadePlank, RollsOffABoardThatMovesEvenlyAsOffOneThatStands)
{
	// As the grenade rolls over the corner, the contact normal turns. The board's velocity must not affect the result.
	for (const float mass : {0.5f, 5.0f, 50.0f, 500.0f})
	{
		const b2Vec2 still = RollOff(mass, {0.0f, 0.0f});
		for (const b2Vec2 velocity : {b2Vec2{8.0f, 0.0f}, {-8.0f, 0.0f}, {0.0f, 5.0f}, {0.0f, -5.0f}})
		{
			SCOPED_TRACE(testing::Message() << mass << " kg, " << velocity.x << ", " << velocity.y << " m/s");
			EXPECT_LT(DistanceOf(RollOff(mass, velocity), still), 0.02);
		}
	}
}

TEST(GrenadePlank, ManyPushOneBoardAndKeepTheirMomentum)
{
	// Each grenade computes with the board's velocity that it has seen, although others also push the board. The sum of
	// all momenta must still be correct.
	for (const int32_t count : {2, 5, 10})
	{
		for (const float board : {0.5f, 5.0f, 50.0f})
		{
			SCOPED_TRACE(testing::Message() << count << " on " << board << " kg");
			const Board what{board, 0.0f, count, 5.0f};
			const Slid ours = Slide(what, false);
			const Slid peer = Slide(what, true);
			const double momentum = 10.0 * count;
			EXPECT_NEAR(ours.momentum, momentum, 1.0e-5 * momentum);
			EXPECT_NEAR(ours.board, peer.board, 0.02 + 0.02 * peer.board);
			EXPECT_LT(ours.fastest, 1.05 * momentum / (5.0 * count + static_cast<double>(board)) + 0.05);
		}
	}
}

} // namespace ricochet::test::grenade_plank_test
