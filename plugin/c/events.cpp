// MIT License, Copyright (c) 2026 the ricochet authors

#include "c/plugin_handle.h"
#include "c/query.h"

static_assert(RICOCHET_STOPPED == static_cast<int>(ricochet::ExpiredEvent::Reason::Stopped));
static_assert(RICOCHET_RANGE == static_cast<int>(ricochet::ExpiredEvent::Reason::Range));

using namespace ricochet;
using namespace ricochet::c;

namespace ricochet::c
{
namespace
{

ricochet_press ToC(const WorldState& world, const PressEvent& press)
{
	ricochet_press told{};
	told.grenade = c::ToC(press.grenade);
	told.user_data = press.userData;
	told.body = world.IdOf(press.body);
	told.fixture = world.IdOf(press.fixture);
	told.body_user_data = world.DataOf(press.body);
	told.child = press.child;
	told.time = press.time;
	told.point = c::ToC(press.point);
	told.normal = c::ToC(press.normal);
	told.impulse = c::ToC(press.impulse);
	told.in_next_step = press.inNextStep ? 1 : 0;
	return told;
}

ricochet_explosion ToC(const ExplosionEvent& explosion)
{
	ricochet_explosion told{};
	told.position = c::ToC(explosion.position);
	told.radius = explosion.radius;
	told.falloff = explosion.falloff;
	told.grenade = c::ToC(explosion.grenade);
	told.user_data = explosion.userData;
	told.time = explosion.time;
	told.first_hit = explosion.firstHit;
	told.hit_count = explosion.hitCount;
	told.first_fragment = explosion.firstFragment;
	told.fragment_count = explosion.fragmentCount;
	return told;
}

ricochet_blast_hit ToC(const WorldState& world, const BlastEvent& event)
{
	ricochet_blast_hit told = c::ToC(world, static_cast<const BlastHit&>(event));
	// The ids come from the body, because the fixture may be gone while the body still exists.
	told.body = world.IdOf(event.body);
	told.body_user_data = world.DataOf(event.body);
	told.grenade = c::ToC(event.grenade);
	told.angular_impulse = event.angularImpulse;
	told.user_data = event.userData;
	return told;
}

/// Writes a list of events of a plugin, listOf(plugin), each converted by convert(world, event).
template <class To, class ListOf, class Convert>
int32_t Tell(const ricochet_plugin* plugin, const char* name, int32_t first, To* events, int32_t capacity,
             const ListOf& listOf, const Convert& convert)
{
	Checker checker = Check(plugin);
	return Ask(-1, plugin, Room(checker, name, events, capacity, first),
	           [&](const ricochet_plugin& handle)
	           {
		           return Write(listOf(*handle.plugin), first, events, capacity,
		                        [&](const auto& event) { return convert(*handle.world, event); });
	           });
}

} // namespace
} // namespace ricochet::c

int32_t ricochet_impacts(const ricochet_plugin* plugin, int32_t first, ricochet_impact* events, int32_t capacity)
{
	return Tell(
	    plugin, "events", first, events, capacity, [](const Plugin& in) { return in.Impacts(); },
	    [](const WorldState& world, const ImpactEvent& event) { return c::ToC(world, event); });
}

int32_t ricochet_presses(const ricochet_plugin* plugin, int32_t first, ricochet_press* events, int32_t capacity)
{
	return Tell(
	    plugin, "events", first, events, capacity, [](const Plugin& in) { return in.Presses(); },
	    [](const WorldState& world, const PressEvent& event) { return ToC(world, event); });
}

int32_t ricochet_expired_events(const ricochet_plugin* plugin, int32_t first, ricochet_expired* events,
                                int32_t capacity)
{
	return Tell(
	    plugin, "events", first, events, capacity, [](const Plugin& in) { return in.Expired(); },
	    [](const WorldState&, const ExpiredEvent& event) { return ToC(event); });
}

int32_t ricochet_explosions(const ricochet_plugin* plugin, int32_t first, ricochet_explosion* events, int32_t capacity)
{
	return Tell(
	    plugin, "events", first, events, capacity, [](const Plugin& in) { return in.Explosions(); },
	    [](const WorldState&, const ExplosionEvent& event) { return ToC(event); });
}

int32_t ricochet_blast_hits(const ricochet_plugin* plugin, int32_t first, ricochet_blast_hit* events, int32_t capacity)
{
	return Tell(
	    plugin, "events", first, events, capacity, [](const Plugin& in) { return in.BlastHits(); },
	    [](const WorldState& world, const BlastEvent& event) { return ToC(world, event); });
}

int32_t ricochet_fragments(const ricochet_plugin* plugin, int32_t first, ricochet_bullet* bullets, int32_t capacity)
{
	return Tell(
	    plugin, "bullets", first, bullets, capacity, [](const Plugin& in) { return in.Fragments(); },
	    [](const WorldState&, BulletId id) { return c::ToC(id); });
}

int32_t ricochet_preview_blast(const ricochet_plugin* plugin, const ricochet_explosion_def* def,
                               ricochet_blast_hit* hits, int32_t capacity)
{
	Checker checker = Check(plugin).NotNull("def", def);
	return Ask(-1, plugin, Room(checker, "hits", hits, capacity),
	           [&](const ricochet_plugin& handle)
	           {
		           return Then(BlastOf(*handle.world, def),
		                       [&](const ExplosionDef& made) -> Result<int32_t>
		                       {
			                       Scratch<BlastEvent> found;
			                       const Result<> done = handle.plugin->PreviewBlast(made, *found);
			                       const auto toC = [&](const BlastEvent& hit)
			                       {
				                       return ToC(*handle.world, hit);
			                       };
			                       return done ? Result<int32_t>(Write(*found, 0, hits, capacity, toC))
			                                   : done.GetError();
		                       });
	           });
}

int32_t ricochet_measure_blast(const ricochet_world* world, const ricochet_explosion_def* def, ricochet_blast_hit* hits,
                               int32_t capacity)
{
	Checker checker = Checker().NotNull("def", def);
	return Ask(-1, world, nullptr, Room(checker, "hits", hits, capacity),
	           [&](const Asked& asked, const QueryFilter&)
	           {
		           return Then(BlastOf(asked.names, def),
		                       [&](const ExplosionDef& made) -> Result<int32_t>
		                       {
			                       Scratch<BlastHit> found;
			                       const Result<> done = MeasureBlast(asked.place, made, *found);
			                       const auto toC = [&](const BlastHit& hit)
			                       {
				                       ricochet_blast_hit told = c::ToC(asked.names, hit);
				                       told.user_data = made.userData;
				                       return told;
			                       };
			                       return done ? Result<int32_t>(Write(*found, 0, hits, capacity, toC))
			                                   : done.GetError();
		                       });
	           });
}
