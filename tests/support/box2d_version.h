// MIT License, Copyright (c) 2026 the ricochet authors

#pragma once

#include <box2d/b2_polygon_shape.h>

#include <type_traits>
#include <utility>

// The differences between Box2D 2.4.1 and 2.4.2 that matter to tests. b2_version does not help: it is 2.4.0 in 2.4.1,
// and 2.4.1 in 2.4.2.

namespace ricochet::test
{

/// In 2.4.2, b2PolygonShape::Set computes the hull with another algorithm, and returns whether it succeeded.
inline constexpr bool k_isBox2D242 =
    std::is_same_v<decltype(std::declval<b2PolygonShape&>().Set(static_cast<const b2Vec2*>(nullptr), 0)), bool>;

/// Does what b2PolygonShape::Validate does in 2.4.1. In 2.4.2, Validate also rejects flat corners and thin boxes,
/// although Box2D can collide them.
[[nodiscard]] inline bool IsValidPolygon(const b2PolygonShape& shape)
{
	if constexpr (k_isBox2D242 == false)
	{
		return shape.Validate();
	}
	for (int32 i = 0; i < shape.m_count; ++i)
	{
		const int32 next = (i + 1) % shape.m_count;
		const b2Vec2 edge = shape.m_vertices[next] - shape.m_vertices[i];
		for (int32 j = 0; j < shape.m_count; ++j)
		{
			if (j != i && j != next && b2Cross(edge, shape.m_vertices[j] - shape.m_vertices[i]) < 0.0f)
			{
				return false;
			}
		}
	}
	return true;
}

} // namespace ricochet::test
