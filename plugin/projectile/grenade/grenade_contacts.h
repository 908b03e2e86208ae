// MIT License, Copyright (c) 2026 the ricochet authors

#pragma once

#include "projectile/state.h"

namespace ricochet
{

/// The interaction of a grenade in flight with the bodies that it touches. This class computes their contacts. If the
/// grenade lies on bodies or is wedged between them, it also applies the impulses that these bodies receive.
class GrenadeContacts
{
public:
	/// `detail` and `disc` are those of the grenade at an index. `wasStill`: the grenade was at rest when the step
	/// began.
	GrenadeContacts(PluginState& state, const Flight& flight, size_t index, GrenadeDetail& detail, const Disc& disc,
	                double dt, bool wasStill)
	    : m_state(state), m_flight(flight), m_index(index), m_detail(detail), m_disc(disc), m_dt(dt),
	      m_wasStill(wasStill)
	{
	}

	/// The contact with a fixture while the centre of the disc is at a place at a time of the step.
	[[nodiscard]] Contact At(const b2Fixture* fixture, const Vec<double>& normal, const Vec<double>& center,
	                         double time) const;

	/// The contact with a touching child now.
	[[nodiscard]] Contact With(const Touch& touch) const
	{
		return At(touch.fixture, touch.normal, m_disc.position, m_disc.time);
	}

	[[nodiscard]] double RestitutionWith(const b2Fixture* fixture) const;
	[[nodiscard]] double FrictionWith(const b2Fixture* fixture) const;

	/// Sets the members of a touch that depend on the surface of its body and on how that body yields (Bearing).
	void Prepare(Touch& touch);

	/// Makes sure that Give does not allocate for the loads of a move.
	void MakeRoomFor(const Move& move);

	/// Notes a share of the loads of a move. The bodies receive these impulses when all grenades have flown, or at the
	/// start of the next step.
	void Give(const Move& move, double share);

	/// Records an impulse that a body has received by an impact.
	void NoteImpulse(const LegHit& hit, const Contact& contact, const Vec<double>& impulse);

	/// Gives a body an impulse at once, and reports it as a PressEvent.
	void Push(const Touch& touch, const Contact& contact, const Vec<double>& impulse);

	/// Does the same as Push, for an impulse on the body's centre of mass.
	void Carry(const Touch& touch, const Vec<double>& impulse);

	/// Keeps the bearings of this step for the next one.
	void KeepBearings();

private:
	[[nodiscard]] double BeltOf(const b2Fixture* fixture) const;
	void GiveLoad(const Load& load, const Vec<double>& impulse, double share);
	void Push(const Touch& touch, const Contact& contact, const Vec<double>& normal, const Vec<double>& point,
	          const Vec<double>& impulse);
	[[nodiscard]] PressEvent DescribePress(const Touch& touch, const Vec<double>& normal, const Vec<double>& point,
	                                       const Vec<double>& impulse) const;
	Bearing& BearingOf(const b2Fixture* fixture, int32_t child, const Contact& contact);

	PluginState& m_state;
	const Flight& m_flight;
	size_t m_index;
	GrenadeDetail& m_detail;
	const Disc& m_disc;
	double m_dt;
	bool m_wasStill;
	Bearings m_bearings; // the bearings of this step
};

} // namespace ricochet
