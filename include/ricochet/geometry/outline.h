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
#include <string>
#include <vector>

RICOCHET_EXPORT_BEGIN

namespace ricochet
{

struct OutlineData;

/// One closed line of an outline, as it was given.
struct OutlineRing
{
	int32_t first = 0;       ///< the first vertex of the ring; edges have the numbers of the vertices
	int32_t count = 0;       ///< number of vertices, without the last one if that repeats the first
	int32_t parent = -1;     ///< the ring that directly encloses this one; -1: none
	bool isHole = false;     ///< the solid lies outside this ring
	bool isReversed = false; ///< an outer ring that was given clockwise, or a hole counter-clockwise
};

/// A solid of any form: any number of simple rings, which are outer rings, holes, and islands in holes. It is a closed
/// set: its rings belong to it.
///
/// - A point is inside if an odd number of rings enclose it. The orientation and the order of the rings do not matter.
/// - So a place that two rings cover is a hole, without an error. Examples: two tiles of equal height that overlap, or
///   a tile that is given twice. For boxes that overlap, call UniteBoxes (geometry/outline_rings.h).
/// - Edge i runs from vertex i to the next vertex of its ring, whatever the orientation of the ring. So edges have the
///   numbers of the given vertices, unless rings touch (see Make).
/// - An outline never changes. A copy shares the vertices and the index of the original, and costs as much as a copy of
///   a shared pointer. A move is a copy.
/// - Many threads may use one outline at once.
class Outline
{
public:
	static constexpr int32_t k_mostVertices = 1 << 24;

	/// Checks the rings and builds their index. It is exact for the given floats, takes O(n log n) for any rings, and
	/// never throws.
	///
	/// Ring r has the vertices from ringStarts[r] up to the next start, the last ring up to the end. Without starts all
	/// vertices are one ring. Collinear vertices are allowed. A ring may repeat its first vertex at its end, as in
	/// GeoJSON. The repeated vertex has a number, but no edge and no corner uses that number.
	///
	/// Returns an outline, or one of these errors:
	///
	/// - TooFew, "vertices": fewer than 3. "ringStarts": ring `index` has fewer than 3; value is their number.
	/// - TooMany, "vertices": more than k_mostVertices.
	/// - TooSmall, "ringStarts": start `index` is below the one before it, or below 0; value is the start.
	/// - TooLarge, "ringStarts": start `index` is beyond the vertices, or the first start is above 0.
	/// - NotFinite, "vertices": vertex `index`.
	/// - TooClose, "vertices": vertex `index` equals the one before it in its ring; value is 0.
	/// - NoArea, "vertices": all vertices of the ring whose first vertex is `index` are on one line.
	/// - EdgesMeet, "vertices": edges `index` and `value`, of one ring or of two, cross. The error names one such pair.
	///   If rings lie on one another so that no solid is left, the error is EdgesMeet, too.
	/// - OutOfMemory.
	///
	/// A ring may touch itself or another ring: at vertices, at a vertex on an edge, or along edges. Where two edges
	/// lie on one another, as between two tiles, the solid is on both sides. Both edges are then removed. If rings
	/// touch, the outline is rebuilt from new rings, two of which share single vertices at most. Its vertices and edges
	/// have new numbers. GivenVertex and GivenEdge return the given numbers. Nothing is rounded.
	///
	/// The errors about vertices name the ring, the index within the ring and the place. FindOutlineFaults finds all of
	/// them.
	///
	/// Source: Shamos and Hoey, "Geometric intersection problems", FOCS 1976. The same sweep finds the parent of each
	/// ring.
	[[nodiscard]] static Result<Outline> Make(std::span<const b2Vec2> vertices,
	                                          std::span<const int32_t> ringStarts = {}) noexcept;

	/// Returns the vertices as they were given, unless rings touch. Valid as long as any copy of the outline.
	[[nodiscard]] std::span<const b2Vec2> Vertices() const;

	/// Returns the rings in the order in which they were given, unless rings touch. Valid as long as any copy of the
	/// outline.
	[[nodiscard]] std::span<const OutlineRing> Rings() const;

	/// Returns the vertices of one of the rings. Valid as long as any copy of the outline.
	[[nodiscard]] std::span<const b2Vec2> VerticesOf(const OutlineRing& ring) const;

	/// Returns the ring of an edge or a vertex. Requires: there is such an edge.
	[[nodiscard]] const OutlineRing& RingOf(int32_t edge) const;

