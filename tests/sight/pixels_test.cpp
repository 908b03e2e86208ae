// MIT License, Copyright (c) 2026 the ricochet authors

#include "sight/hard_world.h"

#include <ricochet/query/ray_query.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <functional>
#include <numbers>

// Draws pictures: compares what the polygon lights with what a hundred thousand rays reach. Also tests moving lights,
// which must not flicker.

namespace ricochet::test::pixels_test
{

namespace
{

constexpr double k_turn = 2.0 * std::numbers::pi;

struct Picture
{
	int lit = 0;
	int dark = 0;
	int bled = 0; ///< lit, but certainly dark
	int lost = 0; ///< dark, but certainly lit
};

class Pixels : public HardWorlds
{
protected:
	// Returns the distances along rays at equal angles around the eye.
	static std::vector<double> CastAround(const b2World& world, b2Vec2 eye, float radius, int count)
	{
		std::vector<double> distances;
		for (int i = 0; i < count; ++i)
		{
			const double angle = k_turn * i / count;
			const b2Vec2 direction{static_cast<float>(std::cos(angle)), static_cast<float>(std::sin(angle))};
			const auto hit = CastRayClosest(world, Ray{eye, radius * direction});
			distances.push_back((hit ? static_cast<double>(hit->enter.fraction) : 1.0) * static_cast<double>(radius));
		}
		return distances;
	}

	// Compares the polygon with rays, pixel by pixel. A pixel counts as lit or dark if the four neighbouring rays agree
	// by more than a centimetre. Nothing in these scenes is narrower than the distance between two rays, and no tip
	// between two rays is longer than a centimetre.
	Picture Draw(b2Vec2 eye, float radius)
	{
		const auto polygon = SeeRound(*m_scene.world, eye, radius);
		const int side = std::max(64, static_cast<int>(512.0 * std::sqrt(TestScale())));
		constexpr int count = 100000; // at every scale, or else neighbouring rays disagree at too many pixels
		const std::vector<double> rays = CastAround(*m_scene.world, eye, radius, count);
		Picture picture;
		for (int i = 0; i < side * side; ++i)
		{
			const double x = radius * (2.0 * (i % side) + 1.0 - side) / side;
			const double y = radius * (2.0 * (i / side) + 1.0 - side) / side;
			const b2Vec2 p = eye + b2Vec2{static_cast<float>(x), static_cast<float>(y)};
			const double place = std::atan2(y, x) / k_turn * count + 2.0 * count - 1.0;
			double low = radius, high = 0.0;
			for (int k = 0; k < 4; ++k)
			{
				const double ray = rays[static_cast<size_t>((static_cast<int>(place) + k) % count)];
				low = std::min(low, ray);
				high = std::max(high, ray);
			}
			const double distance = std::hypot(x, y);
			const bool isLit = distance<low - 0.01, isDark = distance> high + 0.01;
			picture.lit += isLit ? 1 : 0;
			picture.dark += isDark ? 1 : 0;
			const bool isSeen = distance <= DistanceAlong(polygon, eye, (1.0 / distance) * Point2{x, y});
			picture.bled += isDark && isSeen ? 1 : 0;
			picture.lost += isLit && isSeen == false ? 1 : 0;
			// Contains is exact but slow, so only one pixel in 31 is checked.
			EXPECT_TRUE(i % 31 != 0 || isLit == isDark || Contains(polygon, eye, p) == isLit) << ToText(p);
		}
		std::printf("    %d x %d: %d lit, %d dark, %d bled, %d lost\n", side, side, picture.lit, picture.dark,
		            picture.bled, picture.lost);
		return picture;
	}

