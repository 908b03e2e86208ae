// MIT License, Copyright (c) 2026 the ricochet authors

#include "projectile/press.h"

#include "projectile/ballistics.h"
#include "shapes/cast_shape.h"

#include <box2d/b2_fixture.h>

#include <algorithm>
#include <limits>

namespace ricochet
{

namespace
{

// cos of the angle by which a child's tangent may differ along a move without being that of its other side.
constexpr double k_sameSide = 0.5;

// Slower than this along a surface is standing on it.
constexpr double k_standingSpeed = 1.0e-6 * b2_lengthUnitsPerMeter;

// A tangent that is missed by this share of the gap is not taken anew.
constexpr double k_tangentSlack = 1.0e-3;

constexpr size_t k_moreRounds = 4;

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
	Move move{0.5 * m_duration * (m_disc.velocity + freely), freely};
	if (kept == KeptGap::Some && Hold({}) == false)
	{
		return Move{{}, m_disc.velocity};
	}
	for (size_t round = 0; round < m_touches.size() + k_moreRounds && Hold(move.offset); ++round)
	{
		move.velocity = VelocityUnder(freely);
		const std::optional<Vec<double>> offset = OffsetUnder(move.velocity);
		if (offset.has_value() == false)
		{
			return std::nullopt;
		}
		move.offset = *offset;
	}
	move.velocity = WithoutGain(move);
	return move;
}

// Over a corner the tangent turns along the way, and all of gravity's speed along the last one would be more than the
// height that was lost.
Vec<double> Press::WithoutGain(const Move& move) const
{
	if (m_ground == nullptr || m_sticks)
	{
		return move.velocity;
	}
	const Vec<double> surface = ContactWith(*m_ground, move.velocity).surface;
	const Vec<double> before = m_disc.velocity - surface;
	const Vec<double> after = move.velocity - surface;
	const double work = Dot(m_disc.gravity, move.offset - m_ground->way);
	const double most = std::max(Dot(before, before) + 2.0 * work, 0.0);
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
		    SeparateFromShape(*touch.fixture->GetShape(), touch.child, touch.PoseAt(m_end), m_disc.position + offset);
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

// At the centre: a disc that sticks to a turning body goes with it as if it were a part of it.
Contact Press::ContactWith(const Touch& touch, const Vec<double>& velocity) const
{
	const b2Body* body = touch.fixture->GetBody();
	const Vec<double> arm = m_flight.ArmOf(body, m_disc.position + touch.way, m_disc.time + m_duration);
	return {m_disc.mass, velocity, *body, arm, touch.plane.normal};
}

// What stands or is driven takes all of the approach, a free body what gravity adds of it: the rest is for an impulse.
std::optional<NearestPoint> Press::NearestVelocity(const Vec<double>& freely, bool dynamic)
{
	m_planes.clear();
	m_owners.clear();
	for (Touch& touch : m_touches)
	{
		if (touch.holds == false)
		{
			continue;
		}
		const Contact contact = ContactWith(touch, m_disc.velocity);
		const Vec<double>& normal = touch.plane.normal;
		double bound = Dot(contact.surface, normal);
		if (contact.inverseMass > 0.0)
		{
			if (dynamic == false || Dot(m_disc.gravity, normal) >= 0.0)
			{
				continue;
			}
			bound = contact.ApproachSpeed() < k_quietSpeed ? bound : std::min(bound, Dot(m_disc.velocity, normal));
		}
		m_planes.push_back({normal, bound});
		m_owners.push_back(&touch);
	}
	return NearestWithin(m_planes, freely, std::numeric_limits<double>::infinity());
}

Vec<double> Press::VelocityUnder(const Vec<double>& freely)
{
	m_ground = nullptr;
	m_sticks = false;
	std::optional<NearestPoint> held = NearestVelocity(freely, true);
	if (held.has_value() == false)
	{
		held = NearestVelocity(freely, false);
	}
	if (held.has_value() == false)
	{
		return m_disc.velocity;
	}
	if (held->first < 0 || held->second >= 0)
	{
		return held->at;
	}
	m_ground = m_owners[static_cast<size_t>(held->first)];
	return Rubbed(held->at, freely);
}

// Coulomb friction of the one surface that holds the disc.
Vec<double> Press::Rubbed(const Vec<double>& velocity, const Vec<double>& freely)
{
	const Vec<double>& normal = m_ground->plane.normal;
	const Vec<double> tangent{-normal.y, normal.x};
	const Contact contact = ContactWith(*m_ground, velocity);
	const double slip = Dot(contact.RelativeVelocity(), tangent);
	const double push = m_ground->friction * Length(velocity - freely);
	const double slipBefore = Dot(m_disc.velocity - contact.surface, tangent);
	m_sticks = std::abs(slip) <= push && std::abs(slipBefore) <= push + k_standingSpeed;
	if (m_sticks && std::abs(contact.ApproachSpeed()) < k_standingSpeed)
	{
		return contact.surface; // to the bit: it rests
	}
	return velocity - std::clamp(slip, -push, push) * tangent;
}

std::optional<Vec<double>> Press::OffsetUnder(const Vec<double>& velocity)
{
	Vec<double> wanted = 0.5 * m_duration * (m_disc.velocity + velocity);
	if (m_sticks)
	{
		// It does not stay where it landed, a little too high.
		const double excess = m_ground->gap - m_disc.gap;
		wanted = m_ground->way - (excess > 0.5 * m_disc.gap ? excess : 0.0) * m_ground->plane.normal;
	}
	else if (m_ground != nullptr)
	{
		const Vec<double>& normal = m_ground->plane.normal;
		wanted = wanted + Dot(m_ground->way - wanted, normal) * normal;
	}

	double reach = m_disc.radius + m_disc.gap + Length(wanted);
	m_planes.clear();
	for (const Touch& touch : m_touches)
	{
		if (touch.holds)
		{
			m_planes.push_back(touch.plane);
			reach = std::max(reach, m_disc.radius + m_disc.gap + Length(wanted) + 8.0 * Length(touch.way));
		}
	}
	const std::optional<NearestPoint> place = NearestWithin(m_planes, wanted, reach);
	return place ? std::optional(place->at) : std::nullopt;
}

} // namespace ricochet
