// MIT License, Copyright (c) 2026 the ricochet authors

#pragma once

#include "projectile/flight.h"

namespace ricochet
{

/// The gap that is kept between a disc and what it slides or lies on: 0.02 mm, more where floats are coarser, so that
/// rounding never brings them in touch.
[[nodiscard]] double ContactGap(b2Vec2 position);

/// Casts and moves the disc of one grenade.
class DiscCast
{
public:
	DiscCast(const Flight& flight, float radius, const QueryFilter& filter, Passing& passing)
	    : m_flight(flight), m_radius(radius), m_filter(filter), m_passing(passing)
	{
	}

	[[nodiscard]] std::optional<LegHit> FirstHit(const Leg& leg) const;

	/// The leg cut short just before a hit: Flight::Before.
	[[nodiscard]] Leg Before(const Leg& leg, const LegHit& hit) const;

	/// The hit on the way by an offset at one moment, if any. Nothing is remembered of it.
	[[nodiscard]] std::optional<LegHit> Probe(b2Vec2 position, const Vec<double>& offset, double time) const;

	/// The position moved by an offset at one moment; as it was if something is in the way.
	[[nodiscard]] b2Vec2 Nudged(b2Vec2 position, const Vec<double>& offset, double time) const;

	/// Moves the disc out of every solid that it overlaps at a moment, each by the shortest way, deepest first. False
	/// if it finds no place.
	[[nodiscard]] bool PushOut(b2Vec2& position, double time) const;

private:
	struct Overlap;
	[[nodiscard]] Overlap DeepestOverlap(b2Vec2 position, double time) const;
	[[nodiscard]] bool FindRoom(b2Vec2& position, double time) const;

	const Flight& m_flight;
	float m_radius;
	const QueryFilter& m_filter;
	Passing& m_passing;
};

} // namespace ricochet
