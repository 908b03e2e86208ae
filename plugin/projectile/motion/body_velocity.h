// MIT License, Copyright (c) 2026 the ricochet authors

#pragma once

#include "host/host.h"
#include "projectile/base/reserve_one_more.h"

#include <algorithm>
#include <vector>

namespace ricochet
{

struct BodyVelocity
{
	b2Vec2 linear{0.0f, 0.0f}; ///< m/s, of its centre of mass
	float angular = 0.0f;      ///< rad/s
};

[[nodiscard]] inline BodyVelocity VelocityOf(const b2Body& body)
{
	return {body.GetLinearVelocity(), body.GetAngularVelocity()};
}

/// Velocities of bodies that differ from those in the world. In a preview, they are the velocities that bodies would
/// have after the projectile has pushed them. In a flight through the past, they are the velocities of bodies at that
/// time, including pushes by the flight.
class ForeseenPushes
{
public:
	void Add(const b2Body& body, const BodyVelocity& after) { m_pushes.push_back({&body, after}); }
	void MakeRoomForOne() { ReserveOneMore(m_pushes); }
	void Clear() { m_pushes.clear(); }
	void KeepOnly(const std::vector<const b2Body*>& bodies)
	{
		std::erase_if(m_pushes, [&](const Push& push)
		              { return std::find(bodies.begin(), bodies.end(), push.body) == bodies.end(); });
	}
	[[nodiscard]] bool IsEmpty() const { return m_pushes.empty(); }

	[[nodiscard]] BodyVelocity VelocityOf(const b2Body& body) const
	{
		const auto isOfIt = [&](const Push& push)
		{
			return push.body == &body;
		};
		const auto last = std::find_if(m_pushes.rbegin(), m_pushes.rend(), isOfIt);
		return last != m_pushes.rend() ? last->after : ricochet::VelocityOf(body);
	}

private:
	struct Push
	{
		const b2Body* body;
		BodyVelocity after;
	};

	std::vector<Push> m_pushes;
};

} // namespace ricochet
