// MIT License, Copyright (c) 2026 the ricochet authors

#pragma once

#include "benchmarks/race/cases.h"
#include "benchmarks/race/explain.h"

#include <cstdio>
#include <string>
#include <vector>

namespace ricochet::test
{

/// What a system needed in the passes of a case.
struct Times
{
	const Caster* caster = nullptr;
	std::vector<double> cast;   ///< ns a ray, updates included, by pass
	std::vector<double> update; ///< ms, by pass
};

/// A case when it has been run.
struct CaseResult
{
	Case of;
	double hitShare = 0.0;
	std::vector<Times> times; ///< Box2D first
	Tally tally;
};

/// Prints tables and writes the file as results come.
class Report
{
public:
	/// An empty name: no file.
	explicit Report(const std::string& csv);
	~Report();
	Report(const Report&) = delete;
	Report& operator=(const Report&) = delete;

	void AddBuilds(const Case& of, int32_t shapes, const Casters& casters);
	void Add(const CaseResult& result);

	/// What differed, in all cases. Returns the number of answers without an explanation.
	int64_t PrintTally() const;

private:
	void AddRow(const CaseResult& result, const Times& times, const Times* single, const Times* best);

	std::FILE* m_csv = nullptr;
	Tally m_tally;
	int32_t m_shapes = 1;
};

} // namespace ricochet::test
