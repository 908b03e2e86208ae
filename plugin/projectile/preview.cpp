// MIT License, Copyright (c) 2026 the ricochet authors

#include "host/host.h"
#include "projectile/base/gravity.h"
#include "projectile/bullet/bullet_flight.h"
#include "projectile/grenade/grenade_flight.h"

#include <algorithm>
#include <exception>
#include <limits>
#include <memory>
#include <new>
#include <utility>

namespace ricochet
{

namespace
{

// Drops the data of the last preview, including the callbacks in its def.
void Empty(PluginState& scratch, const PluginState& original)
{
	scratch.bullets.StartAs(original.bullets);
	for (const GrenadeState& grenade : scratch.grenades.states)
	{
		scratch.sleep.Wake(grenade.id);
		scratch.grenades.Remove(grenade.id);
	}
	scratch.grenades.Sweep();
	scratch.explosions.Pending().clear();
	scratch.loads.clear();
	scratch.pushed.clear();
	scratch.foreseen.Clear();
	scratch.failures = {};
}

// Appends the events of a step that starts at time `start` of the preview (s).
void AppendTo(FlightPreview& seen, const Events& events, float start)
{
	for (const PathPoint& point : events.path.points)
	{
		seen.points.push_back(point);
		seen.points.back().time += start;
	}
	seen.points.back().endsStep = true;
	for (const ImpactEvent& impact : events.impacts.All())
	{
		seen.impacts.push_back(impact);
		seen.impacts.back().bullet = {};
		seen.impacts.back().grenade = {};
		seen.impacts.back().time += start;
	}
	for (const ExpiredEvent& end : events.expired.All())
	{
		seen.end = end;
		seen.end->bullet = {};
		seen.end->grenade = {};
		seen.end->time += start;
	}
}

// Flies steps until the duration is over or the projectile has ended.
template <class Projectiles, class FlyStep>
void FlySteps(PluginState& scratch, const Projectiles& projectiles, size_t i, float duration, float dt,
              FlightPreview& seen, const FlyStep& flyStep)
{
	for (double time = 0.0; time < duration && projectiles.IsFlying(i); time += dt)
	{
		scratch.events.Clear();
		flyStep();
		AppendTo(seen, scratch.events, static_cast<float>(time));
		if (scratch.foreseen.IsEmpty() == false && projectiles.IsFlying(i))
		{
			// The end of this step is rounded twice: as the time of the last point, and as the start of the next step.
			// The earlier of both is used, so that no event of the next step counts as exact.
			const float until = std::min(seen.points.back().time, static_cast<float>(time + dt));
			seen.exactUntil = std::min(seen.exactUntil, until);
		}
	}
}

void FlyBulletStep(PluginState& scratch, size_t i, const WorldMotion& nothingMoves, double dt)
{
	scratch.bullets.BeginFlight(dt, GravityOf(scratch.world));
	if (scratch.bullets.SetsOut(i))
	{
		FlyBullet(scratch, scratch.FlightIn(nothingMoves, dt), i, dt);
	}
	else
	{
		const BulletHistory* history = scratch.bullets.HistoryOf(i);
		const b2Vec2 position = scratch.bullets.LaunchOf(i).position;
		const b2Vec2 start = history != nullptr ? history->from.value_or(position) : position;
		scratch.events.path.points.push_back({start, static_cast<float>(dt)});
	}
	scratch.bullets.EndFlight();
}

// Marks the points of a path at which impacts take place. An impact takes place at the last point that is not later
// than the impact.
void MarkImpacts(std::span<PathPoint> path, std::span<const ImpactEvent> impacts)
{
	for (const ImpactEvent& impact : impacts)
	{
		const auto isLater = [](float time, const PathPoint& point)
		{
			return time < point.time;
		};
		const auto after = std::upper_bound(path.begin(), path.end(), impact.time, isLater);
		if (after != path.begin())
		{
			std::prev(after)->isImpact = true;
		}
	}
}

// Flies a grenade through one step of a preview. Its path starts at the preview's last point, unless the grenade jumps
// out of something there.
void FlyGrenadeStep(PluginState& scratch, const WorldMotion& nothingMoves, double dt)
{
	scratch.loads.clear();
	scratch.pushed.clear();
	scratch.foreseen.Clear(); // the world would move the bodies meanwhile: each step finds them as they are now
	const b2Vec2 before = scratch.grenades.details.front().def.from.value_or(scratch.grenades.states.front().position);
	FlyGrenades(scratch, scratch.FlightIn(nothingMoves, dt), dt);
	if (scratch.failures.thrown != nullptr)
	{
		std::rethrow_exception(std::exchange(scratch.failures.thrown, nullptr));
	}
	if (scratch.failures.AreNone() == false)
	{
		throw std::bad_alloc();
	}
	std::vector<PathPoint>& path = scratch.events.path.points;
	for (const GrenadeWays::Point& point : scratch.ways.PathOf(0))
	{
		path.push_back({ToFloat(point.position), static_cast<float>(point.time)});
	}
	if (path.empty()) // it sleeps
	{
		path.push_back({before, static_cast<float>(dt)});
	}
	MarkImpacts(path, scratch.events.impacts.All());
	if (path.size() > 1 && path.front().position == before && path.front().isImpact == false)
	{
		path.erase(path.begin());
	}
}

// Returns the state in which previews fly. It has the settings of the original.
Result<PluginState*> ScratchOf(PluginState& state)
{
	if (state.preview == nullptr)
	{
		state.preview = std::make_unique<PluginState>(state.world, PluginDef{}, 0);
		state.preview->original = &state;
	}
	PluginState& scratch = *state.preview;
	if (scratch.busy)
	{
		return Error{ErrorReason::InsideStep};
	}
	scratch.def.maxContactsPerStep = state.def.maxContactsPerStep;
	scratch.def.chordError = state.def.chordError;
	Empty(scratch, state);
	return &scratch;
}

void Begin(FlightPreview& seen, b2Vec2 position)
{
	seen.points.clear();
	seen.impacts.clear();
	seen.end.reset();
	seen.exactUntil = std::numeric_limits<float>::infinity();
	seen.points.push_back({position});
}

} // namespace

Result<> Preview(PluginState& state, const BulletDef& bullet, float duration, float dt, FlightPreview& seen)
{
	Begin(seen, bullet.from.value_or(bullet.position));
	const Result<PluginState*> found = ScratchOf(state);
	if (!found)
	{
		return found.GetError();
	}
	PluginState& scratch = **found;
	const BusyScope scope(scratch.busy);
	const size_t i = scratch.bullets.Add(bullet).index;
	scratch.bullets.Kinds().LoseDeadTargets(state.world);
	const WorldMotion nothingMoves;
	FlySteps(scratch, scratch.bullets, i, duration, dt, seen, [&] { FlyBulletStep(scratch, i, nothingMoves, dt); });
	Empty(scratch, state);
	return {};
}

Result<> Preview(PluginState& state, const GrenadeDef& grenade, float duration, float dt, FlightPreview& seen)
{
	Begin(seen, grenade.from.value_or(grenade.position));
	const Result<PluginState*> found = ScratchOf(state);
	if (!found)
	{
		return found.GetError();
	}
	PluginState& scratch = **found;
	const BusyScope scope(scratch.busy);
	scratch.grenades.Add(grenade);
	const WorldMotion nothingMoves;
	FlySteps(scratch, scratch.grenades, 0, duration, dt, seen, [&] { FlyGrenadeStep(scratch, nothingMoves, dt); });
	Empty(scratch, state);
	return {};
}

} // namespace ricochet
