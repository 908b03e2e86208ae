// MIT License, Copyright (c) 2026 the ricochet authors

#include "race.h"

#include "stage.h"

#include <ricochet/shapes/shape_factory.h>

#include <box2d/b2_contact.h>
#include <box2d/b2_polygon_shape.h>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace playground
{

namespace
{

constexpr float k_laneWidth = 8.0f;   // m
constexpr float k_longestStep = 2.0f; // m: a body of Box2D moves no farther in a step
constexpr size_t k_mostLeaks = 60;

float MiddleOf(size_t lane)
{
	return (static_cast<float>(lane) - 1.0f) * k_laneWidth;
}

// Returns the start of a shot. A why::Shot flies to the right; here the shots fly down.
b2Vec2 StartOf(size_t lane, const why::Shot& shot)
{
	return {MiddleOf(lane) + shot.y, -why::k_start};
}

float SpeedIn(size_t lane, const why::Shot& shot, float timeStep)
{
	return lane == 1 ? std::min(shot.speed, k_longestStep / timeStep) : shot.speed;
}

void Destroy(Stage& stage, b2Body*& body)
{
	if (body != nullptr)
	{
		stage.plugin.Forget(body);
		stage.world.DestroyBody(body);
		body = nullptr;
	}
}

struct FirstOnPath : b2RayCastCallback
{
	float ReportFixture(b2Fixture* fixture, const b2Vec2&, const b2Vec2&, float fraction) override
	{
		const bool isDoor = fixture->GetBody()->GetType() == b2_kinematicBody;
		isHit = isHit || isDoor;
		return isDoor ? fraction : -1.0f;
	}

	bool isHit = false;
};

} // namespace

Race::Race(Stage& stage)
{
	AddDoors(stage);
}

void Race::AddDoors(Stage& stage)
{
	m_door = {.halfThickness = 0.5f * stage.settings.doorThickness, .angles = {}, .stepTime = stage.timeStep};
	b2PolygonShape leaf; // Box2D's own, whose RayCast does not see a ray that starts inside
	leaf.SetAsBox(why::k_halfLength, m_door.halfThickness);
	for (size_t lane = 0; lane < k_lanes; ++lane)
	{
		m_doors[lane] = stage.AddBody({MiddleOf(lane), 0.0f}, 0.0f, b2_kinematicBody);
		stage.Add(m_doors[lane], leaf, Material::Wood);
	}
}

void Race::FlyByRay(const Stage& stage, Shot& shot) const
{
	Flight& flight = shot.flights[0];
	const b2Vec2 to = flight.position - b2Vec2{0.0f, shot.fired.speed * stage.timeStep};
	FirstOnPath first;
	stage.world.RayCast(&first, flight.position, to);
	flight.position = to;
	flight.isHit = first.isHit;
	flight.isOver = first.isHit || to.y < -why::k_end;
}

void Race::FlyBody(Stage& stage, Shot& shot) const
{
	Flight& flight = shot.flights[1];
	flight.position = flight.body->GetPosition();
	for (const b2ContactEdge* edge = flight.body->GetContactList(); edge != nullptr; edge = edge->next)
	{
		flight.isHit = flight.isHit || edge->contact->IsTouching();
	}
	// The body may have touched the door during the step and left it again. Then its velocity has changed.
	const b2Vec2 velocity = flight.body->GetLinearVelocity();
	const float speed = SpeedIn(1, shot.fired, stage.timeStep);
	flight.isHit = flight.isHit || velocity.x != 0.0f || velocity.y > -0.99f * speed;
	flight.isOver = flight.isHit || flight.position.y < -why::k_end;
	if (flight.isOver)
	{
		Destroy(stage, flight.body);
	}
}

void Race::Judge(const Shot& shot)
{
	for (size_t lane = 0; lane < k_lanes; ++lane)
	{
		why::Shot flown = shot.fired;
		flown.speed = SpeedIn(lane, shot.fired, m_door.stepTime);
		if (why::MeetingTime(flown, m_door, -why::k_clear) < 0.0)
		{
			continue;
		}
		Score& score = m_scores[lane];
		++score.met;
		if (shot.flights[lane].isHit == false)
		{
			++score.lost;
			score.leaks.push_back(flown.y);
			if (score.leaks.size() > k_mostLeaks)
			{
				score.leaks.erase(score.leaks.begin());
			}
		}
	}
}

void Race::Fire(Stage& stage)
{
	for (m_due += stage.settings.rate * stage.timeStep; m_due >= 1.0f; m_due -= 1.0f)
	{
		// Multiples of the golden ratio fill the door evenly.
		const double share = std::fmod(0.6180339887498949 * static_cast<double>(++m_fired), 1.0);
		FireAcross(stage, static_cast<float>((2.0 * share - 1.0) * static_cast<double>(why::k_halfLength)));
	}
}

void Race::Press(Stage& stage, b2Vec2 at)
{
	const float lane = std::clamp(std::round(at.x / k_laneWidth), -1.0f, 1.0f);
	++m_fired;
	FireAcross(stage, std::clamp(at.x - lane * k_laneWidth, -why::k_halfLength, why::k_halfLength));
}

// Fires a shot in every lane. `across`: its distance from the middle of the lane (m).
void Race::FireAcross(Stage& stage, float across)
{
	Shot& shot = m_shots.emplace_back(Shot{{m_step, across, stage.settings.speed}, m_fired, {}});
	for (size_t lane = 0; lane < k_lanes; ++lane)
	{
		shot.flights[lane].position = StartOf(lane, shot.fired);
	}
	ricochet::BulletDef def;
	def.position = shot.flights[2].position;
	def.velocity = {0.0f, -shot.fired.speed};
	def.gravityScale = 0.0f;
	def.maxRange = why::k_end - why::k_start;
	def.userData = m_fired;
	def.filter.groupIndex = -1;
	stage.counts.fired += static_cast<bool>(stage.plugin.Fire(def));
	b2Body* body = stage.AddBody(shot.flights[1].position, 0.0f, b2_dynamicBody);
	body->SetBullet(true);
	body->SetGravityScale(0.0f);
	body->SetLinearVelocity(def.velocity);
	if (const auto disc = ricochet::MakeCircle({0.0f, 0.0f}, 0.01f))
	{
		b2Filter filter;
		filter.groupIndex = -1; // bullets do not meet each other
		stage.Add(body, *disc, Material::Steel)->SetFilterData(filter);
	}
	shot.flights[1].body = body;
}

void Race::Clear(Stage& stage)
{
	for (b2Body*& door : m_doors)
	{
		Destroy(stage, door);
	}
	for (Shot& shot : m_shots)
	{
		Destroy(stage, shot.flights[1].body);
	}
	stage.plugin.Clear();
	m_shots.clear();
	m_scores = {};
	m_step = 0;
}

void Race::Go(Stage& stage)
{
	stage.EndHistory();
	if (0.5f * stage.settings.doorThickness != m_door.halfThickness || stage.timeStep != m_door.stepTime)
	{
		Clear(stage);
		AddDoors(stage);
	}
	for (b2Body* door : m_doors)
	{
		door->SetAngularVelocity(stage.settings.doorTurn);
	}
	m_door.turnRate = std::max(m_door.turnRate, stage.settings.doorTurn); // shots in flight saw it turn as fast
	m_door.angles.push_back(static_cast<double>(m_doors[0]->GetAngle()) + 0.5 * static_cast<double>(b2_pi));
	for (const ricochet::ImpactEvent& impact : stage.plugin.Impacts())
	{
		const auto shot = std::find_if(m_shots.begin(), m_shots.end(),
		                               [&](const Shot& one) { return one.number == impact.userData; });
		if (shot != m_shots.end())
		{
			shot->flights[2].isHit = true;
		}
	}
	for (Shot& shot : m_shots)
	{
		if (shot.flights[0].isOver == false)
		{
			FlyByRay(stage, shot);
		}
		if (shot.flights[1].isOver == false)
		{
			FlyBody(stage, shot);
		}
		const float longest = (why::k_end - why::k_start) / SpeedIn(1, shot.fired, stage.timeStep);
		shot.flights[2].isOver =
		    static_cast<float>(m_step - shot.fired.step) * stage.timeStep > longest + 2.0f * stage.timeStep;
	}
	std::erase_if(m_shots,
	              [&](const Shot& shot)
	              {
		              const bool isOver = std::all_of(shot.flights.begin(), shot.flights.end(),
		                                              [](const Flight& flight) { return flight.isOver; });
		              if (isOver)
		              {
			              Judge(shot);
		              }
		              return isOver;
	              });
	Fire(stage);
	++m_step;
}

void Race::Draw(const Stage& stage, Display& display) const
{
	constexpr std::array<std::string_view, k_lanes> names{"one ray cast a step", "Box2D bullet body", "ricochet"};
	const float flown = static_cast<float>(stage.ShownTime() - stage.time) + stage.timeStep; // s, since the step began
	std::vector<b2Vec2> streaks;
	for (const Shot& shot : m_shots)
	{
		for (const size_t lane : {size_t{0}, size_t{1}})
		{
			if (shot.flights[lane].isOver == false)
			{
				const float speed = SpeedIn(lane, shot.fired, stage.timeStep);
				streaks.push_back(shot.flights[lane].position - b2Vec2{0.0f, flown * speed});
				streaks.push_back({0.0f, 0.012f * std::min(stage.settings.timeScale, 1.0f) * speed});
			}
		}
	}
	display.Streaks(streaks, Style::Bullet);
	for (size_t lane = 0; lane < k_lanes; ++lane)
	{
		const Score& score = m_scores[lane];
		const float x = MiddleOf(lane);
		std::vector<b2Vec2> leaks;
		for (const float across : score.leaks)
		{
			leaks.push_back({x + across, -why::k_end - 0.3f});
		}
		display.Dots(leaks, Style::Exit);
		const double share = score.met > 0 ? 100.0 * score.lost / score.met : 0.0;
		display.Title({x, why::k_end + 1.6f}, 0.5f, names[lane]);
		display.Title({x, why::k_end + 0.7f}, 0.62f, fmt::format("{:.1f} % got through", share),
		              score.lost > 0 ? Style::Exit : Style::Label);
		display.Title({x, -why::k_end - 1.1f}, 0.4f, fmt::format("{} of {} hits lost", score.lost, score.met));
	}
}

} // namespace playground
