// MIT License, Copyright (c) 2026 the ricochet authors

#include <ricochet/projectile/plugin.h>

#include "support/progress.h"
#include "support/reference_flight.h"
#include "support/scenes.h"

#include <charconv>
#include <cinttypes>
#include <cstdio>
#include <malloc.h>
#include <string_view>
#include <vector>

// Runs a long game: many projectiles fly in a closed yard, whose bodies are created, destroyed and changed at random
// between the steps. Every launched projectile must be in flight, expired or cancelled. The heap must not grow. No
// projectile may be inside a solid.

namespace
{

using namespace ricochet;
using namespace ricochet::test;

constexpr int k_faulty = 1;
constexpr int k_badArguments = 2;
constexpr float k_dt = 1.0f / 60.0f;
constexpr float k_half = 100.0f;        // the half-width of the yard (m)
constexpr size_t k_statics = 150;       // static bodies beside the walls
constexpr size_t k_movers = 50;         // kinematic bodies
constexpr size_t k_loose = 100;         // dynamic bodies
constexpr int32_t k_sampled = 40;       // projectiles that are checked in each step
constexpr double k_leastDepth = 1.0e-4; // float poses round by less (m)
constexpr uintptr_t k_pierces = 1;      // in userData: this projectile may be inside a solid
constexpr int64_t k_checked = 100;      // steps between two checks of the counts
constexpr double k_mostGrowth = 1.1;    // the largest growth of the heap from the second fifth of the game to the last

constexpr const char* k_usage = "usage: soak [--steps N] [--projectiles N] [--seed S]\n";

struct Options
{
	int64_t steps = 1000;
	int64_t projectiles = 1000;
	uint64_t seed = 1;
};

class Soak
{
public:
	explicit Soak(const Options& options) : m_options(options), m_random(options.seed)
	{
		AddWalls();
		Refill();
	}

	bool Run()
	{
		ProgressLine progress(static_cast<double>(m_options.steps), "steps");
		for (m_step = 1; m_step <= m_options.steps && m_faults == 0; ++m_step)
		{
			ChangeWorld();
			Refill();
			FireAndThrow();
			m_plugin.Step(k_dt, 4, 2);
			Count();
			LookInside();
			progress.Step();
			if (m_step % k_checked == 0)
			{
				CheckBooks();
				Weigh();
			}
			if (m_step % 1000 == 0)
			{
				Tell();
			}
		}
		CheckBooks();
		Tell();
		const bool grows =
		    m_options.steps >= 5000 && static_cast<double>(m_late) > k_mostGrowth * static_cast<double>(m_early);
		std::printf("heap in the second fifth at most %.2f MB, in the last %.2f MB%s; faults: %" PRId64 "\n",
		            1e-6 * static_cast<double>(m_early), 1e-6 * static_cast<double>(m_late), grows ? ": it grows" : "",
		            m_faults);
		return m_faults == 0 && grows == false;
	}

private:
	void AddWalls()
	{
		b2Body* walls = AddBody(m_world, {0.0f, 0.0f});
		const float out = k_half + 1.0f;
		for (const b2Vec2 side : {b2Vec2{1.0f, 0.0f}, b2Vec2{-1.0f, 0.0f}, b2Vec2{0.0f, 1.0f}, b2Vec2{0.0f, -1.0f}})
		{
			const b2PolygonShape wall =
			    BoxOf(side.x != 0.0f ? 1.0f : out + 1.0f, side.y != 0.0f ? 1.0f : out + 1.0f, out * side, 0.0f);
			walls->CreateFixture(&wall, 0.0f);
		}
	}

	b2Body* AddSomething(b2BodyType type)
	{
		b2Body* body = AddBody(m_world, m_random.InBox(0.9f * k_half), m_random.Uniform(-3.0f, 3.0f), type);
		for (int32_t i = 1 + m_random.Below(3); i > 0; --i)
		{
			AddFixture(body);
		}
		if (type != b2_staticBody)
		{
			body->SetLinearVelocity(m_random.InBox(5.0f));
			body->SetAngularVelocity(m_random.Uniform(-3.0f, 3.0f));
		}
		return body;
	}

	void AddFixture(b2Body* body)
	{
		const float size = m_random.LogUniform(0.2f, 3.0f);
		b2Fixture* fixture;
		if (m_random.OneIn(3))
		{
			const b2CircleShape circle = CircleOf(size, m_random.InBox(1.0f));
			fixture = body->CreateFixture(&circle, 1.0f);
		}
		else
		{
			const b2PolygonShape polygon = RandomPolygon(m_random, size);
			fixture = body->CreateFixture(&polygon, 1.0f);
		}
		fixture->SetRestitution(m_random.Uniform(0.0f, 1.0f));
		if (m_random.OneIn(2))
		{
			m_plugin.SetSurface(fixture, {.resistance = m_random.LogUniform(1.0f, 1.0e5f),
			                              .ricochetAngle = m_random.Uniform(0.0f, 1.57f),
			                              .restitution = m_random.Uniform(0.0f, 1.0f)});
		}
	}

