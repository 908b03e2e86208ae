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

/// The farthest coordinate that a shape may have (m). Up to here no product in Box2D's arithmetic overflows.
inline constexpr float k_maxReach = 1e9f;

/// Vertices of a convex piece of what is not convex: what kernels take in one go, where Box2D can hold it. The same for
/// fixtures and for attached geometries, so that the one answers as the other.
inline constexpr int32_t k_mostOfPiece = std::min<int32_t>(8, b2_maxPolygonVertices);

/// What a CastGeometry is made of. Pieces are in the order of their tree.
struct CastGeometryData
{
	Outline outline;
	std::array<b2Vec2, 4> around;  ///< a box about it, counter-clockwise
	std::vector<b2Vec2> points;    ///< of one piece after the other
	std::vector<int32_t> vertices; ///< as many: their numbers in the outline
	std::vector<int32_t> edges;    ///< as many: the outline's edge that begins there; -1: inside
	std::vector<int32_t> starts;   ///< where each piece begins in these, and behind the last where it ends
	std::vector<BoxNode> tree;
	uint64_t content = 0; ///< of the outline: another one has another number, but for one in 2^60
	mutable std::atomic<int32_t> users = 0;

	explicit CastGeometryData(const Outline& theOutline) : outline(theOutline) {}

	[[nodiscard]] int32_t PieceCount() const { return static_cast<int32_t>(starts.size()) - 1; }
	[[nodiscard]] std::span<const b2Vec2> PointsOf(int32_t piece) const { return Part<b2Vec2>(points, piece); }
	[[nodiscard]] std::span<const int32_t> VerticesOf(int32_t piece) const { return Part<int32_t>(vertices, piece); }
	[[nodiscard]] std::span<const int32_t> EdgesOf(int32_t piece) const { return Part<int32_t>(edges, piece); }

	/// visit(piece) for those whose boxes meet a box, in its frame.
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

/// A share of a geometry, or none, as small as a pointer.
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

/// A box in the frame of a pose that has all of a box in the world.
[[nodiscard]] b2AABB InFrameOf(const b2Transform& pose, const b2AABB& box);

/// From an outline, in its frame: inside, the distance to its nearest edge is negative. Not exact. O(log n) near it.
[[nodiscard]] Separation SeparateFromOutline(const Vec<double>& point, const Outline& outline);

} // namespace ricochet
