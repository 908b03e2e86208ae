// MIT License, Copyright (c) 2026 the ricochet authors

#include "fuzz/game.h"

#include <ricochet/host/quarantine.h>

#include "fuzz/cast_laws.h"

namespace ricochet::fuzz
{

namespace
{

constexpr size_t k_mostProjectiles = 8;

} // namespace

b2Fixture* Game::AnyFixture()
{
	b2Body* body = AnyBody();
	b2Fixture* fixture = body != nullptr ? body->GetFixtureList() : nullptr;
	return fixture != nullptr && fixture->GetNext() != nullptr && m_input.Flag() ? fixture->GetNext() : fixture;
}

void Game::CreateBody()
{
	if (m_world->GetBodyCount() < 12)
	{
		AddAnyFixture(m_input, *AddBody(m_input, *m_world));
	}
}

void Game::DestroyBody()
{
	if (b2Body* body = AnyBody())
	{
		if (m_input.Flag())
		{
			m_plugin->Forget(body);
		}
		m_goneBody = body;
		m_world->DestroyBody(body);
	}
}

void Game::CreateFixture()
{
	if (b2Body* body = AnyBody())
	{
		AddAnyFixture(m_input, *body);
	}
}

void Game::DestroyFixture()
{
	b2Fixture* fixture = AnyFixture();
	if (fixture != nullptr && MassHolds(*fixture->GetBody(), fixture, nullptr, 0.0f))
	{
		if (m_input.Flag())
		{
			m_plugin->Forget(fixture);
		}
		m_goneFixture = fixture;
		fixture->GetBody()->DestroyFixture(fixture);
	}
}

void Game::SetEnabled()
{
	if (b2Body* body = AnyBody())
	{
		body->SetEnabled(m_input.Flag());
	}
}

void Game::SetType()
{
	b2Body* body = AnyBody();
	if (body != nullptr && MassHolds(*body, nullptr, nullptr, 0.0f))
	{
		body->SetType(static_cast<b2BodyType>(m_input.Between(0, 2)));
	}
}

void Game::SetTransform()
{
	if (b2Body* body = AnyBody())
	{
		MoveAnywhere(m_input, *body);
	}
}

void Game::Push()
{
	if (b2Body* body = AnyBody())
	{
		body->SetLinearVelocity(m_input.Vector());
		body->SetAngularVelocity(m_input.Float());
	}
}

void Game::SetFilter()
{
	if (b2Fixture* fixture = AnyFixture())
	{
		fixture->SetSensor(m_input.Flag());
		b2Filter filter;
		filter.maskBits = m_input.Bits<uint16_t>();
		fixture->SetFilterData(filter);
	}
}

void Game::SetSurface()
{
	const b2Fixture* fixture = m_input.OneIn(8) ? m_goneFixture : AnyFixture();
	m_plugin->SetSurface(fixture, m_input.Flag() ? Surface{} : AnySurface(m_input));
}

void Game::Fire()
{
	if (m_plugin->Bullets().size() < k_mostProjectiles)
	{
		BulletDef def = AnyBullet(m_input, *m_world, false);
		AimAtGrenade(m_input, *m_plugin, def);
		if (m_input.OneIn(4))
		{
			Guide(m_input, *m_world, def);
		}
		m_bullets.Open(m_plugin->Fire(def), IsGood(def));
	}
}

void Game::FireInThePast()
{
	if (m_plugin->Bullets().size() >= k_mostProjectiles)
	{
		return;
	}
	BulletDef def = AnyBullet(m_input, *m_world, false);
	if (m_input.OneIn(4))
	{
		Guide(m_input, *m_world, def);
	}
	const double time = m_input.OneIn(8) ? m_input.Float() : m_time - m_input.Between(-1, 32) / 128.0;
	const bool isGood = IsGood(def) && m_history->PoseOf(nullptr, time);
	const size_t flying = m_plugin->Bullets().size();
	const size_t expired = m_plugin->Expired().size();
	try
	{
		const BulletId id = m_plugin->Fire(def, *m_history, time);
		Require(static_cast<bool>(id) == isGood, "a valid shot at a past time flies, an invalid one does not",
		        [&] { return m_plugin->LastError().Message(); });
		Require(isGood || (m_plugin->Bullets().size() == flying && m_plugin->Expired().size() == expired),
		        "a refused shot does nothing");
		OpenShot(expired);
		Require(isGood == false || m_bullets.Knows(id), "a shot flies or has ended");
	}
	catch (const RuleFailure&)
	{
		OpenShot(expired);
	}
}

// Records the bullet of a shot in the past. The bullet may have ended in the call itself. Then its events come after
// the first `expiredBefore` ones.
void Game::OpenShot(size_t expiredBefore)
{
	for (const ExpiredEvent& event : m_plugin->Expired().subspan(expiredBefore))
	{
		Require(event.time <= 0.0f && IsFinite(event.position), "a past shot ends before now");
		if (m_bullets.Knows(event.bullet) == false)
		{
			m_bullets.Open(event.bullet, true);
		}
		m_bullets.Close(event.bullet);
	}
	for (const BulletState& bullet : m_plugin->Bullets())
	{
		if (m_bullets.Knows(bullet.id) == false)
		{
			m_bullets.Open(bullet.id, true);
		}
	}
}

void Game::Throw()
{
	if (m_plugin->Grenades().size() < k_mostProjectiles)
	{
		const bool isSound = HasDiscs(m_input) && m_input.Flag();
		GrenadeDef def = isSound ? SoundGrenade(m_input) : AnyGrenade(m_input, *m_world, false);
		if (m_input.OneIn(4))
		{
			def.sticky = m_input.Flag();
			def.rollingResistance = 0.1f * static_cast<float>(m_input.Between(0, 10));
			def.impactFuse = 0.01f * static_cast<float>(m_input.Between(0, 50));
			def.blast = ExplosionDef{.radius = static_cast<float>(m_input.Between(0, 9)), .fragments = {.count = 2}};
		}
		if (HasPast(m_input) && m_input.Flag())
		{
			def.from = m_input.Vector();
		}
		m_grenades.Open(m_plugin->Throw(def), IsGood(def));
	}
}

void Game::Explode()
{
	const ExplosionDef def = AnyExplosion(m_input, *m_world);
	const size_t before = m_plugin->Fragments().size();
	m_plugin->Explode(def);
	OpenFragments(before);
}

void Game::OpenFragments(size_t from)
{
	for (const BulletId id : m_plugin->Fragments().subspan(from))
	{
		m_bullets.Open(id, true);
	}
}

void Game::Steer()
{
	const BulletId id = m_bullets.Pick(m_input);
	std::optional<BulletDef> def = m_plugin->DefOf(id);
	Require(def.has_value() == m_plugin->Find(id).has_value(), "what flies has a def");
	if (def)
	{
		Guide(m_input, *m_world, *def);
		def->velocity = m_input.Flag() ? m_input.Vector() : def->velocity;
		Require(m_plugin->Steer(id, *def) == (IsGood(*def) && IsFinite(def->velocity)), "a sound def steers");
	}
	m_plugin->Steer(m_grenades.Pick(m_input), m_input.Vector(), m_input.Vector());
}

void Game::Preview()
{
	BulletDef def = AnyBullet(m_input, *m_world, false);
	Guide(m_input, *m_world, def);
	const size_t flying = m_plugin->Bullets().size();
	const size_t impacts = m_plugin->Impacts().size();
	FlightPreview seen;
	const Result<> outcome = m_plugin->PreviewPath(def, 0.1f, 1.0f / 60.0f, seen);
	Require(static_cast<bool>(outcome) == IsGood(def), "a sound def is previewed");
	for (const PathPoint& point : seen.points)
	{
		Require(IsFinite(point.position), "a path is finite");
	}
	Require(m_plugin->Bullets().size() == flying && m_plugin->Impacts().size() == impacts, "a preview fires nothing");
}

// Cancels a projectile. If it has already ended in the present step, although its event is not yet reported, it can no
// longer be cancelled.
template <class Id>
void Game::Cancel(Id id, Book<Id>& book)
{
	if (m_plugin->Find(id).has_value())
	{
		if (book.Knows(id) == false)
		{
			return; // the guessed id is that of a past shot whose rule is being called
		}
		book.Close(id);
	}
	m_plugin->Cancel(id);
}

void Game::Cancel()
{
	Cancel(m_bullets.Pick(m_input), m_bullets);
	Cancel(m_grenades.Pick(m_input), m_grenades);
}

void Game::Forget()
{
	if (const b2Body* body = AnyBody())
	{
		m_plugin->Forget(body);
	}
	if (const b2Fixture* fixture = AnyFixture())
	{
		m_plugin->Forget(fixture);
	}
}

void Game::Cast()
{
	QuarantineBodies(*m_world);
	const Ray ray = m_input.AnyRay();
	CheckCasts(*m_world, ray, AnyFilter(m_input, *m_world), m_everFar == false);
}

// Casts without comparing the results, because it may run in the middle of a change.
void Game::CastAnything()
{
	std::vector<RayHit> hits;
	const Ray ray = m_input.AnyRay();
	const QueryFilter filter = AnyFilter(m_input, *m_world);
	CastRayAll(*m_world, ray, hits, filter);
	(void)CastRayClosest(*m_world, ray, filter);
	(void)CastRayAny(*m_world, ray, filter);
	for (const RaySpan& hit : hits)
	{
		CheckLaws(ray, std::span(&hit, 1));
	}
}

// Commands ----------------------------------------------------------------------------------------------------
void Game::Restart()
{
	PluginDef def;
	if (m_input.Flag())
	{
		def.rule = [this](const ImpactEvent& impact)
		{
			return Rule(impact);
		};
	}
	def.maxContactsPerStep = m_input.Between(1, 8);
	m_plugin.emplace(*m_world, def);
	m_bullets = {};
	m_grenades = {};
}

} // namespace ricochet::fuzz
