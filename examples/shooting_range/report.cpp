// MIT License, Copyright (c) 2026 the ricochet authors

#include "report.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <set>

namespace range
{
namespace
{

using ricochet::Response;

struct TargetRow
{
	std::string_view name;
	int32_t bullets = 0;
	int32_t grenades = 0;
	int32_t responses[static_cast<size_t>(Response::Ignore) + 1] = {}; // in the order of Response
	double thickness = 0.0;                                            // m, sum over bullets
	const Impact* first = nullptr;
};

std::string FormatPoint(b2Vec2 point)
{
	// A number that rounds to zero must not print as -0.000.
	const auto tidy = [](float value)
	{
		return std::abs(value) < 0.0005f ? 0.0f : value;
	};
	return fmt::format("({:.3f}, {:.3f})", tidy(point.x), tidy(point.y));
}

/// Chains and loops are edges without thickness.
std::string FormatLength(float metres)
{
	return metres == 0.0f  ? "-"
	       : metres < 0.1f ? fmt::format("{:.2f} mm", 1000.0f * metres)
	                       : fmt::format("{:.3f} m", metres);
}

const char* NameOf(Response response)
{
	switch (response)
	{
	case Response::Stop:
		return "stop";
	case Response::Bounce:
		return "bounce";
	case Response::Pierce:
		return "pierce";
	case Response::Ignore:
		break;
	}
	return "ignore";
}

float Speed(b2Vec2 velocity)
{
	return std::hypot(velocity.x, velocity.y);
}

/// Returns one row for each name, in the level's order.
std::vector<TargetRow> CountTargets(const LevelDef& level, std::span<const Shot> shots, const Record& record)
{
	std::vector<TargetRow> rows;
	std::vector<size_t> rowOf; // of each object
	for (const ObjectDef& object : level.objects)
	{
		size_t row = 0;
		while (row < rows.size() && rows[row].name != object.name)
		{
			++row;
		}
		if (row == rows.size())
		{
			rows.push_back({.name = object.name});
		}
		rowOf.push_back(row);
	}

	for (size_t i = 0; i < shots.size(); ++i)
	{
		for (const Impact& impact : record.flights[i].impacts)
		{
			TargetRow& row = rows[rowOf[static_cast<size_t>(impact.object)]];
			const bool grenade = shots[i].grenade;
			++(grenade ? row.grenades : row.bullets);
			++row.responses[static_cast<size_t>(impact.event.response)];
			row.thickness += grenade ? 0.0 : static_cast<double>(impact.event.thickness);
			if (row.first == nullptr)
			{
				row.first = &impact;
			}
		}
	}
	return rows;
}

} // namespace

void PrintTargets(const LevelDef& level, std::span<const Shot> shots, const Record& record)
{
	fmt::print("What was hit (positions in m; thickness along the bullet's path)\n\n"
	           "{:<14}{:>8}{:>9}{:>7}{:>8}{:>8}   {:<18}{:<18}{:>5}{:>16}\n",
	           "target", "bullets", "grenades", "stop", "bounce", "pierce", "first entry", "its normal", "edge",
	           "mean thickness");
	for (const TargetRow& row : CountTargets(level, shots, record))
	{
		if (row.first == nullptr)
		{
			fmt::print("{:<14}{:>8}{:>9}\n", row.name, 0, 0);
			continue;
		}
		const ricochet::Crossing& enter = row.first->event.enter;
		const std::string thickness =
		    row.bullets > 0 ? FormatLength(static_cast<float>(row.thickness / row.bullets)) : "";
		fmt::print("{:<14}{:>8}{:>9}{:>7}{:>8}{:>8}   {:<18}{:<18}{:>5}{:>16}\n", row.name, row.bullets, row.grenades,
		           row.responses[static_cast<size_t>(Response::Stop)],
		           row.responses[static_cast<size_t>(Response::Bounce)],
		           row.responses[static_cast<size_t>(Response::Pierce)], FormatPoint(enter.point),
		           FormatPoint(enter.normal), enter.edge, thickness);
	}
}

void PrintShots(const LevelDef& level, std::span<const Shot> shots, const Record& record)
{
	std::vector<std::pair<size_t, const Impact*>> all; // each with its shot
	for (size_t i = 0; i < shots.size(); ++i)
	{
		for (const Impact& impact : record.flights[i].impacts)
		{
			all.emplace_back(i, &impact);
		}
	}
	std::stable_sort(all.begin(), all.end(), [](auto a, auto b) { return a.second->time < b.second->time; });

	fmt::print("\nSome impacts (the first of each kind)\n\n{:>8}  {:<13}{:<14}{:<18}{:<18}{:>10}   {:<18} {}\n",
	           "time (s)", "from", "target", "entry", "normal", "thickness", "speed (m/s)", "response");
	std::set<std::string> seen;
	for (const auto& [shot, impact] : all)
	{
		const ricochet::ImpactEvent& event = impact->event;
		const std::string& target = level.objects[static_cast<size_t>(impact->object)].name;
		const char* response = NameOf(event.response);
		if (seen.insert(fmt::format("{}/{}/{}", target, response, shots[shot].grenade)).second)
		{
			fmt::print("{:>8.4f}  {:<13}{:<14}{:<18}{:<18}{:>10}   {:6.1f} -> {:<8.1f} {}\n", impact->time,
			           level.shooters[static_cast<size_t>(shots[shot].shooter)].name, target,
			           FormatPoint(event.enter.point), FormatPoint(event.enter.normal), FormatLength(event.thickness),
			           Speed(event.velocityBefore), Speed(event.velocityAfter), response);
		}
	}
}

void PrintComparison(const Comparison& comparison)
{
	fmt::print(
	    "\nThe same {} bullets as Box2D bullet bodies: {} touched the same target in time, {} more than {} steps late "
	    "(median {}), {} passed it and touched something else first, or nothing.\n",
	    comparison.bullets, comparison.same, comparison.late, k_lateSteps, comparison.medianDelay, comparison.missed);
}

bool PrintFeatures(std::span<const Feature> features)
{
	bool allHold = true;
	fmt::print("\nFeatures, each in a world of its own, measured from states\n\n");
	for (const Feature& feature : features)
	{
		allHold = allHold && feature.Holds();
		fmt::print("{}: {}: {}\n", feature.name, feature.Holds() ? "ok" : "does not hold", Figures(feature.claims));
	}
	return allHold;
}

} // namespace range
