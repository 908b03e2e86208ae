// MIT License, Copyright (c) 2026 the ricochet authors

#include "projectile/debug_drawing.h"

#include "support/expect_error.h"
#include "support/failing_memory.h"

#include <stdexcept>
#include <vector>

// Tests that DebugDraw passes nothing invalid to the drawer and reads no destroyed object, and that its errors have the
// right names.

namespace ricochet::test::debug_draw_fault_test
{

namespace
{

// Expects all three overloads to refuse the def with this error, and to draw nothing.
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

TEST(DebugDrawFault, IsTheSameWhenTheBodiesOfItsEventsAreGone)
{
	Show show;
	const std::vector<Stroke> expected = Draw({}, show.plugin);
	for (b2Body* body = show.world.GetBodyList(); body != nullptr; body = show.world.GetBodyList())
	{
		show.world.DestroyBody(body);
	}
	for (int32_t i = 0; i < 10; ++i) // new bodies reuse the memory of the destroyed ones
	{
		show.AddBox({100.0f, 100.0f}, 1.0f, 1.0f, 1.0f);
	}
	ExpectSameStrokes(Draw({}, show.plugin), expected);
}

TEST(DebugDrawFault, AfterQueuedBodiesAreGoneShowsWhatFlies)
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

TEST(DebugDrawFault, LeavesOutWhatIsNotFinite)
{
	FiringRange range;
	const float speed = 0.9f * k_largest;
	range.plugin.Fire(Straight({-0.5f * k_largest, 1.0f}, {speed, 0.0f}));
	DebugDrawDef def = Only({&DebugDrawDef::bullets});
	def.tracerTime = 10.0f;
	ExpectSameStrokes(Draw(def, range.plugin),
	                  {{Kind::Point, {-0.5f * k_largest, 1.0f}, {0.0f, 0.0f}, def.pointSize, def.bulletColor}});

	FiringRange spinning;
	spinning.plugin.Throw({.angularVelocity = k_largest, .gravityScale = 0.0f, .fuse = k_inf});
	spinning.plugin.Throw({.position = {9.0f, 0.0f}, .gravityScale = 0.0f, .fuse = k_inf});
	spinning.Step(10.0f);
	ASSERT_EQ(spinning.plugin.Grenades().size(), 2u);
	ASSERT_EQ(spinning.plugin.Grenades()[0].angle, k_largest);
	ASSERT_EQ(Draw({}, spinning.plugin).size(), 2u);
	EXPECT_EQ(Draw({}, spinning.plugin)[1].first, b2Vec2(9.0f, 0.0f));

	FlightPreview preview;
	preview.points = {{{0.0f, 0.0f}}, {{1.0f, 0.0f}}, {{k_nan, 0.0f}}, {{3.0f, 0.0f}}, {{4.0f, 0.0f}}};
	preview.impacts.resize(1);
	preview.impacts[0].enter.point = {k_inf, 0.0f};
	preview.impacts[0].exit.point = {2.0f, 2.0f};
	preview.impacts[0].exit.normal = {0.0f, k_nan};
	preview.end.emplace().position = {0.0f, -k_inf};
	ExpectSameStrokes(Draw({}, preview), {{Kind::Line, {0.0f, 0.0f}, {1.0f, 0.0f}, 0.0f, def.pathColor},
	                                      {Kind::Line, {3.0f, 0.0f}, {4.0f, 0.0f}, 0.0f, def.pathColor},
	                                      {Kind::Point, {2.0f, 2.0f}, {0.0f, 0.0f}, def.pointSize, def.exitColor}});
}

TEST(DebugDrawFault, RefusesNumbersThatAreNotFiniteOrNegativeByName)
{
	for (const auto& [name, number] : {NamedNumber{"DebugDrawDef::alpha", &DebugDrawDef::alpha},
	                                   NamedNumber{"DebugDrawDef::normalLength", &DebugDrawDef::normalLength},
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

TEST(DebugDrawFault, RefusesAViewOrARayThatIsNone)
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

TEST(DebugDrawFault, TakesNoMemoryAndLetsOutWhatTheDrawerThrows)
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

} // namespace ricochet::test::debug_draw_fault_test
