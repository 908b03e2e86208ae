// MIT License, Copyright (c) 2026 the ricochet authors

#include <ricochet/projectile/debug_draw.h>

#include "projectile/firing_range.h"

#include "support/expect_error.h"
#include "support/failing_memory.h"

#include <algorithm>
#include <stdexcept>
#include <vector>

// What is drawn is what the plugin tells: each thing once, where it is, and nothing that a drawer could stumble over.

namespace ricochet::test
{

namespace
{

constexpr double k_tolerance = 1.0e-5;

enum class Kind
{
	Point,
	Line,
	Circle,
	Disc,
	Other
};

struct Stroke
{
	Kind kind = Kind::Other;
	b2Vec2 first{0.0f, 0.0f};  // of a circle its centre
	b2Vec2 second{0.0f, 0.0f}; // the other end; the axis of a disc
	float size = 0.0f;         // of a point; the radius
	b2Color color;
};

// Keeps what it is given.
struct Drawing : b2Draw
{
	void DrawPolygon(const b2Vec2*, int32, const b2Color&) override { strokes.emplace_back(); }
	void DrawSolidPolygon(const b2Vec2*, int32, const b2Color&) override { strokes.emplace_back(); }
	void DrawTransform(const b2Transform&) override { strokes.emplace_back(); }

	void DrawCircle(const b2Vec2& center, float radius, const b2Color& color) override
	{
		strokes.push_back({Kind::Circle, center, {0.0f, 0.0f}, radius, color});
	}

	void DrawSolidCircle(const b2Vec2& center, float radius, const b2Vec2& axis, const b2Color& color) override
	{
		strokes.push_back({Kind::Disc, center, axis, radius, color});
	}

	void DrawSegment(const b2Vec2& first, const b2Vec2& second, const b2Color& color) override
	{
		strokes.push_back({Kind::Line, first, second, 0.0f, color});
	}

	void DrawPoint(const b2Vec2& point, float size, const b2Color& color) override
	{
		strokes.push_back({Kind::Point, point, {0.0f, 0.0f}, size, color});
	}

	std::vector<Stroke> strokes;
};

bool IsSame(const Stroke& a, const Stroke& b)
{
	const auto isNear = [](b2Vec2 v, b2Vec2 w)
	{
		return DistanceOf(v, w) <= k_tolerance * std::max(1.0, SpeedOf(v));
	};
	const bool isTurned = a.kind == Kind::Line && isNear(a.first, b.second) && isNear(a.second, b.first);
	return a.kind == b.kind && std::abs(a.size - b.size) <= k_tolerance && a.color.r == b.color.r &&
	       a.color.g == b.color.g && a.color.b == b.color.b && a.color.a == b.color.a &&
	       ((isNear(a.first, b.first) && isNear(a.second, b.second)) || isTurned);
}

// The same strokes, each as often, in any order.
void ExpectSameStrokes(std::vector<Stroke> drawn, const std::vector<Stroke>& expected)
{
	EXPECT_EQ(drawn.size(), expected.size());
	for (const Stroke& stroke : expected)
	{
		const auto found = std::ranges::find_if(drawn, [&](const Stroke& other) { return IsSame(stroke, other); });
		if (found == drawn.end())
		{
			ADD_FAILURE() << "not drawn: kind " << static_cast<int32_t>(stroke.kind) << " at " << stroke.first.x << ' '
			              << stroke.first.y << ", " << stroke.second.x << ' ' << stroke.second.y << ", size "
			              << stroke.size;
			return;
		}
		drawn.erase(found);
	}
}

template <class... Things>
std::vector<Stroke> Draw(const DebugDrawDef& def, const Things&... things)
{
	Drawing drawing;
	EXPECT_TRUE(DebugDraw(things..., drawing, def));
	return drawing.strokes;
}

constexpr bool DebugDrawDef::*k_flags[] = {&DebugDrawDef::bullets, &DebugDrawDef::grenades, &DebugDrawDef::paths,
                                           &DebugDrawDef::impacts, &DebugDrawDef::presses,  &DebugDrawDef::explosions,
                                           &DebugDrawDef::expired};

DebugDrawDef Only(std::initializer_list<bool DebugDrawDef::*> wanted)
{
	DebugDrawDef def;
	for (const auto flag : k_flags)
	{
		def.*flag = std::ranges::find(wanted, flag) != wanted.end();
	}
	return def;
}

// What the contract says of each thing, written down a second time.
struct Expectation
{
	explicit Expectation(const DebugDrawDef& def) : def(def) {}

