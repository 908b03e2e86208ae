// MIT License, Copyright (c) 2026 the ricochet authors

#pragma once

#include "projectile/leg.h"

#include <ricochet/world/query_filter.h>

#include <array>
#include <cstdint>
#include <optional>

class b2World;

namespace ricochet
{

/// The fixture children that a projectile is passing through: they are not hit again before it has left them.
class Passing
{
public:
	static constexpr size_t k_capacity = 4;

	[[nodiscard]] bool Has(const b2Fixture* fixture, int32_t child) const;
	[[nodiscard]] bool IsFull() const { return m_count == k_capacity; }

	/// Adds what was hit, with its twin if there is room.
	/// Requires: not full.
	void Add(const LegHit& hit);

	/// What a leg showed about a child: the fraction at which its span ends, and whether the leg ends inside it.
	void See(const b2Fixture* fixture, int32_t child, double exit, bool endsInside);

	/// Forgets the children that a leg left behind. It was flown up to `fraction`; `interrupted` if by an impact.
	void Leave(double fraction, bool interrupted);

	void ForgetSights();

private:
	struct Entry
	{
		const b2Fixture* fixture; // compared, never read
		int32_t child;
		float exit;
		bool seen;
		bool endsInside;
	};
	[[nodiscard]] Entry* Find(const b2Fixture* fixture, int32_t child);

	std::array<Entry, k_capacity> m_entries{};
	size_t m_count = 0;
};

/// Casts legs at a world in motion: at bodies that stood still by the world's broadphase, at bodies that moved in their
/// own frames. Grazing contacts are not hits: what touches a solid without entering it flies on.
class Flight
{
public:
	Flight(const b2World& world, const WorldMotion& motion, double dt, double chordError)
	    : m_world(world), m_motion(motion), m_dt(dt), m_chordError(chordError)
	{
	}

	/// The first hit of a disc (radius 0: a point) on a leg, ties in the world's order. Children in `passing` are not
	/// hit, but seen.
	[[nodiscard]] std::optional<LegHit> FirstHit(const Leg& leg, float radius, const QueryFilter& filter,
	                                             Passing& passing) const;

	/// The leg cut short just before a hit, such that the leg up to there meets nothing: decided by the same exact
	/// cast, so no rounding of the end point can put it behind the surface. May end where it begins.
	[[nodiscard]] Leg Before(const Leg& leg, const LegHit& hit, float radius, const QueryFilter& filter,
	                         const Passing& passing) const;

	/// How often a leg was cast, for StepStats.
	[[nodiscard]] int64_t LegCount() const { return m_legCount; }

	[[nodiscard]] const WorldMotion& Motion() const { return m_motion; }
	[[nodiscard]] const b2World& World() const { return m_world; }
	[[nodiscard]] double Share(double time) const { return m_dt > 0.0 ? time / m_dt : 1.0; }
	/// From the centre of mass of a body, where it is at a time, to a point.
	[[nodiscard]] Vec<double> ArmOf(const b2Body* body, const Vec<double>& point, double time) const;

	/// The velocity with which the body's surface at a point sweeps through the step (m/s).
	[[nodiscard]] Vec<double> SweptVelocity(const b2Body* body, const Vec<double>& point, double time) const;

private:
	struct Search;

	const b2World& m_world;
	const WorldMotion& m_motion;
	double m_dt;
	double m_chordError;
	mutable int64_t m_legCount = 0;
};

/// The distance by which a position is kept clear of surfaces where rounding must not decide: 4 units in the last place
/// of its coordinates, or of 1 m.
[[nodiscard]] double RoundingClearance(b2Vec2 position);

} // namespace ricochet
