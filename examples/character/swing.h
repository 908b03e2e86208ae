// MIT License, Copyright (c) 2026 the ricochet authors

#pragma once

#include <ricochet/query/turning_query.h>

#include <set>
#include <vector>

class b2Body;

namespace character
{

/// A body that a swing cuts.
struct Cut
{
	b2Body* body = nullptr;
	b2Vec2 contact{0.0f, 0.0f}; ///< where the blade first touches it; (0, 0) if the swing begins in it
	float angle = 0.0f;         ///< rad, of the blade then
};

/// A blade that swings over several frames, and cuts each body once. Within a frame, bodies count as at rest.
class Swing
{
public:
	/// The blade reaches from `from` to `to` (m) from the shoulder. It swings between two angles (rad).
	Swing(float from, float to, float firstAngle, float lastAngle)
	    : m_blade{{from, 0.0f}, {to, 0.0f}}, m_angle(firstAngle), m_lastAngle(lastAngle)
	{
	}

	/// Turns the blade by an angle (rad, of the sign of the swing), but not past its last angle, while the shoulder
	/// moves. Returns the bodies that the blade reaches for the first time, in that order.
	const std::vector<Cut>& Turn(ricochet::Space space, b2Vec2 shoulder, b2Vec2 moved, float angle,
	                             const ricochet::QueryFilter& filter = {});

	[[nodiscard]] float Angle() const { return m_angle; }
	[[nodiscard]] bool IsOver() const { return m_angle == m_lastAngle; }

private:
	static constexpr float k_thickness = 0.03f; // m, half of the blade's

	b2Vec2 m_blade[2];
	float m_angle;
	float m_lastAngle;
	std::set<const b2Body*> m_hurt; // compared, never read
	std::vector<ricochet::TurningHit> m_hits;
	std::vector<Cut> m_cuts;
};

} // namespace character
