// MIT License, Copyright (c) 2026 the ricochet authors

#include "geometry/checker.h"
#include "host/host.h"
#include "projectile/save/saved_defs.h"
#include "projectile/state.h"

#include <algorithm>
#include <utility>
#include <vector>

namespace ricochet
{

namespace
{

// Returns the things that still exist, sorted by name. So the same content gives the same bytes.
template <class Thing, class Things, class AddressOf>
std::vector<const Thing*> ByName(BodyNames& names, const Things& things, AddressOf addressOf)
{
	using Name = typename decltype(names.Of(static_cast<const Thing*>(nullptr)))::value_type;
	std::vector<std::pair<Name, const Thing*>> named;
	for (const auto& thing : things)
	{
		const Thing* address = addressOf(thing);
		if (const std::optional<Name> name = names.Of(address))
		{
			named.emplace_back(*name, address);
		}
	}
	std::sort(named.begin(), named.end(), [](const auto& a, const auto& b) { return a.first < b.first; });
	std::vector<const Thing*> ordered(named.size());
	std::transform(named.begin(), named.end(), ordered.begin(), [](const auto& one) { return one.second; });
	return ordered;
}

// Saves or loads the surfaces of fixtures. A Saver writes the fixtures by name, and a Loader finds the fixtures by
// their names.
template <class Archive>
void Exchange(Archive& archive, Surfaces& surfaces)
{
	std::vector<const b2Fixture*> fixtures;
	if constexpr (Archive::k_loads == false)
	{
		fixtures = ByName<b2Fixture>(archive.Names(), surfaces.All(), [](const auto& entry) { return entry.first; });
	}
	size_t count = fixtures.size();
	archive.Count(count, 1);
	for (size_t i = 0; i < count && archive.IsSound(); ++i)
	{
		const b2Fixture* fixture = Archive::k_loads ? nullptr : fixtures[i];
		archive.Fixture(fixture);
		Surface surface = Archive::k_loads ? Surface{} : surfaces.Of(fixture);
		Exchange(archive, surface);
		if (Archive::k_loads && fixture != nullptr)
		{
			surfaces.Set(fixture, surface);
		}
	}
}

template <class Archive>
void Exchange(Archive& archive, QueuedBodies& queued)
{
	std::vector<const b2Body*> bodies;
	if constexpr (Archive::k_loads == false)
	{
		bodies = ByName<b2Body>(archive.Names(), queued.Waiting(), [](const b2Body* body) { return body; });
	}
	size_t count = bodies.size();
	archive.Count(count, 1);
	for (size_t i = 0; i < count && archive.IsSound(); ++i)
	{
		const b2Body* body = Archive::k_loads ? nullptr : bodies[i];
		archive.Body(body);
		if (Archive::k_loads && body != nullptr)
		{
			queued.Add(body);
		}
	}
}

template <class Archive>
void Exchange(Archive& archive, PendingExplosion& pending, uint32_t plugin)
{
	Exchange(archive, pending.def);
	archive(pending.grenade.index);
	archive(pending.grenade.generation);
	pending.grenade.plugin = pending.grenade ? plugin : 0;
	bool hasTime = pending.time.has_value();
	archive(hasTime);
	if (hasTime)
	{
		float time = pending.time.value_or(0.0f);
		archive(time);
		archive.Require(std::isfinite(time));
		pending.time = time;
	}
	archive(pending.depth);
	archive.Require(pending.depth >= 0.0f && std::isfinite(pending.depth));
}

// Saves or loads, in their order, the loads (LateImpulse) that bodies receive when the next step begins.
template <class Archive>
void Exchange(Archive& archive, std::vector<LateImpulse>& loads)
{
	constexpr size_t k_leastOfLoad = 25;
	size_t count = loads.size();
	archive.Count(count, k_leastOfLoad);
	loads.resize(count);
	for (size_t i = 0; i < count && archive.IsSound(); ++i)
	{
		LateImpulse& load = loads[i];
		archive.Body(load.body);
		Exchange(archive, load.impulse);
		Exchange(archive, load.arm);
		archive.Require(load.impulse.IsValid() && FitsFloat(load.arm));
		load.press = i;
	}
}

// Saves or loads the state that one step passes on to the next.
template <class Archive>
void Exchange(Archive& archive, PluginState& state)
{
	constexpr size_t k_leastOfExplosion = 128;
	state.bullets.ExchangeParts(archive);
	state.grenades.ExchangeParts(archive);
	state.betweenSteps.ExchangeRecords(archive);
	state.sleep.ExchangeParts(archive);
	Exchange(archive, state.surfaces);
	Exchange(archive, state.queued);
	Exchange(archive, state.loads);
	state.sleep.ExchangeResurfaced(archive);
	size_t count = state.explosions.Pending().size();
	archive.Count(count, k_leastOfExplosion);
	state.explosions.Pending().resize(count);
	for (PendingExplosion& pending : state.explosions.Pending())
	{
		Exchange(archive, pending, state.number);
	}
}

Result<> PutBackFunctions(PluginState& loaded, const RestoreDef& def)
{
	const char* lacking = nullptr;
	const auto call = [&](const auto& function, const char* name, auto&&... values)
	{
		if (function == nullptr)
		{
			lacking = name;
			return;
		}
		function(values...);
	};
	loaded.bullets.PutBackFunctions([&](BulletId id, BulletDef& bullet)
	                                { call(def.bullet, "RestoreDef::bullet", id, bullet); });
	for (size_t i = 0; i < loaded.grenades.states.size(); ++i)
	{
		GrenadeDef& lost = loaded.grenades.details[i].def;
		if (LacksFunctions(lost))
		{
			GrenadeDef found = lost;
			call(def.grenade, "RestoreDef::grenade", loaded.grenades.states[i].id, found);
			PutBackAll(lost, found);
		}
	}
	for (PendingExplosion& pending : loaded.explosions.Pending())
	{
		if (LacksFunctions(pending.def))
		{
			ExplosionDef found = pending.def;
			call(def.explosion, "RestoreDef::explosion", found);
			PutBackAll(pending.def, found);
		}
	}
	return lacking != nullptr ? Result<>(Error{ErrorReason::Null, lacking}) : Result<>();
}

// Replaces the state by the saved one, and drops the last step's events.
void Adopt(PluginState& state, PluginState& saved) noexcept
{
	state.bullets.Swap(saved.bullets);
	state.grenades.Swap(saved.grenades);
	state.sleep.Swap(saved.sleep);
	state.betweenSteps.SwapRecords(saved.betweenSteps);
	state.surfaces.Swap(saved.surfaces);
	std::swap(state.queued, saved.queued);
	state.loads.swap(saved.loads);
	state.explosions.Pending().swap(saved.explosions.Pending());
	state.forgotten.clear();
	state.events.Clear();
	state.stats = {};
}

} // namespace

Result<> Save(PluginState& state, std::vector<std::byte>& bytes, const SaveDef& def)
{
	state.ForgetPassed();
	SavedHeader header;
	header.hasOwnNames = def.nameOf != nullptr ? 1 : 0;
	header.bodies = static_cast<uint64_t>(state.world.GetBodyCount());
	bytes.resize(sizeof(header));
	BodyNames names(state.world, def);
	Saver saver(bytes, names);
	Exchange(saver, state);
	saver.Finish();
	header.Finish(bytes);
	return {};
}

Result<> Restore(PluginState& state, std::span<const std::byte> bytes, const RestoreDef& def)
{
	const Result<SavedHeader> header = SavedHeader::Of(bytes);
	if (!header)
	{
		return header.GetError();
	}
	const bool hasOwnNames = header->hasOwnNames != 0;
	const auto bodyCount = static_cast<uint64_t>(state.world.GetBodyCount());
	const Checker checker =
	    Checker()
	        .Require(hasOwnNames == false || def.find != nullptr, {ErrorReason::Null, "RestoreDef::find"})
	        .Require(hasOwnNames || header->bodies <= bodyCount,
	                 {ErrorReason::TooFew, "bodies of the world", -1, static_cast<double>(bodyCount),
	                  static_cast<double>(header->bodies)});
	if (checker.IsSound() == false)
	{
		return checker.Outcome();
	}
	PluginState saved(state.world, PluginDef{}, state.number);
	NamedBodies names(state.world, def, hasOwnNames);
	Loader loader(bytes.subspan(sizeof(SavedHeader)), names);
	Exchange(loader, saved);
	if (loader.IsSound() == false || loader.IsAtEnd() == false)
	{
		return SavedHeader::Damaged(sizeof(SavedHeader) + loader.Place());
	}
	const Result<> complete = PutBackFunctions(saved, def);
	if (complete)
	{
		saved.sleep.LieAsSaved();
		Adopt(state, saved);
	}
	return complete;
}

} // namespace ricochet
