// MIT License, Copyright (c) 2026 the ricochet authors

#include "support/mirror_room.h"

#include "support/oracle.h"
#include "support/random_room.h"

namespace ricochet::test
{

namespace
{

// A generous bound of the relative rounding error of a few operations in long double.
constexpr long double k_rounding = 0x1p-55L;

struct LongVec
{
	long double x, y;
	long double size; // of the terms that were added
};

LongVec PullLong(b2Vec2 point, const b2Transform& pose)
{
	const long double dx = static_cast<long double>(point.x) - pose.p.x;
	const long double dy = static_cast<long double>(point.y) - pose.p.y;
	const long double c = pose.q.c;
	const long double s = pose.q.s;
	return {c * dx + s * dy, c * dy - s * dx, std::abs(dx) + std::abs(dy)};
}

ExactVec PullExact(b2Vec2 point, const b2Transform& pose)
{
	return Pull(Ray{point, {1.0f, 0.0f}}, pose).start;
}

// Returns on which side of a -> b the point is: 1 left, -1 right, 0 on the line.
int SideOf(b2Vec2 point, const b2Transform& pose, b2Vec2 a, b2Vec2 b)
{
	const LongVec p = PullLong(point, pose);
	const long double ex = static_cast<long double>(b.x) - a.x;
	const long double ey = static_cast<long double>(b.y) - a.y;
	const long double cross = ex * (p.y - a.y) - ey * (p.x - a.x);
	const long double size = (std::abs(ex) + std::abs(ey)) * (2.0L * p.size + std::abs(a.x) + std::abs(a.y));
	if (std::abs(cross) > k_rounding * size)
	{
		return cross > 0.0L ? 1 : -1;
	}
	const ExactVec exact = PullExact(point, pose);
	const ExactVec tail = ToExact(a);
	const ExactVec head = ToExact(b);
	const mpq_class value = (head.x - tail.x) * (exact.y - tail.y) - (head.y - tail.y) * (exact.x - tail.x);
	return sgn(value);
}

bool IsOutside(b2Vec2 point, const MirrorRoom::Obstacle& obstacle)
{
	const std::vector<b2Vec2>& vertices = obstacle.vertices;
	if (vertices.size() == 1)
	{
		const LongVec p = PullLong(point, obstacle.pose);
		const long double x = p.x - vertices[0].x;
		const long double y = p.y - vertices[0].y;
		const long double r = obstacle.radius;
		const long double clear = x * x + y * y - r * r;
		const long double reach = 2.0L * p.size + std::abs(vertices[0].x) + std::abs(vertices[0].y) + r;
		if (std::abs(clear) > k_rounding * reach * reach)
		{
			return clear > 0.0L;
		}
		return ExactLocateInCircle(PullExact(point, obstacle.pose), vertices[0], obstacle.radius) == Location::Outside;
	}
	for (size_t i = 0; i < vertices.size(); ++i)
	{
		if (SideOf(point, obstacle.pose, vertices[i], vertices[(i + 1) % vertices.size()]) < 0)
		{
			return true;
		}
	}
	return false;
}

b2Vec2 PointAtAngle(b2Vec2 from, float distance, float angle)
{
	return {from.x + distance * std::cos(angle), from.y + distance * std::sin(angle)};
}

void AddWall(MirrorRoom& room, MirrorRoom::Kind kind, b2Vec2 a, b2Vec2 b)
{
	constexpr float k_beyond = 1.0f;
	constexpr float k_thickness = 0.5f;
	const b2Vec2 along = b - a;
	b2Body* body = room.scene.AddBody(0.5f * (a + b), std::atan2(along.y, along.x));
	const float half = 0.5f * along.Length() + k_beyond;
	room.walls.push_back({body->GetTransform(), {-half, 0.0f}, {half, 0.0f}});
	if (kind == MirrorRoom::Kind::Edges)
	{
		(void)room.scene.Add(body, ValueOf(MakeEdge({-half, 0.0f}, {half, 0.0f})));
		return;
	}
	(void)room.scene.Add(body, BoxOf(half, k_thickness, {0.0f, -k_thickness}, 0.0f));
}

void AddOutline(MirrorRoom& room, MirrorRoom::Kind kind, b2Body* body, const std::vector<b2Vec2>& outline)
{
	if (kind == MirrorRoom::Kind::Loop)
	{
		(void)room.scene.Add(body, ValueOf(MakeLoop(outline)));
	}
	for (size_t i = 0; i < outline.size(); ++i)
	{
		const b2Vec2 a = outline[i];
		const b2Vec2 b = outline[(i + 1) % outline.size()];
		room.walls.push_back({body->GetTransform(), a, b});
		if (kind == MirrorRoom::Kind::Touching)
		{
			b2Vec2 out = b2Cross(b - a, 1.0f);
			out.Normalize();
			const b2Vec2 quad[] = {b, a, a + 0.5f * out, b + 0.5f * out};
			(void)room.scene.Add(body, ValueOf(MakePolygon(quad)));
		}
	}
}

} // namespace

void AddObstacle(SceneRandom& random, MirrorRoom& room)
{
	const b2Vec2 position =
	    PointAtAngle(room.center, random.Uniform(0.0f, 0.9f) * room.size, random.Uniform(-3.0f, 3.0f));
	b2Body* body = room.scene.AddBody(position, random.Uniform(-3.0f, 3.0f));
	MirrorRoom::Obstacle obstacle;
	obstacle.pose = body->GetTransform();
	if (random.OneIn(2))
	{
		b2CircleShape circle;
		circle.m_p = random.InBox(0.3f);
		circle.m_radius = random.Uniform(0.02f, 0.15f) * room.size;
		obstacle.vertices = {circle.m_p};
		obstacle.radius = circle.m_radius;
		(void)room.scene.Add(body, circle);
	}
	else
	{
		const b2PolygonShape box =
		    BoxOf(random.Uniform(0.02f, 0.15f) * room.size, random.Uniform(0.02f, 0.15f) * room.size);
		obstacle.vertices.assign(box.m_vertices, box.m_vertices + box.m_count);
		(void)room.scene.Add(body, box);
	}
	room.obstacles.push_back(obstacle);
}

bool MirrorRoom::HasFree(b2Vec2 point) const
{
	return std::all_of(walls.begin(), walls.end(),
	                   [&](const Wall& w) { return SideOf(point, w.pose, w.a, w.b) > 0; }) &&
	       std::all_of(obstacles.begin(), obstacles.end(), [&](const Obstacle& o) { return IsOutside(point, o); });
}

b2Vec2 MirrorRoom::Corner(SceneRandom& random) const
{
	const auto i = static_cast<size_t>(random.Below(static_cast<int32_t>(walls.size())));
	const Wall& wall = walls[i];
	const Wall& next = walls[(i + 1) % walls.size()];
	// The intersection of the lines of two walls, in the world's frame.
	const b2Vec2 a = b2Mul(wall.pose, wall.a);
	const b2Vec2 u = b2Mul(wall.pose.q, wall.b - wall.a);
	const b2Vec2 c = b2Mul(next.pose, next.a);
	const b2Vec2 v = b2Mul(next.pose.q, next.b - next.a);
	return a + (b2Cross(c - a, v) / b2Cross(u, v)) * u;
}

b2Vec2 MirrorRoom::FreePoint(SceneRandom& random) const
{
	while (true)
	{
		const bool atCorner = random.OneIn(2);
		const float distance = size * (atCorner ? random.LogUniform(1e-6f, 1.0f) : random.Uniform(0.0f, 1.0f));
		const b2Vec2 point = PointAtAngle(atCorner ? Corner(random) : center, distance, random.Uniform(-3.15f, 3.15f));
		if (HasFree(point))
		{
			return point;
		}
	}
}

MirrorRoom MakeMirrorRoom(SceneRandom& random, MirrorRoom::Kind kind, b2Vec2 center, int32_t obstacles)
{
	MirrorRoom room;
	room.center = center;
	room.size = random.Uniform(3.0f, 20.0f);
	std::vector<b2Vec2> outline = RandomRoom(random);
	for (b2Vec2& vertex : outline)
	{
		vertex *= room.size;
	}
	if (kind == MirrorRoom::Kind::Loop || kind == MirrorRoom::Kind::Touching)
	{
		AddOutline(room, kind, room.scene.AddBody(center, random.Uniform(-3.0f, 3.0f)), outline);
	}
	else
	{
		for (size_t i = 0; i < outline.size(); ++i)
		{
			AddWall(room, kind, center + outline[i], center + outline[(i + 1) % outline.size()]);
		}
	}
	for (int32_t i = 0; i < obstacles; ++i)
	{
		AddObstacle(random, room);
	}
	return room;
}

MirrorRoom MakeMirrorRoom(MirrorRoom::Kind kind, b2Vec2 center, const std::vector<b2Vec2>& outline)
{
	MirrorRoom room;
	room.center = center;
	AddOutline(room, kind, room.scene.AddBody(center, 0.0f), outline);
	return room;
}

} // namespace ricochet::test
