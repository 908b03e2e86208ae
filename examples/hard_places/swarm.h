// MIT License, Copyright (c) 2026 the ricochet authors

#pragma once

#include "stage.h"

#include <algorithm>

namespace hard
{

/// A line of straight pieces that bullets must not cross.
class Zigzag
{
public:
	explicit Zigzag(std::vector<b2Vec2> points) : m_points(std::move(points)) {}

	[[nodiscard]] const std::vector<b2Vec2>& Points() const { return m_points; }

	/// Returns how far the point is above the line (m, along y). It is 0 beyond the line's ends.
	[[nodiscard]] double Above(b2Vec2 point) const
	{
		for (size_t i = 1; i < m_points.size(); ++i)
		{
			const b2Vec2 from = m_points[i - 1];
			const b2Vec2 to = m_points[i];
			if (from.x <= point.x && point.x <= to.x)
			{
				const double share = (static_cast<double>(point.x) - from.x) / (static_cast<double>(to.x) - from.x);
				return static_cast<double>(point.y) - from.y - share * (static_cast<double>(to.y) - from.y);
			}
		}
		return 0.0;
	}

private:
	std::vector<b2Vec2> m_points;
};

/// Bullets that are not drawn, each on one side of a zigzag.
class Swarm
{
public:
	Swarm(Stage& stage, const Zigzag& zigzag) : m_stage(stage), m_zigzag(zigzag) {}

	void Fire(b2Vec2 from, b2Vec2 velocity)
	{
		m_shots.push_back({m_zigzag.Above(from) > 0.0, velocity});
		m_stage.plugin.Fire({.position = from,
		                     .velocity = velocity,
		                     .gravityScale = 0.0f,
		                     .restitution = 1.0f,
		                     .maxBounces = 3,
		                     .userData = m_shots.size()});
	}

	/// Call this after each step. It marks bullets whose velocity has changed, and bullets that are on the wrong side.
	void Look()
	{
		for (const ricochet::BulletState& state : m_stage.plugin.Bullets())
		{
			if (state.userData > 0)
			{
				Shot& shot = m_shots[state.userData - 1];
				const double above = m_zigzag.Above(state.position);
				shot.through = shot.through || (shot.isAbove ? above < 0.0 : above > 0.0);
				shot.turned = shot.turned || state.velocity != shot.velocity;
			}
		}
	}

	[[nodiscard]] double Through() const { return Count(&Shot::through); }
	[[nodiscard]] double Turned() const { return Count(&Shot::turned); }

private:
	struct Shot
	{
		bool isAbove;
		b2Vec2 velocity;
		bool through = false;
		bool turned = false;
	};

	[[nodiscard]] double Count(bool Shot::*field) const
	{
		return static_cast<double>(
		    std::count_if(m_shots.begin(), m_shots.end(), [&](const Shot& shot) { return shot.*field; }));
	}

	Stage& m_stage;
	const Zigzag& m_zigzag;
	std::vector<Shot> m_shots;
};

} // namespace hard
