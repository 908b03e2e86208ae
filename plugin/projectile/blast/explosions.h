// MIT License, Copyright (c) 2026 the ricochet authors

#pragma once

#include "projectile/base/step_failures.h"
#include "projectile/blast/blast.h"
#include "projectile/bullet/bullet_store.h"
#include "projectile/grenade/sleep.h"
#include "projectile/impact/events.h"
#include "projectile/motion/queued_bodies.h"

#include <ricochet/projectile/plugin_def.h>

#include <optional>
#include <vector>

namespace ricochet
{

/// An explosion that takes place at the end of a step.
struct PendingExplosion
{
	ExplosionDef def;
	GrenadeId grenade;                        ///< null: an explosion of a call
	std::optional<float> time = std::nullopt; ///< s of the step; none: its end
	float depth = b2_linearSlop;              ///< as in BlastView::Look
};

/// Carries out explosions: pushes bodies and grenades, fires fragments and adds the events.
class Explosions
{
public:
	Explosions(const PluginDef& def, b2World& world, BulletStore& bullets, Grenades& grenades, GrenadeSleep& sleep,
	           const QueuedBodies& queued, Events& events)
	    : m_def(def), m_world(world), m_bullets(bullets), m_grenades(grenades), m_sleep(sleep), m_queued(queued),
	      m_events(events)
	{
	}

	/// Carries out an explosion. If `waits`, or if another one is underway, it takes place at the end of the step.
	/// Changes nothing if memory runs out, or if a predicate throws. TooMany if there was no room for all fragments.
	/// Requires: the def is sound.
	[[nodiscard]] Result<> Explode(const ExplosionDef& def, bool waits);

	/// Adds the explosion of a grenade that ends at a time of the step, if the grenade has a blast.
	/// Requires: MakeRoomForOne.
	void ExplodeLater(std::optional<ExplosionDef>& blast, GrenadeId grenade, double time, b2Vec2 position,
	                  float radius) noexcept;
	void MakeRoomForOne();

	/// Carries out the pending explosions at the end of a step of dt (s).
	void ExplodePending(float dt, StepFailures& failures) noexcept;

	void ShiftOrigin(b2Vec2 newOrigin) noexcept;

	[[nodiscard]] std::vector<PendingExplosion>& Pending() { return m_pending; }

private:
	[[nodiscard]] Result<> CarryOut(const PendingExplosion& explosion, float now);
	void Look(const ExplosionDef& blast, double depth);
	void FireFragments(const Fragments& fragments, b2Vec2 center);

	const PluginDef& m_def;
	b2World& m_world;
	BulletStore& m_bullets;
	Grenades& m_grenades;
	GrenadeSleep& m_sleep;
	const QueuedBodies& m_queued;
	Events& m_events;
	std::vector<PendingExplosion> m_pending;
	BlastView m_view;
	std::vector<BlastHit> m_seen; // the hits of the view
	std::vector<BlastEvent> m_made;
	bool m_areUnderway = false; // in Explode: an explosion that a predicate causes meanwhile waits
};

} // namespace ricochet
