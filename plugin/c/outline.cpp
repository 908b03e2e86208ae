// MIT License, Copyright (c) 2026 the ricochet authors

#include <ricochet/c/outline.h>
#include <ricochet/geometry/decompose.h>
#include <ricochet/geometry/polygon_check.h>

#include "c/convert.h"

#include <algorithm>

using namespace ricochet;
using namespace ricochet::c;

namespace
{

ricochet_convex_piece PieceOf(const ConvexPieces& pieces, int32_t i)
{
	ricochet_convex_piece piece{};
	const std::span<const int32_t> vertices = pieces.VerticesOf(i);
	const std::span<const int32_t> edges = pieces.EdgesOf(i);
	piece.count = static_cast<int32_t>(vertices.size());
	std::copy(vertices.begin(), vertices.end(), piece.vertices);
	std::copy(edges.begin(), edges.end(), piece.edges);
	return piece;
}

} // namespace

bool ricochet_check_outline(const ricochet_outline* outline)
{
	return Done(
	    [&]
	    {
		    const Result<Outline> made = OutlineOf(outline);
		    return made ? Result<>() : Result<>(made.GetError());
	    });
}

bool ricochet_check_polygon(const ricochet_vec* points, int32_t count, ricochet_polygon_kind* kind)
{
	return Done(
	    [&]() -> Result<>
	    {
		    Checker checker = Points("points", points, count);
		    if (checker.NotNull("kind", kind).IsSound() == false)
		    {
			    return checker.Outcome();
		    }
		    const Result<PolygonKind> checked = CheckPolygon(*PointsCopy(points, count));
		    if (checked)
		    {
			    *kind = {checked->convex, checked->counterClockwise};
		    }
		    return checked ? Result<>() : Result<>(checked.GetError());
	    });
}

int32_t ricochet_decompose(const ricochet_outline* outline, int32_t most_vertices, ricochet_convex_piece* pieces,
                           int32_t capacity)
{
	return Answer(-1,
	              [&]() -> Result<int32_t>
	              {
		              Checker checker = Checker().AtMost("most_vertices", most_vertices, RICOCHET_MAX_POLYGON_VERTICES);
		              if (Room(checker, "pieces", pieces, capacity).IsSound() == false)
		              {
			              return checker.Outcome().GetError();
		              }
		              const Result<Outline> made = OutlineOf(outline);
		              if (!made)
		              {
			              return made.GetError();
		              }
		              const Result<ConvexPieces> cut = Decompose(*made, most_vertices);
		              if (!cut)
		              {
			              return cut.GetError();
		              }
		              for (int32_t i = 0; i < std::min(cut->Count(), capacity); ++i)
		              {
			              pieces[i] = PieceOf(*cut, i);
		              }
		              return cut->Count();
	              });
}
