// MIT License, Copyright (c) 2026 the ricochet authors

#include "character/swing.h"

#include "geometry/hull_separation.h"
#include "support/scenes.h"
#include "support/shape_child.h"

#include <gtest/gtest.h>

#include <map>

// Compares the cuts of the example's sword with 10,000 sampled positions of the blade.

namespace ricochet::test::melee_test
{

namespace
{

constexpr int k_samples = 10000;
constexpr double k_thickness = 0.03; // half the thickness of the blade (m)

struct Expected
{
	int sample = -1;      // the first sample in which the blade touches the body
	double nearest = 1e9; // the least distance in any sample (m)
};

std::vector<Spot> SpotsOf(const Hull& hull, const b2Transform& pose)
{
	std::vector<Spot> spots;
	for (const b2Vec2& v : hull.vertices)
	{
		const double x = v.x, y = v.y;
		spots.push_back({pose.p.x + pose.q.c * x - pose.q.s * y, pose.p.y + pose.q.s * x + pose.q.c * y});
	}
	return spots;
}

} // namespace

TEST(Melee, ASwingCutsEachBodyOnceWhereItFirstReachesIt)
{
	SceneRandom random(94);
	int cut = 0, missed = 0;
	for (int trial = 0; trial < ScaledCount(25); ++trial)
	{
		Scene scene;
		for (int i = 0; i < 8; ++i)
		{
			b2Body* body = scene.AddBody(random.Uniform(0.7f, 2.2f) * random.Direction(), random.Uniform(-3.0f, 3.0f));
			const b2PolygonShape polygon = RandomPolygon(random, 0.15f);
			random.OneIn(2) ? scene.Add(body, polygon) : scene.Add(body, CircleOf(0.15f));
		}
		const float first = random.Uniform(-3.0f, 3.0f), all = random.Sign() * random.Uniform(0.5f, 3.0f);
		const float from = 0.3f, to = random.Uniform(1.0f, 1.8f);
		const b2Vec2 moved = random.OneIn(2) ? random.Uniform(0.0f, 0.5f) * random.Direction() : b2Vec2{0.0f, 0.0f};
		const int frames = random.Between(1, 12);

		// Each frame takes an equal part of the turn and of the move.
		std::map<const b2Body*, Expected> expected;
		ForEachShapeChild(
		    *scene.world,
		    [&](const b2Fixture* fixture, int32_t, const ShapeChild& child)
		    {
			    const Hull still = child.AsHull();
			    const auto spots = SpotsOf(still, fixture->GetBody()->GetTransform());
			    Expected& here = expected[fixture->GetBody()];
			    for (int i = 0; i <= k_samples && here.sample < 0; ++i)
			    {
				    const double share = static_cast<double>(i) / k_samples;
				    const double angle = static_cast<double>(first) + share * static_cast<double>(all);
				    const Spot shoulder{share * static_cast<double>(moved.x), share * static_cast<double>(moved.y)};
				    const double c = std::cos(angle), s = std::sin(angle);
				    const double a = from, b = to;
				    const std::vector<Spot> blade{{shoulder.x + a * c, shoulder.y + a * s},
				                                  {shoulder.x + b * c, shoulder.y + b * s}};
				    const double gap = SeparationOf(blade, spots) - k_thickness - static_cast<double>(still.radius);
				    here.nearest = std::min(here.nearest, gap);
				    here.sample = gap <= 0.0 ? i : -1;
			    }
		    });

		character::Swing swing(from, to, first, first + all);
		std::map<const b2Body*, float> angles;
		float last = first;
		for (int frame = 0; frame < frames; ++frame)
		{
			const float part = 1.0f / static_cast<float>(frames);
			const b2Vec2 shoulder = static_cast<float>(frame) * part * moved;
			for (const character::Cut& one : swing.Turn(*scene.world, shoulder, part * moved, 1.0001f * part * all))
			{
				EXPECT_TRUE(angles.emplace(one.body, one.angle).second) << trial << ": twice";
				EXPECT_GE((one.angle - last) * all, 0.0f) << trial << ": not in order";
				last = one.angle;
			}
		}
		EXPECT_TRUE(swing.IsOver());
		for (const auto& [body, here] : expected)
		{
			const auto found = angles.find(body);
			if (here.sample < 0)
			{
				// The samples are 0.3 mrad apart, so a cut that falls between two of them is shallow.
				EXPECT_TRUE(found == angles.end() || here.nearest < 1.0e-3) << trial << ": " << here.nearest;
				++missed;
				continue;
			}
			ASSERT_NE(found, angles.end()) << trial;
			const float sampled = first + all * static_cast<float>(here.sample) / k_samples;
			// Where the blade only grazes a body, a tolerance of 0.1 mm corresponds to a large angle.
			EXPECT_NEAR(found->second, sampled, 0.02f) << trial;
			++cut;
		}
	}
	EXPECT_GE(cut, ScaledCount(10));
	EXPECT_GE(missed, ScaledCount(10));
}

} // namespace ricochet::test::melee_test
