// MIT License, Copyright (c) 2026 the ricochet authors

#include "sight/point_view.h"

#include "geometry/elementary.h"
#include "geometry/round_to_float.h"
#include "sight/obstacle.h"

#include <algorithm>

namespace ricochet
{

namespace
{

// A sum of products of doubles. Its rounding error is at most 8 roundoff units times `magnitude`, the sum of the
// products' absolute values.
struct Estimate
{
	double value, magnitude;
};

Estimate EstimateCross(const Vec<double>& a, const Vec<double>& b)
{
	const double left = a.x * b.y;
	const double right = a.y * b.x;
	return {left - right, std::abs(left) + std::abs(right)};
}

// The direction d hits a wall a -> b at the distance |d| n / e, with n = cross(a, b), e = cross(d, b) + cross(a, d).
Estimate EstimateReach(const Obstacle& wall, const Vec<double>& d)
{
	const Estimate toEnd = EstimateCross(d, wall.to);
	const Estimate fromStart = EstimateCross(wall.from, d);
	return {toEnd.value + fromStart.value, toEnd.magnitude + fromStart.magnitude};
}

struct ExactWall
{
	Vec<Exact> from, to;
	explicit ExactWall(const Obstacle& wall) : from(Lift<Exact>(wall.from)), to(Lift<Exact>(wall.to)) {}
	[[nodiscard]] Exact Height() const { return Cross(from, to); }
	[[nodiscard]] Exact Reach(const Vec<Exact>& d) const { return Cross(d, to) + Cross(from, d); }
};

int CompareWallsExactly(const Obstacle& a, const Obstacle& b, const Vec<double>& d)
{
	const Vec<Exact> direction = Lift<Exact>(d);
	const ExactWall wallA(a);
	const ExactWall wallB(b);
	return (wallA.Height() * wallB.Reach(direction) - wallB.Height() * wallA.Reach(direction)).Sign();
}

// The distance at which a direction hits the near side of a circle.
double DistanceOfArc(const Obstacle& arc, const Vec<double>& unit)
{
	const double along = Dot(unit, arc.center);
	const double height = Cross(unit, arc.center);
	return along - std::sqrt(std::max(0.0, (arc.radius - height) * (arc.radius + height)));
}

// True for a point on the obstacle, apart from rounding, such as its crossing with another one or with the rim. For an
// edge-on wall the intersection with a direction is ill-conditioned; this test is not.
bool IsOn(const Obstacle& obstacle, const Vec<double>& point)
{
	const double size = std::abs(point.x) + std::abs(point.y);
	if (obstacle.kind == ObstacleKind::Arc)
	{
		const Vec<double> offset = point - obstacle.center;
		const double height = Length(offset) - obstacle.radius;
		return std::abs(height) <= 0x1p-46 * (size + obstacle.radius) && Dot(offset, point) <= 0.0;
	}
	const Vec<double> edge = obstacle.to - obstacle.from;
	// If the ends are far away, doubles lose the coordinates of a near point.
	const bool isNear = std::abs(obstacle.from.x) + std::abs(obstacle.from.y) < 64.0 * size;
	const double area = isNear ? AreaBeside<double>(obstacle, point)
	                           : Certain([&]<class T>(T) { return AreaBeside<T>(obstacle, point); });
	return std::abs(area) <= 0x1p-42 * size * (std::abs(edge.x) + std::abs(edge.y));
}

// The unit vector of a vector of any length: no square leaves the range of double.
Vec<double> UnitOfAny(const Vec<double>& v)
{
	const double scale = std::max(std::abs(v.x), std::abs(v.y));
	const Vec<double> scaled{v.x / scale, v.y / scale};
	const double length = Length(scaled);
	return {scaled.x / length, scaled.y / length};
}

// Cuts [from, to] to the part that it shares with [first, second]. Only the latter may pass the end of the turn. Each
// is less than a half turn. False if nothing is left.
bool Narrow(const Direction& first, const Direction& second, Direction& from, Direction& to)
{
	const bool passesEnd = Compare(first, second) >= 0;
	if (passesEnd == false || Compare(to, first) > 0)
	{
		from = Compare(from, first) < 0 ? first : from;
	}
	if (passesEnd == false || Compare(from, second) < 0)
	{
		to = Compare(second, to) < 0 ? second : to;
	}
	return Compare(from, to) < 0 && (passesEnd == false || Compare(to, first) > 0 || Compare(from, second) < 0);
}

} // namespace

Direction PointView::Between(const Direction& a, const Direction& b)
{
	const Vec<double> sum = UnitOfAny(a.Vector()) + UnitOfAny(b.Vector());
	return sum.x == 0.0 && sum.y == 0.0 ? a : Direction::Of(sum);
}

// If rounding has put the crossing of two walls outside the interval, turns it back into the interval by a few
// roundoffs. The ends of the interval are not used for that if possible. If a wall is edge-on, they may be far from the
// point where the two walls cross.
Direction PointView::Within(const Direction& crossing, const Direction& from, const Direction& to)
{
	Direction key = crossing;
	for (double turn = 0x1p-52; turn < 0x1p-46; turn *= 2.0)
	{
		const int side = Compare(to, key) <= 0 ? -1 : (Compare(key, from) <= 0 ? 1 : 0);
		if (side == 0)
		{
			return key;
		}
		key = Direction::Of({crossing.x - side * turn * crossing.y, crossing.y + side * turn * crossing.x});
	}
	return Compare(crossing, from) < 0 ? from : (Compare(to, crossing) < 0 ? to : crossing);
}

std::pair<Direction, Direction> PointView::Keys(const Obstacle& obstacle)
{
	return {Direction::Of(obstacle.from), Direction::Of(obstacle.to).AsEnd()};
}

int PointView::CompareAt(const Obstacle& a, const Obstacle& b, const Direction& key)
{
	const bool atStart = key.IsVector(a.from) && key.IsVector(b.from);
	const bool atEnd = key.IsVector(a.to) && key.IsVector(b.to);
	const bool between = (key.IsVector(a.from) && key.IsVector(b.to)) || (key.IsVector(a.to) && key.IsVector(b.from));
	if (atStart || atEnd || between)
	{
		return 0;
	}
	const Vec<double> d = key.Vector();
	const Estimate heightA = EstimateCross(a.from, a.to);
	const Estimate heightB = EstimateCross(b.from, b.to);
	const Estimate reachA = EstimateReach(a, d);
	const Estimate reachB = EstimateReach(b, d);
	const double difference = heightA.value * reachB.value - heightB.value * reachA.value;
	const double bound = heightA.magnitude * reachB.magnitude + heightB.magnitude * reachA.magnitude;
	if (std::abs(difference) > 0x1p-49 * bound)
	{
		return SignOf(difference);
	}
	return CompareWallsExactly(a, b, d);
}

double PointView::GapAt(const Obstacle& a, const Obstacle& b, const Direction& key)
{
	const Vec<double> pointA = PointAt(a, key);
	const Vec<double> pointB = PointAt(b, key);
	const double squaredA = Dot(pointA, pointA);
	const double squaredB = Dot(pointB, pointB);
	const double sum = squaredA + squaredB;
	return (squaredA - squaredB) / (sum + std::sqrt(sum) * (a.radius + b.radius));
}

Vec<double> PointView::PointAt(const Obstacle& obstacle, const Direction& key)
{
	if (obstacle.kind == ObstacleKind::Block)
	{
		return {0.0, 0.0};
	}
	if (IsTowards(key, obstacle.from))
	{
		return obstacle.from;
	}
	if (IsTowards(key, obstacle.to))
	{
		return obstacle.to;
	}
	const Vec<double> d = key.Vector();
	if (IsOn(obstacle, d))
	{
		return d;
	}
	if (obstacle.kind == ObstacleKind::Arc)
	{
		const Vec<double> unit = UnitOfAny(d);
		const double distance = DistanceOfArc(obstacle, unit);
		return {distance * unit.x, distance * unit.y};
	}
	const auto height = [&]<class T>(T)
	{
		return Cross(Lift<T>(obstacle.from), Lift<T>(obstacle.to));
	};
	const auto reach = [&]<class T>(T)
	{
		return Cross(Lift<T>(d), Lift<T>(obstacle.to)) + Cross(Lift<T>(obstacle.from), Lift<T>(d));
	};
	const double scale = Certain(height) / Certain(reach);
	return {scale * d.x, scale * d.y};
}

bool PointView::CutAtRadius(const Obstacle& obstacle, double radius, Direction& from, Direction& to)
{
	const auto isWithin = [&](const Vec<double>& p)
	{
		return Dot(p, p) < radius * radius;
	};
	const bool isWhole = obstacle.kind == ObstacleKind::Wall && isWithin(obstacle.from) && isWithin(obstacle.to);
	if (obstacle.kind == ObstacleKind::Block || isWhole)
	{
		return true;
	}
	Obstacle rim;
	rim.radius = radius;
	rim.kind = ObstacleKind::Arc;
	const CommonPoints common = CommonPointsOf(obstacle, rim);
	if (common.count == 0)
	{
		return isWithin(PointAt(obstacle, Between(from, to)));
	}
	// Seen from the eye, the part within the radius lies between the two common points. For a wall they are in the
	// wall's own order. For a circle they are to the right and to the left of its center.
	std::array<Vec<double>, 2> ends = common.points;
	if (obstacle.kind == ObstacleKind::Arc)
	{
		if (Dot(ends[0] - obstacle.center, ends[0]) > 0.0)
		{
			return true; // the rim cuts the far side, so the whole near side is within the radius
		}
		if (Cross(obstacle.center, ends[0]) > 0.0)
		{
			std::swap(ends[0], ends[1]);
		}
	}
	const Direction first = Direction::Of(ends[0]);
	const Direction second = Direction::Of(ends[1]).AsEnd();
	if (Narrow(first, second, from, to) == false)
	{
		return false;
	}
	// If the wall is edge-on, rounding may swap the point at the radius and a farther point of the wall.
	const auto isBeyond = [&](const Vec<double>& p)
	{
		return Dot(p, p) > radius * radius * (1.0 + 0x1p-40);
	};
	from = isBeyond(PointAt(obstacle, from)) ? first : from;
	to = isBeyond(PointAt(obstacle, to)) ? second : to;
	return true;
}

void DropLastIfItIsFirst(std::vector<SightVertex>& out)
{
	while (out.size() > 1 && out.back().point == out.front().point)
	{
		out.pop_back();
	}
	if (out.size() < 3)
	{
		out.clear();
	}
}

Vec<double> PointFrame::PointAt(const Obstacle* obstacle, const Direction& key) const
{
	if (obstacle != nullptr)
	{
		return PointView::PointAt(*obstacle, key);
	}
	const double scale = std::max(std::abs(key.x), std::abs(key.y));
	const Vec<double> scaled{key.x / scale, key.y / scale};
	const double share = radius / Length(scaled);
	return {share * scaled.x, share * scaled.y};
}

void PointFrame::Describe(const Obstacle* obstacle, SightVertex& vertex) const
{
	if (obstacle != nullptr)
	{
		DescribeSide(*obstacle, vantage, vertex);
		return;
	}
	vertex.side = SightSide::Rim;
	vertex.center = eye;
	vertex.radius = radius;
}

void PointFrame::AppendRim(const Direction& from, const Direction& to, std::vector<SightVertex>& out) const
{
	static constexpr Direction k_axes[] = {{1.0, 0.0, 0.0}, {0.0, 1.0, 1.0}, {-1.0, 0.0, 2.0}, {0.0, -1.0, 3.0}};
	const double end = Compare(from, to) < 0 ? to.turn : to.turn + 4.0;
	for (int turn = static_cast<int>(from.turn) + 1; turn < end; ++turn)
	{
		SightVertex vertex;
		vertex.point = ToWorld(PointAt(nullptr, k_axes[turn % 4]));
		Describe(nullptr, vertex);
		SightOutline<PointFrame>::PushDistinct(vertex, out);
	}
}

void DescribeSide(const Obstacle& obstacle, const Vantage& vantage, SightVertex& vertex)
{
	if (obstacle.kind == ObstacleKind::Block)
	{
		vertex.side = SightSide::Shadow;
		return;
	}
	vertex.side = obstacle.kind == ObstacleKind::Arc ? SightSide::Arc : SightSide::Wall;
	static_cast<Item&>(vertex) = obstacle;
	vertex.edge = obstacle.edge;
	if (obstacle.kind == ObstacleKind::Arc)
	{
		vertex.center = vantage.ToWorld(obstacle.center);
		vertex.radius = RoundToFloat(obstacle.radius);
	}
}

SightTurn::SightTurn(const Vec<double>& from, const Vec<double>& to)
    : first(Direction::Of(from)), last(Direction::Of(to).AsEnd()), isFull(false)
{
}

SightTurn::SightTurn(const SightCone& cone)
{
	if (cone.angle < k_fullTurn)
	{
		const SinCos right = SinCosOf(cone.direction - 0.5 * cone.angle);
		const SinCos left = SinCosOf(cone.direction + 0.5 * cone.angle);
		const Vec<double> from{right.cos, right.sin};
		Vec<double> to{left.cos, left.sin};
		if (cone.angle < 1.0f && SignOfCross(from, to) <= 0)
		{
			// Rounding has put both borders of a narrow cone in one direction. That would mean the whole turn.
			const SinCos width = SinCosOf(std::max<double>(cone.angle, 0x1p-50));
			to = {width.cos * from.x - width.sin * from.y, width.sin * from.x + width.cos * from.y};
		}
		*this = SightTurn(from, to);
	}
}

bool SightTurn::Holds(const Vec<double>& direction) const
{
	const Direction at = Direction::Of(direction);
	const bool isAfterFirst = Compare(first, at) <= 0;
	const bool isBeforeLast = Compare(at, last) <= 0;
	return isFull || (Compare(first, last) < 0 ? isAfterFirst && isBeforeLast : isAfterFirst || isBeforeLast);
}

namespace
{

void AddTurn(std::span<const Piece<PointView>> envelope, const SightTurn& turn, SightOutline<PointFrame>& outline)
{
	const bool passesEnd = Compare(turn.first, turn.last) >= 0;
	outline.Add(envelope, turn.first, passesEnd ? Direction::End() : turn.last);
	if (passesEnd)
	{
		outline.Add(envelope, Direction::Begin(), turn.last);
	}
}

} // namespace

void CutSides(const PointFrame& frame, std::span<const Piece<PointView>> envelope, const SightTurn& turn,
              std::vector<Piece<PointView>>& sides)
{
	SightOutline<PointFrame> outline(frame, sides);
	AddTurn(envelope, turn, outline);
}

void EmitPolygon(const PointFrame& frame, std::span<const Piece<PointView>> envelope, const SightTurn& turn,
                 std::vector<Piece<PointView>>& sides, std::vector<SightVertex>& out)
{
	SightOutline<PointFrame> outline(frame, sides);
	AddTurn(envelope, turn, outline);
	if (outline.IsDark())
	{
		return;
	}
	if (turn.isFull)
	{
		outline.Close();
	}
	else
	{
		outline.PushShadow({0.0, 0.0}, out);
	}
	outline.Emit(turn.isFull, out);
	DropLastIfItIsFirst(out);
}

} // namespace ricochet
