// MIT License, Copyright (c) 2026 the ricochet authors

#include <ricochet/projectile/launch.h>

#include "c/plugin_handle.h"

using namespace ricochet;
using namespace ricochet::c;

namespace ricochet::c
{
namespace
{

/// Fires or throws: call(plugin, converted def) returns an id.
template <class Id, class Def, class Call>
Id Launch(ricochet_plugin* plugin, const Def* def, const Call& call)
{
	return Ask(Id{}, plugin, Check(plugin).NotNull("def", def),
	           [&](ricochet_plugin& handle)
	           {
		           return Then(DefOf(*handle.world, def),
		                       [&](const auto& made)
		                       {
			                       const auto id = call(*handle.plugin, made);
			                       return id ? Result<Id>(c::ToC(id)) : Result<Id>(handle.plugin->LastError());
		                       });
	           });
}

template <class T>
ricochet_vec PositionOf(const T& flying)
{
	return ToC(flying.position);
}

ricochet_path_point ToC(const PathPoint& point)
{
	return {c::ToC(point.position), point.time, point.isImpact, point.endsStep};
}

} // namespace
} // namespace ricochet::c

ricochet_bullet ricochet_fire(ricochet_plugin* plugin, const ricochet_bullet_def* def)
{
	return Launch<ricochet_bullet>(plugin, def, [](Plugin& in, const BulletDef& made) { return in.Fire(made); });
}

ricochet_grenade ricochet_throw(ricochet_plugin* plugin, const ricochet_grenade_def* def)
{
	return Launch<ricochet_grenade>(plugin, def, [](Plugin& in, const GrenadeDef& made) { return in.Throw(made); });
}

bool ricochet_explode(ricochet_plugin* plugin, const ricochet_explosion_def* def)
{
	return Ask(false, plugin, Check(plugin).NotNull("def", def),
	           [&](ricochet_plugin& handle)
	           {
		           return Then(DefOf(*handle.world, def),
		                       [&](const ExplosionDef& made)
		                       {
			                       handle.plugin->Explode(made);
			                       return Result<>(handle.plugin->LastError());
		                       });
	           });
}

int32_t ricochet_get_bullets(const ricochet_plugin* plugin, int32_t first, ricochet_bullet_state* states,
                             int32_t capacity)
{
	Checker checker = Check(plugin);
	return Ask(-1, plugin, Room(checker, "states", states, capacity, first),
	           [&](const ricochet_plugin& handle)
	           {
		           return Write(handle.plugin->Bullets(), first, states, capacity,
		                        [](const BulletState& bullet) { return c::ToC(bullet); });
	           });
}

int32_t ricochet_get_grenades(const ricochet_plugin* plugin, int32_t first, ricochet_grenade_state* states,
                              int32_t capacity)
{
	Checker checker = Check(plugin);
	return Ask(-1, plugin, Room(checker, "states", states, capacity, first),
	           [&](const ricochet_plugin& handle)
	           {
		           return Write(handle.plugin->Grenades(), first, states, capacity,
		                        [](const GrenadeState& grenade) { return c::ToC(grenade); });
	           });
}

int32_t ricochet_bullet_positions(const ricochet_plugin* plugin, int32_t first, ricochet_vec* positions,
                                  int32_t capacity)
{
	Checker checker = Check(plugin);
	return Ask(-1, plugin, Room(checker, "positions", positions, capacity, first),
	           [&](const ricochet_plugin& handle)
	           {
		           return Write(handle.plugin->Bullets(), first, positions, capacity,
		                        [](const BulletState& bullet) { return PositionOf(bullet); });
	           });
}

int32_t ricochet_grenade_positions(const ricochet_plugin* plugin, int32_t first, ricochet_vec* positions,
                                   int32_t capacity)
{
	Checker checker = Check(plugin);
	return Ask(-1, plugin, Room(checker, "positions", positions, capacity, first),
	           [&](const ricochet_plugin& handle)
	           {
		           return Write(handle.plugin->Grenades(), first, positions, capacity,
		                        [](const GrenadeState& grenade) { return PositionOf(grenade); });
	           });
}

int32_t ricochet_find_bullet(const ricochet_plugin* plugin, ricochet_bullet id, ricochet_bullet_state* state)
{
	return Ask(-1, plugin, Check(plugin).NotNull("state", state),
	           [&](const ricochet_plugin& handle)
	           {
		           const auto found = handle.plugin->Find(ToCpp(id));
		           *state = found ? c::ToC(*found) : *state;
		           return found ? 1 : 0;
	           });
}

int32_t ricochet_find_grenade(const ricochet_plugin* plugin, ricochet_grenade id, ricochet_grenade_state* state)
{
	return Ask(-1, plugin, Check(plugin).NotNull("state", state),
	           [&](const ricochet_plugin& handle)
	           {
		           const auto found = handle.plugin->Find(ToCpp(id));
		           *state = found ? c::ToC(*found) : *state;
		           return found ? 1 : 0;
	           });
}

