// MIT License, Copyright (c) 2026 the ricochet authors

// A game that links both libraries. It steps a Box2D world and shoots in a scene that has the same bodies.

#include <ricochet/c/scene.h>
#include <ricochet/ricochet_c.h>

#include <box2d/box2d.h>

#include <cmath>
#include <cstdio>
#include <vector>

namespace
{

constexpr float k_dt = 1.0f / 60.0f;

struct Game
{
	b2World world{{0.0f, -10.0f}};
	ricochet_world* scene = ricochet_create_world({0.0f, -10.0f});
	ricochet_plugin* plugin = ricochet_create_plugin(scene, nullptr);
	std::vector<b2Body*> bodies;
	std::vector<ricochet_body> names;
	std::vector<ricochet_scene_motion> motions;
	double pushed = 0.0;
	double told = 0.0;
	int32_t impacts = 0;

	Game() = default;
	Game(const Game&) = delete;
	Game& operator=(const Game&) = delete;
	~Game()
	{
		ricochet_destroy_plugin(plugin);
		ricochet_destroy_world(scene);
	}

	void AddBox(b2BodyType type, b2Vec2 position, b2Vec2 half)
	{
		b2BodyDef def;
		def.type = type;
		def.position = position;
		def.angularVelocity = type == b2_dynamicBody ? 3.0f : 0.0f;
		b2Body* body = world.CreateBody(&def);
		b2PolygonShape box;
		box.SetAsBox(half.x, half.y);
		body->CreateFixture(&box, 1.0f);

		ricochet_body_def same = ricochet_body_def_default();
		same.type = type;
		same.pose.position = {position.x, position.y};
		same.user_data = bodies.size();
		const ricochet_body name = ricochet_create_body(scene, &same);
		std::vector<ricochet_vec> corners;
		for (int32 i = 0; i < box.m_count; ++i)
		{
			corners.push_back({box.m_vertices[i].x, box.m_vertices[i].y});
		}
		ricochet_scene_add_solid(scene, name, nullptr, corners.data(), box.m_count, 0.0f);
		const float inertia = body->GetInertia() - body->GetMass() * body->GetLocalCenter().LengthSquared();
		ricochet_scene_set_mass(scene, name, body->GetMass(), inertia, {0.0f, 0.0f});
		bodies.push_back(body);
		names.push_back(name);
	}

	void Step()
	{
		ricochet_begin_step(plugin);
		world.Step(k_dt, 8, 3);
		motions.clear();
		for (size_t i = 0; i < bodies.size(); ++i)
		{
			const b2Transform& pose = bodies[i]->GetTransform();
			const b2Vec2 velocity = bodies[i]->GetLinearVelocity();
			motions.push_back({names[i],
			                   {pose.p.x, pose.p.y},
			                   pose.q.s,
			                   pose.q.c,
			                   bodies[i]->GetAngle(),
			                   {velocity.x, velocity.y},
			                   bodies[i]->GetAngularVelocity()});
		}
		ricochet_scene_move(scene, motions.data(), static_cast<int32_t>(motions.size()));
		ricochet_end_step(plugin, k_dt);

		const int32_t count = ricochet_scene_take_changes(scene, nullptr, 0);
		std::vector<ricochet_scene_change> changes(static_cast<size_t>(count));
		ricochet_scene_take_changes(scene, changes.data(), count);
		for (const ricochet_scene_change& change : changes)
		{
			b2Body* body = bodies[change.user_data];
			body->ApplyLinearImpulseToCenter({change.impulse.x, change.impulse.y}, true);
			body->ApplyAngularImpulse(change.angular_impulse, true);
			pushed += change.impulse.x;
		}
		const int32_t hits = ricochet_impacts(plugin, 0, nullptr, 0);
		for (int32_t i = 0; i < hits; ++i)
		{
			ricochet_impact impact;
			ricochet_impacts(plugin, i, &impact, 1);
			told += impact.hit.body_user_data > 0 ? impact.impulse.x : 0.0f; // the ground has user data 0
		}
		impacts += hits;
	}
};

} // namespace

int main()
{
	Game game;
	game.AddBox(b2_staticBody, {0.0f, -1.0f}, {50.0f, 1.0f});
	for (int32_t i = 0; i < 40; ++i)
	{
		const auto place = static_cast<float>(i);
		game.AddBox(b2_dynamicBody, {place - 20.0f, 1.0f + 0.3f * static_cast<float>(i % 7)}, {0.3f, 0.2f});
	}
	for (int32_t step = 0; step < 200; ++step)
	{
		ricochet_bullet_def bullet = ricochet_bullet_def_default();
		bullet.position = {-30.0f, 0.1f + 0.01f * static_cast<float>(step)};
		bullet.velocity = {400.0f, 0.0f};
		bullet.max_pierces = step % 3;
		ricochet_fire(game.plugin, &bullet);
		game.Step();
	}
	std::printf("%d impacts, impulses told %.6f N s, given %.6f N s\n", static_cast<int>(game.impacts), game.told,
	            game.pushed);
	return game.impacts > 100 && std::abs(game.told - game.pushed) < 1e-4 * std::abs(game.told) ? 0 : 1;
}
