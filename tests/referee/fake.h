// MIT License, Copyright (c) 2026 the ricochet authors

#pragma once

#include "support/referee_ledger.h"

#include <deque>
#include <vector>

namespace ricochet::referee
{

/// One step of a sixtieth of a second, not the first of its projectile, made up: what the laws are tried on. Any
/// bodies; names of fixtures and bodies are addresses of nothing.
struct Fake
{
	Fake();

	BodySight& AddBox(b2BodyType type, b2Vec2 center, float halfWidth, float halfHeight = 0.0f); ///< 0: a square
	BodySight& AddEdge(b2BodyType type, b2Vec2 a, b2Vec2 b);
	BodySight& AddRow(b2BodyType type, const std::vector<b2Vec2>& vertices);

	/// From where it stood: so far on and so much turned by the end of the step.
	void Move(BodySight& body, Vec way, Real angle);

	void FlyGrenade(float radius, Vec from, Vec to, Vec velocity);
	void FlyBullet(Vec from, Vec to); ///< at the speed that brings it there
	void FlyDisc(Vec from, Vec to, Real radius);

	/// Another bullet beside the grenade that flies, which hits it.
	void FlyHunter(Vec from, Vec to, Real radius = 0.0L);

	/// Of the hunter with the grenade, at the time when a straight flight is there.
	void TellShot(Vec center, Vec normal, Vec impulse);

	/// Of the projectile with the first body, at the time when a straight flight is there.
	void TellImpact(Vec enter, Vec normal, Response response);

	void Expire(ExpiredEvent::Reason reason, Real time);

	/// Judges the step by one law, with the faults of before forgotten.
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
