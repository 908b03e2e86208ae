// MIT License, Copyright (c) 2026 the ricochet authors

#include "shapes/cast_geometry.h"

#include "geometry/checker.h"
#include "geometry/outline_data.h"
#include "geometry/pose.h"
#include "geometry/with_memory.h"

#include <ricochet/geometry/decompose.h>

#include <bit>
#include <cmath>
#include <limits>
#include <memory>

namespace ricochet
{

namespace
{

void AddPiece(const ConvexPieces& pieces, int32_t piece, CastGeometryData& data)
{
	const std::span<const int32_t> vertices = pieces.VerticesOf(piece);
	const std::span<const int32_t> edges = pieces.EdgesOf(piece);
	for (size_t i = 0; i < vertices.size(); ++i)
	{
		data.points.push_back(data.outline.Vertices()[static_cast<size_t>(vertices[i])]);
		data.vertices.push_back(vertices[i]);
		data.edges.push_back(edges[i]);
	}
	data.starts.push_back(static_cast<int32_t>(data.points.size()));
}

uint64_t ContentOf(const Outline& outline)
{
	uint64_t content = 0;
	const auto add = [&](uint64_t word)
	{
		content = (std::rotl(content, 23) ^ word) * 0x9E3779B97F4A7C15u;
	};
	for (const OutlineRing& ring : outline.Rings())
	{
		add(static_cast<uint64_t>(ring.count));
	}
	for (const b2Vec2 vertex : outline.Vertices())
	{
		add((uint64_t{std::bit_cast<uint32_t>(vertex.x)} << 32) | std::bit_cast<uint32_t>(vertex.y));
	}
	return content ^ (content >> 29);
}

Result<CastGeometry> TryMake(const Outline& outline)
{
	const Result<ConvexPieces> pieces = Decompose(outline, k_mostOfPiece);
	if (!pieces)
	{
		return pieces.GetError();
	}
	auto data = std::make_unique<CastGeometryData>(outline);
	const b2AABB& box = outline.Bounds();
	data->around = {box.lowerBound, b2Vec2{box.upperBound.x, box.lowerBound.y}, box.upperBound,
	                b2Vec2{box.lowerBound.x, box.upperBound.y}};
	std::vector<b2AABB> boxes;
	for (int32_t i = 0; i < pieces->Count(); ++i)
	{
		b2AABB own = NoBox();
		for (const int32_t vertex : pieces->VerticesOf(i))
		{
			const b2Vec2 point = outline.Vertices()[static_cast<size_t>(vertex)];
			own.lowerBound = b2Min(own.lowerBound, point);
			own.upperBound = b2Max(own.upperBound, point);
		}
		boxes.push_back(own);
	}
	data->starts.push_back(0);
	std::vector<b2AABB> inOrder;
	for (const int32_t piece : InOrderOfPlace(boxes))
	{
		AddPiece(*pieces, piece, *data);
		inOrder.push_back(boxes[static_cast<size_t>(piece)]);
	}
	data->tree = PackBoxes(inOrder);
	data->content = ContentOf(outline);
	return CastGeometry(*data.release());
}

} // namespace

// Casts convert points to the frame by q^T (p - x), whatever the length of q. The box uses the same formula.
b2AABB InFrameOf(const b2Transform& pose, const b2AABB& box)
{
	const b2Vec2 lower = box.lowerBound;
	const b2Vec2 upper = box.upperBound;
	if (box.IsValid() == false)
	{
		return {{-b2_maxFloat, -b2_maxFloat}, {b2_maxFloat, b2_maxFloat}};
	}
	// Covers the rounding of floats and of a pose that is almost a rotation.
	constexpr double k_growth = 0x1p-18;
	const auto sizeOf = [](b2Vec2 v)
	{
		return std::abs(static_cast<double>(v.x)) + std::abs(static_cast<double>(v.y));
	};
	b2AABB own = NoBox();
	for (const b2Vec2 corner : {lower, upper, b2Vec2{lower.x, upper.y}, b2Vec2{upper.x, lower.y}})
	{
		const Vec<double> offset = Lift<double>(corner) - Lift<double>(pose.p);
		const double size = sizeOf(corner) + sizeOf(pose.p);
		const double margin = k_growth * size + 0x1p-100;
		const Vec<double> at = InverseTurn(pose.q, offset);
		own.lowerBound = b2Min(own.lowerBound, ToFloat(at - Vec<double>{margin, margin}));
		own.upperBound = b2Max(own.upperBound, ToFloat(at + Vec<double>{margin, margin}));
	}
	return own;
}

void Retain(const CastGeometryData* data)
{
	if (data != nullptr)
	{
		data->users.fetch_add(1, std::memory_order_relaxed);
	}
}

void Release(const CastGeometryData* data)
{
	if (data != nullptr && data->users.fetch_sub(1, std::memory_order_acq_rel) == 1)
	{
		delete data;
	}
}

Result<CastGeometry> CastGeometry::Make(const Outline& outline) noexcept
{
	const Result<> sound = Checker().Within("outline", outline.Vertices(), k_maxReach).Outcome();
	if (!sound)
	{
		return sound.GetError();
	}
	return WithMemory([&] { return TryMake(outline); });
}

const Outline& CastGeometry::GetOutline() const
{
	return m_data->outline;
}

int32_t CastGeometry::PieceCount() const
{
	return m_data->PieceCount();
}

CastGeometry::CastGeometry(const CastGeometryData& data) : m_data(&data)
{
	Retain(m_data);
}

CastGeometry::CastGeometry(const CastGeometry& other) : CastGeometry(*other.m_data) {}

CastGeometry& CastGeometry::operator=(const CastGeometry& other)
{
	Retain(other.m_data);
	Release(std::exchange(m_data, other.m_data));
	return *this;
}

CastGeometry::~CastGeometry()
{
	Release(m_data);
}

namespace
{

// The nearest point of the edges, among the edges that were visited so far.
struct NearestOnEdges
{
	const OutlineData& outline;
	Vec<double> point;
	double square = std::numeric_limits<double>::infinity();
	Vec<double> away{};   // from that nearest point to the given point
	Vec<double> normal{}; // normal of the nearest edge, out of the solid

