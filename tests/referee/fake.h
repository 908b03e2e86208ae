// MIT License, Copyright (c) 2026 the ricochet authors

#pragma once

#include "support/referee_ledger.h"

#include <deque>
#include <vector>

namespace ricochet::referee
{

/// A made-up step on which the laws are tested. It takes a sixtieth of a second, and is not its projectile's first
/// step. It can have any bodies. Their identities are made-up addresses, at which there is no object of Box2D.
struct Fake
{
	Fake();

	BodySight& AddBox(b2BodyType type, b2Vec2 center, float halfWidth, float halfHeight = 0.0f); ///< 0: a square
	BodySight& AddEdge(b2BodyType type, b2Vec2 a, b2Vec2 b);
	BodySight& AddRow(b2BodyType type, const std::vector<b2Vec2>& vertices);

	/// Sets the body's motion in the step: from its pose before the step by this displacement and this angle (rad).
	void Move(BodySight& body, Vec way, Real angle);

	void FlyGrenade(float radius, Vec from, Vec to, Vec velocity);
	void FlyBullet(Vec from, Vec to); ///< Its speed is that of the flight.
	void FlyDisc(Vec from, Vec to, Real radius);

	/// Adds another bullet, the hunter, which hits the flying grenade.
	void FlyHunter(Vec from, Vec to, Real radius = 0.0L);

	/// Adds the impact of the hunter with the grenade, at the time when a straight flight reaches `center`.
	void TellShot(Vec center, Vec normal, Vec impulse);

	/// Adds the impact of the projectile with the first body, at the time when a straight flight reaches `enter`.
	void TellImpact(Vec enter, Vec normal, Response response);

	void Expire(ExpiredEvent::Reason reason, Real time);

	/// Forgets earlier faults and judges the step by one law.
	const Ledger& Judged(void (*law)(const StepSight&, Ledger&));

	Key key{true, 1, 1};
	Key hunter{false, 2, 1};
	StepSight sight;
	Ledger ledger{RefereeDef{}};

private:
	BodySight& AddBody(b2BodyType type, const b2Shape& shape);

	std::deque<char> m_names;
};

} // namespace ricochet::referee
