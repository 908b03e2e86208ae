// MIT License, Copyright (c) 2026 the ricochet authors

#include <ricochet/projectile/plugin.h>

#include "fuzz/fuzz_input.h"
#include "fuzz/fuzz_world.h"
#include "fuzz/judge.h"
#include "fuzz/projectile_input.h"
#include "fuzz/projectile_laws.h"

// Flies projectiles with arbitrary numbers among bodies with arbitrary numbers, with a rule that returns arbitrary
// responses.

namespace ricochet::fuzz
{

namespace
{

// With a smaller chord error (m) a step takes seconds, because of the number of chords.
constexpr float k_leastChordError = 1e-4f;

// A strongly bent path takes a thousand legs in each step, and each leg is an exact cast at every shape near it. The
// run ends after this number of legs: a few such steps test as much as two dozen, which would take minutes.
constexpr int64_t k_mostLegs = 8192;

class Range
{
public:
	explicit Range(Input& input)
	    : m_input(input), m_closed(input.Kind() % 4 == 1), m_bends(input.Flag()), m_world(Gravity()), m_def(DefOf()),
	      m_plugin(m_world, m_def), m_referee(m_world, m_plugin, Laws(m_closed))
	{
		const bool isGood = m_def.maxContactsPerStep > 0 && IsPositive(m_def.chordError);
		const Error& error = m_plugin.LastError();
		Require((error.reason == ErrorReason::None) == isGood && error.Message().empty() == isGood,
		        "a bad PluginDef is told");
		Require(isGood || IsOf("PluginDef::"), "a refusal names the field");
		m_world.SetContactListener(&m_guard);
		if (input.Flag() && m_closed == false)
		{
			AddPlayground(input, m_world);
		}
		for (int32_t bodies = input.Between(0, 4); bodies > 0; --bodies)
		{
			b2Body* body = AddBody(input, m_world);
			body->SetType(m_closed ? b2_dynamicBody : body->GetType());
			for (int32_t fixtures = input.Between(0, 2); fixtures > 0; --fixtures)
			{
				AddAnyFixture(input, *body);
			}
			if (m_closed)
			{
				TakeSpringsFrom(*body);
			}
		}
	}

	void Run()
	{
		for (int32_t rounds = 0; rounds < 24 && m_input.IsEmpty() == false && m_legs < k_mostLegs; ++rounds)
		{
			Act();
		}
		Step(1.0f / 60.0f);
	}

private:
	b2Vec2 Gravity()
	{
		const b2Vec2 gravity = m_bends && m_input.Flag() ? m_input.FiniteVector() : b2Vec2{0.0f, -10.0f};
		return m_closed ? b2Vec2{0.0f, 0.0f} : gravity;
	}

	// Removes the sources of energy: a restitution above 1, and a spin of a body with fixed rotation.
	static void TakeSpringsFrom(b2Body& body)
	{
		body.SetAngularVelocity(body.IsFixedRotation() ? 0.0f : body.GetAngularVelocity());
		for (b2Fixture* fixture = body.GetFixtureList(); fixture != nullptr; fixture = fixture->GetNext())
		{
			fixture->SetRestitution(fixture->GetRestitution() > 1.0f ? 1.0f : fixture->GetRestitution());
		}
	}

	PluginDef DefOf()
	{
		PluginDef def;
		if (m_input.Flag())
		{
			def.rule = [this](const ImpactEvent& impact)
			{
				return Rule(impact);
			};
		}
		def.maxContactsPerStep = m_input.Between(-1, 16);
		def.chordError = m_bends && m_input.Flag() ? m_input.Float() : 0.001f;
		if (def.chordError > 0.0f && def.chordError < k_leastChordError)
		{
			def.chordError = k_leastChordError;
		}
		return def;
	}

	Response Rule(const ImpactEvent& impact)
	{
		Require(IsFinite(impact.enter.point) && IsFinite(impact.velocityBefore), "a rule is told numbers");
		switch (m_input.Between(0, 2))
		{
		case 0:
			return impact.response;
		case 1:
			return static_cast<Response>(m_input.Between(0, 3));
		default:
			return m_input.OneIn(16) ? static_cast<Response>(m_input.Bits<uint8_t>()) : Response::Bounce;
		}
	}

