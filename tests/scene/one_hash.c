// MIT License, Copyright (c) 2026 the ricochet authors

// A game whose bodies move by their velocities alone, so a world of Box2D and a scene move them alike. Linked with
// either library it must print the same hash of all events, states and casts.
//
// The masses are those that both compute to the bit: of discs, and of boxes that do not turn.

#include <ricochet/ricochet_c.h>

#include <stdio.h>
#include <string.h>

static uint64_t g_hash = 14695981039346656037u;
static uint32_t g_random = 12345;

static void add(const void* data, size_t size)
{
	const unsigned char* bytes = (const unsigned char*)data;
	for (size_t i = 0; i < size; ++i)
	{
		g_hash = (g_hash ^ bytes[i]) * 1099511628211u;
	}
}

#define ADD(value) add(&(value), sizeof(value))

static float uniform(float low, float high)
{
	g_random = g_random * 1664525u + 1013904223u;
	return low + (high - low) * (float)(g_random >> 8) * 0x1p-24f;
}

static int32_t below(int32_t end)
{
	return (int32_t)uniform(0.0f, (float)end);
}

static ricochet_vec in_box(float half)
{
	const float x = uniform(-half, half);
	const ricochet_vec v = {x, uniform(-half, half)};
	return v;
}

static void add_hit(const ricochet_ray_hit* hit)
{
	ADD(hit->enter);
	ADD(hit->exit);
	ADD(hit->body);
	ADD(hit->fixture);
	ADD(hit->body_user_data);
	ADD(hit->child);
	ADD(hit->starts_inside);
	ADD(hit->ends_inside);
}

static void add_shape(ricochet_world* world, ricochet_body body, const ricochet_fixture_def* def, int32_t kind)
{
	const ricochet_vec corners[] = {{-0.5f, -0.4f}, {0.6f, -0.3f}, {0.4f, 0.5f}, {-0.3f, 0.6f}};
	const ricochet_vec ends[] = {{-0.7f, 0.0f}, {0.7f, 0.1f}};
	const ricochet_pose origin = {{0.0f, 0.0f}, 0.0f};
	switch (kind)
	{
	case 0:
		ricochet_add_circle(world, body, def, origin.position, 0.5f);
		break;
	case 1:
		ricochet_add_box(world, body, def, 0.5f, 0.25f, origin);
		break;
	case 2:
		ricochet_add_capsule(world, body, def, ends[0], ends[1], 0.2f);
		break;
	case 3:
		ricochet_add_polygon(world, body, def, corners, 4, 0.0f);
		break;
	case 4:
		ricochet_add_polygon(world, body, def, corners, 4, 0.1f);
		break;
	case 5:
		ricochet_add_segment(world, body, def, ends[0], ends[1]);
		break;
	default:
		ricochet_add_chain(world, body, def, corners, 4, true);
		break;
	}
}

static void make_bodies(ricochet_world* world)
{
	ricochet_fixture_def def = ricochet_fixture_def_default();
	def.group_index = -1; // they pass through each other
	for (uint64_t i = 0; i < 200; ++i)
	{
		ricochet_body_def body = ricochet_body_def_default();
		body.type = below(3);
		body.pose.position = in_box(20.0f);
		body.pose.angle = uniform(-3.0f, 3.0f);
		body.gravity_scale = 0.0f;
		body.user_data = i;
		const int32_t kind = body.type == RICOCHET_DYNAMIC ? below(2) : below(7);
		body.fixed_rotation = kind == 1;
		if (body.type != RICOCHET_STATIC)
		{
			body.velocity = in_box(4.0f);
			body.angular_velocity = body.fixed_rotation ? 0.0f : uniform(-6.0f, 6.0f);
		}
		const ricochet_body made = ricochet_create_body(world, &body);
		add_shape(world, made, &def, kind);
	}
	ricochet_body_def ground = ricochet_body_def_default();
	ground.pose.position.y = -21.0f;
	const ricochet_pose origin = {{0.0f, 0.0f}, 0.0f};
	ricochet_add_box(world, ricochet_create_body(world, &ground), &def, 40.0f, 1.0f, origin);
}

