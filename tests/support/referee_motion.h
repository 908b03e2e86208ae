// MIT License, Copyright (c) 2026 the ricochet authors

#pragma once

#include "support/referee_geometry.h"

class b2Body;

// How a body stands and how it goes through a step.

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

/// Where a body stands between two steps: its transform's floats, its angle and its centre of mass.
struct Stand
{
	Vec position;
	Vec center;
	Real angle = 0.0L; ///< as the body counts it, whole turns included
	Real sine = 0.0L;
	Real cosine = 1.0L;
	friend bool operator==(const Stand&, const Stand&) = default;
};

[[nodiscard]] Stand StandOf(const b2Body& body);

/// From stand to stand as b2Sweep has it: the centre of mass on a straight line, the angle evenly. At both ends the
/// body's own transform to the last digit; what rounding left between them is spread over the step.
class Motion
{
public:
	Motion() = default;
	Motion(const Stand& before, const Stand& after);

	[[nodiscard]] Pose At(Real share) const;
	[[nodiscard]] Vec CenterAt(Real share) const;
	[[nodiscard]] Real Turn() const { return m_after.angle - m_before.angle; }

	/// No point within `reach` of the centre of mass moves farther in the whole step.
	[[nodiscard]] Real WayWithin(Real reach) const;

private:
	[[nodiscard]] Pose SweptAt(Real share) const;

	Stand m_before, m_after;
	Vec m_localCenter;
	Vec m_missBefore, m_missAfter; ///< of the position
	Real m_offBefore = 0.0L;       ///< of the angle
	Real m_offAfter = 0.0L;
	bool m_isStill = true;
};

} // namespace ricochet::referee
