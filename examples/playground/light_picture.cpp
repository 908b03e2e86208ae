// MIT License, Copyright (c) 2026 the ricochet authors

#include "light_picture.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace playground
{

namespace
{

constexpr float k_maxError = 0.01f; // m, of arcs
constexpr float k_speck = 0.3f;     // of the light

// Returns x where the side from a to b crosses a row. Swapping a and b gives the same bits. So each pixel at a side
// that two triangles share belongs to exactly one of them.
float CrossingOf(b2Vec2 a, b2Vec2 b, float y)
{
	if (b.y < a.y || (b.y == a.y && b.x < a.x))
	{
		std::swap(a, b);
	}
	return a.x + (y - a.y) / (b.y - a.y) * (b.x - a.x);
}

// Returns the first pixel whose middle is not left of x.
int FirstFrom(float x, int size)
{
	return static_cast<int>(std::clamp(std::ceil(x - 0.5f), 0.0f, static_cast<float>(size)));
}

float SmoothStep(float x)
{
	x = std::clamp(x, 0.0f, 1.0f);
	return x * x * (3.0f - 2.0f * x);
}

} // namespace

template <class Fill>
void LightPicture::Add(b2Vec2 a, b2Vec2 b, b2Vec2 c, Fill fill)
{
	const b2Vec2 pixel = m_window.PixelSize();
	const auto toPixels = [&](b2Vec2 p)
	{
		return b2Vec2{(p.x - m_window.low.x) / pixel.x, (m_window.high.y - p.y) / pixel.y};
	};
	const b2Vec2 corners[] = {toPixels(a), toPixels(b), toPixels(c)};
	const auto [low, high] = std::minmax({corners[0].y, corners[1].y, corners[2].y});
	const int end = FirstFrom(high, m_window.rows);
	for (int row = FirstFrom(low, m_window.rows); row < end; ++row)
	{
		const float y = static_cast<float>(row) + 0.5f;
		float left = INFINITY;
		float right = -INFINITY;
		for (int i = 0; i < 3; ++i)
		{
			const b2Vec2 from = corners[i];
			const b2Vec2 to = corners[(i + 1) % 3];
			if ((from.y <= y) != (to.y <= y))
			{
				const float x = CrossingOf(from, to, y);
				left = std::min(left, x);
				right = std::max(right, x);
			}
		}
		const int first = FirstFrom(left, m_window.columns);
		const int last = FirstFrom(right, m_window.columns);
		if (first < last)
		{
			fill(row, first, last);
		}
	}
}

// Adds a part of a soft border. Shares change smoothly there, so only every eighth share is computed, and those between
// are interpolated.
void LightPicture::AddSoft(const ricochet::Penumbra& penumbra, float there, int row, int first, int last)
{
	constexpr int k_stride = 8;
	const auto shareAt = [&](int column)
	{
		return ricochet::ShareOfLight(penumbra, m_window.MiddleOf(column, row)) - there;
	};
	float* shares = m_shares.data() + row * m_window.columns;
	float from = shareAt(first);
	shares[first] += from;
	for (int column = first; column + 1 < last;)
	{
		const int next = std::min(column + k_stride, last - 1);
		const float to = shareAt(next);
		const float slope = (to - from) / static_cast<float>(next - column);
		for (int i = column + 1; i <= next; ++i)
		{
			shares[i] += from + slope * static_cast<float>(i - column);
		}
		column = next;
		from = to;
	}
}

void LightPicture::Make(const ricochet::LitRegion& region, const ricochet::Light& light, const Window& window)
{
	m_window = window;
	m_shares.assign(static_cast<size_t>(window.columns * window.rows), 0.0f);
	ricochet::Triangulate(region.polygon, light.position, k_maxError, m_triangles);
	for (size_t i = 0; i + 2 < m_triangles.size(); i += 3)
	{
		Add(m_triangles[i], m_triangles[i + 1], m_triangles[i + 2],
		    [&](int row, int first, int last)
		    {
			    float* shares = m_shares.data() + row * window.columns;
			    std::for_each(shares + first, shares + last, [](float& share) { share += 1.0f; });
		    });
	}
	for (const ricochet::Penumbra& penumbra : region.penumbras)
	{
		ricochet::Triangulate(region, penumbra, k_maxError, m_soft);
		for (size_t i = 0; i + 2 < m_soft.size(); i += 3)
		{
			// The light that the polygon has already added here: 1 on the lit side of the hard border, else 0.
			const float there = m_soft[i + 1].share - m_soft[i + 1].change;
			Add(m_soft[i].point, m_soft[i + 1].point, m_soft[i + 2].point,
			    [&](int row, int first, int last) { AddSoft(penumbra, there, row, first, last); });
		}
	}
	if (region.penumbras.empty() == false)
	{
		RemoveSpecks();
	}
}

// Replaces single wrong pixels. Polygon and soft border meet at the hard border, but round it differently. A pixel
// there may get both or neither. Real soft light has no line of one pixel that is much brighter or darker than both
// sides.
void LightPicture::RemoveSpecks()
{
	const auto columns = static_cast<size_t>(m_window.columns);
	const auto settle = [&](size_t i, size_t step)
	{
		const auto [low, high] = std::minmax(m_shares[i - step], m_shares[i + step]);
		if (m_shares[i] > high + k_speck || m_shares[i] < low - k_speck)
		{
			m_shares[i] = 0.5f * (low + high);
		}
	};
	for (size_t i = columns; i + columns < m_shares.size(); ++i)
	{
		settle(i, 1);
		settle(i, columns);
	}
}

void LightPicture::Shade(const ricochet::Light& light, std::vector<uint32_t>& pixels) const
{
	pixels.resize(m_shares.size());
	const bool isCone = light.cone.angle < 2.0f * b2_pi;
	const b2Vec2 axis{std::cos(light.cone.direction), std::sin(light.cone.direction)};
	const float dark = std::cos(0.5f * light.cone.angle);
	const float bright = std::cos(0.3f * light.cone.angle);
	size_t i = 0;
	for (int row = 0; row < m_window.rows; ++row)
	{
		for (int column = 0; column < m_window.columns; ++column, ++i)
		{
			const float share = std::clamp(m_shares[i], 0.0f, 1.0f);
			pixels[i] = 0x00FFFFFFu;
			if (share == 0.0f)
			{
				continue;
			}
			const b2Vec2 way = m_window.MiddleOf(column, row) - light.position;
			const float distance = way.Length();
			const float far = std::max(1.0f - distance / light.radius, 0.0f);
			const float lens =
			    isCone && distance > 0.0f ? SmoothStep((b2Dot(way, axis) / distance - dark) / (bright - dark)) : 1.0f;
			// Adds noise of half a level, so that no bands are visible in the dark.
			const float noise = static_cast<float>((static_cast<uint32_t>(i) * 2654435761u) >> 24) / 256.0f;
			const float opacity = 255.0f * share * lens * far * std::sqrt(far);
			pixels[i] |= static_cast<uint32_t>(std::min(opacity + noise, 255.0f)) << 24;
		}
	}
}

} // namespace playground
