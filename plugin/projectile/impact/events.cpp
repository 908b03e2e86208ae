// MIT License, Copyright (c) 2026 the ricochet authors

#include "projectile/impact/events.h"

#include "projectile/motion/origin_shift.h"

namespace ricochet
{

void PathLog::Clear()
{
	flights.clear();
	points.clear();
	duration = 0.0;
}

void PathLog::Begin(BulletId id, bool isKept, b2Vec2 position)
{
	ReserveOneMore(flights);
	points.push_back({position});
	flights.push_back({id, isKept, points.size() - 1});
}

void PathLog::DropLast() noexcept
{
	points.resize(flights.back().first);
	flights.pop_back();
}

std::span<const PathPoint> PathLog::Of(BulletId id, bool onlyKept) const
{
	const auto isBefore = [](const Flight& flight, uint32_t index)
	{
		return flight.id.index < index;
	};
	const auto found = std::lower_bound(flights.begin(), flights.end(), id.index, isBefore);
	if (found == flights.end() || (found->id == id) == false || (onlyKept && found->isKept == false))
	{
		return {};
	}
	const auto next = found + 1;
	const size_t end = next != flights.end() ? next->first : points.size();
	return std::span(points).subspan(found->first, end - found->first);
}

void GrenadeLog::Clear()
{
	flights.clear();
	points.clear();
	isLost = false;
}

std::span<const PathPoint> GrenadeLog::PathOf(size_t flight) const
{
	const size_t end = flight + 1 < flights.size() ? flights[flight + 1].first : points.size();
	return std::span(points).subspan(flights[flight].first, end - flights[flight].first);
}

void Events::Clear() noexcept
{
	impacts.Clear();
	presses.Clear();
	expired.Clear();
	explosions.clear();
	blastHits.clear();
	fragments.clear();
	path.Clear();
	grenadePaths.Clear();
}

void Events::ShiftOrigin(b2Vec2 newOrigin) noexcept
{
	for (ImpactEvent& impact : impacts.All())
	{
		ShiftPlace(impact.enter.point, newOrigin);
		ShiftPlace(impact.exit.point, newOrigin);
		ShiftPlace(impact.position, newOrigin);
	}
	for (PressEvent& press : presses.All())
	{
		ShiftPlace(press.point, newOrigin);
	}
	for (ExpiredEvent& end : expired.All())
	{
		ShiftPlace(end.position, newOrigin);
	}
	for (ExplosionEvent& explosion : explosions)
	{
		ShiftPlace(explosion.position, newOrigin);
	}
	for (BlastEvent& hit : blastHits)
	{
		ShiftPlace(hit.point, newOrigin);
	}
	for (std::vector<PathPoint>* points : {&path.points, &grenadePaths.points})
	{
		for (PathPoint& point : *points)
		{
			ShiftPlace(point.position, newOrigin);
		}
	}
}

} // namespace ricochet
