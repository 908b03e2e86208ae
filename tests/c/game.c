// MIT License, Copyright (c) 2026 the ricochet authors

#include "game.h"

#include <ricochet/ricochet_c.h>

#include <math.h>
#include <stdio.h>
#include <string.h>

static char g_fault[256];

static const char* fault(int line, const char* what)
{
	snprintf(g_fault, sizeof(g_fault), "line %d: %s; last error: \"%s\"", line, what, ricochet_last_message());
	return g_fault;
}

#define EXPECT(condition)                                                                                              \
	if (!(condition))                                                                                                  \
	return fault(__LINE__, #condition)

enum
{
	GLASS = 7,
	STEEL = 9
};

typedef struct range
{
	ricochet_world* world;
	ricochet_plugin* plugin;
	ricochet_body glass;
	ricochet_fixture pane;
	ricochet_body steel;
	ricochet_fixture plate;
} range;

static ricochet_body add_wall(range* r, float x, float thickness, uint64_t data, ricochet_fixture* fixture)
{
	const ricochet_pose at_origin = {{0.0f, 0.0f}, 0.0f};
	ricochet_body_def def = ricochet_body_def_default();
	def.pose.position.x = x;
	def.user_data = data;
	const ricochet_body body = ricochet_create_body(r->world, &def);
	ricochet_fixture_def wall = ricochet_fixture_def_default();
	wall.user_data = 100 + data;
	*fixture = ricochet_add_box(r->world, body, &wall, 0.5f * thickness, 5.0f, at_origin);
	return body;
}

static range make_range(const ricochet_plugin_def* def)
{
	range r;
	const ricochet_vec gravity = {0.0f, -10.0f};
	r.world = ricochet_create_world(gravity);
	r.glass = add_wall(&r, 10.0f, 0.01f, GLASS, &r.pane);
	r.steel = add_wall(&r, 12.0f, 1.0f, STEEL, &r.plate);
	r.plugin = ricochet_create_plugin(r.world, def);
	return r;
}

static void destroy_range(range* r)
{
	// In the order that a garbage collector may take, too.
	ricochet_destroy_world(r->world);
	ricochet_destroy_plugin(r->plugin);
}

const char* game_first_bullet(void)
{
	range r = make_range(NULL);
	EXPECT(r.world && r.plugin && r.glass && r.pane && r.steel && r.plate);
	ricochet_bullet_def def = ricochet_bullet_def_default();
	def.position.y = 1.0f;
	def.velocity.x = 800.0f;
	def.max_pierces = 1;
	def.user_data = 42;
	const ricochet_bullet bullet = ricochet_fire(r.plugin, &def);
	EXPECT(bullet.generation != 0);
	ricochet_bullet_state state;
	EXPECT(ricochet_find_bullet(r.plugin, bullet, &state) == 1 && state.velocity.x == 800.0f && state.user_data == 42);
	EXPECT(ricochet_step(r.plugin, 1.0f / 60.0f, 8, 3));

	ricochet_impact hits[4];
	EXPECT(ricochet_impacts(r.plugin, 0, NULL, 0) == 2);
	EXPECT(ricochet_impacts(r.plugin, 0, hits, 4) == 2);
	EXPECT(hits[0].hit.body == r.glass && hits[0].hit.fixture == r.pane);
	EXPECT(hits[0].hit.body_user_data == GLASS && hits[0].hit.fixture_user_data == 100 + GLASS);
	EXPECT(hits[0].response == RICOCHET_PIERCE && hits[0].user_data == 42);
	EXPECT(fabsf(hits[0].hit.enter.point.x - 9.995f) < 1e-5f && fabsf(hits[0].thickness - 0.01f) < 1e-5f);
	EXPECT(hits[1].hit.body == r.steel && hits[1].response == RICOCHET_STOP);

	// One after the other, as with room for one alone.
	for (int32_t i = 0; i < 2; ++i)
	{
		ricochet_impact one;
		EXPECT(ricochet_impacts(r.plugin, i, &one, 1) == 2);
		EXPECT(memcmp(&one.hit.enter, &hits[i].hit.enter, sizeof(one.hit.enter)) == 0);
	}
	ricochet_expired end;
	EXPECT(ricochet_expired_events(r.plugin, 0, &end, 1) == 1 && end.reason == RICOCHET_STOPPED);
	EXPECT(ricochet_find_bullet(r.plugin, bullet, &state) == 0);
	EXPECT(ricochet_get_bullets(r.plugin, 0, NULL, 0) == 0);
	destroy_range(&r);
	return NULL;
}

const char* game_past_bullet(void)
{
	range r = make_range(NULL);
	ricochet_history* history = ricochet_create_history(r.world, NULL);
	for (int32_t step = 0; step <= 4; ++step)
	{
		EXPECT(ricochet_record(history, step / 60.0));
		EXPECT(ricochet_step(r.plugin, 1.0f / 60.0f, 8, 3));
	}
	EXPECT(ricochet_record(history, 5 / 60.0));
	ricochet_bullet_def def = ricochet_bullet_def_default();
	def.position.y = 1.0f;
	def.velocity.x = 200.0f;
	def.max_pierces = 1;
	EXPECT(ricochet_fire_at(r.plugin, &def, history, -0.01).generation == 0);
	EXPECT(ricochet_last_error().reason == RICOCHET_TOO_SMALL);
	const ricochet_bullet bullet = ricochet_fire_at(r.plugin, &def, history, 0.01);
	EXPECT(bullet.generation != 0);
	ricochet_impact hits[4];
	EXPECT(ricochet_impacts(r.plugin, 0, hits, 4) == 2);
	EXPECT(hits[0].hit.body == r.glass && hits[1].hit.body == r.steel);
	EXPECT(fabsf(hits[0].time - (0.01f + 9.995f / 200.0f - 5.0f / 60.0f)) < 1e-4f);
	ricochet_expired end;
	EXPECT(ricochet_expired_events(r.plugin, 0, &end, 1) == 1 && end.reason == RICOCHET_STOPPED);
	ricochet_destroy_history(history);
	destroy_range(&r);
	return NULL;
}

static void pass_all(const ricochet_impact* impact, ricochet_decision* decision, void* context)
{
	int* calls = context;
	*calls += 1;
	decision->response = RICOCHET_PIERCE;
	decision->damage = (float)impact->hit.body_user_data;
	if (impact->hit.body_user_data == STEEL)
	{
		decision->response = RICOCHET_IGNORE;
		decision->has_velocity = true;
		decision->velocity_after.x = 300.0f;
		decision->velocity_after.y = 0.0f;
	}
}

static void lift(const ricochet_bullet_state* bullet, ricochet_vec* acceleration, void* context)
{
	*(uint64_t*)context = bullet->user_data;
	acceleration->y = 10.0f;
}

const char* game_rules(void)
{
	int calls = 0;
	uint64_t steered = 0;
	ricochet_plugin_def rules = ricochet_plugin_def_default();
	rules.rule = pass_all;
	rules.context = &calls;
	range r = make_range(&rules);
	ricochet_bullet_def def = ricochet_bullet_def_default();
	def.velocity.x = 800.0f;
	def.user_data = 5;
	def.steering = lift;
	def.context = &steered;
	const ricochet_bullet bullet = ricochet_fire(r.plugin, &def);
	EXPECT(ricochet_step(r.plugin, 1.0f / 60.0f, 8, 3));
	EXPECT(calls == 2 && steered == 5);
	ricochet_impact hits[2];
	EXPECT(ricochet_impacts(r.plugin, 0, hits, 2) == 2);
	EXPECT(hits[0].damage == (float)GLASS && hits[1].damage == (float)STEEL);
	ricochet_bullet_state state;
	EXPECT(ricochet_find_bullet(r.plugin, bullet, &state) == 1);
	// Steered against gravity: it flies level.
	EXPECT(state.velocity.x == 300.0f && fabsf(state.velocity.y) < 1e-6f && state.position.x > 12.0f);
	EXPECT(ricochet_cancel_bullet(r.plugin, bullet) && ricochet_find_bullet(r.plugin, bullet, &state) == 0);
	destroy_range(&r);
	return NULL;
}

static bool no_glass(ricochet_body body, ricochet_fixture fixture, void* context)
{
	const range* r = context;
	return body != r->glass && fixture != r->pane;
}

static void through(const ricochet_beam_leg* leg, ricochet_beam_decision* decision, void* context)
{
	(void)context;
	if (leg->hit.body_user_data == GLASS)
	{
		decision->response = RICOCHET_PIERCE;
	}
}

static void split(const ricochet_beam_leg* leg, ricochet_beam_decision* decision, void* context)
{
	(void)context;
	if (leg->hit.body_user_data == GLASS)
	{
		decision->refractive_index = 1.5f;
		decision->bounced = 0.25f;
		decision->passed = 0.5f;
	}
}

const char* game_predicates(void)
{
	range r = make_range(NULL);
	const ricochet_vec from = {0.0f, 0.0f};
	const ricochet_vec to = {20.0f, 0.0f};
	const ricochet_vec right = {1.0f, 0.0f};
	const ricochet_ray ray = ricochet_ray_between(from, to);
	ricochet_ray_hit hit;
	EXPECT(ricochet_cast_ray_closest(r.world, &ray, NULL, &hit) == 1 && hit.body == r.glass);
	ricochet_filter filter = ricochet_filter_default();
	filter.accept = no_glass;
	filter.context = &r;
	EXPECT(ricochet_cast_ray_closest(r.world, &ray, &filter, &hit) == 1 && hit.body == r.steel);
	filter.accept = NULL;
	filter.ignore[2] = r.glass;
	EXPECT(ricochet_cast_ray_closest(r.world, &ray, &filter, &hit) == 1 && hit.body == r.steel);
	filter.ignore[0] = r.steel;
	EXPECT(ricochet_cast_ray_any(r.world, &ray, &filter) == 0);
	EXPECT(ricochet_in_sight(r.world, from, to, &filter) == 1 && ricochet_in_sight(r.world, from, to, NULL) == 0);

	ricochet_beam_def laser = ricochet_beam_def_default();
	ricochet_beam_leg legs[4];
	laser.max_bounces = 1;
	laser.max_pierces = 1;
	laser.rule = through;
	int32_t end = -1;
	EXPECT(ricochet_cast_beam(r.world, from, right, &laser, legs, 4, &end) == 4 && end == RICOCHET_BEAM_LENGTH);
	EXPECT(legs[0].response == RICOCHET_PIERCE && legs[1].response == RICOCHET_BOUNCE);
	EXPECT(legs[2].hit.body == r.glass && legs[2].ray.translation.x < 0.0f && legs[2].response == RICOCHET_PIERCE);
	EXPECT(legs[3].hit.fixture == 0);

	// The glass reflects a quarter on the way in and on the way out.
	laser.max_bounces = 0;
	laser.min_power = 0.2f;
	laser.rule = split;
	EXPECT(ricochet_cast_beam(r.world, from, right, &laser, legs, 4, &end) == 4 && end == RICOCHET_BEAM_STOPPED);
	EXPECT(legs[0].refractive_index == 1.5f && legs[0].bounced == 0.25f && legs[0].parent == -1);
	EXPECT(legs[1].leaving && legs[1].medium == 0 && legs[1].power == 0.5f && legs[1].bounced == 0.0f);
	EXPECT(legs[2].hit.body == r.steel && legs[2].parent == 1 && legs[2].power == 0.25f && legs[2].medium == -1);
	EXPECT(legs[3].parent == 0 && legs[3].power == 0.25f && legs[3].ray.translation.x < 0.0f);
	laser.max_legs = 2;
	EXPECT(ricochet_cast_beam(r.world, from, right, &laser, legs, 4, &end) == 2 && end == RICOCHET_BEAM_MAX_LEGS);
	EXPECT(ricochet_cast_beam(r.world, from, right, &laser, legs, 4, NULL) == 2);

	// A predicate of what flies is asked as long as it flies.
	ricochet_filter flying = ricochet_filter_default();
	flying.accept = no_glass;
	flying.context = &r;
	ricochet_bullet_def def = ricochet_bullet_def_default();
	def.velocity.x = 300.0f;
	def.filter = &flying;
	EXPECT(ricochet_fire(r.plugin, &def).generation != 0);
	flying.accept = NULL;
	ricochet_impact impact;
	for (int i = 0; i < 3; ++i)
	{
		EXPECT(ricochet_step(r.plugin, 1.0f / 60.0f, 8, 3));
		if (ricochet_impacts(r.plugin, 0, &impact, 1) > 0)
		{
			EXPECT(impact.hit.body == r.steel);
			destroy_range(&r);
			return NULL;
		}
	}
	return fault(__LINE__, "the bullet has hit nothing");
}

const char* game_grenade(void)
{
	range r = make_range(NULL);
	ricochet_explosion_def blast = ricochet_explosion_def_default();
	blast.fragment_count = 12;
	ricochet_grenade_def def = ricochet_grenade_def_default();
	def.position.x = 8.0f;
	def.velocity.x = 5.0f;
	def.fuse = 0.5f;
	def.blast = &blast;
	def.user_data = 3;
	const ricochet_grenade grenade = ricochet_throw(r.plugin, &def);
	EXPECT(grenade.generation != 0);
	ricochet_grenade_state state;
	ricochet_vec place;
	EXPECT(ricochet_get_grenades(r.plugin, 0, &state, 1) == 1 && state.user_data == 3);
	EXPECT(ricochet_grenade_positions(r.plugin, 0, &place, 1) == 1 && place.x == 8.0f);
	int bounces = 0;
	for (int i = 0; i < 60; ++i)
	{
		EXPECT(ricochet_step(r.plugin, 1.0f / 60.0f, 8, 3));
		ricochet_impact hit;
		bounces += ricochet_impacts(r.plugin, 0, &hit, 1) > 0 && hit.grenade.generation != 0 ? 1 : 0;
		ricochet_explosion explosion;
		if (ricochet_explosions(r.plugin, 0, &explosion, 1) == 1)
		{
			ricochet_blast_hit hits[4];
			ricochet_bullet fragments[16];
			EXPECT(explosion.fragment_count == 12 && ricochet_fragments(r.plugin, 0, fragments, 16) == 12);
			EXPECT(ricochet_blast_hits(r.plugin, 0, hits, 4) == explosion.hit_count && explosion.hit_count >= 1);
			EXPECT(hits[0].body == r.glass && hits[0].share > 0.0f);
			EXPECT(bounces == 1 && ricochet_find_grenade(r.plugin, grenade, &state) == 0);
			EXPECT(ricochet_get_bullets(r.plugin, 0, NULL, 0) == 12);
			destroy_range(&r);
			return NULL;
		}
	}
	return fault(__LINE__, "it has not exploded");
}

static void break_glass(const ricochet_blast_hit* hit, ricochet_blast_decision* decision, void* context)
{
	++*(int*)context;
	decision->destroyed = hit->body_user_data == GLASS;
	decision->passed = 0.5f;
}

const char* game_blast_rule(void)
{
	range r = make_range(NULL);
	int calls = 0;
	ricochet_explosion_def blast = ricochet_explosion_def_default();
	EXPECT(blast.rule == NULL);
	blast.position.x = 9.0f;
	blast.radius = 20.0f;
	blast.rule = break_glass;
	blast.context = &calls;
	ricochet_blast_hit hits[2];
	EXPECT(ricochet_measure_blast(r.world, &blast, hits, 2) == 2 && calls == 2);
	EXPECT(hits[0].destroyed && hits[0].share == 1.0f);
	EXPECT(!hits[1].destroyed && hits[1].body == r.steel && fabsf(hits[1].share - 0.5f) < 1.0e-6f);
	EXPECT(ricochet_preview_blast(r.plugin, &blast, hits, 2) == 2 && hits[0].destroyed);
	ricochet_body_state state;
	EXPECT(ricochet_get_body(r.world, r.glass, &state));
	EXPECT(ricochet_explode(r.plugin, &blast));
	EXPECT(ricochet_blast_hits(r.plugin, 0, hits, 2) == 2 && hits[0].body == r.glass && hits[0].destroyed);
	EXPECT(!ricochet_get_body(r.world, r.glass, &state)); // as after ricochet_queue_destroy
	EXPECT(ricochet_step(r.plugin, 1.0f / 60.0f, 8, 3));
	EXPECT(ricochet_get_bodies(r.world, 0, NULL, 0) == 1);

	// At the end of a step, by a grenade.
	r.glass = add_wall(&r, 10.0f, 0.01f, GLASS, &r.pane);
	ricochet_grenade_def def = ricochet_grenade_def_default();
	def.position.x = 9.0f;
	def.fuse = 0.01f;
	def.blast = &blast;
	EXPECT(ricochet_throw(r.plugin, &def).generation != 0);
	EXPECT(ricochet_step(r.plugin, 1.0f / 60.0f, 8, 3));
	EXPECT(ricochet_blast_hits(r.plugin, 0, hits, 2) == 2 && hits[0].body == r.glass && hits[0].destroyed);
	EXPECT(!ricochet_get_body(r.world, r.glass, &state));
	EXPECT(ricochet_step(r.plugin, 1.0f / 60.0f, 8, 3));
	EXPECT(ricochet_get_bodies(r.world, 0, NULL, 0) == 1);
	destroy_range(&r);
	return NULL;
}

const char* game_errors(void)
{
	range r = make_range(NULL);
	ricochet_bullet_def def = ricochet_bullet_def_default();
	def.mass = -1.0f;
	EXPECT(ricochet_fire(r.plugin, &def).generation == 0);
	EXPECT(strcmp(ricochet_last_message(), "BulletDef::mass is -1: it must be above 0.") == 0);
	const ricochet_error error = ricochet_last_error();
	EXPECT(error.reason == RICOCHET_NOT_POSITIVE && error.value == -1.0);
	EXPECT(ricochet_fire(NULL, &def).generation == 0);
	EXPECT(strcmp(ricochet_last_message(), "plugin is null.") == 0);

	// What was not made by its default function has a size that says so.
	const ricochet_bullet_def zeros = {0};
	EXPECT(ricochet_fire(r.plugin, &zeros).generation == 0);
	EXPECT(strcmp(ricochet_last_error().parameter, "ricochet_bullet_def::size") == 0);

	EXPECT(ricochet_destroy_body(r.world, r.glass));
	EXPECT(ricochet_last_error().reason == RICOCHET_OK && ricochet_last_message()[0] == '\0');
	EXPECT(!ricochet_destroy_body(r.world, r.glass) && ricochet_last_error().reason == RICOCHET_NO_SUCH_ENTRY);
	EXPECT(ricochet_body_of(r.world, r.pane) == 0 && ricochet_last_error().reason == RICOCHET_NO_SUCH_ENTRY);
	destroy_range(&r);
	return NULL;
}
