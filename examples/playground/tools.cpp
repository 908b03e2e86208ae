// MIT License, Copyright (c) 2026 the ricochet authors

#include "tools.h"

#include <ricochet/query/overlap_query.h>
#include <ricochet/query/simple_queries.h>
#include <ricochet/sight/visibility.h>

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

namespace playground
{

namespace
{

constexpr float k_throwPerMetre = 2.5f; // (m/s) / m
constexpr float k_degrees = 57.29578f;  // per rad
constexpr float k_longestThrow = 10.0f; // s
constexpr size_t k_mostBounces = 12;    // that are drawn

std::string_view NameOf(Material material)
{
	constexpr std::array<std::string_view, 5> names{"stone", "earth", "wood", "glass", "steel"};
	return names[static_cast<size_t>(material) % names.size()];
}

std::string_view NameOf(ricochet::Response response)
{
	switch (response)
	{
	case ricochet::Response::Bounce:
		return "bounces off";
	case ricochet::Response::Pierce:
		return "goes through";
	case ricochet::Response::Ignore:
		return "ignores";
	default:
		return "stops in";
	}
}

std::string Describe(const Mark& mark)
{
	return fmt::format(
	    "{} {} {}\nat {:.3f}, {:.3f} m, {:.4f} s\nnormal {:.3f}, {:.3f}\nspeed {:.1f} m/s\nthickness {:.1f} "
	    "mm\nexit {:.3f}, {:.3f} m\nenergy lost {:.2f} J\nhas flown {:.2f} m in {:.3f} s",
	    mark.isGrenade ? "grenade" : "bullet", NameOf(mark.response), NameOf(mark.material), mark.enter.x, mark.enter.y,
	    mark.born, mark.normal.x, mark.normal.y, mark.velocity.Length(), 1000.0f * mark.thickness, mark.exit.x,
	    mark.exit.y, mark.energyLost, mark.distance, mark.age);
}

} // namespace

std::string Inspect(const Stage& stage, b2Vec2 at, float reach)
{
	const Mark* nearest = nullptr;
	float distance = reach;
	for (const Mark& mark : stage.marks)
	{
		const bool isSeen = stage.time - mark.born < 2.5;
		const std::optional<b2Transform> motion = isSeen ? stage.MotionSince(mark) : std::nullopt;
		const float d = motion ? b2Distance(b2Mul(*motion, mark.enter), at) : 2.0f * reach;
		if (d <= distance)
		{
			nearest = &mark;
			distance = d;
		}
	}
	if (nearest != nullptr)
	{
		return Describe(*nearest);
	}
	std::vector<ricochet::OverlapHit> overlaps;
	ricochet::OverlapPoint(stage.world, at, overlaps);
	if (overlaps.empty())
	{
		return {};
	}
	b2Fixture* fixture = overlaps[0].fixture;
	const b2Body* body = fixture->GetBody();
	const ricochet::Surface surface = stage.plugin.GetSurface(fixture);
	constexpr std::array<std::string_view, 3> types{"static", "kinematic", "dynamic"};
	std::string text = fmt::format("{}, {}", NameOf(static_cast<Material>(fixture->GetUserData().pointer)),
	                               types[static_cast<size_t>(body->GetType())]);
	if (body->GetType() != b2_staticBody)
	{
		text += fmt::format("\nspeed {:.2f} m/s, {:.0f}°/s", body->GetLinearVelocity().Length(),
		                    k_degrees * body->GetAngularVelocity());
	}
	if (body->GetType() == b2_dynamicBody)
	{
		text += fmt::format("\nmass {:.2f} kg", body->GetMass());
	}
	text += std::isinf(surface.resistance) ? std::string("\nno bullet goes through")
	                                       : fmt::format("\nresistance {:g} J/m", surface.resistance);
	if (surface.ricochetAngle >= 0.5f * b2_pi)
	{
		text += "\nricochet at any angle";
	}
	else if (surface.ricochetAngle > 0.0f)
	{
		text += fmt::format("\nricochet below {:.0f}°", k_degrees * surface.ricochetAngle);
	}
	return text;
}

void Hand::Take(Tool tool, Stage& stage)
{
	DropDragged(stage);
	stage.isTriggerHeld = false;
	m_isDown = false;
	m_drawn.clear();
	m_tool = tool;
}

void Hand::DropDragged(Stage& stage)
{
	if (m_joint != nullptr)
	{
		stage.world.DestroyJoint(m_joint);
		stage.plugin.Forget(m_anchor);
		stage.world.DestroyBody(m_anchor);
		stage.EndHistory();
		m_joint = nullptr;
	}
}

void Hand::Move(Stage& stage, b2Vec2 at)
{
	m_at = at;
	stage.target = at;
	if (m_joint != nullptr)
	{
		m_joint->SetTarget(at);
	}
	if (m_isDown && m_tool == Tool::Draw && b2Distance(m_drawn.back(), at) > 0.15f)
	{
		m_drawn.push_back(at);
	}
	if (m_isDown && stage.isPuzzle == false && m_tool != Tool::Fire && m_tool != Tool::Grenade &&
	    m_tool != Tool::Drag && m_tool != Tool::Draw && m_tool != Tool::Walk && m_tool != Tool::Point)
	{
		stage.muzzle = m_pressed;
	}
}

void Hand::Press(Stage& stage, b2Vec2 at)
{
	m_at = at;
	m_pressed = at;
	m_isDown = true;
	stage.target = at;
	if (m_tool == Tool::Fire)
	{
		stage.Fire(stage.muzzle, at);
		stage.isTriggerHeld = true;
	}
	if (m_tool == Tool::Draw)
	{
		m_drawn.assign(1, at);
	}
	if (m_tool == Tool::Point && stage.contest != nullptr)
	{
		stage.contest->Press(stage, at);
	}
	stage.play->hasStruck = m_tool == Tool::Walk;
	std::vector<ricochet::OverlapHit> overlaps;
	if (m_tool == Tool::Drag)
	{
		ricochet::OverlapPoint(stage.world, at, overlaps);
	}
	for (const ricochet::OverlapHit& overlap : overlaps)
	{
		b2Body* body = overlap.fixture->GetBody();
		if (body->GetType() != b2_dynamicBody)
		{
			continue;
		}
		stage.EndHistory();
		m_anchor = stage.AddBody({0.0f, 0.0f});
		b2MouseJointDef def;
		def.bodyA = m_anchor;
		def.bodyB = body;
		def.target = at;
		def.maxForce = 500.0f * body->GetMass();
		b2LinearStiffness(def.stiffness, def.damping, 5.0f, 0.8f, m_anchor, body);
		m_joint = static_cast<b2MouseJoint*>(stage.world.CreateJoint(&def));
		body->SetAwake(true);
		return;
	}
}

bool Hand::Release(Stage& stage, b2Vec2 at)
{
	m_at = at;
	stage.isTriggerHeld = false;
	DropDragged(stage);
	if (m_isDown && m_tool == Tool::Grenade)
	{
		stage.Throw(stage.muzzle, ThrowVelocity(stage));
	}
	bool isOutline = true;
	if (m_isDown && m_tool == Tool::Draw && m_drawn.size() > 2)
	{
		isOutline = stage.Drop(m_drawn);
	}
	m_drawn.clear();
	m_isDown = false;
	return isOutline;
}

void Hand::Draw(Stage& stage, Display& display)
{
	switch (m_tool)
	{
	case Tool::Fire:
		DrawAim(stage, display);
		break;
	case Tool::Grenade:
		DrawThrow(stage, display);
		break;
	case Tool::Ray:
		DrawRay(stage, display);
		break;
	case Tool::Thick:
	case Tool::Polygon:
		DrawSweep(stage, display);
		break;
	case Tool::Beam:
		DrawBeam(stage, display);
		break;
	case Tool::Flashlight:
		DrawLight(stage, display);
		break;
	case Tool::Grid:
		DrawGrid(stage, display);
		break;
	case Tool::Space:
		DrawSpace(stage, display);
		break;
	case Tool::Draw:
		display.Line(m_drawn, Style::Preview);
		break;
	case Tool::Drag:
	case Tool::Walk:
	case Tool::Point:
		break;
	}
}

void Hand::DrawOver(const Stage& stage, Display& display) const
{
	if (m_tool == Tool::Flashlight)
	{
		DrawLightMarks(stage, display);
	}
}

void Hand::DrawAim(Stage& stage, Display& display) const
{
	const b2Vec2 way = m_at - stage.muzzle;
	const float length = way.Length();
	if (length > 0.3f)
	{
		const float gun = stage.gunLength > 0.0f ? stage.gunLength : 0.6f;
		display.Segment(stage.muzzle, stage.muzzle + (gun / length) * way, Style::Muzzle);
	}
}

// Returns the velocity of a throw: by the length of the pull, or by the distance of the pointer if there is no pull.
b2Vec2 Hand::ThrowVelocity(const Stage& stage) const
{
	const b2Vec2 pull = m_isDown ? m_at - m_pressed : m_at - stage.muzzle;
	return k_throwPerMetre * (pull.Length() > 0.2f ? pull : m_at - stage.muzzle);
}

// Draws the region that a blast reaches, without the region behind cover, and the damage of each body that can move.
void Hand::DrawBlastAt(const Stage& stage, Display& display, b2Vec2 center, ricochet::ExplosionDef def)
{
	def.position = center;
	std::vector<ricochet::BlastEvent> hits;
	if (!stage.plugin.PreviewBlast(def, hits))
	{
		return;
	}
	std::vector<const b2Body*> destroyed; // the blast passes through them
	for (const ricochet::BlastEvent& hit : hits)
	{
		if (hit.body != nullptr && hit.body->GetType() == b2_dynamicBody && hit.damage > 0.0f)
		{
			display.Dot(hit.point, Style::Bounce, 0.8f);
			display.Text(hit.point, hit.destroyed ? "breaks" : fmt::format("{:.0f} %", 100.0f * hit.damage));
		}
		if (hit.destroyed)
		{
			destroyed.push_back(hit.body);
		}
	}
	ricochet::SightDef sight;
	sight.filter.accept = [&](b2Fixture* fixture)
	{
		return std::find(destroyed.begin(), destroyed.end(), fixture->GetBody()) == destroyed.end();
	};
	std::vector<ricochet::SightVertex> polygon;
	std::vector<b2Vec2> points;
	if (ricochet::VisibilityPolygon(stage.world, center, def.radius + def.falloff, polygon, sight))
	{
		ricochet::Flatten(polygon, 0.01f, points);
		points.push_back(points.front());
		display.Line(points, Style::Preview, 0.7f);
	}
}

void Hand::DrawThrow(Stage& stage, Display& display)
{
	const ricochet::GrenadeDef def = stage.GrenadeOf(stage.muzzle, ThrowVelocity(stage));
	if (!stage.plugin.PreviewThrow(def, k_longestThrow, stage.timeStep, m_arc))
	{
		return;
	}
	std::vector<b2Vec2> places;
	for (const ricochet::PathPoint& point : m_arc.points)
	{
		places.push_back(point.position);
	}
	display.Line(places, Style::Preview);
	for (size_t i = 0; i < std::min(m_arc.impacts.size(), k_mostBounces); ++i)
	{
		display.Dot(m_arc.impacts[i].position, Style::Bounce, 0.8f);
	}
	if (def.blast)
	{
		DrawBlastAt(stage, display, places.back(), *def.blast);
	}
}

} // namespace playground
