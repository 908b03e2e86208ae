// MIT License, Copyright (c) 2026 the ricochet authors

// The C interface must check, cut, add and attach outlines as the C++ interface does.

#include <ricochet/geometry/decompose.h>
#include <ricochet/geometry/outline.h>
#include <ricochet/geometry/outline_rings.h>
#include <ricochet/shapes/shape_factory.h>

#include "c/scenes.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <vector>

namespace ricochet::test::outline_test
{

namespace
{

constexpr float k_nan = std::numeric_limits<float>::quiet_NaN();

/// A square of 4 m with a square hole of 2 m.
struct Frame
{
	ricochet_vec vertices[8] = {{-2.0f, -2.0f}, {2.0f, -2.0f}, {2.0f, 2.0f}, {-2.0f, 2.0f},
	                            {-1.0f, -1.0f}, {1.0f, -1.0f}, {1.0f, 1.0f}, {-1.0f, 1.0f}};
	int32_t starts[2] = {0, 4};
	ricochet_outline outline{vertices, 8, starts, 2};

	[[nodiscard]] Outline Cpp() const
	{
		std::vector<b2Vec2> points;
		for (const ricochet_vec v : vertices)
		{
			points.emplace_back(v.x, v.y);
		}
		return *Outline::Make(points, starts);
	}
};

struct Error
{
	int32_t reason;
	int32_t index;
	std::string parameter;

