// MIT License, Copyright (c) 2026 the ricochet authors

#include "geometry/hull_pair.h"

namespace ricochet
{

CutResult HullPair::LocateBeside(Corner corner) const
{
	const bool isAligned = Align(corner);
	Place place = Place::Uncertain;
	Vec<double> along{};
	Vec<double> fromTail{};
	for (bool isSecond = false;; isSecond = true)
	{
		along = AlongOf(corner);
		fromTail = FromCorner(corner);
		place = PlaceOf(Dot(along, fromTail), Dot(along, along), k_placeShare * SizeOf(along) * m_size);
		if (isSecond || isAligned == false || place != Place::BehindHead)
		{
			break;
		}
		corner = SecondOf(corner);
	}
	if (place == Place::Uncertain)
	{
		return CutResult::Uncertain;
	}
	if (place != Place::Within)
	{
		const auto [still, moving] = EndOf(corner, place == Place::BehindHead);
		return LocateAtRound(still, moving);
	}
	const double height = ricochet::Cross(fromTail, along);
	const double size = SizeOf(along) * m_size;
	const double reachSquared = m_radius * m_radius * Dot(along, along);
	const double least = k_turnShare * size; // which may be of a height that seems to be none
	const double doubt = k_leastShare * (std::abs(height) * size + reachSquared) + least * least;
	return height * height - reachSquared < -doubt ? CutResult::Hit : CutResult::Uncertain;
}

// What is nearer to a vertex than the radius is inside, whichever vertex it is.
CutResult HullPair::LocateAtRound(size_t still, size_t moving) const
{
	const Vec<double> offset = FromCorner({static_cast<uint32_t>(still), static_cast<uint32_t>(moving), false});
	const double excess = Dot(offset, offset) - m_radius * m_radius;
	const double doubt = k_leastShare * m_size * m_size;
	if (excess < -doubt)
	{
		return CutResult::Hit;
	}
	return excess > doubt && IsInCone(still, moving, offset) ? CutResult::Miss : CutResult::Uncertain;
}

// What follows has the formulas of WayOutOf.

bool HullPair::WayOver(Corner corner, WayOut& way) const
{
	const bool isAligned = Align(corner);
	const auto wayOver = [&](const Corner& edge)
	{
		const Vec<double> along = AlongOf(edge);
		return WayOut{ricochet::Cross(FromCorner(edge), along) / std::sqrt(Dot(along, along)),
		              UnitOf(Vec<double>{along.y, -along.x})};
	};
	way = wayOver(corner);
	if (isAligned)
	{
		const WayOut second = wayOver(SecondOf(corner));
		way = second.distance > way.distance ? second : way;
		return AreBothEdgesOfSum(corner);
	}
	return IsEdgeOfSum(corner, AlongOf(corner));
}

bool HullPair::WayFrom(Corner corner, WayOut& way) const
{
	if (Align(corner))
	{
		return false;
	}
	const Vec<double> along = AlongOf(corner);
	const Vec<double> fromTail = FromCorner(corner);
	const double square = Dot(along, along);
	const double height = ricochet::Cross(fromTail, along);
	if (PlaceOf(Dot(along, fromTail), square, k_placeShare * SizeOf(along) * m_size) != Place::Within ||
	    height <= k_placeShare * SizeOf(along) * m_size || IsEdgeOfSum(corner, along) == false)
	{
		return false;
	}
	const double share = Dot(fromTail, along) / square;
	way = {Length(fromTail - share * along), UnitOf(Vec<double>{along.y, -along.x})};
	return true;
}

bool HullPair::WayFromVertices(WayOut& way) const
{
	const Vec<double> away = FromCorner({0, 0, false});
	way = {Length(away), UnitOf(away)};
	return way.distance > k_placeShare * m_size;
}

} // namespace ricochet
