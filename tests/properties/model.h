// MIT License, Copyright (c) 2026 the ricochet authors

#pragma once

#include "properties/command.h"

#include <ricochet/projectile/plugin.h>

#include "support/scenes.h"

#include <box2d/b2_world_callbacks.h>

#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace ricochet::test
{

/// The expected state of a fixture, which the test tracks without the library.
struct FixtureRecord
{
	b2Fixture* fixture = nullptr;
	std::optional<Surface> surface; ///< the one that was set
	bool isSurfaceKnown = true;     ///< false: a surface of an earlier fixture at this address may apply
};

struct BodyRecord
{
	b2Body* body = nullptr;
	bool isEnabled = true;
	bool isLost = false;                 ///< its pose is not finite
	std::vector<FixtureRecord> fixtures; ///< in the world's order
};

/// The projectiles of one kind.
template <class Id>
struct Flock
{
	std::vector<Id> live; ///< grenades are in the order of throwing
	std::set<std::pair<uint32_t, uint32_t>> ever;
	size_t expired = 0;
	size_t cancelled = 0;

	[[nodiscard]] bool Has(Id id) const { return std::find(live.begin(), live.end(), id) != live.end(); }
};

/// A world with a plugin, and plain lists of the bodies, fixtures and projectiles that must exist. After each command,
/// the model compares both.
class Model : b2ContactListener, b2ContactFilter
{
public:
	Model();

	/// Runs a command and all checks. Returns the first error, or an empty text.
	[[nodiscard]] std::string Run(const Command& command);

	/// Counts of events in a run. They show whether the run tested anything.
	struct Tally
	{
		size_t hits = 0;
		size_t hitsBesideLost = 0; ///< hits in a world with bodies whose pose is not finite
		size_t impacts = 0;
		size_t contacts = 0;
		size_t destroyedInLoops = 0;
		size_t queued = 0;
		size_t reused = 0; ///< fixtures at the address of one that had a surface and was passed to Forget
	};
	Tally tally;

private:
	// Projectiles (model.cpp)
	void RunProjectiles(const Command& command, Random& random);
	void SetSurface(const Command& command);
	void Fire(b2Vec2 position, b2Vec2 velocity, Random& random);
	void Throw(b2Vec2 position, b2Vec2 velocity, Random& random);
	void CancelOne(Random& random);
	void QueueDestroy(b2Body* body);

	// Changes of the world (model_change.cpp)
	bool Change(const Command& command); // false: the command does not change the world
	void CreateBody(const Command& command);
	void CreateFixture(const Command& command);
	void Record(BodyRecord& record, b2Fixture* fixture);
	void Set(BodyRecord& record, const Command& command);
	void Teleport(const Command& command);
	void DestroyBody(BodyRecord* record, bool isForgotten);
	void DestroyFixture(BodyRecord* record, size_t index, bool isForgotten);
	void NoteSurface(const FixtureRecord& fixture, bool isForgotten);

	// Steps (model_step.cpp)
	void Step(const Command& command);
	void ChangeWithin(Random& random);
	void QuarantineUnlessFlying();
	void LoseQueued();
	void AfterStep(const Command& command, float dt);
	void LoopOverEvents(Random& random);
	Response OnImpact(const ImpactEvent& event);
	void BeginContact(b2Contact* contact) override;
	bool ShouldCollide(b2Fixture* a, b2Fixture* b) override;

	// Checks (model_check.cpp)
	void Fail(const std::string& what);
	void CheckWorld();
	void CheckCasts(uint64_t salt);
	void CheckCast(SceneRandom& random);
	void CheckEvents(float dt);
	void CheckImpact(const ImpactEvent& event, float dt);
	void CheckFlying();
	void CheckSurfaces();

	[[nodiscard]] BodyRecord* Find(const b2Body* body);
	[[nodiscard]] BodyRecord* Pick(uint32_t which);
	[[nodiscard]] static int32_t CountLost(const std::vector<BodyRecord>& bodies);
	[[nodiscard]] bool HasLost() const { return CountLost(m_bodies) > 0; }

	b2World m_world;
	Plugin m_plugin;
	std::vector<BodyRecord> m_bodies; ///< in the world's order
	Flock<BulletId> m_bullets;
	Flock<GrenadeId> m_grenades;
	std::set<const b2Body*> m_queue;
	std::set<const b2Fixture*> m_staleSurfaces; ///< addresses of destroyed fixtures whose surface was not forgotten
	std::set<const b2Fixture*> m_forgotten;     ///< addresses of destroyed fixtures whose surface was forgotten
	std::set<const b2Body*> m_gone;             ///< bodies that were queued before the last step
	std::vector<BodyRecord> m_met;              ///< the bodies as they were in the last step
	std::string m_problem;
	Random m_ruleRandom{0};
	bool m_hasRule = false;
	bool m_isInStep = false;
	bool m_flies = false;        ///< a projectile flies in this step
	bool m_isTreeSpoilt = false; ///< since the last step a pose that is not finite has come into the broadphase
};

} // namespace ricochet::test
