// MIT License, Copyright (c) 2026 the ricochet authors

#include "query/ray_order.h"

#include "geometry/counting_order.h"
#include "geometry/with_memory.h"

#include <algorithm>
#include <cmath>

namespace ricochet
{

namespace
{

constexpr size_t k_few = 256;        // rays that are not worth an order
constexpr double k_perTile = 16.0;   // rays, if there are many
constexpr double k_mostTiles = 64.0; // in a row

// Tiles of a box, row after row.
class Tiles
{
public:
	Tiles(Pair lower, Pair upper, size_t rays)
	    : m_lower(lower),
	      m_count(static_cast<int32_t>(std::clamp(std::sqrt(static_cast<double>(rays) / k_perTile), 1.0, k_mostTiles)))
	{
		const Pair extent = upper - lower;
		m_perMetre = Choose(extent > 0.0, static_cast<double>(m_count) / extent, Pair{});
		m_last = Pair{} + (m_count - 1.0);
	}

	[[nodiscard]] size_t Count() const { return static_cast<size_t>(m_count) * static_cast<size_t>(m_count); }

	/// A number that is not finite is in some tile.
	[[nodiscard]] uint16_t Of(b2Vec2 point) const
	{
		const WholePair tile = WholeWithin((Pair{point.x, point.y} - m_lower) * m_perMetre, m_last);
		return static_cast<uint16_t>(tile[1] * m_count + tile[0]);
	}

private:
	Pair m_lower;
	Pair m_perMetre;
	Pair m_last;
	int32_t m_count;
};

template <class Start>
std::vector<uint16_t> SortByTile(std::span<const Start> rays, const Tiles& tiles)
{
	std::vector<uint16_t> order(rays.size());
	std::vector<uint16_t> tileOf(rays.size());
	std::vector<uint32_t> places(tiles.Count());
	for (size_t i = 0; i < rays.size(); ++i)
	{
		tileOf[i] = tiles.Of(rays[i].origin);
	}
	OrderByTile(tileOf, places, [&](size_t place, size_t i) { order[place] = static_cast<uint16_t>(i); });
	return order;
}

} // namespace

template <class Start>
RayOrder::RayOrder(std::span<const Start> rays, const std::array<Pair, 2>& box)
{
	if (rays.size() >= k_few && rays.size() <= k_mostOrderedRays)
	{
		const Result<> ordered = WithMemory(
		    [&]() -> Result<>
		    {
			    m_order = SortByTile(rays, Tiles(box[0], box[1], rays.size()));
			    return {};
		    });
		(void)ordered;
	}
}

template RayOrder::RayOrder(std::span<const Ray> rays, const std::array<Pair, 2>& box);
template RayOrder::RayOrder(std::span<const BeamRay> rays, const std::array<Pair, 2>& box);

} // namespace ricochet
