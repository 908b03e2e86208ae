// MIT License, Copyright (c) 2026 the ricochet authors

#include <ricochet/world/ray_query.h>

#include "world/broadphase_walk.h"
#include "world/meet.h"

namespace ricochet
{

namespace
{

// Every hit, sorted.
class All
{
public:
	All(const Ray& ray, std::vector<RayHit>& hits) : m_ray(ray), m_hits(hits) { m_hits.clear(); }

	[[nodiscard]] float Fraction() const { return m_ray.maxFraction; }
	[[nodiscard]] double Cutoff() const { return CutoffAbove(m_ray.maxFraction); }
	void Offer(const FixtureChild& what, const LocalSpan& span) { m_hits.push_back(HitOf(span, m_ray, what)); }

	void Sort()
	{
		std::sort(m_hits.begin(), m_hits.end(),
		          [](const RayHit& a, const RayHit& b)
		          {
			          return IsNearer(a.enter.fraction, FixtureChild{a.fixture, a.child}, b.enter.fraction,
			                          FixtureChild{b.fixture, b.child});
		          });
	}

private:
	const Ray& m_ray;
	std::vector<RayHit>& m_hits;
};

template <class Collector>
void Offer(const Ray& ray, const QueryFilter& filter, const FixtureChild& what, Collector& collector)
{
	if (const std::optional<ShapeSpan> met = Meet(ray, filter, what, collector.Cutoff()))
	{
		collector.Offer(what, met->span);
	}
}

template <class Collector>
void CastNearerFirst(const b2World& world, const Ray& ray, const QueryFilter& filter, Collector& collector)
{
	if (IsValid(ray))
	{
		WalkRay(world, ray, 0.0f,
		        [&](b2Fixture* fixture, int32_t child)
		        {
			        Offer(ray, filter, {fixture, child}, collector);
			        return collector.Fraction();
		        });
	}
}

} // namespace

std::optional<RayHit> CastRayClosest(const b2World& world, const Ray& ray, const QueryFilter& filter)
{
	Closest<FixtureChild> closest(ray.maxFraction);
	CastNearerFirst(world, ray, filter, closest);
	return closest.HasHit() ? std::optional(HitOf(closest.Span(), ray, closest.Hit())) : std::nullopt;
}

bool CastRayAny(const b2World& world, const Ray& ray, const QueryFilter& filter)
{
	Any<FixtureChild> any(ray.maxFraction);
	if (IsValid(ray))
	{
		WalkRayUntil(world, ray, 0.0f,
		             [&](b2Fixture* fixture, int32_t child)
		             {
			             Offer(ray, filter, {fixture, child}, any);
			             return any.HasHit();
		             });
	}
	return any.HasHit();
}

void CastRayAll(const b2World& world, const Ray& ray, std::vector<RayHit>& hits, const QueryFilter& filter)
{
	All all(ray, hits);
	CastNearerFirst(world, ray, filter, all);
	all.Sort();
}

} // namespace ricochet
