// MIT License, Copyright (c) 2026 the ricochet authors

#include "closeups.h"

#include "draw.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <optional>

namespace range
{
namespace
{

using ricochet::ImpactEvent;
using ricochet::Response;

constexpr float k_radian = 180.0f / b2_pi;

struct Scene
{
	const LevelDef& level;
	std::span<const Shot> shots;
	const Record& record;

	[[nodiscard]] const ObjectDef& ObjectOf(const Impact& impact) const
	{
		return level.objects[static_cast<size_t>(impact.object)];
	}
};

struct Found
{
	size_t shot = 0;
	const Impact* impact = nullptr;
};

/// Returns the bullet impact with the highest score above 0, the first one among equals.
template <class Score>
std::optional<Found> FindBullet(const Scene& scene, Score score)
{
	std::optional<Found> best;
	float bestScore = 0.0f;
	for (size_t i = 0; i < scene.shots.size(); ++i)
	{
		for (const Impact& impact : scene.record.flights[i].impacts)
		{
			const float value = scene.shots[i].grenade ? 0.0f : score(impact, scene.ObjectOf(impact));
			if (value > bestScore)
			{
				bestScore = value;
				best = {i, &impact};
			}
		}
	}
	return best;
}

float Length(b2Vec2 v)
{
	return std::hypot(v.x, v.y);
}

/// Returns the angle between a path and the surface (rad).
float AngleToSurface(b2Vec2 velocity, b2Vec2 normal)
{
	return std::asin(std::min(1.0f, std::abs(b2Dot(Unit(velocity), normal))));
}

std::optional<CloseUp> ThroughGlass(const Scene& scene)
{
	// Picks the longest path through a pane. A slanting path shows best that thickness is measured along the path.
	const auto score = [](const Impact& impact, const ObjectDef& object)
	{
		const bool isIt = impact.event.response == Response::Pierce && object.material == Material::Glass;
		return isIt ? impact.event.thickness : 0.0f;
	};
	const std::optional<Found> found = FindBullet(scene, score);
	if (found.has_value() == false)
	{
		return {};
	}
	const ImpactEvent& event = found->impact->event;
	CloseUp view;
	view.title = "Through glass";
	view.caption = {"An impact tells where the bullet enters and leaves.",
	                fmt::format("This pane slowed it from {:.0f} to {:.0f} m/s.", Length(event.velocityBefore),
	                            Length(event.velocityAfter))};
	view.center = 0.5f * (event.enter.point + event.exit.point);
	view.width = 7.0f * event.thickness;
	view.point = view.center;
	view.side = {0.5f, -1.0f};
	view.draw = [scene, found = *found, event](SvgCanvas& canvas)
	{
		DrawObjects(canvas, scene.level, scene.record, found.impact->time);
		DrawFlight(canvas, scene.record.flights[found.shot], false, {.width = 2.2f});
		DrawImpact(canvas, event, {.entry = 5.0f, .exit = 5.0f, .normal = 42.0f});
		canvas.Arrow(event.exit.point, event.exit.normal, 42.0f, {.stroke = k_normalColor, .width = 1.2f});
		// The label is on the side of the path opposite to the normal.
		const float entryShift = event.enter.normal.y > 0.0f ? 22.0f : -12.0f;
		const float exitShift = event.exit.normal.y > 0.0f ? 22.0f : -12.0f;
		canvas.Text(event.enter.point, "entry", {.anchor = "end", .halo = true, .shift = {-12.0f, entryShift}});
		canvas.Text(event.exit.point, "exit", {.halo = true, .shift = {12.0f, exitShift}});
		canvas.Text(0.5f * (event.enter.point + event.exit.point), fmt::format("{:.2f} mm", 1000.0f * event.thickness),
		            {.size = 16.0f, .anchor = "middle", .bold = true, .halo = true, .shift = {0.0f, -42.0f}});
		const b2Vec2 rise{0.0f, 0.55f * event.thickness};
		const SvgStyle measure{.stroke = k_markColor, .width = 1.0f};
		canvas.Line(event.enter.point + rise, event.exit.point + rise, measure);
		canvas.Line(event.enter.point, event.enter.point + 1.15f * rise, measure);
		canvas.Line(event.exit.point, event.exit.point + 1.15f * rise, measure);
	};
	return view;
}

std::optional<CloseUp> OffSteel(const Scene& scene)
{
	// Picks a hit near the middle of a plate, where the picture shows that it is a plate.
	const auto score = [](const Impact& impact, const ObjectDef& object)
	{
		const bool isIt = impact.event.response == Response::Bounce && object.material == Material::Steel &&
		                  object.body == b2_staticBody;
		return isIt ? 1.0f / (0.1f + Length(impact.event.enter.point - object.position)) : 0.0f;
	};
	const std::optional<Found> found = FindBullet(scene, score);
	if (found.has_value() == false)
	{
		return {};
	}
	const ImpactEvent& event = found->impact->event;
	const float in = k_radian * AngleToSurface(event.velocityBefore, event.enter.normal);
	const float out = k_radian * AngleToSurface(event.velocityAfter, event.enter.normal);
	CloseUp view;
	view.title = "Ricochet off steel";
	view.caption = {"Flatter than the steel's ricochet angle, so it bounces:",
	                fmt::format("as flat out as in, here at {:.0f} m/s.", Length(event.velocityBefore))};
	view.center = event.enter.point + 0.35f * event.enter.normal;
	view.width = 3.2f;
	view.point = event.enter.point;
	view.side = event.enter.normal;
	view.draw = [scene, found = *found, event, in, out](SvgCanvas& canvas)
	{
		DrawObjects(canvas, scene.level, scene.record, found.impact->time);
		DrawFlight(canvas, scene.record.flights[found.shot], false, {.width = 2.2f});
		// The tangent that points back toward the bullet's origin.
		const b2Vec2 normal = event.enter.normal;
		b2Vec2 tangent{-normal.y, normal.x};
		tangent = b2Dot(tangent, event.velocityBefore) > 0.0f ? -tangent : tangent;
		const SvgStyle arc{.stroke = k_markColor, .width = 1.0f};
		canvas.Arc(event.enter.point, 64.0f, tangent, -event.velocityBefore, arc);
		canvas.Arc(event.enter.point, 64.0f, -tangent, event.velocityAfter, arc);
		DrawImpact(canvas, event, {.entry = 5.0f, .normal = 62.0f});
		const b2Vec2 middleIn = tangent - Unit(event.velocityBefore);
		const b2Vec2 middleOut = Unit(event.velocityAfter) - tangent;
		const SvgText text{.anchor = "middle", .halo = true, .shift = {0.0f, 5.0f}};
		canvas.Text(event.enter.point + 0.43f * middleIn, fmt::format("{:.2f}°", in), text);
		canvas.Text(event.enter.point + 0.43f * middleOut, fmt::format("{:.2f}°", out), text);
	};
	return view;
}

std::optional<CloseUp> OnRotor(const Scene& scene)
{
	// Half way along the step, the blade stands clearly apart from where it was and where it will be.
	const auto score = [](const Impact& impact, const ObjectDef& object)
	{
		const bool turns = object.body == b2_kinematicBody && object.angularVelocity != 0.0f;
		const float part = impact.event.time / k_timeStep;
		return turns ? 0.01f + part * (1.0f - part) : 0.0f;
	};
	const std::optional<Found> found = FindBullet(scene, score);
	if (found.has_value() == false)
	{
		return {};
	}
	const Impact& impact = *found->impact;
	const b2Vec2 pivot = PoseAt(scene.record, impact.object, impact.time).position;
	const b2Vec2 arm = impact.event.enter.point - pivot;
	const float speed = std::abs(scene.ObjectOf(impact).angularVelocity) * Length(arm);
	CloseUp view;
	view.title = "Hit on a turning rotor";
	view.caption = {"Dashed: the blade before and after this step of 16.7 ms.",
	                fmt::format("The bullet meets it {:.1f} ms into it; there it moves at {:.0f} m/s.",
	                            1000.0f * impact.event.time, speed)};
	view.center = pivot + 0.7f * arm;
	view.width = 6.4f;
	view.point = impact.event.enter.point;
	view.side = {-0.5f, 1.0f};
	view.draw = [scene, found = *found](SvgCanvas& canvas)
	{
		const Impact& hit = *found.impact;
		DrawObjects(canvas, scene.level, scene.record, hit.time);
		for (const int32_t step : {hit.step, hit.step + 1})
		{
			const Pose& pose = scene.record.poses[static_cast<size_t>(step)][static_cast<size_t>(hit.object)];
			DrawOutline(canvas, scene.ObjectOf(hit), pose, {.stroke = "#5d6f88", .width = 1.0f, .dash = "5 4"});
		}
		DrawFlight(canvas, scene.record.flights[found.shot], false, {.width = 2.2f});
		DrawImpact(canvas, hit.event, {.entry = 5.0f, .normal = 48.0f});
	};
	return view;
}

/// Returns a grenade's last bounce if it was on a slanting object and the grenade ended there.
const Impact* RestOnIncline(const Scene& scene, size_t shot)
{
	const Flight& flight = scene.record.flights[shot];
	if (scene.shots[shot].grenade == false || flight.end != End::Resting || flight.impacts.empty())
	{
		return nullptr;
	}
	const b2Vec2 normal = flight.impacts.back().event.enter.normal;
	return normal.y > 0.5f && std::abs(normal.x) > 0.1f ? &flight.impacts.back() : nullptr;
}

std::optional<CloseUp> AtRest(const Scene& scene)
{
	for (size_t i = 0; i < scene.shots.size(); ++i)
	{
		const Impact* last = RestOnIncline(scene, i);
		if (last == nullptr)
		{
			continue;
		}
		const ricochet::GrenadeDef& grenade = scene.level.shooters[static_cast<size_t>(scene.shots[i].shooter)].grenade;
		const b2Vec2 normal = last->event.enter.normal;
		const float friction = std::sqrt(grenade.friction * scene.ObjectOf(*last).surface.friction);
		const float slope = std::abs(normal.x) / normal.y;
		if (std::min(friction, grenade.rollingResistance) < slope)
		{
			continue; // something else holds it
		}
		CloseUp view;
		view.title = "A grenade comes to rest";
		view.caption = {"A swept disc, drawn at each contact, until it lies still:",
		                fmt::format("friction {:.2f} and rolling resistance {:.2f} hold on {:.0f}°.", friction,
		                            grenade.rollingResistance, k_radian * std::atan(slope))};
		view.center = scene.record.flights[i].path.back().position + b2Vec2{0.9f, 0.9f};
		view.width = 5.2f;
		view.point = scene.record.flights[i].path.back().position;
		view.side = {-0.7f, 1.0f};
		view.draw = [scene, i, radius = grenade.radius](SvgCanvas& canvas)
		{
			const Flight& flight = scene.record.flights[i];
			DrawObjects(canvas, scene.level, scene.record, scene.record.seconds);
			DrawFlight(canvas, flight, true, {.width = 1.6f});
			for (const Impact& impact : flight.impacts)
			{
				canvas.Circle(impact.event.position, radius, {.stroke = k_grenadeColor, .width = 1.2f});
				DrawImpact(canvas, impact.event, {.entry = 0.0f, .normal = 34.0f});
			}
			canvas.Circle(flight.path.back().position, radius, {.fill = k_grenadeColor});
		};
		return view;
	}
	return {};
}

} // namespace

std::vector<CloseUp> FindCloseUps(const LevelDef& level, std::span<const Shot> shots, const Record& record)
{
	const Scene scene{level, shots, record};
	std::vector<CloseUp> views;
	for (auto find : {ThroughGlass, OffSteel, OnRotor, AtRest})
	{
		if (std::optional<CloseUp> view = find(scene))
		{
			views.push_back(std::move(*view));
		}
	}
	return views;
}

} // namespace range
