// MIT License, Copyright (c) 2026 the ricochet authors

#pragma once

#include <ricochet/export.h>
#include <ricochet/query/hash_hit.h>
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
///   after a bounce    `ray` is another, and begin is 0
///   after a pierce    `ray` is the same to the bit, and begin is the entry that was pierced: the exit of what was
///                     pierced may lie behind later entries, or behind the end of the beam (endsInside)
///   the last leg      may have no hit: fixture and id are null, enter and exit the end of the beam, without a normal
///
/// Over a world there are only fixtures: id is null and tag is 0.
struct BeamLeg : HashHit
{
	/// False: it ends in the air.
	[[nodiscard]] bool HasHit() const { return fixture != nullptr || id; }

	Ray ray;
	Response response = Response::Stop; ///< what the beam did at the hit; Stop if there is none
	float begin = 0.0f;
};

/// What a beam does at a hit. The leg is as it will be given, with the response that the beam would make without a
/// rule. Must be pure, as a FixturePredicate. A Bounce or Pierce when none is left, a Bounce where there is no surface
/// (startsInside) and a number that is no Response are a Stop.
using BeamRule = std::function<Response(const BeamLeg&)>;

/// A laser, a ray of light, a line of fire: what it may do on its way. Reusable; only read during a call.
struct BeamDef
{
	float length = 0.0f;    ///< of all legs together (m, > 0)
	int32_t maxBounces = 0; ///< mirrors off a surface
	int32_t maxPierces = 0; ///< goes straight on through a fixture's child; Ignore does not count
	QueryFilter filter = {};
	BeamRule rule = {}; ///< empty: bounce while bounces are left and there is a surface, else pierce, else stop
};

/// Why a beam ends.
enum class BeamEnd : uint8_t
{
	Invalid, ///< length not above 0, origin, direction or length not finite, direction zero: there are no legs
	Length,  ///< all of its length is used
	Stopped, ///< by the response of the last leg
	NoPlace  ///< it should bounce, but no float point lies before the surface that it could go on from: a wedge that
	         ///< is narrower than floats are apart. The last leg's response is Stop
};

/// Casts a beam from origin in a direction, whose own length does not matter. Replaces the content of legs, one for
/// each hit in order, with both crossings. World frame, metres.
///
/// Each leg is the exact cast of its `ray`, as CastRayClosest; a bounce is `Reflect` at enter.normal and `GoOn` with
/// Onward::Off, straight on is `CastRayNext` (query/go_on.h). So without any epsilon a beam never hits a surface that
/// it has just left, never leaks through a wall or a corner, and in a pierced stack of touching solids finds each
/// once. What it touches without entering is a hit with `grazing`; faces that lie on one another are hit in the world's
/// order.
/// A solid that contains the origin is hit first, if filter.startInside wants it. After a bounce, solids that contain
/// the new start have been told of already and are not hit again; their exits stand in their own legs.
///
/// Const; allocates nothing but the growth of legs, and may run on many threads at once while nothing changes the
/// world, if the rule may. Costs about two casts for each bounce, one for each pierce.
/// SpatialHash::CastBeam and Snapshot::CastBeam are the same over an index.
BeamEnd CastBeam(const b2World& world, b2Vec2 origin, b2Vec2 direction, const BeamDef& def, std::vector<BeamLeg>& legs);

} // namespace ricochet

RICOCHET_EXPORT_END
