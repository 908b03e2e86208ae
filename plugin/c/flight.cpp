// MIT License, Copyright (c) 2026 the ricochet authors

#include <ricochet/projectile/launch.h>

#include "c/history_handle.h"
#include "c/plugin_handle.h"

#include <functional>
#include <limits>

using namespace ricochet;
using namespace ricochet::c;

namespace ricochet::c
{
namespace
{

ricochet_path_point ToC(const PathPoint& point)
{
	return {c::ToC(point.position), point.time, point.isImpact, point.endsStep};
}

ricochet_bullet_place ToC(const BulletPlace& place)
{
	return {c::ToC(place.id), place.userData, c::ToC(place.position), c::ToC(place.velocity), place.hasEnded};
}

ricochet_grenade_place ToC(const GrenadePlace& place)
{
	return {c::ToC(place.id), place.userData, c::ToC(place.position), place.angle, place.radius, place.hasEnded};
}

/// The caller's memory for the result of a preview.
struct PreviewRoom
{
	ricochet_path_point* points;
	int32_t capacity;
	ricochet_impact* impacts;
	int32_t impactCapacity;
	int32_t* impactCount;
	float* exactUntil;
};

/// Calls foresee(plugin, converted def), which sets `seen`. Then writes the points and impacts of `seen` to the room.
/// Returns the number of points.
template <class Def, class Call>
int32_t Foresee(const ricochet_plugin* plugin, const Def* def, const Call& foresee, const FlightPreview& seen,
                const PreviewRoom& room)
{
	Checker checker = Check(plugin).NotNull("def", def).AtLeast("impact_capacity", room.impactCapacity, 0.0);
	checker.NotNull("impacts", room.impactCapacity > 0 ? room.impacts : static_cast<const void*>(&checker));
	return Ask(-1, plugin, Room(checker, "points", room.points, room.capacity),
	           [&](const ricochet_plugin& handle) -> Result<int32_t>
	           {
		           const auto made = DefOf(*handle.world, def);
		           if (!made)
		           {
			           return made.GetError();
		           }
		           const Result<> done = foresee(*handle.plugin, *made);
		           if (!done)
		           {
			           return done.GetError();
		           }
		           const int32_t met = Write(seen.impacts, 0, room.impacts, room.impactCapacity,
		                                     [&](const ImpactEvent& hit) { return c::ToC(*handle.world, hit); });
		           if (room.impactCount != nullptr)
		           {
			           *room.impactCount = met;
		           }
		           if (room.exactUntil != nullptr)
		           {
			           *room.exactUntil = seen.exactUntil;
		           }
		           return Write(seen.points, 0, room.points, room.capacity,
		                        [](const PathPoint& point) { return ToC(point); });
	           });
}

/// Fires or throws: call(plugin, converted def) returns an id.
template <class Id, class Def, class Call>
Id Launch(ricochet_plugin* plugin, Checker checker, const Def* def, const Call& call)
{
	return Ask(Id{}, plugin, checker.NotNull("def", def),
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
	return c::ToC(flying.position);
}

/// Writes the first places for which visit(plugin, draw) calls draw. Returns the number of all these places.
template <class Place, class CPlace, class Visit>
int32_t WritePlaces(const ricochet_plugin* plugin, CPlace* places, int32_t capacity, const Visit& visit)
{
	Checker checker = Check(plugin);
	return Ask(-1, plugin, Room(checker, "places", places, capacity),
	           [&](const ricochet_plugin& handle)
	           {
		           int32_t count = 0;
		           const auto write = [&](const Place& place)
		           {
			           if (count < capacity)
			           {
				           places[count] = ToC(place);
			           }
			           ++count;
		           };
		           visit(*handle.plugin, std::ref(write));
		           return count;
	           });
}

} // namespace
} // namespace ricochet::c

ricochet_bullet ricochet_fire(ricochet_plugin* plugin, const ricochet_bullet_def* def)
{
	return Launch<ricochet_bullet>(plugin, Check(plugin), def,
	                               [](Plugin& in, const BulletDef& made) { return in.Fire(made); });
}

ricochet_bullet ricochet_fire_at(ricochet_plugin* plugin, const ricochet_bullet_def* def,
                                 const ricochet_history* history, double time)
{
	return Launch<ricochet_bullet>(plugin, Check(plugin).NotNull("history", history), def,
	                               [&](Plugin& in, const BulletDef& made)
	                               {
		                               const ChangeLock lock(*plugin->world);
		                               return in.Fire(made, history->history, time);
	                               });
}

ricochet_grenade ricochet_throw(ricochet_plugin* plugin, const ricochet_grenade_def* def)
{
	return Launch<ricochet_grenade>(plugin, Check(plugin), def,
	                                [](Plugin& in, const GrenadeDef& made) { return in.Throw(made); });
}

bool ricochet_explode(ricochet_plugin* plugin, const ricochet_explosion_def* def)
{
	return Ask(false, plugin, Check(plugin).NotNull("def", def),
	           [&](ricochet_plugin& handle)
	           {
		           return Then(DefOf(*handle.world, def),
		                       [&](const ExplosionDef& made)
		                       {
			                       handle.world->NoteDestroyed(handle.plugin->Explode(made));
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

int32_t ricochet_bullets_at(const ricochet_plugin* plugin, float alpha, ricochet_bullet_place* places, int32_t capacity)
{
	return WritePlaces<BulletPlace>(plugin, places, capacity,
	                                [&](const Plugin& of, const auto& draw) { of.BulletsAt(alpha, draw); });
}

int32_t ricochet_grenades_at(const ricochet_plugin* plugin, float alpha, ricochet_grenade_place* places,
                             int32_t capacity)
{
	return WritePlaces<GrenadePlace>(plugin, places, capacity,
	                                 [&](const Plugin& of, const auto& draw) { of.GrenadesAt(alpha, draw); });
}

int32_t ricochet_preview_bullet(const ricochet_plugin* plugin, const ricochet_bullet_def* def, float duration, float dt,
                                ricochet_path_point* points, int32_t capacity, ricochet_impact* impacts,
                                int32_t impact_capacity, int32_t* impact_count, float* exact_until)
{
	FlightPreview seen;
	const auto foresee = [&](const Plugin& in, const BulletDef& made)
	{
		return in.PreviewPath(made, duration, dt, seen);
	};
	return Foresee(plugin, def, foresee, seen, {points, capacity, impacts, impact_capacity, impact_count, exact_until});
}

int32_t ricochet_preview_grenade(const ricochet_plugin* plugin, const ricochet_grenade_def* def, float duration,
                                 float dt, ricochet_path_point* points, int32_t capacity, ricochet_impact* impacts,
                                 int32_t impact_capacity, int32_t* impact_count, float* exact_until,
                                 ricochet_expired* end)
{
	FlightPreview seen;
	const auto foresee = [&](const Plugin& in, const GrenadeDef& made)
	{
		return in.PreviewThrow(made, duration, dt, seen);
	};
	const int32_t count =
	    Foresee(plugin, def, foresee, seen, {points, capacity, impacts, impact_capacity, impact_count, exact_until});
	if (count >= 0 && end != nullptr)
	{
		ExpiredEvent none;
		none.time = std::numeric_limits<float>::infinity();
		*end = c::ToC(seen.end.value_or(none));
	}
	return count;
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

bool ricochet_solve_intercept(ricochet_vec from, const ricochet_moving_target* target, float speed,
                              ricochet_vec gravity, float drag, float lifetime, ricochet_intercept* intercept)
{
	return Done(
	    Checker().NotNull("target", target).NotNull("intercept", intercept),
	    [&]
	    {
		    const MovingTarget moving{ToCpp(target->position), ToCpp(target->velocity), ToCpp(target->acceleration)};
		    return Then(SolveIntercept(ToCpp(from), moving, speed, ToCpp(gravity), drag, lifetime),
		                [&](const Intercept& solved) {
			                *intercept = {solved.time, c::ToC(solved.velocity), c::ToC(solved.point)};
		                });
	    });
}
