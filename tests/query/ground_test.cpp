// MIT License, Copyright (c) 2026 the ricochet authors

#include <ricochet/host/attach_geometry.h>
#include <ricochet/query/ground.h>
#include <ricochet/query/hull_query.h>
#include <ricochet/shapes/shape_factory.h>

#include "support/oracle.h"
#include "support/scenes.h"
#include "support/shape_child.h"
#include "support/stock_shapes.h"
#include "support/test_scale.h"
#include "support/value_of.h"

#include <gtest/gtest.h>

#include <limits>
#include <numbers>

namespace ricochet::test::ground_test
{

namespace
{

constexpr float k_pi = std::numbers::pi_v<float>;
const b2Vec2 k_origin{0.0f, 0.0f};

// A capsule whose lowest point is at the place of its feet.
struct Walker
{
	std::array<b2Vec2, 2> ends{b2Vec2{0.0f, 0.4f}, b2Vec2{0.0f, 1.4f}};
	[[nodiscard]] Hull AsHull() const { return {ends, 0.4f}; }
	[[nodiscard]] auto Check(const Scene& scene, b2Vec2 feet, const GroundDef& def = {},
	                         const QueryFilter& filter = {}) const
	{
		return CheckGround(*scene.world, AsHull(), PoseAt(feet, 0.0f), def, filter);
	}
};

// Returns a large block whose surface passes through the origin and rises to the right at `angle`.
Scene Slope(float angle)
{
	Scene scene;
	b2PolygonShape ground;
	ground.SetAsBox(50.0f, 1.0f, {0.0f, -1.0f}, 0.0f);
	scene.Add(scene.AddBody({0.0f, 0.0f}, angle), ground);
	return scene;
}

} // namespace

TEST(Ground, IsWhatIsUnderTheFeetWithinTheDistance)
{
	const Scene scene = Slope(0.0f);
	const Walker walker;
	const auto near = walker.Check(scene, {3.0f, 0.05f});
	ASSERT_TRUE(near);
	EXPECT_NEAR(near->distance, 0.05f, 1e-6f);
	EXPECT_EQ(near->normal, (b2Vec2{0.0f, 1.0f}));
	EXPECT_NEAR(near->point.x, 3.0f, 1e-6f);
	EXPECT_NEAR(near->point.y, 0.0f, 1e-6f);
	EXPECT_EQ(near->slope, 0.0f);
	EXPECT_TRUE(near->isWalkable);
	EXPECT_EQ(near->fixture, scene.fixtures[0]);
	EXPECT_EQ(near->body, scene.fixtures[0]->GetBody());
	EXPECT_EQ(near->velocity, (b2Vec2{0.0f, 0.0f}));
	EXPECT_FALSE(walker.Check(scene, {3.0f, 0.11f}));
	EXPECT_TRUE(walker.Check(scene, {3.0f, 0.11f}, {.distance = 0.2f}));
	QueryFilter filter;
	filter.ignoreBody = scene.fixtures[0]->GetBody();
	EXPECT_FALSE(walker.Check(scene, {3.0f, 0.05f}, {}, filter));
}

TEST(Ground, SlopeAndDistanceAreThoseOfTheInclinedPlane)
{
	const Walker walker;
	for (const float angle : {-1.2f, -0.5f, 0.1f, 0.8f, 0.9f, 1.3f})
	{
		const Scene scene = Slope(angle);
		// A disc of 0.4 m whose centre is 0.45 m from the plane, along the normal.
		const b2Vec2 normal{-std::sin(angle), std::cos(angle)};
		const auto ground = walker.Check(scene, 0.45f * normal - b2Vec2{0.0f, 0.4f}, {.distance = 0.5f});
		ASSERT_TRUE(ground) << angle;
		EXPECT_NEAR(ground->slope, std::abs(angle), 1e-6f);
		EXPECT_NEAR(ground->normal.x, normal.x, 1e-6f);
		EXPECT_NEAR(ground->distance, 0.05f / std::cos(angle), 1e-6f);
		EXPECT_EQ(ground->isWalkable, std::abs(angle) <= 0.873f);
	}
}

TEST(Ground, UpIsWhereTheGameSaysItIs)
{
	const float angle = 2.5f;
	const Scene scene = Slope(angle); // upside down
	const b2Vec2 up{-std::sin(angle), std::cos(angle)};
	const Walker walker;
	const auto ground = CheckGround(*scene.world, walker.AsHull(), PoseAt(0.03f * up, angle), {.up = 7.0f * up});
	ASSERT_TRUE(ground);
	EXPECT_NEAR(ground->slope, 0.0f, 1e-6f);
	EXPECT_NEAR(ground->distance, 0.03f, 1e-6f);
	EXPECT_FALSE(CheckGround(*scene.world, walker.AsHull(), PoseAt(0.03f * up, angle), {}));
}

TEST(Ground, WhatItStandsInCountsByItsWayOut)
{
	const Scene scene = Slope(0.0f);
	const Walker walker;
	const auto ground = walker.Check(scene, {3.0f, -0.02f});
	ASSERT_TRUE(ground);
	EXPECT_NEAR(ground->distance, -0.02f, 1e-6f);
	EXPECT_NEAR(ground->point.x, 3.0f, 1e-6f);
	EXPECT_NEAR(ground->point.y, 0.0f, 1e-6f);
	EXPECT_TRUE(ground->isWalkable);
	// A crate overlaps the ground; the contact is the middle of its lower edge.
	const b2Vec2 crate[] = {{-0.5f, 0.0f}, {0.5f, 0.0f}, {0.5f, 1.0f}, {-0.5f, 1.0f}};
	const auto under = CheckGround(*scene.world, {crate}, PoseAt({2.0f, -0.25f}, 0.0f));
	ASSERT_TRUE(under);
	EXPECT_NEAR(under->point.x, 2.0f, 1e-6f);
	EXPECT_NEAR(under->point.y, 0.0f, 1e-6f);
	EXPECT_NEAR(under->distance, -0.25f, 1e-6f);
	EXPECT_TRUE(walker.Check(scene, {3.0f, 0.0f})); // touches the wall
	EXPECT_TRUE(walker.Check(scene, {3.0f, 0.0f}, {.distance = 0.0f}));
	EXPECT_FALSE(walker.Check(scene, {3.0f, 0.01f}, {.distance = 0.0f}));
}

// By query/ground.h, the point is on the surface. By docs/contract.md, it is not inside the solid. Exact arithmetic
// judges both.
TEST(Ground, ThePointOfAnOverlapIsOnTheSurfaceAndNotInside)
{
	SceneRandom random(31);
	const b2Vec2 walker[] = {{-0.2f, -0.2f}, {0.2f, -0.2f}, {0.0f, 0.3f}};
	int32_t overlaps = 0;
	for (int32_t i = 0; i < ScaledCount(60000) && HasFailure() == false; ++i)
	{
		Scene scene;
		const b2Vec2 at = random.OneIn(3) ? random.InBox(500.0f) : random.InBox(5.0f);
		b2Body* body = scene.AddBody(at, random.Uniform(-3.0f, 3.0f));
		const b2CircleShape circle = CircleOf(random.Uniform(0.3f, 0.9f));
		const b2PolygonShape box = BoxOf(0.6f, 0.6f);
		const bool isRound = random.OneIn(2);
		scene.Add(body, isRound ? static_cast<const b2Shape&>(circle) : box);
		const b2Vec2 feet = at + b2Vec2{random.Uniform(-0.5f, 0.5f), random.Uniform(0.4f, 0.9f)};
		const auto ground = CheckGround(*scene.world, {walker, 0.05f}, PoseAt(feet, random.Uniform(-3.0f, 3.0f)));
		if (ground && ground->distance < 0.0f)
		{
			++overlaps;
			const ExactVec local = Pull(Ray{ground->point, {1.0f, 0.0f}}, body->GetTransform()).start;
			const std::span vertices(box.m_vertices, 4);
			const Location place = isRound ? ExactLocateInCircle(local, circle.m_p, circle.m_radius)
			                               : ExactLocateInConvex(local, vertices);
			EXPECT_NE(place, Location::Inside) << i;
			const b2Vec2 p = body->GetLocalPoint(ground->point);
			const float height =
			    isRound ? p.Length() - circle.m_radius : b2Max(std::abs(p.x), std::abs(p.y)) - box.m_vertices[2].x;
			EXPECT_NEAR(height, 0.0f, 4e-7f * (1.0f + at.Length())) << i;
		}
	}
	EXPECT_GT(overlaps, ScaledCount(60000) / 2);
}

TEST(Ground, ThePointOfAnOverlapWithAnEdgeIsOnTheSideOfItsNormal)
{
	SceneRandom random(32);
	const b2Vec2 walker[] = {{-0.2f, -0.2f}, {0.2f, -0.2f}, {0.0f, 0.3f}};
	int32_t overlaps = 0;
	for (int32_t i = 0; i < ScaledCount(30000) && HasFailure() == false; ++i)
	{
		Scene scene;
		const b2Vec2 at = random.InBox(5.0f);
		b2Body* body = scene.AddBody(at, random.Uniform(-0.7f, 0.7f));
		const b2Vec2 ends[] = {{-2.0f, 0.0f}, {2.0f, 0.1f}};
		scene.Add(body, EdgeOf(ends[0], ends[1]));
		const b2Vec2 feet = at + b2Vec2{random.Uniform(-0.5f, 0.5f), random.Uniform(-0.1f, 0.3f)};
		const auto ground = CheckGround(*scene.world, {walker, 0.05f}, PoseAt(feet, random.Uniform(-3.0f, 3.0f)));
		if (ground && ground->distance < 0.0f)
		{
			++overlaps;
			const b2Transform& pose = body->GetTransform();
			const b2Vec2 above = ground->point + 0.01f * ground->normal;
			EXPECT_TRUE(ExactCrossSegment(Pull(above, pose, ground->point, pose), ends[0], ends[1]).empty()) << i;
		}
	}
	EXPECT_GT(overlaps, ScaledCount(30000) / 4);
}

TEST(Ground, AWallAtItsSideIsNone)
{
	Scene scene;
	b2PolygonShape wall;
	wall.SetAsBox(1.0f, 5.0f);
	scene.Add(scene.AddBody({1.4f, 0.0f}), wall); // its left face touches the right side of the walker
	const Walker walker;
	EXPECT_FALSE(walker.Check(scene, {0.0f, 0.0f}, {.distance = 1.0f}));
	// overlaps the wall by a centimetre, and the way out is to the left
	EXPECT_FALSE(walker.Check(scene, {0.01f, 0.0f}, {.distance = 1.0f}));
	EXPECT_FALSE(walker.Check(scene, {-0.01f, 0.0f}, {.distance = 1.0f}));
}

TEST(Ground, WhatCanBeWalkedOnIsPreferredToWhatIsNearer)
{
	Scene scene = Slope(0.0f);
	const float steep = 1.2f;
	b2PolygonShape flank;
	const b2Vec2 corners[] = {{0.25f, 0.0f}, {3.0f, 0.0f}, {3.0f, 2.75f * std::tan(steep)}};
	flank.Set(corners, 3);
	scene.Add(scene.AddBody({0.0f, 0.0f}), flank);
	const Walker walker;
	const auto both = walker.Check(scene, {0.0f, 0.08f});
	ASSERT_TRUE(both);
	EXPECT_TRUE(both->isWalkable);
	EXPECT_EQ(both->fixture, scene.fixtures[0]);
	QueryFilter filter;
	filter.ignoreBody = scene.fixtures[0]->GetBody();
	const auto only = walker.Check(scene, {0.0f, 0.08f}, {}, filter);
	ASSERT_TRUE(only);
	EXPECT_FALSE(only->isWalkable);
	EXPECT_EQ(only->fixture, scene.fixtures[1]);
	EXPECT_LT(only->distance, both->distance);
	EXPECT_NEAR(only->slope, steep, 1e-5f);
}

bool Counts(const b2Fixture& fixture)
{
	return fixture.IsSensor() == false && (fixture.GetFilterData().maskBits & 1) != 0;
}

// Returns the depth of a point in the solid that contains it deepest. It is negative outside all solids. A point on a
// face has no depth in its own solid.
float DeepestSolidAt(const Scene& scene, b2Vec2 point)
{
	constexpr float k_own = 1.0e-5f;
	float deepest = -1.0f;
	ForEachShapeChild(*scene.world,
	                  [&](const b2Fixture* fixture, int32_t, const ShapeChild& child)
	                  {
		                  const auto inside =
		                      CastHull({std::span(&k_origin, 1), 0.0f}, PoseAt(point, 0.0f), {0.0f, 0.0f},
		                               child.AsHull(), fixture->GetBody()->GetTransform());
		                  const bool isIn = inside && child.isEdge == false && inside->depth > k_own;
		                  deepest = isIn && Counts(*fixture) ? std::max(deepest, inside->depth) : deepest;
	                  });
	return deepest;
}

// Compares the result with CastHull at every child.
TEST(Ground, IsTheBestOfAllOneByOne)
{
	SceneRandom random(61);
	const Scene scene = MakeMixedScene(200, 62);
	const Walker walker;
	int found = 0;
	for (int i = 0; i < ScaledCount(2000); ++i)
	{
		const b2Transform pose = PoseAt(random.InBox(scene.halfWidth), random.Uniform(-3.0f, 3.0f));
		const GroundDef def{.up = random.Direction(), .distance = random.LogUniform(0.01f, 3.0f), .maxSlope = 0.7f};
		const float length = def.up.Length();
		const b2Vec2 down = -(def.distance / length) * def.up;
		struct Face
		{
			b2Vec2 contact;
			float distance;
			bool isWalkable, startsInside;
		};
		std::vector<Face> faces;
		ForEachShapeChild(*scene.world,
		                  [&](const b2Fixture* fixture, int32_t, const ShapeChild& child)
		                  {
			                  const auto hit = CastHull(walker.AsHull(), pose, down, child.AsHull(),
			                                            fixture->GetBody()->GetTransform());
			                  if (hit == std::nullopt || hit->grazing || Counts(*fixture) == false)
			                  {
				                  return;
			                  }
			                  const b2Vec2 normal = hit->startsInside ? hit->wayOut : hit->enter.normal;
			                  const float rise = b2Dot(normal, def.up) / length;
			                  if (rise > 0x1p-10f)
			                  {
				                  const float distance =
				                      hit->startsInside ? -hit->depth : hit->enter.fraction * def.distance;
				                  faces.push_back({hit->contact, distance, rise >= std::cos(0.7f), hit->startsInside});
			                  }
		                  });
		float nearest[] = {1e9f, 1e9f}; // the nearest steep contact, the nearest walkable contact
		bool isClose = false;           // true if a contact is too close to the surface of another solid
		for (const Face& face : faces)
		{
			const float depth = face.startsInside ? -1.0f : DeepestSolidAt(scene, face.contact);
			isClose = isClose || (depth > 0.0f && depth < 1.0e-4f);
			float& least = nearest[face.isWalkable ? 1 : 0];
			least = depth < 0.0f ? std::min(least, face.distance) : least;
		}
		if (isClose)
		{
			continue;
		}
		const auto ground = CheckGround(*scene.world, walker.AsHull(), pose, def);
		const float expected = nearest[1] < 1e9f ? nearest[1] : nearest[0];
		ASSERT_EQ(ground.has_value(), expected < 1e9f);
		if (ground)
		{
			ASSERT_EQ(ground->isWalkable, nearest[1] < 1e9f);
			ASSERT_NEAR(ground->distance, expected, 1e-5f);
			ASSERT_NEAR(ground->normal.Length(), 1.0f, 1e-6f);
			++found;
		}
	}
	EXPECT_GT(found, ScaledCount(2000) / 10);
}

TEST(Ground, APlatformCarriesByItsVelocityThere)
{
	SceneRandom random(63);
	const Walker walker;
	for (int i = 0; i < ScaledCount(1000); ++i)
	{
		Scene scene;
		b2Body* platform = scene.AddBody(random.InBox(5.0f), random.Uniform(-0.5f, 0.5f), b2_kinematicBody);
		scene.Add(platform, ValueOf(MakeBox(2.0f, 0.2f)));
		platform->SetLinearVelocity(random.InBox(4.0f));
		platform->SetAngularVelocity(random.Uniform(-3.0f, 3.0f));
		const b2Vec2 feet = platform->GetWorldPoint({random.Uniform(-1.5f, 1.5f), 0.3f});
		const auto ground = walker.Check(scene, feet, {.distance = 0.5f});
		ASSERT_TRUE(ground);
		EXPECT_EQ(ground->body, platform);
		// The velocity is v + w x r, where r starts at the centre of mass.
		const b2Vec2 r = ground->point - platform->GetWorldCenter();
		const float w = platform->GetAngularVelocity();
		EXPECT_NEAR(ground->velocity.x, platform->GetLinearVelocity().x - w * r.y, 1e-5f);
		EXPECT_NEAR(ground->velocity.y, platform->GetLinearVelocity().y + w * r.x, 1e-5f);
		EXPECT_EQ(ground->velocity, platform->GetLinearVelocityFromWorldPoint(ground->point));
	}
}

TEST(Ground, AOneSidedPlatformIsGroundFromAboveOnly)
{
	Scene scene;
	b2EdgeShape edge;
	edge.SetOneSided({3.0f, 0.0f}, {2.0f, 0.0f}, {-2.0f, 0.0f}, {-3.0f, 0.0f}); // its front is its upper side
	scene.Add(scene.AddBody({0.0f, 0.0f}), edge);
	QueryFilter front;
	front.sides = Sides::Front;
	const Walker walker;
	EXPECT_TRUE(walker.Check(scene, {0.0f, 0.05f}, {}, front));
	// the head is above the edge, but the middle is below it
	EXPECT_FALSE(walker.Check(scene, {0.0f, -1.0f}, {}, front));
	EXPECT_FALSE(walker.Check(scene, {0.0f, -1.75f}, {.up = {0.0f, -1.0f}}, front));
}

// Two faces pass through one point. A disc just above the point touches both, or nearly. It cannot fall if and only if
// `up` lies between their normals: then any downward path leads into one of them.
TEST(Ground, TwoSteepSidesHoldWhatIsBetweenThem)
{
	SceneRandom random(64);
	const b2Vec2 center{0.0f, 0.0f};
	int32_t held = 0, slides = 0;
	for (int32_t i = 0; i < ScaledCount(2000); ++i)
	{
		// The angles of the normals from `up`, positive to the right. One of the faces is ground, but too steep.
		const float first = random.Uniform(0.9f, 1.5f) * (random.OneIn(2) ? 1.0f : -1.0f);
		const float second = random.Uniform(-2.2f, 2.2f);
		const float between = std::abs(first - second);
		const bool isWalkable = std::abs(second) < 0.9f;
		if (isWalkable || between < 0.2f || between > k_pi - 0.2f || std::abs(std::abs(second) - 0.5f * k_pi) < 0.02f)
		{
			continue;
		}
		Scene scene;
		const float gap = random.OneIn(3) ? 0.0f : random.Uniform(0.0f, 0.005f);
		b2Vec2 normals[2];
		for (const float angle : {first, second})
		{
			// A block whose face has this normal. It only extends outwards from the corner.
			b2PolygonShape side;
			side.SetAsBox(20.0f, 1.0f, {0.0f, -1.0f}, 0.0f);
			scene.Add(scene.AddBody({0.0f, 0.0f}, -angle), side);
			normals[angle == first ? 0 : 1] = {std::sin(angle), std::cos(angle)};
		}
		// The place is 0.4 + gap from both lines, along the bisector.
		const b2Vec2 sum = normals[0] + normals[1];
		const b2Vec2 place = ((0.4f + gap) / b2Dot(sum, normals[0])) * sum;
		const auto ground = CheckGround(*scene.world, {std::span(&center, 1), 0.4f}, PoseAt(place, 0.0f));
		ASSERT_TRUE(ground) << i;
		EXPECT_FALSE(ground->isWalkable);
		const bool isHeld = first * second < 0.0f && between < k_pi;
		EXPECT_EQ(ground->isHeld, isHeld) << first << " " << second << " " << gap;
		held += isHeld ? 1 : 0;
		slides += isHeld ? 0 : 1;
	}
	EXPECT_GT(held, ScaledCount(2000) / 10);
	EXPECT_GT(slides, ScaledCount(2000) / 10);
	EXPECT_FALSE(Walker().Check(Slope(1.2f), {0.0f, 0.9f}, {.distance = 1.0f})->isHeld);
	EXPECT_FALSE(Walker().Check(Slope(0.2f), {0.0f, 0.05f})->isHeld); // this slope is walkable
}

TEST(Ground, AnEdgeCarriesAHullWithoutArea)
{
	const std::array<std::array<b2Vec2, 2>, 4> hulls{{{{{0.0f, 0.0f}, {0.0f, 0.0f}}},
	                                                  {{{-0.5f, 0.0f}, {0.5f, 0.0f}}},
	                                                  {{{0.0f, 0.0f}, {0.0f, 1.0f}}},
	                                                  {{{0.0f, 0.0f}, {0.5f, 1.0f}}}}};
	const std::array<b2Vec2, 3> floor{{{5.0f, 0.0f}, {0.0f, 0.0f}, {-5.0f, 0.0f}}};
	for (const bool isChain : {false, true})
	{
		Scene scene;
		b2Body* body = scene.AddBody({0.0f, 0.0f});
		isChain ? scene.Add(body, ValueOf(MakeChain(floor))) : scene.Add(body, ValueOf(MakeEdge(floor[2], floor[0])));
		for (const std::array<b2Vec2, 2>& hull : hulls)
		{
			for (const Sides sides : {Sides::Both, Sides::Front})
			{
				for (const float x : {0.0f, 2.0f})
				{
					const auto ground =
					    CheckGround(*scene.world, {hull}, PoseAt({x, 0.05f}, 0.0f), {}, {.sides = sides});
					ASSERT_TRUE(ground) << isChain << " at " << x << ": " << hull[1].x << ", " << hull[1].y;
					EXPECT_NEAR(ground->distance, 0.05f, 1e-6f);
					EXPECT_EQ(ground->normal, (b2Vec2{0.0f, 1.0f}));
					EXPECT_NEAR(ground->point.y, 0.0f, 1e-6f);
				}
			}
		}
	}
}

// At the foot of a slope of an attached geometry, pieces of the geometry join, in line with the flat floor.
TEST(Ground, AFlatFloorIsGroundWhereAnInnerCutBegins)
{
	for (const float steep : {1.0f, 3.0f})
	{
		Scene scene;
		const std::vector<b2Vec2> outline{{-6.0f, -3.0f}, {0.0f, -3.0f},  {0.0f, 1.0f},  {-1.0f, 0.0f},
		                                  {-3.0f, 0.0f},  {-4.0f, steep}, {-5.0f, 2.0f}, {-6.0f, 0.0f}};
		b2Fixture* fixture = scene.Add(scene.AddBody({0.0f, 0.0f}), CircleOf(1.0f));
		ASSERT_TRUE(AttachGeometry(fixture, ValueOf(CastGeometry::Make(ValueOf(Outline::Make(outline))))));
		const std::array<b2Vec2, 4> box{b2Vec2{-0.5f, -0.5f}, {0.5f, -0.5f}, {0.5f, 0.5f}, {-0.5f, 0.5f}};
		const auto ground = CheckGround(*scene.world, {box, 0.0f}, PoseAt({-2.5f, 0.53125f}, 0.0f), {.distance = 0.1f});
		ASSERT_TRUE(ground) << steep;
		EXPECT_EQ(ground->distance, 0.03125f);
		EXPECT_EQ(ground->slope, 0.0f);
	}
}

// A cast has put a corner of the hull, or the point itself, exactly over a vertex of gentle terrain.
TEST(Ground, AVertexOfAnAttachedTerrainCarries)
{
	const std::array<b2Vec2, 4> box{b2Vec2{-0.5f, 0.0f}, {0.5f, 0.0f}, {0.5f, 1.0f}, {-0.5f, 1.0f}};
	const Hull hulls[] = {{box, 0.0f}, {std::span(box).first(2), 0.0f}, {std::span(box).first(1), 0.0f}};
	SceneRandom random(921);
	for (int trial = 0; trial < ScaledCount(500); ++trial)
	{
		std::vector<b2Vec2> terrain{{0.0f, -2.0f}, {6.0f, -2.0f}};
		for (int x = 6; x >= 0; --x)
		{
			terrain.push_back({static_cast<float>(x), random.OneIn(2) ? 0.25f * static_cast<float>(random.Below(4))
			                                                          : random.Uniform(0.0f, 0.8f)});
		}
		Scene scene;
		EXPECT_TRUE(AttachGeometry(scene.Add(scene.AddBody({0.0f, 0.0f}), CircleOf(0.1f)),
		                           ValueOf(CastGeometry::Make(ValueOf(Outline::Make(terrain))))));
		const float vertex = static_cast<float>(random.Between(2, 4));
		for (const Hull& hull : hulls)
		{
			const b2Transform above = PoseAt({vertex - hull.vertices[0].x, 5.0f}, 0.0f);
			const auto down = CastHullClosest(*scene.world, {hull, above, {0.0f, -9.0f}});
			ASSERT_TRUE(down) << trial;
			const auto ground =
			    CheckGround(*scene.world, hull, PoseAt(down->place, 0.0f), {.distance = 0.1f, .maxSlope = 0.9f});
			ASSERT_TRUE(ground) << trial << ", " << hull.vertices.size();
			EXPECT_TRUE(ground->isWalkable) << trial << ", " << hull.vertices.size();
			EXPECT_LE(ground->distance, 1.0e-5f) << trial << ", " << hull.vertices.size();
		}
	}
}

TEST(Ground, AVHoldsAPointThatACastHasPutThere)
{
	SceneRandom random(922);
	const b2Vec2 origin{0.0f, 0.0f};
	for (int trial = 0; trial < ScaledCount(500); ++trial)
	{
		const float left = random.Uniform(0.96f, 1.4f);
		const float right = random.Uniform(0.96f, 1.4f);
		const b2Vec2 tip = random.InBox(3.0f);
		Scene scene;
		scene.Add(scene.AddBody({0.0f, 0.0f}),
		          ValueOf(MakeEdge(tip + 3.0f * b2Vec2{-std::cos(left), std::sin(left)}, tip)));
		scene.Add(scene.AddBody({0.0f, 0.0f}),
		          ValueOf(MakeEdge(tip, tip + 3.0f * b2Vec2{std::cos(right), std::sin(right)})));
		const Hull point{std::span(&origin, 1), 0.0f};
		const b2Transform above = PoseAt(tip + b2Vec2{random.Uniform(-0.02f, 0.02f), 1.0f}, 0.0f);
		const auto down = CastHullClosest(*scene.world, {point, above, {0.0f, -2.0f}});
		ASSERT_TRUE(down) << trial;
		const auto ground = CheckGround(*scene.world, point, PoseAt(down->place, 0.0f), {.distance = 0.5f});
		ASSERT_TRUE(ground) << trial;
		EXPECT_FALSE(ground->isWalkable) << trial;
		EXPECT_TRUE(ground->isHeld) << trial;
	}
}

// The sides of the hollow are too steep. The cut between the two fixtures, at about 45 degrees, is inside the solid.
TEST(Ground, ACutBetweenFixturesIsNone)
{
	const std::vector<b2Vec2> hollow{{-8.0f, -8.0f}, {8.0f, -8.0f}, {1.0f, 2.0f}, {0.0f, 0.0f}, {-1.0f, 2.0f}};
	const std::array<b2Vec2, 2> segment{b2Vec2{0.0f, 0.0f}, {0.0f, 1.0f}};
	SceneRandom random(919);
	for (const float turn : {0.0f, 0.4f})
	{
		Scene scene;
		b2Body* body = scene.AddBody({3.0f, 5.0f}, turn);
		for (const b2PolygonShape& piece : ValueOf(MakePolygons(ValueOf(Outline::Make(hollow)))))
		{
			scene.Add(body, piece);
		}
		const b2Vec2 up = b2Mul(b2Rot(turn), {0.0f, 1.0f});
		for (int i = 0; i < 300; ++i)
		{
			const float x = random.Uniform(-0.02f, 0.02f);
			const b2Transform pose = PoseAt(body->GetWorldPoint({x, 2.0f * std::abs(x) + 0.02f}), turn);
			for (const size_t count : {1u, 2u})
			{
				const auto ground =
				    CheckGround(*scene.world, {std::span(segment).first(count), 0.0f}, pose, {.up = up});
				ASSERT_TRUE(ground) << turn << ", " << x;
				EXPECT_FALSE(ground->isWalkable) << turn << ", " << x << ", " << count;
				EXPECT_NEAR(ground->distance, 0.02f, 1.0e-5f) << turn << ", " << x << ", " << count;
			}
		}
	}
}

TEST(Ground, BadDefsFindNone)
{
	const Scene scene = Slope(0.0f);
	const Walker walker;
	const b2Vec2 feet{0.0f, 0.05f};
	ASSERT_TRUE(walker.Check(scene, feet));
	for (const float bad : {std::numeric_limits<float>::quiet_NaN(), std::numeric_limits<float>::infinity(), -1.0f})
	{
		EXPECT_FALSE(walker.Check(scene, feet, {.distance = bad}));
		EXPECT_FALSE(walker.Check(scene, feet, {.maxSlope = bad}));
		EXPECT_FALSE(bad != -1.0f && walker.Check(scene, feet, {.up = {0.0f, bad}}).has_value());
		EXPECT_FALSE(bad != -1.0f && walker.Check(scene, {0.0f, bad}).has_value());
	}
	EXPECT_FALSE(walker.Check(scene, feet, {.up = {0.0f, 0.0f}}));
	EXPECT_FALSE(CheckGround(*scene.world, {}, PoseAt(feet, 0.0f)));
	EXPECT_TRUE(walker.Check(scene, feet, {.up = {0.0f, 1e-30f}}));
	EXPECT_TRUE(walker.Check(scene, feet, {.maxSlope = k_pi}));
}

} // namespace ricochet::test::ground_test
