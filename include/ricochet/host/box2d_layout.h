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

/// How Box2D's headers lay out what ricochet reads, as whoever includes this sees them. Sizes in bytes.
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

/// Of each translation unit its own: so it is not inline.
static constexpr Box2dLayout k_box2dLayoutHere{
    b2_maxPolygonVertices, b2_lengthUnitsPerMeter, sizeof(b2World),       sizeof(b2Body),
    sizeof(b2Fixture),     sizeof(b2PolygonShape), sizeof(b2CircleShape), sizeof(b2EdgeShape),
    sizeof(b2ChainShape),  sizeof(b2BodyDef),      sizeof(b2FixtureDef),
};

/// Whether the game sees the same Box2D as the library was compiled with. Plugin, Snapshot, History and SpatialHash ask
/// by themselves. A game that uses none of them, only free functions, may ask once when it starts: those do not, for
/// speed. Give no argument. Outcome: yes, or OtherBox2d, naming the first number that differs, the game's and the
/// library's: the two must be compiled with the same headers of Box2D and the same b2_user_settings.h.
[[nodiscard]] Result<> CheckBox2dLayout(const Box2dLayout& game = k_box2dLayoutHere);

} // namespace ricochet

RICOCHET_EXPORT_END