static void fire(ricochet_plugin* plugin)
{
	for (int32_t i = 0; i < 20; ++i)
	{
		ricochet_bullet_def bullet = ricochet_bullet_def_default();
		bullet.position = in_box(20.0f);
		bullet.velocity = in_box(600.0f);
		bullet.max_pierces = below(3);
		bullet.max_bounces = below(3);
		bullet.radius = below(4) == 0 ? 0.1f : 0.0f;
		bullet.lifetime = 0.3f;
		ricochet_fire(plugin, &bullet);
	}
	ricochet_explosion_def blast = ricochet_explosion_def_default();
	blast.radius = 1.0f;
	blast.falloff = 4.0f;
	blast.impulse_per_length = 2.0f;
	ricochet_grenade_def grenade = ricochet_grenade_def_default();
	grenade.position = in_box(20.0f);
	grenade.velocity = in_box(20.0f);
	grenade.fuse = 0.7f;
	grenade.blast = &blast;
	ricochet_throw(plugin, &grenade);
}

static void add_step(ricochet_plugin* plugin)
{
	const int32_t impacts = ricochet_impacts(plugin, 0, NULL, 0);
	for (int32_t i = 0; i < impacts; ++i)
	{
		ricochet_impact impact;
		ricochet_impacts(plugin, i, &impact, 1);
		add_hit(&impact.hit);
		ADD(impact.time);
		ADD(impact.thickness);
		ADD(impact.velocity_after);
		ADD(impact.impulse);
		ADD(impact.response);
	}
	const int32_t blasts = ricochet_blast_hits(plugin, 0, NULL, 0);
	for (int32_t i = 0; i < blasts; ++i)
	{
		ricochet_blast_hit hit;
		ricochet_blast_hits(plugin, i, &hit, 1);
		ADD(hit.body);
		ADD(hit.point);
		ADD(hit.share);
		ADD(hit.impulse);
	}
	const int32_t grenades = ricochet_get_grenades(plugin, 0, NULL, 0);
	for (int32_t i = 0; i < grenades; ++i)
	{
		ricochet_grenade_state state;
		ricochet_get_grenades(plugin, i, &state, 1);
		ADD(state.position);
		ADD(state.velocity);
		ADD(state.angle);
	}
	ADD(impacts);
	ADD(blasts);
}

static void add_casts(const ricochet_world* world, const ricochet_world* snapshot)
{
	for (int32_t i = 0; i < 50; ++i)
	{
		const ricochet_vec from = in_box(20.0f);
		const ricochet_ray ray = ricochet_ray_between(from, in_box(20.0f));
		ricochet_ray_hit hits[16];
		const int32_t count = ricochet_cast_ray_all(world, &ray, NULL, hits, 16);
		ADD(count);
		for (int32_t k = 0; k < count && k < 16; ++k)
		{
			add_hit(&hits[k]);
		}
		if (ricochet_cast_ray_closest(snapshot, &ray, NULL, hits) == 1)
		{
			add_hit(&hits[0]);
		}
		const float length = ricochet_solid_length(world, ray.origin, from, NULL);
		ADD(length);
	}
}

static void add_bodies(const ricochet_world* world)
{
	ricochet_body_state states[256];
	const int32_t count = ricochet_get_bodies(world, 0, states, 256);
	for (int32_t i = 0; i < count; ++i)
	{
		ADD(states[i].body);
		ADD(states[i].pose);
		ADD(states[i].velocity);
		ADD(states[i].angular_velocity);
		ADD(states[i].mass);
	}
}

int main(int argc, char** argv)
{
	const ricochet_vec gravity = {0.0f, -10.0f};
	const int isLogged = argc > 1 && strcmp(argv[1], "--log") == 0;
	ricochet_world* world = ricochet_create_world(gravity);
	make_bodies(world);
	ricochet_plugin* plugin = ricochet_create_plugin(world, NULL);
	ricochet_world* snapshot = ricochet_create_snapshot(world);
	int32_t impacts = 0;
	for (int32_t step = 0; step < 120; ++step)
	{
		fire(plugin);
		if (ricochet_step(plugin, 1.0f / 60.0f, 8, 3) == false)
		{
			fprintf(stderr, "%s\n", ricochet_last_message());
			return 1;
		}
		impacts += ricochet_impacts(plugin, 0, NULL, 0);
		add_step(plugin);
		ricochet_update_snapshot(snapshot, NULL);
		add_casts(world, snapshot);
		add_bodies(world);
		if (isLogged)
		{
			printf("%d %016llx\n", (int)step, (unsigned long long)g_hash);
		}
	}
	fprintf(stderr, "%d impacts\n", (int)impacts);
	printf("%016llx\n", (unsigned long long)g_hash);
	ricochet_destroy_world(snapshot);
	ricochet_destroy_plugin(plugin);
	ricochet_destroy_world(world);
	return impacts < 1000;
}
