// MIT License, Copyright (c) 2026 the ricochet authors

#include <ricochet/c/scene.h>
#include <ricochet/ricochet_c.h>

int main(void)
{
	const ricochet_vec no_gravity = {0.0f, 0.0f};
	const ricochet_pose origin = {{0.0f, 0.0f}, 0.0f};
	ricochet_world* world = ricochet_create_world(no_gravity);
	ricochet_body_def def = ricochet_body_def_default();
	def.pose.position.x = 5.0f;
	const ricochet_body wall = ricochet_create_body(world, &def);
	ricochet_add_box(world, wall, NULL, 0.5f, 2.0f, origin);
	const ricochet_ray ray = {{0.0f, 0.0f}, {10.0f, 0.0f}, 1.0f};
	ricochet_ray_hit hit;
	const bool isHit = ricochet_cast_ray_closest(world, &ray, NULL, &hit) == 1 && hit.body == wall;
	ricochet_destroy_world(world);
	return isHit && hit.enter.fraction == 0.45f ? 0 : 1;
}
