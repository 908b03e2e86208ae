// MIT License, Copyright (c) 2026 the ricochet authors

#include "sight/point_frame.h"

#include "geometry/elementary.h"
#include "geometry/round_to_float.h"

namespace ricochet
{

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
		const SinCos from = SinCosOf(cone.direction - 0.5 * cone.angle);
		const SinCos to = SinCosOf(cone.direction + 0.5 * cone.angle);
		*this = SightTurn({from.cos, from.sin}, {to.cos, to.sin});
	}
}

bool SightTurn::Holds(const Vec<double>& direction) const
{
	const Direction at = Direction::Of(direction);
	const bool isAfterFirst = Compare(first, at) <= 0;
	const bool isBeforeLast = Compare(at, last) <= 0;
	return isFull || (Compare(first, last) < 0 ? isAfterFirst && isBeforeLast : isAfterFirst || isBeforeLast);
}

void EmitPolygon(const PointFrame& frame, std::span<const Piece<PointView>> envelope, const SightTurn& turn,
                 std::vector<Piece<PointView>>& sides, std::vector<SightVertex>& out)
{
	SightOutline<PointFrame> outline(frame, sides);
	const bool passesEnd = Compare(turn.first, turn.last) >= 0;
	outline.Add(envelope, turn.first, passesEnd ? Direction::End() : turn.last);
	if (passesEnd)
	{
		outline.Add(envelope, Direction::Begin(), turn.last);
	}
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
