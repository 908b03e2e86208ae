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
	std::optional<float> time = std::nullopt; ///< s after the start of the step; none: the end of the step
	float depth = b2_linearSlop;              ///< as in BlastView::Look
};

/// Carries out explosions: pushes bodies and grenades, fires fragments and adds the events.
class Explosions
{
public:
	Explosions(const PluginDef& def, b2World& world, BulletStore& bullets, Grenades& grenades, GrenadeSleep& sleep,
	           QueuedBodies& queued, Events& events)
	    : m_def(def), m_world(world), m_bullets(bullets), m_grenades(grenades), m_sleep(sleep), m_queued(queued),
	      m_events(events)
	{
	}

	/// Carries out an explosion. If `waits`, or if another explosion is underway, it takes place at the end of the
	/// step. Changes nothing if memory runs out, or if a predicate or the rule throws. Returns TooMany if there was no
	/// room for all fragments. Requires: the def is sound.
	[[nodiscard]] Result<> Explode(const ExplosionDef& def, bool waits);

	/// Queues the explosion of a grenade that ends within the step, at `time`. If the grenade has no blast, nothing is
	/// queued. Requires: MakeRoomForOne.
	void ExplodeLater(GrenadeDef& def, GrenadeId grenade, double time, b2Vec2 position) noexcept;
	void MakeRoomForOne();

	/// Carries out the pending explosions at the end of a step of dt (s).
	void ExplodePending(float dt, StepFailures& failures) noexcept;

	/// Replaces the content of `hits` by the hits that an explosion would have now. Nothing else changes.
	/// Requires: the def is sound.
	void Preview(const ExplosionDef& def, std::vector<BlastEvent>& hits);

	void ShiftOrigin(b2Vec2 newOrigin) noexcept;

	[[nodiscard]] std::vector<PendingExplosion>& Pending() { return m_pending; }
	[[nodiscard]] const std::vector<PendingExplosion>& Pending() const { return m_pending; }

private:
	struct Scratch
	{
		BlastView view;
		std::vector<BlastHit> seen; // the hits of the view
	};

	[[nodiscard]] Result<> CarryOut(const PendingExplosion& explosion, float now);
	/// The hits that the explosion would have now, with the impulses that bodies and grenades would receive.
	void Measure(const PendingExplosion& explosion, Scratch& scratch, std::vector<BlastEvent>& hits) const;
	void Look(const PendingExplosion& explosion, Scratch& scratch) const;
	void FireFragments(const ExplosionDef& blast, b2Vec2 center);
	/// Queues the bodies that a blast destroys. Changes nothing if memory runs out.
	void QueueDestroyed(const std::vector<BlastEvent>& hits);

	const PluginDef& m_def;
	b2World& m_world;
	BulletStore& m_bullets;
	Grenades& m_grenades;
	GrenadeSleep& m_sleep;
	QueuedBodies& m_queued;
	Events& m_events;
	std::vector<PendingExplosion> m_pending;
	Scratch m_scratch;
	Scratch m_previewScratch;
	std::vector<BlastEvent> m_made;
	std::vector<const b2Body*> m_destroyed; // the bodies that QueueDestroyed has queued
	bool m_areUnderway = false;             // in Explode: an explosion that a predicate causes meanwhile waits
};

} // namespace ricochet
