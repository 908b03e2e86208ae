// MIT License, Copyright (c) 2026 the ricochet authors

#include <ricochet/shapes/shape_factory.h>

#include "shapes/shape_check.h"

#include <fmt/format.h>

#include <algorithm>

namespace ricochet
{

namespace
{

using Reason = ShapeError::Reason;

// In the very arithmetic of the assert in b2ChainShape, so that what passes here passes there.
bool AreApart(b2Vec2 a, b2Vec2 b)
{
	return b2DistanceSquared(a, b) > b2_linearSlop * b2_linearSlop;
}

bool CheckApart(std::span<const b2Vec2> vertices, size_t first, size_t second, ShapeError* error)
{
	if (AreApart(vertices[first], vertices[second]))
	{
		return true;
	}
	const float distance = b2Distance(vertices[first], vertices[second]);
	Refuse(error, Reason::TooClose, second, distance,
	       fmt::format("Vertices {} and {} are {} m apart: neighbours must be more than {} m apart.", first, second,
	                   distance, b2_linearSlop));
	return false;
}

bool CheckAllApart(std::span<const b2Vec2> vertices, ShapeError* error)
{
	for (size_t i = 1; i < vertices.size(); ++i)
	{
		if (CheckApart(vertices, i - 1, i, error) == false)
		{
			return false;
		}
	}
	return true;
}

// b2ChainShape allocates by a 32-bit number of bytes.
constexpr size_t k_maxChainVertices = (size_t{1} << 27) - 1;

bool CheckChain(std::span<const b2Vec2> vertices, size_t minimum, const char* what, ShapeError* error)
{
	if (CheckMinimum(vertices.size(), minimum, what, error) == false)
	{
		return false;
	}
	if (vertices.size() > k_maxChainVertices)
	{
		Refuse(
		    error, Reason::TooManyVertices, k_noIndex, static_cast<float>(vertices.size()),
		    fmt::format("{} of {} vertices is too long: at most {} fit.", what, vertices.size(), k_maxChainVertices));
		return false;
	}
	return CheckVertices(vertices, error) && CheckAllApart(vertices, error);
}

std::optional<ClipCircleShape> TryMakeCircle(b2Vec2 center, float radius, ShapeError* error)
{
	if (CheckFinite("center's x", 0, center.x, error) == false ||
	    CheckFinite("center's y", 0, center.y, error) == false || CheckFinite("radius", 1, radius, error) == false ||
	    CheckPositive("radius", 1, radius, error) == false)
	{
		return std::nullopt;
	}

	ClipCircleShape shape;
	shape.m_p = center;
	shape.m_radius = radius;
	const float reach = std::max(std::abs(center.x), std::abs(center.y)) + radius;
	if (IsInReach(reach) == false)
	{
		return Refuse(error, Reason::NotFinite, k_noIndex, reach,
		              fmt::format("The circle reaches {} m from its origin: at most {} m will do.", reach, k_maxReach));
	}
	return shape;
}

std::optional<ClipEdgeShape> TryMakeEdge(b2Vec2 v1, b2Vec2 v2, ShapeError* error)
{
	const b2Vec2 vertices[] = {v1, v2};
	if (CheckVertices(vertices, error) == false || CheckApart(vertices, 0, 1, error) == false)
	{
		return std::nullopt;
	}

	ClipEdgeShape shape;
	shape.SetTwoSided(v1, v2);
	return shape;
}

std::optional<ClipChainShape> TryMakeChain(std::span<const b2Vec2> vertices, ShapeError* error)
{
	if (CheckChain(vertices, 2, "A chain", error) == false)
	{
		return std::nullopt;
	}

	// One more edge at either end, in a straight line.
	const size_t last = vertices.size() - 1;
	const b2Vec2 before = 2.0f * vertices[0] - vertices[1];
	const b2Vec2 after = 2.0f * vertices[last] - vertices[last - 1];
	std::optional<ClipChainShape> shape(std::in_place);
	shape->CreateChain(vertices.data(), static_cast<int32_t>(vertices.size()), before, after);
	return shape;
}

std::optional<ClipChainShape> TryMakeLoop(std::span<const b2Vec2> vertices, ShapeError* error)
{
	if (CheckChain(vertices, 3, "A loop", error) == false ||
	    CheckApart(vertices, vertices.size() - 1, 0, error) == false)
	{
		return std::nullopt;
	}

	std::optional<ClipChainShape> shape(std::in_place);
	shape->CreateLoop(vertices.data(), static_cast<int32_t>(vertices.size()));
	return shape;
}

} // namespace

std::optional<ClipCircleShape> MakeCircle(b2Vec2 center, float radius, ShapeError* error)
{
	return Made(error, [&] { return TryMakeCircle(center, radius, error); });
}

std::optional<ClipEdgeShape> MakeEdge(b2Vec2 v1, b2Vec2 v2, ShapeError* error)
{
	return Made(error, [&] { return TryMakeEdge(v1, v2, error); });
}

std::optional<ClipChainShape> MakeChain(std::span<const b2Vec2> vertices, ShapeError* error)
{
	return Made(error, [&] { return TryMakeChain(vertices, error); });
}

std::optional<ClipChainShape> MakeLoop(std::span<const b2Vec2> vertices, ShapeError* error)
{
	return Made(error, [&] { return TryMakeLoop(vertices, error); });
}

} // namespace ricochet
