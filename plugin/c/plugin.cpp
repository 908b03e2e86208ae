// MIT License, Copyright (c) 2026 the ricochet authors

#include "c/change.h"
#include "c/plugin_handle.h"

#include <algorithm>

using namespace ricochet;
using namespace ricochet::c;

namespace ricochet::c
{
namespace
{

ImpactDecision Decide(const ricochet_plugin& plugin, const ImpactEvent& impact)
{
	const ricochet_impact told = ToC(*plugin.world, impact);
	ricochet_decision decision{};
	decision.response = told.response;
	plugin.rule(&told, &decision, plugin.context);
	ImpactDecision made = ResponseOf(decision.response);
	if (decision.has_velocity)
	{
		made.velocityAfter = ToCpp(decision.velocity_after);
	}
	made.damage = decision.damage;
	return made;
}

std::optional<Surface> SurfaceOf(const ricochet_plugin& plugin, b2Fixture* fixture)
{
	ricochet_surface surface = c::ToC(Surface{});
	const bool isKnown = plugin.surfaceOf(plugin.world->IdOf(fixture), &surface, plugin.context);
	return isKnown ? std::optional(ToCpp(surface)) : std::nullopt;
}

PluginDef DefOf(const ricochet_plugin* plugin, const ricochet_plugin_def& from)
{
	PluginDef def;
	if (from.rule != nullptr)
	{
		def.rule = [plugin](const ImpactEvent& impact)
		{
			return Decide(*plugin, impact);
		};
	}
	if (from.surface_of != nullptr)
	{
		def.surfaceOf = [plugin](b2Fixture* fixture)
		{
			return SurfaceOf(*plugin, fixture);
		};
	}
	def.surface = ToCpp(from.surface);
	def.maxContactsPerStep = from.max_contacts_per_step;
	def.chordError = from.chord_error;
	def.maxBullets = from.max_bullets;
	def.maxGrenades = from.max_grenades;
	def.keepsGrenadePaths = from.keeps_grenade_paths;
	return def;
}

/// Checks that no plugin of the world is inside a step. Such a call changes the world, which is not allowed during a
/// step. Errors: Null, InsideStep.
Checker CheckOutside(const ricochet_plugin* plugin)
{
	const bool isOutside = plugin == nullptr || plugin->world->stepDepth == 0;
	return c::Check(plugin).Require(isOutside, {ErrorReason::InsideStep});
}

/// Runs a step of a plugin. During the step, bodies must not be changed. After it, removes the ids of destroyed bodies,
/// and marks bodies that blasts destroy as queued.
template <class Call>
bool StepBy(ricochet_plugin* plugin, const Call& call)
{
	return DoIn(plugin, CheckOutside(plugin),
	            [&](Plugin& stepped)
	            {
		            struct Forgetting
		            {
			            WorldState& world;
			            const Plugin& plugin;
			            ~Forgetting()
			            {
				            world.ForgetDestroyed();
				            world.NoteDestroyed(plugin.BlastHits());
			            }
		            };
		            const Forgetting forgetting{*plugin->world, stepped};
		            const ChangeLock lock(*plugin->world);
		            call(stepped);
	            });
}

/// Calls call(*find()), which returns a Result<> or void, if `checker` has found no error and find() finds the body or
/// fixture.
template <class Find, class Call>
bool WithFound(const Checker& checker, const Find& find, const Call& call)
{
	return Done(checker, [&] { return Then(find(), call); });
}

} // namespace
} // namespace ricochet::c

ricochet_plugin_def ricochet_plugin_def_default(void)
{
	const PluginDef from;
	ricochet_plugin_def def{};
	def.size = sizeof(def);
	def.surface = ToC(from.surface);
	def.max_contacts_per_step = from.maxContactsPerStep;
	def.chord_error = from.chordError;
	def.max_bullets = from.maxBullets;
	def.max_grenades = from.maxGrenades;
	def.keeps_grenade_paths = from.keepsGrenadePaths;
	return def;
}

