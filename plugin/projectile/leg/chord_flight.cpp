// MIT License, Copyright (c) 2026 the ricochet authors

#include "projectile/leg/chord_flight.h"

#include "projectile/base/ballistics.h"

namespace ricochet
{

namespace
{

double LargestOf(b2Vec2 v)
{
	return static_cast<double>(std::abs(v.x)) + std::abs(v.y);
}

// The place of a knot in the body's frame.
Vec<double> LocalPlace(const Knot& knot)
{
	return InverseTurn(knot.pose.q, Lift<double>(knot.point) - Lift<double>(knot.pose.p));
}

} // namespace

ChordFlight::ChordFlight(const MovedChild& moved, const PosesOfLeg& poses, const Leg& leg, double end, float radius,
                         const Chords& chords, PieceWalk& walk)
    : m_poses(poses), m_leg(leg), m_chords(chords), m_walk(walk), m_isSmooth(end <= moved.motion->heldFrom)
{
	const BodyMotion& motion = *moved.motion;
	const double size =
	    LargestOf(leg.from) + LargestOf(leg.to) + LargestOf(motion.before.p) + LargestOf(motion.after.p) + motion.reach;
	const double margin = radius + k_placeError * size;
	const Vec<double> lower = Lift<double>(moved.local.lowerBound);
	const Vec<double> upper = Lift<double>(moved.local.upperBound);
	m_center = 0.5 * (lower + upper);
	m_half = 0.5 * (upper - lower) + Vec<double>{margin, margin};
}

// No axis separates a segment from a box if these three do not. Gottschalk, Lin and Manocha, "OBBTree: a hierarchical
// structure for rapid interference detection", SIGGRAPH 1996.
bool ChordFlight::IsClear(const Knot& from, const Knot& to, double stray) const
{
	const Vec<double> start = LocalPlace(from) - m_center;
	const Vec<double> end = LocalPlace(to) - m_center;
	const Vec<double> middle = 0.5 * (start + end);
	const Vec<double> way{0.5 * std::abs(end.x - start.x), 0.5 * std::abs(end.y - start.y)};
	const Vec<double> half = m_half + Vec<double>{stray, stray};
	return std::abs(middle.x) > half.x + way.x || std::abs(middle.y) > half.y + way.y ||
	       0.5 * std::abs(Cross(start, end)) > half.x * way.y + half.y * way.x;
}

void ChordFlight::FlyRange(int first, int last, const Knot& from, const Knot& to)
{
	const int chords = last - first;
	const double stray = chords > 1 ? m_chords.StrayOver(chords) : 0.0;
	if (m_walk.MayMiss() && (chords == 1 || m_isSmooth) && IsClear(from, to, stray))
	{
		m_walk.Miss();
	}
	else if (chords == 1)
	{
		m_walk.Fly({from, to, m_chords.FractionAt(first), m_chords.FractionAt(last), m_chords.StrayOver(1)});
	}
	else
	{
		const int middle = first + chords / 2;
		const Knot between = KnotOf(middle);
		FlyRange(first, middle, from, between);
		if (m_walk.IsDone() == false)
		{
			FlyRange(middle, last, between, to);
		}
	}
}

} // namespace ricochet