	friend bool operator==(const Error&, const Error&) = default;
};

Error LastError()
{
	const ricochet_error error = ricochet_last_error();
	return {error.reason, error.index, error.parameter};
}

/// Returns the solid intervals of the x axis in mm. They are rounded, because a crossing may be up to an ulp off the
/// surface.
std::vector<long> SolidAlongX(const ricochet_world* world)
{
	const ricochet_ray ray = ricochet_ray_between({-5.0f, 0.0f}, {5.0f, 0.0f});
	ricochet_ray_hit solids[8];
	const int32_t count = ricochet_cast_ray_solids(world, &ray, nullptr, solids, 8);
	std::vector<long> ends;
	for (int32_t i = 0; i < count; ++i)
	{
		ends.push_back(std::lround(1000.0f * solids[i].enter.point.x));
		ends.push_back(std::lround(1000.0f * solids[i].exit.point.x));
	}
	return ends;
}

} // namespace

TEST(COutline, PiecesAreThoseOfCpp)
{
	const Frame frame;
	ASSERT_TRUE(ricochet_check_outline(&frame.outline));
	for (int32_t most = 3; most <= 8; ++most)
	{
		const ConvexPieces expected = *Decompose(frame.Cpp(), most);
		ricochet_convex_piece pieces[16];
		pieces[3].count = 77;
		ASSERT_EQ(ricochet_decompose(&frame.outline, most, nullptr, 0), expected.Count());
		ASSERT_EQ(ricochet_decompose(&frame.outline, most, pieces, 3), expected.Count());
		ASSERT_EQ(pieces[3].count, 77);
		ASSERT_EQ(ricochet_decompose(&frame.outline, most, pieces, 16), expected.Count());
		for (int32_t i = 0; i < expected.Count(); ++i)
		{
			const std::span<const int32_t> vertices = expected.VerticesOf(i);
			ASSERT_EQ(pieces[i].count, static_cast<int32_t>(vertices.size()));
			for (size_t k = 0; k < vertices.size(); ++k)
			{
				ASSERT_EQ(pieces[i].vertices[k], vertices[k]);
				ASSERT_EQ(pieces[i].edges[k], expected.EdgesOf(i)[k]);
			}
		}
	}
}

TEST(COutline, AddedPiecesAreOneSolid)
{
	const Frame frame;
	const size_t expected = MakePolygons(frame.Cpp())->size();
	Yard y;
	ASSERT_TRUE(ricochet_destroy_fixture(y.world.get(), y.box));
	ricochet_fixture fixtures[16] = {};
	ricochet_fixture_def def = ricochet_fixture_def_default();
	def.user_data = 5;
	const int32_t count = ricochet_add_outline(y.world.get(), y.body, &def, &frame.outline, fixtures, 2);
	ASSERT_EQ(count, static_cast<int32_t>(expected)) << ricochet_last_message();
	ASSERT_EQ(FixturesIn(y.world.get()), count);
	EXPECT_TRUE(fixtures[0] != 0 && fixtures[1] != 0 && fixtures[0] != fixtures[1] && fixtures[2] == 0);
	EXPECT_EQ(ricochet_body_of(y.world.get(), fixtures[1]), y.body);
	EXPECT_EQ(SolidAlongX(y.world.get()), (std::vector<long>{-2000, -1000, 1000, 2000}));
	const ricochet_ray ray = ricochet_ray_between({-5.0f, 0.0f}, {5.0f, 0.0f});
	ricochet_ray_hit hit;
	ASSERT_EQ(ricochet_cast_ray_closest(y.world.get(), &ray, nullptr, &hit), 1);
	EXPECT_EQ(hit.fixture_user_data, 5u);
}

TEST(COutline, AnAttachedOutlineStandsForTheShape)
{
	const Frame frame;
	Yard y;
	EXPECT_EQ(SolidAlongX(y.world.get()), (std::vector<long>{-1000, 1000}));
	ASSERT_TRUE(ricochet_attach_outline(y.world.get(), y.box, &frame.outline)) << ricochet_last_message();
	EXPECT_EQ(SolidAlongX(y.world.get()), (std::vector<long>{-2000, -1000, 1000, 2000}));
	ASSERT_TRUE(ricochet_attach_outline(y.world.get(), y.box, nullptr));
	EXPECT_EQ(SolidAlongX(y.world.get()), (std::vector<long>{-1000, 1000}));
}

TEST(COutline, PolygonsAreOfAKind)
{
	ricochet_vec points[4] = {{0.0f, 0.0f}, {2.0f, 0.0f}, {2.0f, 2.0f}, {0.0f, 2.0f}};
	ricochet_polygon_kind kind{};
	ASSERT_TRUE(ricochet_check_polygon(points, 4, &kind));
	EXPECT_TRUE(kind.convex && kind.counter_clockwise);
	std::swap(points[1], points[3]);
	ASSERT_TRUE(ricochet_check_polygon(points, 4, &kind));
	EXPECT_TRUE(kind.convex && kind.counter_clockwise == false);
	points[2] = {0.5f, 0.5f};
	ASSERT_TRUE(ricochet_check_polygon(points, 4, &kind));
	EXPECT_FALSE(kind.convex);
	std::swap(points[2], points[3]);
	EXPECT_FALSE(ricochet_check_polygon(points, 2, &kind));
	EXPECT_EQ(LastError(), (Error{RICOCHET_TOO_FEW, -1, "vertices"}));
}

TEST(COutline, ARingMayRepeatItsFirstVertex)
{
	const Frame open;
	const ricochet_vec vertices[10] = {{-2.0f, -2.0f}, {2.0f, -2.0f}, {2.0f, 2.0f}, {-2.0f, 2.0f}, {-2.0f, -2.0f},
	                                   {-1.0f, -1.0f}, {1.0f, -1.0f}, {1.0f, 1.0f}, {-1.0f, 1.0f}, {-1.0f, -1.0f}};
	const int32_t starts[2] = {0, 5};
	const ricochet_outline closed{vertices, 10, starts, 2};
	ASSERT_TRUE(ricochet_check_outline(&closed)) << ricochet_last_message();
	ricochet_convex_piece want[16], got[16];
	const int32_t count = ricochet_decompose(&open.outline, 8, want, 16);
	ASSERT_EQ(ricochet_decompose(&closed, 8, got, 16), count);
	const auto given = [](int32_t number)
	{
		return number < 4 ? number : number + 1;
	};
	for (int32_t i = 0; i < count; ++i)
	{
		ASSERT_EQ(got[i].count, want[i].count);
		for (int32_t k = 0; k < want[i].count; ++k)
		{
			EXPECT_EQ(got[i].vertices[k], given(want[i].vertices[k]));
			EXPECT_EQ(got[i].edges[k], given(want[i].edges[k]));
		}
	}
	Yard y;
	ASSERT_TRUE(ricochet_destroy_fixture(y.world.get(), y.box));
	ASSERT_EQ(ricochet_add_outline(y.world.get(), y.body, nullptr, &closed, nullptr, 0), count);
	EXPECT_EQ(SolidAlongX(y.world.get()), (std::vector<long>{-2000, -1000, 1000, 2000}));
	ricochet_polygon_kind kind{};
	EXPECT_TRUE(ricochet_check_polygon(vertices, 5, &kind));
	EXPECT_TRUE(kind.convex && kind.counter_clockwise);
}

// Two tiles share a side and become one solid without this side. The indices of its pieces refer to the given vertices.
TEST(COutline, RingsMayTouch)
{
	const ricochet_vec vertices[8] = {{0.0f, 0.0f}, {2.0f, 0.0f}, {2.0f, 2.0f}, {0.0f, 2.0f},
	                                  {2.0f, 0.0f}, {4.0f, 0.0f}, {4.0f, 2.0f}, {2.0f, 2.0f}};
	const int32_t starts[2] = {0, 4};
	const ricochet_outline tiles{vertices, 8, starts, 2};
	ASSERT_TRUE(ricochet_check_outline(&tiles)) << ricochet_last_message();
	EXPECT_EQ(ricochet_find_outline_faults(&tiles, nullptr, 0), 0);
	ricochet_convex_piece piece;
	ASSERT_EQ(ricochet_decompose(&tiles, 8, &piece, 1), 1);
	ASSERT_EQ(piece.count, 6);
	for (int32_t i = 0; i < 6; ++i)
	{
		const ricochet_vec from = vertices[piece.vertices[i]];
		const ricochet_vec to = vertices[piece.vertices[(i + 1) % 6]];
		const int32_t edge = piece.edges[i];
		ASSERT_TRUE(edge >= 0 && edge < 8 && edge != 1 && edge != 7) << "the side between them is no edge";
		const ricochet_vec end = vertices[edge % 4 == 3 ? edge - 3 : edge + 1];
		EXPECT_TRUE(from.x == vertices[edge].x && from.y == vertices[edge].y && to.x == end.x && to.y == end.y);
	}
}

TEST(COutline, FaultsNameRingIndexAndPlace)
{
	Frame bad;
	bad.outline = {bad.vertices, 8, bad.starts, 2};
	EXPECT_EQ(ricochet_find_outline_faults(&bad.outline, nullptr, 0), 0);
	bad.vertices[5] = {1.0f, -3.0f};
	ricochet_outline_fault faults[2] = {};
	faults[1].ring = 77;
	ASSERT_EQ(ricochet_find_outline_faults(&bad.outline, faults, 1), 2) << "down and up again";
	EXPECT_EQ(faults[1].ring, 77);
	EXPECT_EQ(faults[0].error.reason, RICOCHET_EDGES_MEET);
	EXPECT_EQ(faults[0].error.index, 0);
	EXPECT_EQ(faults[0].error.value, 4.0);
	EXPECT_EQ(faults[0].ring, 0);
	EXPECT_EQ(faults[0].index, 0);
	EXPECT_EQ(faults[0].other_ring, 1);
	EXPECT_EQ(faults[0].other_index, 0);
	EXPECT_EQ(faults[0].place.x, 0.0f);
	EXPECT_EQ(faults[0].place.y, -2.0f);
	EXPECT_STREQ(
	    faults[0].message,
	    "ring 0, edge 0 meets ring 1, edge 0 at (0, -2) m (vertices: edges 0 and 4): rings may touch, but must "
	    "not cross or cancel each other out.");
	EXPECT_FALSE(ricochet_check_outline(&bad.outline));
	EXPECT_EQ(ricochet_find_outline_faults(nullptr, faults, 1), -1);
	EXPECT_EQ(LastError(), (Error{RICOCHET_NULL, -1, "outline"}));
	EXPECT_EQ(ricochet_find_outline_faults(&bad.outline, nullptr, 1), -1);
	EXPECT_EQ(LastError(), (Error{RICOCHET_NULL, -1, "faults"}));
	EXPECT_EQ(ricochet_find_outline_faults(&bad.outline, faults, -1), -1);
	EXPECT_EQ(LastError(), (Error{RICOCHET_TOO_SMALL, -1, "capacity"}));
}

TEST(COutline, IsRefusedAndNothingIsAdded)
{
	Yard y;
	ricochet_world* w = y.world.get();
	const WorldHandle snapshot(ricochet_create_snapshot(w));
	const Frame sound;
	ricochet_convex_piece piece;
	ricochet_polygon_kind kind;
	ricochet_fixture fixture = 0;
	const auto refused = [&](const ricochet_outline* outline)
	{
		EXPECT_FALSE(ricochet_check_outline(outline));
		const Error error = LastError();
		EXPECT_EQ(ricochet_decompose(outline, 8, &piece, 1), -1);
		EXPECT_EQ(LastError(), error);
		EXPECT_EQ(ricochet_add_outline(w, y.body, nullptr, outline, &fixture, 1), -1);
		EXPECT_EQ(LastError(), error);
		EXPECT_TRUE(outline == nullptr || ricochet_attach_outline(w, y.box, outline) == false);
		return error;
	};
	EXPECT_EQ(refused(nullptr), (Error{RICOCHET_NULL, -1, "outline"}));
	const ricochet_outline noVertices{nullptr, 3, nullptr, 0};
	EXPECT_EQ(refused(&noVertices), (Error{RICOCHET_NULL, -1, "ricochet_outline::vertices"}));
	const ricochet_outline noStarts{sound.vertices, 8, nullptr, 2};
	EXPECT_EQ(refused(&noStarts), (Error{RICOCHET_NULL, -1, "ricochet_outline::ring_starts"}));
	const ricochet_outline negative{sound.vertices, -1, nullptr, 0};
	EXPECT_EQ(refused(&negative), (Error{RICOCHET_TOO_SMALL, -1, "count"}));
	const ricochet_outline negativeRings{sound.vertices, 8, sound.starts, -1};
	EXPECT_EQ(refused(&negativeRings), (Error{RICOCHET_TOO_SMALL, -1, "ricochet_outline::ring_count"}));
	Frame bad;
	bad.starts[1] = 2000000000;
	EXPECT_EQ(refused(&bad.outline), (Error{RICOCHET_TOO_LARGE, 1, "ringStarts"}));
	bad = {};
	bad.outline = {bad.vertices, 8, bad.starts, 2};
	bad.vertices[5].y = k_nan;
	EXPECT_EQ(refused(&bad.outline), (Error{RICOCHET_NOT_FINITE, 5, "vertices"}));
	bad.vertices[5].y = -3.0f;
	EXPECT_EQ(refused(&bad.outline).reason, RICOCHET_EDGES_MEET);

	EXPECT_EQ(ricochet_decompose(&sound.outline, 2, &piece, 1), -1);
	EXPECT_EQ(LastError(), (Error{RICOCHET_TOO_SMALL, -1, "mostVertices"}));
	EXPECT_EQ(ricochet_decompose(&sound.outline, 9, &piece, 1), -1);
	EXPECT_EQ(LastError(), (Error{RICOCHET_TOO_LARGE, -1, "most_vertices"}));
	EXPECT_EQ(ricochet_decompose(&sound.outline, 8, nullptr, 1), -1);
	EXPECT_EQ(LastError(), (Error{RICOCHET_NULL, -1, "pieces"}));
	EXPECT_EQ(ricochet_add_outline(w, y.body, nullptr, &sound.outline, nullptr, 1), -1);
	EXPECT_EQ(LastError(), (Error{RICOCHET_NULL, -1, "fixtures"}));
	EXPECT_EQ(ricochet_add_outline(w, y.box, nullptr, &sound.outline, nullptr, 0), -1);
	EXPECT_EQ(LastError(), (Error{RICOCHET_NO_SUCH_ENTRY, -1, "body"}));
	EXPECT_EQ(ricochet_add_outline(snapshot.get(), y.body, nullptr, &sound.outline, nullptr, 0), -1);
	EXPECT_EQ(LastError(), (Error{RICOCHET_IS_A_SNAPSHOT, -1, "world"}));
	ricochet_fixture_def def = ricochet_fixture_def_default();
	def.size -= 4;
	EXPECT_EQ(ricochet_add_outline(w, y.body, &def, &sound.outline, nullptr, 0), -1);
	EXPECT_EQ(LastError(), (Error{RICOCHET_TOO_SMALL, -1, "ricochet_fixture_def::size"}));
	EXPECT_FALSE(ricochet_attach_outline(w, y.body, nullptr));
	EXPECT_EQ(LastError(), (Error{RICOCHET_NO_SUCH_ENTRY, -1, "fixture"}));
	EXPECT_FALSE(ricochet_attach_outline(snapshot.get(), y.box, nullptr));
	EXPECT_EQ(LastError(), (Error{RICOCHET_IS_A_SNAPSHOT, -1, "world"}));
	EXPECT_FALSE(ricochet_check_polygon(nullptr, 3, &kind));
	EXPECT_EQ(LastError(), (Error{RICOCHET_NULL, -1, "points"}));
	EXPECT_FALSE(ricochet_check_polygon(sound.vertices, 4, nullptr));
	EXPECT_EQ(LastError(), (Error{RICOCHET_NULL, -1, "kind"}));
	EXPECT_EQ(FixturesIn(w), 1);
}

TEST(COutline, RingsAreMadeAsInCpp)
{
	const ricochet_box boxes[3] = {
	    {{0.0f, 0.0f}, {2.0f, 1.0f}}, {{1.0f, 0.0f}, {3.0f, 1.0f}}, {{5.0f, 0.0f}, {6.0f, 2.0f}}};
	ricochet_vec vertices[16] = {};
	int32_t starts[4] = {}, rings = 0;
	EXPECT_EQ(ricochet_unite_boxes(boxes, 3, nullptr, 0, nullptr, 0, nullptr), 8);
	vertices[7] = {77.0f, 77.0f};
	EXPECT_EQ(ricochet_unite_boxes(boxes, 3, vertices, 7, starts, 1, &rings), 8);
	EXPECT_EQ(vertices[7].x, 77.0f);
	EXPECT_EQ(rings, 2);
	ASSERT_EQ(ricochet_unite_boxes(boxes, 3, vertices, 16, starts, 4, &rings), 8);
	const std::vector<b2AABB> same{{b2Vec2{0.0f, 0.0f}, b2Vec2{2.0f, 1.0f}},
	                               {b2Vec2{1.0f, 0.0f}, b2Vec2{3.0f, 1.0f}},
	                               {b2Vec2{5.0f, 0.0f}, b2Vec2{6.0f, 2.0f}}};
	const OutlineRings expected = *UniteBoxes(same);
	for (size_t i = 0; i < 8; ++i)
	{
		EXPECT_EQ(vertices[i].x, expected.vertices[i].x);
		EXPECT_EQ(vertices[i].y, expected.vertices[i].y);
	}
	EXPECT_EQ(starts[1], expected.ringStarts[1]);
	EXPECT_EQ(ricochet_unite_boxes(nullptr, 1, vertices, 16, starts, 4, &rings), -1);
	EXPECT_EQ(ricochet_last_error().reason, RICOCHET_NULL);
	EXPECT_EQ(ricochet_unite_boxes(boxes, 0, vertices, 16, starts, 4, &rings), -1);
	EXPECT_EQ(ricochet_last_error().reason, RICOCHET_TOO_FEW);
	EXPECT_EQ(ricochet_unite_boxes(boxes, 3, vertices, 16, nullptr, 4, &rings), -1);
	EXPECT_EQ(ricochet_last_error().reason, RICOCHET_NULL);

	// Two tiles that share a side have two flat vertices on either side of it.
	const ricochet_vec tiles[8] = {{0.0f, 0.0f}, {1.0f, 0.0f}, {1.0f, 1.0f}, {0.0f, 1.0f},
	                               {1.0f, 0.0f}, {2.0f, 0.0f}, {2.0f, 1.0f}, {1.0f, 1.0f}};
	const int32_t tileStarts[2] = {0, 4};
	const ricochet_outline outline{tiles, 8, tileStarts, 2};
	EXPECT_EQ(ricochet_without_flat_vertices(&outline, vertices, 16, starts, 4, &rings), 4);
	EXPECT_EQ(rings, 1);
	EXPECT_EQ(ricochet_without_flat_vertices(nullptr, vertices, 16, starts, 4, &rings), -1);

	// The same tiles, with a gap of 1 mm between them.
	ricochet_vec apart[8];
	std::copy_n(tiles, 8, apart);
	for (int32_t i = 4; i < 8; ++i)
	{
		apart[i].x += 0.001f;
	}
	const ricochet_outline gap{apart, 8, tileStarts, 2};
	ricochet_weld_counts counts{};
	ASSERT_EQ(ricochet_weld_rings(&gap, 0.01f, vertices, 16, starts, 4, &rings, &counts), 8);
	EXPECT_EQ(counts.moved, 2);
	EXPECT_EQ(counts.cut + counts.removed + counts.dropped, 0);
	const ricochet_outline mended{vertices, 8, starts, rings};
	EXPECT_EQ(ricochet_without_flat_vertices(&mended, nullptr, 0, nullptr, 0, &rings), 4);
	EXPECT_EQ(rings, 1);
	EXPECT_EQ(ricochet_weld_rings(&gap, -1.0f, vertices, 16, starts, 4, &rings, nullptr), -1);
	EXPECT_EQ(ricochet_last_error().reason, RICOCHET_NOT_POSITIVE);
}

} // namespace ricochet::test::outline_test
