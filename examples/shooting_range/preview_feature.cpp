// MIT License, Copyright (c) 2026 the ricochet authors

#include "draw.h"
#include "feature.h"
#include "judge.h"
#include "place.h"

#include <ricochet/projectile/launch.h>

#include <algorithm>
#include <cmath>

namespace range
{
namespace
{

constexpr float k_gravity = 10.0f; // m/s^2
constexpr float k_speed = 12.8f;   // m/s
constexpr int32_t k_steps = 190;
constexpr int32_t k_drawnEach = 5; // steps
const b2Vec2 k_muzzle{0.0f, 1.0f};
const b2Vec2 k_aim{11.0f, 2.5f};

/// One of the two arcs: its preview, and numbers measured from the flight.
struct Arc
{
	ricochet::FlightPreview preview;
	std::vector<b2Vec2> foreseen; ///< where it would be after each step
	ricochet::BulletId bullet;
	float apart = 0.0f;    ///< m, between the preview and the flight, after any step
	float offAim = 100.0f; ///< m, by which it passed the aim
	int32_t compared = 0;
};

ricochet::BulletDef BulletAt(float angle)
{
	return {.position = k_muzzle,
	        .velocity = k_speed * b2Vec2{std::cos(angle), std::sin(angle)},
	        .restitution = 0.6f,
	        .maxBounces = 1};
}

Arc Launch(Place& place, float angle)
{
	Arc arc;
	const ricochet::BulletDef def = BulletAt(angle);
	place.plugin.PreviewPath(def, k_steps * k_timeStep, k_timeStep, arc.preview);
	for (const ricochet::PathPoint& point : arc.preview.points)
	{
		if (point.endsStep)
		{
			arc.foreseen.push_back(point.position);
		}
	}
	arc.bullet = place.Fire(def);
	return arc;
}

/// Returns the least distance to the aim (m) of a projectile that falls freely for one step.
float LeastDistance(const Motion& from, b2Vec2 aim)
{
	constexpr int32_t k_pieces = 32;
	std::vector<b2Vec2> way;
	for (int32_t i = 0; i <= k_pieces; ++i)
	{
		way.push_back(Fall(from, k_gravity, k_timeStep * static_cast<float>(i) / k_pieces));
	}
	return DistanceToPath(aim, way);
}

void Look(const Place& place, Arc& arc, size_t step)
{
	if (const auto state = place.plugin.Find(arc.bullet))
	{
		const float apart = step < arc.foreseen.size() ? b2Distance(state->position, arc.foreseen[step]) : 100.0f;
		arc.apart = std::max(arc.apart, apart);
		arc.offAim = std::min(arc.offAim, LeastDistance({state->position, state->velocity}, k_aim));
		++arc.compared;
	}
}

void DrawAim(SvgCanvas& canvas)
{
	canvas.Dot(k_aim, 7.0f, {.stroke = k_normalColor, .width = 1.6f});
	canvas.Dot(k_aim, 1.8f, {.fill = k_normalColor});
	canvas.Text(k_aim, "aim", {.size = 12.0f, .halo = true, .shift = {11.0f, 4.0f}});
}

} // namespace

Feature Preview()
{
	Place place(k_gravity, {MakeBlock(Material::Earth, {6.0f, -1.0f}, {20.0f, 1.0f}),
	                        MakeBlock(Material::Stone, {6.6f, 2.1f}, {0.25f, 2.1f})});
	const auto angles = ricochet::SolveLaunch(k_muzzle, k_aim, k_speed, {0.0f, -k_gravity});
	Arc low = Launch(place, (*angles)[0]);
	Arc high = Launch(place, (*angles)[1]);
	for (size_t step = 0; step < k_steps; ++step)
	{
		place.Step();
		Look(place, low, step);
		Look(place, high, step);
	}
	Feature feature;
	feature.name = "preview";
	feature.title = "Two arcs to one point, foreseen";
	feature.caption = {"Circles: the preview. Line: the flight, later.", "A wall stops the low arc, not the high one."};
	feature.center = {6.4f, 4.9f};
	feature.width = 14.4f;
	feature.claims = {{"preview to flight at most", 1000.0 * std::max(low.apart, high.apart), 0.0, 0.0, "mm"},
	                  {"high arc past its aim by", 1000.0 * high.offAim, 0.0, 1.0, "mm"},
	                  {"low one by", low.offAim, 1.0, 20.0, "m"},
	                  {"states compared", static_cast<double>(low.compared + high.compared), 100.0, 2.0 * k_steps}};
	feature.draw = [story = place.story, low, high](SvgCanvas& canvas)
	{
		DrawObjects(canvas, story.level, story.record, 0.0f);
		for (const Arc* arc : {&low, &high})
		{
			for (size_t i = k_drawnEach - 1; i < arc->foreseen.size(); i += k_drawnEach)
			{
				canvas.Dot(arc->foreseen[i], 3.6f, {.fill = "#ffffff", .stroke = k_pushColor, .width = 1.1f});
			}
		}
		for (const Flight& flight : story.record.flights)
		{
			DrawFlight(canvas, flight, false, {.width = 1.5f});
		}
		DrawMuzzle(canvas, k_muzzle, {1.0f, 1.0f}); // between the two
		DrawAim(canvas);
	};
	return feature;
}

} // namespace range
