// MIT License, Copyright (c) 2026 the ricochet authors

#include <ricochet/query/ray_fan.h>

#include "geometry/elementary.h"
#include "query/fan_directions.h"
#include "query/query.h"
#include "query/sector_walk.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <optional>

namespace ricochet
{

namespace
{

// So many rays, over so wide an angle, go through the tree together. Measured: more make the sector of boxes that one
// far ray keeps open too wide, fewer share too little; and two rays in such an angle share nothing.
constexpr size_t k_bundleSize = 64;
constexpr double k_bundleAngle = 0.8;
constexpr size_t k_smallestBundle = 3;

/// Neighbouring rays of a fan on their way through the tree: for each box the rays that may meet it are told by slopes
/// in the frame of the bundle's middle, and only they are cast.
class RayBundle
{
public:
	/// At most k_bundleSize rays, whose hits are misses.
	RayBundle(std::span<const Ray> rays, std::span<RayHit> hits, const QueryFilter& filter)
	    : m_rays(rays), m_hits(hits), m_filter(filter)
	{
	}

	/// False, with nothing cast, if rounding has left rays so short that they are in no order.
	[[nodiscard]] bool Cast(const b2World& world, float radius);

	// What a SectorTree asks for.
	[[nodiscard]] double Reach() const { return m_reach; }
	[[nodiscard]] bool WantsMore(const b2AABB& box, double distance) const;
	void Visit(const FixtureChild& what, double distance);

private:
	void SetFrame(float radius);
	[[nodiscard]] size_t FirstOf(const SlopeRange& slopes) const;
	void CastRay(size_t i, const FixtureChild& what, const Place& place);

