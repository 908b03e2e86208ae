// MIT License, Copyright (c) 2026 the ricochet authors

#include <ricochet/projectile/explosion.h>
#include <ricochet/projectile/plugin.h>
#include <ricochet/query/beam.h>
#include <ricochet/query/ground.h>
#include <ricochet/query/hull_query.h>
#include <ricochet/query/nearest.h>
#include <ricochet/query/overlap_query.h>
#include <ricochet/query/ray_query.h>
#include <ricochet/query/turning_query.h>
#include <ricochet/shapes/shape_factory.h>

#include "closure/laws.h"
#include "projectile/firing_range.h"
#include "support/attached_scenes.h"
#include "support/oracle.h"
#include "support/random_rays.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <vector>

// Tests attached outlines at their reflex corners, where two convex pieces meet at the surface. A point that a call
// returns there is in neither piece. Exact arithmetic on the rings judges the results. Also tests corners of rooms
// between two bodies.

namespace ricochet::test::reflex_corner_test
{

namespace
{

using Ring = std::vector<b2Vec2>;

enum class MadeAs : uint8_t
{
	Attached,
	Fixtures
};

// A star with few corners, attached to a body. The body may be rotated, far from the origin, or both. The star may also
// consist of touching fixtures.
class Star
{
public:
	explicit Star(SceneRandom& random, MadeAs madeAs = MadeAs::Attached)
	    : m_rings{RandomStar(random, random.Between(5, 12), {0.0f, 0.0f}, 3.0f, 0.2f)}
	{
		const b2Vec2 far = random.OneIn(3) ? b2Vec2{5000.0f, -3000.0f} : b2Vec2{0.0f, 0.0f};
		const b2Vec2 offset = random.InBox(20.0f);
		const float angle = random.OneIn(3) ? 0.0f : random.Uniform(-3.0f, 3.0f);
		b2Body* body = scene.AddBody(far + offset, angle);
		const Outline outline = ValueOf(MakeOutline(m_rings));
		if (madeAs == MadeAs::Attached)
		{
			EXPECT_TRUE(AttachGeometry(scene.Add(body, CircleOf(0.125f)), ValueOf(CastGeometry::Make(outline))));
			m_solids = {m_rings};
		}
		else
		{
			for (const ClipPolygonShape& polygon : ValueOf(MakePolygons(outline)))
			{
				scene.Add(body, polygon);
				m_solids.push_back({Ring(polygon.m_vertices, polygon.m_vertices + polygon.m_count)});
			}
		}
		FindCorners();
	}

	[[nodiscard]] const b2Transform& Pose() const { return scene.fixtures[0]->GetBody()->GetTransform(); }

	[[nodiscard]] bool LiesInside(b2Vec2 point) const
	{
		const ExactVec local = Pull(Ray{point, {1.0f, 0.0f}}, Pose()).start;
		const auto contains = [&](const std::vector<Ring>& rings)
		{
			return ExactLocateInRings(local, rings) == Location::Inside;
		};
		return std::any_of(m_solids.begin(), m_solids.end(), contains);
	}

	[[nodiscard]] bool IsOne() const { return m_solids.size() == 1; } // a single fixture

	[[nodiscard]] bool HasCorners() const { return m_corners.empty() == false; }

	// Returns a reflex corner in the world's frame. Some are off by a few floats.
	[[nodiscard]] b2Vec2 DrawCorner(SceneRandom& random) const
	{
		b2Vec2 corner = b2Mul(Pose(), random.OneOf(m_corners));
		if (random.OneIn(2))
		{
			corner.x = UlpsFrom(corner.x, random.Below(5) - 2);
			corner.y = UlpsFrom(corner.y, random.Below(5) - 2);
		}
		return corner;
	}

	Scene scene;

private:
	void FindCorners()
	{
		const Ring& ring = m_rings[0];
		const size_t count = ring.size();
		for (size_t i = 0; i < count; ++i)
		{
			if (Orientation(ring[(i + count - 1) % count], ring[i], ring[(i + 1) % count]) < 0)
			{
				m_corners.push_back(ring[i]);
			}
		}
	}

