// MIT License, Copyright (c) 2026 the ricochet authors

#pragma once

#include "common/svg.h"
#include "range.h"

#include <functional>

namespace range
{

using namespace common;

/// One impact, magnified and explained.
struct CloseUp
{
	std::string title;
	std::vector<std::string> caption; ///< lines
	b2Vec2 center{0.0f, 0.0f};        ///< m, of what it shows
	float width = 1.0f;               ///< m, of what it shows
	b2Vec2 point{0.0f, 0.0f};         ///< m, what it is about
	b2Vec2 side{0.0f, 1.0f};          ///< in which direction from the point there is room for a mark
	std::function<void(SvgCanvas&)> draw;
};

/// Picks what is worth a close look, in this order, and leaves out what did not happen: a bullet through glass, a
/// bounce off steel, a hit on something that turns, a grenade at rest on an incline.
/// The level and the record must outlive the result.
[[nodiscard]] std::vector<CloseUp> FindCloseUps(const LevelDef& level, std::span<const Shot> shots,
                                                const Record& record);

} // namespace range
