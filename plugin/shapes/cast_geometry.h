// MIT License, Copyright (c) 2026 the ricochet authors

#pragma once

#include "geometry/box_nodes.h"
#include "geometry/separation.h"

#include <ricochet/shapes/cast_geometry.h>

#include <box2d/b2_settings.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <cstdint>
#include <utility>
#include <vector>

namespace ricochet
{

/// The largest coordinate that a shape may have (m). Up to here no product in Box2D's arithmetic overflows.
inline constexpr float k_maxReach = 1e9f;

/// Limit of the vertices of a convex piece of a concave outline: as many as kernels handle at once, if Box2D can hold
/// them. It is the same for fixtures and for attached geometries, so that both give the same results.
inline constexpr int32_t k_mostOfPiece = std::min<int32_t>(8, b2_maxPolygonVertices);

/// The data of a CastGeometry. Pieces are in the order of their tree.
struct CastGeometryData
{
	Outline outline;
	std::array<b2Vec2, 4> around;  ///< bounding box of the outline, counter-clockwise
	std::vector<b2Vec2> points;    ///< vertices, piece by piece
	std::vector<int32_t> vertices; ///< for each point its index in the outline
	std::vector<int32_t> edges;    ///< for each point the outline's edge that starts there; -1: inside
	/// The index in these lists at which each piece starts, and the end of the last piece.
	std::vector<int32_t> starts;
	std::vector<BoxNode> tree;
	uint64_t content = 0; ///< hash of the outline: two different ones share it with probability 2^-60
	mutable std::atomic<int32_t> users = 0;

	explicit CastGeometryData(const Outline& theOutline) : outline(theOutline) {}

	[[nodiscard]] int32_t PieceCount() const { return static_cast<int32_t>(starts.size()) - 1; }
	[[nodiscard]] std::span<const b2Vec2> PointsOf(int32_t piece) const { return Part<b2Vec2>(points, piece); }
	[[nodiscard]] std::span<const int32_t> VerticesOf(int32_t piece) const { return Part<int32_t>(vertices, piece); }
	[[nodiscard]] std::span<const int32_t> EdgesOf(int32_t piece) const { return Part<int32_t>(edges, piece); }

	/// Calls visit(piece) for the pieces whose boxes overlap a box. The box is in the geometry's frame.
	template <class Visit>
	void ForEachPieceIn(const b2AABB& box, Visit&& visit) const
	{
		WalkBoxes(
		    tree, [&](const BoxNode& node) { return MeetBox(node, box); }, visit);
	}

private:
	template <class T>
	[[nodiscard]] std::span<const T> Part(const std::vector<T>& all, int32_t piece) const
	{
		const auto i = static_cast<size_t>(piece);
		return std::span(all).subspan(static_cast<size_t>(starts[i]), static_cast<size_t>(starts[i + 1] - starts[i]));
	}
};

void Retain(const CastGeometryData* data);
void Release(const CastGeometryData* data);

/// A counted reference to a geometry or to none, as small as a pointer.
class GeometryPointer
{
public:
	GeometryPointer() = default;
	explicit GeometryPointer(const CastGeometryData* data) : m_data(data) { Retain(data); }
	GeometryPointer(const GeometryPointer& other) : GeometryPointer(other.m_data) {}
	GeometryPointer(GeometryPointer&& other) noexcept : m_data(std::exchange(other.m_data, nullptr)) {}
	~GeometryPointer() { Release(m_data); }

	GeometryPointer& operator=(GeometryPointer other) noexcept
	{
		std::swap(m_data, other.m_data);
		return *this;
	}

	[[nodiscard]] const CastGeometryData* Get() const { return m_data; }

private:
	const CastGeometryData* m_data = nullptr;
};

/// Returns a box in the frame of a pose that contains a box of the world.
[[nodiscard]] b2AABB InFrameOf(const b2Transform& pose, const b2AABB& box);

/// Separates a point from an outline, in the outline's frame. Inside, the distance to the nearest edge is negative. Not
/// exact. O(log n) near the outline.
[[nodiscard]] Separation SeparateFromOutline(const Vec<double>& point, const Outline& outline);

} // namespace ricochet
