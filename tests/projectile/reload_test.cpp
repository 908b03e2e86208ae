// MIT License, Copyright (c) 2026 the ricochet authors

#include "determinism/flight_hash.h"
#include "projectile/firing_range.h"

#include "support/random_rays.h"

#include <vector>

// Tests a game that loads a level again. It creates all bodies and fixtures again, sets their surfaces, and restores a
// saved state.

namespace ricochet::test::reload_test
{

namespace
{

// A floor of several parts, on which grenades roll. Bullets bounce off boxes of several parts and pass through them.
class Level : public FiringRange
{
public:
	explicit Level(uint64_t seed) : FiringRange(k_gravity), m_seed(seed)
	{
		Build();
		SetSurfaces(0);
		SceneRandom random(seed);
		for (int32_t i = 0; i < 6; ++i)
		{
			GrenadeDef grenade;
			grenade.position = {random.Uniform(-8.0f, 8.0f), 1.0f};
			grenade.velocity = random.InBox(3.0f);
			grenade.fuse = 100.0f;
			grenade.sticky = i == 5;
			plugin.Throw(grenade);
		}
		for (int32_t i = 0; i < 30; ++i)
		{
			BulletDef bullet;
			bullet.position = {random.Uniform(-8.0f, 8.0f), random.Uniform(2.0f, 8.0f)};
			const float speed = random.LogUniform(1.0f, 100.0f);
			bullet.velocity = speed * random.Direction();
			bullet.gravityScale = 0.1f;
			bullet.lifetime = 100.0f;
			bullet.maxBounces = 1000;
			bullet.maxPierces = 1000;
			bullet.filter.startInside = false;
			bullet.radius = random.OneIn(3) ? 0.05f : 0.0f;
			plugin.Fire(bullet);
		}
	}

	// Destroys all fixtures, or all bodies with their fixtures, and creates the same again. The plugin is not informed.
	void Rebuild(bool bodiesToo)
	{
		for (b2Body* body = world.GetBodyList(); body != nullptr;)
		{
			b2Body* next = body->GetNext();
			while (b2Fixture* fixture = body->GetFixtureList())
			{
				body->DestroyFixture(fixture);
			}
			if (bodiesToo)
			{
				world.DestroyBody(body);
			}
			body = next;
		}
		Build();
	}

	// Sets the surfaces of three fixtures in four. The others keep the default surface.
	void SetSurfaces(uint64_t version)
	{
		for (size_t i = 0; i < m_fixtures.size(); ++i)
		{
			if (i % 4 != 3)
			{
				plugin.SetSurface(m_fixtures[i], SurfaceOf(i, version));
			}
		}
	}

	// True if every fixture has the surface of the given version, or the default.
	[[nodiscard]] bool HasSurfaces(uint64_t version) const
	{
		bool areRight = true;
		for (size_t i = 0; i < m_fixtures.size(); ++i)
		{
			const Surface is = plugin.GetSurface(m_fixtures[i]);
			const Surface expected = i % 4 != 3 ? SurfaceOf(i, version) : Surface{.resistance = 0.0f};
			areRight = areRight && is.resistance == expected.resistance && is.tangentSpeed == expected.tangentSpeed &&
			           is.ricochetAngle == expected.ricochetAngle;
		}
		return areRight;
	}

	uint64_t Play(int32_t steps)
	{
		Hash hash;
		for (int32_t i = 0; i < steps; ++i)
		{
			Step(k_dt);
			AddFlying(plugin, hash);
			AddEvents(plugin, hash);
			impacts += static_cast<int32_t>(plugin.Impacts().size());
		}
		return hash.Get();
	}

	int32_t impacts = 0;

private:
	[[nodiscard]] Surface SurfaceOf(size_t fixture, uint64_t version) const
	{
		SceneRandom random(m_seed + 1000 * version + fixture);
		Surface surface;
		surface.resistance = random.LogUniform(1.0e-3f, 1.0f);
		surface.ricochetAngle = random.Uniform(0.0f, 1.6f);
		surface.restitution = random.Uniform(0.0f, 1.0f);
		surface.tangentSpeed = fixture % 3 == 0 ? random.Uniform(-1.0f, 1.0f) : 0.0f;
		return surface;
	}

	void Build()
	{
		SceneRandom random(m_seed);
		m_fixtures.clear();
		b2Body* body = world.GetBodyList();
		const bool hasBodies = body != nullptr;
		for (int32_t i = 0; i < 10; ++i)
		{
			const b2Vec2 center = i == 0 ? b2Vec2{0.0f, 0.0f} : random.InBox(8.0f) + b2Vec2{0.0f, 10.0f};
			const float angle = i == 0 ? 0.0f : random.Uniform(-3.0f, 3.0f);
			// The world's list begins with the newest body.
			b2Body* at = hasBodies ? nullptr : AddBody(center, angle);
			for (int32_t j = 0; hasBodies && j < 10 - i; ++j)
			{
				at = at == nullptr ? world.GetBodyList() : at->GetNext();
			}
			for (int32_t part = 0; part < 3; ++part)
			{
				b2PolygonShape box;
				const float half = i == 0 ? 4.0f : 0.5f;
				box.SetAsBox(half, 0.4f, {2.0f * half * static_cast<float>(part - 1), 0.0f}, 0.0f);
				m_fixtures.push_back(Add(at, box));
			}
		}
	}

