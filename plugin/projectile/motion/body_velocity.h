// MIT License, Copyright (c) 2026 the ricochet authors

#pragma once

#include "host/host.h"
#include "projectile/base/reserve_one_more.h"

#include <algorithm>
#include <vector>

namespace ricochet
{

/// The velocities of a body.
struct BodyVelocity
{
	b2Vec2 linear{0.0f, 0.0f}; ///< m/s, of its centre of mass
	float angular = 0.0f;      ///< rad/s
};

[[nodiscard]] inline BodyVelocity VelocityOf(const b2Body& body)
{
	return {body.GetLinearVelocity(), body.GetAngularVelocity()};
}

/// The bodies that the projectile of a preview has pushed, and the velocities that they would have after the push. For
/// a flight through the past: the velocities that bodies had then, and those after a push then.
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

	/// The velocities that a body would have.
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
