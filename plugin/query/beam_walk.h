// MIT License, Copyright (c) 2026 the ricochet authors

#pragma once

#include "geometry/elementary.h"
#include "geometry/round_to_float.h"
#include "query/go_on.h"
#include "query/solid_line.h"

#include <ricochet/geometry/reflect.h>
#include <ricochet/query/beam.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

namespace ricochet
{

/// False for a thing of a source into which no beam can be refracted.
template <class What>
[[nodiscard]] bool MayRefract(const What&)
{
	return true;
}

/// Casts one beam through a source. The beam follows one part at a time. Where it splits, it follows the part that
/// passes. The part that bounces is stored in its leg, from which Resume restores the state of the walk. So the walk
/// needs no other memory.
template <class Source>
class BeamWalk
{
public:
	BeamWalk(const Source& source, const Ray& ray, const BeamDef& def, std::vector<BeamLeg>& legs)
	    : m_source(source), m_def(def), m_legs(legs), m_first(legs.size()), m_ray(ray), m_left(def.length),
	      m_least(std::max(std::numeric_limits<float>::min(), def.minPower))
	{
	}

	BeamEnd Walk()
	{
		BeamEnd end = Follow();
		for (int32_t i = 0; m_splits && end != BeamEnd::MaxLegs && i <= m_last; ++i)
		{
			if (LegAt(i).bounced > 0.0f && Resume(i) && Follow() == BeamEnd::MaxLegs)
			{
				end = BeamEnd::MaxLegs;
			}
		}
		return end;
	}

private:
	using What = typename Source::What;

	// The parts of a beam behind a hit.
	struct Parts
	{
		float bounced;
		float passed;
		int32_t medium;                  // BeamLeg::medium of the part that passes
		std::optional<b2Vec2> refracted; // its new direction, if it has one
		float refractiveIndex = 0.0f;    // BeamLeg::refractiveIndex
	};

	// The solid in which a beam runs.
	struct Medium
	{
		What what;
		RayHit hit; // of the current ray
	};

	// Follows one part up to its end.
	BeamEnd Follow()
	{
		while (true)
		{
			if (m_splits && m_last + 1 >= m_def.maxLegs)
			{
				return BeamEnd::MaxLegs;
			}
			BeamLeg& leg = m_legs.emplace_back();
			m_last += 1;
			std::optional<What> what = NextIn(m_source, m_ray, m_def.filter, m_hit, m_off, leg);
			if (m_medium >= 0)
			{
				LeaveFirst(leg, what);
			}
			SetLeg(leg, what.has_value());
			if (what.has_value() == false)
			{
				return BeamEnd::Length;
			}
			if (leg.leaving == false)
			{
				m_hit.emplace(After<What>{*what, leg.enter.fraction});
				m_enter = leg.enter.fraction;
			}
			m_begin = leg.enter.fraction;
			m_parent = m_last;
			if (const std::optional<BeamEnd> end = CarryOut(Decide(leg), *what, leg))
			{
				return *end;
			}
		}
	}

	[[nodiscard]] BeamLeg& LegAt(int32_t i) const { return m_legs[m_first + static_cast<size_t>(i)]; }

	void SetLeg(BeamLeg& leg, bool hasHit) const
	{
		leg.ray = m_ray;
		leg.begin = m_begin;
		leg.parent = m_parent;
		leg.medium = m_medium;
		leg.power = m_power;
		if (hasHit == false)
		{
			leg.enter = {m_ray.maxFraction, PointAt(m_ray, m_ray.maxFraction), {0.0f, 0.0f}, -1};
			leg.exit = leg.enter;
		}
	}

	[[nodiscard]] BeamDecision Decide(BeamLeg& leg) const
	{
		const bool mayBounce = m_bounces < m_def.maxBounces && leg.startsInside == false;
		const bool mayPierce = m_pierces < m_def.maxPierces;
		leg.response = mayBounce ? Response::Bounce : (mayPierce ? Response::Pierce : Response::Stop);
		return m_def.rule ? m_def.rule(leg) : BeamDecision(leg.response);
	}

	// Continues from the hit of a leg with the parts that the decision makes. Returns why this part of the beam ends;
	// none if it continues.
	std::optional<BeamEnd> CarryOut(const BeamDecision& decision, const What& what, BeamLeg& leg)
	{
		const Response response = decision.GetResponse();
		leg.response = Response::Stop;
		if (response == Response::Stop || response > Response::Ignore)
		{
			return BeamEnd::Stopped;
		}
		if (decision.RefractiveIndex() > 0.0f && MayRefract(what) == false)
		{
			return BeamEnd::NoPlace;
		}
		Parts parts{leg.power * decision.Bounced(), leg.power * decision.Passed(), leg.medium, {}};
		if (leg.medium >= 0 || decision.RefractiveIndex() > 0.0f)
		{
			Refract(decision, what, leg, parts);
		}
		const bool bounces = parts.bounced >= m_least;
		const bool passes = parts.passed >= m_least;
		if (passes && Pass(parts, what, leg))
		{
			leg.response = response == Response::Ignore ? Response::Ignore : Response::Pierce;
			m_pierces += IsPierce(leg) ? 1 : 0;
			m_power = parts.passed;
			if (bounces && leg.startsInside == false)
			{
				leg.bounced = parts.bounced;
				m_splits = true;
			}
		}
		else if (bounces && Bounce(what, leg))
		{
			leg.response = Response::Bounce;
			m_bounces += 1;
			m_power = parts.bounced;
		}
		else
		{
			return bounces || passes ? BeamEnd::NoPlace : BeamEnd::Faded;
		}
		return m_left > 0.0 ? std::nullopt : std::optional(BeamEnd::Length);
	}

