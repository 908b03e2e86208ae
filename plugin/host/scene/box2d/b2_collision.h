// MIT License, Copyright (c) 2026 the ricochet authors

#pragma once

#include "box2d/b2_math.h"

struct b2AABB
{
	[[nodiscard]] bool IsValid() const
	{
		return lowerBound.IsValid() && upperBound.IsValid() && lowerBound.x <= upperBound.x &&
		       lowerBound.y <= upperBound.y;
	}
	[[nodiscard]] b2Vec2 GetCenter() const { return 0.5f * (lowerBound + upperBound); }
	[[nodiscard]] b2Vec2 GetExtents() const { return 0.5f * (upperBound - lowerBound); }
	[[nodiscard]] float GetPerimeter() const
	{
		const b2Vec2 size = upperBound - lowerBound;
		return 2.0f * (size.x + size.y);
	}
	void Combine(const b2AABB& box) { Combine(*this, box); }
	void Combine(const b2AABB& a, const b2AABB& b)
	{
		lowerBound = b2Min(a.lowerBound, b.lowerBound);
		upperBound = b2Max(a.upperBound, b.upperBound);
	}
	[[nodiscard]] bool Contains(const b2AABB& box) const
	{
		return lowerBound.x <= box.lowerBound.x && lowerBound.y <= box.lowerBound.y &&
		       box.upperBound.x <= upperBound.x && box.upperBound.y <= upperBound.y;
	}

	b2Vec2 lowerBound, upperBound;
};

static_assert(sizeof(b2AABB) == 4 * sizeof(float));

inline bool b2TestOverlap(const b2AABB& a, const b2AABB& b)
{
	return a.lowerBound.x <= b.upperBound.x && a.lowerBound.y <= b.upperBound.y && b.lowerBound.x <= a.upperBound.x &&
	       b.lowerBound.y <= a.upperBound.y;
}

struct b2RayCastInput
{
	b2Vec2 p1, p2;
	float maxFraction;
};

struct b2RayCastOutput
{
	b2Vec2 normal;
	float fraction;
};
