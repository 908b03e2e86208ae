// MIT License, Copyright (c) 2026 the ricochet authors

#pragma once

#include "geometry/hull_oracle.h"
#include "support/random_rays.h"

namespace ricochet::test
{

/// The kind of the numbers of a scene.
enum class HullNumbers
{
	Grid, ///< small integers, which cause exact ties
	Real, ///< sizes from 1e-6 to 1e6
	Far,  ///< things of 0.1 to 10 m at 1e4 to 1e6 m
	Wild, ///< tiny and huge numbers together
};

[[nodiscard]] inline b2Transform PoseOf(b2Vec2 p, float s, float c)
{
	b2Transform pose;
	pose.p = p;
	pose.q.s = s;
	pose.q.c = c;
	return pose;
}

class HullDraw
{
public:
	HullDraw(Random& random, HullNumbers numbers) : m_random(random), m_numbers(numbers)
	{
		switch (numbers)
		{
		case HullNumbers::Grid:
			m_size = std::ldexp(1.0f, random.Between(-20, 20));
			m_offset = random.OneIn(4) ? b2Vec2{4096.0f * m_size, -65536.0f * m_size} : b2Vec2{0.0f, 0.0f};
			break;
		case HullNumbers::Real:
			m_size = random.LogUniform(1e-6f, 1e6f);
			break;
		case HullNumbers::Far:
			m_size = random.LogUniform(0.1f, 10.0f);
			m_offset = {random.Sign() * random.LogUniform(1e4f, 1e6f), random.Sign() * random.LogUniform(1e4f, 1e6f)};
			break;
		case HullNumbers::Wild:
			m_size = random.LogUniform(1e-30f, 1e30f);
			break;
		}
	}

	[[nodiscard]] HullScene Scene()
	{
		HullScene scene;
		scene.still = Vertices();
		scene.moving = Vertices();
		scene.stillRadius = Radius();
		scene.movingRadius = Radius();
		scene.stillPose.q = Turn();
		scene.movingPose.q = m_random.OneIn(3) ? Turn() : scene.stillPose.q;
		scene.stillPose.p = m_offset + Point();
		scene.movingPose.p = m_offset + (m_random.OneIn(3) ? Point() : Step());
		scene.translation = Translation(scene);
		scene.maxFraction = m_random.OneIn(3) ? m_random.OneOf(k_fractions) : 1.0f;
		return scene;
	}

	/// Returns the vertices of a convex hull, in every form that is allowed.
	[[nodiscard]] std::vector<b2Vec2> Vertices()
	{
		const int kind = m_random.Below(8);
		const b2Vec2 a = Point(), b = Point();
		if (kind == 0)
		{
			return {a};
		}
		if (kind == 1)
		{
			return m_random.OneIn(4) ? std::vector<b2Vec2>(static_cast<size_t>(m_random.Between(2, 5)), a)
			                         : std::vector<b2Vec2>{a, b};
		}
		if (kind == 2)
		{
			const b2Vec2 middle{0.5f * (a.x + b.x), 0.5f * (a.y + b.y)};
			if (m_random.OneIn(2))
			{
				return {a, a, b};
			}
			// Rounding may move the middle vertex to either side.
			return Orientation(a, middle, b) < 0 ? std::vector<b2Vec2>{b, middle, a}
			                                     : std::vector<b2Vec2>{a, middle, b};
		}
		return Convex();
	}

	[[nodiscard]] b2Vec2 Point() { return {Number(), Number()}; }

private:
	static inline const std::vector<float> k_fractions = {0.0f, 0x1p-149f, 0.25f, 0.5f, 2.0f, 3.0f, 1e3f};

	[[nodiscard]] std::vector<b2Vec2> Convex()
	{
		std::vector<b2Vec2> points;
		if (m_random.OneIn(4))
		{
			// Adds a box, because games often put boxes side by side.
			const b2Vec2 c = Point();
			const b2Vec2 h{std::abs(Number()), std::abs(Number())};
			points = {{c.x - h.x, c.y - h.y}, {c.x + h.x, c.y - h.y}, {c.x + h.x, c.y + h.y}, {c.x - h.x, c.y + h.y}};
		}
		for (int i = m_random.Between(3, 8); points.size() < 4 && i > 0; --i)
		{
			points.push_back(Point());
		}
		std::vector<b2Vec2> hull = ConvexHull(points, m_random.OneIn(2));
		std::rotate(hull.begin(), hull.begin() + m_random.Below(static_cast<int>(hull.size())), hull.end());
		if (m_random.OneIn(6))
		{
			const int repeated = m_random.Below(static_cast<int>(hull.size()));
			hull.insert(hull.begin() + repeated, hull[static_cast<size_t>(repeated)]);
		}
		return hull;
	}

	[[nodiscard]] float Number()
	{
		if (m_numbers == HullNumbers::Grid)
		{
			return m_size * static_cast<float>(m_random.Between(-4, 4));
		}
		if (m_numbers == HullNumbers::Wild)
		{
			return m_random.OneIn(5) ? 0.0f : m_size * m_random.MixedExponent(-20, 20);
		}
		return m_random.Uniform(-m_size, m_size);
	}

	/// Returns a point whose coordinates are up to three times as large as those of Point().
	[[nodiscard]] b2Vec2 Step() { return 3.0f * Point(); }

	[[nodiscard]] float Radius()
	{
		if (m_random.OneIn(3))
		{
			return 0.0f;
		}
		return m_numbers == HullNumbers::Grid ? m_size * static_cast<float>(m_random.Between(0, 5))
		                                      : m_size * m_random.LogUniform(1e-3f, 2.0f);
	}

	[[nodiscard]] b2Rot Turn()
	{
		constexpr float k_exact[4][2] = {{0.0f, 1.0f}, {1.0f, 0.0f}, {0.0f, -1.0f}, {-1.0f, 0.0f}};
		const int quarter = m_random.OneIn(2) ? 0 : m_random.Below(4);
		b2Rot q;
		q.s = k_exact[quarter][0];
		q.c = k_exact[quarter][1];
		return m_numbers != HullNumbers::Grid && m_random.OneIn(2) ? b2Rot(m_random.Uniform(-4.0f, 4.0f)) : q;
	}

	/// Returns a path from a vertex to a vertex, along an edge, or in a random direction.
	[[nodiscard]] b2Vec2 Translation(const HullScene& scene)
	{
		const int kind = m_random.Below(16);
		if (kind == 0)
		{
			return {0.0f, 0.0f};
		}
		if (kind <= 8)
		{
			const b2Vec2 to = b2Mul(scene.stillPose, m_random.OneOf(scene.still));
			const b2Vec2 from = b2Mul(scene.movingPose, m_random.OneOf(scene.moving));
			return (m_random.OneIn(2) ? 2.0f : 1.0f) * (to - from);
		}
		if (kind <= 10)
		{
			const b2Vec2 along = m_random.OneOf(scene.still) - scene.still[0];
			return 2.0f * b2Mul(scene.stillPose.q, along);
		}
		return kind <= 13 ? 2.0f * (scene.stillPose.p + Point() - scene.movingPose.p) : 2.0f * Step();
	}

	Random& m_random;
	HullNumbers m_numbers;
	float m_size = 1.0f;
	b2Vec2 m_offset{0.0f, 0.0f};
};

} // namespace ricochet::test