	// True if the last error is about this parameter, or about a field of this struct.
	[[nodiscard]] bool IsOf(std::string_view what) const
	{
		return std::string_view(m_plugin.LastError().parameter).starts_with(what);
	}

	void CheckRefused(std::string_view what)
	{
		Require(m_plugin.LastError().reason != ErrorReason::None && IsOf(what), "a refusal names what is wrong",
		        [&] { return m_plugin.LastError().Message(); });
	}

	void Fire()
	{
		BulletDef def = AnyBullet(m_input, m_world, m_bends);
		AimAtGrenade(m_input, m_plugin, def);
		def.drag = m_closed ? 0.0f : def.drag;
		const BulletId id = m_referee.Fire(def);
		m_bullets.Open(id, IsGood(def));
		if (IsGood(def) == false)
		{
			CheckRefused("BulletDef::");
		}
	}

	void Throw()
	{
		const bool isSound = HasDiscs(m_input) && m_input.Flag();
		const GrenadeDef def = isSound ? SoundGrenade(m_input) : AnyGrenade(m_input, m_world, m_bends);
		const GrenadeId id = m_referee.Throw(def);
		m_grenades.Open(id, IsGood(def));
		if (IsGood(def) == false)
		{
			CheckRefused("GrenadeDef::");
		}
	}

	void SetSurface()
	{
		const b2Body* body = BodyAt(m_world, m_input.Between(0, 5));
		const b2Fixture* fixture = body != nullptr ? body->GetFixtureList() : nullptr;
		const Surface surface = AnySurface(m_input);
		m_plugin.SetSurface(fixture, surface);
		const bool isGood = fixture != nullptr && surface.resistance >= 0.0f && IsNotNegative(surface.ricochetAngle) &&
		                    IsShare(surface.restitution) && IsNotNegative(surface.friction);
		if (isGood == false)
		{
			CheckRefused(fixture != nullptr ? "Surface::" : "fixture");
		}
		else
		{
			Require(m_plugin.GetSurface(fixture).resistance == surface.resistance, "a surface is kept");
		}
	}

	void Step(float dt)
	{
		m_guard.Prepare(m_world, dt, m_bends || dt > 0.1f ? 0.0f : 1.0f);
		if (IsStepTime(dt))
		{
			JudgeStep(m_plugin, m_referee, dt, m_closed);
			m_legs += m_plugin.Stats().legs;
			CheckEvents(m_plugin, dt, m_bullets, m_grenades);
		}
		else
		{
			CheckRefusedStep(m_plugin, dt);
		}
		Check();
	}

	void Check()
	{
		m_bullets.Check(m_plugin.Bullets(), [&](BulletId id) { return m_plugin.Find(id); });
		m_grenades.Check(m_plugin.Grenades(), [&](GrenadeId id) { return m_plugin.Find(id); });
	}

	void Act()
	{
		switch (m_input.Between(0, 8))
		{
		case 0:
		case 1:
			Fire();
			break;
		case 2:
		case 3:
			Throw();
			break;
		case 4:
			SetSurface();
			break;
		case 5:
			Step(m_input.Float());
			break;
		case 6:
		{
			const BulletId id = m_bullets.Pick(m_input);
			m_referee.Cancel(id);
			m_bullets.Drop(id);
			break;
		}
		case 7:
		{
			const GrenadeId id = m_grenades.Pick(m_input);
			m_referee.Cancel(id);
			m_grenades.Drop(id);
			break;
		}
		default:
			Step(1.0f / 60.0f);
			break;
		}
		Check();
	}

	Input& m_input;
	bool m_closed; // true: there are only projectiles and free bodies, and no gravity
	bool m_bends;  // true: paths are wild; false: bodies turn
	b2World m_world;
	SolverGuard m_guard;
	PluginDef m_def;
	Plugin m_plugin;
	referee::Referee m_referee;
	Book<BulletId> m_bullets;
	Book<GrenadeId> m_grenades;
	int64_t m_legs = 0; // the number flown
};

} // namespace

} // namespace ricochet::fuzz

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size)
{
	ricochet::fuzz::Input input(data, size);
	const auto range = std::make_unique<ricochet::fuzz::Range>(input);
	range->Run();
	return 0;
}
