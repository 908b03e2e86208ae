// MIT License, Copyright (c) 2026 the ricochet authors

#pragma once

#include "box2d/b2_collision.h"
#include "box2d/b2_shape.h"

#include <memory>

class b2Body;
class b2BroadPhase;
class b2Fixture;

struct b2Filter
{
	uint16 categoryBits = 0x0001;
	uint16 maskBits = 0xFFFF;
	int16 groupIndex = 0;
};

struct b2FixtureDef
{
	const b2Shape* shape = nullptr;
	b2FixtureUserData userData;
	float friction = 0.2f;
	float restitution = 0.0f;
	float density = 0.0f;
	bool isSensor = false;
	b2Filter filter;
};

/// A child of a fixture in the tree.
struct b2FixtureProxy
{
	b2AABB aabb;
	b2Fixture* fixture;
	int32 childIndex;
	int32 proxyId;
};

class b2Fixture
{
public:
	b2Fixture(const b2FixtureDef& def, b2Body& body);
	~b2Fixture();
	b2Fixture(const b2Fixture&) = delete;
	b2Fixture& operator=(const b2Fixture&) = delete;

	[[nodiscard]] b2Shape::Type GetType() const { return m_shape->GetType(); }
	[[nodiscard]] b2Shape* GetShape() { return m_shape; }
	[[nodiscard]] const b2Shape* GetShape() const { return m_shape; }
	[[nodiscard]] b2Body* GetBody() { return m_body; }
	[[nodiscard]] const b2Body* GetBody() const { return m_body; }
	[[nodiscard]] b2Fixture* GetNext() { return m_next; }
	[[nodiscard]] const b2Fixture* GetNext() const { return m_next; }
	[[nodiscard]] bool IsSensor() const { return m_isSensor; }
	void SetSensor(bool isSensor) { m_isSensor = isSensor; }
	[[nodiscard]] const b2Filter& GetFilterData() const { return m_filter; }
	void SetFilterData(const b2Filter& filter) { m_filter = filter; }
	[[nodiscard]] float GetFriction() const { return m_friction; }
	void SetFriction(float friction) { m_friction = friction; }
	[[nodiscard]] float GetRestitution() const { return m_restitution; }
	void SetRestitution(float restitution) { m_restitution = restitution; }
	[[nodiscard]] b2FixtureUserData& GetUserData() { return m_userData; }
	[[nodiscard]] float GetDensity() const { return m_density; }

	/// Adds the children to the tree, or removes them.
	void CreateProxies(b2BroadPhase& broadPhase, const b2Transform& pose);
	void DestroyProxies(b2BroadPhase& broadPhase) noexcept;

	/// Updates the bounds after a motion of the body to a pose. They enclose the children at both poses.
	void Synchronize(b2BroadPhase& broadPhase, const b2Transform& pose, const b2Vec2& way);

	b2Shape* m_shape;
	b2Body* m_body;
	b2Fixture* m_next = nullptr;
	b2FixtureProxy* m_proxies = nullptr;
	int32 m_proxyCount = 0; ///< 0 if the body is disabled

private:
	std::unique_ptr<b2FixtureProxy[]> m_room; // one for each child
	int32 m_children;
	float m_density;
	float m_friction;
	float m_restitution;
	bool m_isSensor;
	b2Filter m_filter;
	b2FixtureUserData m_userData;
};
