// MIT License, Copyright (c) 2026 the ricochet authors

#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <string>
#include <string_view>
#include <unistd.h>

namespace ricochet::test
{

/// Returns a text about a task that has done part of its total in the given time: "1200 of 4000 beams, 400/s, 0:07
/// left". As long as no rate is known, the rate is left out.
inline std::string ProgressText(double done, double total, std::string_view unit, double seconds)
{
	char text[96];
	std::snprintf(text, sizeof(text), "%.0f of %.0f ", done, total);
	std::string line = text + std::string(unit);
	if (done > 0.0 && seconds > 0.0)
	{
		const double rate = done / seconds;
		const auto left = static_cast<long long>((total > done ? total - done : 0.0) / rate + 0.5);
		const bool isSlow = rate < 1.0;
		const double told = isSlow ? 60.0 * rate : rate;
		std::snprintf(text, sizeof(text), ", %.*f/%s, %lld:%02lld left", told < 100.0 ? 1 : 0, told,
		              isSlow ? "min" : "s", left / 60, left % 60);
		line += text;
	}
	return line;
}

/// A line on stderr that reports the progress of a long run, with rate and remaining time. It is silent if stderr is
/// not a terminal. The next line of text overwrites it. Any thread may call it. While one thread writes, calls of other
/// threads do nothing. It uses no mutex, because WebAssembly's C++ library has none.
class ProgressLine
{
public:
	ProgressLine(double total, std::string_view unit, std::FILE* out = stderr)
	    : m_total(total), m_unit(unit), m_out(isatty(fileno(out)) != 0 ? out : nullptr)
	{
		Tell(0.0);
	}

	~ProgressLine()
	{
		if (m_out != nullptr)
		{
			std::fprintf(m_out, "\r\033[K");
		}
	}

	ProgressLine(const ProgressLine&) = delete;
	ProgressLine& operator=(const ProgressLine&) = delete;

	/// Reports the amount done, and an optional note. It writes only a few times per second.
	void Tell(double done, std::string_view note = {})
	{
		if (m_out == nullptr || m_isTelling.test_and_set(std::memory_order_acquire))
		{
			return;
		}
		const auto now = Clock::now();
		if (now >= m_next)
		{
			m_next = now + std::chrono::milliseconds(300);
			const double seconds = std::chrono::duration<double>(now - m_start).count();
			std::fprintf(m_out, "\r%s%s%s\033[K\r", ProgressText(done, m_total, m_unit, seconds).c_str(),
			             note.empty() ? "" : ", ", std::string(note).c_str());
			std::fflush(m_out);
		}
		m_isTelling.clear(std::memory_order_release);
	}

	/// Reports that one more unit is done.
	void Step() { Tell(static_cast<double>(++m_steps)); }

private:
	using Clock = std::chrono::steady_clock;

	double m_total;
	std::string m_unit;
	std::FILE* m_out; // null: not a terminal
	std::atomic_flag m_isTelling;
	Clock::time_point m_start = Clock::now();
	Clock::time_point m_next;
	std::atomic<int64_t> m_steps = 0;
};

} // namespace ricochet::test
