// MIT License, Copyright (c) 2026 the ricochet authors

#include "ways.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace playground
{

namespace
{

constexpr size_t k_most = 40;
constexpr double k_life = 0.7;        // s of the viewer's time
constexpr double k_leastLife = 0.025; // s of the scene's: in slow motion the last step is seen
constexpr float k_opacity = 0.75f;    // of what was flown just now
constexpr double k_exposure = 0.012;  // s of the viewer's time, in which a bullet is a streak
constexpr size_t k_shades = 10;

// For each opacity, the lines that are drawn together.
using Shades = std::array<std::vector<b2Vec2>, k_shades>;

} // namespace

double Ways::LifeAt(float timeScale)
{
	return std::max(k_life * static_cast<double>(timeScale), k_leastLife);
}

void Ways::Begin(ricochet::BulletId bullet)
{
	m_ways.push_back({bullet, {}});
	if (m_ways.size() > k_most)
	{
		m_ways.pop_front();
	}
}

void Ways::Add(ricochet::BulletId bullet, std::span<const ricochet::PathPoint> path, double begin)
{
	const auto it = std::find_if(m_ways.rbegin(), m_ways.rend(), [&](const Way& way) { return way.bullet == bullet; });
	if (it == m_ways.rend())
	{
		return;
	}
	for (const ricochet::PathPoint& point : path)
	{
		it->points.push_back({point.position, begin + static_cast<double>(point.time)});
	}
}

void Ways::Forget(double before)
{
	for (Way& way : m_ways)
	{
		const auto isOld = [&](const Point& point)
		{
			return point.time < before;
		};
		const auto end = std::find_if_not(way.points.begin(), way.points.end(), isOld);
		if (end - way.points.begin() > 1)
		{
			way.points.erase(way.points.begin(), end - 1); // one more, where the line comes from
		}
	}
}

void Ways::GoBackTo(double time)
{
	for (Way& way : m_ways)
	{
		std::erase_if(way.points, [&](const Point& point) { return point.time > time + 1e-6; });
	}
}

void Ways::Draw(Display& display, double now, float timeScale) const
{
	const double life = LifeAt(timeScale);
	const double streak = k_exposure * static_cast<double>(std::min(timeScale, 1.0f));
	Shades shades;
	std::vector<b2Vec2> streaks;
	const auto add = [&](const Point& from, const Point& to)
	{
		const double duration = to.time - from.time;
		const double shown = duration > 0.0 ? std::clamp((now - from.time) / duration, 0.0, 1.0) : 1.0;
		const auto pieces = static_cast<int>(std::clamp(std::ceil(10.0 * shown * duration / life), 1.0, 16.0));
		for (int i = 0; i < pieces; ++i)
		{
			const double begin = shown * i / pieces;
			const double end = shown * (i + 1) / pieces;
			const double age = now - (from.time + 0.5 * (begin + end) * duration);
			const double left = 1.0 - age / life;
			if (left <= 0.0)
			{
				continue;
			}
			const auto shade = std::min(static_cast<size_t>(left * k_shades), k_shades - 1);
			std::vector<b2Vec2>& segments = age < streak ? streaks : shades[shade];
			segments.push_back(from.position + static_cast<float>(begin) * (to.position - from.position));
			segments.push_back(from.position + static_cast<float>(end) * (to.position - from.position));
		}
	};
	for (const Way& way : m_ways)
	{
		for (size_t i = 1; i < way.points.size() && way.points[i - 1].time < now; ++i)
		{
			add(way.points[i - 1], way.points[i]);
		}
	}
	for (size_t i = 0; i < k_shades; ++i)
	{
		const float share = (static_cast<float>(i) + 0.5f) / static_cast<float>(k_shades);
		display.Segments(shades[i], Style::Trail, k_opacity * share);
	}
	display.Segments(streaks, Style::Bullet);
}

} // namespace playground
