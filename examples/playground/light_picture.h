// MIT License, Copyright (c) 2026 the ricochet authors

#pragma once

#include "display.h"

#include <ricochet/sight/light.h>

#include <vector>

namespace playground
{

/// A light's region as a picture: for each pixel of a window its share of the light, soft borders included. Rows from
/// the top. Keep one and make it again: its memory is used anew.
class LightPicture
{
public:
	/// Each share is the one at the pixel's middle.
	void Make(const ricochet::LitRegion& region, const ricochet::Light& light, const Window& window);

	[[nodiscard]] const std::vector<float>& Shares() const { return m_shares; }

	/// As the page shows it: fades with the distance, and toward the borders of the light's cone as behind a lens.
	/// Opacities of white, one for each pixel.
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
