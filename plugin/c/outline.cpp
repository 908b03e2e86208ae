// MIT License, Copyright (c) 2026 the ricochet authors

#include <ricochet/c/outline.h>
#include <ricochet/geometry/decompose.h>
#include <ricochet/geometry/outline_rings.h>
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

// The caller's memory for rings.
struct RingRoom
{
	ricochet_vec* vertices;
	int32_t capacity;
	int32_t* starts;
	int32_t startCapacity;
	int32_t* startCount;

	void Check(Checker& checker) const
	{
		Room(checker, "vertices", vertices, capacity).AtLeast("ring_capacity", startCapacity, 0.0);
		checker.NotNull("ring_starts", startCapacity > 0 ? starts : static_cast<const void*>(this));
	}

	[[nodiscard]] int32_t Fill(const OutlineRings& rings) const
	{
		const int32_t count = Write(rings.ringStarts, 0, starts, startCapacity, [](int32_t start) { return start; });
		if (startCount != nullptr)
		{
			*startCount = count;
		}
		return Write(rings.vertices, 0, vertices, capacity, [](b2Vec2 vertex) { return c::ToC(vertex); });
	}
};

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

int32_t ricochet_unite_boxes(const ricochet_box* boxes, int32_t count, ricochet_vec* vertices, int32_t capacity,
                             int32_t* ring_starts, int32_t ring_capacity, int32_t* ring_count)
{
	const RingRoom room{vertices, capacity, ring_starts, ring_capacity, ring_count};
	Checker checker = Checker().AtLeast("count", count, 0.0);
	checker.NotNull("boxes", count > 0 ? boxes : static_cast<const void*>(&checker));
	room.Check(checker);
	return Answer(-1, checker,
	              [&]
	              {
		              std::vector<b2AABB> given;
		              std::transform(boxes, boxes + count, std::back_inserter(given),
		                             [](const ricochet_box& box) {
			                             return b2AABB{ToCpp(box.lower), ToCpp(box.upper)};
		                             });
		              return Then(UniteBoxes(given), [&](const OutlineRings& rings) { return room.Fill(rings); });
	              });
}

int32_t ricochet_without_flat_vertices(const ricochet_outline* outline, ricochet_vec* vertices, int32_t capacity,
                                       int32_t* ring_starts, int32_t ring_capacity, int32_t* ring_count)
{
	const RingRoom room{vertices, capacity, ring_starts, ring_capacity, ring_count};
	Checker checker;
	room.Check(checker);
	return Answer(-1, checker,
	              [&]
	              {
		              return Then(OutlineOf(outline),
		                          [&](const Outline& made) {
			                          return Then(WithoutFlatVertices(made),
			                                      [&](const OutlineRings& rings) { return room.Fill(rings); });
		                          });
	              });
}

int32_t ricochet_weld_rings(const ricochet_outline* outline, float distance, ricochet_vec* vertices, int32_t capacity,
                            int32_t* ring_starts, int32_t ring_capacity, int32_t* ring_count,
                            ricochet_weld_counts* counts)
{
	const RingRoom room{vertices, capacity, ring_starts, ring_capacity, ring_count};
	const auto fill = [&](const WeldedRings& welded)
	{
		if (counts != nullptr)
		{
			*counts = {welded.moved, welded.cut, welded.removed, welded.dropped};
		}
		return room.Fill(welded.rings);
	};
	Checker checker;
	room.Check(checker);
	return Answer(-1, checker,
	              [&]
	              {
		              return WithRings(outline, [&](const auto& given, const auto& starts)
		                               { return Then(WeldRings(given, starts, distance), fill); });
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