	std::vector<Ring> m_rings;
	std::vector<std::vector<Ring>> m_solids; // the whole star, or each fixture
	std::vector<b2Vec2> m_corners;
};

// A path of a disc, a capsule, a box or a rounded box. Its lowest corner moves to a reflex corner.
struct PathToCorner
{
	std::array<b2Vec2, 4> vertices{};
	HullPath path;

	PathToCorner(SceneRandom& random, const Star& star)
	{
		const float size = random.LogUniform(0.02f, 0.5f);
		vertices = {{{-size, -size}, {size, -size}, {size, size}, {-size, size}}};
		const auto count = static_cast<size_t>(random.Between(1, 4));
		const float radius = count == 1 || random.OneIn(3) ? 0.5f * size : 0.0f;
		path.hull = {std::span(vertices).first(count), radius};
		const float angle = random.OneIn(2) ? 0.0f : random.Uniform(-3.0f, 3.0f);
		const b2Vec2 corner = star.DrawCorner(random);
		const b2Vec2 direction = random.Direction();
		const float length = random.Uniform(0.5f, 4.0f);
		path.pose = PoseAt({0.0f, 0.0f}, angle);
		path.pose.p = corner - b2Mul(path.pose.q, vertices[0]) - (length + radius) * direction;
		path.translation = 2.0f * (length + radius) * direction;
	}