	uint64_t m_seed;
	std::vector<b2Fixture*> m_fixtures;
};

std::vector<std::byte> SavedOf(const Plugin& plugin)
{
	std::vector<std::byte> bytes;
	EXPECT_TRUE(plugin.Save(bytes));
	return bytes;
}

constexpr int32_t k_before = 90; // steps before the save
constexpr int32_t k_after = 90;

// Runs a test for both ways to rebuild a level: only the fixtures, or also the bodies.
template <class Test>
void ForEachRebuilding(Test test)
{
	const uint64_t seed = SeedOf(0x4E10AD);
	for (int32_t i = 0; i < ScaledCount(10); ++i)
	{
		for (const bool bodiesToo : {false, true})
		{
			test(seed + static_cast<uint64_t>(i), bodiesToo);
			ASSERT_FALSE(testing::Test::HasFailure()) << i << (bodiesToo ? ", bodies" : ", fixtures");
		}
	}
}

} // namespace

TEST(Reload, TheSavedSurfacesAreThoseOfTheNewFixtures)
{
	ForEachRebuilding(
	    [](uint64_t seed, bool bodiesToo)
	    {
		    for (const bool setsOthers : {false, true})
		    {
			    Level level(seed);
			    (void)level.Play(k_before);
			    const std::vector<std::byte> bytes = SavedOf(level.plugin);
			    const uint64_t expected = level.Play(k_after);
			    level.Rebuild(bodiesToo);
			    if (setsOthers) // the restored state replaces these surfaces
			    {
				    level.SetSurfaces(1);
			    }
			    ASSERT_TRUE(level.plugin.Restore(bytes));
			    EXPECT_TRUE(level.HasSurfaces(0));
			    EXPECT_EQ(level.Play(k_after), expected);
			    EXPECT_TRUE(level.HasSurfaces(0));
			    EXPECT_GT(level.impacts, 20);
		    }
	    });
}

TEST(Reload, SurfacesThatAreSetAfterwardsAreSeen)
{
	ForEachRebuilding(
	    [](uint64_t seed, bool bodiesToo)
	    {
		    Level straight(seed);
		    (void)straight.Play(k_before);
		    Level level(seed);
		    (void)level.Play(k_before);
		    const std::vector<std::byte> bytes = SavedOf(level.plugin);
		    (void)level.Play(7);
		    straight.SetSurfaces(1);
		    const uint64_t expected = straight.Play(k_after);
		    level.Rebuild(bodiesToo);
		    ASSERT_TRUE(level.plugin.Restore(bytes));
		    level.SetSurfaces(1);
		    EXPECT_TRUE(level.HasSurfaces(1));
		    EXPECT_EQ(level.Play(k_after), expected);
		    EXPECT_TRUE(level.HasSurfaces(1));
	    });
}

TEST(Reload, TheSameSurfacesSetAgainChangeNothing)
{
	ForEachRebuilding(
	    [](uint64_t seed, bool bodiesToo)
	    {
		    Level level(seed);
		    (void)level.Play(k_before);
		    const std::vector<std::byte> bytes = SavedOf(level.plugin);
		    const uint64_t expected = level.Play(k_after);
		    level.Rebuild(bodiesToo);
		    ASSERT_TRUE(level.plugin.Restore(bytes));
		    level.SetSurfaces(0);
		    EXPECT_EQ(level.Play(k_after), expected);
	    });
}

TEST(Reload, TheSameSurfaceSetAgainWakesNothing)
{
	FiringRange range(k_gravity);
	b2Fixture* floor = range.AddBox({0.0f, -1.0f}, 10.0f, 1.0f);
	const Surface surface{.friction = 0.5f};
	range.plugin.SetSurface(floor, surface);
	int32_t asked = 0; // a grenade calls its filter's predicate, unless it rests
	GrenadeDef grenade{.position = {0.0f, 0.5f}, .fuse = 1000.0f};
	grenade.filter.accept = [&](b2Fixture*)
	{
		++asked;
		return true;
	};
	const GrenadeId id = range.plugin.Throw(grenade);
	while (range.plugin.Find(id)->resting == false)
	{
		range.Step(k_dt);
	}
	range.Step(k_dt);
	asked = 0;
	range.plugin.SetSurface(floor, surface);
	range.Step(k_dt);
	EXPECT_EQ(asked, 0);
	range.plugin.SetSurface(floor, {.friction = 0.5f, .tangentSpeed = 1.0f});
	range.Step(k_dt);
	EXPECT_GT(asked, 0);
	EXPECT_GT(std::abs(range.plugin.Find(id)->velocity.x), 0.0f) << "a conveyor carries it";
}

TEST(Reload, AFixtureThatTheSavedStateHasNotHasTheDefaultUntilItIsSet)
{
	FiringRange range;
	b2Fixture* wall = range.AddBox({5.0f, 0.0f}, 1.0f, 1.0f);
	range.plugin.SetSurface(wall, {.resistance = 7.0f});
	const std::vector<std::byte> bytes = SavedOf(range.plugin);
	b2Fixture* other = range.AddBox({9.0f, 0.0f}, 1.0f, 1.0f);
	range.plugin.SetSurface(other, {.resistance = 8.0f});
	ASSERT_TRUE(range.plugin.Restore(bytes));
	EXPECT_EQ(range.plugin.GetSurface(wall).resistance, 7.0f);
	EXPECT_EQ(range.plugin.GetSurface(other).resistance, 0.0f) << "as when it was saved";
	range.plugin.SetSurface(other, {.resistance = 9.0f});
	range.plugin.Fire(Straight({0.0f, 0.0f}, {1.0f, 0.0f}));
	range.Step(k_dt);
	EXPECT_EQ(range.plugin.GetSurface(other).resistance, 9.0f);
}

} // namespace ricochet::test::reload_test
