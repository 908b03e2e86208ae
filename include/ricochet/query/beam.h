// MIT License, Copyright (c) 2026 the ricochet authors

#pragma once

#include <ricochet/export.h>
#include <ricochet/query/ray_query.h>
#include <ricochet/query/response.h>

#include <algorithm>
#include <cstdint>
#include <functional>
#include <limits>
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
///   after refraction  as after a bounce. If the direction does not change, as after a pierce
///   leaving           the leg ends where it leaves the solid into which the beam was refracted. Then enter and exit
///                     are that crossing, and its normal points out of the solid, along the ray
///   the last leg      may end in the air. Then HasHit() is false, and enter and exit are the end of the beam, without
///                     a normal
///
/// The legs of a beam that splits are a tree: each one names the leg at whose hit it begins. Without a split that is
/// the leg before it.
struct BeamLeg : RayHit
{
	Ray ray;
	Response response = Response::Stop; ///< what the beam did at the hit; Stop if there is none
	bool leaving = false;               ///< the hit is on the way out of legs[medium]'s solid
	float begin = 0.0f;
	int32_t parent = -1;          ///< index of the leg at whose hit this one begins; -1 for the first
	int32_t medium = -1;          ///< index of the leg at whose hit the beam was refracted into the solid that this leg
	                              ///< runs in; -1: none
	float power = 1.0f;           ///< share of the beam's power that comes to the hit; 1 for the first leg
	float bounced = 0.0f;         ///< if the power splits at the hit: power of the part that bounces; else 0
	float refractiveIndex = 0.0f; ///< index of refraction, if the beam is refracted into a solid here; else 0
};

/// The decision of a BeamRule. A Response converts to a decision: `return Response::Bounce;`. Split and Refract make
/// all other decisions.
class BeamDecision
{
public:
	/// All of the power goes where the response says.
	BeamDecision(Response response) // NOLINT
	    : m_response(response), m_bounced(response == Response::Bounce ? 1.0f : 0.0f), m_passed(1.0f - m_bounced)
	{
	}

	/// A beam splitter: one share of the power bounces, and another one passes straight on at the same time. The rest
	/// is absorbed. If one share is 0, the surface is a dull mirror or a grey pane.
	///
	/// - A share is clamped to [0, 1], and `passed` to 1 - bounced. NaN counts as 0.
	/// - If the beam starts inside (startsInside), there is no surface, and nothing bounces.
	[[nodiscard]] static BeamDecision Split(float bounced, float passed)
	{
		BeamDecision decision(Response::Pierce);
		decision.m_bounced = bounced > 0.0f ? std::min(bounced, 1.0f) : 0.0f;
		decision.m_passed = passed > 0.0f ? std::min(passed, 1.0f - decision.m_bounced) : 0.0f;
		return decision;
	}

	/// Glass: one share of the power is refracted by Snell's law (`Refract`, geometry/reflect.h), another one bounces.
	///
	/// - The index of refraction is 1 for air, 1.33 for water, 1.5 for glass. Not above 0, or not finite: a Stop.
	/// - The rule is called again where the beam leaves the solid (BeamLeg::leaving). The same decision refracts the
	///   beam out of it, by the index from the way in. The rule may also return another decision there. A Stop ends the
	///   beam, a Bounce reflects it inside, and a Pierce lets it leave straight on.
	/// - Beyond the critical angle both shares bounce: total reflection.
	/// - Both shares pass where there is no optical surface: between equal indices, for a grazing ray, and where the
	///   beam starts inside the solid.
	/// - Solids may overlap or contain one another. The index of refraction is then that of the solid that the beam hit
	///   last.
	/// - There is no air between solids that touch, by the tolerance of query/solid_query.h. So pieces of glass that
	///   touch are one piece.
	/// - An edge has no inside: there the decision acts as Split.
	[[nodiscard]] static BeamDecision Refract(float refractiveIndex, float bounced = 0.0f, float passed = 1.0f)
	{
		BeamDecision decision = Split(bounced, passed);
		const bool isValid = refractiveIndex > 0.0f && refractiveIndex <= std::numeric_limits<float>::max();
		decision.m_response = isValid ? decision.m_response : Response::Stop;
		decision.m_refractiveIndex = isValid ? refractiveIndex : 0.0f;
		return decision;
	}

