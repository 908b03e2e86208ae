// MIT License, Copyright (c) 2026 the ricochet authors

#pragma once

#include "projectile/firing_range.h"

#include "support/referee.h"

namespace ricochet::test
{

/// Returns a RefereeDef with all laws except those in the list.
[[nodiscard]] inline referee::RefereeDef LawsBut(std::initializer_list<referee::Law> list)
{
	referee::RefereeDef def;
	def.laws &= ~referee::LawsOf(list);
	return def;
}

/// A FiringRange whose steps a referee checks against all laws (see referee.h), in addition to the checks of the test.
/// Each fault fails the test.
class JudgedRange : public FiringRange
{
public:
	explicit JudgedRange(b2Vec2 gravity = {0.0f, 0.0f}, const PluginDef& def = {}, const referee::RefereeDef& laws = {})
	    : FiringRange(gravity, def), m_referee(world, plugin, laws)
	{
	}

	~JudgedRange()
	{
		const auto faults = m_referee.Faults();
		EXPECT_TRUE(faults.empty()) << faults.size() << " faults; first: step " << faults[0].step << ", "
		                            << referee::NameOf(faults[0].law) << ": " << faults[0].what;
	}
	JudgedRange(const JudgedRange&) = delete;
	JudgedRange& operator=(const JudgedRange&) = delete;

	BulletId Fire(const BulletDef& def) { return m_referee.Fire(def); }
	GrenadeId Throw(const GrenadeDef& def) { return m_referee.Throw(def); }
	void Cancel(BulletId id) { m_referee.Cancel(id); }

	void Step(float dt)
	{
		Step(dt, [] {});
	}

	/// Calls `look` after the world's step, before EndStep moves the projectiles.
	template <class Look>
	void Step(float dt, Look look)
	{
		m_referee.BeforeStep();
		plugin.BeginStep();
		world.Step(dt, 8, 3);
		look();
		m_referee.AfterWorld();
		plugin.EndStep(dt);
		m_referee.AfterStep(dt);
	}

private:
	referee::Referee m_referee;
};

} // namespace ricochet::test
