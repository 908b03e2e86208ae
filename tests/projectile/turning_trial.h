// MIT License, Copyright (c) 2026 the ricochet authors

#pragma once

#include "projectile/firing_range.h"
#include "support/turning_reference.h"

#include <algorithm>
#include <functional>

// Fires bullets at one rotating body, and checks them against a reference computation.

namespace ricochet::test
{

// The flight of a bullet between two changes of its velocity. Times are counted in steps.
struct FlightArc
{
	double begin = 0.0;
	Point2 position, velocity;
};

struct ToldEntry
{
	double time; // in steps
	double exit;
	double thickness;
	const b2Fixture* fixture;
	int32_t child;
	bool startsInside, endsInside;
};

struct Flown
{
	BulletId id;
	std::vector<FlightArc> arcs;
	std::vector<ToldEntry> told;
	double end = 0.0;
};

struct TurningScene
{
	std::function<void(FiringRange&, b2Body*)> addFixtures;
	float dt = 1.0f / 60.0f;
	b2Vec2 gravity{0.0f, 0.0f};
	float chordError = 0.001f;
	float resistance = -1.0f; ///< negative: bullets ignore the body
	int32_t steps = 40;
};

class TurningTargetTrial
{
public:
	TurningTargetTrial(const TurningScene& scene, uint64_t seed)
	    : m_scene(scene), m_random(seed), m_range(scene.gravity, Def(scene)),
	      m_body(m_range.AddBody({0.0f, 0.0f}, 0.0f, b2_kinematicBody))
	{
		// The error bound of the chords against the curve in the body's frame, plus the rounding of floats. With
		// gravity, it also covers the error of chords against the arc.
		m_band = (scene.gravity.y != 0.0f ? 1.1 : 0.1) * static_cast<double>(scene.chordError) + 1.0e-5;
		scene.addFixtures(m_range, m_body);
		for (b2Fixture* fixture = m_body->GetFixtureList(); fixture != nullptr; fixture = fixture->GetNext())
		{
			m_range.plugin.SetSurface(fixture, {.resistance = std::max(scene.resistance, 0.0f)});
		}
	}

	static PluginDef Def(const TurningScene& scene)
	{
		PluginDef def;
		def.chordError = scene.chordError;
		def.maxContactsPerStep = 4096;
		def.rule = [pierce = scene.resistance >= 0.0f](const ImpactEvent&)
		{
			return pierce ? Response::Pierce : Response::Ignore;
		};
		return def;
	}

	b2Body* Body() { return m_body; }
	[[nodiscard]] int32_t Entries() const { return m_entries; }
	[[nodiscard]] int32_t Told() const { return m_toldSurely; }
	[[nodiscard]] int32_t Unsure() const { return m_unsure; }
	[[nodiscard]] const Trouble& Troubles() const { return m_trouble; }

	// Fires a bullet that starts outside the body and passes through a point near the body at a random time of the
	// flight.
	void Fire(float speed)
	{
		b2Vec2 position, velocity;
		do
		{
			const float time = m_random.Uniform(0.0f, 0.9f) * m_scene.dt * static_cast<float>(m_scene.steps);
			const float lead = std::min(time, 2.0f / speed + m_scene.dt);
			velocity = speed * m_random.Direction() - lead * m_scene.gravity;
			position = m_body->GetPosition() + lead * m_body->GetLinearVelocity() + m_random.InBox(0.8f) -
			           lead * velocity - 0.5f * lead * lead * m_scene.gravity;
		} while (SignedDistance(m_range.world, Widen(position)) < 0.01);
		Fire(position, velocity);
	}

	void Fire(b2Vec2 position, b2Vec2 velocity)
	{
		BulletDef def{.position = position, .velocity = velocity, .mass = 1.0f, .maxPierces = 1000000};
		def.userData = m_flown.size();
		Flown flown;
		flown.id = m_range.plugin.Fire(def);
		flown.arcs.push_back({0.0, Widen(position), Widen(velocity)});
		m_flown.push_back(flown);
	}

