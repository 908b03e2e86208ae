// MIT License, Copyright (c) 2026 the ricochet authors

#include "geometry/kernels.h"
#include "geometry/locate.h"
#include "geometry/round.h"

#include <ricochet/geometry/clip.h>

#include <algorithm>

namespace ricochet
{

namespace
{

// A convex hull grown by a radius. Its surface is made of arcs of the vertices' discs and of the sides between them,
// and all of these lie in it: the first point of the line in any of them is where the line enters, the last where it
// leaves.
class RoundedClip
{
public:
	RoundedClip(const LocalRay& ray, std::span<const b2Vec2> vertices, float radius)
	    : m_ray(ray), m_vertices(vertices), m_radius(radius)
	{
	}

	[[nodiscard]] std::optional<LocalSpan> Clip();
	[[nodiscard]] bool ContainsStart() const;

private:
	struct Bound
	{
		LineCrossing crossing;
		size_t vertex = 0; ///< on whose round it is, if it is on one
	};

	[[nodiscard]] size_t EdgeCount() const { return m_vertices.size() == 1 ? 0 : m_vertices.size(); }
	[[nodiscard]] Edge EdgeAt(size_t i) const { return {m_vertices[i], m_vertices[(i + 1) % m_vertices.size()]}; }
	[[nodiscard]] size_t NearestEdge(size_t index, size_t step) const;
	[[nodiscard]] int32_t EdgeBeside(size_t vertex, int turn) const;
	[[nodiscard]] bool IsOnRound(size_t vertex, int turn) const;
	void AddOuterEdge(size_t index);
	void AddCircle(size_t vertex);
	void Merge(std::optional<Bound>& kept, const Bound& candidate, int turn) const;

