// MIT License, Copyright (c) 2026 the ricochet authors

#pragma once

#include "display.h"

#include <ricochet/sight/light.h>

#include <vector>

namespace playground
{

/// A light's region as a picture: for each pixel of a window its share of the light, soft borders included. Rows start
/// at the top. Keep the object and call Make() again to reuse its memory.
class LightPicture
{
public:
	/// Computes each pixel's share at the pixel's middle.
	void Make(const ricochet::LitRegion& region, const ricochet::Light& light, const Window& window);

	[[nodiscard]] const std::vector<float>& Shares() const { return m_shares; }

	/// Sets one opacity of white for each pixel, as the page shows it. The light fades with the distance, and toward
	/// the borders of its cone, like a flashlight's.
	void Shade(const ricochet::Light& light, std::vector<uint32_t>& pixels) const;

private:
	void RemoveSpecks();
	/// Calls fill(row, first, last) for each row of a triangle's pixels.
	template <class Fill>
	void Add(b2Vec2 a, b2Vec2 b, b2Vec2 c, Fill fill);
	void AddSoft(const ricochet::Penumbra& penumbra, float there, int row, int first, int last);

	Window m_window;
	std::vector<float> m_shares;
	std::vector<b2Vec2> m_triangles;
	std::vector<ricochet::LitVertex> m_soft;
};

} // namespace playground
