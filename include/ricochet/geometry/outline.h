// MIT License, Copyright (c) 2026 the ricochet authors

#pragma once

#include <ricochet/export.h>
#include <ricochet/geometry/error.h>
#include <ricochet/geometry/locate.h>
#include <ricochet/geometry/ray.h>

#include <box2d/b2_collision.h>

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <vector>

RICOCHET_EXPORT_BEGIN

namespace ricochet
{

struct OutlineData;

/// One closed line of an outline, as it was given.
struct OutlineRing
{
	int32_t first = 0;       ///< its first vertex; its edges have the same numbers
	int32_t count = 0;       ///< of its vertices
	int32_t parent = -1;     ///< the ring that is directly around it; -1: none
	bool isHole = false;     ///< the solid is outside of it
	bool isReversed = false; ///< an outer ring that was given clockwise, or a hole counter-clockwise
};

/// A solid of any form: simple rings, outer ones and holes, as many as wanted, islands in holes among them. A point is
/// inside if it is within an odd number of rings. A closed set: its rings belong to it.
/// Edge i runs from vertex i to the next one of its ring, so that edges have the numbers of the vertices given,
/// whatever the orientation of their ring. What is inside does not depend on the orientation or the order of the rings.
/// Never changes. A copy shares the vertices and the index of the original, and costs as much as a shared pointer;
/// moving is copying. May be used on many threads at once.
class Outline
{
public:
	static constexpr int32_t k_mostVertices = 1 << 24;

	/// Checks the rings and builds their index, in O(n log n), whatever the rings. Never throws.
	/// Ring r has the vertices from ringStarts[r] on up to the next start, the last one up to the end; without starts
	/// all vertices are one ring. Collinear vertices are allowed. Exact for the given floats. Outcome: an outline, or
	///
	///   TooFew        "vertices": there are fewer than 3; "ringStarts", index: a ring that has fewer than 3, value:
	///   how
	///                 many it has, which is negative where starts decrease
	///   TooMany       "vertices": more than k_mostVertices
	///   TooSmall, TooLarge   "ringStarts", index 0: the first ring does not start at vertex 0
	///   NotFinite     "vertices", index: the vertex
	///   TooClose      "vertices", index: a vertex in the place of the one before it in its ring; value: 0
	///   NoArea        "vertices", index: the first vertex of a ring whose vertices are all on one line
	///   EdgesMeet     "vertices", index, value: two edges, of one ring or of two, that have a point in common other
	///   than
	///                 the vertex between neighbours; of several pairs, one is told
	///   OutOfMemory
	///
	/// Source: Shamos and Hoey, "Geometric intersection problems", FOCS 1976, whose sweep also tells which ring is in
	/// which.
	[[nodiscard]] static Result<Outline> Make(std::span<const b2Vec2> vertices,
	                                          std::span<const int32_t> ringStarts = {}) noexcept;

	/// As they were given. Valid as long as any copy of the outline.
	[[nodiscard]] std::span<const b2Vec2> Vertices() const;
	[[nodiscard]] std::span<const OutlineRing> Rings() const;

	/// The ring of an edge or a vertex. Requires: there is such an edge.
	[[nodiscard]] const OutlineRing& RingOf(int32_t edge) const;

	/// The vertex at which an edge ends. Requires: there is such an edge.
	[[nodiscard]] int32_t EndOf(int32_t edge) const;

	/// The smallest box around it. Exact.
	[[nodiscard]] const b2AABB& Bounds() const;

	/// What the kernels read.
	[[nodiscard]] const OutlineData& Data() const { return *m_data; }

	// No move: a copy is as cheap, and no outline is ever without data.
	Outline(const Outline&) = default;
	Outline& operator=(const Outline&) = default;
	~Outline() = default;

private:
	explicit Outline(std::shared_ptr<const OutlineData> data);

	std::shared_ptr<const OutlineData> m_data;
};

// Casts obey the contract of RaySpan (ray.h). Hit or miss, and which edge, are decided exactly for the given floats and
// the pose as it stands; fractions are within 1 ulp. Where edges meet the ray in one point, the one is told whose
// normal faces the ray most; ties to the lower index. Answers for one ring are those of ClipPolygon (clip.h), to the
// bit. The outline is in the frame of the ray, or under a pose that turns its frame into that of the ray; a pose that
// is not a rotation (|q|^2 not within 1 %), like an invalid ray, misses. What fills a vector replaces its content; it
// and buffers kept for each thread grow to the largest size met, and nothing else allocates.

/// One span for each part of the ray in the outline, in order along the ray. Takes O((k + 1) log n) for k crossings of
/// the ray, as long as the bounds of neighbouring edges are small beside the outline.
/// Source: the edges are in a tree of boxes, eight to a node, over runs of neighbours along the rings, as in Bounding
/// Interval Hierarchies by curves: Kamel and Faloutsos, "On packing R-trees", CIKM 1993.
void ClipOutline(const Ray& ray, const Outline& outline, std::vector<RaySpan>& spans);
void ClipOutline(const Ray& ray, const Outline& outline, const b2Transform& pose, std::vector<RaySpan>& spans);

/// The first of these spans, at the cost of what lies between its start and its end: O(log n).
[[nodiscard]] std::optional<RaySpan> ClipOutlineFirst(const Ray& ray, const Outline& outline);
[[nodiscard]] std::optional<RaySpan> ClipOutlineFirst(const Ray& ray, const Outline& outline, const b2Transform& pose);

/// Where a point in the frame of the outline lies. Exact, O(log n). A point that is not finite: Outside.
[[nodiscard]] Location LocateInOutline(b2Vec2 point, const Outline& outline);

} // namespace ricochet

RICOCHET_EXPORT_END
