// MIT License, Copyright (c) 2026 the ricochet authors

#include "contest.h"

#include "stage.h"

#include <ricochet/shapes/shape_factory.h>

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

namespace playground
{

namespace
{

constexpr float k_apart = 6.2f;     // m, of the middle of each half from the middle
constexpr float k_radius = 0.12f;   // m, of grenades
constexpr float k_doorHalf = 1.6f;  // m, half of the door's height
constexpr float k_floor = -3.0f;    // m
constexpr float k_cycle = 2.0f;     // s, of which the door is open for the first half
constexpr float k_doorWidth = 0.3f; // m, half
constexpr float k_slot = 2.6f;      // m, half of the door's opening
constexpr size_t k_mostLeaks = 60;

b2Vec2 MiddleOf(size_t side)
{
	return {side == 0 ? -k_apart : k_apart, 0.0f};
}

// The same grenades between the same leaves of a door that close on them, as bodies of Box2D and as grenades of
// ricochet. A grenade whose centre ends in a wall, in a leaf or behind the walls is lost.
class DoorContest : public Contest
{
public:
	explicit DoorContest(Stage& stage)
	{
		for (size_t side = 0; side < 2; ++side)
		{
			const b2Vec2 at = MiddleOf(side);
			stage.AddPlainBox(at + b2Vec2{0.0f, k_floor - 0.1f}, 5.4f, 0.1f, Material::Stone);
			stage.AddPlainBox(at + b2Vec2{0.0f, k_floor + 2.0f * k_slot + 0.1f}, 5.4f, 0.1f, Material::Stone);
			stage.AddPlainBox(at + b2Vec2{-5.3f, k_floor + k_slot}, 0.1f, k_slot, Material::Stone);
			stage.AddPlainBox(at + b2Vec2{5.3f, k_floor + k_slot}, 0.1f, k_slot, Material::Stone);
			for (b2Body*& leaf : m_doors[side])
			{
				leaf = stage.AddPlainBox(at, k_doorWidth, k_doorHalf, Material::Steel, 0.0f, b2_kinematicBody);
			}
		}
		Open(stage);
	}

	void Go(Stage& stage) override
	{
		stage.EndHistory();
		for (const ricochet::ExpiredEvent& expired : stage.plugin.Expired())
		{
			m_crushed += expired.reason == ricochet::ExpiredEvent::Reason::Crushed;
		}
		m_time += stage.timeStep;
		if (m_time >= k_cycle)
		{
			Judge(stage);
			m_time -= k_cycle;
			Open(stage);
		}
		// The two leaves of a door close from both sides, until they touch.
		const bool closes = m_time >= 0.4f * k_cycle;
		for (size_t side = 0; side < 2; ++side)
		{
			for (b2Body* leaf : m_doors[side])
			{
				const float offset = leaf->GetPosition().x - MiddleOf(side).x;
				const float left = std::max(std::abs(offset) - k_doorWidth, 0.0f);
				const float speed = std::min(stage.settings.doorSpeed, left / stage.timeStep);
				leaf->SetLinearVelocity({closes ? -std::copysign(speed, offset) : 0.0f, 0.0f});
			}
		}
		if (m_time < 0.4f * k_cycle)
		{
			for (m_due += stage.settings.rate * stage.timeStep; m_due >= 1.0f; m_due -= 1.0f)
			{
				Throw(stage);
			}
		}
	}

	void Press(Stage& stage, b2Vec2) override { Throw(stage); }

	void Draw(const Stage&, Display& display) const override
	{
		for (const b2Body* body : m_bodies)
		{
			display.Circle(body->GetPosition(), k_radius, body->GetAngle(), Style::Box2D);
		}
		for (size_t side = 0; side < 2; ++side)
		{
			const Score& score = m_scores[side];
			const b2Vec2 at = MiddleOf(side);
			display.Dots(score.lost, Style::Exit);
			display.Title(at + b2Vec2{0.0f, 4.6f}, 0.5f, side == 0 ? "Box2D bullet bodies" : "grenades of ricochet");
			display.Title(at + b2Vec2{0.0f, 3.7f}, 0.62f, fmt::format("{} of {} left in steel", score.inside, m_judged),
			              score.inside > 0 ? Style::Exit : Style::Label);
			display.Title(at + b2Vec2{0.0f, 2.85f}, 0.4f,
			              side == 0 ? "the door's leaves overlap them"
			                        : fmt::format("{} reported as crushed, on their own side", m_crushed));
		}
	}

private:
	struct Score
	{
		int inside = 0;
		std::vector<b2Vec2> lost;
	};

