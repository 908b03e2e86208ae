// MIT License, Copyright (c) 2026 the ricochet authors

#include <ricochet/query/beam.h>

#include <ricochet/geometry/reflect.h>
#include <ricochet/query/go_on.h>

#include "support/floats.h"
#include "support/hit_point.h"
#include "support/oracle.h"
#include "support/room_beam.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

// Tests beams in rooms of mirrors. The tests' own exact arithmetic decides whether a point is in a room.

namespace ricochet::test::beam_test
{

namespace
{

constexpr long double k_pi = 3.141592653589793238462643L;
constexpr float k_farAway = 1.0e7f;

double LengthOfLeg(const BeamLeg& leg)
{
	return (static_cast<double>(leg.enter.fraction) - leg.begin) * Distance(leg.ray.translation, {0.0f, 0.0f});
}

struct LongPoint
{
	long double x, y;
};

LongPoint TurnedLong(b2Vec2 v, const b2Rot& q)
{
	const long double c = q.c;
	const long double s = q.s;
	return {c * v.x + s * v.y, c * v.y - s * v.x};
}

// Converts a point to the frame of a pose by the contract of a cast: q^T (p - x).
LongPoint PulledLong(b2Vec2 p, const b2Transform& pose)
{
	const long double x = static_cast<long double>(p.x) - pose.p.x;
	const long double y = static_cast<long double>(p.y) - pose.p.y;
	const long double c = pose.q.c;
	const long double s = pose.q.s;
	return {c * x + s * y, c * y - s * x};
}

// Folds x back into [-half, half], as mirrors at both ends would.
long double Folded(long double x, long double half)
{
	const long double lap = std::fmod(x + half, 4.0L * half);
	const long double on = lap < 0.0L ? lap + 4.0L * half : lap;
	return (on <= 2.0L * half ? on : 4.0L * half - on) - half;
}

// Returns the distances at which the straight line crosses the borders of the rectangle's mirrored images, in order.
std::vector<long double> UnfoldedTimes(LongPoint start, LongPoint u, long double hx, long double hy, size_t count)
{
	std::vector<long double> times;
	for (size_t i = 0; i < count; ++i)
	{
		const long double step = 2.0L * static_cast<long double>(i);
		times.push_back((hx + step * hx - (u.x > 0.0L ? start.x : -start.x)) / std::abs(u.x));
		times.push_back((hy + step * hy - (u.y > 0.0L ? start.y : -start.y)) / std::abs(u.y));
	}
	std::sort(times.begin(), times.end());
	return times;
}

// A callable that counts its copies, because copying a callable may allocate.
template <class Answer>
struct CopyCounter
{
	int* copies;
	Answer answer;

	CopyCounter(int* count, Answer value) : copies(count), answer(value) {}
	CopyCounter(const CopyCounter& other) : copies(other.copies), answer(other.answer) { ++*copies; }
	CopyCounter& operator=(const CopyCounter&) = delete;

