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

/// The paths of the newest bullets, from the muzzle over every bounce: lines that fade with time.
class Ways
{
public:
	void Begin(ricochet::BulletId bullet);
	/// Adds the path of a bullet in the step that began at `begin` (s of the scene's time). Bullets without Begin() are
	/// ignored.
	void Add(ricochet::BulletId bullet, std::span<const ricochet::PathPoint> path, double begin);
	void Forget(double before); ///< what is older
	void GoBackTo(double time);
	/// Draws the lines as seen at `now`. The viewer's time is the scene's time divided by `timeScale`.
	void Draw(Display& display, double now, float timeScale) const;

	/// Returns how long a line is visible (s of the scene's time).
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
