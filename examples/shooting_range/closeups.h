// MIT License, Copyright (c) 2026 the ricochet authors

#pragma once

#include "panel.h"
#include "range.h"

namespace range
{

/// One impact, magnified and explained.
struct CloseUp : Panel
{
	b2Vec2 point{0.0f, 0.0f}; ///< m, what it is about
	b2Vec2 side{0.0f, 1.0f};  ///< in which direction from the point there is room for a mark
};

/// Picks up to four impacts: a bullet through glass, a bounce off steel, a hit on a turning object, a grenade at rest
/// on an incline. The result has this order, without the cases that did not happen. The level and the record must
/// outlive the result.
[[nodiscard]] std::vector<CloseUp> FindCloseUps(const LevelDef& level, std::span<const Shot> shots,
                                                const Record& record);

} // namespace range