	void ExpectTrue(const Picture& picture)
	{
		EXPECT_EQ(picture.bled, 0);
		EXPECT_EQ(picture.lost, 0);
		EXPECT_GT(picture.lit, (picture.lit + picture.dark) / 20);
		EXPECT_GT(picture.dark, (picture.lit + picture.dark) / 20);
	}
};

TEST_F(Pixels, OfALevel)
{
	// The level has a hilly floor of one chain, platforms of touching tiles, crates, balls, and a slope.
	std::vector<b2Vec2> floor;
	for (int i = -20; i <= 20; ++i)
	{
		floor.push_back({static_cast<float>(i), -6.0f + std::sin(0.7f * static_cast<float>(i))});
	}
	m_scene.Add(m_scene.AddBody({0.0f, 0.0f}, 0.0f), ValueOf(MakeChain(floor)));
	for (int i = 0; i < 6; ++i)
	{
		AddBox({-8.0f + static_cast<float>(i), 2.0f}, 0.5f, 0.25f);
		AddBox({4.5f, -3.0f + static_cast<float>(i)}, 0.5f, 0.5f);
	}
	AddBox({1.0f, -2.0f}, 0.4f, 0.4f, 0.3f);
	AddBox({-4.0f, -3.0f}, 0.6f, 0.3f, -0.8f);
	AddBox({-1.0f, 5.0f}, 2.0f, 0.2f, 0.4f);
	m_scene.AddCircle({-3.0f, -1.0f}, 0.7f);
	m_scene.AddCircle({2.0f, 4.0f}, 0.5f);
	m_scene.AddCircle({8.0f, 6.0f}, 2.0f);
	ExpectTrue(Draw({0.0f, 0.5f}, 15.0f));
	ExpectTrue(Draw({-6.5f, 4.0f}, 15.0f));
}

TEST_F(Pixels, OfScatteredShapes)
{
	m_scene = MakeScatteredScene(60, 51);
	ExpectTrue(Draw({0.3f, 0.1f}, 12.0f));
}

TEST_F(Pixels, OfADungeon)
{
	// The dungeon has rooms of touching and overlapping boxes, with doors.
	AddLoop(12.0f);
	for (int i = -12; i < 12; ++i)
	{
		if (i != -7 && i != 5)
		{
			AddBox({static_cast<float>(i) + 0.5f, 3.0f}, 0.5f, 0.25f);
		}
		if (i != 0 && i != 8)
		{
			AddBox({-4.0f, static_cast<float>(i) + 0.5f}, 0.25f, 0.5f);
		}
	}
	m_scene.AddCircle({4.0f, -2.0f}, 1.0f);
	m_scene.AddCircle({4.5f, -1.0f}, 1.0f);
	ExpectTrue(Draw({1.0f, 0.5f}, 20.0f));
	ExpectTrue(Draw({5.5f, 2.5f}, 20.0f));
}

// Returns a bound of the area that a shift of the eye can change. A point's visibility changes only if its line to the
// eye sweeps over a vertex (or a tangent). The point is then in a sector at that vertex. The sector's angle is at most
// asin(shift / distance), and its length at most the width of the disc.
double SectorsAt(const b2World& world, b2Vec2 eye, float radius, double shift, const b2Body* only)
{
	double area = 0.0;
	const auto add = [&](b2Vec2 vertex)
	{
		const double distance = Length(Widen(vertex) - Widen(eye)) - shift;
		area += 0.5 * 4.0 * radius * radius * std::asin(std::min(1.0, shift / std::max(distance, shift)));
	};
	for (const b2Body* body = world.GetBodyList(); body != nullptr; body = body->GetNext())
	{
		const b2Fixture* fixture = body->GetFixtureList();
		if (only != nullptr && body != only)
		{
			continue;
		}
		if (fixture->GetType() == b2Shape::e_circle)
		{
			const auto& circle = static_cast<const b2CircleShape&>(*fixture->GetShape());
			const double distance = Length(Widen(body->GetPosition()) - Widen(eye));
			const double tangent = std::sqrt(distance * distance - circle.m_radius * circle.m_radius) - shift;
			area += 4.0 * radius * radius * std::asin(std::min(1.0, shift / tangent));
			continue;
		}
		const auto& polygon = static_cast<const b2PolygonShape&>(*fixture->GetShape());
		for (int32_t i = 0; i < polygon.m_count; ++i)
		{
			add(b2Mul(body->GetTransform(), polygon.m_vertices[i]));
		}
	}
	return area;
}

class MovingLight : public Pixels
{
protected:
	static constexpr float k_radius = 12.0f;
	static constexpr float k_step = 1e-3f;

	MovingLight()
	{
		AddBox({2.0f, 3.0f}, 1.0f, 0.5f);
		AddBox({4.0f, 3.0f}, 1.0f, 0.5f); // touches the first box
		AddBox({-3.0f, -2.0f}, 0.5f, 2.0f, 0.5f);
		AddBox({0.0f, -4.0f}, 1.0f, 1.0f);
		AddBox({0.8f, -3.5f}, 1.0f, 1.0f, 0.2f); // overlaps the box below
		m_scene.AddCircle({-2.0f, 4.0f}, 1.0f);
	}

	// Moves the light in steps. Returns the largest change of the visible area in a step, as a share of the bound for
	// that step.
	template <class Move>
	double Sweep(int steps, const Move& move)
	{
		double worst = 0.0;
		std::vector<SightVertex> polygon;
		double before = -1.0;
		for (int i = 0; i < steps; ++i)
		{
			const auto [eye, bound] = move(static_cast<float>(i) * k_step);
			EXPECT_TRUE(VisibilityPolygon(*m_scene.world, eye, k_radius, polygon));
			const double area = AreaOf(polygon);
			if (i > 0)
			{
				worst = std::max(worst, std::abs(area - before) / bound);
				EXPECT_LE(std::abs(area - before), bound) << "step " << i;
			}
			before = area;
		}
		std::printf("    at most %.3f of the bound\n", worst);
		return worst;
	}
};

TEST_F(MovingLight, DoesNotFlicker)
{
	// The disc of sight moves, too. It gains and loses less than 2 * radius * step each.
	const double step = 1.01e-3;
	const double worst = Sweep(ScaledCount(8000),
	                           [&](float way)
	                           {
		                           const b2Vec2 eye{-4.0f + way, 1.0f};
		                           return std::pair(eye, SectorsAt(*m_scene.world, eye, k_radius, step, nullptr) +
		                                                     2.0 * k_radius * step + 1e-3);
	                           });
	EXPECT_GT(worst, 0.005) << "the bound says something";
}

TEST_F(MovingLight, DoesNotFlickerWhereABoxPasses)
{
	b2Body* body = AddBox({-6.0f, 2.0f}, 0.5f, 0.25f)->GetBody();
	const double step = 1.01e-3;
	const double worst =
	    Sweep(ScaledCount(10000),
	          [&](float way)
	          {
		          const b2Vec2 eye{0.0f, 1.0f};
		          body->SetTransform({-6.0f + way, 2.0f}, 0.0f);
		          return std::pair(eye, SectorsAt(*m_scene.world, eye, k_radius, step, body) + 3.0 * step + 1e-3);
	          });
	EXPECT_GT(worst, 0.005) << "the bound says something";
}

} // namespace

} // namespace ricochet::test::pixels_test
