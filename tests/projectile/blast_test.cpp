// MIT License, Copyright (c) 2026 the ricochet authors

#include "projectile/blast/blast.h"
#include "projectile/blast_referee.h"
#include "projectile/blast_street.h"

#include <ricochet/host/attach_geometry.h>
#include <ricochet/index/snapshot.h>

#include "support/expect_error.h"
#include "support/fail_each.h"

#include <algorithm>
#include <memory>
#include <numbers>
#include <thread>

// Tests how a blast acts on the bodies that it sees (projectile/explosion.h).

namespace ricochet::test::blast_test
{

namespace
{

float MomentAbout(const BlastHit& hit, b2Vec2 center, b2Vec2 position)
{
	return hit.moment + b2Cross(position - center, hit.impulse);
}

} // namespace

TEST(Blast, AFaceIsPushedByItsWholeWidthAtAnyDistance)
{
	for (const float distance : {0.001f, 0.01f, 0.3f, 2.0f, 50.0f})
	{
		Street street;
		b2Body* crate = street.AddCrate({0.5f + distance, 0.0f});
		const auto hits = Measure(street.world, Even({0.0f, 0.0f}, 100.0f));
		ASSERT_EQ(hits.size(), 1u);
		EXPECT_EQ(hits[0].body, crate);
		EXPECT_NEAR(hits[0].impulse.x, 10.0f, 1.0e-5f);
		EXPECT_NEAR(hits[0].impulse.y, 0.0f, 1.0e-5f);
		EXPECT_NEAR(hits[0].seenLength, 1.0f, 1.0e-6f);
		EXPECT_NEAR(hits[0].distance, distance, 1.0e-6f * (1.0f + distance));
		EXPECT_FLOAT_EQ(hits[0].share, 1.0f);
		EXPECT_FLOAT_EQ(hits[0].damage, 1.0f);
		EXPECT_NEAR(MomentAbout(hits[0], crate->GetWorldCenter(), {0.0f, 0.0f}), 0.0f, 1.0e-4f);
	}
}

TEST(Blast, ACrateHalfBehindAWallGetsHalfAndTurns)
{
	Street street;
	b2Body* crate = street.AddCrate({5.0f, 0.0f});
	street.AddBox({4.398f, -5.0f}, 0.1f, 5.0f); // the wall ends at y = 0, 2 mm in front of the crate's face
	const auto hits = Measure(street.world, Even({0.0f, 0.0f}, 20.0f));
	const BlastHit* hit = HitOn(hits, crate);
	ASSERT_NE(hit, nullptr);
	EXPECT_NEAR(hit->impulse.x, 5.0f, 1.0e-4f);
	EXPECT_NEAR(hit->impulse.y, 0.0f, 1.0e-6f);
	EXPECT_NEAR(hit->share, 0.5f, 1.0e-5f);
	EXPECT_NEAR(hit->damage, 0.5f, 1.0e-5f);
	// The impulse of 5 N s acts at a height of 0.25 m.
	EXPECT_NEAR(MomentAbout(*hit, crate->GetWorldCenter(), {0.0f, 0.0f}), -1.25f, 1.0e-4f);
}

TEST(Blast, WhatIsBehindAWallGetsNothing)
{
	Street street;
	street.AddBox({2.0f, 0.0f}, 0.01f, 3.0f);
	b2Body* hidden = street.AddCrate({4.0f, 0.0f});
	// The crate is in a closed room of four walls that share their corners.
	street.AddLoop({{-6.0f, -2.0f}, {-3.0f, -2.0f}, {-3.0f, 2.0f}, {-6.0f, 2.0f}});
	b2Body* inside = street.AddCrate({-4.5f, 0.0f});
	const auto hits = Measure(street.world, Even({0.0f, 0.0f}, 100.0f));
	EXPECT_EQ(HitOn(hits, hidden), nullptr);
	EXPECT_EQ(HitOn(hits, inside), nullptr);
	EXPECT_EQ(hits.size(), 2u) << "the wall and the room";
	EXPECT_NE(HitOn(Measure(street.world, Even({0.0f, 9.0f}, 100.0f)), hidden), nullptr);
}

TEST(Blast, ACircleInTheOpenFacesItByTheChordBetweenItsTangents)
{
	for (const float d : {1.5f, 2.0f, 5.0f, 20.0f, 400.0f})
	{
		Street street;
		street.AddCircle({0.6f * d, 0.8f * d}, 1.0f, b2_dynamicBody);
		const auto hits = Measure(street.world, Even({0.0f, 0.0f}, 1000.0f));
		ASSERT_EQ(hits.size(), 1u);
		const double square = static_cast<double>(d) * d;
		const double box2d = 10.0 * 2.0; // impulsePerLength * projected perimeter
		EXPECT_NEAR(hits[0].impulse.Length(), box2d * std::sqrt(1.0 - 1.0 / square), 2.0e-5);
		EXPECT_NEAR(b2Cross({0.6f, 0.8f}, hits[0].impulse), 0.0f, 2.0e-4f);
		EXPECT_NEAR(hits[0].moment, 0.0f, 1.0e-5f * d);
		EXPECT_NEAR(hits[0].distance, d - 1.0f, 1.0e-6f * d);
	}
}

TEST(Blast, InTheOpenAConvexShapeGetsBox2DsProjectedPerimeterOfWhatSeesTheCentre)
{
	SceneRandom random(31);
	for (int i = 0; i < ScaledCount(200); ++i)
	{
		Street street;
		const float size = random.LogUniform(0.05f, 5.0f);
		const b2Vec2 away = random.Direction();
		b2Body* body = street.AddBody(2000.0f * size * away, random.Uniform(-3.0f, 3.0f), b2_dynamicBody);
		const b2PolygonShape polygon = RandomPolygon(random, size);
		street.Add(body, polygon);
		const auto hits = Measure(street.world, Even({0.0f, 0.0f}, 1.0e6f));
		ASSERT_EQ(hits.size(), 1u);
		const b2Vec2 line = (1.0f / hits[0].point.Length()) * b2Vec2{-hits[0].point.y, hits[0].point.x};
		float lower = b2_maxFloat;
		float upper = -b2_maxFloat;
		for (int32_t k = 0; k < polygon.m_count; ++k)
		{
			const float at = b2Dot(line, body->GetWorldVector(polygon.m_vertices[k]));
			lower = std::min(lower, at);
			upper = std::max(upper, at);
		}
		EXPECT_NEAR(hits[0].impulse.Length(), 10.0f * (upper - lower), 0.02f * (upper - lower));
	}
}

TEST(Blast, FallsOffLinearlyFromRadiusToRadiusPlusFalloff)
{
	for (const float distance : {1.0f, 2.9f, 3.5f, 4.0f, 6.9f, 7.1f})
	{
		Street street;
		street.AddBox({distance + 0.001f, 0.0f}, 0.001f, 0.001f, 0.0f, b2_dynamicBody);
		const ExplosionDef def{.radius = 3.0f, .falloff = 4.0f, .impulsePerLength = 1000.0f, .damage = 8.0f};
		const auto hits = Measure(street.world, def);
		const float falloff = std::clamp((7.0f - distance) / 4.0f, 0.0f, 1.0f);
		ASSERT_EQ(hits.size(), falloff > 0.0f ? 1u : 0u);
		if (falloff > 0.0f)
		{
			EXPECT_NEAR(hits[0].impulse.x, 2.0f * falloff, 1.0e-4f);
			EXPECT_NEAR(hits[0].damage, 8.0f * falloff, 1.0e-4f);
		}
	}
}

TEST(Blast, FalloffIsThatOfEachPiece)
{
	// The wall is 20 m wide and 1 m away, and visible up to a distance of 5 m. The expected impulse is the integral of
	// (5 - sqrt(1 + x^2)) / 5 over |x| < sqrt(24).
	Street street;
	street.AddBox({0.0f, -1.5f}, 10.0f, 0.5f, 0.0f, b2_dynamicBody);
	const ExplosionDef def{.radius = 0.0f, .falloff = 5.0f, .impulsePerLength = 1.0f};
	const auto hits = Measure(street.world, def);
	ASSERT_EQ(hits.size(), 1u);
	const double end = std::sqrt(24.0);
	const double integral = 2.0 * end - (end * 5.0 + std::asinh(end)) / 5.0;
	EXPECT_NEAR(hits[0].impulse.y, -integral, 1.0e-6);
	EXPECT_NEAR(hits[0].seenLength, 2.0 * end, 1.0e-6);
	EXPECT_FLOAT_EQ(hits[0].share, 1.0f) << "of what is within reach";
}

// Returns the integral over x in [a, b] of the falloff at the distance sqrt(height^2 + x^2).
static long double WallIntegral(long double height, long double a, long double b, const BlastReach& reach)
{
	const auto primitive = [&](long double x)
	{
		const long double end = std::sqrt(std::max(0.0L, reach.reach * reach.reach - height * height));
		const long double flat = std::sqrt(std::max(0.0L, reach.radius * reach.radius - height * height));
		const long double at = std::min(std::abs(x), end);
		const auto faded = [&](long double y)
		{
			const long double r = std::hypot(height, y);
			return reach.reach * y - 0.5L * (y * r + height * height * std::asinh(y / height));
		};
		const long double sum =
		    at <= flat ? at : flat + (faded(at) - faded(flat)) / (static_cast<long double>(reach.reach) - reach.radius);
		return std::copysign(sum, x);
	};
	return primitive(b) - primitive(a);
}

TEST(Blast, OfAWallTheIntegralIsTheClosedForm)
{
	SceneRandom random(12);
	for (int i = 0; i < ScaledCount(5000); ++i)
	{
		const double height = random.LogUniform(1.0e-3f, 10.0f);
		const double a = random.Uniform(-20.0f, 10.0f);
		const double b = a + random.LogUniform(0.01f, 30.0f);
		const double radius = random.OneIn(3) ? 0.0 : static_cast<double>(random.LogUniform(0.01f, 20.0f));
		const BlastReach reach{radius, radius + random.LogUniform(0.01f, 30.0f)};
		Obstacle wall;
		wall.from = {height, a};
		wall.to = {height, b};
		const FacingPart part = FacingOf(wall, wall.from, wall.to, {1.0, 0.0}, reach);
		const auto exact = static_cast<double>(WallIntegral(height, a, b, reach));
		EXPECT_NEAR(part.weighted, exact, 0x1p-30 * exact + 1.0e-13) << i;
	}
}

TEST(Blast, OfACircleTheIntegralIsThatOfManyChords)
{
	SceneRandom random(13);
	for (int i = 0; i < ScaledCount(200); ++i)
	{
		const double r = random.LogUniform(0.01f, 100.0f);
		const double d = r * (1.0 + random.LogUniform(1.0e-4f, 10.0f));
		const double reachRadius = random.OneIn(3) ? 0.0 : d * random.Uniform(0.0f, 1.0f);
		const BlastReach reach{reachRadius, reachRadius + d * random.Uniform(0.1f, 2.0f)};
		Obstacle arc;
		arc.kind = ObstacleKind::Arc;
		arc.center = {d, 0.0};
		arc.radius = r;
		const double half = std::acos(r / d);
		const double last = half * random.Uniform(-0.9f, 1.0f);
		const auto at = [&](double x)
		{
			return Vec<double>{d - r * std::cos(x), r * std::sin(x)};
		};
		arc.from = at(-half);
		arc.to = at(half);
		const FacingPart part = FacingOf(arc, arc.from, at(last), {1.0, 0.0}, reach);
		double sum = 0.0;
		constexpr int k_chords = 200000;
		for (int k = 0; k < k_chords; ++k)
		{
			const double step = (last + half) / k_chords;
			const double middle = -half + (k + 0.5) * step;
			sum += reach.FalloffAt(Length(at(middle))) * r * std::cos(middle) * step;
		}
		EXPECT_NEAR(part.weighted, sum, 1.0e-8 * r) << i;
	}
}

TEST(Blast, AnImplosionIsTheOpposite)
{
	Street street;
	SceneRandom random(5);
	for (int i = 0; i < 12; ++i)
	{
		AddAnyBody(street, random, 2.0f * random.Direction() + 4.0f * random.Direction(), 0.4f);
	}
	ExplosionDef def{.radius = 2.0f};
	const auto out = Measure(street.world, def);
	def.impulsePerLength = -def.impulsePerLength;
	const auto in = Measure(street.world, def);
	ASSERT_EQ(out.size(), in.size());
	for (size_t i = 0; i < out.size(); ++i)
	{
		EXPECT_EQ(out[i].impulse, -in[i].impulse);
		EXPECT_EQ(out[i].moment, -in[i].moment);
		EXPECT_EQ(out[i].damage, in[i].damage);
	}
}

TEST(Blast, ARingIsPushedOutwardEvenly)
{
	Street street;
	for (int i = 0; i < 8; ++i)
	{
		const float angle = static_cast<float>(i) * std::numbers::pi_v<float> / 4.0f;
		const b2Vec2 center{3.0f * std::cos(angle), 3.0f * std::sin(angle)};
		street.AddBox(center, 0.4f, 0.6f, angle, b2_dynamicBody);
	}
	const auto hits = Measure(street.world, {.radius = 1.0f, .falloff = 8.0f});
	ASSERT_EQ(hits.size(), 8u);
	b2Vec2 sum{0.0f, 0.0f};
	for (const BlastHit& hit : hits)
	{
		sum += hit.impulse;
		EXPECT_NEAR(hit.impulse.Length(), hits[0].impulse.Length(), 1.0e-5f);
		EXPECT_NEAR(b2Cross(hit.impulse, hit.body->GetPosition()), 0.0f, 1.0e-4f);
		EXPECT_NEAR(hit.moment, 0.0f, 1.0e-5f);
	}
	EXPECT_NEAR(sum.Length(), 0.0f, 1.0e-4f);
}

TEST(Blast, InARoomOfAnOutlineTheShareIsOneOfTheWhole)
{
	// The room is a hole of an attached outline. Its walls face the blast on all sides.
	SceneRandom random(5);
	int32_t found = 0;
	for (int32_t i = 0; i < ScaledCount(1000) && HasFailure() == false; ++i)
	{
		std::vector<b2Vec2> vertices{{-8.0f, -8.0f}, {8.0f, -8.0f}, {8.0f, 8.0f}, {-8.0f, 8.0f}};
		for (int32_t corner = 0; corner < 5; ++corner)
		{
			const float angle = -0.4f * std::numbers::pi_v<float> * static_cast<float>(corner); // clockwise
			const float distance = random.Uniform(1.0f, 6.0f);
			vertices.push_back({distance * std::cos(angle), distance * std::sin(angle)});
		}
		const std::vector<int32_t> starts{0, 4};
		const auto geometry = CastGeometry::Make(ValueOf(Outline::Make(vertices, starts)));
		Street street;
		b2Fixture* room = street.AddBox({0.0f, 0.0f}, 0.5f, 0.5f, 0.3f);
		ASSERT_TRUE(AttachGeometry(room, ValueOf(geometry)));
		const ExplosionDef def{.position = random.InBox(0.5f), .radius = 1.0f, .falloff = 9.0f, .damage = 100.0f};
		for (const bool isHidden : {false, true})
		{
			if (isHidden)
			{
				(void)street.AddBox(def.position + 0.6f * random.Direction(), 0.1f, 0.3f);
			}
			const std::vector<BlastHit> hits = Measure(street.world, def);
			const BlastHit* hit = HitOn(hits, room->GetBody());
			ASSERT_NE(hit, nullptr);
			EXPECT_GE(hit->share, 0.0f) << i;
			EXPECT_LE(hit->share, 1.0f) << i;
			EXPECT_TRUE(isHidden || hit->share == 1.0f) << i;
			EXPECT_GE(hit->damage, 0.0f) << i;
			EXPECT_LE(hit->damage, 100.001f * hit->share) << i;
			found += hit->share < 1.0f ? 1 : 0;
		}
	}
	EXPECT_GT(found, ScaledCount(1000) / 10);
}

// The target is an L of a bar and an arm. A wall hides the arm, whose face is the nearest one. The bar is visible up to
// x = 0.75 m, and must get an impulse.
TEST(Blast, AFaceInSightIsPushedThoughTheNearestOneIsHidden)
{
	const b2Vec2 origin{0.0f, 1.8f};
	for (const float slope : {0.0f, 1.0e-6f, -1.0e-6f, 0.5f / 4.5f, -0.5f / 4.5f})
	{
		const float left = -1.0f + 4.5f * slope;
		const std::vector<b2Vec2> outline{{-3.0f, -1.7f}, {2.0f, -1.7f}, {2.0f, 2.0f},
		                                  {1.5f, 2.0f},   {1.5f, -1.0f}, {-3.0f, left}};
		const auto geometry = CastGeometry::Make(ValueOf(Outline::Make(outline)));
		Street street;
		b2Fixture* target = street.AddBox({0.0f, 0.0f}, 0.1f, 0.1f, 0.0f, b2_dynamicBody);
		ASSERT_TRUE(AttachGeometry(target, ValueOf(geometry)));
		const auto open = Measure(street.world, Even(origin, 20.0f));
		ASSERT_EQ(open.size(), 1u);
		EXPECT_EQ(open[0].share, 1.0f);
		street.AddBox({0.8f, 1.0f}, 0.05f, 2.0f + std::abs(slope));
		const auto hits = Measure(street.world, Even(origin, 20.0f));
		const BlastHit* hit = HitOn(hits, target->GetBody());
		ASSERT_NE(hit, nullptr) << slope;
		// The bar's top is on the line y = -1 + slope * (1.5 - x). The impulse is perpendicular to this line.
		const b2Vec2 down = (1.0f / std::hypot(1.0f, slope)) * b2Vec2{-slope, -1.0f};
		const float seen = 3.75f * std::hypot(1.0f, slope);
		const float distance = (2.8f - 1.5f * slope) / std::hypot(1.0f, slope);
		const float tolerance = slope == 0.0f ? 1.0e-5f : 0.1f; // a slope moves the shadow's edge slightly
		EXPECT_NEAR(hit->distance, distance, 1.0e-5f) << slope;
		EXPECT_NEAR(hit->seenLength, seen, tolerance) << slope;
		EXPECT_NEAR(hit->impulse.x, 10.0f * hit->seenLength * down.x, 1.0e-4f) << slope;
		EXPECT_NEAR(hit->impulse.y, 10.0f * hit->seenLength * down.y, 1.0e-4f) << slope;
		EXPECT_NEAR(hit->share, seen / (3.0f + 4.5f * std::hypot(1.0f, slope)), tolerance) << slope;
	}
}

namespace
{

// Returns the index of the first segment that a ray hits, computed in plain doubles; -1: none.
int32_t FirstOf(const std::vector<std::pair<b2Vec2, b2Vec2>>& segments, b2Vec2 from, double angle, double reach)
{
	const double ux = std::cos(angle);
	const double uy = std::sin(angle);
	int32_t first = -1;
	for (size_t i = 0; i < segments.size(); ++i)
	{
		const double ax = static_cast<double>(segments[i].first.x) - from.x;
		const double ay = static_cast<double>(segments[i].first.y) - from.y;
		const double ex = static_cast<double>(segments[i].second.x) - segments[i].first.x;
		const double ey = static_cast<double>(segments[i].second.y) - segments[i].first.y;
		const double area = ux * ey - uy * ex;
		const double distance = (ax * ey - ay * ex) / area;
		const double share = (ax * uy - ay * ux) / area;
		if (distance > 0.0 && distance < reach && share >= 0.0 && share <= 1.0)
		{
			reach = distance;
			first = static_cast<int32_t>(i);
		}
	}
	return first;
}

} // namespace

TEST(Blast, EveryOutlineOfWhichAPartIsInSightIsHitAndPushed)
{
	SceneRandom random(11);
	int32_t partly = 0;
	for (int32_t i = 0; i < ScaledCount(3000) && HasFailure() == false; ++i)
	{
		// The outline is a C that is open to the right. The blast is in its middle.
		std::vector<b2Vec2> outline;
		for (int32_t corner = 0; corner < 12; ++corner)
		{
			const bool isOuter = corner < 6;
			const float angle = 0.7f + static_cast<float>(isOuter ? corner : 11 - corner);
			const float distance = isOuter ? 7.0f : random.Uniform(1.0f, 5.0f);
			outline.push_back({distance * std::cos(angle), distance * std::sin(angle)});
		}
		const auto geometry = CastGeometry::Make(ValueOf(Outline::Make(outline)));
		Street street;
		b2Fixture* target = street.AddBox({0.0f, 0.0f}, 0.5f, 0.5f, 0.0f, b2_dynamicBody);
		ASSERT_TRUE(AttachGeometry(target, ValueOf(geometry)));
		std::vector<std::pair<b2Vec2, b2Vec2>> segments;
		for (size_t k = 0; k < outline.size(); ++k)
		{
			segments.emplace_back(outline[k], outline[(k + 1) % outline.size()]);
		}
		const b2Vec2 middle = 0.3f * random.Direction();
		const b2Vec2 half = random.Uniform(0.2f, 5.0f) * middle.Skew();
		const b2Vec2 end = middle - half;
		const b2Vec2 other = middle + half;
		street.AddChain({end, other});
		segments.emplace_back(end, other);
		const ExplosionDef def = Even(random.InBox(0.2f), 20.0f);
		int32_t seen = 0;
		for (int32_t k = 0; k < 720; ++k)
		{
			const double angle = std::numbers::pi * k / 360.0;
			const int32_t first = FirstOf(segments, def.position, angle, 20.0);
			seen += first >= 0 && static_cast<size_t>(first) < outline.size() ? 1 : 0;
		}
		const std::vector<BlastHit> hits = Measure(street.world, def);
		const BlastHit* hit = HitOn(hits, target->GetBody());
		if (seen >= 2)
		{
			ASSERT_NE(hit, nullptr) << i;
			EXPECT_GT(hit->share, 0.0f) << i;
			EXPECT_LE(hit->share, 1.0f) << i;
			EXPECT_GT(hit->impulse.Length(), 0.0f) << i;
			partly += hit->share < 1.0f ? 1 : 0;
		}
	}
	EXPECT_GT(partly, ScaledCount(3000) / 4);
}

TEST(Blast, ANearerBodyHidesAndTheSharesAddUp)
{
	// Both crates face the blast. The second is half in the first crate's shadow, which reaches up to y = 2 * 0.5 m at
	// the second crate's face.
	Street street;
	b2Body* first = street.AddBox({4.5f, 0.0f}, 0.5f, 0.5f, 0.0f, b2_dynamicBody)->GetBody();
	b2Body* second = street.AddBox({8.5f, 1.0f}, 0.5f, 1.0f, 0.0f, b2_dynamicBody)->GetBody();
	const auto hits = Measure(street.world, Even({0.0f, 0.0f}, 20.0f));
	ASSERT_EQ(hits.size(), 2u);
	EXPECT_EQ(hits[0].body, first);
	EXPECT_EQ(hits[1].body, second);
	EXPECT_NEAR(hits[1].seenLength, 1.0f, 1.0e-5f);
	EXPECT_NEAR(hits[1].share, 0.5f, 1.0e-5f);
	EXPECT_NEAR(hits[1].point.y, 1.0f, 1.0e-5f) << "the nearest that is in sight";
}

TEST(Blast, AgreesWithManyRays)
{
	SceneRandom random(71);
	for (int round = 0; round < ScaledCount(30); ++round)
	{
		Street street;
		const float scale = random.LogUniform(0.1f, 100.0f);
		const b2Vec2 at = random.OneIn(4) ? b2Vec2{10000.0f, -7000.0f} : b2Vec2{0.0f, 0.0f};
		const float unit = at.x > 0.0f ? std::max(scale, 10.0f) : scale;
		for (int i = 0; i < 24; ++i)
		{
			const b2Vec2 way = random.Uniform(1.6f, 8.0f) * random.Direction();
			AddAnyBody(street, random, at + unit * way, unit * random.Uniform(0.2f, 1.0f));
		}
		ExplosionDef def{.position = at};
		def.radius = random.OneIn(4) ? 0.0f : unit * random.LogUniform(0.01f, 10.0f);
		def.falloff = def.radius > 0.0f && random.OneIn(4) ? 0.0f : unit * random.LogUniform(0.1f, 20.0f);
		def.impulsePerLength = random.LogUniform(0.01f, 100.0f);
		const auto expected = Referee(street.world, def, 100000);
		const auto hits = Measure(street.world, def);
		for (const RefereedHit& want : expected)
		{
			const double blur = want.blur + 1.0e-5 * unit;
			const double reach = static_cast<double>(def.radius) + def.falloff;
			const BlastHit* hit = HitOn(hits, want.body);
			if (hit == nullptr)
			{
				EXPECT_LT(want.length, blur) << "round " << round;
				continue;
			}
			const double slack = def.impulsePerLength * blur;
			EXPECT_NEAR(hit->seenLength, want.length, blur) << "round " << round;
			EXPECT_NEAR(hit->share, std::min(1.0, want.length / want.whole), 2.0 * (blur + want.wholeBlur) / want.whole)
			    << "round " << round;
			EXPECT_NEAR(hit->impulse.x, want.x, slack) << "round " << round;
			EXPECT_NEAR(hit->impulse.y, want.y, slack) << "round " << round;
			EXPECT_NEAR(hit->moment, want.moment, slack * std::min(reach, 12.0 * unit)) << "round " << round;
			EXPECT_NEAR(hit->distance, want.distance, 0.01 * want.distance) << "round " << round;
		}
		for (const BlastHit& hit : hits)
		{
			const auto found = std::ranges::find(expected, hit.body, &RefereedHit::body);
			EXPECT_TRUE(found != expected.end() || hit.seenLength < 0.01f * unit) << "round " << round;
			EXPECT_TRUE(hit.share >= 0.0f && hit.share <= 1.0f);
		}
	}
}

TEST(Blast, ASnapshotGivesTheSameBits)
{
	SceneRandom random(17);
	for (int round = 0; round < ScaledCount(40); ++round)
	{
		Street street;
		for (int i = 0; i < 30; ++i)
		{
			AddAnyBody(street, random, 6.0f * random.InBox(1.0f), random.Uniform(0.1f, 0.8f));
		}
		Snapshot snapshot(street.world);
		snapshot.Update();
		const ExplosionDef def{.position = 6.0f * random.InBox(1.0f), .radius = random.Uniform(0.0f, 5.0f)};
		const auto live = Measure(street.world, def);
		const auto copied = Measure(snapshot, def);
		ASSERT_EQ(live.size(), copied.size());
		for (size_t i = 0; i < live.size(); ++i)
		{
			EXPECT_EQ(live[i].body, copied[i].body);
			EXPECT_EQ(live[i].fixture, copied[i].fixture);
			EXPECT_EQ(live[i].child, copied[i].child);
			EXPECT_EQ(live[i].point, copied[i].point);
			EXPECT_EQ(live[i].impulse, copied[i].impulse);
			EXPECT_EQ(live[i].moment, copied[i].moment);
			EXPECT_EQ(live[i].share, copied[i].share);
			EXPECT_EQ(live[i].damage, copied[i].damage);
		}
	}
}

TEST(Blast, AtTheSameDistanceTheWorldsOrderDecides)
{
	// Four circles are at the same distance from the centre. They are created again in any order, so their addresses
	// are arbitrary.
	Street street;
	for (int i = 0; i < 4; ++i)
	{
		static const b2Vec2 k_ways[] = {{3.0f, 0.0f}, {0.0f, -3.0f}, {-3.0f, 0.0f}, {0.0f, 3.0f}};
		street.AddCircle(k_ways[i], 0.5f, b2_dynamicBody);
	}
	for (int i = 0; i < 20; ++i)
	{
		// Box2D reuses the destroyed body's memory block, so the addresses are out of order.
		b2Body* body = street.world.GetBodyList()->GetNext();
		const b2Vec2 place = body->GetPosition();
		street.world.DestroyBody(body);
		street.AddCircle(place, 0.5f, b2_dynamicBody);
		const auto hits = Measure(street.world, Even({0.0f, 0.0f}, 5.0f));
		ASSERT_EQ(hits.size(), 4u);
		const b2Body* next = street.world.GetBodyList();
		for (const BlastHit& hit : hits)
		{
			EXPECT_EQ(hit.body, next);
			next = next->GetNext();
		}
	}
}

TEST(Blast, TheFilterDecidesWhatHidesAndWhatIsHit)
{
	Street street;
	b2Body* curtain = street.AddBox({2.0f, 0.0f}, 0.1f, 3.0f)->GetBody();
	b2Body* crate = street.AddCrate({4.0f, 0.0f});
	b2Filter filter;
	filter.categoryBits = 0x0002;
	curtain->GetFixtureList()->SetFilterData(filter);
	ExplosionDef def = Even({0.0f, 0.0f}, 10.0f);
	EXPECT_EQ(HitOn(Measure(street.world, def), crate), nullptr);
	def.filter.maskBits = 0xFFFD;
	EXPECT_NE(HitOn(Measure(street.world, def), crate), nullptr);
	EXPECT_EQ(HitOn(Measure(street.world, def), curtain), nullptr);
	def.filter = {.ignoreBody = curtain};
	EXPECT_NE(HitOn(Measure(street.world, def), crate), nullptr);
	def.filter = {};
	curtain->GetFixtureList()->SetSensor(true);
	EXPECT_EQ(HitOn(Measure(street.world, def), curtain), nullptr);
	EXPECT_FLOAT_EQ(HitOn(Measure(street.world, def), crate)->share, 1.0f);
	def.filter.sensors = true;
	EXPECT_NE(HitOn(Measure(street.world, def), curtain), nullptr);
	EXPECT_EQ(HitOn(Measure(street.world, def), crate), nullptr);
}

TEST(Blast, OneWayEdgesHideByTheFiltersSides)
{
	Street street;
	street.AddChain({{2.0f, 3.0f}, {2.0f, -3.0f}}); // its front is its left side, which faces the blast
	b2Body* crate = street.AddCrate({4.0f, 0.0f});
	ExplosionDef def = Even({0.0f, 0.0f}, 10.0f);
	EXPECT_EQ(HitOn(Measure(street.world, def), crate), nullptr);
	def.filter.sides = Sides::Front;
	EXPECT_EQ(HitOn(Measure(street.world, def), crate), nullptr);
	def.filter.sides = Sides::Back;
	EXPECT_NE(HitOn(Measure(street.world, def), crate), nullptr);
}

TEST(Blast, OnASurfaceItIsSeenFromBeforeIt)
{
	// The centre is on the face, as if a rocket had hit it, or within a rounding error on either side of the face.
	for (const b2Vec2 origin : {b2Vec2{0.0f, 0.0f}, b2Vec2{10000.0f, 10000.0f}})
	{
		const float ulp = origin.x > 0.0f ? 0x1p-10f : 0x1p-24f;
		for (const float offset : {0.0f, ulp, -ulp, 0.004f})
		{
			Street street;
			b2Body* crate = street.AddCrate(origin + b2Vec2{2.0f, 0.0f});
			b2Body* other = street.AddCrate(origin + b2Vec2{-2.0f, 0.0f});
			b2Body* behind = street.AddCrate(origin + b2Vec2{6.0f, 0.0f});
			b2Body* above = street.AddCrate(origin + b2Vec2{1.0f, 3.0f});
			const auto hits = Measure(street.world, Even(origin + b2Vec2{1.5f + offset, 0.0f}, 20.0f));
			ASSERT_NE(HitOn(hits, crate), nullptr);
			EXPECT_NEAR(HitOn(hits, crate)->impulse.x, 10.0f, 0.01f) << offset;
			EXPECT_NEAR(HitOn(hits, crate)->distance, 0.005f, 0.003f);
			ASSERT_NE(HitOn(hits, other), nullptr);
			EXPECT_NEAR(HitOn(hits, other)->impulse.x, -10.0f, 0.01f);
			EXPECT_EQ(HitOn(hits, behind), nullptr);
			ASSERT_NE(HitOn(hits, above), nullptr);
			EXPECT_NEAR(HitOn(hits, above)->moment, -5.0f - 10.0f * offset, 0.01f)
			    << "about the position that was given";
		}
	}
}

TEST(Blast, InACornerAndOnASeamItStandsOffFromAll)
{
	Street street;
	b2Body* floor = street.AddBox({0.0f, -0.5f}, 2.0f, 0.5f)->GetBody();
	b2Body* wall = street.AddBox({2.5f, 0.0f}, 0.5f, 2.0f)->GetBody();
	b2Body* next = street.AddBox({-4.0f, -0.5f}, 2.0f, 0.5f)->GetBody();
	b2Body* crate = street.AddCrate({-3.0f, 2.0f});
	const auto corner = Measure(street.world, Even({2.0f, 0.0f}, 20.0f));
	EXPECT_GT(HitOn(corner, floor)->seenLength, 1.9f);
	EXPECT_GT(HitOn(corner, wall)->seenLength, 1.9f);
	EXPECT_NE(HitOn(corner, crate), nullptr);
	const auto seam = Measure(street.world, Even({-2.0f, 0.0f}, 20.0f));
	EXPECT_NE(HitOn(seam, floor), nullptr);
	EXPECT_NE(HitOn(seam, next), nullptr);
	EXPECT_NE(HitOn(seam, crate), nullptr);
	// From a corner of a crate, the blast sees both faces that meet there.
	const auto tip = Measure(street.world, Even({-2.5f, 2.5f}, 20.0f));
	ASSERT_NE(HitOn(tip, crate), nullptr);
	EXPECT_GT(HitOn(tip, crate)->impulse.Length(), 1.0f);
}

// A ball intersects a floor. The blast is on the ball, just beside the floor, and must stay on its side of the floor.
TEST(Blast, OnASurfaceBesideAThinFloorItStaysOnItsSide)
{
	SceneRandom random(19);
	for (int32_t i = 0; i < ScaledCount(2000) && HasFailure() == false; ++i)
	{
		Street street;
		const bool isPlate = random.OneIn(2);
		const float half = random.LogUniform(1.0e-5f, 1.0e-3f); // half the thickness of the plate
		const float side = random.Sign();
		(void)(isPlate ? street.AddBox({0.0f, -side * half}, 10.0f, half)
		               : street.AddChain({{10.0f, 0.0f}, {0.0f, 0.0f}, {-10.0f, 0.0f}}));
		b2Body* ball = street.AddCircle({0.0f, side * random.Uniform(0.3f, 0.7f)}, 1.0f)->GetBody();
		b2Body* near = street.AddBox({-4.0f, side}, 0.5f, 0.9f)->GetBody();
		b2Body* far = street.AddBox({-4.0f, -side}, 0.5f, 0.9f)->GetBody();
		const float gap = random.LogUniform(1.0e-6f, 1.0e-2f);
		const auto hit = CastRayClosest(street.world, RayBetween({-3.0f, side * gap}, {3.0f, side * gap}));
		ASSERT_TRUE(hit && hit->fixture->GetBody() == ball) << i;
		const auto hits = Measure(street.world, Even(hit->enter.point, 20.0f));
		EXPECT_NE(HitOn(hits, near), nullptr) << i << ", gap " << gap;
		EXPECT_EQ(HitOn(hits, far), nullptr) << i << ", gap " << gap;
		EXPECT_NE(HitOn(hits, ball), nullptr) << i << ", gap " << gap;
	}
}

TEST(Blast, InsideASolidItIsShutIn)
{
	Street street;
	b2Body* bunker = street.AddBox({0.0f, 0.0f}, 1.0f, 1.0f, 0.3f, b2_dynamicBody)->GetBody();
	b2Body* crate = street.AddCrate({4.0f, 0.0f});
	ExplosionDef def = Even({0.2f, 0.1f}, 10.0f);
	const auto hits = Measure(street.world, def);
	ASSERT_EQ(hits.size(), 1u);
	EXPECT_EQ(hits[0].body, bunker);
	EXPECT_EQ(hits[0].distance, 0.0f);
	EXPECT_EQ(hits[0].share, 1.0f);
	EXPECT_EQ(hits[0].damage, 1.0f);
	EXPECT_EQ(hits[0].impulse, b2Vec2(0.0f, 0.0f));
	EXPECT_EQ(hits[0].moment, 0.0f);
	def.filter.startInside = false;
	const auto open = Measure(street.world, def);
	EXPECT_EQ(HitOn(open, bunker), nullptr);
	EXPECT_NE(HitOn(open, crate), nullptr);
	// If two solids contain the centre, the blast hits both.
	b2Body* second = street.AddCircle({0.0f, 0.0f}, 0.8f, b2_dynamicBody)->GetBody();
	def.filter.startInside = true;
	const auto both = Measure(street.world, def);
	ASSERT_EQ(both.size(), 2u);
	EXPECT_EQ(both[0].body, second) << "made later, it comes first in the world's order";
	EXPECT_EQ(both[1].body, bunker);
}

TEST(Blast, OnAnEdgeBothSidesAreInSight)
{
	Street street;
	b2Body* ground = street.AddChain({{-9.0f, 0.0f}, {9.0f, 0.0f}})->GetBody();
	b2Body* above = street.AddCrate({0.0f, 2.0f});
	b2Body* below = street.AddCrate({0.0f, -2.0f});
	const auto on = Measure(street.world, Even({0.0f, 0.0f}, 10.0f));
	EXPECT_NE(HitOn(on, above), nullptr);
	EXPECT_NE(HitOn(on, below), nullptr);
	EXPECT_EQ(HitOn(on, ground), nullptr);
	const auto over = Measure(street.world, Even({0.0f, 0.01f}, 10.0f));
	EXPECT_NE(HitOn(over, above), nullptr);
	EXPECT_EQ(HitOn(over, below), nullptr);
	EXPECT_NE(HitOn(over, ground), nullptr);
}

// At a kilometre from the origin, 1024 units of float spacing are 6 cm, so a search for a free point would leave the
// solid. If the filter rejects a solid that contains the centre, that solid does not count.
TEST(Blast, PointsStayInASolidThatTheFilterLeavesOut)
{
	SceneRandom random(29);
	for (int i = 0; i < 500; ++i)
	{
		Street street;
		const b2Vec2 middle{1000.0f + random.Uniform(-1.0f, 1.0f), 1000.0f + random.Uniform(-1.0f, 1.0f)};
		street.AddBox(middle, 1.0f, 0.5f, 0.0f);
		const float sunk = random.Uniform(0.02f, 0.06f);
		const float angle = random.OneIn(2) ? 0.0f : random.Uniform(-0.2f, 0.2f);
		const b2Body* box = street.AddBox(middle - b2Vec2{0.0f, sunk}, 0.5f, 0.5f, angle)->GetBody();
		ExplosionDef def = Even(middle + b2Vec2{random.Uniform(-0.3f, 0.3f), 0.5f - random.Uniform(0.01f, sunk)}, 3.0f);
		def.filter.startInside = false;
		const std::vector<BlastHit> hits = Measure(street.world, def);
		if (const BlastHit* hit = HitOn(hits, box); hit != nullptr)
		{
			ASSERT_NEAR(b2Distance(hit->point, def.position), hit->distance, 5.0e-4f) << "scene " << i;
		}
	}
}

TEST(Blast, BadNumbersAreRefused)
{
	Street street;
	street.AddCrate({2.0f, 0.0f});
	const auto expect = [&](const ExplosionDef& def, const Error& error)
	{
		std::vector<BlastHit> hits(3);
		ExpectError(MeasureBlast(street.world, def, hits).GetError(), error);
		EXPECT_TRUE(hits.empty());
	};
	expect({.position = {0.0f, k_nan}}, {ErrorReason::NotFinite, "ExplosionDef::position", -1, k_nan});
	expect({.radius = -1.0f}, {ErrorReason::TooSmall, "ExplosionDef::radius", -1, -1.0, 0.0});
	expect({.radius = k_inf}, {ErrorReason::NotFinite, "ExplosionDef::radius", -1, k_inf});
	expect({.falloff = -2.0f}, {ErrorReason::TooSmall, "ExplosionDef::falloff", -1, -2.0, 0.0});
	expect({.radius = 0.0f, .falloff = 0.0f}, {ErrorReason::NotPositive, "radius + falloff", -1, 0.0});
	expect({.radius = 3.0e38f, .falloff = 3.0e38f}, {ErrorReason::NotFinite, "radius + falloff", -1, k_inf});
	expect({.impulsePerLength = k_inf}, {ErrorReason::NotFinite, "ExplosionDef::impulsePerLength", -1, k_inf});
	expect({.damage = k_nan}, {ErrorReason::NotFinite, "ExplosionDef::damage", -1, k_nan});
}

TEST(Blast, NumbersAtTheEndOfFloatGiveNumbers)
{
	Street street;
	street.AddCrate({2.0f, 0.0f});
	street.AddCircle({-2.0f, 0.0f}, 1.0f, b2_dynamicBody);
	for (const float radius : {1.0e-38f, 1.0e-20f, 3.0f, 1.0e20f, 1.5e38f})
	{
		for (const float impulse : {0.0f, 1.0e-38f, 3.0e38f, -3.0e38f})
		{
			for (const b2Vec2 position : {b2Vec2{0.0f, 0.0f}, b2Vec2{1.5f - 1.0e-7f, 0.0f}, b2Vec2{1.0e15f, 3.0e37f}})
			{
				const ExplosionDef def{position, radius, 1.5e38f, impulse, 1.0e38f};
				for (const BlastHit& hit : Measure(street.world, def))
				{
					EXPECT_TRUE(hit.impulse.IsValid() && hit.point.IsValid());
					EXPECT_TRUE(std::isfinite(hit.moment) && std::isfinite(hit.damage) && std::isfinite(hit.share));
				}
			}
		}
	}
}

TEST(Blast, FromAnyVertexFaceOrInsideHitsAreInOrderAndInBounds)
{
	SceneRandom random(23);
	for (int round = 0; round < ScaledCount(2000); ++round)
	{
		Street street;
		for (int i = 0; i < 8; ++i)
		{
			const b2Vec2 place = 0.5f * b2Vec2{static_cast<float>(random.Between(-4, 4)), static_cast<float>(i / 2)};
			if (random.OneIn(2))
			{
				street.AddCrate(place);
				continue;
			}
			AddAnyBody(street, random, place, 0.5f);
		}
		b2Fixture* fixture = street.world.GetBodyList()->GetFixtureList();
		b2Vec2 position = fixture->GetBody()->GetPosition();
		if (fixture->GetType() == b2Shape::e_polygon)
		{
			const auto* polygon = static_cast<const b2PolygonShape*>(fixture->GetShape());
			const int32_t k = random.Below(polygon->m_count);
			const b2Vec2 a = polygon->m_vertices[k];
			const b2Vec2 b = polygon->m_vertices[(k + 1) % polygon->m_count];
			position = fixture->GetBody()->GetWorldPoint(random.OneIn(2) ? a : 0.5f * (a + b));
		}
		const ExplosionDef def{.position = position, .radius = random.OneIn(2) ? 0.0f : 2.0f, .falloff = 3.0f};
		const auto hits = Measure(street.world, def);
		EXPECT_FALSE(hits.empty());
		for (size_t i = 0; i < hits.size(); ++i)
		{
			const BlastHit& hit = hits[i];
			EXPECT_LE(i == 0 ? 0.0f : hits[i - 1].distance, hit.distance);
			EXPECT_TRUE(hit.share >= 0.0f && hit.share <= 1.0f) << hit.share;
			EXPECT_TRUE(hit.damage >= 0.0f && hit.damage <= hit.share) << hit.damage;
			EXPECT_TRUE(hit.distance <= 5.0f && hit.point.IsValid());
			EXPECT_LE(hit.impulse.Length(), 10.0f * hit.seenLength * 1.00001f) << round;
			EXPECT_EQ(HitOn(hits, hit.body), &hit) << "each body once";
		}
	}
}

TEST(Blast, MemoryThatRunsOutLeavesNoHits)
{
	Street street;
	SceneRandom random(3);
	for (int i = 0; i < 20; ++i)
	{
		AddAnyBody(street, random, 6.0f * random.InBox(1.0f), 0.5f);
	}
	const auto make = []
	{
		return std::make_unique<std::vector<BlastHit>>();
	};
	// Each thread keeps its own buffers, so a new thread must allocate all of them.
	int32_t failures = 0;
	std::thread(
	    [&]
	    {
		    failures = FailEach(
		        make, [&](std::vector<BlastHit>& hits) { return MeasureBlast(street.world, {.radius = 10.0f}, hits); },
		        [](const std::vector<BlastHit>& hits, bool failed) { EXPECT_EQ(hits.empty(), failed); });
	    })
	    .join();
	// On Windows, the first allocation that fails belongs to a thread_local object. The call then succeeds, and
	// allocates all buffers.
	EXPECT_GE(failures, 4);
	std::vector<BlastHit> hits;
	EXPECT_TRUE(MeasureBlast(street.world, {.radius = 10.0f}, hits));
	const size_t count = hits.size();
	EXPECT_EQ(AllocationsOf([&] { return MeasureBlast(street.world, {.radius = 10.0f}, hits); }), 0);
	EXPECT_EQ(hits.size(), count);
}

} // namespace ricochet::test::blast_test