	void Run()
	{
		for (int32_t step = 0; step < m_scene.steps; ++step)
		{
			m_path.emplace_back(*m_body);
			m_range.Step(m_scene.dt, [&] { m_path.back().Close(); });
			for (const ImpactEvent& event : m_range.plugin.Impacts())
			{
				Record(event, step);
			}
			for (const ExpiredEvent& event : m_range.plugin.Expired())
			{
				m_flown[event.userData].end = step + InSteps(event.time);
			}
		}
		for (Flown& flown : m_flown)
		{
			flown.end = m_range.plugin.Find(flown.id) ? m_scene.steps : flown.end;
			Judge(flown);
		}
	}

private:
	[[nodiscard]] double InSteps(float time) const
	{
		return static_cast<double>(time) / static_cast<double>(m_scene.dt);
	}

	void Record(const ImpactEvent& event, int32_t step)
	{
		Flown& flown = m_flown[event.userData];
		const double time = step + InSteps(event.time);
		const double exit = step + static_cast<double>(event.exit.fraction);
		flown.told.push_back({time, exit, static_cast<double>(event.thickness), event.fixture, event.child,
		                      event.startsInside, event.endsInside});
		if (m_scene.resistance > 0.0f)
		{
			// Reported times never decrease, so the time of a slowed bullet may be raised. The arc therefore starts
			// when the bullet reaches the hit point.
			const FlightArc& last = flown.arcs.back();
			const Point2 point = Widen(event.enter.point);
			const double came = Dot(point - last.position, last.velocity) / Dot(last.velocity, last.velocity);
			const double begin = last.begin + came / static_cast<double>(m_scene.dt);
			flown.arcs.push_back({begin, point, Widen(event.velocityAfter)});
		}
	}

	[[nodiscard]] Point2 BulletAt(const Flown& flown, double time) const
	{
		size_t i = flown.arcs.size() - 1;
		while (i > 0 && flown.arcs[i].begin > time)
		{
			--i;
		}
		const double t = (time - flown.arcs[i].begin) * static_cast<double>(m_scene.dt);
		return flown.arcs[i].position + t * flown.arcs[i].velocity + 0.5 * t * t * Widen(m_scene.gravity);
	}

	[[nodiscard]] Point2 LocalAt(const Flown& flown, double time) const
	{
		const size_t step = std::min(static_cast<size_t>(time), m_path.size() - 1);
		return m_path[step].At(time - static_cast<double>(step)).ToLocal(BulletAt(flown, time));
	}

	[[nodiscard]] Look LookAt(const b2Fixture& fixture, int32_t child, Point2 p) const
	{
		return test::LookAt(*fixture.GetShape(), child, p, m_band);
	}

	[[nodiscard]] std::vector<Passage> PassagesOf(const Flown& flown, const b2Fixture& fixture, int32_t child)
	{
		const auto type = fixture.GetShape()->GetType();
		m_solid = type == b2Shape::e_polygon || type == b2Shape::e_circle;
		PassageReference reference(m_band, m_solid);
		const auto look = [&](double time)
		{
			return LookAt(fixture, child, LocalAt(flown, time));
		};
		for (double begin = 0.0; begin < flown.end; begin = std::floor(begin) + 1.0)
		{
			const double end = std::min(std::floor(begin) + 1.0, flown.end);
			const BodyPath& path = m_path[static_cast<size_t>(begin)];
			const double reach = std::max(Length(BulletAt(flown, begin) - path.CenterAt(0.0)),
			                              Length(BulletAt(flown, end) - path.CenterAt(1.0))) +
			                     0.5;
			const double speed = SpeedBound(flown, begin) * static_cast<double>(m_scene.dt);
			const double rate = speed + Length(path.Translation()) + std::abs(path.Turn()) * reach;
			reference.Sample(look, begin, end, rate);
		}
		return reference.Passages();
	}

