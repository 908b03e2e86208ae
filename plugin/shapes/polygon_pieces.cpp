// MIT License, Copyright (c) 2026 the ricochet authors

#include <ricochet/shapes/shape_factory.h>

#include <ricochet/geometry/decompose.h>

#include "geometry/checker.h"
#include "geometry/simple_polygon.h"
#include "geometry/with_memory.h"
#include "shapes/box2d_polygon.h"
#include "shapes/reach.h"

namespace ricochet
{

namespace
{

// The vertices of a piece at which it bends.
std::vector<b2Vec2> CornersOf(const Outline& outline, std::span<const int32_t> piece)
{
	const auto at = [&](size_t i)
	{
		return outline.Vertices()[static_cast<size_t>(piece[i % piece.size()])];
	};
	std::vector<b2Vec2> corners;
	for (size_t i = 0; i < piece.size(); ++i)
	{
		if (TurnOf(at(i + piece.size() - 1), at(i), at(i + 1)) != 0)
		{
			corners.push_back(at(i));
		}
	}
	return corners;
}

Result<std::vector<ClipPolygonShape>> TryMakePolygons(const Outline& outline)
{
	const Result<ConvexPieces> pieces = Decompose(outline, k_mostOfPiece);
	if (!pieces)
	{
		return pieces.GetError();
	}
	std::vector<ClipPolygonShape> shapes;
	shapes.reserve(static_cast<size_t>(pieces->Count()));
	for (int32_t i = 0; i < pieces->Count(); ++i)
	{
		const std::span<const int32_t> piece = pieces->VerticesOf(i);
		const Result<ClipPolygonShape> shape = CheckPolygon("outline", PolygonOf(CornersOf(outline, piece)));
		if (!shape)
		{
			Error error = shape.GetError();
			error.index = piece[0];
			return error;
		}
		shapes.push_back(*shape);
	}
	return shapes;
}

} // namespace

Result<std::vector<ClipPolygonShape>> MakePolygons(const Outline& outline)
{
	const Result<> sound = Checker().Within("outline", outline.Vertices(), k_maxReach).Outcome();
	if (!sound)
	{
		return sound.GetError();
	}
	return WithMemory([&] { return TryMakePolygons(outline); });
}

} // namespace ricochet
