// MIT License, Copyright (c) 2026 the ricochet authors

#include "support/referee_motion.h"

#include <box2d/b2_body.h>

namespace ricochet::referee
{

namespace
{

// Returns the small angle from one rotation to another.
Real AngleBetween(Real angle, const Stand& stand)
{
	const Real sine = std::sin(angle);
	const Real cosine = std::cos(angle);
	return std::atan2(cosine * stand.sine - sine * stand.cosine, cosine * stand.cosine + sine * stand.sine);
}

} // namespace

Stand StandOf(const b2Body& body)
{
	// b2Rot has unit length up to rounding, which the referee removes.
	const b2Transform& pose = body.GetTransform();
	const Real length = std::hypot(static_cast<Real>(pose.q.s), static_cast<Real>(pose.q.c));
	return {Widen(pose.p), Widen(body.GetWorldCenter()), body.GetAngle(), pose.q.s / length, pose.q.c / length};
}

Motion::Motion(const Stand& before, const Stand& after) : m_before(before), m_after(after)
{
	m_localCenter = Pose{after.position, after.sine, after.cosine}.ToLocal(after.center);
	m_offBefore = AngleBetween(before.angle, before);
	m_offAfter = AngleBetween(after.angle, after);
	m_missBefore = before.position - SweptAt(0.0L).position;
	m_missAfter = after.position - SweptAt(1.0L).position;
	m_isStill = before == after;
}

Vec Motion::CenterAt(Real share) const
{
	return m_before.center + share * (m_after.center - m_before.center);
}

Pose Motion::SweptAt(Real share) const
{
	const Real off = m_offBefore + share * (m_offAfter - m_offBefore);
	const Real angle = m_before.angle + share * Turn() + off;
	Pose pose{{}, std::sin(angle), std::cos(angle)};
	pose.position = CenterAt(share) - pose.ToWorld(m_localCenter);
	return pose;
}

Pose Motion::At(Real share) const
{
	if (m_isStill)
	{
		return {m_after.position, m_after.sine, m_after.cosine};
	}
	Pose pose = SweptAt(share);
	pose.position = pose.position + m_missBefore + share * (m_missAfter - m_missBefore);
	return pose;
}

Real Motion::WayWithin(Real reach) const
{
	return Length(m_after.center - m_before.center) + std::abs(Turn()) * reach;
}

} // namespace ricochet::referee
