// MIT License, Copyright (c) 2026 the ricochet authors

#pragma once

#include "projectile/grenade/press.h"
#include "projectile/impact/projectile_flight.h"
#include "projectile/leg/disc_cast.h"

namespace ricochet
{

/// One grenade on its way through one step.
///
/// It goes on by verified moves: a plan of where it comes to under what touches it (Press), made only if the exact cast
/// finds the way free of every child, each seen in its own frame from its pose at the beginning of the move to its pose
/// at the end. The moves of a step and of the next share their ends, so no child is ever crossed. Where a move is not
/// free, a shorter one is tried; where the shortest is not, there is no place. Then a free body that closes in is held
/// back: for the rest of the step it stays where it has got to. Where none does, the grenade is crushed, on the side of
/// everything on which it was.
///
/// Impulses are given where velocities approach. Poses give none: a body goes through the step as the world moved it,
/// also after an impulse has changed its velocity, and the grenade only makes way for it.
class GrenadeFlight : private ProjectileFlight<GrenadeId>
{
public:
	GrenadeFlight(PluginState& state, const Flight& flight, size_t index, double dt, PressScratch& scratch);
	void Fly();

	/// Makes way at the end of the step for bodies that go back. The flight shows their ways; its time is of no
	/// account. False if there is no place.
	bool Follow(Following& following);

	/// Ends it at the end of the step.
	void Crush();

	/// Leaves the grenade where it has got to. The step's time is over for it, also if it was interrupted.
	void Keep();

private:
	enum class Outcome : uint8_t
	{
		Moved,
		Again,  ///< with what was learnt
		Blocked ///< for as long as this
	};

	/// A free body that gives way.
	struct Hold
	{
		const Touch* touch;
		const BodyMotion* motion;
		double share; ///< of the step, up to which it goes
	};

	[[nodiscard]] GrenadeState& State() const { return m_state.grenades.states[m_index]; }
	[[nodiscard]] GrenadeDetail& Detail() const { return m_detail; }

	[[nodiscard]] DiscCast Cast()
	{
		return {m_flight, State().radius, Detail().def.filter, Detail().passing, m_listed};
	}

	void ListNear();
	[[nodiscard]] bool FreeFromTeleports();
	void SetGaps();
	void Advance();
	void PassOverlaps();
	void FindTouches();
	void MeetTouches();
	void ChoosePressing();
	void DampenBounces();

	[[nodiscard]] double LongestMove() const;
	[[nodiscard]] bool Go();
	[[nodiscard]] bool GoOrHoldBack();
	[[nodiscard]] Outcome Try(double duration);
	[[nodiscard]] std::optional<LegHit> FirstHit(const Leg& leg);
	[[nodiscard]] Leg LegBefore(const Leg& leg, const LegHit& hit);
	void Arrive(const Leg& leg, const Vec<double>& to, const Move& move);
	[[nodiscard]] Outcome Meet(const Leg& leg, const LegHit& hit, const Move& move);
	[[nodiscard]] Vec<double> Fallen(const Vec<double>& velocity, const Leg& way) const;
	void Reach(const Leg& before, const Move& move, double share);
	[[nodiscard]] bool LosesGlue(const LegHit& hit);
	void GoOn(const Vec<double>& to, const Vec<double>& velocity, double spin, double time);
	[[nodiscard]] bool TakeIn(const LegHit& hit);
	void Impact(const Leg& leg, const LegHit& met, const Leg& before);
	void Deliver(ImpactEvent& impact, const Contact& contact);
	void Bounce(const Contact& contact, double restitution, const LegHit& hit);
	void Settle(double leaving, const Vec<double>& normal, const b2Fixture* fixture);
	[[nodiscard]] double RestitutionWith(const b2Fixture* fixture) const;
	[[nodiscard]] bool IsUnseen(double leaving, double pull) const;
	void LightFuse(const ImpactEvent& impact);
	void FindGlue();
	void Place();
	void Expire(ExpiredEvent::Reason reason);
	void EndFuse(double time, b2Vec2 position);
	void End(ExpiredEvent::Reason reason, double time, b2Vec2 position);

	/// It has expired, or a callback has cancelled it.
	[[nodiscard]] bool HasEnded() const { return m_state.grenades.IsGone(m_index); }

	/// A pair that has met does not meet again before the world has moved the body.
	[[nodiscard]] bool HasMet(const b2Body* body) const;
	[[nodiscard]] Leg LegTo(const Touch& touch) const;
	[[nodiscard]] std::optional<LegHit> HitOf(const Touch& touch, const Leg& leg);

	void Prepare(Touch& touch);
	void MakeRoomForLoads(const Move& move);
	void Bear(const Move& move, double share);
	[[nodiscard]] PressEvent DescribePress(const Touch& touch, const Vec<double>& normal, const Vec<double>& point,
	                                       const Vec<double>& impulse) const;
	void PressLater(const Load& load, const Vec<double>& impulse);
	Bearing& BearingOf(const b2Fixture* fixture, int32_t child, const Contact& contact);
	void KeepBearings();
	[[nodiscard]] bool LiesStill() const;

	[[nodiscard]] bool HoldBack();
	[[nodiscard]] std::optional<Hold> LightestToHold(double now);
	[[nodiscard]] double ComingOf(const Touch& touch, const BodyMotion& motion, double share) const;
	[[nodiscard]] std::optional<double> ShareToHold(const Touch& touch, const BodyMotion& motion, double now);
	[[nodiscard]] const Touch* BackingOf(const Touch& touch) const;
	void StopBody(const Touch& touch);
	void PushBody(const Touch& touch, const Contact& contact, const Vec<double>& impulse);
	void CarryBodies();

	[[nodiscard]] Vec<double> ArmTo(const b2Fixture* fixture, const Vec<double>& normal, const Vec<double>& center,
	                                double time) const;
	[[nodiscard]] Contact ContactWith(const b2Fixture* fixture, const Vec<double>& normal, const Vec<double>& center,
	                                  double time) const;
	[[nodiscard]] double FrictionWith(const b2Fixture* fixture);
	[[nodiscard]] double BeltOf(const b2Fixture* fixture) const;

	GrenadeDetail& m_detail; // stays in its place while something flies
	double m_lastMove;
	Disc m_disc;
	double m_angle;
	Bearings m_bearings;
	bool m_wasStill; // when the step began
	PressScratch& m_scratch;
	const NearChildren* m_listed = nullptr; // on its way; null: not known
	std::vector<Touch>& m_touches;
	std::vector<Touch>& m_pressing; // those that it does not leave, and what turned out to be in the way
	int32_t m_impacts = 0;
	int32_t m_impactsAtOnce = 0;
	bool m_calm = false; // no impulses any more in this step
	Following* m_following = nullptr;
	bool m_isBlocked = false; // while it follows
	bool m_movedNear = false; // something that moves in this step comes near
};

/// Flies grenade i through the step. If it ends it is removed from the pool, not yet swept.
void FlyGrenade(PluginState& state, const Flight& flight, size_t i, double dt);

} // namespace ricochet
