// MIT License, Copyright (c) 2026 the ricochet authors

#include "host/host.h"
#include "projectile/base/gravity.h"
#include "projectile/bullet/bullet_flight.h"

#include <algorithm>
#include <limits>
#include <memory>

namespace ricochet
{

namespace
{

void FlyStep(PluginState& scratch, size_t i, const WorldMotion& nothingMoves, double dt)
{
	scratch.events.Clear();
	scratch.bullets.BeginFlight(dt, GravityOf(scratch.world));
	FlyBullet(scratch, scratch.FlightIn(nothingMoves, dt), i, dt);
	scratch.bullets.EndFlight();
}

// Appends the events of a step that starts at a time of the preview.
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
		seen.impacts.back().time += start;
	}
	for (const ExpiredEvent& end : events.expired.All())
	{
		seen.end = end;
		seen.end->bullet = {};
		seen.end->time += start;
	}
}

} // namespace

Result<> Preview(PluginState& state, const BulletDef& bullet, float duration, float dt, FlightPreview& seen)
{
	seen.points.clear();
	seen.impacts.clear();
	seen.end.reset();
	seen.exactUntil = std::numeric_limits<float>::infinity();
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
	const BusyScope scope(scratch.busy);
	scratch.def.maxContactsPerStep = state.def.maxContactsPerStep;
	scratch.def.chordError = state.def.chordError;
	scratch.bullets.StartAs(state.bullets);
	scratch.pushed.clear();
	scratch.foreseen.Clear();
	const size_t i = scratch.bullets.Add(bullet).index;
	scratch.bullets.Kinds().LoseDeadTargets(state.world);
	const WorldMotion nothingMoves;
	seen.points.push_back({bullet.position});
	for (double time = 0.0; time < duration && scratch.bullets.IsFlying(i); time += dt)
	{
		FlyStep(scratch, i, nothingMoves, dt);
		AppendTo(seen, scratch.events, static_cast<float>(time));
		if (scratch.foreseen.IsEmpty() == false && scratch.bullets.IsFlying(i))
		{
			// The events of the next step count from the second time, which rounds in another way.
			const float until = std::min(seen.points.back().time, static_cast<float>(time + dt));
			seen.exactUntil = std::min(seen.exactUntil, until);
		}
	}
	scratch.bullets.StartAs(state.bullets); // drops the functions of the game that a kind keeps
	return {};
}

} // namespace ricochet
