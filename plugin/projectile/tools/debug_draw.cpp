// MIT License, Copyright (c) 2026 the ricochet authors

#include <ricochet/projectile/debug_draw.h>

#include "geometry/checker.h"
#include "geometry/elementary.h"

#include <cmath>
#include <functional>

namespace ricochet
{

namespace
{

constexpr float k_brightnessAtRest = 0.5f;

void CheckColor(Checker& checker, const char* parameter, const b2Color& color)
{
	checker.AtLeast(parameter, color.r, 0.0)
	    .AtLeast(parameter, color.g, 0.0)
	    .AtLeast(parameter, color.b, 0.0)
	    .AtLeast(parameter, color.a, 0.0);
}

void CheckView(Checker& checker, const b2AABB& view)
{
	const char* const parameter = "DebugDrawDef::view";
	checker.Finite(parameter, view.lowerBound)
	    .Finite(parameter, view.upperBound)
	    .AtLeast(parameter, view.upperBound.x, view.lowerBound.x)
	    .AtLeast(parameter, view.upperBound.y, view.lowerBound.y);
}

Checker CheckDef(const DebugDrawDef& def)
{
	Checker checker;
	checker.AtLeast("DebugDrawDef::alpha", def.alpha, 0.0)
	    .AtLeast("DebugDrawDef::normalLength", def.normalLength, 0.0)
	    .AtLeast("DebugDrawDef::impulseScale", def.impulseScale, 0.0)
	    .AtLeast("DebugDrawDef::tracerTime", def.tracerTime, 0.0)
	    .AtLeast("DebugDrawDef::pointSize", def.pointSize, 0.0);
	if (def.view)
	{
		CheckView(checker, *def.view);
	}
	CheckColor(checker, "DebugDrawDef::bulletColor", def.bulletColor);
	CheckColor(checker, "DebugDrawDef::grenadeColor", def.grenadeColor);
	CheckColor(checker, "DebugDrawDef::stuckColor", def.stuckColor);
	CheckColor(checker, "DebugDrawDef::pathColor", def.pathColor);
	CheckColor(checker, "DebugDrawDef::enterColor", def.enterColor);
	CheckColor(checker, "DebugDrawDef::exitColor", def.exitColor);
	CheckColor(checker, "DebugDrawDef::pressColor", def.pressColor);
	CheckColor(checker, "DebugDrawDef::explosionColor", def.explosionColor);
	CheckColor(checker, "DebugDrawDef::expiredColor", def.expiredColor);
	CheckColor(checker, "DebugDrawDef::rayColor", def.rayColor);
	return checker;
}

b2Color Dimmed(const b2Color& color)
{
	return {k_brightnessAtRest * color.r, k_brightnessAtRest * color.g, k_brightnessAtRest * color.b, color.a};
}

/// Draws shapes with a b2Draw, if they are finite, have an extent, and are in view.
class Pen
{
public:
	Pen(b2Draw& draw, const DebugDrawDef& def) : m_draw(draw), m_def(def) {}

	void Point(b2Vec2 point, const b2Color& color)
	{
		if (point.IsValid() && m_def.pointSize > 0.0f && IsInView(point, point))
		{
			m_draw.DrawPoint(point, m_def.pointSize, color);
		}
	}

	void Line(b2Vec2 from, b2Vec2 to, const b2Color& color)
	{
		// A line without length has no direction. A b2Draw might divide by its length.
		if (from.IsValid() && to.IsValid() && from != to && IsInView(b2Min(from, to), b2Max(from, to)))
		{
			m_draw.DrawSegment(from, to, color);
		}
	}

	void Circle(b2Vec2 center, float radius, const b2Color& color)
	{
		if (IsCircleInView(center, radius))
		{
			m_draw.DrawCircle(center, radius, color);
		}
	}

