// MIT License, Copyright (c) 2026 the ricochet authors

#pragma once

#include <ricochet/export.h>
#include <ricochet/query/ray_query.h>
#include <ricochet/query/response.h>

#include <cstdint>
#include <functional>
#include <vector>

RICOCHET_EXPORT_BEGIN

namespace ricochet
{

/// A straight part of a beam, up to a hit. It runs on `ray` from fraction `begin` to `enter.fraction`: its length is
/// (enter.fraction - begin) * |ray.translation|.
///
///   after a bounce    `ray` is another one, and begin is 0
///   after a pierce    `ray` is the same to the bit, and begin is the entry that was pierced. The exit may lie behind
///                     later entries, or behind the end of the beam (endsInside)
///   the last leg      may end in the air. Then HasHit() is false, and enter and exit are the end of the beam, without
///                     a normal
struct BeamLeg : RayHit
{
	Ray ray;
	Response response = Response::Stop; ///< what the beam did at the hit; Stop if there is none
	float begin = 0.0f;
};

/// Decides what a beam does at a hit. The leg is the one that will be reported, with the response that the beam would
/// make without a rule. The rule must be pure, as a FixturePredicate.
///
/// - The beam carries out every answer, even a Bounce or Pierce that exceeds maxBounces or maxPierces. To obey these
///   limits, the rule looks at leg.response. A rule that bounces at every hit uses up the whole length.
/// - A Bounce where there is no surface (startsInside) ends the beam with BeamEnd::NoPlace.
/// - A number that is no Response counts as a Stop.
using BeamRule = std::function<Response(const BeamLeg&)>;

/// The properties of a beam: a laser, a ray of light, a line of fire. It is only read during a call.
struct BeamDef
{
	float length = 0.0f;    ///< length of all legs together (m, > 0)
	int32_t maxBounces = 0; ///< the largest number of mirror reflections at surfaces, unless the rule decides otherwise
	int32_t maxPierces = 0; ///< the largest number of passes through a child of a fixture, unless the rule decides
	                        ///< otherwise; Ignore does not count
	QueryFilter filter = {};
	BeamRule rule = {}; ///< empty: bounce while bounces are left and there is a surface, else pierce, else stop
};

/// Why a beam ends.
enum class BeamEnd : uint8_t
{
	Invalid, ///< length not above 0, origin, direction or length not finite, direction zero: there are no legs
	Length,  ///< the beam has used all of its length
	Stopped, ///< the response of the last leg has stopped the beam
	NoPlace  ///< it should bounce, but cannot. Either it is inside the solid (startsInside), or there is no float point
	         ///< before the surface, as in a wedge narrower than floats are apart. The last leg's response is Stop
};

/// Casts a beam through a Space (query/space.h) from origin in a direction, whose own length does not matter. Replaces
/// the content of legs by one leg for each hit in order, with both crossings. World frame, metres.
///
/// - Each leg is the exact cast of its `ray`, as by CastRayClosest. A bounce is `Reflect` at enter.normal and `GoOn`
///   with Onward::Off. A pierce is `CastRayNext` (query/go_on.h).
/// - So without any epsilon a beam never hits a surface that it has just left, and never leaks through a wall or a
///   corner. If several solids touch, it finds each of them once.
/// - A thing that it touches without entering is a hit with `grazing`. Faces that lie on one another are hit in the
///   world's order.
/// - A solid that contains the origin is hit first, if filter.startInside says so. After a bounce, solids that contain
///   the new start have already been reported and are not hit again; their exits are in their own legs.
///
/// It costs about two casts for each bounce and one for each pierce. Many threads may call it at once if they may call
/// the rule.
BeamEnd CastBeam(Space space, b2Vec2 origin, b2Vec2 direction, const BeamDef& def, std::vector<BeamLeg>& legs);

} // namespace ricochet

RICOCHET_EXPORT_END