	const LocalRay& m_ray;
	std::span<const b2Vec2> m_vertices;
	float m_radius;
	bool m_left = false;
	bool m_right = false;
	bool m_within = false; // a vertex lies nearer to the line than the radius
	bool m_enteredByEdge = false;
	bool m_leftByEdge = false;
	std::optional<Bound> m_enter, m_exit;
};

// Keeps the crossing that comes first (turn -1) or last (turn 1). Two rounds are both surface only where the line runs
// along the outer edge between them: where doubles can't tell their crossings apart, the feet of their vertices can.
void RoundedClip::Merge(std::optional<Bound>& kept, const Bound& candidate, int turn) const
{
	if (kept.has_value() == false)
	{
		kept = candidate;
		return;
	}
	double gap = candidate.crossing.fraction - kept->crossing.fraction;
	if (std::abs(gap) <= 0x1p-26 * (std::abs(candidate.crossing.fraction) + std::abs(kept->crossing.fraction)))
	{
		gap = Certain(
		    [&]<class T>(T) {
			    return Dot(Lift<T>(m_vertices[candidate.vertex]) - Lift<T>(m_vertices[kept->vertex]),
			               m_ray.Translation<T>());
		    });
	}
	if (turn * gap > 0.0)
	{
		kept = candidate;
	}
}

// The edge at an index, or the next one (step 1) or the last one (step count - 1) that has a length.
size_t RoundedClip::NearestEdge(size_t index, size_t step) const
{
	for (size_t i = 0; i < EdgeCount() && EdgeAt(index).IsPoint(); ++i)
	{
		index = (index + step) % EdgeCount();
	}
	return index;
}

// On the round of a vertex: the neighbouring edge that faces the ray more, ties to the lower index.
int32_t RoundedClip::EdgeBeside(size_t vertex, int turn) const
{
	if (EdgeCount() == 0)
	{
		return -1;
	}
	const size_t before = NearestEdge((vertex + EdgeCount() - 1) % EdgeCount(), EdgeCount() - 1);
	const size_t after = NearestEdge(vertex, 1);
	const size_t lower = std::min(before, after);
	const size_t higher = std::max(before, after);
	return static_cast<int32_t>(FacesMore(m_ray, EdgeAt(higher), EdgeAt(lower), turn) ? higher : lower);
}

// True if the line meets the disc of a vertex on the part of its rim that is surface: between the normals of the two
// edges, dot(after, p - v) <= 0 <= dot(before, p - v). With s = start - v and d the translation, p - v is
// (cross(d, s) perp(d) -+ root d) / dot(d, d), so the sign is that of cross(d, e) cross(d, s) -+ dot(e, d) root.
bool RoundedClip::IsOnRound(size_t vertex, int turn) const
{
	if (EdgeCount() == 0)
	{
		return true;
	}
	const Circle circle{m_vertices[vertex], m_radius};
	const auto along = [&](const Edge& e)
	{
		return SignWithRoot(
		    [&]<class T>(T) {
			    return Cross(m_ray.Translation<T>(), e.Along<T>()) *
			           Cross(m_ray.Translation<T>(), circle.Offset<T>(m_ray));
		    },
		    [&]<class T>(T)
		    {
			    const T way = Dot(e.Along<T>(), m_ray.Translation<T>());
			    return turn < 0 ? -way : way;
		    },
		    [&]<class T>(T) { return circle.RootSquared<T>(m_ray); });
	};
	const size_t before = NearestEdge((vertex + EdgeCount() - 1) % EdgeCount(), EdgeCount() - 1);
	return along(EdgeAt(NearestEdge(vertex, 1))) <= 0 && along(EdgeAt(before)) >= 0;
}

// An outer edge that the line crosses between its ends is where it enters or leaves. At the seam of two of them in a
// flat vertex both are crossed: the edge that faces the ray more, ties to the lower index.
void RoundedClip::AddOuterEdge(size_t index)
{
	const OuterEdge outer{EdgeAt(index), m_radius};
	const double slope = outer.edge.CertainSlope(m_ray);
	if (slope == 0.0 || outer.Holds(m_ray, slope) == false)
	{
		return;
	}
	const int turn = SignOf(slope);
	std::optional<Bound>& kept = turn < 0 ? m_enter : m_exit;
	if (kept.has_value() == false ||
	    FacesMore(m_ray, outer.edge, EdgeAt(static_cast<size_t>(kept->crossing.edge)), turn))
	{
		kept = Bound{outer.Cross(m_ray, slope, static_cast<int32_t>(index))};
	}
}

// Only where no outer edge is crossed is the surface round. A line that runs along one meets the rounds of both its
// ends.
void RoundedClip::AddCircle(size_t vertex)
{
	const int side = m_ray.SideOf(m_vertices[vertex]);
	m_left = m_left || side > 0;
	m_right = m_right || side < 0;

	const Circle circle{m_vertices[vertex], m_radius};
	const double discriminant = circle.Discriminant(m_ray);
	m_within = m_within || discriminant > 0.0;
	const bool enters = discriminant >= 0.0 && m_enteredByEdge == false && IsOnRound(vertex, -1);
	const bool leaves = discriminant >= 0.0 && m_leftByEdge == false && IsOnRound(vertex, 1);
	if (enters || leaves)
	{
		LinePair pair = circle.Cross(m_ray, discriminant);
		if (enters)
		{
			pair.enter.edge = EdgeBeside(vertex, -1);
			Merge(m_enter, {pair.enter, vertex}, -1);
		}
		if (leaves)
		{
			pair.exit.edge = EdgeBeside(vertex, 1);
			Merge(m_exit, {pair.exit, vertex}, 1);
		}
	}
}

std::optional<LocalSpan> RoundedClip::Clip()
{
	for (size_t i = 0; i < EdgeCount(); ++i)
	{
		AddOuterEdge(i);
	}
	m_enteredByEdge = m_enter.has_value();
	m_leftByEdge = m_exit.has_value();
	if (m_enteredByEdge && m_leftByEdge)
	{
		return SpanOfLine(m_ray, m_enter->crossing, m_exit->crossing, m_radius == 0.0f);
	}
	for (size_t i = 0; i < m_vertices.size(); ++i)
	{
		AddCircle(i);
	}
	if (m_enter.has_value() == false || m_exit.has_value() == false)
	{
		return std::nullopt;
	}

	// The line passes through the interior if it comes nearer to the hull than the radius: to one of its vertices, or
	// to a point between vertices on both sides of the line.
	const bool interior = m_radius > 0.0f && (m_within || (m_left && m_right));
	std::optional<LocalSpan> span = SpanOfLine(m_ray, m_enter->crossing, m_exit->crossing, interior == false);
	if (span && interior == false)
	{
		span->side = static_cast<int>(m_left) - static_cast<int>(m_right);
	}
	return span;
}

bool RoundedClip::ContainsStart() const
{
	if (m_vertices.size() >= 3 && LocateStartInConvex(m_ray, m_vertices) != Location::Outside)
	{
		return true;
	}
	for (const b2Vec2& vertex : m_vertices)
	{
		const Circle circle{vertex, m_radius};
		const double excess =
		    Certain([&]<class T>(T)
		            { return Dot(circle.Offset<T>(m_ray), circle.Offset<T>(m_ray)) - T(m_radius) * T(m_radius); });
		if (excess <= 0.0)
		{
			return true;
		}
	}
	for (size_t i = 0; i < EdgeCount(); ++i)
	{
		// In the rectangle between the edge and its outer edge: beside the edge, and no further off than the radius.
		const Edge edge = EdgeAt(i);
		if (edge.IsPoint())
		{
			continue;
		}
		const auto along = [&]<class T>(T)
		{
			return Dot(edge.Along<T>(), m_ray.Start<T>() - Lift<T>(edge.tail));
		};
		const auto length = [&]<class T>(T)
		{
			return Dot(edge.Along<T>(), edge.Along<T>());
		};
		const auto height = [&]<class T>(T)
		{
			return edge.Height<T>(m_ray);
		};
		const double excess = Certain(
		    [&](auto tag)
		    {
			    using T = decltype(tag);
			    return height(tag) * height(tag) - T(m_radius) * T(m_radius) * length(tag);
		    });
		if (Certain(height) >= 0.0 && excess <= 0.0 && Certain(along) >= 0.0 &&
		    Certain([&](auto tag) { return length(tag) - along(tag); }) >= 0.0)
		{
			return true;
		}
	}
	return false;
}

} // namespace

std::optional<LocalSpan> ClipRoundedLocal(const LocalRay& ray, std::span<const b2Vec2> vertices, float radius)
{
	const bool valid = ray.IsValid() && vertices.empty() == false && radius >= 0.0f && std::isfinite(radius);
	if (valid == false || AllFinite(vertices) == false)
	{
		return std::nullopt;
	}
	if (radius == 0.0f && vertices.size() >= 3 && HasArea(vertices))
	{
		return ClipConvexLocal(ray, vertices);
	}

	RoundedClip clip(ray, vertices, radius);
	return ray.IsPoint() ? SpanOfPoint(ray, clip.ContainsStart()) : clip.Clip();
}

std::optional<RaySpan> ClipRounded(const Ray& ray, std::span<const b2Vec2> vertices, float radius)
{
	const std::optional<LocalSpan> span = ClipRoundedLocal(LocalRay(ray), vertices, radius);
	return span ? std::optional(InFrame(*span, ray)) : std::nullopt;
}

std::optional<RaySpan> ClipCircle(const Ray& ray, b2Vec2 center, float radius)
{
	return ClipRounded(ray, std::span(&center, 1), radius);
}

} // namespace ricochet
