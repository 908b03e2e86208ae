// MIT License, Copyright (c) 2026 the ricochet authors

#include "projectile/check.h"
#include "projectile/plugin_state.h"

// What a plugin tells without changing.

namespace ricochet
{

std::span<const ImpactEvent> Plugin::Impacts() const
{
	return m_state->events.impacts.All();
}

std::span<const PressEvent> Plugin::Presses() const
{
	return m_state->events.presses.All();
}

std::span<const ExpiredEvent> Plugin::Expired() const
{
	return m_state->events.expired.All();
}

std::span<const ExplosionEvent> Plugin::Explosions() const
{
	return m_state->events.explosions;
}

std::span<const BlastEvent> Plugin::BlastHits() const
{
	return m_state->events.blastHits;
}

std::span<const BulletId> Plugin::Fragments() const
{
	return m_state->events.fragments;
}

BulletList Plugin::Bullets() const
{
	return BulletList(m_state->bullets);
}

std::span<const GrenadeState> Plugin::Grenades() const
{
	return m_state->grenades.states;
}

std::optional<BulletState> Plugin::Find(BulletId id) const
{
	const size_t i = m_state->bullets.IndexOf(id);
	return i < m_state->bullets.Extent() ? std::optional(m_state->bullets.StateOf(i)) : std::nullopt;
}

std::optional<GrenadeState> Plugin::Find(GrenadeId id) const
{
	const size_t i = m_state->grenades.PositionOf(id);
	return i < m_state->grenades.states.size() ? std::optional(m_state->grenades.states[i]) : std::nullopt;
}

std::optional<BulletDef> Plugin::DefOf(BulletId id) const
{
	const size_t i = m_state->bullets.IndexOf(id);
	return i < m_state->bullets.Extent() ? std::optional(m_state->bullets.DefOf(i)) : std::nullopt;
}

Result<> Plugin::PreviewPath(const BulletDef& def, float duration, float dt, FlightPreview& seen) const
{
	const Result<> sound = m_state->layout ? CheckPreview(def, duration, dt) : m_state->layout;
	return sound ? WithMemory([&] { return m_state->Foresee(def, duration, dt, seen); }) : sound;
}

std::span<const PathPoint> Plugin::PathOf(BulletId id) const
{
	return m_state->events.path.Of(id);
}

std::optional<b2Vec2> Plugin::PositionAt(BulletId id, float alpha) const
{
	const size_t i = m_state->bullets.IndexOf(id);
	return i < m_state->bullets.Extent() ? std::optional(m_state->PositionAt(i, alpha)) : std::nullopt;
}

Surface Plugin::GetSurface(const b2Fixture* fixture) const
{
	return fixture != nullptr ? m_state->SurfaceOf(fixture) : Surface{};
}

const StepStats& Plugin::Stats() const
{
	return m_state->stats;
}

const Error& Plugin::LastError() const
{
	return m_state->lastError;
}

} // namespace ricochet
