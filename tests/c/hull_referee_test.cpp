// MIT License, Copyright (c) 2026 the ricochet authors

// Tests turning hulls, distances and the helpers for characters in random scenes. Each result of the C interface over a
// world or a snapshot must equal the C++ result over the world, bit by bit.

#include <ricochet/query/ground.h>
#include <ricochet/query/nearest.h>
#include <ricochet/query/turning_query.h>

#include "c/random_asks.h"

namespace ricochet::test::hull_referee_test
{

namespace
{

bool IsSame(const TurningHit& a, const ricochet_turning_hit& b)
{
	return IsOn(a, b) && test::IsSame(a.fraction, b.fraction) && test::IsSame(a.contact, b.contact) &&
	       test::IsSame(a.normal, b.normal) && test::IsSame(a.still, b.still) && test::IsSame(a.moving, b.moving) &&
	       a.startsInside == b.starts_inside && test::IsSame(a.depth, b.depth) && test::IsSame(a.wayOut, b.way_out) &&
	       a.isCertain == b.is_certain;
}

bool IsSame(const NearestHit& a, const ricochet_nearest_hit& b)
{
	return IsOn(a, b) && test::IsSame(a.distance, b.distance) && test::IsSame(a.point, b.point) &&
	       test::IsSame(a.normal, b.normal);
}

} // namespace

TEST(CReferee, HullsThatTurn)
{
	int32_t met = 0;
	ForScenes(150,
	          [&](Wrapped& w, const Filters& filter)
	          {
		          const RandomHull hull(w.random, w.scene.halfWidth);
		          const ricochet_hull view = hull.ViewC();
		          TurningPath path{hull.View(), {hull.transform, w.random.InBox(1.0f), hull.translation}};
		          ricochet_turning_path asked = ricochet_turning_path_default();
		          asked.hull = &view;
		          asked.pose = hull.pose;
		          asked.local_center = ToC(path.motion.localCenter);
		          asked.translation = ToC(hull.translation);
		          asked.angle = path.motion.angle = w.random.Uniform(-6.0f, 6.0f);
		          if (w.random.OneIn(2))
		          {
			          asked.max_fraction = path.motion.maxFraction = 1.5f;
			          asked.tolerance = path.tolerance = 0.01f;
		          }
		          const auto closest = CastTurningClosest(*w.scene.world, path, filter.cpp);
		          ricochet_turning_hit hits[k_room];
		          ASSERT_EQ(ricochet_cast_turning_closest(w.asked, &asked, &filter.c, hits), closest ? 1 : 0)
		              << ricochet_last_message();
		          ASSERT_TRUE(!closest || IsSame(*closest, hits[0]));
		          ASSERT_EQ(ricochet_cast_turning_any(w.asked, &asked, &filter.c), closest ? 1 : 0);

		          std::vector<TurningHit> all;
		          CastTurningAll(*w.scene.world, path, all, filter.cpp);
		          ASSERT_EQ(ricochet_cast_turning_all(w.asked, &asked, &filter.c, hits, k_room),
		                    static_cast<int32_t>(all.size()));
		          for (size_t i = 0; i < all.size(); ++i)
		          {
			          ASSERT_TRUE(IsSame(all[i], hits[i]));
		          }
		          met += static_cast<int32_t>(all.size());
	          });
	EXPECT_GT(met, ScaledCount(300));
}

TEST(CReferee, Distances)
{
	int32_t met = 0;
	ForScenes(300,
	          [&](Wrapped& w, const Filters& filter)
	          {
		          const b2Vec2 point = w.random.InBox(w.scene.halfWidth);
		          const float distance =
		              w.random.OneIn(4) ? std::numeric_limits<float>::infinity() : w.random.Uniform(0.0f, 4.0f);
		          const auto nearest = FindNearest(*w.scene.world, point, distance, filter.cpp);
		          ricochet_nearest_hit hits[k_room];
		          ASSERT_EQ(ricochet_find_nearest(w.asked, ToC(point), distance, &filter.c, hits), nearest ? 1 : 0)
		              << ricochet_last_message();
		          ASSERT_TRUE(!nearest || IsSame(*nearest, hits[0]));

		          const int32_t most = w.random.Below(8);
		          std::vector<NearestHit> all;
		          FindAllNearest(*w.scene.world, point, distance, static_cast<size_t>(most), all, filter.cpp);
		          ASSERT_EQ(ricochet_find_all_nearest(w.asked, ToC(point), distance, most, &filter.c, hits, k_room),
		                    static_cast<int32_t>(all.size()));
		          for (size_t i = 0; i < all.size(); ++i)
		          {
			          ASSERT_TRUE(IsSame(all[i], hits[i]));
		          }
		          met += static_cast<int32_t>(all.size());
	          });
	EXPECT_GT(met, ScaledCount(600));
}

TEST(CReferee, GroundUnderHulls)
{
	int32_t walkable = 0;
	int32_t moving = 0;
	ForScenes(2000,
	          [&](Wrapped& w, const Filters& filter)
	          {
		          const RandomHull hull(w.random, w.scene.halfWidth);
		          const ricochet_hull view = hull.ViewC();
		          for (b2Body* body = w.scene.world->GetBodyList(); body != nullptr; body = body->GetNext())
		          {
			          body->SetLinearVelocity({1.0f, 2.0f});
		          }
		          const GroundDef def{w.random.Direction(), w.random.Uniform(0.0f, 2.0f), w.random.Uniform(0.0f, 1.5f)};
		          ricochet_ground_def asked = ricochet_ground_def_default();
		          asked.up = ToC(def.up);
		          asked.distance = def.distance;
		          asked.max_slope = def.maxSlope;
		          const auto ground = CheckGround(*w.scene.world, hull.View(), hull.transform, def, filter.cpp);
		          ricochet_ground told;
		          ASSERT_EQ(ricochet_check_ground(w.asked, &view, hull.pose, &asked, &filter.c, &told), ground ? 1 : 0)
		              << ricochet_last_message();
		          if (ground)
		          {
			          const b2Vec2 velocity = w.asked == w.world.get() ? ground->velocity : b2Vec2(0.0f, 0.0f);
			          ASSERT_TRUE(IsOn(*ground, told) && test::IsSame(ground->point, told.point) &&
			                      test::IsSame(ground->normal, told.normal) &&
			                      test::IsSame(ground->distance, told.distance) &&
			                      test::IsSame(ground->slope, told.slope) && ground->isWalkable == told.is_walkable &&
			                      ground->isHeld == told.is_held && test::IsSame(velocity, told.velocity));
			          walkable += ground->isWalkable ? 1 : 0;
			          moving += velocity.x != 0.0f ? 1 : 0;
		          }
		          const auto byDefault = CheckGround(*w.scene.world, hull.View(), hull.transform, {}, filter.cpp);
		          ASSERT_EQ(ricochet_check_ground(w.asked, &view, hull.pose, nullptr, &filter.c, &told),
		                    byDefault ? 1 : 0);
	          });
	EXPECT_GT(walkable, ScaledCount(300));
	EXPECT_GT(moving, ScaledCount(50));
}

TEST(CReferee, HullsThatSlide)
{
	int32_t met = 0;
	ForScenes(200,
	          [&](Wrapped& w, const Filters& filter)
	          {
		          const RandomHull hull(w.random, w.scene.halfWidth);
		          const ricochet_hull view = hull.ViewC();
		          SlideDef def;
		          ricochet_slide_def asked = ricochet_slide_def_default();
		          asked.max_moves = def.maxMoves = 1 + w.random.Below(6);
		          asked.skin = def.skin = w.random.Uniform(0.0f, 0.02f);
		          asked.max_push = def.maxPush = w.random.Uniform(0.0f, 0.5f);
		          std::vector<SlidePlane> planes;
		          const SlideResult end =
		              SlideHull(*w.scene.world, hull.View(), hull.transform, hull.translation, planes, def, filter.cpp);
		          ricochet_slide_result result;
		          ricochet_slide_plane told[k_room];
		          ASSERT_EQ(ricochet_slide_hull(w.asked, &view, hull.pose, ToC(hull.translation), &asked, &filter.c,
		                                        &result, told, k_room),
		                    static_cast<int32_t>(planes.size()))
		              << ricochet_last_message();
		          ASSERT_TRUE(test::IsSame(end.position, result.position) && test::IsSame(end.push, result.push) &&
		                      test::IsSame(end.left, result.left) && end.isFree == result.is_free);
		          for (size_t i = 0; i < planes.size(); ++i)
		          {
			          ASSERT_TRUE(IsOn(planes[i], told[i]) && test::IsSame(planes[i].normal, told[i].normal) &&
			                      test::IsSame(planes[i].point, told[i].point) &&
			                      planes[i].isOverlap == told[i].is_overlap);
		          }
		          met += static_cast<int32_t>(planes.size());
	          });
	EXPECT_GT(met, ScaledCount(200));
}

} // namespace ricochet::test::hull_referee_test