	[[nodiscard]] b2Vec2 Direction() const
	{
		b2Vec2 direction = path.translation;
		direction.Normalize();
		return direction;
	}
};

void JudgeCasts(const Star& star, const PathToCorner& to, Laws& laws)
{
	const b2World& world = *star.scene.world;
	std::vector<HullHit> hits;
	CastHullAll(world, to.path, hits);
	for (const HullHit& hit : hits)
	{
		if (hit.startsInside == false)
		{
			laws.Try("a contact is outside", star.LiesInside(hit.contact) == false);
			laws.Try("a place is free", OverlapHullAny(world, to.path.hull, {hit.place, to.path.pose.q}) == false);
		}
	}
	std::vector<TurningHit> turns;
	CastTurningAll(world, {to.path.hull, {to.path.pose, to.path.translation, {0.0f, 0.0f}, 0.25f}}, turns);
	for (const TurningHit& turn : turns)
	{
		laws.Try("a contact of a turn is outside", turn.startsInside || star.LiesInside(turn.contact) == false);
	}
}

void JudgeWalk(const Star& star, const PathToCorner& to, Laws& laws)
{
	const b2World& world = *star.scene.world;
	const HullPath& path = to.path;
	const float length = path.translation.Length();
	const auto ground = CheckGround(world, path.hull, path.pose, {.up = -to.Direction(), .distance = length});
	if (ground)
	{
		laws.Try("ground is outside", star.LiesInside(ground->point) == false);
	}
	std::vector<SlidePlane> planes;
	(void)SlideHull(world, path.hull, path.pose, path.translation, planes);
	for (const SlidePlane& plane : planes)
	{
		laws.Try("a plane is outside", plane.isOverlap || star.LiesInside(plane.point) == false);
	}
}

void JudgePoints(SceneRandom& random, const Star& star, const PathToCorner& to, Laws& laws)
{
	const b2World& world = *star.scene.world;
	const b2Vec2 corner = star.DrawCorner(random);
	const b2Vec2 from = corner + random.LogUniform(1.0e-6f, 2.0f) * random.Direction();
	if (const auto nearest = FindNearest(world, from, 10.0f))
	{
		laws.Try("the nearest is outside", star.LiesInside(nearest->point) == false);
	}
	std::vector<BlastHit> blasted;
	const bool startInside = random.OneIn(2);
	EXPECT_TRUE(MeasureBlast(
	    world, {.position = from, .radius = 1.0f, .falloff = 1.0f, .filter = {.startInside = startInside}}, blasted));
	for (const BlastHit& hit : blasted)
	{
		laws.Try("a blast's point is outside", hit.distance == 0.0f || star.LiesInside(hit.point) == false);
	}
	std::vector<RayHit> hits;
	const float reach = random.Uniform(1.0f, 3.0f);
	const b2Vec2 start = corner - 3.0f * to.Direction();
	CastRayAll(world, {start, reach * (corner - start)}, hits);
	for (const RayHit& hit : hits)
	{
		laws.Try("an entry is outside", hit.startsInside || star.LiesInside(hit.enter.point) == false);
		laws.Try("an exit is outside", hit.endsInside || star.LiesInside(hit.exit.point) == false);
	}
}

void JudgeImpacts(SceneRandom& random, const Star& star, const PathToCorner& to, Laws& laws)
{
	Plugin plugin(*star.scene.world, {.surface = {.resistance = 1.0f}});
	const float radius = random.OneIn(2) ? 0.0f : random.LogUniform(0.01f, 0.3f);
	const b2Vec2 at = to.path.pose.p + b2Mul(to.path.pose.q, to.vertices[0]) - radius * to.Direction();
	BulletDef bullet{.position = at, .velocity = 400.0f * to.Direction(), .gravityScale = 0.0f};
	bullet.radius = radius;
	bullet.maxPierces = 2;
	(void)plugin.Fire(bullet);
	GrenadeDef grenade{.position = at, .velocity = 400.0f * to.Direction(), .gravityScale = 0.0f};
	grenade.radius = std::max(radius, 0.01f);
	(void)plugin.Throw(grenade);
	plugin.Step(1.0f / 60.0f, 1, 1);
	for (const ImpactEvent& impact : plugin.Impacts())
	{
		laws.Try("an impact is outside", impact.startsInside || star.LiesInside(impact.enter.point) == false);
		// The exit of a grenade's impact is that of the one fixture that it hits. The next fixture may therefore
		// contain the exit.
		laws.Try(impact.grenade ? "a grenade's exit is outside" : "a bullet's exit is outside",
		         impact.endsInside || (impact.grenade && star.IsOne() == false) ||
		             star.LiesInside(impact.exit.point) == false);
	}
}

} // namespace

TEST(ReflexCorner, NoPointThatACallReturnsLiesInTheOtherPiece)
{
	SceneRandom random(SeedOf(0x4EF1E));
	Laws laws;
	for (int i = 0; i < ScaledCount(1000); ++i)
	{
		const Star star(random);
		for (int k = 0; k < 50 && star.HasCorners(); ++k)
		{
			const PathToCorner to(random, star);
			JudgeCasts(star, to, laws);
			JudgeWalk(star, to, laws);
			JudgePoints(random, star, to, laws);
			JudgeImpacts(random, star, to, laws);
		}
	}
	laws.Expect(1000);
}

TEST(ReflexCorner, NoPointOfAnImpactLiesInAnotherFixtureOfTheBody)
{
	SceneRandom random(SeedOf(0x4EF1F));
	Laws laws;
	for (int i = 0; i < ScaledCount(1000); ++i)
	{
		const Star star(random, MadeAs::Fixtures);
		for (int k = 0; k < 50 && star.HasCorners(); ++k)
		{
			JudgeImpacts(random, star, PathToCorner(random, star), laws);
		}
	}
	laws.Expect(1000);
}

// At 5 km from the origin, solids that are 5 mm apart count as touching. A bullet passes a corner of a star at a
// smaller distance, so the star is one solid for it. Its path leaves the piece before the corner 14 mm before it enters
// the piece behind the corner.
TEST(ReflexCorner, ABulletThatPassesACornerWithinTheGapOfTouchingSolidsPaysOnce)
{
	const Ring ring{{2.39550352f, 0.0f},
	                {1.84585118f, 1.06570268f},
	                {0.423352867f, 0.733268738f},
	                {-9.34525204e-08f, 2.13794446f},
	                {-0.95330584f, 1.65117395f},
	                {-1.9291867f, 1.11381662f},
	                {-1.59251726f, -1.3922228e-07f},
	                {-2.55547237f, -1.47540259f},
	                {-0.917838633f, -1.58974349f},
	                {2.50700829e-08f, -2.10233402f},
	                {0.326543152f, -0.565589488f},
	                {0.640234828f, -0.369639486f}};
	FiringRange range;
	b2Body* body = range.AddBody({4988.70459f, -2993.93042f});
	body->SetTransform(body->GetPosition(), std::atan2(0.215669751f, 0.976466358f));
	b2Fixture* fixture = range.Add(body, CircleOf(0.125f));
	ASSERT_TRUE(AttachGeometry(fixture, ValueOf(CastGeometry::Make(ValueOf(Outline::Make(ring))))));
	BulletDef bullet = Straight({4987.8125f, -2996.11206f}, {247.182007f, 314.485382f});
	bullet.maxPierces = 2;
	range.plugin.Fire(bullet);
	range.Step(k_dt);
	ASSERT_EQ(range.plugin.Impacts().size(), 1u);
	EXPECT_NEAR(range.plugin.Impacts()[0].thickness, 3.757f, 0.01f);
}

// The path enters a body exactly at the corner between two fixtures. The next leg crosses the other fixture along its
// face, by 20 um. That does not count as a second solid.
TEST(ReflexCorner, ABulletThatEntersAtACornerOfTwoFixturesPaysOnce)
{
	const Ring large{{-1.52258682f, 0.733238935f}, {-0.623550832f, -0.300286472f}, {0.496157855f, -0.622161925f},
	                 {2.32717323f, 0.0f},          {1.59207702f, 1.99640167f},     {-0.652837217f, 2.86026502f}};
	const Ring small{{-0.623550832f, -0.300286472f}, {-0.568702281f, -2.49165225f}, {0.496157855f, -0.622161925f}};
	FiringRange range;
	b2Body* body = range.AddBody({-19.7185459f, 17.4918365f});
	range.Add(body, ValueOf(MakePolygon(large)));
	range.Add(body, ValueOf(MakePolygon(small)));
	BulletDef bullet = Straight({-20.7585983f, 17.6615162f}, {265.301666f, -299.357697f});
	bullet.maxPierces = 2;
	range.plugin.Fire(bullet);
	range.Step(k_dt);
	ASSERT_EQ(range.plugin.Impacts().size(), 1u);
	EXPECT_NEAR(range.plugin.Impacts()[0].thickness, 1.196f, 0.001f);
}

// The path runs along the joint of two fixtures for 2.5 m, and crosses it half a millimetre before the corner. It is in
// the second fixture for less than a millimetre, no deeper than floats are apart.
TEST(ReflexCorner, AnExitIsOutsideThoughThePathCrossesAJointJustBeforeTheCorner)
{
	const std::array<b2Vec2, 3> small{
	    b2Vec2{-1.94432271f, -0.936337173f}, {-0.518907607f, -2.27348709f}, {0.596186101f, -0.747593284f}};
	const std::array<b2Vec2, 6> large{
	    b2Vec2{-0.57107228f, 2.50202966f}, {-1.7179023f, 0.827297866f}, {-1.94432271f, -0.936337173f},
	    {0.596186101f, -0.747593284f},     {1.49870849f, 0.0f},         {1.65968895f, 2.08118439f}};
	FiringRange range;
	b2Body* body = range.AddBody({-0.766999662f, 2.43011475f}, 2.72569919f);
	range.Add(body, ValueOf(MakePolygon(large)));
	b2Fixture* second = range.Add(body, ValueOf(MakePolygon(small)));
	BulletDef bullet = Straight({2.07997012f, 2.25528193f}, {-376.85556f, 134.089172f});
	bullet.maxPierces = 2;
	range.plugin.Fire(bullet);
	range.Step(k_dt);
	ASSERT_EQ(range.plugin.Impacts().size(), 1u);
	EXPECT_FALSE(second->TestPoint(range.plugin.Impacts()[0].exit.point));
}

// At 5 km from the origin, a point inside a solid is moved by up to half a metre to get out of it. Half a metre behind
// the reflex corner, the path is in the next fixture again. Free points for the exit at the corner therefore exist only
// beside the path.
TEST(ReflexCorner, AnExitIsOutsideThoughThePathSoonEntersTheNextFixture)
{
	const std::array<std::array<b2Vec2, 3>, 2> pieces{
	    {{b2Vec2{-1.11496162f, -1.28673434f}, {-0.274520189f, -1.90933394f}, {-0.62267071f, -0.182832763f}},
	     {b2Vec2{-0.577197433f, 0.169480339f}, {-0.266431481f, 1.85307002f}, {-1.76355982f, 2.03525591f}}}};
	const std::array<b2Vec2, 8> middle{b2Vec2{-0.62267071f, -0.182832763f}, {-0.274520189f, -1.90933394f},
	                                   {0.930202782f, -2.03685951f},        {1.09384108f, -0.702968299f},
	                                   {1.17497981f, 0.755113721f},         {1.21894228f, 2.66911173f},
	                                   {-0.266431481f, 1.85307002f},        {-0.577197433f, 0.169480339f}};
	FiringRange range;
	b2Body* body = range.AddBody({5013.43311f, -3003.17969f});
	body->SetTransform(body->GetPosition(), 2.93501401f);
	std::vector<Ring> rings{{middle.begin(), middle.end()}};
	rings.emplace_back(pieces[0].begin(), pieces[0].end());
	rings.emplace_back(pieces[1].begin(), pieces[1].end());
	for (const Ring& ring : rings)
	{
		range.Add(body, ValueOf(MakePolygon(ring)));
	}
	BulletDef bullet = Straight({5014.3999f, -3001.58276f}, {-81.0671234f, -391.699005f});
	bullet.maxPierces = 2;
	range.plugin.Fire(bullet);
	range.Step(k_dt);
	ASSERT_FALSE(range.plugin.Impacts().empty());
	for (const ImpactEvent& impact : range.plugin.Impacts())
	{
		const ExactVec exit = Pull(Ray{impact.exit.point, {1.0f, 0.0f}}, body->GetTransform()).start;
		for (const Ring& ring : rings)
		{
			EXPECT_NE(ExactLocateInRings(exit, std::span(&ring, 1)), Location::Inside);
		}
	}
}

// Far from the origin, the point of an impact may move off the surface by centimetres to get out of another fixture. If
// the bullet passes that fixture, the point stays.
TEST(TouchingFixtures, OneThatABulletPassesDoesNotMoveThePointOfAnImpact)
{
	for (const float radius : {0.0f, 0.1f})
	{
		FiringRange range;
		b2Body* body = range.AddBody({9000.0f, 4000.0f});
		range.Add(body, BoxOf(1.0f, 1.0f));
		b2Filter veil;
		veil.categoryBits = 2;
		range.Add(body, BoxOf(0.05f, 1.0f, {-1.0f, 0.0f}))->SetFilterData(veil);
		BulletDef bullet = Straight({8998.0f, 4000.0f}, {300.0f, 0.0f});
		bullet.radius = radius;
		bullet.filter.maskBits = 0xFFFD;
		range.plugin.Fire(bullet);
		range.Step(k_dt);
		ASSERT_FALSE(range.plugin.Impacts().empty());
		const ImpactEvent& impact = range.plugin.Impacts()[0];
		EXPECT_NEAR(impact.enter.point.x, 8999.0f, 0.002f);
		EXPECT_NEAR(impact.position.x, 8999.0f - radius, 0.003f);
		const auto ray = CastRayClosest(range.world, {bullet.position, {10.0f, 0.0f}}, bullet.filter);
		ASSERT_TRUE(ray);
		EXPECT_NEAR(ray->enter.point.x, 8999.0f, 0.002f);
	}
}

// A floor and a wall are separate bodies. Their sides are parallel to the axes, so comparing coordinates decides which
// points are inside.
TEST(RoomCorner, NoPointOfARayABeamOrABulletLiesInTheFloorOrTheWall)
{
	SceneRandom random(SeedOf(0x4EF20));
	Laws laws;
	const auto place = [&]
	{
		return random.Uniform(0.1f, 3.0f);
	};
	for (int i = 0; i < ScaledCount(20000); ++i)
	{
		const b2Vec2 corner{place(), place()};
		FiringRange range;
		b2PolygonShape floor, wall;
		const b2Vec2 below[4] = {{corner.x - 9.0f, corner.y - 1.0f},
		                         {corner.x + 1.0f, corner.y - 1.0f},
		                         {corner.x + 1.0f, corner.y},
		                         {corner.x - 9.0f, corner.y}};
		const b2Vec2 beside[4] = {{corner.x, corner.y - 1.0f},
		                          {corner.x + 1.0f, corner.y - 1.0f},
		                          {corner.x + 1.0f, corner.y + 9.0f},
		                          {corner.x, corner.y + 9.0f}};
		floor.Set(below, 4);
		wall.Set(beside, 4);
		range.Add(range.AddBody({0.0f, 0.0f}), floor);
		range.Add(range.AddBody({0.0f, 0.0f}), wall);
		const auto isOutside = [&](b2Vec2 p)
		{
			return p.x <= corner.x && p.y >= corner.y;
		};
		const b2Vec2 from{corner.x - place(), corner.y + place()};
		const Ray ray{from, corner - from, 2.0f};
		for (const bool startInside : {true, false})
		{
			QueryFilter filter;
			filter.startInside = startInside;
			const auto hit = CastRayClosest(range.world, ray, filter);
			laws.Try("a ray hits the corner from outside", hit && isOutside(hit->enter.point));
			std::vector<BeamLeg> legs;
			BeamDef def;
			def.filter = filter;
			def.length = 20.0f;
			(void)CastBeam(range.world, ray.origin, ray.translation, def, legs);
			laws.Try("a beam hits the corner from outside", legs.empty() == false && isOutside(legs[0].enter.point));
		}
		BulletDef bullet = Straight(from, 70.0f * ray.translation);
		bullet.maxBounces = i % 3 == 0 ? 1 : 0;
		bullet.maxPierces = i % 3 == 1 ? 2 : 0;
		range.plugin.Fire(bullet);
		FlightPreview seen;
		laws.Try("a preview is made", static_cast<bool>(range.plugin.PreviewPath(bullet, 2.0f * k_dt, k_dt, seen)));
		range.Step(k_dt);
		const auto& told = range.plugin.Impacts();
		laws.Try("a bullet hits the corner from outside", told.empty() == false && isOutside(told[0].enter.point));
		laws.Try("a preview hits it there", seen.impacts.empty() == false && told.empty() == false &&
		                                        seen.impacts[0].enter.point == told[0].enter.point);
	}
	laws.Expect(1000);
}

// A room of edges: one loop, or an edge for each side. Its sides are parallel to the axes. The shots go exactly into a
// corner.
TEST(RoomCorner, NoPointOfARayABeamOrABulletLiesOnOrBehindAnEdge)
{
	SceneRandom random(SeedOf(0x4EF21));
	Laws laws;
	for (int i = 0; i < ScaledCount(20000); ++i)
	{
		const b2Vec2 low = random.OneIn(2) ? b2Vec2{0.0f, 0.0f} : random.InBox(50.0f);
		const b2Vec2 high = low + b2Vec2{random.Uniform(2.0f, 20.0f), random.Uniform(2.0f, 20.0f)};
		const std::vector<b2Vec2> corners{low, {high.x, low.y}, high, {low.x, high.y}};
		FiringRange range;
		b2Body* body = range.AddBody({0.0f, 0.0f});
		if (random.OneIn(2))
		{
			range.Add(body, ValueOf(MakeLoop(corners)));
		}
		else
		{
			for (size_t k = 0; k < 4; ++k)
			{
				range.Add(body, ValueOf(MakeEdge(corners[k], corners[(k + 1) % 4])));
			}
		}
		const auto isInside = [&](b2Vec2 p)
		{
			return low.x < p.x && p.x < high.x && low.y < p.y && p.y < high.y;
		};
		const b2Vec2 share{random.Uniform(0.1f, 0.9f), random.Uniform(0.1f, 0.9f)};
		const b2Vec2 from{low.x + share.x * (high.x - low.x), low.y + share.y * (high.y - low.y)};
		const Ray ray{from, random.OneOf(corners) - from, 2.0f};
		const auto hit = CastRayClosest(range.world, ray);
		laws.Try("a ray hits the corner from inside", hit && isInside(hit->enter.point));
		std::vector<BeamLeg> legs;
		BeamDef def;
		def.length = 50.0f;
		(void)CastBeam(range.world, ray.origin, ray.translation, def, legs);
		laws.Try("a beam hits the corner from inside", legs.empty() == false && isInside(legs[0].enter.point));
		BulletDef bullet = Straight(from, 70.0f * ray.translation);
		bullet.maxBounces = i % 3;
		range.plugin.Fire(bullet);
		range.Step(k_dt);
		for (const ImpactEvent& impact : range.plugin.Impacts())
		{
			laws.Try("a bullet hits the corner from inside", isInside(impact.enter.point));
		}
	}
	laws.Expect(1000);
}

// Points and segments are cast down into a valley of two edges, most of them exactly into its corner.
TEST(RoomCorner, NoPlaceOfAHullWithoutAreaLiesOnOrBehindAnEdge)
{
	SceneRandom random(SeedOf(0x4EF22));
	Laws laws;
	for (int i = 0; i < ScaledCount(20000); ++i)
	{
		const b2Vec2 corner = random.InBox(10.0f);
		const b2Vec2 left = corner + b2Vec2{-random.Uniform(1.0f, 5.0f), random.Uniform(1.0f, 5.0f)};
		const b2Vec2 right = corner + b2Vec2{random.Uniform(1.0f, 5.0f), random.Uniform(1.0f, 5.0f)};
		FiringRange range;
		b2Body* body = range.AddBody({0.0f, 0.0f});
		if (random.OneIn(2))
		{
			range.Add(body, ValueOf(MakeChain(std::array<b2Vec2, 3>{left, corner, right})));
		}
		else
		{
			range.Add(body, ValueOf(MakeEdge(left, corner)));
			range.Add(body, ValueOf(MakeEdge(corner, right)));
		}
		const auto isAbove = [&](b2Vec2 from, b2Vec2 to, b2Vec2 place, b2Vec2 vertex)
		{
			const auto along = [](double a, double b, double more)
			{
				return static_cast<long double>(b - a) + more;
			};
			const long double x = along(from.x, place.x, vertex.x);
			const long double y = along(from.y, place.y, vertex.y);
			return along(from.x, to.x, 0.0) * y > along(from.y, to.y, 0.0) * x;
		};
		const std::array<b2Vec2, 2> ends{{{0.0f, 0.0f}, {random.OneIn(2) ? 0.0f : 0.25f, 0.5f}}};
		const Hull hull{std::span(ends.data(), random.OneIn(2) ? 1 : 2)};
		const b2Vec2 eye{corner.x + (random.OneIn(3) ? 0.0f : random.Uniform(-0.1f, 0.1f)),
		                 corner.y + random.Uniform(1.0f, 4.0f)};
		const auto hit = CastHullClosest(range.world, {hull, PoseAt(eye, 0.0f), 2.0f * (corner - eye)});
		laws.Try("a hull hits the valley", hit.has_value());
		for (const b2Vec2& vertex : hull.vertices)
		{
			laws.Try("its place is above both edges",
			         hit && isAbove(left, corner, hit->place, vertex) && isAbove(corner, right, hit->place, vertex));
		}
	}
	laws.Expect(1000);
}

} // namespace ricochet::test::reflex_corner_test