	void Disc(b2Vec2 center, float radius, float angle, const b2Color& color)
	{
		if (IsCircleInView(center, radius))
		{
			const SinCos turned = SinCosOf(angle);
			const b2Vec2 axis{static_cast<float>(turned.cos), static_cast<float>(turned.sin)};
			m_draw.DrawSolidCircle(center, radius, axis, color);
		}
	}

private:
	[[nodiscard]] bool IsCircleInView(b2Vec2 center, float radius) const
	{
		const b2Vec2 reach{radius, radius};
		return center.IsValid() && std::isfinite(radius) && radius > 0.0f && IsInView(center - reach, center + reach);
	}

	[[nodiscard]] bool IsInView(b2Vec2 lower, b2Vec2 upper) const
	{
		return m_def.view.has_value() == false ||
		       (lower.x <= m_def.view->upperBound.x && lower.y <= m_def.view->upperBound.y &&
		        upper.x >= m_def.view->lowerBound.x && upper.y >= m_def.view->lowerBound.y);
	}

	b2Draw& m_draw;
	const DebugDrawDef& m_def;
};

/// Draws projectiles and events.
class Picture
{
public:
	Picture(b2Draw& draw, const DebugDrawDef& def) : m_pen(draw, def), m_def(def) {}

	void Bullet(const BulletState& bullet)
	{
		m_pen.Line(bullet.position - m_def.tracerTime * bullet.velocity, bullet.position, m_def.bulletColor);
		m_pen.Point(bullet.position, m_def.bulletColor);
		m_pen.Circle(bullet.position, bullet.radius, m_def.bulletColor);
	}

	void Grenade(const GrenadeState& grenade)
	{
		const b2Color& color = grenade.stuck ? m_def.stuckColor : m_def.grenadeColor;
		m_pen.Disc(grenade.position, grenade.radius, grenade.angle, grenade.resting ? Dimmed(color) : color);
	}

	void Path(std::span<const PathPoint> path)
	{
		for (size_t i = 1; i < path.size(); ++i)
		{
			m_pen.Line(path[i - 1].position, path[i].position, m_def.pathColor);
		}
	}

	void Span(const RaySpan& span)
	{
		m_pen.Line(span.enter.point, span.exit.point, m_def.enterColor);
		Side(span.enter, m_def.enterColor);
		Side(span.exit, m_def.exitColor);
	}

	void Press(const PressEvent& press)
	{
		m_pen.Point(press.point, m_def.pressColor);
		Impulse(press.point, press.impulse, m_def.pressColor);
	}

	void Explosion(const ExplosionEvent& explosion, std::span<const BlastEvent> hits)
	{
		const b2Color& color = m_def.explosionColor;
		m_pen.Circle(explosion.position, explosion.radius, color);
		if (explosion.falloff > 0.0f)
		{
			m_pen.Circle(explosion.position, explosion.radius + explosion.falloff, color);
		}
		for (const BlastEvent& hit : hits)
		{
			m_pen.Line(explosion.position, hit.point, color);
			m_pen.Point(hit.point, color);
			Impulse(hit.point, hit.impulse, color);
		}
	}

	void Expired(const ExpiredEvent& end)
	{
		const float arm = 0.5f * m_def.normalLength;
		m_pen.Point(end.position, m_def.expiredColor);
		m_pen.Line(end.position - b2Vec2{arm, 0.0f}, end.position + b2Vec2{arm, 0.0f}, m_def.expiredColor);
		m_pen.Line(end.position - b2Vec2{0.0f, arm}, end.position + b2Vec2{0.0f, arm}, m_def.expiredColor);
	}

	void RayLine(const Ray& ray) { m_pen.Line(ray.origin, PointAt(ray, ray.maxFraction), m_def.rayColor); }

private:
	void Side(const Crossing& crossing, const b2Color& color)
	{
		m_pen.Point(crossing.point, color);
		m_pen.Line(crossing.point, crossing.point + m_def.normalLength * crossing.normal, color);
	}

	void Impulse(b2Vec2 point, b2Vec2 impulse, const b2Color& color)
	{
		m_pen.Line(point, point + m_def.impulseScale * impulse, color);
	}

