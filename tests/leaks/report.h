// MIT License, Copyright (c) 2026 the ricochet authors

#pragma once

#include "leaks/runner.h"

#include <string>

namespace ricochet::leaks
{

/// Two tables in Markdown, by family and by distance from the origin.
[[nodiscard]] std::string TablesOf(const RunResult& result);

/// Tells progress on stderr: in one line on a terminal, else in a line every ten seconds.
class ProgressLine
{
public:
	explicit ProgressLine(int64_t rays);
	void Tell(const Progress& progress);

	/// To be called at the end, when the line is to be left alone.
	void End() const;

private:
	int64_t m_rays;
	bool m_isTerminal;
	double m_next = 0.0; // s
};

} // namespace ricochet::leaks
