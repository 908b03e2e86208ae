// MIT License, Copyright (c) 2026 the ricochet authors

#include "draw.h"
#include "feature.h"
#include "judge.h"
#include "place.h"

#include <ricochet/projectile/launch.h>

#include <fmt/format.h>

#include <algorithm>

namespace range
{
namespace
{

constexpr float k_gravity = 10.0f;
const b2Vec2 k_bow{0.3f, 2.6f};
const b2Vec2 k_liftStart{8.2f, 1.0f};
const b2Vec2 k_liftHalf{1.2f, 0.75f};
const b2Vec2 k_liftVelocity{0.0f, 1.9f};
constexpr float k_liftTurn = 0.11f; // rad/s: it tips a little as it goes
constexpr float k_flightTime = 0.4f;
constexpr int32_t k_steps = 186;

struct Shooting
{
	int32_t step;
	float height; // m over the lift's middle
};
constexpr Shooting k_shots[] = {{6, 0.4f}, {78, -0.4f}, {150, 0.0f}};

/// A stuck arrow, in the frame of the lift, as the game stores it.
struct Stuck
{
	int32_t step = 0;
	b2Vec2 tip{0.0f, 0.0f};
	b2Vec2 direction{0.0f, 0.0f};
};

struct Ride
{
	std::vector<Stuck> arrows;
	float offPlace = 0.0f;  ///< m, between what the event told and where the arrow's state and the lift's poses meet
	float offNormal = 0.0f; ///< rad, likewise
	float carried = 0.0f;   ///< m, upwards, of the first
};

b2Transform TransformOf(const Pose& pose)
{
	b2Transform transform;
	transform.Set(pose.position, pose.angle);
	return transform;
}

ObjectDef LiftDef()
{
	ObjectDef lift = MakeMover(b2_kinematicBody, Material::Wood, k_liftStart, k_liftHalf);
	lift.angle = -0.5f * k_liftTurn * k_steps * k_timeStep;
	lift.velocity = k_liftVelocity;
	lift.angularVelocity = k_liftTurn;
	return lift;
}

/// Shoots so that the arrow reaches the lift's left side at a height of the lift's frame, leading the moving lift.
ricochet::BulletId Shoot(Place& place, float height)
{
	const b2Body& lift = *place.stage.bodies[0];
	const b2Vec2 aim = lift.GetWorldPoint({-k_liftHalf.x, height}) + k_flightTime * k_liftVelocity;
	const auto velocity = ricochet::LaunchVelocity(k_bow, aim, k_flightTime, {0.0f, -k_gravity});
	return place.Fire({.position = k_bow, .velocity = *velocity, .mass = 0.03f});
}

/// Returns the point, in the lift's frame, at which the arrow reaches the lift's left side within the last step.
b2Vec2 PlaceOnLift(const Place& place, const Motion& arrow)
{
	const float start = place.story.record.seconds - k_timeStep;
	const auto local = [&](float time)
	{
		return b2MulT(TransformOf(PoseAt(place.story.record, 0, start + time)), Fall(arrow, k_gravity, time));
	};
	return local(TimeOfMeeting([&](float time) { return -k_liftHalf.x - local(time).x; }, k_timeStep));
}

void Stick(const Place& place, const Motion& arrow, int32_t step, Ride& ride)
{
	for (const ricochet::ImpactEvent& hit : place.plugin.Impacts())
	{
		const float time = place.story.record.seconds - k_timeStep + hit.time;
		const b2Transform lift = TransformOf(PoseAt(place.story.record, 0, time));
		ride.arrows.push_back({step + 1, hit.localPoint, b2MulT(lift.q, Unit(hit.velocityBefore))});
		ride.offNormal = std::max(ride.offNormal, AngleBetween(hit.localNormal, {-1.0f, 0.0f}));
		ride.offPlace = std::max(ride.offPlace, b2Distance(hit.localPoint, PlaceOnLift(place, arrow)));
	}
}

Ride Play(Place& place)
{
	Ride ride;
	ricochet::BulletId arrow;
	for (int32_t step = 0; step < k_steps; ++step)
	{
		for (const Shooting& shot : k_shots)
		{
			arrow = shot.step == step ? Shoot(place, shot.height) : arrow;
		}
		const auto state = place.plugin.Find(arrow);
		place.Step();
		Stick(place, state ? Motion{state->position, state->velocity} : Motion{}, step, ride);
	}
	if (ride.arrows.empty() == false)
	{
		const Stuck& first = ride.arrows.front();
		const float time = static_cast<float>(first.step) * k_timeStep;
		const b2Transform then = TransformOf(PoseAt(place.story.record, 0, time));
		const b2Transform now = TransformOf(place.story.record.poses.back()[0]);
		ride.carried = b2Mul(now, first.tip).y - b2Mul(then, first.tip).y;
	}
	return ride;
}

void DrawStuck(SvgCanvas& canvas, const b2Transform& lift, const Stuck& arrow)
{
	const b2Vec2 tip = b2Mul(lift, arrow.tip);
	const b2Vec2 along = b2Mul(lift.q, arrow.direction);
	const b2Vec2 across{-along.y, along.x};
	const b2Vec2 tail = tip - 1.1f * along;
	canvas.Line(tail, tip + 0.15f * along, {.stroke = k_markColor, .width = 2.0f});
	for (const float back : {0.0f, 0.12f})
	{
		for (const float side : {-0.15f, 0.15f})
		{
			const b2Vec2 root = tail + (0.2f - back) * along;
			canvas.Line(root, root - 0.15f * along + side * across, {.stroke = k_markColor, .width = 1.2f});
		}
	}
	canvas.Dot(tip, 2.6f, {.fill = k_markColor});
}

void DrawRide(SvgCanvas& canvas, const Story& story, const Ride& ride)
{
	for (const Flight& flight : story.record.flights)
	{
		DrawFlight(canvas, flight, false, {.width = 1.1f, .opacity = 0.7f});
	}
	DrawMuzzle(canvas, k_bow, {1.0f, 0.35f});
	for (const Stuck& newest : ride.arrows)
	{
		const int32_t step = newest.step;
		const Pose& pose = story.record.poses[static_cast<size_t>(step)][0];
		DrawOutline(canvas, story.level.objects[0], pose,
		            {.fill = FillOf(Material::Wood), .stroke = StrokeOf(Material::Wood), .width = 1.1f});
		for (const Stuck& arrow : ride.arrows)
		{
			if (arrow.step <= step)
			{
				DrawStuck(canvas, TransformOf(pose), arrow);
			}
		}
		canvas.Text(pose.position, fmt::format("{:.1f} s", static_cast<float>(step) * k_timeStep),
		            {.size = 12.0f, .anchor = "middle", .shift = {0.0f, 4.0f}});
	}
}

} // namespace

Feature LiftArrows()
{
	Place place(k_gravity, {LiftDef()});
	const Ride ride = Play(place);
	Feature feature;
	feature.name = "lift";
	feature.title = "Arrows in a lift";
	feature.caption = {"One lift, rising and tipping, at three times.", "Arrows stay where they hit it."};
	feature.center = {4.8f, 4.2f};
	feature.width = 10.6f;
	feature.claims = {{"arrows", static_cast<double>(ride.arrows.size()), 3.0, 3.0},
	                  {"off where they hit at most", 1000.0 * ride.offPlace, 0.0, 1.0, "mm"},
	                  {"normal off", 180.0 / b2_pi * ride.offNormal, 0.0, 0.01, "degrees"},
	                  {"first carried up", ride.carried, 4.0, 6.0, "m"}};
	feature.draw = [story = place.story, ride](SvgCanvas& canvas)
	{
		DrawRide(canvas, story, ride);
	};
	return feature;
}

} // namespace range
