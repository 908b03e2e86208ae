// MIT License, Copyright (c) 2026 the ricochet authors

#include "swing.h"

#include <box2d/b2_fixture.h>

#include <cmath>

namespace character
{

const std::vector<Cut>& Swing::Turn(ricochet::Space space, b2Vec2 shoulder, b2Vec2 moved, float angle,
                                    const ricochet::QueryFilter& filter)
{
	const float left = m_lastAngle - m_angle;
	const float turn = std::abs(angle) < std::abs(left) ? angle : left;
	ricochet::TurningPath path;
	path.hull = {m_blade, k_thickness};
	path.motion = {.pose = {shoulder, b2Rot(m_angle)}, .translation = moved, .angle = turn};
	ricochet::CastTurningAll(space, path, m_hits, filter); // sorted by the fraction of the turn
	m_cuts.clear();
	for (const ricochet::TurningHit& hit : m_hits)
	{
		b2Body* body = hit.fixture->GetBody();
		if (m_hurt.insert(body).second)
		{
			m_cuts.push_back({body, hit.contact, m_angle + hit.fraction * turn});
		}
	}
	m_angle = turn == left ? m_lastAngle : m_angle + turn;
	return m_cuts;
}

} // namespace character
