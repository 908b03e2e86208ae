// MIT License, Copyright (c) 2026 the ricochet authors

#include "projectile/blast_referee.h"

#include <box2d/b2_chain_shape.h>
#include <box2d/b2_circle_shape.h>
#include <box2d/b2_edge_shape.h>
#include <box2d/b2_fixture.h>
#include <box2d/b2_polygon_shape.h>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <optional>

namespace ricochet::test
{

namespace
{

struct Point
{
	double x, y;
	friend Point operator-(Point a, Point b) { return {a.x - b.x, a.y - b.y}; }
	friend Point operator+(Point a, Point b) { return {a.x + b.x, a.y + b.y}; }
	friend Point operator*(double s, Point p) { return {s * p.x, s * p.y}; }
};

double CrossOf(Point a, Point b)
{
	return a.x * b.y - a.y * b.x;
}

double DotOf(Point a, Point b)
{
	return a.x * b.x + a.y * b.y;
}

double LengthOf(Point p)
{
	return std::hypot(p.x, p.y);
}

// A shape relative to the centre of the blast: a circle, or a closed or open polyline.
struct Shape
{
	size_t body = 0;
	std::vector<Point> points{};
	double radius = 0.0;
	bool isClosed = false;
	Point along{0.0, 0.0}; // unit vector from the centre to the shape's nearest point

	template <class Visit>
	void ForEachSegment(Visit&& visit) const
	{
		for (size_t i = 0; i + 1 < points.size() + (isClosed ? 1 : 0); ++i)
		{
			visit(points[i], points[(i + 1) % points.size()]);
		}
	}

	[[nodiscard]] Point Nearest() const
	{
		if (radius > 0.0)
		{
			return (1.0 - radius / LengthOf(points[0])) * points[0];
		}
		Point nearest = points[0];
		ForEachSegment(
		    [&](Point a, Point b)
		    {
			    const Point e = b - a;
			    const Point at = a + std::clamp(-DotOf(a, e) / DotOf(e, e), 0.0, 1.0) * e;
			    nearest = LengthOf(at) < LengthOf(nearest) ? at : nearest;
		    });
		return nearest;
	}

	// Returns the distance from the centre to the shape along a unit direction.
	[[nodiscard]] double Meet(Point u) const
	{
		double first = HUGE_VAL;
		if (radius > 0.0)
		{
			const double height = CrossOf(u, points[0]);
			const double along2 = DotOf(u, points[0]);
			const double under = radius * radius - height * height;
			return under > 0.0 && along2 > 0.0 ? along2 - std::sqrt(under) : first;
		}
		ForEachSegment(
		    [&](Point a, Point b)
		    {
			    const double sideA = CrossOf(u, a);
			    const double sideB = CrossOf(u, b);
			    if ((sideA < 0.0) != (sideB < 0.0))
			    {
				    const double distance = CrossOf(a, b) / CrossOf(u, b - a);
				    first = distance > 0.0 ? std::min(first, distance) : first;
			    }
		    });
		return first;
	}
};

class Scan
{
public:
	Scan(const b2World& world, const ExplosionDef& def, const PassedBodies& passed) : m_def(def)
	{
		for (const b2Body* body = world.GetBodyList(); body != nullptr; body = body->GetNext())
		{
			m_hits.push_back({.body = body});
			const auto found = passed.find(body);
			m_passed.push_back(found != passed.end() ? found->second : -1.0);
			for (const b2Fixture* f = body->GetFixtureList(); f != nullptr; f = f->GetNext())
			{
				AddShapes(*f);
			}
		}
		m_wholeBefore.resize(m_hits.size());
		for (RefereedHit& hit : m_hits)
		{
			hit.distance = HUGE_VAL;
		}
	}

	void Shoot(Point u)
	{
		Sight now;
		std::vector<Sight> own(m_hits.size());
		for (size_t i = 0; i < m_shapes.size(); ++i)
		{
			const double distance = m_shapes[i].Meet(u);
			const auto offer = [&](Sight& sight)
			{
				sight = distance < sight.distance ? Sight{&m_shapes[i], distance, distance * u} : sight;
			};
			if (m_passed[m_shapes[i].body] < 0.0)
			{
				offer(now);
			}
			offer(own[m_shapes[i].body]);
		}
		for (size_t body = 0; body < own.size(); ++body)
		{
			now.power *= m_passed[body] >= 0.0 && own[body].distance < now.distance ? m_passed[body] : 1.0;
		}
		Add(m_before, now, false);
		m_before = now;
		for (size_t body = 0; body < own.size(); ++body)
		{
			Add(m_wholeBefore[body], own[body], true);
			m_wholeBefore[body] = own[body];
		}
	}

	[[nodiscard]] std::vector<RefereedHit> Hits() const
	{
		std::vector<RefereedHit> hits;
		for (const RefereedHit& hit : m_hits)
		{
			if (hit.length > 0.0)
			{
				hits.push_back(hit);
			}
		}
		return hits;
	}

private:
	struct Sight
	{
		const Shape* shape = nullptr;
		double distance = HUGE_VAL;
		Point point{0.0, 0.0};
		double step = 0.0;
		double power = 1.0;
	};