bool ricochet_steer_bullet(ricochet_plugin* plugin, ricochet_bullet id, ricochet_vec position, ricochet_vec velocity)
{
	return Ask(false, plugin, Check(plugin),
	           [&](ricochet_plugin& handle) -> Result<>
	           {
		           auto def = handle.plugin->DefOf(ToCpp(id));
		           if (!def)
		           {
			           return NoSuch("id", id.index);
		           }
		           def->position = ToCpp(position);
		           def->velocity = ToCpp(velocity);
		           handle.plugin->Steer(ToCpp(id), *def);
		           return handle.plugin->LastError();
	           });
}

bool ricochet_steer_grenade(ricochet_plugin* plugin, ricochet_grenade id, ricochet_vec position, ricochet_vec velocity)
{
	return Ask(false, plugin, Check(plugin),
	           [&](ricochet_plugin& handle) -> Result<>
	           {
		           if (!handle.plugin->Find(ToCpp(id)))
		           {
			           return NoSuch("id", id.index);
		           }
		           handle.plugin->Steer(ToCpp(id), ToCpp(position), ToCpp(velocity));
		           return handle.plugin->LastError();
	           });
}

bool ricochet_cancel_bullet(ricochet_plugin* plugin, ricochet_bullet id)
{
	return Ask(false, plugin, Check(plugin),
	           [&](ricochet_plugin& handle)
	           {
		           handle.plugin->Cancel(ToCpp(id));
		           return true;
	           });
}

bool ricochet_cancel_grenade(ricochet_plugin* plugin, ricochet_grenade id)
{
	return Ask(false, plugin, Check(plugin),
	           [&](ricochet_plugin& handle)
	           {
		           handle.plugin->Cancel(ToCpp(id));
		           return true;
	           });
}

int32_t ricochet_bullet_path(const ricochet_plugin* plugin, ricochet_bullet id, ricochet_path_point* points,
                             int32_t capacity)
{
	Checker checker = Check(plugin);
	return Ask(-1, plugin, Room(checker, "points", points, capacity),
	           [&](const ricochet_plugin& handle)
	           {
		           return Write(handle.plugin->PathOf(ToCpp(id)), 0, points, capacity,
		                        [](const PathPoint& point) { return ToC(point); });
	           });
}

int32_t ricochet_preview_bullet(const ricochet_plugin* plugin, const ricochet_bullet_def* def, float duration, float dt,
                                ricochet_path_point* points, int32_t capacity, ricochet_impact* impacts,
                                int32_t impact_capacity, int32_t* impact_count, float* exact_until)
{
	Checker checker = Check(plugin).NotNull("def", def).AtLeast("impact_capacity", impact_capacity, 0.0);
	checker.NotNull("impacts", impact_capacity > 0 ? impacts : static_cast<const void*>(&checker));
	return Ask(-1, plugin, Room(checker, "points", points, capacity),
	           [&](const ricochet_plugin& handle) -> Result<int32_t>
	           {
		           const auto made = DefOf(*handle.world, def);
		           if (!made)
		           {
			           return made.GetError();
		           }
		           FlightPreview seen;
		           const Result<> done = handle.plugin->PreviewPath(*made, duration, dt, seen);
		           if (!done)
		           {
			           return done.GetError();
		           }
		           const int32_t met = Write(seen.impacts, 0, impacts, impact_capacity,
		                                     [&](const ImpactEvent& hit) { return c::ToC(*handle.world, hit); });
		           if (impact_count != nullptr)
		           {
			           *impact_count = met;
		           }
		           if (exact_until != nullptr)
		           {
			           *exact_until = seen.exactUntil;
		           }
		           return Write(seen.points, 0, points, capacity, [](const PathPoint& point) { return ToC(point); });
	           });
}

bool ricochet_solve_launch(ricochet_vec from, ricochet_vec to, float speed, ricochet_vec gravity, float drag,
                           float angles[2])
{
	return Done(Checker().NotNull("angles", angles),
	            [&]
	            {
		            return Then(SolveLaunch(ToCpp(from), ToCpp(to), speed, ToCpp(gravity), drag),
		                        [&](const auto& solved) { std::copy(solved.begin(), solved.end(), angles); });
	            });
}

bool ricochet_launch_velocity(ricochet_vec from, ricochet_vec to, float duration, ricochet_vec gravity, float drag,
                              ricochet_vec* velocity)
{
	return Done(Checker().NotNull("velocity", velocity),
	            [&]
	            {
		            return Then(LaunchVelocity(ToCpp(from), ToCpp(to), duration, ToCpp(gravity), drag),
		                        [&](b2Vec2 solved) { *velocity = c::ToC(solved); });
	            });
}
