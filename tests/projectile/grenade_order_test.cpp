// MIT License, Copyright (c) 2026 the ricochet authors

#include "projectile/firing_range.h"

#include "determinism/hash.h"

#include <algorithm>
#include <numeric>
#include <vector>

// Tests that a grenade handles simultaneous contacts in the world's order, whatever the structure of Box2D's tree.

namespace ricochet::test::grenade_order_test
{

namespace
{

constexpr int32_t k_grenades = 200;
constexpr int32_t k_steps = 90;

// The bodies collide only with grenades, because the order of Box2D's own contacts depends on its tree.
class OrderedGame
{
public:
	explicit OrderedGame(uint64_t seed) : m_random(seed), m_range(k_gravity)
	{
		AddTiles();
		AddWedges();
		for (int32_t i = 0; i < 12; ++i)
		{
			AddMoving(i % 2 == 0 ? b2_kinematicBody : b2_dynamicBody);
		}
		for (int32_t i = 0; i < k_grenades; ++i)
		{
			ThrowOne();
		}
	}

	/// Moves proxies to other places in the world's tree. No body moves.
	void ShakeTree(uint64_t seed)
	{
		SceneRandom random(seed);
		std::vector<b2Body*> bodies = m_bodies;
		for (size_t i = bodies.size(); i > 1; --i)
		{
			std::swap(bodies[i - 1], bodies[static_cast<size_t>(random.Below(static_cast<int32_t>(i)))]);
		}
		for (b2Body* body : bodies)
		{
			const b2Vec2 position = body->GetPosition();
			const float angle = body->GetAngle();
			switch (random.Below(4))
			{
			case 0:
				body->SetTransform(1000.0f * random.Direction(), angle);
				body->SetTransform(position, angle);
				break;
			case 1:
				body->SetEnabled(false);
				body->SetEnabled(true);
				break;
			default:
				break;
			}
		}
	}

	/// Runs a step. Adds all visible state of the grenades to the hash, which distinguishes 0 and -0.
	void Step(Hash& hash)
	{
		m_range.Step(k_dt);
		for (const GrenadeState& state : m_range.plugin.Grenades())
		{
			hash.Add(state.id.index);
			hash.Add(state.position);
			hash.Add(state.velocity);
			hash.Add(state.angle);
			hash.Add(state.angularVelocity);
			hash.Add(state.resting);
		}
		for (const ImpactEvent& impact : m_range.plugin.Impacts())
		{
			hash.Add(impact.time);
			hash.Add(impact.enter.normal);
			hash.Add(impact.velocityAfter);
			hash.Add(uint64_t{impact.body->GetUserData().pointer});
		}
		for (const PressEvent& press : m_range.plugin.Presses())
		{
			hash.Add(press.impulse);
			hash.Add(uint64_t{press.body->GetUserData().pointer});
		}
		m_impacts += m_range.plugin.Impacts().size();
	}

	[[nodiscard]] size_t Impacts() const { return m_impacts; }

private:
	b2Body* AddBox(b2Vec2 position, b2Vec2 half, float angle, b2BodyType type)
	{
		b2Body* body = m_range.AddBody(position, angle, type);
		body->SetGravityScale(0.0f);
		body->GetUserData().pointer = m_bodies.size();
		m_bodies.push_back(body);
		AddBoxTo(body, half, {0.0f, 0.0f});
		return body;
	}

	void AddBoxTo(b2Body* body, b2Vec2 half, b2Vec2 center)
	{
		b2Fixture* fixture = m_range.Add(body, BoxOf(half.x, half.y, center, 0.0f), 2.0f);
		b2Filter filter;
		filter.groupIndex = -1;
		fixture->SetFilterData(filter);
		fixture->SetFriction(m_random.Uniform(0.1f, 1.0f));
		fixture->SetRestitution(m_random.OneIn(3) ? 0.7f : 0.0f);
	}

