// MIT License, Copyright (c) 2026 the ricochet authors

#include "projectile/firing_range.h"
#include "support/test_scale.h"

#include <box2d/b2_distance_joint.h>
#include <box2d/b2_revolute_joint.h>

#include <algorithm>
#include <cmath>
#include <vector>

// Tests by the states that grenades add no energy when they fall onto free bodies of any weight.

namespace ricochet::test::grenade_energy_test
{

namespace
{

enum class Kind : uint8_t
{
	Grenade,
	Disc // a Box2D body in place of a grenade
};

struct Thrown
{
	GrenadeDef def;
	GrenadeId id;
	b2Body* disc = nullptr;
};

// Boxes on and above static ground, and grenades.
struct Weights
{
	b2Body* AddBox(b2Vec2 position, float angle, b2Vec2 half, float mass)
	{
		boxes.push_back(range.AddBody(position, angle, b2_dynamicBody));
		range.Add(boxes.back(), BoxOf(half.x, half.y), mass / (4.0f * half.x * half.y));
		return boxes.back();
	}

	void Throw(GrenadeDef def, Kind kind)
	{
		def.fuse = k_inf;
		Thrown thrown;
		thrown.def = def;
		if (kind == Kind::Grenade)
		{
			thrown.id = range.plugin.Throw(def);
			grenades.push_back(thrown);
			return;
		}
		thrown.disc = range.AddBody(def.position, 0.0f, b2_dynamicBody);
		const float area = b2_pi * def.radius * def.radius;
		b2Fixture* fixture = range.Add(thrown.disc, CircleOf(def.radius), def.mass / area);
		fixture->SetFriction(def.friction);
		fixture->SetRestitution(def.restitution);
		b2Filter filter; // discs do not collide with each other, as grenades do not
		filter.categoryBits = 2;
		filter.maskBits = 1;
		fixture->SetFilterData(filter);
		thrown.disc->SetLinearVelocity(def.velocity);
		grenades.push_back(thrown);
	}

	/// Returns the kinetic energy of motion and spin, plus the potential energy of height.
	[[nodiscard]] double Energy() const
	{
		double energy = 0.0;
		for (const b2Body* box : boxes)
		{
			energy += EnergyOf(*box) + box->GetMass() * 10.0 * box->GetWorldCenter().y;
		}
		for (const Thrown& thrown : grenades)
		{
			if (thrown.disc != nullptr)
			{
				energy += EnergyOf(*thrown.disc) + thrown.disc->GetMass() * 10.0 * thrown.disc->GetPosition().y;
				continue;
			}
			const std::optional<GrenadeState> state = range.plugin.Find(thrown.id);
			if (state.has_value() == false)
			{
				continue; // crushed
			}
			const double rim = static_cast<double>(thrown.def.radius) * state->angularVelocity;
			energy += EnergyOf(thrown.def.mass, state->velocity) + 0.25 * thrown.def.mass * rim * rim +
			          thrown.def.mass * 10.0 * state->position.y;
		}
		return energy;
	}

	FiringRange range{k_gravity};
	b2Body* ground = range.AddBox({0.0f, -0.5f}, 60.0f, 0.5f)->GetBody();
	std::vector<b2Body*> boxes;
	std::vector<Thrown> grenades;
};

// Boxes of 0.02 to 20 kg, in a third of the heaps with a joint. Grenades of 0.02 to 50 kg fall onto them.
struct Heap : Weights
{
	Heap(SceneRandom& random, Kind kind)
	{
		ground->GetFixtureList()->SetFriction(random.Uniform(0.0f, 1.0f));
		float top = 0.0f;
		const int32_t boxCount = 1 + static_cast<int32_t>(random.Uniform(0.0f, 5.99f));
		for (int32_t i = 0; i < boxCount; ++i)
		{
			top = AddBoxAt(random, top);
		}
		if (random.OneIn(3))
		{
			Join(random, boxes.size() > 1 ? boxes.front() : ground, boxes.back());
		}
		const int32_t count = 1 + static_cast<int32_t>(random.Uniform(0.0f, 4.99f));
		for (int32_t i = 0; i < count; ++i)
		{
			Throw(random, top + 0.3f + 0.5f * static_cast<float>(i), kind);
		}
	}

