// MIT License, Copyright (c) 2026 the ricochet authors

#include "projectile/blast/explosions.h"

#include "geometry/elementary.h"
#include "host/host.h"
#include "projectile/base/reserve_one_more.h"
#include "projectile/check.h"
#include "projectile/motion/origin_shift.h"
#include "query/accept.h"
#include "query/borrowed.h"

#include <algorithm>
#include <tuple>
#include <utility>

namespace ricochet
{

namespace
{

// If memory runs out, removes the fragments that were already fired.
class FragmentScope
{
public:
	FragmentScope(BulletStore& bullets, std::vector<BulletId>& ids)
	    : m_bullets(bullets), m_ids(ids), m_before(ids.size())
	{
	}
	~FragmentScope()
	{
		for (; m_isDone == false && m_ids.size() > m_before; m_ids.pop_back())
		{
			m_bullets.TakeBack(m_ids.back());
		}
	}
	FragmentScope(const FragmentScope&) = delete;
	FragmentScope& operator=(const FragmentScope&) = delete;

	void Keep() { m_isDone = true; }
	[[nodiscard]] int32_t First() const { return static_cast<int32_t>(m_before); }
	[[nodiscard]] int32_t Count() const { return static_cast<int32_t>(m_ids.size() - m_before); }

private:
	BulletStore& m_bullets;
	std::vector<BulletId>& m_ids;
	size_t m_before;
	bool m_isDone = false;
};

// Returns the user data of a blast or a fragment. If its own is 0, that is the user data of its cause.
uintptr_t OwnOr(uintptr_t own, uintptr_t cause)
{
	return own != 0 ? own : cause;
}

// Sets the impulses that a body receives by a hit. They are 0 if the body is not dynamic, or if a velocity would leave
// the range of floats.
void SetImpulses(const b2Body& body, b2Vec2 position, BlastEvent& hit)
{
	const Vec<double> impulse = Lift<double>(hit.impulse);
	const double moment = hit.moment + Cross(Lift<double>(position) - Lift<double>(body.GetWorldCenter()), impulse);
	const Vec<double> speed = Lift<double>(body.GetLinearVelocity()) + InverseMassOf(body) * impulse;
	const double spin = body.GetAngularVelocity() + InverseInertiaOf(body) * moment;
	if (body.GetType() != b2_dynamicBody || FitsFloat(speed) == false || FitsFloat({moment, spin}) == false)
	{
		hit.impulse = {0.0f, 0.0f};
		return;
	}
	hit.angularImpulse = ToFloat(moment);
}

} // namespace

void Explosions::FireFragments(const ExplosionDef& blast, b2Vec2 center)
{
	const Fragments& fragments = blast.fragments;
	const size_t room = RoomFor(m_def.maxBullets, m_bullets.Count());
	const auto count = static_cast<int32_t>(std::min(static_cast<size_t>(fragments.count), room));
	ReserveMore(m_events.fragments, static_cast<size_t>(count));
	BulletDef def = fragments.bullet;
	def.from.reset();
	def.position = center;
	def.userData = OwnOr(def.userData, blast.userData);
	for (int32_t i = 0; i < count; ++i)
	{
		const SinCos angle = SinCosOf(fragments.angle + i * k_fullTurn / fragments.count);
		def.velocity = ToFloat(static_cast<double>(fragments.speed) * Vec<double>{angle.cos, angle.sin});
		m_events.fragments.push_back(m_bullets.Add(def));
	}
}

void Explosions::QueueDestroyed(const std::vector<BlastEvent>& hits)
{
	m_destroyed.clear();
	try
	{
		for (const BlastEvent& hit : hits)
		{
			if (hit.destroyed && m_queued.Has(hit.body) == false) // the rule may have queued it
			{
				ReserveOneMore(m_destroyed);
				m_queued.Add(hit.body);
				m_destroyed.push_back(hit.body);
			}
		}
	}
	catch (...)
	{
		for (const b2Body* body : m_destroyed)
		{
			m_queued.Remove(body);
		}
		throw;
	}
}

void Explosions::MakeRoomForOne()
{
	ReserveOneMore(m_pending);
}

void Explosions::ShiftOrigin(b2Vec2 newOrigin) noexcept
{
	for (PendingExplosion& explosion : m_pending)
	{
		ShiftPlace(explosion.def.position, newOrigin);
	}
}

Result<> Explosions::Explode(const ExplosionDef& explosion, bool waits)
{
	if (waits || m_areUnderway)
	{
		m_pending.push_back({explosion, {}});
		return {};
	}
	m_areUnderway = true;
	Result<> outcome;
	try
	{
		outcome = CarryOut({explosion, {}}, 0.0f);
	}
	catch (...)
	{
		m_areUnderway = false;
		m_bullets.Sweep();
		throw;
	}
	m_areUnderway = false;
	return outcome;
}

void Explosions::ExplodeLater(GrenadeDef& def, GrenadeId grenade, double time, b2Vec2 position) noexcept
{
	if (def.blast)
	{
		def.blast->position = position;
		def.blast->userData = OwnOr(def.blast->userData, def.userData);
		m_pending.push_back(
		    {std::move(*def.blast), grenade, static_cast<float>(time), std::max(def.radius, b2_linearSlop)});
	}
}

void Explosions::ExplodePending(float dt, StepFailures& failures) noexcept
{
	const auto key = [dt](const PendingExplosion& explosion)
	{
		const GrenadeId id = explosion.grenade;
		return std::tuple(explosion.time.value_or(dt), id.generation == 0, id.index, id.generation);
	};
	// Explosions that a predicate adds during this call wait for the next step.
	const size_t count = m_pending.size();
	size_t kept = 0;
	std::stable_sort(m_pending.begin(), m_pending.end(),
	                 [&](const PendingExplosion& a, const PendingExplosion& b) { return key(a) < key(b); });
	for (size_t i = 0; i < count; ++i)
	{
		PendingExplosion explosion = std::move(m_pending[i]);
		const float now = explosion.time.value_or(dt);
		if (failures.Try([&] { failures.Keep(CarryOut(explosion, now).GetError()); }) == false)
		{
			explosion.time = 0.0f;
			m_pending[kept++] = std::move(explosion);
		}
	}
	const auto begin = m_pending.begin();
	m_pending.erase(begin + static_cast<std::ptrdiff_t>(kept), begin + static_cast<std::ptrdiff_t>(count));
}

// Bodies that are queued for destruction are not hit, and hide nothing.
void Explosions::Look(const PendingExplosion& explosion, Scratch& scratch) const
{
	const ExplosionDef& blast = explosion.def;
	if (m_queued.IsEmpty())
	{
		scratch.view.Look(m_world, blast, explosion.depth, scratch.seen);
		return;
	}
	ExplosionDef past = blast;
	past.filter =
	    Narrowed(blast.filter, [this](const b2Fixture* fixture) { return m_queued.Has(fixture->GetBody()) == false; });
	scratch.view.Look(m_world, past, explosion.depth, scratch.seen);
}

void Explosions::Measure(const PendingExplosion& explosion, Scratch& scratch, std::vector<BlastEvent>& hits) const
{
	const ExplosionDef& blast = explosion.def;
	Look(explosion, scratch);
	hits.clear();
	for (const BlastHit& hit : scratch.seen)
	{
		hits.push_back({hit, {}, 0.0f, blast.userData});
		SetImpulses(*hit.body, blast.position, hits.back());
	}
	for (size_t i = 0; i < m_grenades.states.size(); ++i)
	{
		const GrenadeState& grenade = m_grenades.states[i];
		auto hit = m_grenades.IsGone(i) ? std::nullopt : scratch.view.HitDisc(blast, grenade.position, grenade.radius);
		if (hit)
		{
			const bool isTaken = CanTakeImpulse(m_grenades.details[i], Lift<double>(hit->impulse), {});
			hit->impulse = isTaken ? hit->impulse : b2Vec2{0.0f, 0.0f};
			hits.push_back({*hit, grenade.id, 0.0f, blast.userData});
		}
	}
}

void Explosions::Preview(const ExplosionDef& def, std::vector<BlastEvent>& hits)
{
	Borrowed scratch(m_previewScratch); // a predicate may preview another blast meanwhile
	Measure({def, {}}, *scratch, hits);
}

Result<> Explosions::CarryOut(const PendingExplosion& explosion, float now)
{
	const ExplosionDef& blast = explosion.def;
	Measure(explosion, m_scratch, m_made);
	ReserveOneMore(m_events.explosions);
	ReserveMore(m_events.blastHits, m_made.size());
	FragmentScope fragments(m_bullets, m_events.fragments);
	FireFragments(blast, m_scratch.view.Eye());
	QueueDestroyed(m_made);
	fragments.Keep();

	// From here on nothing fails.
	for (const BlastEvent& hit : m_made)
	{
		if (hit.body != nullptr)
		{
			hit.body->ApplyLinearImpulseToCenter(hit.impulse, true);
			hit.body->ApplyAngularImpulse(hit.angularImpulse, true);
			continue;
		}
		const size_t i = m_grenades.PositionOf(hit.grenade);
		(void)TakeImpulse(m_grenades.states[i], m_grenades.details[i], Lift<double>(hit.impulse), {});
		m_sleep.Wake(hit.grenade);
	}
	m_events.explosions.push_back({blast.position, blast.radius, blast.falloff, explosion.grenade, blast.userData, now,
	                               static_cast<int32_t>(m_events.blastHits.size()), static_cast<int32_t>(m_made.size()),
	                               fragments.First(), fragments.Count()});
	m_events.blastHits.insert(m_events.blastHits.end(), m_made.begin(), m_made.end());
	const int32_t missing = blast.fragments.count - fragments.Count();
	return missing == 0 ? Result<>() : TooMany("PluginDef::maxBullets", m_def.maxBullets, m_bullets.Count(), missing);
}

} // namespace ricochet
