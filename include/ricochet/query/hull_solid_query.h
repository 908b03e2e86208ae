// MIT License, Copyright (c) 2026 the ricochet authors

#pragma once

#include <ricochet/export.h>
#include <ricochet/query/hull_query.h>
#include <ricochet/query/solid_query.h>

#include <vector>

RICOCHET_EXPORT_BEGIN

namespace ricochet
{

/// The part of a shape's way on which it overlaps one solid: any of the touching and overlapping fixtures of one body.
/// What it says of the touch (contact, still, moving) and of the start (depth, wayOut) it says of the fixture that is
/// entered, as CastHit does.
struct HullSolidSpan : HullSpan
{
	b2Body* body = nullptr; ///< of the fixture that is entered, as are these
	b2Fixture* fixture = nullptr;
	int32_t child = 0;
	b2Body* exitBody = nullptr; ///< of the fixture that is left, as are these; another one only by a tag
	b2Fixture* exitFixture = nullptr;
	int32_t exitChild = 0;
};

// These queries find what a shape goes through on its path: the spans of CastHullAll (hull_query.h), merged where they
// touch or overlap. So a gap that is narrower than the shape is none. Spans touch as those of CastRaySolids do
// (solid_query.h), with the coordinates of the whole shape. Pieces that the shape only touches (grazing), outside of all
// solids that it goes through, are solids of their own: those that touch each other are one.
// Edges and chains are as thick as the shape is for them, and are merged, too.

/// Solids sorted by entry, ties in the world's order. Replaces the content of solids. Without a tag each body is by
/// itself. A path that cannot be cast: none.
void CastHullSolids(const b2World& world, const HullPath& path, std::vector<HullSolidSpan>& solids,
                    const QueryFilter& filter = {}, const SolidTag& tagOf = {});
void CastCircleSolids(const b2World& world, b2Vec2 center, float radius, b2Vec2 translation,
                      std::vector<HullSolidSpan>& solids, const QueryFilter& filter = {}, const SolidTag& tagOf = {});
void CastCapsuleSolids(const b2World& world, b2Vec2 a, b2Vec2 b, float radius, b2Vec2 translation,
                       std::vector<HullSolidSpan>& solids, const QueryFilter& filter = {}, const SolidTag& tagOf = {});
void CastPolygonSolids(const b2World& world, std::span<const b2Vec2> vertices, float radius, const b2Transform& pose,
                       b2Vec2 translation, std::vector<HullSolidSpan>& solids, const QueryFilter& filter = {},
                       const SolidTag& tagOf = {});

/// A shape of Box2D, children and pieces of what is attached to it as one.
void CastShapeSolids(const b2World& world, const b2Shape& shape, const b2Transform& pose, b2Vec2 translation,
                     std::vector<HullSolidSpan>& solids, const QueryFilter& filter = {}, const SolidTag& tagOf = {});

} // namespace ricochet

RICOCHET_EXPORT_END
