// MIT License, Copyright (c) 2026 the ricochet authors

#pragma once

#include "support/scenes.h"

#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace ricochet::test
{

/// A body with one shape, described without an engine, so that every engine gets the same shapes.
struct Piece
{
	enum class Kind : uint8_t
	{
		Polygon,
		Circle, ///< centred on the position
		Chain   ///< an open chain
	};

	Kind kind = Kind::Polygon;
	uint32_t firstVertex = 0; ///< the index in RaceScene::vertices, which are in the body's frame
	uint32_t vertexCount = 0;
	float radius = 0.0f; ///< the radius of a circle, or the distance of the farthest vertex (m)
	b2Vec2 position{0.0f, 0.0f};
	float angle = 0.0f;

	[[nodiscard]] int32_t EdgeCount() const; ///< the number of segments that bound it, 0 for a circle
};

struct RaceScene
{
	std::vector<Piece> pieces;
	std::vector<b2Vec2> vertices;
	int32_t shapes = 0; ///< each edge of a chain counts as one
	float halfWidth = 0.0f;
	/// Half of the rays start near these places. The list is empty unless rays from random places would mostly miss all
	/// shapes.
	std::vector<b2Vec2> places;

	[[nodiscard]] std::span<const b2Vec2> VerticesOf(const Piece& piece) const
	{
		return {vertices.data() + piece.firstVertex, piece.vertexCount};
	}
};

/// Returns the names that MakeRaceScene accepts.
[[nodiscard]] const std::vector<std::string>& RaceSceneNames();

/// Makes about this many shapes. Their density is that of 10,000 shapes in a square field of the given width (m).
[[nodiscard]] RaceScene MakeRaceScene(const std::string& name, int32_t shapes, float field);

} // namespace ricochet::test
