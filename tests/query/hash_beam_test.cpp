// MIT License, Copyright (c) 2026 the ricochet authors

#include <ricochet/geometry/reflect.h>
#include <ricochet/index/spatial_hash.h>
#include <ricochet/query/go_on.h>

#include "query/grid_source.h"
#include "support/brute_force.h"
#include "support/random_room.h"
#include "support/room_beam.h"

#include <gtest/gtest.h>

#include <limits>
#include <optional>
#include <utility>
#include <vector>

// Compares beams over a hash with beams over a world, and with exact arithmetic in closed rooms. Also compares how rays
// continue from their hits.

namespace ricochet::test::hash_beam_test
{

namespace
{

constexpr float k_farAway = 1.0e7f;

using test::IsSame;

bool IsSame(const Ray& a, const Ray& b)
{
	return a.origin == b.origin && a.translation == b.translation && a.maxFraction == b.maxFraction;
}

// Compares two legs, except for the fields that identify the thing that was hit.
bool IsSameWay(const BeamLeg& a, const BeamLeg& b)
{
	return IsSame(a.ray, b.ray) && a.response == b.response && a.begin == b.begin && IsSame(a.enter, b.enter) &&
	       IsSame(a.exit, b.exit) && a.startsInside == b.startsInside && a.endsInside == b.endsInside &&
	       a.grazing == b.grazing;
}

bool IsSame(const BeamLeg& a, const BeamLeg& b)
{
	return IsSameWay(a, b) && IsSame(static_cast<const RayHit&>(a), static_cast<const RayHit&>(b)) && a.id == b.id &&
	       a.tag == b.tag;
}

// A random room. In half of them, the index of the thing that is hit decides whether it is glass or a mirror.
struct AnyRoom
{
	MirrorRoom room;
	float cellSize;
	BeamDef def;

	explicit AnyRoom(SceneRandom& random)
	    : room(MakeMirrorRoom(random, static_cast<MirrorRoom::Kind>(random.Below(4)), CenterOf(random), 8)),
	      cellSize(random.LogUniform(0.05f, 50.0f)), def{.length = random.OneIn(2) ? 100.0f : k_farAway,
	                                                     .maxBounces = 40,
	                                                     .maxPierces = 100}
	{
		if (random.OneIn(2))
		{
			def.rule = [walls = room.walls.size()](const BeamLeg& leg)
			{
				const size_t index = IndexOf(leg.fixture);
				return WithinBounces(leg, index < walls ? Response::Bounce : static_cast<Response>(index % 3 + 1));
			};
		}
		def.filter.startInside = random.OneIn(2);
	}

	static b2Vec2 CenterOf(SceneRandom& random)
	{
		const float distances[] = {0.0f, 100.0f, 1.0e3f, 1.0e4f, 1.0e5f};
		return distances[random.Below(5)] * random.Direction();
	}
};

// A hash with every child of every fixture of a world, added by hand in the world's order. The tag is the index in
// `children`.
class HandMade
{
public:
	HandMade(const b2World& world, float cellSize) : hash(cellSize)
	{
		for (const b2Body* body = world.GetBodyList(); body != nullptr; body = body->GetNext())
		{
			for (const b2Fixture* fixture = body->GetFixtureList(); fixture != nullptr; fixture = fixture->GetNext())
			{
				for (int32_t child = 0; child < fixture->GetShape()->GetChildCount(); ++child)
				{
					EXPECT_TRUE(hash.AddShape(*fixture->GetShape(), child, body->GetTransform(), children.size()));
					children.emplace_back(fixture, child);
				}
			}
		}
	}

	SpatialHash hash;
	std::vector<std::pair<const b2Fixture*, int32_t>> children;
};

// A closed loop of segments added by hand, with shapes inside it, also added by hand.
struct SegmentRoom
{
	MirrorRoom room;
	SpatialHash hash;

