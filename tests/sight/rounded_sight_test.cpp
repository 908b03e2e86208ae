// MIT License, Copyright (c) 2026 the ricochet authors

#include "sight/hard_world.h"
#include "support/rounded_scenes.h"

#include <numbers>

// Tests capsules and rounded polygons: areas by formula, and borders by casts from the eye.

namespace ricochet::test::rounded_sight_test
{

namespace
{

class Rounded : public HardWorlds
{
};

} // namespace

TEST_F(Rounded, ACapsuleHidesWhatItsTangentsBound)
{
	(void)m_scene.Add(m_scene.AddBody({5.0f, 0.0f}), ValueOf(MakeCapsule({0.0f, -2.0f}, {0.0f, 2.0f}, 1.0f)));
	const auto polygon = LookAndCast({0.0f, 0.0f}, 20.0f);
	// The side of the capsule that faces the eye is at x = 4.
	EXPECT_NEAR(DistanceTo(polygon, {0.0f, 0.0f}, 0.0), 4.0, 1e-6);
	int32_t arcs = 0;
	int32_t walls = 0;
	for (const SightVertex& vertex : polygon)
	{
		arcs += vertex.side == SightSide::Arc ? 1 : 0;
		walls += vertex.side == SightSide::Wall ? 1 : 0;
	}
	EXPECT_EQ(arcs, 2);
	EXPECT_GE(walls, 1);
	EXPECT_LE(walls, 3); // the rays behind it may be reported as walls
}

TEST_F(Rounded, FromInsideNothingIsSeen)
{
	(void)m_scene.Add(m_scene.AddBody({0.0f, 0.0f}), ValueOf(MakeCapsule({-2.0f, 0.0f}, {2.0f, 0.0f}, 1.0f)));
	for (const b2Vec2 eye : {b2Vec2{0.0f, 0.0f}, b2Vec2{0.5f, 0.9f}, b2Vec2{2.5f, 0.0f}, b2Vec2{-1.0f, -0.5f}})
	{
		EXPECT_LT(Area(SeeRound(*m_scene.world, eye, 20.0f)), 1e-6f) << eye.x << ", " << eye.y;
		EXPECT_NEAR(Area(SeeRound(*m_scene.world, eye, 20.0f, WithStartInside(false))),
		            400.0f * std::numbers::pi_v<float>, 0.1f);
	}
}

TEST_F(Rounded, BordersAreWhereCastsStop)
{
	SceneRandom random(81);
	for (int32_t i = 0; i < ScaledCount(60) && HasFailure() == false; ++i)
	{
		m_scene = MakeRoundedScene(12, static_cast<uint64_t>(i) + 1);
		(void)LookAndCast(random.InBox(5.0f));
	}
}

} // namespace ricochet::test::rounded_sight_test
