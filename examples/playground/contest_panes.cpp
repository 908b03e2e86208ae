// MIT License, Copyright (c) 2026 the ricochet authors

#include "contest.h"

#include "by_box2d.h"
#include "stage.h"

#include <ricochet/shapes/shape_factory.h>

#include <box2d/b2_contact.h>

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

namespace playground
{

namespace
{

constexpr size_t k_lanes = 3;
constexpr int k_panes = 8;
constexpr float k_laneWidth = 8.0f;   // m
constexpr float k_top = 6.0f;         // m, where shots start; they end as far below
constexpr float k_longestStep = 2.0f; // m: a body of Box2D moves no farther in a step
constexpr size_t k_mostPlaces = 80;

float MiddleOf(size_t lane)
{
	return (static_cast<float>(lane) - 1.0f) * k_laneWidth;
}

float HeightOf(int pane)
{
	return 3.9f - 1.15f * static_cast<float>(pane);
}

// The same shots through the same eight panes, in three lanes. Every pane that a shot has crossed without a report is
// lost.
class PaneContest : public Contest
{
public:
	explicit PaneContest(Stage& stage) { AddPanes(stage); }

	void Go(Stage& stage) override
	{
		stage.EndHistory();
		if (stage.settings.doorThickness != m_thickness)
		{
			Clear(stage);
			AddPanes(stage);
		}
		for (const ricochet::ImpactEvent& impact : stage.plugin.Impacts())
		{
			for (Shot& shot : m_shots)
			{
				if (shot.number == impact.userData)
				{
					Note(shot, 2, impact.fixture);
				}
			}
		}
		for (Shot& shot : m_shots)
		{
			FlyByRay(stage, shot);
			FlyBody(stage, shot);
			shot.time += stage.timeStep;
		}
		std::erase_if(m_shots, [&](Shot& shot) { return IsOver(stage, shot); });
		for (m_due += stage.settings.rate * stage.timeStep; m_due >= 1.0f; m_due -= 1.0f)
		{
			const double share = std::fmod(0.6180339887498949 * static_cast<double>(m_fired + 1), 1.0);
			Fire(stage, 4.0f * static_cast<float>(share) - 2.0f);
		}
	}

	void Press(Stage& stage, b2Vec2 at) override
	{
		const float lane = std::clamp(std::round(at.x / k_laneWidth), -1.0f, 1.0f);
		Fire(stage, std::clamp(at.x - lane * k_laneWidth, -2.5f, 2.5f));
	}

	[[nodiscard]] bool MarksHits() const override { return true; }

	void Draw(const Stage& stage, Display& display) const override
	{
		constexpr std::array<std::string_view, k_lanes> names{"one ray cast a step", "Box2D bullet body", "ricochet"};
		const float flown = static_cast<float>(stage.ShownTime() - stage.time) + stage.timeStep;
		std::vector<b2Vec2> streaks;
		for (const Shot& shot : m_shots)
		{
			const b2Vec2 back{0.0f, 0.012f * std::min(stage.settings.timeScale, 1.0f) * shot.speed};
			if (shot.ray.y > -k_top)
			{
				streaks.push_back(shot.ray - b2Vec2{0.0f, flown * shot.speed});
				streaks.push_back(back);
			}
			if (shot.body != nullptr)
			{
				streaks.push_back(shot.body->GetPosition());
				streaks.push_back(back);
			}
		}
		display.Streaks(streaks, Style::Bullet);
		for (size_t lane = 0; lane < k_lanes; ++lane)
		{
			const Score& score = m_scores[lane];
			const float x = MiddleOf(lane);
			display.Dots(score.reported, Style::Normal);
			display.Dots(score.lost, Style::Exit);
			const double share = score.crossed > 0 ? 100.0 * score.missing / score.crossed : 0.0;
			display.Title({x, k_top + 1.6f}, 0.5f, names[lane]);
			display.Title({x, k_top + 0.7f}, 0.62f, fmt::format("{:.0f} % of panes lost", share),
			              score.missing > 0 ? Style::Exit : Style::Label);
			display.Title({x, -k_top - 0.9f}, 0.4f, fmt::format("{} of {} panes lost", score.missing, score.crossed));
		}
	}

private:
	struct Shot
	{
		uintptr_t number;
		float across, speed;
		float time = 0.0f; // s since it was fired
		b2Vec2 ray;
		b2Body* body;
		std::array<std::array<bool, k_panes>, k_lanes> isNoted{};
	};
	struct Score
	{
		int crossed = 0, missing = 0;
		std::vector<b2Vec2> reported, lost; // the last places at which a pane was crossed with and without a report
	};