ricochet_plugin* ricochet_create_plugin(ricochet_world* world, const ricochet_plugin_def* def)
{
	Checker checker = CheckLive(world);
	const ricochet_plugin_def from = Take(checker, def, ricochet_plugin_def_default(), "ricochet_plugin_def::size");
	return Answer<ricochet_plugin*>(nullptr, checker,
	                                [&]() -> Result<ricochet_plugin*>
	                                {
		                                ricochet_plugin handle{world->state, from.rule, from.surface_of, from.context};
		                                auto made = std::make_unique<ricochet_plugin>(std::move(handle));
		                                made->plugin =
		                                    std::make_unique<Plugin>(world->state->World(), DefOf(made.get(), from));
		                                // Plugin would replace a wrong field by its default and continue.
		                                if (made->plugin->LastError().reason != ErrorReason::None)
		                                {
			                                return made->plugin->LastError();
		                                }
		                                world->state->plugins.push_back(made->plugin.get());
		                                return made.release();
	                                });
}

void ricochet_destroy_plugin(ricochet_plugin* plugin)
{
	const bool isOutside = plugin == nullptr || plugin->world->stepDepth == 0;
	Done(Checker().Require(isOutside, {ErrorReason::InsideStep}),
	     [&]
	     {
		     if (plugin != nullptr)
		     {
			     std::erase(plugin->world->plugins, plugin->plugin.get());
			     delete plugin;
		     }
		     return Result<>();
	     });
}

bool ricochet_step(ricochet_plugin* plugin, float dt, int32_t velocity_iterations, int32_t position_iterations)
{
	return StepBy(plugin, [&](Plugin& stepped) { stepped.Step(dt, velocity_iterations, position_iterations); });
}

bool ricochet_begin_step(ricochet_plugin* plugin)
{
	return StepBy(plugin, [](Plugin& stepped) { stepped.BeginStep(); });
}

bool ricochet_end_step(ricochet_plugin* plugin, float dt)
{
	return StepBy(plugin, [&](Plugin& stepped) { stepped.EndStep(dt); });
}

bool ricochet_clear(ricochet_plugin* plugin)
{
	return DoIn(plugin, Check(plugin), [](Plugin& asked) { asked.Clear(); });
}

bool ricochet_reserve(ricochet_plugin* plugin, int32_t bullets, int32_t grenades)
{
	return DoIn(plugin, Check(plugin), [&](Plugin& asked) { asked.Reserve(bullets, grenades); });
}

bool ricochet_shift_origin(ricochet_plugin* plugin, ricochet_vec new_origin)
{
	return DoIn(plugin, CheckOutside(plugin), [&](Plugin& asked) { asked.ShiftOrigin(ToCpp(new_origin)); });
}

bool ricochet_queue_destroy(ricochet_plugin* plugin, ricochet_body body)
{
	return WithFound(
	    Check(plugin), [&] { return plugin->world->FindBody(body); },
	    [&](b2Body* found) -> Result<>
	    {
		    plugin->plugin->QueueDestroy(found);
		    const Error error = plugin->plugin->LastError();
		    if (error.reason == ErrorReason::None)
		    {
			    plugin->world->NoteQueued(found);
		    }
		    return error;
	    });
}

bool ricochet_forget_body(ricochet_plugin* plugin, ricochet_body body)
{
	return WithFound(
	    Check(plugin), [&] { return plugin->world->FindBody(body); },
	    [&](const b2Body* found) { plugin->plugin->Forget(found); });
}

bool ricochet_forget_fixture(ricochet_plugin* plugin, ricochet_fixture fixture)
{
	return WithFound(
	    Check(plugin), [&] { return plugin->world->FindFixture(fixture); },
	    [&](const b2Fixture* found) { plugin->plugin->Forget(found); });
}

bool ricochet_set_surface(ricochet_plugin* plugin, ricochet_fixture fixture, const ricochet_surface* surface)
{
	return WithFound(
	    Check(plugin).NotNull("surface", surface), [&] { return plugin->world->FindFixture(fixture); },
	    [&](const b2Fixture* found) -> Result<>
	    {
		    plugin->plugin->SetSurface(found, ToCpp(*surface));
		    return plugin->plugin->LastError();
	    });
}

bool ricochet_get_surface(const ricochet_plugin* plugin, ricochet_fixture fixture, ricochet_surface* surface)
{
	return WithFound(
	    Check(plugin).NotNull("surface", surface), [&] { return plugin->world->FindFixture(fixture); },
	    [&](const b2Fixture* found) { *surface = ToC(plugin->plugin->GetSurface(found)); });
}
