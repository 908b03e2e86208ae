// MIT License, Copyright (c) 2026 the ricochet authors

#include <ricochet/ricochet_c.h>

#include <cstdio>

int main()
{
	ricochet_world* world = ricochet_create_world({0.0f, -10.0f});
	ricochet_plugin* plugin = ricochet_create_plugin(world, nullptr);
	const ricochet_body pane = ricochet_create_body(world, nullptr);
	ricochet_add_box(world, pane, nullptr, 0.005f, 5.0f, {{10.0f, 0.0f}, 0.0f});
	ricochet_bullet_def bullet = ricochet_bullet_def_default();
	bullet.velocity = {800.0f, 0.0f};
	ricochet_fire(plugin, &bullet);
	ricochet_step(plugin, 1.0f / 60.0f, 8, 3);
	const int count = ricochet_impacts(plugin, 0, nullptr, 0);
	std::printf("%d hit: %s\n", count, ricochet_last_message());
	ricochet_destroy_plugin(plugin);
	ricochet_destroy_world(world);
	return count == 1 ? 0 : 1;
}