	float AddBoxAt(SceneRandom& random, float top)
	{
		const float width = random.Uniform(0.1f, 0.6f);
		const float height = random.Uniform(0.05f, 0.3f);
		const float x = random.OneIn(2) ? random.Uniform(-0.2f, 0.2f) : random.Uniform(-2.0f, 2.0f);
		const float mass = random.LogUniform(0.02f, 20.0f);
		b2Body* box = AddBox({x, top + height + 0.02f}, 0.0f, {width, height}, mass);
		box->GetFixtureList()->SetFriction(random.Uniform(0.0f, 1.0f));
		return top + 2.0f * height + 0.04f;
	}

	void Join(SceneRandom& random, b2Body* a, b2Body* b)
	{
		if (random.OneIn(2))
		{
			b2RevoluteJointDef hinge;
			hinge.Initialize(a, b, b->GetPosition());
			range.world.CreateJoint(&hinge);
			return;
		}
		b2DistanceJointDef rope;
		rope.Initialize(a, b, a->GetPosition(), b->GetPosition());
		rope.minLength = 0.5f * rope.length;
		rope.maxLength = rope.length;
		range.world.CreateJoint(&rope);
	}

	void Throw(SceneRandom& random, float height, Kind kind)
	{
		GrenadeDef def;
		def.position = {random.Uniform(-1.5f, 1.5f), height};
		def.velocity.x = random.Uniform(-3.0f, 3.0f);
		def.velocity.y = random.Uniform(-5.0f, 0.0f);
		def.radius = random.Uniform(0.03f, 0.15f);
		def.mass = random.LogUniform(0.02f, 50.0f);
		def.restitution = random.OneIn(2) ? 0.0f : random.Uniform(0.0f, 1.0f);
		def.friction = random.Uniform(0.0f, 1.0f);
		Weights::Throw(def, kind);
	}
};

// Two boxes of 1 to 20 kg lean on a grenade of 0.1 to 1 kg. The grenade lies on a crate of 10 to 100 g on static
// ground.
struct Pile : Weights
{
	Pile(SceneRandom& random, Kind kind)
	{
		AddBox({0.0f, 0.3f}, 0.0f, {0.4f, 0.3f}, random.LogUniform(0.01f, 0.1f));
		GrenadeDef def;
		def.position.x = random.Uniform(-0.2f, 0.2f);
		def.radius = random.Uniform(0.05f, 0.15f);
		def.position.y = 0.61f + def.radius;
		def.mass = random.LogUniform(0.1f, 1.0f);
		def.restitution = 0.0f;
		Throw(def, kind);
		for (const float side : {-1.0f, 1.0f})
		{
			const float angle = random.Uniform(0.3f, 1.3f);
			const float size = random.Uniform(0.15f, 0.3f);
			const b2Vec2 normal{side * std::sin(angle), std::cos(angle)};
			const b2Vec2 position = def.position + (def.radius + size + 0.05f) * normal;
			AddBox(position, -side * angle, {size, size}, random.LogUniform(1.0f, 20.0f));
		}
	}
};

// Returns the largest rise of a scene's energy within four seconds, as a share of its energy at the start.
template <class EnergyScene>
double RiseIn(EnergyScene&& scene, float rate)
{
	const double first = scene.Energy();
	double least = first;
	double most = 0.0;
	for (int32_t step = 0; step < static_cast<int32_t>(4.0f * rate); ++step)
	{
		scene.range.Step(1.0f / rate);
		const double energy = scene.Energy();
		least = std::min(least, energy);
		most = std::max(most, energy - least);
	}
	return most / first;
}

struct Rises
{
	int32_t count = 0; // of the scenes whose energy rises by more than the given share
	double most = 0.0; // the largest rise of all scenes
};

// Counts the rises of energy in three draws of the given number of scenes. A count from fewer scenes would say little.
// Only sanitizers run fewer, because they check memory.
template <class EnergyScene>
Rises RisesOf(Kind kind, float rate, double share, uint64_t scenes = 300)
{
	Rises rises;
	const uint64_t count = TestScale() < 0.1 ? 10 : scenes;
	for (const uint64_t seed : {1000u, 2000u, 3000u})
	{
		for (uint64_t i = 0; i < count; ++i)
		{
			SceneRandom random(seed + i);
			const double rise = RiseIn(EnergyScene(random, kind), rate);
			rises.count += rise > share ? 1 : 0;
			rises.most = std::max(rises.most, rise);
		}
	}
	return rises;
}

} // namespace

// Box2D's solver does not fully support heavy boxes on light ones, and its joints add energy. The energy therefore also
// rises with Box2D discs in place of the grenades.
TEST(GrenadeEnergy, RisesNoMoreOftenThanUnderDiscsOfBox2d)
{
	const Rises grenades = RisesOf<Heap>(Kind::Grenade, 60.0f, 0.05);
	const Rises discs = RisesOf<Heap>(Kind::Disc, 60.0f, 0.05);
	EXPECT_LE(grenades.count, discs.count);
	EXPECT_LE(grenades.most, discs.most);
}

// At 30 Hz, a body may rotate so far in a step that it lifts a grenade before it receives the grenade's weight.
TEST(GrenadeEnergy, RisesNoMoreOftenThanUnderDiscsAtThirtyStepsASecond)
{
	const Rises grenades = RisesOf<Heap>(Kind::Grenade, 30.0f, 0.2);
	const Rises discs = RisesOf<Heap>(Kind::Disc, 30.0f, 0.2);
	EXPECT_LE(grenades.count, discs.count);
	EXPECT_LE(grenades.most, 1.0);
}

// Heavy boxes lean on a grenade on a light crate. The grenade holds them back, so they do not fall and gain no speed.
// The crate cannot absorb their approach, but the floor below it can.
TEST(GrenadeEnergy, OfPilesRisesNoMoreOftenThanUnderDiscsOfBox2d)
{
	for (const float rate : {30.0f, 60.0f, 240.0f})
	{
		SCOPED_TRACE(testing::Message() << rate << " Hz");
		const Rises grenades = RisesOf<Pile>(Kind::Grenade, rate, 0.2, 100);
		const Rises discs = RisesOf<Pile>(Kind::Disc, rate, 0.2, 100);
		EXPECT_LE(grenades.count, discs.count);
		EXPECT_LT(grenades.most, 0.5);
	}
}

// A crate slides towards a grenade beside a wall. A rounding error tilts the crate's face, so crate and wall form a
// closing wedge. The grenade may receive at most the crate's kinetic energy of the approach, even if the crate did not
// yield before.
TEST(GrenadeEnergy, OfAGrenadeBetweenACrateAndAWallIsThatOfTheCrate)
{
	int32_t shots = 0;
	for (int32_t i = 0; i < ScaledCount(700); ++i)
	{
		SceneRandom random(61000u + static_cast<uint64_t>(i));
		FiringRange range(k_gravity);
		range.AddBox({0.0f, -1.0f}, 20.0f, 1.0f);
		range.AddBox({4.0f, 5.0f}, 0.5f, 5.0f);
		const float height = random.Uniform(0.3f, 0.7f);
		const float speed = random.Uniform(1.0f, 10.0f);
		b2Body* crate = range.AddBody({0.0f, height}, 0.0f, b2_dynamicBody);
		range.Add(crate, BoxOf(0.7f, height), 1.5f);
		crate->SetLinearVelocity({speed, 0.0f});
		GrenadeDef def{.radius = random.Uniform(0.05f, 0.2f), .mass = 0.8f, .rollingResistance = 0.0f};
		def.position = {2.0f, def.radius + (random.OneIn(2) ? random.Uniform(0.0f, 0.3f) : 0.0f)};
		def.velocity = {random.Uniform(0.0f, 2.0f), 0.0f};
		def.fuse = k_inf;
		const GrenadeId id = range.plugin.Throw(def);
		const double first = EnergyOf(*crate) + EnergyOf(def.mass, def.velocity);
		double most = 0.0;
		for (int32_t step = 0; step < 60; ++step)
		{
			range.Step(1.0f / 30.0f);
			const std::optional<GrenadeState> state = range.plugin.Find(id);
			most = std::max(most, EnergyOf(*crate) + (state ? EnergyOf(def.mass, state->velocity) : 0.0));
		}
		shots += most > 2.0 * first + 20.0 ? 1 : 0;
	}
	EXPECT_EQ(shots, 0);
}

// A crate on the floor supports grenades of up to 1000 times its weight. Every state shows it at rest. Press events
// report the impulse that it receives, which is the grenade's weight in the end.
TEST(GrenadeEnergy, NoStateShowsABodyOnTheFloorInMotionByAWeight)
{
	for (const float ratio : {1.0f, 10.0f, 100.0f, 1000.0f})
	{
		for (const float rate : {30.0f, 60.0f, 240.0f})
		{
			SCOPED_TRACE(testing::Message() << "ratio " << ratio << ", " << rate << " Hz");
			FiringRange range(k_gravity);
			range.AddBox({0.0f, -0.5f}, 20.0f, 0.5f);
			b2Body* crate = range.AddBody({0.0f, 0.2f}, 0.0f, b2_dynamicBody);
			range.Add(crate, BoxOf(0.4f, 0.2f), 0.05f / 0.32f);
			GrenadeDef def{.position = {0.0f, 0.6f}, .radius = 0.1f, .mass = 0.05f * ratio, .restitution = 0.0f};
			def.fuse = k_inf;
			range.plugin.Throw(def);
			// the impulse of the weight in a step (N s)
			const double weight = 10.0 * static_cast<double>(def.mass) / static_cast<double>(rate);
			for (int32_t step = 0; step < static_cast<int32_t>(3.0f * rate); ++step)
			{
				range.Step(1.0f / rate);
				if (step < static_cast<int32_t>(2.0f * rate))
				{
					continue;
				}
				// The body has 1/1000 of the grenade's mass, so rounding errors of the velocities may be visible.
				ASSERT_LT(SpeedOf(crate->GetLinearVelocity()), 1.0e-3) << "step " << step;
				ASSERT_EQ(range.plugin.Presses().size(), crate->IsAwake() ? 1u : 0u) << "step " << step;
				for (const PressEvent& press : range.plugin.Presses())
				{
					ASSERT_NEAR(press.impulse.y, -weight, 1.0e-3 * weight) << "step " << step;
				}
			}
		}
	}
}

// Two free bodies close in on a light grenade. If they could not yield, a narrow wedge would eject the grenade at any
// speed. Whatever holds it, the grenade may gain the speed of one step's fall.
TEST(GrenadeEnergy, OfANarrowWedgeIsThatOfItsBodies)
{
	Trouble trouble;
	for (int32_t i = 0; i < ScaledCount(500); ++i)
	{
		SceneRandom random(5000u + static_cast<uint64_t>(i));
		FiringRange range(k_gravity);
		GrenadeDef def{.radius = random.Uniform(0.05f, 0.15f), .restitution = 0.0f, .fuse = k_inf};
		def.mass = random.LogUniform(0.02f, 1.0f);
		def.friction = random.Uniform(0.0f, 1.0f);
		const float speed = random.LogUniform(0.1f, 5.0f);
		b2Body* boxes[2];
		for (const int32_t side : {0, 1})
		{
			const float tilt = random.LogUniform(0.002f, 0.2f);
			const float gap = random.Uniform(0.001f, 0.02f);
			const float mass = random.LogUniform(0.05f, 20.0f);
			const b2Vec2 normal{(side == 0 ? 1.0f : -1.0f) * std::sqrt(1.0f - tilt * tilt), tilt};
			b2Body* box =
			    range.AddBody(-(def.radius + gap + 0.3f) * normal, std::atan2(normal.y, normal.x), b2_dynamicBody);
			b2Fixture* fixture = range.Add(box, BoxOf(0.3f, 0.5f), mass / 0.6f);
			b2Filter filter;
			filter.groupIndex = -1; // the two bodies do not collide with each other
			fixture->SetFilterData(filter);
			box->SetGravityScale(0.0f);
			box->SetLinearVelocity(speed * normal);
			boxes[side] = box;
		}
		const GrenadeId id = range.plugin.Throw(def);
		const auto energy = [&]
		{
			const GrenadeState state = *range.plugin.Find(id);
			const double rim = static_cast<double>(def.radius) * state.angularVelocity;
			return EnergyOf(*boxes[0]) + EnergyOf(*boxes[1]) + EnergyOf(def.mass, state.velocity) +
			       0.25 * static_cast<double>(def.mass) * rim * rim;
		};
		for (int32_t step = 0; step < 30; ++step)
		{
			const double fall = 10.0 * static_cast<double>(k_dt);
			const double before = SpeedOf(range.plugin.Find(id)->velocity);
			const double most = energy() + static_cast<double>(def.mass) * (before * fall + 0.5 * fall * fall);
			range.Step(k_dt);
			if (range.plugin.Find(id).has_value() == false)
			{
				break; // crushed
			}
			if (const double after = energy(); after > 2.0 * most)
			{
				trouble.Add("scene %d, step %d: %.4g J, at most %.4g J", i, step, after, most);
			}
		}
	}
	EXPECT_EQ(trouble.Count(), 0) << trouble.First();
}

// A disc rolls or slides over the corner of a box, a triangle or an edge, and falls. The energies come from the float
// states.
TEST(GrenadeEnergy, DoesNotGrowOverACorner)
{
	Trouble trouble;
	for (const float rate : {30.0f, 60.0f, 240.0f})
	{
		for (int32_t i = 0; i < ScaledCount(400); ++i)
		{
			SceneRandom random(120000u + static_cast<uint64_t>(i));
			FiringRange range(k_gravity);
			b2Body* body = range.AddBody({0.0f, 0.0f}, random.OneIn(2) ? 0.0f : random.Uniform(-0.3f, 0.3f));
			const int32_t kind = random.Below(3);
			b2PolygonShape triangle;
			const b2Vec2 vertices[] = {{0.0f, 0.0f}, {-4.0f, 0.0f}, {-2.0f, -1.0f}};
			triangle.Set(vertices, 3);
			kind == 0   ? range.Add(body, BoxOf(2.0f, 0.5f, {-2.0f, -0.5f}, 0.0f))
			: kind == 1 ? range.Add(body, triangle)
			            : range.Add(body, EdgeOf({-4.0f, 0.0f}, {0.0f, 0.0f}));
			GrenadeDef def{.radius = random.LogUniform(0.02f, 0.3f), .mass = 1.0f, .restitution = 0.0f};
			def.position = b2Mul(body->GetTransform(), {-random.Uniform(0.05f, 0.5f), def.radius + 3.0e-5f});
			const float speed = random.LogUniform(0.02f, 3.0f);
			def.velocity = b2Mul(body->GetTransform().q, {speed, 0.0f});
			def.angularVelocity = random.OneIn(2) ? -speed / def.radius : 0.0f;
			def.friction = random.Uniform(0.0f, 1.0f);
			def.rollingResistance = random.OneIn(2) ? 0.0f : random.Uniform(0.0f, 0.3f);
			def.fuse = k_inf;
			const GrenadeId id = range.plugin.Throw(def);
			const auto energy = [&]
			{
				const GrenadeState state = *range.plugin.Find(id);
				const double rim = static_cast<double>(def.radius) * state.angularVelocity;
				return EnergyOf(1.0, state.velocity) + 0.25 * rim * rim + 10.0 * state.position.y;
			};
			double before = energy();
			for (int32_t step = 0; step < static_cast<int32_t>(rate); ++step)
			{
				range.Step(1.0f / rate);
				const double after = energy();
				const double rise = after - before;
				// the energy of a fall that lasts one step (J)
				const double fallen = 0.5 * std::pow(10.0 / static_cast<double>(rate), 2.0);
				if (rise > 0.02 * fallen + 1.0e-5)
				{
					trouble.Add("%g Hz, scene %d, step %d: rises by %.3g J, a step's fall gives %.3g J",
					            static_cast<double>(rate), i, step, rise, fallen);
				}
				before = after;
			}
		}
	}
	EXPECT_EQ(trouble.Count(), 0) << trouble.First();
}

} // namespace ricochet::test::grenade_energy_test
