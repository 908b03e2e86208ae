// MIT License, Copyright (c) 2026 the ricochet authors

#pragma once

#include <ricochet/c/history.h>
#include <ricochet/index/history.h>

#include "c/name_table.h"
#include "c/world_state.h"

#include <algorithm>
#include <deque>
#include <memory>
#include <utility>

/// A history, and the ids at each recorded time.
struct ricochet_history
{
	struct Record
	{
		double time;
		std::shared_ptr<const ricochet::c::NameTable> names;
	};

	ricochet_history(std::shared_ptr<ricochet::c::WorldState> of, const ricochet::HistoryDef& def)
	    : world(std::move(of)), history(world->World(), def)
	{
	}

	/// Drops the entries with a time of `time` or later, except the newest one if `isKept`. Then drops the oldest
	/// entries until there are as many as records in the history.
	void ForgetFrom(double time, bool isKept)
	{
		const auto end = records.end() - (isKept ? 1 : 0);
		const auto later = std::find_if(records.begin(), end, [&](const Record& r) { return r.time >= time; });
		records.erase(later, end);
		while (records.size() > static_cast<size_t>(history.RecordCount()))
		{
			records.pop_front();
		}
	}

	std::shared_ptr<ricochet::c::WorldState> world;
	ricochet::History history;
	std::deque<Record> records;
};