	/// Returns the vertex at which an edge ends. Requires: there is such an edge.
	[[nodiscard]] int32_t EndOf(int32_t edge) const;

	/// GivenVertex returns the number, in the list that Make got, of a vertex at the same point. GivenEdge returns that
	/// of the edge that contains this edge. The numbers differ from those of the outline only if rings touch. Requires:
	/// there is such a vertex or edge.
	[[nodiscard]] int32_t GivenVertex(int32_t vertex) const;
	[[nodiscard]] int32_t GivenEdge(int32_t edge) const;

	/// Returns the smallest box that holds the outline. Exact.
	[[nodiscard]] const b2AABB& Bounds() const;

	/// For ricochet's own kernels.
	[[nodiscard]] const OutlineData& Data() const { return *m_data; }

	// There is no move: a copy is as cheap, and every outline always has data.
	Outline(const Outline&) = default;
	Outline& operator=(const Outline&) = default;
	~Outline() = default;

private:
	explicit Outline(std::shared_ptr<const OutlineData> data);

	std::shared_ptr<const OutlineData> m_data;
};

/// The faults for which Outline::Make refuses rings.
struct OutlineFaults
{
	std::vector<Error> listed; ///< by ring, then pairs of edges; each names ring, index within the ring and place
	int32_t count = 0;         ///< number of all faults; 1,000: there may be more

	/// Returns a sentence for each listed fault, each on a line, and a line for the number of further faults.
	/// Allocates.
	[[nodiscard]] std::string Message() const;
};

/// Finds all faults of rings, for the designer of a level. The rings are those of Outline::Make, which returns one of
/// these faults.
///
/// - At most `most` faults are listed, and 1,000 are counted. No fault: count is 0, and Outline::Make accepts the
///   rings.
/// - If ringStarts or the number of vertices is wrong, that is the only fault that is listed.
/// - A place that two rings cover is no fault, but a hole (see Outline).
/// - Edges of a ring with another fault are not compared.
/// - It takes O(n log n) if most edges are short compared with the outline. Outcome: the faults, or OutOfMemory.
[[nodiscard]] Result<OutlineFaults> FindOutlineFaults(std::span<const b2Vec2> vertices,
                                                      std::span<const int32_t> ringStarts = {},
                                                      int32_t most = 20) noexcept;

// Casts obey the contract of RaySpan (ray.h).
//
// - Hit or miss, and the edge, are exact for the given floats. The pose is not normalized. Fractions are within 1 ulp.
// - If the ray crosses several edges in one point, the crossing has the edge whose normal faces the ray most. Ties go
//   to the lower index.
// - Results for one ring are those of ClipPolygon (clip.h), to the bit.
// - The outline is in the frame of the ray, unless there is a pose. The pose converts the outline's frame into that of
//   the ray.
// - An invalid ray misses, and so does a pose that is not a rotation (|q|^2 is not within 1 % of 1).
// - Vectors, and buffers that each thread keeps, grow to the largest size so far. Nothing else allocates.

/// Replaces the content of spans by one span for each part of the ray in the outline, in order along the ray. Takes
/// O((k + 1) log n) for k crossings, if the bounds of neighbouring edges are small compared with the outline.
/// Source: Kamel and Faloutsos, "On packing R-trees", CIKM 1993: a tree of boxes that is packed along a curve. Here the
/// curve is the sequence of the rings: a box holds a run of neighbouring edges, and a node has eight boxes.
void ClipOutline(const Ray& ray, const Outline& outline, std::vector<RaySpan>& spans);
void ClipOutline(const Ray& ray, const Outline& outline, const b2Transform& pose, std::vector<RaySpan>& spans);

/// Returns the first span of ClipOutline. It visits only edges near the ray between its start and the end of that span:
/// O(log n).
[[nodiscard]] std::optional<RaySpan> ClipOutlineFirst(const Ray& ray, const Outline& outline);
[[nodiscard]] std::optional<RaySpan> ClipOutlineFirst(const Ray& ray, const Outline& outline, const b2Transform& pose);

/// Locates a point in the frame of the outline. Exact, O(log n). A point that is not finite: Outside.
[[nodiscard]] Location LocateInOutline(b2Vec2 point, const Outline& outline);

} // namespace ricochet

RICOCHET_EXPORT_END
