// MIT License, Copyright (c) 2026 the ricochet authors

#pragma once

#include "projectile/grenade/grenade_contacts.h"
#include "projectile/leg/disc_cast.h"

#include <optional>
#include <span>

namespace ricochet
{

/// Finds the dynamic body that must be held back because it leaves a grenade no place. Gives the impulses that stop
/// this body.
class BodyHold
{
public:
	/// A body to hold back, its touch with the disc, and the share of the step up to which it moves.
	struct Hold
	{
		const Touch* touch;
		const BodyMotion* motion;
		double share;
	};

	/// `pressing`: the children that leave the disc no place.
	BodyHold(const PluginState& state, GrenadeContacts& contacts, const DiscCast& cast, const Disc& disc,
	         std::span<const Touch> pressing, double dt)
	    : m_state(state), m_contacts(contacts), m_cast(cast), m_disc(disc), m_pressing(pressing), m_dt(dt)
	{
	}

	/// Returns the lightest body of the lowest HoldRank that may be held back at a share of the step, or none.
	[[nodiscard]] std::optional<Hold> Lightest(double now) const;

	/// Stops a body by an impulse against the body on the other side of the disc, if there is one.
	void Stop(const Touch& touch);

	/// Removes from the velocity of a held body the speed that gravity adds while the body is held back.
	void Carry(const Hold& hold);

	/// Stops the dynamic bodies that lie on the disc, because the disc carries them.
	void StopCarried();

private:
	[[nodiscard]] double ComingOf(const Touch& touch, const BodyMotion& motion, double share) const;
	[[nodiscard]] std::optional<double> ShareToHold(const Touch& touch, const BodyMotion& motion, double now) const;
	[[nodiscard]] const Touch* BackingOf(const Touch& touch) const;

	const PluginState& m_state;
	GrenadeContacts& m_contacts;
	DiscCast m_cast;
	const Disc& m_disc;
	std::span<const Touch> m_pressing;
	double m_dt;
};

} // namespace ricochet
