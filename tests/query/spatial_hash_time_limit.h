// MIT License, Copyright (c) 2026 the ricochet authors

#pragma once

#include <gtest/gtest.h>

#include <chrono>
#include <condition_variable>
#include <cstdio>
#include <cstdlib>
#include <mutex>
#include <thread>

namespace ricochet::test
{

/// Ends the program with the test's name if a scope takes longer than the limit. A call that hangs cannot be stopped,
/// so the test can fail in no other way.
class TimeLimit
{
public:
	explicit TimeLimit(std::chrono::seconds limit) : m_watch([this, limit] { Watch(limit); }) {}
	TimeLimit(const TimeLimit&) = delete;
	TimeLimit& operator=(const TimeLimit&) = delete;

	~TimeLimit()
	{
		{
			const std::lock_guard lock(m_mutex);
			m_isDone = true;
		}
		m_done.notify_one();
		m_watch.join();
	}

private:
	void Watch(std::chrono::seconds limit)
	{
		std::unique_lock lock(m_mutex);
		if (m_done.wait_for(lock, limit, [this] { return m_isDone; }) == false)
		{
			const testing::TestInfo* test = testing::UnitTest::GetInstance()->current_test_info();
			std::printf("[  FAILED  ] %s.%s does not end\n", test->test_suite_name(), test->name());
			std::fflush(stdout);
			std::abort();
		}
	}

	std::mutex m_mutex;
	std::condition_variable m_done;
	bool m_isDone = false;
	std::thread m_watch; // declared last, because it reads the others
};

} // namespace ricochet::test
