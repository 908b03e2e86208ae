// MIT License, Copyright (c) 2026 the ricochet authors

#include <ricochet/query/callbacks.h>

#include "support/brute_force.h"
#include "support/scenes.h"

#include <box2d/b2_contact_manager.h>

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

// Tests whether a shape overlaps a box, with separating axes in long double as the judge.

namespace ricochet::test::overlap_callback_test
{

namespace
{

using Real = long double;

struct Point
{
	Real x, y;
};

Point InWorld(const b2Transform& pose, b2Vec2 v)
{
	const Real c = pose.q.c;
	const Real s = pose.q.s;
	return {pose.p.x + c * v.x - s * v.y, pose.p.y + s * v.x + c * v.y};
}

// Returns the distance between the convex hull of points and a box along an axis of any length. Negative: this axis
// does not separate them.
Real GapAlong(Point axis, const std::vector<Point>& hull, const b2AABB& box)
{
	const auto along = [&](Real x, Real y)
	{
		return (axis.x * x + axis.y * y) / std::hypot(axis.x, axis.y);
	};
	Real least = along(hull[0].x, hull[0].y);
	Real most = least;
	for (const Point& p : hull)
	{
		least = std::min(least, along(p.x, p.y));
		most = std::max(most, along(p.x, p.y));
	}
	const Real corners[] = {along(box.lowerBound.x, box.lowerBound.y), along(box.upperBound.x, box.lowerBound.y),
	                        along(box.upperBound.x, box.upperBound.y), along(box.lowerBound.x, box.upperBound.y)};
	return std::max(least - *std::max_element(corners, corners + 4), *std::min_element(corners, corners + 4) - most);
}

Real GapOfHull(const std::vector<Point>& hull, const b2AABB& box)
{
	Real gap = std::max(GapAlong({1, 0}, hull, box), GapAlong({0, 1}, hull, box));
	for (size_t i = 0; i < hull.size(); ++i)
	{
		const Point& a = hull[i];
		const Point& b = hull[(i + 1) % hull.size()];
		if (a.x != b.x || a.y != b.y)
		{
			gap = std::max(gap, GapAlong({b.y - a.y, a.x - b.x}, hull, box));
		}
	}
	return gap;
}

Real GapOfCircle(Point center, Real radius, const b2AABB& box)
{
	const Real x = std::clamp<Real>(center.x, box.lowerBound.x, box.upperBound.x);
	const Real y = std::clamp<Real>(center.y, box.lowerBound.y, box.upperBound.y);
	return std::hypot(center.x - x, center.y - y) - radius;
}

// Returns the gap between fixture and box along the best separating axis. Positive: they are apart. Negative: they
// overlap.
Real GapOf(const b2Fixture& fixture, const b2AABB& box)
{
	const b2Transform& pose = fixture.GetBody()->GetTransform();
	switch (fixture.GetType())
	{
	case b2Shape::e_circle:
	{
		const auto& circle = static_cast<const b2CircleShape&>(*fixture.GetShape());
		return GapOfCircle(InWorld(pose, circle.m_p), circle.m_radius, box);
	}
	case b2Shape::e_polygon:
	{
		const auto& polygon = static_cast<const b2PolygonShape&>(*fixture.GetShape());
		std::vector<Point> hull;
		for (int32 i = 0; i < polygon.m_count; ++i)
		{
			hull.push_back(InWorld(pose, polygon.m_vertices[i]));
		}
		return GapOfHull(hull, box);
	}
	case b2Shape::e_edge:
	{
		const auto& edge = static_cast<const b2EdgeShape&>(*fixture.GetShape());
		return GapOfHull({InWorld(pose, edge.m_vertex1), InWorld(pose, edge.m_vertex2)}, box);
	}
	default:
	{
		const auto& chain = static_cast<const b2ChainShape&>(*fixture.GetShape());
		Real gap = std::numeric_limits<Real>::infinity();
		for (int32 i = 0; i + 1 < chain.m_count; ++i)
		{
			gap = std::min(
			    gap, GapOfHull({InWorld(pose, chain.m_vertices[i]), InWorld(pose, chain.m_vertices[i + 1])}, box));
		}
		return gap;
	}
	}
}

b2AABB BoxAbout(b2Vec2 middle, b2Vec2 half)
{
	b2AABB box;
	box.lowerBound = middle - half;
	box.upperBound = middle + half;
	return box;
}

struct Found
{
	explicit Found(const Scene& scene, const b2AABB& box) : callback(box)
	{
		scene.world->QueryAABB(&callback, callback.box);
	}
	[[nodiscard]] bool Has(const b2Fixture* fixture) const
	{
		return std::count(callback.fixtures.begin(), callback.fixtures.end(), fixture) == 1;
	}
	OverlapCallback callback;
};

} // namespace

TEST(OverlapCallback, FindsTheFixturesWhoseShapesOverlapTheBoxAndNoOthers)
{
	constexpr Real k_doubt = 1e-5L; // the error of floats in a rotated pose
	const Scene scene = MakeMixedScene(120, 8);
	SceneRandom random(9);
	int32_t overlapping[4] = {};
	int32_t beside[4] = {}; // fixtures that do not overlap the box, though Box2D reports them
	for (int32_t i = 0; i < ScaledCount(3000); ++i)
	{
		// The box is at a random place, or around a corner of a fixture's bounds.
		const b2Fixture* target = scene.fixtures[static_cast<size_t>(random.Below(120))];
		const b2AABB& near = target->GetAABB(0);
		const b2Vec2 corner{random.OneIn(2) ? near.lowerBound.x : near.upperBound.x,
		                    random.OneIn(2) ? near.lowerBound.y : near.upperBound.y};
		const float size = random.OneIn(3) ? 5.0f : (random.OneIn(2) ? 0.3f : 0.0f);
		const b2AABB box = BoxAbout(random.OneIn(3) ? random.InBox(scene.halfWidth) : corner,
		                            {random.Uniform(0.0f, size), random.OneIn(8) ? 0.0f : random.Uniform(0.0f, size)});
		const Found found(scene, box);
		for (const b2Fixture* fixture : scene.fixtures)
		{
			const Real gap = GapOf(*fixture, box);
			if (fixture->IsSensor() == false && std::abs(gap) > k_doubt)
			{
				ASSERT_EQ(found.Has(fixture), gap < 0.0L)
				    << "box " << i << ", shape of type " << fixture->GetType() << ", gap " << static_cast<double>(gap);
				const b2AABB& bounds = fixture->GetAABB(0);
				overlapping[fixture->GetType()] += gap < 0.0L ? 1 : 0;
				beside[fixture->GetType()] += gap > 0.0L && b2TestOverlap(bounds, box) ? 1 : 0;
			}
		}
	}
	for (const int32_t type : {b2Shape::e_circle, b2Shape::e_edge, b2Shape::e_polygon, b2Shape::e_chain})
	{
		EXPECT_GT(overlapping[type], 0) << "type " << type;
		EXPECT_GT(beside[type], 0) << "type " << type;
	}
}

TEST(OverlapCallback, WhatTouchesTheBoxOverlapsItAndWhatIsAFloatAwayDoesNot)
{
	// All numbers are exact in floats. The box is from (0, 0) to (2, 1). The shapes touch it on the right, at its
	// corner, and with a point.
	const b2AABB box = BoxAbout({1.0f, 0.5f}, {1.0f, 0.5f});
	const b2PolygonShape square = BoxOf(0.5f, 0.5f);
	const b2Vec2 corners[] = {{0.5f, 0.0f}, {0.0f, 0.5f}, {-0.5f, 0.0f}, {0.0f, -0.5f}};
	const b2PolygonShape diamond = HullOf(corners);
	const b2CircleShape circle = CircleOf(0.5f);
	const b2EdgeShape edge = EdgeOf({-0.5f, 0.0f}, {0.5f, 0.0f});
	b2ChainShape chain;
	const b2Vec2 links[] = {{-0.5f, 0.0f}, {0.5f, 0.25f}, {0.5f, 3.0f}};
	chain.CreateChain(links, 3, {-1.0f, 0.0f}, {0.5f, 4.0f});
	const float away = std::nextafter(2.5f, 3.0f);
	for (const b2Shape* shape : {static_cast<const b2Shape*>(&square), static_cast<const b2Shape*>(&diamond),
	                             static_cast<const b2Shape*>(&circle), static_cast<const b2Shape*>(&edge),
	                             static_cast<const b2Shape*>(&chain)})
	{
		for (const float y : {0.0f, 0.5f, 1.0f})
		{
			Scene scene;
			const b2Fixture* touching = scene.Add(scene.AddBody({2.5f, y}, 0.0f), *shape);
			const b2Fixture* beside = scene.Add(scene.AddBody({away, y}, 0.0f), *shape);
			const Found found(scene, box);
			EXPECT_TRUE(found.Has(touching)) << "type " << shape->GetType() << ", y " << y;
			EXPECT_FALSE(found.Has(beside)) << "type " << shape->GetType() << ", y " << y;
		}
	}
}

TEST(OverlapCallback, ABoxInAShapeAndAShapeInABoxOverlap)
{
	Scene scene;
	b2PolygonShape square = BoxOf(10.0f, 10.0f);
	b2CircleShape circle = CircleOf(9.0f);
	const b2Fixture* outer = scene.Add(scene.AddBody({0.0f, 0.0f}, 0.3f), square);
	const b2Fixture* disc = scene.Add(scene.AddBody({0.0f, 0.0f}, 0.0f), circle);
	square.SetAsBox(0.25f, 0.25f);
	circle.m_radius = 0.25f;
	const b2EdgeShape edge = EdgeOf({-0.25f, 0.0f}, {0.25f, 0.0f});
	std::vector<const b2Fixture*> inner;
	for (const b2Shape* shape : {static_cast<const b2Shape*>(&square), static_cast<const b2Shape*>(&circle),
	                             static_cast<const b2Shape*>(&edge)})
	{
		inner.push_back(scene.Add(scene.AddBody({1.0f, 1.0f}, 0.7f), *shape));
	}
	const Found found(scene, BoxAbout({1.0f, 1.0f}, {2.0f, 2.0f}));
	EXPECT_EQ(found.callback.fixtures.size(), 5u);
	const Found within(scene, BoxAbout({-4.0f, 0.0f}, {1.0f, 1.0f}));
	EXPECT_TRUE(within.Has(outer));
	EXPECT_TRUE(within.Has(disc));
	EXPECT_EQ(within.callback.fixtures.size(), 2u);

	// A box without height or width is a line or a point.
	const Found line(scene, BoxAbout({1.0f, 1.0f}, {3.0f, 0.0f}));
	EXPECT_EQ(line.callback.fixtures.size(), 5u);
	const Found point(scene, BoxAbout({1.0f, 1.375f}, {0.0f, 0.0f}));
	EXPECT_EQ(point.callback.fixtures.size(), 2u) << "of what is small none reaches there";
	const Found beside(scene, BoxAbout({3.0f, 1.0f}, {1.0f, 0.0f}));
	EXPECT_EQ(beside.callback.fixtures.size(), 2u) << "in line with the edge, but not on it";
}

TEST(OverlapCallback, TheSkinOfPolygonsDoesNotCount)
{
	Scene scene;
	const b2Fixture* fixture = scene.AddBox({0.0f, 0.0f}, 1.0f, 1.0f);
	EXPECT_FALSE(Found(scene, BoxAbout({2.0f + b2_polygonRadius / 2.0f, 0.0f}, {1.0f, 1.0f})).Has(fixture));
	EXPECT_TRUE(Found(scene, BoxAbout({2.0f, 0.0f}, {1.0f, 1.0f})).Has(fixture));
}

TEST(OverlapCallback, IsReusableWithAnotherBoxAfterReset)
{
	Scene scene;
	b2ChainShape chain;
	const b2Vec2 links[] = {{0.0f, 0.0f}, {4.0f, 4.0f}, {8.0f, 0.0f}};
	chain.CreateChain(links, 3, {-1.0f, 0.0f}, {9.0f, 0.0f});
	const b2Fixture* fixture = scene.Add(scene.AddBody({0.0f, 0.0f}, 0.0f), chain);
	OverlapCallback callback(BoxAbout({4.0f, 1.0f}, {1.5f, 1.0f}));
	scene.world->QueryAABB(&callback, callback.box);
	EXPECT_TRUE(callback.fixtures.empty()) << "within the bounds of both links, but beside them";
	callback.Reset();
	callback.box = BoxAbout({4.0f, 4.0f}, {1.0f, 1.0f});
	scene.world->QueryAABB(&callback, callback.box);
	EXPECT_EQ(callback.fixtures, std::vector{const_cast<b2Fixture*>(fixture)}) << "once, though both links overlap it";
}

} // namespace ricochet::test::overlap_callback_test
