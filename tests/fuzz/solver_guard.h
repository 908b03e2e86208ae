// MIT License, Copyright (c) 2026 the ricochet authors

#pragma once

#include <box2d/b2_body.h>
#include <box2d/b2_contact.h>
#include <box2d/b2_fixture.h>
#include <box2d/b2_world.h>
#include <box2d/b2_world_callbacks.h>

#include <cmath>

// Box2D asserts on numbers that its mass data and its solver cannot handle.
// Worlds may contain such numbers, but the guard keeps them from the mass data and the solver.

namespace ricochet::fuzz
{

/// True if b2Body::ResetMassData would not assert for a dynamic body with these fixtures. It computes with Box2D's own
/// arithmetic. Box2D asserts if the mass is so close to the centre that rounding leaves no inertia.
inline bool MassHolds(b2Body& body, const b2Fixture* without, const b2Shape* with, float density)
{
	float mass = 0.0f;
	float inertia = 0.0f;
	b2Vec2 center{0.0f, 0.0f};
	const auto add = [&](const b2MassData& part)
	{
		mass += part.mass;
		center += part.mass * part.center;
		inertia += part.I;
	};
	b2MassData part;
	if (with != nullptr && density != 0.0f)
	{
		with->ComputeMass(&part, density);
		add(part);
	}
	for (const b2Fixture* fixture = body.GetFixtureList(); fixture != nullptr; fixture = fixture->GetNext())
	{
		if (fixture != without && fixture->GetDensity() != 0.0f)
		{
			fixture->GetMassData(&part);
			add(part);
		}
	}
	if (mass > 0.0f)
	{
		center *= 1.0f / mass;
	}
	const float remains = inertia - mass * b2Dot(center, center);
	return std::isfinite(mass) && std::isfinite(inertia) && ((inertia > 0.0f) == false || remains > 0.0f);
}

/// True if Box2D's solver can handle the body. It aborts on numbers that are too large or too small for it.
inline bool IsTame(const b2Body& body)
{
	const auto isSmall = [](b2Vec2 v)
	{
		return std::abs(v.x) < 1e4f && std::abs(v.y) < 1e4f;
	};
	const float mass = body.GetMass();
	const float inertia = body.GetInertia();
	bool isTame = isSmall(body.GetPosition()) && isSmall(body.GetLinearVelocity()) && std::isfinite(body.GetAngle()) &&
	              std::abs(body.GetAngularVelocity()) < 1e3f && (mass == 0.0f || (mass > 1e-3f && mass < 1e6f)) &&
	              (inertia == 0.0f || (inertia > 1e-6f && inertia < 1e9f));
	for (const b2Fixture* fixture = body.GetFixtureList(); fixture != nullptr; fixture = fixture->GetNext())
	{
		for (int32_t child = 0; child < fixture->GetShape()->GetChildCount(); ++child)
		{
			b2AABB box;
			fixture->GetShape()->ComputeAABB(&box, body.GetTransform(), child);
			isTame = isTame && isSmall(box.lowerBound) && isSmall(box.upperBound);
		}
		isTame = isTame && fixture->GetFriction() >= 0.0f && fixture->GetFriction() < 10.0f &&
		         fixture->GetRestitution() >= 0.0f && fixture->GetRestitution() <= 1.0f;
	}
	return isTame;
}

/// Returns a distance (m). No point of the body is farther from the centre of mass than 1.5 times this distance.
inline float ReachOf(const b2Body& body)
{
	float reach = 0.0f;
	for (const b2Fixture* fixture = body.GetFixtureList(); fixture != nullptr; fixture = fixture->GetNext())
	{
		for (int32_t child = 0; child < fixture->GetShape()->GetChildCount(); ++child)
		{
			b2AABB box;
			fixture->GetShape()->ComputeAABB(&box, body.GetTransform(), child);
			const b2Vec2 away =
			    b2Max(b2Abs(box.lowerBound - body.GetWorldCenter()), b2Abs(box.upperBound - body.GetWorldCenter()));
			reach = std::fmax(reach, std::fmax(away.x, away.y));
		}
	}
	return reach;
}

/// Lets bodies touch only while every body of the world is tame. Keeps bodies from turning so fast that a step takes
/// seconds.
class SolverGuard : public b2ContactListener
{
public:
	/// Prepares the guard for a step. Call it before every step. `mostTurn` is the largest turn of a body in the step
	/// (rad).
	void Prepare(b2World& world, float dt, float mostTurn = 1.0f)
	{
		// Box2D scales the first impulses of a step by the ratio of its time to the previous step's time.
		const auto isUsual = [](float time)
		{
			return time == 0.0f || (time > 1e-3f && time < 0.1f);
		};
		m_isTame = isUsual(dt) && isUsual(m_lastTime) && world.GetGravity().Length() < 1e3f;
		m_lastTime = dt > 0.0f ? dt : m_lastTime;
		for (b2Body* body = world.GetBodyList(); body != nullptr; body = body->GetNext())
		{
			const float turn = std::abs(body->GetAngularVelocity()) * dt;
			if ((turn == 0.0f || (turn <= mostTurn && ReachOf(*body) < 16.0f)) == false)
			{
				body->SetAngularVelocity(0.0f);
			}
			m_isTame = m_isTame && IsTame(*body);
		}
		world.SetContinuousPhysics(m_isTame);
	}

	void PreSolve(b2Contact* contact, const b2Manifold*) override
	{
		if (m_isTame == false)
		{
			contact->SetEnabled(false);
		}
	}

private:
	bool m_isTame = true;
	float m_lastTime = 0.0f;
};

} // namespace ricochet::fuzz
