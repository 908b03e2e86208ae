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

/// A hit of a leg on a grenade.
struct GrenadeMeeting
{
	size_t grenade = 0;     ///< index of the grenade
	double fraction = 0.0;  ///< fraction of the leg at the hit
	Vec<double> normal{};   ///< unit, from the grenade's centre
	Vec<double> velocity{}; ///< velocity of the grenade on its recorded path (m/s)

	/// The displacement from the projectile's centre at the hit to the point where that centre leaves the grenade (m).
	/// The centre moves in a straight line in the grenade's frame. If that line misses the grenade, the displacement
	/// leads to the point where the two touch.
	Vec<double> exitWay{};
	double thickness = 0.0; ///< the length of the centre's path inside the grenade (m)
};

/// The paths of the grenades through one step. Bullets fly after the grenades, and are cast at these paths. The paths
/// are recorded only on request (Begin).
class GrenadeWays
{
public:
	/// A point of a grenade's path.
	struct Point
	{
		double time; ///< s after the start of the step
		Vec<double> position;
		Vec<double> departure; ///< the velocity at the start of the piece that ends here (m/s)
		Vec<double> arrival;   ///< the velocity at this point (m/s)
	};

	/// Removes the paths of the last step, and begins a step with `count` grenades. `areAsked`: the paths are recorded.
	/// If it throws std::bad_alloc, nothing is recorded.
	void Begin(size_t count, bool areAsked);

	/// Adds the next point of a grenade's path. Its time is not before that of the last point. Throws std::bad_alloc.
	void Add(size_t grenade, const Point& point);

	/// Moves the last point of a grenade's path, because after its flight the grenade has made way for a body or was
	/// put back.
	void EndAt(size_t grenade, const Vec<double>& position) noexcept;

	/// Ends the path of a grenade, and sets its radius and final velocity. A grenade that has not flown is at rest at
	/// `position`. Throws std::bad_alloc.
	void Close(size_t grenade, double radius, const Vec<double>& position, const Vec<double>& velocity);

	/// Builds the index of all closed paths. From now on these grenades can be hit. Throws std::bad_alloc.
	void Finish() { m_grid.Build(m_boxes); }

	/// True if there is a grenade that can be hit.
	[[nodiscard]] bool AreThere() const { return m_closed.empty() == false; }

	/// Returns the first grenade that a disc (radius 0: a point) hits on a leg before a fraction of the leg. Grenades
	/// for which `passes(meeting)` is true are not hit. A grenade in which the leg starts can be hit only after the
	/// disc has left it.
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

	/// Returns the path of a grenade so far. The result is valid until the next call that changes the path.
	[[nodiscard]] std::span<const Point> PathOf(size_t grenade) const { return m_ways[grenade].points; }

	/// Returns the position of a grenade at a time of the step (s). Requires: the grenade can be hit.
	[[nodiscard]] Vec<double> PositionAt(size_t grenade, double time) const;

	/// Calls visit(before, after) for each change of a grenade's velocity after a hit at a time of the step (s). A
	/// velocity changes within a piece of the path, and from one piece to the next.
	template <class Visit>
	void ForEachChangeAfter(const GrenadeMeeting& met, double time, const Visit& visit) const
	{
		Vec<double> velocity = met.velocity;
		bool isLater = false; // than the piece of the hit
		for (const Point& point : m_ways[met.grenade].points)
		{
			if (point.time > time)
			{
				const Vec<double>& begin = isLater ? point.departure : velocity;
				visit(velocity, begin);
				visit(begin, point.arrival);
				velocity = point.arrival;
				isLater = true;
			}
		}
		visit(velocity, LastVelocity(met.grenade));
	}

	/// Returns the final velocity of a grenade on its recorded path (m/s).
	[[nodiscard]] const Vec<double>& LastVelocity(size_t grenade) const { return m_ways[grenade].lastVelocity; }

private:
	struct GrenadeWay
	{
		std::vector<Point> points;
		Vec<double> lastVelocity{};
		double radius = 0.0;
		mutable uint64_t look = 0; // the last call of FindNear that found it
	};

	struct Piece;

	void FindNear(const Leg& leg, double radius) const;
	[[nodiscard]] std::optional<GrenadeMeeting> MeetOn(const Leg& leg, size_t grenade, double radius) const;

	bool m_areAsked = false;
	std::vector<GrenadeWay> m_ways;
	std::vector<size_t> m_closed;       // the grenades that can be hit
	std::vector<b2AABB> m_boxes;        // boxes about the grenades' paths
	BoxGrid m_grid;                     // an index of m_boxes
	mutable std::vector<size_t> m_near; // the grenades near the leg, in the order of throwing
	mutable uint64_t m_looks = 0;
};

} // namespace ricochet
