// MIT License, Copyright (c) 2026 the ricochet authors

#include "draw.h"
#include "feature.h"
#include "judge.h"
#include "place.h"

#include <algorithm>
#include <cmath>

namespace range
{
namespace
{

constexpr float k_turnRate = 4.0f; // rad/s
constexpr float k_targetRadius = 0.45f;
constexpr float k_targetSpeed = 5.0f;
constexpr int32_t k_mostSteps = 300;
constexpr int32_t k_drawnEach = 18; // steps
const b2Vec2 k_muzzle{0.6f, 0.8f};

/// A moment of the chase that is drawn.
struct Moment
{
	b2Vec2 missile{0.0f, 0.0f};
	b2Vec2 direction{0.0f, 0.0f};
	b2Vec2 target{0.0f, 0.0f};
};

struct Chase
{
	std::vector<Moment> moments;
	std::vector<b2Vec2> targetWay;
	b2Vec2 hit{0.0f, 0.0f};
	float seconds = 0.0f;
	float gap = 100.0f;      ///< m, from the end of the missile's way to the target's rim as it then stood
	float sharpest = 0.0f;   ///< rad/s, that the missile's velocity turned
	float missedBy = 100.0f; ///< m, by which the one without homing passed the target's rim
};

ricochet::BulletDef Missile(const b2Body* target)
{
	return {.position = k_muzzle,
	        .velocity = {-1.0f, 4.0f},
	        .gravityScale = 0.0f,
	        .dragQuadratic = 0.13f,
	        .thrust = 9.0f,
	        .homing = {.body = target, .turnRate = target == nullptr ? 0.0f : k_turnRate}};
}

ObjectDef Target()
{
	ObjectDef target;
	target.material = Material::Steel;
	target.body = b2_kinematicBody;
	target.outline = Outline::Circle;
	target.radius = k_targetRadius;
	target.position = {4.8f, 3.0f};
	return target;
}

/// Makes the target weave as it flees.
void DriveTarget(b2Body& target, int32_t step)
{
	const float time = static_cast<float>(step) * k_timeStep;
	const float heading = 1.6f * std::sin(2.6f * time + 0.7f) - 0.3f;
	target.SetLinearVelocity(k_targetSpeed * b2Vec2{std::cos(heading), std::sin(heading)});
}

/// Returns the gap (m) between the end of the missile's path in the last step and the target's rim at that time.
float GapAtEnd(const Place& place, ricochet::BulletId missile, b2Vec2 before, b2Vec2 after)
{
	const ricochet::PathPoint& end = place.plugin.PathOf(missile).back();
	const b2Vec2 target = before + (end.time / k_timeStep) * (after - before);
	return std::abs(b2Distance(end.position, target) - k_targetRadius);
}

Chase Play(Place& place)
{
	b2Body& target = *place.stage.bodies[0];
	const ricochet::BulletId missile = place.Fire(Missile(&target));
	const ricochet::BulletId straight = place.Fire(Missile(nullptr));
	Chase chase;
	auto last = place.plugin.Find(missile);
	for (int32_t step = 0; step < k_mostSteps && last; ++step)
	{
		const b2Vec2 before = target.GetPosition();
		if (step % k_drawnEach == 0)
		{
			chase.moments.push_back({last->position, last->velocity, before});
		}
		chase.targetWay.push_back(before);
		DriveTarget(target, step);
		place.Step();
		const auto now = place.plugin.Find(missile);
		if (now)
		{
			chase.sharpest = std::max(chase.sharpest, AngleBetween(last->velocity, now->velocity) / k_timeStep);
		}
		else
		{
			chase.gap = GapAtEnd(place, missile, before, target.GetPosition());
			chase.hit = place.plugin.PathOf(missile).back().position;
			chase.seconds = place.story.record.seconds;
		}
		if (const auto other = place.plugin.Find(straight))
		{
			const float apart = b2Distance(other->position, target.GetPosition()) - k_targetRadius;
			chase.missedBy = std::min(chase.missedBy, apart);
		}
		last = now;
	}
	chase.targetWay.push_back(target.GetPosition());
	return chase;
}

void DrawMissile(SvgCanvas& canvas, const Moment& moment)
{
	const b2Vec2 along = Unit(moment.direction);
	const b2Vec2 across{-along.y, along.x};
	const b2Vec2 tail = moment.missile - 0.45f * along;
	const b2Vec2 shape[] = {moment.missile, tail + 0.15f * across, tail - 0.15f * across};
	canvas.Polygon(shape, {.fill = k_markColor});
}

void DrawChase(SvgCanvas& canvas, const Story& story, const Chase& chase)
{
	std::vector<b2Vec2> straight;
	for (const PathPoint& point : story.record.flights[1].path)
	{
		straight.push_back(point.position);
	}
	canvas.Polyline(straight, k_ghostStyle);
	canvas.Polyline(chase.targetWay, {.stroke = StrokeOf(Material::Steel), .width = 1.2f});
	for (const Moment& moment : chase.moments)
	{
		canvas.Line(moment.missile, moment.target, {.stroke = k_normalColor, .width = 0.9f, .dash = "2 3"});
		canvas.Circle(moment.target, k_targetRadius, k_ghostStyle);
	}
	DrawObjects(canvas, story.level, story.record, story.record.seconds);
	DrawFlight(canvas, story.record.flights[0], false, {.width = 2.0f});
	for (const Moment& moment : chase.moments)
	{
		DrawMissile(canvas, moment);
	}
	canvas.Dot(chase.hit, 4.0f, {.fill = k_markColor});
	canvas.Text(chase.moments.front().target, "target",
	            {.size = 12.0f, .anchor = "middle", .halo = true, .shift = {0.0f, 24.0f}});
	canvas.Text({-0.8f, 6.6f}, "without homing", {.size = 12.0f, .halo = true, .shift = {8.0f, 4.0f}});
}

} // namespace

Feature HomingChase()
{
	Place place(0.0f, {Target()});
	const Chase chase = Play(place);
	const double rate = k_turnRate;
	Feature feature;
	feature.name = "missile";
	feature.title = "A missile on a weaving target";
	feature.caption = {"Red: from it to the target at the same time.", "Grey: the same missile without homing."};
	feature.center = {4.0f, 4.2f};
	feature.width = 10.4f;
	feature.claims = {{"hit after", chase.seconds, 0.5, 4.0, "s"},
	                  {"gap there", 1000.0 * chase.gap, 0.0, 1.0, "mm"},
	                  {"sharpest turn", chase.sharpest, 0.5 * rate, 1.001 * rate, "rad/s"},
	                  {"unguided it misses by", chase.missedBy, 1.0, 20.0, "m"}};
	feature.draw = [story = place.story, chase](SvgCanvas& canvas)
	{
		DrawChase(canvas, story, chase);
	};
	return feature;
}

} // namespace range
