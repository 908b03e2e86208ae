// MIT License, Copyright (c) 2026 the ricochet authors

#include <ricochet/c/outline.h>
#include <ricochet/geometry/decompose.h>
#include <ricochet/geometry/polygon_check.h>

#include "c/convert.h"

#include <algorithm>
#include <string>

using namespace ricochet;
using namespace ricochet::c;

namespace ricochet::c
{
namespace
{

ricochet_convex_piece PieceOf(const Outline& outline, const ConvexPieces& pieces, int32_t i)
{
	ricochet_convex_piece piece{};
	const std::span<const int32_t> vertices = pieces.VerticesOf(i);
	const std::span<const int32_t> edges = pieces.EdgesOf(i);
	piece.count = static_cast<int32_t>(vertices.size());
	std::transform(vertices.begin(), vertices.end(), piece.vertices,
	               [&](int32_t vertex) { return outline.GivenVertex(vertex); });
	std::transform(edges.begin(), edges.end(), piece.edges,
	               [&](int32_t edge) { return edge < 0 ? -1 : outline.GivenEdge(edge); });
	return piece;
}

ricochet_outline_fault ToC(const Error& error)
{
	ricochet_outline_fault fault{};
	fault.error = ErrorToC(error);
	fault.ring = error.at.ring;
	fault.index = error.at.index;
	fault.other_ring = error.other.ring;
	fault.other_index = error.other.index;
	fault.place = {error.x, error.y};
	const std::string message = error.Message();
	message.copy(fault.message, sizeof(fault.message) - 1);
	return fault;
}

} // namespace
} // namespace ricochet::c

bool ricochet_check_outline(const ricochet_outline* outline)
{
	return Done(Checker(), [&] { return Then(OutlineOf(outline), [](const Outline&) {}); });
}

int32_t ricochet_find_outline_faults(const ricochet_outline* outline, ricochet_outline_fault* faults, int32_t capacity)
{
	const auto write = [&](const OutlineFaults& found)
	{
		for (size_t i = 0; i < found.listed.size(); ++i)
		{
			faults[i] = ToC(found.listed[i]);
		}
		return found.count;
	};
	Checker checker;
	return Answer(-1, Room(checker, "faults", faults, capacity),
	              [&]
	              {
		              return WithRings(outline, [&](const auto& vertices, const auto& starts)
		                               { return Then(FindOutlineFaults(vertices, starts, capacity), write); });
	              });
}

bool ricochet_check_polygon(const ricochet_vec* points, int32_t count, ricochet_polygon_kind* kind)
{
	return Done(Points("points", points, count).NotNull("kind", kind),
	            [&]
	            {
		            return Then(CheckPolygon(*PointsCopy(points, count)),
		                        [&](const PolygonKind& checked) {
			                        *kind = {checked.convex, checked.counterClockwise};
		                        });
	            });
}

int32_t ricochet_decompose(const ricochet_outline* outline, int32_t most_vertices, ricochet_convex_piece* pieces,
                           int32_t capacity)
{
	const auto write = [&](const Outline& made, const ConvexPieces& cut)
	{
		for (int32_t i = 0; i < std::min(cut.Count(), capacity); ++i)
		{
			pieces[i] = PieceOf(made, cut, i);
		}
		return cut.Count();
	};
	Checker checker = Checker().AtMost("most_vertices", most_vertices, RICOCHET_MAX_POLYGON_VERTICES);
	return Answer(-1, Room(checker, "pieces", pieces, capacity),
	              [&]
	              {
		              return Then(OutlineOf(outline),
		                          [&](const Outline& made) {
			                          return Then(Decompose(made, most_vertices),
			                                      [&](const ConvexPieces& cut) { return write(made, cut); });
		                          });
	              });
}