	std::span<const Ray> m_rays;
	std::span<RayHit> m_hits;
	const QueryFilter& m_filter;
	std::array<std::optional<Closest<FixtureChild>>, k_bundleSize> m_closest;
	std::array<double, k_bundleSize> m_lengths; ///< rounded up
	std::array<double, k_bundleSize> m_slopes;  ///< ascending
	std::array<double, k_bundleSize> m_reaches; ///< squared distance of the best hit, rounded up
	std::optional<Sector> m_sector;
	double m_reach = 0.0; ///< the largest of m_reaches
};

// Slopes are taken of the rays as they were rounded, so that a box misses none that a ray truly meets. Rounding keeps
// the order of directions, but for lengths of a few denormals.
void RayBundle::SetFrame(float radius)
{
	constexpr double k_largestSlope = 2.0;
	const b2Vec2 middle = m_rays[m_rays.size() / 2].translation;
	const double length = LengthOf(middle.x, middle.y);
	if (length == 0.0)
	{
		return;
	}
	const double axisX = middle.x / length;
	const double axisY = middle.y / length;
	double last = -k_largestSlope;
	for (size_t i = 0; i < m_rays.size(); ++i)
	{
		const b2Vec2 d = m_rays[i].translation;
		const double along = axisX * d.x + axisY * d.y;
		const double slope = (axisX * d.y - axisY * d.x) / along;
		if ((along > 0.0 && slope >= last && slope <= k_largestSlope) == false)
		{
			return;
		}
		last = slope;
		m_closest[i].emplace(m_rays[i].maxFraction);
		m_slopes[i] = slope;
		m_lengths[i] = LengthOf(d.x, d.y) * (1.0 + 0x1p-20);
		m_reaches[i] = m_lengths[i] * m_lengths[i];
		m_reach = std::max(m_reach, m_reaches[i]);
	}
	m_sector.emplace(m_rays[0].origin, radius, axisX, axisY, SlopeRange{m_slopes[0], last});
}

bool RayBundle::Cast(const b2World& world, float radius)
{
	SetFrame(radius);
	if (m_sector.has_value() == false)
	{
		return false;
	}
	SectorTree(world, *m_sector).Walk(*this);
	for (size_t i = 0; i < m_rays.size(); ++i)
	{
		if (m_closest[i]->HasHit())
		{
			LiveTree::Tell(m_rays[i], m_closest[i]->Hit(), m_closest[i]->Kept(), m_hits[i]);
		}
	}
	return true;
}

size_t RayBundle::FirstOf(const SlopeRange& slopes) const
{
	const auto end = m_slopes.begin() + static_cast<std::ptrdiff_t>(m_rays.size());
	return static_cast<size_t>(std::lower_bound(m_slopes.begin(), end, slopes.low) - m_slopes.begin());
}

bool RayBundle::WantsMore(const b2AABB& box, double distance) const
{
	const SlopeRange slopes = m_sector->SlopesOf(box);
	for (size_t i = FirstOf(slopes); i < m_rays.size() && m_slopes[i] <= slopes.high; ++i)
	{
		if (m_reaches[i] >= distance)
		{
			return true;
		}
	}
	return false;
}

void RayBundle::Visit(const FixtureChild& what, double distance)
{
	const Place place = PlaceOf(what);
	const SlopeRange slopes = m_sector->SlopesOf(place.geometry, place.pose);
	if (slopes.IsEmpty() || Accepts(m_filter, what) == false)
	{
		return;
	}
	const double before = m_reach;
	bool opened = false;
	for (size_t i = FirstOf(slopes); i < m_rays.size() && m_slopes[i] <= slopes.high; ++i)
	{
		if (m_reaches[i] >= distance)
		{
			opened = opened || m_reaches[i] == before;
			CastRay(i, what, place);
		}
	}
	if (opened)
	{
		m_reach = *std::max_element(m_reaches.begin(), m_reaches.begin() + static_cast<std::ptrdiff_t>(m_rays.size()));
	}
}

void RayBundle::CastRay(size_t i, const FixtureChild& what, const Place& place)
{
	Closest<FixtureChild>& closest = *m_closest[i];
	if (const auto met = RayCast(m_rays[i], m_filter).MeetAccepted(place, closest.Cutoff()))
	{
		closest.Trial() = met->span;
		closest.Offer(what);
		const double reach = closest.Cutoff() * m_lengths[i];
		m_reaches[i] = reach * reach;
	}
}

void CastRays(const b2World& world, std::span<const Ray> rays, std::span<RayHit> hits, float radius,
              const QueryFilter& filter)
{
	if (rays.size() >= k_smallestBundle && RayBundle(rays, hits, filter).Cast(world, radius))
	{
		return;
	}
	for (size_t i = 0; i < rays.size(); ++i)
	{
		if (const std::optional<RayHit> hit = CastRayClosest(world, rays[i], filter))
		{
			hits[i] = *hit;
		}
	}
}

} // namespace

bool IsValid(const RayFan& fan)
{
	return fan.origin.IsValid() && std::isfinite(fan.direction) && std::isfinite(fan.angle) &&
	       std::isfinite(fan.radius) && fan.angle >= 0.0f && fan.radius >= 0.0f && fan.count >= 0;
}

Ray FanRay(const RayFan& fan, int32_t i)
{
	if (IsValid(fan) && i >= 0 && i < fan.count)
	{
		return FanDirections(fan).At(i);
	}
	const float nan = std::numeric_limits<float>::quiet_NaN();
	return {fan.origin, {nan, nan}};
}

bool CastRayFan(const b2World& world, const RayFan& fan, std::span<RayHit> hits, const QueryFilter& filter)
{
	const bool fits = IsValid(fan) && hits.size() >= static_cast<size_t>(fan.count);
	hits = fits ? hits.first(static_cast<size_t>(fan.count)) : hits;
	std::fill(hits.begin(), hits.end(), RayHit{});
	if (fits == false)
	{
		return false;
	}

	FanDirections directions(fan);
	const double fitting = std::min(k_bundleAngle / directions.Step(), static_cast<double>(k_bundleSize));
	const auto size = std::max(static_cast<size_t>(fitting), size_t{1});
	std::array<Ray, k_bundleSize> rays;
	int32_t next = 0;
	while (hits.empty() == false)
	{
		// As many whole bundles at a time as there is room for: sines and cosines wait for nothing, casts for each.
		const size_t count = std::min(rays.size() / size * size, hits.size());
		for (size_t i = 0; i < count; ++i)
		{
			rays[i] = directions.At(next++);
		}
		for (size_t first = 0; first < count; first += size)
		{
			const size_t part = std::min(size, count - first);
			CastRays(world, std::span(rays).subspan(first, part), hits.subspan(first, part), fan.radius, filter);
		}
		hits = hits.subspan(count);
	}
	return true;
}

} // namespace ricochet