	[[nodiscard]] double SquareTo(const BoxNode& node, size_t i) const
	{
		const double x = std::max({node.lowX[i] - point.x, point.x - node.highX[i], 0.0});
		const double y = std::max({node.lowY[i] - point.y, point.y - node.highY[i], 0.0});
		return x * x + y * y;
	}

	// Descends to the run whose boxes are nearest. Few edges are nearer than those of this run.
	[[nodiscard]] int32_t GuessRun() const
	{
		const std::vector<BoxNode>& nodes = outline.tree.nodes;
		for (size_t at = nodes.size() - 1;;)
		{
			const BoxNode& node = nodes[at];
			size_t nearest = 0;
			for (size_t i = 1; i < static_cast<size_t>(node.count); ++i)
			{
				nearest = SquareTo(node, i) < SquareTo(node, nearest) ? i : nearest;
			}
			at = static_cast<size_t>(node.first) + nearest;
			if (node.holdsItems)
			{
				return static_cast<int32_t>(at);
			}
		}
	}

	[[nodiscard]] uint32_t MayBeNearer(const BoxNode& node) const
	{
		uint32_t met = 0;
		for (size_t i = 0; i < static_cast<size_t>(node.count); ++i)
		{
			met |= SquareTo(node, i) <= square ? 1u << i : 0u;
		}
		return met;
	}

	void Take(const EdgeRun& run)
	{
		for (int32_t place = run.place; place < run.place + run.count; ++place)
		{
			const Vec<double> a = Lift<double>(outline.VertexAt(place));
			const Vec<double> along = Lift<double>(outline.VertexAt(place + 1)) - a;
			const double share = std::clamp(Dot(point - a, along) / Dot(along, along), 0.0, 1.0);
			const Vec<double> candidate = point - (a + share * along);
			const Vec<double> out = run.orientation * UnitOf(Vec<double>{along.y, -along.x});
			const double length = Dot(candidate, candidate);
			// If two edges at a vertex are equally near, the edge whose line is farther from the point counts.
			if (length < square || (length == square && std::abs(Dot(candidate, out)) > std::abs(Dot(away, normal))))
			{
				square = length;
				away = candidate;
				normal = out;
			}
		}
	}
};

} // namespace

Separation SeparateFromOutline(const Vec<double>& point, const Outline& outline)
{
	NearestOnEdges nearest{outline.Data(), point};
	const OutlineTree& tree = outline.Data().tree;
	nearest.Take(tree.runs[static_cast<size_t>(nearest.GuessRun())]);
	WalkBoxes(
	    tree.nodes, [&](const BoxNode& node) { return nearest.MayBeNearer(node); },
	    [&](int32_t run) { nearest.Take(tree.runs[static_cast<size_t>(run)]); });
	const double distance = Length(nearest.away);
	if (distance == 0.0)
	{
		return {0.0, nearest.normal};
	}
	const double sign = Dot(nearest.away, nearest.normal) < 0.0 ? -1.0 : 1.0;
	return {sign * distance, (sign / distance) * nearest.away};
}

} // namespace ricochet
