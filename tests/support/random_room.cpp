// MIT License, Copyright (c) 2026 the ricochet authors

#include "support/random_room.h"

#include "support/referee_geometry.h"

#include <algorithm>
#include <cmath>

namespace ricochet::test
{

using referee::Vec;
using referee::Widen;
using referee::Winding;

namespace
{

float CornerAngle(const std::vector<b2Vec2>& vertices, size_t i)
{
	const b2Vec2 back = vertices[(i + vertices.size() - 1) % vertices.size()] - vertices[i];
	const b2Vec2 on = vertices[(i + 1) % vertices.size()] - vertices[i];
	return std::atan2(b2Cross(on, back), b2Dot(on, back));
}

} // namespace

std::vector<b2Vec2> RandomRoom(SceneRandom& random)
{
	while (true)
	{
		const int32_t corners = 3 + random.Below(6);
		std::vector<float> angles;
		for (int32_t i = 0; i < corners; ++i)
		{
			angles.push_back(random.Uniform(0.0f, 2.0f * b2_pi));
		}
		std::sort(angles.begin(), angles.end());
		std::vector<b2Vec2> vertices;
		for (const float angle : angles)
		{
			vertices.push_back({std::cos(angle), std::sin(angle)});
		}
		const float mean = b2_pi * (1.0f - 2.0f / static_cast<float>(corners));
		const float widest = std::max(2.1f, mean + 0.4f);
		bool fits = true;
		for (size_t i = 0; i < vertices.size(); ++i)
		{
			const float corner = CornerAngle(vertices, i);
			fits = fits && corner > 0.52f && corner < widest &&
			       b2Distance(vertices[i], vertices[(i + 1) % vertices.size()]) > 0.3f;
		}
		const Vec center;
		std::vector<Vec> row;
		for (size_t i = 0; i <= vertices.size(); ++i)
		{
			row.push_back(Widen(vertices[i % vertices.size()]));
		}
		if (fits && Winding(row, center) == 1)
		{
			return vertices;
		}
	}
}

} // namespace ricochet::test