	void Point(b2Vec2 point, const b2Color& color)
	{
		strokes.push_back({Kind::Point, point, {0.0f, 0.0f}, def.pointSize, color});
	}

	void Line(b2Vec2 from, b2Vec2 to, const b2Color& color)
	{
		if (from != to)
		{
			strokes.push_back({Kind::Line, from, to, 0.0f, color});
		}
	}

	void Side(const Crossing& crossing, const b2Color& color)
	{
		Point(crossing.point, color);
		Line(crossing.point, crossing.point + def.normalLength * crossing.normal, color);
	}

	void Span(const RaySpan& span)
	{
		Side(span.enter, def.enterColor);
		Side(span.exit, def.exitColor);
		Line(span.enter.point, span.exit.point, def.enterColor);
	}

	void Path(std::span<const PathPoint> path)
	{
		for (size_t i = 0; i + 1 < path.size(); ++i)
		{
			Line(path[i].position, path[i + 1].position, def.pathColor);
		}
	}

	void Mark(const ExpiredEvent& end)
	{
		const b2Vec2 right{0.5f * def.normalLength, 0.0f};
		const b2Vec2 up{0.0f, 0.5f * def.normalLength};
		Point(end.position, def.expiredColor);
		Line(end.position - right, end.position + right, def.expiredColor);
		Line(end.position - up, end.position + up, def.expiredColor);
	}

	DebugDrawDef def;
	std::vector<Stroke> strokes;
};

// Of everything something: glass that is pierced, a wall that stops, a crate with a grenade on it, one that sticks
// under a ceiling, one at rest, one in the air, an explosion.
struct Show : FiringRange
{
	Show() : FiringRange(k_gravity)
	{
		AddBox({0.0f, -1.0f}, 30.0f, 1.0f);
		AddBox({12.0f, 2.0f}, 0.5f, 2.0f);
		plugin.SetSurface(AddBox({8.0f, 2.0f}, 0.05f, 2.0f), {.resistance = 50.0f, .ricochetAngle = 0.1f});
		AddBox({-6.0f, 3.0f}, 1.0f, 0.2f);
		b2Body* crate = AddBox({-3.0f, 0.5f}, 0.5f, 0.5f, 0.0f, b2_dynamicBody)->GetBody();
		crate->SetSleepingAllowed(false);
		plugin.Throw({.position = {-3.0f, 1.2f}, .fuse = 100.0f});
		plugin.Throw({.position = {-10.0f, 0.1f}, .fuse = 100.0f});
		plugin.Throw({.position = {-6.0f, 2.0f}, .velocity = {0.0f, 9.0f}, .fuse = 100.0f, .sticky = true});
		for (int32_t i = 0; i < 120; ++i)
		{
			Step(k_dt);
		}
		plugin.Throw({.position = {2.0f, 6.0f}, .velocity = {3.0f, 0.0f}, .angularVelocity = 20.0f, .fuse = 100.0f});
		BulletDef bullet{.position = {0.0f, 1.5f}, .velocity = {900.0f, 0.0f}, .maxPierces = 1, .keepsPath = true};
		ended = plugin.Fire(bullet);
		bullet.velocity = {300.0f, 250.0f};
		bullet.maxBounces = 3;
		traced = plugin.Fire(bullet);
		plugin.Fire({.position = {0.0f, 5.0f}, .velocity = {90.0f, 30.0f}});
		Step(k_dt);
		plugin.Explode({.position = {-1.0f, 1.0f}, .radius = 1.0f, .falloff = 4.0f, .impulsePerLength = 2.0f});
		plugin.Explode({.position = {3.0f, 9.0f}, .radius = 0.5f, .falloff = 0.0f});
	}

