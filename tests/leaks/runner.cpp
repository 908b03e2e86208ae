// MIT License, Copyright (c) 2026 the ricochet authors

#include "leaks/runner.h"

#include <algorithm>
#include <chrono>
#include <condition_variable>
#include <mutex>
#include <thread>

namespace ricochet::leaks
{

namespace
{

constexpr auto k_tellEvery = std::chrono::milliseconds(500);

struct Task
{
	size_t family;
	int64_t number; // its number within the family
	int64_t rays;
	double place; // its place in the run, from 0 to 1
};

// Returns the tasks of all families, mixed evenly so that rays are cast at a steady rate.
std::vector<Task> Plan(int64_t rays)
{
	std::vector<Task> tasks;
	int64_t left = rays;
	for (size_t i = Families().size(); i-- > 0;)
	{
		// The first family gets the rays that remain after the shares of the other families.
		const Family& family = Families()[i];
		const int64_t share = i == 0 ? left : rays * family.perMillion / 1'000'000;
		left -= share;
		for (int64_t begin = 0; begin < share; begin += family.raysPerJob)
		{
			const int64_t size = std::min(family.raysPerJob, share - begin);
			const double middle = static_cast<double>(begin) + 0.5 * static_cast<double>(size);
			tasks.push_back({i, begin / family.raysPerJob, size, middle / static_cast<double>(share)});
		}
	}
	std::stable_sort(tasks.begin(), tasks.end(), [](const Task& a, const Task& b) { return a.place < b.place; });
	return tasks;
}

uint64_t SeedOf(uint64_t seed, const Task& task)
{
	SceneRandom first(seed);
	SceneRandom second(first.Bits() ^ static_cast<uint64_t>(task.family));
	SceneRandom third(second.Bits() ^ static_cast<uint64_t>(task.number));
	return third.Bits();
}

class Runner
{
public:
	explicit Runner(const RunOptions& options) : m_options(options), m_tasks(Plan(options.rays))
	{
		for (const Family& family : Families())
		{
			m_result.push_back({&family, {}, {}});
		}
		m_leakTasks.assign(m_result.size(), m_tasks.size());
	}

	RunResult Run(const std::function<void(const Progress&)>& tell);

private:
	void Work();
	void Take(size_t index, const Job& job);

	const RunOptions& m_options;
	std::vector<Task> m_tasks;
	std::mutex m_mutex; // guards all members below
	std::condition_variable m_ended;
	size_t m_next = 0;
	int32_t m_working = 0;
	Progress m_progress;
	RunResult m_result;
	std::vector<size_t> m_leakTasks; // for each family, the task of its first leak
};

void Runner::Work()
{
	std::unique_lock lock(m_mutex);
	while (m_next < m_tasks.size())
	{
		const size_t index = m_next++;
		lock.unlock();
		const Task& task = m_tasks[index];
		Job job(SeedOf(m_options.seed, task), task.rays, m_options.dropOneIn);
		Families()[task.family].run(job);
		lock.lock();
		Take(index, job);
	}
	--m_working;
	m_ended.notify_one();
}

void Runner::Take(size_t index, const Job& job)
{
	const size_t family = m_tasks[index].family;
	FamilyResult& result = m_result[family];
	for (size_t i = 0; i < k_offsets.size(); ++i)
	{
		result.tallies[i] += job.Result()[i];
		m_progress.rays += job.Result()[i].rays;
		m_progress.leaks += job.Result()[i].Faults();
	}
	if (job.FirstLeak().empty() == false && index < m_leakTasks[family])
	{
		m_leakTasks[family] = index;
		result.firstLeak = job.FirstLeak();
	}
}

RunResult Runner::Run(const std::function<void(const Progress&)>& tell)
{
	const auto start = std::chrono::steady_clock::now();
	m_working = std::max(1, m_options.threads);
	std::vector<std::thread> threads;
	for (int32_t i = m_working; i > 0; --i)
	{
		threads.emplace_back(&Runner::Work, this);
	}
	{
		std::unique_lock lock(m_mutex);
		while (m_working > 0)
		{
			m_ended.wait_for(lock, k_tellEvery);
			m_progress.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
			const Progress progress = m_progress;
			lock.unlock();
			if (tell)
			{
				tell(progress);
			}
			lock.lock();
		}
	}
	for (std::thread& thread : threads)
	{
		thread.join();
	}
	return std::move(m_result);
}

} // namespace

Tally FamilyResult::Total() const
{
	Tally total;
	for (const Tally& tally : tallies)
	{
		total += tally;
	}
	return total;
}

RunResult Run(const RunOptions& options, const std::function<void(const Progress&)>& tell)
{
	return Runner(options).Run(tell);
}

} // namespace ricochet::leaks
