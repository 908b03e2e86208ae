// MIT License, Copyright (c) 2026 the ricochet authors

#pragma once

#include "world/broadphase_walk.h"
#include "world/meet.h"

#include <ricochet/world/go_on.h>

namespace ricochet
{

// Going on from a hit, over any source of fixture children:
//
//   Walk(ray, visit)        visit(b2Fixture*, child) -> the fraction beyond which nothing is of interest any more
//   WalkUntil(ray, visit)   visit(b2Fixture*, child) -> true to stop
//
// Both leave out nothing that the ray truly meets.

/// The live broadphase of a world as a source.
struct LiveTree
{
	const b2World& world;

	template <class Visit>
	void Walk(const Ray& ray, Visit&& visit) const
	{
		WalkRay(world, ray, 0.0f, visit);
	}

	template <class Visit>
	void WalkUntil(const Ray& ray, Visit&& visit) const
	{
		WalkRayUntil(world, ray, 0.0f, visit);
	}
};

/// The first hit of a valid ray that comes after another in the order of hits, if `after` is not null. If it has gone
/// on off a hit, which `off` names, it meets that shape no more, and shapes that it starts in are no news.
template <class Source>
[[nodiscard]] std::optional<RayHit> NextHit(const Source& source, const Ray& ray, const QueryFilter& filter,
                                            const RayHit* after, const RayHit* off)
{
	Closest<FixtureChild> closest(ray.maxFraction);
	source.Walk(ray,
	            [&](b2Fixture* fixture, int32_t child)
	            {
		            const FixtureChild what{fixture, child};
		            if (off != nullptr && fixture == off->fixture && child == off->child)
		            {
			            return closest.Fraction();
		            }
		            const std::optional<ShapeSpan> met = Meet(ray, filter, what, closest.Cutoff());
		            if (met && (off == nullptr || met->span.startsInside == false) &&
		                (after == nullptr || IsNearer(after->enter.fraction, FixtureChild{after->fixture, after->child},
		                                              static_cast<float>(met->span.enter.fraction), what)))
		            {
			            closest.Offer(what, met->span);
		            }
		            return closest.Fraction();
	            });
	return closest.HasHit() ? std::optional(HitOf(closest.Span(), ray, closest.Hit())) : std::nullopt;
}

/// The crossing of a shape from which a ray goes on: tells which float points it may start from, and in which
/// direction.
class Departure
{
public:
	Departure(const Ray& ray, const RayHit& hit, Onward onward);

	/// False if there is no such crossing.
	[[nodiscard]] bool IsValid() const { return m_valid; }

	/// The first of the float points about the crossing that lies as it must and from which the translation leaves the
	/// surface. isFree(point) -> bool tells whether the way there meets no other shape.
	template <class IsFree>
	[[nodiscard]] std::optional<Ray> Search(b2Vec2 translation, const IsFree& isFree) const
	{
		const Vec<double> onward = UnitOf(Lift<double>(translation));
		if (Dot(onward, m_aside) < -k_turn)
		{
			return std::nullopt;
		}
		const Vec<double> ways[] = {m_aside, m_along, onward};
		for (const double clearance : k_clearances)
		{
			for (const Vec<double>& way : ways)
			{
				const std::optional<Ray> next = From(PointAt(clearance, way), translation);
				if (next && isFree(next->origin))
				{
					return next;
				}
			}
		}
		const std::optional<Ray> next = IsNear(m_ray.origin) ? From(m_ray.origin, translation) : std::nullopt;
		return next && isFree(next->origin) ? next : std::nullopt;
	}

	/// True if the way to a point meets another child of a fixture which the ray has not met before the crossing.
	[[nodiscard]] bool IsBlocked(b2Vec2 point, const QueryFilter& filter, b2Fixture* fixture, int32_t child) const;

private:
	// In units. From two on doubles can tell nearly always on which side a start is: nearer ones cost twice the time.
	// The largest is as far as a start may be from the crossing.
	static constexpr double k_clearances[] = {2.0, 4.0, 16.0, 64.0, 256.0, 1024.0};

	// The most that rounding turns a direction by (rad). That of the normal and of both coordinates is a fourth of it.
	static constexpr double k_turn = 0x1p-19;

	[[nodiscard]] b2Vec2 PointAt(double clearance, const Vec<double>& way) const;
	[[nodiscard]] bool IsNear(b2Vec2 point) const;
	[[nodiscard]] std::optional<Ray> From(b2Vec2 point, b2Vec2 translation) const;
	[[nodiscard]] bool IsPlace(b2Vec2 point) const;
	[[nodiscard]] bool Leaves(const Ray& ray) const;

	const Ray& m_ray;
	b2Fixture* m_fixture;
	int32_t m_child;
	bool m_valid = false;
	bool m_crosses = false;  // the way to the start goes through the surface of the entry
	bool m_inside = false;   // the start is inside a solid
	float m_fraction = 0.0f; // of the crossing
	int32_t m_edge = -1;     // of the crossing
	double m_unit = 0.0;     // m: what rounding leaves of the crossing, as floats are spaced there
	Vec<double> m_point{};   // of the crossing
	Vec<double> m_aside{};   // unit, off the surface to the side of the start
	Vec<double> m_along{};   // unit, along the ray to that side
};

template <class Source>
[[nodiscard]] std::optional<Ray> GoOnIn(const Source& source, const Ray& ray, const RayHit& hit, Onward onward,
                                        b2Vec2 translation, const QueryFilter& filter)
{
	const Departure departure(ray, hit, onward);
	if (departure.IsValid() == false || translation.IsValid() == false)
	{
		return std::nullopt;
	}
	return departure.Search(translation,
	                        [&](b2Vec2 point)
	                        {
		                        const Ray way = RayBetween(ray.origin, point);
		                        bool free = IsValid(way);
		                        if (free)
		                        {
			                        source.WalkUntil(way,
			                                         [&](b2Fixture* fixture, int32_t child)
			                                         {
				                                         free = departure.IsBlocked(point, filter, fixture, child) ==
				                                                false;
				                                         return free == false;
			                                         });
		                        }
		                        return free;
	                        });
}

} // namespace ricochet
