// MIT License, Copyright (c) 2026 the ricochet authors

#pragma once

#include <ricochet/export.h>
#include <ricochet/projectile/events.h>

#include <optional>
#include <vector>

RICOCHET_EXPORT_BEGIN

namespace ricochet
{

/// A point of a bullet's path: the straight lines from each to the next are what it flew, and what was met. They stray
/// from the true path by at most PluginDef::chordError.
struct PathPoint
{
	b2Vec2 position{0.0f, 0.0f};
	float time = 0.0f;     ///< s after the start of the step, or of the preview
	bool isImpact = false; ///< where it stops, turns back or goes on at an impact: at most a little before the surface
	bool endsStep = false; ///< where it is between two steps; of a preview alone
};

// Plugin::PathOf
//   The path of the last step of a bullet whose def keepsPath, also if it ended in it; empty for others, and for one
//   that was fired since. From where it was before the step. Valid until the next step begins.
//
// Plugin::PositionAt
//   Where a bullet was within the last step: at alpha 0 before it, at alpha 1 now; beyond, at the ends. Exact on the
//   arc that it flies on now. Before its last impact in the step, and if it is guided, only PathOf knows where it was:
//   with keepsPath on that path; without, where it set out from the impact, or, guided, now. None: it does not fly.
//
// Plugin::PreviewPath
//   The flight of a bullet that would be fired now, through steps of dt until `duration` is over: to the bit what will
//   be flown if nothing moves until then, in steps of that dt. All is taken as it stands now: what moves stands still,
//   though at an impact its velocity counts. No body is touched, and the game's ImpactRule is not asked: impacts have
//   the response of the plugin's own rules. Predicates of filters and a SteeringRule are asked, and must change
//   nothing. Refused as Fire is, and for duration (NotPositive), dt (TooSmall), more than 2^20 steps (TooLarge), from
//   inside another preview (InsideStep), OutOfMemory.

/// What Plugin::PreviewPath foresees. Reusable: once it is large enough, no more memory is taken.
struct FlightPreview
{
	std::vector<PathPoint> points;    ///< from the start on
	std::vector<ImpactEvent> impacts; ///< in order; their times are since the start, their ids null. No body has
	                                  ///< received the impulse
	std::optional<ExpiredEvent> end;  ///< none: it would fly on. Its time is since the start, its id null
};

} // namespace ricochet

RICOCHET_EXPORT_END
