// MIT License, Copyright (c) 2026 the ricochet authors

#include <ricochet/world/ray_fan.h>

#include "geometry/elementary.h"
#include "world/fan_directions.h"
#include "world/meet.h"
#include "world/sector_walk.h"

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
constexpr int32_t k_bundleSize = 64;
constexpr double k_bundleAngle = 0.8;
constexpr int32_t k_smallestBundle = 3;

/// Neighbouring rays of a fan on their way through the tree: for each box the rays that may meet it are told by slopes
/// in the frame of the bundle's middle, and only they are cast.
class RayBundle
{
public:
	/// Rays [first, first + count) of a fan, count <= k_bundleSize.
	RayBundle(const RayFan& fan, FanDirections& directions, int32_t first, int32_t count, const QueryFilter& filter);

	/// Casts them all and writes their hits. False, with nothing written, if rounding has left rays so short that they
	/// are in no order.
	[[nodiscard]] bool Cast(const b2World& world, std::span<RayHit> hits);

	// What SectorWalk asks for.
	[[nodiscard]] double Reach() const { return m_reach; }
	[[nodiscard]] bool WantsMore(const b2AABB& box, double distance) const;
	void Visit(void* userData, double distance);

private:
	struct Best
	{
		b2Fixture* fixture = nullptr;
		int32_t child = 0;
		float fraction = 1.0f;
		LocalSpan span;
	};

	[[nodiscard]] bool SetFrame();
	[[nodiscard]] size_t FirstOf(const SlopeRange& slopes) const;
	void CastRay(size_t i, b2Fixture* fixture, int32_t child);

	const RayFan& m_fan;
	const QueryFilter& m_filter;
	size_t m_count;
	std::array<Ray, k_bundleSize> m_rays;
	std::array<double, k_bundleSize> m_lengths; ///< rounded up
	std::array<double, k_bundleSize> m_slopes;  ///< ascending
	std::array<double, k_bundleSize> m_reaches; ///< squared distance of the best hit, rounded up
	std::array<Best, k_bundleSize> m_best;
	std::optional<Sector> m_sector;
	double m_reach = 0.0; ///< the largest of m_reaches
};

RayBundle::RayBundle(const RayFan& fan, FanDirections& directions, int32_t first, int32_t count,
                     const QueryFilter& filter)
    : m_fan(fan), m_filter(filter), m_count(static_cast<size_t>(count))
{
	for (int32_t i = 0; i < count; ++i)
	{
		m_rays[static_cast<size_t>(i)] = directions.At(first + i);
	}
}

// Slopes are taken of the rays as they were rounded, so that a box misses none that a ray truly meets. Rounding keeps
// the order of directions, but for lengths of a few denormals.
bool RayBundle::SetFrame()
{
	constexpr double k_largestSlope = 2.0;
	const b2Vec2 middle = m_rays[m_count / 2].translation;
	const double length = LengthOf(middle.x, middle.y);
	if (length == 0.0)
	{
		return false;
	}
	const double axisX = middle.x / length;
	const double axisY = middle.y / length;
	double last = -k_largestSlope;
	for (size_t i = 0; i < m_count; ++i)
	{
		const b2Vec2 d = m_rays[i].translation;
		const double along = axisX * d.x + axisY * d.y;
		const double slope = (axisX * d.y - axisY * d.x) / along;
		if ((along > 0.0 && slope >= last && slope <= k_largestSlope) == false)
		{
			return false;
		}
		last = slope;
		m_slopes[i] = slope;
		m_lengths[i] = LengthOf(d.x, d.y) * (1.0 + 0x1p-20);
		m_reaches[i] = m_lengths[i] * m_lengths[i];
		m_reach = std::max(m_reach, m_reaches[i]);
	}
	m_sector.emplace(m_fan.origin, m_fan.radius, axisX, axisY, SlopeRange{m_slopes[0], last});
	return true;
}

