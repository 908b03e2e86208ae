// MIT License, Copyright (c) 2026 the ricochet authors

#include "sight/light_cases.h"

#include "support/reference_flight.h"

#include <array>
#include <cmath>
#include <numbers>

// Tests the geometry of soft borders against formulas.

namespace ricochet::test::penumbra_test
{

namespace
{

constexpr double k_error = 1e-4; // apices are up to 2^-20 of their coordinates away from the corners

double DistanceToLine(Point2 point, const Penumbra& penumbra, b2Vec2 direction)
{
	return std::abs(Cross(point - Widen(penumbra.apex), Widen(direction)));
}

b2Vec2 Middle(const Penumbra& penumbra)
{
	const b2Vec2 sum = penumbra.towardLit + penumbra.towardDark;
	return 1.0f / sum.Length() * sum;
}

// Returns the direction at a share of the angle from the dark border to the lit one.
b2Vec2 DirectionAt(const Penumbra& penumbra, double share)
{
	const Point2 dark = Widen(penumbra.towardDark), lit = Widen(penumbra.towardLit);
	const double angle = share * std::atan2(Cross(dark, lit), Dot(dark, lit));
	return {static_cast<float>(std::cos(angle) * dark.x - std::sin(angle) * dark.y),
	        static_cast<float>(std::sin(angle) * dark.x + std::cos(angle) * dark.y)};
}

// Checks the laws that hold for every penumbra of a disc.
void ExpectBorders(const Light& light, const LitRegion& region)
{
	for (const Penumbra& penumbra : region.penumbras)
	{
		EXPECT_NEAR(penumbra.towardLit.Length(), 1.0f, 1e-6f);
		EXPECT_NEAR(penumbra.towardDark.Length(), 1.0f, 1e-6f);
		EXPECT_NEAR(DistanceToLine(Widen(light.position), penumbra, penumbra.towardLit), light.size, k_error);
		EXPECT_NEAR(DistanceToLine(Widen(light.position), penumbra, penumbra.towardDark), light.size, k_error);
		EXPECT_GT(b2Dot(penumbra.apex - light.position, Middle(penumbra)), 0.0f) << "away from the light";
		float reach = light.radius;
		for (const SightVertex& vertex : PolygonOf(region, penumbra))
		{
			reach = vertex.side == SightSide::Rim ? vertex.radius : reach;
			EXPECT_LE((vertex.point - light.position).Length(), light.radius + k_error);
			const Point2 way = Widen(vertex.point) - Widen(penumbra.apex);
			const double lit = Cross(way, Widen(penumbra.towardLit)), dark = Cross(way, Widen(penumbra.towardDark));
			EXPECT_LE(std::min(lit, dark), k_error);
			EXPECT_GE(std::max(lit, dark), -k_error) << "between the borders";
		}
		EXPECT_EQ(PolygonFault(PolygonOf(region, penumbra), penumbra.apex, reach), "");
	}
}

class Penumbras : public testing::Test
{
protected:
	LitRegion Soft() const
	{
		const LitRegion region = Lit(*m_scene.world, m_light);
		ExpectBorders(m_light, region);
		return region;
	}

	// Returns the penumbra whose apex is at a point.
	static Penumbra At(const LitRegion& region, b2Vec2 apex)
	{
		for (const Penumbra& penumbra : region.penumbras)
		{
			if ((penumbra.apex - apex).Length() < k_error)
			{
				return penumbra;
			}
		}
		ADD_FAILURE() << "no penumbra at " << apex.x << ", " << apex.y;
		return {};
	}

