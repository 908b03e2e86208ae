// MIT License, Copyright (c) 2026 the ricochet authors

#pragma once

#include "leaks/frame.h"

#include <box2d/b2_chain_shape.h>

#include <cstddef>
#include <optional>
#include <vector>

namespace ricochet::leaks
{

/// A chain that separates two parts of the plane, known without a cast: an open zig-zag, which in the plan is the graph
/// of a function, and the bands above and below it; or a closed loop that goes once around the origin of the plan, and
/// the disc within it and what lies beyond it.
class Barrier
{
public:
	enum class Kind
	{
		ZigZag,
		Loop
	};

	Barrier(SceneRandom& random, const Frame& frame, Kind kind);

	[[nodiscard]] const Frame& GetFrame() const { return m_frame; }
	[[nodiscard]] Kind GetKind() const { return m_kind; }
	[[nodiscard]] const b2ChainShape& Shape() const { return m_shape; }

	/// Edges that a ray can be aimed at, and the vertices that they start from: all of a loop, those in the middle of a
	/// zig-zag.
	[[nodiscard]] size_t DrawEdge(SceneRandom& random) const;

	/// A point of an edge in the plan: at a share of it, 0 the first vertex.
	[[nodiscard]] Point PointOfEdge(size_t edge, double share) const;

	/// A share of an edge: anywhere or next to a vertex; in exact frames one that is exact.
	[[nodiscard]] double DrawShare(SceneRandom& random) const;

	/// A ray from one side to the other through a point of it; in exact frames exactly. None if the ends are not
	/// certain to lie on two sides.
	[[nodiscard]] std::optional<Ray> RayThrough(SceneRandom& random, const Point& through) const;

	/// The same for a zig-zag along one of its edges and beyond both ends of it.
	[[nodiscard]] std::optional<Ray> RayAlong(SceneRandom& random, size_t edge) const;

	/// A point certainly within a loop, and one certainly beyond it. In exact frames exact.
	[[nodiscard]] Point DrawInside(SceneRandom& random) const;
	[[nodiscard]] Point DrawOutside(SceneRandom& random) const;
	[[nodiscard]] bool IsInside(const Point& plan) const { return Length(plan) < 0.25 * m_frame.size; }
	[[nodiscard]] bool IsOutside(const Point& plan) const { return Length(plan) > 1.1 * m_frame.size; }

	/// True if the ray goes from one side to the other.
	[[nodiscard]] bool IsCertain(const Ray& ray) const;

private:
	void LayZigZag(SceneRandom& random);
	void LayLoop(SceneRandom& random);
	[[nodiscard]] std::optional<Ray> RayAcrossBands(SceneRandom& random, const Point& through, Point direction) const;
	[[nodiscard]] std::optional<Ray> RayAcrossLoop(SceneRandom& random, const Point& through) const;
	[[nodiscard]] std::optional<Ray> IfCertain(const Ray& ray) const;

	Frame m_frame;
	Kind m_kind;
	std::vector<Point> m_plan; // of the vertices as they are
	b2ChainShape m_shape;
};

} // namespace ricochet::leaks
