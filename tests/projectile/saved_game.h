// MIT License, Copyright (c) 2026 the ricochet authors

#pragma once

#include <ricochet/projectile/plugin.h>

#include "determinism/flight_hash.h"
#include "support/scenes.h"
#include "support/stock_shapes.h"

#include <box2d/b2_body.h>
#include <box2d/b2_world.h>

#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <optional>
#include <vector>

namespace ricochet::test
{

/// A world whose bodies can be restored bit for bit, because they never collide with each other and rotate about their
/// origins. Its plugin has many projectiles in flight.
class SavedGame
{
public:
	static constexpr float k_dt = 1.0f / 60.0f;

	explicit SavedGame(uint64_t seed, bool newestFirst = false) : m_seed(seed), world({0.0f, -10.0f}), plugin(world)
	{
		for (int32_t i = 0; i < k_bodies; ++i)
		{
			AddBody(newestFirst ? k_bodies - 1 - i : i);
		}
	}

	/// Runs one step. The launches and the steering of projectiles depend only on the seed and the number of the step.
	void Step()
	{
		m_random.emplace(m_seed * 7919 + static_cast<uint64_t>(steps));
		Launch();
		if (steps % 40 == 7)
		{
			plugin.SetSurface(BodyOf(static_cast<uint64_t>(m_random->Below(k_bodies)))->GetFixtureList(),
			                  {.resistance = m_random->LogUniform(10.0f, 1.0e4f), .ricochetAngle = 0.5f});
		}
		plugin.Step(k_dt, 4, 2);
		steps += 1;
	}

	/// Steps until `steps` is `last`. Returns a hash of the visible state after each step.
	uint64_t PlayTo(int32_t last)
	{
		Hash hash;
		while (steps < last)
		{
			Step();
			AddTo(hash);
		}
		return hash.Get();
	}

	/// Adds to the hash all that the game can read from the plugin, except for the plugin's own number in the ids.
	void AddTo(Hash& hash) const
	{
		AddFlying(plugin, hash);
		for (const BulletState& bullet : plugin.Bullets())
		{
			hash.Add(bullet.id.generation);
			hash.Add(bullet.radius);
			hash.Add(uint64_t{bullet.userData});
		}
		for (const GrenadeState& grenade : plugin.Grenades())
		{
			hash.Add(grenade.id.generation);
			hash.Add(grenade.radius);
			hash.Add(uint64_t{grenade.userData});
		}
		AddEventsTo(hash);
	}

	/// The pose and velocity of a body, from which the world can be restored.
	struct Pose
	{
		uint64_t name;
		b2Vec2 position, velocity;
		float angle, spin;
	};

	[[nodiscard]] std::vector<Pose> Poses()
	{
		std::vector<Pose> poses;
		for (b2Body* body = world.GetBodyList(); body != nullptr; body = body->GetNext())
		{
			poses.push_back({NameOf(*body), body->GetPosition(), body->GetLinearVelocity(), body->GetAngle(),
			                 body->GetAngularVelocity()});
		}
		return poses;
	}

	void Place(const std::vector<Pose>& poses)
	{
		for (const Pose& pose : poses)
		{
			b2Body* body = BodyOf(pose.name);
			body->SetTransform(pose.position, pose.angle);
			body->SetLinearVelocity(pose.velocity);
			body->SetAngularVelocity(pose.spin);
		}
	}

	[[nodiscard]] static uint64_t NameOf(b2Body& body) { return uint64_t{body.GetUserData().pointer}; }
	[[nodiscard]] b2Body* BodyOf(uint64_t name)
	{
		for (b2Body* body = world.GetBodyList(); body != nullptr; body = body->GetNext())
		{
			if (NameOf(*body) == name)
			{
				return body;
			}
		}
		return nullptr;
	}

private:
	static constexpr int32_t k_bodies = 60;

	uint64_t m_seed;
	std::optional<SceneRandom> m_random;

	void AddBody(int32_t number)
	{
		SceneRandom random(m_seed * 31 + static_cast<uint64_t>(number));
		const b2BodyType types[] = {b2_staticBody, b2_kinematicBody, b2_dynamicBody, b2_staticBody};
		b2BodyDef def;
		def.type = types[number % 4];
		def.position = random.InBox(20.0f);
		def.angle = random.Uniform(-3.0f, 3.0f);
		def.gravityScale = 0.0f;
		def.allowSleep = false;
		def.userData.pointer = static_cast<uintptr_t>(number);
		b2Body* body = world.CreateBody(&def);
		b2FixtureDef fixture;
		fixture.density = 2.0f;
		fixture.filter.categoryBits = 0x0002;
		fixture.filter.maskBits = 0x0001;
		const b2CircleShape circle = CircleOf(random.Uniform(0.3f, 1.5f));
		const b2PolygonShape box = BoxOf(random.Uniform(0.3f, 6.0f), random.Uniform(0.2f, 2.0f));
		fixture.shape = number % 3 == 0 ? static_cast<const b2Shape*>(&circle) : &box;
		body->CreateFixture(&fixture);
		if (def.type != b2_staticBody)
		{
			body->SetLinearVelocity(random.InBox(2.0f));
			body->SetAngularVelocity(random.Uniform(-2.0f, 2.0f));
		}
	}