	Scene m_scene;
	Light m_light{.radius = 20.0f, .size = 0.5f};
};

TEST_F(Penumbras, OfTheEndsOfAWall)
{
	m_scene.AddEdge({4.0f, 0.0f}, {4.0f, 3.0f});
	const LitRegion region = Soft();
	ASSERT_EQ(region.penumbras.size(), 2u);
	const Penumbra low = At(region, {4.0f, 0.0f});
	// The lines through (4, 0) that touch the disc have the sine 1 / 8.
	const float sine = 0.125f, cosine = std::sqrt(1.0f - sine * sine);
	EXPECT_LT((low.towardLit - b2Vec2{cosine, -sine}).Length(), 1e-6f);
	EXPECT_LT((low.towardDark - b2Vec2{cosine, sine}).Length(), 1e-6f);
	EXPECT_NEAR(Area(PolygonOf(region, low)), std::asin(sine) * 16.0f * 16.0f, 1e-2f) << "a sector up to the reach";
	const Penumbra high = At(region, {4.0f, 3.0f});
	EXPECT_NEAR(b2Cross(high.towardDark, high.towardLit), std::sin(2.0f * std::asin(0.1f)), 1e-6f);
	EXPECT_GT(b2Cross(high.towardDark, high.towardLit), 0.0f) << "the lit side is the left one";
}

TEST_F(Penumbras, OfACircle)
{
	m_scene.AddCircle({5.0f, 0.0f}, 1.0f);
	const LitRegion region = Soft();
	ASSERT_EQ(region.penumbras.size(), 2u);
	for (const Penumbra& penumbra : region.penumbras)
	{
		// Tangents that pass between disc and circle have the sine (0.5 + 1) / 5. The other ones have the sine (1 -
		// 0.5) / 5.
		const float side = penumbra.apex.y > 0.0f ? 1.0f : -1.0f;
		EXPECT_LT((penumbra.towardLit - b2Vec2{std::sqrt(0.91f), 0.3f * side}).Length(), 1e-6f);
		EXPECT_LT((penumbra.towardDark - b2Vec2{std::sqrt(0.99f), 0.1f * side}).Length(), 1e-6f);
		EXPECT_NEAR(DistanceToLine({5.0, 0.0}, penumbra, penumbra.towardLit), 1.0, k_error);
		EXPECT_NEAR(DistanceToLine({5.0, 0.0}, penumbra, penumbra.towardDark), 1.0, k_error);
	}
	EXPECT_LT(region.penumbras[0].apex.y * region.penumbras[1].apex.y, 0.0f);
}

TEST_F(Penumbras, OfCirclesAtRandomTouchBothDiscs)
{
	SceneRandom random(8);
	for (int i = 0; i < ScaledCount(300); ++i)
	{
		m_scene = {};
		const b2Vec2 center = random.InBox(10.0f);
		const float radius = random.LogUniform(0.05f, 3.0f);
		m_scene.AddCircle(center, radius);
		m_light.size = random.LogUniform(0.02f, 2.0f);
		m_light.radius = 40.0f;
		const LitRegion region = Soft();
		EXPECT_EQ(region.penumbras.size(), center.Length() > radius + m_light.size ? 2u : 0u);
		for (const Penumbra& penumbra : region.penumbras)
		{
			EXPECT_NEAR(DistanceToLine(Widen(center), penumbra, penumbra.towardLit), radius, k_error);
			EXPECT_NEAR(DistanceToLine(Widen(center), penumbra, penumbra.towardDark), radius, k_error);
			// The lit border passes between the lamp's disc and the circle. The dark border does not.
			const Point2 apex = Widen(penumbra.apex), lit = Widen(penumbra.towardLit),
			             dark = Widen(penumbra.towardDark);
			EXPECT_LT(Cross(Widen(center) - apex, lit) * Cross(Point2{} - apex, lit), 0.0);
			EXPECT_GT(Cross(Widen(center) - apex, dark) * Cross(Point2{} - apex, dark), 0.0);
		}
	}
}

TEST_F(Penumbras, CutOffByAWallBehind)
{
	m_scene.AddEdge({4.0f, 0.0f}, {4.0f, 3.0f});
	b2Fixture* behind = m_scene.AddEdge({8.0f, -9.0f}, {8.0f, 9.0f});
	const LitRegion region = Soft();
	const Penumbra penumbra = At(region, {4.0f, 0.0f});
	EXPECT_NEAR(Area(PolygonOf(region, penumbra)), 16.0 * std::tan(std::asin(0.125)), k_error) << "a triangle";
	EXPECT_TRUE(Names(PolygonOf(region, penumbra), behind));
	EXPECT_EQ(CountOf(PolygonOf(region, penumbra), SightSide::Rim), 0);
}

TEST_F(Penumbras, HiddenInPartByAnotherBody)
{
	m_scene.AddEdge({4.0f, 0.0f}, {4.0f, 3.0f});
	const float whole = Area(PolygonOf(Soft(), At(Soft(), {4.0f, 0.0f})));
	// The box is in the upper half of the penumbra.
	m_scene.AddBox({10.0f, 2.0f}, 1.0f, 2.0f);
	const LitRegion region = Soft();
	const float cut = Area(PolygonOf(region, At(region, {4.0f, 0.0f})));
	// In the upper half, only the first 5 m remain, from the apex at (4, 0) to the box.
	EXPECT_NEAR(cut, 0.5f * whole + 0.5f * 25.0f * std::tan(std::asin(0.125f)), 0.02f);
}

TEST_F(Penumbras, OfACornerInTheDiscThereIsNone)
{
	m_scene.AddEdge({0.4f, 0.0f}, {0.4f, 5.0f});
	EXPECT_EQ(Soft().penumbras.size(), 1u) << "of the far end";
	m_light.size = 0.3f;
	EXPECT_EQ(Soft().penumbras.size(), 2u);
	m_light.size = 0.4f;
	EXPECT_EQ(Soft().penumbras.size(), 1u) << "on the rim of the disc";
	m_scene = {};
	m_scene.AddCircle({2.0f, 0.0f}, 1.5f);
	m_light.size = 0.6f;
	EXPECT_EQ(Soft().penumbras.size(), 0u);
	m_light.size = 0.45f;
	EXPECT_EQ(Soft().penumbras.size(), 2u);
}

TEST_F(Penumbras, OfAPointThereAreNone)
{
	m_scene.AddEdge({4.0f, 0.0f}, {4.0f, 3.0f});
	m_scene.AddCircle({-5.0f, 0.0f}, 1.0f);
	m_light.size = 0.0f;
	EXPECT_TRUE(Soft().penumbras.empty());
	ParallelLight parallel{.view = {{-9.0f, -9.0f}, {9.0f, 9.0f}}};
	parallel.direction = {1.0f, 0.25f};
	EXPECT_TRUE(Lit(*m_scene.world, parallel).penumbras.empty());
	parallel.spread = 0.1f;
	EXPECT_EQ(Lit(*m_scene.world, parallel).penumbras.size(), 4u)
	    << "a part of the source sees the end that the circle hides from its center";
}

TEST_F(Penumbras, OfCornersInAConeAlone)
{
	m_scene.AddEdge({4.0f, 0.0f}, {4.0f, 3.0f});
	const float whole = Area(PolygonOf(Soft(), At(Soft(), {4.0f, 0.0f})));
	m_light.cone = {0.3f, 0.62f};
	const LitRegion region = Soft();
	EXPECT_EQ(region.penumbras.size(), 1u);
	EXPECT_EQ(Area(PolygonOf(region, At(region, {4.0f, 0.0f}))), whole) << "not cut off at the border of the cone";
}

TEST_F(Penumbras, OfWhatTheFilterTakesAlone)
{
	m_scene.AddEdge({4.0f, 0.0f}, {4.0f, 3.0f});
	const float whole = Area(PolygonOf(Soft(), At(Soft(), {4.0f, 0.0f})));
	b2Fixture* box = m_scene.AddBox({8.0f, 0.0f}, 1.0f, 1.0f);
	EXPECT_LT(Area(PolygonOf(Soft(), At(Soft(), {4.0f, 0.0f}))), 0.5f * whole);
	m_light.filter.ignoreBody = box->GetBody();
	const LitRegion region = Soft();
	EXPECT_EQ(region.penumbras.size(), 2u);
	EXPECT_EQ(Area(PolygonOf(region, At(region, {4.0f, 0.0f}))), whole);
}

TEST_F(Penumbras, OfParallelLight)
{
	ParallelLight light{.direction = {0.0f, -3.0f}, .view = {{0.0f, 0.0f}, {20.0f, 10.0f}}, .spread = 0.2f};
	m_scene.AddEdge({2.0f, 5.0f}, {5.0f, 5.0f});
	m_scene.AddCircle({12.0f, 6.0f}, 1.5f);
	const LitRegion region = Lit(*m_scene.world, light);
	ASSERT_EQ(region.penumbras.size(), 4u);
	for (const Penumbra& penumbra : region.penumbras)
	{
		const bool litIsRight = std::abs(penumbra.apex.x - 5.0f) < 0.1f || penumbra.apex.x > 12.0f;
		const float across = std::sin(0.2f) * (litIsRight ? 1.0f : -1.0f);
		EXPECT_LT((penumbra.towardLit - b2Vec2{across, -std::cos(0.2f)}).Length(), 1e-6f);
		EXPECT_LT((penumbra.towardDark - b2Vec2{-across, -std::cos(0.2f)}).Length(), 1e-6f);
		const bool isOfCircle = penumbra.apex.x > 8.0f;
		EXPECT_NEAR(DistanceToLine({12.0, 6.0}, penumbra, penumbra.towardLit), isOfCircle ? 1.5 : 6.0,
		            isOfCircle ? k_error : 5.0);
		EXPECT_NEAR(DistanceToLine({12.0, 6.0}, penumbra, penumbra.towardDark), isOfCircle ? 1.5 : 6.0,
		            isOfCircle ? k_error : 5.0);
		for (const SightVertex& vertex : PolygonOf(region, penumbra))
		{
			EXPECT_LT((vertex.point - penumbra.apex).Length(), penumbra.apex.y / std::cos(0.2f) + k_error);
		}
	}
	At(region, {2.0f, 5.0f});
	At(region, {5.0f, 5.0f});
}

TEST_F(Penumbras, ShareFromBorderToBorder)
{
	m_scene.AddEdge({4.0f, 0.0f}, {4.0f, 3.0f});
	m_scene.AddCircle({-5.0f, 3.0f}, 1.0f);
	const LitRegion region = Soft();
	ASSERT_EQ(region.penumbras.size(), 4u);
	for (const Penumbra& penumbra : region.penumbras)
	{
		EXPECT_EQ(ShareOfLight(penumbra, penumbra.apex), 1.0f);
		const bool isOfCircle = penumbra.radius > 0.0f;
		for (const float distance : {0.1f, 3.0f, 500.0f})
		{
			float last = 0.0f;
			for (int i = -40; i <= 140; ++i)
			{
				const double share = 0.01 * i;
				const float got = ShareOfLight(penumbra, penumbra.apex + distance * DirectionAt(penumbra, share));
				EXPECT_TRUE(share > -1e-3 || got == 0.0f) << "darker than the dark border";
				EXPECT_TRUE(share < 1.001 || got == 1.0f);
				// Near the apex, the line of a circle's dark border passes in front of the circle, where the light is
				// full.
				const bool isBeside = isOfCircle && distance < 1.0f;
				EXPECT_TRUE(isBeside || (got >= last && got <= 1.0f)) << "monotone";
				// At a corner, the share of light is nearly linear in the angle. The error is q^2 / 31, with q = 0.125.
				EXPECT_NEAR(got, isOfCircle ? got : std::clamp(share, 0.0, 1.0), 0.125 * 0.125 / 31.0 + 1e-4);
				last = got;
			}
			const b2Vec2 behind = penumbra.apex - distance * Middle(penumbra);
			const b2Vec2 aside = distance * (penumbra.towardLit - penumbra.towardDark);
			EXPECT_EQ(ShareOfLight(penumbra, behind + aside), 1.0f) << "behind the apex, nearer to the lit border";
			EXPECT_EQ(ShareOfLight(penumbra, behind - aside), 0.0f);
		}
	}
}

TEST_F(Penumbras, ShareIsAHalfOnTheBorderOfTheHardShadow)
{
	m_scene.AddEdge({4.0f, 0.0f}, {4.0f, 3.0f});
	m_scene.AddCircle({-5.0f, 3.0f}, 1.0f);
	const LitRegion region = Soft();
	for (const Penumbra& penumbra : region.penumbras)
	{
		// The direction of the light past the corner, or past the side of the circle to which the penumbra belongs.
		const Point2 way = Widen(penumbra.center) - Widen(m_light.position);
		const double sine = static_cast<double>(penumbra.radius) / Length(way);
		const double side = Cross(Widen(penumbra.towardDark), Widen(penumbra.towardLit)) > 0.0 ? sine : -sine;
		const double cosine = std::sqrt(1.0 - sine * sine);
		const Point2 past = (1.0 / Length(way)) * Point2{cosine * way.x - side * way.y, side * way.x + cosine * way.y};
		for (const double distance : {Length(way) + 0.5, 12.0, 500.0})
		{
			const b2Vec2 point{static_cast<float>(m_light.position.x + distance * past.x),
			                   static_cast<float>(m_light.position.y + distance * past.y)};
			EXPECT_NEAR(ShareOfLight(penumbra, point), 0.5, 1e-3) << point.x << ", " << point.y;
		}
	}
}

TEST(ShareOfLight, OfBordersThatFloatsCannotTellApart)
{
	Penumbra penumbra;
	penumbra.towardLit = penumbra.towardDark = {1.0f, 0.0f};
	for (const b2Vec2 point : {b2Vec2{1.0f, 0.0f}, b2Vec2{1.0f, 0.5f}, b2Vec2{1.0f, -0.5f}, b2Vec2{-1.0f, 0.0f}})
	{
		const float share = ShareOfLight(penumbra, point);
		EXPECT_TRUE(share == 0.0f || share == 1.0f) << share;
	}
}

} // namespace

} // namespace ricochet::test::penumbra_test
