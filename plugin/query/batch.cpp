// MIT License, Copyright (c) 2026 the ricochet authors

#include "query/batch.h"

#include "geometry/compiler.h"
#include "geometry/counting_order.h"
#include "geometry/with_memory.h"
#include "query/ask.h"
#include "query/query.h"

#include <algorithm>
#include <cmath>

namespace ricochet
{

namespace
{

constexpr size_t k_few = 256;        // fewer rays are not sorted
constexpr double k_perTile = 16.0;   // rays in a tile, if there are many
constexpr double k_mostTiles = 64.0; // tiles in a row

// Divides a box into tiles, which are numbered row by row.
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

	/// A point that is not finite is in some tile.
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

// The fewest rays that are worth a task.
constexpr size_t k_leastRaysPerTask = 1024;

// Calls answer(source, ray, answers[i]) for every ray i.
template <class Answers, class Answer>
Result<> ForEachRay(Space space, std::span<const Ray> rays, Answers& answers, const char* parameter,
                    const Executor& executor, const Answer& answer)
{
	if (answers.size() < rays.size())
	{
		return Error{ErrorReason::TooFew, parameter, -1, static_cast<double>(answers.size()),
		             static_cast<double>(rays.size())};
	}
	const BatchCut cut(rays.size(), k_leastRaysPerTask);
	const auto cast = [&](const auto& source, int32_t task)
	{
		const size_t first = cut.FirstOf(task);
		const size_t count = cut.CountOf(task);
		const auto mine = rays.subspan(first, count);
		const auto answersToMine = answers.subspan(first, count);
		const auto fetch = [&](size_t i)
		{
			FetchLine(&mine[i]);
			PrefetchToWrite(answersToMine[i]);
			FetchLineToWrite(&answersToMine[i] + 1); // usually in the next cache line
		};
		VisitInOrder(RayOrder(mine, source.Extent()), count, fetch,
		             [&](size_t i) { answer(source, mine[i], answersToMine[i]); });
	};
	Ask(space, [&](const auto& source) { RunTasks(executor, cut.Tasks(), [&](int32_t task) { cast(source, task); }); });
	return {};
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

Result<> CastRaysClosest(Space space, std::span<const Ray> rays, std::span<RayHit> hits, const QueryFilter& filter,
                         const Executor& executor)
{
	return ForEachRay(space, rays, hits, "hits", executor,
	                  [&](const auto& source, const Ray& ray, RayHit& hit)
	                  {
		                  if (FindClosest(source, ray, filter, hit) == false)
		                  {
			                  hit = {};
		                  }
	                  });
}

Result<> CastRaysAny(Space space, std::span<const Ray> rays, std::span<bool> isHit, const QueryFilter& filter,
                     const Executor& executor)
{
	return ForEachRay(space, rays, isHit, "isHit", executor,
	                  [&](const auto& source, const Ray& ray, bool& isAny) { isAny = AnyIn(source, ray, filter); });
}

Result<> CastRaysAll(Space space, std::span<const Ray> rays, RayHits& hits, const QueryFilter& filter,
                     const Executor& executor)
{
	const auto make = [&](const auto& source, RayHits& made)
	{
		const auto append = [&](const Ray& ray, size_t, std::vector<RayHit>& all)
		{
			AppendAllIn(source, ray, filter, all);
		};
		CastLists(rays, source.Extent(), k_leastRaysPerTask, made, executor, append);
	};
	return ReplaceLists(hits, [&](RayHits& made) { Ask(space, [&](const auto& source) { make(source, made); }); });
}

} // namespace ricochet
