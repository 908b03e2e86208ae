// MIT License, Copyright (c) 2026 the ricochet authors

#pragma once

#include "projectile/grenade/grenade_contacts.h"
#include "projectile/grenade/hold_back.h"
#include "projectile/impact/projectile_flight.h"
#include "projectile/leg/disc_cast.h"

namespace ricochet
{

struct Following;

/// The flight of one grenade through one step.
///
/// The flight consists of verified moves. The class Press plans a move that keeps clear of the children that the
/// grenade touches. The move is made only if the exact cast finds its path free of every child. Each child is cast in
/// its own frame, from its pose at the start of the move to its pose at the end. Consecutive moves share their ends,
/// also from step to step, so the grenade never crosses a child.
///
/// If a move is not free, a shorter move is tried. If the shortest move is not free, the grenade has no place. BodyHold
/// then finds a dynamic body that closes in, and this body is held back for the rest of the step. If there is no such
/// body, the grenade is crushed. Even then the grenade is on the same side of every child as before.
///
/// A grenade and a body give each other impulses only if their velocities approach. In this step a body keeps its
/// recorded motion, even after an impulse has changed its velocity. If only the recorded motion approaches, there is no
/// impulse: the grenade makes way for the body.
class GrenadeFlight final : private ProjectileFlight<GrenadeId>
{
public:
	GrenadeFlight(PluginState& state, const Flight& flight, size_t index, double dt, PressScratch& scratch);
	void Fly();

	/// Moves the grenade out of the way of bodies. They are put back at the end of the step, or the game has moved them
	/// between two steps. Returns false if the grenade finds no place. Requires: the flight has the motions of these
	/// bodies, over any duration.
	bool Follow(Following& following);

	/// Puts the grenade back to its position at the start of the step. Returns false if that place was not free through
	/// the step. Requires: the flight has the motions of the step.
	[[nodiscard]] bool GoBackToStart();

	/// True if a body that is held back may be put back farther, to an earlier share of the step. The grenade stays
	/// where it is. At that share, the gap between the two must be at least the present gap or the least gap, whichever
	/// is smaller.
	[[nodiscard]] bool IsFreeOf(const BodyMotion& motion, double share) const;

	/// Ends the grenade at the end of the step.
	void Crush();

	/// Call this after an exception. Until the end of the step the grenade moves only to make way for bodies.
	void MakeWay();

	/// Stores the grenade where it is now. The grenade does not move again in this step, even if its flight was
	/// interrupted.
	void Keep();

private:
	enum class Outcome : uint8_t
	{
		Moved,
		Again,  ///< the plan now includes another child: try the same duration again
		Blocked ///< there is no free move of this duration
	};

	GrenadeFlight(PluginState& state, const Flight& flight, size_t index, GrenadeDetail& detail, double dt,
	              PressScratch& scratch);

	[[nodiscard]] GrenadeState& State() const { return m_state.grenades.states[m_index]; }

	[[nodiscard]] double FlownUntil(double) const override { return m_detail.flown; }

	[[nodiscard]] DiscCast Cast() const
	{
		return {m_flight, State().radius, m_detail.def.filter, m_detail.passing, m_listed};
	}
	[[nodiscard]] BodyHold FreeBodies() { return {m_state, m_contacts, Cast(), m_disc, m_pressing, m_dt}; }

	void ListNear();
	[[nodiscard]] bool FreeFromTeleports();
	void FlyToPosition(b2Vec2 from);
	void SetGaps();
	void Advance();
	void PassOverlaps();
	void FindTouches();
	void FindGlue();
	void ChoosePressing();
	void DampenBounces();