bool RayBundle::Cast(const b2World& world, std::span<RayHit> hits)
{
	if (SetFrame() == false)
	{
		return false;
	}
	SectorWalk(TreeOf(world), *m_sector, *this);
	for (size_t i = 0; i < m_count; ++i)
	{
		const Best& best = m_best[i];
		hits[i] = best.fixture != nullptr ? HitOf(best.span, m_rays[i], best.fixture, best.child) : RayHit{};
	}
	return true;
}

size_t RayBundle::FirstOf(const SlopeRange& slopes) const
{
	const auto end = m_slopes.begin() + static_cast<std::ptrdiff_t>(m_count);
	return static_cast<size_t>(std::lower_bound(m_slopes.begin(), end, slopes.low) - m_slopes.begin());
}

bool RayBundle::WantsMore(const b2AABB& box, double distance) const
{
	const SlopeRange slopes = m_sector->SlopesOf(box);
	for (size_t i = FirstOf(slopes); i < m_count && m_slopes[i] <= slopes.high; ++i)
	{
		if (m_reaches[i] >= distance)
		{
			return true;
		}
	}
	return false;
}

void RayBundle::Visit(void* userData, double distance)
{
	const auto* proxy = static_cast<const b2FixtureProxy*>(userData);
	b2Fixture* fixture = proxy->fixture;
	const SlopeRange slopes =
	    m_sector->SlopesOf(*fixture->GetShape(), proxy->childIndex, fixture->GetBody()->GetTransform());
	if (slopes.IsEmpty() || Accepts(m_filter, fixture) == false)
	{
		return;
	}
	const double before = m_reach;
	bool opened = false;
	for (size_t i = FirstOf(slopes); i < m_count && m_slopes[i] <= slopes.high; ++i)
	{
		if (m_reaches[i] >= distance)
		{
			opened = opened || m_reaches[i] == before;
			CastRay(i, fixture, proxy->childIndex);
		}
	}
	if (opened)
	{
		m_reach = *std::max_element(m_reaches.begin(), m_reaches.begin() + static_cast<std::ptrdiff_t>(m_count));
	}
}

void RayBundle::CastRay(size_t i, b2Fixture* fixture, int32_t child)
{
	Best& best = m_best[i];
	const std::optional<ShapeSpan> met = MeetAccepted(m_rays[i], m_filter, fixture, child, best.fraction);
	if (met.has_value() == false)
	{
		return;
	}
	const auto fraction = static_cast<float>(met->span.enter.fraction);
	if (best.fixture == nullptr || IsNearer(fraction, fixture, child, best.fraction, best.fixture, best.child))
	{
		best = {fixture, child, fraction, met->span};
		const double reach = CutoffAbove(fraction) * m_lengths[i];
		m_reaches[i] = reach * reach;
	}
}

[[gnu::noinline]] bool CastBundle(const b2World& world, const RayFan& fan, FanDirections& directions, int32_t first,
                                  std::span<RayHit> hits, const QueryFilter& filter)
{
	const auto count = static_cast<int32_t>(hits.size());
	return count >= k_smallestBundle && RayBundle(fan, directions, first, count, filter).Cast(world, hits);
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
	if (IsValid(fan) == false || hits.size() < static_cast<size_t>(fan.count))
	{
		std::fill(hits.begin(), hits.end(), RayHit{});
		return false;
	}

	FanDirections directions(fan);
	const double fitting = std::min(k_bundleAngle / directions.Step(), static_cast<double>(k_bundleSize));
	const int32_t size = std::max(static_cast<int32_t>(fitting), 1);
	for (int32_t first = 0; first < fan.count; first += size)
	{
		const int32_t count = std::min(size, fan.count - first);
		const std::span<RayHit> part = hits.subspan(static_cast<size_t>(first), static_cast<size_t>(count));
		if (CastBundle(world, fan, directions, first, part, filter))
		{
			continue;
		}
		for (int32_t i = 0; i < count; ++i)
		{
			const std::optional<RayHit> hit = CastRayClosest(world, directions.At(first + i), filter);
			part[static_cast<size_t>(i)] = hit.has_value() ? *hit : RayHit{};
		}
	}
	return true;
}

} // namespace ricochet
