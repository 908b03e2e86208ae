// MIT License, Copyright (c) 2026 the ricochet authors

#include "projectile/grenade/press.h"
#include "host/host.h"

#include "projectile/base/ballistics.h"
#include "shapes/cast_shape.h"

#include <algorithm>

namespace ricochet
{

namespace
{

// cos of the angle by which a child's tangent may differ along a move without being that of its other side.
constexpr double k_sameSide = 0.5;

// A tangent that is missed by this share of the gap is not taken anew.
constexpr double k_tangentSlack = 1.0e-3;

constexpr size_t k_moreRounds = 4;

// What comes more slowly than this on a disc that lies still does not squeeze it out of a narrow wedge (m/s).
constexpr double k_slowSqueeze = 0.03 * b2_lengthUnitsPerMeter;

// Keeps a quotient finite.
constexpr double k_leastCosine = 1.0e-9;

// The share of a gap that is left to a disc that has no place but the one where it is.
constexpr double k_someGap = 0.1;

// Relative, of a square of a velocity: what rounding may add.
constexpr double k_gainSlack = 1.0e-12;

} // namespace

Press::Press(const Flight& flight, const Disc& disc, std::span<Touch> touches, double duration, double endShare,
             PressScratch& scratch)
    : m_flight(flight), m_disc(disc), m_touches(touches), m_duration(duration), m_begin(flight.Share(disc.time)),
      m_end(endShare), m_planes(scratch.planes), m_owners(scratch.owners)
{
}

// What holds the disc is found by trying: a plan without it runs into it.
std::optional<Move> Press::Plan(KeptGap kept)
{
	CarryTouches(kept);
	const Vec<double> freely = m_disc.velocity + m_duration * m_disc.gravity;
	const auto glue = std::find_if(m_touches.begin(), m_touches.end(), [](const Touch& t) { return t.isGlue; });
	if (glue != m_touches.end())
	{
		return StuckTo(*glue, freely);
	}
	Move move{0.5 * m_duration * (m_disc.velocity + freely), freely, m_disc.spin, {}};
	if (kept == KeptGap::Some && Hold({}) == false)
	{
		return Staying(freely);
	}
	m_ground = nullptr;
	m_second = nullptr;
	for (size_t round = 0; round < m_touches.size() + k_moreRounds && Hold(move.offset); ++round)
	{
		FindVelocity(freely, move);
		const std::optional<Vec<double>> offset = OffsetUnder(move.velocity);
		if (offset.has_value() == false)
		{
			return std::nullopt;
		}
		move.offset = *offset;
	}
	move.velocity = WithoutGain(move);
	FindLoads(freely, move);
	return move;
}

// What gravity would have added, a free body takes if it lies on one.
Move Press::Staying(const Vec<double>& freely) const
{
	Move move{{}, m_disc.velocity, m_disc.spin, {}};
	const auto free = std::find_if(m_touches.begin(), m_touches.end(),
	                               [&](const Touch& touch)
	                               { return touch.IsFree() && Dot(m_disc.gravity, touch.carriedNormal) < 0.0; });
	if (free != m_touches.end())
	{
		move.loads[0] = {&*free, free->carriedNormal, m_disc.mass * (freely - move.velocity), 0.0};
	}
	return move;
}

// Over a corner the tangent turns along the way, and all of gravity's speed along the last one would be more than the
// height that was lost. What spins may gain speed by its spin.
Vec<double> Press::WithoutGain(const Move& move) const
{
	if (m_ground == nullptr || m_second != nullptr || m_sticks || m_ground->IsFree())
	{
		return move.velocity;
	}
	const Vec<double> surface = ContactWith(*m_ground, move.velocity).surface;
	const Vec<double> before = m_disc.velocity - surface;
	const Vec<double> after = move.velocity - surface;
	const double work = Dot(m_disc.gravity, move.offset - m_ground->way);
	const double turning = SpinOf(*m_ground);
	const double rimBefore = m_disc.radius * (m_disc.spin - turning);
	const double rimAfter = m_disc.radius * (move.spin - turning);
	const double spent = 0.5 * (rimBefore * rimBefore - rimAfter * rimAfter);
	const double most = std::max(Dot(before, before) + 2.0 * work + spent, 0.0);
	const double square = Dot(after, after);
	return square > most * (1.0 + k_gainSlack) ? surface + std::sqrt(most / square) * after : move.velocity;
}

double Press::KeptBy(const Touch& touch, KeptGap kept) const
{
	const double gap = std::min(touch.gap, m_disc.gap);
	switch (kept)
	{
	case KeptGap::All:
		return touch.gap < 0.5 * m_disc.gap ? m_disc.gap : gap;
	case KeptGap::Half:
		return std::max(0.5 * gap, m_disc.leastGap);
	case KeptGap::Some:
		break;
	}
	return k_someGap * gap;
}

void Press::CarryTouches(KeptGap kept)
{
	for (Touch& touch : m_touches)
	{
		touch.keep = KeptBy(touch, kept);
		touch.way = touch.Carried(m_disc.position, m_begin, m_end) - m_disc.position;
		touch.carriedNormal = touch.CarriedNormal(m_begin, m_end);
		touch.holds = false;
	}
}

bool Press::Hold(const Vec<double>& offset)
{
	bool holdsMore = false;
	for (Touch& touch : m_touches)
	{
		holdsMore = HoldTouch(touch, offset) || holdsMore;
	}
	return holdsMore;
}

// True if the disc runs into the child and is now held by it, or by another tangent of it than before.
bool Press::HoldTouch(Touch& touch, const Vec<double>& offset) const
{
	const double missed = touch.holds ? touch.plane.bound - Dot(touch.plane.normal, offset) : 0.0;
	if (touch.holds && missed <= k_tangentSlack * touch.keep)
	{
		return false;
	}
	const HalfPlane carried{touch.carriedNormal, Dot(touch.carriedNormal, touch.way) + touch.keep - touch.gap};
	if (Dot(carried.normal, offset) >= carried.bound)
	{
		return false;
	}
	HalfPlane plane = carried;
	if (touch.flat == false)
	{
		// Beside a corner the tangent turns along the way: there the one at the end counts, if it is of the same side.
		const Separation end =
		    SeparateFromPart(*touch.fixture->GetShape(), touch.child, touch.PoseAt(m_end), m_disc.position + offset);
		if (end.distance > 0.0 && Dot(end.normal, touch.carriedNormal) > k_sameSide)
		{
			const double clear = end.distance - m_disc.radius;
			if (clear >= touch.keep)
			{
				return false;
			}
			plane = {end.normal, Dot(end.normal, offset) + touch.keep - clear};
		}
	}
	touch.holds = true;
	touch.plane = plane;
	return true;
}

std::optional<Vec<double>> Press::OffsetUnder(const Vec<double>& velocity)
{
	Vec<double> wanted = 0.5 * m_duration * (m_disc.velocity + velocity);
	if (m_sticks)
	{
		// It does not stay where it landed, a little too high.
		const double excess = m_ground->gap - m_disc.gap;
		const Vec<double>& normal = m_ground->plane.normal;
		wanted = m_ground->way - (excess > 0.5 * m_disc.gap ? excess : 0.0) * normal +
		         (m_duration * m_ground->belt) * Vec<double>{normal.y, -normal.x};
	}
	else if (m_ground != nullptr && m_second == nullptr)
	{
		const Vec<double>& normal = m_ground->plane.normal;
		wanted = wanted + Dot(m_ground->way - wanted, normal) * normal;
	}

	double reach = m_disc.radius + m_disc.gap + Length(wanted);
	m_planes.clear();
	m_owners.clear();
	for (Touch& touch : m_touches)
	{
		if (touch.holds)
		{
			m_planes.push_back(touch.plane);
			m_owners.push_back(&touch);
			reach = std::max(reach, m_disc.radius + m_disc.gap + Length(wanted) + 8.0 * Length(touch.way));
		}
	}
	const std::optional<NearestPoint> place = NearestWithin(m_planes, wanted, reach);
	return place && IsWedged(*place, wanted) == false ? std::optional(place->at) : std::nullopt;
}

// A disc between two planes at an angle slips out if half of it is larger than the angle of friction of either. Where
// it lies still, and one of them is free and comes slowly, that one stops.
bool Press::IsWedged(const NearestPoint& place, const Vec<double>& wanted) const
{
	if (m_disc.wedges == false || place.second < 0 || Length(m_disc.velocity) >= k_quietSpeed ||
	    Length(place.at - wanted) <= m_disc.leastGap)
	{
		return false;
	}
	const Touch& a = *m_owners[static_cast<size_t>(place.first)];
	const Touch& b = *m_owners[static_cast<size_t>(place.second)];
	const double cosine = -Dot(a.plane.normal, b.plane.normal);
	const double tangent = std::sqrt(std::max(1.0 - cosine, 0.0) / std::max(1.0 + cosine, k_leastCosine));
	const auto isSlow = [&](const Touch& t)
	{
		return t.motion != nullptr && t.IsFree() && Length(t.way) < k_slowSqueeze * m_duration;
	};
	return (isSlow(a) || isSlow(b)) && tangent <= std::min(a.friction, b.friction);
}

} // namespace ricochet
