// MIT License, Copyright (c) 2026 the ricochet authors

#pragma once

#include <ricochet/query/ray_query.h>
#include <ricochet/sight/light.h>

#include "support/reference_flight.h"

#include <cmath>

// Measures by many rays how much of a luminous disc is in sight.

namespace ricochet::test
{

// The part of a disc that is in sight from a point.
struct DiscSight
{
	double share = 0.0; // the share of the disc's angle
	int changes = 0;    // the number of changes between seen and hidden, over that angle
	Point2 border{};    // the direction of the last change
};

class Disc
{
public:
	Disc(const b2World& world, const Light& light, b2Vec2 from) : m_world(world), m_from(from), m_size(light.size)
	{
		const Point2 way = Widen(light.position) - Widen(from);
		m_distance = Length(way);
		m_middle = std::atan2(way.y, way.x);
		m_half = std::asin(m_size / m_distance);
	}

	DiscSight Look() const
	{
		constexpr int k_rays = 64;
		DiscSight sight;
		bool last = Sees(-1.0 + 1.0 / k_rays);
		const bool first = last;
		double at = 0.0;
		for (int i = 0; i < k_rays; ++i)
		{
			const double place = -1.0 + (2.0 * i + 1.0) / k_rays;
			const bool now = Sees(place);
			sight.share += now ? 1.0 / k_rays : 0.0;
			if (now != last)
			{
				++sight.changes;
				at = Border(place - 2.0 / k_rays, place);
			}
			last = now;
		}
		if (sight.changes == 1)
		{
			sight.share = first ? 0.5 * (1.0 + at) : 0.5 * (1.0 - at);
		}
		sight.border = {std::cos(m_middle + at * m_half), std::sin(m_middle + at * m_half)};
		return sight;
	}

private:
	// Casts a ray to the disc's near side. `place` is the position within its angle, from -1 to 1.
	bool Sees(double place) const
	{
		const double angle = place * m_half;
		const double side = m_distance * std::sin(angle);
		const double length = m_distance * std::cos(angle) - std::sqrt(std::max(0.0, m_size * m_size - side * side));
		const b2Vec2 way{static_cast<float>(length * std::cos(m_middle + angle)),
		                 static_cast<float>(length * std::sin(m_middle + angle))};
		return CastRayAny(m_world, {m_from, way}) == false;
	}

	double Border(double low, double high) const
	{
		const bool atLow = Sees(low);
		for (int i = 0; i < 20; ++i)
		{
			const double middle = 0.5 * (low + high);
			(Sees(middle) == atLow ? low : high) = middle;
		}
		return 0.5 * (low + high);
	}

	const b2World& m_world;
	b2Vec2 m_from;
	double m_size;
	double m_distance;
	double m_middle;
	double m_half;
};

} // namespace ricochet::test
