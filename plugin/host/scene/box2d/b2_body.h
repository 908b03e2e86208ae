// MIT License, Copyright (c) 2026 the ricochet authors

#pragma once

#include "box2d/b2_fixture.h"

class b2World;
struct b2ContactEdge;

enum b2BodyType
{
	b2_staticBody,
	b2_kinematicBody,
	b2_dynamicBody
};

struct b2BodyDef
{
	b2BodyType type = b2_staticBody;
	b2Vec2 position{0.0f, 0.0f};
	float angle = 0.0f;
	b2Vec2 linearVelocity{0.0f, 0.0f};
	float angularVelocity = 0.0f;
	float linearDamping = 0.0f;
	float angularDamping = 0.0f;
	bool allowSleep = true;
	bool awake = true;
	bool fixedRotation = false;
	bool bullet = false;
	bool enabled = true;
	b2BodyUserData userData;
	float gravityScale = 1.0f;
};

/// The changes that the library has made to a body since the game last took them.
struct b2BodyChange
{
	b2Vec2 impulse{0.0f, 0.0f};  ///< at the centre of mass (N s)
	float angularImpulse = 0.0f; ///< about the centre of mass (N m s)
	bool isPut = false;          ///< it was put to the pose that it has now
};

class b2Body
{
public:
	b2Body(const b2BodyDef& def, b2World& world);
	~b2Body();
	b2Body(const b2Body&) = delete;
	b2Body& operator=(const b2Body&) = delete;

	b2Fixture* CreateFixture(const b2FixtureDef* def);
	void DestroyFixture(b2Fixture* fixture);

	/// Puts the body elsewhere: a jump.
	void SetTransform(const b2Vec2& position, float angle);

	/// Moves the body: it sweeps the space between its two poses. The angle does not wrap: it is the angle before plus
	/// the turn. The sine and the cosine of the pose are taken as they are.
	void MoveTo(const b2Transform& pose, float angle);

	[[nodiscard]] const b2Transform& GetTransform() const { return m_xf; }
	[[nodiscard]] const b2Vec2& GetPosition() const { return m_xf.p; }
	[[nodiscard]] float GetAngle() const { return m_sweep.a; }
	[[nodiscard]] const b2Vec2& GetWorldCenter() const { return m_sweep.c; }
	[[nodiscard]] const b2Vec2& GetLocalCenter() const { return m_sweep.localCenter; }

	void SetLinearVelocity(const b2Vec2& velocity);
	void SetAngularVelocity(float velocity);
	[[nodiscard]] const b2Vec2& GetLinearVelocity() const { return m_velocity; }
	[[nodiscard]] float GetAngularVelocity() const { return m_angularVelocity; }
	[[nodiscard]] b2Vec2 GetLinearVelocityFromWorldPoint(const b2Vec2& point) const
	{
		return m_velocity + b2Cross(m_angularVelocity, point - m_sweep.c);
	}

	// Impulses change the velocities of dynamic bodies. The world also sums them up, for the game to take.
	void ApplyLinearImpulse(const b2Vec2& impulse, const b2Vec2& point, bool wake);
	void ApplyLinearImpulseToCenter(const b2Vec2& impulse, bool wake);
	void ApplyAngularImpulse(float impulse, bool wake);

	[[nodiscard]] float GetMass() const { return m_mass.mass; }
	[[nodiscard]] float GetInertia() const { return m_mass.I + m_mass.mass * m_sweep.localCenter.LengthSquared(); }

	/// Sets the mass, its centre, and the inertia about that centre. Fixtures no longer change them.
	void SetOwnMass(const b2MassData& mass);
	/// Computes the mass from the fixtures, if it is not the body's own.
	void ResetMassData();

	[[nodiscard]] b2BodyType GetType() const { return m_type; }
	void SetType(b2BodyType type);
	[[nodiscard]] bool IsAwake() const { return m_isAwake; }
	void SetAwake(bool isAwake);
	[[nodiscard]] bool IsEnabled() const { return m_isEnabled; }
	void SetEnabled(bool isEnabled);
	[[nodiscard]] float GetGravityScale() const { return m_gravityScale; }

	[[nodiscard]] b2Fixture* GetFixtureList() { return m_fixtures; }
	[[nodiscard]] const b2Fixture* GetFixtureList() const { return m_fixtures; }
	[[nodiscard]] const b2ContactEdge* GetContactList() const { return nullptr; }
	[[nodiscard]] b2Body* GetNext() { return m_next; }
	[[nodiscard]] const b2Body* GetNext() const { return m_next; }
	[[nodiscard]] b2BodyUserData& GetUserData() { return m_userData; }
	[[nodiscard]] b2World* GetWorld() { return m_world; }
	[[nodiscard]] const b2World* GetWorld() const { return m_world; }

private:
	friend class b2World;

	void MoveCenter();
	void Synchronize(const b2Vec2& way);
	void Push(const b2Vec2& impulse, float angularImpulse, bool wake);
	[[nodiscard]] b2BroadPhase& BroadPhase() const;

	// Read by each step, so they lie together.
	b2Transform m_xf;

public:
	b2Sweep m_sweep;
	float m_invMass = 0.0f;
	float m_invI = 0.0f;

private:
	b2BodyType m_type;
	bool m_isAwake;
	bool m_isEnabled = false;
	bool m_isFixed; // no rotation
	bool m_hasOwnMass = false;
	b2Fixture* m_fixtures = nullptr;
	b2Body* m_next = nullptr;
	b2Body* m_previous = nullptr;
	b2World* m_world;
	b2Vec2 m_velocity;
	float m_angularVelocity;
	float m_gravityScale;
	b2MassData m_mass{};  // I is about the centre
	b2MassData m_given{}; // own mass, or sum of the fixtures: m_mass while the body is dynamic
	b2BodyUserData m_userData;
	b2BodyChange m_change;
	bool m_isChanged = false; // the world's list of changes has it
	bool m_isMoved = false;   // and its list of motions
};
