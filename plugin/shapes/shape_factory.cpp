// MIT License, Copyright (c) 2026 the ricochet authors

#include <ricochet/shapes/shape_factory.h>

#include "geometry/checker.h"
#include "geometry/with_memory.h"
#include "shapes/reach.h"

#include <algorithm>
#include <cmath>

namespace ricochet
{

namespace
{

// In the very arithmetic of the assert in b2ChainShape, so that what passes here passes there.
bool AreApart(b2Vec2 a, b2Vec2 b)
{
	return b2DistanceSquared(a, b) > b2_linearSlop * b2_linearSlop;
}

Error TooClose(const char* parameter, int32_t second, b2Vec2 a, b2Vec2 b)
{
	return {ErrorReason::TooClose, parameter, second, b2Distance(a, b), b2_linearSlop};
}

// b2ChainShape allocates by a 32-bit number of bytes.
constexpr size_t k_maxChainVertices = (size_t{1} << 27) - 1;

Result<> CheckChain(std::span<const b2Vec2> vertices, size_t minimum)
{
	Checker checker;
	checker.Count("vertices", vertices.size(), minimum, k_maxChainVertices).Within("vertices", vertices, k_maxReach);
	for (size_t i = 1; i < vertices.size() && checker.IsSound(); ++i)
	{
		checker.Require(AreApart(vertices[i - 1], vertices[i]),
		                TooClose("vertices", static_cast<int32_t>(i), vertices[i - 1], vertices[i]));
	}
	return checker.Outcome();
}

} // namespace

Result<ClipCircleShape> MakeCircle(b2Vec2 center, float radius)
{
	const double x = std::max(std::abs(center.x), std::abs(center.y));
	const Result<> sound = Checker()
	                           .Within("center", center, k_maxReach)
	                           .Positive("radius", radius)
	                           .AtMost("radius", radius, k_maxReach - x)
	                           .Outcome();
	if (!sound)
	{
		return sound.GetError();
	}
	ClipCircleShape shape;
	shape.m_p = center;
	shape.m_radius = radius;
	return shape;
}

Result<ClipEdgeShape> MakeEdge(b2Vec2 v1, b2Vec2 v2)
{
	const Result<> sound = Checker()
	                           .Within("v1", v1, k_maxReach)
	                           .Within("v2", v2, k_maxReach)
	                           .Require(AreApart(v1, v2), TooClose("v2", -1, v1, v2))
	                           .Outcome();
	if (!sound)
	{
		return sound.GetError();
	}
	ClipEdgeShape shape;
	shape.SetTwoSided(v1, v2);
	return shape;
}

Result<ClipChainShape> MakeChain(std::span<const b2Vec2> vertices)
{
	if (const Result<> sound = CheckChain(vertices, 2); !sound)
	{
		return sound.GetError();
	}
	return WithMemory(
	    [&]() -> Result<ClipChainShape>
	    {
		    // One more edge at either end, in a straight line.
		    const size_t last = vertices.size() - 1;
		    const b2Vec2 before = 2.0f * vertices[0] - vertices[1];
		    const b2Vec2 after = 2.0f * vertices[last] - vertices[last - 1];
		    ClipChainShape shape;
		    shape.CreateChain(vertices.data(), static_cast<int32_t>(vertices.size()), before, after);
		    return shape;
	    });
}

Result<ClipChainShape> MakeLoop(std::span<const b2Vec2> vertices)
{
	const Result<> chain = CheckChain(vertices, 3);
	const Result<> sound = chain && AreApart(vertices.back(), vertices.front()) == false
	                           ? TooClose("vertices", 0, vertices.back(), vertices.front())
	                           : chain;
	if (!sound)
	{
		return sound.GetError();
	}
	return WithMemory(
	    [&]() -> Result<ClipChainShape>
	    {
		    ClipChainShape shape;
		    shape.CreateLoop(vertices.data(), static_cast<int32_t>(vertices.size()));
		    return shape;
	    });
}

} // namespace ricochet
