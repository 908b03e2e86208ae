// MIT License, Copyright (c) 2026 the ricochet authors

#include "host/host.h"
#include "projectile/base/gravity.h"
#include "projectile/bullet/bullet_flight.h"

#include <algorithm>
#include <utility>

namespace ricochet
{

namespace
{

class PreviewScope
{
public:
	explicit PreviewScope(bool& busy) : m_busy(busy) { m_busy = true; }
	~PreviewScope() { m_busy = false; }
	PreviewScope(const PreviewScope&) = delete;
	PreviewScope& operator=(const PreviewScope&) = delete;

private:
	bool& m_busy;
};

} // namespace

b2Vec2 PluginState::PositionAt(size_t i, float alpha) const
{
	const double share = alpha > 0.0f ? std::min(alpha, 1.0f) : 0.0; // NaN: 0
	const double time = share * events.path.duration;
	const std::span<const PathPoint> points = events.path.Of(bullets.IdOf(i));
	const double launch = bullets.LaunchOf(i).time;
	const double then = bullets.Clock() - (events.path.duration - time);
	if (points.empty() || then >= launch)
	{
		return bullets.PositionAt(i, then);
	}
	const auto isBefore = [](const PathPoint& point, double when)
	{
		return static_cast<double>(point.time) < when;
	};
	const auto next = std::lower_bound(points.begin(), points.end(), time, isBefore);
	if (next == points.begin() || next == points.end())
	{
		return next == points.end() ? points.back().position : next->position;
	}
	const PathPoint& last = *(next - 1);
	const double part = (time - last.time) / (static_cast<double>(next->time) - last.time);
	const Vec<double> way = Lift<double>(next->position) - Lift<double>(last.position);
	return ToFloat(Lift<double>(last.position) + part * way);
}

Result<> PluginState::Foresee(const BulletDef& bullet, float duration, float dt, FlightPreview& seen)
{
	seen.points.clear();
	seen.impacts.clear();
	seen.end.reset();
	if (preview == nullptr)
	{
		preview = std::make_unique<PluginState>(world, PluginDef{}, 0);
		preview->original = this;
	}
	PluginState& scratch = *preview;
	if (scratch.busy)
	{
		return Error{ErrorReason::InsideStep};
	}
	const PreviewScope scope(scratch.busy);
	scratch.def.maxContactsPerStep = def.maxContactsPerStep;
	scratch.def.chordError = def.chordError;
	scratch.def.surface = def.surface;
	scratch.bullets.StartAs(bullets);
	const size_t i = scratch.bullets.Add(bullet).index;
	scratch.LoseDeadTargets();
	const WorldMotion nothingMoves;
	seen.points.push_back({bullet.position});
	for (double time = 0.0; time < duration && scratch.bullets.IsFlying(i); time += dt)
	{
		scratch.FlyOne(i, nothingMoves, dt);
		scratch.TellTo(seen, static_cast<float>(time));
	}
	scratch.bullets.StartAs(bullets); // what a kind keeps of the game goes now
	return {};
}

void PluginState::FlyOne(size_t i, const WorldMotion& nothingMoves, double dt)
{
	events.Clear();
	bullets.BeginFlight(dt, GravityOf(world));
	FlyBullet(*this, FlightIn(nothingMoves, dt), i, dt);
	bullets.EndFlight();
}

void PluginState::TellTo(FlightPreview& seen, float before) const
{
	for (const PathPoint& point : events.path.points)
	{
		seen.points.push_back(point);
		seen.points.back().time += before;
	}
	seen.points.back().endsStep = true;
	for (const ImpactEvent& impact : events.impacts.All())
	{
		seen.impacts.push_back(impact);
		seen.impacts.back().bullet = {};
		seen.impacts.back().time += before;
	}
	for (const ExpiredEvent& end : events.expired.All())
	{
		seen.end = end;
		seen.end->bullet = {};
		seen.end->time += before;
	}
}

} // namespace ricochet
