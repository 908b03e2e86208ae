// MIT License, Copyright (c) 2026 the ricochet authors

#include "projectile/debug_drawing.h"

#include <vector>

// Tests that DebugDraw draws each object that the plugin reports once, at its place.

namespace ricochet::test::debug_draw_test
{

TEST(DebugDraw, OfABulletIsAPointAndTheWayOfATracerBehindIt)
{
	FiringRange range;
	range.plugin.Fire(Straight({1.0f, 2.0f}, {64.0f, -32.0f}));
	range.plugin.Fire(Straight({5.0f, 6.0f}, {0.0f, 0.0f}));
	DebugDrawDef def;
	def.tracerTime = 0.25f;
	def.pointSize = 3.0f;
	def.bulletColor = {0.1f, 0.2f, 0.3f, 0.4f};
	ExpectSameStrokes(Draw(def, range.plugin), {{Kind::Point, {1.0f, 2.0f}, {0.0f, 0.0f}, 3.0f, def.bulletColor},
	                                            {Kind::Line, {-15.0f, 10.0f}, {1.0f, 2.0f}, 0.0f, def.bulletColor},
	                                            {Kind::Point, {5.0f, 6.0f}, {0.0f, 0.0f}, 3.0f, def.bulletColor}});
}

TEST(DebugDraw, ShowsEveryBulletOnce)
{
	const Show show;
	Expectation expected(Only({&DebugDrawDef::bullets}));
	for (const BulletState& bullet : show.plugin.Bullets())
	{
		expected.Point(bullet.position, expected.def.bulletColor);
		expected.Line(bullet.position, bullet.position - expected.def.tracerTime * bullet.velocity,
		              expected.def.bulletColor);
	}
	ASSERT_EQ(expected.strokes.size(), 4u);
	ExpectSameStrokes(Draw(expected.def, show.plugin), expected.strokes);
}

TEST(DebugDraw, ShowsGrenadesWithTheirAngleAndWhetherTheyRestOrStick)
{
	const Show show;
	Expectation expected(Only({&DebugDrawDef::grenades}));
	int32_t resting = 0, stuck = 0, turned = 0;
	for (const GrenadeState& grenade : show.plugin.Grenades())
	{
		b2Color color = grenade.stuck ? expected.def.stuckColor : expected.def.grenadeColor;
		if (grenade.resting)
		{
			color = {0.5f * color.r, 0.5f * color.g, 0.5f * color.b, color.a};
		}
		const b2Vec2 axis{std::cos(grenade.angle), std::sin(grenade.angle)};
		expected.strokes.push_back({Kind::Disc, grenade.position, axis, grenade.radius, color});
		resting += grenade.resting && grenade.stuck == false ? 1 : 0;
		stuck += grenade.stuck ? 1 : 0;
		turned += std::abs(grenade.angle) > 0.1f ? 1 : 0;
	}
	ASSERT_TRUE(resting > 0 && stuck > 0 && turned > 0) << resting << ", " << stuck << ", " << turned;
	ExpectSameStrokes(Draw(expected.def, show.plugin), expected.strokes);
}

TEST(DebugDraw, ShowsProjectilesAtTheTimeOfItsAlpha)
{
	FiringRange range({0.0f, 0.0f}, {.keepsGrenadePaths = true});
	range.AddBox({6.0f, 0.0f}, 1.0f, 1.0f);
	range.plugin.Fire(Straight({0.0f, 0.0f}, {20.0f, 0.0f}));
	range.plugin.Throw({.position = {0.0f, 5.0f}, .velocity = {8.0f, 0.0f}, .radius = 0.5f, .gravityScale = 0.0f});
	range.Step(0.5f);
	DebugDrawDef def = Only({&DebugDrawDef::bullets, &DebugDrawDef::grenades});
	def.tracerTime = 0.1f;
	def.alpha = 0.25f;
	ExpectSameStrokes(Draw(def, range.plugin),
	                  {{Kind::Point, {2.5f, 0.0f}, {0.0f, 0.0f}, def.pointSize, def.bulletColor},
	                   {Kind::Line, {0.5f, 0.0f}, {2.5f, 0.0f}, 0.0f, def.bulletColor},
	                   {Kind::Disc, {1.0f, 5.0f}, {1.0f, 0.0f}, 0.5f, def.grenadeColor}});
	def.alpha = 0.75f;
	ExpectSameStrokes(Draw(def, range.plugin), {{Kind::Disc, {3.0f, 5.0f}, {1.0f, 0.0f}, 0.5f, def.grenadeColor}});
}

TEST(DebugDraw, ShowsThePathsOfWhatFliesAndOfWhatHasEnded)
{
	const Show show;
	ASSERT_FALSE(show.plugin.Find(show.ended).has_value());
	ASSERT_TRUE(show.plugin.Find(show.traced).has_value());
	Expectation expected(Only({&DebugDrawDef::paths}));
	for (const BulletId id : {show.ended, show.traced})
	{
		ASSERT_EQ(show.plugin.PathOf(id).size(), 3u); // one impact along the path
		expected.Path(show.plugin.PathOf(id));
	}
	ExpectSameStrokes(Draw(expected.def, show.plugin), expected.strokes);
}

TEST(DebugDraw, ShowsBothSidesOfEveryImpact)
{
	const Show show;
	ASSERT_GE(show.plugin.Impacts().size(), 3u);
	Expectation expected(Only({&DebugDrawDef::impacts}));
	for (const ImpactEvent& hit : show.plugin.Impacts())
	{
		expected.Span(hit);
	}
	ExpectSameStrokes(Draw(expected.def, show.plugin), expected.strokes);
}

TEST(DebugDraw, OfAnImpactThatBeginsInsideHasNoNormalThere)
{
	FiringRange range;
	range.plugin.SetSurface(range.AddBox({0.0f, 0.0f}, 1.0f, 1.0f), {.resistance = 0.0f});
	BulletDef def = Straight({0.0f, 0.0f}, {120.0f, 0.0f});
	def.maxPierces = 1;
	range.plugin.Fire(def);
	range.Step(k_dt);
	ASSERT_EQ(range.plugin.Impacts().size(), 1u);
	const DebugDrawDef look = Only({&DebugDrawDef::impacts});
	ExpectSameStrokes(Draw(look, range.plugin),
	                  {{Kind::Point, {0.0f, 0.0f}, {0.0f, 0.0f}, look.pointSize, look.enterColor},
	                   {Kind::Line, {0.0f, 0.0f}, {1.0f, 0.0f}, 0.0f, look.enterColor},
	                   {Kind::Point, {1.0f, 0.0f}, {0.0f, 0.0f}, look.pointSize, look.exitColor},
	                   {Kind::Line, {1.0f, 0.0f}, {1.0f + look.normalLength, 0.0f}, 0.0f, look.exitColor}});
}

TEST(DebugDraw, ShowsPressesExplosionsAndEnds)
{
	const Show show;
	Expectation presses(Only({&DebugDrawDef::presses}));
	presses.def.impulseScale = 7.0f;
	for (const PressEvent& press : show.plugin.Presses())
	{
		presses.Point(press.point, presses.def.pressColor);
		presses.Line(press.point, press.point + 7.0f * press.impulse, presses.def.pressColor);
	}
	ASSERT_FALSE(presses.strokes.empty());
	ExpectSameStrokes(Draw(presses.def, show.plugin), presses.strokes);

	Expectation blasts(Only({&DebugDrawDef::explosions}));
	const b2Color& color = blasts.def.explosionColor;
	ASSERT_EQ(show.plugin.Explosions().size(), 2u);
	ASSERT_GE(show.plugin.Explosions()[0].hitCount, 3);
	// all belong to the first explosion: nothing is near the second
	for (const BlastEvent& hit : show.plugin.BlastHits())
	{
		blasts.Point(hit.point, color);
		blasts.Line({-1.0f, 1.0f}, hit.point, color);
		blasts.Line(hit.point, hit.point + blasts.def.impulseScale * hit.impulse, color);
	}
	blasts.strokes.push_back({Kind::Circle, {-1.0f, 1.0f}, {0.0f, 0.0f}, 1.0f, color});
	blasts.strokes.push_back({Kind::Circle, {-1.0f, 1.0f}, {0.0f, 0.0f}, 5.0f, color});
	blasts.strokes.push_back({Kind::Circle, {3.0f, 9.0f}, {0.0f, 0.0f}, 0.5f, color});
	ExpectSameStrokes(Draw(blasts.def, show.plugin), blasts.strokes);

	Expectation ends(Only({&DebugDrawDef::expired}));
	ASSERT_EQ(show.plugin.Expired().size(), 1u);
	ends.Mark(show.plugin.Expired()[0]);
	ExpectSameStrokes(Draw(ends.def, show.plugin), ends.strokes);
}

TEST(DebugDraw, IsWhatItsFlagsSayAndNoMore)
{
	const Show show;
	EXPECT_TRUE(Draw(Only({}), show.plugin).empty());
	std::vector<Stroke> parts;
	for (const auto flag : k_flags)
	{
		const std::vector<Stroke> part = Draw(Only({flag}), show.plugin);
		EXPECT_FALSE(part.empty());
		parts.insert(parts.end(), part.begin(), part.end());
	}
	ExpectSameStrokes(Draw({}, show.plugin), parts);

	DebugDrawDef small;
	small.normalLength = small.impulseScale = small.tracerTime = small.pointSize = 0.0f;
	for (const Stroke& stroke : Draw(small, show.plugin))
	{
		EXPECT_TRUE(stroke.kind != Kind::Point && stroke.first != stroke.second);
	}
}

TEST(DebugDraw, InAViewIsWhatMeetsIt)
{
	const Show show;
	const std::vector<Stroke> all = Draw({}, show.plugin);
	for (const b2AABB& view :
	     {b2AABB{{-4.0f, 0.0f}, {0.0f, 2.0f}}, b2AABB{{7.0f, 1.0f}, {9.0f, 3.0f}}, b2AABB{{-1.0f, 1.0f}, {-1.0f, 1.0f}},
	      // the last view lies inside a circle
	      b2AABB{{-4.0f, -k_largest}, {0.0f, k_largest}}, b2AABB{{2.6f, 9.3f}, {2.7f, 9.4f}}})
	{
		std::vector<Stroke> expected;
		for (const Stroke& stroke : all)
		{
			const b2Vec2 reach{stroke.size, stroke.size};
			const bool isRound = stroke.kind == Kind::Circle || stroke.kind == Kind::Disc;
			const b2Vec2 second = stroke.kind == Kind::Line ? stroke.second : stroke.first;
			const b2Vec2 lower = isRound ? stroke.first - reach : b2Min(stroke.first, second);
			const b2Vec2 upper = isRound ? stroke.first + reach : b2Max(stroke.first, second);
			if (lower.x <= view.upperBound.x && lower.y <= view.upperBound.y && upper.x >= view.lowerBound.x &&
			    upper.y >= view.lowerBound.y)
			{
				expected.push_back(stroke);
			}
		}
		EXPECT_TRUE(expected.empty() == false && expected.size() < all.size());
		DebugDrawDef def;
		def.view = view;
		ExpectSameStrokes(Draw(def, show.plugin), expected);
	}
}

TEST(DebugDraw, MovesWithTheOrigin)
{
	Show show;
	const b2Vec2 origin{4.0f, -8.0f};
	std::vector<Stroke> expected = Draw({}, show.plugin);
	for (Stroke& stroke : expected)
	{
		stroke.first -= origin;
		stroke.second -= stroke.kind == Kind::Line ? origin : b2Vec2{0.0f, 0.0f};
	}
	show.plugin.ShiftOrigin(origin);
	ExpectSameStrokes(Draw({}, show.plugin), expected);
}

TEST(DebugDraw, OfAPreviewIsItsPathItsImpactsAndItsEnd)
{
	FiringRange range;
	range.plugin.SetSurface(range.AddBox({3.0f, 0.0f}, 0.05f, 2.0f), {.resistance = 10.0f});
	range.AddBox({6.0f, 0.0f}, 0.5f, 2.0f);
	BulletDef shot = Straight({0.0f, 0.5f}, {50.0f, 0.0f});
	shot.maxPierces = 1;
	FlightPreview preview;
	ASSERT_TRUE(range.plugin.PreviewPath(shot, 1.0f, k_dt, preview));
	ASSERT_EQ(preview.impacts.size(), 2u);
	ASSERT_TRUE(preview.end.has_value());
	Expectation path({}), impacts({}), end({});
	path.Path(preview.points);
	impacts.Span(preview.impacts[0]);
	impacts.Span(preview.impacts[1]);
	end.Mark(*preview.end);
	ExpectSameStrokes(Draw(Only({&DebugDrawDef::paths}), preview), path.strokes);
	ExpectSameStrokes(Draw(Only({&DebugDrawDef::impacts}), preview), impacts.strokes);
	ExpectSameStrokes(Draw(Only({&DebugDrawDef::expired}), preview), end.strokes);
	preview.end.reset();
	EXPECT_TRUE(Draw(Only({&DebugDrawDef::expired}), preview).empty());
}

TEST(DebugDraw, OfACastIsTheRayAndItsHits)
{
	FiringRange range;
	range.AddBox({3.0f, 0.0f}, 0.5f, 2.0f);
	range.AddCircle({6.0f, 0.0f}, 1.0f);
	const Ray ray{.origin = {0.0f, 0.5f}, .translation = {4.0f, 0.0f}, .maxFraction = 2.0f};
	std::vector<RayHit> hits;
	CastRayAll(range.world, ray, hits);
	ASSERT_EQ(hits.size(), 2u);
	Expectation expected({});
	expected.Line({0.0f, 0.5f}, {8.0f, 0.5f}, expected.def.rayColor);
	ExpectSameStrokes(Draw({}, ray, std::span<const RayHit>()), expected.strokes);
	ExpectSameStrokes(Draw(Only({}), ray, hits), expected.strokes);
	expected.Span(hits[0]);
	const auto closest = CastRayClosest(range.world, ray);
	ExpectSameStrokes(Draw({}, ray, std::span(&*closest, 1)), expected.strokes);
	expected.Span(hits[1]);
	ExpectSameStrokes(Draw({}, ray, hits), expected.strokes);
}

} // namespace ricochet::test::debug_draw_test
