// MIT License, Copyright (c) 2026 the ricochet authors

#include "geometry/elementary.h"
#include "geometry/round_to_float.h"
#include "query/ask.h"
#include "query/batch.h"
#include "query/go_on.h"

#include <ricochet/geometry/reflect.h>
#include <ricochet/query/beam.h>

namespace ricochet
{

namespace
{

// Casts one beam through a source.
template <class Source>
class BeamWalk
{
public:
	BeamWalk(const Source& source, const Ray& ray, const BeamDef& def, std::vector<BeamLeg>& legs)
	    : m_source(source), m_def(def), m_legs(legs), m_ray(ray), m_left(def.length)
	{
	}

	BeamEnd Walk()
	{
		while (true)
		{
			BeamLeg& leg = m_legs.emplace_back();
			const std::optional<What> what = NextIn(m_source, m_ray, m_def.filter, m_hit, m_off, leg);
			SetRay(leg, what.has_value());
			if (what.has_value() == false)
			{
				return BeamEnd::Length;
			}
			m_hit = {*what, leg.enter.fraction};
			leg.response = Decide(leg);
			switch (leg.response)
			{
			case Response::Stop:
				return BeamEnd::Stopped;
			case Response::Bounce:
				if (Bounce(leg) == false)
				{
					leg.response = Response::Stop;
					return BeamEnd::NoPlace;
				}
				if (m_left <= 0.0)
				{
					return BeamEnd::Length;
				}
				break;
			case Response::Pierce:
				m_pierces += 1;
				break;
			case Response::Ignore:
				break;
			}
		}
	}

private:
	using What = typename Source::What;

	void SetRay(BeamLeg& leg, bool hasHit) const
	{
		leg.ray = m_ray;
		leg.begin = m_hit ? m_hit->fraction : 0.0f;
		if (hasHit == false)
		{
			leg.enter = {m_ray.maxFraction, PointAt(m_ray, m_ray.maxFraction), {0.0f, 0.0f}, -1};
			leg.exit = leg.enter;
		}
	}

	[[nodiscard]] Response Decide(BeamLeg& leg) const
	{
		const bool mayBounce = m_bounces < m_def.maxBounces && leg.startsInside == false;
		const bool mayPierce = m_pierces < m_def.maxPierces;
		leg.response = mayBounce ? Response::Bounce : (mayPierce ? Response::Pierce : Response::Stop);
		const Response response = m_def.rule ? m_def.rule(leg) : leg.response;
		return response <= Response::Ignore ? response : Response::Stop;
	}

	// Continues off the thing that was hit, with the rest of the length. False if there is no surface, or no place to
	// continue from.
	bool Bounce(const BeamLeg& leg)
	{
		const Crossing& enter = leg.enter;
		const b2Vec2 reflected = Reflect(m_ray.translation, enter.normal);
		const std::optional<Ray> next =
		    GoOnIn(m_source, m_ray, m_hit->what, m_hit->fraction, Onward::Off, reflected, m_def.filter);
		if (next.has_value() == false)
		{
			return false;
		}
		m_left -= enter.fraction * LengthOf(m_ray.translation.x, m_ray.translation.y);
		m_ray = *next;
		m_ray.maxFraction = RoundToFloat(std::max(m_left, 0.0) / LengthOf(m_ray.translation.x, m_ray.translation.y));
		m_off = m_hit->what;
		m_hit.reset();
		m_bounces += 1;
		return true;
	}

	const Source& m_source;
	const BeamDef& m_def;
	std::vector<BeamLeg>& m_legs;
	Ray m_ray;
	std::optional<After<What>> m_hit; // the last hit on this ray
	std::optional<What> m_off;        // the thing off which this ray bounced
	double m_left;                    // rest of the length from the start of this ray (m)
	int32_t m_bounces = 0;
	int32_t m_pierces = 0;
};

// The fewest beams that are worth a task.
constexpr size_t k_leastBeamsPerTask = 256;

template <class Source>
BeamEnd AppendBeamIn(const Source& source, b2Vec2 origin, b2Vec2 direction, const BeamDef& def,
                     std::vector<BeamLeg>& legs)
{
	const Ray ray = RayToward(origin, direction, def.length);
	const bool isValid = IsValid(ray) && def.length > 0.0f;
	return isValid ? BeamWalk(source, ray, def, legs).Walk() : BeamEnd::Invalid;
}

} // namespace

BeamEnd CastBeam(Space space, b2Vec2 origin, b2Vec2 direction, const BeamDef& def, std::vector<BeamLeg>& legs)
{
	legs.clear();
	return Ask(space, [&](const auto& source) { return AppendBeamIn(source, origin, direction, def, legs); });
}

Result<> CastBeams(Space space, std::span<const BeamRay> rays, const BeamDef& def, BeamLegs& legs,
                   const Executor& executor)
{
	const auto make = [&](const auto& source, BeamLegs& made)
	{
		made.ends.resize(rays.size());
		const auto append = [&](const BeamRay& ray, size_t i, std::vector<BeamLeg>& all)
		{
			made.ends[i] = AppendBeamIn(source, ray.origin, ray.direction, def, all);
		};
		CastLists(rays, source.Extent(), k_leastBeamsPerTask, made, executor, append);
	};
	return ReplaceLists(legs, [&](BeamLegs& made) { Ask(space, [&](const auto& source) { make(source, made); }); });
}

} // namespace ricochet
