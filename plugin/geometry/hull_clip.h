// MIT License, Copyright (c) 2026 the ricochet authors

#pragma once

#include "geometry/hull.h"
#include "geometry/round.h"

#include <algorithm>
#include <array>

namespace ricochet
{

/// The edges at which the line enters and leaves, and whether vertices lie to its left and to its right.
struct ConvexCut
{
	int32_t enter = -1;
	int32_t exit = -1;
	bool left = false;
	bool right = false;
};

/// Two edges meet at a vertex on the line: returns the one that faces the ray more. Ties go to the lower index.
template <class Hull>
[[nodiscard]] int32_t ChooseEdge(const LocalRay& ray, const Hull& hull, int32_t kept, int32_t candidate, int turn)
{
	if (kept < 0)
	{
		return candidate;
	}
	const auto edgeAt = [&](int32_t i)
	{
		return hull.EdgeAt(static_cast<size_t>(i));
	};
	return FacesMore(ray, edgeAt(candidate), edgeAt(kept), turn) ? candidate : kept;
}

/// Around a counter-clockwise polygon the line enters where the vertices pass from its left to its right. It leaves
/// where they pass back. Only these edges can bound the clipped interval, so no other edge needs a division.
template <class Hull>
[[nodiscard]] ConvexCut CutConvex(const LocalRay& ray, const Hull& hull)
{
	ConvexCut cut;
	const size_t count = hull.Count();
	const int firstSide = hull.SideOf(ray, 0);
	int side = firstSide;
	for (size_t i = 0; i < count; ++i)
	{
		const int nextSide = i + 1 == count ? firstSide : hull.SideOf(ray, i + 1);
		cut.left = cut.left || side > 0;
		cut.right = cut.right || side < 0;
		if (side > nextSide && side >= 0 && nextSide <= 0)
		{
			cut.enter = ChooseEdge(ray, hull, cut.enter, static_cast<int32_t>(i), -1);
		}
		else if (side < nextSide && side <= 0 && nextSide >= 0)
		{
			cut.exit = ChooseEdge(ray, hull, cut.exit, static_cast<int32_t>(i), 1);
		}
		// Except at vertices on the line, a convex polygon has no third edge that crosses it.
		if (cut.enter >= 0 && cut.exit >= 0 && nextSide != 0 && firstSide != 0 && cut.left && cut.right)
		{
			break;
		}
		side = nextSide;
	}
	return cut;
}

/// False if all vertices lie on one line. Exact.
template <class Hull>
[[nodiscard]] bool HasAreaIn(const Hull& hull)
{
	for (size_t i = 1; i + 1 < hull.Count(); ++i)
	{
		const double turn = Certain(
		    [&]<class T>(T)
		    {
			    const Vec<T> a = Lift<T>(hull.At(0));
			    return Cross(Lift<T>(hull.At(i)) - a, Lift<T>(hull.At(i + 1)) - a);
		    });
		if (turn != 0.0)
		{
			return true;
		}
	}
	return false;
}

/// If the ray is watched (LocalRay::Watch), notes one crossing of a solid. This is the entry, or the exit if the ray
/// does not start before the entry.
inline void NoteNearer(const LocalRay& ray, const LineCrossing& enter, const LineCrossing& exit)
{
	ray.NoteCrossing(enter.vsStart > 0 ? enter.normal : exit.normal);
}

/// The span in which a line is inside a polygon of finite vertices, given the edges at which it enters and leaves.
template <class Hull>
[[nodiscard]] std::optional<LocalSpan> SpanOfCut(const LocalRay& ray, const Hull& hull, const ConvexCut& cut)
{
	using BoundingEdge = typename Hull::BoundingEdge;
	const BoundingEdge enterEdge = hull.EdgeAt(static_cast<size_t>(cut.enter));
	const BoundingEdge exitEdge = hull.EdgeAt(static_cast<size_t>(cut.exit));
	const auto [entering, leaving] =
	    CrossEdges(ray, std::array<BoundingEdge, 2>{enterEdge, exitEdge}, {cut.enter, cut.exit});
	NoteNearer(ray, entering, leaving);
	if (entering.vsEnd > 0 || entering.fraction > ray.Cutoff())
	{
		return std::nullopt;
	}
	const bool grazing = (cut.left && cut.right) == false;
	if (grazing && HasAreaIn(hull) == false)
	{
		return std::nullopt;
	}

	// A line with vertices on both sides passes through the interior. If it does not enter before it leaves, the
	// polygon has no area or runs clockwise.
	const double length = leaving.fraction - entering.fraction;
	if (length <= 0x1p-27 * (std::abs(leaving.fraction) + std::abs(entering.fraction)))
	{
		const int order = CompareCrossings(ray, enterEdge, exitEdge);
		if (order > 0 || (order == 0 && grazing == false))
		{
			return std::nullopt;
		}
	}
	std::optional<LocalSpan> span = SpanOfLine(ray, entering, leaving, grazing);
	if (span && grazing)
	{
		span->side = static_cast<int>(cut.left) - static_cast<int>(cut.right);
	}
	return span;
}

/// ClipConvexLocal for any kind of hull. Requires: a valid ray, at least 3 vertices.
template <class Hull>
[[nodiscard]] std::optional<LocalSpan> ClipConvexHull(const LocalRay& ray, const Hull& hull)
{
	if (ray.IsPoint())
	{
		return SpanOfPoint(ray, hull.IsFinite() && hull.LocateStart(ray) != Location::Outside);
	}

	const ConvexCut cut = CutConvex(ray, hull);
	const bool isCut = cut.enter >= 0 && cut.exit >= 0 && hull.IsFinite();
	return isCut ? SpanOfCut(ray, hull, cut) : std::nullopt;
}

/// Returns the edge at an index if it has a length. Else it returns the next edge that has one (step 1), or the
/// previous one (step count - 1).
template <class Hull>
[[nodiscard]] size_t NearestEdge(const Hull& hull, size_t index, size_t step)
{
	for (size_t i = 0; i < hull.Count() && hull.EdgeAt(index).IsPoint(); ++i)
	{
		index = (index + step) % hull.Count();
	}
	return index;
}

/// The edges with a length before and after a vertex. Requires: at least 2 vertices.
template <class Hull>
[[nodiscard]] std::array<size_t, 2> EdgesBeside(const Hull& hull, size_t vertex)
{
	const size_t count = hull.Count();
	return {NearestEdge(hull, (vertex + count - 1) % count, count - 1), NearestEdge(hull, vertex, 1)};
}

/// Returns, for a crossing on the arc about a vertex, the neighbouring edge that faces the ray more.
/// Ties go to the lower index. -1 means that the hull is one vertex.
template <class Hull>
[[nodiscard]] int32_t EdgeBeside(const LocalRay& ray, const Hull& hull, size_t vertex, int turn)
{
	if (hull.Count() == 1)
	{
		return -1;
	}
	const auto [before, after] = EdgesBeside(hull, vertex);
	const size_t lower = std::min(before, after);
	const size_t higher = std::max(before, after);
	return static_cast<int32_t>(FacesMore(ray, hull.EdgeAt(higher), hull.EdgeAt(lower), turn) ? higher : lower);
}

/// A convex hull grown by a radius. Its surface consists of arcs of the vertices' discs and of the sides between them.
/// All the discs and sides lie within the grown hull. So the line enters at its first point in any of them and leaves
/// at its last.
template <class Hull>
class RoundedClip
{
public:
	RoundedClip(const LocalRay& ray, const Hull& hull, Growth radius) : m_ray(ray), m_hull(hull), m_radius(radius) {}

