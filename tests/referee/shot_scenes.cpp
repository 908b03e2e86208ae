// MIT License, Copyright (c) 2026 the ricochet authors

#include "referee/scene_list.h"

// Scenes in which bullets hit flying grenades.

namespace ricochet::referee
{

namespace
{

// Sets an impact rule that returns a random response at grenades.
void DecideAnything(Stage& stage)
{
	stage.Decide(
	    [&random = stage.random](const ImpactEvent& impact)
	    {
		    constexpr Response k_responses[] = {Response::Stop, Response::Bounce, Response::Bounce, Response::Pierce,
		                                        Response::Ignore};
		    return impact.bullet && impact.grenade ? k_responses[random.Below(5)] : impact.response;
	    });
}

GrenadeDef AnyGrenade(SceneRandom& random)
{
	GrenadeDef def;
	def.radius = random.LogUniform(0.005f, 5.0f);
	def.mass = random.LogUniform(0.01f, 10.0f);
	def.velocity = random.OneIn(4) ? b2Vec2{0.0f, 0.0f} : random.LogUniform(0.1f, 100.0f) * random.Direction();
	def.angularVelocity = random.OneIn(2) ? 0.0f : random.Uniform(-50.0f, 50.0f);
	def.restitution = random.OneIn(3) ? static_cast<float>(random.Below(2)) : random.Uniform(0.0f, 1.0f);
	def.friction = random.OneIn(3) ? 0.0f : random.Uniform(0.0f, 1.0f);
	def.fuse = 1.0e6f;
	return def;
}

// Returns a bullet that leads a flying grenade: it hits head-on or off-centre, or just misses.
BulletDef Shot(SceneRandom& random, const GrenadeDef& grenade, float rate)
{
	BulletDef def;
	def.mass = grenade.mass * random.LogUniform(0.001f, 1000.0f);
	def.radius = random.OneIn(2) ? 0.0f : grenade.radius * random.LogUniform(0.01f, 10.0f);
	def.hitsGrenades = random.OneIn(8) == false;
	def.restitution = random.Uniform(0.0f, 1.0f);
	def.friction = random.OneIn(3) ? 0.0f : random.Uniform(0.0f, 1.0f);
	def.lifetime = 1.0e6f;
	const float reach = grenade.radius + def.radius;
	const float speed = random.LogUniform(1.0f, 1000.0f);
	const b2Vec2 direction = random.Direction();
	const float way = 1.2f * reach + speed / rate * random.Uniform(0.0f, 4.0f);
	const float aside = random.OneIn(3) ? 0.0f : random.Uniform(-1.1f, 1.1f) * reach;
	def.position = grenade.position - way * direction + aside * b2Vec2{-direction.y, direction.x};
	def.velocity = grenade.velocity + speed * direction;
	return def;
}

} // namespace

// Fires one or many bullets at one grenade. There is nothing else, and no gravity.
void PlayShotGrenade(Stage& stage)
{
	SceneRandom& random = stage.random;
	stage.world.SetGravity({0.0f, 0.0f});
	RefereeDef def;
	def.closed = true;
	stage.Rule(def);
	DecideAnything(stage);
	const GrenadeDef grenade = AnyGrenade(random);
	stage.Throw(grenade);
	const float rate = stage.RandomRate();
	for (int32_t i = random.OneIn(2) ? 1 : 20; i > 0; --i)
	{
		stage.Fire(Shot(random, grenade, rate));
	}
	for (int32_t i = 0; i < 20; ++i)
	{
		stage.Step(1.0f / rate);
	}
}

// Throws grenades that cross each other's paths, with or without gravity. In each step, fires some bullets at them.
void PlayFlak(Stage& stage)
{
	SceneRandom& random = stage.random;
	const bool falls = random.OneIn(2);
	stage.world.SetGravity({0.0f, falls ? -10.0f : 0.0f});
	RefereeDef def;
	def.closed = falls == false;
	stage.Rule(def);
	DecideAnything(stage);
	const float rate = stage.RandomRate(240.0f);
	for (int32_t i = 0; i < 10; ++i)
	{
		GrenadeDef grenade = AnyGrenade(random);
		grenade.radius = random.LogUniform(0.05f, 0.5f);
		grenade.position = random.InBox(8.0f);
		grenade.velocity = -random.Uniform(0.0f, 2.0f) * grenade.position;
		grenade.impactFuse = random.OneIn(4) ? random.LogUniform(0.001f, 1.0f) : grenade.impactFuse;
		stage.Throw(grenade);
	}
	for (int32_t i = 0; i < 60; ++i)
	{
		for (const GrenadeState& state : stage.GetPlugin().Grenades())
		{
			GrenadeDef grenade;
			grenade.position = state.position;
			grenade.velocity = state.velocity;
			grenade.radius = state.radius;
			if (random.OneIn(4))
			{
				stage.Fire(Shot(random, grenade, rate));
			}
		}
		stage.Step(1.0f / rate);
	}
}

} // namespace ricochet::referee