	[[nodiscard]] double Reach() const { return static_cast<double>(m_def.radius) + m_def.falloff; }

	[[nodiscard]] double FalloffAt(double distance) const
	{
		const double beyond = std::max(0.0, distance - m_def.radius);
		return beyond <= 0.0 ? 1.0 : std::max(0.0, 1.0 - beyond / m_def.falloff);
	}

	void AddShapes(const b2Fixture& fixture)
	{
		const b2Transform& pose = fixture.GetBody()->GetTransform();
		const auto place = [&](b2Vec2 v)
		{
			const double c = pose.q.c;
			const double s = pose.q.s;
			return Point{pose.p.x - static_cast<double>(m_def.position.x) + c * v.x - s * v.y,
			             pose.p.y - static_cast<double>(m_def.position.y) + s * v.x + c * v.y};
		};
		const auto add = [&](Shape shape)
		{
			shape.body = m_hits.size() - 1;
			const Point nearest = shape.Nearest();
			shape.along = (1.0 / LengthOf(nearest)) * nearest;
			m_shapes.push_back(shape);
		};
		switch (fixture.GetType())
		{
		case b2Shape::e_circle:
		{
			const auto* circle = static_cast<const b2CircleShape*>(fixture.GetShape());
			add({.points = {place(circle->m_p)}, .radius = circle->m_radius});
			break;
		}
		case b2Shape::e_polygon:
		{
			const auto* polygon = static_cast<const b2PolygonShape*>(fixture.GetShape());
			Shape shape{.isClosed = true};
			for (int32_t i = 0; i < polygon->m_count; ++i)
			{
				shape.points.push_back(place(polygon->m_vertices[i]));
			}
			add(shape);
			break;
		}
		case b2Shape::e_chain:
		{
			const auto* chain = static_cast<const b2ChainShape*>(fixture.GetShape());
			for (int32_t i = 0; i + 1 < chain->m_count; ++i)
			{
				add({.points = {place(chain->m_vertices[i]), place(chain->m_vertices[i + 1])}});
			}
			break;
		}
		default:
		{
			const auto* edge = static_cast<const b2EdgeShape*>(fixture.GetShape());
			add({.points = {place(edge->m_vertex1), place(edge->m_vertex2)}});
		}
		}
	}

	// If two neighbouring rays hit the same shape, adds the length between their hit points. At either end of a shape's
	// visible part, up to one such length is missed.
	void Add(const Sight& before, Sight& now, bool isWhole)
	{
		const bool goesOn = before.shape == now.shape && now.shape != nullptr && before.power == now.power;
		if (goesOn)
		{
			const Point middle = 0.5 * (before.point + now.point);
			const double length = CrossOf(now.shape->along, now.point - before.point);
			now.step = LengthOf(now.point - before.point);
			AddLength(*now.shape, middle, length, now, before.step == 0.0, isWhole);
		}
		else if (before.shape != nullptr && before.step > 0.0)
		{
			BlurOf(*before.shape, isWhole) += 3.0 * before.step;
		}
	}

	double& BlurOf(const Shape& shape, bool isWhole)
	{
		return isWhole ? m_hits[shape.body].wholeBlur : m_hits[shape.body].blur;
	}

	void AddLength(const Shape& shape, Point middle, double length, const Sight& now, bool isFirst, bool isWhole)
	{
		RefereedHit& hit = m_hits[shape.body];
		const double step = now.step;
		const double distance = LengthOf(middle);
		BlurOf(shape, isWhole) += (isFirst ? 3.0 : 0.0) * step + (std::abs(distance - Reach()) < step ? step : 0.0);
		if (distance > Reach())
		{
			return;
		}
		if (isWhole)
		{
			hit.whole += length;
			return;
		}
		const double push = static_cast<double>(m_def.impulsePerLength) * FalloffAt(distance) * now.power * length;
		hit.length += length;
		hit.powered += now.power * length;
		hit.x += push * shape.along.x;
		hit.y += push * shape.along.y;
		hit.moment += push * CrossOf(middle, shape.along);
		if (distance < hit.distance)
		{
			hit.distance = distance;
			hit.falloff = FalloffAt(distance);
		}
	}

	const ExplosionDef& m_def;
	std::vector<RefereedHit> m_hits;
	std::vector<double> m_passed; // the share that passes each body; negative: the body is not passed
	std::vector<Shape> m_shapes;
	Sight m_before;
	std::vector<Sight> m_wholeBefore;
};

} // namespace

std::vector<RefereedHit> Referee(const b2World& world, const ExplosionDef& def, int32_t rays,
                                 const PassedBodies& passed)
{
	Scan scan(world, def, passed);
	for (int32_t i = 0; i <= rays; ++i)
	{
		const double angle = 0.37 + 2.0 * std::numbers::pi * i / rays;
		scan.Shoot({std::cos(angle), std::sin(angle)});
	}
	return scan.Hits();
}

} // namespace ricochet::test
