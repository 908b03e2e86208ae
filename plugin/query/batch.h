// MIT License, Copyright (c) 2026 the ricochet authors

#pragma once

#include "geometry/compiler.h"
#include "geometry/pair.h"
#include "geometry/with_memory.h"

#include <ricochet/query/batch.h>
#include <ricochet/query/executor.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <numeric>
#include <span>
#include <utility>
#include <vector>

namespace ricochet
{

inline constexpr size_t k_mostOrderedRays = size_t{1} << 16;

/// An order in which to cast rays. Rays that start near one another come one after the other, so the things that they
/// hit are still in the cache. No answer depends on the order.
class RayOrder
{
public:
	/// Keeps the given order.
	RayOrder() = default;

	/// Sorts the rays by where they start in a box, given by its lower and upper corner. Start: Ray or BeamRay.
	/// The given order stays if there are few rays, if there are more than k_mostOrderedRays, or if memory runs out.
	template <class Start>
	RayOrder(std::span<const Start> rays, const std::array<Pair, 2>& box);

	[[nodiscard]] size_t operator[](size_t place) const { return m_order.empty() ? place : m_order[place]; }

private:
	std::vector<uint16_t> m_order;
};

// How a batch of casts runs on an executor. Which task casts a ray depends only on the number of rays.

/// Cuts a batch into k_tasks tasks, so that threads end at about the same time. There are fewer if a task would have
/// fewer than `leastPerTask` casts: then sorting them would cost more than it saves. No task has more than
/// k_mostOrderedRays casts.
class BatchCut
{
public:
	static constexpr size_t k_tasks = 16;

	BatchCut(size_t casts, size_t leastPerTask)
	    : m_casts(casts), m_perTask(std::clamp((casts + k_tasks - 1) / k_tasks, leastPerTask, k_mostOrderedRays))
	{
	}

	[[nodiscard]] int32_t Tasks() const { return static_cast<int32_t>((m_casts + m_perTask - 1) / m_perTask); }
	[[nodiscard]] size_t FirstOf(int32_t task) const { return static_cast<size_t>(task) * m_perTask; }
	[[nodiscard]] size_t CountOf(int32_t task) const { return std::min(m_perTask, m_casts - FirstOf(task)); }

private:
	size_t m_casts;
	size_t m_perTask;
};

/// Calls visit(i) for every i below `count`, in an order. Calls fetch(i) some visits earlier, to prefetch the data of
/// i.
template <class Fetch, class Visit>
void VisitInOrder(const RayOrder& order, size_t count, const Fetch& fetch, const Visit& visit)
{
	constexpr size_t k_ahead = 8;
	for (size_t i = 0; i < count; ++i)
	{
		fetch(order[std::min(i + k_ahead, count - 1)]);
		visit(order[i]);
	}
}

/// The results of a task: the lists of its rays, one after the other, in the task's order.
template <class T>
struct BatchPart
{
	RayOrder order;
	std::vector<T> items;
	bool isComplete = false; ///< false if memory ran out
};

/// Casts the rays of a task. append(ray, i, items) appends the list of rays[i]. lengths[i] gets the length of that
/// list.
template <class T, class Start, class Append>
BatchPart<T> CastPart(std::span<const Start> rays, const std::array<Pair, 2>& box, std::span<size_t> lengths,
                      const Append& append)
{
	BatchPart<T> part{RayOrder(rays, box), {}, true};
	VisitInOrder(
	    part.order, rays.size(), [&](size_t i) { FetchLine(&rays[i]); },
	    [&](size_t i)
	    {
		    const size_t before = part.items.size();
		    append(rays[i], i, part.items);
		    lengths[i] = part.items.size() - before;
	    });
	return part;
}

/// Copies the lists of a task to their final places: list i to items[firsts[i]].
template <class T>
void GatherPart(const BatchPart<T>& part, std::span<const size_t> firsts, std::vector<T>& items)
{
	auto from = part.items.begin();
	VisitInOrder(
	    part.order, firsts.size() - 1, [](size_t) {},
	    [&](size_t i)
	    {
		    const auto to = from + static_cast<std::ptrdiff_t>(firsts[i + 1] - firsts[i]);
		    std::copy(from, to, items.begin() + static_cast<std::ptrdiff_t>(firsts[i]));
		    from = to;
	    });
}

/// Fills `lists` with one list for each ray. append(ray, i, items) appends the list of rays[i], on any thread. Throws
/// std::bad_alloc, but never from inside a task.
template <class T, class Start, class Append>
void CastLists(std::span<const Start> rays, const std::array<Pair, 2>& box, size_t leastPerTask, BatchLists<T>& lists,
               const Executor& executor, const Append& append)
{
	const BatchCut cut(rays.size(), leastPerTask);
	std::vector<BatchPart<T>> parts(static_cast<size_t>(cut.Tasks()));
	lists.firsts.assign(rays.size() + 1, 0);
	const auto cast = [&](int32_t task)
	{
		const size_t first = cut.FirstOf(task);
		const size_t count = cut.CountOf(task);
		const auto appendOne = [&](const Start& ray, size_t i, std::vector<T>& items)
		{
			append(ray, first + i, items);
		};
		(void)WithMemory(
		    [&]() -> Result<>
		    {
			    const auto lengths = std::span(lists.firsts).subspan(first + 1, count);
			    parts[static_cast<size_t>(task)] = CastPart<T>(rays.subspan(first, count), box, lengths, appendOne);
			    return {};
		    });
	};
	RunTasks(executor, cut.Tasks(), cast);
	if (std::all_of(parts.begin(), parts.end(), [](const auto& part) { return part.isComplete; }) == false)
	{
		throw std::bad_alloc();
	}

	std::partial_sum(lists.firsts.begin(), lists.firsts.end(), lists.firsts.begin());
	lists.items.resize(lists.firsts.back());
	const auto gather = [&](int32_t task)
	{
		const auto firsts = std::span(lists.firsts).subspan(cut.FirstOf(task), cut.CountOf(task) + 1);
		GatherPart(parts[static_cast<size_t>(task)], firsts, lists.items);
	};
	RunTasks(executor, cut.Tasks(), gather);
}

/// Replaces the content of `lists` by the result of make(lists). If memory runs out or anything throws, they are empty.
template <class Lists, class Make>
Result<> ReplaceLists(Lists& lists, const Make& make)
{
	Lists made = std::exchange(lists, {});
	const Result<> result = WithMemory(
	    [&]() -> Result<>
	    {
		    make(made);
		    return {};
	    });
	if (result)
	{
		lists = std::move(made);
	}
	return result;
}

} // namespace ricochet