	[[nodiscard]] std::optional<LocalSpan> Clip();
	[[nodiscard]] bool ContainsStart() const;

private:
	using Vertex = typename Hull::Vertex;
	using BoundingEdge = typename Hull::BoundingEdge;

	[[nodiscard]] size_t EdgeCount() const { return m_hull.Count() == 1 ? 0 : m_hull.Count(); }
	[[nodiscard]] BoundingEdge EdgeAt(size_t i) const { return m_hull.EdgeAt(i); }
	[[nodiscard]] bool IsOnRound(size_t vertex, int turn) const;
	[[nodiscard]] bool HoldsStart(const BoundingEdge& edge) const;
	void AddOuterEdge(size_t index);
	void AddCircle(size_t vertex);
	void Merge(std::optional<LineCrossing>& kept, const LineCrossing& candidate, int turn) const;

	const LocalRay& m_ray;
	const Hull& m_hull;
	Growth m_radius;
	bool m_left = false;
	bool m_right = false;
	bool m_within = false; // a vertex is nearer to the line than the radius
	bool m_enteredByEdge = false;
	bool m_leftByEdge = false;
	std::optional<LineCrossing> m_enter, m_exit;
};

// Keeps the crossing that comes first (turn -1) or last (turn 1). Two arcs are candidates for one crossing only if the
// line runs along the outer edge between them. If doubles cannot order the crossings of the two arcs, the order is that
// of the feet of their vertices on the line.
template <class Hull>
void RoundedClip<Hull>::Merge(std::optional<LineCrossing>& kept, const LineCrossing& candidate, int turn) const
{
	if (kept.has_value() == false)
	{
		kept = candidate;
		return;
	}
	double gap = candidate.fraction - kept->fraction;
	if (std::abs(gap) <= 0x1p-26 * (std::abs(candidate.fraction) + std::abs(kept->fraction)))
	{
		gap = Certain(
		    [&]<class T>(T)
		    {
			    return Dot(Lift<T>(m_hull.At(static_cast<size_t>(candidate.vertex))) -
			                   Lift<T>(m_hull.At(static_cast<size_t>(kept->vertex))),
			               m_ray.Translation<T>());
		    });
	}
	if (turn * gap > 0.0)
	{
		kept = candidate;
	}
}

// True if the line crosses the disc of a vertex v in a point p of the surface. The surface is the part of the rim
// between the normals of the two edges:
//   dot(after, p - v) <= 0 <= dot(before, p - v)
// Let s = start - v, and let d be the translation. Then
//   p - v = (cross(d, s) perp(d) -+ root d) / dot(d, d)
// So the sign for an edge e is that of cross(d, e) cross(d, s) -+ dot(e, d) root.
template <class Hull>
bool RoundedClip<Hull>::IsOnRound(size_t vertex, int turn) const
{
	if (EdgeCount() == 0)
	{
		return true;
	}
	const Circle<Vertex> circle(m_hull.At(vertex), m_radius);
	const auto along = [&](const BoundingEdge& e)
	{
		return SignWithRoot(
		    [&]<class T>(T)
		    {
			    return Cross(m_ray.Translation<T>(), e.template Along<T>()) *
			           Cross(m_ray.Translation<T>(), circle.template Offset<T>(m_ray));
		    },
		    [&]<class T>(T)
		    {
			    const T way = Dot(e.template Along<T>(), m_ray.Translation<T>());
			    return turn < 0 ? -way : way;
		    },
		    [&]<class T>(T) { return circle.template RootSquared<T>(m_ray); });
	};
	const auto [before, after] = EdgesBeside(m_hull, vertex);
	return along(EdgeAt(after)) <= 0 && along(EdgeAt(before)) >= 0;
}

// If the line crosses an outer edge between its ends, it enters or leaves there. At a flat vertex it may cross two
// outer edges at their seam. Then the edge that faces the ray more counts, and ties go to the lower index.
template <class Hull>
void RoundedClip<Hull>::AddOuterEdge(size_t index)
{
	const OuterEdge<BoundingEdge> outer(EdgeAt(index), m_radius);
	const double slope = outer.edge.CertainSlope(m_ray);
	if (slope == 0.0 || outer.Holds(m_ray, slope) == false)
	{
		return;
	}
	const int turn = SignOf(slope);
	std::optional<LineCrossing>& kept = turn < 0 ? m_enter : m_exit;
	if (kept.has_value() == false || FacesMore(m_ray, outer.edge, EdgeAt(static_cast<size_t>(kept->edge)), turn))
	{
		kept = outer.Cross(m_ray, slope, static_cast<int32_t>(index));
	}
}

// If the line crosses no outer edge there, it crosses an arc. A line that runs along an outer edge hits the arcs at
// both its ends.
template <class Hull>
void RoundedClip<Hull>::AddCircle(size_t vertex)
{
	const int side = m_hull.SideOf(m_ray, vertex);
	m_left = m_left || side > 0;
	m_right = m_right || side < 0;

	const Circle<Vertex> circle(m_hull.At(vertex), m_radius);
	const double discriminant = circle.Discriminant(m_ray);
	circle.NoteRim(m_ray);
	m_within = m_within || discriminant > 0.0;
	const bool enters = discriminant >= 0.0 && m_enteredByEdge == false && IsOnRound(vertex, -1);
	const bool leaves = discriminant >= 0.0 && m_leftByEdge == false && IsOnRound(vertex, 1);
	if (enters || leaves)
	{
		LinePair pair = circle.Cross(m_ray, discriminant);
		pair.enter.vertex = static_cast<int32_t>(vertex);
		pair.exit.vertex = pair.enter.vertex;
		if (enters)
		{
			pair.enter.edge = EdgeBeside(m_ray, m_hull, vertex, -1);
			Merge(m_enter, pair.enter, -1);
		}
		if (leaves)
		{
			pair.exit.edge = EdgeBeside(m_ray, m_hull, vertex, 1);
			Merge(m_exit, pair.exit, 1);
		}
	}
}

template <class Hull>
std::optional<LocalSpan> RoundedClip<Hull>::Clip()
{
	for (size_t i = 0; i < EdgeCount(); ++i)
	{
		AddOuterEdge(i);
	}
	m_enteredByEdge = m_enter.has_value();
	m_leftByEdge = m_exit.has_value();
	if (m_enteredByEdge && m_leftByEdge)
	{
		NoteNearer(m_ray, *m_enter, *m_exit);
		return SpanOfLine(m_ray, *m_enter, *m_exit, m_radius.IsNone());
	}
	for (size_t i = 0; i < m_hull.Count(); ++i)
	{
		AddCircle(i);
	}
	if (m_enter.has_value() == false || m_exit.has_value() == false)
	{
		return std::nullopt;
	}
	NoteNearer(m_ray, *m_enter, *m_exit);

	// The line passes through the interior if it comes nearer to the hull than the radius. It does so near a vertex, or
	// if it has vertices on both sides.
	const bool interior = m_radius.IsNone() == false && (m_within || (m_left && m_right));
	std::optional<LocalSpan> span = SpanOfLine(m_ray, *m_enter, *m_exit, interior == false);
	if (span && interior == false)
	{
		span->side = static_cast<int>(m_left) - static_cast<int>(m_right);
	}
	return span;
}

// True if the start lies in the rectangle between an edge and its outer edge: beside the edge, and no farther off than
// the radius.
template <class Hull>
bool RoundedClip<Hull>::HoldsStart(const BoundingEdge& edge) const
{
	const auto along = [&]<class T>(T)
	{
		return Dot(edge.template Along<T>(), m_ray.Start<T>() - Lift<T>(edge.tail));
	};
	const auto length = [&]<class T>(T)
	{
		return Dot(edge.template Along<T>(), edge.template Along<T>());
	};
	const auto height = [&]<class T>(T)
	{
		return edge.template Height<T>(m_ray);
	};
	const double excess =
	    Certain([&]<class T>(T tag) { return height(tag) * height(tag) - m_radius.Squared<T>() * length(tag); });
	return Certain(height) >= 0.0 && excess <= 0.0 && Certain(along) >= 0.0 &&
	       Certain([&](auto tag) { return length(tag) - along(tag); }) >= 0.0;
}

template <class Hull>
bool RoundedClip<Hull>::ContainsStart() const
{
	if (m_hull.Count() >= 3 && m_hull.LocateStart(m_ray) != Location::Outside)
	{
		return true;
	}
	for (size_t i = 0; i < m_hull.Count(); ++i)
	{
		const Circle<Vertex> circle(m_hull.At(i), m_radius);
		if (Certain([&]<class T>(T) { return circle.template Excess<T>(m_ray); }) <= 0.0)
		{
			return true;
		}
	}
	for (size_t i = 0; i < EdgeCount(); ++i)
	{
		const BoundingEdge edge = EdgeAt(i);
		if (edge.IsPoint() == false && HoldsStart(edge))
		{
			return true;
		}
	}
	return false;
}

/// ClipRoundedLocal for any kind of hull. Requires: a valid ray, finite vertices, at least 1, no negative radius.
template <class Hull>
[[nodiscard]] std::optional<LocalSpan> ClipRoundedHull(const LocalRay& ray, const Hull& hull, Growth radius)
{
	if (radius.IsNone() && hull.Count() >= 3 && HasAreaIn(hull))
	{
		return ClipConvexHull(ray, hull);
	}
	RoundedClip<Hull> clip(ray, hull, radius);
	return ray.IsPoint() ? SpanOfPoint(ray, clip.ContainsStart()) : clip.Clip();
}

} // namespace ricochet
