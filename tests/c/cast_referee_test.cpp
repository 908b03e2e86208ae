// MIT License, Copyright (c) 2026 the ricochet authors

// In random scenes, runs queries of the C interface over a world or a snapshot of it. Every result must equal that of
// the C++ interface over the world, bit by bit.

#include <ricochet/projectile/explosion.h>
#include <ricochet/query/beam.h>
#include <ricochet/query/hull_solid_query.h>
#include <ricochet/query/overlap_query.h>
#include <ricochet/query/ray_fan.h>
#include <ricochet/query/solid_query.h>
#include <ricochet/sight/line_of_sight.h>
#include <ricochet/sight/sight_polygon.h>
#include <ricochet/sight/visibility.h>

#include "c/random_asks.h"

#include <gtest/gtest.h>

namespace ricochet::test::cast_referee_test
{

namespace
{

/// Calls ricochet_cast_ray_next repeatedly. It must return the hits of ricochet_cast_ray_all, in order.
void ExpectNextGives(const Wrapped& w, const ricochet_ray& ray, const Filters& filter, const ricochet_ray_hit* hits,
                     int32_t count)
{
	ricochet_ray_hit hit{};
	for (int32_t i = 0; i < count; ++i)
	{
		hit = hits[i];
		ASSERT_EQ(ricochet_cast_ray_next(w.asked, &ray, &hit, &filter.c, &hit), i + 1 < count ? 1 : 0)
		    << ricochet_last_message();
		const ricochet_ray_hit& expected = hits[i + 1 < count ? i + 1 : i];
		ASSERT_TRUE(hit.fixture == expected.fixture && hit.body == expected.body && hit.child == expected.child &&
		            hit.enter.fraction == expected.enter.fraction && hit.exit.fraction == expected.exit.fraction);
	}
}

} // namespace

TEST(CReferee, Rays)
{
	int32_t met = 0;
	ForScenes(1000,
	          [&](Wrapped& w, const Filters& filter)
	          {
		          const Ray ray = HardRay(w.random, w.scene);
		          const ricochet_ray asked = ToC(ray);
		          const auto closest = CastRayClosest(*w.scene.world, ray, filter.cpp);
		          ricochet_ray_hit hit;
		          ASSERT_EQ(ricochet_cast_ray_closest(w.asked, &asked, &filter.c, &hit), closest ? 1 : 0)
		              << ricochet_last_message();
		          ASSERT_TRUE(!closest || IsSame(*closest, hit));
		          ASSERT_EQ(ricochet_cast_ray_any(w.asked, &asked, &filter.c), closest ? 1 : 0);

		          std::vector<RayHit> all;
		          CastRayAll(*w.scene.world, ray, all, filter.cpp);
		          ricochet_ray_hit hits[k_room];
		          ASSERT_EQ(ricochet_cast_ray_all(w.asked, &asked, &filter.c, hits, k_room),
		                    static_cast<int32_t>(all.size()));
		          for (size_t i = 0; i < all.size(); ++i)
		          {
			          ASSERT_TRUE(IsSame(all[i], hits[i]));
		          }
		          met += static_cast<int32_t>(all.size());
		          ASSERT_NO_FATAL_FAILURE(ExpectNextGives(w, asked, filter, hits, static_cast<int32_t>(all.size())));

		          std::vector<SolidSpan> solids;
		          CastRaySolids(*w.scene.world, ray, solids, filter.cpp);
		          ASSERT_EQ(ricochet_cast_ray_solids(w.asked, &asked, &filter.c, hits, k_room),
		                    static_cast<int32_t>(solids.size()));
		          for (size_t i = 0; i < solids.size(); ++i)
		          {
			          ASSERT_TRUE(IsSame(solids[i], solids[i], hits[i]));
		          }
		          const b2Vec2 to = ray.origin + ray.translation;
		          ASSERT_TRUE(IsSame(SolidLength(*w.scene.world, ray.origin, to, filter.cpp),
		                             ricochet_solid_length(w.asked, asked.origin, ToC(to), &filter.c)));
	          });
	EXPECT_GT(met, ScaledCount(1000));
}

TEST(CReferee, ManyRaysAtOnce)
{
	constexpr int32_t k_rays = 400;
	int32_t met = 0;
	ForScenes(6,
	          [&](Wrapped& w, const Filters& filter)
	          {
		          std::vector<Ray> rays;
		          std::vector<ricochet_ray> asked;
		          for (int32_t i = 0; i < k_rays; ++i)
		          {
			          rays.push_back(HardRay(w.random, w.scene));
			          asked.push_back(ToC(rays.back()));
		          }
		          std::vector<ricochet_ray_hit> hits(k_rays);
		          bool isHit[k_rays];
		          const int32_t count =
		              ricochet_cast_rays_closest(w.asked, asked.data(), k_rays, &filter.c, hits.data());
		          ASSERT_EQ(ricochet_cast_rays_any(w.asked, asked.data(), k_rays, &filter.c, isHit), count);
		          met += count;
		          int32_t expected = 0;
		          for (size_t i = 0; i < rays.size(); ++i)
		          {
			          const auto closest = CastRayClosest(*w.scene.world, rays[i], filter.cpp);
			          ASSERT_EQ(isHit[i], closest.has_value());
			          ASSERT_EQ(hits[i].fixture != 0, closest.has_value());
			          ASSERT_TRUE(!closest || IsSame(*closest, hits[i]));
			          expected += closest ? 1 : 0;
		          }
		          ASSERT_EQ(count, expected);
	          });
	EXPECT_GT(met, ScaledCount(200));
}

TEST(CReferee, Fans)
{
	constexpr int32_t k_rays = 100;
	int32_t met = 0;
	ForScenes(20,
	          [&](Wrapped& w, const Filters& filter)
	          {
		          const b2Vec2 origin = w.random.InBox(w.scene.halfWidth);
		          const RayFan fan{origin, w.random.Uniform(-4.0f, 4.0f), w.random.Uniform(0.0f, 7.0f), 9.0f, k_rays};
		          const ricochet_ray_fan asked{ToC(origin), fan.direction, fan.angle, fan.radius, fan.count};
		          std::vector<RayHit> expected(k_rays);
		          ASSERT_TRUE(CastRayFan(*w.scene.world, fan, expected, filter.cpp));
		          ricochet_ray_hit hits[k_rays + 1];
		          hits[k_rays].fixture = 77;
		          const int32_t count = ricochet_cast_ray_fan(w.asked, &asked, &filter.c, hits, k_rays + 1);
		          ASSERT_EQ(hits[k_rays].fixture, 77u);
		          int32_t hit = 0;
		          for (int32_t i = 0; i < k_rays; ++i)
		          {
			          const RayHit& one = expected[static_cast<size_t>(i)];
			          ASSERT_TRUE(IsSame(one, hits[i]));
			          hit += one.HasHit() ? 1 : 0;
			          const Ray ray = FanRay(fan, i);
			          ricochet_ray told;
			          ASSERT_TRUE(ricochet_fan_ray(&asked, i, &told));
			          ASSERT_TRUE(IsSame(ray.origin, told.origin) && IsSame(ray.translation, told.translation) &&
			                      IsSame(ray.maxFraction, told.max_fraction));
		          }
		          ASSERT_EQ(count, hit);
		          met += count;
	          });
	EXPECT_GT(met, ScaledCount(1000));
}

TEST(CReferee, HullsThatMoveAndWhereTheyAre)
{
	int32_t met = 0;
	ForScenes(
	    500,
	    [&](Wrapped& w, const Filters& filter)
	    {
		    const RandomHull hull(w.random, w.scene.halfWidth);
		    const ricochet_hull asked = hull.ViewC();
		    const auto closest = CastHullClosest(*w.scene.world, hull.Path(), filter.cpp);
		    ricochet_hull_hit hits[k_room];
		    ASSERT_EQ(ricochet_cast_hull_closest(w.asked, &asked, hull.pose, ToC(hull.translation), &filter.c, hits),
		              closest ? 1 : 0);
		    ASSERT_TRUE(!closest || IsSame(*closest, hits[0]));
		    ASSERT_EQ(ricochet_cast_hull_any(w.asked, &asked, hull.pose, ToC(hull.translation), &filter.c),
		              closest ? 1 : 0);

		    std::vector<HullHit> all;
		    CastHullAll(*w.scene.world, hull.Path(), all, filter.cpp);
		    ASSERT_EQ(
		        ricochet_cast_hull_all(w.asked, &asked, hull.pose, ToC(hull.translation), &filter.c, hits, k_room),
		        static_cast<int32_t>(all.size()));
		    for (size_t i = 0; i < all.size(); ++i)
		    {
			    ASSERT_TRUE(IsSame(all[i], hits[i]));
		    }
		    met += static_cast<int32_t>(all.size());

		    std::vector<HullSolidSpan> solids;
		    CastHullSolids(*w.scene.world, hull.Path(), solids, filter.cpp);
		    ASSERT_EQ(
		        ricochet_cast_hull_solids(w.asked, &asked, hull.pose, ToC(hull.translation), &filter.c, hits, k_room),
		        static_cast<int32_t>(solids.size()));
		    for (size_t i = 0; i < solids.size(); ++i)
		    {
			    ASSERT_TRUE(IsSame(solids[i], solids[i], hits[i]));
		    }

		    std::vector<OverlapHit> overlaps;
		    OverlapHull(*w.scene.world, hull.View(), hull.transform, overlaps, filter.cpp);
		    ricochet_overlap_hit told[k_room];
		    ASSERT_EQ(ricochet_overlap_hull(w.asked, &asked, hull.pose, &filter.c, told, k_room),
		              static_cast<int32_t>(overlaps.size()));
		    for (size_t i = 0; i < overlaps.size(); ++i)
		    {
			    ASSERT_TRUE(IsOn(overlaps[i], told[i]) && IsSame(overlaps[i].depth, told[i].depth) &&
			                IsSame(overlaps[i].wayOut, told[i].way_out) && IsSame(overlaps[i].place, told[i].place));
		    }
	    });
	EXPECT_GT(met, ScaledCount(500));
}

TEST(CReferee, Beams)
{
	int32_t bounces = 0;
	ForScenes(300,
	          [&](Wrapped& w, const Filters& filter)
	          {
		          const b2Vec2 origin = w.random.InBox(w.scene.halfWidth);
		          const b2Vec2 direction = w.random.Direction();
		          BeamDef def;
		          ricochet_beam_def asked = ricochet_beam_def_default();
		          asked.length = def.length = 40.0f;
		          asked.max_bounces = def.maxBounces = w.random.Below(5);
		          asked.max_pierces = def.maxPierces = w.random.Below(3);
		          def.filter = filter.cpp;
		          asked.filter = &filter.c;
		          if (w.random.OneIn(2))
		          {
			          def.minPower = asked.min_power = 0.1f;
			          def.maxLegs = asked.max_legs = 30;
			          def.rule = [](const BeamLeg& leg) -> BeamDecision
			          {
				          return leg.child == 0 ? BeamDecision::Refract(1.5f, 0.25f, 0.5f) : leg.response;
			          };
			          asked.rule = [](const ricochet_beam_leg* leg, ricochet_beam_decision* decision, void*)
			          {
				          const bool isGlass = leg->hit.child == 0;
				          decision->refractive_index = isGlass ? 1.5f : 0.0f;
				          decision->bounced = isGlass ? 0.25f : 0.0f;
				          decision->passed = isGlass ? 0.5f : 0.0f;
			          };
		          }
		          std::vector<BeamLeg> legs;
		          const BeamEnd end = CastBeam(*w.scene.world, origin, direction, def, legs);
		          ricochet_beam_leg told[k_room];
		          int32_t toldEnd = -1;
		          ASSERT_EQ(ricochet_cast_beam(w.asked, ToC(origin), ToC(direction), &asked, told, k_room, &toldEnd),
		                    static_cast<int32_t>(legs.size()));
		          ASSERT_EQ(toldEnd, static_cast<int32_t>(end));
		          for (size_t i = 0; i < legs.size(); ++i)
		          {
			          ASSERT_TRUE(IsSame(legs[i], told[i].hit) && IsSame(legs[i].ray.origin, told[i].ray.origin) &&
			                      IsSame(legs[i].ray.translation, told[i].ray.translation) &&
			                      IsSame(legs[i].begin, told[i].begin) &&
			                      static_cast<int32_t>(legs[i].response) == told[i].response &&
			                      legs[i].parent == told[i].parent && legs[i].power == told[i].power &&
			                      legs[i].medium == told[i].medium && legs[i].bounced == told[i].bounced &&
			                      legs[i].refractiveIndex == told[i].refractive_index &&
			                      legs[i].leaving == told[i].leaving);
			          bounces += legs[i].response == Response::Bounce ? 1 : 0;
		          }
	          });
	EXPECT_GT(bounces, 10);
}

TEST(CReferee, Sight)
{
	int32_t seen = 0;
	std::vector<ricochet_vec> told(4096);
	ForScenes(150,
	          [&](Wrapped& w, const Filters& filter)
	          {
		          const b2World& world = *w.scene.world;
		          const b2Vec2 eye = w.random.InBox(w.scene.halfWidth);
		          const b2Vec2 to = w.random.InBox(w.scene.halfWidth);
		          ASSERT_EQ(ricochet_in_sight(w.asked, ToC(eye), ToC(to), &filter.c),
		                    InSight(world, eye, to, filter.cpp) ? 1 : 0);
		          const b2Body* body = w.scene.fixtures[static_cast<size_t>(w.random.Below(40))]->GetBody();
		          const b2Body* guard = w.scene.fixtures[static_cast<size_t>(w.random.Below(40))]->GetBody();
		          ASSERT_EQ(ricochet_body_in_sight(w.asked, IdOf(guard), IdOf(body), &filter.c),
		                    InSight(world, *guard, *body, filter.cpp) ? 1 : 0);
		          ASSERT_TRUE(IsSame(ValueOf(SeenFraction(world, eye, *body, filter.cpp)),
		                             ricochet_seen_fraction(w.asked, ToC(eye), IdOf(body), &filter.c)));

		          ricochet_sight_def asked = ricochet_sight_def_default();
		          asked.radius = 8.0f;
		          asked.direction = w.random.Uniform(-3.0f, 3.0f);
		          asked.cone = w.random.OneIn(2) ? 1.0f : 7.0f;
		          asked.filter = &filter.c;
		          const SightDef def{filter.cpp, {asked.direction, asked.cone}};
		          ASSERT_TRUE(IsSame(ValueOf(SeenFraction(world, eye, 8.0f, *body, def)),
		                             ricochet_seen_fraction_within(w.asked, ToC(eye), IdOf(body), &asked)));
		          std::vector<SightVertex> polygon;
		          ASSERT_TRUE(VisibilityPolygon(world, eye, 8.0f, polygon, def));
		          std::vector<b2Vec2> points;
		          for (const bool isFlat : {true, false})
		          {
			          int32_t count = 0;
			          if (isFlat)
			          {
				          Flatten(polygon, asked.max_error, points);
				          count = ricochet_visibility_polygon(w.asked, ToC(eye), &asked, told.data(), 4096);
			          }
			          else
			          {
				          Triangulate(polygon, eye, asked.max_error, points);
				          count = ricochet_visibility_triangles(w.asked, ToC(eye), &asked, told.data(), 4096);
			          }
			          ASSERT_EQ(count, static_cast<int32_t>(points.size())) << ricochet_last_message();
			          for (size_t i = 0; i < points.size(); ++i)
			          {
				          ASSERT_TRUE(IsSame(points[i], told[i]));
			          }
			          seen += count;
		          }
	          });
	EXPECT_GT(seen, ScaledCount(1000));
}

TEST(CReferee, BlastsThatAreMeasured)
{
	int32_t met = 0;
	ForScenes(100,
	          [&](Wrapped& w, const Filters& filter)
	          {
		          ExplosionDef def;
		          ricochet_explosion_def asked = ricochet_explosion_def_default();
		          def.position = w.random.InBox(w.scene.halfWidth);
		          asked.position = ToC(def.position);
		          asked.damage = def.damage = 50.0f;
		          def.filter = filter.cpp;
		          asked.filter = &filter.c;
		          std::vector<BlastHit> hits;
		          ASSERT_TRUE(MeasureBlast(*w.scene.world, def, hits));
		          ricochet_blast_hit told[k_room];
		          ASSERT_EQ(ricochet_measure_blast(w.asked, &asked, told, k_room), static_cast<int32_t>(hits.size()));
		          for (size_t i = 0; i < hits.size(); ++i)
		          {
			          ASSERT_TRUE(told[i].body == IdOf(hits[i].body) && told[i].fixture == IdOf(hits[i].fixture) &&
			                      IsSame(hits[i].point, told[i].point) && IsSame(hits[i].impulse, told[i].impulse) &&
			                      IsSame(hits[i].damage, told[i].damage) && IsSame(hits[i].share, told[i].share) &&
			                      IsSame(hits[i].moment, told[i].moment));
		          }
		          met += static_cast<int32_t>(hits.size());
	          });
	EXPECT_GT(met, ScaledCount(100));
}

} // namespace ricochet::test::cast_referee_test