	void Refill()
	{
		const std::pair<std::vector<b2Body*>*, size_t> wanted[] = {
		    {&m_statics, k_statics}, {&m_movers, k_movers}, {&m_loose, k_loose}};
		const b2BodyType types[] = {b2_staticBody, b2_kinematicBody, b2_dynamicBody};
		for (size_t i = 0; i < 3; ++i)
		{
			while (wanted[i].first->size() < wanted[i].second)
			{
				wanted[i].first->push_back(AddSomething(types[i]));
			}
		}
	}

	b2Body* Take(std::vector<b2Body*>& bodies)
	{
		const auto i = static_cast<size_t>(m_random.Below(static_cast<int32_t>(bodies.size())));
		b2Body* body = bodies[i];
		bodies[i] = bodies.back();
		bodies.pop_back();
		return body;
	}

	void ChangeWorld()
	{
		for (b2Body* mover : m_movers)
		{
			const b2Vec2 p = mover->GetPosition();
			if (std::max(std::abs(p.x), std::abs(p.y)) > 0.9f * k_half)
			{
				mover->SetLinearVelocity(-0.05f * p);
			}
		}
		std::vector<b2Body*>* kinds[] = {&m_statics, &m_movers, &m_loose};
		std::vector<b2Body*>& kind = *kinds[m_random.Below(3)];
		switch (m_random.Below(12))
		{
		case 0:
			m_plugin.QueueDestroy(Take(kind));
			break;
		case 1:
		{
			b2Body* body = Take(kind);
			m_plugin.Forget(body);
			m_world.DestroyBody(body);
			break;
		}
		case 2:
			AddFixture(kind[0]);
			break;
		case 3:
			if (kind[0]->GetFixtureList()->GetNext() != nullptr)
			{
				m_plugin.Forget(kind[0]->GetFixtureList());
				kind[0]->DestroyFixture(kind[0]->GetFixtureList());
			}
			break;
		case 4:
			m_movers[0]->SetEnabled(m_movers[0]->IsEnabled() == false);
			break;
		case 5:
			m_movers[1]->SetTransform(m_random.InBox(0.9f * k_half), m_random.Uniform(-3.0f, 3.0f));
			break;
		case 6:
			m_plugin.Explode(
			    {.position = m_random.InBox(k_half),
			     .fragments = {.count = 8, .bullet = {.lifetime = 1.0f, .radius = 0.02f, .hitsGrenades = true}}});
			m_fired += static_cast<int64_t>(m_plugin.Fragments().size());
			break;
		default:
			break;
		}
	}

	void FireAndThrow()
	{
		while (static_cast<int64_t>(m_plugin.Bullets().size()) < m_options.projectiles)
		{
			BulletDef def;
			def.position = m_random.InBox(0.95f * k_half);
			def.velocity = m_random.LogUniform(1.0f, 1000.0f) * m_random.Direction();
			def.lifetime = m_random.LogUniform(0.05f, 20.0f);
			def.drag = m_random.OneIn(4) ? 0.1f : 0.0f;
			def.maxBounces = m_random.Below(4);
			def.maxPierces = m_random.OneIn(8) ? 3 : 0;
			def.userData = def.maxPierces > 0 ? k_pierces : 0;
			def.radius = m_random.OneIn(4) ? m_random.LogUniform(0.005f, 0.5f) : 0.0f;
			def.hitsGrenades = m_random.OneIn(2);
			if (def.hitsGrenades && m_random.OneIn(2) && m_plugin.Grenades().empty() == false)
			{
				AimAtGrenade(def);
			}
			m_last = m_plugin.Fire(def);
			m_fired += 1;
		}
		while (static_cast<int64_t>(m_plugin.Grenades().size()) < m_options.projectiles / 50)
		{
			GrenadeDef def;
			def.position = m_random.InBox(0.95f * k_half);
			def.velocity = m_random.InBox(20.0f);
			def.radius = m_random.LogUniform(0.02f, 0.3f);
			def.fuse = m_random.LogUniform(0.5f, 60.0f);
			def.blast = m_random.OneIn(8) ? std::optional(ExplosionDef{}) : std::nullopt;
			m_plugin.Throw(def);
			m_fired += 1;
		}
		if (m_random.OneIn(4) && m_plugin.Find(m_last).has_value())
		{
			m_plugin.Cancel(m_last);
			m_ended += 1;
		}
	}

	// Starts the bullet near a grenade, because most bullets from farther away would hit something else first.
	void AimAtGrenade(BulletDef& def)
	{
		const auto grenades = m_plugin.Grenades();
		const GrenadeState& grenade =
		    grenades[static_cast<size_t>(m_random.Below(static_cast<int32_t>(grenades.size())))];
		const b2Vec2 way = m_random.LogUniform(0.5f, 50.0f) * m_random.Direction();
		def.position = grenade.position - way;
		def.velocity = grenade.velocity + m_random.LogUniform(1.0f, 100.0f) * way;
	}

