// MIT License, Copyright (c) 2026 the ricochet authors

#include "sight/hard_world.h"
#include "support/floats.h"

#include <ricochet/host/quarantine.h>

// Tests which fixtures hide others: sides, filters, and ignored bodies.

namespace ricochet::test::sight_filter_test
{

namespace
{

using SightFilter = HardWorlds;

TEST_F(SightFilter, ChainsBySide)
{
	AddLoop(4.0f);
	// The chain runs from (1, -1) to (1, 1), so its front is to the right, away from the origin.
	const std::vector<b2Vec2> path = {{1.0f, -1.0f}, {1.0f, 1.0f}};
	m_scene.Add(m_scene.AddBody(k_origin, 0.0f), ValueOf(MakeChain(path)));
	// The room's loop is counter-clockwise, so its front is outside. From inside, only its back is visible.
	const auto area = [&](b2Vec2 eye, Sides sides)
	{
		SightDef def;
		def.filter.sides = sides;
		return Area(Look(eye, 20.0f, def));
	};
	const float disc = 400.0f * k_pi;
	EXPECT_EQ(area(k_origin, Sides::Both), 49.0f);
	EXPECT_EQ(area(k_origin, Sides::Back), 49.0f);
	EXPECT_NEAR(area(k_origin, Sides::Front), disc, 1e-2f);
	EXPECT_EQ(area({2.0f, 0.0f}, Sides::Back), 64.0f);
	EXPECT_LT(area({2.0f, 0.0f}, Sides::Front), disc - 50.0f);
}

TEST_F(SightFilter, EdgesBySide)
{
	AddLoop(4.0f);
	b2EdgeShape edge = EdgeOf({1.0f, -2.0f}, {1.0f, -1.0f}, {1.0f, 1.0f}, {1.0f, 2.0f});
	b2Fixture* oneSided = m_scene.Add(m_scene.AddBody(k_origin, 0.0f), edge);
	edge.SetTwoSided({-1.0f, -1.0f}, {-1.0f, 1.0f});
	b2Fixture* twoSided = m_scene.Add(m_scene.AddBody(k_origin, 0.0f), edge);
	SightDef def;
	def.filter.sides = Sides::Front;
	auto polygon = Look(k_origin, 20.0f, def);
	EXPECT_FALSE(Names(polygon, oneSided)) << "its front is to the right of its direction, away from the eye";
	EXPECT_TRUE(Names(polygon, twoSided));
	EXPECT_TRUE(Names(Look({2.0f, 0.0f}, 20.0f, def), oneSided));
	def.filter.sides = Sides::Back;
	polygon = Look(k_origin, 20.0f, def);
	EXPECT_TRUE(Names(polygon, oneSided));
	EXPECT_FALSE(Names(polygon, twoSided));
}

TEST_F(SightFilter, TheFilterDecides)
{
	AddLoop(8.0f);
	b2Fixture* box = AddBox({2.0f, 0.0f}, 1.0f, 1.0f);
	EXPECT_TRUE(Names(Look(k_origin), box));
	const auto seen = [&](const QueryFilter& filter)
	{
		return Names(Look(k_origin, 100.0f, {filter, {}}), box);
	};
	EXPECT_FALSE(seen({.ignoreBody = box->GetBody()}));
	EXPECT_FALSE(seen({.accept = [box](b2Fixture* fixture)
	                   {
		                   return fixture != box;
	                   }}));
	b2Filter data;
	data.categoryBits = 0x0004;
	data.groupIndex = -3;
	box->SetFilterData(data);
	EXPECT_FALSE(seen({.maskBits = 0x0003}));
	EXPECT_TRUE(seen({.maskBits = 0x0005}));
	EXPECT_FALSE(seen({.groupIndex = -3}));
	data.groupIndex = 3;
	box->SetFilterData(data);
	EXPECT_TRUE(seen({.maskBits = 0x0000, .groupIndex = 3}));
	box->SetSensor(true);
	EXPECT_FALSE(seen({}));
	EXPECT_TRUE(seen({.sensors = true}));
}

TEST_F(SightFilter, AFilteredSolidDoesNotHideTheEye)
{
	b2Fixture* box = AddBox(k_origin, 1.0f, 1.0f);
	EXPECT_TRUE(Look(k_origin).empty());
	EXPECT_FALSE(Look(k_origin, 9.0f, {{.ignoreBody = box->GetBody()}, {}}).empty());
	box->SetSensor(true);
	EXPECT_FALSE(Look(k_origin).empty());
}

TEST_F(SightFilter, DisabledBodiesAreNotSeen)
{
	b2Fixture* box = AddBox({2.0f, 0.0f}, 1.0f, 1.0f);
	EXPECT_TRUE(Names(Look(k_origin), box));
	box->GetBody()->SetEnabled(false);
	EXPECT_FALSE(Names(Look(k_origin), box));
}

TEST_F(SightFilter, BodiesWithoutAPoseAreNotSeen)
{
	b2Fixture* box = AddBox({2.0f, 0.0f}, 1.0f, 1.0f);
	b2Fixture* lost = AddBox({-2.0f, 0.0f}, 1.0f, 1.0f);
	lost->GetBody()->SetTransform({k_nan, 0.0f}, 0.0f);
	QuarantineBodies(*m_scene.world);
	const auto polygon = Look(k_origin);
	EXPECT_TRUE(Names(polygon, box));
	EXPECT_FALSE(Names(polygon, lost));
	for (const SightVertex& vertex : polygon)
	{
		EXPECT_TRUE(vertex.point.IsValid());
	}
}

} // namespace

} // namespace ricochet::test::sight_filter_test
