// MIT License, Copyright (c) 2026 the ricochet authors

#pragma once

#include "sight/collect.h"
#include "sight/outline.h"
#include "sight/point_view.h"

namespace ricochet
{

/// What an eye sees up to a radius, in the world (outline.h).
struct PointFrame
{
	using View = PointView;

	b2Vec2 eye;
	float radius;
	Vantage vantage = Vantage::Eye(eye);

	[[nodiscard]] bool CutAtReach(const Obstacle& obstacle, Direction& from, Direction& to) const
	{
		return PointView::CutAtRadius(obstacle, radius, from, to);
	}
	[[nodiscard]] Vec<double> PointAt(const Obstacle* obstacle, const Direction& key) const;
	[[nodiscard]] b2Vec2 ToWorld(const Vec<double>& local) const { return vantage.ToWorld(local); }
	void Describe(const Obstacle* obstacle, SightVertex& vertex) const;
	void AppendRim(const Direction& from, const Direction& to, std::vector<SightVertex>& out) const;
};

/// What the side on an obstacle says of it; a block is no side but a point.
void DescribeSide(const Obstacle& obstacle, const Vantage& vantage, SightVertex& vertex);

/// The last side goes on with the first vertex: one that is there twice goes. What has no area goes altogether.
void DropLastIfItIsFirst(std::vector<SightVertex>& out);

/// The directions in which one looks: from the first to the last, counter-clockwise.
struct SightTurn
{
	Direction first = Direction::Begin();
	Direction last = Direction::End();
	bool isFull = true;

	SightTurn() = default;
	SightTurn(const Vec<double>& from, const Vec<double>& to);
	explicit SightTurn(const SightCone& cone);

	[[nodiscard]] bool Holds(const Vec<double>& direction) const;
};

/// Appends the polygon of what is in sight among the pieces of an envelope to an empty list. `sides` is a buffer.
void EmitPolygon(const PointFrame& frame, std::span<const Piece<PointView>> envelope, const SightTurn& turn,
                 std::vector<Piece<PointView>>& sides, std::vector<SightVertex>& out);

} // namespace ricochet