	void Count()
	{
		m_ended += static_cast<int64_t>(m_plugin.Expired().size());
		m_impacts += static_cast<int64_t>(m_plugin.Impacts().size());
		for (const ImpactEvent& impact : m_plugin.Impacts())
		{
			m_shots += impact.bullet && impact.grenade ? 1 : 0;
		}
	}

	void LookInside()
	{
		for (const BulletState& bullet : m_plugin.Bullets())
		{
			if (bullet.userData != k_pierces &&
			    m_random.OneIn(static_cast<int32_t>(m_options.projectiles) / k_sampled + 1))
			{
				Accuse(DepthAt(bullet.position, bullet.radius), bullet.radius > 0.0f ? "a disc" : "a bullet");
			}
		}
		for (const GrenadeState& grenade : m_plugin.Grenades())
		{
			Accuse(DepthAt(grenade.position, 0.0f), "the middle of a grenade");
		}
	}

	// Returns the depth of a disc in the static solids (m).
	double DepthAt(b2Vec2 position, float radius)
	{
		struct Inside : b2QueryCallback
		{
			bool ReportFixture(b2Fixture* fixture) override
			{
				if (fixture->GetBody()->GetType() == b2_staticBody && fixture->IsSensor() == false)
				{
					depth = std::max(depth, radius - SignedDistance(*fixture, place));
				}
				return true;
			}
			Point2 place;
			double radius = 0.0;
			double depth = 0.0;
		};
		Inside inside;
		inside.place = Widen(position);
		inside.radius = radius;
		const b2Vec2 reach{radius, radius};
		m_world.QueryAABB(&inside, {position - reach, position + reach});
		return inside.depth;
	}

	void Accuse(double depth, const char* what)
	{
		if (depth > k_leastDepth)
		{
			m_faults += 1;
			std::fprintf(stderr, "step %" PRId64 ": %s is %g m inside a static solid\n", m_step, what, depth);
		}
	}

	void CheckBooks()
	{
		const auto alive = static_cast<int64_t>(m_plugin.Bullets().size() + m_plugin.Grenades().size());
		if (m_fired != alive + m_ended)
		{
			m_faults += 1;
			std::fprintf(stderr, "step %" PRId64 ": %" PRId64 " fired, %" PRId64 " alive, %" PRId64 " ended\n", m_step,
			             m_fired, alive, m_ended);
		}
	}

	void Weigh()
	{
		const struct mallinfo2 heap = mallinfo2();
		const size_t bytes = heap.uordblks + heap.hblkhd;
		const int64_t fifth = 5 * (m_step - 1) / m_options.steps;
		m_early = fifth == 1 ? std::max(m_early, bytes) : m_early;
		m_late = fifth == 4 ? std::max(m_late, bytes) : m_late;
	}

	void Tell() const
	{
		std::printf("%" PRId64 " steps: %" PRId64 " fired, %" PRId64 " ended, %" PRId64 " impacts, %" PRId64
		            " of them with grenades\n",
		            std::min(m_step, m_options.steps), m_fired, m_ended, m_impacts, m_shots);
		std::fflush(stdout);
	}

	Options m_options;
	SceneRandom m_random;
	b2World m_world{b2Vec2{0.0f, -10.0f}};
	Plugin m_plugin{m_world};
	std::vector<b2Body*> m_statics, m_movers, m_loose;
	BulletId m_last;
	int64_t m_step = 0;
	int64_t m_fired = 0;
	int64_t m_ended = 0; // expired or cancelled
	int64_t m_impacts = 0;
	int64_t m_shots = 0; // bullets that hit grenades
	int64_t m_faults = 0;
	size_t m_early = 0;
	size_t m_late = 0;
};

template <class Number>
bool Parse(std::string_view text, Number low, Number high, Number& value)
{
	const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
	return error == std::errc() && end == text.data() + text.size() && low <= value && value <= high;
}

bool Set(Options& options, std::string_view name, std::string_view value)
{
	if (name == "--steps")
	{
		return Parse<int64_t>(value, 1, 1'000'000'000, options.steps);
	}
	if (name == "--projectiles")
	{
		return Parse<int64_t>(value, 1, 10'000'000, options.projectiles);
	}
	return name == "--seed" && Parse<uint64_t>(value, 0, UINT64_MAX, options.seed);
}

} // namespace

int main(int count, char** arguments)
{
	Options options;
	for (int i = 1; i < count; i += 2)
	{
		if (i + 1 == count || Set(options, arguments[i], arguments[i + 1]) == false)
		{
			std::fprintf(stderr, "soak: not understood: '%s'\n%s", arguments[i], k_usage);
			return k_badArguments;
		}
	}
	return Soak(options).Run() ? 0 : k_faulty;
}
