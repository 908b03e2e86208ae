// MIT License, Copyright (c) 2026 the ricochet authors

#include <ricochet/c/scene.h>
#include <ricochet/ricochet_c.h>

#include <cmath>

// The game has a class of this name. The library must not know of it.
struct b2Vec2
{
	double x, y, z;
};

int main()
{
	ricochet_world* world = ricochet_create_world({0.0f, 0.0f});
	ricochet_plugin* plugin = ricochet_create_plugin(world, nullptr);
	ricochet_body_def def = ricochet_body_def_default();
	def.type = RICOCHET_DYNAMIC;
	const ricochet_body body = ricochet_create_body(world, &def);
	ricochet_add_circle(world, body, nullptr, {0.0f, 0.0f}, 0.5f);
	ricochet_bullet_def bullet = ricochet_bullet_def_default();
	bullet.position = {-10.0f, 0.0f};
	bullet.velocity = {900.0f, 0.0f};
	ricochet_fire(plugin, &bullet);
	ricochet_begin_step(plugin);
	const ricochet_scene_motion motion{body, {1.0f, 0.0f}, 0.0f, 1.0f, NAN, {60.0f, 0.0f}, 0.0f};
	const bool isMoved = ricochet_scene_move(world, &motion, 1);
	ricochet_end_step(plugin, 1.0f / 60.0f);
	ricochet_scene_change change{};
	const bool isPushed = ricochet_scene_take_changes(world, &change, 1) == 1 && change.impulse.x > 0.0f;
	ricochet_destroy_plugin(plugin);
	ricochet_destroy_world(world);
	const b2Vec2 own{0.0, 0.0, 0.0};
	return isMoved && isPushed && own.z == 0.0 ? 0 : 1;
}