	void Open(Stage& stage)
	{
		for (size_t side = 0; side < 2; ++side)
		{
			for (size_t i = 0; i < 2; ++i)
			{
				const float sign = i == 0 ? -1.0f : 1.0f;
				const b2Vec2 at{sign * (k_doorWidth + 2.0f), k_floor + k_doorHalf};
				m_doors[side][i]->SetTransform(MiddleOf(side) + at, 0.0f);
				m_doors[side][i]->SetLinearVelocity({0.0f, 0.0f});
			}
		}
		for (b2Body* body : m_bodies)
		{
			stage.plugin.Forget(body);
			stage.world.DestroyBody(body);
		}
		m_bodies.clear();
		stage.plugin.Clear();
	}

	[[nodiscard]] static bool IsInside(const Stage& stage, b2Vec2 at)
	{
		for (const b2Body* body = stage.world.GetBodyList(); body != nullptr; body = body->GetNext())
		{
			if (body->GetType() == b2_dynamicBody)
			{
				continue;
			}
			for (const b2Fixture* fixture = body->GetFixtureList(); fixture != nullptr; fixture = fixture->GetNext())
			{
				if (fixture->TestPoint(at))
				{
					return true;
				}
			}
		}
		return false;
	}

	void Judge(const Stage& stage)
	{
		m_judged += static_cast<int>(m_bodies.size());
		std::array<std::vector<b2Vec2>, 2> places;
		for (const b2Body* body : m_bodies)
		{
			places[0].push_back(body->GetPosition());
		}
		for (const ricochet::GrenadeState& grenade : stage.plugin.Grenades())
		{
			places[1].push_back(grenade.position);
		}
		for (size_t side = 0; side < 2; ++side)
		{
			Score& score = m_scores[side];
			for (const b2Vec2 at : places[side])
			{
				const b2Vec2 from = at - MiddleOf(side);
				const bool isOut = std::abs(from.x) > 5.3f || from.y < k_floor || from.y > k_floor + 2.0f * k_slot;
				if (isOut || IsInside(stage, at))
				{
					++score.inside;
					score.lost.push_back(at);
				}
			}
			if (score.lost.size() > k_mostLeaks)
			{
				score.lost.erase(score.lost.begin(), score.lost.end() - static_cast<std::ptrdiff_t>(k_mostLeaks));
			}
		}
	}

	void Throw(Stage& stage)
	{
		ricochet::GrenadeDef def;
		def.velocity = {4.0f * (stage.Random() - 0.5f), -2.0f};
		const b2Vec2 at{1.6f * (stage.Random() - 0.5f), 1.0f};
		def.position = MiddleOf(1) + at;
		def.radius = k_radius;
		def.fuse = 10.0f;
		def.filter.groupIndex = -1;
		stage.counts.fired += static_cast<bool>(stage.plugin.Throw(def));
		b2Body* body = stage.AddBody(MiddleOf(0) + at, 0.0f, b2_dynamicBody);
		body->SetBullet(true);
		body->SetLinearVelocity(def.velocity);
		if (const auto disc = ricochet::MakeCircle({0.0f, 0.0f}, k_radius))
		{
			b2Filter filter;
			filter.groupIndex = -1; // grenades do not meet each other
			stage.Add(body, *disc, Material::Steel)->SetFilterData(filter);
		}
		m_bodies.push_back(body);
	}

	std::array<std::array<b2Body*, 2>, 2> m_doors{}; // two leaves on each side
	std::vector<b2Body*> m_bodies;
	std::array<Score, 2> m_scores;
	int m_judged = 0, m_crushed = 0;
	float m_time = 0.0f, m_due = 0.0f;
};

} // namespace

std::unique_ptr<Contest> MakeDoorContest(Stage& stage)
{
	return std::make_unique<DoorContest>(stage);
}

} // namespace playground