	template <class Asked>
	Answer operator()(const Asked&) const
	{
		return answer;
	}
};

// Casts reflected rays naively, each from the rounded hit point of the previous one. Returns 1 if a ray has a wrong hit
// or leaves the room.
int CountOfNaiveFaults(const MirrorRoom& room, Ray ray, int bounces)
{
	for (int i = 0; i <= bounces; ++i)
	{
		const std::optional<RayHit> hit = CastRayClosest(*room.scene.world, ray);
		if (hit.has_value() == false || hit->startsInside || room.HasFree(ray.origin) == false)
		{
			return 1;
		}
		ray = {PointAt(ray, hit->enter.fraction), Reflect(ray.translation, hit->enter.normal)};
	}
	return 0;
}

} // namespace

TEST(Beam, TwentyThousandOfTenBouncesGoRightWhereRoundedPointsGoWrong)
{
	SceneRandom random(3);
	int naive = 0;
	RoomCount count;
	std::vector<BeamLeg> legs;
	const int rooms = ScaledCount(200);
	const int beams = 100;
	for (int i = 0; i < rooms; ++i)
	{
		const MirrorRoom room = MakeMirrorRoom(random, MirrorRoom::Kind::Edges, random.InBox(100.0f), 0);
		for (int j = 0; j < beams; ++j)
		{
			const b2Vec2 from = room.FreePoint(random);
			const b2Vec2 direction = random.Direction();
			naive += CountOfNaiveFaults(room, RayToward(from, direction, 100.0f), 10);
			const BeamEnd end =
			    CastBeam(*room.scene.world, from, direction, {.length = k_farAway, .maxBounces = 10}, legs);
			EXPECT_EQ(legs.size(), 11u);
			CheckRoomBeam(room, legs, end, count);
		}
	}
	EXPECT_EQ(count.faults, 0);
	EXPECT_GT(naive, rooms * beams * 9 / 10) << "the rounded point would have done, too";
	RecordProperty("naive_faults", naive);
}

TEST(Beam, AMillionBouncesNeverHitWhatTheyLeaveNorLeak)
{
	SceneRandom random(4);
	RoomCount count;
	std::vector<BeamLeg> legs;
	const float distances[] = {0.0f, 100.0f, 1.0e3f, 1.0e4f, 1.0e5f};
	const int rooms = ScaledCount(500);
	for (int i = 0; i < rooms; ++i)
	{
		const auto kind = static_cast<MirrorRoom::Kind>(i % static_cast<int>(MirrorRoom::Kind::Count));
		const b2Vec2 center = distances[i % 5] * random.Direction();
		const MirrorRoom room = MakeMirrorRoom(random, kind, center, random.Below(6));
		RoomCount here;
		for (int j = 0; j < 20; ++j)
		{
			const BeamEnd end = CastBeam(*room.scene.world, room.FreePoint(random), random.Direction(),
			                             {.length = k_farAway, .maxBounces = 100}, legs);
			CheckRoomBeam(room, legs, end, here);
		}
		EXPECT_EQ(here.faults, 0) << "room " << i;
		count += here;
	}
	RecordProperty("bounces", std::to_string(count.bounces));
	RecordProperty("farther_than_4_units", std::to_string(count.farther));
	RecordProperty("farthest_in_units", std::to_string(count.farthest));
	RecordProperty("turned_by_more_than_rounding", std::to_string(count.turned));
	EXPECT_LE(count.farther * 1000, count.bounces) << "as a rule they start within 4 units";
	EXPECT_LE(count.noPlace * 1000, rooms * 20);
}

TEST(Beam, ExactCornersKeepIt)
{
	// The vertices and starts of the outlines are small integers. Beams go exactly to the vertices, where two walls
	// meet.
	const std::vector<std::vector<b2Vec2>> outlines = {{{-4.0f, -4.0f}, {4.0f, -4.0f}, {4.0f, 4.0f}, {-4.0f, 4.0f}},
	                                                   {{-4.0f, 0.0f}, {0.0f, -4.0f}, {4.0f, 0.0f}, {0.0f, 4.0f}},
	                                                   {{-4.0f, -4.0f}, {5.0f, -4.0f}, {-4.0f, 3.0f}},
	                                                   {{-2.0f, -4.0f},
	                                                    {2.0f, -4.0f},
	                                                    {4.0f, -2.0f},
	                                                    {4.0f, 2.0f},
	                                                    {2.0f, 4.0f},
	                                                    {-2.0f, 4.0f},
	                                                    {-4.0f, 2.0f},
	                                                    {-4.0f, -2.0f}},
	                                                   {{-4.0f, -1.0f}, {4.0f, 0.0f}, {-4.0f, 1.0f}}};
	SceneRandom random(5);
	RoomCount count;
	std::vector<BeamLeg> legs;
	for (int i = ScaledCount(100); i > 0; --i)
	{
		const std::vector<b2Vec2>& outline = outlines[static_cast<size_t>(random.Below(5))];
		const auto kind = random.OneIn(2) ? MirrorRoom::Kind::Loop : MirrorRoom::Kind::Touching;
		const b2Vec2 center = random.OneIn(2) ? b2Vec2{0.0f, 0.0f} : b2Vec2{65536.0f, -1024.0f};
		const MirrorRoom room = MakeMirrorRoom(kind, center, outline);
		for (int j = 0; j < 25; ++j)
		{
			const b2Vec2 inside{static_cast<float>(random.Below(15) - 7) * 0.5f,
			                    static_cast<float>(random.Below(15) - 7) * 0.5f};
			const b2Vec2 from = center + inside;
			if (room.HasFree(from))
			{
				const b2Vec2 corner = outline[static_cast<size_t>(random.Below(static_cast<int32_t>(outline.size())))];
				const BeamEnd end =
				    CastBeam(*room.scene.world, from, corner - inside, {.length = k_farAway, .maxBounces = 100}, legs);
				CheckRoomBeam(room, legs, end, count);
			}
		}
	}
	EXPECT_EQ(count.faults, 0);
	EXPECT_EQ(count.noPlace, 0);
	EXPECT_GT(count.bounces, ScaledCount(100) * 500);
}

TEST(Beam, InARectangleItFollowsTheUnfoldedLine)
{
	// Mirrored images of the rectangle tile the plane, and the beam is a straight line through them. Each start adds an
	// error of up to 3 units, and each direction adds up to 2^-22. The errors of the directions sum up to 2^-23 k^2
	// diameters in k legs. Along its wall, a hit is off by the lateral error divided by the cosine of its incidence.
	SceneRandom random(6);
	double worst = 0.0;
	std::vector<BeamLeg> legs;
	const int count = ScaledCount(2000);
	for (int i = 0; i < count; ++i)
	{
		const float hx = random.Uniform(0.5f, 10.0f);
		const float hy = random.Uniform(0.5f, 10.0f);
		Scene scene;
		const b2Vec2 center = random.LogUniform(1.0f, 1.0e5f) * random.Direction();
		b2Body* body = scene.AddBody(center, random.Uniform(-3.0f, 3.0f));
		const b2Vec2 corners[] = {{-hx, -hy}, {hx, -hy}, {hx, hy}, {-hx, hy}};
		(void)scene.Add(body, ValueOf(MakeLoop(corners)));
		const b2Transform& pose = body->GetTransform();
		const b2Vec2 from = b2Mul(pose, b2Vec2{random.Uniform(-0.5f, 0.5f) * hx, random.Uniform(-0.5f, 0.5f) * hy});
		(void)CastBeam(*scene.world, from, random.Direction(), {.length = k_farAway, .maxBounces = 100}, legs);
		ASSERT_EQ(legs.size(), 101u);

		const LongPoint start = PulledLong(from, pose);
		const LongPoint u = TurnedLong(legs[0].ray.translation, pose.q);
		const long double flat = std::min(std::abs(u.x), std::abs(u.y)) / std::hypot(u.x, u.y);
		if (flat < 0.05L)
		{
			continue;
		}
		const std::vector<long double> times = UnfoldedTimes(start, u, hx, hy, legs.size());
		const double unit = UnitAt(legs[0].ray, center) + 0x1p-23 * (hx + hy);
		for (size_t k = 0; k < legs.size(); ++k)
		{
			const LongPoint expected{Folded(start.x + times[k] * u.x, hx), Folded(start.y + times[k] * u.y, hy)};
			const LongPoint got = PulledLong(legs[k].enter.point, pose);
			const auto bounces = static_cast<double>(k + 1);
			const double bound =
			    (3.0 * bounces * unit + 0x1p-23 * bounces * bounces * std::hypot(hx, hy)) / static_cast<double>(flat);
			const double error = static_cast<double>(std::hypot(got.x - expected.x, got.y - expected.y));
			worst = std::max(worst, error / bound);
			ASSERT_LE(error, bound) << "bounce " << k << " of room " << i;
		}
	}
	RecordProperty("share_of_bound", std::to_string(worst));
}

TEST(Beam, InACircleItKeepsItsAngleOfIncidence)
{
	// Inside a circle, all reflected chords have the length of the first one, and each turns by the same angle. A start
	// is off by 3 units, and a direction by 2^-22. These errors, divided by radius and cosine, change the next angle of
	// incidence.
	SceneRandom random(7);
	double worst = 0.0;
	const int count = ScaledCount(1000);
	for (int i = 0; i < count; ++i)
	{
		Scene scene;
		b2CircleShape circle;
		circle.m_p = random.InBox(1.0f);
		circle.m_radius = random.Uniform(0.5f, 20.0f);
		const b2Vec2 center = random.LogUniform(1.0f, 1.0e5f) * random.Direction();
		b2Body* body = scene.AddBody(center, random.Uniform(-3.0f, 3.0f));
		(void)scene.Add(body, circle);
		const b2Transform& pose = body->GetTransform();
		const double r = circle.m_radius;
		const b2Vec2 from = b2Mul(pose, circle.m_p + random.Uniform(0.0f, 0.8f) * circle.m_radius * random.Direction());
		Ray ray{from, 100.0f * random.Direction()};
		const LongPoint start = PulledLong(from, pose);
		const LongPoint u = TurnedLong(ray.translation, pose.q);
		const long double lever =
		    (u.x * (start.y - circle.m_p.y) - u.y * (start.x - circle.m_p.x)) / std::hypot(u.x, u.y);
		const long double incidence = std::asin(lever / r);
		const double cosine = static_cast<double>(std::cos(incidence));
		const double unit = UnitAt(ray, center) + 0x1p-23 * r;
		long double angle = 0.0L;
		for (int k = 0; k < 100; ++k)
		{
			const std::optional<RayHit> hit = CastRayClosest(*scene.world, ray);
			ASSERT_TRUE(hit.has_value() && hit->startsInside && hit->endsInside == false);
			const LongPoint at = PulledLong(hit->exit.point, pose);
			const long double here = std::atan2(at.y - circle.m_p.y, at.x - circle.m_p.x);
			angle = k == 0 ? here : angle + (lever > 0.0L ? -1.0L : 1.0L) * (k_pi - 2.0L * std::abs(incidence));
			const double bounces = k + 1.0;
			const double slip = 3.0 * unit / (r * cosine) + 0x1p-22;
			const double bound = bounces * bounces * slip / cosine;
			const double error = std::abs(static_cast<double>(std::remainder(here - angle, 2.0L * k_pi)));
			worst = std::max(worst, error / bound);
			ASSERT_LE(error, bound) << "bounce " << k;
			const std::optional<Ray> next =
			    GoOn(*scene.world, ray, *hit, Onward::Within, Reflect(ray.translation, hit->exit.normal));
			ASSERT_TRUE(next.has_value());
			ray = *next;
		}
	}
	RecordProperty("share_of_bound", std::to_string(worst));
}

TEST(Beam, ItIsTheCastsAndWaysOnOneByOne)
{
	SceneRandom random(8);
	std::vector<BeamLeg> legs;
	size_t walls = 0;
	const auto rule = [&](const BeamLeg& leg)
	{
		const size_t index = IndexOf(leg.fixture);
		// The fixture's index decides: Bounce, Pierce or Ignore.
		return index < walls ? Response::Bounce : static_cast<Response>(index % 3 + 1);
	};
	int64_t count = 0;
	for (int i = ScaledCount(300); i > 0; --i)
	{
		const MirrorRoom room = MakeMirrorRoom(random, MirrorRoom::Kind::Boxes, random.InBox(1000.0f), 8);
		const b2World& world = *room.scene.world;
		walls = room.walls.size();
		const BeamDef def{.length = 50.0f, .maxBounces = 20, .maxPierces = 1000, .rule = rule};
		const b2Vec2 from = room.FreePoint(random);
		const b2Vec2 direction = random.Direction();
		(void)CastBeam(world, from, direction, def, legs);

		Ray ray = RayToward(from, direction, def.length);
		double left = def.length;
		bool isNew = true;
		QueryFilter filter;
		RayHit last;
		for (const BeamLeg& leg : legs)
		{
			const std::optional<RayHit> hit =
			    isNew ? CastRayClosest(world, ray, filter) : CastRayNext(world, ray, last, filter);
			ASSERT_TRUE(leg.ray.origin == ray.origin && leg.ray.translation == ray.translation);
			ASSERT_EQ(leg.ray.maxFraction, ray.maxFraction);
			ASSERT_EQ(leg.begin, isNew ? 0.0f : last.enter.fraction);
			ASSERT_EQ(leg.fixture, hit ? hit->fixture : nullptr);
			if (hit.has_value() == false)
			{
				EXPECT_EQ(&leg, &legs.back());
				EXPECT_EQ(leg.enter.fraction, ray.maxFraction);
				EXPECT_TRUE(leg.enter.point == PointAt(ray, ray.maxFraction));
				EXPECT_EQ(leg.response, Response::Stop);
				break;
			}
			++count;
			ASSERT_EQ(leg.child, hit->child);
			ASSERT_EQ(leg.enter.fraction, hit->enter.fraction);
			ASSERT_EQ(leg.exit.fraction, hit->exit.fraction);
			last = *hit;
			isNew = leg.response == Response::Bounce;
			if (isNew)
			{
				const std::optional<Ray> next =
				    GoOn(world, ray, last, Onward::Off, Reflect(ray.translation, last.enter.normal), filter);
				ASSERT_TRUE(next.has_value());
				left -= last.enter.fraction * Distance(ray.translation, {0.0f, 0.0f});
				ray = *next;
				ray.maxFraction = static_cast<float>(std::max(left, 0.0) / Distance(ray.translation, {0.0f, 0.0f}));
				filter.startInside = false;
			}
			else
			{
				ASSERT_TRUE(leg.response == Response::Stop || leg.response == rule(leg));
			}
		}
	}
	EXPECT_GT(count, ScaledCount(300) * 5);
}

TEST(Beam, LegsAddUpToItsLength)
{
	SceneRandom random(9);
	std::vector<BeamLeg> legs;
	for (int i = ScaledCount(300); i > 0; --i)
	{
		const MirrorRoom room = MakeMirrorRoom(random, MirrorRoom::Kind::Loop, random.InBox(1000.0f), 5);
		const float length = random.LogUniform(0.1f, 500.0f);
		const BeamEnd end = CastBeam(*room.scene.world, room.FreePoint(random), random.Direction(),
		                             {.length = length, .maxBounces = 10000, .maxPierces = 0}, legs);
		ASSERT_EQ(end, BeamEnd::Length);
		double sum = 0.0;
		for (const BeamLeg& leg : legs)
		{
			sum += LengthOfLeg(leg);
		}
		EXPECT_NEAR(sum, length, 1e-6 * length);
		EXPECT_EQ(legs.back().fixture, nullptr);
	}
}

TEST(Beam, BackFromItsLastLegItComesByTheSameHits)
{
	SceneRandom random(10);
	std::vector<BeamLeg> legs;
	std::vector<BeamLeg> back;
	int64_t reversed = 0;
	for (int i = ScaledCount(2000); i > 0; --i)
	{
		const MirrorRoom room = MakeMirrorRoom(random, MirrorRoom::Kind::Loop, random.InBox(100.0f), 0);
		const b2World& world = *room.scene.world;
		(void)CastBeam(world, room.FreePoint(random), random.Direction(), {.length = k_farAway, .maxBounces = 5}, legs);
		ASSERT_EQ(legs.size(), 6u);
		const bool isClear =
		    std::all_of(legs.begin(), legs.end(), [](const BeamLeg& leg) { return LengthOfLeg(leg) > 0.1; });
		if (isClear == false)
		{
			continue; // in a corner, the order of hits may differ
		}
		const b2Vec2 turn = legs[5].ray.origin + 0.5f * (legs[5].enter.point - legs[5].ray.origin);
		(void)CastBeam(world, turn, -legs[5].ray.translation, {.length = k_farAway, .maxBounces = 5}, back);
		for (size_t k = 0; k < 5; ++k)
		{
			EXPECT_EQ(back[k].child, legs[4 - k].child);
			EXPECT_LT(Distance(back[k].enter.point, legs[4 - k].enter.point), 0.02);
		}
		++reversed;
	}
	EXPECT_GT(reversed, ScaledCount(2000) / 4);
}

TEST(Beam, APiercedStackOfTouchingBoxesGivesEachOnce)
{
	// Eight by eight boxes share faces and vertices exactly. Beams go along seams, through vertices, and in random
	// directions.
	SceneRandom random(11);
	std::vector<BeamLeg> legs;
	for (int i = ScaledCount(60); i > 0; --i)
	{
		Scene scene;
		b2Body* body = scene.AddBody(random.OneIn(2) ? b2Vec2{0.0f, 0.0f} : random.InBox(1000.0f),
		                             random.OneIn(2) ? 0.0f : random.Uniform(-3.0f, 3.0f));
		std::vector<std::vector<b2Vec2>> boxes;
		for (int x = -4; x < 4; ++x)
		{
			for (int y = -4; y < 4; ++y)
			{
				const auto fx = static_cast<float>(x);
				const auto fy = static_cast<float>(y);
				boxes.push_back({{fx, fy}, {fx + 1.0f, fy}, {fx + 1.0f, fy + 1.0f}, {fx, fy + 1.0f}});
				(void)scene.Add(body, ValueOf(MakePolygon(boxes.back())));
			}
		}
		const b2Transform& pose = body->GetTransform();
		for (int j = 0; j < 20; ++j)
		{
			const auto y = static_cast<float>(random.Below(9) - 4);
			const float slopes[] = {0.0f, 1.0f, 0.5f, random.Uniform(-1.0f, 1.0f)};
			const b2Vec2 from = b2Mul(pose, b2Vec2{-8.0f, y});
			const b2Vec2 direction = b2Mul(pose.q, b2Vec2{16.0f, 16.0f * slopes[random.Below(4)]});
			const BeamEnd end = CastBeam(*scene.world, from, direction, {.length = 32.0f, .maxPierces = 64}, legs);
			EXPECT_EQ(end, BeamEnd::Length);
			std::vector<int> times(boxes.size(), 0);
			for (const BeamLeg& leg : legs)
			{
				if (leg.fixture != nullptr)
				{
					times[IndexOf(leg.fixture)] += 1;
				}
			}
			for (size_t k = 0; k < boxes.size(); ++k)
			{
				const bool meets = ExactClipConvex(Pull(legs[0].ray, pose), boxes[k]).empty() == false;
				EXPECT_EQ(times[k], meets ? 1 : 0) << "box " << k;
			}
		}
	}
}

TEST(Beam, ItKeepsToItsBouncesAndPierces)
{
	SceneRandom random(12);
	std::vector<BeamLeg> legs;
	for (int i = ScaledCount(500); i > 0; --i)
	{
		const MirrorRoom room = MakeMirrorRoom(random, MirrorRoom::Kind::Boxes, random.InBox(100.0f), 8);
		const int32_t maxBounces = random.Below(8);
		const int32_t maxPierces = random.Below(4);
		const bool byRule = random.OneIn(2);
		int32_t asked = 0;
		BeamRule rule = [&](const BeamLeg& leg)
		{
			++asked;
			EXPECT_NE(leg.fixture, nullptr);
			return static_cast<Response>(IndexOf(leg.fixture) % 4);
		};
		const BeamEnd end = CastBeam(
		    *room.scene.world, room.FreePoint(random), random.Direction(),
		    {.length = 200.0f, .maxBounces = maxBounces, .maxPierces = maxPierces, .rule = byRule ? rule : BeamRule{}},
		    legs);
		const auto countOf = [&](Response response)
		{
			return std::count_if(legs.begin(), legs.end(),
			                     [&](const BeamLeg& leg) { return leg.response == response; });
		};
		EXPECT_TRUE(byRule || countOf(Response::Bounce) <= maxBounces);
		EXPECT_TRUE(byRule || countOf(Response::Pierce) <= maxPierces);
		EXPECT_LE(countOf(Response::Stop), 1);
		EXPECT_TRUE(byRule == false ||
		            asked == static_cast<int>(legs.size()) - (legs.back().fixture == nullptr ? 1 : 0));
		if (byRule == false && end == BeamEnd::Stopped)
		{
			// The first maxBounces hits are bounces, and the next maxPierces hits are pierces.
			for (size_t k = 0; k < legs.size(); ++k)
			{
				const auto bounces = static_cast<size_t>(maxBounces);
				const auto pierces = static_cast<size_t>(maxPierces);
				const Response expected = k < bounces             ? Response::Bounce
				                          : k < bounces + pierces ? Response::Pierce
				                                                  : Response::Stop;
				EXPECT_EQ(legs[k].response, expected);
			}
		}
	}
}

TEST(Beam, ItsRuleIsObeyedBeyondItsLimits)
{
	// The beam starts in the middle between two mirrors that are 10 m apart. Its 94 m are one leg of 5 m, eight of 10
	// m, and one of 9 m.
	Scene scene;
	(void)scene.Add(scene.AddBody({6.0f, 0.0f}, 0.0f), ValueOf(MakeBox(1.0f, 1.0f)));
	(void)scene.Add(scene.AddBody({-6.0f, 0.0f}, 0.0f), ValueOf(MakeBox(1.0f, 1.0f)));
	for (const Response wanted : {Response::Bounce, Response::Pierce})
	{
		std::vector<Response> proposed;
		BeamDef def{.length = 94.0f, .maxBounces = 2, .maxPierces = 1};
		def.rule = [&](const BeamLeg& leg)
		{
			proposed.push_back(leg.response);
			return wanted;
		};
		std::vector<BeamLeg> legs;
		EXPECT_EQ(CastBeam(*scene.world, {0.0f, 0.0f}, {1.0f, 0.0f}, def, legs), BeamEnd::Length);
		ASSERT_EQ(legs.size(), wanted == Response::Bounce ? 10u : 2u);
		EXPECT_EQ(proposed.size(), legs.size() - 1);
		for (size_t i = 0; i + 1 < legs.size(); ++i)
		{
			EXPECT_EQ(legs[i].response, wanted);
			EXPECT_EQ(proposed[i], wanted == Response::Pierce || i < 2 ? Response::Bounce : Response::Pierce) << i;
		}
		EXPECT_FALSE(legs.back().HasHit());
	}
}

TEST(Beam, ItCopiesNeitherItsRuleNorItsFilter)
{
	SceneRandom random(14);
	const MirrorRoom room = MakeMirrorRoom(random, MirrorRoom::Kind::Boxes, {10.0f, 0.0f}, 5);
	int copies = 0;
	BeamDef def{.length = 100.0f};
	def.rule = CopyCounter(&copies, Response::Bounce);
	def.filter.accept = CopyCounter(&copies, true);
	copies = 0;
	std::vector<BeamLeg> legs;
	legs.reserve(100000);
	const BeamLeg* memory = legs.data();
	(void)CastBeam(*room.scene.world, room.FreePoint(random), random.Direction(), def, legs);
	EXPECT_GT(legs.size(), 5u);
	EXPECT_EQ(legs.data(), memory);
	EXPECT_EQ(copies, 0);
}

TEST(Beam, GlassAroundAMirrorIsToldOfOnce)
{
	Scene scene;
	const b2Fixture* glass = scene.Add(scene.AddBody({3.0f, 0.0f}, 0.3f), ValueOf(MakeBox(2.0f, 2.0f)));
	const b2Fixture* mirror =
	    scene.Add(scene.AddBody({3.0f, 0.0f}, 0.0f), ValueOf(MakeEdge({0.0f, -1.0f}, {0.0f, 1.0f})));
	const auto rule = [&](const BeamLeg& leg)
	{
		return leg.fixture == glass ? Response::Pierce : Response::Bounce;
	};
	std::vector<BeamLeg> legs;
	const BeamEnd end = CastBeam(*scene.world, {0.0f, 0.5f}, {1.0f, 0.0f},
	                             {.length = 20.0f, .maxBounces = 5, .maxPierces = 5, .rule = rule}, legs);
	EXPECT_EQ(end, BeamEnd::Length);
	ASSERT_EQ(legs.size(), 3u);
	EXPECT_TRUE(legs[0].fixture == glass && legs[0].response == Response::Pierce);
	EXPECT_TRUE(legs[1].fixture == mirror && legs[1].response == Response::Bounce);
	EXPECT_FLOAT_EQ(legs[1].enter.point.x, 3.0f);
	EXPECT_EQ(legs[2].fixture, nullptr);
	EXPECT_NEAR(legs[2].enter.point.x, 3.0f - 17.0f, 1e-5f);
}

TEST(Beam, AMirrorOnTheFaceOfItsGlassTurnsItBack)
{
	// Glass and mirror are on one rotated body. The mirror lies exactly on the front or the back face of the glass.
	SceneRandom random(13);
	std::vector<BeamLeg> legs;
	for (int i = ScaledCount(2000); i > 0; --i)
	{
		Scene scene;
		const float angle = random.OneIn(3) ? 0.0f : random.Uniform(-3.0f, 3.0f);
		b2Body* body = scene.AddBody(random.LogUniform(1.0f, 1.0e4f) * random.Direction(), angle);
		const bool isBehind = random.OneIn(2);
		const float x = isBehind ? 1.0f : -1.0f;
		b2Fixture* mirror = nullptr;
		const bool isFirst = random.OneIn(2);
		if (isFirst)
		{
			mirror = scene.Add(body, ValueOf(MakeEdge({x, -1.0f}, {x, 1.0f})));
		}
		(void)scene.Add(body, ValueOf(MakeBox(1.0f, 1.0f)));
		if (isFirst == false)
		{
			mirror = scene.Add(body, ValueOf(MakeEdge({x, -1.0f}, {x, 1.0f})));
		}
		const auto rule = [&](const BeamLeg& leg)
		{
			return leg.fixture == mirror ? Response::Bounce : Response::Pierce;
		};
		const b2Transform& pose = body->GetTransform();
		const b2Vec2 from = b2Mul(pose, b2Vec2{-5.0f, random.Uniform(-0.5f, 0.5f)});
		const b2Vec2 direction = b2Mul(pose.q, b2Vec2{1.0f, random.Uniform(-0.05f, 0.05f)});
		(void)CastBeam(*scene.world, from, direction, {.length = 20.0f, .maxBounces = 5, .maxPierces = 5, .rule = rule},
		               legs);

		const auto countOf = [&](bool isMirror)
		{
			return std::count_if(legs.begin(), legs.end(),
			                     [&](const BeamLeg& leg)
			                     { return leg.fixture != nullptr && (leg.fixture == mirror) == isMirror; });
		};
		EXPECT_EQ(countOf(true), 1);
		EXPECT_LE(countOf(false), 1);
		EXPECT_TRUE(isBehind == false || countOf(false) == 1);
		EXPECT_EQ(legs.back().fixture, nullptr);
		EXPECT_LT(b2MulT(pose, legs.back().enter.point).x, -5.0f) << "it comes back";
	}
}

TEST(Beam, FromInsideASolidItPiercesOrStops)
{
	Scene scene;
	(void)scene.Add(scene.AddBody({0.0f, 0.0f}, 0.0f), ValueOf(MakeBox(1.0f, 1.0f)));
	std::vector<BeamLeg> legs;
	BeamDef def{.length = 10.0f, .maxBounces = 3};
	EXPECT_EQ(CastBeam(*scene.world, {0.0f, 0.0f}, {1.0f, 0.0f}, def, legs), BeamEnd::Stopped);
	ASSERT_EQ(legs.size(), 1u);
	EXPECT_TRUE(legs[0].startsInside && legs[0].response == Response::Stop &&
	            IsBeside(legs[0].exit.point, {1.0f, 0.0f}));

	def.rule = [](const BeamLeg&)
	{
		return Response::Bounce;
	};
	EXPECT_EQ(CastBeam(*scene.world, {0.0f, 0.0f}, {1.0f, 0.0f}, def, legs), BeamEnd::NoPlace) << "no surface";
	EXPECT_EQ(legs[0].response, Response::Stop);
	def.rule = {};
	def.maxPierces = 1;
	EXPECT_EQ(CastBeam(*scene.world, {0.0f, 0.0f}, {1.0f, 0.0f}, def, legs), BeamEnd::Length);
	ASSERT_EQ(legs.size(), 2u);
	EXPECT_EQ(legs[0].response, Response::Pierce);
	def.filter.startInside = false;
	EXPECT_EQ(CastBeam(*scene.world, {0.0f, 0.0f}, {1.0f, 0.0f}, def, legs), BeamEnd::Length);
	EXPECT_EQ(legs.size(), 1u);
}

TEST(Beam, AnIgnoredOrUnknownResponseIsWhatItSays)
{
	Scene scene;
	for (int i = 0; i < 4; ++i)
	{
		(void)scene.Add(scene.AddBody({2.0f + 2.0f * static_cast<float>(i), 0.0f}, 0.0f), ValueOf(MakeBox(0.5f, 0.5f)));
	}
	std::vector<BeamLeg> legs;
	BeamDef def{.length = 100.0f};
	def.rule = [](const BeamLeg& leg)
	{
		EXPECT_EQ(leg.response, Response::Stop) << "what it would do without a rule";
		return Response::Ignore;
	};
	EXPECT_EQ(CastBeam(*scene.world, {0.0f, 0.0f}, {1.0f, 0.0f}, def, legs), BeamEnd::Length);
	EXPECT_EQ(legs.size(), 5u) << "ignored hits count for nothing";
	def.rule = [](const BeamLeg&)
	{
		return static_cast<Response>(77);
	};
	EXPECT_EQ(CastBeam(*scene.world, {0.0f, 0.0f}, {1.0f, 0.0f}, def, legs), BeamEnd::Stopped);
	EXPECT_EQ(legs.size(), 1u);
	EXPECT_EQ(legs[0].response, Response::Stop);
}

TEST(Beam, ItsFilterHoldsOnEveryLeg)
{
	// A loop that is only hit from its outside keeps no beam in.
	const b2Vec2 corners[] = {{-1.0f, -1.0f}, {1.0f, -1.0f}, {1.0f, 1.0f}, {-1.0f, 1.0f}};
	Scene scene;
	(void)scene.Add(scene.AddBody({0.0f, 0.0f}, 0.0f), ValueOf(MakeLoop(corners)));
	(void)scene.Add(scene.AddBody({5.0f, 0.0f}, 0.0f), ValueOf(MakeEdge({0.0f, -1.0f}, {0.0f, 1.0f})));
	std::vector<BeamLeg> legs;
	BeamDef def{.length = 100.0f, .maxBounces = 5};
	def.filter.sides = Sides::Front;
	EXPECT_EQ(CastBeam(*scene.world, {0.0f, 0.0f}, {1.0f, 0.0f}, def, legs), BeamEnd::Stopped);
	EXPECT_EQ(legs.size(), 6u) << "out of the loop, and to and fro between it and the edge";
	EXPECT_LT(legs[0].enter.point.x, 5.0f);
	EXPECT_NEAR(legs[0].enter.point.x, 5.0f, 2e-6f);
}

TEST(Beam, AWedgeNarrowerThanFloatsEndsIt)
{
	// At 2^20 m, the spacing of floats is 1/8 m. Two mirrors meet 0.06 m farther out. They converge so slowly that the
	// beam runs on until no float is between them.
	Scene scene;
	b2Body* body = scene.AddBody({1048576.0f, 0.0f}, 0.0f);
	(void)scene.Add(body, ValueOf(MakeEdge({0.06f, 0.0f}, {-0.14f, 2000.0f})));
	(void)scene.Add(body, ValueOf(MakeEdge({0.06f, 0.0f}, {0.26f, 2000.0f})));
	std::vector<BeamLeg> legs;
	const BeamEnd end =
	    CastBeam(*scene.world, {1048576.0f, 1900.0f}, {0.0f, -1.0f}, {.length = k_farAway, .maxBounces = 1000}, legs);
	EXPECT_EQ(end, BeamEnd::NoPlace);
	EXPECT_EQ(legs.back().response, Response::Stop);
	EXPECT_NE(legs.back().fixture, nullptr);
	EXPECT_LT(legs.size(), 100u);
}

TEST(Beam, AnInvalidOneHasNoLegs)
{
	Scene scene;
	(void)scene.Add(scene.AddBody({0.0f, 0.0f}, 0.0f), ValueOf(MakeBox(1.0f, 1.0f)));
	std::vector<BeamLeg> legs;
	const auto isInvalid = [&](b2Vec2 origin, b2Vec2 direction, float length)
	{
		legs.assign(3, BeamLeg{});
		return CastBeam(*scene.world, origin, direction, {.length = length}, legs) == BeamEnd::Invalid && legs.empty();
	};
	EXPECT_FALSE(isInvalid({-5.0f, 0.0f}, {1.0f, 0.0f}, 1.0f));
	EXPECT_TRUE(isInvalid({-5.0f, 0.0f}, {1.0f, 0.0f}, 0.0f));
	EXPECT_TRUE(isInvalid({-5.0f, 0.0f}, {1.0f, 0.0f}, -1.0f));
	EXPECT_TRUE(isInvalid({-5.0f, 0.0f}, {1.0f, 0.0f}, k_nan));
	EXPECT_TRUE(isInvalid({-5.0f, 0.0f}, {1.0f, 0.0f}, k_inf));
	EXPECT_TRUE(isInvalid({-5.0f, 0.0f}, {0.0f, 0.0f}, 1.0f));
	EXPECT_TRUE(isInvalid({-5.0f, 0.0f}, {k_nan, 0.0f}, 1.0f));
	EXPECT_TRUE(isInvalid({-5.0f, 0.0f}, {k_inf, 0.0f}, 1.0f));
	EXPECT_TRUE(isInvalid({k_inf, 0.0f}, {1.0f, 0.0f}, 1.0f));

	// At the extremes of floats, any result is right, except Invalid.
	const float largest = std::numeric_limits<float>::max();
	for (const float length : {largest, 1.0e-45f, 1.0e-38f})
	{
		EXPECT_NE(CastBeam(*scene.world, {-1.0f, 0.5f}, {1.0f, 1.0f}, {.length = length, .maxBounces = 9}, legs),
		          BeamEnd::Invalid);
		EXPECT_NE(CastBeam(*scene.world, {-largest, 0.5f}, {1.0f, 0.0f}, {.length = length, .maxBounces = 9}, legs),
		          BeamEnd::Invalid);
	}
}

} // namespace ricochet::test::beam_test
