// MIT License, Copyright (c) 2026 the ricochet authors

#pragma once

#include <ricochet/export.h>

#include <cstdint>

class b2Fixture;

RICOCHET_EXPORT_BEGIN

namespace ricochet
{

/// Identifies a thing of a SpatialHash or a UserIndex that is no fixture. A hash uses no id twice. A default id is
/// null.
struct ItemId
{
	uint32_t index = 0;
	uint32_t generation = 0; ///< 0: null
	friend bool operator==(const ItemId&, const ItemId&) = default;
	explicit operator bool() const { return generation != 0; }
};

/// The thing that a hit is on: a child of a fixture, or a thing of a SpatialHash or a UserIndex that is no fixture.
/// The fixture lives as long as the game lets it: do not keep a hit over a change of the world. A hit from a Snapshot
/// names its fixture by a pointer that may be invalid by now (index/snapshot.h).
struct Item
{
	b2Fixture* fixture = nullptr; ///< null for something that was added by hand
	int32_t child = 0;            ///< edge of a chain; 0 for other shapes
	ItemId id{};                  ///< null for fixtures
	uint64_t tag = 0;             ///< the number that the game gave when it added the thing; 0 for fixtures

	/// Returns false if the cast missed. Only answers with one entry for each cast, such as those of CastRaysClosest,
	/// contain misses.
	[[nodiscard]] bool HasHit() const { return fixture != nullptr || id; }
};

} // namespace ricochet

RICOCHET_EXPORT_END