	BulletId ended;
	BulletId traced;
};

} // namespace

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

TEST(DebugDraw, ShowsThePathsOfWhatFliesAndOfWhatHasEnded)
{
	const Show show;
	ASSERT_FALSE(show.plugin.Find(show.ended).has_value());
	ASSERT_TRUE(show.plugin.Find(show.traced).has_value());
	Expectation expected(Only({&DebugDrawDef::paths}));
	for (const BulletId id : {show.ended, show.traced})
	{
		ASSERT_GT(show.plugin.PathOf(id).size(), 1u);
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
	for (const BlastEvent& hit : show.plugin.BlastHits()) // all of the first: nothing is near the second
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
	for (const b2AABB& view : {b2AABB{{-4.0f, 0.0f}, {0.0f, 2.0f}}, b2AABB{{7.0f, 1.0f}, {9.0f, 3.0f}},
	                           b2AABB{{-1.0f, 1.0f}, {-1.0f, 1.0f}}, b2AABB{{-4.0f, -k_largest}, {0.0f, k_largest}}})
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

TEST(DebugDraw, IsTheSameWhenTheBodiesOfItsEventsAreGone)
{
	Show show;
	const std::vector<Stroke> expected = Draw({}, show.plugin);
	for (b2Body* body = show.world.GetBodyList(); body != nullptr; body = show.world.GetBodyList())
	{
		show.world.DestroyBody(body);
	}
	for (int32_t i = 0; i < 10; ++i) // others in their memory
	{
		show.AddBox({100.0f, 100.0f}, 1.0f, 1.0f, 1.0f);
	}
	ExpectSameStrokes(Draw({}, show.plugin), expected);
}

TEST(DebugDraw, AfterQueuedBodiesAreGoneShowsWhatFlies)
{
	Show show;
	for (const ImpactEvent& hit : show.plugin.Impacts())
	{
		show.plugin.QueueDestroy(hit.body);
	}
	const std::vector<Stroke> expected = Draw(Only({&DebugDrawDef::bullets, &DebugDrawDef::grenades}), show.plugin);
	const int32_t before = show.world.GetBodyCount();
	show.plugin.BeginStep();
	ASSERT_LT(show.world.GetBodyCount(), before);
	ExpectSameStrokes(Draw({}, show.plugin), expected);
}

TEST(DebugDraw, LeavesOutWhatIsNotFinite)
{
	FiringRange range;
	const float speed = 0.9f * k_largest;
	range.plugin.Fire(Straight({-0.5f * k_largest, 1.0f}, {speed, 0.0f}));
	DebugDrawDef def = Only({&DebugDrawDef::bullets});
	def.tracerTime = 10.0f;
	ExpectSameStrokes(Draw(def, range.plugin),
	                  {{Kind::Point, {-0.5f * k_largest, 1.0f}, {0.0f, 0.0f}, def.pointSize, def.bulletColor}});

	FlightPreview preview;
	preview.points = {{{0.0f, 0.0f}}, {{1.0f, 0.0f}}, {{k_nan, 0.0f}}, {{3.0f, 0.0f}}, {{4.0f, 0.0f}}};
	preview.impacts.resize(1);
	preview.impacts[0].enter.point = {k_inf, 0.0f};
	preview.impacts[0].exit.point = {2.0f, 2.0f};
	preview.impacts[0].exit.normal = {0.0f, k_nan};
	preview.end = ExpiredEvent{.position = {0.0f, -k_inf}};
	ExpectSameStrokes(Draw({}, preview), {{Kind::Line, {0.0f, 0.0f}, {1.0f, 0.0f}, 0.0f, def.pathColor},
	                                      {Kind::Line, {3.0f, 0.0f}, {4.0f, 0.0f}, 0.0f, def.pathColor},
	                                      {Kind::Point, {2.0f, 2.0f}, {0.0f, 0.0f}, def.pointSize, def.exitColor}});
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

namespace
{

// Refused by all three, and nothing is drawn.
void ExpectRefused(const DebugDrawDef& def, const Error& expected)
{
	static const Show show;
	FlightPreview preview;
	preview.points = {{{0.0f, 0.0f}}, {{1.0f, 0.0f}}};
	Drawing drawing;
	ExpectError(DebugDraw(show.plugin, drawing, def).GetError(), expected);
	ExpectError(DebugDraw(preview, drawing, def).GetError(), expected);
	ExpectError(DebugDraw(Ray{.translation = {1.0f, 0.0f}}, {}, drawing, def).GetError(), expected);
	EXPECT_TRUE(drawing.strokes.empty()) << expected.parameter;
}

struct NamedNumber
{
	const char* name;
	float DebugDrawDef::*number;
};

struct NamedColor
{
	const char* name;
	b2Color DebugDrawDef::*color;
};

} // namespace

TEST(DebugDraw, RefusesNumbersThatAreNotFiniteOrNegativeByName)
{
	for (const auto& [name, number] : {NamedNumber{"DebugDrawDef::normalLength", &DebugDrawDef::normalLength},
	                                   NamedNumber{"DebugDrawDef::impulseScale", &DebugDrawDef::impulseScale},
	                                   NamedNumber{"DebugDrawDef::tracerTime", &DebugDrawDef::tracerTime},
	                                   NamedNumber{"DebugDrawDef::pointSize", &DebugDrawDef::pointSize}})
	{
		DebugDrawDef def;
		def.*number = k_nan;
		ExpectRefused(def, {ErrorReason::NotFinite, name, -1, k_nan});
		def.*number = k_inf;
		ExpectRefused(def, {ErrorReason::NotFinite, name, -1, k_inf});
		def.*number = -0.5f;
		ExpectRefused(def, {ErrorReason::TooSmall, name, -1, -0.5, 0.0});
	}
	for (const auto& [name, color] : {NamedColor{"DebugDrawDef::bulletColor", &DebugDrawDef::bulletColor},
	                                  NamedColor{"DebugDrawDef::grenadeColor", &DebugDrawDef::grenadeColor},
	                                  NamedColor{"DebugDrawDef::stuckColor", &DebugDrawDef::stuckColor},
	                                  NamedColor{"DebugDrawDef::pathColor", &DebugDrawDef::pathColor},
	                                  NamedColor{"DebugDrawDef::enterColor", &DebugDrawDef::enterColor},
	                                  NamedColor{"DebugDrawDef::exitColor", &DebugDrawDef::exitColor},
	                                  NamedColor{"DebugDrawDef::pressColor", &DebugDrawDef::pressColor},
	                                  NamedColor{"DebugDrawDef::explosionColor", &DebugDrawDef::explosionColor},
	                                  NamedColor{"DebugDrawDef::expiredColor", &DebugDrawDef::expiredColor},
	                                  NamedColor{"DebugDrawDef::rayColor", &DebugDrawDef::rayColor}})
	{
		for (float b2Color::*part : {&b2Color::r, &b2Color::g, &b2Color::b, &b2Color::a})
		{
			DebugDrawDef def;
			def.*color.*part = k_nan;
			ExpectRefused(def, {ErrorReason::NotFinite, name, -1, k_nan});
			def.*color.*part = -1.0f;
			ExpectRefused(def, {ErrorReason::TooSmall, name, -1, -1.0, 0.0});
		}
	}
}

TEST(DebugDraw, RefusesAViewOrARayThatIsNone)
{
	const char* const view = "DebugDrawDef::view";
	DebugDrawDef def;
	def.view = b2AABB{{0.0f, 0.0f}, {1.0f, k_inf}};
	ExpectRefused(def, {ErrorReason::NotFinite, view, -1, k_inf});
	def.view = b2AABB{{k_nan, 0.0f}, {1.0f, 1.0f}};
	ExpectRefused(def, {ErrorReason::NotFinite, view, -1, k_nan});
	def.view = b2AABB{{2.0f, 0.0f}, {1.0f, 1.0f}};
	ExpectRefused(def, {ErrorReason::TooSmall, view, -1, 1.0, 2.0});
	def.view = b2AABB{{0.0f, 3.0f}, {1.0f, 1.0f}};
	ExpectRefused(def, {ErrorReason::TooSmall, view, -1, 1.0, 3.0});

	Drawing drawing;
	ExpectError(DebugDraw(Ray{.origin = {k_nan, 0.0f}}, {}, drawing).GetError(),
	            {ErrorReason::NotFinite, "Ray::origin", -1, k_nan});
	ExpectError(DebugDraw(Ray{.translation = {0.0f, k_inf}}, {}, drawing).GetError(),
	            {ErrorReason::NotFinite, "Ray::translation", -1, k_inf});
	ExpectError(DebugDraw(Ray{.translation = {1.0f, 0.0f}, .maxFraction = -2.0f}, {}, drawing).GetError(),
	            {ErrorReason::TooSmall, "Ray::maxFraction", -1, -2.0, 0.0});
	EXPECT_TRUE(drawing.strokes.empty());
}

TEST(DebugDraw, TakesNoMemoryAndLetsOutWhatTheDrawerThrows)
{
	const Show show;
	Drawing drawing;
	drawing.strokes.reserve(1000);
	FailingMemory memory(FailingMemory::k_never);
	EXPECT_TRUE(memory.Run([&] { return DebugDraw(show.plugin, drawing); }));
	EXPECT_EQ(memory.Allocations(), 0);
	EXPECT_FALSE(drawing.strokes.empty());

	struct Throwing : Drawing
	{
		void DrawPoint(const b2Vec2&, float, const b2Color&) override { throw std::runtime_error("no canvas"); }
	};
	Throwing throwing;
	EXPECT_THROW(static_cast<void>(DebugDraw(show.plugin, throwing)), std::runtime_error);
}

} // namespace ricochet::test
