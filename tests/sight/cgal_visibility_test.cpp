// MIT License, Copyright (c) 2026 the ricochet authors

// This file is only built if CGAL is found. The included parts of CGAL are under the GPL, and so is a program that is
// linked to them. This program is a test, which is never installed.

#include "sight/polygon_check.h"
#include "sight/scenes.h"
#include "sight/visibility_oracle.h"

#include <CGAL/Arr_naive_point_location.h>
#include <CGAL/Arr_segment_traits_2.h>
#include <CGAL/Arrangement_2.h>
#include <CGAL/Exact_predicates_exact_constructions_kernel.h>
#include <CGAL/Rotational_sweep_visibility_2.h>
#include <CGAL/Triangular_expansion_visibility_2.h>

#include <gtest/gtest.h>

#include <optional>
#include <sstream>
#include <string>

// CGAL is a second opinion on the first oracle and on the library. It computes visibility by triangular expansion,
// which neither oracle nor library uses. If no three points are collinear, the test also uses CGAL's rotational sweep.
// In CGAL 5.5, the sweep's area is wrong for some scenes on a lattice. CGAL needs the eye in a bounded face, so each
// scene is in a room.

namespace ricochet::test::cgal_visibility_test
{

namespace
{

using Kernel = CGAL::Exact_predicates_exact_constructions_kernel;
using Arrangement = CGAL::Arrangement_2<CGAL::Arr_segment_traits_2<Kernel>>;
using Face = Arrangement::Face_const_handle;
using Sweep = CGAL::Rotational_sweep_visibility_2<Arrangement, CGAL::Tag_true>;
using Expansion = CGAL::Triangular_expansion_visibility_2<Arrangement, CGAL::Tag_true>;

constexpr int k_scenes = 150; // for each layout
constexpr float k_room = 32.0f;

Kernel::Point_2 ToPoint(b2Vec2 v)
{
	return {static_cast<double>(v.x), static_cast<double>(v.y)};
}

Arrangement Arrange(const std::vector<Segment>& walls)
{
	std::vector<Kernel::Segment_2> segments;
	for (const Segment& wall : walls)
	{
		if (ToPoint(wall.a) != ToPoint(wall.b))
		{
			segments.emplace_back(ToPoint(wall.a), ToPoint(wall.b));
		}
	}
	Arrangement arrangement;
	CGAL::insert(arrangement, segments.begin(), segments.end());
	return arrangement;
}

// Returns no face if the eye is on a wall.
std::optional<Face> FaceAround(const Arrangement& arrangement, const Kernel::Point_2& eye)
{
	const CGAL::Arr_naive_point_location<Arrangement> location(arrangement);
	const auto found = location.locate(eye);
	if (const Face* face = boost::get<Face>(&found))
	{
		return *face;
	}
	return std::nullopt;
}

template <class Visibility>
mpq_class AreaBy(const Arrangement& arrangement, const Kernel::Point_2& eye, Face face)
{
	const Visibility visibility(arrangement);
	Arrangement region;
	const auto seen = visibility.compute_visibility(eye, face, region);
	Kernel::FT twice = 0;
	auto edge = seen->outer_ccb();
	const auto first = edge;
	do
	{
		const Kernel::Point_2 &a = edge->source()->point(), &b = edge->target()->point();
		twice += a.x() * b.y() - a.y() * b.x();
	} while (++edge != first);
	std::ostringstream text;
	text << twice.exact();
	mpq_class area(text.str());
	area.canonicalize();
	return area / 2;
}

void Compare(WallLayout layout)
{
	SceneRandom random(0xC6A1 + static_cast<uint64_t>(layout));
	int compared = 0;
	std::vector<SightVertex> polygon;
	for (int i = 0; i < ScaledCount(k_scenes); ++i)
	{
		WallScene scene = RandomWalls(random, layout);
		AddSquare(scene.walls, {-k_room, -k_room}, 2.0f * k_room);
		const Arrangement arrangement = Arrange(scene.walls);
		const Kernel::Point_2 eye = ToPoint(scene.eye);
		const std::optional<Face> face = FaceAround(arrangement, eye);
		if (face.has_value() == false)
		{
			continue;
		}
		const mpq_class area = AreaBy<Expansion>(arrangement, eye, *face);
		const SightScene oracle = ToSightScene(scene.walls, scene.eye, 100.0f);
		const std::string text = ToText(std::span<const Segment>(scene.walls)) + "eye " + ToText(scene.eye);
		EXPECT_EQ(ExactArea(oracle, LookAround(oracle)), area) << text;
		if (layout <= WallLayout::Crossing)
		{
			EXPECT_EQ(AreaBy<Sweep>(arrangement, eye, *face), area) << text;
		}
		ASSERT_TRUE(VisibilityPolygon(scene.walls, scene.eye, 100.0f, polygon));
		const double expected = area.get_d();
		EXPECT_NEAR(Area(polygon), expected, 1e-6 * expected + 1e-4) << text;
		EXPECT_NEAR(AreaOf(polygon), expected, 1e-6 * expected + 1e-4) << text;
		++compared;
	}
	EXPECT_GT(compared, ScaledCount(k_scenes) / 4);
}

TEST(CgalVisibility, OfScatteredWalls)
{
	Compare(WallLayout::Scattered);
}

TEST(CgalVisibility, OfCrossingWalls)
{
	Compare(WallLayout::Crossing);
}

TEST(CgalVisibility, OnALattice)
{
	Compare(WallLayout::Lattice);
}

TEST(CgalVisibility, OfLoops)
{
	Compare(WallLayout::Loops);
}

TEST(CgalVisibility, OfCollinearWalls)
{
	Compare(WallLayout::Collinear);
}

TEST(CgalVisibility, OfTiles)
{
	Compare(WallLayout::Tiles);
}

TEST(CgalVisibility, OfJunctions)
{
	Compare(WallLayout::Junctions);
}

} // namespace

} // namespace ricochet::test::cgal_visibility_test
