// MIT License, Copyright (c) 2026 the ricochet authors

#pragma once

#include "sight/envelope.h"

#include <ricochet/sight/sight_polygon.h>

#include <optional>
#include <span>
#include <vector>

namespace ricochet
{

// Converts an envelope to the polygon of the visible region. A Frame defines positions in the world; it has a View and
//   CutAtReach(obstacle, Key&, Key&) -> bool     narrows an interval to the part where the obstacle is in reach
//   PointAt(obstacle or null, key) -> Vec        the point, from the eye; null: on the rim
//   ToWorld(Vec) -> b2Vec2
//   Describe(obstacle or null, SightVertex&)     sets the members that describe the side
//   AppendRim(from, to, vertices)                the vertices inside a side on the rim

/// The sides of a region in the order of their keys. A side is a piece of an obstacle, or of the rim where no obstacle
/// is in reach.
template <class Frame>
class SightOutline
{
public:
	using View = typename Frame::View;
	using Key = typename View::Key;
	using Sides = std::vector<Piece<View>>;

	SightOutline(const Frame& frame, Sides& sides) : m_frame(frame), m_sides(sides) { m_sides.clear(); }

	/// Adds the part of an envelope between two keys. A second part must begin where the first one ends.
	void Add(std::span<const Piece<View>> envelope, const Key& begin, const Key& end)
	{
		const size_t first = m_sides.size();
		Key at = begin;
		for (const Piece<View>& piece : envelope)
		{
			Key from = View::Compare(piece.from, begin) < 0 ? begin : piece.from;
			Key to = View::Compare(end, piece.to) < 0 ? end : piece.to;
			if (View::Compare(from, to) < 0 && m_frame.CutAtReach(*piece.obstacle, from, to))
			{
				Append(at, from, nullptr);
				Append(from, to, piece.obstacle);
				at = to;
			}
		}
		Append(at, end, nullptr);
		if (first > 0 && first < m_sides.size() && m_sides[first - 1].obstacle == m_sides[first].obstacle)
		{
			m_sides[first - 1].to = m_sides[first].to;
			m_sides.erase(m_sides.begin() + static_cast<std::ptrdiff_t>(first));
		}
	}

	/// For a full turn: joins the two sides of one obstacle at the direction where the turn begins.
	void Close()
	{
		if (m_sides.size() > 1 && m_sides.front().obstacle == m_sides.back().obstacle)
		{
			m_sides.back().to = m_sides.front().to;
			m_sides.erase(m_sides.begin());
		}
	}

	/// True if there is only an obstacle at the eye.
	[[nodiscard]] bool IsDark() const
	{
		return std::all_of(m_sides.begin(), m_sides.end(),
		                   [](const Piece<View>& side)
		                   { return side.obstacle != nullptr && side.obstacle->kind == ObstacleKind::Block; });
	}

	/// Appends the vertices. If `closed`, the first side follows the last one.
	void Emit(bool closed, std::vector<SightVertex>& out) const
	{
		for (size_t i = 0; i < m_sides.size(); ++i)
		{
			const Piece<View>& side = m_sides[i];
			const bool hasBefore = i > 0 || closed;
			const bool hasAfter = i + 1 < m_sides.size() || closed;
			const Piece<View>& before = m_sides[i > 0 ? i - 1 : m_sides.size() - 1];
			const Piece<View>& after = m_sides[i + 1 < m_sides.size() ? i + 1 : 0];

			Push(hasBefore && Joins(before, side) ? Joint(before, side) : m_frame.PointAt(side.obstacle, side.from),
			     side.obstacle, out);
			if (side.obstacle == nullptr)
			{
				m_frame.AppendRim(side.from, side.to, out);
			}
			if (hasAfter == false || Joins(side, after) == false)
			{
				PushShadow(m_frame.PointAt(side.obstacle, side.to), out);
			}
		}
	}

	/// Appends a vertex whose side runs along a line of sight.
	void PushShadow(const Vec<double>& point, std::vector<SightVertex>& out) const
	{
		SightVertex vertex;
		vertex.point = m_frame.ToWorld(point);
		vertex.side = SightSide::Shadow;
		PushDistinct(vertex, out);
	}

	/// Appends a vertex. If the last side has no length, the vertex replaces it.
	static void PushDistinct(const SightVertex& vertex, std::vector<SightVertex>& out)
	{
		if (out.empty() == false && out.back().point == vertex.point)
		{
			out.back() = vertex;
			return;
		}
		out.push_back(vertex);
	}

private:
	void Append(const Key& from, const Key& to, const Obstacle* obstacle)
	{
		if (View::Compare(from, to) >= 0)
		{
			return;
		}
		if (obstacle != nullptr && IsPoint(from, to, *obstacle))
		{
			m_skippedTo = to;
			return;
		}
		if (m_sides.empty() == false && m_sides.back().obstacle == obstacle &&
		    (View::Compare(m_sides.back().to, from) == 0 || (m_skippedTo && View::Compare(*m_skippedTo, from) == 0)))
		{
			m_sides.back().to = to;
			return;
		}
		m_sides.push_back({from, to, obstacle});
	}

	// True if a side is only a point, or a needle (View::IsNeedle). If several curves intersect in one point, rounding
	// leaves short sides between the curves that do not exist. The ends of circles are rounded, too. So a gap as narrow
	// as a rounding error may remain between two of them, through which a farther obstacle is seen.
	[[nodiscard]] bool IsPoint(const Key& from, const Key& to, const Obstacle& obstacle) const
	{
		const Vec<double> start = m_frame.PointAt(&obstacle, from);
		const Vec<double> end = m_frame.PointAt(&obstacle, to);
		const double length = std::max(std::abs(end.x - start.x), std::abs(end.y - start.y));
		if (obstacle.kind == ObstacleKind::Arc && View::IsNeedle(from, to))
		{
			return true;
		}
		return obstacle.kind != ObstacleKind::Block &&
		       length <= 0x1p-48 * std::max(std::abs(start.x), std::abs(start.y));
	}

	// True if two neighbours share their end, apart from the rounding of their points, at most 2^-40 of the distance.
	[[nodiscard]] bool Joins(const Piece<View>& before, const Piece<View>& after) const
	{
		const Vec<double> end = m_frame.PointAt(before.obstacle, before.to);
		const Vec<double> start = m_frame.PointAt(after.obstacle, after.from);
		const double gap = std::max(std::abs(end.x - start.x), std::abs(end.y - start.y));
		return gap <= 0x1p-40 * std::max(std::abs(start.x), std::abs(start.y)) ||
		       m_frame.ToWorld(end) == m_frame.ToWorld(start);
	}

	// The common end of two neighbours. An obstacle's own end is preferred to a computed point.
	[[nodiscard]] Vec<double> Joint(const Piece<View>& before, const Piece<View>& after) const
	{
		const bool isOwnEnd = before.obstacle != nullptr && View::IsAtEnd(*before.obstacle, before.to);
		return isOwnEnd ? m_frame.PointAt(before.obstacle, before.to) : m_frame.PointAt(after.obstacle, after.from);
	}

	void Push(const Vec<double>& point, const Obstacle* obstacle, std::vector<SightVertex>& out) const
	{
		SightVertex vertex;
		vertex.point = m_frame.ToWorld(point);
		m_frame.Describe(obstacle, vertex);
		PushDistinct(vertex, out);
	}

	const Frame& m_frame;
	Sides& m_sides;
	std::optional<Key> m_skippedTo; // where the latest skipped side ended: it was a point
};

} // namespace ricochet
