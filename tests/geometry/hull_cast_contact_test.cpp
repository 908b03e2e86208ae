// MIT License, Copyright (c) 2026 the ricochet authors

#include "geometry/hull_scenes.h"
#include "support/test_scale.h"

#include <gtest/gtest.h>

#include <cmath>

namespace ricochet::test::hull_cast_contact_test
{

namespace
{

const std::vector<b2Vec2> k_box = {{-1.0f, -1.0f}, {1.0f, -1.0f}, {1.0f, 1.0f}, {-1.0f, 1.0f}};

HullScene Falling(std::vector<b2Vec2> moving, float movingRadius, b2Vec2 from, std::vector<b2Vec2> still,
                  float stillRadius)
{
	HullScene scene;
	scene.moving = std::move(moving);
	scene.movingRadius = movingRadius;
	scene.movingPose.p = from;
	scene.translation = {0.0f, -16.0f};
	scene.still = std::move(still);
	scene.stillRadius = stillRadius;
	return scene;
}

std::string Told(const HullFeature& feature)
{
	return (feature.vertex >= 0 ? "v" + std::to_string(feature.vertex) : "") +
	       (feature.edge >= 0 ? "e" + std::to_string(feature.edge) : "");
}

/// Returns the reported contact: the feature of the static hull, the feature of the moving hull, and the edge of the
/// entry.
std::string Told(const HullScene& scene)
{
	const std::optional<HullSpan> span = scene.Cast();
	return span ? Told(span->still) + " " + Told(span->moving) + " " + std::to_string(span->enter.edge) : "miss";
}

/// The common part of two edges on one line, as distances along the surface.
struct Common
{
	double begin = 0.0, end = 0.0;
};

std::optional<Common> CommonOf(const HullScene& scene, const HullSpan& span, size_t stillEdge, size_t movingEdge)
{
	const auto place = [](const b2Transform& pose, const std::vector<b2Vec2>& vertices, size_t i)
	{
		return b2Mul(pose, vertices[i % vertices.size()]);
	};
	const b2Vec2 n = span.enter.normal;
	const auto along = [&](b2Vec2 v)
	{
		return static_cast<double>(v.y) * n.x - static_cast<double>(v.x) * n.y;
	};
	const b2Vec2 a = place(scene.stillPose, scene.still, stillEdge);
	const b2Vec2 b = place(scene.stillPose, scene.still, stillEdge + 1);
	const b2Vec2 way = span.enter.fraction * scene.translation;
	const b2Vec2 from = place(scene.movingPose, scene.moving, movingEdge);
	const b2Vec2 to = place(scene.movingPose, scene.moving, movingEdge + 1);
	const b2Vec2 c = from + way, d = to + way;
	// Both edges run counter-clockwise around their solids, which are on opposite sides, so the directions are
	// opposite. On the grid they are exact.
	const bool isAlong =
	    b2Dot(b - a, n) == 0.0f && b2Dot(to - from, n) == 0.0f && along(b - a) > 0.0 && along(to - from) < 0.0;
	const double gap = b2Dot(c - a, n) - (scene.stillRadius + scene.movingRadius);
	if (isAlong == false || std::abs(gap) > 1e-5 * scene.Size())
	{
		return std::nullopt;
	}
	return Common{std::max(along(a), along(d)), std::min(along(b), along(c))};
}

/// Returns an error text, or "". If two edges touch in more than a point, the span must report both edges and the
/// middle of their common part.
std::string EdgesMismatch(const HullScene& scene, const HullSpan& span)
{
	bool doEdgesTouch = false;
	bool isMiddle = false;
	for (size_t i = 0; i < scene.still.size() && scene.still.size() > 1; ++i)
	{
		for (size_t j = 0; j < scene.moving.size() && scene.moving.size() > 1; ++j)
		{
			const std::optional<Common> common = CommonOf(scene, span, i, j);
			doEdgesTouch = doEdgesTouch || (common && common->end - common->begin > 1e-4 * scene.Size());
			if (common && span.still.edge == static_cast<int32_t>(i) && span.moving.edge == static_cast<int32_t>(j))
			{
				const b2Vec2 n = span.enter.normal;
				const double at = static_cast<double>(span.contact.y) * n.x - static_cast<double>(span.contact.x) * n.y;
				isMiddle = std::abs(at - 0.5 * (common->begin + common->end)) <= 1e-5 * scene.Size();
			}
		}
	}
	if (doEdgesTouch == false)
	{
		return "";
	}
	if (span.still.edge < 0 || span.moving.edge < 0 || span.enter.edge != span.still.edge)
	{
		return "two edges touch, told is " + Told(span.still) + " " + Told(span.moving) + " edge " +
		       std::to_string(span.enter.edge);
	}
	return isMiddle ? "" : "the contact is not the middle of both edges";
}

} // namespace

TEST(CastHull, ABoxOntoABoxMeetsEdgeWithEdgeWhereverItFalls)
{
	for (const float x : {-1.5f, -0.5f, 0.0f, 0.5f, 1.5f})
	{
		const HullScene scene = Falling(k_box, 0.0f, {x, 8.0f}, k_box, 0.0f);
		EXPECT_EQ(Told(scene), "e2 e0 2") << x;
		const std::optional<HullSpan> span = scene.Cast();
		ASSERT_TRUE(span.has_value());
		EXPECT_EQ(span->contact.x, 0.5f * x);
		// The contact is off the face by at most two units of its larger coordinate.
		EXPECT_GT(span->contact.y, 1.0f);
		EXPECT_LE(span->contact.y, 1.0f + 0x1p-22f);
	}
}

TEST(CastHull, EdgesWithVerticesOnThemMeetAsEdges)
{
	const std::vector<b2Vec2> dotted = {{-1.0f, -1.0f}, {0.0f, -1.0f}, {0.0f, -1.0f}, {1.0f, -1.0f},
	                                    {1.0f, 1.0f},   {0.0f, 1.0f},  {0.0f, 1.0f},  {-1.0f, 1.0f}};
	for (const float x : {-1.75f, -1.25f, -0.75f, -0.25f, 0.25f, 0.75f, 1.25f, 1.75f})
	{
		const HullScene scene = Falling(dotted, 0.25f, {x, 8.0f}, dotted, 0.5f);
		const std::optional<HullSpan> span = scene.Cast();
		ASSERT_TRUE(span.has_value());
		EXPECT_EQ(EdgesMismatch(scene, *span), "") << x;
		EXPECT_EQ(ContactMismatch(scene, *span), "") << x;
	}
}

TEST(CastHull, ACornerMeetsAnEdgeAndAnEdgeACorner)
{
	const std::vector<b2Vec2> diamond = {{0.0f, -1.0f}, {1.0f, 0.0f}, {0.0f, 1.0f}, {-1.0f, 0.0f}};
	EXPECT_EQ(Told(Falling(diamond, 0.0f, {0.5f, 8.0f}, k_box, 0.0f)), "e2 v0 2");
	EXPECT_EQ(Told(Falling(k_box, 0.0f, {0.5f, 8.0f}, diamond, 0.0f)), "v2 e0 -1");
	EXPECT_EQ(Told(Falling(diamond, 0.5f, {0.5f, 8.0f}, k_box, 0.5f)), "e2 v0 2");
	EXPECT_EQ(Told(Falling(k_box, 0.5f, {0.5f, 8.0f}, diamond, 0.5f)), "v2 e0 -1");
}

TEST(CastHull, ARoundUponARoundTellsTheEdgeBesideTheVertexThatFacesTheWayMore)
{
	// The shapes fall on the arc of the box's upper right corner, between edge 1 (right) and edge 2 (top).
	EXPECT_EQ(Told(Falling(k_box, 0.5f, {2.25f, 8.0f}, k_box, 0.5f)), "v2 v0 2");
	EXPECT_EQ(Told(Falling({{0.0f, 0.0f}}, 0.5f, {1.25f, 8.0f}, k_box, 0.5f)), "v2 v0 2");
	// A disc has no edge.
	EXPECT_EQ(Told(Falling(k_box, 0.5f, {1.25f, 8.0f}, {{0.0f, 0.0f}}, 0.5f)), "v0 v0 -1");
}

TEST(CastHull, EdgesThatTouchAreBothToldOnAGrid)
{
	Random random(0x4031);
	int edges = 0;
	for (int i = 0; i < ScaledCount(40000); ++i)
	{
		HullScene scene = HullDraw(random, HullNumbers::Grid).Scene();
		scene.stillPose.p = {0.0f, 0.0f};
		scene.movingPose.q = scene.stillPose.q;
		const std::optional<HullSpan> span = scene.Cast();
		if (span && span->startsInside == false && span->grazing == false)
		{
			edges += span->still.edge >= 0 && span->moving.edge >= 0 ? 1 : 0;
			ASSERT_EQ(EdgesMismatch(scene, *span), "") << scene.Text() << " trial " << i;
			ASSERT_EQ(ContactMismatch(scene, *span), "") << scene.Text() << " trial " << i;
		}
	}
	EXPECT_GT(edges, ScaledCount(40000) / 200);
}

} // namespace ricochet::test::hull_cast_contact_test
