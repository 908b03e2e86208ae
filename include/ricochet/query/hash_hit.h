// MIT License, Copyright (c) 2026 the ricochet authors

#pragma once

#include <ricochet/export.h>
#include <ricochet/query/hull_query.h>
#include <ricochet/query/overlap_query.h>
#include <ricochet/query/ray_query.h>
#include <ricochet/query/turning_query.h>

#include <cstdint>

RICOCHET_EXPORT_BEGIN

namespace ricochet
{

/// Names an entry of a SpatialHash; never used twice. A default id names none.
struct HashId
{
	uint32_t index = 0;
	uint32_t generation = 0; ///< 0: null
	friend bool operator==(const HashId&, const HashId&) = default;
	explicit operator bool() const { return generation != 0; }
};

/// A hit over a SpatialHash (index/spatial_hash.h), which holds more than fixtures.
struct HashHit : RayHit ///< fixture is null for what was added by hand
{
	HashId id; ///< null for fixtures
	uintptr_t tag = 0;
};

struct HashCastHit : CastHit ///< of a shape; likewise
{
	HashId id;
	uintptr_t tag = 0;
};

struct HashOverlapHit : OverlapHit ///< likewise
{
	HashId id;
	uintptr_t tag = 0;
};

struct HashTurningHit : TurningHit ///< likewise
{
	HashId id;
	uintptr_t tag = 0;
};

} // namespace ricochet

RICOCHET_EXPORT_END
