// MIT License, Copyright (c) 2026 the ricochet authors

#pragma once

#include "projectile/save/saved_defs.h"
#include "projectile/save/saved_passing.h"
#include "projectile/state.h"

#include <algorithm>
#include <cmath>

namespace ricochet
{

// Without what the next step measures anew.
template <class Archive>
void Exchange(Archive& archive, Bearing& bearing)
{
	archive.Fixture(bearing.fixture);
	archive(bearing.child);
	archive(bearing.hasBefore);
	for (Vec<double>* vector : {&bearing.surface, &bearing.impulse, &bearing.change, &bearing.impulseBefore})
	{
		Exchange(archive, *vector);
		archive.Require(std::isfinite(vector->x) && std::isfinite(vector->y));
	}
	for (double* number : {&bearing.into.freedom, &bearing.along.freedom})
	{
		archive(*number);
		archive.Require(std::isfinite(*number));
	}
}

/// Of what is kept twice, and may differ by roundings, or be beyond the range of floats: a spin has no end.
[[nodiscard]] inline bool AreNear(const Vec<double>& exact, b2Vec2 rounded)
{
	constexpr double k_apart = 1.0e-4;
	const Vec<double> way = Lift<double>(ToFloat(exact)) - Lift<double>(rounded);
	return std::isfinite(exact.x) && std::isfinite(exact.y) && std::abs(way.x) <= k_apart * (1.0 + std::abs(exact.x)) &&
	       std::abs(way.y) <= k_apart * (1.0 + std::abs(exact.y));
}

template <class Archive>
void ExchangeMotion(Archive& archive, GrenadeState& state, GrenadeDetail& detail)
{
	Exchange(archive, detail.position);
	Exchange(archive, detail.velocity);
	Exchange(archive, state.position);
	Exchange(archive, state.velocity);
	archive(detail.angle);
	archive(detail.spin);
	archive(state.angle);
	archive(state.angularVelocity);
	archive.Require(FitsFloat(detail.position));
	archive.Require(AreNear(detail.position, state.position) && AreNear(detail.velocity, state.velocity));
	archive.Require(AreNear({detail.angle, detail.spin}, {state.angle, state.angularVelocity}));
}

template <class Archive>
void ExchangeTimes(Archive& archive, GrenadeState& state, GrenadeDetail& detail)
{
	archive(detail.age);
	archive(state.age);
	archive(detail.burnsUntil);
	archive(detail.settled);
	archive.Require(detail.age >= 0.0 && std::isfinite(detail.settled));
	archive.Require(state.age >= 0.0f && AreNear({detail.age, 0.0}, {state.age, 0.0f}));
	archive.Require(detail.burnsUntil >= 0.0);
}

template <class Archive>
void Exchange(Archive& archive, GrenadeState& state, GrenadeDetail& detail)
{
	Exchange(archive, detail.def);
	ExchangeMotion(archive, state, detail);
	ExchangeTimes(archive, state, detail);
	archive(detail.lies);
	archive(detail.hasStuck);
	archive.Fixture(detail.stuckTo);
	archive(detail.stuckToChild);
	archive(state.resting);
	archive(state.stuck);
	bool sleeps = detail.sleeper >= 0;
	archive(sleeps);
	detail.passing.ExchangeParts(archive);
	detail.bearings.ExchangeParts(archive);
	if (Archive::k_loads)
	{
		detail.sleeper = sleeps ? 0 : -1; // its place comes with PluginState::Lay
		state.radius = detail.def.radius;
		state.userData = detail.def.userData;
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

template <class Archive>
void Bearings::ExchangeParts(Archive& archive)
{
	archive.Count(m_count, 1);
	archive.Require(m_count <= m_bearings.size());
	m_count = std::min(m_count, m_bearings.size());
	for (size_t i = 0; i < m_count; ++i)
	{
		Exchange(archive, m_bearings[i]);
	}
}

} // namespace ricochet
