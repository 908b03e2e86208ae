// MIT License, Copyright (c) 2026 the ricochet authors

#include "sight/check.h"

#include <fmt/format.h>

#include <cmath>

namespace ricochet
{

using Reason = SightError::Reason;

SightError CheckFinite(const char* name, b2Vec2 v)
{
	if (v.IsValid())
	{
		return {};
	}
	return {Reason::NotFinite, -1, std::isfinite(v.x) ? v.y : v.x,
	        fmt::format("{} is ({}, {}), which is not finite.", name, v.x, v.y)};
}

SightError CheckFinite(std::span<const Segment> walls)
{
	for (size_t i = 0; i < walls.size(); ++i)
	{
		for (const b2Vec2 v : {walls[i].a, walls[i].b})
		{
			if (v.IsValid() == false)
			{
				return {Reason::NotFinite, static_cast<int32_t>(i), std::isfinite(v.x) ? v.y : v.x,
				        fmt::format("Wall {} ends at ({}, {}), which is not finite.", i, v.x, v.y)};
			}
		}
	}
	return {};
}

SightError CheckPositive(const char* name, float value, Reason reason)
{
	if (std::isfinite(value) && value > 0.0f)
	{
		return {};
	}
	const bool isFinite = std::isfinite(value);
	return {isFinite ? reason : Reason::NotFinite, -1, value,
	        fmt::format("{} is {}, which is not {}.", name, value, isFinite ? "positive" : "finite")};
}

SightError CheckLook(b2Vec2 eye, float radius, const SightCone& cone)
{
	SightError error = CheckFinite("The eye", eye);
	if (error.reason == Reason::None)
	{
		error = CheckPositive("The radius (m)", radius, Reason::BadRadius);
	}
	if (error.reason == Reason::None)
	{
		error = CheckPositive("The angle of the cone (rad)", cone.angle, Reason::BadAngle);
	}
	if (error.reason == Reason::None && std::isfinite(cone.direction) == false)
	{
		error = {Reason::NotFinite, -1, cone.direction,
		         fmt::format("The direction of the cone is {}, which is not finite.", cone.direction)};
	}
	return error;
}

} // namespace ricochet
