// MIT License, Copyright (c) 2026 the ricochet authors

#include "sight/visibility_oracle.h"

#include "support/brute_force.h"

#include <cmath>

// The input of the oracle: plain walls, and the straight edges of a world.

namespace ricochet::test
{

namespace
{

// Returns the sign of cross(a, b), computed exactly, because a product of doubles is not a double.
int SideOf(Point2 a, Point2 b)
{
	return sgn(mpq_class(mpq_class(a.x) * mpq_class(b.y) - mpq_class(a.y) * mpq_class(b.x)));
}

// Returns p = x + Q v / |q|^2, minus the eye. At this p, q^T (p - x) is v.
Point2 Placed(const b2Transform& pose, b2Vec2 v, b2Vec2 eye)
{
	const mpq_class s = pose.q.s, c = pose.q.c, size = s * s + c * c, vx = v.x, vy = v.y;
	const mpq_class x = mpq_class(pose.p.x) - mpq_class(eye.x) + (c * vx - s * vy) / size;
	const mpq_class y = mpq_class(pose.p.y) - mpq_class(eye.y) + (s * vx + c * vy) / size;
	const auto nearest = [](const mpq_class& exact)
	{
		const double inner = exact.get_d(); // rounded towards zero
		const double outer = std::nextafter(inner, sgn(exact) * HUGE_VAL);
		return abs(exact - mpq_class(inner)) <= abs(mpq_class(outer) - exact) ? inner : outer;
	};
	return {sgn(x) == 0 ? 0.0 : nearest(x), sgn(y) == 0 ? 0.0 : nearest(y)};
}

void AddPolygon(const b2PolygonShape& polygon, const b2Transform& pose, SightTag tag, const QueryFilter& filter,
                SightScene& scene)
{
	std::vector<OracleWall> walls;
	std::vector<size_t> through;
	bool outside = false;
	for (int32_t i = 0; i < polygon.m_count; ++i)
	{
		const Point2 a = Placed(pose, polygon.m_vertices[i], scene.eye);
		const Point2 b = Placed(pose, polygon.m_vertices[(i + 1) % polygon.m_count], scene.eye);
		tag.edge = i;
		walls.push_back({a, b, tag});
		const int side = SideOf(a, b);
		outside = outside || side < 0;
		if (side == 0)
		{
			through.push_back(static_cast<size_t>(i));
		}
	}
	if (outside == false && through.empty())
	{
		scene.hidden = scene.hidden || filter.startInside;
		return;
	}
	if (outside == false)
	{
		// If the eye is at a vertex, it is on the end of one edge and on the start of the next one.
		const auto endsHere = [&](size_t i)
		{
			return walls[i].b.x == 0.0 && walls[i].b.y == 0.0;
		};
		const size_t before = endsHere(through.back()) ? through.back() : through.front();
		const size_t after = through.size() > 1 && before == through.front() ? through.back() : through.front();
		scene.dark.push_back({walls[after].b - walls[after].a, walls[before].a - walls[before].b});
	}
	scene.walls.insert(scene.walls.end(), walls.begin(), walls.end());
}

void AddEdge(b2Vec2 v1, b2Vec2 v2, bool oneSided, const b2Transform& pose, SightTag tag, Sides sides, SightScene& scene)
{
	const OracleWall wall{Placed(pose, v1, scene.eye), Placed(pose, v2, scene.eye), tag};
	const bool isFront = SideOf(wall.a, wall.b) < 0;
	if (sides == Sides::Both || (oneSided ? isFront == (sides == Sides::Front) : sides == Sides::Front))
	{
		scene.walls.push_back(wall);
	}
}

void AddFixture(b2Fixture* fixture, const QueryFilter& filter, SightScene& scene)
{
	const b2Transform& pose = fixture->GetBody()->GetTransform();
	const b2Shape* shape = fixture->GetShape();
	if (shape->GetType() == b2Shape::e_polygon)
	{
		AddPolygon(static_cast<const b2PolygonShape&>(*shape), pose, {fixture, 0, -1}, filter, scene);
	}
	else if (shape->GetType() == b2Shape::e_edge)
	{
		const auto& edge = static_cast<const b2EdgeShape&>(*shape);
		AddEdge(edge.m_vertex1, edge.m_vertex2, edge.m_oneSided, pose, {fixture, 0, 0}, filter.sides, scene);
	}
	else if (shape->GetType() == b2Shape::e_chain)
	{
		const auto& chain = static_cast<const b2ChainShape&>(*shape);
		for (int32_t i = 0; i + 1 < chain.m_count; ++i)
		{
			AddEdge(chain.m_vertices[i], chain.m_vertices[i + 1], true, pose, {fixture, i, i}, filter.sides, scene);
		}
	}
}

void AddCone(const SightCone& cone, SightScene& scene)
{
	const double half = 0.5 * static_cast<double>(cone.angle);
	if (cone.angle < 6.28318530717959f)
	{
		const auto border = [&](double angle)
		{
			return Point2{std::cos(angle), std::sin(angle)};
		};
		scene.dark.push_back(
		    {border(static_cast<double>(cone.direction) + half), border(static_cast<double>(cone.direction) - half)});
	}
}

} // namespace

SightScene ToSightScene(std::span<const Segment> walls, b2Vec2 eye, float radius, const SightCone& cone)
{
	SightScene scene{.eye = eye, .radius = radius, .walls = {}, .dark = {}};
	for (size_t i = 0; i < walls.size(); ++i)
	{
		scene.walls.push_back(
		    {Widen(walls[i].a) - Widen(eye), Widen(walls[i].b) - Widen(eye), {nullptr, 0, static_cast<int32_t>(i)}});
	}
	AddCone(cone, scene);
	return scene;
}

SightScene ToSightScene(const b2World& world, b2Vec2 eye, float radius, const SightDef& def)
{
	SightScene scene{.eye = eye, .radius = radius, .walls = {}, .dark = {}};
	for (const b2Body* body = world.GetBodyList(); body != nullptr; body = body->GetNext())
	{
		const b2Transform& pose = body->GetTransform();
		const bool isFinite = pose.p.IsValid() && b2IsValid(pose.q.s) && b2IsValid(pose.q.c);
		for (const b2Fixture* node = body->GetFixtureList(); node != nullptr; node = node->GetNext())
		{
			b2Fixture* fixture = const_cast<b2Fixture*>(node);
			if (isFinite && body->IsEnabled() && PassesFilter(def.filter, fixture))
			{
				AddFixture(fixture, def.filter, scene);
			}
		}
	}
	AddCone(def.cone, scene);
	return scene;
}

} // namespace ricochet::test