	[[nodiscard]] Response GetResponse() const { return m_response; }         ///< Pierce for a Split or a Refract
	[[nodiscard]] float Bounced() const { return m_bounced; }                 ///< share that bounces
	[[nodiscard]] float Passed() const { return m_passed; }                   ///< share that passes
	[[nodiscard]] float RefractiveIndex() const { return m_refractiveIndex; } ///< 0: does not refract

private:
	Response m_response;
	float m_bounced;
	float m_passed;
	float m_refractiveIndex = 0.0f;
};

/// Decides what a beam does at a hit. The leg is the one that will be reported, with the response that the beam would
/// make without a rule. The rule must be pure, as a FixturePredicate.
///
/// - The beam carries out every answer, even a Bounce or Pierce that exceeds maxBounces or maxPierces. To obey these
///   limits, the rule looks at leg.response. A rule that bounces at every hit uses up the whole length.
/// - A Bounce where there is no surface (startsInside) ends the beam with BeamEnd::NoPlace.
/// - A number that is no Response counts as a Stop.
using BeamRule = std::function<BeamDecision(const BeamLeg&)>;

/// The properties of a beam: a laser, a ray of light, a line of fire. It is only read during a call.
struct BeamDef
{
	float length = 0.0f;    ///< length of all legs together (m, > 0)
	int32_t maxBounces = 0; ///< the largest number of mirror reflections at surfaces, unless the rule decides otherwise
	int32_t maxPierces = 0; ///< the largest number of passes through a child of a fixture, unless the rule decides
	                        ///< otherwise; Ignore does not count
	QueryFilter filter = {};
	BeamRule rule = {};      ///< empty: bounce while bounces are left and there is a surface, else pierce, else stop
	float minPower = 0.001f; ///< a part with a smaller share of the beam's power ends
	int32_t maxLegs = 1000;  ///< once a beam has split, it gets no leg beyond this number
};

/// Why a beam ends.
enum class BeamEnd : uint8_t
{
	Invalid, ///< length not above 0, origin, direction or length not finite, direction zero: there are no legs
	Length,  ///< the beam has used all of its length
	Stopped, ///< the response of the last leg has stopped the beam
	NoPlace, ///< it should bounce, but cannot. Either it is inside the solid (startsInside), or there is no float point
	         ///< before the surface, as in a wedge narrower than floats are apart. The last leg's response is Stop
	Faded,   ///< the power that is left is below minPower. The last leg's response is Stop
	MaxLegs  ///< the beam has split, and maxLegs has cut off parts of it
};

/// Casts a beam through a Space (query/space.h) from origin in a direction, whose own length does not matter. Replaces
/// the content of legs by one leg for each hit in order, with both crossings. World frame, metres.
///
/// - Each leg is the exact cast of its `ray`, as by CastRayClosest. A bounce is `Reflect` at enter.normal and `GoOn`
///   with Onward::Off. A pierce is `CastRayNext` (query/go_on.h).
/// - So without any epsilon a beam never hits a surface that it has just left, and never leaks through a wall or a
///   corner. If several solids touch, it finds each of them once.
/// - A thing that the beam touches without entering is a hit with `grazing`. Faces that lie on one another are hit in
///   the world's order.
/// - If the rule splits the beam, the legs of the part that passes come first, up to its end: the main line. Then come
///   the legs of the parts that bounced, in the order of the legs where they split off. If no float point is free for
///   the start of a bounced part, that part has no legs, and `bounced` is 0.
/// - A beam that splits returns the end of its main line, or BeamEnd::MaxLegs. Any other part ended by Length if its
///   last leg has no hit; else the response of that leg is Stop. maxBounces and maxPierces apply to the way from the
///   first leg to each leg.
/// - The power never grows: all parts that begin at a leg together have at most the power of that leg.
/// - A solid that contains the origin is hit first, if filter.startInside says so. After a bounce, solids that contain
///   the new start have already been reported and are not hit again; their exits are in their own legs.
///
/// It costs about two casts for each bounce or refraction and one for each pierce. Many threads may call it at once if
/// they may call the rule.
BeamEnd CastBeam(Space space, b2Vec2 origin, b2Vec2 direction, const BeamDef& def, std::vector<BeamLeg>& legs);

} // namespace ricochet

RICOCHET_EXPORT_END
