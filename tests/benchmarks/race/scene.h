// MIT License, Copyright (c) 2026 the ricochet authors

#pragma once

#include "support/scenes.h"

#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace ricochet::test
{

/// A body with one shape, told without an engine, so that each may be fed the same.
struct Piece
{
	enum class Kind : uint8_t
	{
		Polygon,
		Circle, ///< about the position
		Chain   ///< open
	};

	Kind kind = Kind::Polygon;
	uint32_t firstVertex = 0; ///< in RaceScene::vertices; in the body's frame
	uint32_t vertexCount = 0;
	float radius = 0.0f; ///< of a circle; of others the distance of the farthest vertex (m)
	b2Vec2 position{0.0f, 0.0f};
	float angle = 0.0f;

	[[nodiscard]] int32_t EdgeCount() const; ///< segments that bound it; 0 for a circle
};

struct RaceScene
{
	std::vector<Piece> pieces;
	std::vector<b2Vec2> vertices;
	int32_t shapes = 0; ///< each edge of a chain is one
	float halfWidth = 0.0f;
	std::vector<b2Vec2> places; ///< where half of the rays start about, if rays from everywhere would mostly miss all

	[[nodiscard]] std::span<const b2Vec2> VerticesOf(const Piece& piece) const
	{
		return {vertices.data() + piece.firstVertex, piece.vertexCount};
	}
};

/// Names that MakeRaceScene knows.
[[nodiscard]] const std::vector<std::string>& RaceSceneNames();

/// About so many shapes, at the density of 10,000 in a square field of the given width (m).
[[nodiscard]] RaceScene MakeRaceScene(const std::string& name, int32_t shapes, float field);

} // namespace ricochet::test
