// MIT License, Copyright (c) 2026 the ricochet authors

#include <ricochet/c/saved_state.h>
#include <ricochet/projectile/saved_state.h>

#include "c/plugin_handle.h"
#include "host/host.h"
#include "query/accept.h"
#include "query/lost_function.h"

#include <algorithm>
#include <cstring>
#include <limits>
#include <utility>
#include <vector>

using namespace ricochet;
using namespace ricochet::c;

namespace ricochet::c
{
namespace
{

uint64_t NameOf(const WorldState& world, b2Body& body, int32_t names)
{
	return names == RICOCHET_BY_NAME ? world.IdOf(&body) : world.DataOf(&body);
}

/// Bodies and their saved names, sorted by name.
using BodiesByName = std::vector<std::pair<uint64_t, b2Body*>>;

/// Returns the bodies of a world by name. Empty if bodies are saved by place. Error TooMany if two bodies have the same
/// name.
Result<BodiesByName> List(const WorldState& world, int32_t names)
{
	BodiesByName bodies;
	if (names == RICOCHET_BY_PLACE)
	{
		return bodies;
	}
	for (b2Body* body : BodiesOf(world.World()))
	{
		bodies.emplace_back(NameOf(world, *body, names), body);
	}
	std::sort(bodies.begin(), bodies.end());
	const auto twin = std::adjacent_find(bodies.begin(), bodies.end(),
	                                     [](const auto& a, const auto& b) { return a.first == b.first; });
	if (twin != bodies.end())
	{
		return Error{ErrorReason::TooMany, "bodies of one user data", -1, 2.0, 1.0};
	}
	return bodies;
}

b2Body* Find(const BodiesByName& bodies, uint64_t name)
{
	const auto found = std::lower_bound(bodies.begin(), bodies.end(), name,
	                                    [](const auto& named, uint64_t sought) { return named.first < sought; });
	return found != bodies.end() && found->first == name ? found->second : nullptr;
}

Checker CheckNames(const char* parameter, int32_t names)
{
	return Checker().AtLeast(parameter, names, RICOCHET_BY_NAME).AtMost(parameter, names, RICOCHET_BY_PLACE);
}

/// Calls the game's put_back for the callbacks, which the saved bytes cannot contain.
class Asker
{
public:
	Asker(const WorldState& world, const ricochet_restore_def& def) : m_world(world), m_def(def) {}

	void operator()(BulletId id, BulletDef& def) const
	{
		ricochet_restored_def restored{};
		restored.of = RICOCHET_OF_BULLET;
		restored.bullet = c::ToC(id);
		PutBack(restored, def);
	}

	void operator()(GrenadeId id, GrenadeDef& def) const
	{
		ricochet_restored_def restored{};
		restored.of = RICOCHET_OF_GRENADE;
		restored.grenade = c::ToC(id);
		restored.user_data = def.userData;
		PutBack(restored, def.filter, nullptr);
		if (def.blast)
		{
			PutBack(restored, *def.blast);
		}
	}

	void operator()(ExplosionDef& def) const { PutBack({}, def); }

private:
	void PutBack(ricochet_restored_def restored, ExplosionDef& def) const
	{
		restored.of = RICOCHET_OF_EXPLOSION;
		restored.user_data = def.userData;
		PutBack(restored, def.filter, nullptr, &def.rule);
		restored.of = RICOCHET_OF_FRAGMENTS;
		PutBack(restored, def.fragments.bullet);
	}

	void PutBack(ricochet_restored_def restored, BulletDef& def) const
	{
		restored.user_data = def.userData;
		PutBack(restored, def.filter, &def.steering);
	}

	void PutBack(ricochet_restored_def restored, QueryFilter& where, SteeringRule* steering,
	             BlastRule* blast = nullptr) const
	{
		restored.accept = LacksPredicate(where);
		restored.steering = steering != nullptr && IsLost(*steering);
		restored.blast = blast != nullptr && IsLost(*blast);
		if (restored.accept || restored.steering || restored.blast)
		{
			ricochet_callbacks given{};
			m_def.put_back(&restored, &given, m_def.context);
			where.accept = PredicateOf(m_world, given.accept, given.accept_context);
			if (steering != nullptr)
			{
				*steering = SteeringOf(given.steering, given.steering_context);
			}
			if (blast != nullptr)
			{
				*blast = BlastRuleOf(m_world, given.blast, given.blast_context);
			}
		}
	}