	[[nodiscard]] static bool IsPierce(const BeamLeg& leg)
	{
		return leg.response == Response::Pierce && leg.leaving == false;
	}

	// Makes the parts at the surface of a solid that refracts, or in which the beam runs.
	RICOCHET_NEVER_INLINE void Refract(const BeamDecision& decision, const What& what, const BeamLeg& leg,
	                                   Parts& parts) const
	{
		parts.medium = leg.leaving ? MediumAround(leg) : leg.medium;
		if (decision.RefractiveIndex() == 0.0f || (leg.leaving == false && PlaceOf(what).geometry.IsEdge()))
		{
			return;
		}
		const float before = IndexOf(leg.medium);
		const float behind = leg.leaving ? IndexOf(parts.medium) : decision.RefractiveIndex();
		const bool isSurface = before != behind && leg.grazing == false && leg.startsInside == false;
		if (isSurface)
		{
			parts.refracted = ricochet::Refract(m_ray.translation, leg.enter.normal, before / behind);
		}
		const bool passes = isSurface == false || parts.refracted.has_value();
		if (isSurface == false || passes == false)
		{
			const float all = leg.power * (decision.Bounced() + decision.Passed());
			parts.bounced = passes ? 0.0f : all;
			parts.passed = passes ? all : 0.0f;
		}
		if (leg.leaving == false && leg.grazing == false)
		{
			parts.medium = m_parent; // the index of this leg
			parts.refractiveIndex = decision.RefractiveIndex();
		}
	}

	// The index of refraction in a medium.
	[[nodiscard]] float IndexOf(int32_t medium) const { return medium >= 0 ? LegAt(medium).refractiveIndex : 1.0f; }

	// Continues straight on, or in the new direction from behind the surface. False if there is no point to start from.
	bool Pass(const Parts& parts, const What& what, BeamLeg& leg)
	{
		if (parts.refracted)
		{
			if (Turn(what, leg, leg.leaving ? Onward::Out : Onward::Into, *parts.refracted) == false)
			{
				return false;
			}
		}
		m_medium = parts.medium;
		leg.refractiveIndex = parts.refractiveIndex;
		return true;
	}

	// Continues off the thing that was hit, or inside the solid that it would leave. False if there is no surface, or
	// no point to start from.
	bool Bounce(const What& what, const BeamLeg& leg)
	{
		return Turn(what, leg, leg.leaving ? Onward::Within : Onward::Off,
		            Reflect(m_ray.translation, leg.enter.normal));
	}

	// Continues from the hit on another ray, with the rest of the length. False if there is no point to start from.
	bool Turn(const What& what, const BeamLeg& leg, Onward onward, b2Vec2 translation)
	{
		const std::optional<Ray> next = GoOnIn(m_source, m_ray, what, m_enter, onward, translation, m_def.filter);
		if (next.has_value() == false)
		{
			return false;
		}
		m_left -= leg.enter.fraction * LengthOf(m_ray.translation.x, m_ray.translation.y);
		m_ray = *next;
		m_ray.maxFraction = RoundToFloat(std::max(m_left, 0.0) / LengthOf(m_ray.translation.x, m_ray.translation.y));
		m_off = what;
		m_hit.reset();
		m_begin = 0.0f;
		return true;
	}

	// Restores the state at the hit of a leg, and continues with the part that bounces there. False if that part has no
	// point to start from, or no length left.
	RICOCHET_NEVER_INLINE bool Resume(int32_t i)
	{
		BeamLeg& leg = LegAt(i);
		m_ray = leg.ray;
		m_begin = leg.begin;
		m_medium = leg.medium;
		m_left = m_ray.maxFraction * LengthOf(m_ray.translation.x, m_ray.translation.y);
		CountTo(i);
		const std::optional<What> what = m_source.Find(leg);
		const std::optional<Medium> medium = leg.leaving ? FindMedium(leg.medium, leg.begin) : std::nullopt;
		m_enter = medium ? medium->hit.enter.fraction : leg.enter.fraction;
		if (what.has_value() == false || Bounce(*what, leg) == false)
		{
			leg.bounced = 0.0f;
			return false;
		}
		m_bounces += 1;
		m_parent = i;
		m_power = leg.bounced;
		return m_left > 0.0;
	}

