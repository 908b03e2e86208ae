// MIT License, Copyright (c) 2026 the ricochet authors

#pragma once

#include "sight/collect.h"
#include "sight/outline.h"
#include "sight/parallel_view.h"

#include <ricochet/sight/light.h>

namespace ricochet
{

/// The rectangle that parallel light enters, in the world (outline.h). In its own frame it begins at y = 0.
class ParallelFrame
{
public:
	using View = ParallelView;

	explicit ParallelFrame(const ParallelLight& light);

	[[nodiscard]] const Vantage& Place() const { return m_vantage; }
	[[nodiscard]] const Vec<double>& Along() const { return m_along; }
	/// How far the line from which the light comes lies before a point of the world, along the light (m).
	[[nodiscard]] double DepthBefore(const Vec<double>& point) const;
	/// The point of that line from which the light of a point comes.
	[[nodiscard]] b2Vec2 SourceOf(b2Vec2 point) const;
	/// How far the rectangle goes on behind a point of the world, along the light (m).
	[[nodiscard]] double DepthBehind(const Vec<double>& point) const;
	/// A box that holds the rectangle, made wider on both sides (m).
	[[nodiscard]] b2AABB Bounds(double aside = 0.0) const;
	[[nodiscard]] double Depth() const { return m_depth; }

	[[nodiscard]] bool CutAtReach(const Obstacle& obstacle, double& from, double& to) const
	{
		return ParallelView::CutAtDepth(obstacle, m_depth, from, to);
	}
	[[nodiscard]] Vec<double> PointAt(const Obstacle* obstacle, double key) const;
	[[nodiscard]] b2Vec2 ToWorld(const Vec<double>& local) const { return m_vantage.ToWorld(local); }
	void Describe(const Obstacle* obstacle, SightVertex& vertex) const;
	void AppendRim(double, double, std::vector<SightVertex>&) const {}

	/// The polygon of what is lit among the pieces of an envelope. `sides` is a buffer.
	void EmitPolygon(std::span<const Piece<View>> envelope, std::vector<Piece<View>>& sides,
	                 std::vector<SightVertex>& out) const;

private:
	Vec<double> m_along;
	Vantage m_vantage;
	double m_right = 0.0; // the ends of the line from which the light comes
	double m_left = 0.0;
	double m_depth = 0.0;
};

} // namespace ricochet
