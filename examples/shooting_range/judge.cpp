// MIT License, Copyright (c) 2026 the ricochet authors

#include "judge.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace range
{

b2Vec2 Fall(const Motion& from, float gravity, float time)
{
	return from.position + time * from.velocity - b2Vec2{0.0f, 0.5f * gravity * time * time};
}

float TimeOfMeeting(const std::function<float(float)>& distance, float latest)
{
	constexpr int32_t k_halvings = 30;
	float before = 0.0f;
	float after = latest;
	for (int32_t i = 0; i < k_halvings; ++i)
	{
		const float middle = 0.5f * (before + after);
		(distance(middle) > 0.0f ? before : after) = middle;
	}
	return after;
}

float AngleBetween(b2Vec2 a, b2Vec2 b)
{
	return std::abs(std::atan2(b2Cross(a, b), b2Dot(a, b)));
}

float DistanceToPath(b2Vec2 point, std::span<const b2Vec2> path)
{
	float least = std::numeric_limits<float>::infinity();
	for (size_t i = 0; i + 1 < path.size(); ++i)
	{
		const b2Vec2 along = path[i + 1] - path[i];
		const float length = b2Dot(along, along);
		const float part = length > 0.0f ? std::clamp(b2Dot(point - path[i], along) / length, 0.0f, 1.0f) : 0.0f;
		least = std::min(least, b2Distance(point, path[i] + part * along));
	}
	return least;
}

} // namespace range
