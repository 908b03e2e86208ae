// MIT License, Copyright (c) 2026 the ricochet authors

#pragma once

#include "display.h"

#include <ricochet/projectile/flight_path.h>
#include <ricochet/projectile/projectile_id.h>

#include <deque>
#include <span>
#include <vector>

namespace playground
{

/// The ways of the newest bullets, from the muzzle over every bounce: lines that fade behind them.
class Ways
{
public:
	void Begin(ricochet::BulletId bullet);
	/// What it flew in a step that began at `begin` (s of the scene's time). Others than those begun are left out.
	void Add(ricochet::BulletId bullet, std::span<const ricochet::PathPoint> path, double begin);
	void Forget(double before); ///< what is older
	void GoBackTo(double time);
	/// As seen at `now`, by a viewer whose time is the scene's divided by timeScale.
	void Draw(Display& display, double now, float timeScale) const;

	/// How long a line is seen, in the scene's time.
	[[nodiscard]] static double LifeAt(float timeScale);

private:
	struct Point
	{
		b2Vec2 position;
		double time;
	};
	struct Way
	{
		ricochet::BulletId bullet;
		std::vector<Point> points;
	};

	std::deque<Way> m_ways;
};

} // namespace playground
