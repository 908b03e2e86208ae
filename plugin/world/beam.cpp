// MIT License, Copyright (c) 2026 the ricochet authors

#include <ricochet/world/beam.h>

#include "geometry/elementary.h"
#include "geometry/round_to_float.h"
#include "world/go_on.h"

#include <ricochet/geometry/reflect.h>

namespace ricochet
{

namespace
{

// One beam on its way through a source.
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
			const std::optional<RayHit> hit =
			    NextHit(m_source, m_ray, m_def.filter, AddressOf(m_hit), AddressOf(m_off));
			m_legs.push_back(LegTo(hit));
			if (hit.has_value() == false)
			{
				return BeamEnd::Length;
			}
			BeamLeg& leg = m_legs.back();
			leg.response = Decide(leg);
			if (leg.response == Response::Stop)
			{
				return BeamEnd::Stopped;
			}
			m_hit = hit;
			m_pierces += leg.response == Response::Pierce ? 1 : 0;
			if (leg.response == Response::Bounce)
			{
				if (Bounce() == false)
				{
					leg.response = Response::Stop;
					return BeamEnd::NoPlace;
				}
				if (m_left <= 0.0)
				{
					return BeamEnd::Length;
				}
			}
		}
	}

private:
	[[nodiscard]] static const RayHit* AddressOf(const std::optional<RayHit>& hit) { return hit ? &*hit : nullptr; }

	[[nodiscard]] BeamLeg LegTo(const std::optional<RayHit>& hit) const
	{
		BeamLeg leg;
		leg.ray = m_ray;
		leg.begin = m_hit ? m_hit->enter.fraction : 0.0f;
		if (hit)
		{
			static_cast<RayHit&>(leg) = *hit;
		}
		else
		{
			leg.enter = {m_ray.maxFraction, PointAt(m_ray, m_ray.maxFraction), {0.0f, 0.0f}, -1};
			leg.exit = leg.enter;
		}
		return leg;
	}

	[[nodiscard]] bool CanBounce(const BeamLeg& leg) const
	{
		return m_bounces < m_def.maxBounces && leg.startsInside == false;
	}

	[[nodiscard]] Response Decide(BeamLeg& leg) const
	{
		const bool canPierce = m_pierces < m_def.maxPierces;
		leg.response = CanBounce(leg) ? Response::Bounce : (canPierce ? Response::Pierce : Response::Stop);
		switch (m_def.rule ? m_def.rule(leg) : leg.response)
		{
		case Response::Bounce:
			return CanBounce(leg) ? Response::Bounce : Response::Stop;
		case Response::Pierce:
			return canPierce ? Response::Pierce : Response::Stop;
		case Response::Ignore:
			return Response::Ignore;
		case Response::Stop:
			break;
		}
		return Response::Stop;
	}

	// Off what was hit, with what is left of the length. False if there is no place to go on from.
	bool Bounce()
	{
		const b2Vec2 reflected = Reflect(m_ray.translation, m_hit->enter.normal);
		const std::optional<Ray> next = GoOnIn(m_source, m_ray, *m_hit, Onward::Off, reflected, m_def.filter);
		if (next.has_value() == false)
		{
			return false;
		}
		m_left -= m_hit->enter.fraction * LengthOf(m_ray.translation.x, m_ray.translation.y);
		m_ray = *next;
		m_ray.maxFraction = RoundToFloat(std::max(m_left, 0.0) / LengthOf(m_ray.translation.x, m_ray.translation.y));
		m_off = m_hit;
		m_hit.reset();
		m_bounces += 1;
		return true;
	}

	const Source& m_source;
	const BeamDef& m_def;
	std::vector<BeamLeg>& m_legs;
	Ray m_ray;
	std::optional<RayHit> m_hit; // the last on this ray
	std::optional<RayHit> m_off; // from which this ray goes on
	double m_left;               // m, from the start of this ray
	int32_t m_bounces = 0;
	int32_t m_pierces = 0;
};

} // namespace

BeamEnd CastBeam(const b2World& world, b2Vec2 origin, b2Vec2 direction, const BeamDef& def, std::vector<BeamLeg>& legs)
{
	legs.clear();
	const Ray ray = RayToward(origin, direction, def.length);
	if (IsValid(ray) == false || (def.length > 0.0f) == false)
	{
		return BeamEnd::Invalid;
	}
	const LiveTree source{world};
	return BeamWalk(source, ray, def, legs).Walk();
}

} // namespace ricochet
