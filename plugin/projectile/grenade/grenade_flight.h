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
/// The grenade moves by verified moves. Press plans a move under the children that touch the grenade. The move is made
/// only if the exact cast finds its path free of every child. Each child is cast in its own frame, from its pose at the
/// start of the move to its pose at the end. Consecutive moves share their ends, also from step to step, so the grenade
/// never crosses a child.
///
/// If a move is not free, a shorter one is tried. If the shortest is not free, there is no place. Then BodyHold finds a
/// dynamic body that closes in, and that body is held back for the rest of the step. If there is none, the grenade is
/// crushed. It is then still on the same side of every child.
///
/// A grenade and a body give each other impulses only if their velocities approach. A body keeps its recorded motion
/// through the step, even after an impulse has changed its velocity. That motion alone gives no impulse: the grenade
/// only makes way for the body.
class GrenadeFlight final : private ProjectileFlight<GrenadeId>
{
public:
	GrenadeFlight(PluginState& state, const Flight& flight, size_t index, double dt, PressScratch& scratch);
	void Fly();

	/// Moves the grenade out of the way of bodies. They are put back at the end of the step, or the game has moved them
	/// between two steps. Returns false if the grenade finds no place. Requires: the flight has the motions of these
	/// bodies, over any duration.
	bool Follow(Following& following);

	/// Puts the grenade back to where it was when the step began. Returns false if it could not have stayed there.
	/// Requires: the flight has the motions of the step.
	[[nodiscard]] bool GoBackToStart();

	/// True if a body that is held back may be put back farther, to an earlier share of the step. The grenade stays
	/// where it is now. At the earlier share its gap to the body must be at least the present gap or the least gap,
	/// whichever is smaller.
	[[nodiscard]] bool IsFreeOf(const BodyMotion& motion, double share) const;

	/// Ends the grenade at the end of the step.
	void Crush();

	/// After an exception the grenade stays where it is, but to the end of the step it makes way for bodies that move.
	void MakeWay();

	/// Stores the grenade where it is now. Even if its flight was interrupted, it does not move again in this step.
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
	/// True if the grenade and the body have given each other an impulse. They give no other before the world has moved
	/// the body.
	[[nodiscard]] bool HasMet(const b2Body* body) const;
	[[nodiscard]] Leg LegTo(const Touch& touch) const;
	[[nodiscard]] std::optional<LegHit> HitOf(const Touch& touch, const Leg& leg);
	[[nodiscard]] LegHit Whole(const Leg& leg, const LegHit& met);
	/// Carries out an impact. True if the grenade passes through.
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
	bool m_isBlocked = false; // Follow has found no place for the grenade
	bool m_isStopped = false; // only makes way, and gives no impulses
	bool m_movedNear = false; // a child that moves in this step comes near
};

/// Flies all grenades through the step, and then gives bodies the loads of the grenades that lie on them. Bodies that a
/// support bears wait for GiveBorneLoads. Grenades that end are removed, not yet swept.
void FlyGrenades(PluginState& state, const Flight& flight, double dt);

/// Gives bodies, before the world's step, the loads that have waited for it.
void GiveBorneLoads(PluginState& state) noexcept;

} // namespace ricochet