	Pen m_pen;
	const DebugDrawDef& m_def;
};

void DrawPaths(const Plugin& plugin, Picture& picture)
{
	for (const BulletState& bullet : plugin.Bullets())
	{
		picture.Path(plugin.PathOf(bullet.id));
	}
	for (const ExpiredEvent& end : plugin.Expired())
	{
		picture.Path(plugin.PathOf(end.bullet));
	}
}

void DrawBetweenSteps(const Plugin& plugin, const DebugDrawDef& def, Picture& picture)
{
	const auto drawGrenade = [&](const GrenadePlace& place)
	{
		GrenadeState grenade = plugin.Find(place.id).value_or(GrenadeState{});
		grenade.radius = place.radius;
		grenade.position = place.position;
		grenade.angle = place.angle;
		picture.Grenade(grenade);
	};
	const auto drawBullet = [&](const BulletPlace& place)
	{
		BulletState bullet = plugin.Find(place.id).value_or(BulletState{});
		bullet.position = place.position;
		bullet.velocity = place.velocity;
		picture.Bullet(bullet);
	};
	if (def.grenades)
	{
		plugin.GrenadesAt(def.alpha, std::ref(drawGrenade)); // a reference fits into std::function without memory
	}
	if (def.bullets)
	{
		plugin.BulletsAt(def.alpha, std::ref(drawBullet));
	}
}

template <class Things, class Draw>
void DrawEach(bool isWanted, const Things& things, Draw draw)
{
	if (isWanted)
	{
		for (const auto& thing : things)
		{
			draw(thing);
		}
	}
}

} // namespace

// Small and moving things are drawn last, on top of the others.
Result<> DebugDraw(const Plugin& plugin, b2Draw& draw, const DebugDrawDef& def)
{
	const Checker checker = CheckDef(def);
	if (checker.IsSound() == false)
	{
		return checker.Outcome();
	}
	Picture picture(draw, def);
	DrawEach(def.explosions, plugin.Explosions(),
	         [&](const ExplosionEvent& explosion) { picture.Explosion(explosion, plugin.HitsOf(explosion)); });
	if (def.paths)
	{
		DrawPaths(plugin, picture);
	}
	DrawEach(def.impacts, plugin.Impacts(), [&](const ImpactEvent& hit) { picture.Span(hit); });
	DrawEach(def.presses, plugin.Presses(), [&](const PressEvent& press) { picture.Press(press); });
	if (def.alpha < 1.0f)
	{
		DrawBetweenSteps(plugin, def, picture);
	}
	else
	{
		DrawEach(def.grenades, plugin.Grenades(), [&](const GrenadeState& grenade) { picture.Grenade(grenade); });
		DrawEach(def.bullets, plugin.Bullets(), [&](const BulletState& bullet) { picture.Bullet(bullet); });
	}
	DrawEach(def.expired, plugin.Expired(), [&](const ExpiredEvent& end) { picture.Expired(end); });
	return {};
}

Result<> DebugDraw(const FlightPreview& preview, b2Draw& draw, const DebugDrawDef& def)
{
	const Checker checker = CheckDef(def);
	if (checker.IsSound() == false)
	{
		return checker.Outcome();
	}
	Picture picture(draw, def);
	if (def.paths)
	{
		picture.Path(preview.points);
	}
	DrawEach(def.impacts, preview.impacts, [&](const ImpactEvent& hit) { picture.Span(hit); });
	if (def.expired && preview.end)
	{
		picture.Expired(*preview.end);
	}
	return {};
}

Result<> DebugDraw(const Ray& ray, std::span<const RayHit> hits, b2Draw& draw, const DebugDrawDef& def)
{
	Checker checker = CheckDef(def);
	checker.Finite("Ray::origin", ray.origin)
	    .Finite("Ray::translation", ray.translation)
	    .AtLeast("Ray::maxFraction", ray.maxFraction, 0.0);
	if (checker.IsSound() == false)
	{
		return checker.Outcome();
	}
	Picture picture(draw, def);
	picture.RayLine(ray);
	DrawEach(def.impacts, hits, [&](const RayHit& hit) { picture.Span(hit); });
	return {};
}

} // namespace ricochet
