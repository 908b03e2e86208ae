// MIT License, Copyright (c) 2026 the ricochet authors

#include "draw.h"
#include "feature.h"
#include "judge.h"
#include "place.h"

#include <fmt/format.h>

#include <algorithm>

namespace range
{
namespace
{

constexpr float k_gravity = 10.0f;
constexpr float k_radius = 0.2f; // m, of the grenade
constexpr float k_grenadeMass = 0.4f;
constexpr float k_bulletMass = 0.01f;
constexpr float k_bulletSpeed = 300.0f;
const Motion k_throw{{0.6f, 0.8f}, {6.5f, 11.0f}};
const b2Vec2 k_muzzle{12.0f, 4.6f};
constexpr int32_t k_shotStep = 38;
constexpr int32_t k_steps = 260;
constexpr float k_degrees = 180.0f / b2_pi;

struct Meeting
{
	b2Vec2 grenade{0.0f, 0.0f}; ///< its centre when they met
	b2Vec2 before{0.0f, 0.0f};  ///< m/s, of the grenade
	b2Vec2 after{0.0f, 0.0f};
	float offPlace = 100.0f;     ///< m, between where the states meet and what the event told
	float lostMomentum = 100.0f; ///< as a share of what the bullet brought
};

/// Returns the point to aim at so that the bullet hits the flying grenade.
b2Vec2 Lead(const Motion& grenade)
{
	b2Vec2 aim = grenade.position;
	for (int32_t i = 0; i < 4; ++i)
	{
		aim = Fall(grenade, k_gravity, b2Distance(k_muzzle, aim) / k_bulletSpeed);
	}
	return aim;
}

b2Vec2 FallingVelocity(b2Vec2 velocity, float time)
{
	return velocity - b2Vec2{0.0f, k_gravity * time};
}

/// Computes the collision of bullet and grenade in the last step, from the states before the step: its place and
/// momentum.
Meeting Judge(const Place& place, const Motion& grenade, const Motion& bullet, ricochet::GrenadeId id)
{
	const auto centre = [&](float time)
	{
		return Fall(grenade, k_gravity, time);
	};
	const auto apart = [&](float time)
	{
		return b2Distance(Fall(bullet, k_gravity, time), centre(time)) - k_radius;
	};
	// The search ends when the bullet is about as far as the grenade's centre. Later it might already be out on the far
	// side.
	const float passed = b2Distance(bullet.position, grenade.position) / k_bulletSpeed;
	const float time = TimeOfMeeting(apart, std::min(passed, k_timeStep));
	const b2Vec2 point = Fall(bullet, k_gravity, time);

	Meeting meeting{.grenade = centre(time), .before = FallingVelocity(grenade.velocity, time)};
	for (const ricochet::ImpactEvent& hit : place.plugin.Impacts())
	{
		meeting.offPlace = hit.bullet ? b2Distance(hit.enter.point, point) : meeting.offPlace;
	}
	if (const auto now = place.plugin.Find(id))
	{
		meeting.after = FallingVelocity(now->velocity, time - k_timeStep);
		// The bullet is stuck in the grenade's rim, so it turns with the grenade.
		const b2Vec2 stuck = meeting.after + b2Cross(now->angularVelocity, point - meeting.grenade);
		const b2Vec2 given = k_grenadeMass * (meeting.after - meeting.before);
		const b2Vec2 brought = k_bulletMass * FallingVelocity(bullet.velocity, time);
		meeting.lostMomentum = (brought - k_bulletMass * stuck - given).Length() / brought.Length();
	}
	return meeting;
}

Meeting Play(Place& place)
{
	const ricochet::GrenadeId grenade = place.Throw({.position = k_throw.position,
	                                                 .velocity = k_throw.velocity,
	                                                 .radius = k_radius,
	                                                 .mass = k_grenadeMass,
	                                                 .fuse = 60.0f});
	ricochet::BulletId bullet;
	Meeting meeting;
	for (int32_t step = 0; step < k_steps; ++step)
	{
		const auto disc = place.plugin.Find(grenade);
		if (step == k_shotStep && disc)
		{
			const b2Vec2 aim = Lead({disc->position, disc->velocity});
			bullet = place.Fire({.position = k_muzzle,
			                     .velocity = k_bulletSpeed * Unit(aim - k_muzzle),
			                     .mass = k_bulletMass,
			                     .hitsGrenades = true});
		}
		const auto point = place.plugin.Find(bullet);
		place.Step();
		if (disc && point && place.plugin.Find(bullet).has_value() == false)
		{
			meeting = Judge(place, {disc->position, disc->velocity}, {point->position, point->velocity}, grenade);
		}
	}
	return meeting;
}

void DrawVelocity(SvgCanvas& canvas, b2Vec2 at, b2Vec2 velocity, b2Vec2 shift)
{
	constexpr float k_arrow = 8.0f; // px per m/s
	const float speed = velocity.Length();
	canvas.Arrow(at, velocity, k_arrow * speed, {.stroke = k_pushColor, .width = 2.0f});
	canvas.Text(at, fmt::format("{:.1f} m/s", speed),
	            {.size = 12.0f, .anchor = "middle", .halo = true, .shift = shift});
}

void DrawMeeting(SvgCanvas& canvas, const Story& story, const Meeting& meeting)
{
	DrawObjects(canvas, story.level, story.record, 0.0f);
	std::vector<b2Vec2> unhit;
	for (int32_t i = 0; i <= k_steps; ++i)
	{
		unhit.push_back(Fall({meeting.grenade, meeting.before}, k_gravity, static_cast<float>(i) * k_timeStep));
	}
	canvas.Polyline(unhit, k_ghostStyle);
	DrawFlight(canvas, story.record.flights[0], true, {.width = 1.8f});
	DrawFlight(canvas, story.record.flights[1], false, {.width = 1.8f});
	canvas.Circle(story.record.flights[0].path.back().position, k_radius, {.fill = k_grenadeColor});
	canvas.Circle(meeting.grenade, k_radius, {.fill = "#ffffff", .stroke = k_grenadeColor, .width = 1.4f});
	DrawVelocity(canvas, meeting.grenade, meeting.before, {64.0f, -40.0f});
	DrawVelocity(canvas, meeting.grenade, meeting.after, {-42.0f, -30.0f});
	canvas.Text({12.7f, 6.9f}, "if not hit", {.size = 12.0f, .anchor = "end", .halo = true});
	DrawMuzzle(canvas, k_muzzle, meeting.grenade - k_muzzle);
	DrawMuzzle(canvas, k_throw.position, k_throw.velocity, k_grenadeColor);
}

} // namespace

Feature AirMeeting()
{
	Place place(k_gravity, {MakeBlock(Material::Earth, {6.0f, -0.5f}, {20.0f, 0.5f})});
	const Meeting meeting = Play(place);
	Feature feature;
	feature.name = "meeting";
	feature.title = "A grenade shot out of the air";
	feature.caption = {"The bullet stops in it and turns its flight.", "Blue: the grenade's velocity before, after."};
	feature.center = {6.5f, 4.4f};
	feature.width = 13.0f;
	feature.claims = {{"met off the told place by", 1000.0 * meeting.offPlace, 0.0, 1.0, "mm"},
	                  {"turned by", k_degrees * AngleBetween(meeting.before, meeting.after), 60.0, 180.0, "degrees"},
	                  {"momentum lost", 100.0 * meeting.lostMomentum, 0.0, 0.01, "%"}};
	feature.draw = [story = place.story, meeting](SvgCanvas& canvas)
	{
		DrawMeeting(canvas, story, meeting);
	};
	return feature;
}

} // namespace range
