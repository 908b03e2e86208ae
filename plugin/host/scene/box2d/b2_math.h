// MIT License, Copyright (c) 2026 the ricochet authors

#pragma once

#include "box2d/b2_settings.h"

#include <cmath>

// Vectors and poses, with the layout that they have in Box2D.

struct b2Vec2
{
	b2Vec2() = default;
	constexpr b2Vec2(float xIn, float yIn) : x(xIn), y(yIn) {}

	void SetZero() { x = y = 0.0f; }
	void Set(float xIn, float yIn)
	{
		x = xIn;
		y = yIn;
	}
	[[nodiscard]] bool IsValid() const { return std::isfinite(x) && std::isfinite(y); }
	[[nodiscard]] float LengthSquared() const { return x * x + y * y; }
	[[nodiscard]] float Length() const { return std::sqrt(LengthSquared()); }

	/// Makes this a unit vector, unless it is too short. Returns the length that the vector had, or 0.
	float Normalize()
	{
		const float length = Length();
		if (length < b2_epsilon)
		{
			return 0.0f;
		}
		*this *= 1.0f / length;
		return length;
	}

	b2Vec2 operator-() const { return {-x, -y}; }
	void operator+=(const b2Vec2& v) { Set(x + v.x, y + v.y); }
	void operator-=(const b2Vec2& v) { Set(x - v.x, y - v.y); }
	void operator*=(float a) { Set(x * a, y * a); }

	float x, y;
};

struct b2Rot
{
	b2Rot() = default;
	explicit b2Rot(float angle) { Set(angle); }

	void SetIdentity()
	{
		s = 0.0f;
		c = 1.0f;
	}
	void Set(float angle)
	{
		s = sinf(angle);
		c = cosf(angle);
	}
	[[nodiscard]] float GetAngle() const { return atan2f(s, c); }

	float s, c;
};

struct b2Transform
{
	b2Transform() = default;
	b2Transform(const b2Vec2& position, const b2Rot& rotation) : p(position), q(rotation) {}

	void SetIdentity()
	{
		p.SetZero();
		q.SetIdentity();
	}
	void Set(const b2Vec2& position, float angle)
	{
		p = position;
		q.Set(angle);
	}

	b2Vec2 p;
	b2Rot q;
};

/// The last motion of a body: its centre of mass and its angle before (c0, a0) and after (c, a).
struct b2Sweep
{
	b2Vec2 localCenter;
	b2Vec2 c0, c;
	float a0, a;
	float alpha0;
};

static_assert(sizeof(b2Vec2) == 2 * sizeof(float) && sizeof(b2Transform) == 4 * sizeof(float));

inline b2Vec2 operator+(const b2Vec2& a, const b2Vec2& b)
{
	return {a.x + b.x, a.y + b.y};
}

inline b2Vec2 operator-(const b2Vec2& a, const b2Vec2& b)
{
	return {a.x - b.x, a.y - b.y};
}

inline b2Vec2 operator*(float s, const b2Vec2& a)
{
	return {s * a.x, s * a.y};
}

inline bool operator==(const b2Vec2& a, const b2Vec2& b)
{
	return a.x == b.x && a.y == b.y;
}

inline bool operator!=(const b2Vec2& a, const b2Vec2& b)
{
	return (a == b) == false;
}

inline float b2Dot(const b2Vec2& a, const b2Vec2& b)
{
	return a.x * b.x + a.y * b.y;
}

inline float b2Cross(const b2Vec2& a, const b2Vec2& b)
{
	return a.x * b.y - a.y * b.x;
}

inline b2Vec2 b2Cross(float turn, const b2Vec2& arm)
{
	return {-turn * arm.y, turn * arm.x};
}

inline b2Vec2 b2Cross(const b2Vec2& a, float s)
{
	return {s * a.y, -s * a.x};
}

inline float b2DistanceSquared(const b2Vec2& a, const b2Vec2& b)
{
	return (a - b).LengthSquared();
}

inline float b2Distance(const b2Vec2& a, const b2Vec2& b)
{
	return (a - b).Length();
}

inline b2Vec2 b2Mul(const b2Rot& q, const b2Vec2& v)
{
	return {q.c * v.x - q.s * v.y, q.s * v.x + q.c * v.y};
}

inline b2Vec2 b2MulT(const b2Rot& q, const b2Vec2& v)
{
	return {q.c * v.x + q.s * v.y, q.c * v.y - q.s * v.x};
}

inline b2Vec2 b2Mul(const b2Transform& pose, const b2Vec2& v)
{
	return b2Mul(pose.q, v) + pose.p;
}

inline b2Vec2 b2MulT(const b2Transform& pose, const b2Vec2& v)
{
	return b2MulT(pose.q, v - pose.p);
}

template <class T>
T b2Abs(T a)
{
	return a > T(0) ? a : -a;
}

inline b2Vec2 b2Abs(const b2Vec2& a)
{
	return {b2Abs(a.x), b2Abs(a.y)};
}

template <class T>
T b2Min(T a, T b)
{
	return a < b ? a : b;
}

template <class T>
T b2Max(T a, T b)
{
	return a > b ? a : b;
}

inline b2Vec2 b2Min(const b2Vec2& a, const b2Vec2& b)
{
	return {b2Min(a.x, b.x), b2Min(a.y, b.y)};
}

inline b2Vec2 b2Max(const b2Vec2& a, const b2Vec2& b)
{
	return {b2Max(a.x, b.x), b2Max(a.y, b.y)};
}

template <class T>
T b2Clamp(T a, T low, T high)
{
	return b2Max(low, b2Min(a, high));
}
