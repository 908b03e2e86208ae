// MIT License, Copyright (c) 2026 the ricochet authors

#pragma once

#include <ricochet/projectile/debug_draw.h>

#include "projectile/firing_range.h"

#include <algorithm>
#include <vector>

namespace ricochet::test
{

inline constexpr double k_drawTolerance = 1.0e-5;

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
	b2Vec2 first{0.0f, 0.0f};  // the centre if the stroke is a circle
	b2Vec2 second{0.0f, 0.0f}; // the other end of a line; the axis of a disc
	float size = 0.0f;         // the size of a point; the radius of a circle or disc
	b2Color color;
};

/// Records every call as a Stroke.
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

inline bool IsSame(const Stroke& a, const Stroke& b)
{
	const auto isNear = [](b2Vec2 v, b2Vec2 w)
	{
		return DistanceOf(v, w) <= k_drawTolerance * std::max(1.0, SpeedOf(v));
	};
	const bool isTurned = a.kind == Kind::Line && isNear(a.first, b.second) && isNear(a.second, b.first);
	return a.kind == b.kind && std::abs(a.size - b.size) <= k_drawTolerance && a.color.r == b.color.r &&
	       a.color.g == b.color.g && a.color.b == b.color.b && a.color.a == b.color.a &&
	       ((isNear(a.first, b.first) && isNear(a.second, b.second)) || isTurned);
}

/// Expects both lists to hold the same strokes the same number of times, in any order.
inline void ExpectSameStrokes(std::vector<Stroke> drawn, const std::vector<Stroke>& expected)
{
	EXPECT_EQ(drawn.size(), expected.size());
	for (const Stroke& stroke : expected)
	{
		const auto found = std::ranges::find_if(drawn, [&](const Stroke& other) { return IsSame(stroke, other); });
		ASSERT_TRUE(found != drawn.end()) << "not drawn: of kind " << static_cast<int32_t>(stroke.kind) << " at "
		                                  << stroke.first.x << ' ' << stroke.first.y;
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

inline constexpr bool DebugDrawDef::*k_flags[] = {
    &DebugDrawDef::bullets, &DebugDrawDef::grenades,   &DebugDrawDef::paths,  &DebugDrawDef::impacts,
    &DebugDrawDef::presses, &DebugDrawDef::explosions, &DebugDrawDef::expired};

inline DebugDrawDef Only(std::initializer_list<bool DebugDrawDef::*> wanted)
{
	DebugDrawDef def;
	for (const auto flag : k_flags)
	{
		def.*flag = std::ranges::find(wanted, flag) != wanted.end();
	}
	return def;
}

/// Builds the strokes that the contract of DebugDraw demands for each kind of object. It is independent of the
/// library's code.
struct Expectation
{
	explicit Expectation(const DebugDrawDef& look) : def(look) {}

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

/// A scene with one example of each kind. It has a pane that is pierced, a wall that stops bullets, and a crate with a
/// grenade on it. Another grenade sticks to a ceiling, one is at rest, and one is in the air. There is also an
/// explosion.
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
		bullet.velocity = {300.0f, -250.0f};
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

} // namespace ricochet::test
