// MIT License, Copyright (c) 2026 the ricochet authors

#pragma once

#include "leaks/frame.h"

#include <box2d/b2_chain_shape.h>

#include <cstddef>
#include <optional>
#include <vector>

namespace ricochet::leaks
{

/// A chain that separates the plane into two parts. Which part contains a point is known without a cast. An open
/// zig-zag is the graph of a function in the plan (frame.h). Its parts are the bands above and below it. A closed loop
/// goes once around the origin of the plan. Its parts are a disc inside it and the region outside a larger disc.
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

	/// Returns the index of a random edge at which a ray can be aimed, which is that of its first vertex. It is any
	/// edge of a loop, or an edge in the middle of a zig-zag.
	[[nodiscard]] size_t DrawEdge(SceneRandom& random) const;

	/// Returns the point of an edge in the plan at a share of its length, from its first vertex.
	[[nodiscard]] Point PointOfEdge(size_t edge, double share) const;

	/// Returns a random share of an edge, anywhere or next to a vertex. In exact frames, the point at this share is
	/// exact.
	[[nodiscard]] double DrawShare(SceneRandom& random) const;

	/// Returns a ray through a point from one part to the other. In exact frames, it passes through the point exactly.
	/// Returns nothing if the ends are not certainly in different parts.
	[[nodiscard]] std::optional<Ray> RayThrough(SceneRandom& random, const Point& through) const;

	/// Returns a ray from one part of a zig-zag to the other that runs along an edge and beyond both of its ends.
	[[nodiscard]] std::optional<Ray> RayAlong(SceneRandom& random, size_t edge) const;

	/// Return a random point that is certainly inside or outside a loop. In exact frames, it is exact.
	[[nodiscard]] Point DrawInside(SceneRandom& random) const;
	[[nodiscard]] Point DrawOutside(SceneRandom& random) const;
	[[nodiscard]] bool IsInside(const Point& plan) const { return Length(plan) < 0.25 * m_frame.size; }
	[[nodiscard]] bool IsOutside(const Point& plan) const { return Length(plan) > 1.1 * m_frame.size; }

	/// True if the ray certainly goes from one part to the other.
	[[nodiscard]] bool IsCertain(const Ray& ray) const;

private:
	void LayZigZag(SceneRandom& random);
	void LayLoop(SceneRandom& random);
	[[nodiscard]] std::optional<Ray> RayAcrossBands(SceneRandom& random, const Point& through, Point direction) const;
	[[nodiscard]] std::optional<Ray> RayAcrossLoop(SceneRandom& random, const Point& through) const;
	[[nodiscard]] std::optional<Ray> IfCertain(const Ray& ray) const;

	Frame m_frame;
	Kind m_kind;
	std::vector<Point> m_plan; // the vertices after rounding
	b2ChainShape m_shape;
};

} // namespace ricochet::leaks
