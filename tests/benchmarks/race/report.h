// MIT License, Copyright (c) 2026 the ricochet authors

#pragma once

#include "benchmarks/race/cases.h"
#include "benchmarks/race/explain.h"

#include <cstdio>
#include <string>
#include <vector>

namespace ricochet::test
{

/// The times of one system in the passes of a case.
struct Times
{
	const Caster* caster = nullptr;
	std::vector<double> cast;   ///< ns for each ray, with the updates, one value for each pass
	std::vector<double> update; ///< ms, one value for each pass
};

struct CaseResult
{
	Case of;
	double hitShare = 0.0;
	std::vector<Times> times; ///< Box2D is the first
	Tally tally;
};

/// Prints tables and writes the CSV file as the results arrive.
class Report
{
public:
	/// If `csv` is empty, no file is written.
	explicit Report(const std::string& csv);
	~Report();
	Report(const Report&) = delete;
	Report& operator=(const Report&) = delete;

	void AddBuilds(const Case& of, int32_t shapes, const Casters& casters);
	void Add(const CaseResult& result);

	/// Prints the differences of all cases. Returns the number of answers that have no explanation.
	int64_t PrintTally() const;

private:
	void AddRow(const CaseResult& result, const Times& times, const Times* single, const Times* best);

	std::FILE* m_csv = nullptr;
	Tally m_tally;
	int32_t m_shapes = 1;
};

} // namespace ricochet::test