	void AddPanes(Stage& stage)
	{
		m_thickness = stage.settings.doorThickness;
		for (size_t lane = 0; lane < k_lanes; ++lane)
		{
			for (int pane = 0; pane < k_panes; ++pane)
			{
				b2Body* body =
				    stage.AddPlainBox({MiddleOf(lane), HeightOf(pane)}, 2.7f, 0.5f * m_thickness, Material::Glass);
				stage.plugin.SetSurface(body->GetFixtureList(),
				                        {.resistance = 0.0f, .ricochetAngle = 0.0f}); // all shots keep their speed
				m_panes.push_back(body);
			}
		}
	}

	void Clear(Stage& stage)
	{
		for (b2Body* pane : m_panes)
		{
			stage.plugin.Forget(pane);
			stage.world.DestroyBody(pane);
		}
		for (Shot& shot : m_shots)
		{
			Destroy(stage, shot);
		}
		stage.plugin.Clear();
		m_panes.clear();
		m_shots.clear();
		m_scores = {};
	}

	static void Destroy(Stage& stage, Shot& shot)
	{
		if (shot.body != nullptr)
		{
			stage.plugin.Forget(shot.body);
			stage.world.DestroyBody(shot.body);
			shot.body = nullptr;
		}
	}

	void Note(Shot& shot, size_t lane, const b2Fixture* fixture) const
	{
		for (int pane = 0; pane < k_panes; ++pane)
		{
			const b2Body* body = m_panes[lane * k_panes + static_cast<size_t>(pane)];
			if (fixture != nullptr && fixture->GetBody() == body)
			{
				shot.isNoted[lane][static_cast<size_t>(pane)] = true;
			}
		}
	}

	void FlyByRay(const Stage& stage, Shot& shot) const
	{
		const b2Vec2 to = shot.ray - b2Vec2{0.0f, shot.speed * stage.timeStep};
		const FirstOfBox2D first(stage.world, shot.ray, to);
		Note(shot, 0, first.fixture);
		shot.ray = to;
	}

	void FlyBody(Stage& stage, Shot& shot) const
	{
		bool isStopped = false;
		for (const b2ContactEdge* edge = shot.body != nullptr ? shot.body->GetContactList() : nullptr; edge != nullptr;
		     edge = edge->next)
		{
			if (edge->contact->IsTouching())
			{
				Note(shot, 1, edge->contact->GetFixtureA());
				Note(shot, 1, edge->contact->GetFixtureB());
				isStopped = true;
			}
		}
		if (shot.body != nullptr && (isStopped || std::abs(shot.body->GetPosition().y) > k_top))
		{
			Destroy(stage, shot);
		}
	}

	bool IsOver(Stage& stage, Shot& shot)
	{
		const float slowest = std::min(shot.speed, k_longestStep / stage.timeStep);
		if (shot.time < 2.0f * k_top / slowest + 3.0f * stage.timeStep)
		{
			return false;
		}
		Destroy(stage, shot);
		for (size_t lane = 0; lane < k_lanes; ++lane)
		{
			Score& score = m_scores[lane];
			for (int pane = 0; pane < k_panes; ++pane)
			{
				const bool isNoted = shot.isNoted[lane][static_cast<size_t>(pane)];
				std::vector<b2Vec2>& places = isNoted ? score.reported : score.lost;
				++score.crossed;
				score.missing += isNoted == false;
				places.push_back({MiddleOf(lane) + shot.across, HeightOf(pane)});
				if (places.size() > k_mostPlaces)
				{
					places.erase(places.begin());
				}
			}
		}
		return true;
	}

	void Fire(Stage& stage, float across)
	{
		Shot& shot = m_shots.emplace_back();
		shot.number = ++m_fired;
		shot.across = across;
		shot.speed = stage.settings.speed;
		shot.ray = {MiddleOf(0) + across, k_top};
		ricochet::BulletDef def;
		def.position = {MiddleOf(2) + across, k_top};
		def.velocity = {0.0f, -shot.speed};
		def.gravityScale = 0.0f;
		def.maxPierces = k_panes;
		def.maxRange = 2.0f * k_top;
		def.userData = shot.number;
		def.filter.groupIndex = -1;
		stage.counts.fired += static_cast<bool>(stage.plugin.Fire(def));
		shot.body = stage.AddBody({MiddleOf(1) + across, k_top}, 0.0f, b2_dynamicBody);
		shot.body->SetBullet(true);
		shot.body->SetGravityScale(0.0f);
		shot.body->SetLinearVelocity(def.velocity);
		if (const auto disc = ricochet::MakeCircle({0.0f, 0.0f}, 0.01f))
		{
			b2Filter filter;
			filter.groupIndex = -1; // bullets do not meet each other
			stage.Add(shot.body, *disc, Material::Steel)->SetFilterData(filter);
		}
	}

	float m_thickness = 0.0f;
	std::vector<b2Body*> m_panes;
	std::vector<Shot> m_shots;
	std::array<Score, k_lanes> m_scores;
	float m_due = 0.0f;
	uintptr_t m_fired = 0;
};

} // namespace

std::unique_ptr<Contest> MakePaneContest(Stage& stage)
{
	return std::make_unique<PaneContest>(stage);
}

} // namespace playground
