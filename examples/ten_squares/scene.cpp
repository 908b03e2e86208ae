// MIT License, Copyright (c) 2026 the ricochet authors

#include "scene.h"

#include <algorithm>
#include <cmath>

namespace squares
{
namespace
{

constexpr size_t k_count = 10;
constexpr float k_halfSide = 0.9f;

/// Random numbers in [-1, 1), the same on every platform. Source: Knuth, "The Art of Computer Programming", vol. 2, the
/// generator of MMIX.
class Dice
{
public:
	explicit Dice(uint32_t seed) : m_state(seed + 0x9E3779B97F4A7C15u) {}

	float Roll()
	{
		m_state = m_state * 6364136223846793005u + 1442695040888963407u;
		return static_cast<float>(m_state >> 40) * 0x1p-23f - 1.0f;
	}

private:
	uint64_t m_state;
};

// Returns a vector of uniformly distributed direction: a random point of the unit ball, but not near its centre.
Vec3 AnyDirection(Dice& dice)
{
	for (;;)
	{
		const Vec3 v{dice.Roll(), dice.Roll(), dice.Roll()};
		const float squared = Dot(v, v);
		if (squared > 0.01f && squared <= 1.0f)
		{
			return Unit(v);
		}
	}
}

Square SquareAt(Vec3 middle, Dice& dice)
{
	const Vec3 normal = AnyDirection(dice);
	const Vec3 side = Unit(Cross(normal, AnyDirection(dice)));
	const Vec3 u = k_halfSide * side;
	const Vec3 v = k_halfSide * Cross(normal, side);
	return {middle - u - v, middle + u - v, middle + u + v, middle - u + v};
}

} // namespace

Vec3 Unit(Vec3 v)
{
	return (1.0f / std::sqrt(Dot(v, v))) * v;
}

Vec3 MiddleOf(const Square& square)
{
	return 0.25f * (square[0] + square[1] + square[2] + square[3]);
}

Scene::Scene(uint32_t seed)
{
	Dice dice(seed);
	for (int tries = 0; m_squares.size() < k_count; ++tries)
	{
		if (tries == 500) // there may be no room left: begin anew
		{
			m_squares.clear();
			tries = 0;
		}
		const Vec3 middle{5.0f * dice.Roll(), 5.0f * dice.Roll(), dice.Roll()};
		const float away = std::sqrt(Dot(middle, middle));
		const bool isFree = std::all_of(m_squares.begin(), m_squares.end(),
		                                [&](const Square& other)
		                                {
			                                const Vec3 gap = MiddleOf(other) - middle;
			                                return Dot(gap, gap) > 8.0f * k_halfSide * k_halfSide;
		                                });
		if (isFree && away > 1.4f && away < 5.0f)
		{
			const Square square = SquareAt(middle, dice);
			if (ricochet::CheckPlanarPolygon(square))
			{
				m_squares.push_back(square);
			}
		}
	}
	m_polygons.assign(m_squares.begin(), m_squares.end());
}

Ray3 Scene::RayAt(float angle) const
{
	return {{}, {k_reach * std::cos(angle), k_reach * std::sin(angle), 0.0f}};
}

std::optional<ricochet::PlanarHit> Scene::Cast(const Ray3& ray) const
{
	return ricochet::CastPlanarPolygonsClosest(ray, m_polygons);
}

} // namespace squares
