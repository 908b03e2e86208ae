// MIT License, Copyright (c) 2026 the ricochet authors

#include "host/host.h"
#include "projectile/state.h"

#include "geometry/elementary.h"
#include "query/accept.h"

#include <algorithm>
#include <tuple>
#include <utility>

namespace ricochet
{

namespace
{

// What is fired before memory runs out is taken back.
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
			m_bullets.Remove(m_bullets.IndexOf(m_ids.back()));
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

void FireFragments(PluginState& state, const Fragments& fragments, b2Vec2 center)
{
	const auto count = static_cast<int32_t>(std::min(static_cast<size_t>(fragments.count), state.RoomForBullets()));
	ReserveMore(state.events.fragments, static_cast<size_t>(count));
	BulletDef def = fragments.bullet;
	def.position = center;
	for (int32_t i = 0; i < count; ++i)
	{
		const SinCos angle = SinCosOf(fragments.angle + i * k_fullTurn / fragments.count);
		def.velocity = ToFloat(static_cast<double>(fragments.speed) * Vec<double>{angle.cos, angle.sin});
		state.events.fragments.push_back(state.bullets.Add(def));
	}
}

// The impulses that a body is given: none if it takes none, or would leave the range of float.
void Push(b2Body& body, b2Vec2 position, BlastEvent& hit)
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
	body.ApplyLinearImpulseToCenter(hit.impulse, true);
	body.ApplyAngularImpulse(hit.angularImpulse, true);
}

} // namespace

Result<> PluginState::Explode(const ExplosionDef& explosion)
{
	if (busy || begun || explosions.areUnderway || world.IsLocked())
	{
		explosions.pending.push_back({explosion, {}});
		return {};
	}
	explosions.areUnderway = true;
	Result<> outcome;
	try
	{
		outcome = CarryOut({explosion, {}}, 0.0f);
	}
	catch (...)
	{
		explosions.areUnderway = false;
		bullets.Sweep();
		throw;
	}
	explosions.areUnderway = false;
	return outcome;
}

void PluginState::ExplodeLater(std::optional<ExplosionDef>& blast, GrenadeId grenade, double time, b2Vec2 position,
                               float radius) noexcept
{
	if (blast)
	{
		blast->position = position;
		explosions.pending.push_back(
		    {std::move(*blast), grenade, static_cast<float>(time), std::max(radius, b2_linearSlop)});
	}
}

void PluginState::ExplodePending(float dt) noexcept
{
	std::vector<PendingExplosion>& pending = explosions.pending;
	const auto key = [dt](const PendingExplosion& explosion)
	{
		const GrenadeId id = explosion.grenade;
		return std::tuple(explosion.time.value_or(dt), id.generation == 0, id.index, id.generation);
	};
	// What is called meanwhile, by a predicate, waits for the next step.
	const size_t count = pending.size();
	size_t kept = 0;
	std::stable_sort(pending.begin(), pending.end(),
	                 [&](const PendingExplosion& a, const PendingExplosion& b) { return key(a) < key(b); });
	for (size_t i = 0; i < count; ++i)
	{
		PendingExplosion explosion = std::move(pending[i]);
		const float now = explosion.time.value_or(dt);
		if (failures.Try([&] { failures.Keep(CarryOut(explosion, now).GetError()); }) == false)
		{
			explosion.time = 0.0f;
			pending[kept++] = std::move(explosion);
		}
	}
	const auto begin = pending.begin();
	pending.erase(begin + static_cast<std::ptrdiff_t>(kept), begin + static_cast<std::ptrdiff_t>(count));
}

// Past what is about to go: that neither hides nor is hit.
void PluginState::Look(const ExplosionDef& blast, double depth)
{
	if (queued.IsEmpty())
	{
		explosions.view.Look(world, blast, depth, explosions.scratch);
		return;
	}
	ExplosionDef past = blast;
	past.filter =
	    Narrowed(blast.filter, [this](const b2Fixture* fixture) { return queued.Has(fixture->GetBody()) == false; });
	explosions.view.Look(world, past, depth, explosions.scratch);
}

Result<> PluginState::CarryOut(const PendingExplosion& explosion, float now)
{
	const ExplosionDef& blast = explosion.def;
	Look(blast, explosion.depth);
	std::vector<BlastEvent>& made = explosions.made;
	made.clear();
	for (const BlastHit& hit : explosions.scratch)
	{
		made.push_back({hit, {}, 0.0f});
	}
	for (size_t i = 0; i < grenades.states.size(); ++i)
	{
		const GrenadeState& grenade = grenades.states[i];
		const auto hit =
		    grenades.IsGone(i) ? std::nullopt : explosions.view.HitDisc(blast, grenade.position, grenade.radius);
		if (hit)
		{
			made.push_back({*hit, grenade.id, 0.0f});
		}
	}
	ReserveOneMore(events.explosions);
	ReserveMore(events.blastHits, made.size());
	FragmentScope fragments(bullets, events.fragments);
	FireFragments(*this, blast.fragments, explosions.view.Eye());
	fragments.Keep();

	// From here on nothing fails.
	for (BlastEvent& hit : made)
	{
		const size_t i = grenades.PositionOf(hit.grenade);
		if (hit.body != nullptr)
		{
			Push(*hit.body, blast.position, hit);
		}
		else
		{
			const bool isTaken = TakeImpulse(grenades.states[i], grenades.details[i], Lift<double>(hit.impulse), {});
			hit.impulse = isTaken ? hit.impulse : b2Vec2{0.0f, 0.0f};
			sleep.Wake(hit.grenade);
		}
	}
	events.explosions.push_back({blast.position, blast.radius, blast.falloff, explosion.grenade, blast.userData, now,
	                             static_cast<int32_t>(events.blastHits.size()), static_cast<int32_t>(made.size()),
	                             fragments.First(), fragments.Count()});
	events.blastHits.insert(events.blastHits.end(), made.begin(), made.end());
	const int32_t missing = blast.fragments.count - fragments.Count();
	return missing == 0 ? Result<>() : TooManyBullets(missing);
}

} // namespace ricochet
