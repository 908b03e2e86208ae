// MIT License, Copyright (c) 2026 the ricochet authors

#include "projectile/leg/chord_flight.h"

#include "projectile/base/ballistics.h"

#include <algorithm>

namespace ricochet
{

namespace
{

double LargestOf(b2Vec2 v)
{
	return static_cast<double>(std::abs(v.x)) + std::abs(v.y);
}

Vec<double> LocalPlace(const Knot& knot)
{
	return InverseTurn(knot.pose.q, Lift<double>(knot.point) - Lift<double>(knot.pose.p));
}

// The limits of the number of chords in the frame of one turning body: per step, and in addition per leg. For example,
// a body that turns by 90 degrees, a reach of 1 m and a path of 100 m need 200 chords.
constexpr double k_maxChordsPerStepOfTurn = 512.0;
constexpr double k_maxChordsOfTurn = 8.0;

// The fractions w of a leg at which the point is within reach of the body's centre: |a + w (b - a)| <= reach. Here a
// and b are the ends of the leg, relative to that centre.
struct Window
{
	double begin = 1.0;
	double end = 0.0;
};

Window WithinReach(const Vec<double>& a, const Vec<double>& b, double reach)
{
	const Vec<double> d = b - a;
	const double dd = Dot(d, d);
	const double ad = Dot(a, d);
	const double excess = Dot(a, a) - reach * reach;
	if (dd == 0.0)
	{
		return excess <= 0.0 ? Window{0.0, 1.0} : Window{};
	}
	const double discriminant = ad * ad - dd * excess;
	if (discriminant < 0.0)
	{
		return {};
	}
	const double root = std::sqrt(discriminant);
	return {std::max((-ad - root) / dd, 0.0), std::min((-ad + root) / dd, 1.0)};
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

// True if a segment is clear of the child's bounds (a box). That holds exactly if one of these three axes separates the
// two. Source: Gottschalk, Lin and Manocha, "OBBTree: a hierarchical structure for rapid interference detection",
// SIGGRAPH 1996.
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

std::optional<Chords> ChordsOf(const BodyMotion& motion, const Leg& leg, double begin, double end, double radius,
                               double chordError)
{
	if (motion.Turn() == 0.0 || begin == end)
	{
		return Chords{};
	}
	const Vec<double> offset = Lift<double>(leg.from) - motion.CenterAt(begin);
	const Vec<double> offsetAfter = Lift<double>(leg.to) - motion.CenterAt(end);

	// The reach is that of the whole body, so all its children are cast along the same path. With different paths, a
	// projectile could slip between two children that share a vertex.
	const double reach =
	    motion.reach + radius + 2.0 * chordError + k_placeError * (std::abs(leg.from.x) + std::abs(leg.from.y));
	const Window window = WithinReach(offset, offsetAfter, reach);
	if (window.begin > window.end)
	{
		return std::nullopt;
	}

	// In the body's frame the path has the acceleration |p''| <= w^2 r + 2 w v. It deviates from a chord of duration t
	// by at most |p''| t^2 / 8. `stray` is this bound for a single chord over the whole window, where turn = w t and
	// way = v t. Each of n chords deviates by at most 1 / n^2 of it.
	const double share = window.end - window.begin;
	const double turn = std::abs(motion.Turn()) * (end - begin) * share;
	const double way = Length(offsetAfter - offset) * share;
	const double stray = (turn * turn * reach + 2.0 * turn * way) / 8.0;
	const double most = k_maxChordsOfTurn + k_maxChordsPerStepOfTurn * (end - begin);
	const double chords = std::max(1.0, std::min(most, std::ceil(std::sqrt(stray / chordError))));
	return Chords{window.begin, window.end, stray, static_cast<int>(chords)};
}

} // namespace ricochet
