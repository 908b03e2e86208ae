// MIT License, Copyright (c) 2026 the ricochet authors

#include "projectile/firing_range.h"

#include "support/reference_flight.h"

#include <algorithm>
#include <functional>

// Bullets that fly through what turns. In its frame their path is a curve, which may come in and go out many times, in
// one step or over many: every entry is told once, and no other.
//
// The reference samples the distance between the true path and the target so densely that nothing of the size of the
// band, in which the plugin may stray from it, is overlooked. Between one sample that is surely outside and the next
// that is surely inside there is one entry. What only touches the band may be told or not.

namespace ricochet::test
{

namespace
{

enum class Law
{
	Entered, ///< one entry is told
	Free,    ///< none is told
	Unsure   ///< the path is within the band
};

// A time between two samples that are sure, and what may be told there.
struct Passage
{
	double begin, end;
	Law law;
};

// The flight of a bullet from one change of its velocity to the next. Times are counted in steps.
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
	float resistance = -1.0f; ///< negative: what is met is ignored
	int32_t steps = 40;
};

class TurningTargetTrial
{
public:
	TurningTargetTrial(const TurningScene& scene, uint64_t seed)
	    : m_scene(scene), m_random(seed), m_range(scene.gravity, Def(scene)),
	      m_body(m_range.AddBody({0.0f, 0.0f}, 0.0f, b2_kinematicBody))
	{
		// Chords against the curve in the body's frame, under gravity against the arc as well, and floats.
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

	// From outside, through a point near the body at some time of the flight.
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
		if (m_scene.resistance > 0.0f || m_scene.gravity.y != 0.0f)
		{
			// A time is never told before the last one: that of a slowed bullet is when it came to the point.
			const FlightArc& last = flown.arcs.back();
			const Point2 point = Widen(event.enter.point);
			const double came = Dot(point - last.position, last.velocity) / Dot(last.velocity, last.velocity);
			const double begin = last.begin + came / static_cast<double>(m_scene.dt);
			flown.arcs.push_back({m_scene.gravity.y == 0.0f ? begin : time, point, Widen(event.velocityAfter)});
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

	// One child as the reference sees it: how far the path is on its one side, and whether it is beside its ends.
	struct Look
	{
		double height;
		Law crossing;
	};

	[[nodiscard]] Look LookAt(const b2Fixture& fixture, int32_t child, Point2 p) const
	{
		const b2Shape& shape = *fixture.GetShape();
		Point2 a, b;
		if (shape.GetType() == b2Shape::e_edge)
		{
			a = Widen(static_cast<const b2EdgeShape&>(shape).m_vertex1);
			b = Widen(static_cast<const b2EdgeShape&>(shape).m_vertex2);
		}
		else if (shape.GetType() == b2Shape::e_chain)
		{
			a = Widen(static_cast<const b2ChainShape&>(shape).m_vertices[child]);
			b = Widen(static_cast<const b2ChainShape&>(shape).m_vertices[child + 1]);
		}
		else
		{
			return {SignedDistance(shape, child, p), Law::Entered};
		}
		const double length = Length(b - a);
		const double along = Dot(p - a, b - a) / length;
		const bool within = along > m_band && along < length - m_band;
		const bool beside = along < -m_band || along > length + m_band;
		return {Cross(b - a, p - a) / length, within ? Law::Entered : beside ? Law::Free : Law::Unsure};
	}

	// The samples of a way: sure ones as far apart as nothing can happen between them, densely within the band.
	struct Sample
	{
		double time;
		int side; // 1, -1, or 0 in the band
		Law crossing;
	};

	template <class Height>
	void Refine(const Height& height, const Sample& a, double ha, const Sample& b, double hb, double rate,
	            std::vector<Sample>& samples) const
	{
		const double way = rate * (b.time - a.time);
		const bool idle = a.side == b.side && a.side != 0 && 0.5 * (std::abs(ha) + std::abs(hb) - way) > m_band;
		if (idle == false && way > 0.05 * m_band)
		{
			const double middle = 0.5 * (a.time + b.time);
			const Look look = height(middle);
			const Sample sample{middle, SideOf(look.height), look.crossing};
			Refine(height, a, ha, sample, look.height, rate, samples);
			Refine(height, sample, look.height, b, hb, rate, samples);
			return;
		}
		samples.push_back(b);
	}

	[[nodiscard]] int SideOf(double height) const { return height > m_band ? 1 : (height < -m_band ? -1 : 0); }

	[[nodiscard]] std::vector<Passage> PassagesOf(const Flown& flown, const b2Fixture& fixture, int32_t child)
	{
		const auto type = fixture.GetShape()->GetType();
		m_solid = type == b2Shape::e_polygon || type == b2Shape::e_circle;
		std::vector<Sample> samples;
		const auto look = [&](double time)
		{
			return LookAt(fixture, child, LocalAt(flown, time));
		};
		for (double begin = 0.0; begin < flown.end; begin = std::floor(begin) + 1.0)
		{
			const double end = std::min(std::floor(begin) + 1.0, flown.end);
			const Look from = look(begin);
			const Look to = look(end);
			const BodyPath& path = m_path[static_cast<size_t>(begin)];
			const double reach = std::max(Length(BulletAt(flown, begin) - path.CenterAt(0.0)),
			                              Length(BulletAt(flown, end) - path.CenterAt(1.0))) +
			                     0.5;
			const double speed = SpeedBound(flown, begin) * static_cast<double>(m_scene.dt);
			const double rate = speed + Length(path.Translation()) + std::abs(path.Turn()) * reach;
			const Sample first{begin, SideOf(from.height), from.crossing};
			samples.push_back(first);
			Refine(look, first, from.height, {end, SideOf(to.height), to.crossing}, to.height, rate, samples);
		}
		return Passages(samples);
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

	[[nodiscard]] std::vector<Passage> Passages(const std::vector<Sample>& samples) const
	{
		std::vector<Passage> passages;
		Sample sure{0.0, 0, Law::Unsure};
		bool band = true;
		bool within = true;
		bool beside = true;
		for (const Sample& sample : samples)
		{
			within = within && sample.crossing == Law::Entered;
			beside = beside && sample.crossing == Law::Free;
			band = band || sample.side == 0 || sample.side != sure.side;
			if (sample.side == 0)
			{
				continue;
			}
			Law law = Law::Unsure;
			if (band == false || beside)
			{
				law = Law::Free;
			}
			else if (sure.side != 0 && sure.side != sample.side && within)
			{
				law = m_solid && sample.side > 0 ? Law::Free : Law::Entered;
			}
			passages.push_back({sure.time, sample.time, law});
			sure = sample;
			band = false;
			within = sample.crossing == Law::Entered;
			beside = sample.crossing == Law::Free;
		}
		passages.push_back({sure.time, HUGE_VAL, Law::Unsure});
		return passages;
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

	// Where a bullet that is not slowed leaves within the leg, and how long its way through was.
	void JudgeExits(const Flown& flown, const b2Fixture& fixture, int32_t child)
	{
		for (const ToldEntry& told : flown.told)
		{
			if (told.fixture != &fixture || told.child != child || told.endsInside || m_scene.resistance > 0.0f)
			{
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
	std::vector<BodyPath> m_path; // of every step
	std::vector<Flown> m_flown;
	int32_t m_entries = 0;
	int32_t m_toldSurely = 0;
	int32_t m_unsure = 0;
	Trouble m_trouble;
};

void AddBox(FiringRange& range, b2Body* body)
{
	b2PolygonShape box;
	box.SetAsBox(0.5f, 0.3f, {0.1f, 0.0f}, 0.2f);
	range.Add(body, box);
}

void AddHexagon(FiringRange& range, b2Body* body)
{
	b2Vec2 vertices[6];
	for (int i = 0; i < 6; ++i)
	{
		vertices[i] = 0.6f * b2Rot(1.04719755f * static_cast<float>(i)).GetXAxis();
	}
	b2PolygonShape hexagon;
	hexagon.Set(vertices, 6);
	range.Add(body, hexagon);
}

void AddCircle(FiringRange& range, b2Body* body)
{
	b2CircleShape circle;
	circle.m_p = {0.4f, 0.1f};
	circle.m_radius = 0.3f;
	range.Add(body, circle);
}

void AddEdge(FiringRange& range, b2Body* body)
{
	b2EdgeShape edge;
	edge.SetTwoSided({-0.9f, 0.1f}, {0.8f, 0.0f});
	range.Add(body, edge);
}

void AddChain(FiringRange& range, b2Body* body)
{
	const b2Vec2 vertices[] = {{-0.9f, 0.3f}, {-0.3f, -0.2f}, {0.2f, 0.1f}, {0.9f, -0.1f}};
	b2ChainShape chain;
	chain.CreateChain(vertices, 4, {-1.5f, 0.4f}, {1.5f, 0.0f});
	range.Add(body, chain);
}

void AddLoop(FiringRange& range, b2Body* body)
{
	const b2Vec2 vertices[] = {{-0.7f, -0.6f}, {0.7f, -0.4f}, {0.5f, 0.6f}, {-0.6f, 0.5f}};
	b2ChainShape loop;
	loop.CreateLoop(vertices, 4);
	range.Add(body, loop);
}

// Overlapping and touching solids, and an edge through them.
void AddMany(FiringRange& range, b2Body* body)
{
	AddBox(range, body);
	AddHexagon(range, body);
	AddEdge(range, body);
	b2PolygonShape box;
	box.SetAsBox(0.2f, 0.2f, {0.8f, 0.0f}, 0.0f);
	range.Add(body, box);
}

using AddFixtures = void (*)(FiringRange&, b2Body*);
constexpr AddFixtures k_targets[] = {AddBox, AddHexagon, AddCircle, AddEdge, AddChain, AddLoop, AddMany};

struct Sum
{
	int32_t entries = 0;
	int32_t told = 0;
	int32_t unsure = 0;
	int32_t trouble = 0;
	std::string first;

	void Add(const TurningTargetTrial& trial)
	{
		entries += trial.Entries();
		told += trial.Told();
		unsure += trial.Unsure();
		first = trouble == 0 ? trial.Troubles().First() : first;
		trouble += trial.Troubles().Count();
	}

	void Expect() const
	{
		EXPECT_EQ(told, entries);
		EXPECT_EQ(trouble, 0) << "first: " << first;
		EXPECT_LT(unsure, entries / 10) << "the band decides too little";
		::testing::Test::RecordProperty("entries", entries);
		::testing::Test::RecordProperty("unsure", unsure);
	}
};

// All targets, speeds and rates.
void ShootAtAll(TurningScene scene, uint64_t seed, int32_t rounds)
{
	SceneRandom random(seed);
	Sum sum;
	for (int32_t round = 0; round < rounds; ++round)
	{
		scene.addFixtures = k_targets[static_cast<size_t>(round) % std::size(k_targets)];
		const float rates[] = {20.0f, 60.0f, 240.0f};
		scene.dt = 1.0f / rates[random.Below(3)];
		scene.steps = static_cast<int32_t>(0.5f / scene.dt);
		TurningTargetTrial trial(scene, seed + static_cast<uint64_t>(round));
		trial.Body()->SetTransform(random.InBox(2.0f), random.Uniform(-3.0f, 3.0f));
		trial.Body()->SetAngularVelocity(random.LogUniform(5.0f, 60.0f) * (random.OneIn(2) ? 1.0f : -1.0f));
		trial.Body()->SetLinearVelocity(random.OneIn(3) ? random.InBox(10.0f) : b2Vec2{0.0f, 0.0f});
		for (int32_t i = 0; i < 50; ++i)
		{
			trial.Fire(random.LogUniform(1.0f, 1000.0f));
		}
		trial.Run();
		sum.Add(trial);
	}
	sum.Expect();
	EXPECT_GT(sum.entries, rounds * 50);
}

} // namespace

TEST(PiercedTarget, ABoxThatTurnsAtFifteenRadiansASecondTellsEveryEntryOnce)
{
	Sum sum;
	TurningScene scene{.addFixtures = AddBox, .resistance = 0.0f, .steps = 240};
	TurningTargetTrial trial(scene, 61);
	trial.Body()->SetAngularVelocity(15.0f);
	SceneRandom random(62);
	for (int32_t i = 0; i < 200; ++i)
	{
		trial.Fire(random.LogUniform(0.5f, 3.0f));
	}
	trial.Run();
	sum.Add(trial);
	sum.Expect();
	EXPECT_GT(sum.entries, 300);
}

TEST(PiercedTarget, AnEdgeThatTurnsAtTwentyFiveRadiansASecondTellsEveryCrossingOnce)
{
	Sum sum;
	TurningScene scene{.addFixtures = AddEdge, .dt = 1.0f / 20.0f, .resistance = 0.0f, .steps = 20};
	TurningTargetTrial trial(scene, 63);
	trial.Body()->SetAngularVelocity(25.0f);
	SceneRandom random(64);
	for (int32_t i = 0; i < 200; ++i)
	{
		trial.Fire(random.LogUniform(1.0f, 100.0f));
	}
	trial.Run();
	sum.Add(trial);
	sum.Expect();
	EXPECT_GT(sum.entries, 400);
}

TEST(PiercedTarget, WhatIsIgnoredIsToldOnceForEveryEntry)
{
	ShootAtAll({.addFixtures = {}}, 65, ScaledCount(70));
}

TEST(PiercedTarget, WhatIsPiercedWithoutLossIsToldOnceForEveryEntry)
{
	ShootAtAll({.addFixtures = {}, .resistance = 0.0f}, 66, ScaledCount(70));
}

TEST(PiercedTarget, WhatSlowsThemIsToldOnceForEveryEntry)
{
	ShootAtAll({.addFixtures = {}, .resistance = 2.0f}, 68, ScaledCount(70));
}

TEST(PiercedTarget, UnderGravityTooEveryEntryIsToldOnce)
{
	ShootAtAll({.addFixtures = {}, .gravity = {0.0f, -10.0f}, .chordError = 0.0001f}, 67, ScaledCount(70));
}

} // namespace ricochet::test