	const WorldState& m_world;
	const ricochet_restore_def& m_def;
};

RestoreDef DefOf(const WorldState& world, const BodiesByName& bodies, const ricochet_restore_def& from)
{
	RestoreDef def;
	if (from.names != RICOCHET_BY_PLACE)
	{
		def.find = [&bodies](uint64_t name)
		{
			return Find(bodies, name);
		};
	}
	if (from.put_back != nullptr)
	{
		const Asker asker(world, from);
		def.bullet = asker;
		def.grenade = asker;
		def.explosion = asker;
	}
	return def;
}

/// Replaces C++ field names in an error by those of the C interface.
Error Translated(const Error& error, int32_t names)
{
	if (error.reason != ErrorReason::Null)
	{
		return error;
	}
	if (std::strcmp(error.parameter, "RestoreDef::find") == 0)
	{
		return {ErrorReason::TooLarge, "ricochet_restore_def::names", -1, static_cast<double>(names),
		        static_cast<double>(RICOCHET_BY_USER_DATA)};
	}
	return {ErrorReason::Null, "ricochet_restore_def::put_back"};
}

Result<bool> Restore(ricochet_plugin& plugin, std::span<const std::byte> bytes, const ricochet_restore_def& from)
{
	WorldState& world = *plugin.world;
	const Result<BodiesByName> bodies = List(world, from.names);
	if (!bodies)
	{
		return bodies.GetError();
	}
	const RestoreDef def = DefOf(world, *bodies, from);
	const ChangeLock lock(world);
	const Result<> done = plugin.plugin->Restore(bytes, def);
	if (!done)
	{
		return Translated(done.GetError(), from.names);
	}
	world.FindQueued();
	return true;
}

} // namespace
} // namespace ricochet::c

uint64_t ricochet_checksum(const ricochet_plugin* plugin)
{
	return Ask(uint64_t{0}, plugin, Check(plugin),
	           [](const ricochet_plugin& handle) { return handle.plugin->Checksum(); });
}

int32_t ricochet_save(const ricochet_plugin* plugin, int32_t names, void* bytes, int32_t capacity)
{
	const Checker sound = CheckNames("names", names);
	Checker checker = Check(plugin).Require(sound.IsSound(), sound.Outcome().GetError());
	return Ask(-1, plugin, Room(checker, "bytes", bytes, capacity),
	           [&](const ricochet_plugin& handle) -> Result<int32_t>
	           {
		           const WorldState& world = *handle.world;
		           const Result<BodiesByName> bodies = List(world, names); // refuses equal names
		           if (!bodies)
		           {
			           return bodies.GetError();
		           }
		           SaveDef def;
		           if (names != RICOCHET_BY_PLACE)
		           {
			           def.nameOf = [&](b2Body& body)
			           {
				           return NameOf(world, body, names);
			           };
		           }
		           Scratch<std::byte> saved;
		           const Result<> done = handle.plugin->Save(*saved, def);
		           constexpr double k_largest = std::numeric_limits<int32_t>::max();
		           const auto size = static_cast<double>(saved->size());
		           if (!done || size > k_largest)
		           {
			           return done ? Error{ErrorReason::TooLarge, "bytes", -1, size, k_largest} : done.GetError();
		           }
		           const auto count = static_cast<int32_t>(saved->size());
		           if (count <= capacity)
		           {
			           std::memcpy(bytes, saved->data(), saved->size());
		           }
		           return count;
	           });
}

ricochet_restore_def ricochet_restore_def_default(void)
{
	return {sizeof(ricochet_restore_def), RICOCHET_BY_NAME, nullptr, nullptr};
}

bool ricochet_restore(ricochet_plugin* plugin, const void* bytes, int32_t count, const ricochet_restore_def* def)
{
	Checker checker = Check(plugin);
	const ricochet_restore_def from = Take(checker, def, ricochet_restore_def_default(), "ricochet_restore_def::size");
	const Checker sound = CheckNames("ricochet_restore_def::names", from.names);
	checker.Require(sound.IsSound(), sound.Outcome().GetError()).NotNull("bytes", bytes).AtLeast("count", count, 0.0);
	return Ask(false, plugin, checker,
	           [&](ricochet_plugin& handle)
	           {
		           const auto size = static_cast<size_t>(count);
		           return Restore(handle, {static_cast<const std::byte*>(bytes), size}, from);
	           });
}
