// MIT License, Copyright (c) 2026 the ricochet authors

#pragma once

#include "support/referee_ledger.h"
#include "support/referee_record.h"

#include <ricochet/projectile/plugin.h>

#include <span>

class b2World;

namespace ricochet::referee
{

/// Watches a world and a plugin only through public interfaces. It judges every step by the laws of referee_ledger.h.
///
///     Referee referee(world, plugin);
///     referee.Throw(def);
///     referee.Step(dt);
///     EXPECT_TRUE(referee.Faults().empty()) << referee.Faults()[0].what;
class Referee
{
public:
	Referee(b2World& world, Plugin& plugin, const RefereeDef& def = {});

	// Calls the plugin's function, so that the referee knows the projectiles in flight.
	BulletId Fire(const BulletDef& def);
	GrenadeId Throw(const GrenadeDef& def);
	void Cancel(BulletId id);
	void Cancel(GrenadeId id);

	/// Tells the referee of a projectile that was fired elsewhere, for example by a rule.
	void Know(BulletId id, const BulletDef& def);
	void Know(GrenadeId id, const GrenadeDef& def);

	/// Runs a whole step: the plugin's and the world's step, with the calls below around them.
	void Step(float dt, int32_t velocityIterations = 8, int32_t positionIterations = 3);

	/// Call these around Plugin::Step or its parts. AfterWorld is called between the world's step and EndStep. Without
	/// it, impulses and sums are not judged.
	void BeforeStep();
	void AfterWorld();
	void AfterStep(float dt);

	[[nodiscard]] std::span<const Fault> Faults() const { return m_ledger.faults; }
	[[nodiscard]] int64_t CountOf(Law law) const { return m_ledger.CountOf(law); }
	[[nodiscard]] const Ledger& Books() const { return m_ledger; }

private:
	void RecordStates(std::vector<ProjectileSight>& states) const;

	b2World& m_world;
	Plugin& m_plugin;
	Ledger m_ledger;
	StepSight m_sight;
	WorldRecord m_record;
};

} // namespace ricochet::referee
