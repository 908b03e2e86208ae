// MIT License, Copyright (c) 2026 the ricochet authors

#pragma once

#include "geometry/vec.h"

namespace ricochet
{

/// The most by which |q|^2 of a rotation may differ from 1.
inline constexpr double k_mostStretch = 0.01;

/// True if q is finite and |q|^2 is close enough to 1.
[[nodiscard]] inline bool IsRotation(const b2Rot& q)
{
	return std::abs(q.s * q.s + q.c * q.c - 1.0f) <= k_mostStretch;
}

/// True if the position is finite and q is a rotation. Box2D accepts other poses, too.
[[nodiscard]] inline bool IsPose(const b2Transform& pose)
{
	return std::isfinite(pose.p.x) && std::isfinite(pose.p.y) && IsRotation(pose.q);
}

/// The pose of a shape in its own frame.
[[nodiscard]] inline b2Transform NoMove()
{
	b2Transform pose;
	pose.SetIdentity();
	return pose;
}

/// True if all numbers are equal. NaN equals nothing.
[[nodiscard]] inline bool IsSamePose(const b2Transform& a, const b2Transform& b)
{
	return a.p == b.p && a.q.s == b.q.s && a.q.c == b.q.c;
}

/// The real vector q v.
template <class T>
Vec<T> Turned(const b2Rot& q, const Vec<T>& v)
{
	const T c(q.c), s(q.s);
	return {c * v.x - s * v.y, s * v.x + c * v.y};
}

/// The real vector q^T v: the inverse of the rotation.
template <class T>
Vec<T> InverseTurn(const b2Rot& q, const Vec<T>& v)
{
	const T c(q.c), s(q.s);
	return {c * v.x + s * v.y, c * v.y - s * v.x};
}

/// The world position of a point of a body.
[[nodiscard]] inline Vec<double> PointOf(const b2Transform& pose, b2Vec2 local)
{
	return Lift<double>(pose.p) + Turned(pose.q, Lift<double>(local));
}

[[nodiscard]] inline b2Rot RotationOf(double angle)
{
	const SinCos turned = SinCosOf(angle);
	b2Rot q;
	q.s = static_cast<float>(turned.sin);
	q.c = static_cast<float>(turned.cos);
	return q;
}

/// The pose with rotation q that puts a body's point at a given world point.
[[nodiscard]] inline b2Transform PoseAbout(const Vec<double>& point, b2Vec2 local, const b2Rot& q)
{
	return {ToFloat(point - Turned(q, Lift<double>(local))), q};
}

} // namespace ricochet
