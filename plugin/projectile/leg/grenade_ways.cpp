// MIT License, Copyright (c) 2026 the ricochet authors

#include "projectile/leg/grenade_ways.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace ricochet
{

namespace
{

b2AABB BoxAround(b2Vec2 a, b2Vec2 b, double radius)
{
	// The points were rounded to floats. The margin is larger than the rounding.
	const float margin = std::nextafter(static_cast<float>(radius), b2_maxFloat) + 2.0f * b2_aabbExtension;
	return {b2Min(a, b) - b2Vec2{margin, margin}, b2Max(a, b) + b2Vec2{margin, margin}};
}

// A grenade moves straight and at constant speed from one of its points to the next.
Vec<double> PositionBetween(const GrenadeWays::Point& a, const GrenadeWays::Point& b, double time)
{
	return a.position + (time - a.time) / (b.time - a.time) * (b.position - a.position);
}

} // namespace

// A part of a leg, in the frame of a grenade. The grenade moves in a straight line from one of its points to the next,
// or is at rest after its last point. So in its frame the projectile moves in a straight line, too.
struct GrenadeWays::Piece
{
	double begin = 0.0; // s after the start of the step
	double end = 0.0;
	Vec<double> from{}; // the projectile's place from the grenade's centre
	Vec<double> way{};
	Vec<double> departure{}; // the grenade's velocity at the start of the piece (m/s)
	Vec<double> arrival{};   // at its end

	Piece(const Leg& leg, std::span<const Point> points, size_t i)
	{
		const bool stands = i + 1 == points.size();
		const Point& start = points[i];
		const Point& goal = stands ? start : points[i + 1];
		const double duration = goal.time - start.time;
		begin = std::max(leg.begin, start.time);
		end = stands ? leg.end : std::min(leg.end, goal.time);
		const auto shareAt = [&](double time)
		{
			return stands ? 0.0 : (time - start.time) / duration;
		};
		const auto placeAt = [&](double time)
		{
			const Vec<double> center = stands ? start.position : PositionBetween(start, goal, time);
			return leg.PointAt((time - leg.begin) / (leg.end - leg.begin)) - center;
		};
		from = placeAt(begin);
		way = placeAt(end) - from;
		const Vec<double> left = stands ? start.arrival : goal.departure;
		departure = left + shareAt(begin) * (goal.arrival - left);
		arrival = left + shareAt(end) * (goal.arrival - left);
	}

	// Returns the share of the piece at which the projectile enters a circle around the grenade's centre. None if it
	// does not enter the circle.
	[[nodiscard]] std::optional<double> ShareTo(double reach) const
	{
		const double along = Dot(from, way);
		const double outside = Dot(from, from) - reach * reach;
		if (along >= 0.0 || outside <= 0.0)
		{
			return along < 0.0 ? std::optional(0.0) : std::nullopt; // rounding hid an entry at the last piece's end
		}
		const double across = Cross(from, way);
		const double square = Dot(way, way) * reach * reach - across * across;
		const double share = square > 0.0 ? outside / (std::sqrt(square) - along) : 2.0;
		return share <= 1.0 ? std::optional(share) : std::nullopt;
	}
};

void GrenadeWays::Begin(size_t count, bool areAsked)
{
	for (GrenadeWay& way : m_ways)
	{
		way.points.clear();
	}
	m_closed.clear();
	m_boxes.clear();
	m_grid.Clear();
	m_areAsked = false;
	if (areAsked && m_ways.size() < count)
	{
		m_ways.resize(count);
	}
	m_areAsked = areAsked;
}

void GrenadeWays::Add(size_t grenade, const Point& point)
{
	if (m_areAsked == false)
	{
		return;
	}
	std::vector<Point>& points = m_ways[grenade].points;
	if (points.empty() == false && point.time <= points.back().time)
	{
		points.back().position = point.position;
		points.back().arrival = point.arrival;
		return;
	}
	points.push_back(point);
}

void GrenadeWays::EndAt(size_t grenade, const Vec<double>& position) noexcept
{
	if (grenade < m_ways.size() && m_ways[grenade].points.empty() == false)
	{
		m_ways[grenade].points.back().position = position;
	}
}

void GrenadeWays::Close(size_t grenade, double radius, const Vec<double>& position, const Vec<double>& velocity)
{
	if (m_areAsked == false)
	{
		return;
	}
	GrenadeWay& way = m_ways[grenade];
	if (way.points.empty())
	{
		way.points.push_back({0.0, position, velocity, velocity});
	}
	m_near.reserve(m_ways.size());
	b2AABB box = BoxAround(ToFloat(position), ToFloat(position), radius);
	for (const Point& point : way.points)
	{
		box.Combine(BoxAround(ToFloat(point.position), ToFloat(point.position), radius));
	}
	way.radius = radius;
	way.lastVelocity = velocity;
	m_boxes.push_back(box);
	m_closed.push_back(grenade);
}

Vec<double> GrenadeWays::PositionAt(size_t grenade, double time) const
{
	const std::vector<Point>& points = m_ways[grenade].points;
	const auto next = std::upper_bound(points.begin(), points.end(), time,
	                                   [](double when, const Point& point) { return when < point.time; });
	if (next == points.begin() || next == points.end())
	{
		return next == points.end() ? points.back().position : next->position;
	}
	return PositionBetween(*(next - 1), *next, time);
}

void GrenadeWays::FindNear(const Leg& leg, double radius) const
{
	m_looks += 1;
	m_grid.WalkBox(BoxAround(leg.from, leg.to, radius),
	               [&](uint32_t i)
	               {
		               if (std::exchange(m_ways[m_closed[i]].look, m_looks) != m_looks)
		               {
			               m_near.push_back(m_closed[i]);
		               }
	               });
	std::sort(m_near.begin(), m_near.end());
}

std::optional<GrenadeMeeting> GrenadeWays::MeetOn(const Leg& leg, size_t grenade, double radius) const
{
	const GrenadeWay& way = m_ways[grenade];
	const double reach = way.radius + radius;
	const auto isIn = [&](const Vec<double>& place)
	{
		return Dot(place, place) <= reach * reach;
	};
	std::optional<bool> isInside;
	for (size_t i = 0; i < way.points.size() && leg.end > leg.begin; ++i)
	{
		const Piece piece(leg, way.points, i);
		if (piece.end <= piece.begin)
		{
			continue;
		}
		isInside = isInside.value_or(isIn(piece.from));
		if (*isInside)
		{
			isInside = isIn(piece.from + piece.way);
			continue;
		}
		const std::optional<double> share = piece.ShareTo(reach);
		if (share.has_value() == false)
		{
			continue;
		}
		const Vec<double> place = piece.from + *share * piece.way;
		const double time = piece.begin + *share * (piece.end - piece.begin);
		GrenadeMeeting meeting;
		meeting.grenade = grenade;
		meeting.fraction = (time - leg.begin) / (leg.end - leg.begin);
		const Vec<double> direction = (1.0 / Length(piece.way)) * piece.way;
		// Very far from the origin, rounding may reduce the relative position to 0. Then the hit counts as head-on.
		const double distance = Length(place);
		meeting.normal = distance > 0.0 ? (1.0 / distance) * place : -1.0 * direction;
		meeting.velocity = piece.departure + *share * (piece.arrival - piece.departure);
		const double beside = Cross(place, direction);
		const double square = way.radius * way.radius - beside * beside;
		const double half = std::sqrt(std::max(square, 0.0));
		meeting.thickness = 2.0 * half;
		const Vec<double> back = distance > 0.0 ? (-radius / distance) * place : -radius * meeting.normal;
		meeting.exitWay = square > 0.0 ? (half - Dot(place, direction)) * direction : back;
		return meeting;
	}
	return std::nullopt;
}

} // namespace ricochet
