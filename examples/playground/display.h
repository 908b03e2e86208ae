// MIT License, Copyright (c) 2026 the ricochet authors

#pragma once

#include <box2d/b2_math.h>

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

namespace playground
{

/// The meaning of a mark. The page chooses the colours, and gets the names from StyleNames.
enum class Style : uint8_t
{
	Stone,
	Earth,
	Wood,
	Glass,
	Steel,
	Bullet,
	Trail,
	Grenade,
	Preview,
	Enter,
	Exit,
	Normal,
	Inside,
	Label,
	Light,
	Beam,
	Ray,
	Faint,
	Box2D,
	Sweep,
	Cell,
	Muzzle,
	Blast,
	Lit,
	Bounce,
	Stop,
	Solid,
	Hit,
	Crack
};

/// In the order of Style, separated by blanks.
inline constexpr std::string_view k_styleNames = "stone earth wood glass steel bullet trail grenade preview enter exit "
                                                 "normal inside label light beam ray faint box2d "
                                                 "sweep cell muzzle blast lit bounce stop solid hit crack";

/// The part of the world that the page shows, and the size of a picture of it in pixels.
struct Window
{
	b2Vec2 low{-12.0f, -7.0f}, high{12.0f, 7.0f};
	int32_t columns = 240, rows = 140;

	[[nodiscard]] b2Vec2 PixelSize() const
	{
		return {(high.x - low.x) / static_cast<float>(columns), (high.y - low.y) / static_cast<float>(rows)};
	}
	/// Rows count from the top.
	[[nodiscard]] b2Vec2 MiddleOf(int32_t column, int32_t row) const
	{
		const b2Vec2 size = PixelSize();
		return {low.x + (static_cast<float>(column) + 0.5f) * size.x,
		        high.y - (static_cast<float>(row) + 0.5f) * size.y};
	}
};

/// A list of marks as numbers, which the page reads. Each mark: operation, style, opacity, the number of values, the
/// values.
class Display
{
public:
	void Clear() { m_numbers.clear(); }
	[[nodiscard]] const std::vector<float>& Numbers() const { return m_numbers; }

	void Polygon(std::span<const b2Vec2> points, Style style, float opacity = 1.0f) { Put(1, points, style, opacity); }
	void Line(std::span<const b2Vec2> points, Style style, float opacity = 1.0f) { Put(2, points, style, opacity); }
	void Segments(std::span<const b2Vec2> ends, Style style, float opacity = 1.0f) { Put(3, ends, style, opacity); }
	void Dots(std::span<const b2Vec2> points, Style style, float opacity = 1.0f) { Put(4, points, style, opacity); }
	/// Draws trails. Each pair of vectors is a projectile's place, and the vector back along its trail.
	void Streaks(std::span<const b2Vec2> pairs, Style style, float opacity = 1.0f) { Put(11, pairs, style, opacity); }
	void Segment(b2Vec2 a, b2Vec2 b, Style style, float opacity = 1.0f);
	void Dot(b2Vec2 point, Style style, float opacity = 1.0f);
	void Circle(b2Vec2 center, float radius, float angle, Style style, float opacity = 1.0f);
	void Arrow(b2Vec2 from, b2Vec2 direction, Style style, float opacity = 1.0f);
	void Text(b2Vec2 at, std::string_view text, Style style = Style::Label, float opacity = 1.0f);
	/// Writes a text centred at a place, with letters of a size (m).
	void Title(b2Vec2 at, float size, std::string_view text, Style style = Style::Label);
	void Glow(std::span<const b2Vec2> points, b2Vec2 center, float radius, float opacity);
	/// Fills the rings of one solid; holes stay empty. `counts`: the number of points of each ring.
	void Rings(std::span<const b2Vec2> points, std::span<const int32_t> counts, Style style, float opacity = 1.0f);
	/// Adds a picture that covers the window. The caller fills the returned pixels.
	[[nodiscard]] std::vector<uint32_t>& Picture(Style style);

	[[nodiscard]] const std::vector<uint32_t>& Pixels() const { return m_pixels; }

	Window window;

private:
	void Begin(int operation, Style style, float opacity, size_t count);
	void Put(int operation, std::span<const b2Vec2> points, Style style, float opacity);
	void Add(b2Vec2 point);

	std::vector<float> m_numbers;
	std::vector<uint32_t> m_pixels; // RGBA, as the page's pictures have it
};

} // namespace playground
