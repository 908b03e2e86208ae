// MIT License, Copyright (c) 2026 the ricochet authors

#pragma once

#include "support/referee_ledger.h"

#include <deque>
#include <vector>

namespace ricochet::referee
{

/// The data of a made-up step, for testing the laws. The step takes 1/60 s and is not the first step of its projectile.
/// It may have any bodies. Their fixtures and bodies have made-up addresses, which no object of Box2D has.
struct Fake
{
	Fake();

	BodySight& AddBox(b2BodyType type, b2Vec2 center, float halfWidth, float halfHeight = 0.0f); ///< 0: a square
	BodySight& AddEdge(b2BodyType type, b2Vec2 a, b2Vec2 b);
	BodySight& AddRow(b2BodyType type, const std::vector<b2Vec2>& vertices);

	/// Lets the body, which was at rest, move by `way` and rotate by `angle` (rad) in the step.
	void Move(BodySight& body, Vec way, Real angle);

	void FlyGrenade(float radius, Vec from, Vec to, Vec velocity);
	void FlyBullet(Vec from, Vec to); ///< Its speed is that of the flight.
	void FlyDisc(Vec from, Vec to, Real radius);

	/// Adds a bullet, the hunter, which flies at the grenade.
	void FlyHunter(Vec from, Vec to, Real radius = 0.0L);

	/// Adds an impact of the hunter with the grenade, at the time at which its straight flight reaches `center`.
	void TellShot(Vec center, Vec normal, Vec impulse);

	/// Adds an impact of the projectile with the first body, at the time at which its straight flight reaches `enter`.
	void TellImpact(Vec enter, Vec normal, Response response);

	void Expire(ExpiredEvent::Reason reason, Real time);

	/// Removes earlier faults, judges the step by one law, and returns the ledger with the faults.
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
