// MIT License, Copyright (c) 2026 the ricochet authors

#pragma once

#include "support/referee_geometry.h"

class b2Body;

// The pose of a body, and its motion in a step.

namespace ricochet::referee
{

struct Pose
{
	Vec position;
	Real sine = 0.0L;
	Real cosine = 1.0L;

	[[nodiscard]] Vec ToLocal(Vec p) const
	{
		const Vec d = p - position;
		return {cosine * d.x + sine * d.y, cosine * d.y - sine * d.x};
	}

	[[nodiscard]] Vec ToWorld(Vec p) const
	{
		return position + Vec{cosine * p.x - sine * p.y, sine * p.x + cosine * p.y};
	}
};

/// The pose of a body between two steps: its transform, its angle and its centre of mass.
struct Stand
{
	Vec position;
	Vec center;
	Real angle = 0.0L; ///< the angle as the body counts it, including whole turns
	Real sine = 0.0L;
	Real cosine = 1.0L;
	friend bool operator==(const Stand&, const Stand&) = default;
};

[[nodiscard]] Stand StandOf(const b2Body& body);

/// The motion between two poses as b2Sweep defines it. The centre of mass moves straight, and the angle changes at a
/// constant rate. At both ends, the pose equals the body's transform exactly. The rounding errors are distributed over
/// the step.
class Motion
{
public:
	Motion() = default;
	Motion(const Stand& before, const Stand& after);

	[[nodiscard]] Pose At(Real share) const;
	[[nodiscard]] Vec CenterAt(Real share) const;
	[[nodiscard]] Real Turn() const { return m_after.angle - m_before.angle; }

	/// Returns an upper bound of the displacement, in the whole step, of any point within `reach` of the centre of
	/// mass.
	[[nodiscard]] Real WayWithin(Real reach) const;

private:
	[[nodiscard]] Pose SweptAt(Real share) const;

	Stand m_before, m_after;
	Vec m_localCenter;
	Vec m_missBefore, m_missAfter; ///< the error of the position
	Real m_offBefore = 0.0L;       ///< the error of the angle
	Real m_offAfter = 0.0L;
	bool m_isStill = true;
};

} // namespace ricochet::referee