	// Adds a room of tiles side by side. One tile in four exists twice.
	void AddTiles()
	{
		for (int32_t i = -8; i <= 8; ++i)
		{
			const float at = static_cast<float>(i);
			for (const b2Vec2 place : {b2Vec2{at, -8.0f}, b2Vec2{at, 8.0f}, b2Vec2{-8.0f, at}, b2Vec2{8.0f, at}})
			{
				AddBox(place, {0.5f, 0.5f}, 0.0f, b2_staticBody);
				if (m_random.OneIn(4))
				{
					AddBox(place, {0.5f, 0.5f}, 0.0f, b2_staticBody);
				}
			}
		}
	}

	// Adds grooves whose sides are mirror images. The sides belong to two bodies, or are two fixtures of one body.
	void AddWedges()
	{
		for (int32_t i = 0; i < 6; ++i)
		{
			const float x = -5.0f + 2.0f * static_cast<float>(i);
			const float angle = m_random.Uniform(0.2f, 1.2f);
			AddBox({x - 0.5f, -6.0f}, {0.6f, 0.1f}, -angle, b2_staticBody);
			AddBox({x + 0.5f, -6.0f}, {0.6f, 0.1f}, angle, b2_staticBody);
		}
		b2Body* comb = AddBox({0.0f, 0.0f}, {0.1f, 0.5f}, 0.0f, b2_staticBody);
		for (int32_t i = -6; i <= 6; ++i)
		{
			AddBoxTo(comb, {0.1f, 0.5f}, {0.25f * static_cast<float>(i), 0.0f});
		}
	}

	// Adds three boxes in a row, and again three at the same place.
	void AddMoving(b2BodyType type)
	{
		b2Body* body = AddBox(m_random.InBox(6.0f), {0.4f, 0.2f}, m_random.Uniform(-3.0f, 3.0f), type);
		for (const float x : {-0.8f, 0.8f, 0.0f})
		{
			AddBoxTo(body, {0.4f, 0.2f}, {x, 0.0f});
		}
		body->SetLinearVelocity(m_random.InBox(1.0f));
		body->SetAngularVelocity(m_random.OneIn(2) ? m_random.Uniform(-1.0f, 1.0f) : 0.0f);
	}

	// Throws grenades, many of them on a grid above the seams of tiles and the middles of grooves.
	void ThrowOne()
	{
		GrenadeDef def{.velocity = {0.0f, -5.0f}, .radius = 0.1f, .restitution = 0.3f};
		const b2Vec2 place = m_random.InBox(7.0f);
		def.position = m_random.OneIn(2) ? b2Vec2{0.5f * std::round(2.0f * place.x), place.y} : place;
		def.velocity = m_random.OneIn(2) ? b2Vec2{0.0f, -5.0f} : m_random.InBox(10.0f);
		def.mass = m_random.LogUniform(0.1f, 20.0f);
		def.fuse = k_inf;
		m_range.plugin.Throw(def);
	}

	SceneRandom m_random;
	FiringRange m_range;
	std::vector<b2Body*> m_bodies;
	size_t m_impacts = 0;
};

} // namespace

TEST(GrenadeOrder, IsThatOfTheWorldWhateverHasBecomeOfItsTree)
{
	Trouble trouble;
	size_t impacts = 0;
	for (int32_t game = 0; game < ScaledCount(50) && trouble.Count() == 0; ++game)
	{
		const auto seed = static_cast<uint64_t>(9000 + game);
		OrderedGame plain(seed);
		OrderedGame shaken(seed);
		shaken.ShakeTree(seed);
		for (int32_t step = 0; step < k_steps; ++step)
		{
			Hash hash;
			Hash other;
			plain.Step(hash);
			shaken.Step(other);
			if (hash.Get() != other.Get())
			{
				trouble.Add("game %d: other from step %d on", game, step);
				break;
			}
			if (step % 30 == 29)
			{
				shaken.ShakeTree(seed + static_cast<uint64_t>(step));
			}
		}
		impacts += plain.Impacts();
	}
	EXPECT_EQ(trouble.Count(), 0) << trouble.First();
	EXPECT_GT(impacts, 1000u);
}

} // namespace ricochet::test::grenade_order_test
