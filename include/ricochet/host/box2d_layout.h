// MIT License, Copyright (c) 2026 the ricochet authors

#pragma once

#include <ricochet/export.h>
#include <ricochet/geometry/error.h>

#include <box2d/b2_body.h>
#include <box2d/b2_chain_shape.h>
#include <box2d/b2_circle_shape.h>
#include <box2d/b2_edge_shape.h>
#include <box2d/b2_fixture.h>
#include <box2d/b2_polygon_shape.h>
#include <box2d/b2_world.h>

#include <cstdint>

RICOCHET_EXPORT_BEGIN

namespace ricochet
{

/// The sizes (bytes) and settings of the Box2D objects that ricochet reads, as the including file sees them.
struct Box2dLayout
{
	uint32_t polygonVertices = 0; ///< b2_maxPolygonVertices
	float unitsPerMeter = 0.0f;   ///< b2_lengthUnitsPerMeter
	uint32_t world = 0;
	uint32_t body = 0;
	uint32_t fixture = 0;
	uint32_t polygonShape = 0;
	uint32_t circleShape = 0;
	uint32_t edgeShape = 0;
	uint32_t chainShape = 0;
	uint32_t bodyDef = 0;
	uint32_t fixtureDef = 0;
};

/// The layout of this translation unit. Each has its own, so it is not inline.
static constexpr Box2dLayout k_box2dLayoutHere{
    b2_maxPolygonVertices, b2_lengthUnitsPerMeter, sizeof(b2World),       sizeof(b2Body),
    sizeof(b2Fixture),     sizeof(b2PolygonShape), sizeof(b2CircleShape), sizeof(b2EdgeShape),
    sizeof(b2ChainShape),  sizeof(b2BodyDef),      sizeof(b2FixtureDef),
};

/// Checks whether the game is compiled with the same Box2D as the library. Call it without an argument.
///
/// - Plugin, Snapshot, History and SpatialHash check it by themselves. Free functions do not, for speed. So a game that
///   uses only free functions may call it once when it starts.
/// - Refused: OtherBox2d, with the name of the first number that differs, the game's number and the library's. Compile
///   both with the same headers of Box2D and the same b2_user_settings.h.
[[nodiscard]] Result<> CheckBox2dLayout(const Box2dLayout& game = k_box2dLayoutHere);

} // namespace ricochet

RICOCHET_EXPORT_END
