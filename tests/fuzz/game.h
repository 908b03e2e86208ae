// MIT License, Copyright (c) 2026 the ricochet authors

#pragma once

#include <ricochet/index/history.h>
#include <ricochet/projectile/plugin.h>

#include "fuzz/fuzz_input.h"
#include "fuzz/fuzz_world.h"
#include "fuzz/projectile_input.h"
#include "fuzz/projectile_laws.h"
#include "fuzz/solver_guard.h"

#include <memory>
#include <optional>

namespace ricochet::fuzz
{

/// The type that the game's rule may throw.
struct RuleFailure
{
};

/// A game that does all that Box2D permits, in any order, also from inside the callbacks of both libraries.
class Game : SolverGuard, b2ContactFilter
{
public:
	explicit Game(Input& input);
	~Game();
	void Run();

private:
	// Callbacks of Box2D and of the plugin.
	void BeginContact(b2Contact* contact) override { InCallback(contact); }
	void EndContact(b2Contact* contact) override { InCallback(contact); }
	bool ShouldCollide(b2Fixture* a, b2Fixture* b) override;
	void InCallback(b2Contact* contact);
	void CheckRefusal();
	Response Rule(const ImpactEvent& impact);

	// The commands of the game.
	void CreateBody();
	void DestroyBody();
	void CreateFixture();
	void DestroyFixture();
	void SetEnabled();
	void SetType();
	void SetTransform();
	void Push();
	void ShiftOrigin() { m_world->ShiftOrigin(m_input.Vector()); }
	void SetFilter();
	void SetSurface();
	void Fire();
	void FireInThePast();
	void OpenShot(size_t expiredBefore);
	void Throw();
	void Explode();
	void Steer();
	void Preview();
	void OpenFragments(size_t from);
	void Cancel();
	template <class Id>
	void Cancel(Id id, Book<Id>& book);
	void QueueDestroy() { m_plugin->QueueDestroy(m_input.OneIn(4) ? m_goneBody : AnyBody()); }
	void Forget();
	void Cast();
	void CastAnything();
	void Restart();
	void Step() { StepOnce(m_input.OneIn(8) ? m_input.Finite() : 1.0f / 60.0f); }
	void StepInParts();

	b2Body* AnyBody() { return BodyAt(*m_world, m_input.Between(0, 9)); }
	b2Fixture* AnyFixture();
	void StepOnce(float dt);
	void DoBetween();
	void AfterStep(float dt);
	void CheckBooks();

	Input& m_input;
	std::unique_ptr<b2World> m_world = std::make_unique<b2World>(b2Vec2{0.0f, -10.0f});
	std::optional<Plugin> m_plugin;
	std::optional<History> m_history;
	double m_time = 0.0;
	Book<BulletId> m_bullets;
	Book<GrenadeId> m_grenades;
	bool m_everFar = false;
	b2Body* m_goneBody = nullptr;
	b2Fixture* m_goneFixture = nullptr;
};

} // namespace ricochet::fuzz
