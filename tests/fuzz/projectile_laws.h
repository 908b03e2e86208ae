// MIT License, Copyright (c) 2026 the ricochet authors

#pragma once

#include <ricochet/projectile/plugin.h>

#include "fuzz/fuzz_input.h"
#include "fuzz/projectile_input.h"

#include <iterator>
#include <set>
#include <string_view>
#include <tuple>
#include <utility>

// Checks the laws for the events of every step. The books record which projectiles fly, and must match the plugin.

namespace ricochet::fuzz
{

inline auto KeyOf(BulletId bullet, GrenadeId grenade)
{
	// In the order of events at one time, bullets come before grenades. Impacts of one bullet keep their order.
	const GrenadeId own = bullet ? GrenadeId{} : grenade;
	return std::tuple(bullet.generation == 0, bullet.index, bullet.generation, own.index, own.generation);
}

/// The records of bullets, or of grenades. The plugin returns every id once. The projectile is then in flight, expired
/// or cancelled.
template <class Id>
class Book
{
public:
	void Open(Id id, bool isGood)
	{
		Require(static_cast<bool>(id) == isGood, "a valid def flies, an invalid one does not");
		if (id)
		{
			m_plugin = id.plugin;
			Require(m_given.insert({id.index, id.generation}).second, "an id is given once");
			m_flying.insert({id.index, id.generation});
		}
	}

	void Close(Id id) { Require(m_flying.erase({id.index, id.generation}) == 1, "only what flies can end"); }

	[[nodiscard]] bool Knows(Id id) const { return m_given.count({id.index, id.generation}) == 1; }

	/// Removes an id whether it is in flight or not, as Cancel does.
	void Drop(Id id) { m_flying.erase({id.index, id.generation}); }

	template <class States, class Find>
	void Check(const States& states, Find find) const
	{
		Require(states.size() == m_flying.size(), "fired is in flight, expired or cancelled");
		for (const auto& state : states)
		{
			Require(m_flying.count({state.id.index, state.id.generation}) == 1, "what flies was fired");
			Require(IsFinite(state.position) && IsFinite(state.velocity), "what flies is finite");
			Require(std::isfinite(state.age), "ages are finite"); // an age is below 0 until a delay is over
			const auto found = find(state.id);
			Require(found.has_value() && found->id == state.id, "what flies is found");
		}
	}

	/// Returns any id that was given, in flight or not, or now and then a wrong one.
	[[nodiscard]] Id Pick(Input& input) const
	{
		if (m_given.empty() || input.OneIn(8))
		{
			const uint32_t index = input.Bits<uint8_t>();
			return {index, input.Bits<uint8_t>(), m_plugin};
		}
		const auto [index, generation] =
		    *std::next(m_given.begin(), static_cast<std::ptrdiff_t>(input.Index(m_given.size())));
		return {index, generation, m_plugin};
	}

private:
	std::set<std::pair<uint32_t, uint32_t>> m_given, m_flying;
	uint32_t m_plugin = 0; // the plugin that gave the ids
};

/// Steps with a time that is refused. The plugin must report the error and leave the events of the last step. These
/// events are not checked a second time.
inline void CheckRefusedStep(Plugin& plugin, float dt)
{
	const size_t impacts = plugin.Impacts().size();
	const size_t expired = plugin.Expired().size();
	plugin.QueueDestroy(nullptr); // leaves another error before the call
	plugin.Step(dt, 2, 1);
	const Error& error = plugin.LastError();
	const ErrorReason outOfRange = dt > k_longestStep ? ErrorReason::TooLarge : ErrorReason::TooSmall;
	Require(error.reason == (std::isfinite(dt) ? outOfRange : ErrorReason::NotFinite) &&
	            std::string_view(error.parameter) == "dt" && (error.value == dt || std::isnan(dt)),
	        "a refusal names the time", [&] { return error.Message(); });
	Require(plugin.Impacts().size() == impacts && plugin.Expired().size() == expired, "a refused step does nothing");
}

/// Checks an impact of a projectile on a fixture, or of a bullet on a grenade. The grenade gets the momentum that the
/// bullet loses.
inline void CheckMeeting(const ImpactEvent& event)
{
	Require(event.bullet || event.grenade, "something hits");
	const bool isShot = event.bullet && event.grenade;
	Require((event.body == nullptr) == isShot && (event.fixture == nullptr) == isShot,
	        "an impact is with a body, or of a bullet with a grenade");
	if (isShot)
	{
		const b2Vec2 lost = event.mass * (event.velocityBefore - event.velocityAfter);
		const float scale = event.mass * (event.velocityBefore.Length() + event.velocityAfter.Length());
		Require(std::isfinite(scale) == false || (event.impulse - lost).Length() <= 1.0e-5f * scale + 1.0e-30f,
		        "a grenade takes what the bullet loses");
		Require(event.startsInside == false, "no bullet meets the grenade that it is in");
	}
}

/// Checks the laws for the events of one step. Removes expired projectiles from the books.
inline void CheckEvents(const Plugin& plugin, float dt, Book<BulletId>& bullets, Book<GrenadeId>& grenades)
{
	using Key = decltype(KeyOf({}, {}));
	std::pair<float, Key> last{};
	for (const ImpactEvent& event : plugin.Impacts())
	{
		const std::pair now{event.time, KeyOf(event.bullet, event.grenade)};
		Require(event.time >= 0.0f && event.time <= dt, "impacts are within the step");
		Require(last <= now, "impacts are ordered by time, then id");
		CheckMeeting(event);
		for (const b2Vec2 v : {event.enter.point, event.enter.normal, event.exit.point, event.exit.normal,
		                       event.velocityBefore, event.velocityAfter, event.impulse, event.position})
		{
			Require(IsFinite(v), "impacts are finite");
		}
		Require(event.enter.fraction >= 0.0f && event.enter.fraction <= 1.0f, "an impact is in its step");
		Require(std::isfinite(event.exit.fraction) && IsNotNegative(event.thickness), "a thickness is a number");
		Require(event.grazing == false, "touching is no impact");
		last = now;
	}
	last = {};
	for (const ExpiredEvent& event : plugin.Expired())
	{
		const std::pair now{event.time, KeyOf(event.bullet, event.grenade)};
		Require(event.time >= 0.0f && event.time <= dt, "ends are within the step");
		Require(last <= now, "ends are ordered by time, then id");
		Require(IsFinite(event.position) && IsFinite(event.velocity), "ends are finite");
		if (event.bullet)
		{
			bullets.Close(event.bullet);
		}
		else
		{
			grenades.Close(event.grenade);
		}
		last = now;
	}
}

} // namespace ricochet::fuzz