	explicit SegmentRoom(SceneRandom& random) : hash(random.LogUniform(0.2f, 20.0f))
	{
		const b2Vec2 center = AnyRoom::CenterOf(random);
		const float size = random.Uniform(3.0f, 20.0f);
		std::vector<b2Vec2> outline = RandomRoom(random);
		for (b2Vec2& vertex : outline)
		{
			vertex = center + size * vertex;
		}
		// the loop's segments are exactly the edges of this room's chain
		room = MakeMirrorRoom(MirrorRoom::Kind::Loop, {0.0f, 0.0f}, outline);
		room.center = center;
		room.size = size;
		for (int32_t i = random.Below(6); i > 0; --i)
		{
			AddObstacle(random, room);
		}
		for (size_t i = room.scene.fixtures.size(); i-- > 0;) // in the order in which the world lists its bodies
		{
			const b2Fixture& fixture = *room.scene.fixtures[i];
			if (i > 0)
			{
				EXPECT_TRUE(hash.AddShape(*fixture.GetShape(), 0, fixture.GetBody()->GetTransform()));
			}
		}
		for (const MirrorRoom::Wall& wall : room.walls)
		{
			EXPECT_TRUE(hash.AddSegment(wall.a, wall.b));
		}
	}
};

} // namespace

TEST(HashBeam, AfterAnUpdateItIsThatOverTheWorldBitForBit)
{
	SceneRandom random(31);
	std::vector<BeamLeg> expected;
	std::vector<BeamLeg> legs;
	int64_t count = 0;
	for (int i = ScaledCount(500); i > 0 && HasFailure() == false; --i)
	{
		const AnyRoom any(random);
		SpatialHash hash(any.cellSize);
		hash.Update(any.room.scene.world.get());
		for (int j = 0; j < 10; ++j)
		{
			const b2Vec2 from = any.room.center + random.InBox(any.room.size);
			const b2Vec2 direction = random.Direction();
			const BeamEnd end = CastBeam(*any.room.scene.world, from, direction, any.def, expected);
			ASSERT_EQ(CastBeam(hash, from, direction, any.def, legs), end);
			ASSERT_EQ(legs.size(), expected.size());
			for (size_t k = 0; k < legs.size(); ++k)
			{
				ASSERT_TRUE(IsSame(legs[k], expected[k])) << "leg " << k << " in cells of " << any.cellSize;
			}
			count += static_cast<int64_t>(legs.size());
		}
	}
	EXPECT_GT(count, ScaledCount(500) * 50);
}

TEST(HashBeam, AmongShapesAddedByHandItIsThatAmongTheirFixtures)
{
	SceneRandom random(32);
	std::vector<BeamLeg> expected;
	std::vector<BeamLeg> legs;
	for (int i = ScaledCount(300); i > 0 && HasFailure() == false; --i)
	{
		AnyRoom any(random);
		const size_t walls = any.room.walls.size();
		const HandMade made(*any.room.scene.world, std::max(any.cellSize, 0.2f));
		BeamDef def = any.def;
		if (def.rule)
		{
			def.rule = [&](const BeamLeg& leg)
			{
				EXPECT_TRUE(leg.id && leg.fixture == nullptr);
				const size_t index = IndexOf(made.children[leg.tag].first);
				return WithinBounces(leg, index < walls ? Response::Bounce : static_cast<Response>(index % 3 + 1));
			};
		}
		for (int j = 0; j < 10; ++j)
		{
			const b2Vec2 from = any.room.FreePoint(random);
			const b2Vec2 direction = random.Direction();
			const BeamEnd end = CastBeam(*any.room.scene.world, from, direction, any.def, expected);
			ASSERT_EQ(CastBeam(made.hash, from, direction, def, legs), end);
			ASSERT_EQ(legs.size(), expected.size());
			for (size_t k = 0; k < legs.size(); ++k)
			{
				ASSERT_TRUE(IsSameWay(legs[k], expected[k])) << "leg " << k;
				ASSERT_EQ(legs[k].HasHit(), expected[k].HasHit());
				ASSERT_TRUE(legs[k].HasHit() == false ||
				            made.children[legs[k].tag] ==
				                std::pair(static_cast<const b2Fixture*>(expected[k].fixture), expected[k].child));
			}
		}
	}
}

TEST(HashBeam, AmongSegmentsAddedByHandItNeitherLeaksNorHitsWhatItLeaves)
{
	SceneRandom random(33);
	std::vector<BeamLeg> expected;
	std::vector<BeamLeg> legs;
	RoomCount count;
	for (int i = ScaledCount(300); i > 0 && HasFailure() == false; --i)
	{
		const SegmentRoom made(random);
		for (int j = 0; j < 10; ++j)
		{
			const b2Vec2 from = made.room.FreePoint(random);
			const b2Vec2 direction = random.Direction();
			const BeamDef def{.length = k_farAway, .maxBounces = 100};
			const BeamEnd end = CastBeam(made.hash, from, direction, def, legs);
			CheckRoomBeam(made.room, legs, end, count);
			EXPECT_EQ(CastBeam(*made.room.scene.world, from, direction, def, expected), end);
			ASSERT_EQ(legs.size(), expected.size());
			for (size_t k = 0; k < legs.size(); ++k)
			{
				ASSERT_TRUE(legs[k].id && legs[k].fixture == nullptr);
				BeamLeg named = expected[k];
				if (named.fixture == made.room.scene.fixtures[0])
				{
					named.enter.edge = named.exit.edge = 0; // an edge of a chain has its index
				}
				ASSERT_TRUE(IsSameWay(legs[k], named)) << "leg " << k;
			}
		}
	}
	EXPECT_EQ(count.faults, 0);
	EXPECT_GT(count.bounces, ScaledCount(300) * 500);
}

TEST(HashBeam, ItGoesOnFromEveryEntryAsFromTheFixture)
{
	SceneRandom random(34);
	const Scene scene = MakeMixedScene(100, 34);
	int64_t gone = 0;
	int64_t next = 0;
	for (const float cellSize : {0.1f, 1.0f, 30.0f})
	{
		SpatialHash hash(cellSize);
		hash.Update(scene.world.get());
		const HandMade made(*scene.world, std::max(cellSize, 0.2f));
		for (int i = ScaledCount(4000); i > 0 && HasFailure() == false; --i)
		{
			const Ray ray = HardRay(random, scene);
			QueryFilter filter;
			filter.startInside = random.OneIn(2);
			const std::optional<RayHit> hit = CastRayClosest(*scene.world, ray, filter);
			const std::optional<RayHit> same = CastRayClosest(hash, ray, filter);
			ASSERT_TRUE(hit.has_value() == same.has_value());
			if (hit.has_value() == false)
			{
				continue;
			}
			const auto onward = static_cast<Onward>(random.Below(4));
			const b2Vec2 translation = random.LogUniform(0.1f, 100.0f) * random.Direction();
			const std::optional<Ray> expected = GoOn(*scene.world, ray, *hit, onward, translation, filter);
			const std::optional<Ray> got = GoOn(hash, ray, *same, onward, translation, filter);
			ASSERT_EQ(got.has_value(), expected.has_value());
			EXPECT_TRUE(got.has_value() == false || IsSame(*got, *expected));
			gone += got.has_value() ? 1 : 0;

			const std::optional<RayHit> after = CastRayNext(*scene.world, ray, *hit, filter);
			const std::optional<RayHit> then = CastRayNext(hash, ray, *same, filter);
			ASSERT_EQ(then.has_value(), after.has_value());
			EXPECT_TRUE(then.has_value() == false || IsSame(static_cast<const RayHit&>(*then), *after));
			next += then.has_value() ? 1 : 0;

			// Entries added by hand have neither sensor flags nor categories. Steps from hit to hit must find all
			// things without a group, in order.
			filter.sensors = true;
			std::vector<RayHit> all;
			CastRayAll(*scene.world, ray, all, filter);
			std::erase_if(all, [](const RayHit& h) { return h.fixture->GetFilterData().groupIndex != 0; });
			std::optional<RayHit> byHand = CastRayClosest(made.hash, ray, filter);
			while (byHand.has_value())
			{
				const auto& [fixture, child] = made.children[byHand->tag];
				if (fixture->GetFilterData().groupIndex == 0)
				{
					ASSERT_FALSE(all.empty());
					EXPECT_TRUE(all.front().fixture == fixture && all.front().child == child);
					all.erase(all.begin());
				}
				byHand = CastRayNext(made.hash, ray, *byHand, filter);
			}
			EXPECT_TRUE(all.empty());
		}
	}
	EXPECT_GT(gone, ScaledCount(1000));
	EXPECT_GT(next, ScaledCount(1000));
}

TEST(HashBeam, OverManyCellsAWayComesByAllThatItMeets)
{
	// At some 50 km, floats are coarser than the margin by which entries reach into neighbouring cells. The float ray
	// may pass a corner of the grid on the other side. Several small circles are added at a time, so that they share
	// cells with the other entries.
	constexpr int k_atOnce = 100;
	SceneRandom random(35);
	SpatialHash hash(4.0f);
	for (int i = 0; i < 12000; ++i)
	{
		const b2Vec2 at{3.5f * static_cast<float>(i), 3.5f * static_cast<float>(i) + 200.0f};
		ASSERT_TRUE(hash.AddSegment(at, at + b2Vec2{1.0f, 0.0f}));
	}
	struct Aimed
	{
		b2Vec2 from, to;
		ItemId id;
	};
	int met = 0;
	for (int round = ScaledCount(2000) / k_atOnce; round > 0; --round)
	{
		std::vector<Aimed> aimed;
		for (int i = 0; i < k_atOnce; ++i)
		{
			const b2Vec2 from = random.InBox(100.0f);
			const b2Vec2 corner{4.0f * static_cast<float>(9000 + random.Below(900)),
			                    4.0f * static_cast<float>(9000 + random.Below(900))};
			const b2Vec2 to = corner + b2Vec2{random.Uniform(0.0f, 0.05f), random.Uniform(0.0f, 0.05f)};
			// Puts a small circle on the path, halfway between two lines of the lattice.
			const double dx = static_cast<double>(to.x) - from.x;
			const double dy = static_cast<double>(to.y) - from.y;
			const double share = 0.5 * (static_cast<double>(corner.x) - from.x) / dx +
			                     0.5 * (static_cast<double>(corner.y) - from.y) / dy;
			const double x = from.x + share * dx;
			const double y = from.y + share * dy;
			const b2Transform pose = PoseAt({static_cast<float>(x), static_cast<float>(y)}, 0.0f);
			const b2CircleShape circle =
			    CircleOf(1.0e-4f, {static_cast<float>(x - pose.p.x), static_cast<float>(y - pose.p.y)});
			aimed.push_back({from, to, ValueOf(hash.AddShape(circle, 0, pose))});
		}
		for (const auto& [from, to, id] : aimed)
		{
			const HashSource source(StateOf(hash));
			const GridChild wanted = source.WhatOf(Item{nullptr, 0, id, 0});
			ASSERT_NE(wanted.entry, nullptr);
			if (MeetWay(from, to, PlaceOf(wanted)))
			{
				bool isFound = false;
				source.WalkWay(from, to,
				               [&](const GridChild& what)
				               {
					               isFound = isFound || what == wanted;
					               return isFound;
				               });
				EXPECT_TRUE(isFound);
				++met;
			}
		}
		for (const Aimed& one : aimed)
		{
			EXPECT_TRUE(hash.Remove(one.id));
		}
	}
	EXPECT_GT(met, ScaledCount(2000) / 2);
}

TEST(HashBeam, WhatIsNotThereHasNoWayOn)
{
	SpatialHash hash(1.0f);
	const ItemId id = ValueOf(hash.AddSegment({2.0f, -1.0f}, {2.0f, 1.0f}, 7));
	const Ray ray{{0.0f, 0.0f}, {5.0f, 0.5f}};
	const RayHit hit = CastRayClosest(hash, ray).value();
	ASSERT_TRUE(GoOn(hash, ray, hit, Onward::Off, {-1.0f, 0.0f}).has_value());
	EXPECT_FALSE(GoOn(hash, ray, RayHit{}, Onward::Off, {-1.0f, 0.0f}).has_value());
	EXPECT_FALSE(CastRayNext(hash, ray, RayHit{}).has_value());
	EXPECT_FALSE(CastRayNext(hash, ray, hit).has_value()) << "there is nothing behind it";
	const float nan = std::numeric_limits<float>::quiet_NaN();
	EXPECT_FALSE(GoOn(hash, {{nan, 0.0f}, {5.0f, 0.5f}}, hit, Onward::Off, {-1.0f, 0.0f}).has_value());
	ASSERT_TRUE(hash.Remove(id));
	EXPECT_FALSE(GoOn(hash, ray, hit, Onward::Off, {-1.0f, 0.0f}).has_value());
	EXPECT_FALSE(CastRayNext(hash, ray, hit).has_value());

	std::vector<BeamLeg> legs(3);
	EXPECT_EQ(CastBeam(hash, {0.0f, 0.0f}, {0.0f, 0.0f}, {.length = 1.0f}, legs), BeamEnd::Invalid);
	EXPECT_TRUE(legs.empty());
	EXPECT_EQ(CastBeam(hash, {0.0f, 0.0f}, {1.0f, 0.0f}, {.length = 1.0f}, legs), BeamEnd::Length);
	ASSERT_EQ(legs.size(), 1u);
	EXPECT_FALSE(legs[0].HasHit());
}

} // namespace ricochet::test::hash_beam_test