	// Counts the bounces and pierces on the way from the first leg to the hit of a leg. The part that passes is the
	// next leg.
	void CountTo(int32_t i)
	{
		m_bounces = 0;
		m_pierces = 0;
		for (int32_t parent = LegAt(i).parent; parent >= 0; i = parent, parent = LegAt(i).parent)
		{
			const bool isBounce = LegAt(parent).response == Response::Bounce || i != parent + 1;
			m_bounces += isBounce ? 1 : 0;
			m_pierces += isBounce == false && IsPierce(LegAt(parent)) ? 1 : 0;
		}
	}

	// Returns the solid of a medium if it contains the current ray at a fraction and just behind it.
	[[nodiscard]] std::optional<Medium> FindMedium(int32_t medium, float fraction) const
	{
		const std::optional<What> what = m_source.Find(LegAt(medium));
		if (what.has_value() == false)
		{
			return std::nullopt;
		}
		const Place place = PlaceOf(*what);
		const LocalRay local(m_ray, place.pose);
		std::optional<ShapeSpan> met = place.Cast(local);
		for (size_t part = 1; met && IsLeft(met->span, fraction); ++part)
		{
			met = place.CastPart(local, part);
		}
		if (met.has_value() == false || met->span.grazing || static_cast<float>(met->span.enter.fraction) > fraction)
		{
			return std::nullopt;
		}
		std::optional<Medium> found(std::in_place, Medium{*what, {}});
		m_source.Tell(m_ray, *what, met->span, found->hit);
		return found;
	}

	[[nodiscard]] static bool IsLeft(const LocalSpan& span, float fraction)
	{
		return span.endsInside == false && static_cast<float>(span.exit.fraction) <= fraction;
	}

	// The medium behind the hit of a leg that leaves a solid. Solids that the beam has left meanwhile do not count.
	[[nodiscard]] RICOCHET_NEVER_INLINE int32_t MediumAround(const BeamLeg& leg) const
	{
		int32_t medium = LegAt(leg.medium).medium;
		while (medium >= 0 && FindMedium(medium, leg.enter.fraction).has_value() == false)
		{
			medium = LegAt(medium).medium;
		}
		return medium;
	}

	// Lets the leg end where it leaves the medium, if that comes before the hit.
	RICOCHET_NEVER_INLINE void LeaveFirst(BeamLeg& leg, std::optional<What>& what)
	{
		std::optional<Medium> medium = FindMedium(m_medium, m_begin);
		while (medium.has_value() == false)
		{
			// In a narrow corner, the beam may have left the medium.
			m_medium = LegAt(m_medium).medium;
			if (m_medium < 0)
			{
				return;
			}
			medium = FindMedium(m_medium, m_begin);
		}
		const Crossing& exit = medium->hit.exit;
		const bool isHitFirst = what.has_value() && leg.enter.fraction <= exit.fraction;
		if (medium->hit.endsInside || isHitFirst || (what.has_value() && Touches(medium->hit, leg)))
		{
			return;
		}
		m_enter = medium->hit.enter.fraction;
		what = medium->what;
		static_cast<RayHit&>(leg) = medium->hit;
		leg.enter = exit;
		leg.startsInside = false;
		leg.leaving = true;
	}

	// True if the thing of the next hit touches the medium where the ray leaves the medium.
	[[nodiscard]] bool Touches(const RayHit& medium, const RayHit& next) const
	{
		const SolidLine line{Lift<double>(m_ray.origin), Lift<double>(m_ray.translation)};
		const auto extent = [&](const RayHit& hit)
		{
			return SolidExtent{hit.enter.fraction, hit.exit.fraction, line.SineTo(Lift<double>(hit.enter.normal)),
			                   line.SineTo(Lift<double>(hit.exit.normal))};
		};
		return line.Joins(extent(medium), extent(next));
	}

	const Source& m_source;
	const BeamDef& m_def;
	std::vector<BeamLeg>& m_legs;
	size_t m_first; // the place of the beam's first leg in m_legs
	Ray m_ray;
	std::optional<After<What>> m_hit; // the last hit on this ray
	std::optional<What> m_off;        // the thing off which this ray bounced, or whose surface refracted it
	double m_left;                    // rest of the length from the start of this ray (m)
	float m_begin = 0.0f;             // fraction of the last hit on this ray, or of the last exit from a medium
	float m_enter = 0.0f;             // fraction at which this ray enters the thing that was hit last, or is left
	float m_power = 1.0f;             // BeamLeg::power of the next leg
	float m_least;                    // the least power of a part
	int32_t m_last = -1;              // index of the last leg
	int32_t m_parent = -1;            // BeamLeg::parent of the next leg
	int32_t m_medium = -1;            // BeamLeg::medium of the next leg
	int32_t m_bounces = 0;
	int32_t m_pierces = 0;
	bool m_splits = false;
};

template <class Source>
BeamEnd AppendBeamIn(const Source& source, b2Vec2 origin, b2Vec2 direction, const BeamDef& def,
                     std::vector<BeamLeg>& legs)
{
	const Ray ray = RayToward(origin, direction, def.length);
	const bool isValid = IsValid(ray) && def.length > 0.0f;
	return isValid ? BeamWalk(source, ray, def, legs).Walk() : BeamEnd::Invalid;
}

} // namespace ricochet