	[[nodiscard]] bool GoOrHoldBack();
	[[nodiscard]] bool Go();
	[[nodiscard]] bool HoldBack();
	[[nodiscard]] double LongestMove() const;
	[[nodiscard]] Outcome Try(double duration);
	[[nodiscard]] std::optional<LegHit> FirstHit(const Leg& leg);
	[[nodiscard]] bool LosesGlue();
	bool Stays(const Leg& leg, const Move& move);
	void Arrive(const Leg& leg, const Vec<double>& to, const Move& move);
	void GoOn(const Vec<double>& to, const Vec<double>& velocity, double spin, double time);
	void Bear(const Move& move, double share);
	[[nodiscard]] Leg LegBefore(const Leg& leg, const LegHit& hit);
	[[nodiscard]] Vec<double> Fallen(const Vec<double>& velocity, const Leg& way) const;
	[[nodiscard]] bool PassesUnseen(const Leg& leg, const LegHit& hit);
	[[nodiscard]] bool IsImpact(const LegHit& hit, const Contact& contact) const;
	[[nodiscard]] Outcome Meet(const Leg& leg, const LegHit& hit, const Move& move);
	void Reach(const Leg& before, const Move& move, double share);
	[[nodiscard]] bool TakeIn(const LegHit& hit);

	void MeetTouches();
	/// True if the grenade and the body have given each other an impulse. They give each other no second impulse before
	/// the world has moved the body.
	[[nodiscard]] bool HasMet(const b2Body* body) const;
	[[nodiscard]] Leg LegTo(const Touch& touch) const;
	[[nodiscard]] std::optional<LegHit> HitOf(const Touch& touch, const Leg& leg);
	[[nodiscard]] LegHit Whole(const Leg& leg, const LegHit& met);
	/// Carries out an impact. Returns true if the grenade passes through.
	[[nodiscard]] bool Impact(const Leg& leg, const LegHit& met, const Leg& before);
	void Deliver(ImpactEvent& impact, const Contact& contact);
	void Bounce(const Contact& contact, double restitution, const LegHit& hit);
	[[nodiscard]] bool IsUnseen(double leaving, double pull) const;
	void Settle(double leaving, const Vec<double>& normal, const b2Fixture* fixture);
	void LightFuse(const ImpactEvent& impact);

	/// Sets velocity and gravity to zero, so that only bodies that move can push the grenade. Returns the former
	/// velocity, which HasMadeWay restores.
	[[nodiscard]] Vec<double> StopToMakeWay();
	void HasMadeWay(const Vec<double>& ownVelocity);
	void Place();
	[[nodiscard]] bool LiesStill() const;
	[[nodiscard]] bool StopsInCorner(const Touch& one) const;
	void Stop();
	void Expire(ExpiredEvent::Reason reason);
	void EndFuse(double time, b2Vec2 position);
	void End(ExpiredEvent::Reason reason, double time, b2Vec2 position);

	/// True if the grenade has expired, or a callback has cancelled it.
	[[nodiscard]] bool HasEnded() const { return m_state.grenades.IsGone(m_index); }

	GrenadeDetail& m_detail; // keeps its address during the flight, unlike its GrenadeState
	Disc m_disc;
	GrenadeContacts m_contacts;
	double m_lastMove;
	double m_angle;
	PressScratch& m_scratch;
	const NearChildren* m_listed = nullptr; // the children near its path; null: not known
	std::vector<Touch>& m_touches;
	std::vector<Touch>& m_pressing; // the touches that it does not leave, and the children that blocked its moves
	int32_t m_impacts = 0;
	int32_t m_impactsAtOnce = 0;
	bool m_calm = false; // no impulses any more in this step
	Following* m_following = nullptr;
	bool m_isBlocked = false;    // Follow has found no place for the grenade
	bool m_isStopped = false;    // only makes way, and gives no impulses
	bool m_movedNear = false;    // a child that moves in this step comes near
	bool m_knowsTouches = false; // FreeFromTeleports has found the touches of the first move
};

/// Flies all grenades through the step. Then gives bodies the loads (impulses) of the grenades that lie on them. If a
/// support bears a body, its loads wait for GiveBorneLoads. Grenades that end are removed, but not yet swept.
void FlyGrenades(PluginState& state, const Flight& flight, double dt);

/// Gives bodies the loads that have waited for the next step of the world. Call it before that step.
void GiveBorneLoads(PluginState& state) noexcept;

} // namespace ricochet
