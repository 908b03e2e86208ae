// MIT License, Copyright (c) 2026 the ricochet authors

#pragma once

#include "scene.h"

#include <box2d/b2_math.h>

namespace squares
{

/// A camera that looks from one point at another, with z up. The picture is 2 units high at a distance of 1.
class Camera
{
public:
	/// Requires: the direction is not vertical.
	Camera(Vec3 eye, Vec3 target, float zoom)
	    : m_eye(eye), m_forward(Unit(target - eye)), m_right(Unit(squares::Cross(m_forward, {0.0f, 0.0f, 1.0f}))),
	      m_up(squares::Cross(m_right, m_forward)), m_zoom(zoom)
	{
	}

	[[nodiscard]] Vec3 Eye() const { return m_eye; }

	/// Returns the place of a point in the picture, x to the right and y up. Requires: the point is in front of the
	/// camera.
	[[nodiscard]] b2Vec2 Project(Vec3 point) const
	{
		const Vec3 offset = point - m_eye;
		const float scale = m_zoom / Dot(offset, m_forward);
		return {scale * Dot(offset, m_right), scale * Dot(offset, m_up)};
	}

private:
	Vec3 m_eye, m_forward, m_right, m_up;
	float m_zoom;
};

} // namespace squares