	[[nodiscard]] double SpeedBound(const Flown& flown, double begin) const
	{
		double speed = 0.0;
		for (const FlightArc& arc : flown.arcs)
		{
			const double time = static_cast<double>(m_scene.dt) * std::max(begin + 1.0 - arc.begin, 0.0);
			speed = std::max(speed, Length(arc.velocity) + time * Length(Widen(m_scene.gravity)));
		}
		return speed;
	}

	void Judge(const Flown& flown)
	{
		for (const b2Fixture* fixture = m_body->GetFixtureList(); fixture != nullptr; fixture = fixture->GetNext())
		{
			for (int32_t child = 0; child < fixture->GetShape()->GetChildCount(); ++child)
			{
				JudgeChild(flown, *fixture, child);
			}
		}
		for (const ToldEntry& told : flown.told)
		{
			if (told.startsInside)
			{
				Say("told inside", flown, told.time, told.child);
			}
		}
	}

	void JudgeChild(const Flown& flown, const b2Fixture& fixture, int32_t child)
	{
		for (const Passage& passage : PassagesOf(flown, fixture, child))
		{
			int32_t count = 0;
			for (const ToldEntry& told : flown.told)
			{
				const bool here = told.time >= passage.begin && told.time < passage.end;
				count += here && told.fixture == &fixture && told.child == child ? 1 : 0;
			}
			if (passage.law == Law::Unsure)
			{
				m_unsure += passage.begin > 0.0 && passage.end < HUGE_VAL ? 1 : 0;
				continue;
			}
			const int32_t expected = passage.law == Law::Entered ? 1 : 0;
			m_entries += expected;
			m_toldSurely += count;
			if (count != expected)
			{
				Say(count > expected ? "told too often" : "not told", flown, passage.begin, child);
			}
		}
		if (m_solid)
		{
			JudgeExits(flown, fixture, child);
		}
	}

	// Checks where a bullet that is not slowed leaves the solid within the leg, and the length of its path through the
	// solid.
	void JudgeExits(const Flown& flown, const b2Fixture& fixture, int32_t child)
	{
		for (const ToldEntry& told : flown.told)
		{
			if (told.fixture != &fixture || told.child != child || m_scene.resistance > 0.0f)
			{
				continue;
			}
			if (told.endsInside)
			{
				// Without gravity, the leg lasts until the end of the step.
				const double end = std::floor(told.time) + 1.0;
				if (m_scene.gravity.y == 0.0f && LookAt(fixture, child, LocalAt(flown, end)).height > m_band)
				{
					Say("it has left before the end of the step", flown, told.time, child);
				}
				continue;
			}
			if (std::abs(LookAt(fixture, child, LocalAt(flown, told.exit)).height) > 2.0 * m_band)
			{
				Say("the exit is off the surface", flown, told.exit, child);
			}
			constexpr int k_parts = 64;
			double way = 0.0;
			for (int i = 0; i < k_parts; ++i)
			{
				const double part = (told.exit - told.time) / k_parts;
				way += Length(LocalAt(flown, told.time + (i + 1) * part) - LocalAt(flown, told.time + i * part));
			}
			if (std::abs(way - told.thickness) > 2.0 * m_band + 0.002 * way)
			{
				Say("the thickness is not that of the way", flown, told.time, child);
			}
		}
	}

	void Say(const char* what, const Flown& flown, double time, int32_t child)
	{
		m_trouble.Add("%s: child %d at %.9g of %g s steps, from (%.9g, %.9g) at (%.9g, %.9g) m/s, turn %.9g", what,
		              child, time, static_cast<double>(m_scene.dt), flown.arcs[0].position.x, flown.arcs[0].position.y,
		              flown.arcs[0].velocity.x, flown.arcs[0].velocity.y, m_path[0].Turn());
	}

	TurningScene m_scene;
	SceneRandom m_random;
	FiringRange m_range;
	b2Body* m_body;
	double m_band;
	bool m_solid = false;
	std::vector<BodyPath> m_path; // the path of the body in every step
	std::vector<Flown> m_flown;
	int32_t m_entries = 0;
	int32_t m_toldSurely = 0;
	int32_t m_unsure = 0;
	Trouble m_trouble;
};

} // namespace ricochet::test
