// MIT License, Copyright (c) 2026 the ricochet authors

#pragma once

#include "query/accept.h"
#include "query/children_in_box.h"
#include "sight/obstacle.h"
#include "sight/vantage.h"

#include <limits>
#include <span>
#include <vector>

namespace ricochet
{

/// Appends the obstacles of one fixture's child.
class ObstacleMaker
{
public:
	ObstacleMaker(const Vantage& vantage, const QueryFilter& filter, const StandingChild& child,
	              std::vector<Obstacle>& out)
	    : m_vantage(vantage), m_filter(filter), m_pose(child.place.pose), m_out(out)
	{
		static_cast<Item&>(m_obstacle) = child.item;
		m_obstacle.body = child.body;
		m_obstacle.rank = child.rank;
	}

	/// Of an attached geometry, what reaches into a box in the world.
	void Add(const ChildGeometry& geometry, const b2AABB& box);

private:
	static constexpr int32_t k_chord = -2; // an edge that is not seen

	// Of the line from which parallel light comes, what lies in the parts of a solid; empty if none of it does.
	struct Within
	{
		double low = std::numeric_limits<double>::infinity();
		double high = -std::numeric_limits<double>::infinity();
	};

	void AddEdge(const EdgeChild& edge);
	void AddHull(std::span<const b2Vec2> vertices, float radius);
	void AddAttached(const CastGeometryData& attached, const b2AABB& box);
	void AddConvex(std::span<const Vec<double>> places, std::span<const int32_t> edges);
	void AddAround(std::span<const Vec<double>> places);
	void AddWall(const Vec<double>& a, const Vec<double>& b, int32_t edge);
	void AddBlock(const Vec<double>& from, const Vec<double>& to);
	void AddInside(const Vec<double>& from, const Vec<double>& to);

	// What is round.
	void AddRounded(std::span<const Vec<double>> places, double radius);
	void CutWithin(size_t first);
	[[nodiscard]] double RadiusInWorld(float radius) const;
	void AddCircle(const Vec<double>& center, double radius);
	void AddIfWide();
	void AddRoundAtSource(const Vec<double>& c, double r);
	void AddRound(const Vec<double>& c, double r);

	const Vantage& m_vantage;
	const QueryFilter& m_filter;
	b2Transform m_pose;
	std::vector<Obstacle>& m_out;
	Obstacle m_obstacle;
	Within m_within;
};

} // namespace ricochet