	void Launch()
	{
		SceneRandom& random = *m_random;
		for (int32_t i = 0; i < 4; ++i)
		{
			plugin.Fire(RandomBullet(random));
		}
		if (random.OneIn(3) && throws)
		{
			plugin.Throw(RandomGrenade(random));
		}
		if (random.OneIn(20))
		{
			ExplosionDef blast;
			blast.position = random.InBox(20.0f);
			blast.fragments.count = 5;
			blast.fragments.bullet.maxBounces = 1;
			plugin.Explode(blast);
		}
		if (random.OneIn(4) && plugin.Bullets().empty() == false)
		{
			const BulletId id = (*plugin.Bullets().begin()).id;
			BulletDef def = *plugin.DefOf(id);
			def.velocity = -0.9f * def.velocity;
			plugin.Steer(id, def);
		}
	}

	BulletDef RandomBullet(SceneRandom& random)
	{
		BulletDef def;
		def.position = random.InBox(20.0f);
		def.velocity = random.LogUniform(1.0f, 2000.0f) * random.Direction();
		def.filter.startInside = random.OneIn(2);
		def.filter.ignoreBody = random.OneIn(5) ? BodyOf(static_cast<uint64_t>(random.Below(k_bodies))) : nullptr;
		def.lifetime = random.LogUniform(0.5f, 20.0f);
		def.maxPierces = random.Below(5);
		def.maxBounces = random.Below(5);
		def.drag = random.OneIn(3) ? random.LogUniform(0.01f, 2.0f) : 0.0f;
		def.maxRange = random.OneIn(4) ? random.LogUniform(1.0f, 300.0f) : def.maxRange;
		def.userData = static_cast<uintptr_t>(random.Below(1000));
		def.mass = random.LogUniform(0.001f, 10.0f);
		if (random.OneIn(8))
		{
			def.homing.turnRate = random.Uniform(0.5f, 5.0f);
			def.homing.body = BodyOf(static_cast<uint64_t>(random.Below(k_bodies)));
		}
		def.radius = random.OneIn(3) ? random.LogUniform(0.001f, 1.0f) : 0.0f;
		return def;
	}

	static GrenadeDef RandomGrenade(SceneRandom& random)
	{
		GrenadeDef def;
		def.position = random.InBox(20.0f);
		def.velocity = random.InBox(15.0f);
		def.filter.startInside = false;
		def.fuse = random.LogUniform(1.0f, 30.0f);
		def.sticky = random.OneIn(4);
		def.impactFuse = random.OneIn(5) ? 1.0f : def.impactFuse;
		if (random.OneIn(3))
		{
			def.blast.emplace();
		}
		return def;
	}

	void AddEventsTo(Hash& hash) const
	{
		AddEvents(plugin, hash);
		for (const ImpactEvent& impact : plugin.Impacts())
		{
			hash.Add(impact.depth);
			hash.Add(impact.body != nullptr ? NameOf(*impact.body) : ~uint64_t{0});
		}
		for (const b2Body* body = world.GetBodyList(); body != nullptr; body = body->GetNext())
		{
			hash.Add(body->GetLinearVelocity());
		}
	}

public:
	b2World world;
	Plugin plugin;
	int32_t steps = 0;
	bool throws = true;
};

using Bytes = std::vector<std::byte>;

inline Bytes SavedOf(const Plugin& plugin, const SaveDef& def = {})
{
	Bytes bytes;
	const Result<> saved = plugin.Save(bytes, def);
	EXPECT_TRUE(saved) << saved.GetError().Message();
	return bytes;
}

inline void ExpectSame(const Bytes& a, const Bytes& b)
{
	const auto [here, there] = std::mismatch(a.begin(), a.end(), b.begin(), b.end());
	EXPECT_TRUE(here == a.end() && there == b.end())
	    << "byte " << here - a.begin() << " of " << a.size() << " and " << b.size();
}

} // namespace ricochet::test
