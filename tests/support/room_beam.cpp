// MIT License, Copyright (c) 2026 the ricochet authors

#include "support/room_beam.h"

#include <algorithm>
#include <cmath>

namespace ricochet::test
{

namespace
{

// Returns the small angle between two directions (rad).
double AngleBetween(b2Vec2 a, b2Vec2 b)
{
	const double cross = static_cast<double>(a.x) * b.y - static_cast<double>(a.y) * b.x;
	const double dot = static_cast<double>(a.x) * b.x + static_cast<double>(a.y) * b.y;
	return std::abs(std::atan2(cross, dot));
}

b2Vec2 MirroredInLong(b2Vec2 v, b2Vec2 n)
{
	const long double along = static_cast<long double>(v.x) * n.x + static_cast<long double>(v.y) * n.y;
	return {static_cast<float>(v.x - 2.0L * along * n.x), static_cast<float>(v.y - 2.0L * along * n.y)};
}

} // namespace

RoomCount& RoomCount::operator+=(const RoomCount& other)
{
	bounces += other.bounces;
	faults += other.faults;
	noPlace += other.noPlace;
	farther += other.farther;
	turned += other.turned;
	farthest = std::max(farthest, other.farthest);
	return *this;
}

double Distance(b2Vec2 a, b2Vec2 b)
{
	return std::hypot(static_cast<double>(a.x) - b.x, static_cast<double>(a.y) - b.y);
}

double UnitAt(const Ray& ray, b2Vec2 point)
{
	return std::max({0x1p-23 * std::abs(point.x), 0x1p-23 * std::abs(point.y), 0x1p-27 * std::abs(ray.origin.x),
	                 0x1p-27 * std::abs(ray.origin.y)});
}

void CheckRoomBeam(const MirrorRoom& room, const std::vector<BeamLeg>& legs, BeamEnd end, RoomCount& count)
{
	bool sound = end != BeamEnd::Invalid && end != BeamEnd::Length;
	for (size_t i = 0; i < legs.size() && sound; ++i)
	{
		const BeamLeg& leg = legs[i];
		sound = room.HasFree(leg.ray.origin) && leg.HasHit() && leg.startsInside == false;
		if (i > 0 && sound)
		{
			const BeamLeg& last = legs[i - 1];
			const double away = Distance(leg.ray.origin, last.enter.point) / UnitAt(last.ray, last.enter.point);
			const double turn =
			    AngleBetween(leg.ray.translation, MirroredInLong(last.ray.translation, last.enter.normal));
			count.farthest = std::max(count.farthest, away);
			count.farther += away > 5.0 ? 1 : 0; // both points are rounded as well
			count.turned += turn > 2e-7 ? 1 : 0;
			sound = (leg.fixture != last.fixture || leg.child != last.child || leg.id != last.id) && away < 1026.0 &&
			        turn < 2.2e-6;
		}
	}
	count.bounces += static_cast<int64_t>(legs.size()) - 1;
	count.noPlace += end == BeamEnd::NoPlace ? 1 : 0;
	count.faults += sound ? 0 : 1;
}

} // namespace ricochet::test
