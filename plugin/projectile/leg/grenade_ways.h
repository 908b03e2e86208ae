// MIT License, Copyright (c) 2026 the ricochet authors

#pragma once

#include "index/box_grid.h"
#include "projectile/leg/leg.h"

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace ricochet
{

/// Where a leg comes to a grenade.
struct GrenadeMeeting
{
	size_t grenade = 0;     ///< its place among the grenades
	double fraction = 0.0;  ///< of the leg
	Vec<double> normal{};   ///< unit, from the grenade's centre
	Vec<double> velocity{}; ///< of the grenade on its way (m/s)
	Vec<double> exitWay{};  ///< from there to where the centre of what comes leaves it, straight on in its frame; if
	                        ///< that goes past, to where they touch
	double thickness = 0.0; ///< of what the centre goes through (m)
};

/// The ways of the grenades through one step, for what meets them later in it. They are recorded only if asked for.
class GrenadeWays
{
public:
	/// Where a grenade comes by.
	struct Point
	{
		double time; ///< s after the start of the step
		Vec<double> position;
		Vec<double> departure; ///< m/s, with which it set out for here
		Vec<double> arrival;
	};

	/// Forgets the last step. So many grenades fly. Throws std::bad_alloc: then nothing is recorded.
	void Begin(size_t count, bool areAsked);

	/// The next point of a grenade, no earlier than those before. Throws std::bad_alloc.
	void Add(size_t grenade, const Point& point);

	/// The grenade ends its way elsewhere, since it made room.
	void EndAt(size_t grenade, const Vec<double>& position) noexcept;

	/// Nothing flies any more: a grenade of a radius ends with a velocity. One that has not flown stands where it is.
	/// Throws std::bad_alloc.
	void Close(size_t grenade, double radius, const Vec<double>& position, const Vec<double>& velocity);

	/// All are closed, and can be met from now on. Throws std::bad_alloc.
	void Finish() { m_grid.Build(m_boxes); }

	/// True if there is anything to meet.
	[[nodiscard]] bool AreThere() const { return m_closed.empty() == false; }

	/// The first that a disc (radius 0: a point) comes to on a leg before a fraction of it, but for those that
	/// `passes(meeting)` holds for. One that the leg starts in is not met before it has been left.
	template <class Passes>
	[[nodiscard]] std::optional<GrenadeMeeting> FirstOn(const Leg& leg, double fraction, double radius,
	                                                    Passes&& passes) const
	{
		m_near.clear();
		FindNear(leg, radius);
		std::optional<GrenadeMeeting> first;
		for (const size_t grenade : m_near)
		{
			const std::optional<GrenadeMeeting> meeting = MeetOn(leg, grenade, radius);
			if (meeting && meeting->fraction < fraction && passes(*meeting) == false)
			{
				fraction = meeting->fraction;
				first = meeting;
			}
		}
		return first;
	}

	/// Where a grenade that can be met was at a time of the step.
	[[nodiscard]] Vec<double> PositionAt(size_t grenade, double time) const;

	/// With which velocity it ended.
	[[nodiscard]] const Vec<double>& LastVelocity(size_t grenade) const { return m_ways[grenade].lastVelocity; }

private:
	struct GrenadeWay
	{
		std::vector<Point> points;
		Vec<double> lastVelocity{};
		double radius = 0.0;
		mutable uint64_t look = 0; // the last one that found it
	};

	struct Piece;

	void FindNear(const Leg& leg, double radius) const;
	[[nodiscard]] std::optional<GrenadeMeeting> MeetOn(const Leg& leg, size_t grenade, double radius) const;

	bool m_areAsked = false;
	std::vector<GrenadeWay> m_ways;
	std::vector<size_t> m_closed;       // the grenades that can be met
	std::vector<b2AABB> m_boxes;        // about their ways
	BoxGrid m_grid;                     // of these
	mutable std::vector<size_t> m_near; // of the leg, in the order of throwing
	mutable uint64_t m_looks = 0;
};

} // namespace ricochet
