// MIT License, Copyright (c) 2026 the ricochet authors

#include "leaks/report.h"

#include <unistd.h>

#include <cstdio>

namespace ricochet::leaks
{

namespace
{

std::string Grouped(int64_t value)
{
	std::string text = std::to_string(value);
	for (size_t i = text.size(); i > 3;)
	{
		i -= 3;
		text.insert(i, ",");
	}
	return text;
}

std::string Share(int64_t part, int64_t whole)
{
	if (part == 0 || whole == 0)
	{
		return "0";
	}
	char text[64];
	std::snprintf(text, sizeof(text), "%s (%.2g %%)", Grouped(part).c_str(),
	              100.0 * static_cast<double>(part) / static_cast<double>(whole));
	return text;
}

// Returns the text of the column for Snapshots. A family whose bodies move within a step has no casts over a Snapshot.
std::string OverSnapshot(const Tally& tally)
{
	if (tally.snapshotCrossings == 0)
	{
		return "- | - | -";
	}
	return Grouped(tally.snapshotCrossings) + " | " + Grouped(tally.snapshotLeaks) + " | " + Grouped(tally.unlikeLive);
}

std::string RowOf(const std::string& name, const Tally& tally)
{
	return "| " + name + " | " + Grouped(tally.rays) + " | " + Grouped(tally.crossings) + " | " + Grouped(tally.leaks) +
	       " | " + OverSnapshot(tally) + " | " + Share(tally.box2dLeaks, tally.crossings) + " |\n";
}

std::string HeadOf(const char* name)
{
	return std::string("| ") + name +
	       " | rays | crossings | leaks | over a Snapshot | leaks | unlike the live cast | leaks of Box2D's casts |\n"
	       "|---|--:|--:|--:|--:|--:|--:|--:|\n";
}

} // namespace

std::string TablesOf(const RunResult& result)
{
	std::string text = HeadOf("what");
	Tally total;
	Tallies byOffset{};
	for (const FamilyResult& family : result)
	{
		text += RowOf(family.family->name, family.Total());
		total += family.Total();
		for (size_t i = 0; i < k_offsets.size(); ++i)
		{
			byOffset[i] += family.tallies[i];
		}
	}
	text += RowOf("all", total) + "\n" + HeadOf("from the origin");
	for (size_t i = 0; i < k_offsets.size(); ++i)
	{
		const auto metres = static_cast<int64_t>(k_offsets[i]);
		text +=
		    RowOf(metres < 1000 ? std::to_string(metres) + " m" : std::to_string(metres / 1000) + " km", byOffset[i]);
	}
	return text;
}

} // namespace ricochet::leaks
